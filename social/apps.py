"""The Django app of private messages, following, spectators' comments and bulletins."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class SocialConfig(AppConfig):
    """Private messages, following, spectators' comments, bulletins."""

    name = "social"
    verbose_name = pgettext_lazy("name", "People")

    def ready(self) -> None:
        """Connect receivers of signals: account deletion, data export, blocks, games that begin or end, and the
        header's counts."""
        from accounts import signals
        from games.signals import game_event, header_counts
        from social import unread
        from social.services import data_export, follows, leaving, news

        signals.account_ends.connect(leaving.delete_sealed_move_comments)
        signals.account_data_deleted.connect(leaving.delete_messages_and_follows)
        signals.export_described.connect(data_export.add_social_data_to_export)
        signals.player_blocked.connect(follows.end_follows_by_block)
        game_event.connect(news.notify_followers_of_game)
        header_counts.connect(unread.header_counts)
