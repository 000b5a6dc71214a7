"""Create a club, and change its data (E75)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, has_permission_without_factor
from clubs import errors, names
from clubs.announcing import log_act
from clubs.models import Club, ClubActKind, ClubRole, Membership, MemberStanding
from clubs.models.club import LONGEST_LETTERS, LONGEST_NAME, SHORTEST_NAME, ClubOptions
from clubs.signals import is_current_name_removed
from foundation.options import field_errors, option_values_of
from foundation.refusals import Refusal
from games.models import Seat
from games.services.idempotency import PlayerRequest

from .rows import lock_club_for_manager, lock_player

_LETTERS = _(
    "The initials must be one or two characters from the club's name, in order. "
    "Choose different ones, or leave the field empty."
)
MOST_CLUBS, NEEDED_GAMES = 2, 10


class ClubDetails:
    """The data of a club. If `letters` is empty, the emblem has the name's initials."""

    def __init__(self, **options: Any) -> None:
        self.options = option_values_of(Club(**options), ClubOptions)

    def copy_to(self, club: Club) -> None:
        """Copy the data into the club, without saving. Raises InvalidClubField with the first field that is not
        valid."""
        name, letters = self.options["name"], self.options["letters"]
        if letters and not _are_valid_emblem_letters(letters, name):
            raise errors.InvalidClubField(field="letters", also=("name",), why=_LETTERS)
        for option, value in self.options.items():
            setattr(club, option, value)
        club.set_name_and_place(name.strip(), club.place.strip())
        club.letters = letters.upper() or names.initials_of(name)
        try:
            names.check_club_name(club.name, SHORTEST_NAME, LONGEST_NAME)
        except ValidationError as error:
            raise errors.InvalidClubField(field="name", why=error.messages[0]) from error
        for option, why in field_errors(club, self.options):
            raise errors.InvalidClubField(field=option, why=why)


def _are_valid_emblem_letters(letters: str, name: str) -> bool:
    """Return whether an emblem can have these letters: one or two letters that occur in the name in this order."""
    return len(letters) <= LONGEST_LETTERS and letters.isalnum() and names.are_letters_of_name(letters, name)


def has_confirmed_address(player: Player) -> bool:
    """Return whether the player has confirmed an e-mail address."""
    return bool(EmailAddress.objects.filter(user=player, verified=True).exists())


def count_finished_games(player: Player, most: int) -> int:
    """Return how many games the player has finished. Counting stops at `most`."""
    return Seat.objects.ended().filter(player=player).values("pk")[:most].count()


def needs_finished_games(player: Player) -> bool:
    """Return whether the player must have finished games to create a club or a class. Administrators need none, even
    without two-factor authentication, because creating gives no power over others (E75, T1)."""
    return not has_permission_without_factor(player, StaffPermission.ADMINISTER)


def founding_refusal(player: Player, now: datetime) -> Refusal | None:
    """Return why this player may not create a club now, None if they may. Administrators may create one without having
    finished any games (E75)."""
    try:
        check_allowed(player, now)
        check_not_guest(player)
    except Refusal as refusal:
        return refusal
    if player.is_bot:
        return errors.BotsCannotJoinClubs()
    if settings.IGO_CONFIRM_EMAIL and not has_confirmed_address(player):
        return errors.AddressNotConfirmed()
    finished = count_finished_games(player, NEEDED_GAMES)
    if finished < NEEDED_GAMES and needs_finished_games(player):
        return errors.TooFewGamesToFoundClub(needed=NEEDED_GAMES, finished=finished)
    owned = Membership.objects.members().filter(player=player, role=ClubRole.OWNER).values("club_id")
    if Club.objects.open().filter(Q(founder=player) | Q(pk__in=owned)).count() >= MOST_CLUBS:
        return errors.TooManyClubs(most=MOST_CLUBS)
    return None


def create_club(request: PlayerRequest, plan: ClubDetails) -> Club:
    """Create and return a club with the player as its owner.

    Raises InvalidClubField, ClubNameTaken, AddressNotConfirmed, TooFewGamesToFoundClub, TooManyClubs,
    BotsCannotJoinClubs, NotForGuests, Suspended.
    """
    club = Club(founder=request.player, created_at=request.now, checked_at=request.now, member_count=1)
    plan.copy_to(club)
    with transaction.atomic():
        lock_player(request.player.pk)
        refusal = founding_refusal(request.player, request.now)
        if refusal is not None:
            raise refusal
        _save_club(club)
        Membership.objects.create(
            club=club, player=request.player, standing=MemberStanding.MEMBER, role=ClubRole.OWNER, at=request.now,
            joined_at=request.now, role_at=request.now,
        )  # fmt: skip
        log_act(club, ClubActKind.FOUNDED, request.now, by=request.player)
        return club


def change_club(request: PlayerRequest, club_id: int, plan: ClubDetails) -> Club:
    """Change a club's data and return the club. Raises InvalidClubField, ClubNameTaken, NoSuchClub, NotManager,
    Suspended, and NotClubOwner if a manager changes the name."""
    with transaction.atomic():
        club, mine = lock_club_for_manager(request, club_id)
        before = club.name
        plan.copy_to(club)
        if club.name != before and mine.role != ClubRole.OWNER:
            raise errors.NotClubOwner
        if club.name != before and is_current_name_removed(club):
            raise errors.InvalidClubField(field="name", why=_("Moderators removed this name. Choose another one."))
        _save_club(club)
        log_act(club, ClubActKind.CHANGED, request.now, by=request.player)
        return club


def _save_club(club: Club) -> None:
    """Save the club. Raises ClubNameTaken, also if another club gets the name at the same time."""
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError as error:
        raise errors.ClubNameTaken from error


__all__ = [
    "MOST_CLUBS",
    "NEEDED_GAMES",
    "ClubDetails",
    "change_club",
    "create_club",
    "founding_refusal",
    "needs_finished_games",
]
