"""The Django app of what other people's programs get and send."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class ProgramsConfig(AppConfig):
    """Events, streams, webhooks, and the reference of the API."""

    name = "programs"
    verbose_name = gettext_lazy("Programs")

    def ready(self) -> None:
        """What happens in games is written down for programs; old events are deleted; events, webhooks and devices end
        with an account, and are among what a player takes along; devices go with the session they were added in, both
        go with the token of the program that added them."""
        from accounts import access_hooks
        from accounts.privacy import account_deletion as deletion
        from games import events, sweeper
        from notifications import wishes
        from programs import push_sender, webhook_sender
        from programs.services import data_export, devices, feed, origins

        events.when_something_happens(feed.write_down)
        events.when_something_happens(webhook_sender.sending.when_committed)
        events.when_something_happens(push_sender.sending.when_committed)
        access_hooks.when_sessions_end(devices.forget_sessions)
        access_hooks.when_password_changes(devices.forget_other_sessions)
        access_hooks.when_session_changes_key(devices.follow_session)
        access_hooks.when_access_ends(origins.forget_ended_of)
        wishes.use_devices(devices.owners_among)
        sweeper.when_tidying(feed.forget_old)
        sweeper.when_tidying(origins.forget_ended)
        deletion.when_deleting(lambda player, now: None, lambda player, now: None, data_export.forget)
        data_export.register()
