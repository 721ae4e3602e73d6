"""A WebSocket by hand: sends any frame, well-formed or not, and reads only when asked to."""

from __future__ import annotations

import base64
import os
import socket
import struct
from typing import Any, Final

import msgspec

from tests.faults.client import PATIENCE

MORE, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
UPGRADE: Final = {
    "upgrade": "websocket",
    "connection": "Upgrade",
    "sec-websocket-version": "13",
    "sec-websocket-key": base64.b64encode(bytes(16)).decode(),
}


class NotUpgraded(Exception):
    """The server answered with a status of HTTP instead of opening a socket."""

    def __init__(self, status: int, answer: bytes) -> None:
        super().__init__(status)
        self.status = status
        self.answer = answer


class Frames:
    """One connection. `receive_buffer` keeps little for whoever does not read."""

    def __init__(
        self, port: int, path: str, *, source: str = "127.0.0.1", receive_buffer: int = 0, **headers: str
    ) -> None:
        self.socket = socket.socket()
        self._kept = bytearray()
        try:
            if receive_buffer:
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
            self.socket.settimeout(PATIENCE)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.socket.bind((source, 0))
            self.socket.connect(("127.0.0.1", port))
            sent = {"host": f"127.0.0.1:{port}", **UPGRADE}
            sent.update({name.replace("_", "-"): value for name, value in headers.items()})
            lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items()), "", ""]
            self.socket.sendall("\r\n".join(lines).encode())
            while b"\r\n\r\n" not in self._kept:
                self._more()
            head, _, rest = bytes(self._kept).partition(b"\r\n\r\n")
            self._kept = bytearray(rest)
            status = int(head.split(None, 2)[1])
            if status != 101:
                raise NotUpgraded(status, head + b"\r\n\r\n" + rest)
        except BaseException:
            self.socket.close()
            raise

    def __enter__(self) -> Frames:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, kind: str, **fields: Any) -> None:
        self.socket.sendall(frame(msgspec.json.encode({"type": kind, **fields})))

    def read(self) -> tuple[int, bytes]:
        """The next frame: its kind and what it holds. EOFError where the connection has ended."""
        while len(self._kept) < 2:
            self._more()
        opcode, size, start = self._kept[0] & 15, self._kept[1] & 127, 2
        if size > 125:
            start = 4 if size == 126 else 10
            while len(self._kept) < start:
                self._more()
            size = int.from_bytes(self._kept[2:start], "big")
        while len(self._kept) < start + size:
            self._more()
        payload = bytes(self._kept[start : start + size])
        del self._kept[: start + size]
        if opcode == PING:
            self.socket.sendall(frame(payload, PONG))
        return opcode, payload

    def message(self) -> Any:
        """The next message; EOFError where the connection is closed instead."""
        while True:
            opcode, payload = self.read()
            if opcode == CLOSE:
                raise EOFError
            if opcode in (TEXT, BINARY):
                return msgspec.json.decode(payload)

    def _more(self) -> None:
        found = self.socket.recv(2**16)
        if not found:
            raise EOFError
        self._kept += found


def frame(
    payload: bytes, opcode: int = TEXT, *, last: bool = True, masked: bool = True, reserved: int = 0
) -> bytes:
    """The bytes of a frame as a client sends it."""
    head = bytes([(last << 7) | (reserved << 4) | opcode])
    size, bit = len(payload), masked << 7
    if size < 126:
        head += bytes([bit | size])
    elif size < 2**16:
        head += bytes([bit | 126]) + struct.pack(">H", size)
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", size)
    if not masked:
        return head + payload
    mask = os.urandom(4)
    whole = (mask * (size // 4 + 1))[:size]
    hidden = (int.from_bytes(payload, "big") ^ int.from_bytes(whole, "big")).to_bytes(size, "big")
    return head + mask + hidden
