"""The Django app of clubs."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class ClubsConfig(AppConfig):
    """Clubs, which players create and run."""

    name = "clubs"
    verbose_name = pgettext_lazy("name", "Clubs")

    def ready(self) -> None:
        """Connect receivers of signals: deleted accounts, data exports, checks of notices, and rate limits."""
        from accounts import signals
        from clubs import rate_limits
        from clubs.services import asking, data_export, due, imported_names
        from clubs.signals import membership_ended
        from foundation.rate_limits import rate_limits_requested
        from games.signals import tidying
        from notifications.signals import notice_checks

        signals.account_ends.connect(due.remove_deleted_account_from_clubs)
        signals.account_data_deleted.connect(due.delete_memberships)
        signals.account_data_deleted.connect(imported_names.unlink_names_of_account)
        membership_ended.connect(imported_names.unlink_names_of_member)
        rate_limits_requested.connect(rate_limits.rate_limits_of_clubs)
        signals.export_described.connect(data_export.add_clubs_to_export)
        tidying.connect(due.replace_owners_and_close_empty)
        notice_checks.connect(asking.notice_checks)
