"""Compute how a change of a proposed round would affect the pairing's criteria, before a director makes the change
(E123)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from accounts.models import Player
from tournaments.access import director_role, tournament_for
from tournaments.errors import BadActInput, NotDirector, PairingsChanged, WrongState
from tournaments.models import Pairing, RoundState
from tournaments.systems.candidates import RoundInput as Weighed
from tournaments.systems.candidates import round_input
from tournaments.systems.handicaps import handicap_stones
from tournaments.systems.types import PairingConstraints
from tournaments.systems.weights import count_repeated_floats

from .changing import (
    ProposalEdit,
    check_not_blocked,
    pairings_with_loaded_players,
    player_ids_in,
    set_handicaps,
    swap_players,
)
from .fixing import pair_players
from .proposing import PairingInputs, pairing_inputs
from .rows import check_not_own_game


class PairingCriterion(StrEnum):
    """The criteria of a round's pairings, the most important first. The names are part of the API."""

    REPEATED = "repeated"
    FORBIDDEN = "forbidden"
    SCORE = "score"
    FAMILY = "family"
    CLUB = "club"
    CLUB_GROUP = "club_group"
    FLOATS = "floats"
    COLORS = "colors"
    HANDICAP = "handicap"
    BYE = "bye"


CHANGES = {"swap": swap_players, "fix": pair_players}
"""The actions that change a proposal, with their functions, which change pairings without saving them."""
Seats = list[tuple[int, int | None, int]]
"""Black, White (None for a bye) and handicap of each pairing."""


@dataclass(frozen=True, slots=True)
class CriterionChange:
    """The value of a pairing criterion in the proposal and after the change. Lower is better."""

    criterion: PairingCriterion
    before: int
    after: int


def compare_proposal_costs(player: Player, tournament_id: int, act: str, wanted: ProposalEdit) -> list[CriterionChange]:
    """Return how the action `swap` or `fix` would change the proposed round, by criterion. Nothing is stored.

    The criteria are repeated pairings, pairs that directors keep apart, whole points between opponents, pairs of one
    family, of one club and of clubs in one group, players who meet a higher or lower score group again, colour
    imbalance, the sum of handicaps, and earlier byes of the player with the bye. Raises NoSuchTournament, NotDirector,
    WrongState, PairingsChanged, BadActInput, OwnGameAffected.
    """
    tournament = tournament_for(player, tournament_id)
    if director_role(player, tournament) is None:
        raise NotDirector
    found = tournament.rounds.filter(state=RoundState.PROPOSED).select_related("stage").first()
    if found is None:
        raise WrongState(state=tournament.state)
    if found.proposal != wanted.proposal:
        raise PairingsChanged(proposal=found.proposal)
    if act not in CHANGES:
        raise BadActInput(field="act")
    pairings = pairings_with_loaded_players(found)
    before = _seat_tuples(pairings)
    changed = CHANGES[act](tournament, found.stage, pairings, wanted)
    check_not_own_game(player, player_ids_in(changed))
    inputs = pairing_inputs(tournament, found.stage, found.number)
    check_not_blocked(inputs[2].blocked, changed)
    set_handicaps(inputs, changed)
    return _compare_costs(inputs, before, _seat_tuples(pairings))


def _seat_tuples(pairings: Iterable[Pairing]) -> Seats:
    return [(one.black_id, one.white_id, one.handicap) for one in pairings]


def _compare_costs(inputs: PairingInputs, seats: Seats, changed: Seats) -> list[CriterionChange]:
    system, field, order = inputs
    ids = {pk for black, white, _handicap in seats for pk in (black, white) if pk is not None}
    round_ = round_input(system, field, order.round, ids)
    before, after = _cost_values(round_, order, seats), _cost_values(round_, order, changed)
    return [CriterionChange(one, before[one], after[one]) for one in PairingCriterion]


def _cost_values(round_: Weighed, order: PairingConstraints, rows: Seats) -> Counter[PairingCriterion]:
    found: Counter[PairingCriterion] = Counter()
    for black, white, handicap in rows:
        one = round_.candidates[black]
        if white is None:
            found[PairingCriterion.BYE] += one.byes
            continue
        other, pair = round_.candidates[white], frozenset((black, white))
        found[PairingCriterion.REPEATED] += round_.met[pair] > 0
        found[PairingCriterion.FORBIDDEN] += pair in order.forbidden
        found[PairingCriterion.SCORE] += abs(one.score - other.score)
        found[PairingCriterion.FAMILY] += one.entry.family == other.entry.family != ""
        is_one_club = one.entry.club == other.entry.club != ""
        found[PairingCriterion.CLUB] += is_one_club
        found[PairingCriterion.CLUB_GROUP] += not is_one_club and one.club_group == other.club_group != ""
        found[PairingCriterion.FLOATS] += count_repeated_floats(one, other)
        found[PairingCriterion.HANDICAP] += handicap_stones(round_.system, one, other)
        turn = 0 if handicap else 1
        found[PairingCriterion.COLORS] += abs(one.whites - turn) + abs(other.whites + turn)
    return found


__all__ = ["CHANGES", "CriterionChange", "PairingCriterion", "compare_proposal_costs"]
