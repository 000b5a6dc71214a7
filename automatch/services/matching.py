"""Searches that fit become games (E81): a chunk of them at a time is compared with all that wait."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts.models import Block, Player
from automatch import announcing, fitting
from automatch.fitting import Matched, Pair
from automatch.models import Match, Search
from challenges.models import Challenge
from challenges.services.starting import start
from games.models import Game, Seat
from games.terms import PRESETS, USUAL_KINDS
from ratings.models import Category
from ratings.ranks import Rank
from ratings.standing import ENOUGH_GAMES, know_ranks, ratings_of

from . import sleeping
from .places import count, locked

A_CHUNK = 500
LOOKED_AT_EVERY = timedelta(minutes=1)
"""The interval in which all open searches are compared, in chunks, so that the work per minute is bounded."""
REMATCH = timedelta(days=7)
UNRATED = 1500
"""The rating used for players who were never rated: everyone's first one."""


def look(now: datetime) -> int:
    """Compare the next chunk of searches with all others; return how many it were. The number of statements is the same
    for any number of searches, but for those of each game that begins."""
    due = Search.objects.open().filter(look_at__lte=now).select_related("player").order_by("look_at", "pk")
    seekers = list(due[:A_CHUNK])
    if not seekers:
        return 0
    _take_stock(seekers, now)
    pool = {search.pk: search.wish() for search in Search.objects.waiting()}
    numbers = [search.pk for search in seekers if search.pk in pool]
    barred = barred_pairs({pool[pk].player for pk in numbers}, now)
    _match(pool, numbers, barred, now)
    return len(seekers)


def _take_stock(seekers: list[Search], now: datetime) -> None:
    """Store the ranks of their players, whether they are paused, and when they are compared next; before the others
    are read, so that changes in the meantime cause another comparison."""
    know_ranks(*(search.player for search in seekers))
    asleep = sleeping.reasons(seekers, now)
    changed = []
    for search in seekers:
        ranks = {str(size): rank_on(search.player, size) for size in search.sizes}
        if (search.ranks, search.asleep) != (ranks, asleep[search.pk]):
            search.ranks, search.asleep = ranks, asleep[search.pk]
            changed.append(search)
    every = LOOKED_AT_EVERY * (1 + Search.objects.open().count() // A_CHUNK)
    Search.objects.filter(pk__in=[search.pk for search in seekers]).update(look_at=now + every)
    Search.objects.bulk_update(changed, ["ranks", "asleep"], batch_size=A_CHUNK)


def rank_on(player: Player, size: int) -> int:
    """Return the rank on boards of this size, in steps above 30k; with few games there, the overall rank. The ratings
    must be loaded."""
    rows = {row.category: row for row in ratings_of(player)}
    here, overall = rows.get(size), rows.get(Category.OVERALL)
    found = here if here is not None and here.games >= ENOUGH_GAMES else overall
    return (Rank.of_rating(UNRATED) if found is None else found.rank).steps


def barred_pairs(players: Collection[int], now: datetime) -> set[Pair]:
    """Return the waiting players whom each of these players must not meet: blocked either way, in a game together, or
    in one within seven days (E81). Two queries."""
    waiting = Search.objects.waiting().values("player")
    blocks = Block.objects.filter(
        Q(player__in=players, blocked__in=waiting) | Q(blocked__in=players, player__in=waiting)
    )
    recent = Q(finished_at__isnull=True) | Q(finished_at__gt=now - REMATCH)
    met = Seat.objects.filter(recent, player__in=players, game__seats__player__in=waiting).order_by()
    pairs = [*blocks.values_list("player", "blocked"), *met.values_list("player", "game__seats__player")]
    return {frozenset(pair) for pair in pairs if pair[0] != pair[1]}


def _match(pool: dict[int, fitting.Search], seekers: list[int], barred: set[Pair], now: datetime) -> None:
    """Begin the games; what turns out not to fit under the locks is left out, and the rest compared once more."""
    while True:
        failed = False
        for matched in fitting.match_searches(pool.values(), barred, seekers):
            barred.add(frozenset({matched.one.player, matched.other.player}))
            out = begin(matched, now)
            failed = failed or out is not None
            for pk in (matched.one.id, matched.other.id):
                _took(pool, pk, out)
        if not failed:
            return


def _took(pool: dict[int, fitting.Search], pk: int, out: Collection[int] | None) -> None:
    """Update the pool after a search got a game, or is out."""
    if out is None and pool[pk].games > 1:
        pool[pk] = replace(pool[pk], games=pool[pk].games - 1)
    elif out is None or pk in out:
        pool.pop(pk, None)


@transaction.atomic
def begin(matched: Matched, now: datetime) -> frozenset[int] | None:
    """Start the game of two searches, in one transaction under the locks of both players and both searches, so that it
    starts once, even after a crash. Return None if it has started; otherwise which of the two cannot match now,
    none if only this pair cannot."""
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=[matched.one.player, matched.other.player])
    people = {player.pk: player for player in rows.order_by("pk")}
    searches = locked([matched.one.id, matched.other.id])
    one, other = (searches.get(wish.id) for wish in (matched.one, matched.other))
    if one is None or other is None:
        return frozenset({matched.one.id, matched.other.id} - searches.keys())
    for search in (one, other):
        search.player = people[search.player_id]
    gone = _cannot(one, other, now)
    if gone or barred_pairs([one.player_id], now) & {frozenset(people)}:
        return frozenset(gone)
    if fitting.mismatch_reasons(one.wish(), other.wish()):
        return frozenset()
    know_ranks(one.player, other.player)
    _start(matched, one, other, now)
    return None


def _cannot(one: Search, other: Search, now: datetime) -> list[int]:
    """Return which of the two cannot match now; the reason is stored."""
    asleep = sleeping.reasons([one, other], now)
    out = []
    for search in (one, other):
        if asleep[search.pk]:
            search.asleep = asleep[search.pk]
            search.save(update_fields=["asleep"])
        if asleep[search.pk] or not search.is_open or not search.places or search.player.deleted_at is not None:
            out.append(search.pk)
    return out


def _start(matched: Matched, one: Search, other: Search, now: datetime) -> Game:
    game = start(_terms(matched, one, other).for_joiner(other.player), other.player, now)
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
        count(search, now)
    announcing.found(game, one.player, other.player, now)
    return game


def _terms(matched: Matched, one: Search, other: Search) -> Challenge:
    """Return the offer that would have led to this game; it is not stored."""
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
