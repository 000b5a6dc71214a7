"""Games of three or more colours in FF[4], which supports only Black and White (V64).

Every turn is a setup node that other programs can show: AB for Black, AW for the other colours, AE for captured stones,
and LB with the letters of all stones of other colours. The turns themselves are in private properties, which this
server reads: XM[R:pd] in the node (XM[R:] is a pass), and in the root XC[3] the colours, XK[R:0.5] the komi and
XR[R:15] the result. RE is not written.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal, InvalidOperation

from rules.actions import Pass, Play
from rules.board import Board, Point
from rules.color import BLACK_AND_WHITE, Color
from rules.notation import to_sgf
from rules.outcome import format_points
from rules.ruleset import RULE_SETS, RuleSet
from rules.state import GameState, Setup
from rules.variants import Variant, VariantColors
from rules.variants.variant import FOR_MANY, MOST_COLORS

from .errors import SgfError
from .grammar import SgfNode
from .properties import parse_move, parse_points, read_wraps


def has_many_colors(setup: Setup) -> bool:
    """Return whether a game needs this notation, because it has more than two colours."""
    return len(setup.order.colors) > 2


def write_turn(node: SgfNode, turn: Play | Pass, before: Board, after: Board) -> None:
    """Write a turn (a stone or a pass) and its visible effects on the board into the node."""
    point = turn.point if isinstance(turn, Play) else None
    _write_visible(node, [at for at in before.points() if before[at] != after[at]], after)
    node.set("XM", f"{turn.color.letter}:{'' if point is None else to_sgf(point)}")


def write_root(root: SgfNode, state: GameState, start: Board) -> None:
    """Write the additional properties of the root node: the number of colours, the start position, the komi and the
    result."""
    setup = state.setup
    root.properties.pop("RE", None)
    root.set("XC", str(len(setup.order.colors)))
    _write_visible(root, [at for at in start.points() if start[at] is not None], start)
    _set_by_color(root, "XK", {letter: format_points(own) for letter, own in setup.variant.komi.items()})
    if state.outcome is None:
        return
    score = None if state.proposal is None else state.proposal.score
    totals = {} if score is None else score.totals.by_letter(format_points)
    placed = [color for place in state.outcome.ranking for color in place]
    _set_by_color(root, "XR", {color.letter: totals.get(color.letter, "") for color in placed})


def _set_by_color(node: SgfNode, name: str, values: dict[str, str]) -> None:
    if values:
        node.properties[name] = [f"{letter}:{value}" for letter, value in values.items()]


def _write_visible(node: SgfNode, changed: list[Point], board: Board) -> None:
    """Write these points of the board into the node, in properties that other programs can show."""
    for name, shown in (("AB", Color.BLACK), ("AE", None)):
        _set_points(node, name, [at for at in changed if board[at] is shown])
    _set_points(node, "AW", [at for at in changed if board[at] not in (None, Color.BLACK)])
    stones = ((at, board[at]) for at in board.points())
    labels = [f"{to_sgf(at)}:{own.letter}" for at, own in stones if own not in (None, *BLACK_AND_WHITE)]
    if labels:
        node.properties["LB"] = labels


def _set_points(node: SgfNode, name: str, points: list[Point]) -> None:
    if points:
        node.properties[name] = [to_sgf(point) for point in points]


def colors_of(root: SgfNode) -> int:
    """Return the number of colours of the record (XC), 2 by default. Raises SgfError for an invalid number."""
    written = root.simple_text("XC").strip() or "2"
    if written not in [str(number) for number in range(2, MOST_COLORS + 1)]:
        raise SgfError("sgf_number", f"XC[{written[:20]}] is not a number from 2 to {MOST_COLORS}", root.line)
    return int(written)


def read_variant(root: SgfNode, colors: int) -> Variant:
    """Return the variant of the record: its number of colours, the komi of each colour, and whether the edges of the
    board are joined. Raises SgfError."""
    komi = dict(_color_values(root, "XK", colors))
    try:
        values = tuple(Decimal(komi.get(color, "0")) for color in list(Color)[:colors]) if komi else ()
    except InvalidOperation:
        raise SgfError("sgf_number", "XK has an invalid number", root.line) from None
    if not all(value.is_finite() and abs(value) < 1000 for value in values):
        raise SgfError("sgf_number", "XK has an invalid komi", root.line)
    return Variant(colors=VariantColors(colors, values), wraps=read_wraps(root))


def read_rules(variant: Variant, key: str | None) -> RuleSet:
    """Return the rule set with this key if it supports this many colours, otherwise Chinese rules."""
    return variant.rules_of(RULE_SETS[key if key in FOR_MANY else FOR_MANY[0]])


def read_start(root: SgfNode, board: Board, colors: int) -> Board:
    """Return the position before the first turn. LB gives the colours of stones other than Black. Raises SgfError."""
    size, line = (board.width, board.height), root.line
    stones: dict[Point, Color | None] = {}
    for name, color in (("AB", Color.BLACK), ("AW", Color.WHITE)):
        stones |= dict.fromkeys(parse_points(root.properties.get(name, ()), *size, line), color)
    for written in root.properties.get("LB", ()):
        place, _, letter = written.partition(":")
        (point,) = parse_points([place], *size, line)
        if stones.get(point) is Color.WHITE:
            stones[point] = _parse_color(letter, colors, line)
    return board.with_stones((color, point) for point, color in stones.items())


def read_turns(root: SgfNode, width: int, height: int, colors: int) -> Iterator[tuple[Color, Point | None, int]]:
    """Yield every turn of the main line: colour, point (None for a pass) and line. Raises SgfError."""
    for node in root.main_line():
        for color, place in _color_values(node, "XM", colors):
            yield color, parse_move(place, width, height, node.line), node.line


def _color_values(node: SgfNode, name: str, colors: int) -> Iterator[tuple[Color, str]]:
    for written in node.properties.get(name, ()):
        letter, _, value = written.partition(":")
        yield _parse_color(letter, colors, node.line), value


def _parse_color(letter: str, colors: int, line: int) -> Color:
    try:
        color = Color.from_letter(letter.strip())
    except ValueError:
        raise SgfError("sgf_setup", f"[{letter[:12]}] is not a colour", line) from None
    if color > colors:
        raise SgfError("sgf_setup", f"[{letter[:12]}] is not a colour of this game", line)
    return color
