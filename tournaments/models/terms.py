"""Model fields shared by events: the terms of even games of standard Go, a name, and a description."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from django.core.validators import MaxLengthValidator
from django.db import models
from django.utils.translation import pgettext_lazy

from clubs.models import Club
from foundation.text import check_single_line, check_text
from games.models.timed import AbstractAgreedTerms
from games.terms import RatingConditions
from rules import ORDINARY, RULE_SETS, RuleSet, Variant

LONGEST_NAME, LONGEST_ABOUT = 60, 2000


class EvenTerms(AbstractAgreedTerms):
    """The terms of an event's games. If `komi` is null, the rule set's komi is used. `club` is the club that runs the
    event, or null (E78)."""

    width = models.PositiveSmallIntegerField(pgettext_lazy("field", "width"))
    height = models.PositiveSmallIntegerField(pgettext_lazy("field", "height"))
    rule_set = models.CharField(pgettext_lazy("field", "rules"), max_length=20)
    komi = models.DecimalField(pgettext_lazy("field", "komi"), max_digits=4, decimal_places=1, null=True, blank=True)
    rated_wanted = models.BooleanField(pgettext_lazy("field", "rated"), default=True)

    club = models.ForeignKey(
        Club,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="%(class)ss",
        verbose_name=pgettext_lazy("field", "club"),
    )

    class Meta:
        abstract = True

    handicap = 0
    """The handicap that the terms of a game have: none, because each game of an event has its own."""

    @property
    def is_club_closed(self) -> bool:
        """Return whether the event's club is closed. Until moderators reopen the club, no new games or rounds begin,
        but games in progress continue (E79)."""
        return self.club is not None and not self.club.is_open

    @property
    def ruleset(self) -> RuleSet:
        """Return the rule set of the event's games."""
        return RULE_SETS[self.rule_set]

    @property
    def agreed_komi(self) -> Decimal:
        """Return the komi of even games."""
        return self.komi if self.komi is not None else self.ruleset.default_komi(self.width, self.height, 0)

    @property
    def agreed_variant(self) -> Variant:
        """Return standard Go. Of all events, only tournaments can have variants."""
        return ORDINARY

    @property
    def rating_conditions(self) -> RatingConditions:
        """Return the values that decide whether an even game of the event is rated (R43)."""
        return RatingConditions(
            width=self.width,
            height=self.height,
            ruleset=self.ruleset,
            komi=self.agreed_komi,
            handicap=0,
            timed=self.agreed_time.system != "none",
            wanted=self.rated_wanted,
        )


class NamedEvent(models.Model):
    """The name of an event, and its organiser's description."""

    name = models.CharField(pgettext_lazy("field", "name"), max_length=LONGEST_NAME, validators=[check_single_line])
    about = models.TextField(
        pgettext_lazy("field", "description"), max_length=LONGEST_ABOUT, blank=True,
        validators=[check_text, MaxLengthValidator(LONGEST_ABOUT)],
    )  # fmt: skip

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name

    if TYPE_CHECKING:

        def get_absolute_url(self) -> str:
            """Return the path of the page."""
