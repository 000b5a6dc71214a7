"""The Django app of classes."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class ClassesConfig(AppConfig):
    """Classes: a teacher and pupils."""

    name = "classes"
    verbose_name = pgettext_lazy("name", "Classes")

    def ready(self) -> None:
        """Connect receivers of signals: children's accounts, data exports, deleted accounts, checks of notices, rate
        limits, cleaning up, and sharing with classes."""
        from accounts import signals
        from accounts.core import children as children_hooks
        from classes import access, rate_limits
        from classes.services import asking, children, data_export
        from clubs.signals import classes_joined_by, classes_taught_by
        from foundation.rate_limits import rate_limits_requested
        from games.signals import tidying
        from notifications.signals import notice_checks

        signals.export_described.connect(data_export.add_classes_to_export)
        signals.account_data_deleted.connect(data_export.delete_classes_of)
        notice_checks.connect(asking.notice_checks)
        rate_limits_requested.connect(rate_limits.rate_limits_of_classes)
        children_hooks.contacts_by_child.connect(children.contacts_by_child)
        children_hooks.may_know_child.connect(children.may_know_child)
        children_hooks.children_taught_by.connect(children.children_taught_by)
        children_hooks.pupils_of_teacher.connect(children.pupils_of_teacher)
        classes_taught_by.connect(access.classes_taught_by)
        classes_joined_by.connect(access.classes_joined_by)
        tidying.connect(children.delete_ended_accounts)
