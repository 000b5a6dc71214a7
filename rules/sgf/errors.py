"""Errors in an SGF file, with their line."""

from __future__ import annotations


class SgfError(ValueError):
    """Raised if the text is not a readable game of Go.

    `code` is stable: clients and translations use it as a key. `line` counts from 1 and is 0 if no single line caused
    the error. `detail` is for developers.
    """

    def __init__(self, code: str, detail: str = "", line: int = 0) -> None:
        where = f"line {line}: " if line else ""
        super().__init__(f"{where}{detail or code}")
        self.code, self.line, self.detail = code, line, detail


CODES = frozenset(
    {
        "sgf_too_large",
        "sgf_too_long",
        "sgf_too_many_games",
        "sgf_no_game",
        "sgf_syntax",
        "sgf_not_go",
        "sgf_size",
        "sgf_point",
        "sgf_number",
        "sgf_setup",
        "sgf_move",
    }
)
"""Every code of an SgfError."""
