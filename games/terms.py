"""The terms on which two players agree before a game, and whether the game can be rated."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.errors import BadTerms
from games.yes_no import YesNoTerm, yes_no_term
from rules import ORDINARY, RULE_SETS, Reason, RuleSet, Variant, sgf
from rules.clock import TimeControl, TimeoutPolicy, TimeSystem
from rules.errors import BadVariant
from rules.handicap import max_fixed_stones
from rules.off_time import OffTimeKind
from rules.ruleset import HandicapPlacement

OFFERED_SIZES = (9, 13, 19)
SMALLEST_SIZE, LARGEST_SIZE = 5, 25
SMALLEST_KOMI, LARGEST_KOMI = Decimal(-150), Decimal(150)
MOST_HANDICAP = 9
MOST_TAUGHT_HANDICAP = 25
"""The largest number of handicap stones in a teaching game (R42)."""
SHORTEST_TIME = timedelta(minutes=1)
LONGEST_TURN = timedelta(days=60)
LONGEST_MAIN_TIME = timedelta(days=365)
MOST_PERIODS = MOST_STONES = 100
LONGEST_PAUSE = timedelta(days=60)

_DAY = timedelta(days=1)
USUAL_TIME = TimeControl.days_per_move(3 * _DAY)
PRESETS: dict[str, TimeControl] = {
    "days_1": TimeControl.days_per_move(_DAY),
    "days_3": USUAL_TIME,
    "days_7": TimeControl.days_per_move(7 * _DAY),
    "fischer": TimeControl.fischer(3 * _DAY, _DAY, 7 * _DAY),
    "byo_yomi": TimeControl.byo_yomi(14 * _DAY, 5, 2 * _DAY),
    "canadian": TimeControl.canadian(14 * _DAY, 10, 7 * _DAY),
    "absolute": TimeControl.absolute(60 * _DAY),
    "none": TimeControl.none(),
}
"""The time controls on the form's buttons; any other can be entered."""

_ONE_STONE = _("One stone isn't a handicap. Choose none, or at least two.")
_MANY_STONES = _("Only teaching games can have more than nine handicap stones. Choose fewer, or a teaching game.")
_NO_ROOM = _("This board has no room for this many handicap stones. Choose fewer, a larger board or other rules.")
_BY_RANK = _("Handicap, komi and colours are set by rank. Leave these out, or turn off handicap by rank.")
_BY_KOMI = _(
    "Komi can replace handicap stones only in scored games with handicap by rank. Choose such a game, or use stones."
)
_KOMI_BY = _("The players will agree on komi and colours first. Leave out komi, handicap, colour and handicap by rank.")
_KOMI_OF_TWO = _("Players can only agree on komi in two-player scored games. Choose such a game, or set the komi.")
_HIDDEN_TEACHING = _("A game with hidden stones can't be a teaching game. Turn one of the two off.")
_STRICT_TEACHING = _("Teaching games need undo. Allow undo, or turn off the teaching game option.")
_RULES_OF_TWO = _("These rules can't score this many colours. Choose other rules, or two colours.")
_FOR_TWO_COLORS = _("This setting only works with two colours. Turn it off, or choose two colours.")
_COLORS_KOMI = _("With three or more colours, each has its own komi. Enter whole or half numbers from -150 to 150.")
_FOR_TWO = _("This setting is only for two-player games. Leave it out, or choose two players.")
_MEMBER_CLOCK = _(
    "Separate clocks for team members need a time per move. Choose days per move, or one clock for the team."
)
_SHARED_CLOCK = _("Players who share a colour can't use this time control. Choose days per move, or no time limit.")
_OTHER_BOARD = _("The position is for a different board size. Choose that size.")
_JOINED_EDGES = _("The position is for a board whose edges are joined. Choose Torus Go.")

ALLOWED_KINDS = (OffTimeKind.VACATION, OffTimeKind.WEEKEND, OffTimeKind.NIGHT, OffTimeKind.PAUSE)
"""The kinds of off time that an offer allows or forbids (R56)."""
USUAL_KINDS = (OffTimeKind.VACATION, OffTimeKind.WEEKEND, OffTimeKind.PAUSE)


def is_time_control_offered(control: TimeControl) -> bool:
    """Return whether the server offers games with this time control: its times, periods and stones are within the
    limits."""
    turns = [t for t in (control.per_move, control.period_time, control.increment) if t]
    mains = [t for t in (control.main_time, control.cap) if t]
    return (
        (control.system is not TimeSystem.DAYS or bool(turns))
        and all(SHORTEST_TIME <= time <= LONGEST_TURN for time in turns)
        and all(SHORTEST_TIME <= time <= LONGEST_MAIN_TIME for time in mains)
        and (control.periods or 0) <= MOST_PERIODS
        and control.stones <= MOST_STONES
    )


class ColorPreference(models.TextChoices):
    """The colour that the creator of an offer wants. `both` means two games, one with each colour."""

    RANDOM = "random", pgettext_lazy("option", "Random")
    BLACK = "black", pgettext_lazy("option", "Black")
    WHITE = "white", pgettext_lazy("option", "White")
    BOTH = "both", _("Both colours: two games")


class KomiBy(models.TextChoices):
    """How the players determine the komi and who plays Black, if the terms give neither."""

    TERMS = "", _("as chosen below")
    SEALED = "secret", pgettext_lazy("option", "sealed-bid auction")
    OPEN = "open", pgettext_lazy("option", "open auction")
    CREATOR = "creator", _("you set the komi and your opponent chooses the colour")
    JOINER = "joiner", _("your opponent sets the komi and you choose the colour")


def is_komi(number: Decimal) -> bool:
    """Return whether the number is a whole or half number within the limits; False for infinite numbers and NaN."""
    return number.is_finite() and SMALLEST_KOMI <= number <= LARGEST_KOMI and not number * 2 % 1


def check_komi(komi: Decimal) -> None:
    """Raise BadTerms unless this number is a valid komi."""
    if not is_komi(komi):
        raise BadTerms(field="komi")


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms of an offer. If `komi` is None, the rule set's komi applies. `time` is the time control, `lateness`
    what happens when time runs out, `off_time` the allowed reasons for stopping clocks (R56).

    `position` is the starting position on a board of this width and height (None: an empty board). With `by_rank`,
    handicap, colours and komi depend on the players' ranks and must not be given (R44). With `by_komi` as well,
    handicap stones are replaced by a different komi. `komi_by` is how the players determine komi and colours before the
    game, if the terms do not (KomiBy). `variant` is how the game differs from standard Go.
    """

    width: int = 19
    height: int = 19
    rule_set: str = "brainking"
    komi: Decimal | None = None
    handicap: int = 0
    color: str = ColorPreference.RANDOM
    time: TimeControl = USUAL_TIME
    lateness: TimeoutPolicy = TimeoutPolicy.STRICT
    off_time: tuple[OffTimeKind, ...] = USUAL_KINDS
    rated: bool = True
    private: bool = yes_no_term(
        _("Private: only the players and moderators can see the game"), name=pgettext_lazy("term of a game", "private")
    )
    analysis: bool = yes_no_term(
        _("Analysis board and conditional moves are allowed"),
        default=True,
        help=_("Books are always allowed. Engines never are. We rely on your honesty."),
        name=_("no analysis board"),
    )
    undo: bool = yes_no_term(_("Undo can be requested"), default=True, name=pgettext_lazy("term of a game", "no undo"))
    chat: bool = yes_no_term(
        _("Chat during the game"),
        default=True,
        help=_("If this is off, the chat opens when the game is over."),
        name=pgettext_lazy("term of a game", "no chat"),
    )
    teaching: bool = yes_no_term(
        _("Teaching game: both players see comments on moves immediately, and can undo without asking"),
        help=_("Teaching games are always unrated."),
        name=pgettext_lazy("term of a game", "teaching game"),
    )
    undo_unseen: bool = yes_no_term(
        _("Undo your last move without asking, until your opponent has seen it"),
        help=_("A move counts as seen once your opponent opens the game or is notified of the move."),
        initial=True,
    )
    position: sgf.SgfPosition | None = None
    by_rank: bool = False
    by_komi: bool = False
    komi_by: str = KomiBy.TERMS
    variant: Variant = ORDINARY

    def check(self) -> None:
        """Raise BadTerms for the first invalid term. The error also names the other terms with which that term
        conflicts."""
        if not SMALLEST_SIZE <= min(self.width, self.height) <= LARGEST_SIZE:
            raise BadTerms(field="width")
        if max(self.width, self.height) > LARGEST_SIZE:
            raise BadTerms(field="width")
        if self.rule_set not in RULE_SETS:
            raise BadTerms(field="rule_set")
        if self.color not in ColorPreference.values:
            raise BadTerms(field="color")
        if not is_time_control_offered(self.time):
            raise BadTerms(field="time")
        if not set(self.off_time) <= set(ALLOWED_KINDS):
            raise BadTerms(field="off_time")
        self._check_komi()
        self._check_handicap()
        self._check_position()
        self._check_variant()
        self._check_terms_by_rank()

    def _check_terms_by_rank(self) -> None:
        """Raise BadTerms if a term is given that depends on the ranks (R44)."""
        given = self._non_default_names("handicap", "komi", "color", "position")
        if self.by_rank and given:
            raise BadTerms(field="by_rank", also=given, why=_BY_RANK)
        if self.by_komi and not self.by_rank:
            raise BadTerms(field="by_komi", also=("by_rank",), why=_BY_KOMI)
        if self.by_komi and not self.variant.is_scored:
            raise BadTerms(field="by_komi", also=("variant.goal",), why=_BY_KOMI)

    def _non_default_names(self, *names: str) -> list[str]:
        """Return those of these names whose terms differ from their defaults."""
        defaults = {one.name: one.default for one in fields(self)}
        return [name for name in names if getattr(self, name) != defaults[name]]

    def _check_komi_by_players(self) -> None:
        """Raise BadTerms if a term conflicts with a komi determined by the players: a komi, a handicap, a colour, more
        than two seats."""
        given = self._non_default_names("handicap", "komi", "color", "by_rank")
        if self.komi_by not in KomiBy.values or given:
            raise BadTerms(field="komi_by", also=given, why=_KOMI_BY)
        if not (self.variant.is_scored and self.variant.two_sided and len(self.variant.order.seats) == 2):
            raise BadTerms(field="komi_by", also=("variant",), why=_KOMI_OF_TWO)

    def _check_variant(self) -> None:
        if not self.variant.two_sided:
            self._check_many_colors_terms()
        if len(self.variant.order.seats) > 2:
            self._check_many_seats_terms()
        if self.teaching and not self.undo:
            raise BadTerms(field="undo", also=("teaching",), why=_STRICT_TEACHING)
        if self.variant.hides and self.teaching:
            raise BadTerms(field="teaching", also=("variant.view",), why=_HIDDEN_TEACHING)

    def _check_many_colors_terms(self) -> None:
        """Raise BadTerms if a term conflicts with more than two colours: rules that count only two colours, handicap, a
        single komi, a starting position (V50, V57)."""
        try:
            self.variant.rules_of(RULE_SETS[self.rule_set])
        except BadVariant:
            raise BadTerms(field="rule_set", also=("variant.colors",), why=_RULES_OF_TWO) from None
        if self.komi:
            raise BadTerms(field="komi", also=("variant.colors.komi",), why=_COLORS_KOMI)
        for name in self._non_default_names("handicap", "position"):
            raise BadTerms(field=name, also=("variant.colors",), why=_FOR_TWO_COLORS)
        if not all(map(is_komi, self.variant.komi.values())):
            raise BadTerms(field="variant", also=("variant.colors.komi",), why=_COLORS_KOMI)

    def _check_many_seats_terms(self) -> None:
        """Raise BadTerms if a term conflicts with more than two seats: terms by rank, a chosen colour, a claimed win
        (V40)."""
        for name in self._non_default_names("by_rank", "color"):
            raise BadTerms(field=name, also=(self._many_seats_field_name,), why=_FOR_TWO)
        if self.lateness is TimeoutPolicy.CLAIM:
            raise BadTerms(field="lateness", also=(self._many_seats_field_name,), why=_FOR_TWO)
        if self.variant.skips_members_out_of_time and self.time.system is not TimeSystem.DAYS:
            raise BadTerms(field="time", also=("variant.clock",), why=_MEMBER_CLOCK)
        if self.variant.order.rotates_colors and self.time.system not in (TimeSystem.DAYS, TimeSystem.NONE):
            raise BadTerms(field="time", also=("variant.seats",), why=_SHARED_CLOCK)

    @property
    def _many_seats_field_name(self) -> str:
        """Return the name of the field, "variant.seats" or "variant.colors", that gives the game more than two
        seats."""
        return "variant.seats" if self.variant.two_sided else "variant.colors"

    def _check_position(self) -> None:
        board = None if self.position is None else self.position.board
        if board is not None and (board.width, board.height) != (self.width, self.height):
            raise BadTerms(field="position", also=("width", "height"), why=_OTHER_BOARD)
        if board is not None and board.wraps and not self.variant.wraps:
            raise BadTerms(field="variant", also=("position",), why=_JOINED_EDGES)

    def _check_komi(self) -> None:
        if self.komi_by:
            self._check_komi_by_players()
        if self.komi is None:
            return
        check_komi(self.komi)

    def _check_handicap(self) -> None:
        most = self._most_handicap()
        if self.handicap == 1:
            raise BadTerms(field="handicap", why=_ONE_STONE)
        if most == MOST_HANDICAP < self.handicap <= MOST_TAUGHT_HANDICAP:
            raise BadTerms(field="handicap", also=("teaching",), why=_MANY_STONES)
        if self.handicap not in range(most + 1):
            raise BadTerms(field="handicap", also=("width", "height", "rule_set"), why=_NO_ROOM)

    def _most_handicap(self) -> int:
        half = self.width * self.height // 2
        if self.position is not None:
            return half
        if RULE_SETS[self.rule_set].handicap_placement is HandicapPlacement.FIXED:
            fixed = max_fixed_stones(self.width, self.height)
            if fixed < MOST_HANDICAP:
                return fixed
        return min(half, MOST_TAUGHT_HANDICAP) if self.teaching else MOST_HANDICAP


YES_NO: dict[str, YesNoTerm] = {one.name: one.metadata["yes_no"] for one in fields(Terms) if "yes_no" in one.metadata}
"""The terms declared with yes_no_term(), by name. Terms that decide other terms (`by_rank`) or depend on them (`rated`)
are not included."""


def yes_no_terms_of(agreed: object) -> dict[str, Any]:
    """Return the yes-or-no terms of `agreed`, by name. `agreed` is a Terms, an offer or a game."""
    return {name: getattr(agreed, name) for name in YES_NO}


RATING_RULES: tuple[Promise, ...] = (
    _(
        "If a player loses several games on time within seven days, the first three count for ratings. Later ones "
        "count only if the position was clearly lost."
    ),
    _(
        "A game that ends by resignation or score is rated only if each player has made at least ten moves (five on "
        "9×9)."
    ),
    _(
        "When the same two players finish several games within 90 days, the first counts in full. The second counts "
        "for half, the third for a quarter, and so on. While either rank has a question mark, the second counts for an "
        "eighth, the third for a sixty-fourth, and so on."
    ),
)
"""Why a rated game may not count, or count less (R46); shown before players join."""

UNRATED_REASONS: dict[str, Promise] = {
    "handicap": _("Handicap games are always unrated."),
    "size": _("Only games on 9×9, 13×13 and 19×19 are rated."),
    "komi": _("Only games with the default komi for their rules are rated."),
    "teaching": _("Teaching games are always unrated."),
    "variant": _("Only standard Go is rated."),
    "no_clock": _("Games without a clock are unrated."),
    "chosen": _("The players chose an unrated game."),
    "too_short": _("The game ended before each player had made two moves."),
    "early_resignation": _("A player resigned before each side had made ten moves (five on 9×9)."),
    "early_count": _("The game was scored before each side had made ten moves (five on 9×9)."),
    "cancelled": _("The game was cancelled."),
    "bot": _("Games with bots are unrated."),
    "guest": _("Games with guests are unrated."),
    "position": _("Games from a custom starting position are unrated."),
    "no_result": _("The game ended without a result."),
    "restricted": _("One of the players was not allowed to play rated games."),
    "annulled": _("A moderator annulled the game."),
    "moderator": _("A moderator made the game unrated."),
    "wave": _("The player lost several games on time within seven days, and this position was not clearly lost."),
}


def moves_needed_for_rating(width: int) -> int:
    """Return how many moves each side must have played on a board of this width. A game that ends by resignation or
    scoring before that is not rated (R46)."""
    return 5 if width == 9 else 10


TOO_EARLY = {Reason.RESIGNATION.value: "early_resignation", Reason.SCORE.value: "early_count"}
"""The reason why a game that ended before `moves_needed_for_rating` is unrated, by how it ended. A loss on time or by a
claim counts at any move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingConditions:
    """The conditions that decide whether a game is rated: its terms, and whether a player is a bot, restricted, or a
    guest who plays against a person (R43)."""

    width: int
    height: int
    ruleset: RuleSet
    komi: Decimal
    handicap: int
    timed: bool
    wanted: bool
    from_position: bool = False
    with_bot: bool = False
    with_guest: bool = False
    restricted: bool = False
    teaching: bool = False
    ordinary: bool = True
    komi_settled: bool = False

    @property
    def unrated_reason(self) -> str:
        """Return the key of the reason why such a game is unrated (in UNRATED_REASONS), or "" if it is rated.

        Handicap games are never rated, whatever the other terms are (R43).
        """
        reasons = {
            "guest": self.with_guest,  # first: the chat of such a game is closed by it
            "handicap": bool(self.handicap),
            "teaching": self.teaching,
            "variant": not self.ordinary,
            "bot": self.with_bot,
            "position": self.from_position,
            "size": self.width != self.height or self.width not in OFFERED_SIZES,
            "komi": self.komi_settled or self.komi != self.ruleset.default_komi(self.width, self.height, 0),
            "no_clock": not self.timed,
            "chosen": not self.wanted,
            "restricted": self.restricted,
        }
        return next((reason for reason, holds in reasons.items() if holds), "")
