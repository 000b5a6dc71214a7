"""The Django app of searches."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class AutomatchConfig(AppConfig):
    """Searches for opponents, and their matches."""

    name = "automatch"
    verbose_name = pgettext_lazy("name", "Opponent searches")

    def ready(self) -> None:
        """Connect receivers of signals: ends of games, deleted accounts, accounts that become bots, and data
        exports."""
        from accounts import signals
        from automatch import listeners
        from automatch.services import data_export, leaving
        from games.signals import game_event, looking_for_games

        game_event.connect(listeners.update_searches_on_game_end)
        looking_for_games.connect(leaving.has_open_search)
        signals.account_ends.connect(leaving.cancel_searches)
        signals.export_described.connect(data_export.add_searches_to_export)
