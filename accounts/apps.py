"""The Django app of people."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Players and their preferences."""

    name = "accounts"
    verbose_name = _("Players")
