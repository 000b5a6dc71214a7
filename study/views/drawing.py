"""Draw the analysis page: marks on the board, the buttons over the board, and the tree as a drawing and as a list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from rules import BLACK_AND_WHITE, Board, Color, Move, Point, parse_vertex, vertex
from study.core.nodes import PASS, ROOT, TreeNode
from study.core.shape import ShownMove, TreeShape
from wording.board_svg import BoardMarks, board_svg
from wording.board_text import point_label
from wording.color_words import LETTERS as COLOR_LETTERS
from wording.color_words import STONE_NAMES
from wording.words import with_localized_digits

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
STEP = 26
"""The distance between two nodes of the picture, in units of the SVG."""
LONGEST_WORDS = 60
_STONES = {"B": "●", "W": "○"}
_PALE = (Color.WHITE, Color.YELLOW)
"""The colours of stones on which marks are dark."""


def board_picture(
    board: Board, last: Move | None, signs: Mapping[str, str], following: Mapping[str, str]
) -> SafeString:
    """Return the SVG of the position with marks and the letters of the next moves. `signs` and `following` are keyed by
    vertex."""
    drawn = str(board_svg(board, BoardMarks(last=last)))
    over = [_mark_svg(board, point, sign) for point, sign in signs.items()]
    over += [_next_move_letter_svg(board, point, letter) for point, letter in following.items() if point not in signs]
    return mark_safe(drawn.removesuffix("</svg>") + f'<g class="over">{"".join(over)}</g></svg>')  # noqa: S308 - points, words and letters that were checked


def next_letters(moves: Iterable[str], signs: Mapping[str, str]) -> list[str]:
    """Return a letter for each of the next moves, given as vertices: the letter that marks its point, unless an earlier
    move has it, or the first that marks no point. `signs` are the marks by vertex. Later moves are left out when no
    letter is left."""
    free = iter([letter for letter in LETTERS if letter not in signs.values()])
    letters: list[str] = []
    for move in moves:
        sign = signs.get(move, "")
        letter = sign if sign in set(LETTERS) - set(letters) else next(free, "")
        if not letter:
            break
        letters.append(letter)
    return letters


def _mark_svg(board: Board, at: str, mark: str) -> str:
    column, row = parse_vertex(at, board.width, board.height)
    color = board[Point(column, row)]
    on = "" if color is None else " ow" if color in _PALE else " ob"
    if mark == "circle":
        return f'<circle class="mk{on}" cx="{column}" cy="{row}" r=".25"/>'
    if mark in _PATHS:
        return f'<path class="mk{on}" d="M{column} {row}{_PATHS[mark]}"/>'
    under = "" if on else f'<circle class="under" cx="{column}" cy="{row}" r=".4"/>'
    return f'{under}<text class="sign{on}" x="{column}" y="{row}">{mark}</text>'


_PATHS = {
    "triangle": "m0-.3l.28.48h-.56z",
    "square": "m-.23-.23h.46v.46h-.46z",
    "cross": "m-.22-.22l.44.44m0-.44l-.44.44",
}


def _next_move_letter_svg(board: Board, at: str, letter: str) -> str:
    column, row = parse_vertex(at, board.width, board.height)
    under = f'<circle class="under disc" cx="{column}" cy="{row}" r=".42"/>'
    return f'{under}<text class="following" x="{column}" y="{row}">{letter}</text>'


def board_buttons(board: Board, labels: Mapping[str, str], focus: str) -> SafeString:
    """Return the HTML of the buttons over the board, row by row. `labels` has additional text for some buttons by
    vertex, and `focus` is the vertex whose button can be reached with the Tab key."""
    most = max(len(BLACK_AND_WHITE), max(board.cells))
    of_point = _buttons_by_point(board.width, board.height, get_language(), most)
    buttons = [of_point[index][value] for index, value in enumerate(board.cells)]
    for name in {*labels, focus} - {PASS}:
        index = board.index(parse_vertex(name, board.width, board.height))
        buttons[index] = _button_html(name, board.cells[index], labels.get(name, ""), is_focus=name == focus)
    rows = (buttons[start : start + board.width] for start in range(0, len(buttons), board.width))
    pieces = (format_html_join("", "{}", ((button,) for button in row)) for row in rows)
    return format_html_join("", '<div role="row">{}</div>', ((row,) for row in pieces))


def _button_html(name: str, value: int, more: str = "", *, is_focus: bool = False) -> SafeString:
    stands = str(STONE_NAMES[Color(value)]) if value else pgettext("option", "empty")
    return format_html(
        '<button role="gridcell" name="point" value="{}" tabindex="{}" aria-label="{}"></button>',
        name,
        0 if is_focus else -1,
        point_label(name, stands, more),
    )


@lru_cache(maxsize=32)
def _buttons_by_point(width: int, height: int, language: str | None, most: int) -> tuple[tuple[SafeString, ...], ...]:
    """Return the HTML of all buttons over a board in this language, by the point's index. Each point has several: one
    without a stone, and one with a stone of each colour up to the number `most`."""
    points = (vertex(Point(column, row), height) for row in range(height) for column in range(width))
    return tuple(tuple(_button_html(name, value) for value in range(most + 1)) for name in points)


def tree_picture(shape: TreeShape, here: str, nodes: Mapping[str, TreeNode]) -> SafeString:
    """Return the drawing of the tree from left to right, with a lane for each branch and a link on each node. It is for
    pointers only: the list next to it has the same content for keyboards and screen readers."""
    at = {name: (place.number, shape.lanes[name]) for name, place in shape.places.items()} | {ROOT: (0, 0)}
    columns, lanes = max(x for x, _ in at.values()) + 1, max(y for _, y in at.values()) + 1
    edges = "".join(_edge_path(at[place.parent], at[name]) for name, place in shape.places.items())
    spots: dict[str, list[str]] = defaultdict(list, {"b": [], "w": [], "gb": [], "gw": []})
    for name, place in shape.places.items():
        grey = "" if place.own or place.played else "g"
        spots[grey + place.color.lower()].append(_node_dot_path(at[name]))
    texts = "".join(_node_dot_path(at[name]) for name, node in nodes.items() if node.text and name in at)
    armed = "".join(_flag_path(at[name]) for name, node in nodes.items() if node.is_armed and name in at)
    drawn = ((kind, "".join(where)) for kind, where in spots.items())
    moves = format_html_join("", '<path class="t-{}" d="{}"/>', drawn)
    links = ((name, _node_dot_path(where)) for name, where in at.items())
    x, y = at[here]
    return format_html(
        '<svg class="tree" width="{}" height="{}" viewBox="-13 -13 {} {}" aria-hidden="true" focusable="false" '
        'data-step="{}"><path class="t-edge" d="{}"/><circle class="t-root" r="5"/>{}<path class="t-comment" d="{}"/>'
        '<path class="t-armed" d="{}"/><circle class="t-here" cx="{}" cy="{}" r="11"/>{}</svg>',
        columns * STEP, lanes * STEP, columns * STEP, lanes * STEP, STEP, edges,
        moves, texts, armed, x * STEP, y * STEP,
        format_html_join("", '<a href="?at={}" tabindex="-1"><path d="{}"/></a>', links),
    )  # fmt: skip


def _edge_path(start: tuple[int, int], end: tuple[int, int]) -> str:
    x, y = start[0] * STEP, start[1] * STEP
    if start[1] == end[1]:
        return f"M{x} {y}h{STEP}"
    return f"M{x} {y}V{end[1] * STEP - STEP // 2}l{STEP // 2} {STEP // 2}h{STEP // 2}"


def _node_dot_path(at: tuple[int, int]) -> str:
    return f"M{at[0] * STEP} {at[1] * STEP}h0"


def _flag_path(at: tuple[int, int]) -> str:
    return f"M{at[0] * STEP + 3} {at[1] * STEP - 4}v-8l7 3l-7 3"


def tree_list(shape: TreeShape, here: str, nodes: Mapping[str, TreeNode]) -> SafeString:
    """Return the tree as an HTML list. A line is an ordered list, and alternatives are nested under their move."""
    parts: list[str] = [_entry_html(_TreeListEntry(ROOT, _("Before the first move"), "root"), here, nodes.get(ROOT))]
    waiting: list[tuple[str, ...] | str] = []
    _begin_line(shape.after.get(ROOT, []), waiting)
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        name, *others = item
        place = shape.places[name]
        parts.append("<li>")
        label = numbered_move_html(place.number, place.color, place.move)
        parts.append(_entry_html(_TreeListEntry(name, label, _css_class_of_move(place)), here, nodes.get(name)))
        following = shape.after.get(name, [])
        waiting.append((following[0], *following[1:]) if following else "</ol>")
        waiting.append("</li>")
        if others:
            waiting.append("</ul>")
            for other in reversed(others):
                waiting += ["</li>", (other,), '<li><ol class="line">']
            parts.append('<ul class="branches">')
    return mark_safe("".join(parts))  # noqa: S308 - escaped where it is made


def _begin_line(first: list[str], waiting: list[tuple[str, ...] | str]) -> None:
    if first:
        waiting += [(first[0], *first[1:]), '<ol class="line">']


def _css_class_of_move(place: ShownMove) -> str:
    return "own" if place.own else "" if place.played else "taken-back"


class _TreeListEntry(NamedTuple):
    """A move in the list: the name of its node, the displayed text, and a CSS class for the kind of move."""

    name: str
    text: SafeString | str
    kind: str


def _entry_html(line: _TreeListEntry, here: str, node: TreeNode | None) -> SafeString:
    text = "" if node is None else " ".join(node.text.split())
    short = text if len(text) <= LONGEST_WORDS else text[: LONGEST_WORDS - 1] + "…"
    return format_html(
        '<a href="?at={}" class="{}"{}>{}</a>{}',
        line.name,
        line.kind,
        mark_safe(' aria-current="true"') if line.name == here else "",
        line.text,
        format_html(' <span class="comment" dir="auto">{}</span>', short) if short else "",
    )


def numbered_move_html(number: int, color: str, move: str) -> SafeString:
    """Return a move for lists: its number, its colour as a stone or a letter, and its point."""
    letter = "" if color in _STONES else str(COLOR_LETTERS[Color.from_letter(color)])
    point = "" if move == PASS else move
    return _move_html(with_localized_digits(str(number)), letter or color, point, pgettext("text", "pass"))


@lru_cache(maxsize=4096)
def _move_html(number: str, color: str, point: str, passed: str) -> SafeString:
    """Return a move as HTML, from a cache: its number, its colour as a stone or a letter, and its point, or the text
    `passed` for a pass."""
    where = format_html("<bdi>{}</bdi>", point) if point else passed
    stone = (
        format_html('<span class="stone in-text {}">{}</span>', color.lower(), _STONES[color])
        if color in _STONES
        else color
    )
    return format_html('<span class="nobr">{} {} {}</span>', number, stone, where)
