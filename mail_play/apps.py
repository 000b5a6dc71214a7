"""The Django app of playing from e-mails."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class MailPlayConfig(AppConfig):
    """Moves that are made from an e-mail, by its link."""

    name = "mail_play"
    verbose_name = gettext_lazy("Play by e-mail")

    def ready(self) -> None:
        """E-mails about games say how to play from them; what has run out is tidied away, and goes with an account."""
        from accounts.privacy import account_deletion as deletion
        from games import sweeper
        from games.letters import ways
        from mail_play.services import tokens

        ways.use(tokens.ways_for)
        sweeper.when_tidying(tokens.forget_old)
        deletion.when_deleting(lambda player, now: None, lambda player, now: None, tokens.forget)
