"""The Django app of competitions."""

from datetime import datetime
from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class CompetitionsConfig(AppConfig):
    """Tournaments."""

    name = "competitions"
    verbose_name = gettext_lazy("Tournaments")

    def ready(self) -> None:
        """Rounds hear that games end; entries end with an account, and are among what a player takes along."""
        from accounts.privacy import account_deletion as deletion
        from clubs import hooks
        from competitions import calendars, game_events, hearing
        from competitions.services import asking, data_export, ladders, leagues, leaving, of_clubs, teams
        from games import calendar_feed, event_names, events

        def _end_all(player: Any, now: datetime) -> None:
            leagues.end_memberships(player, now)
            leaving.end_entries(player, now)
            ladders.end_rungs(player, now)
            teams.end_teams(player, now)

        events.when_something_happens(hearing.when_something_happens)
        deletion.when_deleting(lambda player, now: None, _end_all, lambda player: None)
        event_names.name_events(game_events)
        calendar_feed.add_events(calendars.events_of_player)
        data_export.register()
        asking.use()
        hooks.list_events(of_clubs.events_of)
        hooks.make_events_at(gettext_lazy("New tournament"), "/tournaments/new/")
        hooks.make_events_at(gettext_lazy("New ladder"), "/ladders/new/")
        hooks.make_events_at(gettext_lazy("New league"), "/leagues/new/")
        hooks.make_events_at(gettext_lazy("Challenge another club"), "/team-matches/new/")
        hooks.when_somebody_goes(of_clubs.gone)
        hooks.when_somebody_goes(teams.gone)
        hooks.when_a_club_closes(of_clubs.closed)
