"""Read problems in SGF files from other sources: a position with a tree of moves.

Such files mark correct moves in several ways, all of which are supported: the word RIGHT (goproblems.com), "Correct" or
a plus sign in a comment, or the property TE (SGF FF[4]). In a file without such marks, the first line that is not
marked as wrong is correct. Files exported by this server also state the goal, the stones and the area
(`problem_files`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal

from learn.lesson import play_one_move
from rules import RULE_SETS, Board, Color, GameState, Point, RulesError, Setup, new_game
from rules.notation import vertex
from rules.sgf import SgfNode
from rules.sgf.properties import board_size, parse_move, parse_points, read_player_to_move

SMALLEST, LARGEST = 5, 19
LONGEST_TEXT = 500
LONGEST_LINE = 20
"""The largest number of moves of a line that are read."""
MOST_FIRST, MOST_EMPTY = 40, 10
MARKED = {"live": (1, True), "kill": (1, False), "race": (1, False), "connect": (2, True), "cut": (2, False)}
"""The number of chains that a goal is about, and whether they belong to the first player."""
_NEGATION = (
    r"\b(?:not|isn['’]t|nicht|pas|no|non|не|ei|inte|nie|não|değil)"
    r"(?:\s+(?:the|a|quite|really|completely|yet|ganz|die|das|la|tout|à|fait|es|ole|aivan|helt))*\s+"
)
_RIGHT_WORDS = (
    r"(?:right|correcte?|correct[oa]|corrett[oa]|richtig|korrekt|juste|giusto|правильн\w*|верно|верный|oikein|rätt|"
    r"dobrze|poprawn\w*|doğru|đúng|درست|صحیح)\b"
)
_RIGHT = re.compile(
    r"\bRIGHT\b|✓|正[解确確]|정답|(?i:^\W*right\s*(?:[^\w\s]|$))|^\s*\+(?!\s*\d)|"
    rf"(?i:^\W*(?!right)(?:{_RIGHT_WORDS}|(?:solved|success)\b)(?![^.!?\n]*\b(?:but|however|fails?|wrong)\b))"
)
_WRONG = re.compile(
    r"\b(?:WRONG|NOTTHIS)\b|✗|^\s*-\s*$|不正[解确確]|不[对對]|失[敗败]|[错錯][误誤]|^\W*[错錯误誤×]|誤り|오답|실패|틀[린렸]|"
    r"정답이\s*아|(?:درست|صحیح)\s+نیست|"
    r"(?i:^\W*(?:wrong|incorrect\w*|fail\w*|falsch|неправильн\w*|неверн\w*|ошибка|faux|fausse|mauvais\w*|incorreto|errado|"
    r"sbagliato|errato|väärin|väärä|fel|felaktigt|źle|błąd|yanlış|sai|نادرست|غلط|اشتباه)\b)|"
    rf"(?i:{_NEGATION}{_RIGHT_WORDS}(?!\s+(?:side|corner|hand)))"
)
_ALWAYS_WRONG = re.compile(r"\b(?:WRONG|NOTTHIS)\b")
_BEGINS_RIGHT = re.compile(
    rf"[^\w✓+]*(?:✓|\+(?!\s*\d)|正[解確确]|정답|(?i:{_RIGHT_WORDS}|(?:solved|success)\b))"
    r"(?!\s*[は是은는]|(?i:\s+(?:move|answer|is)\b))"
)
_KEYWORD = re.compile(r"\b(?:RIGHT|CHOICE|FORCE|NOTTHIS|WRONG)\b|^\s*[+-]\s*$")
"""Words for programs, which are not shown."""


class ProblemUnreadable(Exception):
    """Raised if a position of a file cannot become a problem. The argument is the code of the reason: `position`, or
    `answer` if there is no legal first move."""


@dataclass(frozen=True, slots=True)
class ProblemFromFile:
    """A problem read from a file. `right` are the author's correct first moves. `lines` has the moves after each first
    move in the file, and `texts` the comments on each."""

    board: Board
    first: Color
    text: str
    right: tuple[str, ...]
    lines: dict[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    stated: dict[str, str] = field(default_factory=dict)
    """The goal, the marked stones and the area, as in stored problems, if the file states them as this server's files
    do (GE, CR, VW)."""


def read_problem(root: SgfNode) -> ProblemFromFile:
    """Return the problem in the game with this root node. Raises ProblemUnreadable and SgfError."""
    width, height = board_size(root)
    if not SMALLEST <= min(width, height) <= max(width, height) <= LARGEST:
        raise ProblemUnreadable("position")
    start, nodes, text = root, [root], [_visible_comment(root)]
    while len(start.children) == 1 and _raw_move(start.children[0]) is None:
        start = start.children[0]
        nodes.append(start)
        text.append(_visible_comment(start))
    board = _board_from_nodes(nodes, width, height)
    tries = [node for node in start.children if _raw_move(node) is not None]
    if not tries:
        raise ProblemUnreadable("answer")
    first = _color_to_move(tries[0])
    tries = [node for node in tries if _color_to_move(node) is first][:MOST_FIRST]
    stated = next((color for node in reversed(nodes) if (color := read_player_to_move(node)) is not None), None)
    if stated not in (None, first):
        raise ProblemUnreadable("position")
    found = _ProblemMoveTree(board, first).problem(tries, " ".join(filter(None, text))[:LONGEST_TEXT])
    return replace(found, stated=_stated_question(root, board, first))


class _ProblemMoveTree:
    """The moves of a file after a problem's position, as a tree of SGF nodes."""

    def __init__(self, board: Board, first: Color) -> None:
        self.board, self.first = board, first
        rows = tuple(board.rows())
        self.start = new_game(Setup(board.width, board.height, RULE_SETS["japanese"], Decimal(0), 0, rows, first))
        self.right, self.wrong, self.choices = set[int](), set[int](), set[int]()
        """The ids of the nodes with a mark of a right move, or with a word for a choice, in themselves or below, and of
        those marked as wrong, in themselves or in everything below."""

    def _store_marked_nodes(self, tries: list[SgfNode]) -> None:
        """Store in `right`, `wrong` and `choices` which nodes the file marks as correct, wrong or a choice. A node with
        a correct node or a choice below it counts as one as well, and so does a node with only wrong nodes below it.
        `tries` are the nodes of the first moves."""
        for one in tries:
            for node in reversed([node for _depth, node in one.walk()]):
                below = {id(child) for child in node.children}
                if self._is_marked_right(node) or below & self.right:
                    self.right.add(id(node))
                if self._is_marked_wrong(node) or (below and below <= self.wrong):
                    self.wrong.add(id(node))
                if "CHOICE" in node.text("C") or below & self.choices:
                    self.choices.add(id(node))

    def problem(self, tries: list[SgfNode], text: str) -> ProblemFromFile:
        """Return the problem with these nodes of first moves and this text about the position. Raises
        ProblemUnreadable."""
        self._store_marked_nodes(tries)
        right = [node for node in tries if id(node) in self.right and not self._is_marked_wrong(node)]
        right = right or [node for node in tries if id(node) not in self.wrong][:1]
        lines, texts = dict[str, str](), dict[str, str]()
        for node in [*right, *tries]:
            names, comments = self._line(node)
            if names and names[0] not in lines:
                lines[names[0]] = " ".join(names[1:])
                texts[names[0]] = " ".join(comments)[:LONGEST_TEXT]
        found = dict.fromkeys(name for node in right if (name := "".join(self._line(node)[0][:1])))
        if not found:
            raise ProblemUnreadable("answer")
        return ProblemFromFile(self.board, self.first, text, tuple(found), lines, {k: v for k, v in texts.items() if v})

    def _is_marked_wrong(self, node: SgfNode) -> bool:
        return (("BM" in node or "DO" in node) and self._is_solving_sides_move(node)) or _says_wrong(node.text("C"))

    def _is_marked_right(self, node: SgfNode) -> bool:
        if "TE" in node and self._is_solving_sides_move(node):
            return True
        comment = node.text("C")
        return bool(_RIGHT.search(comment)) and not _says_wrong(comment)

    def _is_solving_sides_move(self, node: SgfNode) -> bool:
        """Return whether the node has a move of the solving side."""
        return _raw_move(node) is not None and _color_to_move(node) is self.first

    def _line(self, node: SgfNode) -> tuple[list[str], list[str]]:
        """Return the names of the legal moves of one line that starts with this node's move, and the comments on them.
        Where the file has several moves of the opponent, the line follows the one marked as a choice. Where it has
        several moves of the solving side, the line follows a correct one."""
        names, comments, state, color = list[str](), list[str](), self.start, self.first
        current: SgfNode | None = node
        while current is not None and len(names) < LONGEST_LINE:
            after = self._play_node(state, current, color)
            if after is None:
                break
            state, name = after
            names.append(name)
            comments += filter(None, [_visible_comment(current)])
            color, current = color.opponent, self._next_node_of_line(current, color.opponent)
        return names, comments

    def _next_node_of_line(self, node: SgfNode, color: Color) -> SgfNode | None:
        marked = self.right if color is self.first else self.choices
        return next(iter([*(one for one in node.children if id(one) in marked), *node.children]), None)

    def _play_node(self, state: GameState, node: SgfNode, color: Color) -> tuple[GameState, str] | None:
        """Return the state after this node's move, and the move's name. Return None if the node has no legal stone of
        this colour."""
        if _raw_move(node) is None or _color_to_move(node) is not color:
            return None
        point = parse_move(_raw_move(node) or "", self.board.width, self.board.height, node.line)
        if point is None:
            return None
        name = vertex(point, self.board.height)
        try:
            return play_one_move(state, name), name
        except RulesError:
            return None


def _board_from_nodes(nodes: list[SgfNode], width: int, height: int) -> Board:
    """Return the position set up by these nodes. Raises ProblemUnreadable and SgfError."""
    cells: dict[Point, Color] = {}
    for node in nodes:
        for name, color in (("AB", Color.BLACK), ("AW", Color.WHITE), ("AE", None)):
            for point in parse_points(node.properties.get(name, []), width, height, node.line):
                cells.pop(point, None)
                if color is not None:
                    cells[point] = color
    board = Board.empty(width, height).with_stones((color, point) for point, color in cells.items())
    if not cells or any(not board.chain_at(point).liberties for point in cells):
        raise ProblemUnreadable("position")
    return board


def _stated_question(root: SgfNode, board: Board, first: Color) -> dict[str, str]:
    """Return the goal, the marked points and the area from the root node (GE, CR and VW), as fields of a question.
    Return {} if they are missing, or do not fit together."""
    goal = root.simple_text("GE").strip()
    if goal not in MARKED:
        return {}
    number, own = MARKED[goal]
    ringed, area = (
        parse_points(root.properties.get(name, []), board.width, board.height, root.line) for name in ("CR", "VW")
    )
    marks = {board.chain_at(point).stones: point for point in reversed(ringed) if board[point] is not None}
    fits = len(marks) == number and all(board[at] is (first if own else first.opponent) for at in marks.values())
    if not fits or not 1 <= sum(board[point] is None for point in area) <= MOST_EMPTY:
        return {}
    names = (" ".join(vertex(point, board.height) for point in points) for points in (marks.values(), area))
    return {"goal": goal, **dict(zip(("marks", "area"), names, strict=True))}


def _says_wrong(comment: str) -> bool:
    """Return whether the comment on a move calls that move wrong. If the comment begins with a word for "right", a word
    for "wrong" after it is about another move, unless the comment says what the right move is."""
    wrong, right = _WRONG.search(comment), _BEGINS_RIGHT.match(comment)
    if wrong is None or right is None or _ALWAYS_WRONG.search(comment):
        return wrong is not None
    return wrong.start() < right.end()


def _raw_move(node: SgfNode) -> str | None:
    """Return the raw value of a node's move, or None if the node has no move."""
    return node.raw("B") if "B" in node else node.raw("W")


def _color_to_move(node: SgfNode) -> Color:
    return Color.BLACK if "B" in node else Color.WHITE


def _visible_comment(node: SgfNode) -> str:
    """Return the node's comment without keywords such as CHOICE, which are for programs."""
    return " ".join(_KEYWORD.sub("", node.text("C")).split())


def first_moves_of(found: ProblemFromFile) -> Iterator[str]:
    """Yield every first move of the file, correct moves first."""
    yield from found.right
    yield from (name for name in found.lines if name not in found.right)
