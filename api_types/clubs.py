"""Clubs: what they say, who is in them, what is done there."""

from typing import Literal, TypedDict

from .common import Moment, Page

ClubRole = Literal["owner", "manager", "captain", "member"]
ClubJoining = Literal["open", "request", "invitation"]
ClubStanding = Literal["member", "applied", "invited", "declined", "left", "removed", "banned"]


class ClubRow(TypedDict):
    """A club in a list."""

    id: int
    """The number of the club."""
    name: str
    """Its name."""
    place: str
    """Where it is; may be empty."""
    members: int
    """How many members it has."""
    joining: ClubJoining
    """How one becomes a member."""


class Clubs(Page):
    """A page of clubs, the newest first."""

    results: list[ClubRow]
    """The clubs of this page."""


class ClubEmblem(TypedDict):
    """What the emblem of a club is drawn of."""

    letters: str
    """One or two letters of the name."""
    shape: str
    """What they stand on."""
    shade: str
    """Its colour."""


class Club(ClubRow):
    """A club with what it says and allows."""

    about: str
    """What it says about itself."""
    rules: str
    """Its rules."""
    link: str
    """Its web page; may be empty."""
    emblem: ClubEmblem
    """Its emblem."""
    owner: str | None
    """The name of its owner."""
    hidden_members: bool
    """Whether only members see who is one."""
    events_by: ClubRole
    """From which role up members make its tournaments and ladders."""
    founded_at: Moment
    """When it was founded (UTC)."""
    my_role: ClubRole | None
    """What you are in it; null when you are no member."""
    my_standing: ClubStanding | None
    """How you stand to it; null when nothing has been."""
    invitation: str | None
    """The secret of its link, for those who manage it; null for none."""


class ClubMember(TypedDict):
    """A member of a club."""

    player: str
    """The name of the member."""
    role: ClubRole
    """What they are in the club."""
    since: Moment
    """Since when they are a member (UTC)."""


class ClubMembers(Page):
    """A page of members, the newest first."""

    results: list[ClubMember]
    """The members of this page."""


class ClubMembership(TypedDict):
    """How you stand to a club."""

    club: int
    """The number of the club."""
    standing: ClubStanding
    """How you stand to it."""
    role: ClubRole | None
    """What you are in it; null when you are no member."""
    told: bool
    """Whether you are told of its notices."""


class ClubRequest(TypedDict):
    """Somebody who asks to join, is invited, or is banned."""

    player: str
    """The name of the player."""
    standing: ClubStanding
    """How they stand to the club."""
    sentence: str
    """What they wrote with their request."""
    at: Moment
    """Since when it is so (UTC)."""


class ClubRequests(Page):
    """A page of those who are not members, the latest first."""

    results: list[ClubRequest]
    """Those of this page."""


class ClubNotice(TypedDict):
    """A notice of a club."""

    id: int
    """The number of the notice."""
    author: str | None
    """The name of its author; null when the account is deleted."""
    text: str
    """What it says."""
    at: Moment
    """When it was written (UTC)."""


class ClubNotices(Page):
    """A page of notices, the latest first."""

    results: list[ClubNotice]
    """The notices of this page."""


class ClubAct(TypedDict):
    """A line of the log of a club."""

    number: int
    """The number of the line."""
    act: str
    """What was done."""
    by: str | None
    """The name of the one who did it; null for the server."""
    about: str | None
    """The name of the one it was done to; null for nobody."""
    role: ClubRole | None
    """The role that was given; null for none."""
    reason: str
    """Why; may be empty."""
    at: Moment
    """When (UTC)."""


class ClubLog(Page):
    """A page of the log, the latest first."""

    results: list[ClubAct]
    """The lines of this page."""
