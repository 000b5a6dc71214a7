"""The URLs to which a player's events are sent."""

from typing import NotRequired, TypedDict

from .common import Moment


class Webhook(TypedDict):
    """A URL to which your events are sent. `secret` is only in the response that created the webhook."""

    id: int
    """The number of the webhook."""
    url: str
    """The address that events are sent to."""
    created_at: Moment
    """When the webhook was created (UTC)."""
    sent: int
    """The number of the last event that the webhook accepted."""
    failures: int
    """How many times in a row the next event has been refused."""
    failing_since: Moment | None
    """Since when the webhook has failed (UTC); null if it works."""
    last_answer: str
    """The last response in a few words; may be empty."""
    last_success_at: Moment | None
    """When the webhook last accepted an event (UTC); null for never."""
    disabled_at: Moment | None
    """When the webhook was switched off after days of failures (UTC); null while it is on."""
    secret: NotRequired[str]
    """The key that signs requests. It is only in the response that created the webhook."""


class Webhooks(TypedDict):
    """Your webhooks, the oldest first."""

    results: list[Webhook]
    """The webhooks."""
