"""Deleting an account leaves other players' data unchanged, in every app (F38)."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.db.models import Model
from django.utils import timezone

from accounts.models import Block, FederationProfile, Player
from accounts.privacy.account_deletion import delete
from games.models import Seat, TimeSettings
from learn.models import DailyStreak, Progress, Repeating, Tried
from social.models import Bulletin, Dismissal, Follow, Mute, Star, Vote
from study.models import StudySettings
from tests.access.visitors import Place
from tests.factories import NOON, make_player

pytestmark = pytest.mark.django_db


def more_rows() -> None:
    """Create rows of other players in the tables that `Place` does not fill."""
    player, other, bulletin, game = make_player(), make_player(), Bulletin.objects.all()[0], Seat.objects.all()[0].game
    Block.objects.create(player=player, blocked=other, at=NOON)
    EmailAddress.objects.create(user=player, email=player.email)
    FederationProfile.objects.create(player=player)
    TimeSettings.objects.create(player=player)
    Star.objects.create(player=player, game=game, at=NOON)
    Follow.objects.create(player=player, followed=other, at=NOON)
    Mute.objects.create(player=player, muted=other)
    Vote.objects.create(player=player, bulletin=bulletin, choice=0)
    Dismissal.objects.create(player=player, bulletin=bulletin)
    Progress.objects.create(player=player, item="live-problems", done=1, changed_at=NOON)
    Tried.objects.create(player=player, problem="live-1", was_right=True, at=NOON)
    Repeating.objects.create(player=player, since=NOON)
    DailyStreak.objects.create(player=player, days=1, last_on=NOON.date())
    StudySettings.objects.create(player=player)


def everything() -> dict[type[Model], dict[object, dict[str, object]]]:
    """Every row of every table, by its key."""
    models = [model for model in apps.get_models() if model._meta.managed and not model._meta.proxy]
    return {model: {row[model._meta.pk.attname]: row for row in model._base_manager.values()} for model in models}


def test_F38_a_newcomer_who_leaves_takes_nothing_of_anybody_else_along():
    Place()
    more_rows()
    player = make_player()
    before = everything()
    assert sum(bool(rows) for rows in before.values()) > 75, "there is something in most tables"

    delete(player=player, now=timezone.now())

    after = everything()
    changed = {
        (model.__name__, key)
        for model, rows in before.items()
        for key, row in rows.items()
        if after[model].get(key) != row
    }
    assert changed == {(Player.__name__, player.pk)}
