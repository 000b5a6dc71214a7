"""Let directors set seeds before a knockout is drawn or sections are assigned (E38, E55)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import transaction

from accounts.models.player import differ_only_in_case
from accounts.names import lookalike_form
from games.services.idempotency import PlayerRequest
from tournaments.errors import BadActInput, PlayerNotEntered, SeedingChanged, WrongState
from tournaments.models import AuthorRole, Entry, Tournament, TournamentState
from tournaments.systems.types import KNOCKOUTS, SystemKind

from .rows import check_not_own_game, check_state, cleaned_reason, current_stage, entries_taking_part, lock_for_director

SEEDED = (*KNOCKOUTS, SystemKind.SECTIONS)
"""The systems in which seeds decide who plays whom."""
MOST_SEEDS = 200
LONGEST_ORDER_TEXT = 60
"""The largest number of characters of the order in a log line."""


class SeedOrder(NamedTuple):
    """The names of the players to seed, strongest first, and the names seeded when the director opened the page."""

    names: Sequence[str]
    instead_of: Sequence[str] = ()


def may_seed(tournament: Tournament) -> bool:
    """Return whether seeds can be set: the system has them, and the tournament has not started."""
    return tournament.state == TournamentState.OPEN and current_stage(tournament).kind in SEEDED


def seeded_among(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries with a director's seed, strongest first."""
    return sorted((one for one in entries if one.seed), key=lambda one: one.seed or 0)


def set_seeds(request: PlayerRequest, tournament_id: int, order: SeedOrder, reason: str) -> list[Entry]:
    """Seed these players instead of those seeded before. All others follow by rank or in random order. An empty list
    removes all seeds. Unchanged seeds are not logged.

    Raises NotDirector, WrongState, NotEntered, BadActInput, ReasonNeeded. Raises SeedingChanged if other players have
    been seeded in the meantime (E90). Raises OwnGameAffected for a director, but not a moderator, who plays in the
    tournament, because seeds decide everyone's opponents (E54).
    """
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        check_state(tournament, TournamentState.OPEN)
        if not may_seed(tournament):
            raise WrongState(state=tournament.state)
        entered = list(entries_taking_part(tournament).select_related("player"))
        if acting.role is not AuthorRole.MODERATOR:
            check_not_own_game(request.player, [one.player_id for one in entered])
        seeded = _entries_named(entered, order.names)
        why = cleaned_reason(reason)
        before = seeded_among(entered)
        if seeded == before:
            return seeded
        if [lookalike_form(name.strip()) for name in order.instead_of] != [one.player.name_key for one in before]:
            raise SeedingChanged(seeds=[one.player.username for one in before])
        tournament.entries.filter(seed__isnull=False).update(seed=None)
        for number, entry in enumerate(seeded, start=1):
            entry.seed = number
        Entry.objects.bulk_update(seeded, ["seed"], batch_size=200)
        acting.log(tournament, "seeded", before=_names_text(before), after=_names_text(seeded), reason=why)
        return seeded


def _entries_named(entered: Sequence[Entry], names: Sequence[str]) -> list[Entry]:
    """Return the entries of the players with these names. Raises NotEntered, and BadActInput if a name occurs twice."""
    known = {one.player.name_key: one for one in entered}
    found = [(known.get(lookalike_form(name.strip())), name.strip()) for name in names]
    seeded = [one for one, name in found if one is not None and differ_only_in_case(one.player.username, name)]
    if len({one.pk for one in seeded}) != len(seeded) or len(names) > MOST_SEEDS:
        raise BadActInput(field="seeds")
    if len(seeded) != len(names):
        raise PlayerNotEntered
    return seeded


def _names_text(seeded: Sequence[Entry]) -> str:
    """Return the seeded names as text, shortened to fit into a log line."""
    text = ", ".join(one.player.username for one in seeded) or "-"
    return text if len(text) <= LONGEST_ORDER_TEXT else f"{text[: LONGEST_ORDER_TEXT - 1]}…"


__all__ = ["MOST_SEEDS", "SeedOrder", "may_seed", "seeded_among", "set_seeds"]
