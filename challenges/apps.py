"""The Django app config of offers."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class ChallengesConfig(AppConfig):
    """Offers of a game, to anyone, to one player, or by a link."""

    name = "challenges"
    verbose_name = pgettext_lazy("name", "Challenges")

    def ready(self) -> None:
        """Connect this app to rematches, the deletion and export of accounts, and accounts that become bots."""
        from accounts import signals
        from challenges import announcing
        from challenges.services import data_export, leaving
        from challenges.services.rematches import rematch
        from games.services import again
        from games.signals import looking_for_games
        from notifications.signals import notice_checks

        again.rematch.connect(rematch)
        looking_for_games.connect(leaving.is_looking)
        signals.account_ends.connect(leaving.end_offers)
        signals.export_described.connect(data_export.describe)
        notice_checks.connect(announcing.checks)
