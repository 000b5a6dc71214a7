"""Reporting on pages: from the chat, from a game that you watch, and refused reports."""

from __future__ import annotations

import pytest
from django.utils import timezone

from moderation.models import Case, Report
from rules import Color
from tests.factories import make_game, make_moderator, make_player, side
from tests.moderation.helpers import insult
from tests.support.browsers import browser

pytestmark = pytest.mark.django_db


def test_a_message_is_reported_from_the_chat_and_the_reporter_reads_the_answer():
    game = make_game(now=timezone.now())
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    message = insult(game, black, now=timezone.now())
    client, staff = browser(white), make_moderator()
    link = f"/report/message/{message.pk}/"
    assert link in client.get(f"/g/{game.pk}/").content.decode()
    assert link not in browser(black).get(f"/g/{game.pk}/").content.decode()
    assert "You are a fool" in client.get(link).content.decode()

    answer = client.post(link, {"kind": "abuse", "text": "not kind"}, follow=True)
    assert "Waiting for a moderator." in answer.content.decode()
    case = Case.objects.get()
    browser(staff).post(
        f"/mod/case/{case.pk}/decide/",
        {"measure": "hide", "message": f"message-{message.pk}", "seen": 0, "days": 7, "games_then": "play_on",
         "reason_key": "insults", "ends_case": "on"},
    )  # fmt: skip

    assert "Your report was upheld" in client.get("/reports/").content.decode()
    for who in (white, black):
        page = browser(who).get(f"/g/{game.pk}/?chat=1").content.decode()
        assert "[hidden by a moderator]" in page
        assert "You are a fool" not in page
        assert ("Insults and threats" in page) == (who == black)
    mine = browser(black).get("/decisions/").content.decode()
    assert "You are a fool" in mine
    assert "Appeal…" in mine
    assert staff.username not in mine
    assert white.username not in mine


@pytest.mark.parametrize(
    "data", [{}, {"kind": "referee"}, {"kind": "abuse", "text": "x" * 1001}, {"kind": "abuse", "text": "\u202e"}]
)
def test_a_bad_report_is_shown_again_and_stores_nothing(data):
    player = make_player()

    answer = browser(make_player()).post(f"/report/player/{player.username}/", data)

    assert answer.status_code == 400
    assert b'role="alert"' in answer.content
    assert not Report.objects.exists()


def test_who_reports_themselves_or_too_much_reads_why_not(settings):
    settings.IGO_REPORTS = "1/day"
    player = make_player()
    client = browser(player)

    statuses = [
        client.post(f"/report/player/{name}/", {"kind": "other"}).status_code
        for name in (player.username, make_player().username, make_player().username)
    ]

    assert statuses == [400, 302, 429]


def test_spectators_say_whom_they_report():
    game = make_game(now=timezone.now())
    black = side(game, Color.BLACK)

    browser(make_player()).post(f"/report/game/{game.pk}/", {"player": black.username, "kind": "program"})

    assert Case.objects.get().player == black
