"""The Django app of notices."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class NotificationsConfig(AppConfig):
    """What people should hear of."""

    name = "notifications"
    verbose_name = gettext_lazy("Notices")

    def ready(self) -> None:
        """Notices go with an account, and are among what a player takes along."""
        from accounts import deletion
        from notifications import own_data

        deletion.when_deleting(lambda player, now: None, lambda player, now: None, own_data.forget)
        own_data.register()
