"""Choices about notices, on the page, by the API and from an e-mail, and addresses that refuse e-mails (C62, C66)."""

from __future__ import annotations

import json
import re
import smtplib
from datetime import time

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from accounts.core import mail
from accounts.models import Player
from notifications.kinds import Channel, NoticeGroup
from notifications.models import GameMute, Notice, NoticeSettings
from notifications.preferences import players_with_push_device, preferences_of, wants_notice
from notifications.services import addresses, unsubscribing
from notifications.services.scheduling import players_with_email
from tests.factories import make_player
from tests.support.callers import Caller
from tests.support.games import make_game

pytestmark = pytest.mark.django_db


def emails_of(player) -> dict[str, str]:
    preferences = preferences_of(player)
    return {str(kind): str(preferences.email_timing_of(kind)) for kind in NoticeGroup}


def sign_up(client, name, **answer):
    form = {"username": name, "email": f"{name}@example.org", "password1": "correct horse battery", **answer}
    assert client.post("/accounts/signup/", form).status_code == 302
    return Player.objects.get(username=name)


def test_who_signs_up_answers_one_question_and_gets_reminders_and_beginnings_anyway(client, monkeypatch):
    aino, babak, cyrus = sign_up(client, "aino"), sign_up(Client(), "babak", email_when="off"), make_player()
    assert emails_of(aino)["turn"] == emails_of(cyrus)["turn"] == "daily"
    assert emails_of(babak) == {**dict.fromkeys(map(str, NoticeGroup), "off"), "time": "now", "game": "now"}
    assert all(
        wants_notice(aino, kind, Channel.BELL) and wants_notice(aino, kind, Channel.PUSH) for kind in NoticeGroup
    )
    monkeypatch.setattr(players_with_push_device, "function", lambda players: {aino.pk})
    assert (emails_of(aino)["turn"], emails_of(aino)["time"]) == ("off", "now"), "the push has told it"


def test_the_matrix_is_one_form_and_keeps_only_what_differs(client):
    player = make_player()
    client.force_login(player)
    form = {}
    for kind in NoticeGroup:
        form |= {f"{kind}-{channel}": "on" for channel in ("bell", "push", "sound")} | {
            f"{kind}-letter": emails_of(player)[kind]
        }
    form |= {"level": "picture", "daily_at": "19", "quiet": "own", "quiet_begin": "23:00", "quiet_end": "07:00"}
    form |= {"turn-letter": "now", "message-letter": "off"}
    del form["staff-push"], form["answer-sound"]
    assert client.post("/settings/notifications/", form).status_code == 302
    row = NoticeSettings.objects.get(player=player)
    letters = {"turn": {"letter": "now"}, "message": {"letter": "off", "sound": True}}
    values = {"answer": {"sound": False}, "game": {"sound": True}, "followed": {"sound": True}}
    assert row.chosen == {**letters, **values, "staff": {"push": False, "sound": True}}
    assert (row.level, row.daily_at, row.quiet, str(row.quiet_end)) == ("picture", 19, "own", "07:00:00")
    for bad in ({"turn-letter": "weekly"}, {"daily_at": "24"}, {"quiet_end": "23:00"}, {"level": ""}):
        assert client.post("/settings/notifications/", {**form, **bad}).status_code == 400
    assert NoticeSettings.objects.get(player=player).chosen == row.chosen


def test_quiet_hours_between_the_half_hours_stay_chosen(client):
    player = make_player()
    NoticeSettings.objects.create(player=player, quiet="own", quiet_begin=time(22, 15), quiet_end=time(7))
    client.force_login(player)
    page = client.get("/settings/notifications/").content.decode()
    chosen = re.findall(r'<option value="(\d\d:\d\d)" selected>', page)
    assert chosen == ["22:15", "07:00"]


def test_programs_choose_the_same_and_nothing_that_changed_meanwhile_is_overwritten(client):
    player = make_player()
    caller = Caller(client, player, ["account:read", "notify:write"])
    first = caller.get("me/notifications/")
    assert first.json()["kinds"]["turn"] == {"bell": True, "letter": "daily", "push": True, "sound": True}
    body = {"kinds": {"turn": {"letter": "hourly"}}, "quiet": "none"}
    caller.headers["If-Match"] = first.headers["ETag"]
    changed = caller.send("patch", "me/notifications/", json.dumps(body))
    assert (changed.json()["kinds"]["turn"]["letter"], changed.json()["quiet"]) == ("hourly", "none")
    late = caller.send("patch", "me/notifications/", json.dumps({"level": "moves"}))
    assert (late.status_code, late.json()["code"]) == (412, "changed_meanwhile")
    del caller.headers["If-Match"]
    for bad in ({"kinds": {"turn": {"letter": "soon"}}}, {"kinds": {"all": {}}}, {"quiet": "own"}, {"daily_at": 25}):
        assert caller.send("patch", "me/notifications/", json.dumps(bad)).status_code == 400


def test_a_game_is_muted_by_its_players_only(client):
    game = make_game()
    player = game.seat_list()[0].player
    client.force_login(player)
    assert "Mute this game" in client.get(f"/g/{game.pk}/notifications/").content.decode()
    client.post(f"/g/{game.pk}/notifications/", {"mute": "1"})
    assert not wants_notice(player, NoticeGroup.TURN, Channel.PUSH, game.pk)
    assert wants_notice(player, NoticeGroup.TIME, Channel.PUSH, game.pk)
    assert f'value="{game.pk}"' in client.get("/settings/notifications/").content.decode()
    client.post("/settings/notifications/unmute/", {"game": str(game.pk)})
    assert wants_notice(player, NoticeGroup.TURN, Channel.PUSH, game.pk)
    client.force_login(make_player())
    assert client.post(f"/g/{game.pk}/notifications/", {"mute": "1"}).status_code == 404
    assert not GameMute.objects.exists()


def test_one_click_ends_such_e_mails_without_signing_in_and_a_look_ends_nothing():
    player = make_player()
    headers, _ = unsubscribing.unsubscribe_headers(player, [NoticeGroup.TURN, NoticeGroup.GAME])
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = re.search(r"<https?://[^/]+(/[^>]+)>", headers["List-Unsubscribe"])[1]
    client = Client(enforce_csrf_checks=True)
    assert client.get(path).status_code == 200
    assert emails_of(player)["turn"] == "daily"
    assert client.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert (emails_of(player)["turn"], emails_of(player)["game"], emails_of(player)["time"]) == (
        "off",
        "off",
        "now",
    )
    assert client.post(path[:-2] + "x/").status_code == 404


def test_after_five_refusals_in_a_row_an_address_gets_none_and_the_bell_says_so(client, monkeypatch):
    player = make_player()
    EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)
    refusal = smtplib.SMTPRecipientsRefused({player.email: (550, b"no such user")})

    def answer(error):
        def send(message):
            if error is not None:
                raise error

        monkeypatch.setattr(EmailMessage, "send", send)
        mail.queue_email(EmailMessage("s", "b", to=[player.email]))
        mail.send_next()

    for error in (*[refusal] * 4, None, *[refusal] * 4, smtplib.SMTPServerDisconnected("away")):
        answer(error)
    assert players_with_email([player.pk])
    answer(refusal)
    assert not players_with_email([player.pk])
    assert Notice.objects.filter(player=player, kind="letters_stopped").count() == 1
    client.force_login(player)
    assert "has refused five e-mails" in client.get("/settings/notifications/").content.decode()
    client.post("/settings/notifications/address/")
    assert players_with_email([player.pk])
    answer(refusal)
    assert addresses.delete_refusals_of_unused_addresses(now=timezone.now()) == 0
    Player.objects.filter(pk=player.pk).update(email="other@example.org")
    assert addresses.delete_refusals_of_unused_addresses(now=timezone.now()) == 1


def test_my_turns_are_a_feed_at_a_secret_address_until_it_is_ended(client):
    game = make_game(moves="E5", days=3)
    player = game.seat_on_turn().player
    client.force_login(player)
    client.post("/settings/notifications/feed/")
    address = f"/feeds/{NoticeSettings.objects.get(player=player).feed}.atom"
    answer = Client().get(address)
    assert answer.headers["Content-Type"].startswith("application/atom+xml")
    feed = answer.content.decode()
    assert f"Your move against {game.seat_list()[0].player.username}" in feed
    assert f"/g/{game.pk}/#{game.state_number}" in feed
    client.post("/settings/notifications/feed/", {"end": "1"})
    assert Client().get(address).status_code == 404
