"""Small fields for the tests of systems: games from text, and rounds played at random."""

from __future__ import annotations

import random
import re
from dataclasses import replace

from tournaments.systems.pairing import pair_round_by_system
from tournaments.systems.types import (
    Entrant,
    EventResult,
    PairingConstraints,
    PairingValue,
    StageData,
    StageSystem,
    SystemKind,
)

_SIGNS = {
    "+": EventResult.BLACK_WINS, "-": EventResult.WHITE_WINS, "=": EventResult.DRAW, "?": EventResult.UNDECIDED,
    "+!": EventResult.BLACK_BY_DEFAULT, "-!": EventResult.WHITE_BY_DEFAULT, "--": EventResult.BOTH_LOSE,
    "++": EventResult.BOTH_WIN, "void": EventResult.VOID, "struck": EventResult.STRUCK,
}  # fmt: skip


def games(*rounds):
    """Pairings from text, a string a round: "1+2 3=4 5bye 6-7/3" (Black, result, White, handicap)."""
    rows = []
    for round_, text in enumerate(rounds, start=1):
        for board, word in enumerate(text.split(), start=1):
            if word.endswith("bye"):
                rows.append(PairingValue(round_, int(word[:-3]), None, board))
                continue
            word, _, handicap = word.partition("/")
            sign = re.sub(r"^[0-9]+|[0-9]+$", "", word)
            black, white = word.split(sign)
            rows.append(PairingValue(round_, int(black), int(white), board, _SIGNS[sign], int(handicap or 0)))
    return tuple(rows)


def entries(*ranks, **more):
    """Entrants 1, 2, ... of these ranks."""
    return tuple(Entrant(number, rank, name=f"P{number:04}", **more) for number, rank in enumerate(ranks, start=1))


def players(count, seed=1):
    """This many entrants of ranks, ratings and clubs that a seed draws."""
    rng = random.Random(seed)
    return tuple(
        Entrant(number, rng.randrange(10, 38), rng.randrange(900, 2800), f"P{number:04}", rng.choice("abcde"))
        for number in range(1, count + 1)
    )


def played(pairings, rng):
    """Pairings with results that chance gives."""
    wins = (EventResult.BLACK_WINS, EventResult.WHITE_WINS)
    return tuple(one if one.is_bye else replace(one, result=rng.choice(wins)) for one in pairings)


def rounds(system, people, count, seed="seed"):
    """The field after so many rounds that were paired and played by chance."""
    field, rng = StageData(people), random.Random(seed)
    for number in range(1, count + 1):
        proposal = pair_round_by_system(system, field, PairingConstraints(number, seed))
        field = replace(field, pairings=field.pairings + played(proposal.pairings, rng))
    return field


SWISS, MCMAHON = StageSystem(SystemKind.SWISS), StageSystem(SystemKind.MCMAHON)
