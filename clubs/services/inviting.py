"""Invite many players at once by names, e-mail addresses or rows of a spreadsheet (E114)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext_lazy as _

from accounts.core.lookup import get_player_by_name
from clubs.errors import InvalidClubField
from foundation.refusals import Refusal
from games.services.idempotency import PlayerRequest

from .managing import check_manages, invite_player

MOST_AT_ONCE, LONGEST_LIST = 50, 10_000
_COUNT = _("Enter 1 to 50 names or e-mail addresses, one per line.")
_BAD_ADDRESS = _("Enter a valid e-mail address.")
_CELL = re.compile(r'((?:"[^"]*"|[^\t;,])*)(?:[\t;,]|$)')
"""A cell with what ends it. Quotation marks may hold a comma."""
_USERNAMES = {
    "username", "user", "player", "account", "käyttäjänimi", "käyttäjätunnus", "tunnus", "pelaaja",
    "نامکاربری", "کاربر", "بازیکن",
}  # fmt: skip
"""The names of a spreadsheet's columns with usernames, in small letters and only letters."""
_HEADINGS = _USERNAMES | {
    "name", "firstname", "lastname", "surname", "email", "mail", "emailaddress", "address", "phone", "club", "rank",
    "nimi", "etunimi", "sukunimi", "sähköposti", "sähköpostiosoite", "puhelin", "kerho", "seura", "taso",
    "نام", "نامخانوادگی", "ایمیل", "رایانامه", "تلفن", "باشگاه", "رتبه",
}  # fmt: skip
"""The names of all columns that are known, in the same way."""


@dataclass(frozen=True, slots=True)
class InvitationOutcome:
    """The result of inviting many players: the names of invited players, valid e-mail addresses, and refused entries
    with reasons.

    Nothing is sent to the addresses, and the result does not reveal whether an address has an account. The manager
    writes to them with the club's link.
    """

    invited: list[str] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)
    refused: list[tuple[str, Refusal]] = field(default_factory=list)


def invite_many(request: PlayerRequest, club_id: int, text: str) -> InvitationOutcome:
    """Invite everyone in the text, at most 50 people. An entry that cannot be invited does not stop the others. Return
    who was invited and who was not.

    Raises InvalidClubField for an empty text and for more people, NoSuchClub, NotManager, Suspended.
    """
    check_manages(request, club_id)
    rows = entries_by_line(text)
    if len(text) > LONGEST_LIST or not 1 <= sum(map(_count_people, rows)) <= MOST_AT_ONCE:
        raise InvalidClubField(field="people", why=_COUNT)
    made = InvitationOutcome()
    for entries in rows:
        _invite_line(request, club_id, entries, made)
    return made


def entries_by_line(text: str) -> list[list[str]]:
    """Return the names and e-mail addresses of each line, without repetitions. A first line with column names is left
    out. If it names a column of usernames, only that column and e-mail addresses count. The cells of a line with an
    address are about one person, so only the addresses count: a name in another cell could be someone else's
    username."""
    known: set[str] = set()
    found = []
    column: int | None = None
    for line in text.splitlines():
        parts = [part.strip().strip('"').strip() for part in _CELL.findall(line)]
        if not known and _are_headings(parts):
            column = next((index for index, part in enumerate(parts) if _letters_only(part) in _USERNAMES), None)
            continue
        if column is not None or any("@" in part for part in parts):
            parts = [part for index, part in enumerate(parts) if "@" in part or index == column]
        entries = [part for part in dict.fromkeys(parts) if part and part.casefold() not in known]
        known |= {entry.casefold() for entry in entries}
        if entries:
            found.append(entries)
    return found


def _letters_only(cell: str) -> str:
    return "".join(filter(str.isalpha, cell.casefold()))


def _are_headings(cells: list[str]) -> bool:
    """Return whether these cells are column names: at least two known ones, and nothing else."""
    names = [_letters_only(cell) in _HEADINGS and "@" not in cell for cell in cells if cell]
    return len(names) > 1 and all(names)


def _count_people(entries: list[str]) -> int:
    """Return the number of people in a line: its addresses, or without any its names."""
    return sum("@" in entry for entry in entries) or len(entries)


def _invite_line(request: PlayerRequest, club_id: int, entries: list[str], made: InvitationOutcome) -> None:
    """Invite the people of one line, and add the results to `made`. If the line has an address or the name of a player,
    its other cells are ignored, because they may be ranks, towns or names of people. Otherwise all its cells are
    reported as unknown players."""
    unknown: list[tuple[str, Refusal]] = []
    is_known = False
    for entry in entries:
        if "@" in entry:
            is_known = True
            _add_or_refuse_address(entry, made)
            continue
        try:
            player = get_player_by_name(entry)
        except Refusal as refusal:
            unknown.append((entry, refusal))
            continue
        is_known = True
        try:
            invite_player(request, club_id, player)
            made.invited.append(player.username)
        except Refusal as refusal:
            made.refused.append((player.username, refusal))
    if not is_known:
        made.refused.extend(unknown)


def _add_or_refuse_address(address: str, made: InvitationOutcome) -> None:
    try:
        validate_email(address)
        made.addresses.append(address)
    except ValidationError:
        made.refused.append((address, InvalidClubField(field="people", why=_BAD_ADDRESS)))
