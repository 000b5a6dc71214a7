"""The base class of the panels of the game page: the game, its viewer, and the actions possible now."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from games import reading, verbs
from games.game_view import GameView
from games.models import Game, Seat
from games.models.action import rules_actions
from games.services.record import Actor
from games.watching import Spectators, watchers_of
from rules import Board, GameState, Move, Point, Stage, parse_vertex, replay_states
from rules.variants.seats import may_act

from .move_sequence import MoveSequence, MoveWithCaptures, move_sequence_of

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import Player


class GamePanel:
    """Base of the panels of the game page. `shown` is the number of the move whose position is displayed (None: the
    current position). `present` is the current state, and `state` the displayed one, as the viewer may see them. `me`
    is the viewer's seat."""

    def __init__(self, game: Game, viewer: Player | AnonymousUser, now: datetime, *, shown: int | None = None) -> None:
        self.game, self.viewer, self.now = game, viewer, now
        self.show = GameView(game, viewer)
        self.present = self.show.state
        self.me = self.show.seat
        is_earlier = shown is not None and 0 <= shown < self.present.move_number
        self.shown = shown if is_earlier and not game.has_hidden_info else None
        self.state = self._displayed_state()

    def _displayed_state(self) -> GameState:
        if self.shown is None:
            return self.present
        states = replay_states(self.game.agreed_setup, rules_actions(self.game))
        return next(state for state in reversed(states) if state.move_number == self.shown)

    @cached_property
    def move_sequence(self) -> MoveSequence:
        """Return the moves of the game for browsing, as the viewer may see them. One query, or none if the moves are
        cached."""
        return move_sequence_of(self.game, None if self.me is None else self.me.color)

    @property
    def shown_move(self) -> MoveWithCaptures | None:
        """Return the move that led to the displayed position, or None at the start and while moves are hidden."""
        number = self.state.move_number
        return self.move_sequence.steps[number - 1] if 0 < number <= len(self.move_sequence.steps) else None

    @property
    def position(self) -> Board:
        """Return the stones that the viewer sees in the displayed position."""
        return self.show.board(self.state)

    @property
    def last_move(self) -> Move | None:
        """Return the play or pass that led to the displayed position, as the viewer sees it, or None if there is
        none."""
        return self.show.last_move(self.state)

    @property
    def shows_current_position(self) -> bool:
        """Return whether the board shows the current position."""
        return self.shown is None

    @property
    def stage(self) -> Stage:
        """Return the kind of action that the side to act has to take, in the current position."""
        return self.present.stage

    @property
    def my_turn(self) -> bool:
        """Return whether the viewer has to act."""
        return self.me is not None and not self.game.is_finished and may_act(self.present, self.me.index)

    @cached_property
    def may(self) -> dict[str, bool]:
        """Return the names of the verbs that the viewer can use now, as keys of a dictionary with the value True."""
        return {verb.name: True for verb in verbs.available_verbs(self.show, self.now)}

    @cached_property
    def actor(self) -> Actor:
        """Return the viewer as the author of an action in the game."""
        return verbs.actor_of(self.show, self.now)

    @property
    def can_play(self) -> bool:
        """Return whether the viewer may play a stone on the displayed board."""
        return "play" in self.may and self.shows_current_position

    @property
    def can_mark(self) -> bool:
        """Return whether the viewer may mark dead stones on the displayed board."""
        return "propose" in self.may and self.shows_current_position

    @property
    def places_handicap(self) -> bool:
        """Return whether the viewer has to place handicap stones by taps on the board."""
        return "place_handicap" in self.may

    @property
    def is_scoring(self) -> bool:
        """Return whether the players are agreeing on the score, and the board therefore shows dead stones and
        territory."""
        return self.stage in (Stage.MARKING, Stage.DECIDING)

    @property
    def board_mode(self) -> str:
        """Return what a tap on the board does, for the page's script: mark, handicap, play, or read (nothing)."""
        if self.can_mark:
            return "mark"
        if self.places_handicap:
            return "handicap"
        return "play" if self.can_play else "read"

    @property
    def must_answer_proposal(self) -> bool:
        """Return whether the viewer has to accept or reject a proposal."""
        return "accept" in self.may

    @cached_property
    def spectators(self) -> Spectators:
        """Return the spectators of the game."""
        return watchers_of(self.game.pk)

    @cached_property
    def own_note_and_block(self) -> reading.NoteAndBlock:
        """Return the viewer's note about this game and its priority, and whether the viewer and another player have
        blocked each other."""
        if self.me is None:
            return reading.NoteAndBlock()
        return reading.note_and_block_of_seat(self.me, [seat.player_id for seat in self.game.others(self.me)])

    @property
    def opponent(self) -> Seat | None:
        """Return the seat of the opponent who acts next after the viewer, or None for a spectator."""
        return None if self.me is None else self.game.opponents(self.me)[0]

    def _parse_points(self, texts: Iterable[str]) -> frozenset[Point]:
        return frozenset(parse_vertex(text, self.game.width, self.game.height) for text in texts)
