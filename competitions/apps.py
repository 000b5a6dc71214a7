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
        from clubs import hooks
        from competitions import calendars, game_events, hearing
        from competitions.services import asking, data_export, ladders, leagues, leaving, of_clubs, teams
        from games import calendar_feed, event_names, events

        events.when_something_happens(hearing.when_something_happens)
        for end in (leagues.end_memberships, leaving.end_entries, ladders.end_rungs, teams.end_teams):
            signals.account_ends.connect(end)
        event_names.name_events(game_events)
        calendar_feed.add_events(calendars.events_of_player)
        signals.export_described.connect(data_export.describe)
        asking.use()
        hooks.list_events(of_clubs.events_of)
        hooks.make_events_at(gettext_lazy("New tournament"), "/tournaments/new/")
        hooks.make_events_at(gettext_lazy("New ladder"), "/ladders/new/")
        hooks.make_events_at(gettext_lazy("New league"), "/leagues/new/")
        hooks.make_events_at(gettext_lazy("Challenge another club"), "/team-matches/new/")
        hooks.when_somebody_goes(of_clubs.gone)
        hooks.when_somebody_goes(teams.gone)
        hooks.when_a_club_closes(of_clubs.closed)
