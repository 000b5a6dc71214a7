"""The agreed terms that are stored both in an offer and in the game started from it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from foundation.caches import LRUCache
from games.yes_no import STRICT, makes_strict_game
from rules.clock import TimeControl, TimeoutPolicy
from rules.off_time import OffTimeKind
from rules.variants import Variant

TIMEOUT_POLICIES = [
    (TimeoutPolicy.STRICT.value, pgettext_lazy("text", "loss")),
    (TimeoutPolicy.CLAIM.value, _("the opponent may claim the win")),
    (TimeoutPolicy.FRIENDLY.value, _("three extra days, once")),
]


class AbstractAgreedTerms(models.Model):
    """Abstract model of agreed terms. `time_control` is the JSON form of the time control. `lateness` is what happens
    when time runs out (R52). `off_time` are the allowed reasons for stopping clocks (R56). Each yes-or-no term has its
    own column (`games.terms.YES_NO`)."""

    time_control = models.JSONField(pgettext_lazy("field", "time control"))
    lateness = models.CharField(
        _("when time runs out"), max_length=8, choices=TIMEOUT_POLICIES, default=TimeoutPolicy.STRICT.value
    )
    off_time = models.JSONField(pgettext_lazy("field", "clock pauses"), default=list, blank=True)
    private = models.BooleanField(pgettext_lazy("field", "private"), default=False)
    analysis = models.BooleanField(pgettext_lazy("field", "analysis"), default=True, db_default=True)
    undo = models.BooleanField(pgettext_lazy("field", "undo"), default=True, db_default=True)
    chat = models.BooleanField(pgettext_lazy("field", "chat"), default=True, db_default=True)
    teaching = models.BooleanField(pgettext_lazy("field", "teaching game"), default=False, db_default=False)
    undo_unseen = models.BooleanField(_("undo of unseen moves"), default=False, db_default=False)

    is_offer = False
    """Whether this is an offer, in which colours are not assigned yet."""
    depends_on_ranks = False
    """Whether handicap, colours and komi depend on ranks that are not known yet."""
    unrated_reason: Any

    class Meta:
        abstract = True

    @property
    def is_strict(self) -> bool:
        """Return whether the terms are those of a strict game: without undo, chat and analysis (C201)."""
        return makes_strict_game({name: getattr(self, name) for name in STRICT})

    @property
    def agreed_komi(self) -> Decimal:
        """Return the komi of the game."""
        raise NotImplementedError

    @property
    def agreed_variant(self) -> Variant:
        """Return the variant as a value of `rules`."""
        raise NotImplementedError

    @property
    def agreed_time(self) -> TimeControl:
        """Return the time control as a value of `rules`. The stored JSON is parsed only once, and equal time controls
        share one object."""
        known: tuple[Any, TimeControl] | None = self.__dict__.get("_agreed_time")
        if known is None or known[0] is not self.time_control:
            control = _controls.get_or_make(repr(self.time_control), lambda: TimeControl.from_json(self.time_control))
            known = self.__dict__["_agreed_time"] = (self.time_control, control)
        return known[1]

    @property
    def timeout_policy(self) -> TimeoutPolicy:
        """Return the timeout policy: what happens when a side runs out of time (R52)."""
        return TimeoutPolicy(self.lateness)

    @property
    def off_kinds(self) -> frozenset[OffTimeKind]:
        """Return the kinds of off time that stop clocks in this game. Outages always do."""
        return frozenset(OffTimeKind(kind) for kind in self.off_time)


_controls: LRUCache[str, TimeControl] = LRUCache(1000)
"""Cache of time controls by their JSON."""
