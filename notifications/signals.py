"""Signals of notifications to other apps, connected in their `apps.py`."""

from django.dispatch import Signal

notice_checks = Signal()
"""Return checks by kinds of notice that can be answered (notifications.services.asking.StillOpen). Sent once."""
