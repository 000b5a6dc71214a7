"""The Django app of what there is to learn."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class LearnConfig(AppConfig):
    """The rules of Go, and lessons."""

    name = "learn"
    verbose_name = gettext_lazy("Rules of Go")

    def ready(self) -> None:
        """What is kept of lessons and problems comes along when somebody signs in, is among what a player takes along,
        and goes with an account."""
        from django.contrib.auth.signals import user_logged_in

        from accounts.signals import account_data_deleted, export_described
        from learn import data_export
        from learn.services import daily_readers, own_problems, progress, tries

        user_logged_in.connect(progress.take_along)
        for app in (progress, tries, own_problems, daily_readers):
            account_data_deleted.connect(app.forget)
        export_described.connect(data_export.describe)
