"""Read games from uploads, and convert each to a short SGF record: terms, result and main line, without comments
(E150)."""

from __future__ import annotations

import codecs
import hashlib
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from pathlib import PurePosixPath

from foundation.text import clean_text
from games.sgf_text import decode_sgf
from rules import ByColor, sgf
from rules.sgf.properties import find_date

from . import online_go
from .archives import LONGEST_PATH, BadFile, files_in

MOST_GAMES = 1_000
"""The largest number of games in an upload."""
MOST_NODES, MOST_MOVES = 20_000, 1_000
MOST_ERRORS = 50
"""The largest number of errors that are stored for an upload. Further errors are only counted."""
LONGEST_NAME, LONGEST_VALUE, LONGEST_RESULT = 60, 80, 16
_ENDINGS = (".sgf", ".json", "")
"""The endings of records. A file with another ending is read if it contains a game."""
_INFO = ("SZ", "KM", "HA", "RU", "PB", "PW", "BR", "WR", "RE", "DT", "PC", "EV", "RO", "TM", "OT")
_SETUP = ("AB", "AW", "AE", "PL")
_BEFORE_TEXT = codecs.BOM_UTF8 + codecs.BOM_UTF16 + b"\0 \t\r\n"
"""The bytes that can be before the first character of a file, also in UTF-16 and UTF-32."""
_HANDLE = re.compile(r".*\(([^()]{1,40})\)\s*")
"""A name on the Dragon Go Server: the full name, then the user ID in brackets."""
_RESULT = re.compile(
    r"(b|w|black|white)\s*\+\s*(?:([0-9]{1,4}(?:[.,][0-9]{1,2})?)|([a-z]*))(?![^\s(])", re.ASCII | re.IGNORECASE
)
_ENDS = {
    "": "", **dict.fromkeys(("r", "res", "resign", "resigned", "resignation"), "R"),
    **dict.fromkeys(("t", "time", "timeout"), "T"), **dict.fromkeys(("f", "forfeit"), "F"),
}  # fmt: skip
_CHINESE_RESIGNATION = re.compile("([黑白])(?:棋|方)?中[盘盤][胜勝]")
_WORDS = {"draw": "0", "jigo": "0", "void": "Void", "?": ""}
"""Results without a winner in files, and this server's notation."""


class Server(StrEnum):
    """The server on which a game was played."""

    OGS = "ogs"
    DGS = "dgs"
    KGS = "kgs"
    IGS = "igs"
    OTHER = "other"


_MARKS = (
    (Server.OGS, ("online-go",)),
    (Server.DGS, ("dragon go server", "dragongoserver")),
    (Server.KGS, ("gokgs", "kgs go server")),
    (Server.IGS, ("igs", "pandanet", "gopanda")),
)
"""For each server, texts that are in the properties PC, AP or US of its records, by which they are recognised."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game read from a file: the file's name, the game's terms and result, and its SGF record. `komi` is "" if the
    file has none. `result` is in this server's notation, or in the file's words, and "" if the file has none or a long
    one."""

    file: str
    server: Server
    players: ByColor[str]
    width: int
    height: int
    handicap: int
    komi: str
    result: str
    played_on: date | None
    moves: int
    rows: str
    sgf: str

    @property
    def digest(self) -> str:
        """Return a hash of the game, by which a club recognises games that it already has."""
        return hashlib.sha256(self.sgf.encode()).hexdigest()[:40]


@dataclass(slots=True)
class UploadResult:
    """The games of an upload. `errors` are file, code and line, at most MOST_ERRORS, and `more_errors` counts the rest.
    `is_complete` is False if the time limit was reached before the end."""

    games: list[GameRecord] = field(default_factory=list)
    errors: list[tuple[str, str, int]] = field(default_factory=list)
    more_errors: int = 0
    is_complete: bool = True

    def add_error(self, file: str, error: BadFile) -> None:
        """Store an error, or only count it in `more_errors` if MOST_ERRORS errors are already stored."""
        if len(self.errors) < MOST_ERRORS:
            self.errors.append((file, error.code, error.line))
        else:
            self.more_errors += 1


def read_upload(name: str, data: bytes, seconds: float) -> UploadResult:
    """Return the games of an upload, and the errors by file. Stop after this many seconds of processor time, checked
    between games and while archives are unpacked."""
    found, end = UploadResult(), time.thread_time() + seconds
    file = name
    try:
        for file, content in files_in(name, data, end):
            for game in _games_in_file(file, content):
                if time.thread_time() > end:
                    raise BadFile("too_long")
                if isinstance(game, BadFile):
                    found.add_error(file, game)
                elif len(found.games) == MOST_GAMES:
                    raise BadFile("too_many_games")
                else:
                    found.games.append(game)
    except BadFile as error:
        found.is_complete = error.code != "too_long"
        found.add_error(file, error)
    return found


def _games_in_file(file: str, content: bytes | BadFile) -> Iterator[GameRecord | BadFile]:
    """Yield the games of a file, or a BadFile for each game that cannot be read."""
    try:
        if isinstance(content, BadFile):
            raise content
        for root in _root_nodes(file, content):
            yield _game_record(file, root) if isinstance(root, sgf.SgfNode) else root
    except sgf.SgfError as error:
        is_other_file = error.code == "sgf_no_game" and PurePosixPath(file).suffix.lower() not in _ENDINGS
        yield BadFile("not_a_record" if is_other_file else error.code, error.line)
    except BadFile as error:
        yield error


def _root_nodes(file: str, content: bytes) -> Iterable[sgf.SgfNode | BadFile]:
    if content.lstrip(_BEFORE_TEXT)[:1] in (b"{", b"[") and not file.lower().endswith(".sgf"):
        return online_go.games_as_nodes(content)
    return sgf.parse(decode_sgf(content).text, MOST_NODES)


def _game_record(file: str, root: sgf.SgfNode) -> GameRecord | BadFile:
    """Return the record of a game, or a BadFile if the rules of this server cannot replay it."""
    try:
        record = sgf.read_game(root)
        if not record.setup.variant.plain:
            return BadFile("variant")
        if not 0 < len(record.moves) <= MOST_MOVES:
            return BadFile("too_many_moves" if record.moves else "without_moves")
        last = sgf.position_after(record)
    except sgf.SgfError as error:
        return BadFile(error.code, error.line)
    server = _guess_server(root)
    names = [_player_name(root.simple_text(name), server) for name in ("PB", "PW")]
    result, setup = _short_result(record.result), record.setup
    komi = "" if record.komi is None else f"{record.komi:f}"
    for name, value in zip(("PB", "PW", "RE"), (*names, result or record.result), strict=True):
        root.set(name, value)
    return GameRecord(
        file[-LONGEST_PATH:], server, ByColor(*names), setup.width, setup.height, setup.handicap, komi,
        result, _start_date(root), len(record.moves), "\n".join(last.board.rows()),
        sgf.serialize([_copy_main_line(root)]),
    )  # fmt: skip


def _guess_server(root: sgf.SgfNode) -> Server:
    text = " ".join(root.simple_text(name) for name in ("PC", "AP", "US")).lower()
    return next((server for server, marks in _MARKS if any(mark in text for mark in marks)), Server.OTHER)


def _player_name(text: str, server: Server) -> str:
    """Return the player's name from a file, "?" if the file has none."""
    handle = _HANDLE.fullmatch(text) if server is Server.DGS else None
    return clean_text(handle[1] if handle else text)[:LONGEST_NAME].strip() or "?"


def _short_result(text: str) -> str:
    """Return the result in this server's notation, otherwise in the file's words, or "" if they are long."""
    written = clean_text(text[:LONGEST_VALUE])
    chinese = _CHINESE_RESIGNATION.match(written)
    if chinese:
        return "B+R" if chinese[1] == "黑" else "W+R"
    found = _RESULT.match(written)
    end = found and (found[2] or _ENDS.get(found[3].lower()))
    if found and end is not None:
        return f"{found[1][0].upper()}+{end.replace(',', '.')}"
    written = _WORDS.get(written.lower(), written)
    return written if len(written) <= LONGEST_RESULT else ""


def _start_date(root: sgf.SgfNode) -> date | None:
    """Return the day on which the game began, None if it is unknown."""
    found = find_date(root.simple_text("DT"))
    return date.fromisoformat(found) if found.count("-") == 2 else None


def _copy_main_line(root: sgf.SgfNode) -> sgf.SgfNode:
    """Return a copy of the main line, without comments, variations and unknown properties."""
    first = last = sgf.SgfNode({"FF": ["4"], "GM": ["1"], "CA": ["UTF-8"]})
    for name in _INFO:
        if value := clean_text(root.simple_text(name))[:LONGEST_VALUE]:
            first.set(name, value)
    for node in root.main_line():
        if node is not root:
            last.children.append(sgf.SgfNode())
            last = last.children[0]
        for name in ("B", "W", *_SETUP):
            if name in node:
                last.properties[name] = list(node.properties[name])
    return first
