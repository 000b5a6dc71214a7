"""The learning data in a player's export of personal data (accounts.privacy.data_export)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.privacy.data_export import Export
from learn.models import (
    PAGE_FIELDS,
    DailyReader,
    DailyStreak,
    Material,
    OwnPage,
    OwnProblem,
    Progress,
    Repeating,
    Tried,
)


def add_learning_to_export(export: Export, **kwargs: object) -> None:
    """Add the player's progress and problems to the export."""
    # fmt: off
    export.add_rows(
        "lessons", _("your progress in lessons and problems"), ("learn.Progress.player",),
        lambda player: Progress.objects.filter(player=player).order_by("pk").values("item", "done", "changed_at"),
    )
    export.add_rows(
        "problems", _("problems you have tried"), ("learn.Tried.player",),
        lambda player: Tried.objects.filter(player=player).order_by("pk")
        .values("problem", "was_right", "at", "card", "due"),
    )
    export.add_rows(
        "repeating", _("when you started reviewing problems"), ("learn.Repeating.player",),
        lambda player: Repeating.objects.filter(player=player).values("since"),
    )
    export.add_rows(
        "daily_problem", _("your subscription to the problem of the day"), ("learn.DailyReader.player",),
        lambda player: DailyReader.objects.filter(player=player).values("notified_on"),
    )
    export.add_rows(
        "daily_streak", _("your problem-of-the-day streak"), ("learn.DailyStreak.player",),
        lambda player: DailyStreak.objects.filter(player=player).values("days", "last_on"),
    )
    export.add_rows(
        "own_problems", _("problems you have created"), ("learn.OwnProblem.author",),
        lambda player: OwnProblem.objects.filter(author=player).order_by("pk")
        .values("game", "move", "material__name", "number", "question", "authored", "stored", "state", "made_at"),
    )
    export.add_rows(
        "problem_collections",
        _("your problem collections and lessons, and the players, clubs and classes you share them with"),
        ("learn.Material.owner",),
        lambda player: Material.objects.filter(owner=player).order_by("pk").values(
            "kind", "name", "about", "language", "level", "made_at", "is_public", "has_link", "hidden_reason",
            "shares__player__username", "shares__club__name", "shares__classroom__name",
        ),
    )
    export.add_rows(
        "lesson_pages", _("pages of your lessons"), (),
        lambda player: OwnPage.objects.filter(material__owner=player).order_by("pk")
        .values("material__name", "number", *PAGE_FIELDS),
    )
    export.exclude_fields({"learn.MaterialShare.player": "a share is among the data of the owner of the collection"})
    # fmt: on
