"""The pairings of a round (E30, E32 to E37, E83 to E85, E90)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from .candidates import PairingCandidate, RoundInput, round_input
from .canonical import digest
from .chunks import MOST_AT_ONCE, split_into_parts
from .groups import drawn_table_order, group_pairings
from .handicaps import hash_key_of, seated_pairing
from .matching import best_matching
from .round_robin import round_robin_schedule
from .types import (
    EntryId,
    EventResult,
    Pair,
    PairingConstraints,
    PairingProposal,
    PairingValue,
    StageData,
    StageSystem,
    SystemKind,
    SystemRefusal,
)
from .weights import NOT_MET, explain_pair, pair_weight

BYE = -1
"""The id for the seat opposite a bye, used in the matching only; entry ids are not negative."""


class KnockoutNotPairedByRounds(SystemRefusal):
    """Raised if the system is a knockout, whose matches follow from its bracket. Use `knockout.next_pairings`
    instead."""


def pair_round_by_system(system: StageSystem, field: StageData, order: PairingConstraints) -> PairingProposal:
    """Pair a round. The same input gives the same proposal on every machine and in any order of its rows.

    Everyone who plays in the round and has no pairing yet gets one, or the bye if their number is odd. Players whose
    only possible opponents are blocked are in `unpaired`. More than 600 players are paired in parts by score. In a
    round robin, the proposal is the round of the table, drawn by the seed. In groups, it has all games of the round.
    Raises KnockoutNotPairedByRounds.
    """
    match system.kind:
        case SystemKind.SWISS | SystemKind.MCMAHON:
            return _pair_by_weights(system, field, order)
        case SystemKind.ROUND_ROBIN:
            table = round_robin_schedule(drawn_table_order(field.entries, order.seed), system.games_each)
            rows = tuple(one for one in table if one.round == order.round)
        case SystemKind.GROUPS:
            rows = group_pairings(system, field, order)
        case _:
            raise KnockoutNotPairedByRounds(system.kind)
    return _pair_by_table(system, field, (order, rows))


def _pair_by_table(
    system: StageSystem, field: StageData, plan: tuple[PairingConstraints, tuple[PairingValue, ...]]
) -> PairingProposal:
    """Return the round's pairings of a fixed table that are not stored yet and whose players both play. `plan` is the
    constraints and the table's pairings of the round. Blocked pairs are left out."""
    order, rows = plan
    playing = {entry.id for entry in field.entries if entry.plays(order.round)}
    there = {(one.black, one.white) for one in field.pairings if one.round == order.round}
    wanted = [one for one in rows if one.entrants <= playing and (one.black, one.white) not in there]
    return PairingProposal(
        pairings=tuple(replace(one, komi=system.komi) for one in wanted if one.entrants not in order.blocked),
        inputs=pairing_inputs_hash(system, field, order),
        left_out=frozenset(one.entrants for one in wanted) & order.blocked,
    )


def _pair_by_weights(system: StageSystem, field: StageData, order: PairingConstraints) -> PairingProposal:
    waiting = _unpaired_entrants(field, order.round)
    round_ = round_input(system, field, order.round, waiting)
    task = _PairingTask(round_, order, hash_key_of(order.seed))
    pairs, bye = _pair_with_bye(task, waiting)
    rows = _number_boards(task, pairs, _taken_boards(field, order.round))
    if bye is not None:
        rows.append(PairingValue(order.round, black=bye, white=None))
    seated_ids = {id_ for one in rows for id_ in one.entrants}
    return PairingProposal(
        pairings=tuple(rows),
        inputs=pairing_inputs_hash(system, field, order),
        explanations=tuple(explain_pair(round_, one.entrants) for one in rows if not one.is_bye),
        unpaired=tuple(sorted(set(waiting) - seated_ids)),
        given_up=frozenset(one for one in pairs if one in round_.met or one in order.forbidden),
    )


def pairing_inputs_hash(system: StageSystem, field: StageData, order: PairingConstraints) -> str:
    """Return the hash of a proposal's input, which changes with every result, entry, pairing, setting and seed
    (E90)."""
    seen = tuple(one for one in field.pairings if one.round <= order.round)
    return digest(system, field.entries, seen, field.adjustments, order)


def bye_order(round_: RoundInput, seed: str) -> list[EntryId]:
    """Return the players in the order in which they would get the bye: fewest earlier byes first, then lowest score,
    then lowest rank, then a random draw by the seed (E36)."""
    return sorted(round_.candidates, key=lambda id_: (*_bye_sort_key(round_, id_), digest(seed, "bye", id_)))


def _bye_sort_key(round_: RoundInput, id_: EntryId) -> tuple[int, int, int]:
    who = round_.candidates[id_]
    return who.byes, who.score, who.entry.rank


@dataclass(frozen=True, slots=True)
class _PairingTask:
    """The input of pairing a round: its candidates, its constraints, and the hash key of its seed."""

    round: RoundInput
    order: PairingConstraints
    key: bytes


def _unpaired_entrants(field: StageData, round_: int) -> list[EntryId]:
    fixed = {
        id_
        for one in field.pairings
        if one.round == round_ and one.result is not EventResult.STRUCK
        for id_ in one.entrants
    }
    return sorted(entry.id for entry in field.entries if entry.plays(round_) and entry.id not in fixed)


def _taken_boards(field: StageData, round_: int) -> set[int]:
    return {one.board for one in field.pairings if one.round == round_}


def _pair_with_bye(task: _PairingTask, waiting: list[EntryId]) -> tuple[frozenset[Pair], EntryId | None]:
    """Return the pairs, and the player with the bye. This is the first player in bye order; among players with equally
    few byes, equal score and equal rank, the one whose bye leaves the best pairing. If the others then cannot be
    paired, the matching chooses a player as early in bye order as possible."""
    if len(waiting) % 2 == 0:
        return _pair_all(task, waiting), None
    turns = bye_order(task.round, task.order.seed)
    pairs, bye = _pair_with_first_bye(task, waiting, turns)
    if bye is not None and 2 * len(pairs) + 1 == len(waiting) and not pairs & task.order.forbidden:
        return pairs, bye
    return _pair_with_any_bye(task, waiting, turns)


def _pair_with_first_bye(
    task: _PairingTask, waiting: list[EntryId], turns: list[EntryId]
) -> tuple[frozenset[Pair], EntryId | None]:
    equal = [id_ for id_ in turns if _bye_sort_key(task.round, id_) == _bye_sort_key(task.round, turns[0])]
    if len(equal) == 1 or len(waiting) > MOST_AT_ONCE:
        return _pair_all(task, [id_ for id_ in waiting if id_ != turns[0]]), turns[0]
    pairs = (one for one in _allowed_pairs(task, waiting) if one not in task.order.forbidden)
    byes = {frozenset({id_, BYE}): 0 for id_ in equal}
    return _split_off_bye(best_matching(_pair_weights(task, pairs) | byes, task.key))


def _pair_all(task: _PairingTask, ids: list[EntryId]) -> frozenset[Pair]:
    """Return pairs of an even number of entrants. Large fields are paired in parts, or all together if the parts cannot
    be paired without repeating a pair. Forbidden pairs are used only if the field cannot be paired otherwise."""
    if len(ids) > MOST_AT_ONCE:
        parts = [_best_unforbidden_pairs(task, part) for part in split_into_parts(task.round, ids)]
        pairs = frozenset[Pair]().union(*parts)
        if 2 * len(pairs) == len(ids) and not any(one in task.round.met for one in pairs):
            return pairs
    pairs = _best_unforbidden_pairs(task, ids)
    if 2 * len(pairs) < len(ids) and task.order.forbidden:
        return best_matching(
            _weights_avoiding_forbidden(task, _pair_weights(task, _allowed_pairs(task, ids))), task.key
        )
    return pairs


def _best_unforbidden_pairs(task: _PairingTask, ids: Iterable[EntryId]) -> frozenset[Pair]:
    pairs = (one for one in _allowed_pairs(task, ids) if one not in task.order.forbidden)
    return best_matching(_pair_weights(task, pairs), task.key)


def _allowed_pairs(task: _PairingTask, ids: Iterable[EntryId]) -> Iterator[Pair]:
    return (pair for pair in map(frozenset, combinations(ids, 2)) if pair not in task.order.blocked)


def _pair_weights(task: _PairingTask, pairs: Iterable[Pair]) -> dict[Pair, int]:
    return {pair: pair_weight(task.round, *_candidates_of(task.round, pair)) for pair in pairs}


def _weights_avoiding_forbidden(task: _PairingTask, weights: dict[Pair, int]) -> dict[Pair, int]:
    """Return the weights, increased for all pairs that are not forbidden. A best matching then has as few forbidden
    pairs as possible and, among such matchings, as few repeated pairs as possible."""
    allowed = NOT_MET * (len(task.round.candidates) + 2)
    return {pair: value + (0 if pair in task.order.forbidden else allowed) for pair, value in weights.items()}


def _pair_with_any_bye(
    task: _PairingTask, waiting: list[EntryId], turns: list[EntryId]
) -> tuple[frozenset[Pair], EntryId | None]:
    weights = _weights_avoiding_forbidden(task, _pair_weights(task, _allowed_pairs(task, waiting)))
    allowed = NOT_MET * (len(waiting) + 2)
    for turn, id_ in enumerate(reversed(turns)):
        weights[frozenset({id_, BYE})] = allowed + NOT_MET * (1 + turn)
    return _split_off_bye(best_matching(weights, task.key))


def _split_off_bye(found: frozenset[Pair]) -> tuple[frozenset[Pair], EntryId | None]:
    byes = [id_ for pair in found if BYE in pair for id_ in pair if id_ != BYE]
    return frozenset(pair for pair in found if BYE not in pair), byes[0] if byes else None


def _candidates_of(round_: RoundInput, pair: Pair) -> tuple[PairingCandidate, PairingCandidate]:
    low, high = sorted(pair)
    return round_.candidates[low], round_.candidates[high]


def _number_boards(task: _PairingTask, pairs: frozenset[Pair], taken: set[int]) -> list[PairingValue]:
    """Return the pairings with colours, highest score first, and with unused board numbers from 1."""

    def key(pair: Pair) -> list[tuple[int, int]]:
        return sorted((who.group, who.place) for who in _candidates_of(task.round, pair))

    boards = (board for board in range(1, len(pairs) + len(taken) + 1) if board not in taken)
    rows = []
    for board, pair_ in zip(boards, sorted(pairs, key=key), strict=False):
        row = seated_pairing(task.round.system, task.order.seed, *_candidates_of(task.round, pair_))
        rows.append(replace(row, round=task.order.round, board=board))
    return rows
