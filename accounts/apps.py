"""The Django app of people."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Players and their preferences."""

    name = "accounts"
    verbose_name = _("Players")

    def ready(self) -> None:
        """Listen to what the libraries do; a new password ends all tokens. Every database has the groups of
        moderators (Django makes the permissions at the same moment)."""
        from accounts import receivers, signals
        from accounts.privacy import data_export
        from accounts.security.staff_permissions import make_groups
        from accounts.security.tokens import end_all_tokens

        post_migrate.connect(make_groups, sender=self)
        receivers.listen()
        signals.password_changed.connect(end_all_tokens)
        signals.export_described.connect(data_export.describe)
