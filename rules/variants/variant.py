"""The ways in which a game may differ from standard Go: independent parts (V1, V70)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from typing import Any

from rules.color import Color
from rules.errors import BadVariant
from rules.order import IN_TURNS, OrderOfPlay, shared_color_order, team_order
from rules.outcome import format_points
from rules.ruleset import KoRule, RuleSet

MOST_COLORS = len(Color)
MOST_SEATS = 16
MOST_MEMBERS = 8
MOST_STONES = 20
"""The largest number of captures that capture Go may require (V10)."""
LONGEST_MEMORY = 50
"""The largest number of turns that a fading view may show (V25)."""
TRIES = 3
"""The number of illegal attempts allowed in a turn with a hidden view; one more loses the turn (V28)."""
FOR_MANY = ("chinese", "new_zealand", "tromp_taylor", "brainking")
"""The rule sets that can count three or more colours (V57)."""


class OnStop(StrEnum):
    """The result when two passes stop capture Go (V14): the colour with most captures wins (MOST), or the board is
    scored (COUNT)."""

    MOST = "most"
    COUNT = "count"


class ViewKind(StrEnum):
    """Which stones players see until play stops (V20, V25): all stones, all stones in one colour, only those of the
    last turns (FADING), or none."""

    OPEN = "open"
    ONE_COLOR = "one_color"
    FADING = "fading"
    NONE = "none"


class TeamClock(StrEnum):
    """The consequence when the time of a team's member runs out: the team loses, or the member leaves and the rotation
    skips the seat (V38)."""

    TEAM = "team"
    MEMBER = "member"


@dataclass(frozen=True, slots=True)
class VariantColors:
    """The number of colours, and the komi of each colour if there are more than two (V50); () means no komi.

    With two colours the setup has the komi.
    """

    count: int = 2
    komi: tuple[Decimal, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the part as JSON."""
        return {"count": self.count} | ({"komi": [format_points(value) for value in self.komi]} if self.komi else {})

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> VariantColors:
        """Return this part of a variant from its to_json()."""
        return cls(int(data["count"]), tuple(map(Decimal, data.get("komi", ()))))


@dataclass(frozen=True, slots=True)
class VariantSeats:
    """The number of members of each colour's team (V30); () means one seat for each colour. A single number is the
    number of players who play both colours in turn (V73). `clock` is what happens when a member's time runs out."""

    members: tuple[int, ...] = ()
    clock: TeamClock = TeamClock.TEAM

    def to_json(self) -> list[int]:
        """Return the part as JSON, without the clock."""
        return list(self.members)

    @classmethod
    def from_json(cls, data: list[int]) -> VariantSeats:
        """Return this part of a variant from its to_json()."""
        return cls(tuple(map(int, data)))

    def order(self, colors: int) -> OrderOfPlay:
        """Return the order of play for a game with this number of colours."""
        if colors == 2 and not self.members:
            return IN_TURNS
        if self.shared:
            return shared_color_order(self.shared, colors)
        return team_order(self.members or (1,) * colors)

    @property
    def shared(self) -> int:
        """Return the number of players who play both colours in turn, or 0 if each colour has its own players."""
        return self.members[0] if len(self.members) == 1 else 0


@dataclass(frozen=True, slots=True)
class VariantGoal:
    """How the winner is decided: by score, or as the first colour to capture its number of stones (V10, V11)."""

    captures: tuple[int, ...] = ()
    on_stop: OnStop = OnStop.MOST

    def to_json(self) -> dict[str, Any]:
        """Return the part as JSON."""
        return {"captures": list(self.captures), "on_stop": self.on_stop.value}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> VariantGoal:
        """Return this part of a variant from its to_json()."""
        return cls(tuple(map(int, data["captures"])), OnStop(data.get("on_stop", OnStop.MOST)))


@dataclass(frozen=True, slots=True)
class HiddenInformation:
    """The information that is hidden until play stops for the first time. It is hidden from both players or, if `of` is
    set, only from that colour (V26).

    `keep` is the number of turns whose stones are shown in a view where older stones disappear. `tries` is the number
    of illegal attempts allowed in a turn (V28).
    """

    kind: ViewKind = ViewKind.OPEN
    keep: int = 0
    of: Color | None = None
    tries: int = TRIES

    def to_json(self) -> dict[str, Any]:
        """Return the part as JSON."""
        data: dict[str, Any] = {"kind": self.kind.value}
        if self.keep:
            data["keep"] = self.keep
        if self.of is not None:
            data["of"] = self.of.letter
        return data if self.tries == TRIES else data | {"tries": self.tries}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> HiddenInformation:
        """Return this part of a variant from its to_json()."""
        of = data.get("of")
        return cls(
            ViewKind(data["kind"]),
            int(data.get("keep", 0)),
            None if of is None else Color.from_letter(of),
            int(data.get("tries", TRIES)),
        )


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of Go. Raises BadVariant for invalid parts.

    `wraps` is whether each edge of the board is joined to the opposite edge, as on a torus (V70). `order` is the order
    of play. `plain` is whether the variant is standard Go, for which faster code is used.
    """

    colors: VariantColors = VariantColors()
    seats: VariantSeats = VariantSeats()
    goal: VariantGoal = VariantGoal()
    view: HiddenInformation = HiddenInformation()
    passing: bool = True
    wraps: bool = False
    order: OrderOfPlay = field(init=False, compare=False, repr=False)
    plain: bool = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        for problem, part in _part_checks(self):
            if problem:
                raise BadVariant(part=part)
        object.__setattr__(self, "order", self.seats.order(self.colors.count))
        parts = (self.colors, self.seats, self.goal, self.view, self.passing, self.wraps)
        object.__setattr__(
            self, "plain", parts == (VariantColors(), VariantSeats(), VariantGoal(), HiddenInformation(), True, False)
        )

    @property
    def plays_out_disputes(self) -> bool:
        """Return whether a dispute can be played out on the board (R15): between two sides only (V56, V74)."""
        return self.colors.count == 2 and not self.seats.shared

    @property
    def two_sided(self) -> bool:
        """Return whether two colours play. The estimate works only for these games."""
        return self.colors.count == 2

    @property
    def is_scored(self) -> bool:
        """Return whether the board may be scored at the end, so that komi matters (V14)."""
        return not self.goal.captures or self.goal.on_stop is OnStop.COUNT

    @property
    def hides(self) -> bool:
        """Return whether stones may be hidden from a viewer until play stops (V20, V25)."""
        return self.view.kind is not ViewKind.OPEN

    @property
    def skips_members_out_of_time(self) -> bool:
        """Return whether a member of a team whose time runs out leaves the game while the team plays on (V38).
        Otherwise the team loses."""
        return self.seats.clock is TeamClock.MEMBER

    @property
    def allows_analysis(self) -> bool:
        """Return whether players may use conditional moves, estimates and analysis boards during the game (V3)."""
        return not self.hides and len(self.order.seats) == 2

    def captures_to_win(self, color: Color) -> int | None:
        """Return the number of captures that win for this colour (V10), or None if captures do not decide."""
        return self.goal.captures[color - 1] if self.goal.captures else None

    @property
    def komi(self) -> dict[str, Decimal]:
        """Return the komi of each colour by letter in multi-colour Go, or {} for two colours, where the setup has the
        komi."""
        return {color.letter: komi for color, komi in zip(Color, self.colors.komi, strict=False)}

    def rules_of(self, ruleset: RuleSet) -> RuleSet:
        """Return the rule set as it applies to a game of this variant. With three or more sides, ko is positional
        superko (V53).

        Raises BadVariant for a rule set that does not support this many colours.
        """
        if self.two_sided:
            return ruleset
        if ruleset.key not in FOR_MANY:
            raise BadVariant(part="rules")
        return replace(ruleset, ko=KoRule.POSITIONAL)

    def to_json(self) -> dict[str, Any]:
        """Return the non-standard parts as JSON."""
        data: dict[str, Any] = {
            name: getattr(self, name).to_json() for name in _PARTS if getattr(self, name) != getattr(ORDINARY, name)
        }
        if self.skips_members_out_of_time:
            data["clock"] = self.seats.clock.value
        if not self.passing:
            data["passing"] = False
        return data | {"wraps": True} if self.wraps else data

    def to_full_json(self) -> dict[str, Any]:
        """Return all parts as JSON, including standard parts."""
        view = {"keep": self.view.keep, "of": None, "tries": self.view.tries} | self.view.to_json()
        return {
            "colors": {"komi": []} | self.colors.to_json(),
            "seats": self.seats.to_json(),
            "clock": self.seats.clock.value,
            "goal": self.goal.to_json(),
            "view": view,
            "passing": self.passing,
            "wraps": self.wraps,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Variant:
        """Return the variant from its to_json(). Raises BadVariant, KeyError, TypeError or ValueError for invalid
        data."""
        if not data:
            return ORDINARY
        parts = {name: kind.from_json(data[name]) for name, kind in _PARTS.items() if name in data}
        if "clock" in data:
            parts["seats"] = replace(parts.get("seats", VariantSeats()), clock=TeamClock(data["clock"]))
        return cls(**parts, passing=data.get("passing", True), wraps=data.get("wraps", False))


_PARTS: dict[str, Any] = {
    "colors": VariantColors,
    "seats": VariantSeats,
    "goal": VariantGoal,
    "view": HiddenInformation,
}


def _part_checks(variant: Variant) -> list[tuple[bool, str]]:
    """Return every check of a variant as a pair: whether the check fails, and the name of the part that it checks."""
    colors, members = variant.colors, variant.seats.members
    goal, view, count = variant.goal.captures, variant.view, variant.colors.count
    return [
        (not 2 <= count <= MOST_COLORS, "colors"),
        (len(colors.komi) not in ((0,) if count == 2 else (0, count)), "komi"),
        (bool(members) and (count != 2 or len(members) > 2), "seats"),
        (len(members) == 1 and (members[0] < 3 or members[0] % 2 == 0), "seats"),
        (len(members) == 1 and (bool(goal) or view.kind is not ViewKind.OPEN or not variant.passing), "seats"),
        (len(members) != 2 and variant.skips_members_out_of_time, "clock"),
        (any(not 1 <= one <= MOST_MEMBERS for one in members) or sum(members) > MOST_SEATS, "seats"),
        (len(goal) not in (0, count) or any(not 1 <= n <= MOST_STONES for n in goal), "goal"),
        (not goal and variant.goal.on_stop is not OnStop.MOST, "goal"),
        (not (1 <= view.keep <= LONGEST_MEMORY if view.kind is ViewKind.FADING else view.keep == 0), "view"),
        (view.of is not None and (view.kind is ViewKind.OPEN or view.of > count), "view"),
        (not 1 <= view.tries <= 9, "view"),
        (not variant.passing and count != 2, "passing"),
    ]


ORDINARY = Variant()
"""Standard Go."""
