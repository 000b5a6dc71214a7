"""The Django app of searches."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class AutomatchConfig(AppConfig):
    """Searches for opponents, and what they found."""

    name = "automatch"
    verbose_name = gettext_lazy("Searches for opponents")

    def ready(self) -> None:
        """A place is free again when its game ends; searches end with an account, keep it from becoming a bot's, and
        are among what a player takes along."""
        from accounts import signals
        from automatch import listeners
        from automatch.services import data_export, leaving
        from games.signals import game_event, looking_for_games

        game_event.connect(listeners.on_game_event)
        looking_for_games.connect(leaving.is_looking)
        signals.account_ends.connect(leaving.end_searches)
        signals.export_described.connect(data_export.describe)
