"""Moderators' actions on the name and description of an event, and how they are undone (E79). They do not check
permissions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet
from django.utils.crypto import get_random_string

from notifications.models import Notice
from tournaments.announcing import LONGEST_TITLE, ActAuthor, director_ids, notify_about
from tournaments.models import AuthorRole, Tournament
from tournaments.models.terms import NamedEvent

E = TypeVar("E", bound=NamedEvent)


class ModeratedEvents(Generic[E]):
    """Hides and restores the names and descriptions of one kind of event.

    `on_change` is called with an event that has new texts, its previous name, and a moderator as the author. It logs
    the change, and returns the ids of the players to notify.
    """

    def __init__(self, model: type[E], on_change: Callable[[E, str, ActAuthor], Iterable[int]]) -> None:
        self._model, self._on_change = model, on_change

    def find(self, event_id: int) -> E | None:
        """Return the event, None if there is none."""
        return QuerySet(self._model).filter(pk=event_id).first()

    def hide_texts(self, event_id: int, now: datetime) -> dict[str, Any]:
        """Give the event a neutral name, and clear its description. Return the previous texts. Raises the model's
        DoesNotExist. Needs a transaction."""
        event = self._locked().get(pk=event_id)
        neutral = f"{self._model.__name__} {get_random_string(8, '0123456789')}"
        kept = {"name": event.name, "about": event.about, "neutral": neutral}
        self._set_texts(event, neutral, "", now)
        return kept

    def restore_texts(self, event_id: int, kept: dict[str, Any], now: datetime) -> None:
        """Restore the event's name and description from `kept`, unless they have been changed since or the event was
        deleted."""
        event = self._locked().filter(pk=event_id, name=kept["neutral"]).first()
        if event is not None:
            self._set_texts(event, kept["name"], event.about or kept["about"], now)

    def _locked(self) -> QuerySet[E]:
        return QuerySet(self._model).select_for_update(no_key=True, of=("self",))

    def _set_texts(self, event: E, name: str, about: str, now: datetime) -> None:
        before, event.name, event.about = event.name, name, about
        event.save(update_fields=["name", "about"])
        people = self._on_change(event, before, ActAuthor(None, AuthorRole.MODERATOR, now))
        Notice.objects.filter(path=event.get_absolute_url()).update(title=name[:LONGEST_TITLE])
        notify_about(event, people, "event_moderated", now)


def _log_change(tournament: Tournament, before: str, acting: ActAuthor) -> list[int]:
    acting.log(tournament, "moderated")
    return director_ids(tournament)


TOURNAMENTS = ModeratedEvents(Tournament, _log_change)
