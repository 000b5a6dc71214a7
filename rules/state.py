"""A game as a value: the board, whose turn it is, prisoners, the end phase, the result."""

from __future__ import annotations

import struct
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from typing import Any

from .board import Board, Point
from .color import ByColor, Color
from .errors import BadHandicap, BadVariant
from .handicap import MOST_STONES, fixed_points, max_fixed_stones
from .ko import history_key, position_key
from .notation import parse_vertex, parse_vertices, vertex, vertices
from .order import OrderOfPlay
from .outcome import Outcome
from .ruleset import HandicapPlacement, KoRule, RuleSet
from .scoring import Score, ScoreContext
from .variants.course import NOTHING, VariantState, initial_variant_state
from .variants.variant import ORDINARY, Variant

_NONE = ByColor(0, 0)
EDITION = 2
"""The version of the end phase's rules for new games; games from before R17 have 1."""


class Phase(StrEnum):
    """The three phases of a game: play, agreement on dead stones, and finished."""

    PLAY = "play"
    STONE_REMOVAL = "stone_removal"
    FINISHED = "finished"


class Stage(StrEnum):
    """The kind of action that the side to act has to take. DECIDING is about a proposal, MARKING about dead stones."""

    HANDICAP = "handicap"
    PLAY = "play"
    MARKING = "marking"
    DECIDING = "deciding"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Setup:
    """The start of a game.

    `start` is a position to start from, as Board.rows(), `first` the colour that moves then, and `prisoners` the number
    each colour holds. By default the board is empty or has the fixed handicap stones, the handicap decides who moves
    first (R1), and there are no prisoners.

    `edition` is the version of the rules about the end of a game (EDITION). A record is always replayed under the rules
    with which the game was played. `variant` is how the game differs from standard Go.
    """

    width: int
    height: int
    ruleset: RuleSet
    komi: Decimal
    handicap: int = 0
    start: tuple[str, ...] = ()
    first: Color | None = None
    prisoners: ByColor[int] = _NONE
    edition: int = EDITION
    variant: Variant = ORDINARY

    def to_json(self) -> dict[str, Any]:
        """Return the setup as JSON."""
        data: dict[str, Any] = {
            "width": self.width,
            "height": self.height,
            "ruleset": self.ruleset.to_json(),
            "komi": str(self.komi),
            "handicap": self.handicap,
        }
        if self.edition > 1:
            data["edition"] = self.edition
        if self.start:
            data["start"] = list(self.start)
        if self.first is not None:
            data["first"] = self.first.letter
        if self.prisoners != _NONE:
            data["prisoners"] = list(self.prisoners.values)
        if not self.variant.plain:
            data["variant"] = self.variant.to_json()
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Setup:
        """Return the setup from its to_json()."""
        first = data.get("first")
        return cls(
            width=data["width"],
            height=data["height"],
            ruleset=RuleSet.from_json(data["ruleset"]),
            komi=Decimal(data["komi"]),
            handicap=data["handicap"],
            start=tuple(data.get("start", ())),
            first=None if first is None else Color.from_letter(first),
            prisoners=ByColor(*data.get("prisoners", (0, 0))),
            edition=data.get("edition", 1),
            variant=Variant.from_json(data.get("variant", {})),
        )

    @property
    def order(self) -> OrderOfPlay:
        """Return the order in which seats and colours take turns."""
        return self.variant.order

    @property
    def stones_to_place(self) -> int:
        """Return how many handicap stones Black places in the first turn: all if placement is free (R41), otherwise the
        stones beyond the ninth (R42)."""
        if self.start or not self.handicap:
            return 0
        if self.ruleset.handicap_placement is HandicapPlacement.FREE:
            return self.handicap
        has_nine = max_fixed_stones(self.width, self.height) == MOST_STONES
        return max(0, self.handicap - MOST_STONES) if has_nine else 0

    def board(self) -> Board:
        """Return the position before the first action. Raises BadHandicap if the stones do not fit."""
        board = Board.from_rows(self.start) if self.start else Board.empty(self.width, self.height)
        fixed = 0 if self.start else self.handicap - self.stones_to_place
        points = fixed_points(self.width, self.height, fixed) if fixed else ()
        return board.wrapped(self.variant.wraps).with_stones((Color.BLACK, point) for point in points)

    def first_to_act(self) -> Color:
        """Return the colour that acts first (R1)."""
        if self.first is not None:
            return self.first
        fixed = self.handicap and not self.stones_to_place and not self.start
        return self.order.next_to_act(Color.BLACK) if fixed else Color.BLACK


@dataclass(frozen=True, slots=True)
class Move:
    """The last play or pass; `point` is None for a pass."""

    color: Color
    point: Point | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """A numbered marking of dead stones with its score; neither changes any more (R12).

    `by` is None if a moderator made it (R61), or if all stones on the board counted as alive (R17). `accepted` are the
    sides that have accepted it while others still have to (V56).
    """

    number: int
    by: Color | None
    dead: frozenset[Point]
    score: Score
    accepted: tuple[Color, ...] = ()


@dataclass(frozen=True, slots=True)
class Dispute:
    """A dispute that is being played out (R15): the turns taken and the pass stones given since it began."""

    turns: ByColor[int]
    handed_over: ByColor[int]


@dataclass(frozen=True, slots=True)
class GameState:
    """A game at one time.

    `to_play` is the side on turn, also after play has stopped; None when the game is finished. `move_number`
    counts plays and passes. `prisoners` are the stones held by each colour, `pass_stones` those that it gave. `passes`
    is the number of consecutive passes. `proposal` is the open proposal. `history` is described in ko.py.

    `stops` is how often play has stopped, `stopped_at` the move number of the last stop, and `withdrawals` the number
    of proposals withdrawn since. `dispute_ended` is whether the dispute was played out before the last stop, after
    which a rejection ends the game (R17). In games of the first edition these are not stored until a play-out is
    demanded.

    `course` holds the values that only variants need.
    """

    setup: Setup
    board: Board
    phase: Phase
    to_play: Color | None
    history: tuple[int, ...]
    move_number: int = 0
    last_move: Move | None = None
    prisoners: ByColor[int] = _NONE
    pass_stones: ByColor[int] = _NONE
    passes: int = 0
    handicap_to_place: bool = False
    proposal: Proposal | None = None
    proposal_count: int = 0
    rejection_count: int = 0
    dispute: Dispute | None = None
    outcome: Outcome | None = None
    stops: int = 0
    stopped_at: int = 0
    withdrawals: int = 0
    dispute_ended: bool = False
    course: VariantState = NOTHING

    def next_to_act(self, color: Color) -> Color:
        """Return the colour that acts after this one, skipping colours that have left."""
        return self.setup.variant.order.next_to_act(color, self.course.out)

    @property
    def score_context(self) -> ScoreContext:
        """Return the values that count for the score in addition to the board, such as komi and prisoners."""
        return ScoreContext(self.setup.komi, self.prisoners, self.pass_stones, self.setup.handicap)

    @property
    def has_dispute_limits(self) -> bool:
        """Return whether either side alone can end every dispute (R17). False only in games of the first edition."""
        return self.setup.edition > 1 or self.stops > 0

    @property
    def may_resume(self) -> bool:
        """Return whether play may be resumed without a play-out: once, or always if there are no play-outs (R17)."""
        return self.stops < 2 or not self.setup.variant.plays_out_disputes

    @property
    def is_resumed(self) -> bool:
        """Return whether play has stopped and been resumed, with no move or pass since (R14, R15)."""
        return self.phase is Phase.PLAY and self.stops > 0 and self.stopped_at == self.move_number

    @property
    def may_play_out(self) -> bool:
        """Return whether either side may demand now, on its own turn or not, that the dispute is played out (R17)."""
        may = self.phase is Phase.STONE_REMOVAL and not self.dispute_ended and self.setup.variant.plays_out_disputes
        return may and (self.stops > 1 or self.setup.edition == 1)

    @property
    def ko(self) -> KoRule:
        """Return the ko rule that applies now: positional superko during a play-out, in every rule set (R15)."""
        return KoRule.POSITIONAL if self.dispute is not None and self.has_dispute_limits else self.setup.ruleset.ko

    @property
    def stage(self) -> Stage:
        """Return the kind of action that the side to act has to take."""
        if self.phase is Phase.FINISHED:
            return Stage.FINISHED
        if self.phase is Phase.STONE_REMOVAL:
            return Stage.MARKING if self.proposal is None else Stage.DECIDING
        return Stage.HANDICAP if self.handicap_to_place else Stage.PLAY

    @property
    def position_keys(self) -> bytes:
        """Return the history as bytes for storage, eight bytes per position."""
        return struct.pack(f">{len(self.history)}Q", *self.history)

    def to_json(self) -> dict[str, Any]:
        """Return everything except the setup and the history as JSON."""
        height = self.setup.height
        last = self.last_move
        return {
            "board": "/".join(self.board.rows()),
            "phase": self.phase.value,
            "to_play": _letter_or_none(self.to_play),
            "move_number": self.move_number,
            "last_move": last and [last.color.letter, last.point and vertex(last.point, height)],
            "prisoners": list(self.prisoners.values),
            "pass_stones": list(self.pass_stones.values),
            "passes": self.passes,
            "handicap_to_place": self.handicap_to_place,
            "proposal": self.proposal and _proposal_json(self.proposal, height),
            "proposal_count": self.proposal_count,
            "rejection_count": self.rejection_count,
            "settling": self.dispute and [list(self.dispute.turns.values), list(self.dispute.handed_over.values)],
            "outcome": self.outcome and self.outcome.to_json(),
            **self._dispute_json(),
            **self.course.to_json(),
        }

    def _dispute_json(self) -> dict[str, Any]:
        """Return the JSON about earlier stops of play, which limit disputes (R17), or {} if nothing limits them."""
        if not self.has_dispute_limits:
            return {}
        return {
            "stops": self.stops,
            "stopped_at": self.stopped_at,
            "withdrawals": self.withdrawals,
            "settled": self.dispute_ended,
        }

    @classmethod
    def from_json(cls, setup: Setup, data: dict[str, Any], position_keys: bytes) -> GameState:
        """Return the state from its to_json() and position_keys. Both are trusted, and no action is replayed.

        A state without keys (b"") is for display only, because its earlier positions are not known.
        """
        history = struct.unpack(f">{len(position_keys) // 8}Q", position_keys)
        board = Board.from_rows(data["board"].split("/"), key=position_key(history[-1]) if history else None)
        return cls(
            setup=setup,
            board=board.wrapped(setup.variant.wraps),
            phase=Phase(data["phase"]),
            to_play=_color_or_none(data["to_play"]),
            history=history,
            move_number=data["move_number"],
            last_move=_move_from_json(data["last_move"], setup),
            prisoners=ByColor(*data["prisoners"]),
            pass_stones=ByColor(*data["pass_stones"]),
            passes=data["passes"],
            handicap_to_place=data["handicap_to_place"],
            proposal=_proposal_from_json(data["proposal"], setup),
            proposal_count=data["proposal_count"],
            rejection_count=data["rejection_count"],
            dispute=data["settling"] and Dispute(*(ByColor(*pair) for pair in data["settling"])),
            outcome=data["outcome"] and Outcome.from_json(data["outcome"]),
            stops=data.get("stops", 0),
            stopped_at=data.get("stopped_at", 0),
            withdrawals=data.get("withdrawals", 0),
            dispute_ended=data.get("settled", False),
            course=VariantState.from_json(data),
        )


def new_game(setup: Setup) -> GameState:
    """Return the game before the first action. Raises BadHandicap if the handicap does not fit the board, BadVariant
    if the variant does not allow the start, rules or handicap."""
    if not 0 <= setup.handicap <= setup.width * setup.height // 2 or setup.handicap == 1:
        raise BadHandicap
    board, first = setup.board(), setup.first_to_act()
    if not setup.variant.plain:
        _check_variant(setup, board)
    none = _NONE if setup.variant.plays_out_disputes else ByColor.each(setup.order.colors, lambda color: 0)
    return GameState(
        setup=setup,
        board=board,
        phase=Phase.PLAY,
        to_play=first,
        history=(history_key(board.key, first),),
        prisoners=none if setup.prisoners == _NONE else setup.prisoners,
        pass_stones=none,
        handicap_to_place=bool(setup.stones_to_place),
        course=initial_variant_state(
            setup.variant, first, black_has_acted=bool(setup.handicap) and not setup.stones_to_place
        ),
    )


def _check_variant(setup: Setup, board: Board) -> None:
    """Raise BadVariant for combinations that are not allowed (V50, V57)."""
    colors = len(setup.order.colors)
    if setup.variant.rules_of(setup.ruleset) != setup.ruleset:
        raise BadVariant(part="rules")
    if colors > 2 and (setup.handicap or setup.komi):
        raise BadVariant(part="handicap" if setup.handicap else "komi")
    fits = setup.prisoners == _NONE or len(setup.prisoners.values) == colors
    if max(board.cells) > colors or setup.first_to_act() > colors or not fits:
        raise BadVariant(part="colors")


def with_outcome(state: GameState, outcome: Outcome) -> GameState:
    """Return the game ended with this outcome, which has no winner if colours do not belong to players (V75)."""
    return replace(state, phase=Phase.FINISHED, to_play=None, outcome=outcome.for_order(state.setup.order))


def _letter_or_none(color: Color | None) -> str | None:
    return None if color is None else color.letter


def _color_or_none(letter: str | None) -> Color | None:
    return None if letter is None else Color.from_letter(letter)


def _move_from_json(data: list[str | None] | None, setup: Setup) -> Move | None:
    if data is None:
        return None
    letter, point = data
    assert letter is not None
    at = None if point is None else parse_vertex(point, setup.width, setup.height)
    return Move(Color.from_letter(letter), at)


def _proposal_json(proposal: Proposal, height: int) -> dict[str, Any]:
    return {
        "number": proposal.number,
        "by": _letter_or_none(proposal.by),
        "dead": vertices(proposal.dead, height),
        "score": proposal.score.to_json(height),
    } | ({"accepted": "".join(color.letter for color in proposal.accepted)} if proposal.accepted else {})


def _proposal_from_json(data: dict[str, Any] | None, setup: Setup) -> Proposal | None:
    if data is None:
        return None
    return Proposal(
        number=data["number"],
        by=_color_or_none(data["by"]),
        dead=parse_vertices(data["dead"], setup.width, setup.height),
        score=Score.from_json(data["score"], setup.width, setup.height),
        accepted=tuple(map(Color.from_letter, data.get("accepted", ""))),
    )
