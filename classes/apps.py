"""The Django app of classes."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class ClassesConfig(AppConfig):
    """Classes: a teacher and pupils."""

    name = "classes"
    verbose_name = pgettext_lazy("name", "Classes")

    def ready(self) -> None:
        """Connect the app to data exports, deleted accounts, checks of notices and rate limits."""
        from accounts import signals
        from classes import rate_limits
        from classes.services import asking, data_export
        from foundation.rate_limits import rate_limits_requested
        from notifications.signals import notice_checks

        signals.export_described.connect(data_export.describe)
        signals.account_data_deleted.connect(data_export.forget)
        notice_checks.connect(asking.checks)
        rate_limits_requested.connect(rate_limits.limits)
