"""The Django app of clubs."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class ClubsConfig(AppConfig):
    """Clubs, founded and run by players."""

    name = "clubs"
    verbose_name = pgettext_lazy("name", "Clubs")

    def ready(self) -> None:
        """Connect the app to signals: deleted accounts, data exports, and checks of notices."""
        from accounts import signals
        from clubs.services import asking, data_export, due
        from games.signals import tidying
        from notifications.signals import notice_checks

        signals.account_ends.connect(due.player_gone)
        signals.account_data_deleted.connect(due.forget)
        signals.export_described.connect(data_export.describe)
        tidying.connect(due.look_after)
        notice_checks.connect(asking.checks)
