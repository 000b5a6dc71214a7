"""Texts about team matches in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player
from rules import Color
from team_matches.models import MATCH_ACTS, MatchLine, MatchTeam, TeamMatch, TeamMember
from team_matches.services.teams import LineupProblem
from team_matches.tables import BoardRow, MatchScore
from tournaments.log_words import LogRow, linked_name
from tournaments.models.play import RESULT_NAMES
from wording import words

REFUSALS = {
    LineupProblem.OTHER_TEAM: _("This player is on the other team. Choose someone else."),
    LineupProblem.BOTH_CLUBS: _("You belong to both clubs. You can play once a captain invites you."),
    LineupProblem.NOT_PLAYING: _(
        "Someone in this lineup has not confirmed that they will play. Choose another player, or wait."
    ),
    LineupProblem.TWICE: _("Someone is listed twice in this lineup. Choose each player only once."),
    LineupProblem.TOO_MANY: _("There are more players than boards. Remove some players."),
    LineupProblem.RANK_ORDER: _("List players by rank, strongest first."),
    LineupProblem.NOBODY: _("Set your lineup first."),
    LineupProblem.APART: _("This lineup pairs two players who can't play each other. Change the lineup."),
}
"""The reasons why a lineup or a player in it is refused (E40), by LineupProblem."""
HAS_WON = {
    "points": _("%(club)s has won on team points."),
    "board_wins": _("%(club)s has won on board wins."),
    "upper_boards": _("%(club)s has won on upper-board wins."),
    "mean_rating": _("%(club)s has won on average rating."),
}
IS_AHEAD = {
    "points": _("%(club)s is ahead on team points."),
    "board_wins": _("%(club)s is ahead on board wins."),
    "upper_boards": _("%(club)s is ahead on upper-board wins."),
    "mean_rating": _("%(club)s is ahead on average rating."),
}


def match_log_rows(match: TeamMatch, lines: Iterable[MatchLine]) -> list[LogRow[MatchLine]]:
    """Return rows for log lines. The players that they name must be loaded."""
    return [LogRow(line, _line_sentence(match, line)) for line in lines]


def _line_sentence(match: TeamMatch, line: MatchLine) -> SafeString:
    side = MatchTeam(line.side or 0)
    clubs = [club_name(match, one) for one in (side, side.other)]
    numbers = {"round": words.localized_number(line.round or 0), "board": words.localized_number(line.board or 0)}
    name = linked_name(line.about)
    return words.isolated(str(MATCH_ACTS[line.act]), name=name, club=clubs[0], other_club=clubs[1], **numbers)


def club_name(match: TeamMatch, side: MatchTeam) -> str:
    """Return the name of the team's club, or a word for a deleted club."""
    club = match.club_of(side)
    return str(pgettext_lazy("club", "deleted")) if club is None else club.name


def half_points_text(value: int) -> str:
    """Return a number of half points as text, such as 2½."""
    whole = words.localized_number(value // 2)
    if value % 2 == 0:
        return whole
    return "½" if value == 1 else f"{whole}½"


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A player on a board with their colour and whether it is their turn. `player` is None for an empty seat. `member`
    is None if the player is no longer listed in the team."""

    player: Player | None
    color: Color
    member: TeamMember | None
    is_on_turn: bool

    @property
    def color_name(self) -> str:
        """Return the name of the colour."""
        return str(words.COLOR_NAMES[self.color])


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A board for the page: the players by colour, the result as text, and a picture of the position ("" if there is
    none)."""

    row: BoardRow
    home: ShownSeat
    away: ShownSeat
    result: str
    score: str
    picture: str


@dataclass(frozen=True, slots=True)
class ShownRound:
    """A round for the page: its number, score and boards."""

    number: int
    score: str
    boards: list[ShownBoard]


def shown_rounds(table: MatchScore, pictures: Mapping[int, str], members: Iterable[TeamMember]) -> list[ShownRound]:
    """Return all rounds for the page, the latest first. `pictures` has the boards' pictures by board id. `members` are
    the players of both teams."""
    known = {member.player_id: member for member in members}
    return [
        ShownRound(one.number, _score_text(one.halves), [_shown_board(row, pictures, known) for row in one.boards])
        for one in reversed(table.rounds)
    ]


def _shown_board(row: BoardRow, pictures: Mapping[int, str], members: Mapping[int, TeamMember]) -> ShownBoard:
    result = str(RESULT_NAMES[row.result]) if row.result in RESULT_NAMES else ""
    colors = (Color.BLACK, Color.WHITE) if row.black is MatchTeam.HOME else (Color.WHITE, Color.BLACK)
    game = row.board.game
    turn = None if game is None or game.turn is None else (Color.BLACK, Color.WHITE)[game.turn]
    home, away = (
        ShownSeat(player, color, None if player is None else members.get(player.pk), color is turn)
        for player, color in zip((row.board.home, row.board.away), colors, strict=True)
    )
    return ShownBoard(
        row, home, away, result, _score_text(row.halves) if result else "", pictures.get(row.board.pk, "")
    )


def _score_text(pair: tuple[int, int]) -> str:
    return f"{half_points_text(pair[0])} : {half_points_text(pair[1])}"


def verdict_sentence(match: TeamMatch, table: MatchScore) -> str:
    """Return a sentence on who leads or has won, and by which criterion; "" before any result."""
    if table.leads is None or not table.rounds:
        return ""
    sentences = HAS_WON if match.state == "done" else IS_AHEAD
    return words.isolated(str(sentences[table.by]), club=club_name(match, table.leads))
