"""Classes in a player's export of personal data, and their deletion with the account."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.privacy.data_export import Export
from classes.models import Child, ClassMessage, Classroom, Homework, HomeworkGame, HomeworkPosition, Pupil
from foundation import timesource

from .waiting import end_child_accounts, withdraw_offers


def add_classes_to_export(export: Export, **kwargs: object) -> None:
    """Add the player's class data to the export."""
    export.add_rows(
        "classes", _("classes you are in, were in or have been invited to"), ("classes.Pupil.player",),
        lambda player: Pupil.objects.filter(player=player).order_by("pk").values(
            "classroom_id", "classroom__name", "standing", "at"
        ),
    )  # fmt: skip
    export.add_rows(
        "classes_taught", _("classes that you teach"), ("classes.Classroom.teacher",),
        lambda player: Classroom.objects.filter(teacher=player).order_by("pk").values(
            "id", "name", "about", "hidden_reason", "created_at"
        ),
    )  # fmt: skip
    export.add_rows(
        "child_account", _("your name in the account that your teacher created"), ("classes.Child.player",),
        lambda player: Child.objects.filter(player=player).values("name", "made_at", "ends_at"),
    )  # fmt: skip
    export.add_rows(
        "children", _("accounts that you created for children"), (),
        lambda player: Child.objects.filter(classroom__teacher=player).order_by("pk").values(
            "classroom_id", "player__username", "name", "made_at"
        ),
    )  # fmt: skip
    export.add_rows(
        "class_messages", _("messages you sent to your classes"), (),
        lambda player: ClassMessage.objects.filter(classroom__teacher=player).order_by("pk").values(
            "classroom_id", "text", "hidden_reason", "at"
        ),
    )  # fmt: skip
    export.add_rows(
        "homework", _("homework that you assigned to your classes"), (),
        lambda player: Homework.objects.filter(classroom__teacher=player).order_by("pk").values(
            "classroom_id", "item", "due", "position__name", "position__start", "position__rule_set", "position__komi",
            "position__level", "position__color",
        ),
    )  # fmt: skip
    export.add_rows(
        "homework_games", _("your homework games"), ("classes.HomeworkGame.player",),
        lambda player: HomeworkGame.objects.filter(player=player).order_by("pk").values(
            "position__homework__classroom_id", "position__name", "game_id"
        ),
    )  # fmt: skip


def delete_classes_of(player: Player, **_: object) -> None:
    """Delete the player's classes, and remove the player from others' classes. The children's accounts of the deleted
    classes end (T6)."""
    Pupil.objects.filter(player=player).delete()
    HomeworkGame.objects.filter(player=player).delete()
    Child.objects.filter(player=player).delete()
    taught = Classroom.objects.filter(teacher=player)
    list(
        taught.select_for_update(no_key=True).order_by("pk").values_list("pk")
    )  # so that no one joins before the deletion
    end_child_accounts(Child.objects.filter(classroom__teacher=player), timesource.now())
    withdraw_offers(HomeworkPosition.objects.filter(homework__classroom__teacher=player), timesource.now())
    taught.delete()
