"""Machine types for the files that mypyc compiles; plain Python when they run interpreted."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import vec as vec
    from mypy_extensions import i64 as i64
    from mypy_extensions import u8 as u8
else:
    i64 = u8 = int

    class vec:
        """A `vec[i64]` holds numbers in a row and never grows; interpreted it is a list."""

        def __class_getitem__(cls, item):
            return list
