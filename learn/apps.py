"""The Django app of what there is to learn."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class LearnConfig(AppConfig):
    """The rules of Go."""

    name = "learn"
    verbose_name = gettext_lazy("Rules of Go")
