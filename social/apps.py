"""The Django app of people around the games."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class SocialConfig(AppConfig):
    """Private messages, following, the talk of spectators, bulletins."""

    name = "social"
    verbose_name = gettext_lazy("People")

    def ready(self) -> None:
        """What is kept goes with an account, and is among what a player takes along; the header counts what is new."""
        from accounts.privacy import account_deletion as deletion
        from accounts.privacy import blocking
        from games import events, reading
        from social import unread
        from social.services import data_export, follows, leaving, news

        deletion.when_deleting(lambda player, now: None, leaving.end, leaving.forget)
        data_export.register()
        blocking.when_blocked(follows.end_by_block)
        events.when_something_happens(news.when_something_happens)
        reading.count_in_header("message_count", unread.counted)
