"""Handicap and colours of a pairing (E22, E35)."""

from __future__ import annotations

import hashlib

from .candidates import PairingCandidate
from .types import EntryId, PairingValue, StageSystem

HALF_A_POINT = 1
"""Komi with a handicap, in halves."""
POINT = 2
"""A point of komi, in halves."""
NO_STONE = 1
"""The handicap of a game that only its komi makes even."""


def handicap_stones(system: StageSystem, one: PairingCandidate, other: PairingCandidate) -> int:
    """Return the handicap between two players in either order; 0 if the event has no handicaps."""
    return abs(_signed_handicap(system, one, other))


def seated_pairing(system: StageSystem, seed: str, one: PairingCandidate, other: PairingCandidate) -> PairingValue:
    """Return the pairing of two candidates with colours, handicap and komi. The caller must set round and board.

    With a handicap the weaker player has Black, and gets stones or reduced komi (E139). Without one, Black goes to the
    player who has had Black less often in even games. If equal, it goes to the player who had White in their last even
    game, or is drawn by the seed.
    """
    signed = _signed_handicap(system, one, other)
    if signed:
        black, white = (other, one) if signed > 0 else (one, other)
        size, komi = handicap_and_komi(system, abs(signed))
        return PairingValue(0, black.entry.id, white.entry.id, handicap=size, komi=komi)
    black, white = (one, other) if _takes_black_in_even_game(seed, one, other) else (other, one)
    return PairingValue(0, black.entry.id, white.entry.id, komi=system.komi)


def handicap_and_komi(system: StageSystem, handicap: int) -> tuple[int, int]:
    """Return stones and komi (in halves) of a game with a handicap of this size, which is 0 for an even game. If the
    event has handicaps by komi, there are no stones (E139)."""
    if not handicap:
        return 0, system.komi
    if system.handicaps is not None and system.handicaps.points:
        return NO_STONE, system.komi - POINT * system.handicaps.points[min(handicap, system.handicaps.most)]
    return handicap, HALF_A_POINT


def _signed_handicap(system: StageSystem, one: PairingCandidate, other: PairingCandidate) -> int:
    """Return the handicap, which is positive if `one` is the stronger player and gives it."""
    rule = system.handicaps
    if rule is None:
        return 0
    by_score = rule.by_score and system.starts_by_rank
    high, low = (min(who.score if by_score else who.entry.rank, rule.threshold) for who in (one, other))
    size = min(max(abs(high - low) - rule.reduction, 0), rule.most)
    return size if high > low else -size


def _takes_black_in_even_game(seed: str, one: PairingCandidate, other: PairingCandidate) -> bool:
    if one.whites != other.whites:
        return one.whites > other.whites
    if one.last_white is not other.last_white and None not in (one.last_white, other.last_white):
        return one.last_white is True
    return gets_black_by_lot(seed, one.entry.id, other.entry.id)


def gets_black_by_lot(seed: str, one: EntryId, other: EntryId) -> bool:
    """Return whether `one` has Black by a draw, whose result does not depend on the order of the two players."""
    low, high = sorted((one, other))
    bit = hashlib.blake2b(f"{low}:{high}:black".encode(), key=hash_key_of(seed)).digest()[0] % 2
    return (one == low) == bool(bit)


def hash_key_of(seed: str) -> bytes:
    """Return a seed of any length as a key for keyed hashes, which have a maximum key length."""
    return hashlib.sha256(seed.encode()).digest()
