"""Texts of leagues."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from leagues.models import LEAGUE_ACTS, LeagueLine
from leagues.services.free_games import Refused
from tournaments.log_words import LogRow, change_text
from wording import words

REFUSALS = {
    Refused.SELF: _("this is you"),
    Refused.NOT_FREE: _("the server pairs the players in this league"),
    Refused.SEASON_OVER: _("the season is over"),
    Refused.OTHER_GROUP: _("this player is in another group"),
    Refused.OUT: _("one of you has left the group"),
    Refused.BLOCKED: _("one of you has blocked the other"),
    Refused.PLAYING_ALREADY: _("you are playing each other"),
    Refused.PLAYED_TWICE: _("you have played each other twice"),
}
"""The reasons why a player of the group cannot be challenged (E73)."""


def lines_of(lines: Iterable[LeagueLine]) -> list[LogRow[LeagueLine]]:
    """Return log lines as rows; the people must be loaded."""
    return [LogRow(one, _sentence(one), change_text(one.before, one.after)) for one in lines]


def _sentence(line: LeagueLine) -> SafeString:
    name = "" if line.about is None else line.about.shown_name
    return words.isolated(str(LEAGUE_ACTS[line.act]), name=name, round=words.number(line.round or 0))
