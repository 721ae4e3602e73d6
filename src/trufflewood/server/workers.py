"""The pool of processes in which bots think. A bot that fails or dawdles is asked again elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sys
from typing import Final

import msgspec

from trufflewood.kit.seen import View
from trufflewood.server.journal import note
from trufflewood.server.worker import Question

COMMAND = (sys.executable, "-m", "trufflewood.server.worker")
TRIES: Final = 3
ANSWER_LINE: Final = 64  # bytes; a longer answer is none
START_UP = 30.0  # seconds that a new process may take before its first answer


class Pool:
    """At most `size` processes, started when they are first needed."""

    def __init__(self, size: int, deadline: float) -> None:
        self.thinking = 0
        self._deadline = deadline
        self._free: asyncio.Queue[_Worker] = asyncio.Queue()
        self._all = [_Worker() for _ in range(max(1, size))]
        for worker in self._all:
            self._free.put_nowait(worker)

    async def choose(self, game: str, bot: str, view: View) -> int:
        """The move of a bot. After failures: any move, so that a table always goes on."""
        raw = msgspec.Raw(msgspec.json.encode(view))
        for attempt in range(TRIES):
            hurry = 1 if attempt else None
            question = Question(game, bot, hurry, secrets.randbits(63), raw)
            worker = await self._free.get()
            self.thinking += 1
            try:
                move = await worker.ask(msgspec.json.encode(question), self._deadline)
                if move in view.moves:
                    return move
                note("bot-wrong-move", game=game, bot=bot)
            except (TimeoutError, OSError, ValueError, EOFError) as error:
                note("bot-failed", game=game, bot=bot, error=type(error).__name__)
                await worker.stop()
            except asyncio.CancelledError:
                await worker.stop()  # its answer would come to the next question
                raise
            finally:
                self.thinking -= 1
                self._free.put_nowait(worker)
        return secrets.choice(view.moves)

    async def close(self) -> None:
        await asyncio.gather(*(worker.stop() for worker in self._all))


class _Worker:
    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, question: bytes, deadline: float) -> int:
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
        return int(line)

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
