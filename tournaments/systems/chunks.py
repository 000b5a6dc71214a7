"""Split a large field into parts, so that a round can be paired in seconds. More than 600 players are split by score
into parts of 200 (E94)."""

from __future__ import annotations

from .candidates import RoundInput
from .types import EntryId

MOST_AT_ONCE = 600
PART = 200


def split_into_parts(round_: RoundInput, ids: list[EntryId]) -> list[list[EntryId]]:
    """Return the entrants with these ids, split by score into parts of about 200, highest first. The number of entrants
    must be even, and so is that of each part.

    A score group that is larger than a part is distributed over several parts, in which its upper half still meets its
    lower half. In the first round of a Swiss, all entrants are in one such group.
    """
    parts: list[list[EntryId]] = []
    open_: list[EntryId] = []
    for members in _score_groups(round_, ids):
        rest = members
        if len(members) > 2 * PART:
            if len(open_) % 2:
                open_.append(rest.pop(0))
            if open_:
                parts.append(open_)
            odd = [rest.pop()] if len(rest) % 2 else []
            parts.extend(_split_score_group(rest))
            open_ = odd
            continue
        open_ = open_ + rest
        if len(open_) >= PART:
            keep = len(open_) - len(open_) % 2
            parts.append(open_[:keep])
            open_ = open_[keep:]
    if open_:
        parts.append(open_)
    return parts


def _score_groups(round_: RoundInput, ids: list[EntryId]) -> list[list[EntryId]]:
    ordered = sorted(ids, key=lambda id_: (round_.candidates[id_].group, round_.candidates[id_].place))
    groups: dict[int, list[EntryId]] = {}
    for id_ in ordered:
        groups.setdefault(round_.candidates[id_].group, []).append(id_)
    return list(groups.values())


def _split_score_group(members: list[EntryId]) -> list[list[EntryId]]:
    """Return several parts of a score group. `members` is an even number of players, best first. Each part has an even
    number of players from the whole range of the group."""
    count = -(-len(members) // PART)
    half = len(members) // 2
    return [members[:half][first::count] + members[half:][first::count] for first in range(count)]
