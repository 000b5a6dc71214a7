"""Social events for programs: they reach permitted players only (C1, C80 to C82)."""

from __future__ import annotations

import json

import pytest
from django.utils import timezone

from accounts.privacy.blocking import block_player
from games import verbs
from games.services.idempotency import PlayerRequest
from programs.api.event_json import SCOPE_OF, event_json
from programs.models import Event
from programs.services import feed
from social.models import ThreadSide
from social.services import follows, talk, threads
from social.services.follows import FollowedGameLabel
from tests.factories import NOON, act, make_game
from tests.social.test_messages import old, write
from tests.social.test_talk import CANARY, say

pytestmark = pytest.mark.django_db
PEOPLE = ("message", "talk", "follow", "followed")


def events_of(player) -> list[dict]:
    """Return the social events that this player's programs receive, as JSON."""
    events = [event_json(event) for event in feed.events_after(player.pk, 0).events]
    return [json.loads(json.dumps(one)) for one in events if one["type"].partition(".")[0] in PEOPLE]


def kinds(player) -> list[str]:
    return [one["type"] for one in events_of(player)]


def fan_of(game):
    player = old()
    follows.follow_game(player=player, game_id=game.pk, label=FollowedGameLabel(), now=NOON)
    return player


def test_a_private_message_is_an_event_of_its_two_and_of_nobody_else_C80():
    aino, babak, stranger = old("aino"), old("babak"), old()

    write(aino, babak, CANARY)

    (mine,), (theirs,) = events_of(aino), events_of(babak)
    assert (theirs["type"], theirs["player"], theirs["post"]["author"]) == ("message.written", "aino", "aino")
    assert (mine["player"], mine["post"]["text"], theirs["post"]["text"]) == ("babak", CANARY, CANARY)
    assert events_of(stranger) == []
    threads.set_thread_muted(ThreadSide.objects.get(player=babak), muted=True)
    write(aino, babak, "and again")
    assert (len(events_of(aino)), len(events_of(babak))) == (2, 1)


def test_talk_is_an_event_of_those_who_follow_the_game_and_of_its_players_only_once_it_is_over_C82():
    game = make_game(notify=True, moves="D4 E5", now=timezone.now())
    players = [seat.player for seat in game.seat_list()]
    for player in players:
        follows.follow_game(player=player, game_id=game.pk, label=FollowedGameLabel(), now=NOON)
    fan, other = fan_of(game), old()

    say(old("emre"), game)

    assert [events_of(player) for player in (*players, other)] == [[], [], []]
    (result,) = events_of(fan)
    assert (result["type"], result["game"], result["post"]["author"], result["post"]["text"]) == (
        "talk",
        game.pk,
        "emre",
        CANARY,
    )
    assert not Event.objects.filter(player__in=players, post__isnull=False).exists()
    act(game, verbs.Resign, by=players[0], now=timezone.now())
    say(old(), game, "well played")
    assert [one["post"]["text"] for one in events_of(players[1]) if one["type"] == "talk"] == ["well played"]


def test_talk_of_somebody_muted_or_blocked_is_no_event_of_those_who_did_it_C82():
    game, speaker = make_game(notify=True), old("speaker")
    muting, blocking, blocked, fan = (fan_of(game) for _ in range(4))
    talk.mute_spectator(player=muting, other=speaker)
    block_player(player=blocking, other=speaker, now=NOON)
    block_player(player=speaker, other=blocked, now=NOON)

    say(speaker, game)

    assert [kinds(one) for one in (muting, blocking, blocked, fan)] == [[], [], [], ["talk"]]
    block_player(player=fan, other=speaker, now=NOON)
    assert [(one["type"], one["post"]) for one in events_of(fan)] == [("talk", None)], "what was said is gone since"


def test_a_follower_and_the_public_games_of_whom_one_follows_are_events_C81():
    aino, babak, fan = old("aino"), old("babak"), old("fan")
    follows.follow_player(player=fan, other=aino, now=NOON)
    follows.follow_player(player=fan, other=aino, now=NOON)

    private = make_game(notify=True, black=aino, white=babak, private=True)
    game = make_game(notify=True, black=aino, white=babak, moves="D4", now=timezone.now())
    follows.follow_game(player=fan, game_id=game.pk, label=FollowedGameLabel("a secret note"), now=NOON)
    act(game, verbs.Resign, by=babak, now=timezone.now())
    act(private, verbs.Resign, by=babak, now=NOON)

    assert [(one["type"], one["player"]) for one in events_of(aino)] == [("follow.created", "fan")]
    assert [(one["type"], one["game"], one["player"]) for one in events_of(fan)] == [
        ("followed.started", game.pk, "aino"),
        ("followed.finished", game.pk, None),
    ]
    assert "secret" not in json.dumps(events_of(fan))
    assert events_of(babak) == []


def test_each_kind_needs_the_scope_that_reading_it_needs():
    assert {kind: SCOPE_OF[kind] for kind in ("message.written", "talk", "follow.created", "followed.finished")} == {
        "message.written": "message:read",
        "talk": "game:read",
        "follow.created": "account:read",
        "followed.finished": "note:read",
    }


def test_a_retry_of_a_message_or_a_remark_is_one_event():
    aino, babak, game = old(), old(), make_game(notify=True)
    fan = fan_of(game)
    for _ in range(2):
        threads.write_message(PlayerRequest(aino, NOON, "k"), babak, threads.TextOrQuickReply("x"))
        say(aino, game, key="r")
    assert (kinds(babak), kinds(fan)) == (["message.written"], ["talk"])
