"""The Django app of notices."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class NotificationsConfig(AppConfig):
    """What people should hear of."""

    name = "notifications"
    verbose_name = gettext_lazy("Notifications")

    def ready(self) -> None:
        """Notices go with an account, and are among what a player takes along; what mail servers refuse is counted."""
        from accounts import access_hooks
        from accounts.core import mail
        from accounts.privacy import account_deletion as deletion
        from notifications import data_export
        from notifications.services import addresses, choosing

        access_hooks.when_somebody_registers(choosing.answer)
        access_hooks.when_password_changes(choosing.FEED.password_changed)
        mail.when_answered(addresses.answered)
        deletion.when_deleting(lambda player, now: None, lambda player, now: None, data_export.forget)
        data_export.register()
