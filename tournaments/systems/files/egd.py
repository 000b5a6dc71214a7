"""Write results in the `.h9` format of the European Go Database (E97). Correspondence games are class D, which is
unrated there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.systems.standings import criteria_of_table
from tournaments.systems.types import UNITS, Criterion, Entrant, EntryId, StageData, StageSystem

from .columns import cross_table, halves_or_quarters_text
from .ranks import rank_text

_HEADS = {Criterion.POINTS: "NBW", Criterion.DIRECT: "SDC", Criterion.RANK: "RNK", Criterion.RATING: "RTG"}
_SIGNS = "'’.-"
"""Signs that are part of a word in a name."""
_JOINING = "_\u200c\u200d"


@dataclass(frozen=True, slots=True)
class ResultFileEvent:
    """The data about an event for a result file, without its games. Dates are in ISO format. `minutes` is the adjusted
    time and `main_minutes` the main time. `rules` has the AGA's name for the rule set."""

    name: str
    place: str = ""
    country: str = ""
    first_day: str = ""
    last_day: str = ""
    minutes: int = 0
    comment: str = ""
    main_minutes: int = 0
    rules: str = ""
    size: int = 19


@dataclass(frozen=True, slots=True)
class ResultFilePlayer:
    """The real name of a player who allows its use, with country, club and federation numbers. All except the family
    name may be ""."""

    family_name: str
    given_name: str = ""
    country: str = ""
    club: str = ""
    egd_pin: str = ""
    aga_number: str = ""
    ffg_licence: str = ""

    @property
    def words(self) -> str:
        """Return family name and given name, each as one word."""
        return f"{_one_word(self.family_name)} {_one_word(self.given_name)}"


def write_h9(
    system: StageSystem,
    field: StageData,
    facts: ResultFileEvent,
    people: Mapping[EntryId, ResultFilePlayer] | None = None,
) -> str:
    """Return an `.h9` file. `people` has the players who allow their names and PINs; others appear by the names of
    their entries. The caller must check consent."""
    known = people or {}
    found = cross_table(system, field)
    by_id = {entry.id: entry for entry in field.entries}
    heads = " ".join(f"{_HEADS.get(one, one.value.upper()):>6}" for one in criteria_of_table(system))
    rows = [*_h9_header_lines(system, facts), f"; Pl Name{' ' * 28}Rk  Co Club {heads}"]
    for at, line in enumerate(found.lines, start=1):
        id_ = line.entry
        values = " ".join(
            f"{halves_or_quarters_text(value, UNITS.get(one, 2)):>6}" for one, value in line.values.items()
        )
        cells = " ".join(f"{cell:>8}" for cell in found.cells[id_])
        pin = f" |{known[id_].egd_pin}" if id_ in known and known[id_].egd_pin else ""
        rows.append(f"{at:>4} {_player_columns(by_id[id_], known.get(id_))} {values} {cells}{pin}".rstrip())
    return "\n".join(rows) + "\n"


def _player_columns(entry: Entrant, facts: ResultFilePlayer | None) -> str:
    rank, name = rank_text(entry.rank), two_word_name(entry.name) if facts is None else facts.words
    country, club = (entry.country, entry.club) if facts is None else (facts.country, facts.club)
    return f"{name:<32}{rank:>3} {_padded_word(country, 2)} {_padded_word(club, 4)}"


def _h9_header_lines(system: StageSystem, facts: ResultFileEvent) -> list[str]:
    fields = {
        "CL": "D",
        "EV": facts.name,
        "PC": ", ".join(part for part in (facts.country, facts.place) if part),
        "DT": f"{facts.first_day},{facts.last_day}",
        "HA": f"h{system.handicaps.reduction}" if system.handicaps else "",
        "KM": halves_or_quarters_text(system.komi, 2),
        "TM": str(facts.minutes),
        "CM": facts.comment,
    }
    return [f"; {key}[{one_line(value)}]" for key, value in fields.items() if value]


def one_line(text: str) -> str:
    """Return the text on one line, without control characters and square brackets, which would end a header field."""
    return " ".join(re.sub(r"[\x00-\x1f\x7f\[\]]+", " ", text).split())


def two_word_name(text: str) -> str:
    """Return a player's name as a family name and a given name, separated by a space. Further words are joined to the
    given name, and a missing word becomes a dash."""
    words = name_words(text, _SIGNS) or ["-"]
    return f"{words[0]} {'_'.join(words[1:]) or '-'}"


def _padded_word(text: str, length: int) -> str:
    return ("".join(name_words(text))[:length] or "-").ljust(length)


def _one_word(text: str) -> str:
    """Return a part of a name as one word, or a dash if it is empty."""
    return "_".join(name_words(text, _SIGNS)) or "-"


def name_words(text: str, signs: str = "") -> list[str]:
    """Return the words of a name, with the letters, marks and joiners of every script, digits and these signs."""
    plain = unicodedata.normalize("NFC", text)
    return "".join(c if c.isalnum() or c in _JOINING + signs or _is_combining_mark(c) else " " for c in plain).split()


def _is_combining_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")
