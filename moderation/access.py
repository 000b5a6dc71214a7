"""The only way to get a case or a decision for a person."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Player
from accounts.security.powers import Power, may
from games.models import Seat
from moderation.errors import NoSuchCase, NoSuchDecision, NotForYou
from moderation.models import Case, Decision, Report
from moderation.models.case import CaseQuerySet

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

OPPONENTS_FOR = timedelta(days=30)
"""Somebody one has a running game with, or one that ended so lately, is an opponent."""


def is_moderator(viewer: Player | AnonymousUser) -> bool:
    """Whether there is a queue for this person."""
    return may(viewer, Power.MODERATE)


def cases_for(staff: Player, now: datetime) -> CaseQuerySet:
    """The cases that this person may see and handle.

    None about themselves, an opponent, or a game of one of these, that they reported, or that appeals against their own
    decision. Raises NoSuchCase for those who are no moderators.
    """
    if not is_moderator(staff):
        raise NoSuchCase
    opponents = _opponents_of(staff, now)
    reported = Report.objects.filter(case=OuterRef("pk"), reporter=staff)
    at_the_board = Seat.objects.filter(game=OuterRef("game"))
    involved = at_the_board.filter(Q(player=staff) | Q(player__in=opponents))
    return (
        Case.objects.exclude(player=staff)
        .exclude(player__in=opponents)
        .exclude(appeal__decision__by=staff)
        .exclude(Exists(reported))
        .exclude(Exists(involved))
    )


def _opponents_of(staff: Player, now: datetime) -> QuerySet[Seat]:
    lately = Q(finished_at__isnull=True) | Q(finished_at__gte=now - OPPONENTS_FOR)
    games = Seat.objects.filter(lately, player=staff).values("game")
    return Seat.objects.filter(game__in=games).exclude(player=staff).values("player")  # type: ignore[return-value]


def case_for(staff: Player, case_id: int, now: datetime) -> Case:
    """The case; raises NoSuchCase, and NotForYou when this person is part of it."""
    rows = cases_for(staff, now).select_related("player", "game", "taken_by", "appeal__decision__by")
    found = rows.filter(pk=case_id).first()
    if found is None:
        raise NotForYou if Case.objects.filter(pk=case_id).exists() else NoSuchCase
    return found


def locked_case_for(staff: Player, case_id: int, now: datetime) -> Case:
    """The same with its row locked, and before it that of the player it is about; inside a transaction only.

    Anyone who locks a game, too, does it before.
    """
    found = case_for(staff, case_id, now)
    if found.player_id is not None:
        Player.objects.select_for_update(no_key=True).get(pk=found.player_id)
    rows = Case.objects.select_for_update(no_key=True, of=("self",))
    return rows.select_related("player", "game", "taken_by").get(pk=case_id)


def case_of_decision(staff: Player, decision_id: int, now: datetime) -> Case:
    """The case that was decided; raises NoSuchDecision, also when this person is part of it."""
    try:
        found = cases_for(staff, now).filter(decisions=decision_id).first()
    except NoSuchCase:
        found = None
    if found is None:
        raise NoSuchDecision
    return found


def decision_for(player: Player, decision_id: int) -> Decision:
    """A decision that concerns this person; raises NoSuchDecision."""
    found = Decision.objects.concerning(player).select_related("case", "game", "restriction").filter(pk=decision_id)
    decision = found.first()
    if decision is None:
        raise NoSuchDecision
    return decision
