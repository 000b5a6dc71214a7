"""Load cases and decisions, always with all permission checks. No other module loads them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, Q, QuerySet, TextField
from django.db.models.functions import Cast

from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from clubs.models import Membership
from foundation.paths import path_of
from games.models import Seat
from moderation.errors import InvolvedInCase, NoSuchCase, NoSuchDecision
from moderation.models import Case, Decision, Report
from moderation.models.case import CaseQuerySet

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

OPPONENTS_FOR = timedelta(days=30)
"""Two players count as opponents during a game between them, and this long after it."""


def is_moderator(viewer: Player | AnonymousUser) -> bool:
    """Return whether the viewer is a moderator, who may use the queue of cases."""
    return may(viewer, StaffPermission.MODERATE)


def cases_for(staff: Player, now: datetime) -> CaseQuerySet:
    """Return the cases that this moderator may see and handle.

    Cases in which the moderator is involved are left out. These are cases about the moderator or a recent opponent,
    cases about a game of either, cases that the moderator reported, appeals against the moderator's own decisions, and
    cases about a club of the moderator and appeals in them.
    Raises NoSuchCase for anyone who is not a moderator.
    """
    if not is_moderator(staff):
        raise NoSuchCase
    opponents = _recent_opponent_ids(staff, now)
    reported = Report.objects.filter(case=OuterRef("pk"), reporter=staff)
    at_the_board = Seat.objects.filter(game=OuterRef("game"))
    involved = at_the_board.filter(Q(player=staff) | Q(player__in=opponents))
    this_case = Q(case=OuterRef("pk")) | Q(case=OuterRef("appeal__decision__case"))
    return (
        Case.objects.exclude(player=staff)
        .exclude(player__in=opponents)
        .exclude(appeal__decision__by=staff)
        .exclude(Exists(reported))
        .exclude(Exists(involved))
        .exclude(Exists(reports_about_own_clubs(staff).filter(this_case)))
    )


def reports_about_own_clubs(staff: Player) -> QuerySet[Report]:
    """Return the reports about clubs of which this moderator is a member, and about notices of these clubs (E79).

    Their evidence has the club's path. Its JSON text is searched, because SQLite cannot search lists in JSON. In a
    reported text, quotation marks are escaped, so no text can pass for a path.
    """
    named = Q(pk__in=[])
    for club_id in Membership.objects.filter(player=staff).members().values_list("club", flat=True):
        path = path_of("clubs:club", club_id)
        named |= Q(evidence_text__contains=f'"path": "{path}')
    return Report.objects.alias(evidence_text=Cast("evidence", TextField())).filter(named)


def _recent_opponent_ids(staff: Player, now: datetime) -> QuerySet[Seat]:
    lately = Q(finished_at__isnull=True) | Q(finished_at__gte=now - OPPONENTS_FOR)
    games = Seat.objects.filter(lately, player=staff).values("game")
    return Seat.objects.filter(game__in=games).exclude(player=staff).values("player")  # type: ignore[return-value]


def visible_case_or_raise(staff: Player, case_id: int, now: datetime) -> Case:
    """Return the case. Raises NoSuchCase, and InvolvedInCase if the moderator is involved in the case."""
    rows = cases_for(staff, now).select_related("player", "game", "taken_by", "appeal__decision__by")
    found = rows.filter(pk=case_id).first()
    if found is None:
        raise InvolvedInCase if Case.objects.filter(pk=case_id).exists() else NoSuchCase
    return found


def lock_visible_case(staff: Player, case_id: int, now: datetime) -> Case:
    """Return a case that this moderator may handle, with the case and its player locked. Needs a transaction. Raises
    NoSuchCase, InvolvedInCase.

    Callers that also lock a game must lock the game first.
    """
    found = visible_case_or_raise(staff, case_id, now)
    if found.player_id is not None:
        Player.objects.select_for_update(no_key=True).get(pk=found.player_id)
    rows = Case.objects.select_for_update(no_key=True, of=("self",))
    return rows.select_related("player", "game", "taken_by").get(pk=case_id)


def visible_case_of_decision(staff: Player, decision_id: int, now: datetime) -> Case:
    """Return the case of this decision. Raises NoSuchDecision, also if the moderator is involved in the case."""
    try:
        found = cases_for(staff, now).filter(decisions=decision_id).first()
    except NoSuchCase:
        found = None
    if found is None:
        raise NoSuchDecision
    return found


def decision_concerning_player(player: Player, decision_id: int) -> Decision:
    """Return a decision that concerns this player. Raises NoSuchDecision."""
    found = Decision.objects.concerning(player).select_related("case", "game", "restriction").filter(pk=decision_id)
    decision = found.first()
    if decision is None:
        raise NoSuchDecision
    return decision
