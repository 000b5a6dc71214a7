"""The Django app of discussions. Its models are in social, together with all other messages."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class DiscussionConfig(AppConfig):
    """Topics of clubs and of the whole server."""

    name = "discussion"
    verbose_name = pgettext_lazy("name", "Discussions")
