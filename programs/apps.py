"""The Django app for third-party programs."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class ProgramsConfig(AppConfig):
    """The app of events for programs, with streams, webhooks and push messages, and of the API reference."""

    name = "programs"
    verbose_name = pgettext_lazy("name", "Programs")

    def ready(self) -> None:
        """Connect receivers of signals.

        Events of games are stored for programs, and deleted when they are old. Events, webhooks and devices are
        exported, and deleted with the account. Devices are deleted with the session that added them, devices and
        webhooks with the token or program that added them.
        """
        from accounts import signals
        from games.signals import game_event, tidying
        from notifications import preferences
        from programs import push_sender, webhook_sender
        from programs.services import data_export, devices, feed, origins

        game_event.connect(feed.unsaved_events)
        game_event.connect(webhook_sender.sending.send_after_commit)
        game_event.connect(push_sender.sending.send_after_commit)
        signals.sessions_ended.connect(devices.delete_devices_of_sessions)
        signals.password_changed.connect(devices.delete_devices_of_other_sessions)
        signals.session_key_changed.connect(devices.replace_session_key_of_devices)
        for signal in signals.WAYS_TO_LOSE_ACCESS:
            signal.connect(origins.delete_ended_origin_rows_of)
        preferences.players_with_push_device.connect(devices.players_with_push_device)
        tidying.connect(feed.delete_old_events)
        tidying.connect(origins.delete_ended_origin_rows)
        signals.account_data_deleted.connect(data_export.delete_program_data_of)
        signals.export_described.connect(data_export.add_program_data_to_export)
