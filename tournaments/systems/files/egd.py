"""Results in the format of the European Go Database, `.h9` (E97). Correspondence games are of class D, which is
unrated there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.systems.standings import criteria
from tournaments.systems.types import UNITS, Criterion, Entry, EntryId, Field, System

from .columns import number_text, table
from .ranks import rank_text

_HEADS = {Criterion.POINTS: "NBW", Criterion.DIRECT: "SDC", Criterion.RANK: "RNK", Criterion.RATING: "RTG"}


@dataclass(frozen=True, slots=True)
class EventFacts:
    """The facts about an event that a file needs in addition to its games. Dates are ISO, time is in minutes."""

    name: str
    place: str = ""
    country: str = ""
    first_day: str = ""
    last_day: str = ""
    minutes: int = 0
    comment: str = ""


def write_h9(system: System, field: Field, facts: EventFacts, pins: Mapping[EntryId, str] | None = None) -> str:
    """Return the `.h9` table as text. Names are written as in the entries and PINs as given; the caller must know
    whether the players agreed."""
    found = table(system, field)
    by_id = {entry.id: entry for entry in field.entries}
    heads = " ".join(f"{_HEADS.get(one, one.value.upper()):>6}" for one in criteria(system))
    rows = [*_header(system, facts), f"; Pl Name{' ' * 28}Rk  Co Club {heads}"]
    for at, line in enumerate(found.lines, start=1):
        id_ = line.entry
        values = " ".join(f"{number_text(value, UNITS.get(one, 2)):>6}" for one, value in line.values.items())
        cells = " ".join(f"{cell:>8}" for cell in found.cells[id_])
        pin = f" |{_digits(pins[id_])}" if pins and id_ in pins else ""
        rows.append(f"{at:>4} {_who(by_id[id_])} {values} {cells}{pin}".rstrip())
    return "\n".join(rows) + "\n"


def _who(entry: Entry) -> str:
    rank, country, club = rank_text(entry.rank), _word(entry.country, 2), _word(entry.club, 4)
    return f"{_name(entry.name):<32}{rank:>3} {country} {club}"


def _header(system: System, facts: EventFacts) -> list[str]:
    fields = {
        "CL": "D",
        "EV": facts.name,
        "PC": ", ".join(part for part in (facts.country, facts.place) if part),
        "DT": f"{facts.first_day},{facts.last_day}",
        "HA": f"h{system.handicaps.reduction}" if system.handicaps else "",
        "KM": number_text(system.komi, 2),
        "TM": str(facts.minutes),
        "CM": facts.comment,
    }
    return [f"; {key}[{_one_line(value)}]" for key, value in fields.items() if value]


def _one_line(text: str) -> str:
    """Return the text without characters that would end a line or the bracket."""
    return " ".join(re.sub(r"[\x00-\x1f\x7f\[\]]+", " ", text).split())


def _name(text: str) -> str:
    """Return surname and first name as two words; further words are joined, a missing one becomes a dash."""
    words = re.sub(r"[^\w'.-]+", " ", text).split() or ["-"]
    return f"{words[0]} {'_'.join(words[1:]) or '-'}"


def _word(text: str, length: int) -> str:
    return (re.sub(r"\W+", "", text)[:length] or "-").ljust(length)


def _digits(text: str) -> str:
    return re.sub(r"\D+", "", text)
