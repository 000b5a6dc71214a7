"""Moderators' actions on a club, and the functions that undo them (E79). They do not check permissions, and
the caller notifies the managers."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.crypto import get_random_string

from clubs import access
from clubs.announcing import log_act
from clubs.models import Club, ClubActKind, ClubPicture
from clubs.models.membership import LONGEST_SENTENCE
from clubs.names import initials_of
from notifications.models import Notice

from . import rows

TEXTS = ("about", "rules", "place", "link", "picture")
"""What moderators hide at once; `picture` is the digest of the crest."""
NEUTRAL = "Club "


def clear_club_texts(club_id: int, now: datetime, reason: str = "") -> dict[str, Any]:
    """Clear all the club's texts, and return the previous texts by field. The club's log gets the reason. Raises
    NoSuchClub. Needs a transaction."""
    club = access.lock_open_club(club_id)
    kept = {name: getattr(club, name) for name in TEXTS} | {"letters": club.letters}
    for name in TEXTS:
        setattr(club, name, "")
    club.letters = ""
    _save_and_log_moderation(club, now, reason)
    return kept


def restore_club_texts(club_id: int, kept: dict[str, Any], now: datetime) -> None:
    """Restore the texts in `kept`, except fields that have a new text."""
    club = _lock_open_or_closed_club(club_id)
    for name in (*TEXTS, "letters"):
        if not getattr(club, name):
            setattr(club, name, kept.get(name, ""))
    if not ClubPicture.objects.filter(club=club, digest=club.picture).exists():
        club.picture = ""
    _save_and_log_moderation(club, now)


def replace_club_name_by_neutral(club_id: int, now: datetime, reason: str = "") -> dict[str, Any]:
    """Replace the club's name by a neutral one. The club's log gets the reason. Return the old name, the old letters of
    the emblem and the neutral name, which restore_club_name() needs. Raises NoSuchClub. Needs a transaction."""
    club = access.lock_open_club(club_id)
    kept = {"name": club.name, "letters": club.letters, "neutral": f"{NEUTRAL}{get_random_string(8, '0123456789')}"}
    club.set_name_and_place(kept["neutral"], club.place)
    club.letters = initials_of(club.name)
    _save_and_log_moderation(club, now, reason)
    Notice.objects.filter(path=club.get_absolute_url()).update(title=club.name)
    return kept


def restore_club_name(club_id: int, kept: dict[str, Any], now: datetime) -> None:
    """Restore the old name in `kept`, unless the club has been renamed or another club has that name."""
    club = _lock_open_or_closed_club(club_id)
    if club.name != kept["neutral"]:
        return
    club.set_name_and_place(kept["name"], club.place)
    club.letters = kept["letters"]
    try:
        with transaction.atomic():
            _save_and_log_moderation(club, now)
    except IntegrityError:
        return


def close_club_by_staff(club_id: int, now: datetime, reason: str = "") -> None:
    """Close the club as moderators, who alone can reopen it. The club's log gets the reason. Raises NoSuchClub. Needs
    a transaction."""
    club = access.lock_open_club(club_id)
    club.closed_by_staff = True
    rows.close_club(club, now, reason=_shortened(reason))


def reopen_club_by_staff(club_id: int, now: datetime) -> None:
    """Reopen a club that moderators closed, unless its name has been taken or it has no members."""
    club = _lock_open_or_closed_club(club_id)
    if not club.closed_by_staff or not club.member_count:
        return
    club.closed_at, club.closed_by_staff = None, False
    try:
        with transaction.atomic():
            _save_and_log_moderation(club, now)
    except IntegrityError:
        return


def _lock_open_or_closed_club(club_id: int) -> Club:
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)


def _save_and_log_moderation(club: Club, now: datetime, reason: str = "") -> None:
    club.set_name_and_place(club.name, club.place)
    club.save()
    log_act(club, ClubActKind.MODERATED, now, reason=_shortened(reason))


def _shortened(reason: str) -> str:
    """Return the reason with at most as many code points as the log can store."""
    return reason if len(reason) <= LONGEST_SENTENCE else f"{reason[: LONGEST_SENTENCE - 1]}…"
