"""Download records: one as its file, several as one collection or a zip archive (L6)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from foundation.archive import zip_bytes
from library.models import Record, RecordQuerySet

AT_ONCE = 20
"""The number of records in memory."""
LONGEST_STEM = 60
"""The longest file name without its ending, in characters: in any script at most 240 bytes, and systems allow 255."""
_UNSAFE = re.compile(r"[^\w.() -]+")


def file_name(record: Record) -> str:
    """Return a file name for the record without characters that a system refuses: the players' names, or the name of
    the uploaded file if there are none."""
    name = _safe_name(record.title.replace(" – ", " - "))
    stem, ending = (name[:-4], name[-4:]) if name.lower().endswith(".sgf") else (name, ".sgf")
    return f"{stem[:LONGEST_STEM].strip() or 'game'}{ending}"


def _safe_name(text: str) -> str:
    """Return the text with "_" for signs that file names cannot have. Vowels and accents that are marks are kept."""
    return _UNSAFE.sub(lambda found: "".join(filter(_is_mark_or_joiner, found[0])) or "_", text).strip(". ")


def _is_mark_or_joiner(character: str) -> bool:
    return character in "\u200c\u200d" or unicodedata.category(character).startswith("M")


def records_as_collection(rows: RecordQuerySet) -> Iterator[bytes]:
    """Yield the records as one SGF collection in UTF-8."""
    for record in _with_files_loaded(rows):
        yield record.text.strip().encode("utf-8", "replace") + b"\n"


def zip_of_records(rows: RecordQuerySet) -> Iterator[bytes]:
    """Yield a zip archive of the records, in pieces. Each record is byte for byte as it was uploaded, and in its
    folder."""
    return zip_bytes((_path_in_archive(record), [bytes(record.data)]) for record in _with_files_loaded(rows))


def _path_in_archive(record: Record) -> str:
    folder = _safe_name(record.folder)
    return f"{folder}/{record.pk}-{file_name(record)}" if folder else f"{record.pk}-{file_name(record)}"


def _with_files_loaded(rows: RecordQuerySet) -> Iterator[Record]:
    return rows.defer(None).order_by("pk").iterator(chunk_size=AT_ONCE)
