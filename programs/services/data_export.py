"""Events, webhooks and devices in a player's export of personal data, and their deletion with the account."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.privacy.data_export import Export
from programs.models import Device, Event, Feed, Webhook


def add_program_data_to_export(export: Export, **kwargs: object) -> None:
    """Add the player's events, webhooks and devices to the export."""
    export.add_rows(
        "events", _("events for your programs from the last two weeks"), ("programs.Event.player",),
        lambda player: Event.objects.filter(player=player).order_by("pk").values("number", "kind", "game_id", "at"),
    )  # fmt: skip
    export.add_rows(
        "webhooks", _("your webhooks, without their secrets"), ("programs.Webhook.player",),
        lambda player: Webhook.objects.filter(player=player).values("url", "scopes", "created_at", "last_success_at"),
    )  # fmt: skip
    export.add_rows(
        "devices", _("your devices, without their push addresses"), ("programs.Device.player",),
        lambda player: Device.objects.filter(player=player).values("name", "created_at", "last_success_at"),
    )  # fmt: skip
    export.exclude_fields(
        {
            "programs.Feed.player": "a counter of the events",
            "programs.Event.by": "an event of the other's, about what is among this person's own messages and follows",
        }
    )


def delete_program_data_of(player: Player, **_: object) -> None:
    """Delete the player's devices, events and webhooks, in the transaction that deletes the account."""
    for rows in (Device, Event, Feed, Webhook):
        rows.objects.filter(player=player).delete()
    Event.objects.filter(by=player).delete()
