"""The club data in a player's export of personal data (accounts.privacy.data_export)."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.privacy.data_export import Export
from clubs.models import Club, ClubAct, ClubNotice, GameImport, ImportedName, Membership


def add_clubs_to_export(export: Export, **kwargs: object) -> None:
    """Add the player's club data to the export."""
    export.add_rows(
        "clubs", _("clubs you belong to, used to belong to or asked to join"), ("clubs.Membership.player",),
        lambda player: Membership.objects.filter(player=player).order_by("pk").values(
            "club_id", "club__name", "standing", "role", "sentence", "reason", "gets_notices", "at", "joined_at",
            "role_at",
        ),
    )  # fmt: skip
    export.add_rows(
        "clubs_founded", _("clubs that you created"), ("clubs.Club.founder",),
        lambda player: Club.objects.filter(founder=player).order_by("pk").values(
            "id", "name", "about", "rules", "place", "link", "created_at", "closed_at"
        ),
    )  # fmt: skip
    export.add_rows(
        "club_notices", _("notices you wrote for clubs"), ("clubs.ClubNotice.author",),
        lambda player: ClubNotice.objects.filter(author=player).order_by("pk").values("club_id", "text", "at"),
    )  # fmt: skip
    export.add_rows(
        "club_acts", _("your activity in clubs and decisions about you"),
        ("clubs.ClubAct.by", "clubs.ClubAct.about", "clubs.Membership.by"),
        lambda player: ClubAct.objects.filter(Q(by=player) | Q(about=player)).order_by("pk").values(
            "club_id", "at", "act", "role", "reason"
        ),
    )  # fmt: skip
    export.add_rows(
        "club_imports", _("games that you uploaded for clubs"), ("clubs.GameImport.by",),
        lambda player: GameImport.objects.filter(by=player).order_by("pk").values(
            "club_id", "file_name", "state", "at", "games", "known"
        ),
    )  # fmt: skip
    export.add_rows(
        "club_names", _("names in imported games that a club has assigned to you"),
        ("clubs.ImportedName.player",),
        lambda player: ImportedName.objects.filter(player=player).order_by("pk").values(
            "club_id", "server", "name", "confirmed_at"
        ),
    )  # fmt: skip
