"""One random game of a variant, played by the rules alone, with everything that the services record in games."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from rules import (
    RULE_SETS,
    Action,
    Annul,
    Cancel,
    Color,
    Decide,
    EndWithModeratorMarking,
    GameState,
    NoResult,
    Pass,
    PlaceHandicap,
    PlayOut,
    RefuseWin,
    Reject,
    ResumeByModerator,
    RulesError,
    RuleSet,
    Setup,
    Stage,
    Stop,
    Undo,
    Withdraw,
    apply,
    new_game,
    replay,
)
from rules.actions import AfterRejection, TakeVacantSeat
from rules.actions.endings import AgreeOnDraw
from rules.errors import BadVariant
from rules.outcome import Outcome, Reason
from rules.ruleset import HandicapPlacement
from rules.variants import Variant
from rules.variants.seats import seat_on_turn
from tests.support.random_player import RandomPlayer

LONGEST = 60
SIZES = ((5, 5), (4, 4), (3, 5), (6, 5))
RULINGS = (Decide, EndWithModeratorMarking, ResumeByModerator, Annul)
SELDOM = 0.03
"""So often something is done that hardly ever is: an undo, a ruling, an agreement, a successor on an empty seat."""


@dataclass(frozen=True, slots=True)
class Step:
    """A row of the record: by the seat of this index (None: a moderator), `action` None for a mere event of this kind,
    and the game before and after it."""

    seat: int | None
    kind: str
    payload: dict[str, Any]
    before: GameState
    after: GameState
    action: Action | None


@dataclass
class Random:
    """A random game: what it begins with, and after `play` its steps and how it stands."""

    setup: Setup
    dice: random.Random
    steps: list[Step] = field(default_factory=list)
    record: list[Action] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state = new_game(self.setup)
        self.player = RandomPlayer(self.dice.randrange(2**30))
        self.stopped_at = 0
        self.passes_from = self.dice.choice((6, 12, 20, LONGEST))

    def play(self) -> None:
        """Play until nothing more is done. What is refused is not recorded."""
        for _ in range(LONGEST):
            action = self._next()
            if action is None:
                return
            try:
                after = self._after(action)
            except RulesError:
                continue
            self._take(action, after)

    def _after(self, action: Action) -> GameState:
        if isinstance(action, Undo | RefuseWin):
            return replay(self.setup, [*self.record, action])
        return apply(self.state, action)

    def _take(self, action: Action, after: GameState) -> None:
        seat = self._seat_of(action)
        if isinstance(action, Undo):
            self._append(seat, "undo_request", {"to": action.to_move_number}, self.state)
        self._append(seat, action.kind, action.payload(self.setup), after, action)
        self.record.append(action)
        if after.stage is Stage.MARKING:
            self.stopped_at = after.move_number
        self.state = as_read(after) if self.dice.random() < 0.2 else after

    def _append(
        self, seat: int | None, kind: str, payload: dict[str, Any], after: GameState, action: Action | None = None
    ) -> None:
        self.steps.append(Step(seat, kind, payload, self.state, after, action))

    def _seat_of(self, action: Action) -> int | None:
        """Return the seat of the action's row, as the services would write it."""
        if isinstance(action, RULINGS):
            return None
        seat: int | None = getattr(action, "seat", None)
        color: Color | None = getattr(action, "color", None)
        turn = seat_on_turn(self.state)
        if seat is not None:
            return seat
        if turn is not None and color in (None, self.setup.order.seats[turn]):
            return turn
        return self.setup.order.seats_for(color or Color.BLACK)[0]

    def _next(self) -> Action | None:
        """Return the next action, or None if the game has ended or stays unfinished."""
        state = self.state
        if state.outcome is not None:
            return self._afterwards(state.outcome)
        if state.stage is Stage.HANDICAP:
            points = frozenset(self.dice.sample(list(state.board.points()), state.handicap_to_place))
            return PlaceHandicap(Color.BLACK, points)
        if self.dice.random() < SELDOM:
            return self._seldom(state)
        if state.stage is Stage.PLAY and state.move_number >= self.passes_from and self.dice.random() < 0.4:
            return Pass(self._color(state))
        return self.player.action(state)

    def _afterwards(self, outcome: Outcome) -> Action | None:
        if outcome.reason is Reason.TIME and outcome.winner is not None and self.dice.random() < 0.4:
            return RefuseWin(outcome.winner)
        if outcome.reason is not Reason.ANNULLED and self.dice.random() < 0.05:
            return Annul("so")
        return None

    def _seldom(self, state: GameState) -> Action:
        """Something that may be open now: what leads on more often than what ends the game."""
        on: list[Callable[[GameState], Action]] = [self._undo, self._undo, self._stop]
        if state.course.seats_out:
            on = [self._come_in]
        if state.stage in (Stage.MARKING, Stage.DECIDING):
            on = [self._play_out, self._let_resume, self._set_marking, self._disagree, self._withdraw]
        if self.dice.random() < 0.2:
            on = [self._decide, self._agree]
        return self.dice.choice(on)(state)

    def _undo(self, state: GameState) -> Action:
        back = state.move_number - self.dice.choice((1, 1, 2, 3))
        return Undo(self._color(state), max(back, self.stopped_at, 0))

    def _stop(self, state: GameState) -> Action:
        return Stop(self._color(state))

    def _come_in(self, state: GameState) -> Action:
        seat = self.dice.choice(state.course.seats_out)
        return TakeVacantSeat(self.setup.order.seats[seat], seat)

    def _play_out(self, state: GameState) -> Action:
        return PlayOut(self.dice.choice(self.setup.order.colors))

    def _withdraw(self, state: GameState) -> Action:
        color = self._color(state) if state.proposal is None else state.proposal.by
        return Withdraw(color or Color.BLACK, state.proposal_count)

    def _disagree(self, state: GameState) -> Action:
        return Reject(
            self._color(state),
            state.proposal_count,
            self.dice.choice((AfterRejection.PLAY_OUT, AfterRejection.END)),
            "so",
        )

    def _let_resume(self, state: GameState) -> Action:
        still_in = [color for color in self.setup.order.colors if color not in state.course.out]
        return ResumeByModerator(self.dice.choice([None, *still_in]), "so")

    def _set_marking(self, state: GameState) -> Action:
        stones = [point for point in state.board.points() if state.board[point] is not None]
        dead = state.board.chain_at(self.dice.choice(stones)).stones if stones else ()
        return EndWithModeratorMarking(frozenset(dead), "so")

    def _decide(self, state: GameState) -> Action:
        winner = self.dice.choice(self.setup.order.colors)
        ranking = ((winner,), self.setup.order.others(winner))
        outcomes = [Outcome(ranking, Reason.FORFEIT), Outcome((), Reason.NO_RESULT), Outcome((), Reason.ANNULLED)]
        if self.setup.variant.two_sided:
            outcomes.append(Outcome((), Reason.BOTH_LOSE))
        return Decide(self.dice.choice(outcomes), "so")

    def _agree(self, state: GameState) -> Action:
        return self.dice.choice([Cancel(self._color(state)), NoResult(), AgreeOnDraw()])

    def _color(self, state: GameState) -> Color:
        assert state.to_play is not None
        return state.to_play


def as_read(state: GameState) -> GameState:
    """The same as it is read from a database: every action of a server begins with that."""
    setup = Setup.from_json(json.loads(json.dumps(state.setup.to_json())))
    return GameState.from_json(setup, json.loads(json.dumps(state.to_json())), state.position_keys)


def setup_of(variant: Variant, dice: random.Random) -> Setup:
    """A small board and any rule set of this variant; a handicap and komi now and then, where there may be."""
    rules = dice.choice(list(map(variant.rules_of, _rules_for(variant))))
    may_have = variant.two_sided and rules.handicap_placement is HandicapPlacement.FREE
    handicap = 2 if may_have and dice.random() < 0.2 else 0
    komi = Decimal(dice.choice(("0", "6.5"))) if variant.two_sided and variant.is_scored else Decimal(0)
    return Setup(*dice.choice(SIZES), rules, komi, handicap, variant=variant)


def _rules_for(variant: Variant) -> list[RuleSet]:
    """The rule sets that such a game may have."""
    found = []
    for rules in RULE_SETS.values():
        try:
            variant.rules_of(rules)
        except BadVariant:
            continue
        found.append(rules)
    return found


def random_game(variant: Variant, seed: str) -> Random:
    """The random game of this variant that belongs to this seed, played."""
    dice = random.Random(seed)
    game = Random(setup_of(variant, dice), dice)
    game.play()
    return game
