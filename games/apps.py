"""The Django app of games between people."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Games, challenges, chat and notices."""

    name = "games"
    verbose_name = _("Games")
