"""Reminders before a loss on time, and the opponent's notice that a win can be claimed."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from games.models import TimeSettings
from games.models.off_time import LEADS
from games.services import reminders, vacations
from games.time_errors import BadReminders
from notifications.kinds import CLOCK_KINDS, URGENT
from notifications.models import Notice
from notifications.services import emails, scheduling
from rules import Color
from rules.clock import TimeControl, TimeoutPolicy
from tests.factories import NOON, days, make_game, make_player, play, side, to_act
from tests.support.browsers import browser
from tests.support.callers import Caller

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
        reminders.create_reminders(now=NOON + hours * HOUR - MINUTE)

    kinds = Notice.objects.filter(player=me, kind__startswith="clock").order_by("created_at")
    assert list(kinds.values_list("kind", flat=True)) == wanted


def test_reminders_are_as_the_player_has_chosen_them(black):
    TimeSettings.objects.create(player=black, remind_day=False)
    make_game(black=black, days=3)

    assert reminders.create_reminders(now=NOON + days(2.5)) == 0
    assert reminders.create_reminders(now=NOON + days(2.9)) == 1


def test_the_letter_says_when_in_the_players_zone_and_shows_the_board(black, django_capture_on_commit_callbacks):
    black.time_zone, black.language = "Asia/Tehran", "fi"
    black.save()
    EmailAddress.objects.create(user=black, email=black.email, primary=True, verified=True)
    game = make_game(black=black, moves="E5 D4", days=3)

    with django_capture_on_commit_callbacks(execute=True):
        reminders.create_reminders(now=NOON + days(2.5))
        scheduling.schedule_email_items(NOON + days(2.5))
        emails.queue_due_emails(NOON + days(2.5))

    (email,) = mail.outbox
    assert email.to == [black.email]
    assert "15.30" in email.body
    assert ". . . . X . . . ." in email.body
    assert f"/g/{game.pk}/" in email.body


def test_a_turn_gets_a_new_reminder_after_a_move():
    game = make_game(days=2)
    reminders.create_reminders(now=NOON + days(1.9))
    play(game, "E5", now=NOON + days(1.9))
    play(game, "D4", now=NOON + days(1.9))

    assert reminders.create_reminders(now=NOON + days(3.8)) == 1


def test_the_opponent_of_somebody_late_is_notified_once_that_the_win_can_be_claimed():
    game = make_game(days=1, lateness=TimeoutPolicy.CLAIM)
    reminders.create_reminders(now=NOON + days(1.1))

    assert reminders.create_reminders(now=NOON + days(1.2)) == 0
    assert Notice.objects.get(kind="claimable").player == side(game, Color.WHITE)


def reminded_at(player, hours_of_turn=100):
    """The hours before the deadline at which the player gets reminders of a turn that is this long."""
    make_game(black=player, time=TimeControl.days_per_move(hours_of_turn * HOUR))
    found = []
    for hour in range(1, hours_of_turn):
        if reminders.create_reminders(now=NOON + hour * HOUR):
            found.append(hours_of_turn - hour)
    return found


@pytest.mark.parametrize("chosen", [[], [1], [24, 3], [72, 48, 1], [12, 6, 3]])
def test_a_player_is_reminded_at_the_hours_that_they_chose_C203(black, chosen):
    vacations.set_auto_vacation_and_reminders(player=black, reminders=chosen)
    assert reminded_at(black) == chosen
    kinds = Notice.objects.filter(player=black, kind__startswith="clock").order_by("created_at")
    assert [CLOCK_KINDS.index(kind) for kind in kinds.values_list("kind", flat=True)] == [
        LEADS.index(one) for one in chosen
    ]


def test_the_choice_of_one_player_changes_nothing_for_others_C203(black):
    vacations.set_auto_vacation_and_reminders(player=make_player(), reminders=[72, 1])
    assert reminded_at(black) == [24, 6]


def test_a_short_turn_has_no_reminder_that_comes_with_it_C203(black):
    vacations.set_auto_vacation_and_reminders(player=black, reminders=[12, 3, 1])
    assert reminded_at(black, hours_of_turn=13) == [3, 1]


def test_at_most_three_and_only_those_of_the_list_C203(black):
    for wrong in ([24, 12, 6, 3], [5]):
        with pytest.raises(BadReminders):
            vacations.set_auto_vacation_and_reminders(player=black, reminders=wrong)
    vacations.set_auto_vacation_and_reminders(player=black, reminders=[72, 48, 12])
    with pytest.raises(BadReminders):
        vacations.set_auto_vacation_and_reminders(player=black, remind_day=True)
    assert vacations.time_settings_of(black).reminders == [72, 48, 12]


def test_reminders_are_chosen_on_the_page_and_by_the_API_C203(black):
    client = browser(black)
    client.post("/settings/time/choices/", {"reminders": ["24", "3"]})
    assert vacations.time_settings_of(black).reminders == [24, 3]
    page = client.get("/settings/time/").content.decode()
    assert re.search(r'value="3"[^>]* checked', page)
    assert not re.search(r'name="reminders" value="6"[^>]* checked', page)
    assert client.post("/settings/time/choices/", {"reminders": ["24", "3", "6", "1"]}).status_code == 400

    caller = Caller(Client(), black)
    changed = caller.send("patch", "me/time/", '{"reminders": [48, 1]}').json()
    assert (changed["reminders"], changed["remind_day"]) == ([48, 1], False)
    assert caller.send("patch", "me/time/", '{"remind_day": true}').json()["reminders"] == [48, 24, 1]
    assert caller.send("patch", "me/time/", '{"reminders": [5]}').status_code == 400


def test_only_the_last_six_hours_break_quiet_hours_C203():
    assert [kind for kind in CLOCK_KINDS if kind in URGENT] == ["clock_hours", "clock_three_hours", "clock_hour"]


def test_after_a_gap_only_the_last_reminder_is_sent_C203(black):
    vacations.set_auto_vacation_and_reminders(player=black, reminders=[24, 3, 1])
    make_game(black=black, days=3)
    assert reminders.create_reminders(now=NOON + days(3) - 2 * HOUR) == 1
    assert Notice.objects.get(player=black, kind__startswith="clock").kind == "clock_three_hours"
