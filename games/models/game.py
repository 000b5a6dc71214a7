"""A game between players."""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Self

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.core.children import children_taught_by, pupils_of_teacher
from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from foundation.caches import LRUCache
from foundation.paths import path_of
from rules import Color, GameState, Outcome, Phase, Setup
from rules.clock import Clock, TimeoutPolicy
from rules.variants import Variant
from rules.variants.presets import preset_of
from rules.variants.rotation import proposing_seat_index
from rules.variants.seats import seat_on_turn

from .event_ref import EventRef, event_ref_from_columns
from .results import Ended
from .seal import Sealable
from .seat import Seat
from .timed import AbstractAgreedTerms

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser
    from django.db.models.fields.related_descriptors import RelatedManager

    from ratings.models import RatingEvent

PHASES = [
    (Phase.PLAY.value, pgettext_lazy("phase of a game", "play")),
    (Phase.STONE_REMOVAL.value, pgettext_lazy("text", "stone removal")),
    (Phase.FINISHED.value, pgettext_lazy("option", "finished")),
]


CLAIM_LASTS = timedelta(days=30)
"""After this time a win on time is claimed automatically, so that every game ends."""


class GameQuerySet(models.QuerySet["Game"]):
    """Filters for lists of games."""

    def in_progress(self) -> Self:
        """Return the games that are not finished."""
        return self.exclude(phase=Phase.FINISHED.value)

    def finished(self) -> Self:
        """Return the games that have a result."""
        return self.filter(phase=Phase.FINISHED.value)

    def overdue(self, at: datetime) -> Self:
        """Return the games whose deadline was before `at` and which the server must end or change, oldest deadline
        first."""
        claimed = Q(lateness=TimeoutPolicy.CLAIM.value, deadline__lt=at - CLAIM_LASTS)
        by_itself = ~Q(lateness=TimeoutPolicy.CLAIM.value) | claimed
        return self.filter(by_itself, deadline__lt=at).order_by("deadline")

    def of(self, player: Player) -> Self:
        """Return the games in which this player has a seat."""
        return self.filter(pk__in=Seat.objects.filter(player=player).values("game_id"))

    def running_of(self, player: Player) -> Self:
        """Return this player's unfinished games. The query uses a partial index, so finished games do not slow it
        down."""
        return self.filter(seats__player=player, seats__finished_at__isnull=True)

    def awaiting(self, player: Player) -> Self:
        """Return the games in progress in which this player is on turn."""
        return self.filter(
            turn__isnull=False, turn=F("seats__index"), seats__player=player, seats__finished_at__isnull=True
        )

    def visible_to(self, viewer: Player | AnonymousUser) -> Self:
        """Return the games that the viewer may see: public games, their own games, and games of children whom they
        teach. Moderators may see all games.

        No index covers this filter, so lists use `services.listing` instead.
        """
        if may(viewer, StaffPermission.MODERATE):
            return self
        if not viewer.is_authenticated:
            return self.filter(private=False)
        own = Exists(Seat.objects.filter(game=OuterRef("pk"), player_id=viewer.pk))
        return self.filter(Q(private=False) | Q(own) | _children_games_filter(viewer))

    def of_children_taught_by(self, teacher: Player | AnonymousUser) -> Self:
        """Return the games of the children whom this person teaches: with each other, with other pupils of the same
        teacher, or with bots (T5)."""
        return self.filter(_children_games_filter(teacher)) if isinstance(teacher, Player) else self.none()

    def with_seats(self) -> Self:
        """Prefetch seats and players, in one more query for any number of games."""
        seats = Seat.objects.select_related("player").order_by("index")
        return self.prefetch_related(models.Prefetch("seats", seats, to_attr="fetched_seats"))

    def with_people(self) -> Self:
        """Prefetch seats, players with their ratings, and rating events, in two more queries than `with_seats`."""
        return self.with_seats().prefetch_related("fetched_seats__player__ratings", "rating_events")


def _children_games_filter(teacher: Player) -> Q:
    children, seats = children_taught_by(teacher).values("pk"), Seat.objects.filter(game=OuterRef("pk"))
    others = seats.exclude(player__in=pupils_of_teacher(teacher).values("pk")).exclude(player__is_bot=True)
    return Q(Exists(seats.filter(player__in=children))) & ~Q(Exists(others))


class Game(Sealable, Ended, AbstractAgreedTerms):
    """One game. Its actions are the source of truth; the columns from `number` on are derived from them.

    `setup`, `snapshot` and `clock` are JSON forms of `rules` values. `state_number` is the number of the last action
    that changed board, phase, proposal or turn; a request that refers to that number or a later one is still valid
    (R45). `turn` is the index of the seat that has to act, or null. `deadline` is when that seat's time runs out (R53),
    null without a running clock. `reminded` counts the reminders of this turn, and `graces` the grace periods given.

    `by_search` is true if automatch paired the players (E81). `event_kind`, `event_number` and `event_round` identify
    the event, "" for none (`games.event_names`). `pauses` are pairs of start and end. `requests` are open requests by
    name (games.verbs.agreement). `stall_reported` is whether a report of stalling has stopped the clocks, which can
    happen once. `result_asked` is the index of the seat that was ahead when the other player was asked about the
    predicted result (C204).

    `seen_number` is the number of the last action when the game was last shown to the player on turn. It is stored only
    where unseen moves can be undone (`games.seen`). `armed` has a bit for each seat with active conditional moves, and
    is never shown to anyone (C1). `has_planned_moves` is whether a conditional move has been played.
    """

    # what was agreed
    setup = models.JSONField()
    rule_set = models.CharField(pgettext_lazy("field", "rules"), max_length=20)
    width = models.PositiveSmallIntegerField(pgettext_lazy("field", "width"))
    height = models.PositiveSmallIntegerField(pgettext_lazy("field", "height"))
    komi = models.DecimalField(pgettext_lazy("field", "komi"), max_digits=4, decimal_places=1)
    handicap = models.PositiveSmallIntegerField(pgettext_lazy("field", "handicap"), default=0)
    rated = models.BooleanField(pgettext_lazy("field", "rated"), default=False)
    unrated_reason = models.CharField(_("reason for being unrated"), max_length=20, blank=True)
    rematch_of = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="+", db_index=False)
    by_search = models.BooleanField(default=False, db_default=False)
    event_kind = models.CharField(max_length=10, blank=True, default="", db_default="", editable=False)
    event_number = models.PositiveBigIntegerField(null=True, editable=False)
    event_round = models.PositiveSmallIntegerField(null=True, editable=False)
    started_at = models.DateTimeField(pgettext_lazy("field", "started"))

    # copies of what the actions give, written by sync_columns() only
    number = models.PositiveIntegerField(_("number of the last action"), default=0)
    state_number = models.PositiveIntegerField(_("number of the last action that changed the position"), default=0)
    phase = models.CharField(pgettext_lazy("field", "phase"), max_length=15, choices=PHASES, default=Phase.PLAY.value)
    move_number = models.PositiveIntegerField(pgettext_lazy("field", "moves"), default=0)
    turn = models.PositiveSmallIntegerField(null=True, blank=True)
    deadline = models.DateTimeField(pgettext_lazy("field", "deadline"), null=True, blank=True)
    clock = models.JSONField()
    snapshot = models.JSONField()
    position_keys = models.BinaryField()
    end_phase = models.PositiveIntegerField(null=True, blank=True)  # the number of the action that last stopped play
    suggested_dead = models.JSONField(null=True, blank=True)
    unsure_stones = models.JSONField(null=True, blank=True)
    suggestion_claimed_at = models.DateTimeField(
        null=True, blank=True
    )  # when a worker started to compute the suggestion
    second_opinion = models.JSONField(null=True, blank=True)
    opinion_asked_at = models.DateTimeField(null=True, blank=True)
    requests = models.JSONField(default=dict, blank=True)
    pauses = models.JSONField(default=list, blank=True)
    stall_reported = models.BooleanField(default=False)
    result_asked = models.PositiveSmallIntegerField(null=True, editable=False)
    graces = models.PositiveSmallIntegerField(default=0)
    reminded = models.PositiveSmallIntegerField(default=0)
    armed = models.PositiveSmallIntegerField(default=0, db_default=0)
    has_planned_moves = models.BooleanField(default=False, db_default=False)
    result = models.CharField(pgettext_lazy("field", "result"), max_length=16, blank=True)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    end_reason = models.CharField(max_length=20, blank=True)
    last_action_at = models.DateTimeField(pgettext_lazy("field", "last action"))
    seen_number = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    finished_at = models.DateTimeField(pgettext_lazy("field", "finished"), null=True, blank=True)

    objects = GameQuerySet.as_manager()
    has_off_time = True
    """Whether outages or players' off time may affect the clocks; set to False after none was found."""

    named_event: tuple[Any] | None = None
    """The event with its name, after it was loaded (`games.event_names`)."""

    if TYPE_CHECKING:
        fetched_seats: list[Seat]
        fetched_rating_events: list[RatingEvent]
        seats: RelatedManager[Seat]
        rating_events: RelatedManager[RatingEvent]

    class Meta:
        verbose_name = pgettext_lazy("name", "game")
        verbose_name_plural = pgettext_lazy("name", "games")
        indexes = [
            models.Index(fields=["deadline"], name="game_deadline", condition=Q(deadline__isnull=False)),
            models.Index(fields=["-finished_at", "-id"], name="game_ended", condition=Q(finished_at__isnull=False)),
            models.Index(
                fields=["-last_action_at", "-id"], name="game_running", condition=~Q(phase=Phase.FINISHED.value)
            ),
            models.Index(fields=["-last_action_at"], name="game_marking", condition=Q(phase=Phase.STONE_REMOVAL.value)),
            models.Index(
                fields=["-last_action_at"],
                name="game_without_suggestion",
                condition=Q(phase=Phase.STONE_REMOVAL.value, suggested_dead__isnull=True),
            ),
            models.Index(fields=["end_reason", "-id"], name="game_ends", condition=~Q(end_reason="")),
            models.Index(fields=["rematch_of"], name="game_rematch", condition=Q(rematch_of__isnull=False)),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(handicap=0) | Q(rated=False), name="handicap_games_are_unrated"),
            models.CheckConstraint(
                condition=Q(phase=Phase.FINISHED.value, turn__isnull=True, deadline__isnull=True)
                | (~Q(phase=Phase.FINISHED.value) & Q(result="")),
                name="only_finished_games_have_results",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"

    def get_absolute_url(self) -> str:
        return path_of("games:game", self.pk)

    @property
    def agreed_komi(self) -> Decimal:
        """Return the komi of the game."""
        return self.komi

    @property
    def agreed_variant(self) -> Variant:
        """Return the variant as a value of `rules`."""
        return Variant.from_json(self.setup.get("variant", {}))

    @property
    def variant_name(self) -> str:
        """Return the variant's name in filters of lists, or "" for standard Go."""
        return preset_of(self.agreed_variant) if "variant" in self.setup else ""

    @property
    def event_ref(self) -> EventRef | None:
        """Return the reference to the game's event, or None if there is none."""
        return event_ref_from_columns(self.event_kind, self.event_number, self.event_round)

    @property
    def is_finished(self) -> bool:
        """Return whether the game has a result."""
        return self.phase == Phase.FINISHED.value

    @cached_property
    def agreed_setup(self) -> Setup:
        """Return board size, rules, komi, handicap and variant as a value of `rules`. Games with equal settings share
        one object."""
        return _setups.get_or_make(repr(self.setup), lambda: Setup.from_json(self.setup))

    def clock_value(self) -> Clock:
        """Return the clock as a value of `rules`."""
        return Clock.from_json(self.clock)

    @property
    def is_with_guest(self) -> bool:
        """Return whether this is a game of a guest (a player without an account) against a person. Such a game is
        unrated and has no chat."""
        return self.unrated_reason == "guest"

    def seat_list(self) -> list[Seat]:
        """Return the seats in order, without a query if they were prefetched."""
        fetched = getattr(self, "fetched_seats", None)
        return sorted(self.seats.all(), key=lambda seat: seat.index) if fetched is None else list(fetched)

    def set_loaded_seats(self, seats: list[Seat]) -> None:
        """Set the seats, which were read together with the game. Their players are loaded when accessed."""
        for seat in seats:
            seat.game = self
        self.fetched_seats = sorted(seats, key=lambda seat: seat.index)

    def refresh_from_db(self, using: Any = None, fields: Any = None, from_queryset: Any = None) -> None:
        """Reload the game from the database, and its seats when they are next accessed."""
        if fields is None:
            vars(self).pop("fetched_seats", None)
            vars(self).pop("fetched_rating_events", None)
        super().refresh_from_db(using, fields, from_queryset)

    def rating_event_of(self, seat: Seat) -> RatingEvent | None:
        """Return the game's rating event for this seat's player, or None if there is none. No query if events are
        prefetched."""
        events = getattr(self, "fetched_rating_events", None)
        found = self.rating_events.all() if events is None else events
        return next((event for event in found if event.player_id == seat.player_id), None)

    def seat_of(self, viewer: Player | AnonymousUser) -> Seat | None:
        """Return the viewer's seat, or None if they have none."""
        return next((s for s in self.seat_list() if s.player_id == viewer.pk), None)

    def others(self, seat: Seat | None) -> list[Seat]:
        """Return all other seats, in order."""
        return [other for other in self.seat_list() if seat is None or other.pk != seat.pk]

    def opponents(self, seat: Seat) -> list[Seat]:
        """Return the seats of other colours, in the order in which they act after this seat. If all players share the
        colours, return all other seats."""
        seats, colors = self.seat_list(), self.agreed_setup.order.others(Color(seat.color))
        if self.rotates_colors:
            return [*seats[seat.index + 1 :], *seats[: seat.index]]
        return [other for color in colors for other in seats if other.color == color]

    def seat_on_turn(self) -> Seat:
        """Return the seat that has to act. The game must be in progress."""
        return next(s for s in self.seat_list() if s.index == self.turn)

    def partners(self, seat: Seat) -> list[Seat]:
        """Return the other seats of this seat's team, in the order of play (V30). Return [] if the players share the
        colours."""
        if self.rotates_colors:
            return []
        return [other for other in self.seat_list() if other.color == seat.color and other.index != seat.index]

    def seat_of_color(self, color: Color) -> Seat:
        """Return the seat that acts for this colour: in a team, the seat on turn, otherwise the team's first seat
        (V38)."""
        seats = [seat for seat in self.seat_list() if seat.color == color]
        return next((seat for seat in seats if seat.index == self.turn), seats[0])

    def proposing_seat(self, state: GameState) -> Seat | None:
        """Return the seat whose side made the open proposal in this state, or None if a moderator made it. In a team
        the result is the seat that acts for the colour now."""
        if state.proposal is None or state.proposal.by is None:
            return None
        index = proposing_seat_index(state)
        return self.seat_of_color(state.proposal.by) if index is None else self.seat_list()[index]

    def sync_columns(self, state: GameState, clock: Clock, deadline: datetime | None) -> None:
        """Copy this state and clock into the columns that are derived from the record. Only this method assigns these
        columns. The caller must save the game."""
        self.phase = state.phase.value
        self.move_number = state.move_number
        self.turn = seat_on_turn(state)
        self.deadline = deadline
        self.clock = clock.to_json()
        self.snapshot = state.to_json()
        self.position_keys = state.position_keys
        self._sync_outcome(state.outcome)

    def sync_seat(self, seat: Seat) -> bool:
        """Copy those columns of the game that lists need to this seat. Return whether any value changed. The caller
        must save the seat."""
        before = _list_columns(seat)
        seat.private, seat.rated, seat.rule_set = self.private, self.rated, self.rule_set
        seat.variant = self.variant_name
        seat.size = self.width if self.width == self.height else 0
        seat.started_at, seat.finished_at = self.started_at, self.finished_at
        if self.rotates_colors:
            seat.color = self.current_color_of(seat.index)
        seat.result = "" if self.finished_at is None else self.result_of(Color(seat.color)).value
        return before != _list_columns(seat)

    def _sync_outcome(self, outcome: Outcome | None) -> None:
        if outcome is None:
            self.result, self.winner, self.end_reason = "", None, ""
            return
        self.result = outcome.sgf
        self.winner = None if outcome.winner is None else int(outcome.winner)
        self.end_reason = outcome.reason.value

    MIRRORED: tuple[str, ...] = (
        "phase",
        "move_number",
        "turn",
        "deadline",
        "clock",
        "snapshot",
        "position_keys",
        "result",
        "winner",
        "end_reason",
    )


_setups: LRUCache[str, Setup] = LRUCache(1000)
"""Cache of setups by their JSON."""
_list_columns = attrgetter(*Seat.MIRRORED)
