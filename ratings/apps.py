"""The Django app config of ratings."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """The app of players' ratings and ranks."""

    name = "ratings"

    def ready(self) -> None:
        """Connect the app's receiver of data exports."""
        from accounts.signals import export_described
        from ratings import data_export

        export_described.connect(data_export.add_ratings_to_export)
