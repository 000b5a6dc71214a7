"""What leagues say, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from competitions.models import LeagueLine
from competitions.models.league import LEAGUE_ACTS
from competitions.services.free_games import Refused
from wording import words

REFUSALS = {
    Refused.SELF: _("this is you"),
    Refused.NOT_FREE: _("this league is paired by the server"),
    Refused.SEASON_OVER: _("the season is over"),
    Refused.OTHER_GROUP: _("they play in another group"),
    Refused.OUT: _("one of you has left the group"),
    Refused.BLOCKED: _("one of you has blocked the other"),
    Refused.PLAYING_ALREADY: _("you are playing each other"),
    Refused.PLAYED_TWICE: _("you have played each other twice"),
}
"""Why somebody of the group cannot be challenged (E73)."""


@dataclass(frozen=True, slots=True)
class LeagueLogRow:
    """A line of the log in words."""

    line: LeagueLine
    sentence: SafeString
    change: str


def lines_of(lines: Iterable[LeagueLine]) -> list[LeagueLogRow]:
    """Lines as rows; the people have been fetched."""
    return [LeagueLogRow(one, _sentence(one), _change(one)) for one in lines]


def _sentence(line: LeagueLine) -> SafeString:
    name = "" if line.about is None else line.about.shown_name
    return words.isolated(str(LEAGUE_ACTS[line.act]), name=name, round=words.number(line.round or 0))


def _change(line: LeagueLine) -> str:
    return f"{line.before} → {line.after}" if line.before and line.after else line.after or line.before
