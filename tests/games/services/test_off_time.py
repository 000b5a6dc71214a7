"""Vacation, weekends, nights and outages in games (R54 to R56)."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from games import services, sweeper, verbs
from games.models import Game, Heartbeat, Outage, TimeSettings, Vacation
from games.services import outages, vacations
from games.services.deadlines import clock_now, current_deadline
from games.services.timeouts import MARGIN, QUIET
from games.terms import PRESETS
from games.time_errors import (
    AlreadyOnVacation,
    InvalidWeeklyOffTime,
    NotOnVacation,
    NoVacationLeft,
    OffTimeChangedRecently,
)
from notifications.models import Notice
from rules import Color
from rules.clock import TimeControl
from rules.off_time import OffTimeKind
from tests.factories import NOON, act, days, make_game, make_player, play, reload, side

pytestmark = pytest.mark.django_db

HOUR, MINUTE, SECOND = timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)
ALL = (OffTimeKind.VACATION, OffTimeKind.WEEKEND, OffTimeKind.NIGHT, OffTimeKind.PAUSE)
FRIDAY = datetime(2026, 3, 6, 12, tzinfo=UTC)


def test_a_vacation_stops_the_clock_until_it_is_ended_R56(black):
    game = make_game(black=black, days=2)

    services.start_vacation(player=black, now=NOON + HOUR)
    assert reload(game).deadline == NOON + days(2) + days(30)
    services.end_vacation(player=black, now=NOON + HOUR + days(5))

    assert reload(game).deadline == NOON + days(7)
    assert [str(a.kind) for a in current_deadline(reload(game)).reasons] == ["vacation"]


def test_a_vacation_with_an_end_and_one_that_uses_all_that_is_left(black):
    first = services.start_vacation(player=black, now=NOON, until=NOON + days(20))
    assert not first.automatic
    with pytest.raises(AlreadyOnVacation):
        services.start_vacation(player=black, now=NOON + days(1))
    second = services.start_vacation(player=black, now=NOON + days(20))

    assert first.end == NOON + days(20)
    assert second.end == NOON + days(30)
    with pytest.raises(NoVacationLeft):
        services.start_vacation(player=black, now=second.end)
    with pytest.raises(NotOnVacation):
        services.end_vacation(player=black, now=second.end)


def test_a_new_player_has_ten_days_of_vacation():
    fresh = make_player(date_joined=NOON)

    assert vacations.remaining_vacation(fresh, NOON) == days(10)
    assert vacations.remaining_vacation(fresh, NOON + days(365)) == days(30)


def test_a_vacation_stops_only_the_clocks_of_games_that_allow_it_R56(black):
    allowed, forbidden = make_game(black=black), make_game(black=black, off_time=(OffTimeKind.WEEKEND,))
    theirs = make_game(white=black)

    services.start_vacation(player=black, now=NOON)

    assert reload(allowed).deadline == NOON + days(33)
    assert reload(forbidden).deadline == NOON + days(3)
    assert reload(theirs).deadline == NOON + days(3)


def test_a_turn_that_comes_in_a_vacation_has_it_before_it(black):
    game = make_game(white=black, days=2)
    services.start_vacation(player=black, now=NOON, until=NOON + days(6))

    play(game, "E5", now=NOON + days(1))

    assert reload(game).deadline == NOON + days(8)
    play(game, "D4", now=NOON + days(2))
    assert reload(game).deadline == NOON + days(4)


def test_nobody_loses_by_a_deadline_that_forgets_a_vacation(black):
    game = make_game(black=black, days=1)
    services.start_vacation(player=black, now=NOON, until=NOON + days(9))
    Game.objects.filter(pk=game.pk).update(deadline=NOON + days(1))

    assert services.end_overdue_games(now=NOON + days(2)) == 0
    assert reload(game).deadline == NOON + days(10)


def test_a_vacation_begins_by_itself_before_a_loss_R56(black):
    game, other = make_game(black=black, days=1), make_game(black=black, days=1, off_time=())
    later = make_game(black=black, days=5)
    TimeSettings.objects.create(player=black, automatic_vacation=True)

    assert vacations.start_automatic_vacations(now=NOON + 22 * HOUR) == 0
    assert vacations.start_automatic_vacations(now=NOON + 23.5 * HOUR) == 1
    assert vacations.start_automatic_vacations(now=NOON + 23.6 * HOUR) == 0

    vacation = Vacation.objects.get()
    assert vacation.automatic
    assert [row["game"] for row in vacation.saved] == [game.pk]
    assert reload(game).deadline == NOON + days(31)
    assert reload(other).deadline == NOON + days(1)
    assert reload(later).deadline == NOON + days(35)
    assert Notice.objects.get(kind="vacation_began").player == black


def test_no_vacation_begins_by_itself_for_a_game_that_forbids_it_R56(black):
    """A vacation would use days and gain nothing; and the record of the gain does not list such a game."""
    TimeSettings.objects.create(player=black, automatic_vacation=True)
    strict = make_game(black=black, days=1, off_time=("weekend",))

    assert vacations.start_automatic_vacations(now=NOON + 23.5 * HOUR) == 0
    assert not Vacation.objects.exists()
    assert vacations.remaining_vacation(black, NOON + 23.5 * HOUR) == days(30)

    kind = make_game(black=black, days=1, off_time=("vacation",))
    assert vacations.start_automatic_vacations(now=NOON + 23.5 * HOUR) == 1
    assert [row["game"] for row in Vacation.objects.get().saved] == [kind.pk]
    assert current_deadline(reload(strict)).reasons == ()


def test_no_vacation_begins_by_itself_for_those_who_did_not_choose_it_or_have_none_left(black):
    make_game(black=black, days=1)
    TimeSettings.objects.create(player=black, automatic_vacation=False)
    poor = make_player(date_joined=NOON - days(400))
    make_game(black=poor, days=1)
    TimeSettings.objects.create(player=poor, automatic_vacation=True)
    Vacation.objects.create(player=poor, begin=NOON - days(40), end=NOON + 22 * HOUR)

    assert vacations.start_automatic_vacations(now=NOON + 23.5 * HOUR) == 0


def test_weekend_and_night_are_left_out_R56(black):
    services.set_weekly_off_time(
        player=black, week=services.WeeklyOffTime("Europe/Helsinki", [6, 7], (time(22), time(7))), now=NOON
    )
    game = make_game(black=black, days=1, now=FRIDAY, off_time=ALL)

    found = current_deadline(reload(game))

    # 10 hours until Friday 22:00 in Helsinki (20:00 UTC), then Monday 7:00 (5:00 UTC) to 21:00, and on Tuesday an hour.
    assert found.instant == datetime(2026, 3, 10, 6, tzinfo=UTC)
    assert {added.kind: added.duration for added in found.reasons} == {
        OffTimeKind.WEEKEND: days(2),
        OffTimeKind.NIGHT: 18 * HOUR,
    }


def test_a_game_can_forbid_all_of_it_R56(black):
    services.set_weekly_off_time(
        player=black, week=services.WeeklyOffTime("UTC", [6, 7], (time(22), time(7))), now=NOON
    )
    services.start_vacation(player=black, now=FRIDAY)

    assert make_game(black=black, days=1, now=FRIDAY, off_time=()).deadline == FRIDAY + days(1)


def test_the_week_can_be_changed_once_in_thirty_days_R56(black):
    def choose(weekend, now):
        return services.set_weekly_off_time(player=black, week=services.WeeklyOffTime("UTC", weekend), now=now)

    choose([6, 7], NOON)
    choose([6, 7], NOON + days(1))
    with pytest.raises(OffTimeChangedRecently) as refused:
        choose([4, 5], NOON + days(29))
    assert refused.value.data["until"] == (NOON + days(30)).isoformat()
    assert choose([4, 5], NOON + days(30)).weekend == [4, 5]


@pytest.mark.parametrize(
    ("zone", "weekend", "night"),
    [
        ("Mars/Olympus", [6, 7], None),
        ("localtime", [6, 7], None),
        ("right/Europe/Paris", [6, 7], None),
        ("UTC", [6], None),
        ("UTC", [0, 8], None),
        ("UTC", [], (time(22), time(22))),
        ("UTC", [], (time(20), time(9))),
    ],
)
def test_a_week_that_makes_no_sense_is_refused(black, zone, weekend, night):
    with pytest.raises(InvalidWeeklyOffTime):
        services.set_weekly_off_time(player=black, week=services.WeeklyOffTime(zone, weekend, night), now=NOON)
    assert not TimeSettings.objects.exists()


def test_changing_the_week_does_not_change_the_past_R55(black):
    control = TimeControl.absolute(days(10))
    game = make_game(black=black, time=control, now=FRIDAY)
    monday = FRIDAY + days(3)

    services.set_weekly_off_time(player=black, week=services.WeeklyOffTime("UTC", [6, 7]), now=monday)

    assert clock_now(reload(game), monday).facts[Color.BLACK].left == days(7)
    assert reload(game).deadline == monday + days(7) + days(2)


TIMED = [control for control in PRESETS.values() if control.system != "none"]


@pytest.mark.parametrize("gap", [10 * MINUTE, 26 * HOUR])
@pytest.mark.parametrize("control", TIMED)
def test_an_outage_is_given_back_exactly_whatever_the_clock_R54(control, gap):
    game = make_game(moves="E5 D4", time=control)
    before = reload(game).deadline
    outages.store_heartbeat(now=NOON + HOUR)

    outage = outages.store_heartbeat(now=NOON + HOUR + gap, starting=True)
    outages.credit_outages(now=NOON + HOUR + gap)

    error = reload(game).deadline - before - gap
    assert timedelta(0) <= error <= 10 * SECOND
    assert outage.end - outage.begin == gap + error


def test_an_outage_in_a_weekend_gives_nothing_twice_R54(black):
    services.set_weekly_off_time(player=black, week=services.WeeklyOffTime("UTC", [6, 7]), now=NOON)
    game = make_game(black=black, days=1, now=FRIDAY)
    assert game.deadline == FRIDAY + days(3)
    outages.store_heartbeat(now=FRIDAY + 11 * HOUR)

    outages.store_heartbeat(now=FRIDAY + 37 * HOUR)
    outages.credit_outages(now=FRIDAY + 37 * HOUR)

    assert reload(game).deadline - (FRIDAY + days(3) + HOUR) <= 10 * SECOND


def test_a_deadline_within_an_outage_is_never_missed_R54():
    game = make_game(moves="E5 D4", days=1)
    outages.store_heartbeat(now=NOON + 23 * HOUR)
    back = NOON + 49 * HOUR
    outages.store_heartbeat(now=back, starting=True)

    assert services.end_overdue_games(now=back + QUIET + MINUTE) == 0
    play(game, "C3", now=back + 30 * MINUTE)

    assert reload(game).move_number == 3


def test_nobody_loses_in_the_first_two_minutes_after_a_start():
    game = make_game(moves="E5 D4", days=1)
    outages.store_heartbeat(now=NOON + 24 * HOUR + MINUTE)
    back = NOON + 24 * HOUR + MINUTE + 5 * SECOND
    assert outages.store_heartbeat(now=back, starting=True) is None

    assert services.end_overdue_games(now=back + QUIET - SECOND) == 0
    assert not services.end_if_overdue(reload(game), back + QUIET - SECOND)
    assert services.end_overdue_games(now=back + QUIET + SECOND) == 1


def test_a_process_that_starts_alongside_others_quiets_nobody():
    make_game(moves="E5 D4", days=1)
    late = NOON + 25 * HOUR
    outages.store_heartbeat(now=late - 2 * SECOND)
    outages.store_heartbeat(now=late, starting=True)

    assert services.end_overdue_games(now=late) == 1


def test_small_gaps_are_no_outages_and_a_gap_is_written_down_once():
    for seconds in (0, 3, 6, 15, 24):
        outages.store_heartbeat(now=NOON + seconds * SECOND)
    assert not Outage.objects.exists()

    outages.store_heartbeat(now=NOON + 60 * SECOND)
    outages.store_heartbeat(now=NOON + 60 * SECOND)
    assert Outage.objects.count() == 1
    assert Heartbeat.objects.count() == 1


def test_crediting_twice_changes_nothing():
    game = make_game(days=1)
    outages.store_heartbeat(now=NOON)
    outages.store_heartbeat(now=NOON + HOUR)

    assert outages.credit_outages(now=NOON + HOUR) == 1
    Outage.objects.update(credited_at=None)
    assert outages.credit_outages(now=NOON + HOUR) == 0
    assert reload(game).deadline == NOON + days(1) + HOUR + outages.LEEWAY


def test_crediting_takes_the_same_number_of_reads_for_many_games(django_assert_max_num_queries, black):
    for _ in range(20):
        make_game(black=black, days=1)
    outages.store_heartbeat(now=NOON)
    outages.store_heartbeat(now=NOON + HOUR)

    with django_assert_max_num_queries(20 + 14):
        assert outages.credit_outages(now=NOON + HOUR) == 20


@pytest.mark.django_db(transaction=True)
def test_a_sweep_does_all_that_is_due(black, monkeypatch):
    TimeSettings.objects.create(player=black, automatic_vacation=True)
    saved, lost = make_game(black=black, days=2), make_game(days=1)
    at = NOON + days(2) - HOUR / 2
    Heartbeat.objects.create(pk=1, at=at, started_at=NOON)
    monkeypatch.setattr("foundation.timesource.source.now", lambda: at)

    assert sweeper.sweep_once() == 1
    assert reload(lost).is_finished
    assert reload(saved).deadline > NOON + days(30)


def test_a_month_with_vacation_weekends_and_nights_costs_only_playing_time(black):
    """A player's month, simulated: whatever stops the clock, 10 days of main time are 240 hours of playing time."""
    services.set_weekly_off_time(
        player=black, week=services.WeeklyOffTime("Europe/Helsinki", [6, 7], (time(23), time(7))), now=NOON
    )
    game = make_game(black=black, time=TimeControl.absolute(days(10)), off_time=ALL)
    white, now, played = side(game, Color.WHITE), NOON, timedelta(0)
    letters = iter(f"{column}{row}" for row in (2, 5, 8) for column in "ABCDEFGHJ")
    for step in range(9):
        before = clock_now(reload(game), now).facts[Color.BLACK].left
        if step == 3:
            services.start_vacation(player=black, now=now, until=now + days(4))
        now += timedelta(hours=37)
        after = clock_now(reload(game), now).facts[Color.BLACK].left
        played += before - after
        play(game, next(letters), by=black, now=now)
        play(game, next(letters), by=white, now=now)

    assert clock_now(reload(game), now).facts[Color.BLACK].left == days(10) - played
    assert played < (now - NOON) * 2 / 3
    act(game, verbs.Resign, by=white, now=now)
    assert MARGIN < MINUTE


ZONES = [
    "Europe/Helsinki", "America/New_York", "Asia/Tehran", "Australia/Sydney", "America/Santiago", "Pacific/Auckland",
]  # fmt: skip
EVES = ["2026-03-07", "2026-03-28", "2026-04-04", "2026-10-03", "2026-10-24", "2028-02-28"]
"""Clocks change in the night after most of these days somewhere; one is before a leap day."""


@pytest.mark.parametrize("eve", EVES)
@pytest.mark.parametrize("zone", ZONES)
def test_a_day_has_24_hours_and_a_night_the_hours_of_the_wall_clock_F19(black, zone, eve):
    start = datetime.fromisoformat(f"{eve}T06:00:00+00:00")
    plain = make_game(black=black, days=1, off_time=(), now=start)
    services.set_weekly_off_time(
        player=black, week=services.WeeklyOffTime(zone, [], (time(22, 30), time(6, 15))), now=NOON
    )
    nightly = make_game(black=black, days=1, off_time=(OffTimeKind.NIGHT,), now=start)

    assert plain.deadline - start == timedelta(seconds=86_400)
    assert nightly.deadline == minute_by_minute(start, days(1), ZoneInfo(zone), time(22, 30), time(6, 15))


def minute_by_minute(start, budget, zone, begin, end):
    """The deadline that a clock gives which looks at the wall clock every minute."""
    now = start
    while budget:
        local = now.astimezone(zone).time()
        if end <= local < begin:
            budget -= MINUTE
        now += MINUTE
    return now
