"""Read lists of players: spreadsheets (CSV), and the European Go Database's lists (E134, E135)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from html import unescape
from itertools import chain, islice

from foundation.decoding import decode_text

from .ranks import parse_rank, rank_text, with_latin_digits

MOST_BYTES = 6_000_000
"""The largest file: the EGD's list of all players has 4.5 MB."""
MOST_ROWS = 20_000
"""The largest number of lines of a spreadsheet that are read."""
MOST_OF_EGD = 200_000
"""The number of lines of an EGD list that are read. The list of all players has more than 100,000."""
HEADING = 1000
"""The number of lines that are searched for the first player of an EGD list. Without one, the file is read as a
spreadsheet."""
LONGEST_CELL = 100
COLUMNS = {
    "name": ("name", "player", "nimi", "nom", "نام", "بازیکن"),
    "family": ("familyname", "lastname", "surname", "sukunimi", "nachname", "نامخانوادگی"),
    "given": ("givenname", "firstname", "etunimi", "prenom", "prénom", "vorname"),
    "user": ("username", "user", "account", "käyttäjänimi", "käyttäjä", "نامکاربری"),
    "rank": ("rank", "grade", "level", "taso", "arvo", "niveau", "rang", "luokitus", "رتبه"),
    "club": ("club", "kerho", "seura", "verein", "باشگاه"),
    "country": ("country", "maa", "pays", "land", "کشور"),
    "pin": ("pin", "egdpin", "egfpin", "egd", "شمارهٔpin"),
}
"""The names of columns, without spaces and in small letters."""
WITHOUT_HEAD = ("name", "rank", "club", "country", "pin", "user")
"""The columns of a spreadsheet whose first line does not name any."""
_PIN = "[0-9]{8}"
_EGD = re.compile(
    rf"\s*(?P<pin>{_PIN})\s+"
    r"(?P<name>\S.*?)\s+(?P<country>[A-Z]{2})\s+(?:(?P<club>(?![1-9][0-9]?[kdp]\s)\S{1,4})\s+)?"
    r"(?P<rank>[1-9][0-9]?[kdp])(?:\s|$)"
)
_SEPARATOR = re.compile(r'"?sep=([;,\t|])"?[;,\t|]*', re.IGNORECASE)
"""The first line of a spreadsheet in which Excel names the separator of the columns."""
_TAG = re.compile(r"<[^<>]{0,500}>")


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A line of a player list. `rank` is in steps above 30k, None if there is none. `fault` is the first problem of the
    line: rank, pin, country, long or empty."""

    line: int
    name: str = ""
    user: str = ""
    rank: int | None = None
    club: str = ""
    country: str = ""
    pin: str = ""
    fault: str = ""
    wrong: str = ""
    """The text in which `fault` was found, shortened."""


def read_player_list(data: bytes) -> Iterator[ListedPlayer]:
    """Yield the players of a spreadsheet or EGD list, in the order of the file. Raises ValueError if the file is not
    text."""
    lines = iter(io.StringIO(decode_text(data), newline=None))
    first = list(islice(lines, HEADING))
    if any(_EGD.match(_without_markup(line)) for line in first):
        return _read_egd_list(islice(chain(first, lines), MOST_OF_EGD))
    return _read_spreadsheet(first, islice(chain(first, lines), MOST_ROWS))


def _read_egd_list(lines: Iterable[str]) -> Iterator[ListedPlayer]:
    for number, line in enumerate(lines, start=1):
        text = _without_markup(line)
        found = _EGD.match(text)
        if found is not None:
            cells = {name: value or "" for name, value in found.groupdict().items()}
            yield _player_from_cells(number, {**cells, "name": cells["name"].strip(" ,")})
        elif re.match(rf"{_PIN}\s", text):
            yield ListedPlayer(number, fault="egd", wrong=text.strip()[:60])


def _without_markup(line: str) -> str:
    """Return a line without tags and entities, because EGD lists are also published as HTML, and with single spaces.
    Single spaces ensure that matching takes linear time."""
    line = line[:1000]
    if "<" in line or "&" in line:
        line = unescape(_TAG.sub("", line))
    return " ".join(line.split())


def _read_spreadsheet(first: Iterable[str], lines: Iterable[str]) -> Iterator[ListedPlayer]:
    head = next((line for line in first if line.strip()), "")
    named = _SEPARATOR.fullmatch(head.strip("\r\n "))
    delimiter = named[1] if named else max((";", "\t", ","), key=head.count)
    reader = csv.reader(lines, delimiter=delimiter)
    columns: Mapping[str, int] | None = None
    while True:
        try:
            row = next(reader, None)
        except csv.Error:
            yield ListedPlayer(reader.line_num, fault="long")
            return
        if row is None:
            return
        if not any(cell.strip() for cell in row):
            continue
        if named is not None:
            named = None
            continue
        if columns is None:
            columns, is_head = _find_columns(row)
            if is_head:
                continue
        yield _player_from_row(reader.line_num, row, columns)


def _find_columns(row: list[str]) -> tuple[Mapping[str, int], bool]:
    """Return the indexes of the columns by name, and whether this row has the column names."""
    known = {alias: name for name, aliases in COLUMNS.items() for alias in aliases}
    found = {known[_column_key(cell)]: at for at, cell in reversed(list(enumerate(row))) if _column_key(cell) in known}
    if "given" in found and "name" in found:
        found["family"] = found.pop("name")
    return (found, True) if found else ({name: at for at, name in enumerate(WITHOUT_HEAD)}, False)


def _column_key(cell: str) -> str:
    return re.sub(r"[\s_\-\u200c]+", "", cell).casefold()


def _player_from_row(line: int, row: list[str], columns: Mapping[str, int]) -> ListedPlayer:
    cells = {name: " ".join(row[at].split()) for name, at in columns.items() if at < len(row)}
    long = next((cell for cell in cells.values() if len(cell) > LONGEST_CELL), None)
    if long is not None:
        return ListedPlayer(line, fault="long", wrong=long[:20])
    if "family" in cells:
        cells["name"] = f"{cells['family']} {cells.get('given', '')}".strip()
    return _player_from_cells(line, cells)


def _player_from_cells(line: int, cells: Mapping[str, str]) -> ListedPlayer:
    """Return the player of a line, with the line's first fault."""
    found = ListedPlayer(line, cells.get("name", "")[:LONGEST_CELL], cells.get("user", ""), club=cells.get("club", ""))
    rank, country, pin = (with_latin_digits(cells.get(name, "")) for name in ("rank", "country", "pin"))
    if not any((found.name, found.user, pin)):
        return replace(found, fault="empty")
    if pin and re.fullmatch(_PIN, pin) is None:
        return replace(found, fault="pin", wrong=pin[:20])
    if country and re.fullmatch(r"[A-Za-z]{2}", country) is None:
        return replace(found, fault="country", wrong=country[:20])
    try:
        steps = _parse_listed_rank(_short_rank(rank)) if rank else None
    except ValueError:
        return replace(found, fault="rank", wrong=rank[:20])
    return replace(found, rank=steps, country=country.upper(), pin=pin)


def _parse_listed_rank(rank: str) -> int:
    """Return the steps of a rank from 30k to 9d, or of a professional rank. Raises ValueError for other ranks."""
    steps = parse_rank(rank)
    if not rank.endswith("p") and rank_text(steps).casefold() != rank:
        raise ValueError(rank)
    return steps


def _short_rank(rank: str) -> str:
    """Return a rank such as "5 kyu" as "5k"."""
    return re.sub(r"\s*(k|d|p)(yu|an|ro)?\.?$", r"\1", rank.casefold())
