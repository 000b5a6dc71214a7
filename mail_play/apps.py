"""The Django app config of playing from e-mails."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.utils.translation import gettext_lazy


class MailPlayConfig(AppConfig):
    """The app for playing moves from an e-mail, by its link or by a reply."""

    name = "mail_play"
    verbose_name = gettext_lazy("Play by e-mail")

    def ready(self) -> None:
        """Connect this app's receivers, which create the ways to play from an e-mail, say whether replies are received,
        and delete expired secrets and those of deleted accounts. Register the check of the mailbox."""
        from accounts import signals
        from games.emails import ways
        from games.signals import tidying
        from mail_play.services import replies, tokens
        from notifications import preferences

        ways.create_ways_to_play.connect(tokens.create_ways_to_play)
        preferences.replies_are_received.connect(replies.replies_are_received)
        checks.register(_check_mailbox)
        tidying.connect(tokens.delete_old_tokens)
        signals.account_data_deleted.connect(tokens.delete_tokens_of)


def _check_mailbox(**_: Any) -> list[checks.CheckMessage]:
    """Warn if replies cannot be fetched because the mailbox library is not installed."""
    from mail_play.services import replies

    warning = "Replies by e-mail play nothing: imap-tools, which reads IGO_IMAP_URL, is not installed."
    is_missing = settings.IGO_IMAP_URL and not replies.has_mailbox()
    return [checks.Warning(warning, id="mail_play.W001")] if is_missing else []
