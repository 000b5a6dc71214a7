"""The Django app config of notifications."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class NotificationsConfig(AppConfig):
    """Notifications."""

    name = "notifications"
    verbose_name = pgettext_lazy("name", "Notifications")

    def ready(self) -> None:
        """Connect this app's receivers: account deletion, data export and refused e-mail addresses."""
        from accounts import signals
        from notifications import data_export
        from notifications.services import addresses, choosing

        signals.player_registered.connect(choosing.store_sign_up_answer)
        signals.password_changed.connect(choosing.FEED.revoke_on_password_change, weak=False)
        signals.email_answered.connect(addresses.record_email_delivery)
        signals.account_data_deleted.connect(data_export.delete_notifications)
        signals.export_described.connect(data_export.add_notifications_to_export)
