"""The moderation data in a player's export of personal data (accounts.privacy.data_export)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.privacy.data_export import Export
from moderation.models import Appeal, Decision, Report

OF_STAFF = "about the work of the moderators"


def add_moderation_to_export(export: Export, **kwargs: object) -> None:
    """Add the player's reports, appeals and the decisions about them and their games to the data export of their
    account."""
    export.add_rows(
        "reports", _("reports you have made"), ("moderation.Report.reporter",),
        lambda player: Report.objects.filter(reporter=player).order_by("pk").values(
            "at", "kind", "text", "case__player__username", "game_id", "answer", "answered_at"
        ),
    )  # fmt: skip
    export.add_rows(
        "decisions", _("decisions about you and your games"), ("moderation.Decision.player",),
        lambda player: Decision.objects.concerning(player).order_by("pk").values(
            "id", "at", "measure", "kept__verb", "reason_key", "reason", "until", "game_id", "undone_at"
        ),
    )  # fmt: skip
    export.add_rows(
        "appeals", pgettext_lazy("data export", "your appeals"), ("moderation.Appeal.player",),
        lambda player: Appeal.objects.filter(player=player).order_by("pk").values(
            "decision_id", "at", "text", "outcome", "reason", "answered_at"
        ),
    )  # fmt: skip
    export.exclude_fields(
        {
            "moderation.Case.player": "holds what others reported; what was decided is among the decisions",
            "moderation.Case.taken_by": OF_STAFF,
            "moderation.CaseNote.author": OF_STAFF,
            "moderation.BoardLook.by": OF_STAFF,
            "moderation.Decision.by": OF_STAFF,
            "moderation.Decision.undone_by": OF_STAFF,
            "moderation.Appeal.answered_by": OF_STAFF,
        }
    )
