"""Rows: events, how far they are numbered, webhooks."""

from .event import Event, Feed
from .webhook import Webhook

__all__ = ["Event", "Feed", "Webhook"]
