"""The Django app of studying games."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class StudyConfig(AppConfig):
    """Trees of variations, reviews."""

    name = "study"
    verbose_name = pgettext_lazy("name", "Game analysis")

    def ready(self) -> None:
        """Connect the app's signals: data exports and deleted accounts; trees follow plans; records get trees,
        comments and chats on request."""
        from accounts import signals
        from games.signals import plan_saved, record_additions, tidying
        from study.services import account_end, in_records, plan_lines, planning, trees

        signals.export_described.connect(account_end.describe)
        trees.plan_kept.connect(planning.keep_plan)
        trees.marks_forgotten.connect(planning.forget_marks)
        plan_saved.connect(plan_lines.remember)
        record_additions.connect(in_records.additions)
        tidying.connect(trees.forget_old)
        signals.account_data_deleted.connect(account_end.forget)
