"""A file of somebody's as a position to play on from."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from foundation.turns import turn
from games.errors import BadSgf
from rules import Board, ByColor, Color, sgf


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
    refused by its size and by its semicolons, before it is read; and few are read at once. Raises TooMuchAtOnce.
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
        "prisoners": [position.prisoners.black, position.prisoners.white],
        "moves": position.move_number,
    }


def position_of(data: dict[str, Any]) -> sgf.Position:
    """The position that position_json() wrote."""
    return sgf.Position(
        Board.from_rows(data["start"]), Color.from_letter(data["first"]), ByColor(*data["prisoners"]), data["moves"]
    )
