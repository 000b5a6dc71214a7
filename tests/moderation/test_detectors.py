"""Detectors: every kind on staged games, except false scores, which have their own module; games that must not be
reported, the texts, and the number of queries."""

from __future__ import annotations

import json
import random
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from accounts.models import SecurityEvent, SecurityKind
from games import verbs
from games.models import Action, Game, Seat
from moderation.detectors import find_all_findings, mass_timeouts, pairs, sandbagging, stalling
from moderation.detectors.words import FINDING_NAMES, SENTENCES, evidence_sentences
from ratings.models import Rating
from rules import BLACK_AND_WHITE, Color, Reason
from tests.factories import NOON, act, days, make_game, make_player, play, reload, side
from tests.moderation.helpers import points
from tests.support.games import stopped

pytestmark = pytest.mark.django_db

B, W = Color.BLACK, Color.WHITE
HOUR = timedelta(hours=1)
SINCE, NOW = NOON - days(1), NOON + days(300)


def copies(game, finished, **fields):
    """Add finished games like this one: (winner's player, loser's player, loser's colour) each, some fields changed."""
    original = Game.objects.values().get(pk=game.pk)
    rows = []
    for number, (_, _, color) in enumerate(finished):
        row = Game(**{**original, "id": None})
        row.finished_at = row.last_action_at = NOON + timedelta(minutes=number)
        row.winner = int(color.opponent)
        for name, value in fields.items():
            setattr(row, name, value)
        rows.append(row)
    made = Game.objects.bulk_create(rows)
    seats = []
    for row, (winner, loser, color) in zip(made, finished, strict=True):
        for index, one in enumerate(BLACK_AND_WHITE):
            seats.append(Seat(game=row, index=index, color=one, player=loser if one is color else winner))
    Seat.objects.bulk_create(seats)
    return made


def ended(moves="E5 D4", **fields):
    """A finished rated game to make copies of."""
    game = make_game(moves=moves)
    act(game, verbs.Resign)
    Game.objects.filter(pk=game.pk).update(finished_at=NOON - days(100), **fields)
    return reload(game)


def kinds(found):
    return [finding.kind for finding in found]


# stalling


@pytest.mark.parametrize(("share", "noticed"), [(0.95, True), (0.5, False)])
def test_waiting_again_and_again_in_marking_is_noticed(share, noticed):
    slow = None
    for _ in range(4):
        game = stopped(days=2, black=slow)
        slow = side(game, B)
        act(game, verbs.Propose, dead=points(game, "B5", "H5"), now=NOON + share * days(2))
        act(game, verbs.Accept, proposal=1, now=NOON + share * days(2) + HOUR)

    found = stalling.find_stalling(NOW, SINCE)

    assert [finding.player for finding in found] == ([slow.pk] if noticed else [])
    if noticed:
        assert found[0].evidence == (("slow_turns", {"turns": 4, "games": 4}),)


def test_one_slow_turn_among_many_is_no_stalling():
    slow = None
    for number in range(9):
        game = stopped(days=2, black=slow)
        slow = side(game, B)
        share = 0.95 if number < 4 else 0.1
        act(game, verbs.Propose, dead=points(game, "B5", "H5"), now=NOON + share * days(2))

    assert stalling.find_stalling(NOW, SINCE) == []


def lost_slowly(loser=None, share=0.95):
    """White is far behind and takes nearly all the time for each of the last moves, then resigns."""
    walls = "G9 A1 G8 A2 G7 A3 G6 A4 G5 B1 G4 B2 G3 B3 G2 B4 G1 C1"
    game = make_game(moves=walls, days=1, white=loser, komi=Decimal("0.5"))
    at = NOON
    for black, white in (("J9", "C2"), ("J8", "C3"), ("J7", "C4"), ("J6", "D1")):
        at += HOUR
        play(game, black, now=at)
        at += share * days(1)
        play(game, white, now=at)
    act(game, verbs.Resign, by=side(game, W), now=at + HOUR)
    return game


@pytest.mark.parametrize(("share", "count"), [(0.95, 1), (0.4, 0)])
def test_long_waits_in_clearly_lost_games_are_noticed(share, count):
    first = lost_slowly(share=share)
    loser = side(first, W)
    second = lost_slowly(loser, share)

    found = stalling.find_stalling(NOW, SINCE)

    assert len(found) == count
    if count:
        assert (found[0].player, found[0].games) == (loser.pk, (first.pk, second.pk))
        assert found[0].evidence == (("lost_waits", {"games": 2}),)


# sandbagging


def far_ahead():
    """A position on 7x7 in which Black owns nearly everything."""
    game = make_game(size=7, moves="D7 A1 D6 A2 D5 A3 D4 B1 D3 B2 D2 B3 D1 C1 F4 C2", komi=Decimal("0.5"))
    act(game, verbs.Resign, by=side(game, W))
    Game.objects.filter(pk=game.pk).update(finished_at=NOON - days(100))
    return reload(game)


@pytest.mark.once
def test_a_cohort_of_players_who_lose_on_purpose_is_noticed_and_the_others_are_not(monkeypatch):
    found, reckon = {}, sandbagging.is_clearly_lost  # a thousand copies of two positions: each is calculated once

    def is_clearly_lost(state):
        position = (state.board, state.to_play)
        if position not in found:
            found[position] = reckon(state)
        return found[position]

    monkeypatch.setattr(sandbagging, "is_clearly_lost", is_clearly_lost)
    chance = random.Random(20261121)
    clear, short = far_ahead(), ended()
    people = [make_player() for _ in range(10)]
    players = type(people[0]).objects.bulk_create(
        [type(people[0])(username=f"cohort{n}", name_key=f"cohort{n}", password="!") for n in range(330)]
    )
    meaning, honest = players[:30], players[30:]
    lost, gone, ahead, quick = [], [], [], []
    for player in meaning:
        for _ in range(chance.randint(4, 10)):
            (quick if chance.random() < 0.5 else ahead).append((chance.choice(people), player, B))
        lost += [(chance.choice(people), player, W) for _ in range(chance.randint(0, 5))]
    for player in honest:
        for _ in range(chance.randint(1, 12)):
            what = chance.random()
            to = quick if what < 0.02 else gone if what < 0.08 else ahead if what < 0.09 else lost
            to.append((chance.choice(people), player, W if to is lost else B))
    rated = {"rated": True, "end_reason": Reason.RESIGNATION.value}
    copies(short, quick, **rated, move_number=8)
    copies(clear, ahead, **rated, move_number=40)
    copies(clear, lost, **rated, move_number=40)
    copies(short, gone, rated=True, end_reason=Reason.TIME.value, move_number=30)

    noticed = {finding.player for finding in sandbagging.find_sandbagging(NOW, SINCE)}

    assert len(noticed & {player.pk for player in meaning}) >= 0.9 * len(meaning)
    assert len(noticed & {player.pk for player in honest}) <= 0.01 * len(honest)


def test_somebody_who_went_away_lost_nothing_on_purpose():
    loser, others = make_player(), [make_player() for _ in range(6)]

    copies(ended(), [(other, loser, B) for other in others], rated=True, end_reason="time", move_number=6)

    assert sandbagging.find_sandbagging(NOW, SINCE) == []
    (found,) = mass_timeouts.find_mass_timeouts(NOW, SINCE)
    assert (found.player, len(found.games)) == (loser.pk, 6)


def test_unrated_losses_are_nobodys_business():
    loser, others = make_player(), [make_player() for _ in range(6)]

    copies(ended(), [(other, loser, B) for other in others], rated=False, end_reason="resignation", move_number=6)

    assert sandbagging.find_sandbagging(NOW, SINCE) == []


# mass time-outs, networks, pairs


@pytest.mark.parametrize(("count", "spread", "noticed"), [(5, 1, True), (4, 1, False), (5, 2, False)])
def test_a_wave_is_five_losses_on_time_within_a_week(count, spread, noticed):
    loser = make_player()
    games_lost = copies(
        ended(), [(make_player(), loser, B) for _ in range(count)], rated=True, end_reason="time", move_number=30
    )
    for number, game in enumerate(games_lost):
        Game.objects.filter(pk=game.pk).update(finished_at=NOON + number * spread * days(1.5))

    assert bool(mass_timeouts.find_mass_timeouts(NOW, SINCE)) is noticed


def test_a_bot_that_loses_on_time_makes_no_wave():
    bot = make_player(is_bot=True)

    copies(ended(), [(make_player(), bot, B)] * 6, rated=True, end_reason="time", move_number=30)

    assert mass_timeouts.find_mass_timeouts(NOW, SINCE) == []


def sign_in(player, network):
    SecurityEvent.objects.create(player=player, kind=SecurityKind.SIGNED_IN, at=NOON, network=network)


def pair_of_games(count=2, reason="resignation", moves=60, winner=None, loser=None, **fields):
    winner, loser = winner or make_player(), loser or make_player()
    fields = {"rated": True, "end_reason": reason, "move_number": moves, **fields}
    return winner, loser, copies(ended(), [(winner, loser, B)] * count, **fields)


def test_two_accounts_of_one_network_that_play_rated_games_are_noticed():
    winner, loser, played = pair_of_games()
    for person in (winner, loser):
        sign_in(person, "192.0.2.7")

    (found,) = pairs.find_same_network(NOW, SINCE)

    assert (found.player, found.others) == (winner.pk, (loser.pk,))
    assert found.games == tuple(sorted(game.pk for game in played))
    assert "192.0.2.7" not in json.dumps(found.to_json())


def test_a_network_of_many_people_or_of_one_or_unrated_games_say_nothing():
    winner, loser, _ = pair_of_games()
    sign_in(winner, "192.0.2.7")
    sign_in(loser, "198.51.100.1")
    unrated = pair_of_games(rated=False)
    for person in unrated[:2]:
        sign_in(person, "203.0.113.9")
    school = pair_of_games()
    for person in [*school[:2], *(make_player() for _ in range(4))]:
        sign_in(person, "198.51.100.77")

    assert pairs.find_same_network(NOW, SINCE) == []


def test_short_wins_of_one_player_over_another_are_noticed():
    winner, loser, _ = pair_of_games(4, moves=6)

    (found,) = pairs.find_traded_wins(NOW, SINCE)

    assert (found.player, found.others) == (winner.pk, (loser.pk,))
    assert [code for code, _ in found.evidence] == ["one_sided"]


def test_short_wins_in_turns_are_noticed():
    first, second = make_player(), make_player()
    turns = [(first, second, B), (second, first, B)] * 2

    copies(ended(), turns, rated=True, end_reason="resignation", move_number=6)

    assert [code for found in pairs.find_traded_wins(NOW, SINCE) for code, _ in found.evidence] == ["alternating"]


@pytest.mark.parametrize(("count", "noticed"), [(11, False), (12, True)])
def test_very_many_rated_games_of_one_pair_are_noticed(count, noticed):
    pair_of_games(count, moves=80)

    assert bool(pairs.find_traded_wins(NOW, SINCE)) is noticed


def test_a_few_long_games_of_friends_are_not_noticed():
    pair_of_games(6, moves=80)

    assert find_all_findings(NOW, SINCE) == []


# all of them


def staged():
    """Something of most kinds."""
    loser = make_player()
    copies(ended(), [(make_player(), loser, B) for _ in range(5)], rated=True, end_reason="time", move_number=30)
    winner, other, _ = pair_of_games(5, moves=6)
    for person in (winner, other):
        sign_in(person, "192.0.2.7")
    game = stopped()
    act(game, verbs.Propose, dead=points(game, "B5"))
    act(game, verbs.Accept, proposal=1, confirmed=True)


def test_the_same_is_found_again_with_the_same_keys_and_nothing_outside_the_time():
    staged()

    first, again = find_all_findings(NOW, SINCE), find_all_findings(NOW, SINCE)

    assert first == again
    assert {"time_out_wave", "traded_wins", "same_network", "sandbagging", "score_cheating"} == set(kinds(first))
    assert len({finding.key for finding in first}) == len(first)
    assert all(len(finding.key) <= 100 and 0 < finding.strength <= 1 for finding in first)
    assert find_all_findings(NOW, NOON + days(1)) == []
    assert find_all_findings(SINCE, SINCE - days(30)) == []


def test_every_kind_and_all_evidence_has_text_in_every_language():
    staged()
    for language in ("en", "fi", "fa"):
        with translation.override(language):
            for finding in find_all_findings(NOW, SINCE):
                assert str(FINDING_NAMES[finding.kind])
                assert all("%(" not in text for text in evidence_sentences(finding))
    assert len(SENTENCES) == 13


def test_findings_can_be_kept_as_json():
    staged()

    for finding in find_all_findings(NOW, SINCE):
        assert json.loads(json.dumps(finding.to_json()))["games"] == list(finding.games)


def test_the_number_of_queries_does_not_grow_with_the_games():
    def queries():
        with CaptureQueriesContext(connection) as asked:
            find_all_findings(NOW, SINCE)
        return len(asked)

    staged()
    few = queries()
    for _ in range(3):
        staged()

    assert queries() <= few + 2  # one more player whose games are counted, in one query each


def test_looking_changes_nothing():
    staged()
    before = (Game.objects.count(), Action.objects.count())

    find_all_findings(NOW, SINCE)

    assert (Game.objects.count(), Action.objects.count()) == before


@pytest.mark.parametrize(("low", "deviation", "noticed"), [(1250, 60, True), (1300, 60, False), (1250, 200, False)])
def test_ratings_by_size_that_lie_far_apart_are_noticed_when_neither_is_a_guess(low, deviation, noticed):
    game = make_game(moves="E5 D4 C3 C4 G7 G6 H8 H7 B8 B7")
    act(game, verbs.Resign)
    player = side(game, B)
    Rating.objects.filter(player=player, category=9).update(rating=low, deviation=deviation)
    row = Rating.objects.get(player=player, category=9)
    row.pk, row.category, row.rating, row.deviation = None, 19, 1860, 60
    row.save(force_insert=True)

    found = sandbagging.find_sandbagging(NOW, SINCE)

    assert [finding.player for finding in found] == ([player.pk] if noticed else [])
    if noticed:
        numbers = {"low": 1250, "low_size": 9, "high": 1860, "high_size": 19}
        assert (found[0].games, found[0].evidence) == ((game.pk,), (("rating_gap", numbers),))
