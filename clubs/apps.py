"""The Django app of clubs."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class ClubsConfig(AppConfig):
    """Clubs, founded and run by players."""

    name = "clubs"
    verbose_name = gettext_lazy("Clubs")

    def ready(self) -> None:
        """Clubs go on without who is gone, and are among what a player takes along."""
        from accounts import signals
        from clubs.services import asking, data_export, due
        from games import sweeper
        from notifications.services.asking import use

        signals.account_ends.connect(due.player_gone)
        signals.account_data_deleted.connect(due.forget)
        signals.export_described.connect(data_export.describe)
        sweeper.when_tidying(due.look_after)
        use(asking.open_invitations, "club_invited")
        use(asking.open_requests, "club_request")
