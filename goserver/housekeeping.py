"""What every process of the service does beside its requests, or instead of them."""

from __future__ import annotations

from accounts.core import mail, push_key, site
from automatch import worker as searches
from challenges import sweeper as offers
from competitions import worker as tournaments
from foundation import background
from foundation.handover import SECONDS_BETWEEN_LOOKS
from games import second_opinion, sweeper
from games.services import suggestions
from learn import daily_readers, own_problems
from machine_review import worker as machine_review
from mail_play import mailbox
from moderation import sweeper as suspensions
from notifications.services import background as notices
from programs import push_sender, webhook_sender
from sharing.openings import filling as openings


def follow() -> None:
    """Begin to follow what an administrator says about the server: in every process that makes pages or e-mails."""
    background.start("site settings", site.look, site.SECONDS_BETWEEN_LOOKS)


def start(*, heart: bool) -> None:
    """Begin in threads that end with the process; any number of processes may. `heart`: the process takes moves."""
    sweeper.start(heart=heart)
    suggestions.start()
    second_opinion.start()
    machine_review.start()
    own_problems.start()
    daily_readers.start()
    tournaments.start()
    searches.start()
    offers.start()
    suspensions.start()
    background.start("letters", mail.look, SECONDS_BETWEEN_LOOKS)
    notices.start()
    mailbox.start()
    webhook_sender.sending.start()
    background.start("push key", push_key.make_sure, push_key.SECONDS_BETWEEN_LOOKS)
    push_sender.sending.start()
    openings.start()
