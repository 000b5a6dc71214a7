"""The Django app of moderation."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class ModerationConfig(AppConfig):
    """Reports, cases, decisions and appeals."""

    name = "moderation"
    verbose_name = pgettext_lazy("name", "Moderation")

    def ready(self) -> None:
        """Connect moderation to the hooks and signals of games."""
        from accounts.signals import export_described
        from games.services import moderation_hooks
        from moderation.services import data_export
        from moderation.services.calls import open_case_from_game, store_ruling

        export_described.connect(data_export.add_moderation_to_export)
        moderation_hooks.call.connect(open_case_from_game)
        moderation_hooks.ruled.connect(store_ruling)
