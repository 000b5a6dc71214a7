"""Read uploads: files and zip archives, with bounded size, number of games and processor time (L1, L3)."""

from __future__ import annotations

import io
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from django.utils.translation import gettext_lazy as _

from challenges.sgf_import import LARGEST, BadSgf
from clubs.errors import UploadTooLarge
from foundation.archive import BROKEN
from foundation.cpu_slots import cpu_slot
from foundation.refusals import Refusal
from games.sgf_text import decode_sgf
from library.core.facts import RecordMetadata, metadata_of
from library.core.files import GameOfFile, split_games
from library.core.tree import RecordTree
from library.errors import BadArchive, TooManyGames, UploadReadingTookTooLong
from rules.sgf import SgfError

MOST_GAMES = 500
"""The largest number of games, and of files, in one upload."""
LARGEST_UNPACKED = 5_000_000
SECONDS = 5.0
"""The processor time for one upload; 500 ordinary games take about two seconds."""
ENDINGS = (".sgf", ".gib", ".ngf", ".ugf", ".ugi")
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
"""How zip archives begin: with a file, or without any."""


@dataclass(frozen=True, slots=True)
class UploadedFile:
    """One uploaded file: its name and its bytes."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class GameOfUpload:
    """A game of an upload, and the name of its file."""

    file: str
    game: GameOfFile
    facts: RecordMetadata


@dataclass(slots=True)
class UploadedGames:
    """The games of an upload, and the files that could not be read, each with the error."""

    games: list[GameOfUpload] = field(default_factory=list)
    refused: list[tuple[str, Refusal]] = field(default_factory=list)


def read_uploaded_files(files: list[UploadedFile]) -> UploadedGames:
    """Return the games in these files. Files without a readable record are reported in the result; if no file can be
    read, the first error is raised. Raises also UploadTooLarge, TooManyGames, UploadReadingTookTooLong, BadArchive,
    TooBusy."""
    is_one_record = len(files) == 1 and not files[0].data.startswith(_ZIP)
    if not is_one_record and sum(len(file.data) for file in files) > LARGEST:
        raise UploadTooLarge(most=LARGEST)
    found = UploadedGames()
    with cpu_slot():
        until = time.thread_time() + SECONDS
        for file in _unpack(files):
            try:
                _add_games_of_file(file, found, until)
            except BadSgf as error:
                found.refused.append((file.name, error))
            _raise_if_out_of_time(until)
    if not found.games:
        raise found.refused[0][1] if found.refused else BadSgf(sgf="sgf_no_game", line=0)
    return found


def _add_games_of_file(file: UploadedFile, found: UploadedGames, until: float) -> None:
    if len(file.data) > LARGEST:
        raise BadSgf(sgf="sgf_too_large", line=0)
    text = decode_sgf(file.data)
    _raise_if_out_of_time(until)
    try:
        for game in split_games(file.data, text.text, text.codec):
            if len(found.games) == MOST_GAMES:
                raise TooManyGames
            found.games.append(GameOfUpload(file.name, game, metadata_of(RecordTree(game.root))))
            _raise_if_out_of_time(until)
    except SgfError as error:
        raise BadSgf(sgf=error.code, line=error.line) from error


def _raise_if_out_of_time(until: float) -> None:
    """Raise UploadReadingTookTooLong if this thread's processor time, in seconds, is greater than `until`. Called
    after each file, including unreadable files, so that there is one game or at most 1 MB of text between two
    checks."""
    if time.thread_time() > until:
        raise UploadReadingTookTooLong


def _unpack(files: list[UploadedFile]) -> Iterator[UploadedFile]:
    """Yield the files, with archives replaced by the files in them. Raises TooManyGames and BadArchive."""
    number = size = 0
    for file in files:
        for inner in _archive_members(file) if file.data.startswith(_ZIP) else [file]:
            number, size = number + 1, size + len(inner.data)
            if number > MOST_GAMES or size > LARGEST_UNPACKED:
                raise TooManyGames
            yield inner


def _archive_members(archive: UploadedFile) -> Iterator[UploadedFile]:
    """Yield the records in an archive. At most one byte more than allowed is unpacked, whatever size the archive
    declares."""
    try:
        with zipfile.ZipFile(io.BytesIO(archive.data)) as opened:
            names = [one for one in opened.infolist() if _is_record_file(one)]
            if len(names) > MOST_GAMES:
                raise TooManyGames
            for one in names:
                with opened.open(one) as member:
                    yield UploadedFile(PurePosixPath(one.filename).name, member.read(LARGEST + 1))
    except BROKEN as error:
        raise BadArchive from error
    if not names:
        raise BadArchive(sentence=_("This zip file contains no game records. Choose another file."))


def _is_record_file(member: zipfile.ZipInfo) -> bool:
    path = PurePosixPath(member.filename)
    is_ours = path.suffix.lower() in ENDINGS and not path.name.startswith(".") and path.parts[0] != "__MACOSX"
    return is_ours and not member.is_dir()
