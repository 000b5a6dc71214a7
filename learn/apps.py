"""The Django app of what there is to learn."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class LearnConfig(AppConfig):
    """The rules of Go, and lessons."""

    name = "learn"
    verbose_name = gettext_lazy("Rules of Go")

    def ready(self) -> None:
        """What is kept of lessons and problems comes along when somebody signs in, is among what a player takes along,
        and goes with an account."""
        from django.contrib.auth.signals import user_logged_in

        from accounts.privacy.account_deletion import when_deleting
        from accounts.privacy.data_export import add_rows
        from learn import daily_readers, own_problems, progress, tries
        from learn.models import DailyReader, OwnProblem, Progress, Repeating, Tried

        user_logged_in.connect(progress.take_along)
        when_deleting(lambda player, now: None, lambda player, now: None, progress.forget)
        when_deleting(lambda player, now: None, lambda player, now: None, tries.forget)
        when_deleting(lambda player, now: None, lambda player, now: None, own_problems.forget)
        when_deleting(lambda player, now: None, lambda player, now: None, daily_readers.forget)
        # fmt: off
        add_rows(
            "lessons", gettext_lazy("what you have done of lessons and problems"), ("learn.Progress.player",),
            lambda player: Progress.objects.filter(player=player).order_by("pk").values("item", "done", "changed_at"),
        )
        add_rows(
            "problems", gettext_lazy("what you have tried of the problems"), ("learn.Tried.player",),
            lambda player: Tried.objects.filter(player=player).order_by("pk")
            .values("problem", "was_right", "at", "card", "due"),
        )
        add_rows(
            "repeating", gettext_lazy("since when problems come back to you"), ("learn.Repeating.player",),
            lambda player: Repeating.objects.filter(player=player).values("since"),
        )
        add_rows(
            "daily_problem", gettext_lazy("that you hear of the problem of the day"), ("learn.DailyReader.player",),
            lambda player: DailyReader.objects.filter(player=player).values("told_on"),
        )
        add_rows(
            "own_problems", gettext_lazy("the problems that you have made"), ("learn.OwnProblem.author",),
            lambda player: OwnProblem.objects.filter(author=player).order_by("pk")
            .values("game", "move", "question", "stored", "state", "made_at"),
        )
        # fmt: on
