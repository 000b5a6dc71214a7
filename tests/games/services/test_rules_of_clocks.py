"""Limits of reminders, vacations, losses on time, outages, pauses and notes (R51 to R56)."""

from __future__ import annotations

from datetime import time, timedelta

import pytest
from django.utils import timezone

from accounts.core.guests import NotForGuests
from foundation import hints
from games import services, verbs
from games.errors import NotAPlayer, TextTooLong
from games.models import Game, Heartbeat, Note, Outage, Plan, Seat, TimeSettings, Vacation
from games.models.game import CLAIM_LASTS
from games.models.note import LONGEST_NOTE, Priority
from games.models.results import SeatResult
from games.services import deadlines, notes, outages, pauses, plans, reminders, timeouts, vacations
from games.services.clock_check import GAP
from games.services.deadlines import timeout_effect_at
from games.services.mass_timeouts import PERIOD, MassTimeouts, score_positions
from games.services.outages import BEAT, LEEWAY
from games.services.rated_results import find_rated_result
from games.services.timeouts import MARGIN, QUIET
from games.time_errors import (
    AlreadyOnVacation,
    InvalidWeeklyOffTime,
    NotOnVacation,
    NoVacationLeft,
    OffTimeChangedRecently,
)
from games.verbs.planning import PlanToSave, save_plan
from notifications.models import Notice
from rules import Reason
from rules.clock import TimeControl, TimeoutEffect, TimeoutPolicy
from rules.vacation import LEAD
from rules.variants import Variant, VariantColors
from tests.factories import NOON, act, days, make_game, make_player, play, reload, to_act
from tests.games.variants.test_teams import on_turn_plays
from tests.support.seated import seated

pytestmark = pytest.mark.django_db
SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)
DAY_LEFT, HOURS_LEFT = "clock_day", "clock_hours"
HOURS = timedelta(hours=6)


def refused(refusal, do, *arguments, **named):
    with pytest.raises(refusal):
        do(*arguments, **named)


def per_move(turn, **terms):
    return make_game(time=TimeControl.days_per_move(turn), **terms)


def notices_of(game):
    return list(Notice.objects.filter(game=game).order_by("pk").values_list("kind", flat=True))


def test_a_reminder_comes_from_a_day_and_from_six_hours_before_the_deadline_and_not_after_it():
    game = per_move(days(3))
    due = reload(game).deadline
    for at, kinds in (
        (due - days(1) - SECOND, []), (due - days(1), [DAY_LEFT]), (due - days(1), [DAY_LEFT]),
        (due - HOURS - SECOND, [DAY_LEFT]), (due - HOURS, [DAY_LEFT, HOURS_LEFT]), (due, [DAY_LEFT, HOURS_LEFT]),
    ):  # fmt: skip
        reminders.create_reminders(now=at)
        assert notices_of(game) == kinds, at
    late = per_move(days(3))
    assert reminders.create_reminders(now=reload(late).deadline) == 0
    act(late, verbs.Resign)
    assert reminders.create_reminders(now=due - HOUR) == 0


@pytest.mark.parametrize(
    ("turn", "kinds"),
    [(30 * HOUR, [DAY_LEFT, HOURS_LEFT]), (30 * HOUR - SECOND, [HOURS_LEFT]), (8 * HOUR, [HOURS_LEFT]),
     (8 * HOUR - SECOND, [])],
)  # fmt: skip
def test_who_had_less_than_thirty_or_eight_hours_for_a_turn_needs_no_reminder(turn, kinds):
    game = per_move(turn)
    for at in (reload(game).deadline - days(1), reload(game).deadline - HOUR):
        reminders.create_reminders(now=at)
    assert notices_of(game) == kinds


def test_a_reminder_may_be_switched_off_and_the_other_comes():
    game = per_move(days(3))
    TimeSettings.objects.create(player=to_act(game), remind_hours=False)
    assert [reminders.create_reminders(now=reload(game).deadline - ahead) for ahead in (days(1), HOUR)] == [1, 0]
    assert notices_of(game) == [DAY_LEFT]


def test_a_win_can_be_claimed_from_the_deadline_on_in_games_where_it_is_claimed():
    game, other = make_game(days=1, lateness=TimeoutPolicy.CLAIM), make_game(days=1)
    due = reload(game).deadline
    reminders.create_reminders(now=due - SECOND)
    assert "claimable" not in notices_of(game)
    reminders.create_reminders(now=due)
    assert "claimable" in notices_of(game)
    assert "claimable" not in notices_of(other)


def automatic(player=None):
    player = player or make_player(date_joined=NOON - days(1000))
    TimeSettings.objects.create(player=player, automatic_vacation=True)
    return player


def test_R56_a_vacation_begins_by_itself_in_the_last_hour_and_not_after_the_deadline():
    players = [automatic() for _ in range(2)]
    games = [make_game(black=player, days=2) for player in players]
    due = reload(games[0]).deadline
    assert vacations.start_automatic_vacations(now=due - LEAD - SECOND) == 0
    assert vacations.start_automatic_vacations(now=due - LEAD) == 2
    Vacation.objects.all().delete()
    for game in games:
        Game.objects.filter(pk=game.pk).update(deadline=due)
    assert vacations.start_automatic_vacations(now=due) == 0


def test_R56_a_vacation_begins_by_itself_for_whose_clock_runs_alone():
    player = automatic()
    make_game(black=make_player(), white=player, days=2)
    assert vacations.start_automatic_vacations(now=NOON + days(2) - HOUR) == 0


@pytest.mark.parametrize(("left", "begins"), [(days(1), 1), (days(1) - SECOND, 0)])
def test_R56_no_vacation_begins_by_itself_with_less_than_a_day_left(monkeypatch, left, begins):
    player = automatic()
    make_game(black=player, days=2)
    monkeypatch.setattr(vacations, "remaining_vacation", lambda who, now: left)
    assert vacations.start_automatic_vacations(now=NOON + days(2) - HOUR) == begins


def test_R56_a_vacation_is_one_at_a_time_ends_when_it_is_ended_and_is_not_for_guests():
    player = make_player(date_joined=NOON - days(1000))
    refused(NotOnVacation, vacations.end_vacation, player=player, now=NOON)
    refused(NoVacationLeft, vacations.start_vacation, player=player, now=NOON, until=NOON)
    refused(NotForGuests, vacations.start_vacation, player=make_player(is_guest=True), now=NOON)
    assert vacations.start_vacation(player=player, now=NOON, until=NOON + days(2)).end == NOON + days(2)
    refused(AlreadyOnVacation, vacations.start_vacation, player=player, now=NOON + days(2) - SECOND)
    assert vacations.end_vacation(player=player, now=NOON + days(1)).end == NOON + days(1)
    assert vacations.current_vacation(player, NOON + days(1)) is None
    assert vacations.start_vacation(player=player, now=NOON + days(1))


def test_R56_a_night_lasts_up_to_twelve_hours_and_a_week_stays_for_thirty_days():
    player = make_player()
    week = lambda night, zone="UTC": services.WeeklyOffTime(zone, [6, 7], night)  # noqa: E731
    for night in ((time(20), time(8, 1)), (time(20), time(20))):
        refused(InvalidWeeklyOffTime, services.set_weekly_off_time, player=player, week=week(night), now=NOON)
    refused(InvalidWeeklyOffTime, services.set_weekly_off_time, player=player, week=week(None, "Mars/Crater"), now=NOON)
    row = services.set_weekly_off_time(player=player, week=week((time(20), time(8))), now=NOON)
    assert (row.night_begin, row.night_end, row.weekend, row.changed_at) == (time(20), time(8), [6, 7], NOON)
    assert (
        services.set_weekly_off_time(player=player, week=week((time(20), time(8))), now=NOON + days(1)).changed_at
        == NOON
    )
    refused(
        OffTimeChangedRecently,
        services.set_weekly_off_time,
        player=player,
        week=week(None),
        now=NOON + days(30) - SECOND,
    )
    assert services.set_weekly_off_time(player=player, week=week(None), now=NOON + days(30)).night_begin is None


def test_R54_nobody_loses_on_time_until_two_minutes_after_a_start_or_an_outage():
    assert not timeouts.are_timeouts_suspended(NOON)
    outages.store_heartbeat(now=NOON, starting=True)
    assert [timeouts.are_timeouts_suspended(NOON + after) for after in (timedelta(0), QUIET - SECOND, QUIET)] == [
        True,
        True,
        False,
    ]
    Heartbeat.objects.all().delete()
    Outage.objects.create(begin=NOON - HOUR, end=NOON)
    assert [timeouts.are_timeouts_suspended(NOON + after) for after in (QUIET - SECOND, QUIET)] == [True, False]
    assert not timeouts.are_timeouts_suspended(NOON - HOUR - SECOND), "an outage to come"


def test_R53_a_game_ends_ten_seconds_after_its_deadline_when_somebody_looks():
    game = make_game(days=1)
    due = reload(game).deadline
    assert not timeouts.end_if_overdue(reload(game), due + MARGIN)
    outages.store_heartbeat(now=due, starting=True)
    assert not timeouts.end_if_overdue(reload(game), due + MARGIN + SECOND), "the service has just come back"
    Heartbeat.objects.all().delete()
    assert timeouts.end_if_overdue(reload(game), due + MARGIN + SECOND)
    assert reload(game).finished_at == due
    assert not timeouts.end_if_overdue(reload(game), due + HOUR)


def test_R54_a_gap_of_more_than_nine_seconds_is_an_outage_that_ends_two_seconds_later():
    assert outages.store_heartbeat(now=NOON) is None
    assert outages.store_heartbeat(now=NOON + GAP) is None
    found = outages.store_heartbeat(now=NOON + 2 * GAP + SECOND)
    assert (found.begin, found.end) == (NOON + GAP, NOON + 2 * GAP + SECOND + LEEWAY)
    assert Outage.objects.count() == 1


@pytest.mark.parametrize(("after", "is_noted"), [(BEAT, False), (BEAT + SECOND, True)])
def test_R54_a_start_is_noted_where_no_other_process_was_serving(after, is_noted):
    outages.store_heartbeat(now=NOON)
    assert Heartbeat.objects.get().started_at is None
    outages.store_heartbeat(now=NOON + after, starting=True)
    assert (Heartbeat.objects.get().started_at is not None) is is_noted
    outages.store_heartbeat(now=NOON + after)
    assert (Heartbeat.objects.get().started_at is not None) is is_noted, "and is remembered"


def test_R54_a_clock_that_goes_back_is_an_alarm():
    outages.store_heartbeat(now=NOON)
    outages.store_heartbeat(now=NOON - GAP)
    assert Heartbeat.objects.get().alarm == ""
    outages.store_heartbeat(now=NOON - 2 * GAP - SECOND)
    assert Heartbeat.objects.get().alarm == "the clock went back by 10 s"
    outages.store_heartbeat(now=NOON - 4 * GAP, alarm="known already")
    assert Heartbeat.objects.get().alarm == "known already"


def test_R56_a_pause_holds_until_its_end_and_a_later_one_takes_its_place():
    game = make_game(days=3)
    due = reload(game).deadline
    pauses.pause_game(game, NOON + days(1), NOON + days(2))
    assert game.deadline == due + days(1)
    at = [NOON + days(1) - SECOND, NOON + days(1), NOON + days(2) - SECOND, NOON + days(2)]
    assert [pauses.current_pause_end(game, now) for now in at] == [None, NOON + days(2), NOON + days(2), None]
    pauses.pause_game(game, NOON + days(1.5), NOON + days(1.5))
    assert game.deadline == due + days(0.5)


def test_R61_a_call_stops_the_clocks_once_and_no_shorter_than_a_pause_that_goes_on():
    game = make_game(days=9)
    pauses.pause_game(game, NOON, NOON + days(5))
    assert pauses.pause_for_moderators(game, NOON + days(1), days(3)) == NOON + days(4)
    assert pauses.current_pause_end(game, NOON + days(1)) == NOON + days(5)
    assert pauses.pause_for_moderators(game, NOON + days(3), days(3)) == NOON + days(6)
    assert pauses.current_pause_end(game, NOON + days(3)) == NOON + days(6)
    assert not pauses.end_pause_for_moderators(game, NOON + days(3)), "no one has called"


def test_a_note_is_its_players_and_goes_when_nothing_is_left_in_it():
    game = make_game()
    one, other = (seat.player for seat in game.seat_list())
    mine = lambda who: notes.note_of(game_id=game.pk, player=who)  # noqa: E731
    notes.write_note(game_id=game.pk, player=one, text="watch the corner", now=NOON)
    assert (mine(one).text, mine(other)) == ("watch the corner", None)
    notes.set_priority(game_id=game.pk, player=one, priority=Priority.HIGH, now=NOON)
    notes.write_note(game_id=game.pk, player=one, text=" ", now=NOON)
    assert (mine(one).text, mine(one).priority) == ("", Priority.HIGH)
    assert notes.set_priority(game_id=game.pk, player=one, priority=Priority.NORMAL, now=NOON) is None
    assert not Note.objects.exists()
    refused(NotAPlayer, notes.write_note, game_id=game.pk, player=make_player(), text="hm", now=NOON)
    refused(TextTooLong, notes.write_note, game_id=game.pk, player=one, text="x" * (LONGEST_NOTE + 1), now=NOON)
    assert notes.write_note(game_id=game.pk, player=one, text="x" * LONGEST_NOTE, now=NOON)


def test_C10_a_plan_has_versions_and_one_that_is_ended_is_armed_no_more():
    game = make_game(days=3)
    waiting = next(seat for seat in game.seat_list() if seat.player != to_act(game))
    save = lambda *branches: save_plan(  # noqa: E731
        verbs.ActionRequest(game.pk, waiting.player, reload(game).number, None, NOON), PlanToSave(list(branches))
    )
    save(["E5", "D4"])
    plan = Plan.objects.get()
    assert (plan.version, plan.is_armed, plan.saved_at, reload(game).armed) == (1, True, NOON, 1 << waiting.index)
    save(["E5", "C3"])
    assert Plan.objects.get().version == 2
    plans.disarm_plan(waiting, NOON + days(1))
    ended = Plan.objects.get()
    assert (ended.version, ended.is_armed, ended.branches, reload(game).armed) == (3, False, [], 0)
    assert plans.disarm_plan(next(seat for seat in game.seat_list() if seat != waiting), NOON) is None


def test_C19_what_a_plan_has_played_is_counted_until_its_player_plays_by_hand():
    game = make_game(days=3)
    waiting = next(seat for seat in game.seat_list() if seat.player != to_act(game))
    request = verbs.ActionRequest(game.pk, waiting.player, reload(game).number, None, NOON)
    save_plan(request, PlanToSave([["E5", "D4", [["D5", "C4"]]]]))
    for move, count in (("E5", 1), ("D5", 2)):
        play(game, move)
        assert plans.count_planned_actions(waiting) == count
    play(game, "G7")
    assert plans.count_planned_actions(waiting) == 2, "the opponent's moves are theirs"
    play(game, "G3")
    assert plans.count_planned_actions(waiting) == 0


@pytest.mark.parametrize(
    ("losses", "ago", "changed", "unrated"),
    [
        (3, days(1), {}, True), (2, days(1), {}, False), (3, PERIOD - SECOND, {}, True), (3, PERIOD, {}, False),
        (3, days(1), {"rated": False}, False), (3, days(1), {"result": SeatResult.WON}, False),
    ],
)  # fmt: skip
def test_a_fourth_rated_loss_on_time_within_seven_days_is_unrated(losses, ago, changed, unrated):
    player = make_player()
    game, at = make_game(black=player, days=1), NOON + days(9)
    lost = [make_game(black=player) for _ in range(losses)]
    for one in lost:
        act(one, verbs.Resign, by=player)
    Game.objects.filter(pk__in=[one.pk for one in lost]).update(end_reason=Reason.TIME.value)
    lost_at = {"rated": True, "result": SeatResult.LOST, "finished_at": at - ago, **changed}
    Seat.objects.filter(game__in=lost, player=player).update(**lost_at)
    game = reload(game)
    score_positions([game])
    assert MassTimeouts([game]).makes_unrated(game, game.state(), at) is unrated
    Game.objects.filter(pk__in=[one.pk for one in lost]).update(end_reason=Reason.RESIGNATION.value)
    assert not MassTimeouts([game]).makes_unrated(game, game.state(), at), "resigning is no running out of time"


def test_R52_a_win_that_nobody_claims_is_claimed_by_itself_after_its_time():
    game = reload(make_game(days=1, lateness=TimeoutPolicy.CLAIM))
    due = game.deadline
    at = [due - SECOND, due, due + CLAIM_LASTS, due + CLAIM_LASTS + SECOND]
    assert [timeout_effect_at(game, now) for now in at] == [
        None,
        TimeoutEffect.CLAIMABLE,
        TimeoutEffect.CLAIMABLE,
        TimeoutEffect.ENDS,
    ]
    assert timeout_effect_at(reload(make_game(days=1)), due) is TimeoutEffect.ENDS


def test_reminders_that_are_sent_a_few_at_a_time_reach_everybody():
    games = [per_move(days(3)) for _ in range(3)]
    for _ in games:
        reminders.create_reminders(now=reload(games[0]).deadline - HOUR, most=1)
    assert all(notices_of(game).count(HOURS_LEFT) == 1 for game in games)


def test_wins_that_can_be_claimed_are_announced_a_few_at_a_time_to_everybody():
    games = [make_game(days=1, lateness=TimeoutPolicy.CLAIM) for _ in range(3)]
    for _ in games:
        reminders.create_reminders(now=reload(games[0]).deadline, most=1)
    assert [notices_of(game) for game in games] == [["claimable"]] * 3


def test_nobody_claims_a_win_in_a_game_whose_clock_has_been_stopped_meanwhile():
    game = make_game(time=TimeControl.none())
    assert not reminders._remind_once(game.pk, reminders.CLAIMABLE, NOON)
    assert notices_of(game) == []


def test_R56_no_vacation_begins_by_itself_for_who_has_switched_it_off_or_begun_one_meanwhile():
    player = automatic()
    game, at = make_game(black=player, days=2), NOON + days(2) - HOUR
    vacations.set_auto_vacation_and_reminders(player=player, automatic_vacation=False)
    assert not vacations._start_automatically_for(player.pk, [game.pk], at)
    vacations.set_auto_vacation_and_reminders(player=player, automatic_vacation=True)
    own = vacations.start_vacation(player=player, now=NOON + days(1), until=NOON + days(3))
    assert not vacations._start_automatically_for(player.pk, [game.pk], at)
    assert list(Vacation.objects.all()) == [own]


@pytest.fixture
def published(monkeypatch):
    """Collect the kind and game of each published hint."""
    found = []
    monkeypatch.setattr(hints.sender, "publish", lambda hint: found.append((hint.kind, hint.game)))
    return found


def test_R54_the_pages_of_a_game_are_told_of_the_time_that_an_outage_gives(
    published, django_capture_on_commit_callbacks
):
    game = make_game(days=1)
    make_game(time=TimeControl.none())
    Outage.objects.create(begin=NOON + HOUR, end=NOON + 3 * HOUR)
    with django_capture_on_commit_callbacks(execute=True):
        assert outages.credit_outages(now=NOON + 3 * HOUR) == 1
    assert published == [("clock.changed", game.pk)]


def test_R56_the_pages_of_a_game_are_told_of_the_time_that_a_vacation_gives(
    published, django_capture_on_commit_callbacks
):
    player = make_player(date_joined=NOON - days(1000))
    game = make_game(black=player, days=1)
    make_game(white=player, days=1)
    for change in (vacations.start_vacation, vacations.end_vacation):
        published.clear()
        with django_capture_on_commit_callbacks(execute=True):
            change(player=player, now=NOON + HOUR)
        assert published == [("clock.changed", game.pk), ("player.changed", 0)], change


def test_R54_an_outage_is_credited_a_few_games_at_a_time(monkeypatch):
    games, batches = [make_game(days=1) for _ in range(4)], []
    Game.objects.filter(pk=games[3].pk).update(deadline=NOON + HOUR)  # which is over when the outage begins
    Outage.objects.create(begin=NOON + HOUR, end=NOON + 3 * HOUR)

    class Read(deadlines.OffTimeByPlayer):
        def __init__(self, found):
            batches.append([one.pk for one in found])
            super().__init__(found)

    monkeypatch.setattr(deadlines, "OffTimeByPlayer", Read)
    monkeypatch.setattr(outages, "A_BATCH", 2)
    assert outages.credit_outages(now=NOON + 3 * HOUR) == 3
    assert batches == [[games[0].pk, games[1].pk], [games[2].pk]]


def test_a_row_of_the_record_names_seat_and_turn_where_more_than_two_play():
    two, three = make_game(), seated(Variant(colors=VariantColors(3)), now=timezone.now())
    play(two, "E5")
    on_turn_plays(three, "E5")
    assert not {"seat", "turn"} & reload(two).actions.last().effect.keys()
    effect = reload(three).actions.last().effect
    assert (effect["seat"], effect["turn"]) == (0, 1)


def test_a_reminder_is_left_by_the_first_of_two_processes_that_have_found_the_game():
    game = per_move(days(3))
    at = reload(game).deadline - HOUR
    assert [reminders._remind_once(game.pk, reminders.LEVELS[6], at) for _ in range(2)] == [True, False]
    assert notices_of(game) == [HOURS_LEFT]


def test_only_a_rated_game_that_is_over_has_a_result_for_the_ratings():
    game = make_game(moves="E5 D4 C3 F6")
    assert find_rated_result(reload(game)) is None
    act(game, verbs.Resign, by=to_act(game))
    game = reload(game)
    game.rated = True
    assert (find_rated_result(game).game_id, find_rated_result(game).scores) == (game.pk, (0.0, 1.0))
    game.finished_at = None
    assert find_rated_result(game) is None
    game.finished_at, game.rated = NOON, False
    assert find_rated_result(game) is None
