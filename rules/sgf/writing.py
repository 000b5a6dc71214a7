"""Write a game as nodes: moves, undone moves as variations, and the actions of the end phase (R16)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.actions import (
    Action,
    Annul,
    Decide,
    EndWithModeratorMarking,
    Pass,
    PlaceHandicap,
    Play,
    PlayOut,
    Propose,
    RefuseWin,
    Reject,
    ResumeByModerator,
    TimeOut,
    Undo,
    apply,
)
from rules.board import Board, Point
from rules.color import Color
from rules.notation import to_sgf, vertex
from rules.outcome import Reason, format_points
from rules.ruleset import SelfCaptureRule
from rules.scoring import Score
from rules.state import GameState, Proposal, Setup, new_game

from . import many
from .grammar import SgfNode
from .properties import WRAPS

RULES = {
    "japanese": "Japanese",
    "korean": "Korean",
    "chinese": "Chinese",
    "aga": "AGA",
    "bga": "BGA",
    "new_zealand": "NZ",
    "tromp_taylor": "Tromp-Taylor",
    "ing": "GOE",
    "leaflet": "Leaflet",
    "brainking": "BrainKing",
}
"""The names of this server's rule sets in the property RU."""
WHAT_COMES_NEXT = (
    "If the sides do not agree, play may be resumed once. From the second end phase on either side may demand that the "
    "dispute is played out on the board. A rejection after that ends the game: all stones are then alive."
)
"""The text of R17 that a record has before the first rejection."""


def write_game(
    setup: Setup, actions: Iterable[Action], *, info: Mapping[str, str] | None = None, reasons: bool = True
) -> SgfNode:
    """Return the root of the record of a game. `info` has further root properties (names, date, times).

    Undone moves become variations. With `reasons`, comments include the reasons for rejecting proposals. Comments are
    in English, as readers of the format expect. Raises the errors of apply().
    """
    return write_timed_game(setup, ((action, {}) for action in actions), info=info, reasons=reasons)


def write_timed_game(
    setup: Setup,
    actions: Iterable[tuple[Action, Mapping[str, str]]],
    *,
    info: Mapping[str, str] | None = None,
    reasons: bool = True,
) -> SgfNode:
    """Return the root of the record, as write_game() does. Each action comes with further properties for its node if it
    is a move, such as the time left (BL, WL, OB, OW)."""
    writer = _Writer(setup, reasons=reasons)
    for action, extra in actions:
        writer.add(action, extra)
    return writer.finished(info or {})


class _Writer:
    """Builds the tree of a record. `line` is the path from the root to the current node: each node with the state of
    the game after it."""

    def __init__(self, setup: Setup, *, reasons: bool) -> None:
        self.setup, self.reasons = setup, reasons
        self.root = SgfNode()
        self.line: list[tuple[SgfNode, GameState]] = [(self.root, new_game(setup))]

    @property
    def state(self) -> GameState:
        return self.line[-1][1]

    def add(self, action: Action, extra: Mapping[str, str]) -> None:
        """Write one action into the tree. `extra` are additional properties of its node if the action is a move."""
        if isinstance(action, Undo):
            while self.state.move_number > action.to_move_number:
                self.line.pop()
            return
        if isinstance(action, RefuseWin):
            del self.line[-1]
            self._append_to_comment(self.line[-1][0], action)
            return
        after = apply(self.state, action)
        if isinstance(action, PlaceHandicap):
            self.line[-1] = (self.root, after)
            return
        node = self._node_for(action, after)
        if isinstance(action, (Play, Pass)):
            for name, value in extra.items():
                node.set(name, value)
        if not node.properties:
            self.line[-1] = (self.line[-1][0], after)
            return
        before = self.state.board
        self._append(node, after)
        if isinstance(action, Play) and before.wraps and not many.has_many_colors(self.setup):
            self._add_wrap_correction(before, action, after)

    def _append(self, node: SgfNode, after: GameState) -> None:
        self.line[-1][0].children.insert(0, node)
        self.line.append((node, after))

    def _add_wrap_correction(self, before: Board, play: Play, after: GameState) -> None:
        """Add a setup node that corrects the board if other programs would capture different stones. They do not know
        that the edges of the board are joined (V72)."""
        flat = before.wrapped(False).place(play.color, play.point, SelfCaptureRule.ALLOWED).board
        changed = [point for point in flat.points() if flat[point] is not after.board[point]]
        if changed:
            node = SgfNode()
            for name, color in (("AB", Color.BLACK), ("AW", Color.WHITE), ("AE", None)):
                _set_points(node, name, [point for point in changed if after.board[point] is color])
            self._append(node, after)

    def _append_to_comment(self, node: SgfNode, action: Action) -> None:
        """Append the sentence about this action to the comment of a node."""
        comments = node.properties.get("C", [])
        node.properties["C"] = ["\n".join([*comments, _action_sentence(action, self.setup.height)])]

    def _node_for(self, action: Action, after: GameState) -> SgfNode:
        node = SgfNode()
        if isinstance(action, (Play, Pass)) and many.has_many_colors(self.setup):
            many.write_turn(node, action, self.state.board, after.board)
        elif isinstance(action, Play):
            node.set(action.color.letter, to_sgf(action.point))
        elif isinstance(action, Pass):
            node.set(action.color.letter, "")
        else:
            self._write_comment(node, action, after)
        return node

    def _write_comment(self, node: SgfNode, action: Action, after: GameState) -> None:
        height = self.setup.height
        lines = [_action_sentence(action, height)]
        reason = self._reason(action)
        if reason:
            lines.append(f"Reason: {reason}")
        if isinstance(action, (Propose, EndWithModeratorMarking)) and after.proposal is not None:
            lines += _score_lines(after.proposal.score)
            _write_marking(node, after.board, after.proposal)
        plays_out = after.has_dispute_limits and self.setup.variant.plays_out_disputes
        if isinstance(action, Propose) and after.proposal_count == 1 and plays_out:
            lines.append(WHAT_COMES_NEXT)
        if isinstance(action, (Reject, PlayOut)) and after.outcome is not None:
            lines.append("No agreement after playing it out: the board is counted as it stands, all stones alive.")
        if after.outcome is not None:
            lines.append(f"Result: {after.outcome.sgf}")
            if after.outcome.reason is Reason.SCORE and after.proposal is not None:
                _write_marking(node, after.board, after.proposal)
        node.set("C", "\n".join(line for line in lines if line))

    def _reason(self, action: Action) -> str:
        """Return the reason that was given with the action. It is returned for rulings (R61) and, if `reasons` is set,
        for rejections; for all others return ""."""
        if isinstance(action, (Decide, Annul, EndWithModeratorMarking, ResumeByModerator)) or (
            self.reasons and isinstance(action, Reject)
        ):
            return action.reason
        return ""

    def finished(self, info: Mapping[str, str]) -> SgfNode:
        """Set the properties of the root, such as the board size, komi and result, and those in `info`. Return the
        root."""
        setup, state = self.setup, self.state
        size = str(setup.width) if setup.width == setup.height else f"{setup.width}:{setup.height}"
        ours = {"GM": "1", "FF": "4", "CA": "UTF-8", "SZ": size, "KM": format_points(setup.komi)}
        ours["RU"] = RULES.get(setup.ruleset.key, setup.ruleset.key)
        if setup.handicap:
            ours["HA"] = str(setup.handicap)
        ours["RE"] = "?" if state.outcome is None else state.outcome.sgf
        for name, value in {**ours, **info}.items():
            self.root.set(name, value)
        if setup.variant.wraps:
            self.root.set(WRAPS, "1")
        if many.has_many_colors(setup):
            many.write_root(self.root, state, self._board_before_moves())
        else:
            self._write_start_position()
        return self.root

    def _write_start_position(self) -> None:
        board = self._board_before_moves()
        for color in self.setup.order.colors:
            _set_points(self.root, f"A{color.letter}", [p for p in board.points() if board[p] is color])
        if self.setup.start or self.setup.first is not None:
            self.root.set("PL", self.setup.first_to_act().letter)

    def _board_before_moves(self) -> Board:
        """Return the board before the first move, including free handicap stones."""
        return self.line[0][1].board


def _write_marking(node: SgfNode, board: Board, proposal: Proposal) -> None:
    """Write the stones of a marking and the resulting territory into the node."""
    _set_points(node, "MA", sorted(point for point in proposal.dead if board[point] is not None))
    _set_points(node, "TB", sorted(proposal.score.territory.black))
    _set_points(node, "TW", sorted(proposal.score.territory.white))


def _set_points(node: SgfNode, name: str, points: Iterable[Point]) -> None:
    values = [to_sgf(point) for point in points]
    if values:
        node.properties[name] = values


def _score_lines(score: Score) -> list[str]:
    rows = [f"{term.name}: {' / '.join(term.points.map(format_points))}" for term in score.terms]
    totals = score.totals
    sides = " / ".join(color.name.capitalize() for color, _ in totals.items())
    return [f"Count ({sides}):", *rows, f"total: {' / '.join(totals.map(format_points))}"]


def _action_sentence(action: Action, height: int) -> str:
    color: Color | None = getattr(action, "color", None)
    who = "" if color is None else f"{color.name.capitalize()} "
    dead = " ".join(vertex(point, height) for point in sorted(getattr(action, "dead", ()))) or "none"
    if isinstance(action, TimeOut) and action.in_doubt:
        return f"{who}has run out of time; the proposal is in doubt and does not stand."
    return who + action.says.format(dead=dead, number=getattr(action, "number", ""), then=getattr(action, "then", ""))
