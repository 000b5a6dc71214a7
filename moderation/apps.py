"""The Django app of moderation."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class ModerationConfig(AppConfig):
    """Reports, cases, decisions and appeals."""

    name = "moderation"
    verbose_name = gettext_lazy("Keeping order")

    def ready(self) -> None:
        """Games call moderators here; refusals of this room are said like all others."""
        from foundation.refusals import sentences_of
        from games.errors import SENTENCES
        from games.services import staff
        from moderation.services import data_export
        from moderation.services.calls import game_calls, game_was_ruled

        data_export.register()
        SENTENCES.update(sentences_of("moderation"))
        staff.use(call=game_calls, ruled=game_was_ruled)
