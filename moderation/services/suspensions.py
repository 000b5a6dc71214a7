"""The games of a suspended player. Their clocks stop for a day to allow an appeal; then the games end as decided.

Each game has its own transaction (docs/locking.md), so the work may be interrupted. `sweep_suspensions`, which the
sweeper calls, completes it.
"""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.core.restrictions import is_restricted
from accounts.models import Player
from accounts.models.restriction import RestrictionKind
from automatch.services.leaving import cancel_searches
from challenges.services import withdraw_offers
from games.services import suspension
from games.services.clock_check import CheckedTime
from ladders.services.ladders import remove_suspended_from_ladders
from leagues.services.leagues import remove_suspended_from_leagues
from moderation.models import Decision
from moderation.models.decision import GamesAfterSuspension
from team_matches.services.teams import remove_from_unstarted_teams
from tournaments.services.leaving import withdraw_suspended_from_tournaments


def stop_clocks_and_withdraw_player(decision: Decision, now: datetime) -> None:
    """Stop the clocks of a suspended player's games until the time for an appeal is over. Withdraw the player's offers
    and searches, and withdraw the player from tournaments, leagues, ladders and teams (E93)."""
    player, until = decision.player, decision.games_due
    if player is None or until is None or decision.games_stopped_at is not None:
        return
    withdraw_offers(player=player, now=now)
    cancel_searches(player, now)
    suspension.stop_clocks_for_appeal(player=player, until=until, now=now)
    remove_suspended_from_leagues(player, now)
    withdraw_suspended_from_tournaments(player, now)
    remove_suspended_from_ladders(player, now)
    remove_from_unstarted_teams(player, now)
    decision.games_stopped_at = now
    decision.save(update_fields=["games_stopped_at"])


def resume_games_after_reversal(decision: Decision, now: datetime) -> None:
    """Resume the player's games after a suspension was reversed. Games that the suspension has ended are not
    resumed."""
    until = decision.games_due
    if decision.player_id is None or until is None or decision.games_settled_at is not None:
        return
    player = Player.objects.get(pk=decision.player_id)  # as it is after the suspension was reversed
    if not is_restricted(player, RestrictionKind.SUSPENDED, now):
        suspension.restart_clocks(player=player, stopped_until=until, now=now)
    decision.games_settled_at = now
    decision.save(update_fields=["games_settled_at"])


def resume_games_after_lifting(now: datetime, player: Player | None = None) -> None:
    """Resume the stopped games of a player, or of all players, whose suspension was lifted before it ended their
    games."""
    lifted = _suspensions_with_unsettled_games().filter(restriction__lifted_at__isnull=False)
    for decision in lifted if player is None else lifted.filter(player=player):
        resume_games_after_reversal(decision, now)


def sweep_suspensions(*, now: CheckedTime) -> int:
    """Stop, resume or end the games of suspended players if this is due. Return the number of suspensions whose time
    for an appeal is over. Called by the sweeper."""
    waiting = _suspensions_with_unsettled_games()
    for decision in _with_unstopped_clocks(waiting):
        stop_clocks_and_withdraw_player(decision, now)
    resume_games_after_lifting(now)
    due = list(waiting.filter(games_due__lte=now))
    for decision in due:
        _end_games_as_decided(decision, now)
    return len(due)


def _suspensions_with_unsettled_games() -> QuerySet[Decision]:
    """Return the suspensions whose effect on the player's games in progress has not been settled yet."""
    rows = Decision.objects.filter(games_due__isnull=False, games_settled_at=None)
    return rows.select_related("player", "restriction")


def _with_unstopped_clocks(waiting: QuerySet[Decision]) -> list[Decision]:
    """Return those of these suspensions that were not reversed and have not stopped the clocks yet."""
    return list(waiting.filter(Q(games_stopped_at=None), undone_at=None))


def _end_games_as_decided(decision: Decision, now: datetime) -> None:
    """Annul or forfeit the suspended player's games, as the decision says, and record that this is done. No game ends
    if the suspension was reversed or lifted, but games end if it has only expired in the meantime."""
    player, restriction = decision.player, decision.restriction
    assert player is not None
    stands = decision.undone_at is None and restriction is not None and restriction.lifted_at is None
    if stands and decision.games_then != GamesAfterSuspension.PLAY_ON:
        annul = decision.games_then == GamesAfterSuspension.ANNULLED
        with translation.override(settings.LANGUAGE_CODE):
            reason = _("A player's account has been suspended.")
        suspension.end_games_of_suspended(player=player, annul=annul, reason=reason, now=now)
    decision.games_settled_at = now
    decision.save(update_fields=["games_settled_at"])
