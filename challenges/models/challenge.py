"""Offers to play, before there is a game."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.core.restrictions import is_restricted
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from accounts.privacy.blocking import blocked_id_queries
from challenges.effective import OfferTermsForViewer, viewer_color
from challenges.limits import AbstractLimitedOffer
from foundation.refusals import Refusal
from games.models.event_ref import SIMUL, EventRef
from games.models.timed import AbstractAgreedTerms
from games.terms import ColorPreference, KomiBy, RatingConditions, yes_no_terms_of
from ratings.standing import find_rank
from ratings.suggestions import HandicapSuggestion, suggest_handicap, with_komi_for_stones
from rules import RULE_SETS, Board, ByColor, Color, RuleSet, Setup, Variant
from rules.handicap import MOST_STONES, max_fixed_stones
from rules.ruleset import HandicapPlacement

from .place import Place

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser
    from django.db.models.fields.related_descriptors import RelatedManager


KOMI_BY_RANK = Decimal("0.5")
"""The komi where the handicap follows from the ranks and they differ (R31)."""


class ChallengeStatus(models.TextChoices):
    """The states of a challenge: open, in bidding, or one of the outcomes."""

    OPEN = "open", pgettext_lazy("option", "open")
    ACCEPTED = "accepted", pgettext_lazy("option", "accepted")
    DECLINED = "declined", pgettext_lazy("option", "declined")
    WITHDRAWN = "withdrawn", pgettext_lazy("option", "withdrawn")
    COUNTERED = "countered", _("answered with a counter-offer")
    BIDDING = "bidding", _("bidding for komi")


FOR_ANYONE = Q(opponent__isnull=True, token="", status=ChallengeStatus.OPEN)
"""The filter for open offers to anyone, without those that need a link."""
SIMULS_TO_SHOW = Q(simul_places__isnull=False, private=False) & (Q(status=ChallengeStatus.ACCEPTED) | Q(token=""))
"""The filter for simuls with games that anyone can watch, including those joined by a private link (C212)."""


class ChallengeQuerySet(models.QuerySet["Challenge"]):
    """Queries for challenges."""

    def open(self) -> Self:
        """Select offers that have not been accepted, declined or withdrawn."""
        return self.filter(status=ChallengeStatus.OPEN)

    def bidding(self) -> Self:
        """Select offers that a player has joined and in which both now bid for the komi."""
        return self.filter(status=ChallengeStatus.BIDDING)

    def of_player(self, player: Player) -> Self:
        """Select offers by this player or to this player."""
        return self.filter(Q(creator=player) | Q(opponent=player))

    def in_waiting_room(self) -> Self:
        """Select open offers that anyone may accept."""
        return self.open().filter(opponent__isnull=True, token="")

    def without_blocks_with(self, viewer: Player | AnonymousUser) -> Self:
        """Exclude offers whose creators have blocked the viewer, or are blocked by the viewer."""
        if not isinstance(viewer, Player):
            return self
        blocked, blocking = blocked_id_queries(viewer)
        return self.exclude(creator__in=blocked).exclude(creator__in=blocking)

    def addressed_to(self, player: Player) -> Self:
        """Select open offers to this player, and open offers in which a place is reserved for the player, who has not
        agreed to it yet."""
        asked = Place.objects.filter(player=player, confirmed_at__isnull=True).values("offer")
        return self.open().filter(Q(opponent=player) | Q(pk__in=asked)).without_blocks_with(player)

    def with_people(self) -> Self:
        """Prefetch the players, and what pages show next to their names, in a fixed number of queries."""
        rows = self.select_related("creator", "opponent", "bidding")
        places = models.Prefetch("places", Place.objects.select_related("player").order_by("index"))
        return rows.prefetch_related("creator__ratings", "opponent__ratings", places, "places__player__ratings")

    def disjoint_visible_querysets(self, viewer: Player | AnonymousUser) -> list[Self]:
        """Return the open offers that the viewer may see, as several querysets without common rows. Each can use an
        index."""
        if not isinstance(viewer, Player):
            return [self.in_waiting_room()]
        others = self.open().exclude(opponent__isnull=True, token="")
        mine, received = others.filter(creator=viewer), others.filter(opponent=viewer).exclude(creator=viewer)
        placed = others.filter(Place.offers_with_place_of(viewer)).exclude(creator=viewer)
        pieces = (self.in_waiting_room(), mine, received, placed, self.bidding().of_player(viewer))
        return [rows.without_blocks_with(viewer) for rows in pieces]

    def visible_to(self, viewer: Player | AnonymousUser) -> Self:
        """Select open offers to anyone, simuls that have started unless their games are private, and all of the
        viewer's own offers. Private links are looked up by token instead."""
        public = FOR_ANYONE | (SIMULS_TO_SHOW & Q(status=ChallengeStatus.ACCEPTED))
        if not viewer.is_authenticated:
            return self.filter(public)
        own = Q(creator_id=viewer.pk) | Q(opponent_id=viewer.pk) | Q(Place.offers_with_place_of(viewer))
        return self.filter(public | own).without_blocks_with(viewer)


class Challenge(AbstractAgreedTerms, AbstractLimitedOffer):
    """The exact terms of an offered game: to anyone, to one player, or by a private link.

    If `komi` is null, the rule set's komi is used (R31). `token` is not empty for a private link. `position` is a start
    position (rows of the board, first player, prisoners), null for an empty board. `variant` has the parts that differ
    from standard Go. `answer_to` is the offer to which this is a counter-offer. `with_bot` means that one of the two
    players is a bot. `refusal` is the error that the viewer would get for accepting (`challenges.refusals`). In lists,
    `unknown_children` are the ids of the players whose places are hidden from the viewer (`challenges.access`).
    With `by_rank`, handicap, colours and komi are not stored but follow from the players' ranks (`for_joiner`); with
    `by_komi`, they are replaced by komi alone. With `by_lot`, colours are drawn when the game begins (V50). With
    `komi_by`, a player who joins becomes the opponent, and both bid for the komi (`Bidding`) before the offer is
    accepted.
    If an offer leads to several games, each game except the last has its own accepted row, whose `part_of` is the
    offer. An offer of a game with more than two seats has a `Place` for each seat and no opponent; if all places have
    players, it has a token. In a simul (`simul_places`), players have a `Place` with their game, and every game has its
    own accepted row (C210).
    """

    if TYPE_CHECKING:
        places: RelatedManager[Place]

    is_offer = True
    suggestion: HandicapSuggestion | None = None
    joiner: Player | None = None
    refusal: Refusal | None = None
    unknown_children: set[int] | None = None

    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="challenges",
        verbose_name=pgettext_lazy("field", "created by"),
    )  # fmt: skip
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+",
        verbose_name=pgettext_lazy("field", "opponent"),
    )  # fmt: skip
    token = models.CharField(max_length=43, blank=True, db_index=True)
    width = models.PositiveSmallIntegerField(pgettext_lazy("field", "width"))
    height = models.PositiveSmallIntegerField(pgettext_lazy("field", "height"))
    rule_set = models.CharField(pgettext_lazy("field", "rules"), max_length=20)
    komi = models.DecimalField(pgettext_lazy("field", "komi"), max_digits=4, decimal_places=1, null=True, blank=True)
    handicap = models.PositiveSmallIntegerField(pgettext_lazy("field", "handicap"), default=0)
    color = models.CharField(
        pgettext_lazy("field", "your colour"), max_length=6, choices=ColorPreference, default="random"
    )
    by_rank = models.BooleanField(_("handicap by rank"), default=False)
    by_komi = models.BooleanField(_("komi by rank"), default=False, db_default=False)
    rated_wanted = models.BooleanField(pgettext_lazy("field", "rated"), default=True)
    position = models.JSONField(pgettext_lazy("field", "position"), null=True, blank=True)
    variant = models.JSONField(
        pgettext_lazy("field", "variant"), default=dict, db_default=models.Value({}, models.JSONField()), blank=True
    )
    rematch_of = models.ForeignKey(
        "games.Game", models.SET_NULL, null=True, blank=True, related_name="+",
        verbose_name=pgettext_lazy("field", "rematch of"),
    )  # fmt: skip
    answer_to = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="answers",
        verbose_name=pgettext_lazy("field", "counter-offer to"),
    )  # fmt: skip
    part_of = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="parts", verbose_name=_("created from offer")
    )
    with_bot = models.BooleanField(_("against a bot"), default=False)
    komi_by = models.CharField(
        _("how komi is decided"), max_length=7, choices=KomiBy, blank=True, default="", db_default=""
    )
    by_lot = models.BooleanField(_("seats drawn at random"), default=False, db_default=False)
    status = models.CharField(
        pgettext_lazy("field", "state"), max_length=9, choices=ChallengeStatus, default=ChallengeStatus.OPEN
    )
    game = models.OneToOneField(
        "games.Game", models.SET_NULL, null=True, related_name="challenge", verbose_name=pgettext_lazy("field", "game")
    )
    created_at = models.DateTimeField(pgettext_lazy("field", "created"))
    answered_at = models.DateTimeField(pgettext_lazy("field", "answered"), null=True)

    objects = ChallengeQuerySet.as_manager()

    class Meta:
        db_table = "games_challenge"  # where the rows were when offers were a part of games
        ordering = ["-created_at", "-pk"]
        verbose_name = pgettext_lazy("name", "challenge")
        verbose_name_plural = pgettext_lazy("name", "challenges")
        indexes = [
            models.Index(fields=["-created_at", "-id"], name="challenge_waiting_room", condition=FOR_ANYONE),
            models.Index(fields=["-id"], name="challenge_newest", condition=FOR_ANYONE),
            models.Index(fields=["-id"], name="challenge_bidding", condition=Q(status=ChallengeStatus.BIDDING)),
            models.Index(fields=["creator", "-id"], name="challenge_made", condition=Q(status=ChallengeStatus.OPEN)),
            models.Index(
                fields=["opponent", "-id"], name="challenge_received", condition=Q(status=ChallengeStatus.OPEN)
            ),
        ]

    def __str__(self) -> str:
        return f"challenge {self.pk}"

    def get_absolute_url(self) -> str:
        if self.token and (self.simul_places is None or self.is_open):
            return reverse("challenges:challenge_link", args=[self.token])
        return reverse("challenges:challenge", args=[self.pk])

    @property
    def counter_url(self) -> str:
        """Return the URL for making a counter-offer."""
        if self.token:
            return reverse("challenges:counter_link", args=[self.token])
        return reverse("challenges:counter", args=[self.pk])

    def for_joiner(self, joiner: Player | None) -> Challenge:
        """Return a copy of the offer, not to be saved, with the terms for this player. If the handicap follows from
        ranks, the copy has the handicap, colours and komi for the two players, and `suggestion` says how they were
        computed. For None or the creator, return the offer itself."""
        joiner = self.opponent or joiner
        if joiner is None or joiner.pk == self.creator_id:
            return self
        meant = copy(self)
        meant.joiner = joiner
        if not self.by_rank:
            return meant
        fixed = self.ruleset.handicap_placement is HandicapPlacement.FIXED
        found = suggest_handicap(
            find_rank(self.creator),
            find_rank(joiner),
            lines=min(self.width, self.height),
            most=max_fixed_stones(self.width, self.height) if fixed else MOST_STONES,
        )
        if self.by_komi:
            found = with_komi_for_stones(found, self.ruleset.default_komi(self.width, self.height, 0))
        meant.suggestion, meant.handicap = found, found.stones
        if not found.is_even:
            meant.komi = KOMI_BY_RANK if found.komi is None else found.komi
            meant.color = ColorPreference.BLACK if found.first_is_weaker else ColorPreference.WHITE
        return meant

    def terms_for_viewer(self, viewer: Player | None) -> OfferTermsForViewer:
        """Return the terms of the game that accepting the offer would start, for this viewer."""
        meant = self.for_joiner(viewer)
        return OfferTermsForViewer(
            width=meant.width, height=meant.height, variant=meant.agreed_variant, rule_set=meant.rule_set,
            time=meant.agreed_time, handicap=meant.handicap, komi=meant.agreed_komi, color=meant.color,
            plays=viewer_color(meant.color, is_creator=viewer.pk == self.creator_id) if viewer is not None else "",
            depends_on_ranks=meant.depends_on_ranks, by_komi=meant.by_komi,
            komi_by="" if meant.game_id else meant.komi_by,
            unrated_reason=meant.unrated_reason, from_position=meant.position is not None,
            yes_no=yes_no_terms_of(meant), creator=meant.creator.shown_name,
        )  # fmt: skip

    @property
    def has_more_than_two_seats(self) -> bool:
        """Return whether the game has more than two seats, so that players first agree on the seating (V32)."""
        return bool(self.variant) and len(self.agreed_variant.order.seats) > 2

    def place_list(self) -> list[Place]:
        """Return the places in the order of play, or for a simul in the order in which they were taken. Return [] for
        other offers. No query if they are prefetched."""
        has_some = self.has_more_than_two_seats or self.simul_places is not None
        return sorted(self.places.all(), key=lambda place: place.index) if has_some else []

    def place_of(self, viewer: Player | AnonymousUser | None) -> Place | None:
        """Return the viewer's place, None if they have none."""
        if viewer is None or not viewer.is_authenticated:
            return None
        return next((place for place in self.place_list() if place.player_id == viewer.pk), None)

    @property
    def free_places(self) -> list[Place]:
        """Return the places without a player."""
        return [place for place in self.place_list() if place.player_id is None]

    @property
    def places_left(self) -> int:
        """Return how many more players can join. In a simul that has not started, players with a place are not
        counted."""
        return self.games_left - (len(self.simul_places_taken) if self.starts_games_together and self.is_open else 0)

    @property
    def simul_places_taken(self) -> list[Place]:
        """Return the taken places of a simul in the order in which they were taken, or [] for other offers."""
        places = self.place_list() if self.simul_places is not None else []
        return [place for place in places if place.player_id is not None]

    @property
    def event(self) -> EventRef | None:
        """Return the simul as the event to which its games belong, None for other offers."""
        return None if self.simul_places is None else EventRef(SIMUL, self.pk)

    @property
    def is_open(self) -> bool:
        """Return whether the offer can be accepted."""
        return self.status == ChallengeStatus.OPEN

    @property
    def is_bidding(self) -> bool:
        """Return whether both players are bidding for the komi."""
        return self.status == ChallengeStatus.BIDDING

    @property
    def must_accept_on_own_page(self) -> bool:
        """Return whether a player can only accept on the offer's own page, because the terms need a picture of the
        board or several steps."""
        return bool(self.position or self.variant or self.komi_by)

    @property
    def has_chosen_color(self) -> bool:
        """Return whether the creator's colour is one of the terms."""
        return not (self.depends_on_ranks or self.has_more_than_two_seats or self.komi_by)

    @property
    def depends_on_ranks(self) -> bool:  # type: ignore[override]
        """Return whether the handicap, colours or komi depend on ranks and were not computed for two players yet."""
        return self.by_rank and self.suggestion is None

    @property
    def ruleset(self) -> RuleSet:
        """Return the offered rule set."""
        return RULE_SETS[self.rule_set]

    @property
    def agreed_komi(self) -> Decimal:
        """Return the komi of the game: the chosen komi, otherwise the rule set's komi for this size and handicap.
        Return 0 if the game is not scored, or each colour has its own komi."""
        if not self.agreed_variant.is_scored or not self.agreed_variant.two_sided:
            return Decimal(0)
        if self.komi is not None:
            return self.komi
        return self.ruleset.default_komi(self.width, self.height, self.handicap)

    @property
    def agreed_variant(self) -> Variant:
        """Return the variant of the game."""
        return Variant.from_json(self.variant)

    @property
    def unrated_reason(self) -> str:
        """Return the key of the first reason why the game would be unrated, because of its terms or its players. Return
        "" if it would be rated (R43)."""
        people = [person for person in (self.creator, self.opponent or self.joiner) if person is not None]
        with_bot = self.with_bot or any(person.is_bot for person in people)
        conditions = RatingConditions(
            width=self.width,
            height=self.height,
            ruleset=self.ruleset,
            komi=self.agreed_komi,
            handicap=self.handicap,
            timed=self.agreed_time.system != "none",
            wanted=self.rated_wanted,
            from_position=self.position is not None,
            with_bot=with_bot,
            with_guest=not with_bot and any(person.is_guest for person in people),
            teaching=self.teaching,
            ordinary=not self.variant,
            komi_settled=bool(self.komi_by),
            restricted=any(is_restricted(person, Restricted.UNRATED) for person in people),
        )
        return conditions.unrated_reason

    @property
    def start_board(self) -> Board | None:
        """Return the board of the start position, None for an empty board."""
        if self.position is None:
            return None
        return Board.from_rows(self.position["start"]).wrapped(self.agreed_variant.wraps)

    def agreed_setup(self) -> Setup:
        """Return the start of the game as a `rules.Setup`."""
        setup = Setup(
            width=self.width,
            height=self.height,
            ruleset=self.agreed_variant.rules_of(self.ruleset),
            komi=self.agreed_komi,
            handicap=self.handicap,
            variant=self.agreed_variant,
        )
        if self.position is None:
            return setup
        return replace(
            setup,
            start=tuple(self.position["start"]),
            first=Color.from_letter(self.position["first"]),
            prisoners=ByColor(*self.position["prisoners"]),
        )
