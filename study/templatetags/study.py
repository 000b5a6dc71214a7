"""Template tags for the game page's question about sharing the analysis."""

from __future__ import annotations

from django import template

from games.models import Seat
from study import access
from study.models import Sharing, Tree

register = template.Library()


@register.simple_tag
def should_ask_to_share(seat: Seat | None) -> bool:
    """Return whether to ask the player of this seat in a finished game to share their analysis.

    This is True if the player has an analysis, has not decided whether to share it, and wants to be asked after each
    game. Takes one query if there is no such analysis, otherwise two queries.
    """
    if seat is None:
        return False
    tree = Tree.objects.filter(seat=seat, shared=None).only("nodes").first()
    if tree is None or not any(node.parent or node.text or node.signs for node in tree.value.visible_nodes().values()):
        return False
    return access.sharing_default_of(seat.player_id) == Sharing.ASK
