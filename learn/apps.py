"""The Django app of lessons, problems and rules."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class LearnConfig(AppConfig):
    """The Django app config of lessons, problems and rules."""

    name = "learn"
    verbose_name = gettext_lazy("Rules of Go")

    def ready(self) -> None:
        """Connect receivers of signals: sign-in, account deletion and data export. Register the app's rate limits."""
        from django.contrib.auth.signals import user_logged_in

        from accounts.signals import account_data_deleted, export_described
        from foundation.rate_limits import rate_limits_requested
        from learn import data_export, rate_limits
        from learn.services import daily_readers, materials, own_problems, progress, streaks, tries

        user_logged_in.connect(progress.add_browser_progress)
        for delete in (
            progress.delete_progress,
            tries.delete_tries,
            own_problems.delete_problems_of,
            materials.delete_materials_of,
            daily_readers.unsubscribe,
            streaks.delete_streak,
        ):
            account_data_deleted.connect(delete)
        export_described.connect(data_export.add_learning_to_export)
        rate_limits_requested.connect(rate_limits.rate_limits_of_learning)
