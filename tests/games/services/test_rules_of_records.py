"""Data recorded with a move, the clock it starts, and successors on a seat (R51 to R56, V39)."""

from __future__ import annotations

from datetime import time, timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.core.audit import StaffContext
from accounts.core.guests import NotForGuests
from accounts.core.restrictions import restrict_player
from accounts.models.restriction import RestrictionKind
from games import verbs
from games.errors import CannotTakeSeat, NoSuchGame
from games.models import Game, SeatOffer, SeatOfferState, TimeSettings, Vacation
from games.services import deadlines, predictions, reminders, result_questions, successors, suggestions, vacations
from games.services.event_games import end_without_result
from games.services.idempotency import PlayerRequest
from games.services.record import Actor, grant_grace_days, grant_time
from games.services.vacations import WeeklyOffTime, set_weekly_off_time
from games.time_errors import BadReminders, InvalidWeeklyOffTime
from notifications.models import Notice
from rules import Color
from rules.clock import GRACE, TimeControl, TimeoutPolicy
from rules.off_time import Interval, OffTimeKind, Schedule
from rules.variants.presets import PRESETS
from tests.factories import NOON, act, days, make_game, make_moderator, make_player, play, reload, side, to_act
from tests.games.variants.test_teams import by, do, on_turn_plays
from tests.games.verbs.test_predicted_result import far_ahead
from tests.support.seated import seated

pytestmark = pytest.mark.django_db
SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)
B, W = Color.BLACK, Color.WHITE


def locked(game: Game) -> Game:
    return Game.objects.select_for_update().with_seats().get(pk=game.pk)


# Clocks


def test_R52_a_friendly_game_gets_three_days_once_from_the_deadline_on():
    game = make_game(days=1, lateness=TimeoutPolicy.FRIENDLY)
    due = reload(game).deadline
    Game.objects.filter(pk=game.pk).update(reminded=2)
    with transaction.atomic():
        row = grant_grace_days(locked(game))
    game = reload(game)
    assert (game.deadline, game.graces, game.reminded) == (due + GRACE, 1, 0)
    assert (row.kind, row.payload, row.received_at, row.seat.index) == ("grace", {"days": 3}, due, 0)
    notified = Notice.objects.filter(kind="grace", by=None).values_list("player", flat=True)
    assert set(notified) == {seat.player_id for seat in game.seat_list()}


@pytest.mark.parametrize(("of", "later"), [(None, days(2)), (B, days(2)), (W, days(0))])
def test_granted_time_moves_the_deadline_of_the_side_to_act_only(of, later):
    game = make_game(days=3)
    due = reload(game).deadline
    with transaction.atomic():
        found = locked(game)
        grant_time(found, days(2), NOON + days(1), of)
    assert found.deadline == due + later


def test_a_finished_game_and_one_without_clocks_have_no_deadline(django_assert_num_queries):
    over, plain = make_game(days=3), make_game(time=TimeControl.none())
    act(over, verbs.Resign)
    for game in (over, plain):
        assert deadlines.current_deadline(reload(game)) is None
        assert not deadlines.recalculate_and_store_deadline(reload(game))
    assert [deadlines.off_time_matters_since(reload(game)) for game in (over, plain)] == [NOON, None]
    untimed = reload(plain)
    with django_assert_num_queries(0):
        deadlines.OffTimeByPlayer([untimed])


def test_R55_a_stored_deadline_is_calculated_again_and_stored():
    game = make_game(days=3)
    due = reload(game).deadline
    assert not deadlines.recalculate_and_store_deadline(reload(game))
    Game.objects.filter(pk=game.pk).update(deadline=due - days(1))
    found = reload(game)
    assert deadlines.recalculate_deadline(found)
    assert (found.deadline, reload(game).deadline) == (due, due - days(1))
    assert deadlines.recalculate_and_store_deadline(reload(game))
    assert reload(game).deadline == due


def test_the_clock_stands_until_off_time_of_its_kind_ends():
    away = Interval(NOON, NOON + days(2))
    nights = Schedule(weekend=frozenset({6, 7}), vacations=(away, Interval(NOON + days(2), NOON + days(3))))
    until = NOON + days(9)
    standing = lambda at, until=until: deadlines._current_stop(at, until, nights)  # noqa: E731
    assert standing(NOON - HOUR) is None
    assert standing(NOON + days(3)) is None
    found = standing(NOON + HOUR)
    assert (found.kind, found.begin, found.end) == (OffTimeKind.VACATION, NOON + HOUR, NOON + days(3))
    assert standing(NOON + HOUR, NOON + days(1)).end == NOON + days(1)
    saturday = (NOON + days(5)).replace(hour=0)
    weekend = standing(saturday)
    assert (weekend.kind, weekend.end) == (OffTimeKind.WEEKEND, saturday + days(2))


def test_a_clock_that_is_shown_has_the_deadline_and_what_stops_it_now():
    game = make_game(days=3)
    TimeSettings.objects.create(player=side(game, B), weekend=[6, 7], changed_at=NOON - days(90))
    vacation = Vacation.objects.create(player=side(game, B), begin=NOON + days(1), end=NOON + days(2))
    at = lambda now: deadlines.clock_now(reload(game), now)  # noqa: E731
    assert at(NOON).due.instant == NOON + days(4)
    assert (at(NOON).standing, at(NOON + days(2)).standing) == (None, None)
    assert at(NOON + days(1)).standing.end == vacation.end
    weekends = at(NOON).weekends
    assert (weekends[B], weekends[W]) == (frozenset({6, 7}), frozenset())
    assert at(NOON + days(4)).standing is None


# Vacations and weeks


def automatic(**fields):
    player = make_player(date_joined=NOON - days(1000), **fields)
    TimeSettings.objects.create(player=player, automatic_vacation=True)
    return player


def test_R56_a_vacation_that_begins_by_itself_names_the_games_it_saves_and_notifies():
    player = automatic()
    saved = reload(make_game(black=player, days=2))
    other = make_game(black=player, days=2, off_time=[])
    make_game(black=automatic(is_guest=True), days=2)
    assert vacations.start_automatic_vacations(now=NOON + days(2) - HOUR) == 1
    row = Vacation.objects.get()
    assert (row.player, row.automatic, row.begin) == (player, True, NOON + days(2) - HOUR)
    assert row.saved == [{"game": saved.pk, "deadline": saved.deadline.isoformat()}]
    assert reload(saved).deadline > reload(other).deadline
    assert Notice.objects.filter(player=player, kind="vacation_began", created_at=row.begin).count() == 1
    assert vacations.start_automatic_vacations(now=NOON + days(2) - HOUR) == 0


def test_R56_no_vacation_begins_by_itself_for_a_game_without_vacations():
    make_game(black=automatic(), days=2, off_time=[])
    assert vacations.start_automatic_vacations(now=NOON + days(2) - HOUR) == 0


def test_R56_a_vacation_moves_the_deadline_of_its_players_turns_and_gives_the_rest_back():
    player = make_player(date_joined=NOON - days(1000))
    mine, theirs = make_game(black=player, days=3), make_game(white=player, days=3)
    due = reload(mine).deadline
    vacations.start_vacation(player=player, now=NOON, until=NOON + days(2))
    assert (reload(mine).deadline, reload(theirs).deadline) == (due + days(2), due)
    vacations.end_vacation(player=player, now=NOON + days(1))
    assert reload(mine).deadline == due + days(1)
    assert vacations.remaining_vacation(player, NOON + days(1)) == vacations.vacation_allowance().most - days(1)


def test_R56_a_vacation_is_as_long_as_what_is_left_of_the_allowance():
    player = make_player(date_joined=NOON)
    first = vacations.vacation_allowance().first
    assert vacations.remaining_vacation(player, NOON) == first == vacations.vacation_allowance().most / 3
    assert vacations.start_vacation(player=player, now=NOON, until=NOON + days(99)).end == NOON + first


@pytest.mark.parametrize("weekend", [[6], [0, 7], [7, 8], [5, 6, 7]])
def test_R56_a_weekend_has_two_days_or_none(weekend):
    with pytest.raises(InvalidWeeklyOffTime):
        set_weekly_off_time(player=make_player(), week=WeeklyOffTime("UTC", weekend), now=NOON)
    assert not TimeSettings.objects.exists()


def test_R56_a_new_night_moves_the_deadline_of_running_turns_and_charges_the_time_used():
    player = make_player()
    nights = {"days": 1, "off_time": [OffTimeKind.NIGHT]}
    mine, theirs = make_game(black=player, **nights), make_game(white=player, **nights)
    due = reload(mine).deadline
    set_weekly_off_time(player=player, week=WeeklyOffTime("UTC", (), (time(0), time(6))), now=NOON)
    assert (reload(mine).deadline, reload(theirs).deadline) == (due + timedelta(hours=6), due)
    later = make_game(**{**nights, "days": 3})
    who = side(later, B)
    set_weekly_off_time(player=who, week=WeeklyOffTime("UTC", (), (time(0), time(6))), now=NOON + days(1))
    assert reload(later).clock_value().left == days(2), "a night before the choice gives nothing"


def test_C203_reminders_are_up_to_three_of_the_listed_hours():
    player = make_player()
    choose = lambda *hours: vacations.set_auto_vacation_and_reminders(player=player, reminders=hours)  # noqa: E731
    assert choose(72, 24, 1).reminders == [72, 24, 1]
    for hours in ((72, 24, 6, 1), (24, 5)):
        with pytest.raises(BadReminders):
            choose(*hours)
    assert TimeSettings.objects.get().reminders == [72, 24, 1]
    make_game(black=player, days=5)
    assert choose(72).remind_more == 1
    assert [reminders.create_reminders(now=NOON + days(5) - timedelta(hours=left)) for left in (73, 72)] == [0, 1]
    for by_mail in (True, False):
        vacations.set_auto_vacation_and_reminders(player=player, remind_by_mail=by_mail)
        assert vacations.reminds_by_email(player) is by_mail
    assert vacations.set_auto_vacation_and_reminders(player=player, automatic_vacation=True).automatic_vacation


# Suggestions and questions about the result


def test_R10_a_suggestion_is_claimed_for_thirty_seconds_the_newest_game_first():
    old, new = make_game(moves="pass pass"), make_game(moves="pass pass", now=NOON + HOUR)
    claim = lambda after=timedelta(0): suggestions._claim_next_game(NOON + after)  # noqa: E731
    assert [claim(), claim(), claim(suggestions.CLAIM)] == [new, old, None]
    assert claim(suggestions.CLAIM + SECOND) == new
    Game.objects.update(suggestion_claimed_at=NOON + suggestions.CLAIM)
    assert claim() is None
    Game.objects.update(suggestion_claimed_at=NOON + suggestions.CLAIM + SECOND)
    assert claim() == new, "a claim from the future was made by a wrong clock"
    suggestions.ensure_dead_stone_suggestions([new.pk])
    assert reload(new).suggested_dead == []
    assert reload(old).suggested_dead is None
    assert claim() == old


def test_R10_marking_begins_although_nobody_can_be_told_to_suggest(monkeypatch, django_capture_on_commit_callbacks):
    def fail():
        raise ConnectionError

    monkeypatch.setattr(suggestions.TASK, "wake", fail)
    with django_capture_on_commit_callbacks(execute=True):
        game = make_game(moves="pass pass")
    assert reload(game).phase == "stone_removal"


def test_C204_a_game_is_looked_at_every_five_moves_once_it_is_full_enough():
    game = far_ahead()
    assert predictions.should_estimate_result(game)
    for column, value in (
        ("result_asked", 0), ("phase", "stone_removal"), ("move_number", 51), ("move_number", 45),
    ):  # fmt: skip
        changed = reload(game)
        setattr(changed, column, value)
        assert not predictions.should_estimate_result(changed), column
    small = make_game(size=5)
    for number, due in ((15, False), (20, True)):
        small.move_number = number
        assert predictions.should_estimate_result(small) is due, "twenty moves are asked of the smallest board"


def test_C204_a_question_is_about_the_position_that_was_estimated():
    game = far_ahead()
    stale = reload(game)
    stale.number -= 1
    assert not result_questions.ask_about_lead(stale, B, 42)
    assert result_questions.ask_about_lead(reload(game), B, 42)
    found = reload(game)
    assert (found.result_asked, found.requests) == (0, {"result": {"seat": 0, "lead": 42, "asks": 1}})
    row = found.actions.last()
    assert (row.kind, row.payload, row.seat) == ("result_request", {"side": "B", "lead": 42}, None)


def test_C204_games_without_a_move_for_ten_minutes_are_not_looked_at(monkeypatch):
    game, looked = far_ahead(), []
    monkeypatch.setattr(result_questions, "_ask_about_result", looked.append)
    for ago, seen in ((result_questions.WINDOW + HOUR, []), (HOUR / 60, [game])):
        result_questions._seen.clear()
        Game.objects.filter(pk=game.pk).update(last_action_at=timezone.now() - ago)
        assert result_questions.ask_about_next_game() is bool(seen)
        assert looked == seen
    now = timezone.now()
    monkeypatch.setattr(result_questions.timesource, "now", lambda: now)
    Game.objects.filter(pk=game.pk).update(last_action_at=now - result_questions.WINDOW)
    result_questions._seen.clear()
    assert not result_questions.ask_about_next_game()
    Game.objects.filter(pk=game.pk).update(last_action_at=now, turn=None)
    assert not result_questions.ask_about_next_game()


# Successors


def left_by_one():
    """A game of two against two that Black's second player has left."""
    found = seated(PRESETS["pair"], now=timezone.now())
    for point in ("C3", "D3", "C5", "D5"):
        on_turn_plays(found, point)
    do(found, 2, verbs.Leave)
    return reload(found)


@pytest.fixture
def game():
    return left_by_one()


def invite(game, player):
    do(game, 0, verbs.InviteSuccessor, username=player.username)
    return SeatOffer.objects.latest("pk")


def test_V39_an_invitation_is_open_until_the_seat_is_lost_or_the_game_is_over(game):
    player, stranger = make_player(), make_player()
    offer = invite(game, player)
    left_at = game.actions.get(kind="leave").received_at
    assert (offer.until, offer.by, offer.former, offer.index) == (left_at + days(7), by(game, 0), by(game, 2), 2)
    find = lambda who, at: successors.find_seat_offer_to(who, game.pk, at)  # noqa: E731
    listed = lambda who, at: successors.visible_seat_offers(who, game.pk, at)  # noqa: E731
    for at, found in ((offer.until - SECOND, [offer]), (offer.until, [])):
        assert find(player, at) == (offer if found else None)
        assert listed(player, at) == (found or None)
        assert listed(by(game, 1), at) == successors.open_seat_offers(reload(game), at) == found
    assert successors.open_seat_offers(left_by_one(), timezone.now()) == []
    SeatOffer.objects.update(state=SeatOfferState.DECLINED)
    assert listed(player, offer.until - SECOND) is None
    SeatOffer.objects.update(state=SeatOfferState.OPEN)
    now = timezone.now()
    assert find(stranger, now) is listed(stranger, now) is None
    assert successors.find_vacant_seat(game, W, now) is None
    with transaction.atomic():
        end_without_result(locked(game), "over", now)
    assert find(player, now) is listed(player, now) is None
    assert successors.open_seat_offers(reload(game), now) == listed(by(game, 1), now) == []


def test_V39_guests_and_suspended_players_take_no_seat(game):
    guest, suspended = make_player(is_guest=True), make_player()
    restrict_player(suspended, RestrictionKind.SUSPENDED, None, StaffContext(make_moderator(), timezone.now(), "x"))
    for player in (guest, suspended):
        with pytest.raises(CannotTakeSeat):
            invite(game, player)
    player = make_player()
    invite(game, player)
    answer = lambda: successors.answer_invitation(PlayerRequest(player, timezone.now()), game.pk, allow=True)  # noqa: E731
    player.is_guest = True
    player.save()
    with pytest.raises(NotForGuests):
        answer()
    player.is_guest = False
    player.save()
    answer()
    with pytest.raises(NoSuchGame):
        answer()


def test_V39_the_successor_has_a_weekend_of_their_own_zone_and_the_offer_says_when(game):
    player = make_player(time_zone="Asia/Tehran")
    offer = invite(game, player)
    seat = game.seat_list()[2]
    type(seat).objects.filter(pk=seat.pk).update(weekend_zone="Europe/Helsinki")
    Game.objects.filter(pk=game.pk).update(off_time=["weekend"])
    successors.answer_invitation(PlayerRequest(player, timezone.now()), game.pk, allow=True)
    do(game, 1, verbs.AnswerSuccessor, allow=True)
    offer.refresh_from_db()
    assert (offer.state, offer.number) == ("taken", reload(game).number)
    assert reload(game).seat_list()[2].weekend_zone == "Asia/Tehran"
    notified = lambda kind: set(Notice.objects.filter(kind=kind).values_list("player", flat=True))  # noqa: E731
    assert notified("seat_agreed") == {by(game, 1).pk, by(game, 3).pk}
    assert notified("seat_taken") == {by(game, seat).pk for seat in (0, 1, 3)}
    assert notified("seat_given") == {player.pk}


def test_V39_the_team_and_the_invited_player_are_notified_of_a_refusal(game):
    player = make_player()
    offer = invite(game, player)
    successors.answer_invitation(PlayerRequest(player, timezone.now()), game.pk, allow=True)
    do(game, 3, verbs.AnswerSuccessor, allow=False)
    offer.refresh_from_db()
    assert offer.state == "closed"
    notified = set(Notice.objects.filter(kind="seat_refused").values_list("player", flat=True))
    assert notified == {by(game, 0).pk, by(game, 2).pk, player.pk}
    assert reload(game).left_seats == {2}


# The record


def test_a_request_that_outlasts_moves_stays_open_and_others_lapse():
    game = make_game()
    with_requests = locked(game)
    with_requests.requests = {"undo": {"seat": 0}, "pause": {"seat": 0, "outlasts_moves": True}}
    with_requests.save()
    play(game, "E5")
    assert reload(game).requests == {"pause": {"seat": 0, "outlasts_moves": True}}
    act(game, verbs.Resign)
    assert reload(game).requests == {}


def test_an_actor_notifies_the_other_seats_or_all_of_them():
    game = reload(make_game())
    seat, other = game.seat_list()
    Notice.objects.all().delete()
    actor = Actor(game, seat, seat.player, NOON)
    actor.notify_others("one")
    actor.notify_all_players("two")
    actor.notify_outsider("three", make_player("elsewhere"), "/path/")
    rows = Notice.objects.order_by("pk").values_list("kind", "player", "by", "game", "path")
    assert list(rows) == [
        ("one", other.player_id, seat.player_id, game.pk, ""), ("two", seat.player_id, None, game.pk, ""),
        ("two", other.player_id, None, game.pk, ""),
        ("three", Notice.objects.get(kind="three").player_id, seat.player_id, None, "/path/"),
    ]  # fmt: skip


def test_what_moderators_do_has_no_seat_and_the_effect_of_a_move_names_captures():
    game = make_game(moves="D4 E4 E5 A1 E3 B1", days=3)
    play(game, "F4")
    row = reload(game).actions.last()
    due = reload(game).deadline.isoformat()
    assert (row.effect["captured"], row.effect["to_play"], row.effect["deadline"]) == (["E4"], "W", due)
    assert (row.color, row.number, row.received_at) == (B, 7, NOON)
    assert to_act(game) == side(game, W)
