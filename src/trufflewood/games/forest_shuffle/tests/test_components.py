"""The box, counted."""

from __future__ import annotations

from collections import Counter

from trufflewood.games.forest_shuffle import components as c
from trufflewood.games.forest_shuffle.components import CARDS, FACES, SPECIES, SPECIES_ROW
from trufflewood.games.forest_shuffle.state import BAT, BIRD, CHANTERELLE, DEER, PAW, TREE_CARDS
from trufflewood.games.forest_shuffle.view.look import PHASES

COPIES = """
linden 9  oak 7  silver-fir 6  birch 10  beech 10  sycamore 6  douglas-fir 7  horse-chestnut 11
camberwell-beauty 4  large-tortoiseshell 4  peacock-butterfly 4  purple-emperor 4  silver-washed-fritillary 4
bullfinch 4  chaffinch 4  eurasian-jay 4  goshawk 4  great-spotted-woodpecker 4  red-squirrel 4  tawny-owl 4
blackberries 3  chanterelle 2  fly-agaric 2  parasol-mushroom 2  penny-bun 2  common-toad 6  fireflies 4
fire-salamander 3  hedgehog 3  mole 2  moss 3  pond-turtle 2  stag-beetle 2  tree-ferns 3  tree-frog 3
wild-strawberries 3  wood-ant 3  barbastelle-bat 3  bechsteins-bat 3  brown-long-eared-bat 3
greater-horseshoe-bat 3  beech-marten 5  brown-bear 3  european-badger 4  european-fat-dormouse 4
european-hare 11  fallow-deer 4  gnat 3  lynx 6  raccoon 4  red-deer 5  red-fox 5  roe-deer 5  squeaker 4
violet-carpenter-bee 4  wild-boar 5  wolf 4
"""


def test_copies_of_each_species() -> None:
    words = COPIES.split()
    wanted = {key: int(n) for key, n in zip(words[::2], words[1::2], strict=True)}
    assert Counter(face.species for face in FACES) == wanted and set(wanted) == set(SPECIES_ROW)


def test_kinds_of_cards() -> None:
    """§1.1"""
    assert Counter(tuple(FACES[face].side for face in card.faces) for card in CARDS) == {
        ("",): 66, ("left", "right"): 44, ("top", "bottom"): 48,
    }  # fmt: skip
    assert [card.number for card in CARDS] == [*range(1, 67), *range(70, 162)]


def test_halves_differ_in_species_and_symbol() -> None:
    """§1.2"""
    for card in CARDS[TREE_CARDS:]:
        first, second = (FACES[face] for face in card.faces)
        assert first.species != second.species and first.symbol != second.symbol


def test_halves_lie_where_their_species_does() -> None:
    for face in FACES:
        where = SPECIES[SPECIES_ROW[face.species]].where
        assert face.side in {"tree": [""], "side": ["left", "right"]}.get(where, [where])


def test_five_roe_deer_show_five_symbols() -> None:
    """§13.16"""
    assert len({face.symbol for face in FACES if face.species == "roe-deer"}) == 5


def test_a_bonus_always_has_a_cost() -> None:
    """§3.4: whether no payment matches never matters."""
    with_bonus = [species for species in SPECIES if species.bonus]
    assert len(with_bonus) == 13 and all(species.cost for species in with_bonus)


def test_numbers_that_the_compiler_is_told() -> None:
    assert (len(CARDS), len(FACES), len(SPECIES)) == (c.ALL_CARDS, c.ALL_FACES, c.ALL_SPECIES)
    assert (c.WINTER, c.SAPLING, c.NO_SPECIES, c.NO_SYMBOL) == (158, 250, 57, 8)
    assert [c.TAGS[tag] for tag in (BAT, DEER, PAW, BIRD)] == ["bat", "deer", "paw", "bird"]
    mushrooms = [species.key for species in SPECIES[CHANTERELLE : CHANTERELLE + 4]]
    assert mushrooms == ["chanterelle", "fly-agaric", "parasol-mushroom", "penny-bun"]
    assert len(PHASES) == 7
