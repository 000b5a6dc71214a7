"""The library in a player's export of personal data, and its deletion with the account."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.privacy.data_export import Export
from library.models import Record, Share

from .exporting import AT_ONCE, file_name


def add_library_to_export(export: Export, **kwargs: object) -> None:
    """Add the player's library to the export."""
    export.add_rows(
        "library", _("the records in your library, with folders and tags"), ("library.Record.owner",),
        lambda player: Record.objects.filter(owner=player).order_by("pk").values(
            "id", "name", "folder", "tags__name", "added_at", "kept_at", "is_public", "hidden_reason"
        ),
    )  # fmt: skip
    export.add_rows(
        "library_shares", _("the players, clubs and classes you share records with"), (),
        lambda player: Share.objects.filter(record__owner=player).order_by("pk").values(
            "record_id", "player__username", "club__name", "classroom__name"
        ),
    )  # fmt: skip
    export.exclude_fields({"library.Share.player": "a share is among the data of the owner of the record"})
    export.add_section("library/", _("the files in your library"), (), _record_files)


def _record_files(player: Player) -> Iterator[tuple[str, list[str]]]:
    for record in Record.objects.filter(owner=player).order_by("pk").iterator(chunk_size=AT_ONCE):
        yield f"library/{record.pk}-{file_name(record)}", [record.text]


def delete_library(player: Player, **_: object) -> None:
    """Delete the player's library, and the shares of other players' records with the player."""
    Share.objects.filter(player=player).delete()
    Record.objects.filter(owner=player).delete()
