"""The Django app of machine reviews."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class MachineReviewConfig(AppConfig):
    """Reviews of finished games by an engine, and estimates."""

    name = "machine_review"
    verbose_name = gettext_lazy("Machine reviews")

    def ready(self) -> None:
        """What of reviews is dear to answer is bounded; what is kept of running games goes when they are over; reviews
        are written into records where that is asked for, forget who asked when an account ends, and are among what a
        player takes along."""
        from accounts import signals
        from foundation import costs
        from games import sweeper
        from games.sgf_export import offer_addition
        from machine_review.services import data_export, in_records, positions
        from machine_review.services.costs import COSTLY

        costs.bound(COSTLY)
        offer_addition("machine", in_records.addition_of)
        sweeper.when_tidying(positions.forget_finished)
        signals.account_data_deleted.connect(data_export.forget)
        signals.export_described.connect(data_export.describe)
