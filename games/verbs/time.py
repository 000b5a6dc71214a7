"""Actions about time: claim a win, add time, refuse a win (R52), call for a moderator in the end phase."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

import rules
from games.errors import (
    NothingToClaim,
    RefereeAlreadyCalled,
    ScoringNotInProgress,
    StallingAlreadyReported,
    TooEarlyForReferee,
    TooLateToDeclineWin,
)
from games.models import Action
from games.models.action import rules_actions_with_hidden
from games.services import deadlines, moderation_hooks
from games.services.pauses import pause_for_moderators
from games.services.record import Actor, grant_time, record_action, record_non_rules_action
from games.services.result_questions import REQUEST
from games.services.timeouts import record_timeout, score_boards_before_timeout
from games.time_errors import CannotGrantTimeNow, DurationOutOfRange
from ratings import services as ratings
from rules import Phase, Reason, Stage, replay
from rules.clock import TimeoutPolicy
from rules.errors import NotWonOnTime

from .agreement import check_request_rate, check_saw_newest_action
from .fields import WholeNumber, verb_field
from .verb import Confirmation, RequiredGamePhase, Verb

MOST_DAYS = 14
"""The largest number of days that may be added at a time."""
REFUSE_WITHIN = timedelta(days=7)
"""How long after its end a win on time may be refused."""
STALL_PAUSE = timedelta(days=3)
"""How long a report of stalling stops the clocks, once per game, so that a moderator can act."""
REJECTIONS = 2
"""The number of rejected proposals in a game, by either side, after which a referee can be called."""
REFEREE_PAUSE = timedelta(hours=48)
"""How long a call for a referee stops the clocks, unless a report has stopped them before."""


@dataclass(frozen=True, slots=True)
class ClaimWinOnTime(Verb):
    """Win a game in which the opponent has run out of time. If the opponent had to decide about a proposal, the
    proposal counts as accepted instead, unless it is in doubt (R52)."""

    name: ClassVar[str] = "claim_win"
    path: ClassVar[str | None] = "claim-win"

    @classmethod
    def prepare(cls, game_id: int) -> None:
        """Compute the server's count of the board before the game is locked, if the count decides the game."""
        score_boards_before_timeout([game_id])

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise NothingToClaim unless the opponent is on turn and has run out of time, in a game that ends only when
        the win is claimed."""
        game = actor.game
        late = deadlines.timeout_effect_at(game, actor.now) is not None
        if not late or game.turn == actor.own_seat.index or game.timeout_policy is not TimeoutPolicy.CLAIM:
            raise NothingToClaim
        found = deadlines.current_deadline(game)
        if found is None or actor.now < found.instant:
            raise NothingToClaim

    def carry_out(self, actor: Actor) -> Action:
        """End the game as lost on time and return the action. Raises NotScoredYet if the server must count the board
        first."""
        return record_timeout(Actor(actor.game, actor.game.seat_on_turn(), None, actor.now))


@dataclass(frozen=True, slots=True)
class GrantTime(Verb):
    """Give the opponent more days for this turn."""

    name: ClassVar[str] = "grant_time"
    path: ClassVar[str | None] = "grant-time"
    kinds: ClassVar[dict[str, Promise]] = {"grant_time": pgettext_lazy("record of a game", "time added")}
    notices: ClassVar[dict[str, Promise]] = {"time_granted": gettext_lazy("%(name)s gave you more time")}
    days: int = verb_field(WholeNumber(1, MOST_DAYS), "More time for the opponent, in days.")

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise CannotGrantTimeNow unless the opponent's clock is running, and TooManyGameRequests if time was added
        too often recently."""
        side = (actor.own_seat, *actor.game.partners(actor.own_seat))
        if actor.game.deadline is None or any(seat.index == actor.game.turn for seat in side):
            raise CannotGrantTimeNow
        check_request_rate(actor)

    def carry_out(self, actor: Actor) -> Action:
        """Add the days and return the action. Raises DurationOutOfRange, and StaleGameState if the sender has not seen
        the last addition of time."""
        if not 1 <= self.days <= MOST_DAYS:
            raise DurationOutOfRange(most=MOST_DAYS, field="days", sentence=_("Enter 1 to 14 days."))
        check_saw_newest_action(actor, "grant_time")
        grant_time(actor.game, timedelta(days=self.days), actor.now)
        on = actor.game.seat_on_turn()
        actor.notify_seats("time_granted", [on, *actor.game.partners(on)])
        return record_non_rules_action(actor, "grant_time", {"days": self.days})


@dataclass(frozen=True, slots=True)
class RefuseWin(Verb):
    """Decline a win on time: the game continues, and the opponent gets three days for the move. This is possible within
    a week."""

    name: ClassVar[str] = "refuse_win"
    path: ClassVar[str | None] = "refuse-win"
    of: ClassVar[RequiredGamePhase] = RequiredGamePhase.ANY
    kinds: ClassVar[dict[str, Promise]] = {"refuse_win": gettext_lazy("win on time declined")}
    notices: ClassVar[dict[str, Promise]] = {
        "win_refused": gettext_lazy("%(name)s declined the win on time. The game continues.")
    }

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise NotWonOnTime unless this side won on time, and TooLateToDeclineWin if that was more than REFUSE_WITHIN
        ago."""
        game = actor.game
        if game.end_reason != Reason.TIME.value or game.winner != actor.own_seat.color or game.finished_at is None:
            raise NotWonOnTime
        if actor.now >= game.finished_at + REFUSE_WITHIN:
            raise TooLateToDeclineWin

    def carry_out(self, actor: Actor) -> Action:
        """Restore the game as it was before it ended, undo its rating changes, and return the action."""
        game, action = actor.game, rules.RefuseWin(actor.color)
        after = replay(game.agreed_setup, [*rules_actions_with_hidden(game), action])
        if game.unrated_reason in ("wave", "too_short"):
            game.rated, game.unrated_reason = True, ""
        game.finished_at = None
        ratings.withdraw_game_ratings(game_id=game.pk, now=actor.now)
        actor.notify_others("win_refused")
        return record_action(actor, action, after)


@dataclass(frozen=True, slots=True)
class ReportStalling(Verb):
    """Report that the opponent delays the scoring. The clocks stop for three days, unless they were already stopped for
    a moderator earlier in this game."""

    name: ClassVar[str] = "report_stalling"
    path: ClassVar[str | None] = "report-stalling"
    kinds: ClassVar[dict[str, Promise]] = {"report_stalling": pgettext_lazy("record of a game", "stalling reported")}
    notices: ClassVar[dict[str, Promise]] = {
        "stalling_reported": gettext_lazy("%(name)s has reported that you are stalling the scoring")
    }

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise ScoringNotInProgress unless the players are agreeing on the score, and StallingAlreadyReported after an
        earlier report."""
        if actor.game.phase != Phase.STONE_REMOVAL.value:
            raise ScoringNotInProgress
        if actor.game.stall_reported:
            raise StallingAlreadyReported

    def carry_out(self, actor: Actor) -> Action:
        """Stop the clocks, call for a moderator, and return the action."""
        actor.game.stall_reported = True
        return _call_moderator(actor, "stalling_reported", "stalling", STALL_PAUSE)


@dataclass(frozen=True, slots=True)
class CallReferee(Verb):
    """Ask a moderator to rule. This is possible once per game, after the second rejected proposal, or if the opponent
    plays on instead of accepting the predicted result. The clocks stop for a while, so that a moderator has time to
    act."""

    name: ClassVar[str] = "call_referee"
    path: ClassVar[str | None] = "referee"
    menu: ClassVar[Promise | str] = gettext_lazy("Call a referee…")
    kinds: ClassVar[dict[str, Promise]] = {"call_referee": pgettext_lazy("record of a game", "referee called")}
    notices: ClassVar[dict[str, Promise]] = {"referee_called": gettext_lazy("%(name)s has called a referee")}

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise TooEarlyForReferee unless enough proposals were rejected, or the opponent did not accept the predicted
        result (C204). Raise RefereeAlreadyCalled if a referee has already been called."""
        plays_on = actor.game.result_asked == actor.own_seat.index and REQUEST not in actor.game.requests
        if actor.state.rejection_count < REJECTIONS and not (plays_on and actor.state.stage is Stage.PLAY):
            raise TooEarlyForReferee
        check_saw_newest_action(actor, "call_referee")
        if actor.game.actions.filter(kind="call_referee").exists():
            raise RefereeAlreadyCalled

    def carry_out(self, actor: Actor) -> Action:
        """Stop the clocks, call for a moderator, and return the action."""
        return _call_moderator(actor, "referee_called", "referee", REFEREE_PAUSE)

    @classmethod
    def confirmation(cls, actor: Actor) -> Confirmation | None:
        """Return a confirmation, because a referee can be called only once."""
        explanation = _(
            "A moderator will look at the game and make a ruling. You can call a referee once per game. The clocks "
            "will stop for up to two days."
        )
        return Confirmation(_("Call a referee?"), explanation, _("Call a referee"))


def _call_moderator(actor: Actor, notice: str, why: str, length: timedelta) -> Action:
    """Call for a moderator and return the recorded action. `notice` is the kind of notice for the other players, `why`
    the reason for the moderator. The first call in a game stops the clocks for `length`."""
    until = pause_for_moderators(actor.game, actor.now, length)
    partners = actor.game.partners(actor.own_seat) if notice == "stalling_reported" else []
    actor.notify_seats(notice, [seat for seat in actor.others if seat not in partners])
    assert actor.player is not None
    moderation_hooks.call_moderator(actor.game, actor.player, why, actor.now)
    kind = "report_stalling" if why == "stalling" else "call_referee"
    return record_non_rules_action(actor, kind, {} if until is None else {"until": until.isoformat()})
