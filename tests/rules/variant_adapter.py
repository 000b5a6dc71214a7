"""The interface between our engine and the cases of variants (V1)."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from rules import RULE_SETS, Board, ByColor, Color, Phase, Point, Setup, apply, from_sgf, new_game
from rules.actions import (
    Accept,
    Action,
    AfterRejection,
    AnswerPartner,
    AskToResign,
    IllegalMoveAttempt,
    Leave,
    Pass,
    Play,
    Propose,
    Reject,
    Resign,
    TimeOut,
    score_of,
)
from rules.errors import RulesError
from rules.outcome import Reason, format_points
from rules.ruleset import KoRule, SelfCaptureRule
from rules.state import GameState
from rules.variants import (
    HiddenInformation,
    OnStop,
    Variant,
    VariantColors,
    VariantGoal,
    VariantSeats,
    VariantState,
    ViewKind,
)
from rules.variants.seats import check_seat_may_act, seat_name, seat_on_turn
from rules.variants.view import ILLEGAL, visible_error_code, visible_rows

COUNTED_BY = {"area": "chinese", "brainking": "brainking", "territory": "japanese"}


def variant(case):
    """Return the engine's result for a case: the keys of its `expect`."""
    return {"play": _played, "score": _scored, "view": _viewed}[case["set"]](case)


def _variant(case) -> Variant:
    letters = case.get("colors", "BW")
    goal, teams, view = case.get("goal"), case.get("teams"), case.get("view", {})
    komi = case.get("komi", {}) if len(letters) > 2 else {}
    return Variant(
        colors=VariantColors(len(letters), tuple(Decimal(komi.get(letter, "0")) for letter in letters) if komi else ()),
        seats=VariantSeats((teams["B"], teams["W"]) if teams else ()),
        goal=VariantGoal(tuple(goal[letter] for letter in letters), OnStop(case.get("on_stop", "most")))
        if goal
        else VariantGoal(),
        view=HiddenInformation(
            ViewKind(view.get("kind", case.get("words", "open"))),
            view.get("keep", 0),
            Color.from_letter(view["of"]) if "of" in view else None,
            case.get("tries", 3),
        ),
        passing=case.get("passing", True),
    )


def _setup(case) -> Setup:
    rows, made = case.get("start") or case["board"], _variant(case)
    ruleset = replace(
        RULE_SETS[COUNTED_BY[case.get("counting", "area")]],
        ko=KoRule(case.get("ko", "positional")),
        self_capture=SelfCaptureRule(case.get("self_capture", "forbidden")),
        compensation=RULE_SETS["japanese"].compensation,
    )
    letters, komi = case.get("colors", "BW"), case.get("komi", {})
    of_white = Decimal(komi.get("W", "0")) - Decimal(komi.get("B", "0")) if len(letters) == 2 else Decimal(0)
    held = case.get("taken", {})
    return Setup(
        len(rows[0]),
        len(rows),
        ruleset,
        of_white,
        handicap=case.get("handicap", 0),
        start=tuple(rows),
        first=Color.from_letter(case.get("first", "W" if case.get("handicap") else "B")),
        prisoners=ByColor(*(held.get(letter, 0) for letter in letters)),
        variant=made,
    )


def _start(case) -> GameState:
    state = new_game(_setup(case))
    order, course = state.setup.order, state.course
    if "out" in case:
        course = replace(course, out=tuple(map(Color.from_letter, case["out"])))
    if "lost" in case:
        course = replace(course, lost=tuple(case["lost"].get(color.letter, 0) for color in order.colors))
    return state if course == state.course else replace(state, course=course)


class _Run:
    """A case as it is played: the state, and what was refused on the way."""

    def __init__(self, case) -> None:
        self.case, self.state = case, _start(case)
        self.seats: list[str] = []
        self.refused: list[object] | None = None
        self.word: str | None = None

    def go(self) -> None:
        for index, text in enumerate(self.case["actions"]):
            who, verb, *rest = text.split()
            try:
                self._do(who, verb, rest)
            except RulesError as error:
                self._refuse(index, who, verb, rest, error)

    def _do(self, who, verb, rest) -> None:
        color, seat = Color.from_letter(who[0]), self._seat(who)
        if seat is not None and verb in ("play", "pass", "propose", "accept", "reject"):
            check_seat_may_act(self.state, seat)
        self.state = apply(self.state, self._action(color, seat, verb, rest))
        if verb in ("play", "pass"):
            self.seats.append(who)

    def _refuse(self, index, who, verb, rest, error) -> None:
        color = Color.from_letter(who[0])
        number = getattr(error, "move_number", None)
        code = error.code if number is None else f"{error.code} {number}"
        if self.refused is None:
            self.refused = [index, code]
        self.word = visible_error_code(self.state, color, error) if verb == "play" else error.code
        if self.word == ILLEGAL and "tries" in self.case:
            self.state = apply(self.state, IllegalMoveAttempt(color, self._point(rest[0])))

    def _seat(self, who) -> int | None:
        if len(who) == 1:
            return None
        return self.state.setup.order.seats_for(Color.from_letter(who[0]))[int(who[1:]) - 1]

    def _point(self, text) -> Point:
        board = self.state.board
        return from_sgf(text, board.width, board.height)

    def _action(self, color, seat, verb, rest) -> Action:
        if verb == "resign" and seat is not None:
            question = self.state.course.question
            asked = question is not None and question.color is color
            return AnswerPartner(color, seat) if asked else AskToResign(color, seat)
        made = {
            "play": lambda: Play(color, self._point(rest[0])),
            "pass": lambda: Pass(color),
            "resign": lambda: Resign(color),
            "time": lambda: TimeOut(color),
            "propose": lambda: Propose(color, frozenset(map(self._point, rest))),
            "accept": lambda: Accept(color, int(rest[0])),
            "reject": lambda: Reject(color, int(rest[0]), AfterRejection(rest[1])),
            "out": lambda: Leave(color, seat),
        }
        return made[verb]()


def _played(case):
    run = _Run(case)
    run.go()
    state, order = run.state, run.state.setup.order
    seat = seat_on_turn(state)
    return {
        "board": state.board.rows(),
        "taken": state.prisoners.by_letter(int),
        "lost": _lost(state),
        "to_play": state.to_play and state.to_play.letter,
        "seat": None if seat is None else seat_name(order, seat),
        "seats": run.seats,
        "passes": state.passes,
        "stage": state.stage.value,
        "outcome": _outcome(state),
        "refused": run.refused,
        "told": run.word,
        "tries": state.course.tries,
    }


def _lost(state: GameState) -> dict[str, int]:
    if state.course.lost:
        return ByColor(*state.course.lost).by_letter(int)
    return {"B": state.prisoners.white, "W": state.prisoners.black}


def _outcome(state: GameState):
    """`totals` where points decided, `ranking` where more than two played."""
    outcome = state.outcome
    if outcome is None:
        return None
    emails = {"winner": outcome.winner and outcome.winner.letter, "reason": outcome.reason.value}
    if outcome.reason is Reason.SCORE and state.proposal is not None:
        emails["totals"] = _totals(state.proposal.score)
    if len(state.setup.order.colors) > 2:
        emails["ranking"] = _places(outcome.ranking)
    return emails


def _places(ranking) -> list[str]:
    return ["".join(color.letter for color in place) for place in ranking]


def _totals(score) -> dict[str, str]:
    return {color.letter: format_points(own) for color, own in score.totals.items() if color not in score.out}


def _scored(case):
    state = _start(case)
    dead = frozenset(from_sgf(point, state.board.width, state.board.height) for point in case.get("dead", ()))
    score = score_of(state, dead)
    return {"totals": _totals(score), "ranking": _places(score.ranking)}


def _viewed(case):
    state = replace(new_game(_setup(case)), board=Board.from_rows(case["board"]))
    course: VariantState = state.course
    if "moves_at" in case:
        points = [from_sgf(at, state.board.width, state.board.height) for at in case["moves_at"]]
        keep = state.setup.variant.view.keep
        course = replace(course, placed_at=tuple(map(state.board.index, points))[-keep:] if keep else ())
        state = replace(state, move_number=len(points))
    course = replace(course, stopped_before=case.get("stopped_before", False))
    state = replace(state, course=course, phase=_PHASES[case.get("stage", "play")])
    viewers = {one: None if one == "watcher" else Color.from_letter(one[0]) for one in case["viewers"]}
    return {"seen": {one: visible_rows(state, color) for one, color in viewers.items()}}


_PHASES = {
    "play": Phase.PLAY,
    "marking": Phase.STONE_REMOVAL,
    "deciding": Phase.STONE_REMOVAL,
    "finished": Phase.FINISHED,
}
