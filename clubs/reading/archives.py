"""Open uploaded archives, with limits on the number of files and bytes (E150).

Sizes are counted while reading, because an archive can declare any size. Archives inside archives are not opened,
except those that were uploaded together: the server has packed them, and the limits apply to all of them together.
"""

from __future__ import annotations

import gzip
import tarfile
import time
import zipfile
from collections.abc import Iterable, Iterator
from io import BytesIO

from foundation.archive import BROKEN
from foundation.text import clean_text

LARGEST_UPLOAD = 1_000_000
"""The largest upload in bytes."""
LARGEST_FILE = 1_000_000
"""The largest unpacked file of an archive in bytes."""
LARGEST_TOTAL = 12_000_000
"""The largest total size in bytes of all unpacked files of an archive; in a tar.gz archive with the headers."""
MOST_FILES = 2_000
"""The largest number of files of an archive. In a bundle, its archives count as well."""
LONGEST_PATH = 200
_ZIP, _GZIP, _TAR_AT, _TAR = b"PK", b"\x1f\x8b", 257, b"ustar"
_OTHERS = (b"7z\xbc\xaf", b"Rar!", b"BZh", b"\xfd7zXZ")
_ENCRYPTED = 0x1
_BUNDLE = b"Files that were uploaded together"
"""The comment at the end of a zip archive that `pack_files` has made. Others can write it too, which gains nothing."""


class BadFile(Exception):
    """A file that cannot be read, and the code of the reason. It is raised, or yielded in place of the file's
    content."""

    def __init__(self, code: str, line: int = 0) -> None:
        super().__init__(code)
        self.code, self.line = code, line


def pack_files(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return one archive that contains these uploaded files. The files can be archives themselves."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.comment = _BUNDLE
        for number, (name, content) in enumerate(files, start=1):
            archive.writestr(f"{number}/{name}", content)
    return out.getvalue()


class _LimitExceeded(BadFile):
    """Raised if an upload has too much, which ends the reading of all its archives."""


class _UnpackingLimits:
    """Counts the files and bytes that are unpacked from an upload, including those that are left out. Raises
    _LimitExceeded if there are too many, or reading takes too long."""

    def __init__(self, end: float) -> None:
        self.end, self.files, self.size = end, 0, 0

    def count_file(self) -> None:
        """Count one more entry of an archive, which can be an archive itself."""
        self.files += 1
        if self.files > MOST_FILES:
            raise _LimitExceeded("too_many_files")

    def count_bytes(self, size: int) -> None:
        """Count this many unpacked bytes, and check that the time limit is not exceeded."""
        self.size += size
        if self.size > LARGEST_TOTAL:
            raise _LimitExceeded("too_large")
        if time.thread_time() > self.end:
            raise _LimitExceeded("too_long")


def files_in(name: str, data: bytes, end: float) -> Iterator[tuple[str, bytes | BadFile]]:
    """Yield the path and the bytes of each file in an upload, or a BadFile instead of the bytes. An upload that is not
    an archive is yielded itself. Raises BadFile for a damaged archive, and if a limit is exceeded, such as the
    processor time `end` of this thread."""
    if not _is_archive(data):
        yield name, data
        return
    try:
        for path, content in _unpack(data, _UnpackingLimits(end), is_bundle=data.endswith(_BUNDLE)):
            yield clean_text(path)[-LONGEST_PATH:] or "?", content
    except BROKEN as error:
        raise BadFile("broken_archive") from error


def _unpack(data: bytes, budget: _UnpackingLimits, *, is_bundle: bool) -> Iterator[tuple[str, bytes | BadFile]]:
    """Yield the path and the content of each file in an archive, or a BadFile instead of the content. With `is_bundle`,
    archives in the archive are unpacked as well, and a damaged one does not stop the others."""
    for path, content in _archive_entries(data, budget):
        budget.count_file()
        if isinstance(content, BadFile) or not _is_archive(content):
            yield path, content
        elif is_bundle:
            try:
                for inner, text in _unpack(content, budget, is_bundle=False):
                    yield f"{path}/{inner}", text
            except _LimitExceeded:
                raise
            except BadFile as error:
                yield path, error
            except BROKEN:
                yield path, BadFile("broken_archive")
        else:
            yield path, BadFile("nested")


def _is_archive(data: bytes) -> bool:
    is_tar = data[_TAR_AT : _TAR_AT + len(_TAR)] == _TAR
    return data.startswith((_ZIP, _GZIP, *_OTHERS)) or is_tar


def _archive_entries(data: bytes, budget: _UnpackingLimits) -> Iterator[tuple[str, bytes | BadFile]]:
    if data.startswith(_ZIP):
        return _zip_entries(data, budget)
    if data.startswith(_OTHERS):
        raise BadFile("other_archive")
    return _tar_entries(_gunzip(data, budget) if data.startswith(_GZIP) else data)


def _zip_entries(data: bytes, budget: _UnpackingLimits) -> Iterator[tuple[str, bytes | BadFile]]:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        for entry in archive.infolist():
            if entry.is_dir() or _is_system_file(entry.filename):
                continue
            if entry.flag_bits & _ENCRYPTED:
                yield entry.filename, BadFile("encrypted")
                continue
            with archive.open(entry) as file:
                content = file.read(LARGEST_FILE + 1)
            budget.count_bytes(len(content))
            yield entry.filename, _content_or_too_large(content)


def _gunzip(data: bytes, budget: _UnpackingLimits) -> bytes:
    """Return the content of a gzip file. The bytes are counted while they are unpacked, because the end of the file may
    be damaged."""
    parts = []
    with gzip.open(BytesIO(data)) as file:
        while part := file.read(LARGEST_FILE):
            budget.count_bytes(len(part))
            parts.append(part)
    return b"".join(parts)


def _tar_entries(data: bytes) -> Iterator[tuple[str, bytes | BadFile]]:
    with tarfile.open(fileobj=BytesIO(data), mode="r:", encoding="utf-8", errors="replace") as archive:
        for entry in archive:
            is_file = entry.isreg() and not entry.issparse() and not _is_system_file(entry.name)
            file = archive.extractfile(entry) if is_file else None
            if file is not None:
                yield entry.name, _content_or_too_large(file.read(LARGEST_FILE + 1))


def _is_system_file(path: str) -> bool:
    """Return whether the file was added to the archive by an operating system."""
    parts = path.split("/")
    return "__MACOSX" in parts or parts[-1].startswith(".")


def _content_or_too_large(content: bytes) -> bytes | BadFile:
    return BadFile("too_large") if len(content) > LARGEST_FILE else content
