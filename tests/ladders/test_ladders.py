"""Ladders: joining, challenges, wins and losses, leaving, on the page and in the API."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.db import connection
from django.db.models import Count
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Block
from accounts.privacy.account_deletion import delete
from games import verbs
from games.models import Game
from games.services import timeouts, vacations
from ladders import errors as ladder_errors
from ladders.models import Ladder, LadderGame, LadderMove
from ladders.services import climbing, ladders
from notifications.models import Notice
from tests.factories import NOON, days, make_player
from tests.tournaments.helpers import asked, look, make_ladder, refused
from tests.tournaments.test_pages_and_api import program_of, send, signed_in
from tournaments import errors
from tournaments.systems.ladder import HoldReason, LadderGameEnd

pytestmark = pytest.mark.django_db


def names(ladder):
    return [place_row.player for place_row in ladder.ladder_places.current().select_related("player")]


def with_players(count):
    people = [make_player() for _ in range(count)]
    return make_ladder(*people), people


def challenge(ladder, lower, upper, now=NOON):
    return climbing.challenge_player(asked(lower, now), ladder.pk, upper, ladder.ladder_places.get(player=upper).place)


def why(ladder, lower, upper, now=NOON):
    with pytest.raises(ladder_errors.CannotChallengePlace) as refusal:
        challenge(ladder, lower, upper, now)
    return refusal.value.data["why"]


def resign(played, loser, now=NOON, *, and_look=True):
    game = Game.objects.get(pk=played.game_id)
    verbs.perform(verbs.ActionRequest(game.pk, loser, game.number, None, now), verbs.Resign())
    if and_look:
        look(now)


def seen_at(player, at):
    UserSession.objects.create(user=player, session_key=f"{player.pk:032}", ip="127.0.0.1", last_seen_at=at)


def run_out(played, now):
    """Let the player on turn lose on time."""
    loser = Game.objects.get(pk=played.game_id).seat_on_turn().player
    Game.objects.filter(pk=played.game_id).update(deadline=now - timedelta(hours=1))
    assert timeouts.apply_timeout(game_id=played.game_id, now=now)
    look(now)
    return loser


def test_E60_who_joins_stands_at_the_bottom_or_by_rank():
    ladder, people = with_players(3)
    assert names(ladder) == people
    refused(ladder_errors.AlreadyOnLadder, ladders.join_ladder, asked(people[0]), ladder.pk)
    refused(errors.BotNotAllowed, ladders.join_ladder, asked(make_player(is_bot=True)), ladder.pk)
    refused(ladder_errors.NoSuchLadder, ladders.join_ladder, asked(people[0]), 999)
    ranked = make_ladder(*people, by_rank=True)
    ranked.ladder_places.filter(player=people[0]).update(rank=30)
    ranked.ladder_places.filter(player__in=people[1:]).update(rank=5)
    new = make_player()
    ladders.join_ladder(asked(new), ranked.pk)
    assert names(ranked) == [people[0], new, *people[1:]]


def test_E62_E63_a_challenger_who_wins_stands_directly_above():
    ladder, people = with_players(5)
    played = challenge(ladder, people[4], people[1])
    assert Notice.objects.filter(player=people[1], kind="ladder_challenged", game=played.game).exists()
    resign(played, people[1])
    assert names(ladder) == [people[0], people[4], people[1], people[2], people[3]]
    move = LadderMove.objects.latest("pk")
    assert (move.why, move.before, move.after, move.game_id) == ("won", 5, 2, played.game_id)
    resign(challenge(ladder, people[1], people[0]), people[1])
    assert names(ladder)[0] == people[0], "E63: a challenger who loses on the board keeps the place"


def test_E62_challenger_is_who_stands_lower_when_it_ends():
    ladder, (one, two, three) = with_players(3)
    first, second = challenge(ladder, three, two), challenge(ladder, three, one)
    resign(second, one)
    assert names(ladder) == [three, one, two]
    resign(first, three)
    assert names(ladder) == [two, three, one], "two has become the challenger, and has won"


@pytest.mark.parametrize("who", ["defender", "challenger"])
def test_E63_declining_is_a_default(who):
    ladder, people = with_players(4)
    played = challenge(ladder, people[3], people[1])
    canceller = people[1] if who == "defender" else people[3]
    game = Game.objects.get(pk=played.game_id)
    verbs.perform(verbs.ActionRequest(game.pk, canceller, game.number, None, NOON), verbs.Cancel())
    look()
    order = {
        "defender": [people[0], people[2], people[3], people[1]],
        "challenger": people,
    }[who]
    assert names(ladder) == order
    assert LadderGame.objects.get().end == LadderGameEnd.EARLY


def test_E64_a_loss_on_time_is_a_hold_and_the_second_in_a_row_the_end():
    ladder, people = with_players(3)
    loser = run_out(challenge(ladder, people[2], people[1]), NOON + days(4))
    place_row = ladder.ladder_places.get(player=loser)
    assert place_row.hold == HoldReason.TIMED_OUT
    other = people[0]
    assert why(ladder, *(sorted((loser, other), key=names(ladder).index, reverse=True)), NOON + days(5)) == "timed_out"
    ladders.end_pause(asked(loser, NOON + days(5)), ladder.pk)
    again = challenge(ladder, *sorted((loser, other), key=names(ladder).index, reverse=True), NOON + days(5))
    game = Game.objects.get(pk=again.game_id)
    if game.seat_on_turn().player_id != loser.pk:
        verbs.perform(verbs.ActionRequest(game.pk, other, game.number, None, NOON + days(5)), verbs.Pass())
    assert run_out(again, NOON + days(11)) == loser  # a weekend is in between (R56)
    assert loser not in names(ladder)
    assert [place_row.place for place_row in ladder.ladder_places.current()] == [1, 2], "no gaps"


def test_E61_why_a_challenge_is_refused():
    ladder, people = with_players(14)
    assert why(ladder, people[0], people[5]) == "below"
    assert why(ladder, people[13], people[2]) == "out_of_range"
    Block.objects.create(player=people[1], blocked=people[2], at=NOON)
    assert why(ladder, people[2], people[1]) == "blocked"
    for upper in (people[5], people[6], people[7]):
        challenge(ladder, people[8], upper)
    assert why(ladder, people[8], people[5]) == "playing_already"
    assert why(ladder, people[8], people[4]) == "max_given"
    ladders.pause_place(asked(people[3]), ladder.pk)
    assert why(ladder, people[9], people[3]) == "on_hold"
    resign(LadderGame.objects.get(defender__player=people[5]), people[8])
    assert why(ladder, people[8], people[5]) == "too_soon"
    vacations.start_vacation(player=people[6], now=NOON)
    assert why(ladder, people[9], people[6]) == "on_vacation"
    challenge(ladder, people[8], people[4])
    assert LadderGame.objects.filter(challenger__player=people[8], booked_at=None).count() == 3, (
        "not against vacationers"
    )
    with pytest.raises(ladder_errors.CannotChallengePlace) as stale:
        climbing.challenge_player(asked(people[10]), ladder.pk, people[9], 3)
    assert stale.value.data["why"] == "stale"
    refused(ladder_errors.NotOnLadder, climbing.challenge_player, asked(make_player()), ladder.pk, people[0], 1)


def test_E64_absence_holds_after_30_days_and_ends_after_60():
    ladder, people = with_players(2)
    look(NOON + days(31))
    assert {place_row.hold for place_row in ladder.ladder_places.current()} == {HoldReason.UNSEEN}
    ladders.end_pause(asked(people[0], NOON + days(32)), ladder.pk)
    look(NOON + days(61))
    assert names(ladder) == []
    assert Notice.objects.filter(kind="ladder_out").count() == 2


def test_E64_a_pause_of_ones_own_costs_five_places_a_month():
    ladder, people = with_players(8)
    ladders.pause_place(asked(people[0]), ladder.pk)
    for player in people:
        UserSession.objects.create(
            user=player, session_key=f"{player.pk:032}", ip="127.0.0.1", last_seen_at=NOON + days(59)
        )
    look(NOON + days(30))
    assert names(ladder).index(people[0]) == 5
    look(NOON + days(31))
    assert names(ladder).index(people[0]) == 5, "once a month"


def test_E65_who_leaves_resigns_the_games_and_comes_back_at_the_bottom():
    ladder, people = with_players(4)
    played = challenge(ladder, people[2], people[0])
    ladders.leave_ladder(asked(people[0]), ladder.pk)
    refused(ladder_errors.AlreadyOnLadder, ladders.join_ladder, asked(people[0]), ladder.pk)
    look()
    assert Game.objects.get(pk=played.game_id).is_finished
    assert names(ladder) == people[1:], "E63: who has left moves nobody"
    ladders.join_ladder(asked(people[0]), ladder.pk)
    assert names(ladder) == [*people[1:], people[0]]


def test_E66_ends_are_booked_once_and_in_their_order():
    ladder, people = with_players(3)
    played = challenge(ladder, people[2], people[0])
    game = Game.objects.get(pk=played.game_id)
    verbs.perform(verbs.ActionRequest(game.pk, people[0], game.number, None, NOON), verbs.Resign())
    assert [row.pk for row in climbing.unprocessed_games()] == [played.pk]
    assert climbing.apply_result(played.pk, NOON)
    assert not climbing.apply_result(played.pk, NOON)
    assert names(ladder) == [people[2], people[0], people[1]]
    assert ladder.ladder_places.get(player=people[2]).best == 1


def test_E93_a_deleted_account_leaves_the_ladder():
    ladder, people = with_players(3)
    delete(player=people[1], now=NOON)
    assert names(ladder) == [people[0], people[2]]
    assert [place_row.place for place_row in ladder.ladder_places.current()] == [1, 2]


def test_E66_wins_in_a_row_are_counted_and_a_loss_begins_again():
    ladder, (aino, babak, emre) = with_players(3)
    for loser in (babak, aino):
        resign(challenge(ladder, emre, loser, NOON), loser, NOON)
    assert [(place_row.wins, place_row.most_wins) for place_row in ladder.ladder_places.filter(player=emre)] == [(2, 2)]
    resign(challenge(ladder, aino, emre, NOON + days(8)), emre, NOON + days(8))
    assert [(place_row.wins, place_row.most_wins) for place_row in ladder.ladder_places.filter(player=emre)] == [(0, 2)]
    assert [(place_row.wins, place_row.most_wins) for place_row in ladder.ladder_places.filter(player=aino)] == [(1, 1)]


@pytest.mark.parametrize(("size", "weeks"), [(30, 20), pytest.param(200, 52, marks=pytest.mark.nightly)])
def test_E66_a_ladder_of_200_over_a_year_and_by_day_of_30_over_twenty_weeks(size, weeks):
    """Check the same as test_a_ladder_of_200_over_a_year, through games, bookings and absences."""
    rng, (ladder, people) = random.Random(30), with_players(size)
    for player in people:
        UserSession.objects.create(
            user=player, session_key=f"{player.pk:032}", ip="127.0.0.1", last_seen_at=NOON + days(400)
        )
    strength = {player.pk: rng.random() for player in people}
    for week in range(weeks):
        now = NOON + days(7 * week)
        for _ in range(max(3, size // 20)):
            there = names(ladder)
            lower = rng.randrange(1, len(there))
            upper = rng.randrange(max(0, lower - 10), lower)
            try:
                played = challenge(ladder, there[lower], there[upper], now)
            except ladder_errors.CannotChallengePlace:
                continue
            two = sorted((there[lower], there[upper]), key=lambda player: strength[player.pk])
            if rng.random() < 0.05:
                run_out(played, now + days(4))
            else:
                resign(played, two[0] if rng.random() < 0.85 else two[1], now, and_look=size < 100)
        if week % 10 == 9:
            gone = rng.choice(names(ladder))
            ladders.leave_ladder(asked(gone, now), ladder.pk)
            look(now)
            ladders.join_ladder(asked(gone, now), ladder.pk)
        if size >= 100:
            look(now)
        places = [place_row.place for place_row in ladder.ladder_places.current()]
        assert places == list(range(1, len(places) + 1)), "no gaps, whatever happens"
    look(NOON + days(7 * weeks))
    assert not LadderGame.objects.filter(booked_at=None, game__phase="finished").exists()
    moved = LadderMove.objects.exclude(game=None).values_list("game")
    assert not moved.annotate(times=Count("pk")).filter(times__gt=1).exists(), "no game is booked twice"
    order = [strength[player.pk] for player in names(ladder)]
    half = len(order) // 2
    assert sum(order[:half]) > sum(order[half:]), "the strong are above the weak"


def test_E96_E99_the_same_by_page_and_program():
    owner, guest = make_player(), make_player()
    made = send(
        program_of(owner, "events:direct"), "/api/v1/ladders/", name="By API", terms={"size": 9, "days": 3}
    ).json()
    path = f"/ladders/{made['id']}/"
    assert (made["players"], made["my_place"]) == (0, None)
    joined = send(program_of(owner, "events:play"), f"/api/v1{path}rung/", do="join")
    assert joined.json()["my_place"] == 1
    assert signed_in(guest).post(f"{path}place/", {"do": "join"}).status_code == 302
    page = signed_in(guest).get(path).content.decode()
    assert f"Challenge {owner.username}" in page
    places = program_of(guest, "events:play").get(f"/api/v1{path}places/").json()
    assert [(row["player"], row["why_not"]) for row in places["results"]] == [
        (owner.username, None), (guest.username, "self"),
    ]  # fmt: skip
    started = signed_in(guest).post(f"{path}challenge/", {"player": owner.username, "place": 1})
    assert started.headers["Location"].startswith("/g/")
    again = send(program_of(guest, "events:play"), f"/api/v1{path}challenges/", player=owner.username, place=1)
    assert (again.status_code, again.json()["code"], again.json()["why"]) == (
        409,
        "ladder_refuses",
        "playing_already",
    )
    assert Client().get(f"/api/v1{path}challenges/").json()["results"][0]["end"] is None
    assert len(Client().get(f"/api/v1{path}moves/").json()["results"]) == 2
    for address in (path, f"{path}history/", "/ladders/"):
        assert Client().get(address).status_code == 200
    assert 'href="/ladders/"' in Client().get("/help/").content.decode(), "the menu of every page leads there"
    assert signed_in(owner).get("/ladders/new/").status_code == 200
    form = {"name": "By hand", "size": "9", "rule_set": "japanese", "time": "days_3", "rated": "on"}
    assert signed_in(owner).post("/ladders/new/", form).status_code == 302
    assert signed_in(owner).post("/ladders/new/", form).status_code == 400, "two at most"


def test_no_page_of_a_ladder_asks_more_for_more_players():
    counts = []
    for size in (3, 12):
        ladder, people = with_players(size)
        client = signed_in(people[-1])
        client.get(f"/ladders/{ladder.pk}/")
        with CaptureQueriesContext(connection) as done:
            assert client.get(f"/ladders/{ladder.pk}/").status_code == 200
        counts.append(len(done))
    assert counts[0] == counts[1] < 30


def test_the_list_without_ladders_says_how_one_goes_and_offers_past_ones_only_if_there_are_any(client):
    page = client.get("/ladders/").content.decode()
    assert "No ladders yet." in page
    assert "Challenge a player above you." in page
    assert "?which=past" not in page

    Ladder.objects.filter(pk=make_ladder().pk).update(closed_at=NOON)

    assert "?which=past" in client.get("/ladders/").content.decode()


def test_the_list_names_the_first_five_and_the_viewer():
    people = [make_player() for _ in range(8)]
    make_ladder(*people)

    page = signed_in(people[6]).get("/ladders/").content.decode()
    places = page.split('class="top-places"')[1].split("</ol>")[0]

    assert [one.username in places for one in people] == [True] * 5 + [False, True, False]
    assert places.count('class="me"') == 1
