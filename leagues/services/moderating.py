"""The effects on a league's seasons, groups and log if moderators hide or restore its name and description (E79)."""

from __future__ import annotations

from leagues.announcing import log_league_act
from leagues.models import League
from tournaments.announcing import ActAuthor, AnnouncedCompetition
from tournaments.models import Tournament
from tournaments.services.moderating import EventTextModerator

from .seasons import league_director_ids


def _rename_groups(league: League, before: str, acting: ActAuthor) -> tuple[list[int], list[AnnouncedCompetition]]:
    groups = list(Tournament.objects.filter(league_group__season__league=league, name__startswith=f"{before} "))
    for group in groups:
        group.name = f"{league.name}{group.name.removeprefix(before)}"
    Tournament.objects.bulk_update(groups, ["name"], batch_size=200)
    log_league_act(acting, league, "moderated")
    return league_director_ids(league), [*league.seasons.all(), *groups]


LEAGUES = EventTextModerator(League, _rename_groups)
