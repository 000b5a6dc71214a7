"""The app of ratings."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Ratings and ranks of players."""

    name = "ratings"

    def ready(self) -> None:
        """Ratings are among what a player takes along."""
        from ratings import data_export

        data_export.register()
