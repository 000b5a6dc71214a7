"""Background threads of every process of the service."""

from __future__ import annotations

from django.conf import settings

from accounts.core import mail, push_key, site
from automatch import worker as searches
from challenges import sweeper as offers
from clubs.services import imports
from foundation import background
from foundation.dispatch import SECONDS_BETWEEN_LOOKS
from games import second_opinion, sweeper
from games.services import result_questions, suggestions
from learn.services import daily_readers, own_problems
from library.services import indexing as library
from machine_review import worker as machine_review
from mail_play import mailbox
from moderation import sweeper as suspensions
from notifications.services import background as notices
from programs import push_sender, webhook_sender
from sharing.openings import filling as openings
from tournaments import worker as tournaments


def start_background_threads(*, records_heartbeats: bool) -> None:
    """Start the background threads of this process, which end with the process. Any number of processes may do this.

    In every process, a thread reloads changed site settings. With IGO_SWEEPER, the process also does the periodic jobs.
    If `records_heartbeats`, this process receives moves, and records heartbeats by which outages are detected.
    """
    background.start("site settings", site.reload_settings, site.SECONDS_BETWEEN_LOOKS)
    if settings.IGO_SWEEPER:
        _start_periodic_threads(records_heartbeats)


def _start_periodic_threads(records_heartbeats: bool) -> None:
    sweeper.start_thread(stores_heartbeats=records_heartbeats)
    suggestions.start_thread()
    result_questions.start_thread()
    second_opinion.start_thread()
    machine_review.start()
    own_problems.start_proving_thread()
    daily_readers.start_notification_thread()
    tournaments.start()
    searches.start_thread()
    offers.start()
    suspensions.start_thread()
    background.start("emails", mail.start_sending_due, SECONDS_BETWEEN_LOOKS)
    notices.start()
    mailbox.start()
    webhook_sender.sending.start()
    background.start("push key", push_key.create_if_missing, push_key.SECONDS_BETWEEN_LOOKS)
    push_sender.sending.start()
    openings.start()
    imports.start_upload_reading_thread()
    library.start_indexing_thread()
