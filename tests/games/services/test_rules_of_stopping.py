"""Suspensions, pauses and directors in games; guests' accounts; chats; requests that can be answered only once."""

from __future__ import annotations

from datetime import time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction

from accounts.models import Player
from accounts.privacy.blocking import block_player
from foundation import hints
from games import verbs
from games.errors import CannotBecomeABot, ChatClosed, IdempotencyKeyReused, MessageLengthNotAllowed, NotesClosed
from games.models import Game, IdempotencyKey, Message, Note, Plan, Seat, TimeSettings
from games.models.message import LONGEST_MESSAGE
from games.services import (
    bots,
    chat,
    event_games,
    idempotency,
    moderation_hooks,
    nights,
    notes,
    pauses,
    suspension,
    unused_guests,
)
from games.services.account_deletion import delete_private_data, end_all_games, lock_running_games
from games.services.idempotency import KEPT_FOR, PlayerRequest
from games.services.moderation_hooks import notify_moderators
from games.services.record import Actor, record_non_rules_action
from games.services.unused_guests import UNUSED_FOR
from notifications.models import Notice
from notifications.services.hours import NightHours
from rules import Color
from rules.variants.presets import PRESETS
from tests.factories import NOON, act, days, make_game, make_moderator, make_player, play_somewhere, reload, side
from tests.support.seated import seated

pytestmark = pytest.mark.django_db
SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)
B, W = Color.BLACK, Color.WHITE


def locked(game: Game) -> Game:
    return Game.objects.select_for_update().with_seats().get(pk=game.pk)


def notices(kind: str) -> list[int]:
    return sorted(Notice.objects.filter(kind=kind).values_list("player", flat=True))


def stopped(player, until, now=NOON) -> int:
    return suspension.stop_clocks_for_appeal(player=player, until=until, now=now)


def test_a_suspension_stops_the_clocks_of_running_games_and_notifies_the_others():
    player = make_player()
    games = [make_game(black=player, days=3), make_game(white=player, days=3)]
    over = make_game(black=player, days=3)
    act(over, verbs.Resign, by=player)
    make_game(days=3)
    due = [reload(game).deadline for game in games]
    Notice.objects.all().delete()

    assert stopped(player, NOON + days(7)) == 2

    assert [reload(game).deadline for game in games] == [at + days(7) for at in due]
    assert notices("paused_by_staff") == sorted([side(games[0], W).pk, side(games[1], B).pk])
    assert reload(games[0]).actions.last().payload == {"until": (NOON + days(7)).isoformat()}
    assert reload(over).actions.last().kind == "resign"
    assert stopped(player, NOON + days(7)) == 0, "they stop as long already"
    assert stopped(player, NOON + days(7) + SECOND) == 2


def test_a_granted_appeal_starts_the_clocks_that_the_suspension_stopped():
    player = make_player()
    game, other = make_game(black=player, days=3), make_game(black=player, days=3)
    due = reload(game).deadline
    stopped(player, NOON + days(7))
    with transaction.atomic():
        pauses.pause_and_record(locked(other), until=NOON + days(9), now=NOON + HOUR)
    started = lambda until: suspension.restart_clocks(player=player, stopped_until=until, now=NOON + days(1))  # noqa: E731
    assert [started(NOON + days(7) - SECOND), started(NOON + days(7))] == [0, 1]
    assert (reload(game).deadline, reload(other).deadline) == (due + days(1), due + days(9))


@pytest.mark.parametrize(("annul", "result"), [(True, "Void"), (False, "W+F")])
def test_a_banned_players_games_end_without_a_result_or_are_lost_by_forfeit(annul, result):
    player = make_player()
    game, other = make_game(black=player), make_game()
    ended = suspension.end_games_of_suspended(player=player, annul=annul, reason="cheating", now=NOON)
    assert (ended, reload(game).result, reload(other).result) == (1, result, "")
    assert notices("game_decided") == sorted(seat.player_id for seat in game.seat_list())
    row = reload(game).actions.last()
    assert (row.kind, row.seat, row.payload["reason"]) == ("decide", None, "cheating")
    assert suspension.end_games_of_suspended(player=player, annul=annul, reason="cheating", now=NOON) == 0


def test_V39_partners_play_on_without_a_banned_member_who_leaves_once():
    game = seated(PRESETS["pair"])
    member, *others = (seat.player for seat in game.seat_list())
    end = lambda player: suspension.end_games_of_suspended(player=player, annul=False, reason="x", now=NOON)  # noqa: E731
    assert [end(member), end(member)] == [1, 0]
    assert reload(game).left_seats == {0}
    assert notices("member_left") == sorted(player.pk for player in others)
    assert not reload(game).is_finished
    assert end(others[1]) == 1
    assert reload(game).is_finished


def test_R61_a_pause_for_a_moderator_ends_without_a_ruling_and_an_agreed_one_goes_on():
    game = make_game(days=3)
    due = reload(game).deadline
    pauses.end_moderator_pause_without_ruling(game_id=game.pk, now=NOON)
    assert not reload(game).actions.exists()
    with transaction.atomic():
        found = locked(game)
        until = pauses.pause_for_moderators(found, NOON, days(3))
        record_non_rules_action(Actor(found, None, None, NOON), "call_referee", {"until": until.isoformat()})
        assert pauses.pause_for_moderators(found, NOON + days(1), days(3)) is None
    assert reload(game).deadline == due + days(3)
    pauses.end_moderator_pause_without_ruling(game_id=game.pk, now=NOON + days(1))
    assert reload(game).deadline == due + days(1)
    assert reload(game).actions.last().payload == {"until": (NOON + days(1)).isoformat()}
    pauses.end_moderator_pause_without_ruling(game_id=game.pk, now=NOON + days(1))
    assert reload(game).number == 2
    act(game, verbs.Resign, now=NOON + days(1))
    pauses.end_moderator_pause_without_ruling(game_id=game.pk, now=NOON + days(1))
    assert reload(game).number == 3


def test_E55_directors_add_time_to_a_side_and_annul_games_that_go_on():
    game, over = make_game(days=3), make_game()
    act(over, verbs.Resign)
    due = reload(game).deadline
    with transaction.atomic():
        found = event_games.lock_event_games([over.pk, game.pk])
        assert list(found) == [game.pk, over.pk]
        event_games.add_days_to_clock(found[game.pk], B, 2, NOON)
    assert reload(game).deadline == due + days(2)
    row = reload(game).actions.last()
    assert (row.kind, row.payload, row.seat) == ("grant_time", {"days": 2, "side": "B"}, None)
    for one in (game, over):
        with transaction.atomic():
            event_games.end_without_result(locked(one), "no show", NOON)
    assert (reload(game).result, reload(over).result) == ("Void", "W+R")
    assert reload(game).actions.last().payload["reason"] == "no show"


@pytest.mark.parametrize(("moves", "begun"), [(3, False), (4, True)])
def test_R43_a_game_has_begun_once_each_side_has_played_twice(moves, begun):
    game = make_game()
    play_somewhere(game, moves)
    assert event_games.each_side_has_played_twice(reload(game)) is begun


@pytest.mark.parametrize(("moves", "result", "reason"), [(1, "Void", "cancelled"), (2, "W+R", "too_short")])
def test_F38_the_games_of_a_deleted_account_are_cancelled_or_resigned(moves, result, reason):
    player = make_player()
    game, other = make_game(black=player), make_game()
    play_somewhere(game, moves)
    end_all_games(player, NOON)
    assert (reload(game).result, reload(game).unrated_reason, reload(other).result) == (result, reason, "")
    end_all_games(player, NOON)
    assert reload(game).number == moves + 1


def test_F38_a_game_whose_time_has_run_out_is_lost_on_time_before_its_player_goes():
    player = make_player()
    late, running = make_game(black=player, days=1), make_game(black=player, days=9)
    with transaction.atomic():
        assert [game.pk for game in lock_running_games(player, NOON + days(2))] == [running.pk]
    assert reload(late).result == "W+T"


def test_F38_the_notes_and_conditional_moves_of_a_deleted_account_go_and_those_of_others_stay():
    game = make_game()
    leaving, other = game.seat_list()
    for seat in (leaving, other):
        Note.objects.create(seat=seat, text="mine alone", changed_at=NOON)
        Plan.objects.create(seat=seat, saved_at=NOON)
    delete_private_data(leaving.player)
    assert list(Note.objects.values_list("seat", flat=True)) == [other.pk]
    assert list(Plan.objects.values_list("seat", flat=True)) == [other.pk]


def test_F38_a_member_who_has_left_leaves_a_team_game_no_second_time():
    game = seated(PRESETS["pair"])
    member, *others = (seat.player for seat in game.seat_list())
    for _ in range(2):
        end_all_games(member, NOON)
    assert (reload(game).left_seats, reload(game).number) == ({0}, 1)
    assert notices("member_left") == sorted(player.pk for player in others)


def test_guests_are_deleted_after_two_weeks_without_a_visit_and_a_game(monkeypatch):
    seen = lambda ago, **fields: make_player(last_login=NOON - ago, **fields)  # noqa: E731
    unused, _ = (seen(UNUSED_FOR + ago, is_guest=True) for ago in (SECOND, days(1)))
    plays, played = (seen(UNUSED_FOR + HOUR, is_guest=True) for _ in range(2))
    kept = [seen(UNUSED_FOR, is_guest=True), seen(UNUSED_FOR * 9), plays]
    make_game(black=plays)
    act(make_game(black=played), verbs.Resign, by=played)
    monkeypatch.setattr(unused_guests, "MOST_AT_ONCE", 2)
    left = lambda: set(Player.objects.filter(is_active=True, last_login__isnull=False))  # noqa: E731
    assert unused_guests.delete_unused_guests(now=NOON) == 2
    assert left() == {*kept, unused}
    assert unused_guests.delete_unused_guests(now=NOON) == 1
    assert left() == set(kept)


def test_an_answer_is_kept_for_seven_days_for_its_request_alone():
    player = make_player()
    ask = lambda key, body, at=NOON: (PlayerRequest(player, at, key), idempotency.body_hash(text=body))  # noqa: E731
    idempotency.store_answer(*ask("k", "a"), {"message": 1})
    idempotency.store_answer(*ask(None, "a"), {"message": 2})
    assert idempotency.find_stored_answer(*ask("k", "a")) == {"message": 1}
    assert [idempotency.find_stored_answer(*ask(key, "a")) for key in ("other", None)] == [None, None]
    with pytest.raises(IdempotencyKeyReused):
        idempotency.find_stored_answer(*ask("k", "b"))
    assert idempotency.delete_expired_keys(now=NOON + KEPT_FOR) == 0
    assert idempotency.delete_expired_keys(now=NOON + KEPT_FOR + SECOND) == 1
    assert not IdempotencyKey.objects.exists()


# Chat


def say(player, game, text="", at=NOON, key=None, **more):
    return chat.send_message(PlayerRequest(player, at, key), game.pk, text, **more)


def test_a_message_has_up_to_a_thousand_characters_or_is_a_quick_reply():
    game = make_game(moves="E5")
    one = side(game, B)
    assert len(say(one, game, "x" * LONGEST_MESSAGE).text) == LONGEST_MESSAGE
    for text, quick in (("x" * (LONGEST_MESSAGE + 1), ""), ("hello", "no such reply"), (" ", "")):
        with pytest.raises(MessageLengthNotAllowed):
            say(one, game, text, quick=quick)
    quick = sorted(chat.GAME_KEYS)[0]
    message = say(one, game, "not this", quick=quick)
    assert (message.text, message.quick, message.number, message.said_at, message.author) == ("", quick, 1, NOON, one)


def test_a_retry_of_a_message_is_the_first_one_and_a_read_notice_is_followed_by_another():
    game = make_game()
    one, other = side(game, B), side(game, W)
    first = say(one, game, "hello", key="key")
    assert say(one, game, "hello", key="key") == first
    assert Message.objects.count() == 1
    with pytest.raises(IdempotencyKeyReused):
        say(one, game, "goodbye", key="key")
    say(one, game, "are you there?")
    say(other, make_game(black=other), "elsewhere")
    assert Notice.objects.filter(player=other, kind="message").count() == 1
    Notice.objects.filter(player=other).update(read_at=NOON)
    say(one, game, "still here")
    assert Notice.objects.filter(player=other, kind="message", game=game, by=one).count() == 2


def test_C201_a_chat_is_closed_by_the_terms_until_the_end_by_a_guest_and_by_a_block():
    closed, guests, blocked = make_game(chat=False), make_game(black=make_player(is_guest=True)), make_game()
    block_player(player=side(blocked, W), other=side(blocked, B), now=NOON)
    for game in (closed, guests, blocked):
        with pytest.raises(ChatClosed):
            chat.check_may_send(PlayerRequest(side(game, W), NOON), game.pk, "hello")
    act(closed, verbs.Resign)
    chat.check_may_send(PlayerRequest(side(closed, W), NOON), closed.pk, "hello")
    with pytest.raises(MessageLengthNotAllowed):
        chat.check_may_send(PlayerRequest(side(closed, W), NOON), closed.pk, " ")
    assert not Message.objects.exists()


def test_a_message_is_hidden_with_a_reason_and_shown_again(monkeypatch, django_capture_on_commit_callbacks):
    message, published = say(side(game := make_game(), B), game, "rude"), []
    monkeypatch.setattr(hints.sender, "publish", lambda hint: published.append((hint.kind, hint.game)))
    with django_capture_on_commit_callbacks(execute=True):
        hidden = chat.hide_message(message_id=message.pk, reason="rude", now=NOON)
    assert published == [("chat.changed", game.pk)]
    assert (hidden.hidden_at, hidden.hidden_reason) == (NOON, "rude")
    chat.unhide_message(message_id=message.pk)
    message.refresh_from_db()
    assert (message.hidden_at, message.hidden_reason, message.text) == (None, "", "rude")


# Others


def test_every_moderator_but_those_who_play_is_called():
    called, playing = make_moderator(), make_moderator()
    game = make_game(black=playing)
    by = side(game, W)
    notify_moderators(
        Notice(kind="referee_wanted", game=game, by=by, path="/x/", created_at=NOON), except_ids=[playing.pk]
    )
    row = Notice.objects.get(kind="referee_wanted")
    assert (row.player, row.game, row.by, row.path, row.created_at) == (called, game, by, "/x/", NOON)


@pytest.mark.parametrize(("why", "kind"), [("stalling", "look_please"), ("referee", "referee_wanted")])
def test_R61_moderators_who_do_not_play_are_called_without_the_app_of_reports(why, kind):
    called, playing = make_moderator(), make_moderator()
    game = reload(make_game(black=playing))
    moderation_hooks._default_call_moderator(game, playing, why, NOON)
    row = Notice.objects.get(kind=kind)
    assert (row.player, row.by, row.game, row.created_at) == (called, playing, game, NOON)


def test_quiet_hours_are_the_nights_of_those_who_have_one():
    one, other, none = (make_player() for _ in range(3))
    for player, begin in ((one, time(22)), (other, time(23)), (none, None)):
        TimeSettings.objects.create(player=player, night_begin=begin, night_end=begin and time(6), zone="Asia/Tehran")
    (found,) = nights.nights_of([one.pk, none.pk]).items()
    assert found == (one.pk, NightHours(time(22), time(6), ZoneInfo("Asia/Tehran")))


def test_V24_nothing_is_noted_about_a_game_with_hidden_information_and_a_note_may_be_deleted():
    game = seated(PRESETS["blind"])
    player = game.seat_list()[0].player
    write = lambda text: notes.write_note(game_id=game.pk, player=player, text=text, now=NOON)  # noqa: E731
    with pytest.raises(NotesClosed):
        write("a stone at D4")
    assert write("") is None
    act(game, verbs.Resign, by=player)
    assert write("a stone at D4").text == "a stone at D4"


def test_only_accounts_without_games_offers_and_staff_permissions_become_bots():
    plain, staff, played = make_player(), make_player(is_staff=True), make_player()
    Seat.objects.filter(game=make_game()).filter(index=0).update(player=played)
    assert [bots.can_become_bot(one) for one in (plain, staff, played)] == [True, False, False]
    with pytest.raises(CannotBecomeABot):
        bots.become_bot(player=played)
    assert bots.become_bot(player=plain).is_bot
    assert Player.objects.get(pk=plain.pk).is_bot
