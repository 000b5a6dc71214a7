"""The Django app of team matches."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy

from foundation.apps_off import only_while_on


class TeamMatchesConfig(AppConfig):
    """Matches between the teams of two clubs."""

    name = "team_matches"
    verbose_name = pgettext_lazy("name", "Team matches")

    def ready(self) -> None:
        """Connect receivers of signals: ends of games, deleted accounts, and data exports."""
        from accounts import signals as accounts
        from clubs import signals as clubs
        from games import signals as games
        from notifications.signals import notice_checks
        from team_matches import calendars, game_events, listeners
        from team_matches.services import asking, data_export, due, of_clubs, teams
        from tournaments import signals

        games.game_event.connect(listeners.wake_at_match_game_end)
        accounts.account_ends.connect(teams.remove_from_unstarted_teams)
        accounts.export_described.connect(data_export.add_team_matches_to_export)
        clubs.membership_ended.connect(teams.remove_from_teams_of_club)
        clubs.club_closed.connect(of_clubs.cancel_unstarted_team_matches)
        notice_checks.connect(asking.notice_checks)
        for signal, receiver in (
            (signals.kinds_of_events, game_events.kinds_of_event),
            (signals.steps_requested, due.team_match_steps),
            (signals.calendar_requested, calendars.match_events),
            (games.calendar_requested, calendars.match_events_of_player),
            (clubs.events_requested, of_clubs.club_team_matches),
            (clubs.event_forms_requested, of_clubs.match_form_link),
        ):
            signal.connect(only_while_on(self.name, receiver), weak=False)
