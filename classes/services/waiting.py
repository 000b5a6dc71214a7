"""The open offers of pupils: of those who are waiting for a classmate to play out a position (T13), and of children
whose accounts end (T6)."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from challenges.models import ChallengeStatus
from challenges.services import withdraw_challenge
from challenges.services.leaving import end_offers_of_players
from classes.models import Child, HomeworkGame, HomeworkPosition
from games.services.idempotency import PlayerRequest


def withdraw_offers(positions: QuerySet[HomeworkPosition], now: datetime) -> None:
    """Withdraw the open offers from these positions, which the caller then deletes. Needs a transaction. The positions
    are locked first, as they are when a pupil starts a game."""
    found = list(positions.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True))
    rows = HomeworkGame.objects.filter(position__in=found, offer__status=ChallengeStatus.OPEN)
    for row in rows.select_related("player").order_by("pk"):
        assert row.offer_id is not None
        withdraw_challenge(PlayerRequest(row.player, now), row.offer_id)


def end_child_accounts(children: QuerySet[Child], now: datetime) -> None:
    """End these children's accounts, with their offers and those to them, which no one could accept any more (T6)."""
    found = list(children.values_list("pk", flat=True))
    end_offers_of_players(found, now)
    Child.objects.filter(pk__in=found).end_accounts(now)
