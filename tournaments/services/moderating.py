"""Moderators' actions on the name and description of an event, and how they are undone (E79). They do not check
permissions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.db.models import Case, Q, QuerySet, Value, When
from django.utils.crypto import get_random_string

from notifications.models import Notice
from tournaments.announcing import LONGEST_TITLE, ActAuthor, AnnouncedEvent, director_ids, notify_about
from tournaments.models import AuthorRole, Tournament
from tournaments.models.terms import NamedEvent

E = TypeVar("E", bound=NamedEvent)
AT_ONCE = 200
"""The number of pages whose notices get new titles in one statement."""


class ModeratedEvents(Generic[E]):
    """Hides and restores the names and descriptions of one kind of event.

    `on_change` is called with an event that has new texts, its previous name, and a moderator as the author. It logs
    the change, and returns the ids of the players to notify, and the other objects with pages that the event gives
    its name to.
    """

    def __init__(
        self, model: type[E], on_change: Callable[[E, str, ActAuthor], tuple[Iterable[int], Iterable[AnnouncedEvent]]]
    ) -> None:
        self._model, self._on_change = model, on_change

    def names(self, event_ids: Iterable[int]) -> dict[int, str]:
        """Return the names of these events by id, in this order, without events whose texts are already hidden."""
        rows: QuerySet[E] = QuerySet(self._model).filter(pk__in=event_ids).exclude(self._hidden())
        return dict(rows.order_by("pk").values_list("pk", "name"))

    def hide_texts(self, event_id: int, now: datetime) -> dict[str, Any]:
        """Give the event a neutral name unless it has one, and clear its description. Return the previous texts. Raises
        the model's DoesNotExist, also if the texts are already hidden. Needs a transaction."""
        event = self._locked().exclude(self._hidden()).get(pk=event_id)
        is_neutral = re.fullmatch(self._neutral_pattern, event.name)
        neutral = event.name if is_neutral else f"{self._model.__name__} {get_random_string(8, '0123456789')}"
        kept = {"name": event.name, "about": event.about, "neutral": neutral}
        self._set_texts(event, neutral, "", now)
        return kept

    def restore_texts(self, event_id: int, kept: dict[str, Any], now: datetime) -> None:
        """Restore the event's name and description from `kept`, unless they have been changed since or the event was
        deleted."""
        event = self._locked().filter(pk=event_id, name=kept["neutral"]).first()
        if event is not None:
            self._set_texts(event, kept["name"], event.about or kept["about"], now)

    @property
    def _neutral_pattern(self) -> str:
        return f"^{self._model.__name__} [0-9]{{8}}$"

    def _hidden(self) -> Q:
        return Q(name__regex=self._neutral_pattern, about="")

    def _locked(self) -> QuerySet[E]:
        return QuerySet(self._model).select_for_update(no_key=True, of=("self",))

    def _set_texts(self, event: E, name: str, about: str, now: datetime) -> None:
        before, event.name, event.about = event.name, name, about
        event.save(update_fields=["name", "about"])
        people, renamed = self._on_change(event, before, ActAuthor(None, AuthorRole.MODERATOR, now))
        _rename_notices([event, *renamed])
        notify_about(event, people, "event_moderated", now)


def _rename_notices(renamed: Sequence[AnnouncedEvent]) -> None:
    """Give the notices about these the new names as titles."""
    for start in range(0, len(renamed), AT_ONCE):
        titles = {one.get_absolute_url(): one.name[:LONGEST_TITLE] for one in renamed[start : start + AT_ONCE]}
        title = Case(*(When(path=path, then=Value(name)) for path, name in titles.items()))
        Notice.objects.filter(path__in=titles).update(title=title)


def _log_change(tournament: Tournament, before: str, acting: ActAuthor) -> tuple[list[int], list[AnnouncedEvent]]:
    acting.log(tournament, "moderated")
    return director_ids(tournament), []


TOURNAMENTS = ModeratedEvents(Tournament, _log_change)
