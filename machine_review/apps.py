"""The Django app of computer analyses."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class MachineReviewConfig(AppConfig):
    """Computer analyses of finished games, and estimates."""

    name = "machine_review"
    verbose_name = pgettext_lazy("name", "Computer analysis")

    def ready(self) -> None:
        """Connect receivers of signals: rate limits, cleaning up positions of ended games, additions to records,
        deleted accounts and data exports."""
        from accounts import signals
        from foundation.rate_limits import rate_limits_requested
        from games.signals import record_additions, tidying
        from machine_review.services import analysis_in_record, data_export, positions, rate_limits

        rate_limits_requested.connect(rate_limits.rate_limits_of_reviews)
        record_additions.connect(analysis_in_record.additions_by_name)
        tidying.connect(positions.refresh_stored_positions)
        signals.account_data_deleted.connect(data_export.remove_review_requester)
        signals.export_described.connect(data_export.add_reviews_to_export)
