"""Errors about clubs."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from foundation.refusals import Refusal


class NoSuchClub(Refusal, code="no_such_club", http_status=404, sentence=_("Club not found.")):
    """Raised if the club does not exist, or is closed."""


class NoSuchClubNotice(Refusal, code="no_such_club_notice", http_status=404, sentence=_("Notice not found.")):
    """Raised if the club has no such notice."""


class InvalidClubField(Refusal, code="bad_club", http_status=400):
    """Raised if a field of a club is not valid. `field` is its name, and `why` the reason in English or the reader's
    language."""

    sentence = _("Some of the club's details are not valid. Correct them and try again.")

    def __init__(self, *, field: str = "", also: tuple[str, ...] = (), why: str | Promise | None = None) -> None:
        data: dict[str, Any] = {"field": field} if field else {}
        super().__init__(sentence=why, **data)
        self.fields += also


class ClubNameTaken(Refusal, code="club_name_taken"):
    """Raised if another club has this name, or one that looks the same."""

    sentence = _("A club with this name, or a very similar one, already exists. Choose another name.")


class AddressNotConfirmed(Refusal, code="address_not_confirmed", http_status=403):
    """Raised if a player founds a club without a confirmed e-mail address."""

    sentence = _("Confirm your e-mail address first.")


class TooFewGamesToFoundClub(Refusal, code="too_few_games_to_found", http_status=403):
    """Raised if the player has finished too few games to create a club. `finished` is the number of finished games,
    `needed` the required number."""

    sentence = _("You need ten finished games to create a club.")


class TooManyClubs(Refusal, code="too_many_clubs"):
    """Raised if the player has already founded, or owns, `most` open clubs."""

    sentence = _("You can own at most two clubs. Close one or make another member its owner first.")


class TooManyMemberships(Refusal, code="too_many_memberships"):
    """Raised if the player is already a member of `most` clubs."""

    sentence = _("A player can be a member of at most 50 clubs. Leave another club first.")


class ClubFull(Refusal, code="club_full", sentence=_("This club is full. A club can have at most 2,000 members.")):
    """Raised if the club already has `most` members."""


class BotsCannotJoinClubs(Refusal, code="no_bots_in_clubs", http_status=403, sentence=_("Bots can't join clubs.")):
    """Raised if a bot tries to join a club, because clubs are for people."""


class AlreadyMember(Refusal, code="already_member"):
    """Raised if the player is a member or has already asked to join. `standing` says which."""

    sentence = _("This player is already a member.")


class NotMember(Refusal, code="not_member", http_status=403, sentence=_("Only club members can do this.")):
    """Raised if the player is not a member of the club (E12)."""


class NotManager(Refusal, code="not_manager", http_status=403, sentence=_("Only club managers can do this.")):
    """Raised if the player does not manage the club."""


class NotClubOwner(Refusal, code="not_club_owner", http_status=403):
    """Raised if the player does not own the club."""

    sentence = _("Only the club's owner can do this.")


class NeedsInvitation(Refusal, code="needs_invitation", http_status=403):
    """Raised if joining the club requires an invitation."""

    sentence = _("This club is by invitation only. Ask a manager to invite you.")


class InvitationLinkInvalid(Refusal, code="link_ended", http_status=404):
    """Raised if the invitation link is not valid, or no longer valid."""

    sentence = _("This invitation link is no longer valid. Ask the club for a new one.")


class BannedFromClub(Refusal, code="banned_from_club", http_status=403, sentence=_("This club has banned you.")):
    """Raised if the club has banned the player."""


class CannotInvite(Refusal, code="cannot_invite", sentence=_("This player can't be invited to the club.")):
    """Raised if a player cannot be invited. The reason is not disclosed."""


class NoOpenRequestOrInvitation(
    Refusal, code="no_request", sentence=_("This request or invitation is no longer open.")
):
    """Raised if there is no request or invitation to answer."""


class MemberRoleTooHigh(Refusal, code="role_too_high", http_status=403):
    """Raised if someone tries to remove, ban or change the role of a member who has the same or a higher role."""

    sentence = _("You can't manage a member whose role is equal to or higher than yours.")


class OwnerCannotLeave(Refusal, code="owner_stays"):
    """Raised if the owner tries to leave without handing the club over."""

    sentence = _("Make another member the owner before you leave, or close the club.")


class TooManyNotices(Refusal, code="too_many_notices", http_status=429):
    """Raised if a club or an event has reached its daily limit of notices. The next notice is possible in `seconds`."""

    sentence = _("The club has reached today's limit of 5 notices. Try again tomorrow.")


class MayNotMakeEvents(Refusal, code="may_not_make_events", http_status=403):
    """Raised if the member's role is too low to create club events (E78)."""

    sentence = _("You are not allowed to create tournaments or ladders for this club. Ask the club's owner.")


class LadderOfSizeExists(
    Refusal, code="club_has_ladder", sentence=_("The club already has a ladder for this board size.")
):
    """Raised if the club already has a ladder of this board size (E78)."""


class RequestedRecently(Refusal, code="asked_lately"):
    """Raised if the player's last request was declined less than a week ago."""

    sentence = _("The club declined your request. You can ask again after a week.")


class ImportedNameNotOfMember(Refusal, code="not_a_member", sentence=_("This player is not a club member.")):
    """Raised if a name in imported games is mapped to a player who is not a member."""


class NotATextFile(Refusal, code="not_a_text_file", http_status=400):
    """Raised if an uploaded list of people is not a text file, such as a spreadsheet in its own format."""

    sentence = _("This is not a text file. Save the spreadsheet as CSV and upload that file.")


class NoFilesOrTooMany(Refusal, code="no_file", http_status=400, sentence=_("Choose 1 to 50 files.")):
    """Raised if the upload has no file, or more than `most` files."""


class UploadTooLarge(Refusal, code="upload_too_large", http_status=400):
    """Raised if the uploaded files are larger than `most` bytes together."""

    sentence = _("The files can be up to 1 MB in total. Upload fewer files at a time, or split the archive.")


class TooManyImports(Refusal, code="too_many_imports", http_status=429):
    """Raised if the club has reached the limit of `most` uploads a day."""

    sentence = _("The club has reached today's limit of 20 uploads. Try again tomorrow.")


class TooManyImportedGames(Refusal, code="too_many_imported_games"):
    """Raised if the club has reached the limit of `most` imported games."""

    sentence = _("The club has reached the limit of 5,000 imported games. Delete some to make room.")


class NoSuchImport(Refusal, code="no_such_import", http_status=404, sentence=_("Upload not found.")):
    """Raised if the club has no such upload."""


class NoSuchImportedGame(Refusal, code="no_such_imported_game", http_status=404, sentence=_("Game not found.")):
    """Raised if the club has no such imported game."""


class NoSuchImportedName(Refusal, code="no_such_imported_name", http_status=404, sentence=_("Name not found.")):
    """Raised if the club's imported games have no such name, or it is not proposed to this player."""


class RecipientsRefused(Refusal, code="cannot_share", fields=("players", "clubs", "classes")):
    """Raised if a player cannot share something with these recipients.

    There are more than 20 players, clubs and classes. Or one of them is the owner, a player with a block between them
    and the owner, a club of which the owner is not a member, or a class that the owner does not teach.
    """

    sentence = _("Choose up to 20 players, clubs or classes that you can share with.")
