"""The Django app of players' accounts."""

from django.apps import AppConfig
from django.core.validators import EmailValidator
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy, pgettext_lazy


class AccountsConfig(AppConfig):
    """Players and their preferences."""

    name = "accounts"
    verbose_name = pgettext_lazy("name", "Players")

    def ready(self) -> None:
        """Connect signal receivers, such as the one that revokes all tokens after a new password. After the migrations
        of each database, create the moderators' groups. Spell "e-mail" in Django's message as everywhere else."""
        from accounts import receivers, signals
        from accounts.privacy import data_export
        from accounts.security.staff_permissions import create_missing_staff_groups
        from accounts.security.tokens import revoke_all_tokens

        EmailValidator.message = gettext_lazy("Enter a valid e-mail address.")
        post_migrate.connect(create_missing_staff_groups, sender=self)
        receivers.connect_receivers()
        signals.password_changed.connect(revoke_all_tokens)
        signals.export_described.connect(data_export.declare_account_data)
