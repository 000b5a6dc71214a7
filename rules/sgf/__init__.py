"""Game records in SGF FF[4].

Four layers, each importing only those before it: text (charsets, escapes) and grammar (brackets), properties (points,
numbers), reading and writing (a game of Go).
"""

from .errors import CODES, SgfError
from .grammar import LARGEST, SgfNode, parse, serialize, split
from .reading import MainLine, PositionEdit, SgfMove, SgfPosition, find_rule_set_key, position_after, read_game
from .writing import RULES, write_game, write_timed_game

__all__ = [
    "CODES",
    "LARGEST",
    "RULES",
    "MainLine",
    "PositionEdit",
    "SgfError",
    "SgfMove",
    "SgfNode",
    "SgfPosition",
    "find_rule_set_key",
    "parse",
    "position_after",
    "read_game",
    "serialize",
    "split",
    "write_game",
    "write_timed_game",
]
