"""Rows: events, how far they are numbered, webhooks, devices."""

from .device import Device
from .event import Event, Feed
from .webhook import Webhook

__all__ = ["Device", "Event", "Feed", "Webhook"]
