"""What can be done in a game, and what it makes of the game: apply(state, action) -> state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Union, get_args

from .board import Board, Placement, Point
from .color import ByColor, Color
from .errors import (
    AlreadySettled,
    BadAction,
    BadHandicap,
    CannotUndo,
    GameOver,
    IllegalMove,
    MustSettle,
    NotAStone,
    NotWonOnTime,
    NotYourTurn,
    PartOfAChain,
    RulesError,
    StaleProposal,
    StonesAreAlive,
    TooEarlyToSettle,
    WithdrawnOften,
    WrongPhase,
)
from .ko import check_ko, history_key
from .notation import parse_vertex, vertex
from .outcome import Outcome, Reason
from .ruleset import PassStones
from .scoring import Score, score
from .state import (
    GameState,
    Move,
    Phase,
    Proposal,
    Settling,
    Setup,
    Stage,
    parse_vertices,
    vertices,
)

MOST_WITHDRAWALS = 3
"""So many proposals may be withdrawn in one end phase, so that withdrawing is no way to hold it open (R17)."""


class Then(StrEnum):
    """What comes after a rejection (R12). END is for after a settling: the board is counted as it stands (R17)."""

    MARK = "mark"
    RESUME = "resume"
    SETTLE = "settle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Play:
    """Put a stone down."""

    color: Color
    point: Point


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave the turn (R6)."""

    color: Color


@dataclass(frozen=True, slots=True)
class PlaceHandicap:
    """Put all free handicap stones down (R41)."""

    color: Color
    points: frozenset[Point]


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up, at any time (R7)."""

    color: Color


@dataclass(frozen=True, slots=True)
class Propose:
    """Submit a marking (R11)."""

    color: Color
    dead: frozenset[Point]


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take one's unanswered proposal back (R12)."""

    color: Color
    number: int


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept the proposal of this number (R13)."""

    color: Color
    number: int


@dataclass(frozen=True, slots=True)
class Reject:
    """Reject the proposal of this number and say what comes next (R12)."""

    color: Color
    number: int
    then: Then
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Resume:
    """Play on instead of marking (R14)."""

    color: Color


@dataclass(frozen=True, slots=True)
class Settle:
    """Demand that the dispute is settled on the board, whoever has to act; after a settling, that the board is counted
    as it stands (R17)."""

    color: Color


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The time of the side to act has run out (R52). `in_doubt`: the open proposal is, so that silence does not accept
    it (R60). Whether it is, is not checked here: the estimate may change with the server, the record does not."""

    color: Color
    in_doubt: bool = False


@dataclass(frozen=True, slots=True)
class Cancel:
    """The game is called off; it has no result. Whether it may be is not checked here."""

    color: Color


@dataclass(frozen=True, slots=True)
class NoResult:
    """Both sides, or a moderator, agree that a repetition has no result (R8). Agreement is not checked here."""


@dataclass(frozen=True, slots=True)
class Decide:
    """A moderator gives the result, with a public reason (R26, R61). The power to is not checked here."""

    outcome: Outcome
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Annul:
    """A moderator takes the result of a finished game away, with a public reason. The power to is not checked here."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetMarking:
    """A moderator says which stones are dead: the count of that marking is the result (R61). The power to is not
    checked here."""

    dead: frozenset[Point]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LetResume:
    """A moderator lets play go on instead of marking (R61). `first` moves first, None: whoever does when the side that
    has to act resumes (R14). The power to is not checked here."""

    first: Color | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RefuseWin:
    """The winner on time wants to play on (R52): the game is as it was before. Through replay() only."""

    color: Color


@dataclass(frozen=True, slots=True)
class Undo:
    """Both agreed to go back to the position after this move number. Through replay() only."""

    color: Color
    to_move_number: int


Action = Union[
    Play,
    Pass,
    PlaceHandicap,
    Resign,
    Propose,
    Withdraw,
    Accept,
    Reject,
    Resume,
    Settle,
    TimeOut,
    Cancel,
    NoResult,
    Decide,
    Annul,
    SetMarking,
    LetResume,
    RefuseWin,
    Undo,
]


def apply(state: GameState, action: Action) -> GameState:
    """Return the game after the action. Raises a RulesError when it is refused; `state` never changes."""
    if state.phase is Phase.FINISHED and not isinstance(action, Annul):
        raise GameOver
    return _VERBS[type(action)](state, action)


def _play(state: GameState, action: Play) -> GameState:
    check_turn(state, action.color, Stage.PLAY)
    placed = placement(state, action.color, action.point)
    after = _after_turn(
        state,
        action.color,
        Move(action.color, action.point),
        board=placed.board,
        prisoners=_with_prisoners(state.prisoners, action.color, placed),
        passes=0,
        settling=_settled_turn(state.settling, action.color, handed_over=0),
    )
    return _stop(after) if _is_played_out(after) else after


def _with_prisoners(held: ByColor[int], color: Color, placed: Placement) -> ByColor[int]:
    held = held.updated(color, held[color] + len(placed.captured))
    other = color.opponent
    return held.updated(other, held[other] + len(placed.self_captured))


def placement(state: GameState, color: Color, point: Point) -> Placement:
    """The stone placed; raises IllegalMove when the rules forbid it. Does not look at turns."""
    ruleset = state.setup.ruleset
    placed = state.board.place(color, point, ruleset.self_capture)
    check_ko(state.ko, state.history, history_key(placed.board.key, color.opponent))
    return placed


def _pass(state: GameState, action: Pass) -> GameState:
    check_turn(state, action.color, Stage.PLAY)
    color, stones = action.color, int(_hands_over(state))
    after = _after_turn(
        state,
        color,
        Move(color, None),
        passes=state.passes + 1,
        pass_stones=state.pass_stones.updated(color, state.pass_stones[color] + stones),
        settling=_settled_turn(state.settling, color, handed_over=stones),
    )
    return _stop(after) if _stops(after, color) else after


def _hands_over(state: GameState) -> bool:
    return state.settling is not None or state.setup.ruleset.pass_stones is PassStones.ALWAYS


def _settled_turn(settling: Settling | None, color: Color, *, handed_over: int) -> Settling | None:
    if settling is None:
        return None
    return Settling(
        settling.turns.updated(color, settling.turns[color] + 1),
        settling.handed_over.updated(color, settling.handed_over[color] + handed_over),
    )


def _stops(state: GameState, passed: Color) -> bool:
    """Whether play stops after this pass (R6, R15, R32)."""
    if _is_played_out(state) or _waits_no_longer(state):
        return True
    if state.passes < 2:
        return False
    if state.settling is not None:
        return state.settling.turns.black == state.settling.turns.white
    return passed is Color.WHITE or not state.setup.ruleset.last_pass_white


def _is_played_out(state: GameState) -> bool:
    """Whether a settling has lasted as long as one may: as many turns of each side as the board has points (R17)."""
    if state.settling is None or not state.bounds_disputes:
        return False
    turns = state.settling.turns
    return turns.black == turns.white >= len(state.board.cells)


def _waits_no_longer(state: GameState) -> bool:
    """Whether the side that has just passed did so in as many turns running as the board has points, after play had
    been resumed: then its opponent cannot hold the end off any longer (R17)."""
    if not state.stops or state.settling is not None:
        return False
    turns = range(state.move_number, state.stopped_at, -2)
    points = len(state.board.cells)
    return len(turns) >= points and all(
        state.history[turn] >> 1 == state.history[turn - 1] >> 1 for turn in turns[:points]
    )


def _stop(state: GameState) -> GameState:
    stopped = replace(state, phase=Phase.STONE_REMOVAL, settling=None)
    if not state.bounds_disputes:
        return stopped
    return replace(
        stopped,
        stops=state.stops + 1,
        stopped_at=state.move_number,
        withdrawals=0,
        settled=state.settling is not None,
    )


def _after_turn(state: GameState, color: Color, move: Move, **changes: Any) -> GameState:
    board: Board = changes.get("board", state.board)
    return replace(
        state,
        to_play=color.opponent,
        move_number=state.move_number + 1,
        last_move=move,
        history=(*state.history, history_key(board.key, color.opponent)),
        **changes,
    )


def _place_handicap(state: GameState, action: PlaceHandicap) -> GameState:
    check_turn(state, action.color, Stage.HANDICAP)
    if len(action.points) != state.setup.handicap:
        raise BadHandicap
    board = state.board.with_stones((Color.BLACK, point) for point in action.points)
    return replace(
        state,
        board=board,
        to_play=Color.WHITE,
        handicap_to_place=False,
        history=(history_key(board.key, Color.WHITE),),
    )


def _resign(state: GameState, action: Resign) -> GameState:
    return _finish(state, Outcome(action.color.opponent, Reason.RESIGNATION))


def _propose(state: GameState, action: Propose) -> GameState:
    check_turn(state, action.color, Stage.MARKING)
    return replace(_marked(state, action.color, action.dead), to_play=action.color.opponent)


def _marked(state: GameState, by: Color | None, dead: frozenset[Point]) -> GameState:
    """The game with this marking as its next numbered proposal."""
    if any(state.board[point] is None for point in dead):
        raise NotAStone
    if dead and state.setup.ruleset.all_stones_alive:
        raise StonesAreAlive
    if state.bounds_disputes:
        check_whole_chains(state.board, dead)
    number = state.proposal_count + 1
    return replace(state, proposal=Proposal(number, by, dead, score_of(state, dead)), proposal_count=number)


def check_whole_chains(board: Board, dead: frozenset[Point]) -> None:
    """Raise NotAStone or PartOfAChain unless these stones are whole chains (R18)."""
    if any(board[point] is None for point in dead):
        raise NotAStone
    whole: set[Point] = set()
    for point in dead:
        if point not in whole:
            whole |= board.chain_at(point).stones
    if whole != dead:
        raise PartOfAChain(rest=vertices(whole - dead, board.height))


def score_of(state: GameState, dead: Iterable[Point]) -> Score:
    """The score of the position with these stones dead, under the rules of the game."""
    setup = state.setup
    return score(
        state.board,
        dead,
        ruleset=setup.ruleset,
        komi=setup.komi,
        prisoners=state.prisoners,
        pass_stones=state.pass_stones,
        handicap=setup.handicap,
    )


def _withdraw(state: GameState, action: Withdraw) -> GameState:
    proposal = _open_proposal(state, action.number)
    if proposal.by is not action.color:
        raise NotYourTurn
    if not state.bounds_disputes:
        return replace(state, proposal=None, to_play=action.color)
    if state.settled:
        raise AlreadySettled
    if state.withdrawals >= MOST_WITHDRAWALS:
        raise WithdrawnOften
    return replace(state, proposal=None, to_play=action.color, withdrawals=state.withdrawals + 1)


def _accept(state: GameState, action: Accept) -> GameState:
    proposal = _open_proposal(state, action.number)
    check_turn(state, action.color, Stage.DECIDING)
    return _stands(state, proposal)


def _stands(state: GameState, proposal: Proposal) -> GameState:
    margin = proposal.score.margin
    return _finish(state, Outcome(proposal.score.winner, Reason.SCORE, abs(margin)))


def _reject(state: GameState, action: Reject) -> GameState:
    _open_proposal(state, action.number)
    check_turn(state, action.color, Stage.DECIDING)
    rejected = replace(state, proposal=None, rejection_count=state.rejection_count + 1)
    if state.settled:
        return _as_it_stands(rejected)
    _check_then(state, action.then)
    if action.then is Then.MARK:
        return rejected
    resumed = _resumed(rejected, action.color)
    if action.then is Then.RESUME:
        return resumed
    return _settling(resumed if state.bounds_disputes else replace(resumed, to_play=action.color))


def _check_then(state: GameState, then: Then) -> None:
    """Raise MustSettle when a rejection cannot lead to this now."""
    if state.setup.ruleset.rejection_always_settles and then is not Then.SETTLE:
        raise MustSettle
    if then is Then.END or (then is Then.RESUME and not state.may_resume):
        raise MustSettle


def _resume(state: GameState, action: Resume) -> GameState:
    check_turn(state, action.color, Stage.MARKING)
    if state.settled:
        raise AlreadySettled
    if not state.may_resume:
        raise MustSettle
    return _resumed(state, action.color)


def _resumed(state: GameState, asked: Color) -> GameState:
    """Play goes on with the board as it is; who moves first is a matter of the rule set (R14)."""
    first = asked if state.setup.ruleset.resumer_moves_first else asked.opponent
    return replace(state, phase=Phase.PLAY, passes=0, to_play=first)


def _settling(resumed: GameState) -> GameState:
    """The same play as a settling, which has just begun (R15)."""
    return replace(resumed, settling=Settling(ByColor(0, 0), ByColor(0, 0)))


def _settle(state: GameState, action: Settle) -> GameState:
    """R17. A game of the first edition, in which end phases were not counted, has R17 from here on."""
    _check_stopped(state)
    if state.settled:
        return _as_it_stands(state)
    if not state.may_settle:
        raise TooEarlyToSettle
    return _settling(replace(_resumed(state, action.color), proposal=None, stops=max(state.stops, 2)))


def _as_it_stands(state: GameState) -> GameState:
    """The end after a settling that led to no agreement: all stones are alive (R17)."""
    counted = _marked(state, None, frozenset())
    assert counted.proposal is not None
    return _stands(counted, counted.proposal)


def _time_out(state: GameState, action: TimeOut) -> GameState:
    """R52: whoever has to act loses on time; in deciding the proposal stands as accepted, unless it is in doubt."""
    if action.color is not state.to_play:
        raise NotYourTurn
    if state.proposal is not None and not action.in_doubt:
        return _stands(state, state.proposal)
    return _finish(state, Outcome(action.color.opponent, Reason.TIME))


def _cancel(state: GameState, action: Cancel) -> GameState:
    return _finish(state, Outcome(None, Reason.CANCELLED))


def _no_result(state: GameState, action: NoResult) -> GameState:
    return _finish(state, Outcome(None, Reason.NO_RESULT))


def _decide(state: GameState, action: Decide) -> GameState:
    return _finish(state, action.outcome)


def _set_marking(state: GameState, action: SetMarking) -> GameState:
    _check_stopped(state)
    marked = _marked(state, None, action.dead)
    assert marked.proposal is not None
    return _stands(marked, marked.proposal)


def _let_resume(state: GameState, action: LetResume) -> GameState:
    _check_stopped(state)
    assert state.to_play is not None
    resumed = replace(_resumed(state, state.to_play), proposal=None, settled=False)
    return resumed if action.first is None else replace(resumed, to_play=action.first)


def _check_stopped(state: GameState) -> None:
    """Raise WrongPhase unless play has stopped and the score is being agreed on."""
    if state.phase is not Phase.STONE_REMOVAL:
        raise WrongPhase


def _no_undo(state: GameState, action: Undo) -> GameState:
    raise CannotUndo


def _annul(state: GameState, action: Annul) -> GameState:
    if state.outcome is None:
        raise WrongPhase
    if state.outcome.reason is Reason.ANNULLED:
        raise GameOver
    return _finish(state, Outcome(None, Reason.ANNULLED))


def _not_on_time(state: GameState, action: RefuseWin) -> GameState:
    raise NotWonOnTime


def _finish(state: GameState, outcome: Outcome) -> GameState:
    return replace(state, phase=Phase.FINISHED, to_play=None, outcome=outcome)


def check_turn(state: GameState, color: Color, stage: Stage) -> None:
    """Raise WrongPhase or NotYourTurn unless this side has to act at this stage."""
    if state.stage is not stage:
        raise WrongPhase
    if state.to_play is not color:
        raise NotYourTurn


def _open_proposal(state: GameState, number: int) -> Proposal:
    if state.stage is not Stage.DECIDING or state.proposal is None:
        raise WrongPhase
    if state.proposal.number != number:
        raise StaleProposal(proposal=state.proposal.number)
    return state.proposal


_VERBS: dict[type, Callable[[GameState, Any], GameState]] = {
    Play: _play,
    Pass: _pass,
    PlaceHandicap: _place_handicap,
    Resign: _resign,
    Propose: _propose,
    Withdraw: _withdraw,
    Accept: _accept,
    Reject: _reject,
    Resume: _resume,
    Settle: _settle,
    TimeOut: _time_out,
    Cancel: _cancel,
    NoResult: _no_result,
    Decide: _decide,
    Annul: _annul,
    SetMarking: _set_marking,
    LetResume: _let_resume,
    RefuseWin: _not_on_time,
    Undo: _no_undo,
}
assert set(_VERBS) == set(get_args(Action))

_KINDS: dict[type, str] = {
    Play: "play",
    Pass: "pass",
    PlaceHandicap: "place_handicap",
    Resign: "resign",
    Propose: "propose",
    Withdraw: "withdraw",
    Accept: "accept",
    Reject: "reject",
    Resume: "resume",
    Settle: "settle",
    TimeOut: "time_out",
    Cancel: "cancel",
    NoResult: "no_result",
    Decide: "decide",
    Annul: "annul",
    SetMarking: "set_marking",
    LetResume: "let_resume",
    RefuseWin: "refuse_win",
    Undo: "undo",
}


def kind_of(action: Action) -> str:
    """The word for the action in records and in the API."""
    return _KINDS[type(action)]


def to_payload(action: Action, setup: Setup) -> dict[str, Any]:
    """What the action says beyond its kind and its colour, in a form that JSON can hold."""
    match action:
        case Play(_, point):
            return {"point": vertex(point, setup.height)}
        case PlaceHandicap(_, points):
            return {"points": vertices(points, setup.height)}
        case Propose(_, dead):
            return {"dead": vertices(dead, setup.height)}
        case Withdraw(_, number) | Accept(_, number):
            return {"proposal": number}
        case Reject(_, number, then, reason):
            return {"proposal": number, "then": then.value, "reason": reason}
        case Decide() | SetMarking() | LetResume() | Annul():
            return {**_ruled(action, setup), "reason": action.reason}
        case Undo(_, to):
            return {"to": to}
        case TimeOut(_, True):
            return {"in_doubt": True}
        case _:
            return {}


def _ruled(action: Decide | SetMarking | LetResume | Annul, setup: Setup) -> dict[str, Any]:
    match action:
        case Decide(outcome):
            return {"outcome": outcome.to_json()}
        case SetMarking(dead):
            return {"dead": vertices(dead, setup.height)}
        case LetResume(first):
            return {"first": None if first is None else first.letter}
        case Annul():
            return {}


def from_payload(kind: str, color: Color | None, payload: dict[str, Any], setup: Setup) -> Action:
    """The action that kind_of(), its colour and to_payload() wrote.

    Raises BadAction for what they cannot have written, BadVertex or OffBoard for bad points.
    """
    try:
        return _READERS[kind](color, payload, setup)
    except (KeyError, TypeError, ValueError) as error:
        raise BadAction(f"cannot read {kind}") from error


def _color_of(color: Color | None) -> Color:
    if color is None:
        raise BadAction("no colour")
    return color


_READERS: dict[str, Callable[[Color | None, dict[str, Any], Setup], Action]] = {
    "play": lambda c, p, s: Play(_color_of(c), parse_vertex(p["point"], s.width, s.height)),
    "pass": lambda c, p, s: Pass(_color_of(c)),
    "place_handicap": lambda c, p, s: PlaceHandicap(_color_of(c), parse_vertices(p["points"], s.width, s.height)),
    "resign": lambda c, p, s: Resign(_color_of(c)),
    "propose": lambda c, p, s: Propose(_color_of(c), parse_vertices(p["dead"], s.width, s.height)),
    "withdraw": lambda c, p, s: Withdraw(_color_of(c), int(p["proposal"])),
    "accept": lambda c, p, s: Accept(_color_of(c), int(p["proposal"])),
    "reject": lambda c, p, s: Reject(_color_of(c), int(p["proposal"]), Then(p["then"]), str(p["reason"])),
    "resume": lambda c, p, s: Resume(_color_of(c)),
    "settle": lambda c, p, s: Settle(_color_of(c)),
    "time_out": lambda c, p, s: TimeOut(_color_of(c), bool(p.get("in_doubt", False))),
    "cancel": lambda c, p, s: Cancel(_color_of(c)),
    "no_result": lambda c, p, s: NoResult(),
    "decide": lambda c, p, s: Decide(Outcome.from_json(p["outcome"]), str(p.get("reason", ""))),
    "annul": lambda c, p, s: Annul(str(p["reason"])),
    "set_marking": lambda c, p, s: SetMarking(parse_vertices(p["dead"], s.width, s.height), str(p["reason"])),
    "let_resume": lambda c, p, s: LetResume(
        None if p["first"] is None else Color.from_letter(p["first"]), str(p["reason"])
    ),
    "refuse_win": lambda c, p, s: RefuseWin(_color_of(c)),
    "undo": lambda c, p, s: Undo(_color_of(c), int(p["to"])),
}
assert set(_READERS) == set(_KINDS.values())
assert issubclass(IllegalMove, RulesError)
