"""Moderators' actions in games (R8, R26, R61): set a result or a marking, resume play, add time, annul, make
unrated."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import rules
from accounts.core.audit import StaffContext, record_staff_action
from foundation.text import clean_text
from games.errors import AlreadyUnrated, MessageLengthNotAllowed, RulingDoesNotFitColors
from games.models import Action, Game
from games.services import moderation_hooks
from games.services.moderation_hooks import RulingEvent
from games.services.pauses import end_pause_for_moderators
from games.services.record import Actor, effect_of, grant_time, record_action, record_non_rules_action
from games.time_errors import DurationOutOfRange, NoClockToAdjust
from ratings import services as ratings
from rules import Color, Outcome, Point, Reason, check_whole_chains
from rules.actions.action import check_stopped
from rules.clock import TimeSystem
from rules.errors import GameOver
from rules.order import OrderOfPlay
from rules.outcome import Ranking

from .agreement import check_saw_newest_action
from .fields import ColorByLetter, EnumValue, Places, Text, Vertices, WholeNumber, values_as_json, verb_field
from .verb import RequiredGamePhase, Verb, VerbRole

LONGEST_RULING = 1000
LEAST, MOST = timedelta(minutes=1), timedelta(days=30)
"""The limits of the time that a moderator may add at a time."""
ANSWERS = frozenset({"decide", "set_marking", "let_resume", "annul", "unrate"})
"""Kinds of rulings that end the wait for a moderator. Adding time does not."""


def clean_public_reason(reason: str) -> str:
    """Return the public reason of a ruling, with whitespace cleaned. Raises MessageLengthNotAllowed if it is empty or
    too long."""
    text = clean_text(reason)
    if not 1 <= len(text) <= LONGEST_RULING:
        raise MessageLengthNotAllowed
    return text


class RulingVerb(Verb):
    """Base of moderators' actions. Each has a public `reason`, which the audit log also stores.

    Only moderators who do not play in the game can use them; everyone else gets NotAModerator.
    """

    __slots__ = ()
    role: ClassVar[VerbRole] = VerbRole.MODERATOR
    reason: str

    @property
    def cleaned_reason(self) -> str:
        """Return the public reason."""
        return clean_public_reason(self.reason)

    def carry_out(self, actor: Actor) -> Action:
        """Record the ruling, also in the audit log, and return the action. Raises MessageLengthNotAllowed without a
        public reason."""
        text = self.cleaned_reason
        row = self.carry_out_ruling(actor)
        assert actor.player is not None
        about: dict[str, Any] = {name: value for name, value in values_as_json(self).items() if name != "reason"}
        about |= {"game": actor.game.pk, "number": row.number}
        record_staff_action(StaffContext(actor.player, actor.now, text, about), self.name)
        moderation_hooks.store_ruling(RulingEvent(actor.game, actor.player, self.name, text, actor.now))
        return row

    def carry_out_ruling(self, actor: Actor) -> Action:
        """Carry out and record the ruling, and return the action."""
        raise NotImplementedError


_WHY = "Why, in your words; everyone who sees the game can read it."


class Ruling(StrEnum):
    """The results that a moderator can give."""

    BLACK = "black"
    WHITE = "white"
    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"
    RANKING = "ranking"
    NO_RESULT = "no_result"
    BOTH_LOSE = "both_lose"
    ANNULLED = "annulled"


WITHOUT_WINNER = {
    Ruling.NO_RESULT: Reason.NO_RESULT,
    Ruling.BOTH_LOSE: Reason.BOTH_LOSE,
    Ruling.ANNULLED: Reason.ANNULLED,
}
WINNERS = {ruling: Color[ruling.name] for ruling in Ruling if ruling.name in Color.__members__}


def possible_rulings(order: OrderOfPlay) -> list[Ruling]:
    """Return the results that a moderator can choose in a game with this order of play. With more than two colours, the
    moderator can choose a winner or the place of each colour (V58), but not that all lose."""
    sides = [ruling for ruling, winner in WINNERS.items() if winner in order.colors]
    if len(sides) == 2:
        return [*sides, *WITHOUT_WINNER]
    return [*sides, Ruling.RANKING, Ruling.NO_RESULT, Ruling.ANNULLED]


def outcome_of(ruling: Ruling, ranking: Ranking, order: OrderOfPlay) -> Outcome:
    """Return the outcome of a ruling. `ranking` is given only for the ruling RANKING. If one side wins, all others
    share second place. Raises RulingDoesNotFitColors."""
    if ruling not in possible_rulings(order) or (ruling is Ruling.RANKING) != bool(ranking):
        raise RulingDoesNotFitColors(field="ranking" if ruling in possible_rulings(order) else "ruling")
    if ruling in WITHOUT_WINNER:
        return Outcome((), WITHOUT_WINNER[ruling])
    winner = WINNERS.get(ruling)
    return Outcome(ranking if winner is None else ((winner,), order.others(winner)), Reason.FORFEIT)


@dataclass(frozen=True, slots=True)
class Decide(RulingVerb):
    """End the game with this result."""

    name: ClassVar[str] = "decide"
    path: ClassVar[str | None] = "decide"
    is_costly: ClassVar[bool] = True
    kinds: ClassVar[dict[str, Promise]] = {"decide": _("decided by a moderator")}
    notices: ClassVar[dict[str, Promise]] = {"game_decided": _("A moderator has decided your game with %(name)s")}
    ruling: Ruling = verb_field(EnumValue(Ruling), "Moderators: how the game ends.")
    reason: str = verb_field(Text(LONGEST_RULING), _WHY)
    ranking: Ranking = verb_field(
        Places(),
        "Moderators, with `ranking`: the letters of the colours for each place, all colours included.",
        default=(),
    )

    def carry_out_ruling(self, actor: Actor) -> Action:
        """End the game with the ruling, and return the action. Raises RulingDoesNotFitColors."""
        outcome = outcome_of(self.ruling, self.ranking, actor.game.agreed_setup.order)
        actor.notify_all_players("game_decided")
        return record_action(actor, rules.Decide(outcome, self.cleaned_reason))


@dataclass(frozen=True, slots=True)
class EndWithModeratorMarking(RulingVerb):
    """Decide which stones are dead, after play has stopped. The game ends with the score of this marking."""

    name: ClassVar[str] = "set_marking"
    path: ClassVar[str | None] = "set-marking"
    is_costly: ClassVar[bool] = True
    kinds: ClassVar[dict[str, Promise]] = {"set_marking": _("dead stones marked by a moderator")}
    dead: frozenset[Point] = verb_field(Vertices(), "The dead stones, as vertices.")
    reason: str = verb_field(Text(LONGEST_RULING), _WHY)

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise WrongPhase unless play has stopped."""
        check_stopped(actor.state)

    def carry_out_ruling(self, actor: Actor) -> Action:
        """End the game with the score of this marking, and return the action. Raises NotAStone, PartOfAChain (R18),
        StonesAreAlive."""
        check_whole_chains(actor.state.board, self.dead)
        actor.notify_all_players("game_decided")
        return record_action(actor, rules.EndWithModeratorMarking(self.dead, self.cleaned_reason))


@dataclass(frozen=True, slots=True)
class ResumeByModerator(RulingVerb):
    """Resume play instead of marking dead stones, and restart the clocks if they were stopped for a moderator. `first`
    is the side to move first. Without it, the rules decide who moves first (R14)."""

    name: ClassVar[str] = "let_resume"
    path: ClassVar[str | None] = "let-resume"
    is_costly: ClassVar[bool] = True
    kinds: ClassVar[dict[str, Promise]] = {"let_resume": _("play resumed by a moderator")}
    notices: ClassVar[dict[str, Promise]] = {
        "resumption_ruled": _("A moderator has resumed play in your game with %(name)s")
    }
    reason: str = verb_field(Text(LONGEST_RULING), _WHY)
    first: Color | None = verb_field(ColorByLetter("first"), "Moderators: who moves first.", default=None)

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise WrongPhase unless play has stopped."""
        check_stopped(actor.state)

    def carry_out_ruling(self, actor: Actor) -> Action:
        """Resume play, and return the action. Raises RulingDoesNotFitColors if `first` is a side that has left the
        game."""
        if self.first in actor.state.course.out:
            raise RulingDoesNotFitColors(field="first")
        end_pause_for_moderators(actor.game, actor.now)
        actor.notify_all_players("resumption_ruled")
        return record_action(actor, rules.ResumeByModerator(self.first, self.cleaned_reason))


@dataclass(frozen=True, slots=True)
class AddTimeByRuling(RulingVerb):
    """Give this side more time, in whole minutes, no matter which side has to act."""

    name: ClassVar[str] = "adjust_clock"
    path: ClassVar[str | None] = "adjust-clock"
    kinds: ClassVar[dict[str, Promise]] = {"adjust_clock": _("time added by a moderator")}
    notices: ClassVar[dict[str, Promise]] = {
        "clock_adjusted": _("A moderator has added time to a clock in your game with %(name)s")
    }
    side: Color = verb_field(ColorByLetter("side"), "Moderators: whose clock.")
    minutes: int = verb_field(WholeNumber(1, MOST // LEAST), "Moderators: more time, in minutes.")
    reason: str = verb_field(Text(LONGEST_RULING), _WHY)

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise NoClockToAdjust unless time can be added to at least one side's clock."""
        if not any(can_add_time(actor.game, color) for color in actor.game.agreed_setup.order.colors):
            raise NoClockToAdjust

    def carry_out_ruling(self, actor: Actor) -> Action:
        """Add the time and return the action. Raises DurationOutOfRange outside LEAST to MOST, NoClockToAdjust for a
        side without a clock of its own, and StaleGameState if the sender has not seen the last adjustment."""
        if not 1 <= self.minutes <= MOST // LEAST:
            raise DurationOutOfRange(
                most=MOST.days, field="minutes", sentence=_("The added time must be between 1 minute and 30 days.")
            )
        if not can_add_time(actor.game, self.side):
            raise NoClockToAdjust
        check_saw_newest_action(actor, "adjust_clock")
        grant_time(actor.game, timedelta(minutes=self.minutes), actor.now, self.side)
        actor.notify_all_players("clock_adjusted")
        values = {"side": self.side.letter, "minutes": self.minutes, "reason": self.cleaned_reason}
        return record_non_rules_action(actor, "adjust_clock", values)


def can_add_time(game: Game, side: Color) -> bool:
    """Return whether time can be added to this side's clock: the game is in progress and a clock runs. With days per
    move, a side that is not on turn gets the time in its next turn (E103)."""
    has_clock = game.agreed_time.system is not TimeSystem.NONE and side in game.agreed_setup.order.colors
    return has_clock and not game.is_finished and game.clock_value().running is not None


@dataclass(frozen=True, slots=True)
class Annul(RulingVerb):
    """Annul the result of a finished game; its rating changes are undone."""

    name: ClassVar[str] = "annul"
    path: ClassVar[str | None] = None
    of: ClassVar[RequiredGamePhase] = RequiredGamePhase.FINISHED
    in_api: ClassVar[bool] = False
    kinds: ClassVar[dict[str, Promise]] = {"annul": _("annulled by a moderator")}
    notices: ClassVar[dict[str, Promise]] = {
        "game_annulled": _("A moderator has annulled your finished game with %(name)s")
    }
    reason: str = verb_field(Text(LONGEST_RULING), _WHY)

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise GameOver if the game is already annulled."""
        if actor.game.end_reason == Reason.ANNULLED.value:
            raise GameOver

    def carry_out_ruling(self, actor: Actor) -> Action:
        """Annul the game's result, and return the new action."""
        game, action = actor.game, rules.Annul(self.cleaned_reason)
        after = rules.apply(actor.state, action)
        game.sync_columns(after, game.clock_value(), None)
        _make_unrated(actor, "annulled")
        actor.notify_all_players("game_annulled")
        payload, effect = action.payload(game.agreed_setup), effect_of(game, actor.state, after)
        return record_non_rules_action(actor, action.kind, payload, effect)


@dataclass(frozen=True, slots=True)
class Unrate(RulingVerb):
    """Make a finished game unrated; its result does not change."""

    name: ClassVar[str] = "unrate"
    path: ClassVar[str | None] = None
    of: ClassVar[RequiredGamePhase] = RequiredGamePhase.FINISHED
    in_api: ClassVar[bool] = False
    kinds: ClassVar[dict[str, Promise]] = {"unrate": _("made unrated by a moderator")}
    notices: ClassVar[dict[str, Promise]] = {
        "game_unrated": _("A moderator has made your finished game with %(name)s unrated")
    }
    reason: str = verb_field(Text(LONGEST_RULING), _WHY)

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise AlreadyUnrated if the game is already unrated."""
        if not actor.game.rated:
            raise AlreadyUnrated

    def carry_out_ruling(self, actor: Actor) -> Action:
        """Make the game unrated and undo its rating changes, and return the new action."""
        _make_unrated(actor, "moderator")
        actor.notify_all_players("game_unrated")
        return record_non_rules_action(actor, "unrate", {"reason": self.cleaned_reason})


def _make_unrated(actor: Actor, why: str) -> None:
    """Make the game unrated and store why. If it is already unrated, the stored reason does not change. The caller must
    save the game."""
    if actor.game.rated:
        actor.game.rated, actor.game.unrated_reason = False, why
        ratings.withdraw_game_ratings(game_id=actor.game.pk, now=actor.now)


def referee_is_awaited(kinds: Iterable[str]) -> bool:
    """Return whether a referee was called and no ruling has followed. `kinds` are the kinds of the record's actions in
    order."""
    called = False
    for kind in kinds:
        called = kind == "call_referee" or (called and kind not in ANSWERS)
    return called
