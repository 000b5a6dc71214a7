"""The Django app of competitions."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class CompetitionsConfig(AppConfig):
    """Tournaments."""

    name = "competitions"
    verbose_name = gettext_lazy("Tournaments")

    def ready(self) -> None:
        """Rounds hear that games end; entries end with an account, and are among what a player takes along."""
        from accounts.privacy import account_deletion as deletion
        from competitions import hearing
        from competitions.services import data_export, leaving
        from games import events

        events.when_something_happens(hearing.when_something_happens)
        deletion.when_deleting(lambda player, now: None, leaving.end_entries, lambda player: None)
        data_export.register()
