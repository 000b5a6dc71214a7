"""The Django app of studying games."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class StudyConfig(AppConfig):
    """Trees of variations, reviews."""

    name = "study"
    verbose_name = gettext_lazy("Analysis of games")

    def ready(self) -> None:
        """Trees are among what a player takes along, and go with an account; plans stay in them; records have them, the
        comments and the chat, where that is asked for."""
        from accounts import signals
        from games.services import plans
        from games.sgf_export import offer_addition
        from games.sweeper import when_tidying
        from study.services import account_end, files, in_records, plan_lines, planning, trees

        signals.export_described.connect(account_end.describe)
        trees.when_armed(planning.keep_plan, planning.forget_marks)
        plans.when_saved(plan_lines.remember)
        offer_addition("tree", files.trees_of)
        offer_addition("comments", in_records.comments)
        offer_addition("chat", in_records.chat)
        offer_addition("plans", in_records.plans)
        when_tidying(trees.forget_old)
        signals.account_data_deleted.connect(account_end.forget)
