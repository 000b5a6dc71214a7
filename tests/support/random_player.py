"""A player of random games in any variant, by the rules alone, and the variants to play."""

from __future__ import annotations

import random

from rules import Action, GameState, Pass, Play, Point, Stage, illegality_code
from rules.actions import (
    Accept,
    AfterRejection,
    AnswerPartner,
    AskToResign,
    IllegalMoveAttempt,
    Leave,
    Propose,
    Reject,
    Resign,
    Resume,
    TimeOut,
)
from rules.variants import HiddenInformation, Variant, VariantColors, VariantGoal, VariantSeats, ViewKind
from rules.variants.agreement import sides_to_answer
from rules.variants.presets import PRESETS
from rules.variants.view import is_hidden_from

PLAYED: dict[str, Variant] = PRESETS | {
    "fading": Variant(view=HiddenInformation(ViewKind.FADING, 2)),
    "rengo": Variant(seats=VariantSeats((3, 2))),
    "six_colors": Variant(colors=VariantColors(6)),
    "capture_of_three": Variant(colors=VariantColors(3), goal=VariantGoal((2, 2, 2))),
}
"""The variants of stored random games, by name."""


class RandomPlayer:
    """Plays for all sides, with legal and sometimes illegal actions."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def action(self, state: GameState) -> Action:
        """Return an action that is allowed now, or one that is not."""
        return {
            Stage.PLAY: self._play,
            Stage.MARKING: self._mark,
            Stage.DECIDING: self._decide,
        }[state.stage](state)

    def _play(self, state: GameState) -> Action:
        color, chance = state.to_play, self.dice.random()
        point = self._point(state)
        if chance < 0.01:
            return self._leave(state)
        if chance < 0.05:
            return Pass(color)
        for _ in range(12):
            if illegality_code(state, point) is None:
                return Play(color, point)
            if chance < 0.4 and is_hidden_from(state, color):
                return IllegalMoveAttempt(color, point)
            point = self._point(state)
        legal = [point for point in state.board.points() if illegality_code(state, point) is None]
        return Play(color, self.dice.choice(legal)) if legal else Pass(color)

    def _leave(self, state: GameState) -> Action:
        color = self.dice.choice(state.setup.order.colors)
        if len(state.setup.order.seats_for(color)) == 1:
            return self.dice.choice([Resign(color), TimeOut(color)])
        seat = self.dice.choice(state.setup.order.seats_for(color))
        return self.dice.choice(
            [Leave(color, seat), AskToResign(color, seat), AnswerPartner(color, seat, self.dice.random() < 0.3)]
        )

    def _point(self, state: GameState) -> Point:
        return state.board.point(self.dice.randrange(len(state.board.cells)))

    def _mark(self, state: GameState) -> Action:
        color = state.to_play
        if self.dice.random() < 0.3:
            return self.dice.choice([Resume(color), Resign(color), TimeOut(color)])
        stones = [point for point in state.board.points() if state.board[point] is not None]
        dead = state.board.chain_at(self.dice.choice(stones)).stones if stones else frozenset()
        return Propose(color, dead)

    def _decide(self, state: GameState) -> Action:
        color, number = self.dice.choice(sides_to_answer(state)), state.proposal.number
        return self.dice.choice(
            [Accept(color, number), Accept(color, number), Reject(color, number, AfterRejection.MARK),
            TimeOut(state.to_play),
             Reject(color, number, AfterRejection.RESUME, "so"), Resign(self.dice.choice(state.setup.order.colors))]
        )  # fmt: skip
