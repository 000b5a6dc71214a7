"""Players' data for Go federations."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.countries import check_country
from foundation.text import check_single_line

LONGEST_PART = 60


check_pin = RegexValidator(r"\A[0-9]{8}\Z", _("An EGD PIN has 8 digits."))
check_aga_number = RegexValidator(r"\A[0-9]{1,6}\Z", _("An AGA number has at most 6 digits."))
check_licence = RegexValidator(r"\A[0-9]{7}\Z", _("An FFG licence number has 7 digits."))


class FederationProfile(models.Model):
    """A player's real name, and numbers at the European, American and French federations (E130).

    The data are private. Result files include them only with the player's consent to each tournament. With
    `is_findable`, directors who import a list of players can find the account by these numbers.
    """

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="federation_profile"
    )
    family_name = models.CharField(
        pgettext_lazy("field", "family name"), max_length=LONGEST_PART, validators=[check_single_line]
    )
    given_name = models.CharField(
        pgettext_lazy("field", "given name"), max_length=LONGEST_PART, blank=True, validators=[check_single_line]
    )
    country = models.CharField(pgettext_lazy("field", "country"), max_length=2, blank=True, validators=[check_country])
    club = models.CharField(
        pgettext_lazy("field", "club"), max_length=LONGEST_PART, blank=True, validators=[check_single_line]
    )
    egd_pin = models.CharField(
        pgettext_lazy("field", "EGD PIN"), max_length=8, blank=True, db_index=True, validators=[check_pin]
    )
    aga_number = models.CharField(
        pgettext_lazy("field", "AGA number"), max_length=6, blank=True, validators=[check_aga_number]
    )
    ffg_licence = models.CharField(
        pgettext_lazy("field", "FFG licence"), max_length=7, blank=True, validators=[check_licence]
    )
    is_findable = models.BooleanField(_("directors can find me by my EGD PIN"), default=False)

    class Meta:
        verbose_name = pgettext_lazy("name", "federation data")
        verbose_name_plural = pgettext_lazy("name", "federation data")

    def __str__(self) -> str:
        return f"federation data of {self.player_id}"
