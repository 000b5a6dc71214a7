"""Write the result files of the American Go Association (E133).

The source is the AGA's "Qualifications for Rated Games" (usgo.org). A file has the event, the players by number, name
and rank, and a line for each game with White, Black, the winner, the handicap and the komi without its half point.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from tournaments.systems.types import Entrant, EntryId, EventResult, StageData

from .egd import ResultFileEvent, ResultFilePlayer, one_line
from .ranks import rank_text

LAST_NUMBER = 99999
"""The largest of the temporary numbers, which players without an AGA number get in descending order. The AGA itself
gives smaller numbers."""
WINNERS = {EventResult.BLACK_WINS: "b", EventResult.WHITE_WINS: "w"}


def write_aga(field: StageData, facts: ResultFileEvent, people: Mapping[EntryId, ResultFilePlayer]) -> str:
    """Return an AGA result file with all games that were played and have a winner. `people` has the players who allow
    their real names; others appear by username. The caller must check consent."""
    entries = sorted(field.entries, key=lambda one: one.id)
    numbers = _player_numbers(entries, people)
    games = [one for one in field.pairings if one.white is not None and one.result in WINNERS]
    lines = [
        f"TOURNEY {one_line(facts.name)}, {one_line(facts.place)}",
        *(
            f"\t{name}={value}"
            for name, value in (
                ("start", _aga_date(facts.first_day)), ("finish", _aga_date(facts.last_day)), ("rules", facts.rules),
            )
            if value
        ),
        "PLAYERS",
        *(
            "\t".join((numbers[one.id], _player_name(one, people.get(one.id)), rank_text(one.rank).lower()))
            for one in entries
        ),
        "GAMES",
        *(
            f"{numbers[one.white]}\t{numbers[one.black]}\t{WINNERS[one.result]}\t"
            f"{one.handicap if one.handicap > 1 else 0}\t{int(one.komi / 2)}"
            for one in sorted(games, key=lambda one: (one.round, one.board, one.game))
            if one.white is not None
        ),
        "END",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _player_numbers(entries: Iterable[Entrant], people: Mapping[EntryId, ResultFilePlayer]) -> dict[EntryId, str]:
    """Return a number for each entry by id: the player's AGA number, or a temporary number if there is none or an
    earlier entry has the same."""
    found: dict[EntryId, str] = {}
    for entry in entries:
        known = people.get(entry.id)
        if known is not None and known.aga_number and known.aga_number not in found.values():
            found[entry.id] = known.aga_number
    free = (str(number) for number in range(LAST_NUMBER, 0, -1) if str(number) not in set(found.values()))
    return {**found, **{entry.id: next(free) for entry in entries if entry.id not in found}}


def _player_name(entry: Entrant, facts: ResultFilePlayer | None) -> str:
    if facts is None:
        return one_line(entry.name)
    return one_line(", ".join(part for part in (facts.family_name, facts.given_name) if part))


def _aga_date(iso: str) -> str:
    """Return a date in AGA notation, month first; "" for an empty date."""
    if not iso:
        return ""
    day = date.fromisoformat(iso)
    return f"{day.month}/{day.day}/{day.year}"
