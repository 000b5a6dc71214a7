"""Checks whether notices of tournaments are still waiting for an answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db.models import F

from notifications.models import Notice
from notifications.services.asking import StillOpen, number_in
from tournaments.models import Entry, EntryState, State


def checks(**_: object) -> dict[str, StillOpen]:
    """Return the check of each kind of notice that can be answered (notifications.signals.notice_checks)."""
    return {
        "event_invited": _invitations,
        "event_still_in": _questions,
        "event_revised": _revisions,
    }


def _invitations(notices: Collection[Notice]) -> list[Notice]:
    entries = Entry.objects.filter(state=EntryState.INVITED, tournament__in=numbers_in(notices))
    return theirs_of(notices, entries.values_list("tournament_id", "player_id"))


def _questions(notices: Collection[Notice]) -> list[Notice]:
    entries = Entry.objects.filter(answer_by__isnull=False, tournament__in=numbers_in(notices))
    return theirs_of(notices, entries.values_list("tournament_id", "player_id"))


def _revisions(notices: Collection[Notice]) -> list[Notice]:
    entries = Entry.objects.in_play().filter(tournament__in=numbers_in(notices), tournament__state=State.OPEN)
    waiting = entries.filter(revision__lt=F("tournament__revision"))
    return theirs_of(notices, waiting.values_list("tournament_id", "player_id"))


def numbers_in(notices: Collection[Notice]) -> set[int]:
    """Return the object numbers in the paths of these notices."""
    return {number_in(notice) for notice in notices}


def theirs_of(notices: Collection[Notice], pairs: Iterable[tuple[int, int]]) -> list[Notice]:
    """Return the notices whose object number and player are one of these pairs."""
    found = set(pairs)
    return [notice for notice in notices if (number_in(notice), notice.player_id) in found]
