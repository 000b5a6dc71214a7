"""Start games between matching searches (E81). Each step compares some of the searches with all waiting ones."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts.models import Block, Player
from automatch import announcing, matching_rules
from automatch.matching_rules import MatchedPair, Pair
from automatch.models import Match, Search
from challenges.models import Challenge
from challenges.services.starting import start_game
from games.models import Game, Seat
from games.terms import PRESETS, USUAL_KINDS
from ratings.models import Category
from ratings.ranks import Rank
from ratings.standing import ENOUGH_GAMES, load_ratings, ratings_of

from . import pausing
from .places import lock_searches, update_remaining_games

A_CHUNK = 500
LOOKED_AT_EVERY = timedelta(minutes=1)
"""The interval in which every open search is compared, a part of them at a time, so that the work per minute is
bounded."""
REMATCH = timedelta(days=7)
UNRATED = 1500
"""The assumed rating of players who were never rated: everyone's initial one."""


def compare_next_searches(now: datetime) -> int:
    """Compare the searches that are due with all waiting searches, and start the games of those that match. Return how
    many were due. Apart from the started games, the number of queries is constant."""
    due = Search.objects.open().filter(look_at__lte=now).select_related("player").order_by("look_at", "pk")
    seekers = list(due[:A_CHUNK])
    if not seekers:
        return 0
    _refresh_searches(seekers, now)
    pool = {search.pk: search.as_value() for search in Search.objects.waiting()}
    numbers = [search.pk for search in seekers if search.pk in pool]
    barred = barred_pairs({pool[pk].player for pk in numbers}, now)
    _start_matches(pool, numbers, barred, now)
    return len(seekers)


def _refresh_searches(seekers: list[Search], now: datetime) -> None:
    """Store the players' ranks, the pause reasons and the next comparison time of these searches. This is done before
    other searches are read, so that later changes cause another comparison."""
    load_ratings(*(search.player for search in seekers))
    asleep = pausing.pause_reasons(seekers, now)
    changed = []
    for search in seekers:
        ranks = {str(size): rank_on_size(search.player, size) for size in search.sizes}
        if (search.ranks, search.asleep) != (ranks, asleep[search.pk]):
            search.ranks, search.asleep = ranks, asleep[search.pk]
            changed.append(search)
    every = LOOKED_AT_EVERY * (1 + Search.objects.open().count() // A_CHUNK)
    Search.objects.filter(pk__in=[search.pk for search in seekers]).update(look_at=now + every)
    Search.objects.bulk_update(changed, ["ranks", "asleep"], batch_size=A_CHUNK)


def rank_on_size(player: Player, size: int) -> int:
    """Return the player's rank on boards of this size in steps above 30k. It is the overall rank if the player has few
    games there, and the rank of an unrated player if there is none. The ratings must be loaded."""
    rows = {row.category: row for row in ratings_of(player)}
    here, overall = rows.get(size), rows.get(Category.OVERALL)
    found = here if here is not None and here.games >= ENOUGH_GAMES else overall
    return (Rank.of_rating(UNRATED) if found is None else found.rank).steps


def barred_pairs(players: Collection[int], now: datetime) -> set[Pair]:
    """Return pairs of one of these players and a waiting player who must not be matched: there is a block between them,
    a game in progress, or a game within the last seven days (E81). Two queries."""
    waiting = Search.objects.waiting().values("player")
    blocks = Block.objects.filter(
        Q(player__in=players, blocked__in=waiting) | Q(blocked__in=players, player__in=waiting)
    )
    recent = Q(finished_at__isnull=True) | Q(finished_at__gt=now - REMATCH)
    met = Seat.objects.filter(recent, player__in=players, game__seats__player__in=waiting).order_by()
    pairs = [*blocks.values_list("player", "blocked"), *met.values_list("player", "game__seats__player")]
    return {frozenset(pair) for pair in pairs if pair[0] != pair[1]}


def _start_matches(
    pool: dict[int, matching_rules.SearchValue], seekers: list[int], barred: set[Pair], now: datetime
) -> None:
    """Start the games of all matches between `seekers` and the searches in `pool`. If a game cannot start, its searches
    are updated in the pool, and the remaining searches are compared again."""
    while True:
        failed = False
        for matched in matching_rules.match_searches(pool.values(), barred, seekers):
            barred.add(frozenset({matched.one.player, matched.other.player}))
            out = start_game_or_unmatchable_ids(matched, now)
            failed = failed or out is not None
            for pk in (matched.one.id, matched.other.id):
                _update_pool_after_attempt(pool, pk, out)
        if not failed:
            return


def _update_pool_after_attempt(
    pool: dict[int, matching_rules.SearchValue], search_id: int, unmatchable: Collection[int] | None
) -> None:
    """Update the pool after an attempt to start a game of the search with the id `search_id`. If the game was started
    (`unmatchable` is None), the search wants one game less. If the search's id is in `unmatchable`, the search cannot
    match now and is removed."""
    if unmatchable is None and pool[search_id].games > 1:
        pool[search_id] = replace(pool[search_id], games=pool[search_id].games - 1)
    elif unmatchable is None or search_id in unmatchable:
        pool.pop(search_id, None)


@transaction.atomic
def start_game_or_unmatchable_ids(matched: MatchedPair, now: datetime) -> frozenset[int] | None:
    """Start the game of two matching searches and return None. Both players and both searches are locked, so that the
    game starts only once. If it cannot start, return the ids of the searches that cannot match any player now; this set
    is empty if only these two no longer match each other."""
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=[matched.one.player, matched.other.player])
    people = {player.pk: player for player in rows.order_by("pk")}
    searches = lock_searches([matched.one.id, matched.other.id])
    one, other = (searches.get(criteria.id) for criteria in (matched.one, matched.other))
    if one is None or other is None:
        return frozenset({matched.one.id, matched.other.id} - searches.keys())
    for search in (one, other):
        search.player = people[search.player_id]
    gone = _store_pause_reasons(one, other, now)
    if gone or barred_pairs([one.player_id], now) & {frozenset(people)}:
        return frozenset(gone)
    if matching_rules.mismatch_reasons(one.as_value(), other.as_value()):
        return frozenset()
    load_ratings(one.player, other.player)
    _start_game(matched, one, other, now)
    return None


def _store_pause_reasons(one: Search, other: Search, now: datetime) -> list[int]:
    """Store the pause reasons of those of the two searches that cannot match now. Return their ids."""
    asleep = pausing.pause_reasons([one, other], now)
    out = []
    for search in (one, other):
        if asleep[search.pk]:
            search.asleep = asleep[search.pk]
            search.save(update_fields=["asleep"])
        if asleep[search.pk] or not search.is_open or not search.places or search.player.deleted_at is not None:
            out.append(search.pk)
    return out


def _start_game(matched: MatchedPair, one: Search, other: Search, now: datetime) -> Game:
    game = start_game(_unsaved_offer_of_match(matched, one, other).for_joiner(other.player), other.player, now)
    game.by_search = True
    game.save(update_fields=["by_search"])
    size = matched.size
    Match.objects.create(
        one=one, other=other, game=game, at=now, size=size, clock=matched.clock, rule_set=matched.rules,
        handicap=matched.handicap, one_rank=matched.one.ranks[size], other_rank=matched.other.ranks[size],
    )  # fmt: skip
    for search in (one, other):
        search.found += 1
        search.since = now
        search.save(update_fields=["found", "since"])
        update_remaining_games(search, now)
    announcing.announce_match(game, one.player, other.player, now)
    return game


def _unsaved_offer_of_match(matched: MatchedPair, one: Search, other: Search) -> Challenge:
    """Return an unsaved offer with the terms of this match's game."""
    return Challenge(
        creator=one.player,
        opponent=other.player,
        width=matched.size,
        height=matched.size,
        rule_set=matched.rules,
        time_control=PRESETS[matched.clock].to_json(),
        off_time=[kind.value for kind in USUAL_KINDS],
        by_rank=matched.handicap,
        rated_wanted=not matched.handicap,
    )
