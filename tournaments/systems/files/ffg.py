"""Write the `.tou` result files of the Fédération Française de Go (E133).

The format is the one that OpenGotha and Pairgoth export for the FFG: a header of `;name=value` lines, and a line with
fixed columns for each player. The federation rates every game in the file, so games that were not played are left out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from tournaments.systems.types import Entrant, EntryId, StageData, StageSystem

from .columns import cross_table, halves_or_quarters_text
from .egd import ResultFileEvent, ResultFilePlayer, name_words, one_line, two_word_name
from .ranks import rank_text, with_latin_digits

ENCODING = "iso-8859-15"
NAME, CLUB = 25, 4
"""The widths of the columns of name and club, in characters."""
_LATIN_LETTER = re.compile(r"LATIN (CAPITAL|SMALL) LETTER (?:DOTLESS )?([A-Z])(?: WITH .*)?")
_PLAIN = str.maketrans({"Ə": "E", "ə": "e", "Ŋ": "N", "ŋ": "n", "ẞ": "SS", "’": "'", "ʻ": "'", "ʼ": "'", "–": "-"})
_NOT_PLAYED = re.compile(r"\d+([-+=?])(!.*|/.*)")


def write_tou(
    system: StageSystem, field: StageData, facts: ResultFileEvent, people: Mapping[EntryId, ResultFilePlayer]
) -> str:
    """Return a `.tou` file with the players in the order of the standings. `people` has the players who allow their
    names. The caller must check consent.

    All text is in letters of ENCODING (Latin-9): accents that it does not have are left out. A name in another script
    is replaced by the user name, or by "Player" and the entry's id if the user name is in another script too.
    """
    found = cross_table(system, field)
    by_id = {entry.id: entry for entry in field.entries}
    head = {
        "name": "-".join(name_words(_latin_text_or_empty(facts.name))).lower() or "igo",
        "date": _ffg_date(facts.first_day),
        "vill": _latin_text_or_empty(facts.place),
        "comm": " ".join(_latin_letters(facts.name).replace("\ufffd", "").split()),
        "prog": "Igo",
        "time": str(facts.main_minutes),
        "ta": str(facts.minutes),
        "size": str(facts.size),
        "komi": halves_or_quarters_text(system.komi, 2),
    }
    rows = [f";{key}={one_line(value)}" for key, value in head.items()]
    rows += [f"; {one_line(facts.comment)}", ";Num Nom Prenom               Niv Licence Club"]
    for at, line in enumerate(found.lines, start=1):
        cells = "".join(f"{_ffg_cell(cell):>8}" for cell in found.cells[line.entry])
        rows.append(f"{at:>4} {_player_columns(by_id[line.entry], people.get(line.entry))}{cells}")
    return "\n".join(rows) + "\n"


def _player_columns(entry: Entrant, facts: ResultFilePlayer | None) -> str:
    name = two_word_name(_latin_text_or_empty(entry.name) or f"Player {entry.id}")
    if facts is not None and (family := _latin_text_or_empty(facts.family_name)):
        name = replace(facts, family_name=family, given_name=_latin_text_or_empty(facts.given_name)).words
    licence, club = ("", "") if facts is None else (facts.ffg_licence, _french_club_or_country(facts))
    return f"{name[:NAME]:<{NAME}}{rank_text(entry.rank):>3} {licence:>7} {club:>{CLUB}}"


def _french_club_or_country(facts: ResultFilePlayer) -> str:
    """Return the club of a player in France, or the country of any other player."""
    if facts.country not in ("", "FR"):
        return facts.country
    return "".join(name_words(_latin_text_or_empty(facts.club)))[:CLUB]


def _latin_text_or_empty(text: str) -> str:
    """Return the text in letters of ENCODING (Latin-9), or "" if it has letters of another script."""
    found = _latin_letters(text)
    return "" if "\ufffd" in found else found


def _latin_letters(text: str) -> str:
    """Return the text in letters of ENCODING (Latin-9), with U+FFFD for each letter of another script."""
    plain = with_latin_digits(unicodedata.normalize("NFC", text).translate(_PLAIN))
    return "".join(map(_latin_letter, plain))


def _latin_letter(character: str) -> str:
    """Return the character if ENCODING (Latin-9) has it, otherwise its letter without the accent. Return U+FFFD if
    ENCODING has neither, and "" for a mark or a joiner."""
    try:
        return character.encode(ENCODING).decode(ENCODING)
    except UnicodeEncodeError:
        if unicodedata.category(character) in ("Mn", "Cf"):
            return ""
    plain = unicodedata.normalize("NFKD", character).encode(ENCODING, "ignore").decode(ENCODING)
    letter = _LATIN_LETTER.fullmatch(unicodedata.name(character, ""))
    if not plain and letter:
        plain = letter[2] if letter[1] == "CAPITAL" else letter[2].lower()
    return plain or ("\ufffd" if character.isalpha() else " ")


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
