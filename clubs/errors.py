"""Refusals of clubs."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from foundation.refusals import Refusal


class NoSuchClub(Refusal):
    """There is no such club, or it is closed."""

    code = "no_such_club"
    http_status = 404
    sentence = _("There is no such club.")


class NoSuchClubNotice(Refusal):
    """There is no such notice in this club."""

    code = "no_such_club_notice"
    http_status = 404
    sentence = _("There is no such notice.")


class BadClub(Refusal):
    """A field of a club cannot be so; `field` names it, `why` says it in English or the reader's language."""

    code = "bad_club"
    http_status = 400
    sentence = _("Something in what you wrote about the club cannot be so.")

    def __init__(self, *, field: str = "", also: tuple[str, ...] = (), why: str | Promise = "") -> None:
        super().__init__(**({"field": field} if field else {}))
        self.fields += also
        self.why = why

    def said(self) -> str:
        """What is wrong with the field, where that is known."""
        return str(self.why or self.sentence)


class ClubNameTaken(Refusal):
    """Another club is called so, or its name looks the same."""

    code = "club_name_taken"
    sentence = _("There is a club with this name, or with one that looks like it.")


class AddressNotConfirmed(Refusal):
    """Only those found clubs who have confirmed their e-mail address."""

    code = "address_not_confirmed"
    http_status = 403
    sentence = _("Confirm your e-mail address first.")


class TooFewToFound(Refusal):
    """The player has finished fewer games than founding takes; `needed` and `finished` say how many."""

    code = "too_few_games_to_found"
    http_status = 403
    sentence = _("Founding a club takes ten finished games.")


class TooManyClubs(Refusal):
    """The player has founded or owns as many clubs as anybody may; `most` says how many."""

    code = "too_many_clubs"
    sentence = _("You can found and own two clubs at most.")


class TooManyMemberships(Refusal):
    """The player is in as many clubs as anybody may be; `most` says how many."""

    code = "too_many_memberships"
    sentence = _("Nobody is in more than 50 clubs.")


class ClubFull(Refusal):
    """The club has as many members as there may be; `most` says how many."""

    code = "club_full"
    sentence = _("The club has no more places.")


class NotForBotsClub(Refusal):
    """Clubs are for people."""

    code = "no_bots_in_clubs"
    http_status = 403
    sentence = _("Bots do not join clubs.")


class AlreadyMember(Refusal):
    """The player is a member, or has asked already; `standing` says which."""

    code = "already_member"
    sentence = _("Already a member of this club, or waiting to become one.")


class NotMember(Refusal):
    """Only for members of the club (E12)."""

    code = "not_member"
    http_status = 403
    sentence = _("This is for members of the club.")


class NotManager(Refusal):
    """Only for those who manage the club."""

    code = "not_manager"
    http_status = 403
    sentence = _("Only managers of the club may do this.")


class NotClubOwner(Refusal):
    """Only for the owner of the club."""

    code = "not_club_owner"
    http_status = 403
    sentence = _("Only the owner of the club may do this.")


class NeedsInvitation(Refusal):
    """One joins this club by an invitation."""

    code = "needs_invitation"
    http_status = 403
    sentence = _("This club takes members by invitation.")


class LinkEnded(Refusal):
    """The invitation link is not valid, or no longer."""

    code = "link_ended"
    http_status = 404
    sentence = _("This invitation link is no longer valid. Ask the club for a new one.")


class BannedFromClub(Refusal):
    """The club has banned the player."""

    code = "banned_from_club"
    http_status = 403
    sentence = _("This club has banned you.")


class CannotInvite(Refusal):
    """This player cannot be invited: it is not said why."""

    code = "cannot_invite"
    sentence = _("This player cannot be invited to the club.")


class NothingToAnswer(Refusal):
    """There is no request and no invitation that this would answer."""

    code = "no_request"
    sentence = _("There is no request or invitation to answer.")


class RankOfMember(Refusal):
    """Somebody with the same or a higher role cannot be removed, banned or given another role."""

    code = "role_too_high"
    http_status = 403
    sentence = _("This member has the same role as you, or a higher one.")


class OwnerStays(Refusal):
    """The owner hands the club over before leaving."""

    code = "owner_stays"
    sentence = _("Hand the club over to another member before you leave, or close it.")


class TooManyNotices(Refusal):
    """The club has written as many notices as it may in a day; `seconds` until the next."""

    code = "too_many_notices"
    http_status = 429
    sentence = _("The club has written enough notices for today.")


class MayNotMakeEvents(Refusal):
    """The club does not let this member make its events (E78)."""

    code = "may_not_make_events"
    http_status = 403
    sentence = _("The club does not let you make its tournaments and ladders.")


class LadderOfSizeExists(Refusal):
    """The club has a ladder of this board size (E78)."""

    code = "club_has_ladder"
    sentence = _("The club has a ladder of this board size.")


class AskedLately(Refusal):
    """A request was declined less than a week ago."""

    code = "asked_lately"
    sentence = _("The club declined your request. You can ask again after a week.")
