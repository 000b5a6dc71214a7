"""The Django app of studying games."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class StudyConfig(AppConfig):
    """Trees of variations, reviews, and demonstration boards."""

    name = "study"
    verbose_name = pgettext_lazy("name", "Game analysis")

    def ready(self) -> None:
        """Connect receivers of signals: data exports, deleted accounts, changed conditional moves (copied to trees),
        and additions to game records."""
        from accounts import signals
        from games.signals import plan_saved, record_additions, tidying
        from study.services import account_end, in_records, plan_lines, planning, trees

        signals.export_described.connect(account_end.add_analyses_to_export)
        trees.update_plan.connect(planning.update_plan)
        trees.unmark_outdated_moves.connect(planning.unmark_outdated_moves)
        plan_saved.connect(plan_lines.copy_plan_to_tree)
        record_additions.connect(in_records.additions_by_name)
        tidying.connect(trees.delete_old_operations)
        signals.account_data_deleted.connect(account_end.delete_analyses_and_boards)
