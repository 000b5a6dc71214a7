"""What every process of the service does beside its requests, or instead of them."""

from __future__ import annotations

from accounts.core import mail
from foundation import background
from foundation.handover import SECONDS_BETWEEN_LOOKS
from games import second_opinion, sweeper
from moderation import sweeper as suspensions
from programs import webhook_sender


def start(*, heart: bool) -> None:
    """Begin in threads that end with the process; any number of processes may. `heart`: the process takes moves."""
    sweeper.start(heart=heart)
    second_opinion.start()
    suspensions.start()
    background.start("letters", mail.look, SECONDS_BETWEEN_LOOKS)
    webhook_sender.start()
