"""Signals of notifications, to which other apps connect in their `apps.py`."""

from django.dispatch import Signal

notice_checks = Signal()
"""Receivers return checks by the kinds of notices that ask for a decision (notifications.services.asking.StillOpen).
Sent once."""
