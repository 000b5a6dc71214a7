"""Import pairings made by other programs, such as OpenGotha, as the proposal for the next round (E97)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.services.idempotency import PlayerRequest
from tournaments.errors import BadPairings, WrongState
from tournaments.models import Entry, EntryState, Round, Tournament, TournamentState
from tournaments.models.tournament_options import BY_SCORE
from tournaments.stage_data import pairing_system
from tournaments.systems import types as systems
from tournaments.systems.files.opengotha_reading import (
    EncodingRefused,
    FileRefused,
    PairingsRefused,
    player_key,
)
from tournaments.systems.files.pairgoth_reading import read_tournament_file
from tournaments.systems.handicaps import handicap_and_komi

from .proposing import ComputedProposal, blocked_pairs, find_next_round, pairing_inputs_id, store_proposal
from .rows import check_not_own_game, check_state, lock_for_director


@dataclass(frozen=True, slots=True)
class NamedSeats:
    """A pairing by its players' names, with the handicap stones. `white` is None for a bye."""

    black: str
    white: str | None
    handicap: int = 0


def read_pairings_file(data: bytes, number: int) -> list[NamedSeats]:
    """Return the pairings of this round in an OpenGotha or Pairgoth file. Raises BadPairings if the file cannot be
    read, or has no pairings of this round."""
    try:
        found = read_tournament_file(data)
    except EncodingRefused as refused:
        raise BadPairings(why="encoding") from refused
    except PairingsRefused as refused:
        raise BadPairings(why="games", name=refused.where, place=refused.numbers) from refused
    except FileRefused as refused:
        why = "value" if refused.where or refused.numbers else "file"
        raise BadPairings(why=why, name=refused.where, place=refused.numbers) from refused
    names = {entry.id: entry.name for entry in found.field.entries}
    rows = sorted((one for one in found.field.pairings if one.round == number), key=lambda one: one.board)
    if not rows:
        raise BadPairings(why="round")
    return [NamedSeats(names[one.black], None if one.white is None else names[one.white], one.handicap) for one in rows]


def round_for_imported_pairings(tournament: Tournament) -> Round:
    """Return the next round, for which pairings can be imported now. Raises WrongState if no round can be paired now,
    and in systems that do not pair by score."""
    found = find_next_round(tournament)
    if found is None or found.stage.kind not in BY_SCORE:
        raise WrongState(state=tournament.state)
    return found


def propose_pairings(request: PlayerRequest, tournament_id: int, number: int, wanted: Sequence[NamedSeats]) -> Round:
    """Propose these pairings for the next round, whose number is `number`. Only directors see them until they are
    published. Every player of the round must have one seat.

    Raises NoSuchTournament, NotDirector, WrongState, BadPairings, and OwnGameAffected if the director plays in the
    round (E54).
    """
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        check_state(tournament, TournamentState.RUNNING)
        found = round_for_imported_pairings(tournament)
        if found.number != number:
            raise WrongState(state=tournament.state)
        check_not_own_game(request.player, [entry.player_id for entry in _entries_to_pair(tournament, number)])
        pairings = _checked_pairings(tournament, found, wanted)
        store_proposal(
            found,
            ComputedProposal(
                systems.PairingProposal(pairings, inputs=""), pairing_inputs_id(tournament, found.stage, number)
            ),
        )
        acting.log(tournament, "proposed", round=number, after="OpenGotha / Pairgoth")
        return found


def _checked_pairings(
    tournament: Tournament, found: Round, wanted: Sequence[NamedSeats]
) -> tuple[systems.PairingValue, ...]:
    entries = _entries_to_pair(tournament, found.number)
    by_name = {
        key: entry
        for entry in entries
        for key in (player_key(entry.player.shown_name), player_key(entry.player.username))
    }
    system = pairing_system(tournament, found.stage)
    pairings = tuple(
        systems.PairingValue(
            found.number,
            _entry_id_by_name(by_name, one.black),
            None if one.white is None else _entry_id_by_name(by_name, one.white),
            board,
            systems.EventResult.UNDECIDED, *handicap_and_komi(system, one.handicap),
        )
        for board, one in enumerate(wanted, start=1)
    )  # fmt: skip
    seated = [pk for one in pairings for pk in one.entrants]
    names = {entry.pk: entry.player.username for entry in entries}
    twice = next((pk for pk, seats in Counter(seated).items() if seats > 1), None)
    if twice is not None or any(one.black == one.white for one in pairings):
        raise BadPairings(why="twice", name=names.get(twice or 0, ""))
    missing = next((pk for pk in names if pk not in set(seated)), None)
    if missing is not None:
        raise BadPairings(why="missing", name=names[missing])
    blocked = blocked_pairs(tournament)
    if sum(one.white is None for one in pairings) > 1:
        raise BadPairings(why="pair", sentence=_("There is more than one bye. Pair the round again."))
    if any(one.entrants in blocked for one in pairings):
        raise BadPairings(why="pair")
    return pairings


def _entries_to_pair(tournament: Tournament, number: int) -> list[Entry]:
    """Return the entries to be paired in this round."""
    rows: Iterable[Entry] = tournament.entries.filter(state=EntryState.ENTERED).select_related("player")
    return [entry for entry in rows if number not in entry.skips]


def _entry_id_by_name(by_name: dict[str, Entry], name: str) -> int:
    found = by_name.get(player_key(name))
    if found is None:
        raise BadPairings(why="unknown", name=name[:60])
    return found.pk
