"""Players' analyses in the export of personal data, and their deletion with an account."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.privacy.data_export import Export
from study.models import BoardQuestion, DemoBoard, DemoBoardShare, ReaderTree, StudySettings, Teacher, Tree


def add_analyses_to_export(export: Export, **kwargs: object) -> None:
    """Add the player's analyses to the export."""
    export.add_rows(
        "analysis", _("your game analysis"), (),
        lambda player: Tree.objects.filter(seat__player=player).order_by("pk").values(
            "seat__game_id", "nodes", "armed", "shared", "changed_at"
        ),
    )  # fmt: skip
    export.add_rows(
        "study", _("your settings for sharing analysis"), ("study.StudySettings.player",),
        lambda player: StudySettings.objects.filter(player=player).values("sharing"),
    )  # fmt: skip
    export.add_rows(
        "variations", _("variations you added to reviews"), ("study.ReaderTree.author",),
        lambda player: ReaderTree.objects.filter(author=player).order_by("pk").values(
            "game_id", "nodes", "changed_at", "hidden_reason"
        ),
    )  # fmt: skip
    export.add_rows(
        "teaching", _("games you were invited to as a teacher"), ("study.Teacher.player",),
        lambda player: Teacher.objects.filter(player=player).order_by("pk").values("game_id", "at"),
    )  # fmt: skip
    export.add_rows(
        "demonstration_boards", _("your demonstration boards"),
        ("study.DemoBoard.owner",),
        lambda player: DemoBoard.objects.filter(owner=player).order_by("pk").values(
            "name", "start", "nodes", "made_at", "changed_at", "closed_at", "is_public", "has_link", "hidden_reason"
        ),
    )  # fmt: skip
    export.add_rows(
        "demonstration_board_shares", _("the players, clubs and classes you share your demonstration boards with"), (),
        lambda player: DemoBoardShare.objects.filter(board__owner=player).order_by("board", "pk").values(
            "board__name", "player__username", "club__name", "classroom__name"
        ),
    )  # fmt: skip
    export.add_rows(
        "board_questions", _("questions you asked on demonstration boards"), ("study.BoardQuestion.author",),
        lambda player: BoardQuestion.objects.filter(author=player).order_by("pk").values(
            "board__name", "node", "text", "state", "asked_at"
        ),
    )  # fmt: skip
    export.exclude_fields(
        {
            "study.Teacher.invited_by": "the invited player's own data has it",
            "study.DemoBoardShare.player": "a share is among the data of the owner of the board",
        }
    )


def delete_analyses_and_boards(player: Player, **_: object) -> None:
    """Delete the player's analyses, boards, questions and study settings, the shares of boards with the player, and the
    invitations of teachers to or by the player, in the transaction that deletes the account. Their variations in
    reviews stay, without their name."""
    Tree.objects.filter(seat__player=player).delete()
    StudySettings.objects.filter(player=player).delete()
    DemoBoardShare.objects.filter(player=player).delete()
    BoardQuestion.objects.filter(author=player).delete()
    DemoBoard.objects.filter(owner=player).delete()
    Teacher.objects.filter(Q(player=player) | Q(invited_by=player)).delete()
