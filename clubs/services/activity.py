"""Members' activity for the list of members: finished public games, and the last visit (E116)."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from clubs.models.membership import MembershipQuerySet
from games.models import Seat


def with_games_and_visit(rows: MembershipQuerySet) -> MembershipQuerySet:
    """Annotate memberships with `games`, the number of finished public games, and `visited_at`. This is the last visit
    in a browser, otherwise the last sign-in, otherwise None. Does not check who may see the visit."""
    games = Seat.objects.ended().filter(player=OuterRef("player"), private=False).order_by().values("player")
    visits = UserSession.objects.filter(user=OuterRef("player")).order_by("-last_seen_at").values("last_seen_at")
    return rows.annotate(
        games=Coalesce(Subquery(games.annotate(number=Count("pk")).values("number")), 0),
        visited_at=Coalesce(Subquery(visits[:1]), "player__last_login"),
    )
