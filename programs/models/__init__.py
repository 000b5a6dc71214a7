"""Models: events, their numbers, webhooks, devices."""

from .device import Device
from .event import Event, Feed
from .webhook import Webhook

__all__ = ["Device", "Event", "Feed", "Webhook"]
