"""Devices that get push notifications (web push)."""

from typing import TypedDict

from .common import Moment


class Device(TypedDict):
    """A browser or an app that gets push notifications."""

    id: int
    """The number of the device."""
    name: str
    """The device's name, given by its owner."""
    created_at: Moment
    """When the device was added (UTC)."""
    last_success_at: Moment | None
    """When its push service last accepted a message (UTC); null if never."""
    failing_since: Moment | None
    """Since when its push service refuses messages (UTC); null while it accepts them."""


class Devices(TypedDict):
    """Your devices, the oldest first, and the server's key for adding one."""

    key: str
    """The public key of this server, for `applicationServerKey` (VAPID): a point of P-256, uncompressed, in
    base64url."""
    results: list[Device]
    """The devices."""
