"""The Django app of the library."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class LibraryConfig(AppConfig):
    """Players' libraries of game records."""

    name = "library"
    verbose_name = pgettext_lazy("name", "Library")

    def ready(self) -> None:
        """Connect receivers of signals: data exports, deleted accounts, cleaning up and rate limits."""
        from accounts import signals
        from foundation.rate_limits import rate_limits_requested
        from games.signals import tidying
        from library import rate_limits
        from library.services import data_export, uploading

        signals.export_described.connect(data_export.add_library_to_export)
        signals.account_data_deleted.connect(data_export.delete_library)
        tidying.connect(uploading.delete_unkept_uploads)
        rate_limits_requested.connect(rate_limits.rate_limits_of_library)
