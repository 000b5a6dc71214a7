"""The app of ratings."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Ratings and ranks of players."""

    name = "ratings"

    def ready(self) -> None:
        """Ratings are among what a player takes along."""
        from accounts.signals import export_described
        from ratings import data_export

        export_described.connect(data_export.describe)
