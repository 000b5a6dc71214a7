"""Clubs, with their members, notices, logs and imported games."""

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
    """The location of the club; may be empty."""
    members: int
    """How many members the club has."""
    joining: ClubJoining
    """How players become members."""


class Clubs(Page):
    """A page of clubs, the newest first."""

    results: list[ClubRow]
    """The clubs of this page."""


class ClubEmblem(TypedDict):
    """A club's emblem: one or two letters on a coloured shape."""

    letters: str
    """One or two letters of the name."""
    shape: str
    """The shape behind the letters."""
    shade: str
    """Its colour."""


class Club(ClubRow):
    """A club with its description, rules, emblem and settings."""

    about: str
    """Its description."""
    rules: str
    """Its rules."""
    link: str
    """The address of the club's own website; may be empty."""
    emblem: ClubEmblem
    """Its emblem."""
    crest: str | None
    """The path of the club's crest, a WebP picture; null if it has none."""
    owner: str | None
    """The name of the club's owner."""
    hidden_members: bool
    """Whether only members can see the list of members."""
    events_by: ClubRole
    """The lowest role that may create the club's tournaments and ladders."""
    founded_at: Moment
    """When the club was founded (UTC)."""
    my_role: ClubRole | None
    """Your role; null if you are not a member."""
    my_standing: ClubStanding | None
    """Your relation to the club; null if you have none."""
    invitation: str | None
    """The secret of the club's invitation link, for its managers; null for none."""


class ClubMember(TypedDict):
    """A member of a club."""

    player: str
    """The name of the member."""
    rank: str | None
    """The rank of the member; null for members who were never rated or hide their rank."""
    role: ClubRole
    """The member's role in the club."""
    since: Moment
    """When the player became a member (UTC)."""
    games: int
    """How many public games the member has finished."""
    last_visit: str | None
    """The day of the last visit (UTC, such as 2026-11-27); null for readers who are not members."""


class ClubMembers(Page):
    """A page of members, the newest first."""

    results: list[ClubMember]
    """The members of this page."""


class ClubMembership(TypedDict):
    """Your relation to a club."""

    club: int
    """The number of the club."""
    standing: ClubStanding
    """Your relation to the club."""
    role: ClubRole | None
    """Your role; null if you are not a member."""
    gets_notices: bool
    """Whether you are notified of the club's notices."""


class ClubRequest(TypedDict):
    """A player who has asked to join, is invited, or is banned."""

    player: str
    """The name of the player."""
    standing: ClubStanding
    """The player's relation to the club."""
    sentence: str
    """The text of the player's request."""
    at: Moment
    """When this relation began (UTC)."""


class ClubRequests(Page):
    """A page of applicants, invited and banned players, the latest first."""

    results: list[ClubRequest]
    """The players of this page."""


class ClubNotice(TypedDict):
    """A notice of a club."""

    id: int
    """The number of the notice."""
    author: str | None
    """The name of the notice's author; null when the account is deleted."""
    text: str
    """The text."""
    at: Moment
    """When the notice was written (UTC)."""


class ClubNotices(Page):
    """A page of notices, the latest first."""

    results: list[ClubNotice]
    """The notices of this page."""


class ClubAct(TypedDict):
    """A line in the log of a club: who did what, when and why."""

    number: int
    """The number of the line."""
    act: str
    """The act, as a stable code."""
    by: str | None
    """The name of the player who acted; null for the server."""
    about: str | None
    """The name of the player concerned; null for none."""
    role: ClubRole | None
    """The role that was given; null for none."""
    reason: str
    """The reason; may be empty."""
    at: Moment
    """The time of the act (UTC)."""


class ClubLog(Page):
    """A page of the log, the latest first."""

    results: list[ClubAct]
    """The lines of this page."""


class ClubInvitationRefused(TypedDict):
    """An entry in a list of people to invite, with the reason why this person could not be invited."""

    entry: str
    """The name or address as it was sent."""
    code: str
    """The code of the refusal."""
    detail: str
    """The reason in words."""


class ClubInvitations(TypedDict):
    """The result of inviting a list of people to a club."""

    invited: list[str]
    """The names of the invited players."""
    addresses: list[str]
    """The e-mail addresses in the list; nothing was sent to them."""
    refused: list[ClubInvitationRefused]
    """The entries that could not be invited."""


GameServer = Literal["ogs", "dgs", "kgs", "igs", "other"]
ClubImportState = Literal["waiting", "done", "failed"]


class ImportedPlayer(TypedDict):
    """A player of an imported game."""

    name: str
    """The name in the file."""
    player: str | None
    """The member who has confirmed that the name is theirs; null for none."""


class ImportedGame(TypedDict):
    """A finished game from another server that a club imported. It is never rated, and counts in no statistics."""

    id: int
    """The number of the game among imported games."""
    server: GameServer
    """The server on which the game was played, according to the file."""
    file: str
    """The name of the file from which the game was imported."""
    black: ImportedPlayer
    """Black."""
    white: ImportedPlayer
    """White."""
    width: int
    """The width of the board in lines."""
    height: int
    """The height of the board in lines."""
    handicap: int
    """The handicap stones."""
    komi: str
    """The komi; empty if the file has none."""
    result: str
    """The result as in SGF, such as `W+3.5`, or in the file's own words; empty if the file has none."""
    played_on: str | None
    """The day on which the game began (such as 2026-11-27); null if the file does not name it."""
    moves: int
    """The number of moves, with passes."""


class ImportedGames(Page):
    """A page of imported games, the latest first."""

    results: list[ImportedGame]
    """The games of this page."""


class ImportedRecord(ImportedGame):
    """An imported game with its record."""

    sgf: str
    """The record in SGF: terms, result and moves."""


class ClubImportError(TypedDict):
    """A problem in an uploaded file of games, with its line."""

    file: str
    """The file."""
    code: str
    """The code of the problem."""
    line: int
    """The line of the file where the problem is; 0 if it is not known."""


class ClubImport(TypedDict):
    """A file of games that was uploaded to a club, and whether it has been read."""

    id: int
    """The number of the upload."""
    file_name: str
    """The name of the uploaded file."""
    state: ClubImportState
    """Whether the file has been read."""
    by: str | None
    """The name of the player who uploaded the file; null when the account is deleted."""
    at: Moment
    """When the file was uploaded (UTC)."""
    games: int
    """How many games were added."""
    known: int
    """How many games the club had already."""
    errors: list[ClubImportError]
    """The first 50 problems."""
    more_errors: int
    """How many problems the file has in addition to those in `errors`."""


class ClubImports(Page):
    """A page of uploads, the latest first."""

    results: list[ClubImport]
    """The uploads of this page."""


class ImportedName(TypedDict):
    """A player's name in imported games, and the member to whom it belongs."""

    id: int
    """The number of the name."""
    server: GameServer
    """The server of the name."""
    name: str
    """The name in the files."""
    player: str | None
    """The member to whom the name belongs; null if it is not assigned to a member."""
    confirmed: bool
    """Whether the member has confirmed that the name is theirs."""


class ImportedNames(Page):
    """A page of names, the latest first."""

    results: list[ImportedName]
    """The names of this page."""
