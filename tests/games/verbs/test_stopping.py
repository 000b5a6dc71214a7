"""Stopping play against an opponent who never passes, on the page and API (R6, R17)."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games import verbs
from games.management.commands.check_games import find_record_faults
from notifications.models import Notice
from rules import AfterRejection, Color, Stage
from rules.errors import TooEarlyToStop
from tests.factories import act, make_game, play, reload, side
from tests.support.browsers import browser
from wording.refusals import SENTENCES

pytestmark = pytest.mark.django_db

STALLED = "E5 C3 pass C4 pass C5 pass C6"
"""White has answered three passes of Black with stones."""


def test_the_menu_offers_to_stop_play_after_three_answered_passes_and_the_stones_are_marked_R17():
    game = make_game(moves=STALLED, now=timezone.now())
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    path = f"{game.get_absolute_url()}stop/"
    client = browser(black)
    assert f'href="{path}"' in client.get(game.get_absolute_url()).content.decode()
    asked = client.get(path)
    assert "Stop play?" in asked.content.decode()
    fields = {"number": game.number, "key": "1" * 16}

    client.post(path, fields)

    game = reload(game)
    assert (game.state().stage, game.seat_on_turn().player) == (Stage.MARKING, black)
    assert Notice.objects.get(kind="play_stopped").player == white
    assert "play stopped" in browser(white).get(game.get_absolute_url()).content.decode()
    assert find_record_faults(game) == []


def test_a_program_sees_that_it_may_stop_and_who_may_not_reads_why_R17():
    game = make_game(moves="E5 C3 pass C4 pass C5", now=timezone.now())
    black = side(game, Color.BLACK)
    client = browser(black)

    def stop():
        number = reload(game).number
        body = {"kind": "stop", "expected": number}
        headers = {"Idempotency-Key": f"stop at {number}"}
        return client.post(f"/api/v1/games/{game.pk}/actions", body, "application/json", headers=headers)

    def open_now():
        return client.get(f"/api/v1/games/{game.pk}").json()["actions"]

    assert "stop" not in open_now()
    refused = stop()
    assert (refused.status_code, refused.json()["code"]) == (422, "too_early_to_stop")
    assert refused.json()["detail"] == str(SENTENCES["too_early_to_stop"])
    play(game, "pass", now=timezone.now())
    play(game, "C6", now=timezone.now())
    assert "stop" in open_now()
    assert stop().json()["stage"] == "marking"


def test_who_stalls_for_ever_loses_the_game_by_the_count_without_a_moderator_R17():
    game = make_game(moves=STALLED)
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    act(game, verbs.Stop, by=black)
    act(game, verbs.Propose, by=black, dead=frozenset())
    act(game, verbs.Reject, by=white, proposal=1, then=AfterRejection.RESUME)
    for number in range(3):
        if reload(game).seat_on_turn().player == white:
            play(game, f"H{number + 1}")
        play(game, "pass")
    if reload(game).seat_on_turn().player == white:
        play(game, "H9")
    with pytest.raises(TooEarlyToStop):
        act(make_game(moves="E5 C3"), verbs.Stop)
    act(game, verbs.Stop, by=black)

    act(game, verbs.PlayOut, by=black)

    assert reload(game).state().dispute is not None
