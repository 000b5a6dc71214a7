"""Addresses that events are sent to."""

from typing import NotRequired, TypedDict

from .common import Moment


class Webhook(TypedDict):
    """Where events are sent. `secret` is in the answer that made it, and nowhere else."""

    id: int
    """The number of the webhook."""
    url: str
    """The address that events are sent to."""
    created_at: Moment
    """When it was made (UTC)."""
    sent: int
    """The number of the last event that it took."""
    failures: int
    """How many times in a row the next event has been refused."""
    failing_since: Moment | None
    """Since when (UTC); null while all is well."""
    last_answer: str
    """What the address answered last, in a few words; may be empty."""
    last_success_at: Moment | None
    """When it last took an event (UTC); null: never yet."""
    disabled_at: Moment | None
    """When it was switched off after days of failures (UTC); null while it is on."""
    secret: NotRequired[str]
    """What requests are signed with. It is in the answer that made it, and nowhere else."""


class Webhooks(TypedDict):
    """Your webhooks, the oldest first."""

    results: list[Webhook]
    """The webhooks."""
