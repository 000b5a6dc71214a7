"""The Django app of leagues."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy

from foundation.apps_off import only_while_on


class LeaguesConfig(AppConfig):
    """The app of leagues, whose seasons consist of groups. Each group is a tournament."""

    name = "leagues"
    verbose_name = pgettext_lazy("name", "Leagues")

    def ready(self) -> None:
        """Connect receivers of signals: deleted accounts and data exports."""
        from accounts import signals as accounts
        from clubs import signals as clubs
        from games import signals as games
        from leagues import calendars, game_events
        from leagues.services import asking, data_export, due, leagues, of_clubs
        from notifications.signals import notice_checks
        from tournaments import signals

        signals.entries_end.connect(leagues.remove_deleted_from_leagues)
        accounts.export_described.connect(data_export.add_leagues_to_export)
        clubs.membership_ended.connect(of_clubs.remove_from_club_leagues)
        clubs.club_closed.connect(of_clubs.end_club_leagues)
        notice_checks.connect(asking.notice_checks)
        for signal, receiver in (
            (signals.kinds_of_events, game_events.kinds_of_event),
            (signals.steps_requested, due.league_steps),
            (signals.calendar_requested, calendars.club_league_calendar_events),
            (games.calendar_requested, calendars.league_events_of_player),
            (clubs.events_requested, of_clubs.club_leagues),
            (clubs.event_forms_requested, of_clubs.league_form_link),
        ):
            signal.connect(only_while_on(self.name, receiver), weak=False)
