"""The Django app of games between people."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class GamesConfig(AppConfig):
    """Games, challenges, chat and notices."""

    name = "games"
    verbose_name = gettext_lazy("Games")

    def ready(self) -> None:
        """Sockets and streams end when their person's access ends; games and offers when an account is deleted; and
        they are among what a player takes along. What of them is dear to answer is bounded. Notices
        learn whose turn it is, what e-mails say of games, and when it is night for a player's clocks."""
        from accounts import signals
        from foundation.rate_limits import rate_limits_requested
        from games import costs, events, turns
        from games.letters import writing
        from games.services import account_deletion, data_export, idempotency, nights, unused_guests, vacations
        from games.signals import game_event, tidying
        from notifications.services import addresses, emails, hours

        rate_limits_requested.connect(costs.rate_limits)
        for signal in signals.WAYS_TO_LOSE_ACCESS:
            signal.connect(events.access_ended)
        signals.password_changed.connect(vacations.CALENDAR.password_changed, weak=False)  # a value with slots
        signals.export_described.connect(data_export.describe)
        game_event.connect(turns.record_turn_change)
        emails.emails_of.connect(writing.write)
        for tidy in (idempotency.forget_old, unused_guests.forget_unused_guests, addresses.forget_unused):
            tidying.connect(tidy)
        hours.nights_of.connect(nights.nights_of)
        signals.deletion_begins.connect(account_deletion.lock_games)
        signals.account_ends.connect(account_deletion.end_all)
        signals.account_data_deleted.connect(account_deletion.forget)
