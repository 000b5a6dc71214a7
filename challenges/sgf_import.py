"""Read from an SGF file the position from which a game can continue."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext

from foundation.cpu_slots import cpu_slot
from games.errors import GameError
from games.sgf_text import ImportRemark, SgfText, decode_sgf
from games.terms import LARGEST_KOMI, SMALLEST_KOMI
from rules import Board, ByColor, Color, sgf
from wording.refusals import SGF_SENTENCES
from wording.words import localized_number, with_localized_digits

REMARKS: dict[str, Promise] = {
    "komi": _("The komi in the file was ignored: %(value)s"),
    "handicap": _("The handicap in the file was ignored: %(value)s"),
    "to_play": _("The player to move in the file was ignored: %(value)s"),
    "charset_guessed": _("The file does not say which character set it uses. The server read the file as %(value)s."),
    "charset_wrong": _("The character set named in the file was ignored: %(value)s"),
    "characters": _("Number of invalid characters replaced: %(value)s"),
}
"""Messages about the parts of a file that were ignored, guessed or replaced, by the code of the remark."""
_IGNORED = {"KM": "komi", "HA": "handicap", "PL": "to_play"}


class BadSgf(GameError, code="bad_sgf", fields=("sgf",), http_status=400):
    """Raised if the file is not a readable game of Go. `sgf` is the code of the problem, `line` its line (0 if
    unknown)."""

    sentence = _("This file does not contain a valid Go game.")

    def message(self) -> str:
        """Return a sentence on what is wrong with the file, and in which line."""
        sentence = str(SGF_SENTENCES[self.data["sgf"]])
        if not self.data["line"]:
            return sentence
        text = pgettext("error in a file", "Line %(line)s: %(sentence)s")
        return text % {"line": self.data["line"], "sentence": sentence}


class TooFewMoves(BadSgf, fields=("moves",)):
    """Raised if the position after a move is requested that the game does not have. `moves` is the number of moves in
    the main line."""

    def message(self) -> str:
        """Return a sentence with the number of moves that the game has."""
        count = self.data["moves"]
        text = ngettext(
            "The game has only %(n)s move. Enter a smaller number.",
            "The game has only %(n)s moves. Enter a smaller number.",
            count,
        )
        return text % {"n": localized_number(count)}


@dataclass(frozen=True, slots=True)
class ImportedSgf:
    """The first game of a file, with its position and terms.

    `moves` is the length of the main line. `rule_set` is None if the file names no supported rule set. `komi` is None
    if the file has none, so that the rule set's komi is used. `remarks` list what was ignored or guessed.
    """

    position: sgf.SgfPosition
    moves: int
    rule_set: str | None
    komi: Decimal | None
    handicap: int
    remarks: tuple[ImportRemark, ...] = ()


LARGEST = 1_000_000
"""The largest file in bytes; games with comments and variations at every move have some hundred thousand."""
LONGEST_VALUE = 40
"""The number of characters of a value that a remark repeats."""
MOST_NODES, MOST_MOVES = 20_000, 2_000
"""The largest number of nodes in all variations, and of moves in the main line; a thousand moves are a very long
game."""


def remark_sentence(remark: ImportRemark) -> str:
    """Return the remark as a sentence in the current language."""
    return str(REMARKS[remark.code]) % {"value": with_localized_digits(remark.value)}


def decode_upload(data: bytes) -> SgfText:
    """Return the text of an uploaded file. Raises BadSgf, before decoding, if the file is too large, and TooBusy."""
    check_file_size(data)
    with cpu_slot():
        return decode_sgf(data)


def read_upload(data: bytes | str, moves: int | None = None) -> ImportedSgf:
    """Return the position of a file after this many moves, by default after all. Raises BadSgf with the problem and its
    line, and TooBusy.

    A game of a few hundred moves takes milliseconds, and the worst file a second. The size is checked before reading,
    the number of nodes while reading, and few files are read at the same time.
    """
    check_file_size(data)
    with cpu_slot():
        return _read_upload(SgfText(data) if isinstance(data, str) else decode_sgf(data), moves)


def _read_upload(file: SgfText, moves: int | None) -> ImportedSgf:
    try:
        root = sgf.parse(file.text, MOST_NODES)[0]
        record = sgf.read_game(root)
        total = len(record.moves)
        if total > MOST_MOVES:
            raise sgf.SgfError("sgf_too_long", f"more than {MOST_MOVES} moves")
        if moves is not None and moves > total:
            raise TooFewMoves(sgf="sgf_move", line=0, moves=total)
        position = sgf.position_after(record, moves)
    except sgf.SgfError as error:
        raise BadSgf(sgf=error.code, line=error.line) from error
    komi, ignored = record.komi, record.ignored
    if komi is not None and not SMALLEST_KOMI <= komi <= LARGEST_KOMI:
        komi, ignored = None, (*ignored, "KM")
    remarks = (ImportRemark(_IGNORED[name], root.simple_text(name).strip()[:LONGEST_VALUE]) for name in ignored)
    rule_set = sgf.find_rule_set_key(record.rules)
    return ImportedSgf(position, total, rule_set, komi, record.setup.handicap, (*file.remarks, *remarks))


def check_file_size(data: bytes | str) -> None:
    """Raise BadSgf if the file is too large."""
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    if len(raw) > LARGEST:
        raise BadSgf(sgf="sgf_too_large", line=0)


def position_json(position: sgf.SgfPosition) -> dict[str, Any]:
    """Return a position as JSON values, for `position_from_json`."""
    return {
        "start": position.board.rows(),
        "first": position.to_play.letter,
        "prisoners": list(position.prisoners),
        "moves": position.move_number,
        **({"wraps": True} if position.board.wraps else {}),
    }


def position_from_json(data: dict[str, Any]) -> sgf.SgfPosition:
    """Return the position from the result of `position_json`."""
    board = Board.from_rows(data["start"]).wrapped(data.get("wraps", False))
    return sgf.SgfPosition(board, Color.from_letter(data["first"]), ByColor(*data["prisoners"]), data["moves"])
