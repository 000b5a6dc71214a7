"""The Django app of moderation."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class ModerationConfig(AppConfig):
    """The app of reports, cases, decisions and appeals."""

    name = "moderation"
    verbose_name = pgettext_lazy("name", "Moderation")

    def ready(self) -> None:
        """Connect moderation to the hooks and signals of games."""
        from accounts.signals import export_described
        from clubs.signals import is_current_name_removed
        from games.services import moderation_hooks
        from moderation.services import clubs, data_export
        from moderation.services.calls import call_moderator, store_ruling

        export_described.connect(data_export.add_moderation_to_export)
        is_current_name_removed.connect(clubs.is_current_name_removed)
        moderation_hooks.call_moderator.connect(call_moderator)
        moderation_hooks.store_ruling.connect(store_ruling)
