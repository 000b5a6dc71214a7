"""The Django app of ladders."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy

from foundation.apps_off import while_on


class LaddersConfig(AppConfig):
    """Ladders: places that change with each game."""

    name = "ladders"
    verbose_name = pgettext_lazy("name", "Ladders")

    def ready(self) -> None:
        """Connect the app's signals: the ends of games, deleted accounts, and data exports."""
        from accounts import signals as accounts
        from clubs import signals as clubs
        from games import signals as games
        from ladders import game_events, listeners
        from ladders.services import data_export, due, ladders, of_clubs
        from tournaments import signals

        games.game_event.connect(listeners.on_game_event)
        accounts.account_ends.connect(ladders.end_ladder_places)
        accounts.export_described.connect(data_export.describe)
        clubs.membership_ended.connect(of_clubs.remove_from_ladders)
        clubs.club_closed.connect(of_clubs.close_ladders)
        for signal, receiver in (
            (signals.kinds_of_events, game_events.kinds),
            (signals.steps_requested, due.steps),
            (signals.joinable_requested, ladders.open_ladders),
            (clubs.events_requested, of_clubs.events_of),
            (clubs.event_forms_requested, of_clubs.event_forms),
        ):
            signal.connect(while_on(self.name, receiver), weak=False)
