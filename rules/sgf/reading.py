"""Read a game of Go from the nodes of a file: its setup, its main line, and the position after some moves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from rules.board import Board, Neighbors, Point
from rules.color import ByColor, Color
from rules.errors import BadHandicap, PointOccupied
from rules.handicap import fixed_points
from rules.order import OrderOfPlay
from rules.ruleset import DEFAULT_RULE_SET, RULE_SETS, HandicapPlacement, SelfCaptureRule
from rules.state import Setup
from rules.variants.variant import Variant

from . import many
from .errors import SgfError
from .grammar import SgfNode
from .properties import board_size, parse_move, parse_points, read_handicap, read_komi, read_player_to_move, read_wraps

_RULES = {
    "japanese": "japanese", "japan": "japanese", "jp": "japanese",
    "chinese": "chinese", "china": "chinese", "cn": "chinese",
    "korean": "korean", "korea": "korean", "kr": "korean",
    "aga": "aga", "bga": "bga",
    "nz": "new_zealand", "newzealand": "new_zealand",
    "tromptaylor": "tromp_taylor",
    "goe": "ing", "ing": "ing",
    "brainking": "brainking", "leaflet": "leaflet",
}  # fmt: skip
MOST_EDITS = 30
"""The largest number of main-line nodes after the first that set stones; each needs a check of its board."""
_SETUP = (("AB", Color.BLACK), ("AW", Color.WHITE), ("AE", None))


@dataclass(frozen=True, slots=True)
class SgfMove:
    """A stone or a pass (`point` None) of the main line, and its line number in the file."""

    color: Color
    point: Point | None
    line: int


@dataclass(frozen=True, slots=True)
class PositionEdit:
    """The stones that a node in mid-game sets or removes, possibly none. `to_play` is the colour to move then, or None
    if the file does not say."""

    stones: tuple[tuple[Color | None, Point], ...]
    to_play: Color | None
    line: int


@dataclass(frozen=True, slots=True)
class MainLine:
    """The main line of a game.

    `setup` has the position before the first turn. `rules` is the rule set's name in the file; if it is unknown,
    `setup` has the reader's default. `free_handicap` are the stones that Black placed in the first turn under rules
    with free placement (R41). `komi` is the komi in the file, or None without a komi, in which case `setup` has the
    rule set's own. `ignored` names the root's properties that are present but not valid (KM, HA, PL).
    """

    setup: Setup
    turns: tuple[SgfMove | PositionEdit, ...]
    rules: str
    players: ByColor[str]
    result: str
    free_handicap: frozenset[Point] = frozenset()
    komi: Decimal | None = None
    ignored: tuple[str, ...] = ()

    @property
    def moves(self) -> tuple[SgfMove, ...]:
        """Return the turns that are stones or passes."""
        return tuple(turn for turn in self.turns if isinstance(turn, SgfMove))


@dataclass(frozen=True, slots=True)
class SgfPosition:
    """The position after a main line; `prisoners` are the numbers held by each colour."""

    board: Board
    to_play: Color
    prisoners: ByColor[int]
    move_number: int


def find_rule_set_key(written: str) -> str | None:
    """Return the key of the rule set of an RU property, or None if this server does not have the rule set."""
    return _RULES.get(re.sub(r"[^a-z]", "", written.lower().replace("rules", "")))


def read_game(root: SgfNode) -> MainLine:
    """Return the game with this root. If the file names no rule set that this server has, the default one is used.

    Raises SgfError for games other than Go and for points off the board. Legality of moves is not checked here;
    position_after() does the necessary checks.
    """
    width, height = board_size(root)
    rules = root.simple_text("RU").strip()
    key = find_rule_set_key(rules)
    ruleset = RULE_SETS[key or DEFAULT_RULE_SET]
    handicap, komi = read_handicap(root, width * height // 2), read_komi(root)
    read = {"KM": komi, "HA": handicap, "PL": read_player_to_move(root)}
    ignored = tuple(name for name, value in read.items() if value is None and root.simple_text(name).strip())
    handicap = handicap or 0
    colors = many.colors_of(root)
    if colors > 2:
        return _read_many_color_game(root, Board.empty(width, height).wrapped(read_wraps(root)), colors, key)
    variant = Variant(wraps=read_wraps(root))
    turns = tuple(_turns_and_edits(root, width, height))
    agreed = Setup(width, height, ruleset, Decimal(0), handicap, variant=variant)
    setup, placed = _setup_and_handicap(root, agreed, turns)
    return MainLine(
        setup=Setup(
            width=width,
            height=height,
            ruleset=ruleset,
            komi=ruleset.default_komi(width, height, handicap) if komi is None else komi,
            handicap=handicap,
            start=setup.start,
            first=setup.first,
            variant=variant,
        ),
        turns=turns,
        rules=rules,
        players=ByColor(root.simple_text("PB").strip(), root.simple_text("PW").strip()),
        result=root.simple_text("RE").strip(),
        free_handicap=placed,
        komi=komi,
        ignored=ignored,
    )


def _read_many_color_game(root: SgfNode, empty: Board, colors: int, key: str | None) -> MainLine:
    """Return the record of a game of three or more colours in this server's notation (V64)."""
    variant = many.read_variant(root, colors)
    start = many.read_start(root, empty, colors)
    _check_liberties(start, root.line)
    turns = (SgfMove(*turn) for turn in many.read_turns(root, empty.width, empty.height, colors))
    return MainLine(
        setup=Setup(
            empty.width,
            empty.height,
            many.read_rules(variant, key),
            Decimal(0),
            start=tuple(start.rows()) if start.key else (),
            variant=variant,
        ),
        turns=tuple(turns),
        rules=root.simple_text("RU").strip(),
        players=ByColor(*(root.simple_text(name).strip() for name in ("PB", "PW"))),
        result="",
    )


def _turns_and_edits(root: SgfNode, width: int, height: int) -> Iterator[SgfMove | PositionEdit]:
    """Yield the moves and setup edits of the main line. Setup stones (AB/AW) in records of wrapping boards are ignored:
    they only correct captures for other programs (V72)."""
    edits, is_edited = 0, not read_wraps(root)
    for node in root.main_line():
        stones = _setup_stones(node, width, height) if is_edited and node is not root else []
        to_play = read_player_to_move(node) if "PL" in node and node is not root else None
        if stones or to_play is not None:
            edits += bool(stones)
            if edits > MOST_EDITS:
                raise SgfError("sgf_too_long", f"more than {MOST_EDITS} times stones set by hand", node.line)
            yield PositionEdit(tuple(stones), to_play, node.line)
        for name, color in (("B", Color.BLACK), ("W", Color.WHITE)):
            if name in node:
                yield SgfMove(color, parse_move(node.raw(name) or "", width, height, node.line), node.line)


def _setup_stones(node: SgfNode, width: int, height: int) -> list[tuple[Color | None, Point]]:
    return [
        (color, point)
        for name, color in _SETUP
        for point in parse_points(node.properties.get(name, ()), width, height, node.line)
    ]


def _setup_and_handicap(
    root: SgfNode, agreed: Setup, turns: tuple[SgfMove | PositionEdit, ...]
) -> tuple[Setup, frozenset[Point]]:
    """Return the setup, and the handicap stones that Black placed freely in the first turn. The setup has a start
    position only if the file's position differs from that of the handicap."""
    stones = _setup_stones(root, agreed.width, agreed.height)
    black = frozenset(point for color, point in stones if color is Color.BLACK)
    first = read_player_to_move(root)
    if first is None:
        first = next((turn.color for turn in turns if isinstance(turn, SgfMove)), None)
    only_black = len(black) == len(stones)
    if only_black and agreed.stones_to_place and len(black) == agreed.handicap and first is not Color.BLACK:
        fixed = {point for point in black if agreed.board()[point] is not None}
        if len(fixed) + agreed.stones_to_place == agreed.handicap:
            return agreed, black - fixed
    if only_black and black == _expected_handicap_stones(agreed) and first in (None, agreed.first_to_act()):
        return agreed, frozenset()
    board = Board.empty(agreed.width, agreed.height).wrapped(agreed.variant.wraps).with_stones(stones)
    _check_liberties(board, root.line)
    if first is None:
        first = Color.WHITE if agreed.handicap and black else Color.BLACK
    return (
        Setup(
            agreed.width,
            agreed.height,
            agreed.ruleset,
            agreed.komi,
            agreed.handicap,
            tuple(board.rows()),
            first,
            variant=agreed.variant,
        ),
        frozenset(),
    )


def _expected_handicap_stones(agreed: Setup) -> frozenset[Point] | None:
    """Return the black stones that the agreed handicap puts on the board before the first move, or None if their points
    are not fixed."""
    if not agreed.handicap:
        return frozenset()
    if agreed.ruleset.handicap_placement is HandicapPlacement.FREE:
        return None
    try:
        return frozenset(fixed_points(agreed.width, agreed.height, agreed.handicap))
    except BadHandicap:
        return None


def _check_liberties(board: Board, line: int) -> None:
    neighbors = board.neighbors
    free = bytearray(len(board.cells))
    for index, value in enumerate(board.cells):
        if value and not free[index] and not _has_liberty(neighbors, board.cells, index, free):
            raise SgfError("sgf_setup", "stones without a liberty", line)


def _has_liberty(neighbors: Neighbors, cells: bytes, start: int, free: bytearray) -> bool:
    """Return whether the chain at `start` has a liberty. Mark the chain's stones in `free`, so that the chain is not
    examined again."""
    color, chain, breathes = cells[start], [start], False
    free[start] = True
    for index in chain:
        for near in neighbors[index]:
            value = cells[near]
            if not value:
                breathes = True
            elif value == color and not free[near]:
                free[near] = True
                chain.append(near)
    return breathes


def position_after(record: MainLine, moves: int | None = None) -> SgfPosition:
    """Return the position after this many stones and passes, by default after all of them.

    Stones are placed and captured by the rules. Neither ko nor turns are checked, and self-capture is played as
    written. The colour to move is that of the record's next move, if there is one and the file names no other (PL).
    Raises SgfError (with the line) for a stone on an occupied point, and for setup stones without a liberty.
    """
    setup = record.setup
    board = setup.board().with_stones((Color.BLACK, point) for point in record.free_handicap)
    to_play = setup.order.next_to_act(Color.BLACK) if record.free_handicap else setup.first_to_act()
    prisoners, done, is_named = [0] * (1 + len(setup.order.colors)), 0, True
    for turn in record.turns:
        if isinstance(turn, PositionEdit):
            if turn.stones:
                board = board.with_stones(turn.stones)
                _check_liberties(board, turn.line)
            if turn.to_play is not None:
                to_play, is_named = turn.to_play, True
            elif setup.handicap and not done and all(color is Color.BLACK for color, _point in turn.stones):
                to_play, is_named = Color.WHITE, False
            continue
        if done == moves:
            to_play = to_play if is_named else turn.color
            break
        if turn.point is not None:
            board = _place_stone(board, turn, setup.order, prisoners)
        to_play, done, is_named = setup.order.next_to_act(turn.color), done + 1, False
    return SgfPosition(board, to_play, ByColor(*prisoners[1:]), done)


def _place_stone(board: Board, turn: SgfMove, order: OrderOfPlay, prisoners: list[int]) -> Board:
    assert turn.point is not None
    try:
        placed = board.place(turn.color, turn.point, SelfCaptureRule.ALLOWED)
    except PointOccupied:
        raise SgfError("sgf_move", "a move on a point that has a stone", turn.line) from None
    prisoners[turn.color] += len(placed.captured)
    for other in order.others(turn.color) if len(order.colors) == 2 else ():
        prisoners[other] += len(placed.self_captured)
    return placed.board
