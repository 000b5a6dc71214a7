"""The Django app of leagues."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy

from foundation.apps_off import while_on


class LeaguesConfig(AppConfig):
    """Leagues: seasons whose groups are tournaments."""

    name = "leagues"
    verbose_name = pgettext_lazy("name", "Leagues")

    def ready(self) -> None:
        """Connect the app's signals: deleted accounts and data exports."""
        from accounts import signals as accounts
        from clubs import signals as clubs
        from games import signals as games
        from leagues import calendars, game_events
        from leagues.services import asking, data_export, due, leagues, of_clubs
        from notifications.signals import notice_checks
        from tournaments import signals

        signals.entries_end.connect(leagues.end_memberships)
        accounts.export_described.connect(data_export.describe)
        clubs.membership_ended.connect(of_clubs.remove_from_leagues)
        clubs.club_closed.connect(of_clubs.close_leagues)
        notice_checks.connect(asking.checks)
        for signal, receiver in (
            (signals.kinds_of_events, game_events.kinds),
            (signals.steps_requested, due.steps),
            (signals.calendar_requested, calendars.events_of),
            (games.calendar_requested, calendars.events_of_player),
            (clubs.events_requested, of_clubs.events_of),
            (clubs.event_forms_requested, of_clubs.event_forms),
        ):
            signal.connect(while_on(self.name, receiver), weak=False)
