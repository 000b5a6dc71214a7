"""Changes of proposed pairings by directors (E20, E35, E85)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.services.idempotency import PlayerRequest
from tournaments.errors import BadActInput, NotInThisRound, WrongState
from tournaments.models import Entry, Pairing, Round, Stage, Tournament
from tournaments.models.tournament_options import BY_SCORE
from tournaments.systems import types as systems
from tournaments.systems.candidates import round_input
from tournaments.systems.handicaps import seated_pairing

from .proposing import PairingInputs, blocked_pairs, locked_proposal, pairing_inputs, proposal_id_of
from .rows import check_not_own_game, lock_for_director


@dataclass(frozen=True, slots=True)
class ProposalEdit:
    """Two players to be swapped, or to be paired with each other, in a proposal. `one` and `other` are player ids.
    `proposal` identifies the proposal that the director saw."""

    one: int
    other: int
    proposal: str


Change = Callable[[Tournament, Stage, list[Pairing], ProposalEdit], list[Pairing]]
"""A function that changes pairings as a director wants, without saving them. It returns the changed pairings."""


def swap_players_in_proposal(request: PlayerRequest, tournament_id: int, wanted: ProposalEdit) -> Round:
    """Swap two players in a proposal; in groups, all their games are swapped.

    In sections use `staging.exchange_sections` instead. The table of a round robin cannot be changed. Raises
    NotDirector, WrongState, PairingsChanged, BadActInput, OwnGameAffected.
    """
    return edit_proposal(request, tournament_id, wanted, ("swapped", swap_players))


def edit_proposal(
    request: PlayerRequest, tournament_id: int, wanted: ProposalEdit, named_change: tuple[str, Change]
) -> Round:
    """Change a round's proposed pairings by hand, log the change, and return the round. `named_change` is the action's
    name in the log and the function that changes the pairings. Raises NotDirector, WrongState, PairingsChanged,
    BadActInput, OwnGameAffected, and the errors of that function."""
    logged, change = named_change
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        found = locked_proposal(tournament, wanted.proposal)
        pairings = pairings_with_loaded_players(found)
        texts = {one.pk: pairing_text(one) for one in pairings}
        changed = change(tournament, found.stage, pairings, wanted)
        before, after = ", ".join(texts[one.pk] for one in changed), ", ".join(map(pairing_text, changed))
        check_not_own_game(request.player, player_ids_in(changed))
        check_not_blocked(blocked_pairs(tournament), changed)
        save_edited_pairings(tournament, found, changed)
        found.proposal = proposal_id_of(found)
        found.save(update_fields=["proposal"])
        acting.log(tournament, logged, round=found.number, before=before, after=after)
        return found


def pairings_with_loaded_players(round_: Round) -> list[Pairing]:
    """Return the pairings of a round with their players loaded."""
    return list(Pairing.objects.filter(round=round_).select_related("black__player", "white__player").order_by("board"))


def swap_players(tournament: Tournament, stage: Stage, pairings: list[Pairing], wanted: ProposalEdit) -> list[Pairing]:
    """Swap two players in these pairings, without saving. Return the changed pairings. Raises WrongState,
    BadActInput."""
    if stage.kind not in BY_SCORE:
        raise WrongState(state=tournament.state)
    entries = {entry.player_id: entry for one in pairings for entry in (one.black, one.white) if entry is not None}
    if wanted.one == wanted.other or not {wanted.one, wanted.other} <= set(entries):
        raise NotInThisRound(field="player")
    turned: dict[Entry | None, Entry] = {
        entries[wanted.one]: entries[wanted.other],
        entries[wanted.other]: entries[wanted.one],
    }
    changed = [one for one in pairings if turned.keys() & {one.black, one.white}]
    for one in changed:
        one.black, one.white = turned.get(one.black, one.black), turned.get(one.white, one.white)
    return changed


def player_ids_in(pairings: list[Pairing]) -> list[int | None]:
    """Return the ids of the players in these pairings. A bye has only one player."""
    return [entry.player_id for one in pairings for entry in (one.black, one.white) if entry is not None]


def check_not_blocked(blocked: Collection[systems.Pair], pairings: list[Pairing]) -> None:
    """Raise BadActInput if two paired players have blocked each other (E85)."""
    if any(frozenset((one.black_id, one.white_id)) in blocked for one in pairings if one.white_id is not None):
        raise BadActInput(
            field="other",
            sentence=_("These players have blocked each other, so they can't be paired. Choose another pairing."),
        )


def save_edited_pairings(tournament: Tournament, round_: Round, pairings: list[Pairing]) -> None:
    """Store these pairings, which a director has changed, and compute their handicaps. With a handicap the weaker
    player gets Black (E35).

    White is first removed from all of them, because the database does not allow two pairings of the same players.
    """
    Pairing.objects.filter(pk__in=[one.pk for one in pairings]).update(white=None)
    rows = {one.pk: one for one in pairings}.values()
    inputs = pairing_inputs(tournament, round_.stage, round_.number)
    set_handicaps(inputs, [one for one in rows if one.white is not None])
    for one in rows:
        one.reasons = [{"name": "director", "weight": 1, "most": 1}]
        one.save(update_fields=["black", "white", "reasons", "handicap", "komi"])


def set_handicaps(inputs: PairingInputs, pairings: list[Pairing]) -> None:
    """Set handicap and komi of these pairings, without saving. With a handicap the weaker player gets Black; otherwise
    colours do not change (E35)."""
    system, field, order = inputs
    ids = [entry.pk for one in pairings for entry in (one.black, one.white) if entry is not None]
    candidates = round_input(system, field, order.round, ids).candidates if system.handicaps else {}
    for one in pairings:
        one.handicap, one.komi = 0, system.komi
        if one.white is None or not candidates:
            continue
        row = seated_pairing(system, order.seed, candidates[one.black_id], candidates[one.white_id or 0])
        if row.handicap:
            if row.black == one.white_id:
                one.black, one.white = one.white, one.black
            one.handicap, one.komi = row.handicap, row.komi


def pairing_text(pairing: Pairing) -> str:
    """Return the names of the two players as text for the log."""
    white = "-" if pairing.white is None else pairing.white.player.username
    return f"{pairing.black.player.username} - {white}"
