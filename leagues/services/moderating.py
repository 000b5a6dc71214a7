"""Moderators' actions on the texts of a league, and undoing them (E79). Permissions are not checked here."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.crypto import get_random_string

from leagues.announcing import log_of
from leagues.models import League
from tournaments.announcing import ActAuthor, notify_about
from tournaments.models import Role, Tournament

from .leagues import locked_league
from .seasons import directors_of

NEUTRAL = "League "


def hide_texts(league_id: int, now: datetime) -> dict[str, Any]:
    """Give the league, and the groups of its seasons, a neutral name, and clear its description; return the previous
    texts. Raises NoSuchLeague. Needs a transaction."""
    league = locked_league(league_id)
    neutral = f"{NEUTRAL}{get_random_string(8, '0123456789')}"
    kept = {"name": league.name, "about": league.about, "neutral": neutral}
    league.about = ""
    _rename_league(league, neutral, now)
    return kept


def show_texts(league_id: int, kept: dict[str, Any], now: datetime) -> None:
    """Restore the league's name and description, unless they were changed in the meantime. Raises NoSuchLeague."""
    league = locked_league(league_id)
    if league.name == kept["neutral"]:
        league.about = league.about or kept["about"]
        _rename_league(league, kept["name"], now)


def _rename_league(league: League, name: str, now: datetime) -> None:
    before, league.name = league.name, name
    league.save(update_fields=["name", "about"])
    groups = list(Tournament.objects.filter(league_group__season__league=league, name__startswith=f"{before} "))
    for group in groups:
        group.name = f"{name}{group.name.removeprefix(before)}"
    Tournament.objects.bulk_update(groups, ["name"], batch_size=200)
    log_of(ActAuthor(None, Role.MODERATOR, now), league, "moderated")
    notify_about(league, directors_of(league), "league_act", now)


__all__ = ["hide_texts", "show_texts"]
