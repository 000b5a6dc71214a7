"""The Django app config of sharing games."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.core import checks
from django.utils.translation import pgettext_lazy


class SharingConfig(AppConfig):
    """Pictures, embedded boards, openings, dumps."""

    name = "sharing"
    verbose_name = pgettext_lazy("name", "Sharing")

    def ready(self) -> None:
        """Connect the app to signals: rate limits of expensive operations, start-up checks, and games that are added to
        or removed from the openings."""
        from foundation.rate_limits import rate_limits_requested
        from games.signals import game_event, tidying
        from sharing import rate_limits
        from sharing.openings import filling

        rate_limits_requested.connect(rate_limits.rate_limits_of_sharing)
        game_event.connect(filling.update_openings_on_game_event)
        tidying.connect(filling.fill_recently_ended)
        checks.register(_check_pictures)


def _check_pictures(**_: Any) -> list[checks.CheckMessage]:
    """Return a system check message if the library that draws PNG pictures is not installed, because links then have no
    pictures of positions."""
    from sharing.pictures import can_draw_png

    warning = "Links have no pictures of positions: resvg-py is not installed."
    return [] if can_draw_png() else [checks.Info(warning, id="sharing.I001")]
