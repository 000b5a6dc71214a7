"""Notices about shared records and collections (L8, P5)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player
from clubs.services.audiences import Audience, others_rows_listed_for
from foundation import timesource
from library.services import sharing
from notifications.models import Notice
from tests.factories import NOON, make_player
from tests.library.helpers import GAME, OTHER, add

pytestmark = pytest.mark.django_db


def notices_of(player) -> list[str]:
    return list(Notice.objects.filter(player=player).values_list("title", flat=True))


def test_L8_players_are_notified_once_of_what_is_shared_with_them():
    owner, reader, later = make_player(), make_player(), make_player()
    record, other = add(owner, GAME, OTHER)

    sharing.share_record(owner, record.pk, Audience(players=(reader.username,)), NOON)
    sharing.share_record(owner, record.pk, Audience(players=(reader.username, later.username)), NOON)
    sharing.share_record(owner, other.pk, Audience(players=(reader.username,)), NOON)

    assert notices_of(reader) == notices_of(later) == ["Aino – Babak"], "one unread notice by the same player"
    notice = Notice.objects.get(player=later)
    assert (notice.kind, notice.by, notice.path) == ("shared", owner, record.get_absolute_url())

    Notice.objects.update(read_at=NOON)
    sharing.share_record(owner, record.pk, Audience(players=(reader.username,), everyone=True), NOON)
    assert notices_of(reader) == ["Aino – Babak"], "already shared"
    sharing.share_record(owner, other.pk, Audience(players=(later.username,)), NOON)
    assert notices_of(later) == ["Chen – Dina", "Aino – Babak"]


def test_L8_twenty_players_may_be_named():
    owner, readers = make_player(), [make_player() for _ in range(20)]
    (record,) = add(owner, GAME)
    sharing.share_record(owner, record.pk, Audience(players=tuple(one.username for one in readers)), NOON)
    assert record.shares.count() == 20


@pytest.mark.parametrize("column", ["muted_until", "suspended_until"])
def test_L8_what_players_share_is_not_listed_while_they_are_muted_or_suspended(monkeypatch, column):
    monkeypatch.setattr(timesource, "now", lambda: NOON)
    owner = make_player()
    (record,) = add(owner, GAME)
    sharing.share_record(owner, record.pk, Audience(everyone=True), NOON)
    for until, is_listed in ((NOON + timedelta(seconds=1), False), (NOON, True)):
        Player.objects.filter(pk=owner.pk).update(**{column: until})
        assert others_rows_listed_for(type(record).objects.all(), make_player()).exists() is is_listed
