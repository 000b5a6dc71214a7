"""Players' searches and their matches."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from automatch import matching_rules
from foundation.options import range_validators
from foundation.paths import path_of

LASTS = timedelta(days=30)
OFFER_WIDER_AFTER = timedelta(hours=24)


class SearchState(models.TextChoices):
    """The state of a search."""

    OPEN = "open", pgettext_lazy("option", "still looking")
    FOUND = "found", _("all opponents found")
    CANCELLED = "cancelled", pgettext_lazy("option", "cancelled")
    EXPIRED = "expired", _("ended after 30 days")


class Handicap(models.TextChoices):
    """Whether games with handicap stones are wanted."""

    NO = "no", _("Even games, rated")
    EITHER = "either", pgettext_lazy("even games or handicap games", "Either")
    YES = "yes", _("Handicap by rank, unrated")


HANDICAPS = {
    Handicap.NO: frozenset({False}),
    Handicap.EITHER: frozenset({False, True}),
    Handicap.YES: frozenset({True}),
}


class PauseReason(models.TextChoices):
    """Why an open search cannot match now. It continues when the reason no longer applies."""

    VACATION = "vacation", _("you are on vacation")
    LIMIT = "limit", _("you're playing the maximum number of games")
    UNSEEN = "unseen", _("you haven't visited for 14 days")
    BARRED = "barred", _("you can't start new games")


RANKS = [(None, pgettext_lazy("rank", "any")), *((n, str(n)) for n in range(matching_rules.MOST_UP_OR_DOWN + 1))]


class SearchOptions(models.Model):
    """Abstract model with the preferences of a search (E80). The form, the API and the checks are derived from its
    fields.

    `sizes` and `clocks` (keys of `games.terms.PRESETS`) are in order of preference. `up` and `down` are how many ranks
    stronger or weaker opponents may be, null for any. With `standing`, `games` is the number of games at the same time,
    without an end (E82); otherwise it is the total number within 30 days.
    """

    sizes = models.JSONField(pgettext_lazy("field", "board sizes"))
    clocks = models.JSONField(_("time control options"))
    rule_set = models.CharField(pgettext_lazy("field", "rules"), max_length=20)
    insists = models.BooleanField(
        _("Only these rules"), default=False,
        help_text=_("If this is not ticked, the game uses the rules of the player who has waited longer."),
    )  # fmt: skip
    up = models.PositiveSmallIntegerField(
        _("Opponents up to this many ranks stronger"), null=True, blank=True, choices=RANKS,
        validators=range_validators(0, matching_rules.MOST_UP_OR_DOWN),
    )  # fmt: skip
    down = models.PositiveSmallIntegerField(
        _("Opponents up to this many ranks weaker"), null=True, blank=True, choices=RANKS,
        validators=range_validators(0, matching_rules.MOST_UP_OR_DOWN),
    )  # fmt: skip
    handicap = models.CharField(pgettext_lazy("field", "Handicap"), max_length=6, choices=Handicap, default=Handicap.NO)
    games = models.PositiveSmallIntegerField(
        pgettext_lazy("field", "Games"), default=1,
        choices=[(n, str(n)) for n in range(1, matching_rules.MOST_GAMES + 1)],
        validators=range_validators(1, matching_rules.MOST_GAMES),
    )  # fmt: skip
    standing = models.BooleanField(
        _("Keep up to this many games in progress, starting a new one whenever one ends"),
        default=False,
        help_text=_("The search is paused while you are on vacation or after 14 days without a visit."),
    )  # fmt: skip

    class Meta:
        abstract = True


SENT = {
    "insists": "Whether these rules are required.",
    "handicap": "Even games, which are rated (`no`), handicap by rank, unrated (`yes`), or `either`.",
    "games": "How many games.",
    "standing": "A standing offer: up to `games` games at the same time, with a new one when one ends.",
}
"""The API's descriptions of preferences in request bodies, where they differ from those in responses."""


class SearchQuerySet(models.QuerySet["Search"]):
    """Queries for searches."""

    def open(self) -> Self:
        """Select open searches."""
        return self.filter(state=SearchState.OPEN)

    def waiting(self) -> Self:
        """Select searches that can match now."""
        return self.open().filter(asleep="", places__gt=0)


class Search(SearchOptions):
    """A search for games (E80).

    `places` is how many games are still wanted, and `found` how many were found. `ranks` are the player's ranks by
    board size at the last comparison. `since` orders searches: an earlier time means that the search has waited longer.
    `look_at` is when the search is next compared with all others. `notified` means that the player was asked whether to
    widen the search.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="searches",
        verbose_name=pgettext_lazy("field", "player"),
        db_index=False,
    )
    places = models.PositiveSmallIntegerField(default=1)
    found = models.PositiveIntegerField(default=0)
    ranks = models.JSONField(default=dict)
    state = models.CharField(
        pgettext_lazy("field", "state"), max_length=9, choices=SearchState, default=SearchState.OPEN
    )
    asleep = models.CharField(max_length=8, choices=PauseReason, blank=True, default="")
    created_at = models.DateTimeField(pgettext_lazy("field", "created"))
    since = models.DateTimeField()
    ends_at = models.DateTimeField(null=True)
    look_at = models.DateTimeField()
    notified = models.BooleanField(default=False)

    objects = SearchQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("for an opponent", "search")
        verbose_name_plural = pgettext_lazy("for opponents", "searches")
        indexes = [
            models.Index(fields=["look_at"], name="search_due", condition=Q(state=SearchState.OPEN)),
            models.Index(fields=["player", "-id"], name="search_of_player"),
        ]

    def __str__(self) -> str:
        return f"search {self.pk}"

    def get_absolute_url(self) -> str:
        return path_of("automatch:search", self.pk)

    @property
    def is_open(self) -> bool:
        """Return whether the search is open."""
        return self.state == SearchState.OPEN

    def has_waited_long(self, now: datetime) -> bool:
        """Return whether the search has found no one for so long that the page suggests widening it (E81)."""
        return self.is_open and not self.found and now >= self.created_at + OFFER_WIDER_AFTER

    def as_value(self) -> matching_rules.SearchValue:
        """Return the search as a SearchValue, which the matching rules compare."""
        return matching_rules.SearchValue(
            id=self.pk,
            player=self.player_id,
            since=round(self.since.timestamp() * 1000),
            sizes=tuple(self.sizes),
            clocks=tuple(self.clocks),
            ranks={int(size): rank for size, rank in self.ranks.items()},
            rules=self.rule_set,
            insists_on_rules=self.insists,
            up=self.up,
            down=self.down,
            handicap=HANDICAPS[Handicap(self.handicap)],
            games=self.places,
        )


class MatchQuerySet(models.QuerySet["Match"]):
    """Queries for matches."""

    def of_search(self, search: int) -> Self:
        """Select the matches of one search."""
        return self.filter(Q(one=search) | Q(other=search))

    def disjoint_querysets_of(self, search: int) -> list[Self]:
        """Return the matches of one search as two querysets without common rows, each of which uses an index."""
        return [self.filter(one=search), self.filter(other=search)]

    def with_people(self) -> Self:
        """Return the matches with their players and their ratings loaded."""
        rows = self.select_related("one__player", "other__player")
        return rows.prefetch_related("one__player__ratings", "other__player__ratings")


class Match(models.Model):
    """A match of two searches, with the reasons: the preferences in common, and the ranks on this board size at the
    time. `one` is the search that had waited longer. While `running`, the game counts as one of the games that a
    standing search wants at the same time. `cancelled` means that the game was cancelled before move 2 and does not
    count (E82)."""

    one = models.ForeignKey(Search, models.CASCADE, related_name="+", db_index=False)
    other = models.ForeignKey(Search, models.CASCADE, related_name="+", db_index=False)
    game = models.OneToOneField("games.Game", models.CASCADE, related_name="match")
    at = models.DateTimeField()
    size = models.PositiveSmallIntegerField()
    clock = models.CharField(max_length=20)
    rule_set = models.CharField(max_length=20)
    handicap = models.BooleanField(default=False)
    one_rank = models.PositiveSmallIntegerField()
    other_rank = models.PositiveSmallIntegerField()
    running = models.BooleanField(default=True)
    cancelled = models.BooleanField(default=False)

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("name", "automatch game")
        verbose_name_plural = pgettext_lazy("name", "automatch games")
        indexes = [
            models.Index(fields=["one", "-id"], name="match_of_one"),
            models.Index(fields=["other", "-id"], name="match_of_other"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} - {self.other_id}"

    @property
    def distance(self) -> int:
        """Return the number of ranks between the two players on this size."""
        return abs(self.one_rank - self.other_rank)
