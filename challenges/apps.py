"""The Django app config of offers."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class ChallengesConfig(AppConfig):
    """Offers of a game, to anyone, to one player, or by a link."""

    name = "challenges"
    verbose_name = pgettext_lazy("name", "Challenges")

    def ready(self) -> None:
        """Connect signal receivers: rematches, deletion and export of accounts, and accounts that become bots."""
        from accounts import signals
        from challenges import announcing
        from challenges.services import data_export, leaving
        from challenges.services.rematches import offer_or_accept_rematch
        from games.services import rematch_hook
        from games.signals import looking_for_games
        from notifications.signals import notice_checks

        rematch_hook.offer_or_accept_rematch.connect(offer_or_accept_rematch)
        looking_for_games.connect(leaving.has_open_offer)
        signals.account_ends.connect(leaving.end_offers_of_deleted)
        signals.export_described.connect(data_export.add_offers_to_export)
        notice_checks.connect(announcing.notice_checks)
