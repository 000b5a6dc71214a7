"""Find the notices about tournaments that the player has not answered yet."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db.models import F

from notifications.models import Notice
from notifications.services.asking import StillOpen, object_id_in_path
from tournaments.models import Entry, EntryState, TournamentState


def notice_checks(**_: object) -> dict[str, StillOpen]:
    """Return, by kind of notice about tournaments, the function that selects those of given notices that their players
    still have to answer. Receiver of the signal `notice_checks`."""
    return {
        "event_invited": _unanswered_invitation_notices,
        "event_still_in": _unanswered_confirmation_notices,
        "event_revised": _unanswered_revision_notices,
    }


def _unanswered_invitation_notices(notices: Collection[Notice]) -> list[Notice]:
    entries = Entry.objects.filter(state=EntryState.INVITED, tournament__in=event_ids_in(notices))
    return notices_for_event_players(notices, entries.values_list("tournament_id", "player_id"))


def _unanswered_confirmation_notices(notices: Collection[Notice]) -> list[Notice]:
    entries = Entry.objects.filter(answer_by__isnull=False, tournament__in=event_ids_in(notices))
    return notices_for_event_players(notices, entries.values_list("tournament_id", "player_id"))


def _unanswered_revision_notices(notices: Collection[Notice]) -> list[Notice]:
    entries = Entry.objects.with_place_or_waiting().filter(
        tournament__in=event_ids_in(notices), tournament__state=TournamentState.OPEN
    )
    waiting = entries.filter(revision__lt=F("tournament__revision"))
    return notices_for_event_players(notices, waiting.values_list("tournament_id", "player_id"))


def event_ids_in(notices: Collection[Notice]) -> set[int]:
    """Return the event ids in the notices' paths, which are the paths of events' pages."""
    return {object_id_in_path(notice) for notice in notices}


def notices_for_event_players(notices: Collection[Notice], pairs: Iterable[tuple[int, int]]) -> list[Notice]:
    """Return the notices whose event and player are among `pairs`, which are tuples of event id and player id."""
    found = set(pairs)
    return [notice for notice in notices if (object_id_in_path(notice), notice.player_id) in found]
