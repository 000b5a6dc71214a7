"""Texts about leagues in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from leagues.models import LEAGUE_ACTS, LeagueLine
from leagues.services.free_games import FreeGameRefusal
from tournaments.log_words import LogRow, before_after_text, linked_name
from wording import words

REFUSALS = {
    FreeGameRefusal.SELF: _("this is you"),
    FreeGameRefusal.NOT_FREE: _("the server pairs the players in this league"),
    FreeGameRefusal.SEASON_OVER: _("the season is over"),
    FreeGameRefusal.OTHER_GROUP: _("this player is in another group"),
    FreeGameRefusal.OUT: _("one of you has left the group"),
    FreeGameRefusal.BLOCKED: _("one of you has blocked the other"),
    FreeGameRefusal.PLAYING_ALREADY: _("you are playing each other"),
    FreeGameRefusal.PLAYED_TWICE: _("you have played each other twice"),
}
"""The reasons why a player of the group cannot be challenged (E73)."""


def league_log_rows(lines: Iterable[LeagueLine]) -> list[LogRow[LeagueLine]]:
    """Return rows for log lines. The players that they name must be loaded."""
    return [LogRow(one, _line_sentence(one), before_after_text(one.before, one.after)) for one in lines]


def _line_sentence(line: LeagueLine) -> SafeString:
    name, number = linked_name(line.about), words.localized_number(line.round or 0)
    return words.isolated(str(LEAGUE_ACTS[line.act]), name=name, round=number)
