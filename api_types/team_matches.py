"""Team matches between clubs."""

from __future__ import annotations

from typing import Literal, TypedDict

from .common import Moment, Page
from .terms import TimeTerms
from .tournaments import TournamentResult

TeamMatchSide = Literal["home", "away"]
TeamMatchAnswer = Literal["asked", "plays", "declined"]
TeamMatchState = Literal["offered", "lineup", "playing", "done", "declined", "cancelled"]


class TeamMatchClub(TypedDict):
    """One of the two clubs of a team match."""

    id: int
    """The number of the club."""
    name: str
    """Its name."""


class _TeamMatch(TypedDict):
    """The fields that a team match has both in lists and on its own."""

    id: int
    """The number of the match."""
    home: TeamMatchClub | None
    """The club that challenged; null if it was deleted."""
    away: TeamMatchClub | None
    """The club that was challenged; null if it was deleted."""
    boards: int
    """The number of boards in each round."""
    rounds: int
    """The number of rounds."""
    state: TeamMatchState
    """The state: waiting for an answer, lineups being set, in progress or ended."""


class TeamMatchRow(_TeamMatch):
    """A match in a list."""


class TeamMatches(Page):
    """A page of matches, the newest first."""

    results: list[TeamMatchRow]
    """The matches of this page."""


class TeamMatchScore(TypedDict):
    """The score of a team match, as decimals written as text."""

    home: str
    """The challenging club's score."""
    away: str
    """The challenged club's score."""


class TeamMatchMember(TypedDict):
    """A player who was invited by a captain to play in a team match, or has offered to."""

    player: str
    """The name of the player."""
    side: TeamMatchSide
    """The team."""
    answer: TeamMatchAnswer
    """The player's answer: `asked` (not answered), `plays` or `declined`."""
    board: int | None
    """The board in the next lineup, 1 at the top; null: sits out, or no lineup yet."""


class TeamMatchGame(TypedDict):
    """A board of a round in a team match, with its two players, game and result."""

    round: int
    """The round, from 1."""
    board: int
    """The board, 1 at the top."""
    home: str | None
    """The player of the challenging club; null for an empty seat, which loses by forfeit."""
    away: str | None
    """The player of the challenged club; null for an empty seat."""
    black: TeamMatchSide
    """Which team has Black."""
    game: int | None
    """The number of the game; null for none."""
    result: TournamentResult
    """The result of the board in the match."""


class TeamMatch(_TeamMatch, TimeTerms):
    """A match with the terms of its games, both teams and all boards."""

    round: int
    """The number of the current or next round."""
    due_at: Moment | None
    """The deadline to answer the challenge or to set the lineups (UTC). A team without a lineup then loses by forfeit.
    """
    done_at: Moment | None
    """When the match ended (UTC); null before that."""
    width: int
    """The width of the boards, in points."""
    height: int
    """The height of the boards, in points."""
    rule_set: str
    """The key of the rule set."""
    komi: str
    """The komi, a decimal as text."""
    rated: bool
    """Whether games of the match are rated."""
    unrated_reason: str | None
    """Why games of the match are unrated: a key; null if they are rated."""
    ready: list[TeamMatchSide]
    """The teams whose lineup for the next round is confirmed."""
    members: list[TeamMatchMember]
    """Everyone who was asked or offered to play."""
    points: TeamMatchScore
    """Team points: 2 for a won round, 1 for a drawn round."""
    board_wins: TeamMatchScore
    """The games that each team has won; a drawn game counts half."""
    leads: TeamMatchSide | None
    """The team that is ahead or has won; null if they are tied."""
    leads_by: Literal["points", "board_wins", "upper_boards", "mean_rating"] | None
    """The criterion that puts the team ahead; null if `leads` is null."""
    games: list[TeamMatchGame]
    """The boards of all rounds so far."""
    my_answer: TeamMatchAnswer | None
    """Your answer about playing; null if you were not asked and gave none."""


class TeamMatchLogLine(TypedDict):
    """A line in the log of a team match: who did what, when and why."""

    number: int
    """The number of the line."""
    at: Moment
    """When this happened (UTC)."""
    act: str
    """The event, as a stable code."""
    by: str | None
    """The name of the player who acted; null for the server."""
    role: Literal["system", "player", "captain", "director", "owner", "moderator"]
    """The role in which the player acted."""
    side: TeamMatchSide | None
    """The team that acted or is concerned; null for none."""
    about: str | None
    """The name of the player concerned; null for none."""
    round: int | None
    """The round; null for none."""
    board: int | None
    """The board; null for none."""
    reason: str
    """The reason that was given."""


class TeamMatchLog(Page):
    """A page of a team match's log, the latest first."""

    results: list[TeamMatchLogLine]
    """The lines of this page."""
