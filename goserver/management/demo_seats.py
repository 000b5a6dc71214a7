"""The data of `manage.py demo` with more than two players: four-colour games, Pair Go, and a league."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from accounts.models import Player
from challenges import services as challenging
from challenges.services import OfferRecipients
from games import verbs
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from goserver.management.demo_around import (
    PER_MOVE,
    PlayMoves,
    RecordedGame,
    game_id_of,
    pairings_in_progress,
    play_and_resign,
    run_due_tournament_steps,
)
from ladders.services import climbing, ladders
from ladders.services.ladders import LadderPlan
from leagues.services import leagues, seasons
from leagues.services.leagues import LeaguePlan
from rules.variants import Variant, VariantColors, VariantSeats
from tournaments.models import Tournament

HOUR = timedelta(hours=1)
FOUR_COLORS = "D4 K10 D10 K4 G3 L7 G11 K7 D7 J11 C7 L6 C8 H10 D8 H4 E7 G10 E8 J6"
COUNTED = (
    "C3 G7 C7 G3 D4 F6 D6 F4 E4 E6 D5 F5 E3 E7 C5 G6 E2 F7 B5 H6 C4 E8 D7 H7 B4 H8 D8 G5 E1 J7 A5 J6 A4 E9 D9 F2"
    " F1 pass pass G1 pass pass pass pass"
)
"""Moves on 9x9: each of four colours has a corner, and the last one more of the centre."""


def create_games_of_many_seats(
    people: Sequence[Player], records: Sequence[RecordedGame], play: PlayMoves, now: datetime
) -> None:
    """Create a four-colour game in progress and one in scoring, a game of Pair Go, and a league in its first season.
    The first player takes part in none of them, but is on the ladder."""
    four = Variant(colors=VariantColors(4))
    moves = FOUR_COLORS.split()
    play(_start_game(people[1:5], _terms_of_variant(four, 13), _start_time(now, moves)), moves, _start_time(now, moves))
    moves = COUNTED.split()
    counted = _start_game(people[2:6], _terms_of_variant(four, 9), _start_time(now, moves))
    play(counted, moves, _start_time(now, moves))
    for verb in (verbs.Propose(frozenset()), verbs.Accept(1), verbs.Accept(1), verbs.Accept(1)):
        _act_on_turn(counted, verb, now - HOUR)
    moves = records[5].moves.split()[:15]
    pairs = (people[1], people[3], people[5], people[4])
    play(
        _start_game(pairs, _terms_of_variant(Variant(seats=VariantSeats((2, 2))), 9), _start_time(now, moves)),
        moves,
        _start_time(now, moves),
    )
    _create_league(people[1:6], records, play, now - 45 * HOUR)
    _create_ladder([*people[1:4], people[0], *people[4:6]], records[6], play, now - 75 * HOUR)


def _terms_of_variant(variant: Variant, size: int) -> Terms:
    return Terms(width=size, height=size, rule_set="chinese", time=PER_MOVE, rated=False, variant=variant)


def _start_time(now: datetime, moves: Sequence[str]) -> datetime:
    """Return when a game with these moves began, such that the last move was a few hours ago."""
    return now - 5 * HOUR * (len(moves) + 1)


def _start_game(people: Sequence[Player], terms: Terms, now: datetime) -> int:
    """Return the id of a new game with these players, in this order."""
    offer = challenging.create_challenge(
        PlayerRequest(people[0], now), terms, OfferRecipients(by_link=True, seats=people, by_lot=False)
    )
    for player in people[1:]:
        offer = challenging.take_place(PlayerRequest(player, now), offer.pk)
    assert offer.game_id is not None
    return offer.game_id


def _act_on_turn(game_id: int, verb: verbs.Verb, now: datetime) -> None:
    """Perform an action of the scoring phase for the player whose turn it is."""
    game = Game.objects.with_seats().get(pk=game_id)
    verbs.perform(verbs.ActionRequest(game_id, game.seat_on_turn().player, game.number, None, now), verb)


def _create_ladder(people: Sequence[Player], record: RecordedGame, play: PlayMoves, now: datetime) -> None:
    """Create a ladder with these players, the best first, and a game between the lowest two."""
    plan = LadderPlan(name="Small Board Ladder", terms=Terms(width=9, height=9, time=PER_MOVE, rated=False))
    made = ladders.create_ladder(PlayerRequest(people[0], now), plan)
    places = [ladders.join_ladder(PlayerRequest(player, now), made.pk) for player in people]
    game = climbing.challenge_player(PlayerRequest(people[-1], now), made.pk, people[-2], places[-2].place or 0).game
    play(game.pk, record.moves.split()[:14], now)


def _create_league(people: Sequence[Player], records: Sequence[RecordedGame], play: PlayMoves, now: datetime) -> None:
    """Create a league with five players in one group. One game is over, and the others have begun."""
    plan = LeaguePlan(
        name="Lakeside League", about="Slow games on the small board; a season lasts three months.", size=5, at_once=2,
        terms=Terms(width=9, height=9, time=PER_MOVE, rated=False),
    )  # fmt: skip
    made = leagues.create_league(PlayerRequest(people[0], now), plan)
    for player in people:
        leagues.join_league(PlayerRequest(player, now), made.pk)
    season = seasons.start_first_season(PlayerRequest(people[0], now), made.pk)
    run_due_tournament_steps(now)
    pairings = pairings_in_progress(Tournament.objects.get(league_group__season=season))
    play_and_resign(pairings[0], records[3].moves.split()[:8], play, now)
    for pairing, record, number in zip(pairings[1:], records[4:], (7, 4, 6, 2), strict=False):
        play(game_id_of(pairing), record.moves.split()[:number], now)
