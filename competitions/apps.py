"""The Django app of competitions."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class CompetitionsConfig(AppConfig):
    """Tournaments."""

    name = "competitions"
    verbose_name = gettext_lazy("Tournaments")

    def ready(self) -> None:
        """Rounds hear that games end; entries end with an account, and are among what a player takes along."""
        from accounts import signals
        from clubs import signals as clubs
        from competitions import calendars, game_events, hearing
        from competitions.services import asking, data_export, ladders, leagues, leaving, of_clubs, teams
        from games import event_names
        from games import signals as games
        from notifications.signals import notice_checks

        games.game_event.connect(hearing.on_game_event)
        for end in (leagues.end_memberships, leaving.end_entries, ladders.end_rungs, teams.end_teams):
            signals.account_ends.connect(end)
        event_names.events_named.connect(game_events.named)
        event_names.event_ruling.connect(game_events.ruling_of)
        games.calendar_requested.connect(calendars.events_of_player)
        signals.export_described.connect(data_export.describe)
        notice_checks.connect(asking.checks)
        clubs.events_requested.connect(of_clubs.events_of)
        clubs.event_forms_requested.connect(of_clubs.event_forms)
        clubs.membership_ended.connect(of_clubs.gone)
        clubs.membership_ended.connect(teams.gone)
        clubs.club_closed.connect(of_clubs.closed)
