"""The sound settings of an open page, by kind, and silence for a muted game (C62)."""

from __future__ import annotations

import json
import re

import pytest
from django.utils import timezone

from accounts.models import Player
from games.sounds import sound_keys
from notifications.kinds import Channel, NoticeGroup
from notifications.models import Notice
from notifications.preferences import mute_game, unmute_game
from notifications.services import choosing
from rules import Color
from tests.factories import make_player, play, side
from tests.support.browsers import browser
from tests.support.callers import Caller
from tests.support.games import make_game

pytestmark = pytest.mark.django_db


def sounds_in(html: str) -> list[str]:
    return re.search(r'data-sounds="([^"]*)"', html)[1].split()


def test_my_turns_and_reminders_sound_and_other_kinds_when_i_choose_them():
    game = make_game(moves="E5")
    me = side(game, Color.WHITE)
    Notice.objects.filter(player=me).delete()
    notices = {kind: Notice.objects.create(player=me, kind=kind, game=game, created_at=timezone.now()).pk
            for kind in ("clock_day", "undo_asked", "message", "game_finished")}  # fmt: skip
    turn, mine = f"g{game.pk}.1", {f"n{notices['clock_day']}", f"n{notices['undo_asked']}"}
    assert set(sound_keys(me)) == {turn, *mine}

    choosing.store_notice_choices(
        me, {NoticeGroup.MESSAGE: {Channel.SOUND: True}, NoticeGroup.TURN: {Channel.SOUND: False}}
    )

    assert set(sound_keys(me)) == {*mine, f"n{notices['message']}"}
    Notice.objects.update(read_at=timezone.now())  # what is off the bell is heard all the same
    assert len(sound_keys(me)) == 3


def test_a_muted_game_is_silent_except_when_time_runs_short():
    game, other = make_game(moves="E5"), make_game(moves="E5")
    me = side(game, Color.WHITE)
    Notice.objects.all().delete()
    notices = [Notice.objects.create(player=me, kind=kind, game=game, created_at=timezone.now())
               for kind in ("undo_asked", "clock_day")]  # fmt: skip
    mute_game(me, game.pk)
    assert sound_keys(me) == [f"n{notices[1].pk}"]
    mute_game(side(other, Color.WHITE), game.pk)  # someone else's choice
    unmute_game(me, game.pk)
    assert len(sound_keys(me)) == 3


def test_pages_name_the_sounds_for_those_who_switched_them_on_and_the_stones_of_a_muted_game_are_silent():
    game = make_game(moves="E5")
    me, path = side(game, Color.WHITE), f"/g/{game.pk}/"
    assert "data-sounds" not in browser(me).get("/games/").content.decode()
    Player.objects.filter(pk=me.pk).update(sounds=True)
    me.refresh_from_db()
    page = browser(me).get(path).content.decode()
    assert f"g{game.pk}.1" in sounds_in(page)
    assert "data-silent" not in page
    mute_game(me, game.pk)
    page = browser(me).get(path).content.decode()
    assert f"g{game.pk}.1" not in sounds_in(page)
    assert "data-silent" in page
    unmute_game(me, game.pk)
    choosing.store_notice_choices(me, {NoticeGroup.TURN: {Channel.SOUND: False}})
    assert "data-silent" in browser(me).get(path).content.decode()
    play(game, "D4")
    watcher = make_player(sounds=True)
    assert "data-silent" not in browser(watcher).get(path).content.decode()


def test_programs_choose_sounds_by_kind_too_and_a_muted_game_in_the_same_words(client):
    player = make_player()
    caller = Caller(client, player, ["account:read", "notify:write"])
    kinds = caller.get("me/notifications/").json()["kinds"]
    assert [kind for kind, channels in kinds.items() if channels["sound"]] == ["turn", "time", "answer"]
    body = {"kinds": {"message": {"sound": True}, "turn": {"sound": False}}}
    kinds = caller.send("patch", "me/notifications/", json.dumps(body)).json()["kinds"]
    assert [kind for kind, channels in kinds.items() if channels["sound"]] == ["time", "answer", "message"]
    assert caller.send("patch", "me/notifications/", '{"kinds": {"turn": {"sound": "loud"}}}').status_code == 400
