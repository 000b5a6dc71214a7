"""Moderators' actions on a league's texts, and the functions that undo them (E79). They do not check permissions."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.crypto import get_random_string

from leagues.announcing import log_league_act
from leagues.models import League
from tournaments.announcing import ActAuthor, notify_about
from tournaments.models import AuthorRole, Tournament

from .leagues import lock_league
from .seasons import league_director_ids

NEUTRAL = "League "


def hide_texts(league_id: int, now: datetime) -> dict[str, Any]:
    """Give the league and its seasons' groups a neutral name, and clear the league's description. Return the previous
    texts. Raises NoSuchLeague. Needs a transaction."""
    league = lock_league(league_id)
    neutral = f"{NEUTRAL}{get_random_string(8, '0123456789')}"
    kept = {"name": league.name, "about": league.about, "neutral": neutral}
    league.about = ""
    _rename_league(league, neutral, now)
    return kept


def restore_texts(league_id: int, kept: dict[str, Any], now: datetime) -> None:
    """Restore the league's name and description from `kept`, unless they have been changed since. Raises
    NoSuchLeague."""
    league = lock_league(league_id)
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
    log_league_act(ActAuthor(None, AuthorRole.MODERATOR, now), league, "moderated")
    notify_about(league, league_director_ids(league), "league_act", now)


__all__ = ["hide_texts", "restore_texts"]
