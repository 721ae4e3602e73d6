"""The pool of processes in which bots think. A bot that fails or dawdles is asked again elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import sys
from typing import Final, TypeVar

import msgspec

from trufflewood import _engine
from trufflewood.bots import Hint
from trufflewood.kit.seen import View
from trufflewood.server.journal import note
from trufflewood.server.worker import Question

COMMAND = (sys.executable, "-m", "trufflewood.server.worker")
TRIES: Final = 3
ANSWER_LINE: Final = 2**15  # bytes; a longer answer is none
START_UP = 30.0  # seconds that a new process may take before its first answer


T = TypeVar("T")


class Pool:
    """At most `size` processes, started when they are first needed."""

    def __init__(self, size: int, deadline: float) -> None:
        self.thinking = 0
        self._engine = _Engine()
        self._deadline = deadline
        self._free: asyncio.Queue[_Worker] = asyncio.Queue()
        self._all = [_Worker() for _ in range(max(1, size))]
        for worker in self._all:
            self._free.put_nowait(worker)

    async def choose(self, game: str, bot: str, view: View) -> int:
        """The move of a bot. After failures: any move, so that a table always goes on."""
        move = await self._ask(game, bot, view, "en", int)
        return move if move in view.moves else secrets.choice(view.moves)

    async def hint(self, game: str, view: View, language: str) -> list[Hint]:
        """The best few moves, with reasons; none after failures."""
        return await self._ask(game, "", view, language, list[Hint]) or []

    async def _ask(self, game: str, bot: str, view: View, language: str, kind: type[T]) -> T | None:
        """The answer of a process; after failures another is asked, to be quicker; at last None."""
        raw = msgspec.Raw(msgspec.json.encode(view))
        for attempt in range(TRIES):
            hurry = 1 if attempt else None
            question = Question(game, bot, hurry, secrets.randbits(63), raw, language)
            worker = await self._free.get()
            self.thinking += 1
            try:
                await worker.run_on(self._engine.now())
                line = await worker.ask(msgspec.json.encode(question), self._deadline)
                return msgspec.json.decode(line, type=kind)
            except (OSError, ValueError, EOFError, TimeoutError) as error:
                note("bot-failed", game=game, bot=bot, error=type(error).__name__)
                await worker.stop()
            except asyncio.CancelledError:
                await worker.stop()  # its answer would come to the next question
                raise
            finally:
                self.thinking -= 1
                self._free.put_nowait(worker)
        return None

    async def close(self) -> None:
        await asyncio.gather(*(worker.stop() for worker in self._all))


class _Engine:
    """The engine that processes started now would run: it changes once, when a compiled one gets ready.

    `make play` opens the server on the sources and compiles behind it; TRUFFLEWOOD_AWAITS is the hash of
    the sources that the server began with, and an engine of any others is left alone.
    """

    def __init__(self) -> None:
        awaited = os.environ.get("TRUFFLEWOOD_AWAITS", "")
        self._awaited = "" if _engine.built().get("sources") == awaited else awaited
        self._now = ""

    def now(self) -> str:
        if self._awaited and _engine.built().get("sources") == self._awaited:
            self._now, self._awaited = self._awaited, ""
            note("engine-compiled")
        return self._now


class _Worker:
    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._engine = ""

    async def run_on(self, engine: str) -> None:
        """Start anew, between two questions, where another engine has got ready."""
        if engine != self._engine:
            await self.stop()
            self._engine = engine

    async def ask(self, question: bytes, deadline: float) -> bytes:
        process = self._process
        if process is None or process.returncode is not None:
            process = self._process = await asyncio.create_subprocess_exec(
                *COMMAND,
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=ANSWER_LINE,
                start_new_session=True,  # Ctrl-C is for the server, which then ends its workers
            )  # fmt: skip
            deadline += START_UP
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(question + b"\n")
        async with asyncio.timeout(deadline):
            await process.stdin.drain()
            line = await process.stdout.readline()
        if not line:
            raise EOFError
        return line

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.close()
        while await process.stdout.read(2**16):  # wait() would wait for ever behind an unread answer
            pass
        await process.wait()
