"""Start the games of a published round: exactly one game for each pairing, even after a crash (E20, E91)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal

from django.db import transaction

from accounts.core.restrictions import is_restricted
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from games import events
from games.models import Game
from games.models.event_ref import EventRef
from games.services.beginning import NewGame, create_game
from notifications.models import Notice
from rules import Setup
from rules.handicap import MOST_STONES, max_fixed_stones
from rules.ruleset import HandicapPlacement
from tournaments.announcing import ActAuthor, notify_players
from tournaments.models import EntryState, Pairing, Round, RoundState, Tournament
from tournaments.models.play import PairingQuerySet

from .leaving import forfeit_result
from .waking import wake

A_BATCH = 25
"""The largest number of games that are started in one transaction."""


def publish_round(round_: Round, acting: ActAuthor) -> None:
    """Publish a proposed round. Players who have left since it was proposed lose by forfeit. The caller must have
    locked the tournament's row."""
    tournament = round_.tournament
    gone = {pk for pk, state in tournament.entries.values_list("pk", "state") if state != EntryState.ENTERED}
    for pairing in round_.pairings.filter(result="", white__isnull=False):
        if {pairing.black_id, pairing.white_id} & gone:
            pairing.result = forfeit_result(pairing, gone)
            pairing.save(update_fields=["result"])
    round_.state, round_.published_at = RoundState.PUBLISHED, acting.now
    if tournament.round_days is not None:
        round_.ends_at = acting.now + timedelta(days=tournament.round_days)
    round_.save(update_fields=["state", "published_at", "ends_at"])
    acting.log(tournament, "published", round=round_.number)
    byes = round_.pairings.filter(white__isnull=True).values_list("black__player_id", flat=True)
    notify_players(tournament, byes, "event_bye", acting.now)
    transaction.on_commit(wake)


def start_games(round_id: int, now: datetime) -> int:
    """Start the games of a published round that have not started, in batches. Return their number.

    Once every pairing that needs a game has one, the round is in progress. Several processes may call this at the same
    time.
    """
    started = 0
    while (batch := _start_batch(round_id, now)) is not None:
        started += batch
    with transaction.atomic():
        round_ = Round.objects.select_for_update(no_key=True).get(pk=round_id)
        if round_.state == RoundState.PUBLISHED:
            round_.state = RoundState.PLAYING
            round_.save(update_fields=["state"])
    return started


def _start_batch(round_id: int, now: datetime) -> int | None:
    """Start the next games and return their number. Return None if no more games may start.

    The number is 0 if another process started them first; that process may crash before it starts the rest. Players are
    locked before their pairings (docs/locking.md).
    """
    with transaction.atomic():
        chosen = _next_pairings_to_start(round_id)
        if not chosen:
            return None
        players = {pk for _, *pair in chosen for pk in pair}
        rows = Player.objects.select_for_update(no_key=True).filter(pk__in=players).order_by("pk")
        people = {player.pk: player for player in rows}
        pairings = _lock_pairings_without_game([pk for pk, *_ in chosen])
        for pairing in pairings:
            _start_game(pairing, people, now)
        return len(pairings)


def _next_pairings_to_start(round_id: int) -> list[tuple[int, int, int]]:
    """Return the ids and player ids of the next pairings that may start. If players have a limited number of games at a
    time, only games within the limit are returned (E20)."""
    rows = Pairing.objects.filter(round=round_id).without_started_game().order_by("board")
    waiting = rows.values_list("pk", "black__player_id", "white__player_id")
    most = Tournament.objects.filter(rounds=round_id).values_list("at_once", flat=True)[0]
    if not most:
        return list(waiting[:A_BATCH])
    busy, chosen = _running_games_by_player(round_id), []
    for pk, black, white in waiting:
        if busy[black] < most and busy[white] < most:
            busy.update((black, white))
            chosen.append((pk, black, white))
    return chosen[:A_BATCH]


def _running_games_by_player(round_id: int) -> Counter[int]:
    """Return how many games of the tournament each player has in progress, by player id."""
    tournament = Round.objects.values_list("tournament_id", flat=True).get(pk=round_id)
    running = Pairing.objects.filter(round__tournament=tournament, game__isnull=False).undecided()
    pairs = running.values_list("black__player_id", "white__player_id")
    return Counter(player for pair in pairs for player in pair)


def _lock_pairings_without_game(numbers: list[int]) -> list[Pairing]:
    """Return the pairings that still have no game, locked."""
    rows = Pairing.objects.select_for_update(no_key=True, of=("self",))
    found: PairingQuerySet = rows.filter(pk__in=numbers).without_started_game()
    return list(found.select_related("round__tournament", "black", "white").order_by("board"))


def _start_game(pairing: Pairing, people: dict[int, Player], now: datetime) -> None:
    assert pairing.white is not None
    tournament = pairing.round.tournament
    black, white = people[pairing.black.player_id], people[pairing.white.player_id]
    setup = setup_of_pairing(tournament, pairing)
    reason = replace(tournament.rating_conditions, komi=setup.komi, handicap=setup.handicap).unrated_reason
    if tournament.handicaps:
        reason = reason or "handicap"
    if not reason and any(is_restricted(player, Restricted.UNRATED, now) for player in (black, white)):
        reason = "restricted"
    event = EventRef("tournament", tournament.pk, pairing.round.number)
    game = create_game(NewGame(tournament, setup, (black.pk, white.pk), reason, event=event), now)
    Pairing.objects.filter(pk=pairing.pk).update(game=game)
    _notify_paired(game, black, white, now)
    events.send_game_started(game)


def _notify_paired(game: Game, black: Player, white: Player, now: datetime) -> None:
    pairs = ((black, white), (white, black))
    Notice.objects.bulk_create(
        Notice(player=one, by=other, kind="event_paired", game=game, created_at=now) for one, other in pairs
    )


def largest_handicap(tournament: Tournament) -> int:
    """Return the largest possible number of handicap stones in a game of the tournament."""
    fixed = tournament.ruleset.handicap_placement is HandicapPlacement.FIXED
    return max_fixed_stones(tournament.width, tournament.height) if fixed else MOST_STONES


def setup_of_pairing(tournament: Tournament, pairing: Pairing) -> Setup:
    """Return the setup of a pairing's game, with the pairing's komi and as many handicap stones as the rules allow
    (E35)."""
    stones = min(pairing.handicap, largest_handicap(tournament))
    return Setup(
        width=tournament.width,
        height=tournament.height,
        ruleset=tournament.ruleset,
        komi=Decimal(pairing.komi) / 2,
        handicap=stones if stones > 1 else 0,
        variant=tournament.agreed_variant,
    )


__all__ = ["A_BATCH", "largest_handicap", "publish_round", "setup_of_pairing", "start_games"]
