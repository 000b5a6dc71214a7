"""The JSON representation of leagues."""

from __future__ import annotations

from typing import Any, cast

import api_types as shapes
from accounts.models import Player
from api.options import values_of
from foundation.iso_times import iso_time
from leagues.models import League, LeagueLine, LeagueOptions, MemberState, Season
from leagues.standings import division_label
from leagues.tables import GroupTable, GroupTableLine
from tournaments.api.event_outputs import event_terms_json


def league_json(shown: League, viewer: Player | None) -> shapes.League:
    """Return the JSON of a league as this viewer sees it. Four queries."""
    members = shown.members.exclude(state=MemberState.LEFT)
    mine = None if viewer is None else members.filter(player=viewer).first()
    latest = shown.seasons.order_by("-number").first()
    made = {
        "id": shown.pk,
        "name": shown.name,
        "about": shown.about,
        "club": shown.club_id,
        "organiser": shown.owner.username,
        **values_of(shown, LeagueOptions),
        "closed": shown.closed_at is not None,
        **event_terms_json(shown),
        "players": members.count(),
        "season": None if latest is None else latest.number,
        "my_state": None if mine is None else cast(Any, mine.state),
        "my_answer": None if mine is None else mine.stays,
    }
    return cast("shapes.League", made)


def league_row_json(shown: League) -> shapes.LeagueRow:
    """Return the JSON of a league in a list."""
    return {"id": shown.pk, "name": shown.name, "width": shown.width, "height": shown.height}


def season_json(shown: Season, page: tuple[int, int], tables: list[GroupTable]) -> shapes.LeagueSeason:
    """Return the JSON of a season with one page of its groups. `page` is the page's number and the number of pages."""
    return {
        "number": shown.number,
        "state": cast(Any, shown.state),
        "started_at": iso_time(shown.started_at),
        "ends_at": iso_time(shown.ends_at),
        "answer_by": None if shown.answer_by is None else iso_time(shown.answer_by),
        "page": page[0],
        "pages": page[1],
        "groups": [_group_json(one) for one in tables],
    }


def _group_json(table: GroupTable) -> shapes.LeagueGroup:
    return {
        "label": table.label,
        "division": division_label(table.group.division),
        "tournament": table.group.tournament_id,
        "lines": [_group_line_json(one, table.lines) for one in table.lines],
    }


def _group_line_json(line: GroupTableLine, lines: list[GroupTableLine]) -> shapes.LeagueGroupLine:
    return {
        "place": line.place,
        "player": line.entry.player.username,
        "rank": line.rank or None,
        "points": line.values[0],
        "moves": cast(Any, line.moves or None),
        "games": [
            {"opponent": other.entry.player.username, "how": cast(Any, game.how), "game": game.game}
            for other, cell in zip(lines, line.cells, strict=True)
            for game in cell or ()
        ],
    }


def league_log_line_json(line: LeagueLine) -> shapes.LeagueLogLine:
    """Return the JSON of a log line. The players that the line names must be loaded."""
    return {
        "number": line.pk,
        "at": iso_time(line.at),
        "act": line.act,
        "by": None if line.by is None else line.by.username,
        "role": cast(Any, line.role),
        "about": None if line.about is None else line.about.username,
        "season": line.round,
        "before": line.before,
        "after": line.after,
        "reason": line.reason,
    }
