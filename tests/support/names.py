"""A name server for tests, which does what Docker's does for the containers of a deployment."""

from __future__ import annotations

import socket
import struct
import threading

HEADER = struct.Struct("!6H")
ANSWERED, A, INTERNET = 0x8180, 1, 1


class NameServer:
    """A local name server over UDP: `addresses` has the addresses of each name, and may change."""

    def __init__(self, addresses: dict[str, list[str]]) -> None:
        self.addresses = addresses
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                question, client = self._socket.recvfrom(512)
                self._socket.sendto(self._answer(question), client)
            except OSError:
                return

    def _answer(self, question: bytes) -> bytes:
        number = HEADER.unpack_from(question)[0]
        name, end = _name(question)
        kind = struct.unpack_from("!H", question, end)[0]
        found = self.addresses.get(name, []) if kind == A else []
        header = HEADER.pack(number, ANSWERED, 1, len(found), 0, 0)
        records = b"".join(
            struct.pack("!HHHIH", 0xC00C, A, INTERNET, 0, 4) + socket.inet_aton(address) for address in found
        )
        return header + question[HEADER.size : end + 4] + records

    def stop(self) -> None:
        """Stop answering."""
        self._socket.close()


def _name(question: bytes) -> tuple[str, int]:
    """Return the requested name, and its end."""
    parts, at = [], HEADER.size
    while length := question[at]:
        parts.append(question[at + 1 : at + 1 + length].decode("ascii"))
        at += 1 + length
    return ".".join(parts), at + 1
