"""The processes in which bots think and records are replayed. One that fails or dawdles is ended."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import sys
from typing import Any, Final, TypeVar, cast

import msgspec

from trufflewood import _engine
from trufflewood.bots import Hint
from trufflewood.kit import deck
from trufflewood.kit.errors import TrufflewoodError
from trufflewood.kit.seen import View
from trufflewood.server import wire
from trufflewood.server.errors import ServerError
from trufflewood.server.journal import note
from trufflewood.server.worker import Decks, Failed, Question, Refused, Replaying

COMMAND = (sys.executable, "-m", "trufflewood.server.worker")
TRIES: Final = 3
ANSWER_LINE: Final = 2**15  # bytes of a bot's answer; a longer one is none
REPLAYED_LINE: Final = 2**22  # bytes of a position with all its points
WAITING: Final = 8  # records that may wait until others have been replayed
START_UP = 30.0  # seconds that a new process may take before its first answer


T = TypeVar("T")


class Pool:
    """At most `size` processes in which bots think, started when they are first needed."""

    def __init__(self, size: int, deadline: float) -> None:
        self.thinking = 0
        self._engine = _Engine()
        self._deadline = deadline
        self._free: asyncio.Queue[_Worker] = asyncio.Queue()
        self._all = [_Worker(ANSWER_LINE) for _ in range(max(1, size))]
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
        name = getattr(view.options, "deck", "")  # type: ignore[attr-defined]  # every game's view shows its options
        own = name if isinstance(name, str) and name.startswith("#") else ""
        for attempt in range(TRIES):
            hurry = 1 if attempt else None
            dice = secrets.randbits(63)
            worker = await self._free.get()
            self.thinking += 1
            try:
                await worker.run_on(self._engine.now())
                untold = deck.data_of(own) if own and not worker.has(own) else None
                question = Question(game, bot, hurry, dice, raw, language, untold)
                line = await worker.ask(msgspec.json.encode(question), self._deadline)
                if untold is not None:
                    worker.decks.add(own)
                told = msgspec.json.decode(line, type=kind | Failed)
                if not isinstance(told, Failed):
                    return cast(T, told)
                note("bot-failed", game=game, bot=bot, error=told.error, where=told.where)
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


class Replayer:
    """One process in which records are replayed that somebody sent. No bot waits behind them."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self._worker = _Worker(REPLAYED_LINE)
        self._one = asyncio.Lock()
        self._asked = 0

    async def replay(self, asked: wire.Replay, language: str) -> msgspec.Raw:
        """A position of a record, as `wire.Replayed` in JSON; raises with one sentence."""
        if self._asked > WAITING:
            raise ServerError("reading-busy")
        question = msgspec.json.encode(Replaying(asked.record, asked.at, asked.seat, language))
        self._asked += 1
        try:
            async with self._one:
                line = await self._answer(question)
        finally:
            self._asked -= 1
        told = msgspec.json.decode(line, type=_Told)
        if told.type == "refused":
            refused = msgspec.json.decode(line, type=Refused)
            raise Retold(refused.key, refused.args, refused.text)
        if told.type == "failed":
            failed = msgspec.json.decode(line, type=Failed)
            note("replay-failed", error=failed.error, where=failed.where)
            raise ServerError("internal")
        return msgspec.Raw(line.rstrip())

    async def _answer(self, question: bytes) -> bytes:
        try:
            return await self._worker.ask(question, self._deadline)
        except (OSError, ValueError, EOFError, TimeoutError) as error:
            note("replay-failed", error=type(error).__name__)
            await self._worker.stop()
            if isinstance(error, TimeoutError):
                raise ServerError("slow-to-read", seconds=f"{self._deadline:g}") from None
            raise ServerError("internal") from None
        except asyncio.CancelledError:
            await self._worker.stop()
            raise

    async def close(self) -> None:
        await self._worker.stop()


class Retold(TrufflewoodError):
    """What a process refused, with the sentence that it made."""

    def __init__(self, key: str, args: dict[str, Any], text: str) -> None:
        self._text = text
        super().__init__(key, **args)

    def say(self, language: str = "en") -> str:
        return self._text


class _Told(msgspec.Struct):
    type: str = ""


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
    """One process, started anew whenever it is asked and does not run."""

    def __init__(self, answer: int) -> None:
        self.decks = Decks()  # that the process has been told
        self._most = answer  # bytes
        self._process: asyncio.subprocess.Process | None = None
        self._engine = ""

    async def run_on(self, engine: str) -> None:
        """Start anew, between two questions, where another engine has got ready."""
        if engine != self._engine:
            await self.stop()
            self._engine = engine

    def has(self, deck: str) -> bool:
        """Whether the process that would be asked now has been told this deck."""
        return self._runs() and deck in self.decks

    def _runs(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def ask(self, question: bytes, deadline: float) -> bytes:
        process = self._process
        if process is None or not self._runs():
            self.decks = Decks()
            process = self._process = await asyncio.create_subprocess_exec(
                *COMMAND,
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=self._most,
                stderr=asyncio.subprocess.DEVNULL,  # an unread pipe would stop whoever writes to it
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
