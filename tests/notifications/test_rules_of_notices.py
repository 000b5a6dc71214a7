"""Notices that replace others, and questions whose subject is gone (C62, C63)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import QuerySet

from notifications.kinds import EmailTiming, NoticeGroup
from notifications.models import Notice, TurnChange
from notifications.services import scheduling
from notifications.services.asking import object_id_in_path
from tests.factories import make_game
from tests.notifications.test_emails import DAY, reader, wants
from tests.notifications.test_sending_times import notice, waits

pytestmark = pytest.mark.django_db


def test_C62_a_turn_replaces_the_turn_that_waits_in_its_game_and_nothing_else():
    player = wants(wants(reader(), NoticeGroup.TIME, EmailTiming.DAILY), NoticeGroup.TURN, EmailTiming.DAILY)
    first, second = make_game(black=player), make_game(black=player)
    for game in (first, second):
        TurnChange.objects.create(player=player, game=game, at=DAY)
    notice(player, kind="clock_day", game=first)
    scheduling.schedule_email_items(DAY + timedelta(minutes=1))
    assert sorted(waits(player)) == ["clock_day", "your_turn", "your_turn"]

    TurnChange.objects.create(player=player, game=first, at=DAY + timedelta(minutes=2))
    scheduling.schedule_email_items(DAY + timedelta(minutes=3))

    assert sorted(waits(player)) == ["clock_day", "your_turn", "your_turn"], "one turn a game, and the warning"


def test_the_number_of_what_a_notice_is_about_is_in_its_path():
    assert object_id_in_path(Notice(path="/tournaments/12/standings/3/")) == 12
    assert object_id_in_path(Notice(path="/settings/notices/")) == 0


def test_C62_what_another_process_has_taken_meanwhile_is_not_counted(monkeypatch):
    monkeypatch.setattr(QuerySet, "exists", lambda self: True)
    assert scheduling.schedule_email_items(DAY) == 0
