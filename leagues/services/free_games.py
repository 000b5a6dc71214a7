"""Free pairing: the players of a league's group challenge each other, instead of being paired by round (E73)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from django.db import transaction
from django.db.models import Max, Q

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed, is_restricted
from accounts.models import Block, Player
from accounts.models.restriction import RestrictionKind as Restricted
from games import events
from games.models.event_ref import EventRef
from games.services.beginning import NewGame, create_game
from games.services.idempotency import PlayerRequest
from leagues.errors import LeagueGameRefused, NotInLeague
from leagues.models import LeagueGroup
from notifications.models import Notice
from tournaments.models import Entry, EntryState, Pairing, Round, Tournament, TournamentState
from tournaments.services.playing import setup_of_pairing
from tournaments.services.rows import lock_tournament
from tournaments.systems.league import FREE_GAMES_A_PAIR


class FreeGameRefusal(StrEnum):
    """Why two players cannot start a game now."""

    SELF = "self"
    NOT_FREE = "not_free"
    SEASON_OVER = "season_over"
    OTHER_GROUP = "other_group"
    OUT = "out"
    BLOCKED = "blocked"
    PLAYING_ALREADY = "playing_already"
    PLAYED_TWICE = "played_twice"


@dataclass(frozen=True, slots=True)
class FreeGameOptions:
    """The limits on whom a player (the entry `mine`) can challenge in a group: the state of the season, the games so
    far, and blocks."""

    mine: Entry
    free: bool
    over: bool
    had: dict[int, int]
    """The number of games that the player has had with each opponent, by entry id."""
    running: frozenset[int]
    blocked: frozenset[int]
    """The ids of players with a block between them and this player."""

    def refusal(self, other: Entry) -> FreeGameRefusal | None:
        """Return why this opponent cannot be challenged, None if they can."""
        checks = (
            (other.pk == self.mine.pk, FreeGameRefusal.SELF),
            (not self.free, FreeGameRefusal.NOT_FREE),
            (self.over, FreeGameRefusal.SEASON_OVER),
            (other.state != EntryState.ENTERED or self.mine.state != EntryState.ENTERED, FreeGameRefusal.OUT),
            (other.player_id in self.blocked, FreeGameRefusal.BLOCKED),
            (other.pk in self.running, FreeGameRefusal.PLAYING_ALREADY),
            (self.had.get(other.pk, 0) >= FREE_GAMES_A_PAIR, FreeGameRefusal.PLAYED_TWICE),
        )
        return next((why for holds, why in checks if holds), None)


def free_game_options_of(own_entry: Entry, group: LeagueGroup, now: datetime) -> FreeGameOptions:
    """Return the limits on whom the player with this entry can challenge in the group: the state of the season, the
    games so far, and blocks. Three queries. The group's season and league must be loaded."""
    season, tournament = group.season, group.tournament
    rows = Pairing.objects.filter(Q(black=own_entry) | Q(white=own_entry))
    had: dict[int, int] = {}
    for black, white in rows.values_list("black_id", "white_id"):
        other = white if black == own_entry.pk else black
        if other is not None:
            had[other] = had.get(other, 0) + 1
    open_ones = rows.undecided().values_list("black_id", "white_id")
    blocks = Block.objects.filter(Q(player=own_entry.player_id) | Q(blocked=own_entry.player_id))
    pairs = blocks.values_list("player_id", "blocked_id")
    return FreeGameOptions(
        mine=own_entry,
        free=season.league.free,
        over=season.ends_at <= now or tournament.state != TournamentState.RUNNING,
        had=had,
        running=frozenset(pk for pair in open_ones for pk in pair if pk is not None and pk != own_entry.pk),
        blocked=frozenset(one if other == own_entry.player_id else other for one, other in pairs),
    )


def find_running_group(league_id: int, player: Player) -> tuple[LeagueGroup, Entry] | None:
    """Return the league's group in which the player currently plays, and their entry in it. Return None if they are in
    no group."""
    groups = LeagueGroup.objects.filter(season__league=league_id, tournament__state=TournamentState.RUNNING)
    group = groups.filter(tournament__entries__player=player).select_related("season__league", "tournament").first()
    if group is None:
        return None
    return group, Entry.objects.get(tournament=group.tournament_id, player=player)


def start_free_game(request: PlayerRequest, league_id: int, opponent: Player) -> Pairing:
    """Challenge a player of the same group. The game starts immediately. Raises NotInLeague, LeagueGameRefused,
    NotForGuests, NewGamesBlocked, Suspended."""
    player, now = request.player, request.now
    check_allowed(player, now, Restricted.BARRED)
    check_not_guest(player)
    with transaction.atomic():
        rows = Player.objects.select_for_update(no_key=True).filter(pk__in={player.pk, opponent.pk}).order_by("pk")
        people = {one.pk: one for one in rows}
        found = find_running_group(league_id, player)
        if found is None:
            raise NotInLeague
        group, mine = found
        group.tournament = lock_tournament(group.tournament_id)
        other = Entry.objects.filter(tournament=group.tournament_id, player=opponent).first()
        if other is None:
            raise LeagueGameRefused(why=FreeGameRefusal.OTHER_GROUP.value)
        mine.refresh_from_db()
        chances = free_game_options_of(mine, group, now)
        refusal = chances.refusal(other)
        if refusal is not None:
            raise LeagueGameRefused(why=refusal.value)
        mine.player, other.player = people[player.pk], people[opponent.pk]
        return _start_game(group.tournament, (mine, other), chances.had.get(other.pk, 0) + 1, now)


def _start_game(tournament: Tournament, pair: tuple[Entry, Entry], game_number: int, now: datetime) -> Pairing:
    """Start the first or second game of the two entrants, whose players must be locked. The game's number, 1 or 2, is
    also the number of its round."""
    mine, other = pair
    black, white = pair if _first_has_black(tournament, pair, game_number) else (other, mine)
    round_ = Round.objects.get(tournament=tournament, number=game_number)
    board = (round_.pairings.aggregate(last=Max("board"))["last"] or 0) + 1
    komi = int(tournament.agreed_komi * 2)
    made = Pairing.objects.create(round=round_, board=board, black=black, white=white, komi=komi)
    setup = setup_of_pairing(tournament, made)
    reason = replace(tournament.rating_conditions, komi=setup.komi, handicap=setup.handicap).unrated_reason
    if not reason and any(is_restricted(one, Restricted.UNRATED, now) for one in (mine.player, other.player)):
        reason = "restricted"
    made.game = create_game(
        NewGame(
            tournament, setup, (black.player_id, white.player_id), reason, event=EventRef("tournament", tournament.pk)
        ),
        now,
    )
    made.save(update_fields=["game"])
    Notice.objects.create(
        player=other.player, by=mine.player, kind="league_challenged", game=made.game,
        created_at=now,
    )  # fmt: skip
    events.send_game_started(made.game)
    return made


def _first_has_black(tournament: Tournament, pair: tuple[Entry, Entry], game_number: int) -> bool:
    """Return whether the first entrant has Black in the pair's game with this number, 1 or 2. The tournament's seed
    decides in the first game, and colours are swapped in the second."""
    one, two = sorted(entry.pk for entry in pair)
    drawn = hashlib.sha256(f"{tournament.seed}:{one}:{two}".encode()).digest()[0]
    return (pair[0].pk == one) == ((game_number + drawn) % 2 == 0)


__all__ = ["FreeGameOptions", "FreeGameRefusal", "find_running_group", "free_game_options_of", "start_free_game"]
