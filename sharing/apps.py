"""The Django app of games shown elsewhere."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.core import checks
from django.utils.translation import gettext_lazy


class SharingConfig(AppConfig):
    """Pictures, embedded boards, openings, dumps."""

    name = "sharing"
    verbose_name = gettext_lazy("Sharing")

    def ready(self) -> None:
        """What is dear to answer is bounded; what is missing is said when the server starts; games come into the
        openings, and leave them."""
        from foundation import costs
        from games import events, sweeper
        from sharing import costs as sharing_costs
        from sharing.openings import filling

        costs.bound(sharing_costs.COSTLY)
        events.when_something_happens(filling.heard)
        sweeper.when_tidying(filling.fill_lately_ended)
        checks.register(_check_pictures)


def _check_pictures(**_: Any) -> list[checks.CheckMessage]:
    """Say that there are no pictures where what draws them is not installed."""
    from sharing.pictures import can_draw

    said = "Links have no pictures of positions: resvg-py is not installed."
    return [] if can_draw() else [checks.Info(said, id="sharing.I001")]
