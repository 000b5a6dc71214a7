"""Game records in SGF FF[4].

Four layers, each importing only those before it: text (charsets, escapes) and grammar (brackets), properties (points,
numbers), reading and writing (a game of Go).
"""

from .errors import CODES, SgfError
from .grammar import LARGEST, Node, parse, serialize, split
from .reading import Edit, Position, Record, Turn, position_after, read_game, rule_set_named
from .writing import RULES, write_game, write_timed_game

__all__ = [
    "CODES",
    "LARGEST",
    "RULES",
    "Edit",
    "Node",
    "Position",
    "Record",
    "SgfError",
    "Turn",
    "parse",
    "position_after",
    "read_game",
    "rule_set_named",
    "serialize",
    "split",
    "write_game",
    "write_timed_game",
]
