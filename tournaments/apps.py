"""The Django app config of tournaments."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy

from foundation.apps_off import only_while_on


class TournamentsConfig(AppConfig):
    """Tournaments, and the code that they share with ladders, leagues and team matches."""

    name = "tournaments"
    verbose_name = pgettext_lazy("name", "Tournaments")

    def ready(self) -> None:
        """Connect receivers of signals, such as the end of a game, the deletion of an account, and data exports."""
        from accounts import signals as accounts
        from clubs import signals as clubs
        from games import event_names
        from games import signals as games
        from notifications.signals import notice_checks
        from tournaments import calendars, game_events, listeners, signals
        from tournaments.services import asking, data_export, leaving, of_clubs
        from tournaments.templatetags.tournaments import open_tournaments

        games.game_event.connect(listeners.record_game_end)
        accounts.account_ends.connect(leaving.withdraw_deleted_from_tournaments)
        accounts.export_described.connect(data_export.add_tournaments_to_export)
        clubs.club_closed.connect(of_clubs.cancel_unstarted_club_tournaments)
        event_names.visible_events.connect(game_events.visible_events)
        event_names.find_ruling.connect(game_events.find_ruling)
        notice_checks.connect(asking.notice_checks)
        for signal, receiver in (
            (signals.kinds_of_events, game_events.kinds_of_event),
            (signals.calendar_requested, calendars.tournament_events),
            (signals.joinable_requested, open_tournaments),
            (games.calendar_requested, calendars.tournament_events_of_player),
            (clubs.events_requested, of_clubs.club_tournaments),
            (clubs.event_forms_requested, of_clubs.tournament_form_link),
        ):
            signal.connect(only_while_on(self.name, receiver), weak=False)
