"""Moderators' actions on the name and description of an event, and how they are undone (E79). They do not check
permissions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.db.models import Case, QuerySet, Value, When
from django.utils.crypto import get_random_string

from notifications.models import Notice
from notifications.models.notice import LONGEST_TITLE
from tournaments.announcing import ActAuthor, AnnouncedCompetition, director_ids, notify_about
from tournaments.models import AuthorRole, Tournament
from tournaments.models.terms import NamedEvent

E = TypeVar("E", bound=NamedEvent)
AT_ONCE = 200
"""The number of pages whose notices get new titles in one statement."""


class EventTextModerator(Generic[E]):
    """Hides and restores the names and descriptions of one kind of event.

    `on_change` is called with an event that has new texts, its previous name, and a moderator as the author. It logs
    the change. It returns the ids of the players to notify, and the other objects that have pages and are named after
    the event. `series_of` returns the ids of all events in the series of the event with this id: those with the same
    name are hidden and restored with it.
    """

    def __init__(
        self,
        model: type[E],
        on_change: Callable[[E, str, ActAuthor], tuple[Iterable[int], Iterable[AnnouncedCompetition]]],
        series_of: Callable[[int], set[int]] = lambda event_id: {event_id},
    ) -> None:
        self._model, self._on_change, self._series_of = model, on_change, series_of

    def unhidden_names(self, event_ids: Iterable[int]) -> dict[int, str]:
        """Return the names of these events by id, in this order, without events whose texts are already hidden."""
        rows: QuerySet[E] = QuerySet(self._model).filter(pk__in=event_ids).order_by("pk")
        return {row.pk: row.name for row in rows if not self._is_hidden(row)}

    def hide_texts(self, event_id: int, now: datetime) -> dict[str, Any]:
        """Give the event, and those of its series with the same name, a neutral name if the name is not neutral
        already, and clear their descriptions. Return the previous texts. Raises the model's DoesNotExist, also if the
        texts are already hidden. Needs a transaction."""
        found = self._lock_series(event_id)
        event = found.pop(event_id, None)
        if event is None or self._is_hidden(event):
            raise self._model.DoesNotExist
        name, others = event.name, [one for one in found.values() if one.name == event.name]
        neutral = name if self._is_neutral(name) else f"{self._model.__name__} {get_random_string(8, '0123456789')}"
        abouts = {str(one.pk): one.about for one in others}
        kept = {"name": name, "about": event.about, "neutral": neutral, "others": abouts}
        self._set_texts([(one, neutral, "") for one in (event, *others)], now)
        return kept

    def restore_texts(self, event_id: int, kept: dict[str, Any], now: datetime) -> None:
        """Restore the names and descriptions from `kept`, unless they have been changed since or the event was deleted.
        Events that were added to the series with the neutral name get the event's texts."""
        abouts = {str(event_id): kept["about"], **kept.get("others", {})}
        copied = "" if kept["name"] == kept["neutral"] else kept["about"]
        found = [one for one in self._lock_series(event_id).values() if one.name == kept["neutral"]]
        found.sort(key=lambda one: one.pk != event_id)
        self._set_texts([(one, kept["name"], one.about or abouts.get(str(one.pk), copied)) for one in found], now)

    def _is_neutral(self, name: str) -> bool:
        return re.fullmatch(f"{self._model.__name__} [0-9]{{8}}", name) is not None

    def _is_hidden(self, event: E) -> bool:
        return self._is_neutral(event.name) and not event.about

    def _lock_series(self, event_id: int) -> dict[int, E]:
        """Lock the event and its series in the order of their ids, with events added while waiting for the lock."""
        ids: set[int] = set()
        found: dict[int, E] = {}
        while (series := self._series_of(event_id)) != ids:
            ids = series
            rows: QuerySet[E] = QuerySet(self._model).select_for_update(no_key=True, of=("self",))
            found = {row.pk: row for row in rows.filter(pk__in=ids).order_by("pk")}
        return found

    def _set_texts(self, texts: Iterable[tuple[E, str, str]], now: datetime) -> None:
        """Give each event this name and description. Players to whom several of these changes matter are notified once,
        about the first changed event."""
        people: set[int] = set()
        renamed: list[AnnouncedCompetition] = []
        for event, name, about in texts:
            if (event.name, event.about) == (name, about):
                continue
            before, event.name, event.about = event.name, name, about
            event.save(update_fields=["name", "about"])
            some, named_after = self._on_change(event, before, ActAuthor(None, AuthorRole.MODERATOR, now))
            people.update(some)
            renamed += [event, *named_after]
        if renamed:
            _rename_notices(renamed)
            notify_about(renamed[0], people, "event_moderated", now)


def _rename_notices(renamed: Sequence[AnnouncedCompetition]) -> None:
    """Replace the titles of notices about these events by the events' new names."""
    for start in range(0, len(renamed), AT_ONCE):
        titles = {one.get_absolute_url(): one.name[:LONGEST_TITLE] for one in renamed[start : start + AT_ONCE]}
        title = Case(*(When(path=path, then=Value(name)) for path, name in titles.items()))
        Notice.objects.filter(path__in=titles).update(title=title)


def _log_change(tournament: Tournament, before: str, acting: ActAuthor) -> tuple[list[int], list[AnnouncedCompetition]]:
    acting.log(tournament, "moderated")
    return director_ids(tournament), []


def _series_of(tournament_id: int) -> set[int]:
    """Return the ids of this tournament and of those before and after it in a series that have the same organiser."""
    owner = Tournament.objects.filter(pk=tournament_id).values("owner")
    previous = dict(Tournament.objects.filter(owner__in=owner).values_list("pk", "previous"))
    following = {before: pk for pk, before in previous.items() if before is not None}
    found = {tournament_id}
    for step in (previous, following):
        pk = step.get(tournament_id)
        while pk in previous:
            found.add(pk)
            pk = step.get(pk)
    return found


TOURNAMENTS = EventTextModerator(Tournament, _log_change, _series_of)
