"""The Django app config of games."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class GamesConfig(AppConfig):
    """The app of games, with their chat, clocks and records."""

    name = "games"
    verbose_name = pgettext_lazy("name", "Games")

    def ready(self) -> None:
        """Connect the app's signals. Sockets close when access ends, games end when an account is deleted, and data
        exports include games. Expensive operations get rate limits, and notifications get their data about turns, games
        and nights."""
        from accounts import signals
        from foundation.rate_limits import rate_limits_requested
        from games import events, rate_limits, turns
        from games.emails import writing
        from games.services import account_deletion, data_export, idempotency, nights, unused_guests, vacations
        from games.signals import game_event, tidying
        from notifications.services import addresses, emails, hours

        rate_limits_requested.connect(rate_limits.rate_limits_of_games)
        for signal in signals.WAYS_TO_LOSE_ACCESS:
            signal.connect(events.recheck_player_sockets)
        signals.password_changed.connect(vacations.CALENDAR.revoke_on_password_change, weak=False)  # a value with slots
        signals.export_described.connect(data_export.add_games_to_export)
        game_event.connect(turns.record_turn_change)
        emails.write_emails.connect(writing.write_emails)
        for tidy in (
            idempotency.delete_expired_keys,
            unused_guests.delete_unused_guests,
            addresses.delete_refusals_of_unused_addresses,
        ):
            tidying.connect(tidy)
        hours.nights_of.connect(nights.nights_of)
        signals.deletion_begins.connect(account_deletion.lock_running_games)
        signals.account_ends.connect(account_deletion.end_all_games)
        signals.account_data_deleted.connect(account_deletion.delete_private_data)
