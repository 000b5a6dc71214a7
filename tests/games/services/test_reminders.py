"""Reminders before a loss on time, and the word to the opponent that a win can be claimed."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from games.models import TimeSettings
from games.services import reminders
from notifications.models import Notice
from notifications.services import emails, scheduling
from rules import Color
from rules.clock import TimeControl, TimeoutPolicy
from tests.factories import NOON, days, make_game, play, side, to_act

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("turn", "wanted"),
    [(days(3), ["clock_day", "clock_hours"]), (days(1), ["clock_hours"]), (7 * HOUR, [])],
)
def test_one_reminder_a_day_and_one_six_hours_before_a_loss(turn, wanted):
    game = make_game(time=TimeControl.days_per_move(turn))
    me = to_act(game)

    for hours in range(1, int(turn / HOUR) + 1):
        reminders.remind(now=NOON + hours * HOUR - MINUTE)

    kinds = Notice.objects.filter(player=me, kind__startswith="clock").order_by("created_at")
    assert list(kinds.values_list("kind", flat=True)) == wanted


def test_reminders_are_as_the_player_has_chosen_them(black):
    TimeSettings.objects.create(player=black, remind_day=False)
    make_game(black=black, days=3)

    assert reminders.remind(now=NOON + days(2.5)) == 0
    assert reminders.remind(now=NOON + days(2.9)) == 1


def test_the_letter_says_when_in_the_players_zone_and_shows_the_board(black, django_capture_on_commit_callbacks):
    black.time_zone, black.language = "Asia/Tehran", "fi"
    black.save()
    EmailAddress.objects.create(user=black, email=black.email, primary=True, verified=True)
    game = make_game(black=black, moves="E5 D4", days=3)

    with django_capture_on_commit_callbacks(execute=True):
        reminders.remind(now=NOON + days(2.5))
        scheduling.schedule_notices(NOON + days(2.5))
        emails.queue_emails(NOON + days(2.5))

    (letter,) = mail.outbox
    assert letter.to == [black.email]
    assert "15.30" in letter.body
    assert ". . . . X . . . ." in letter.body
    assert f"/g/{game.pk}/" in letter.body


def test_a_turn_is_reminded_of_anew_after_a_move():
    game = make_game(days=2)
    reminders.remind(now=NOON + days(1.9))
    play(game, "E5", now=NOON + days(1.9))
    play(game, "D4", now=NOON + days(1.9))

    assert reminders.remind(now=NOON + days(3.8)) == 1


def test_the_opponent_of_somebody_late_is_told_once_that_the_win_can_be_claimed():
    game = make_game(days=1, lateness=TimeoutPolicy.CLAIM)
    reminders.remind(now=NOON + days(1.1))

    assert reminders.remind(now=NOON + days(1.2)) == 0
    assert Notice.objects.get(kind="claimable").player == side(game, Color.WHITE)
