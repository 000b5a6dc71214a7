"""Undo of a player's last move without a request, until the opponent has seen it (issue 40)."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from challenges.models import Challenge
from games import access, seen, verbs
from games.errors import GameError, NothingToUndo
from games.game_view import GameView
from games.management.commands.check_games import find_record_faults
from games.models import Game
from games.terms import Terms
from games.verbs.planning import PlanToSave, save_plan
from games.verbs.taking_back import MoveAlreadySeen, UndoNeedsRequest
from live import following
from live.shared import ActionsRequest, read_updates
from notifications.kinds import Channel, NoticeGroup
from notifications.models import Notice
from notifications.services import choosing
from programs import push_sender, webhook_sender
from rules import Color, Variant
from rules.variants import HiddenInformation, ViewKind
from tests.factories import act, make_game, make_player, play, reload, side, to_act
from tests.mail_play.test_links import emails_now, reader
from tests.programs.test_pushes import added
from tests.programs.test_streams import now_at
from tests.programs.test_webhooks import added as hooked
from tests.support.browsers import browser
from tests.support.push_service import PushService
from tests.support.receiver import Receiver

pytestmark = pytest.mark.django_db(transaction=True)
B, W = Color.BLACK, Color.WHITE


def played(**terms) -> Game:
    """A game in which Black has just played E5 and White has not looked."""
    game = make_game(**{"now": timezone.now(), "undo_unseen": True, "days": 3, **terms})
    play(game, "E5", now=timezone.now())
    return reload(game)


def take_back(game: Game, by: Color = B):
    return act(reload(game), verbs.UndoUnseenMove, by=side(game, by), now=timezone.now())


def may(game: Game, by: Color = B) -> bool:
    show = GameView(reload(game), side(game, by))
    return verbs.UndoUnseenMove in set(verbs.available_verbs(show, timezone.now()))


def test_an_unseen_move_is_undone_without_asking_and_nobody_is_notified():
    game = played()
    assert may(game)
    assert not may(game, W)

    take_back(game)

    game = reload(game)
    assert (game.move_number, game.requests, to_act(game)) == (0, {}, side(game, B))
    assert game.state().board.rows() == ["." * 9] * 9
    assert not Notice.objects.filter(kind="move_undone").exists()
    assert find_record_faults(game) == []
    with pytest.raises(NothingToUndo):
        take_back(game)
    play(game, "D4", now=timezone.now())
    assert may(game)


def test_the_player_and_those_who_watch_may_look():
    game = played()
    for viewer in (side(game, B), make_player()):
        assert browser(viewer).get(f"/g/{game.pk}/").status_code == 200
    Client().get(f"/g/{game.pk}/")
    assert may(game)


def read_by_page(game: Game) -> None:
    assert "E5" in browser(side(game, W)).get(f"/g/{game.pk}/").content.decode()


def read_analysis(game: Game) -> None:
    browser(side(game, W)).get(f"/g/{game.pk}/analysis/")


def read_by_api(game: Game) -> None:
    assert browser(side(game, W)).get(f"/api/v1/games/{game.pk}/").json()["number"] == 1


def read_as_export(game: Game) -> None:
    b"".join(browser(side(game, W)).get("/api/v1/games/export/?phase=running").streaming_content)


def read_by_socket(game: Game) -> None:
    white = side(game, W)
    read_updates([ActionsRequest(game.pk, 0, {GameView(game, white).audience: white})])


def read_by_stream(game: Game) -> None:
    following.actions_after(game.pk, 0, side(game, W), 10)


def read_as_events(game: Game) -> None:
    assert '"point":"E5"' in now_at("events", side(game, W), since=0).content.decode().replace(" ", "")


READS = [
    read_by_page, read_analysis, read_by_api, read_as_export, read_by_socket, read_by_stream, read_as_events,
]  # fmt: skip


@pytest.mark.parametrize("read", READS)
def test_it_ends_when_the_opponent_or_one_of_their_programs_has_read_the_game(read: Callable[[Game], None]):
    game, other = played(), played()

    read(game)

    assert not may(game)
    with pytest.raises(MoveAlreadySeen):
        take_back(game)
    assert may(other)
    play(game, "D4", now=timezone.now())
    assert may(game, W), "the next move has not been seen"


def test_it_ends_when_the_feed_of_turns_is_read():
    from games.turn_feed import atom_feed_of

    game = played()
    atom_feed_of(side(game, B), timezone.now(), str, "/feed/")
    assert may(game)
    atom_feed_of(side(game, W), timezone.now(), str, "/feed/")
    assert not may(game)


def test_of_several_readers_each_sees_the_games_that_they_are_shown_and_no_others():
    one, other = played(), played()

    seen.mark_seen_by_players({(side(other, W).pk, one.pk), (side(other, W).pk, other.pk)})

    assert may(one), "it was only shown to the White of the other game"
    assert not may(other)


def test_it_ends_when_an_email_about_it_has_left():
    game = played(notify=True, white=reader())
    assert may(game)

    emails_now(timedelta(hours=1))

    assert any("E5" in email.body for email in mail.outbox)
    assert not may(game)


def test_it_ends_when_a_push_message_about_it_has_left(settings):
    settings.IGO_WEBHOOK_LOOPBACK = True
    with PushService() as phone:
        game = make_game(now=timezone.now(), undo_unseen=True)
        added(side(game, W), phone)
        play(game, "E5", now=timezone.now())
        assert may(game)
        choosing.store_notice_choices(side(game, W), {NoticeGroup.TURN: {Channel.PUSH: False}})
        while push_sender.sending.send_next():
            pass
        assert may(game), "nothing has left"
        choosing.store_notice_choices(side(game, W), {NoticeGroup.TURN: {Channel.PUSH: True}})
        take_back(game)
        play(game, "C3", now=timezone.now())
        while push_sender.sending.send_next():
            pass
        assert phone.notified
    assert not may(game)


def test_it_ends_when_a_webhook_has_been_called(settings):
    settings.IGO_WEBHOOK_LOOPBACK = True
    with Receiver() as service:
        game = make_game(now=timezone.now(), undo_unseen=True)
        hooked(side(game, W), service.url)
        play(game, "E5", now=timezone.now())
        assert may(game)
        while webhook_sender.sending.send_next():
            pass
        assert service.events
    assert not may(game)


def test_it_ends_when_a_conditional_move_has_answered_it():
    game = make_game(now=timezone.now(), undo_unseen=True, moves="E5")
    request = verbs.ActionRequest(game.pk, side(game, B), game.number, None, timezone.now())
    save_plan(request, PlanToSave([["D5", "E6"]]))

    play(game, "D5", now=timezone.now())

    assert reload(game).move_number == 3
    for color in (B, W):
        assert not may(game, color)
        with pytest.raises(GameError):
            take_back(game, color)


def test_after_an_undo_by_agreement_the_move_before_was_seen():
    game = played()
    play(game, "D4", now=timezone.now())
    act(reload(game), verbs.RequestUndo, by=side(game, W), now=timezone.now())
    act(reload(game), verbs.AnswerUndo, by=side(game, B), allow=True, now=timezone.now())

    assert not may(game)


def test_a_game_read_while_the_move_is_undone_is_shown_as_it_is_then(monkeypatch):
    game = played()
    read = access._load_visible_game

    def read_and_wait(*asked, **more):
        found = read(*asked, **more)
        if reload(game).number == 1:
            take_back(game)  # between reading and noting
        return found

    monkeypatch.setattr(access, "_load_visible_game", read_and_wait)
    assert access.game_for(side(game, W), game.pk, people=True).move_number == 0


def test_it_is_off_unless_asked_for_and_the_page_proposes_it():
    old = make_game(moves="E5", now=timezone.now())
    assert not old.undo_unseen
    with pytest.raises(UndoNeedsRequest):
        take_back(old)
    assert not Terms().undo_unseen
    player = make_player()
    terms = json.dumps({"width": 9, "height": 9})
    key = {"Idempotency-Key": "k" * 12}
    sent = browser(player).post("/api/v1/challenges/", terms, "application/json", headers=key)
    assert sent.status_code == 201
    assert not Challenge.objects.get().undo_unseen
    page = browser(player).get("/new/").content.decode()
    assert "checked" in page.partition('name="undo_unseen"')[2].partition(">")[0]


def test_hidden_games_and_teams_have_none():
    hidden = Variant(view=HiddenInformation(ViewKind.ONE_COLOR))
    game = played(variant=hidden, rated=False)
    assert not game.undo_unseen
    assert not may(game)


def test_the_page_offers_it_and_says_why_it_came_too_late():
    game = played()
    black = browser(side(game, B))
    form = {"number": game.number, "key": "k" * 12}
    assert f'action="/g/{game.pk}/take-back/"' in black.get(f"/g/{game.pk}/").content.decode()

    read_by_page(game)

    answer = black.post(f"/g/{game.pk}/take-back/", form)
    assert answer.status_code == 409
    assert "already seen this move" in answer.content.decode()
    assert f'action="/g/{game.pk}/take-back/"' not in black.get(f"/g/{game.pk}/").content.decode()
