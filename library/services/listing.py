"""Search a library (L4)."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from accounts.models import Player
from library.access import records_of_owner
from library.models import Record, RecordQuerySet, Tag

LONGEST_SEARCH = 60


@dataclass(frozen=True, slots=True)
class RecordSearch:
    """A search in a library. Empty fields match every record. `since` and `until` are ISO dates, possibly without day
    or month."""

    player: str = ""
    event: str = ""
    since: str = ""
    until: str = ""
    size: int | None = None
    rules: str = ""
    folder: str = ""
    tag: str = ""


def matching_records(player: Player, search: RecordSearch) -> RecordQuerySet:
    """Return the player's records that match the search. Their files are not loaded. A search by date does not find
    records without a date."""
    rows, texts = records_of_owner(player), {"names": search.player, "events": search.event}
    for column, text in texts.items():
        for word in text.casefold().split():
            rows = rows.filter(**{f"{column}__contains": word})
    if search.since:
        rows = rows.filter(played__gte=search.since)
    if search.until:
        rows = rows.exclude(played="").filter(played__lte=f"{search.until}-99")
    if search.size is not None:
        rows = rows.filter(width=search.size, height=search.size)
    if search.folder:
        rows = rows.filter(folder=search.folder)
    if search.rules:
        rows = rows.filter(rules=search.rules)
    return rows.filter(tags__name=search.tag.casefold()) if search.tag else rows


def folders_of(player: Player) -> list[tuple[str, int]]:
    """Return the names of the player's folders, each with the number of its records."""
    rows = Record.objects.kept().filter(owner=player).exclude(folder="")
    return list(rows.values_list("folder").annotate(n=Count("pk")).order_by("folder"))


def tags_of(player: Player) -> list[tuple[str, int]]:
    """Return the player's tags, each with the number of its records."""
    rows = Tag.objects.filter(Q(record__owner=player) & ~Q(record__kept_at=None))
    return list(rows.values_list("name").annotate(n=Count("pk")).order_by("name"))
