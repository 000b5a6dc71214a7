"""The weight of a pair, as the sum of OpenGotha's terms in whole numbers (E84)."""

from __future__ import annotations

from .candidates import PairingCandidate, RoundInput
from .handicaps import handicap_stones
from .types import FloatersFrom, Pair, PairingExplanation, ScoreGroupPairing, WeightTerm

NOT_MET = 5 * 10**14
SCORE = 10**11
DRAWN = 10**8
SEEDING = 5 * 10**6
COLORS = 10**6
_CLUB_STEPS, _GROUP_STEPS = 410, 200
"""The weights of being in different clubs, and in different clubs of one group, in hundredths of a point
(OpenGotha)."""


NAMES = ("not_met", "score", "drawn", "seeding", "colors", "club")


def weight_terms(round_: RoundInput, one: PairingCandidate, other: PairingCandidate) -> tuple[int, ...]:
    """Return the terms of this pair, in the order of NAMES."""
    return (
        0 if frozenset((one.entry.id, other.entry.id)) in round_.met else NOT_MET,
        nearness_value(SCORE, abs(one.score - other.score), round_.scores),
        _cross_group_term(round_, one, other),
        _seeding_term(round_, one, other) if one.group == other.group else 0,
        _color_term(round_, one, other),
        _club_term(round_, one, other),
    )


def pair_weight(round_: RoundInput, one: PairingCandidate, other: PairingCandidate) -> int:
    """Return the sum of the pair's terms, including the term for families; at least 1."""
    return 1 + sum(weight_terms(round_, one, other)) + _family_term(round_, one, other)


def pair_reasons(round_: RoundInput, one: PairingCandidate, other: PairingCandidate) -> tuple[WeightTerm, ...]:
    """Return the terms with their names and largest values. The term for families is left out, because reasons are
    public."""
    most = (NOT_MET, SCORE, DRAWN, SEEDING, COLORS, round_.system.club_weight)
    return tuple(WeightTerm(*row) for row in zip(NAMES, weight_terms(round_, one, other), most, strict=True))


def explain_pair(round_: RoundInput, pair: Pair) -> PairingExplanation:
    """Return the terms of this pair's weight, as the public reasons why the two players were paired (E85)."""
    one, other = (round_.candidates[id_] for id_ in sorted(pair))
    return PairingExplanation(pair, pair_reasons(round_, one, other))


def nearness_value(most: int, distance: int, range_: int) -> int:
    """Return most (1 - x)(1 + x/2) for x = distance / range, where x is at most 1. The value falls slowly at first, and
    is 0 at the full range."""
    distance = min(distance, range_)
    return most * (range_ - distance) * (2 * range_ + distance) // (2 * range_ * range_)


def _cross_group_term(round_: RoundInput, one: PairingCandidate, other: PairingCandidate) -> int:
    """Return the term for a pair from different score groups, 0 for a pair from one group.

    The term is larger if both players are in the part of their groups that the system prefers for this (`drawn_down`,
    `drawn_up`). It is also larger if the players were not paired in the same direction before, or were paired more
    often in the other direction.
    """
    if one.group == other.group:
        return 0
    upper, lower = (one, other) if one.group < other.group else (other, one)
    again = count_repeated_floats(one, other)
    mends = (upper.ups > upper.downs) + (lower.downs > lower.ups)
    fifth = DRAWN // 5
    system = round_.system
    places = _place_fit(upper, fifth // 2, system.drawn_down) + _place_fit(lower, fifth // 2, system.drawn_up)
    return places + fifth * (2 - again + (mends if again < 2 else 0))


def count_repeated_floats(one: PairingCandidate, other: PairingCandidate) -> int:
    """Return how many of two players from different score groups would leave their group in the same direction as in an
    earlier round: the player of the higher group downwards, the other one upwards. Return 0 for players of one
    group."""
    if one.group == other.group:
        return 0
    upper, lower = (one, other) if one.group < other.group else (other, one)
    return (upper.downs > 0) + (lower.ups > 0)


def _place_fit(candidate: PairingCandidate, most: int, wanted: FloatersFrom) -> int:
    """Return how well a player's place in the score group fits the wanted part of the group, from 0 to `most`."""
    fits = {
        FloatersFrom.TOP: candidate.size - 1 - candidate.place,
        FloatersFrom.MIDDLE: candidate.size - 1 - abs(2 * candidate.place - candidate.size + 1),
        FloatersFrom.BOTTOM: candidate.place,
    }
    return most * fits[wanted] // candidate.size


def _seeding_term(round_: RoundInput, one: PairingCandidate, other: PairingCandidate) -> int:
    """Return the term for a pair within a score group: largest if the upper half meets the lower half, in order (slip)
    or from both ends (fold)."""
    early = round_.number <= round_.system.seeding_rounds
    if (round_.system.seeding if early else round_.system.later_seeding) is ScoreGroupPairing.SPLIT_AND_SLIP:
        off, size = 2 * abs(one.place - other.place) - one.size, one.size
    else:
        off, size = one.place + other.place - (one.size - 1), one.size - 1
    return SEEDING - SEEDING * off * off // (size * size)


def _color_term(round_: RoundInput, one: PairingCandidate, other: PairingCandidate) -> int:
    """Return the term for colours in even games: the full value for opposite colour balances, half if one balance is 0
    and the other at least two."""
    if one.whites * other.whites < 0:
        worth = COLORS
    elif min(abs(one.whites), abs(other.whites)) == 0 and max(abs(one.whites), abs(other.whites)) >= 2:
        worth = COLORS // 2
    else:
        return 0
    return 0 if handicap_stones(round_.system, one, other) else worth


def _club_term(round_: RoundInput, one: PairingCandidate, other: PairingCandidate) -> int:
    """Return the term for clubs. Players of different clubs are preferred, even if their scores differ by up to about
    four points. Clubs do not matter between two players of the top group or from 1d."""
    steps = _CLUB_STEPS
    if one.entry.club == other.entry.club != "":
        steps = 0
    elif one.club_group == other.club_group != "":
        # OpenGotha has no limit, so that its groups do not matter in the first rounds of a Swiss
        steps = min(_GROUP_STEPS, 50 * round_.scores)
    return _separation_term(round_, (one, other), round_.system.club_weight, steps)


def _family_term(round_: RoundInput, one: PairingCandidate, other: PairingCandidate) -> int:
    """Return the term for families, which follows the same rule as the term for clubs (E141)."""
    steps = 0 if one.entry.family == other.entry.family != "" else _CLUB_STEPS
    return _separation_term(round_, (one, other), round_.system.family_weight, steps)


def _separation_term(round_: RoundInput, pair: tuple[PairingCandidate, PairingCandidate], most: int, steps: int) -> int:
    """Return the term of a pair for a rule that keeps some players apart. `steps` is 0 for a pair that the rule keeps
    apart, and the term is then 0. Otherwise the term is worth as much as `steps` hundredths of a point between the
    scores, at most `most`. It is nearer to `most` if one of the players is exempt from the rule, and equal to `most` if
    both are."""
    free = sum(one.free for one in pair)
    apart = most - nearness_value(most, steps, 100 * round_.scores)
    return (apart, (apart + most) // 2, most)[free]
