"""Searches and standing offers: created, matched, paused, ended (E80 to E82)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.core.guests import NotForGuests
from accounts.models import Block, Player
from accounts.privacy.account_deletion import delete
from automatch import errors
from automatch.models import LASTS, Match, Search, SearchState
from automatch.services import leaving, making, matching
from automatch.services.making import WidenablePreference
from automatch.shown import waiting_reasons_of
from challenges.errors import BotsCannotSeekGames
from foundation.refusals import Refusal
from games import verbs
from games.models import Game
from games.services import bots, vacations
from games.services.idempotency import PlayerRequest
from notifications.models import Notice
from programs.models import Event
from ratings.models import Rating
from ratings.ranks import Rank
from tests.automatch.helpers import look, look_for
from tests.factories import NOON, days, make_player
from tests.ladders.test_ladders import seen_at

pytestmark = pytest.mark.django_db


def at(passed):
    return NOON + days(passed)


def refused(kind: type[Refusal], does, *given, **named):
    with pytest.raises(kind) as refusal:
        does(*given, **named)
    return refusal.value.data


def pairs():
    return [{match.one_id, match.other_id} for match in Match.objects.order_by("pk")]


def rated(player, rating, size=0, games=20):
    Rating.objects.create(
        player=player, category=size, rating=rating, deviation=60, volatility=0.06, games=games, at=NOON
    )
    return player


def end(game, by, verb=verbs.Resign, now=NOON):
    game = Game.objects.get(pk=game.pk)
    verbs.perform(verbs.ActionRequest(game.pk, by, game.number, None, now), verb())


def again(search):
    return Search.objects.select_related("player").get(pk=search.pk)


def test_E81_two_searches_that_fit_become_a_game_of_which_both_hear():
    one, other = look_for(sizes=(9, 13), clocks=("days_7", "days_3")), look_for(clocks=("days_3",), rule_set="chinese")
    assert look() > 0

    (match,) = Match.objects.all()
    game = match.game
    assert (game.width, game.rule_set, game.rated) == (9, "brainking", True), "who has waited longer has their rules"
    assert game.agreed_time.per_move == timedelta(days=3)
    assert {seat.player_id for seat in game.seat_list()} == {one.player_id, other.player_id}
    for search, opponent in ((one, other), (other, one)):
        assert (again(search).state, again(search).found, again(search).places) == (SearchState.FOUND, 1, 0)
        notice = Notice.objects.get(player=search.player)
        assert (notice.kind, notice.game_id, notice.by_id) == ("match_found", game.pk, opponent.player_id)
        assert "Opponent found" in notice.sentence
        kinds = Event.objects.filter(player=search.player).order_by("pk").values_list("kind", "by_id")
        assert list(kinds) == [("match_found", opponent.player_id), ("game.started", None)]


def test_E80_a_handicap_game_is_by_rank_and_unrated():
    strong, weak = rated(make_player(), 2000), rated(make_player(), 1500)
    look_for(strong, handicap="yes", sizes=(19,))
    look_for(weak, handicap="either", sizes=(19,))
    look()

    game = Match.objects.get().game
    assert (game.handicap > 0, game.rated) == (True, False)
    assert game.seat_list()[0].player_id == weak.pk, "the weaker takes Black"


def test_E80_who_may_look_and_for_what():
    player = make_player()
    for field, preferences in {
        "sizes": {"sizes": ()}, "clocks": {"clocks": ("none",)}, "rule_set": {"rule_set": "mine"}, "up": {"up": 10},
        "down": {"down": -1}, "handicap": {"handicap": "perhaps"}, "games": {"games": 11},
    }.items():  # fmt: skip
        assert refused(errors.BadSearch, look_for, player, **preferences)["field"] == field
    refused(BotsCannotSeekGames, look_for, make_player(is_bot=True))
    refused(NotForGuests, look_for, make_player(is_guest=True))
    assert look_for(player) == look_for(player), "who clicks twice has one search"
    for games in range(2, 6):
        look_for(player, games=games)
    assert refused(errors.TooManySearches, look_for, player, games=6) == {"most": 5}
    assert not bots.can_become_bot(player)


def test_E81_never_with_somebody_blocked_nor_one_whom_they_play_or_played_within_seven_days():
    one, other = make_player(), make_player()
    Block.objects.create(player=other, blocked=one, at=NOON)
    look_for(one, games=2)
    look_for(other, games=2)
    look()
    assert pairs() == []
    Block.objects.all().delete()
    look(at(1))
    assert len(pairs()) == 1
    game = Match.objects.get().game
    look(at(2))
    assert len(pairs()) == 1, "they are playing"
    end(game, one, now=at(3))
    look(at(9))
    assert len(pairs()) == 1, "they have played"
    look(at(11))
    assert len(pairs()) == 2


def test_E81_the_rank_is_that_on_the_size_and_the_oldest_is_served_first():
    small = rated(rated(make_player(), 1000), 2000, size=9)
    near, far = rated(make_player(), 2000), rated(make_player(), 1500)
    waiting = look_for(small, up=3, down=3)
    look_for(far)
    look()
    assert pairs() == [], "his rank on 9x9 is not the one beside his name"
    second, first = look_for(near, now=at(0.02), up=9, down=9), look_for(make_player(), now=at(0.01))
    look(at(0.03))
    assert pairs()[0] == {waiting.pk, second.pk}
    assert first.pk not in {pk for pair in pairs()[:1] for pk in pair}


def test_E82_a_place_of_a_standing_offer_is_free_again_when_its_game_ends():
    standing = look_for(games=2, standing=True)
    others = [look_for() for _ in range(3)]
    look()
    assert (len(pairs()), again(standing).places, again(others[2]).state) == (2, 0, SearchState.OPEN)
    end(Match.objects.first().game, standing.player, now=at(1))
    look(at(1))
    assert (len(pairs()), again(standing).places, again(standing).found) == (3, 0, 3)
    assert again(standing).is_open


def test_E82_a_game_that_is_cancelled_before_move_2_gives_a_search_its_place_back():
    one, other = look_for(), look_for()
    look()
    game = Match.objects.get().game
    end(game, game.seat_on_turn().player, verbs.Cancel)
    assert [again(search).state for search in (one, other)] == [SearchState.OPEN, SearchState.OPEN]
    third = look_for()
    look()
    assert {one.pk, third.pk} in pairs()
    end(Match.objects.last().game, one.player, now=at(1))
    assert again(one).state == SearchState.FOUND, "a game that was played is one of those that were wanted"


def test_E82_it_sleeps_on_vacation_at_the_limit_of_games_and_after_14_days_unseen_and_wakes(monkeypatch):
    standing, other = look_for(standing=True), look_for(games=9)

    def reason(now):
        return waiting_reasons_of([again(standing)], standing.player, now)[standing.pk].asleep

    vacations.start_vacation(player=standing.player, now=NOON, until=at(2))
    look(NOON)
    assert (reason(NOON), again(standing).asleep, pairs()) == ("vacation", "vacation", [])
    later = at(15)
    look(later)
    assert (reason(later), pairs()) == ("unseen", [])
    seen_at(standing.player, later)
    monkeypatch.setattr("automatch.services.pausing.MOST_RUNNING", 0)
    look(at(15.5))
    monkeypatch.undo()
    look(at(16))
    assert pairs() == [{standing.pk, other.pk}]
    assert again(standing).asleep == ""


def test_suspended_barred_and_deleted_players_are_matched_with_nobody_E93():
    suspended, barred, gone = (look_for() for _ in range(3))
    Player.objects.filter(pk=barred.player_id).update(barred_until=at(9))
    leaving.cancel_searches(suspended.player, NOON)
    delete(player=gone.player, now=NOON)
    look_for(games=9)
    look()
    assert pairs() == []
    assert [again(one).state for one in (suspended, gone)] == [SearchState.CANCELLED, SearchState.CANCELLED]
    look(at(10))
    assert {barred.pk} < pairs()[0]


def test_E81_after_a_day_it_is_offered_to_widen_once_and_after_30_days_it_is_over():
    search, other = look_for(up=0, down=0), look_for(rated(make_player(), 1900))
    look(at(0.9))
    assert not Notice.objects.exists()
    for now in (at(1.1), at(2)):
        look(now)
    assert [notice.kind for notice in Notice.objects.filter(player=search.player)] == ["search_wider"]
    assert again(search).has_waited_long(at(2))
    why = waiting_reasons_of([again(search)], search.player, at(2))[search.pk]
    assert (why.waiting, why.alone) == (1, {"rank": 1})
    assert making.widenable_preferences(search) == [
        WidenablePreference.RANKS,
        WidenablePreference.CLOCKS,
        WidenablePreference.SIZES,
        WidenablePreference.HANDICAP,
    ]
    asked = PlayerRequest(search.player, at(2))
    for what in WidenablePreference:
        making.widen_search(asked, search.pk, what)
    assert (again(search).up, again(search).sizes, again(search).handicap) == (3, [9, 13, 19], "either")
    look(NOON + LASTS)
    assert [again(one).state for one in (search, other)] == [SearchState.EXPIRED, SearchState.EXPIRED]
    assert Notice.objects.filter(kind="search_over").count() == 2
    assert refused(errors.SearchOver, making.cancel_search, asked, search.pk) == {"state": "expired"}
    refused(errors.NoSuchSearch, making.cancel_search, asked, other.pk)


def test_a_look_takes_the_same_number_of_statements_for_any_number_of_searches():
    """The games that begin apart: here all want another rank."""

    def statements(count):
        Search.objects.all().delete()
        for step in range(count):
            look_for(rated(make_player(), Rank(3 * step).least_rating + 1), up=0, down=0, standing=step % 2 == 0)
        with CaptureQueriesContext(connection) as asked:
            assert matching.compare_next_searches(NOON) == count
        return len(asked)

    assert statements(3) == statements(12)
    assert not Match.objects.exists()
