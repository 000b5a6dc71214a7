"""The Django app config of tournaments."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy

from foundation.apps_off import while_on


class TournamentsConfig(AppConfig):
    """Tournaments, and what ladders, leagues and team matches have in common with them."""

    name = "tournaments"
    verbose_name = pgettext_lazy("name", "Tournaments")

    def ready(self) -> None:
        """Connect the app's signals: the ends of games, deleted accounts, and data exports."""
        from accounts import signals as accounts
        from clubs import signals as clubs
        from games import event_names
        from games import signals as games
        from notifications.signals import notice_checks
        from tournaments import calendars, game_events, listeners, signals
        from tournaments.services import asking, data_export, leaving, of_clubs
        from tournaments.templatetags.tournaments import open_tournaments

        games.game_event.connect(listeners.on_game_event)
        accounts.account_ends.connect(leaving.end_entries)
        accounts.export_described.connect(data_export.describe)
        clubs.club_closed.connect(of_clubs.cancel_tournaments)
        event_names.events_named.connect(game_events.visible_events)
        event_names.event_ruling.connect(game_events.ruling_of)
        notice_checks.connect(asking.checks)
        for signal, receiver in (
            (signals.kinds_of_events, game_events.kinds),
            (signals.calendar_requested, calendars.events_of),
            (signals.joinable_requested, open_tournaments),
            (games.calendar_requested, calendars.events_of_player),
            (clubs.events_requested, of_clubs.events_of),
            (clubs.event_forms_requested, of_clubs.event_forms),
        ):
            signal.connect(while_on(self.name, receiver), weak=False)
