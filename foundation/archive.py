"""Zip archives that are sent in chunks while they are created, and the errors of reading a damaged archive."""

from __future__ import annotations

import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator

A_PIECE = 64 * 1024
BROKEN = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, OSError, RuntimeError, ValueError,
)  # fmt: skip
"""The errors of the standard library for archives that are damaged, encrypted or use an unknown compression."""


class _WriteBuffer:
    """A write-only file; `take` returns its content and removes it."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, data: bytes) -> int:
        self.written.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Do nothing, because nothing is buffered."""

    def take(self) -> bytes:
        """Return the bytes written since the last call."""
        taken, self.written = b"".join(self.written), []
        return taken


def zip_texts(files: Iterable[tuple[str, Iterable[str]]]) -> Iterator[bytes]:
    """Yield the bytes of a zip archive of these files, each given by a path and its text in parts. Only one part at a
    time is in memory."""
    return zip_bytes((path, (part.encode() for part in parts)) for path, parts in files)


def zip_bytes(files: Iterable[tuple[str, Iterable[bytes]]]) -> Iterator[bytes]:
    """Yield a zip archive of these files, each given by a path and its content in parts. One part at a time is in
    memory."""
    pieces = _WriteBuffer()
    with zipfile.ZipFile(pieces, "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[call-overload]
        for path, parts in files:
            with archive.open(path, "w") as file:
                for part in parts:
                    file.write(part)
                    if sum(map(len, pieces.written)) > A_PIECE:
                        yield pieces.take()
            yield pieces.take()
    yield pieces.take()
