"""Invite the players of an uploaded list: find their accounts here, and use the ranks of the list (E134)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from django.db import transaction

from accounts.core.federations import find_players_by_pin
from accounts.models import Player
from accounts.names import lookalike_form
from games.services.idempotency import PlayerRequest
from ratings.ranks import Rank
from tournaments.access import director_role
from tournaments.errors import BadPlayerList, NotDirector
from tournaments.models import Tournament
from tournaments.systems.files.player_lists import MOST_BYTES, ListedPlayer, read_player_list

from .entering import OUT, invite_players, lock_for_admission

MOST_INVITED = 200
"""How many players a director can invite at once."""
BATCH = 5000
MOST_WITHOUT = 20_000
"""How many lines without a player are returned: a list of the EGD has more than 100,000."""


@dataclass(frozen=True, slots=True)
class MatchedListLine:
    """A line of an uploaded list with the player found for it. `why` is "" if the player can be invited. Otherwise it
    is the key of the reason: a fault of the line, `unknown`, `several`, `twice`, `entered` or `bot`."""

    listed: ListedPlayer
    player: Player | None = None
    why: str = ""

    @property
    def rank(self) -> Rank | None:
        """Return the player's rank in the uploaded list, None if the list has none."""
        return None if self.listed.rank is None else Rank(self.listed.rank)


class MatchedPlayerList(NamedTuple):
    """The lines of an uploaded list, and the number of omitted lines without a player."""

    rows: list[MatchedListLine]
    left_out: int


def find_listed_players(viewer: Player, tournament: Tournament, data: bytes) -> MatchedPlayerList:
    """Return the lines of an uploaded list with the matching players: by username, or by EGD PIN for players who allow
    this.

    The list is read in batches, and only the first lines without a player are returned. Takes five queries, and two
    more queries for each batch after the first. Raises NotDirector, BadPlayerList.
    """
    if director_role(viewer, tournament) is None:
        raise NotDirector
    if len(data) > MOST_BYTES:
        raise BadPlayerList
    try:
        lines = read_player_list(data)
    except ValueError as error:
        raise BadPlayerList from error
    inside = set(tournament.entries.exclude(state__in=OUT).values_list("player_id", flat=True))
    found: list[MatchedListLine] = []
    without, seen = 0, set[int]()
    while batch := list(islice(lines, BATCH)):
        by_name, by_pin = _players_by_name(batch), find_players_by_pin([one.pin for one in batch])
        for line in batch:
            one = _find_player(line, by_name, by_pin)
            if (player := one.player) is not None:
                one = MatchedListLine(line, player, _refusal_key(player, inside, seen))
                seen.add(player.pk)
            without += one.player is None
            if one.player is not None or without <= MOST_WITHOUT:
                found.append(one)
    return MatchedPlayerList(found, max(without - MOST_WITHOUT, 0))


def _players_by_name(lines: Collection[ListedPlayer]) -> dict[str, Player]:
    """Return the open accounts with these usernames, by name key. One query."""
    keys = {lookalike_form(one.user) for one in lines if one.user}
    return {one.name_key: one for one in Player.objects.filter(name_key__in=keys, is_active=True)}


def _find_player(line: ListedPlayer, by_name: dict[str, Player], by_pin: dict[str, list[Player]]) -> MatchedListLine:
    if line.fault:
        return MatchedListLine(line, why=line.fault)
    if line.user:
        named = by_name.get(lookalike_form(line.user))
        return MatchedListLine(line, named, "" if named is not None else "unknown")
    players = by_pin.get(line.pin, []) if line.pin else []
    if len(players) != 1:
        return MatchedListLine(line, why="several" if players else "unknown")
    return MatchedListLine(line, players[0])


def _refusal_key(player: Player, inside: Collection[int], seen: Collection[int]) -> str:
    if player.pk in seen:
        return "twice"
    if player.pk in inside:
        return "entered"
    return "bot" if player.is_bot else ""


def invite_listed_players(request: PlayerRequest, tournament_id: int, chosen: Sequence[tuple[str, Rank | None]]) -> int:
    """Invite the players with these usernames, each with the rank of an uploaded list. Return the number of invited
    players. Players who cannot be invited are skipped. Raises NoSuchTournament, NotDirector, WrongState, and
    BadPlayerList for too many players."""
    if len(chosen) > MOST_INVITED:
        raise BadPlayerList
    ranks = dict(chosen)
    with transaction.atomic():
        tournament, acting = lock_for_admission(request, tournament_id)
        people = Player.objects.filter(username__in=ranks, is_active=True).prefetch_related("ratings").order_by("pk")
        return len(invite_players(tournament, acting, [(player, ranks[player.username]) for player in people]))
