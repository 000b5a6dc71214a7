"""The app of ratings."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Ratings and ranks of players."""

    name = "ratings"
