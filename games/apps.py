"""The Django app of games between people."""

from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_out
from django.utils.translation import gettext_lazy


class GamesConfig(AppConfig):
    """Games, challenges, chat and notices."""

    name = "games"
    verbose_name = gettext_lazy("Games")

    def ready(self) -> None:
        """Sockets end when their person signs out (the only use of a signal: the library sends it)."""
        user_logged_out.connect(_sockets_end)


def _sockets_end(sender: Any, user: Any = None, **_: Any) -> None:
    from games import events

    if user is not None:
        events.access_ended(user.pk)
