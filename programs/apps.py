"""The Django app of what other people's programs get and send."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class ProgramsConfig(AppConfig):
    """Events, streams, webhooks, and the reference of the API."""

    name = "programs"
    verbose_name = gettext_lazy("Programs")

    def ready(self) -> None:
        """What happens in games is written down for programs; old events are deleted; events and webhooks end with an
        account, and are among what a player takes along."""
        from accounts.privacy import account_deletion as deletion
        from games import events, sweeper
        from programs import webhook_sender
        from programs.services import data_export, feed

        events.when_something_happens(feed.write_down)
        events.when_something_happens(webhook_sender.when_committed)
        sweeper.when_tidying(feed.forget_old)
        deletion.when_deleting(lambda player, now: None, lambda player, now: None, data_export.forget)
        data_export.register()
