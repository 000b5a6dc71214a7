"""The Django app of ladders."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy

from foundation.apps_off import only_while_on


class LaddersConfig(AppConfig):
    """Ladders: places that change with each game."""

    name = "ladders"
    verbose_name = pgettext_lazy("name", "Ladders")

    def ready(self) -> None:
        """Connect receivers of signals: ends of games, deleted accounts, and data exports."""
        from accounts import signals as accounts
        from clubs import signals as clubs
        from games import signals as games
        from ladders import game_events, listeners
        from ladders.services import data_export, due, ladders, of_clubs
        from tournaments import signals

        games.game_event.connect(listeners.on_game_event)
        accounts.account_ends.connect(ladders.remove_deleted_from_ladders)
        accounts.export_described.connect(data_export.add_ladders_to_export)
        clubs.membership_ended.connect(of_clubs.remove_from_ladders)
        clubs.club_closed.connect(of_clubs.close_ladders)
        for signal, receiver in (
            (signals.kinds_of_events, game_events.kinds_of_event),
            (signals.steps_requested, due.ladder_steps),
            (signals.joinable_requested, ladders.open_ladders),
            (clubs.events_requested, of_clubs.club_ladder_lines),
            (clubs.event_forms_requested, of_clubs.ladder_form_link),
        ):
            signal.connect(only_while_on(self.name, receiver), weak=False)
