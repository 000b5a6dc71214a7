"""Write the `.tou` result files of the Fédération Française de Go (E133).

The format is the one that OpenGotha and Pairgoth export for the FFG: a header of `;name=value` lines, and a line with
fixed columns for each player. The federation rates every game in the file, so games that were not played are left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from tournaments.systems.types import Entrant, EntryId, StageData, StageSystem

from .columns import cross_table, number_text
from .egd import EventFacts, PlayerFacts, one_line, two_word_name
from .ranks import rank_text

NAME, CLUB = 25, 4
"""The widths of the columns of name and club, in characters."""
_NOT_PLAYED = re.compile(r"\d+([-+=?])(!.*|/.*)")


def write_tou(system: StageSystem, field: StageData, facts: EventFacts, people: Mapping[EntryId, PlayerFacts]) -> str:
    """Return a `.tou` file with the players in the order of the standings. `people` has the players who allow their
    names. The caller must check consent."""
    found = cross_table(system, field)
    by_id = {entry.id: entry for entry in field.entries}
    head = {
        "name": re.sub(r"\W+", "-", facts.name).strip("-").lower(),
        "date": _ffg_date(facts.first_day),
        "vill": facts.place,
        "comm": facts.name,
        "prog": "Igo",
        "time": str(facts.main_minutes),
        "ta": str(facts.minutes),
        "size": str(facts.size),
        "komi": number_text(system.komi, 2),
    }
    rows = [f";{key}={one_line(value)}" for key, value in head.items()]
    rows += [f"; {one_line(facts.comment)}", ";Num Nom Prenom               Niv Licence Club"]
    for at, line in enumerate(found.lines, start=1):
        cells = "".join(f"{_ffg_cell(cell):>8}" for cell in found.cells[line.entry])
        rows.append(f"{at:>4} {_player_columns(by_id[line.entry], people.get(line.entry))}{cells}")
    return "\n".join(rows) + "\n"


def _player_columns(entry: Entrant, known: PlayerFacts | None) -> str:
    name = two_word_name(entry.name) if known is None else known.words
    licence, club = ("", "") if known is None else (known.ffg_licence, _club_or_country(known))
    return f"{name[:NAME]:<{NAME}}{rank_text(entry.rank):>3} {licence:>7} {club:>{CLUB}}"


def _club_or_country(known: PlayerFacts) -> str:
    """Return the club of a player in France, or the country of any other player."""
    return re.sub(r"\W+", "", known.club)[:CLUB] if known.country in ("", "FR") else known.country


def _ffg_cell(cell: str) -> str:
    """Return the cell of a game in FFG notation, which has no slash. For a forfeited game or one without a result,
    return "0" and a sign, such as "0+", which means a round without a game."""
    found = _NOT_PLAYED.fullmatch(cell)
    if found is None:
        return cell
    if found[2].startswith("!") or found[1] == "?":
        return f"0{found[1].replace('?', '-')}"
    return cell.replace("/", "")


def _ffg_date(iso: str) -> str:
    """Return a date in FFG notation, day first; "" for an empty date."""
    return date.fromisoformat(iso).strftime("%d/%m/%Y") if iso else ""
