"""Creating, joining, leaving and closing a ladder, the cost of absences, and the server's ladders (E60, E64, E65, E78,
E93)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.core.guests import NotForGuests
from accounts.core.restrictions import NewGamesBlocked
from clubs.errors import LadderOfSizeExists, MayNotMakeEvents, NotMember
from games import verbs
from games.models import Game, Vacation
from games.services import timeouts
from games.terms import Terms
from games.verbs.planning import PlanToSave, save_plan
from ladders.errors import AlreadyOnLadder, BadLadder, LadderClosed, NoSuchLadder, NotOnLadder
from ladders.models import Ladder, LadderMove, LadderPlace
from ladders.services import climbing, closing, ladders, of_clubs, own_ladders
from ladders.services.ladders import LadderPlan
from notifications.models import Notice
from programs.models import Event
from ratings.models import Category, Rating
from ratings.ranks import Rank
from tests.accounts.test_data_export import lines, opened
from tests.clubs.helpers import make_club
from tests.factories import NOON, days, make_moderator, make_player, play, play_somewhere, reload, to_act
from tests.ladders.test_ladders import challenge, names, seen_at, with_players
from tests.tournaments.helpers import asked, keys, look, make_ladder, notified, refused
from tests.tournaments.test_pages_and_api import signed_in
from tournaments.errors import BotNotAllowed, NotOwner, ReasonNeeded
from tournaments.models.own import ServerSeries
from tournaments.services.own_events import ServerEventToCreate
from tournaments.services.waking import wake
from tournaments.systems.ladder import HoldReason

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def place_of(ladder, player):
    return ladder.ladder_places.get(player=player)


def hold_of(ladder, player):
    row = place_of(ladder, player)
    return row.hold, row.held_at, row.hold_months


def rate(player, rating):
    Rating.objects.create(
        player=player, category=Category.OVERALL, rating=rating, deviation=50, volatility=0.06, games=30, at=NOON
    )


def sized(width, height, **more):
    return LadderPlan(name="Small board", terms=Terms(width=width, height=height), **more)


def check(ladder, day):
    Ladder.objects.update(checked_at=None)
    assert climbing.update_absences(ladder.pk, NOON + days(day))


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [({"barred_until": NOON + SECOND}, NewGamesBlocked), ({"is_guest": True}, NotForGuests),
     ({"is_bot": True}, BotNotAllowed)],
)  # fmt: skip
def test_who_may_neither_create_nor_join_a_ladder(fields, refusal):
    ladder, player = make_ladder(make_player()), make_player(**fields)
    refused(refusal, ladders.create_ladder, asked(player), sized(9, 9))
    refused(refusal, ladders.join_ladder, asked(player), ladder.pk)
    assert (Ladder.objects.count(), ladder.ladder_places.count()) == (1, 1)


def test_a_player_runs_two_open_ladders_at_most():
    owner = asked(make_player())
    first, _ = (ladders.create_ladder(owner, sized(9, 9)) for _ in range(2))
    make_ladder(make_player())
    refused(BadLadder, ladders.create_ladder, owner, sized(9, 9))
    assert (first.owner, first.created_at, first.checked_at) == (owner.player, NOON, None)
    closing.close_ladder(owner, first.pk, "enough")
    assert ladders.create_ladder(owner, sized(9, 9))
    refused(BadLadder, ladders.create_ladder, owner, sized(9, 9))


def test_a_ladder_has_a_name_of_sixty_characters_at_most():
    owner, terms = asked(make_player()), Terms(width=9, height=9)
    assert ladders.create_ladder(owner, LadderPlan(name="x" * 60, terms=terms))
    refused(BadLadder, ladders.create_ladder, owner, LadderPlan(name="x" * 61, terms=terms))


def test_E64_a_hold_that_nobody_chose_costs_no_places():
    ladder, (one, two) = with_players(2)
    seen_at(one, NOON + days(40))
    seen_at(two, NOON + days(40))
    ladders.put_on_hold(place_of(ladder, one), HoldReason.TIMED_OUT, NOON)
    check(ladder, 40)
    assert (names(ladder), hold_of(ladder, one)) == ([one, two], (HoldReason.TIMED_OUT, NOON, 0))


def test_E78_a_club_has_one_open_ladder_of_a_size_and_its_members_join_it():
    owner, member, stranger = make_player(), make_player(), make_player()
    club, other = make_club(owner, member), make_club(owner, name="Oulu Go")
    refused(NotMember, ladders.create_ladder, asked(stranger), sized(9, 9, club=club.pk))
    refused(MayNotMakeEvents, ladders.create_ladder, asked(member), sized(9, 9, club=club.pk))
    first = ladders.create_ladder(asked(owner), sized(9, 9, club=club.pk))
    Ladder.objects.update(owner=stranger)
    refused(LadderOfSizeExists, ladders.create_ladder, asked(owner), sized(9, 9, club=club.pk))
    for width, height, where in ((9, 13, club), (13, 9, club), (9, 9, other)):
        assert ladders.create_ladder(asked(owner), sized(width, height, club=where.pk))
        Ladder.objects.update(owner=stranger)
    refused(NotMember, ladders.join_ladder, asked(stranger), first.pk)
    assert ladders.join_ladder(asked(member), first.pk).place == 1
    Ladder.objects.filter(pk=first.pk).update(closed_at=NOON)
    assert ladders.create_ladder(asked(owner), sized(9, 9, club=club.pk))


def test_E60_who_joins_is_last_or_by_rank_and_who_comes_back_is_last(monkeypatch):
    ladder, people = with_players(3)
    strong = make_player()
    rate(strong, 2100)
    ranked = make_ladder(*people, by_rank=True)
    joined = ladders.join_ladder(asked(strong), ranked.pk)
    assert (names(ranked), joined.rank) == ([strong, *people], Rank.of_rating(2100).steps)
    assert place_of(ranked, people[0]).rank == Rank.of_rating(1500).steps
    ladders.leave_ladder(asked(strong), ranked.pk)
    LadderPlace.objects.update(leaving=False, hold=HoldReason.OWN, held_at=NOON, lapses=1)
    back = ladders.join_ladder(asked(strong, NOON + SECOND), ranked.pk)
    assert (names(ranked), back.joined_at) == ([*people, strong], NOON + SECOND)
    assert (back.hold, back.held_at, back.lapses, back.best) == ("", None, 0, 1)
    refused(AlreadyOnLadder, ladders.join_ladder, asked(strong), ranked.pk)
    monkeypatch.setattr(ladders, "MOST_PLACES", 4)
    assert ladders.join_ladder(asked(make_player()), ladder.pk).place == 4
    refused(BadLadder, ladders.join_ladder, asked(make_player()), ladder.pk)
    refused(NoSuchLadder, ladders.join_ladder, asked(strong), ladder.pk + 9)
    Ladder.objects.update(closed_at=NOON)
    refused(LadderClosed, ladders.join_ladder, asked(make_player()), ladder.pk)


def test_E65_who_leaves_is_off_at_once_and_all_below_move_up(django_capture_on_commit_callbacks):
    ladder, people = with_players(4)
    stranger = make_player()
    for do in (ladders.leave_ladder, ladders.pause_place, ladders.end_pause):
        refused(NotOnLadder, do, asked(stranger), ladder.pk)
    ladders.pause_place(asked(people[1]), ladder.pk)
    Event.objects.all().delete()
    with django_capture_on_commit_callbacks() as callbacks:
        ladders.leave_ladder(asked(people[1]), ladder.pk)
    assert wake in callbacks
    row = place_of(ladder, people[1])
    assert (row.place, row.leaving, row.hold, row.held_at) == (None, True, "", None)
    assert list(ladders.places_with_games_to_resign()) == [row]
    assert [(one.player, one.place, one.best) for one in ladder.ladder_places.current()] == [
        (people[0], 1, 1), (people[2], 2, 2), (people[3], 3, 3),
    ]  # fmt: skip
    rows = LadderMove.objects.order_by("pk").values_list("ladder_place__player", "why", "before", "after")
    assert list(rows)[3:] == [(people[3].pk, "joined", None, 4), (people[1].pk, "left", 2, None)]
    event = Event.objects.get(kind="ladder_moved")
    assert (event.player, event.about["act"], event.about["before"]) == (people[1], "left", 2)
    refused(AlreadyOnLadder, ladders.join_ladder, asked(people[1]), ladder.pk)
    for do in (ladders.leave_ladder, ladders.pause_place, ladders.end_pause):
        refused(NotOnLadder, do, asked(people[1]), ladder.pk)


def test_E65_the_games_of_who_left_are_resigned_but_neither_others_nor_those_that_ended():
    ladder, (one, two, three) = with_players(3)
    mine, others = challenge(ladder, three, one), challenge(ladder, two, one)
    ladders.leave_ladder(asked(three), ladder.pk)
    assert ladders.resign_ladder_games(place_of(ladder, three).pk, NOON)
    ended = [Game.objects.get(pk=played.game_id).is_finished for played in (mine, others)]
    assert (ended, place_of(ladder, three).leaving) == ([True, False], False)
    assert ladders.resign_ladder_games(place_of(ladder, three).pk, NOON)


def test_E93_who_is_deleted_leaves_and_who_is_suspended_is_off_every_ladder_once():
    people = [make_player() for _ in range(3)]
    first, second = make_ladder(*people), make_ladder(*people)
    ladders.leave_ladder(asked(people[1]), first.pk)
    look()
    for _ in range(2):
        ladders.remove_deleted_from_ladders(people[1], NOON)
        ladders.remove_suspended_from_ladders(people[2], NOON)
    assert (names(first), names(second)) == ([people[0]], [people[0]])
    for player, why in ((people[1], "left"), (people[2], "suspended")):
        rows = LadderMove.objects.filter(ladder_place__player=player).exclude(why="joined")
        assert sorted(rows.values_list("ladder", "why")) == [(first.pk, why), (second.pk, why)]
    assert [place_of(second, player).leaving for player in people] == [False, True, False]
    assert not place_of(first, people[1]).leaving, "they had left before"
    assert notified("ladder_out") == []


def test_E64_a_pause_begins_once_notifies_nobody_and_ends_with_any_hold():
    ladder, (one, two) = with_players(2)
    for now in (NOON, NOON + days(1)):
        ladders.pause_place(asked(one, now), ladder.pk)
    assert hold_of(ladder, one) == (HoldReason.OWN, NOON, 0)
    paused, free = (signed_in(player).get(ladder.get_absolute_url()).content.decode() for player in (one, two))
    assert ["Pause or leave…" in page for page in (paused, free)] == [False, True]
    assert ["one of you is paused or on hold" in page for page in (paused, free)] == [False, True]
    ladders.put_on_hold(place_of(ladder, two), HoldReason.UNSEEN, NOON)
    ladders.pause_place(asked(two), ladder.pk)
    assert (hold_of(ladder, two)[0], notified("ladder_hold")) == (HoldReason.UNSEEN, keys(two))
    for player in (one, two):
        ladders.end_pause(asked(player), ladder.pk)
        assert hold_of(ladder, player) == ("", None, 0)


def test_E64_a_pause_costs_five_places_for_each_month_of_it():
    ladder, people = with_players(12)
    ladders.pause_place(asked(people[0]), ladder.pk)
    for player in people:
        seen_at(player, NOON + days(70))
    for day, place, months in ((29.9, 1, 0), (60, 11, 2), (61, 11, 2)):
        check(ladder, day)
        assert (place_of(ladder, people[0]).place, place_of(ladder, people[0]).hold_months) == (place, months)
    move = LadderMove.objects.get(why="hold")
    assert (move.ladder_place.player, move.before, move.after, move.at) == (people[0], 1, 11, NOON + days(60))


@pytest.mark.parametrize(
    ("hold", "visit", "plays"),
    [(HoldReason.TIMED_OUT, False, True), (HoldReason.UNSEEN, True, True), (HoldReason.OWN, False, False)],
)
def test_E64_a_hold_ends_with_a_visit_or_with_a_move_on_this_ladder_later_than_it_began(hold, visit, plays):
    ladder, (one, two) = with_players(2)
    other = make_ladder(one, two)
    game, elsewhere = challenge(ladder, two, one).game, challenge(other, two, one).game
    player, held = to_act(game), NOON + days(1)

    def put(at):
        ladders.put_on_hold(place_of(ladder, player), hold, at)

    def ended(*, checked=True):
        Ladder.objects.update(checked_at=None if checked else NOON + days(2))
        look(NOON + days(2))
        return not place_of(ladder, player).hold

    put(held)
    play_somewhere(elsewhere, 2, held + SECOND)
    assert not ended(), "a move on another ladder"
    seen_at(player, held)
    assert not ended(), "they were here before"
    play_somewhere(game, 2, held)
    assert not ended(), "a move before"
    play_somewhere(game, 2, held + SECOND)
    assert ended(checked=False) == plays, "at once, not when absences are checked"
    put(held + 2 * SECOND)
    player.usersession_set.update(last_seen_at=held + 3 * SECOND)
    assert ended() == visit


def test_E64_neither_a_conditional_move_nor_a_loss_on_time_ends_a_hold():
    ladder, (one, two) = with_players(2)
    game = challenge(ladder, two, one).game
    away, other = (two, one) if to_act(game) == one else (one, two)
    save_plan(verbs.ActionRequest(game.pk, away, game.number, None, NOON), PlanToSave([["E5", "D4"]]))
    for player in (one, two):
        ladders.put_on_hold(place_of(ladder, player), HoldReason.UNSEEN, NOON + SECOND)
    play(game, "E5", now=NOON + days(1))
    assert reload(game).number == game.number + 2, "the conditional move was played"
    assert list(climbing.places_to_take_off_hold()) == [place_of(ladder, other)]

    play(game, "C3", now=NOON + days(1))
    assert timeouts.apply_timeout(game_id=game.pk, now=NOON + days(90))
    assert list(climbing.places_to_take_off_hold()) == [place_of(ladder, other)]
    ends = [climbing.end_hold_by_server(place_of(ladder, player).pk, NOON) for player in (away, other, other)]
    assert (ends, hold_of(ladder, other)) == ([False, True, False], ("", None, 0))


def test_E64_after_thirty_days_a_hold_after_sixty_off():
    ladder, (one, two, away, joined) = with_players(4)
    seen_at(two, NOON + days(31))
    Vacation.objects.create(player=away, begin=NOON, end=NOON + days(5))
    Vacation.objects.create(player=away, begin=NOON + days(6), end=NOON + days(90))
    Vacation.objects.create(player=one, begin=NOON + days(100), end=NOON + days(101))
    ladder.ladder_places.filter(player=joined).update(joined_at=NOON + days(31))
    check(ladder, 30 - 0.1)
    assert notified("ladder_hold") == []
    check(ladder, 30)
    check(ladder, 31)
    assert (hold_of(ladder, one), notified("ladder_hold")) == ((HoldReason.UNSEEN, NOON + days(30), 0), keys(one))
    check(ladder, 60 - 0.1)
    assert one in names(ladder)
    check(ladder, 60)
    assert names(ladder) == [two, away, joined]
    assert (notified("ladder_out"), LadderMove.objects.latest("pk").why) == (keys(one), "unseen")
    assert hold_of(ladder, away) == ("", None, 0), "on vacation until now"
    check(ladder, 119)
    assert names(ladder) == [away]
    check(ladder, 150)
    assert names(ladder) == []


def test_the_owner_or_a_moderator_closes_a_ladder_and_its_players_hear_of_it():
    ladder, (owner, player, gone) = with_players(3)
    ladders.leave_ladder(asked(gone), ladder.pk)
    moderator = make_moderator()
    may = [closing.may_close(viewer, ladder) for viewer in (owner, moderator, player, AnonymousUser())]
    assert may == [True, True, False, False]
    of_server = own("ladder9:2026-12")
    assert [closing.may_close(viewer, of_server) for viewer in (moderator, player, AnonymousUser())] == [
        True,
        False,
        False,
    ]
    refused(NoSuchLadder, closing.close_ladder, asked(owner), ladder.pk + 9, "x")
    refused(NotOwner, closing.close_ladder, asked(player), ladder.pk, "x")
    refused(ReasonNeeded, closing.close_ladder, asked(owner), ladder.pk, " ")
    Event.objects.all().delete()
    closed = closing.close_ladder(asked(moderator), ladder.pk, " enough ")
    closed.refresh_from_db()
    assert (closed.closed_at, closed.closed_by, closed.closed_why) == (NOON, moderator, "enough")
    assert notified("ladder_closed") == keys(owner, player)
    events = Event.objects.filter(kind="event_changed").order_by("player")
    assert [(one.player_id, one.about) for one in events] == [
        (pk, {"ladder": ladder.pk, "act": "closed"}) for pk in keys(owner, player)
    ]
    refused(LadderClosed, closing.close_ladder, asked(moderator), ladder.pk, "again")
    assert not closing.may_close(owner, closed)


def test_E78_a_club_shows_its_open_ladders_and_who_goes_is_off_its_own_only(monkeypatch):
    people = [make_player() for _ in range(3)]
    club = make_club(*people)
    mine, other = make_ladder(*people, club=club.pk), make_ladder(*people)
    assert [line.path for line in of_clubs.club_ladder_lines(club)] == [mine.get_absolute_url()]
    assert list(ladders.open_ladders(5)) == [other]
    for _ in range(2):
        of_clubs.remove_from_ladders(club.pk, people[1].pk, NOON)
    assert (names(mine), names(other)) == ([people[0], people[2]], people)
    assert LadderMove.objects.filter(why="left").count() == 1
    of_clubs.close_ladders(club.pk, "We have moved.", NOON)
    of_clubs.close_ladders(club.pk, "again", NOON + days(1))
    mine.refresh_from_db()
    assert (mine.closed_at, mine.closed_by, mine.closed_why) == (NOON, None, "We have moved.")
    assert notified("ladder_closed") == [], "they hear of the club"
    assert (of_clubs.club_ladder_lines(club), list(ladders.open_ladders(5))) == ([], [other])
    latest = make_ladder(make_player())
    assert list(ladders.open_ladders(1)) == [latest]
    monkeypatch.setattr(of_clubs, "MOST_SHOWN", 1)
    Ladder.objects.update(club=club, closed_at=None)
    assert [line.path for line in of_clubs.club_ladder_lines(club)] == [latest.get_absolute_url()]


def test_the_export_of_a_player_has_the_ladders_that_they_run_closed_or_are_on():
    ladder, (owner, player) = with_players(2)
    with_players(1)
    moderator = make_moderator()
    closing.close_ladder(asked(moderator), ladder.pk, "enough")
    found = [
        [len(lines(opened(one), name)) for name in ("ladders", "ladders_run")] for one in (owner, player, moderator)
    ]
    assert found == [[1, 1], [1, 0], [0, 1]]


def own(key, now=NOON):
    series = ServerSeries(key.partition(":")[0])
    assert own_ladders.create_ladder_once(ServerEventToCreate(series, key), now)
    return Ladder.objects.get(own=key)


def test_the_servers_ladders_of_this_month_in_utc_are_wanted_if_it_holds_events(settings):
    now = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
    assert own_ladders.missing_ladders(now) == []
    settings.IGO_OWN_EVENTS = True
    for at in (now, now.astimezone(tz=None), datetime.fromisoformat("2027-01-01T01:30:00+02:00")):
        assert [one.key for one in own_ladders.missing_ladders(at)] == ["ladder9:2026-12", "ladder19:2026-12"]
    own("ladder9:2026-12", now)
    assert [one.key for one in own_ladders.missing_ladders(now)] == ["ladder19:2026-12"]


def test_who_played_or_joined_and_is_not_on_hold_goes_on_in_the_same_order():
    old = own("ladder9:2026-11")
    later = NOON + days(1)
    *people, idle, held, gone = (make_player() for _ in range(6))
    for player in (*people, idle, held, gone):
        ladders.join_ladder(asked(player, later), old.pk)
    ladders.pause_place(asked(held), old.pk)
    ladders.leave_ladder(asked(gone), old.pk)
    LadderPlace.objects.filter(player__in=(*people[:2], idle)).update(joined_at=NOON)
    challenge(old, people[1], people[0])
    LadderPlace.objects.filter(player=people[2]).update(rank=7)
    other, running = own("ladder19:2026-11"), make_ladder(make_player())
    Notice.objects.all().delete()
    new = own("ladder9:2026-12", later)
    assert names(new) == people
    assert [(row.place, row.best, row.joined_at) for row in new.ladder_places.current()] == [
        (place, place, later) for place in (1, 2, 3)
    ]  # fmt: skip
    assert (place_of(new, people[2]).rank, notified("ladder_month")) == (7, keys(*people))
    old.refresh_from_db()
    assert (old.closed_at, old.closed_by, notified("ladder_closed")) == (later, None, [])
    assert not own_ladders.create_ladder_once(ServerEventToCreate(ServerSeries.LADDER_9, "ladder9:2026-12"), later)
    third = own("ladder9:2027-1", later)
    assert [own_ladders.adjacent_ladders(one) for one in (old, new, third, other, running)] == [
        (None, new), (old, third), (new, None), (None, None), (None, None),
    ]  # fmt: skip
    assert (new.by_rank, new.owner, new.checked_at) == (True, None, later)


def test_the_servers_ladders_of_months_that_are_over_are_closed_once():
    january = datetime(2027, 1, 1, tzinfo=UTC)
    old, *current = (own(key) for key in ("ladder9:2026-12", "ladder9:2027-1", "ladder19:2027-1"))
    Ladder.objects.update(closed_at=None)
    make_ladder(make_player())
    assert own_ladders.expired_ladders(january) == [old.pk]
    assert list(own_ladders._open_server_ladders_except(current[0].own, current[1].own)) == [(old.pk,)]
    assert [own_ladders.close_expired(old.pk, january) for _ in range(2)] == [True, False]
    old.refresh_from_db()
    assert (old.closed_at, old.closed_by, own_ladders.expired_ladders(january)) == (january, None, [])
    assert Ladder.objects.filter(pk__in=[one.pk for one in current], closed_at=None).count() == 2
