"""Write a tournament's log, and send its events to webhooks and its notices to players (E56, E98)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol

from django.db.models import Q
from django.utils import translation

from accounts.core.alerts import email_language_of
from accounts.models import Player
from games import events
from notifications.models import Notice
from notifications.models.notice import LONGEST_TITLE
from tournaments.models import AuthorRole, EntryState, LogLine, Tournament


class CompetitionEvent(StrEnum):
    """The kinds of events of tournaments, leagues, team matches and ladders that programs receive. The values are part
    of the API (E99)."""

    EVENT_CHANGED = "event_changed"
    ROUND_STARTED = "round_started"
    ROUND_DONE = "round_done"
    ENTRY_CHANGED = "entry_changed"
    LADDER_CHALLENGED = "ladder_challenged"
    LADDER_MOVED = "ladder_moved"
    LEAGUE_CHANGED = "league_changed"
    TEAM_MATCH_CHANGED = "team_match_changed"


OF_ENTRIES = (
    "entered", "waiting", "applied", "invited", "moved_up", "approved", "declined", "withdrew", "removed", "late",
    "skips", "asked", "agreed", "confirmed", "silent", "timed_out", "suspended", "struck",
)  # fmt: skip
"""The actions in the log that are about one entry."""
KINDS_OF_ACTS = {
    "published": CompetitionEvent.ROUND_STARTED,
    "round_done": CompetitionEvent.ROUND_DONE,
    **dict.fromkeys(OF_ENTRIES, CompetitionEvent.ENTRY_CHANGED),
}
FOR_DIRECTORS = (
    "created", "message", "proposed", "swapped", "fixed", "forbidden", "allowed", "labels", "director", "no_director",
    "stray", "stray_stage", "moderated",
)  # fmt: skip


class AnnouncedCompetition(Protocol):
    """The interface of an event that notices can link to: a tournament, ladder, league or team match."""

    @property
    def name(self) -> str: ...

    def get_absolute_url(self) -> str:
        """Return the path of the event's page."""


class ActAuthor:
    """The author of an action in a tournament, with their role and the time. `by` is None for the server."""

    __slots__ = ("by", "now", "role")

    def __init__(self, by: Player | None, role: AuthorRole, now: datetime) -> None:
        self.by, self.role, self.now = by, role, now

    @classmethod
    def server(cls, now: datetime) -> ActAuthor:
        """Return the server as the author of actions at this time."""
        return cls(None, AuthorRole.SYSTEM, now)

    def log(self, tournament: Tournament, act: str, **about: Any) -> LogLine:
        """Write a line about this author's action to the tournament's log, send the action as an event to players'
        webhooks and streams, and return the line. `about` has the line's column values; old and new values are cut
        after 60 characters."""
        line = self._log_line(tournament, act, about)
        line.save(force_insert=True)
        _send_act_events(tournament, act, about)
        return line

    def log_each(self, tournament: Tournament, act: str, people: Iterable[Player]) -> None:
        """Write a log line for each of these players about the same action on their entries. Send an event about each
        to that player and the directors."""
        everyone, directors = list(people), director_ids(tournament)
        LogLine.objects.bulk_create(self._log_line(tournament, act, {"about": one}) for one in everyone)
        about_event = {"tournament": tournament.pk, "round": None, "act": act}
        for one in everyone:
            send_competition_events(KINDS_OF_ACTS[act], {*directors, one.pk}, about=about_event, by=one)

    def _log_line(self, tournament: Tournament, act: str, about: dict[str, Any]) -> LogLine:
        for name, longest in (("before", 60), ("after", 60)):
            if name in about:
                about[name] = str(about[name])[:longest]
        return LogLine(
            tournament=tournament, at=self.now, by=self.by, role=self.role, act=act,
            corrects=tournament.finished_at is not None and act not in ("closed", "moderated"), **about,
        )  # fmt: skip


def _send_act_events(tournament: Tournament, act: str, about: dict[str, Any]) -> None:
    """Send an event about an action to the webhooks and streams of players (E99). Directors get every event. An action
    on an entry is also sent to that entry's player. All other actions, unless they are internal to the directors, are
    also sent to the entrants."""
    kind = KINDS_OF_ACTS.get(act, CompetitionEvent.EVENT_CHANGED)
    people = set(director_ids(tournament))
    if kind is CompetitionEvent.ENTRY_CHANGED:
        people.add(about["about"].pk)
    elif act not in FOR_DIRECTORS:
        gone = Q(state__in=(EntryState.DECLINED, EntryState.REMOVED)) | Q(state=EntryState.WITHDRAWN, number=None)
        people.update(tournament.entries.exclude(gone).values_list("player_id", flat=True))
    about_event = {"tournament": tournament.pk, "round": about.get("round"), "act": act}
    send_competition_events(kind, people, about=about_event, by=about.get("about"))


def send_competition_events(kind: CompetitionEvent, people: Iterable[int], **about: Any) -> None:
    """Store an event of this kind for each of these player ids, and announce it to the players' streams and webhooks.
    `about` is the event's payload. Takes one statement per hundred players."""
    everybody = sorted(set(people))
    for start in range(0, len(everybody), 100):
        some = everybody[start : start + 100]
        events.send_game_event(kind, some, **about)
        events.signal_player_lists_changed(*some)


def director_ids(tournament: Tournament) -> list[int]:
    """Return the player ids of the organiser, if there is one, and of the other directors."""
    others = tournament.directors.values_list("player_id", flat=True)
    return [pk for pk in (tournament.owner_id, *others) if pk is not None]


def notify_players(tournament: Tournament, players: Iterable[int], kind: str, now: datetime) -> None:
    """Create a notice about the tournament for each of these player ids. Deleted accounts are skipped."""
    notify_about(tournament, players, kind, now)


def notify_about(what: AnnouncedCompetition, players: Iterable[int], kind: str, now: datetime) -> None:
    """Create a notice for each of these player ids, with the event's name in the player's language and a link to the
    event's page. Deleted accounts are skipped."""
    found = sorted(set(players))
    path = what.get_absolute_url()
    people = Player.objects.filter(pk__in=found, deleted_at=None).only("language")
    names = {language: _name_in(language, what) for language in {email_language_of(one) for one in people}}
    Notice.objects.bulk_create(
        Notice(player=one, kind=kind, path=path, title=names[email_language_of(one)][:LONGEST_TITLE], created_at=now)
        for one in people
    )
    events.signal_player_lists_changed(*found)


def _name_in(language: str, what: AnnouncedCompetition) -> str:
    """Return the event's name in this language. Only events that the server runs have a name in each language; all
    others have the one name that their organiser chose."""
    with translation.override(language):
        return str(getattr(what, "shown_name", what.name))
