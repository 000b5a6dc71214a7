"""Events of calendars (iCalendar, RFC 5545): starts, rounds, seasons and the deadlines of captains (E98)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy

from accounts.core import site
from competitions.models import League, MatchLine, MatchState, Round, Season, TeamMatch, Tournament
from wording import words

if TYPE_CHECKING:
    from icalendar import Event

Address = Callable[[str], str]
_SAID = {
    "starts": gettext_lazy("%(name)s: entry ends, the tournament starts"),
    "begins": gettext_lazy("%(name)s: round %(round)s starts"),
    "ends": gettext_lazy("%(name)s: the time for round %(round)s ends"),
    "over": gettext_lazy("%(name)s: round %(round)s has ended"),
    "season_begins": gettext_lazy("%(name)s: season %(season)s starts"),
    "season_ends": gettext_lazy("%(name)s: season %(season)s ends"),
    "asked": gettext_lazy("%(name)s: answer due, do you play the next season?"),
    "offered": gettext_lazy("%(name)s: answer to the challenge due"),
    "lineup": gettext_lazy("%(name)s: lineups of round %(round)s due"),
    "match_over": gettext_lazy("%(name)s: the match has ended"),
}


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes events, stamped with this moment. `address` makes a whole address of a path."""

    now: datetime
    address: Address

    def start(self, tournament: Tournament) -> Event:
        """When entry ends, which may have been postponed once."""
        event = self._event(tournament, "starts")
        self._put(event, f"tournament-{tournament.pk}-0-starts", tournament.starts_at, int(tournament.postponed))
        return event

    def of_round(self, round_: Round) -> list[Event]:
        """When it began, and when it ended; that takes the place of the time that was set for it."""
        mark = f"tournament-{round_.tournament_id}-{round_.number}"
        begins = self._event(round_.tournament, "begins", round_.number)
        self._put(begins, f"{mark}-begins", round_.published_at, 0)
        is_over, at = round_.done_at is not None, round_.done_at or round_.ends_at
        if at is None:
            return [begins]
        ends = self._event(round_.tournament, "over" if is_over else "ends", round_.number)
        self._put(ends, f"{mark}-ends", at, int(is_over))
        return [begins, ends]

    def first_season(self, league: League) -> Event:
        """When it is to begin, which takes four players."""
        event = self._event(league, "season_begins", 1)
        self._put(event, f"league-{league.pk}-1-begins", league.starts_at, 0)
        return event

    def of_season(self, season: Season) -> list[Event]:
        """When it began, and when it ends."""
        found = []
        for name, at in (("begins", season.started_at), ("ends", season.ends_at)):
            event = self._event(season.league, f"season_{name}", season.number, path=season.get_absolute_url())
            self._put(event, f"league-{season.league_id}-{season.number}-{name}", at, 1)
            found.append(event)
        return found

    def asked(self, season: Season) -> Event:
        """Until when one says whether one plays the next season (E72)."""
        event = self._event(season.league, "asked")
        self._put(event, f"league-{season.league_id}-{season.number}-asked", season.answer_by, 0)
        return event

    def due(self, match: TeamMatch) -> Event:
        """Until when a club answers, or captains confirm their lineups."""
        kind = "offered" if match.state == MatchState.OFFERED else "lineup"
        event = self._event(match, kind, match.round)
        self._put(event, f"match-{match.pk}-{match.round}-{kind}", match.due_at, 0)
        return event

    def of_line(self, line: MatchLine) -> Event:
        """A round of a match began, or the match ended."""
        kind = "begins" if line.act == "started" else "match_over"
        event = self._event(line.match, kind, line.round or 0)
        self._put(event, f"match-{line.match_id}-{line.round or 0}-{kind}", line.at, 0)
        return event

    def _event(self, what: Tournament | League | TeamMatch, kind: str, number: int = 0, path: str = "") -> Event:
        from icalendar import Event

        name = what.shown_name if isinstance(what, Tournament) else what.name
        shown = words.number(number)
        event = Event()
        event.add("summary", str(_SAID[kind]) % {"name": name, "round": shown, "season": shown})
        event.add("url", self.address(path or what.get_absolute_url()))
        return event

    def _put(self, event: Event, mark: str, at: datetime | None, changed: int) -> None:
        event.add("uid", f"{mark}@{site.host()}")
        event.add("sequence", changed)
        event.add("dtstamp", self.now)
        event.add("dtstart", at)


__all__ = ["Address", "Maker"]
