"""Limits of searches, and the guarantees of their locks (E80 to E82)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.core.restrictions import NewGamesBlocked, Suspended
from accounts.models import Block, Player
from automatch import announcing, errors
from automatch.models import LASTS, Match, Search, SearchState
from automatch.services import due, leaving, making, matching, pausing, places
from automatch.services.making import CLOCKS, WidenablePreference
from games import verbs
from games.models import Seat, Vacation
from games.services.idempotency import PlayerRequest
from games.terms import OFFERED_SIZES
from notifications.models import Notice
from ratings.glicko2 import NEW
from ratings.standing import ENOUGH_GAMES
from rules import Point
from tests.automatch.helpers import look, look_for
from tests.automatch.test_searches import again, at, end, pairs, rated, refused
from tests.factories import NOON, make_game, make_player
from tests.ladders.test_ladders import seen_at

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def widened(search, what):
    return making.widen_search(PlayerRequest(search.player, at(1)), search.pk, what)


def test_E80_the_widest_wishes_are_accepted_and_one_more_is_refused():
    player = make_player()
    assert look_for(player, up=9, down=9, games=10).ends_at == NOON + LASTS
    assert look_for(player, up=0, down=0, games=1, standing=True).ends_at is None
    for field, value in {"up": 10, "down": 10, "games": 11}.items():
        assert refused(errors.BadSearch, look_for, player, **{field: value})["field"] == field
    for field, value in {"up": -1, "down": -1, "games": 0}.items():
        assert refused(errors.BadSearch, look_for, player, **{field: value})["field"] == field
    assert refused(errors.BadSearch, look_for, player, clocks=())["field"] == "clocks"


def test_E80_who_may_not_start_games_may_not_look_for_any():
    for field, refusal in (("barred_until", NewGamesBlocked), ("suspended_until", Suspended)):
        player = make_player()
        Player.objects.filter(pk=player.pk).update(**{field: at(1)})
        player.refresh_from_db()
        refused(refusal, look_for, player)
        assert look_for(player, at(1)), "it is over"


def test_E80_only_an_open_search_of_ones_own_is_the_same_and_only_open_ones_are_counted():
    player = make_player()
    first = look_for(player)
    assert look_for() != first
    making.cancel_search(PlayerRequest(player, at(1)), first.pk)
    assert (again(first).state, again(first).ends_at) == (SearchState.CANCELLED, at(1))
    assert look_for(player) != first
    for games in range(2, 6):
        look_for(player, games=games)
    refused(errors.TooManySearches, look_for, player, games=6)


@pytest.mark.parametrize(("ranks", "wider"), [(None, None), (0, 3), (6, 9), (7, None), (9, None)])
def test_E81_ranks_are_three_wider_or_any(ranks, wider):
    search = look_for(up=ranks, down=ranks)
    widened(search, WidenablePreference.RANKS)
    assert (again(search).up, again(search).down) == (wider, wider)


def test_E81_each_wish_is_widened_by_itself_and_looked_at_at_once(django_capture_on_commit_callbacks):
    search = look_for(up=0, down=0, sizes=(13,), clocks=("days_3",), insists=True)
    everything = [
        WidenablePreference.RANKS,
        WidenablePreference.CLOCKS,
        WidenablePreference.SIZES,
        WidenablePreference.RULES,
        WidenablePreference.HANDICAP,
    ]
    assert making.widenable_preferences(search) == everything
    look()
    for what in WidenablePreference:
        with django_capture_on_commit_callbacks() as expected:
            search = widened(search, what)
        assert expected == [making.TASK.wake], "who matches is woken"
        assert again(search).look_at == at(1)
    assert again(search).sizes == [13, *(size for size in OFFERED_SIZES if size != 13)]
    assert again(search).clocks == ["days_3", *(clock for clock in CLOCKS if clock != "days_3")]
    assert (again(search).insists, again(search).handicap) == (False, "either")
    assert making.widenable_preferences(again(search)) == [WidenablePreference.RANKS]
    assert making.widenable_preferences(look_for(up=1)) == [
        WidenablePreference.RANKS,
        WidenablePreference.CLOCKS,
        WidenablePreference.SIZES,
        WidenablePreference.HANDICAP,
    ]
    assert making.widenable_preferences(look_for(sizes=OFFERED_SIZES, clocks=CLOCKS, handicap="either")) == []
    making.cancel_search(PlayerRequest(search.player, at(2)), search.pk)
    assert making.widenable_preferences(again(search)) == []


def test_a_new_search_wakes_who_matches_them(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as expected:
        look_for()
    assert expected == [making.TASK.wake]


@pytest.mark.parametrize(("games", "is_small"), [(ENOUGH_GAMES, True), (ENOUGH_GAMES - 1, False)])
def test_E81_the_rank_on_a_size_counts_from_enough_games_on(games, is_small):
    player = rated(rated(make_player(), 1000), 2000, size=9, games=games)
    overall = rated(make_player(), 1000)
    assert (matching.rank_on_size(player, 9) > matching.rank_on_size(overall, 9)) is is_small
    assert matching.rank_on_size(player, 19) == matching.rank_on_size(overall, 9)
    assert matching.rank_on_size(make_player(), 9) == matching.rank_on_size(rated(make_player(), 1500), 9)
    assert NEW.rating == matching.UNRATED


def test_E81_a_chunk_is_looked_at_every_minute_for_each_chunk_of_all(monkeypatch):
    monkeypatch.setattr(matching, "A_CHUNK", 2)
    searches = [
        look_for(make_player(), at(0) + number * SECOND, sizes=(size,)) for number, size in enumerate((9, 13, 19))
    ]
    now = NOON + 5 * SECOND
    assert matching.compare_next_searches(now) == 2
    assert [again(one).look_at for one in searches[:2]] == [now + timedelta(minutes=2)] * 2
    assert again(searches[2]).look_at == NOON + 2 * SECOND, "it is still to be looked at"
    assert matching.compare_next_searches(now) == 1
    assert matching.compare_next_searches(now + timedelta(minutes=2)) == 2


def test_E81_what_is_gone_meanwhile_is_left_out_and_the_rest_compared_once_more(monkeypatch):
    names = {
        look_for(now=at(number / 100), games=3 if number == 0 else 1).pk: name for number, name in enumerate("abcdefg")
    }
    gone = next(pk for pk, name in names.items() if name == "f")
    begin, tried = matching.start_game_or_unmatchable_ids, []

    def beginning(matched, now):
        if not tried:
            Search.objects.filter(pk=gone).update(state=SearchState.CANCELLED)
        tried.append(names[matched.one.id] + names[matched.other.id])
        return begin(matched, now)

    monkeypatch.setattr(matching, "start_game_or_unmatchable_ids", beginning)
    matching.compare_next_searches(at(1))
    assert tried == ["ab", "ac", "ad", "ef", "eg"]
    assert Match.objects.count() == 4


def test_E81_who_was_matched_with_a_search_that_is_gone_meets_the_next_at_once(monkeypatch):
    names = {look_for(now=at(number / 100)).pk: name for number, name in enumerate("abcde")}
    begin, tried = matching.start_game_or_unmatchable_ids, []

    def beginning(matched, now):
        if not tried:
            Search.objects.filter(pk=matched.other.id).update(state=SearchState.CANCELLED)
        tried.append(names[matched.one.id] + names[matched.other.id])
        return begin(matched, now)

    monkeypatch.setattr(matching, "start_game_or_unmatchable_ids", beginning)
    matching.compare_next_searches(at(1))
    assert tried == ["ab", "cd", "ae"]
    assert Match.objects.count() == 2


def test_E81_two_whose_game_cannot_start_are_not_tried_again(monkeypatch):
    tried = []

    def failing(matched, now):
        assert not tried
        tried.append(matched)
        return frozenset()

    monkeypatch.setattr(matching, "start_game_or_unmatchable_ids", failing)
    for _ in range(2):
        look_for()
    matching.compare_next_searches(at(1))
    assert len(tried) == 1


def matched_pair(monkeypatch, **preferences):
    """Two searches that fit, and the pair that they are, before its game has begun."""
    searches, found = [look_for(**preferences), look_for(**preferences)], []

    def beginning(matched, now):
        found.append(matched)
        return frozenset({matched.one.id, matched.other.id})

    with monkeypatch.context() as patch:
        patch.setattr(matching, "start_game_or_unmatchable_ids", beginning)
        matching.compare_next_searches(NOON)
    return [again(one) for one in searches], found[0]


def vacation(search):
    Vacation.objects.create(player=search.player, begin=NOON, end=at(1))


GONE = {
    "vacation": vacation,
    "cancelled": lambda one: Search.objects.filter(pk=one.pk).update(state=SearchState.CANCELLED),
    "full": lambda one: Search.objects.filter(pk=one.pk).update(places=0),
    "deleted": lambda one: Player.objects.filter(pk=one.player_id).update(deleted_at=NOON),
    "no row": lambda one: Search.objects.filter(pk=one.pk).delete(),
}


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("why", GONE)
def test_E81_under_the_locks_a_search_that_finds_nobody_any_more_is_named(monkeypatch, why, number):
    searches, matched = matched_pair(monkeypatch)
    gone = searches[number]
    GONE[why](gone)
    assert matching.start_game_or_unmatchable_ids(matched, NOON) == frozenset({gone.pk})
    assert not Match.objects.exists()
    assert [one.asleep for one in Search.objects.order_by("pk")].count("vacation") == (why == "vacation")


def test_E81_under_the_locks_two_that_are_blocked_or_do_not_fit_any_more_do_not_meet(monkeypatch):
    (one, other), matched = matched_pair(monkeypatch)
    block = Block.objects.create(player=other.player, blocked=one.player, at=NOON)
    assert matching.start_game_or_unmatchable_ids(matched, NOON) == frozenset()
    block.delete()
    Search.objects.filter(pk=other.pk).update(sizes=[19])
    assert matching.start_game_or_unmatchable_ids(matched, NOON) == frozenset()
    Search.objects.filter(pk=other.pk).update(sizes=[9])
    stranger = make_game(black=make_player(), white=one.player)
    assert matching.start_game_or_unmatchable_ids(matched, NOON) is None, "another game of one of them is none of both"
    assert stranger.pk != Match.objects.get().game_id


def test_E81_what_is_kept_about_a_match_and_its_searches(monkeypatch):
    strong, weak = rated(make_player(), 2000), rated(make_player(), 1500)
    one = look_for(strong, handicap="yes", sizes=(9, 19), clocks=("days_7",), rule_set="chinese")
    other = look_for(weak, now=at(0.1), handicap="either", sizes=(19,), clocks=("days_3", "days_7"))
    matching.compare_next_searches(at(1))
    match = Match.objects.get()
    ranks = [matching.rank_on_size(player, 19) for player in (strong, weak)]
    assert (match.one, match.other, match.at, match.running, match.cancelled) == (one, other, at(1), True, False)
    assert (match.size, match.clock, match.rule_set, match.handicap) == (19, "days_7", "chinese", True)
    assert [match.one_rank, match.other_rank] == ranks
    assert match.game.by_search
    assert [again(search).since for search in (one, other)] == [at(1), at(1)]
    assert Seat.objects.filter(game=match.game).exclude(weekend_zone="").count() == 2, "usual weekends (R56)"


@pytest.mark.parametrize(("passed", "state"), [(LASTS, SearchState.EXPIRED), (LASTS - SECOND, SearchState.OPEN)])
def test_E82_a_place_that_comes_back_after_30_days_ends_the_search(passed, state):
    first, second = look_for(), look_for(now=at(29))
    look(at(29))
    game = Match.objects.get().game
    end(game, game.seat_on_turn().player, verbs.Cancel, NOON + passed)
    assert (again(first).state, again(first).places) == (state, 1)
    assert again(first).look_at == NOON + passed
    assert again(second).state == SearchState.OPEN


def test_E82_a_game_that_was_played_takes_a_place_of_a_search_for_two_for_good():
    search, _other = look_for(games=2), look_for()
    look()
    game = Match.objects.get().game
    end(game, game.seat_on_turn().player)
    assert (again(search).state, again(search).places) == (SearchState.OPEN, 1)
    look_for(now=at(1))
    look(at(1))
    assert (again(search).state, again(search).places) == (SearchState.FOUND, 0)


def test_E82_a_search_that_was_cancelled_stays_so_when_its_game_is_cancelled():
    one, _other = look_for(games=2), look_for()
    look()
    game = Match.objects.get().game
    making.cancel_search(PlayerRequest(one.player, NOON), one.pk)
    end(game, game.seat_on_turn().player, verbs.Cancel)
    assert again(one).state == SearchState.CANCELLED
    match = Match.objects.get()
    assert (match.running, match.cancelled) == (False, True)


def test_E82_who_has_a_game_taken_back_is_woken_and_a_game_without_a_search_does_nothing(
    django_capture_on_commit_callbacks,
):
    look_for()
    look_for()
    look()
    game = Match.objects.get().game
    with django_capture_on_commit_callbacks() as expected:
        end(game, game.seat_on_turn().player)
    assert making.TASK.wake in expected
    assert (Match.objects.get().running, Match.objects.get().cancelled) == (False, False)
    with django_capture_on_commit_callbacks() as expected:
        other = make_game()
        end(other, other.seat_on_turn().player)
    assert making.TASK.wake not in expected


def test_E82_a_move_frees_no_place_and_the_end_of_a_game_frees_its_own_only():
    first, _, third, _ = [look_for(standing=True, sizes=(size,)) for size in (9, 9, 13, 13)]
    idle = look_for(standing=True, sizes=(19,))
    look()
    games = [match.game for match in Match.objects.order_by("pk")]
    player = games[1].seat_on_turn().player
    verbs.perform(verbs.ActionRequest(games[1].pk, player, games[1].number, None, at(1)), verbs.Play(Point(4, 4)))
    assert [match.running for match in Match.objects.order_by("pk")] == [True, True]
    end(games[1], player, now=at(2))
    assert [match.running for match in Match.objects.order_by("pk")] == [True, False]
    assert [again(search).places for search in (first, third)] == [0, 1]
    assert again(third).look_at == at(2)
    assert again(idle).look_at != at(2), "a search without a game that ended is not touched"


def reason(search, now):
    return pausing.pause_reasons([again(search)], now)[search.pk]


def test_E82_the_bounds_of_sleep(monkeypatch):
    search, standing, bot = look_for(), look_for(standing=True), look_for()
    Vacation.objects.create(player=search.player, begin=at(1), end=at(2))
    Vacation.objects.create(player=standing.player, begin=at(300), end=at(301))
    reasons = [reason(search, now) for now in (at(1) - SECOND, at(1), at(2) - SECOND, at(2))]
    assert reasons == ["", "vacation", "vacation", ""]
    assert reason(standing, at(1)) == "", "it is not theirs"
    Player.objects.filter(pk=standing.player_id).update(last_login=NOON - SECOND)  # and a program made the offer
    assert [reason(standing, NOON + days) for days in (pausing.UNSEEN, pausing.UNSEEN + SECOND)] == ["", "unseen"]
    assert reason(search, at(29)) == "", "a search without an end only"
    seen_at(standing.player, at(3))
    assert [reason(standing, at(17) + more) for more in (0 * SECOND, SECOND)] == ["", "unseen"]
    Player.objects.filter(pk=bot.player_id).update(is_bot=True)
    assert reason(bot, NOON) == "barred"
    for field in ("suspended_until", "barred_until"):
        Player.objects.filter(pk=search.player_id).update(**{field: at(4)})
        assert [reason(search, now) for now in (at(4) - SECOND, at(4))] == ["barred", ""]
        Player.objects.filter(pk=search.player_id).update(**{field: None})
    monkeypatch.setattr(pausing, "MOST_RUNNING", 2)
    games = [make_game(black=search.player) for _ in range(2)]
    assert (reason(search, NOON), reason(standing, NOON)) == ("limit", "")
    end(games[0], search.player)
    assert reason(search, NOON) == "", "one less is running"


def test_E81_it_is_offered_to_widen_after_24_hours_and_not_to_who_has_found_somebody():
    alone, found, standing = look_for(sizes=(19,)), look_for(games=2), look_for(standing=True, sizes=(13,))
    look_for()
    look()
    assert again(found).found == 1
    assert due.ask_to_widen_searches(at(1) - SECOND) == 0
    assert due.ask_to_widen_searches(at(1)) == 2
    assert due.ask_to_widen_searches(at(1)) == 0, "once"
    notices = Notice.objects.filter(kind="search_wider")
    assert set(notices.values_list("player", "path")) == {
        (one.player_id, one.get_absolute_url()) for one in (alone, standing)
    }


def test_E80_E99_a_search_ends_after_30_days_and_those_that_are_over_stay_as_they_are(monkeypatch):
    woken = []
    monkeypatch.setattr(announcing.events, "signal_player_lists_changed", lambda *people: woken.extend(people))
    search, cancelled, standing = look_for(), look_for(sizes=(13,)), look_for(standing=True, sizes=(19,))
    making.cancel_search(PlayerRequest(cancelled.player, NOON), cancelled.pk)
    assert due.end_old_searches(NOON + LASTS - SECOND) == 0
    assert due.end_old_searches(NOON + LASTS) == 1
    assert [again(one).state for one in (search, cancelled, standing)] == ["expired", "cancelled", "open"]
    assert woken == [search.player_id]


def test_E93_who_leaves_loses_their_own_open_searches_only():
    mine, over, other = look_for(games=2), look_for(), look_for(sizes=(19,))
    Search.objects.filter(pk=over.pk).update(player=mine.player, state=SearchState.EXPIRED)
    leaving.cancel_searches(mine.player, at(1))
    assert [again(one).state for one in (mine, over, other)] == ["cancelled", "expired", "open"]
    assert again(mine).ends_at == at(1)
    assert pairs() == []


def test_whoever_matches_searches_in_this_process_is_woken_where_there_is_no_worker():
    places.TASK.wanted.clear()
    places.TASK.wake()
    assert places.TASK.wanted.is_set()


def test_E81_who_has_met_meets_again_when_seven_days_are_over():
    one, other = make_player(), make_player()
    for player in (one, other):
        look_for(player, games=2)
    game = make_game(black=one, white=other)
    pair = frozenset([one.pk, other.pk])
    assert matching.barred_pairs([one.pk], at(30)) == {pair}, "they are playing"
    end(game, one)
    for now, barred in ((NOON, {pair}), (at(7) - SECOND, {pair}), (at(7), set())):
        assert matching.barred_pairs([one.pk], now) == barred
