"""A file of somebody's as a position to play on from."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from foundation.turns import turn
from games.errors import GameError
from rules import Board, ByColor, Color, sgf

SGF_SENTENCES: dict[str, Promise] = {
    "sgf_too_large": _("The file is too large."),
    "sgf_no_game": _("There is no game in this file. An SGF file starts with (;"),
    "sgf_syntax": _("The file is broken here."),
    "sgf_not_go": _("This is a record of another game, not Go."),
    "sgf_size": _("The board is smaller than 5 or larger than 25 lines."),
    "sgf_point": _("A point is not on the board."),
    "sgf_number": _("The komi is not a whole or half number."),
    "sgf_setup": _("This position is not possible: some stones have no liberties."),
    "sgf_move": _("There is no such move, or there is already a stone there."),
    "sgf_handicap": _("The number of handicap stones does not fit the board."),
}


class BadSgf(GameError):
    """The file is no game of Go; `sgf` is the code of what is wrong, `line` where (0: nowhere in particular)."""

    code = "bad_sgf"
    http_status = 400
    sentence = _("This file cannot be read as a game of Go.")

    def said(self) -> str:
        """What is wrong with the file, and in which line."""
        sentence = str(SGF_SENTENCES[self.data["sgf"]])
        if not self.data["line"]:
            return sentence
        return gettext("Line %(line)s: %(sentence)s") % {"line": self.data["line"], "sentence": sentence}


@dataclass(frozen=True, slots=True)
class Upload:
    """What the first game of a file gives: the position, and the terms that it was played on.

    `moves` is how many its main line has; `rule_set` is None when the file names none that is offered here, `komi` None
    when the file says none: then it is that of the rule set that is chosen.
    """

    position: sgf.Position
    moves: int
    rule_set: str | None
    komi: Decimal | None
    handicap: int


LARGEST = 60_000
"""Bytes of a file: the longest games with comments have a third of it."""
MOST_NODES, MOST_MOVES = 6_000, 2_000
"""Of all variations together, and of the main line; a thousand moves are a very long game."""


def read_upload(data: bytes | str, moves: int | None = None) -> Upload:
    """Read a file: its position after so many moves, by default after all. Raises BadSgf, which says what and where.

    A game of a few hundred moves takes some milliseconds, the worst file a third of a second: what would take more is
    refused by its size and by its semicolons, before it is read; and few are read at the same time. Raises
    TooMuchAtOnce.
    """
    _scan(data)
    with turn():
        return _read(data, moves)


def _read(data: bytes | str, moves: int | None) -> Upload:
    try:
        record = sgf.read_game(sgf.parse(data)[0])
        total = len(record.moves)
        if total > MOST_MOVES:
            raise sgf.SgfError("sgf_too_large", f"more than {MOST_MOVES} moves")
        if moves is not None and moves > total:
            raise sgf.SgfError("sgf_move", f"the main line has {total} moves")
        position = sgf.position_after(record, moves)
    except sgf.SgfError as error:
        raise BadSgf(sgf=error.code, line=error.line) from error
    return Upload(position, total, sgf.rule_set_named(record.rules), record.komi, record.setup.handicap)


def _scan(data: bytes | str) -> None:
    """Raise BadSgf for what is not worth reading."""
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    if len(raw) > LARGEST or raw.count(b";") > MOST_NODES:
        raise BadSgf(sgf="sgf_too_large", line=0)


def position_json(position: sgf.Position) -> dict[str, Any]:
    """A position in a form that JSON can hold."""
    return {
        "start": position.board.rows(),
        "first": position.to_play.letter,
        "prisoners": list(position.prisoners),
        "moves": position.move_number,
    }


def position_of(data: dict[str, Any]) -> sgf.Position:
    """The position that position_json() wrote."""
    return sgf.Position(
        Board.from_rows(data["start"]), Color.from_letter(data["first"]), ByColor(*data["prisoners"]), data["moves"]
    )
