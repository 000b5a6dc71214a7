"""E-mails about games: sending times and texts, with nothing repeated or lost (C62 to C66)."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.core import outbox
from accounts.models import QueuedEmail
from games import verbs
from games.models import TimeSettings
from games.verbs import ActionRequest
from games.verbs.planning import PlanToSave, save_plan
from notifications.kinds import Channel, EmailTiming, NoticeGroup
from notifications.models import GameMute, Notice, TurnChange
from notifications.services import choosing, emails, scheduling
from rules import Point
from tests.factories import make_game, make_player, reload

pytestmark = pytest.mark.django_db
DAY = datetime(2026, 3, 2, 12, 30, tzinfo=UTC)


def reader(name="", **fields):
    """Someone with a confirmed address, who wants no e-mails about games that begin."""
    player = make_player(name, **fields)
    EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)
    choosing.store_notice_choices(
        player,
        {NoticeGroup.GAME: {Channel.EMAIL: EmailTiming.OFF}, NoticeGroup.ANSWER: {Channel.EMAIL: EmailTiming.OFF}},
    )
    return player


def wants(player, kind=NoticeGroup.TURN, when=EmailTiming.NOW, **fields):
    choosing.store_notice_choices(player, {kind: {Channel.EMAIL: when}}, **fields)
    return player


def send_due(now):
    """Schedule and queue e-mails at this time; return those added to the outbox."""
    before = set(QueuedEmail.objects.values_list("pk", flat=True))
    scheduling.schedule_email_items(now)
    emails.queue_due_emails(now)
    return [outbox.decrypt_message(one) for one in QueuedEmail.objects.exclude(pk__in=before).order_by("pk")]


def play(game, move, now):
    game = reload(game)
    seat = game.seat_on_turn()
    column, row = "ABCDEFGHJ".index(move[0]), game.height - int(move[1:])
    verbs.perform(ActionRequest(game.pk, seat.player, game.number, None, now), verbs.Play(Point(column, row)))
    return reload(game)


def test_my_turn_comes_as_one_e_mail_with_the_move_and_the_board():
    black, white = reader(), wants(reader())
    game = make_game(notify=True, black=black, white=white, now=DAY, days=3)
    send_due(DAY + timedelta(minutes=1))
    play(game, "E5", DAY + timedelta(hours=1))

    (email,) = send_due(DAY + timedelta(hours=1, minutes=1))
    assert email.to == [white.email]
    assert email.subject == f"{black.username}: your move"
    for part in ("Since your last move: E5", "(X)", f"/g/{game.pk}/", "9×9 · move 1"):
        assert part in email.body, email.body
    assert not send_due(DAY + timedelta(hours=2)), "told twice"
    assert not TurnChange.objects.exists()


def test_who_is_answered_for_is_not_notified_and_the_other_once_with_the_whole_chain_C19():
    black, white = wants(reader()), wants(reader())
    game = make_game(notify=True, black=black, white=white, now=DAY, days=3)
    send_due(DAY + timedelta(minutes=1))
    game = play(game, "E5", DAY + timedelta(hours=1))
    request = ActionRequest(game.pk, black, game.number, None, DAY + timedelta(hours=1))
    save_plan(request, PlanToSave([["D5", "E6", [["D6", "E7"]]]]))
    send_due(DAY + timedelta(hours=2))

    game = play(game, "D5", DAY + timedelta(hours=3))

    assert game.move_number == 3
    (email,) = send_due(DAY + timedelta(hours=3, minutes=1))
    assert email.to == [white.email]
    assert "Since your last move: E6" in email.body


def test_a_digest_is_one_e_mail_for_all_games_and_no_other_comes_before_a_visit_C63():
    player = reader()
    games = [make_game(notify=True, black=player, now=DAY, days=3) for _ in range(3)]
    assert not send_due(DAY + timedelta(hours=2)), "before eight o'clock"
    (digest,) = send_due(DAY.replace(day=3, hour=8, minute=0))
    assert all(f"/g/{game.pk}/" in digest.body for game in games)
    assert digest.subject.endswith("and 2 more: your move")
    for game in games[:2]:
        play(play(game, "E5", DAY.replace(day=3, hour=9)), "D4", DAY.replace(day=3, hour=9))
    assert not send_due(DAY.replace(day=3, hour=23)), "twice in its window"
    assert not send_due(DAY.replace(day=4, hour=9)), "without a visit"

    session = UserSession.objects.create(user=player, ip="127.0.0.1", user_agent="", session_key="k")
    UserSession.objects.filter(pk=session.pk).update(last_seen_at=DAY.replace(day=4, hour=10))
    (later,) = send_due(DAY.replace(day=5, hour=8))
    assert f"/g/{games[0].pk}/" in later.body
    assert f"/g/{games[2].pk}/" not in later.body, "told before"


def test_quiet_hours_hold_everything_but_less_than_six_hours_C64():
    player = wants(reader(), quiet="own", quiet_begin=time(22), quiet_end=time(8))
    game = make_game(notify=True, black=player, now=DAY, days=3)
    night = DAY.replace(hour=23)
    for kind in ("clock_day", "clock_hours"):
        Notice.objects.create(player=player, kind=kind, game=game, created_at=night)
    (urgent,) = send_due(night)
    assert "Less than six hours" in urgent.body
    assert "less than a day" not in urgent.body
    (held,) = send_due(DAY.replace(day=3, hour=8))
    assert "Less than a day" in held.body

    sleeper = wants(reader())
    TimeSettings.objects.create(player=sleeper, zone="Asia/Tokyo", night_begin=time(21), night_end=time(7))
    make_game(notify=True, black=sleeper, now=DAY, days=3)  # half past nine in the evening in Tokyo
    assert not send_due(DAY + timedelta(minutes=1))
    assert len(send_due(DAY.replace(hour=22))) == 1, "seven in the morning there"


def test_six_e_mails_an_hour_are_the_most_and_what_is_held_comes_as_one_C63():
    player = wants(reader())
    calls = []
    for minute in range(0, 40, 4):
        make_game(notify=True, black=player, now=DAY + timedelta(minutes=minute))
        calls += send_due(DAY + timedelta(minutes=minute + 1))
    assert len(calls) == 6
    (rest,) = send_due(DAY + timedelta(minutes=62))
    assert rest.body.count("Your move against") == 4


def test_what_is_muted_switched_off_answered_or_not_confirmed_is_not_sent():
    muted, off, stranger, quick = (
        wants(reader()),
        wants(reader(), when=EmailTiming.OFF),
        wants(make_player()),
        wants(reader()),
    )
    games = [make_game(notify=True, black=player, now=DAY, days=3) for player in (muted, off, stranger, quick)]
    GameMute.objects.create(player=muted, game=games[0])
    play(games[3], "E5", DAY + timedelta(seconds=1))
    assert not send_due(DAY + timedelta(minutes=1))

    Notice.objects.create(player=muted, kind="clock_hours", game=games[0], created_at=DAY)
    assert len(send_due(DAY + timedelta(minutes=2))) == 1, "time is running short"


def test_the_bell_can_be_silent():
    player = reader()
    choosing.store_notice_choices(player, {NoticeGroup.MESSAGE: {Channel.BELL: False, Channel.EMAIL: EmailTiming.OFF}})
    Notice.objects.create(player=player, kind="message", game=make_game(notify=True, black=player), created_at=DAY)
    send_due(DAY)
    assert not Notice.objects.unread().filter(player=player, kind="message").exists()


def test_each_level_says_as_much_as_was_chosen_and_the_picture_has_its_text_C65():
    values = {}
    for level in ("notice", "moves", "board", "picture"):
        player = wants(reader(language="fi" if level == "picture" else ""), level=level)
        game = make_game(notify=True, white=player, now=DAY, days=3, moves="E5")
        black = game.seat_list()[0].player
        game.messages.create(author=black, text="hyvää peliä", number=1, said_at=DAY + timedelta(seconds=1))
        (values[level],) = [one for one in send_due(DAY + timedelta(minutes=1)) if one.to == [player.email]]
    there = {level: [part in one.body for part in (": E5", "hyvää peliä", "(X)")] for level, one in values.items()}
    assert there == {
        "notice": [False, False, False],
        "moves": [True, True, False],
        "board": [True, True, True],
        "picture": [True, True, True],
    }
    picture = values["picture"]
    assert picture.picture.png.startswith(b"\x89PNG")
    assert len(picture.picture.png) < 20_000
    assert 'src="cid:board" alt="' in picture.html
    assert '<html lang="fi" dir="ltr">' in picture.html
    assert "img { display: block; max-width: 100%" in picture.html  # it fits a phone
    assert "prefers-color-scheme: dark" in picture.html
    message = picture.message()
    assert [part.get_content_type() for part in message.walk()] == [
        "multipart/related", "multipart/alternative", "text/plain", "text/html", "image/png",
    ]  # fmt: skip


def test_as_many_statements_for_forty_turns_as_for_four():
    asked = []
    for count in (4, 40):
        for _ in range(count):
            make_game(notify=True, black=wants(reader(), level="board"), now=DAY, days=3)
        with CaptureQueriesContext(connection) as found:
            assert len(send_due(DAY + timedelta(minutes=1))) == count
        asked.append(len(found))
    assert asked[1] == asked[0] <= 45


def test_dead_stones_to_answer_are_distinguished_from_moves():
    player = wants(wants(reader(), when=EmailTiming.OFF), NoticeGroup.ANSWER)
    for white, black, moves in ((player, reader(), "E5"), (reader(), player, "E5 D4 pass pass")):
        make_game(notify=True, white=white, black=black, now=DAY, days=3, moves=moves)
    Notice.objects.update(pending=False)
    (email,) = send_due(DAY + timedelta(minutes=2))
    assert email.subject.endswith(": mark the dead stones")
