"""Game records in SGF FF[4].

Four layers, each importing only those before it: text (charsets, escapes) and grammar (brackets), properties (points,
numbers), reading and writing (a game of Go).
"""

from .errors import CODES, SgfError
from .grammar import LARGEST, Node, parse, serialize, split
from .reading import SgfPosition, PositionEdit, MainLine, SgfMove, find_rule_set_key, position_after, read_game
from .writing import RULES, write_game, write_timed_game

__all__ = [
    "CODES",
    "LARGEST",
    "RULES",
    "Node",
    "SgfPosition",
    "PositionEdit",
    "MainLine",
    "SgfError",
    "SgfMove",
    "find_rule_set_key",
    "parse",
    "position_after",
    "read_game",
    "serialize",
    "split",
    "write_game",
    "write_timed_game",
]
