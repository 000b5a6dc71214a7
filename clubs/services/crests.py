"""Crests of clubs, uploaded by managers (E153), and checked and re-encoded like players' pictures."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction

from accounts.core.pictures import PicturesOff, first_webp_in, picture_columns
from clubs.announcing import log_act
from clubs.models import Club, ClubActKind, ClubPicture
from games.services.idempotency import PlayerRequest

from .rows import lock_club_for_manager


def store_crest(request: PlayerRequest, club_id: int, file: bytes) -> Club:
    """Store the club's crest, replacing an earlier one, and return the club. Raises PicturesOff, BadPicture, TooBusy,
    NoSuchClub, NotManager, Suspended."""
    if not settings.IGO_PICTURES:
        raise PicturesOff
    with transaction.atomic():
        lock_club_for_manager(request, club_id)
    stored = picture_columns(file, request.now)
    with transaction.atomic():
        club, _mine = lock_club_for_manager(request, club_id)
        ClubPicture.objects.update_or_create(club=club, defaults=stored)
        return _set_shown_crest(club, stored["digest"], request)


def remove_crest(request: PlayerRequest, club_id: int) -> Club:
    """Delete the club's crest and return the club. Pages then show the emblem. Raises NoSuchClub, NotManager,
    Suspended."""
    with transaction.atomic():
        club, _mine = lock_club_for_manager(request, club_id)
        ClubPicture.objects.filter(club=club).delete()
        return _set_shown_crest(club, "", request)


def _set_shown_crest(club: Club, digest: str, request: PlayerRequest) -> Club:
    club.picture = digest
    club.save(update_fields=["picture"])
    log_act(club, ClubActKind.CHANGED, request.now, by=request.player)
    return club


def find_shown_crest(digest: str) -> bytes | None:
    """Return the crest with this digest as WebP, None if no open club has this crest now."""
    return first_webp_in(ClubPicture.objects.filter(digest=digest, club__picture=digest, club__closed_at=None))
