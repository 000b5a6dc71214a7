"""What a game may do otherwise than ordinary Go: five parts that know nothing of each other (V1)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from typing import Any

from rules.color import Color
from rules.errors import BadVariant
from rules.order import IN_TURNS, OrderOfPlay
from rules.outcome import plain as plain_number
from rules.ruleset import Ko, RuleSet

MOST_COLORS = len(Color)
MOST_SEATS = 16
MOST_MEMBERS = 8
MOST_STONES = 20
"""The largest goal of capture Go (V10)."""
LONGEST_MEMORY = 50
"""Turns that a fading view may show (V25)."""
TRIES = 3
"""Illegal tries of a turn in a hidden view; the next one loses the turn (V28)."""
FOR_MANY = ("chinese", "new_zealand", "tromp_taylor", "brainking")
"""Rule sets under which three colours and more can be counted (VARIANTS.md section 7)."""


class OnStop(StrEnum):
    """What two passes mean in capture Go (V14)."""

    MOST = "most"
    COUNT = "count"


class ViewKind(StrEnum):
    """What is shown of the stones while play has not stopped (V20, V25)."""

    OPEN = "open"
    ONE_COLOR = "one_color"
    FADING = "fading"
    NONE = "none"


class TeamClock(StrEnum):
    """Who is out when the time of a member's turn runs out: the team has lost, or the member is out and the rotation
    skips the seat (V38)."""

    TEAM = "team"
    MEMBER = "member"


@dataclass(frozen=True, slots=True)
class Colors:
    """How many colours play, and the komi of each where they are more than two (V50); () is none for anybody.

    With two colours the komi is the setup's.
    """

    count: int = 2
    komi: tuple[Decimal, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """A form that JSON can hold."""
        return {"count": self.count} | ({"komi": [plain_number(value) for value in self.komi]} if self.komi else {})

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Colors:
        """What to_json() wrote."""
        return cls(int(data["count"]), tuple(map(Decimal, data.get("komi", ()))))


@dataclass(frozen=True, slots=True)
class Seats:
    """How many members each colour's team has (V30); () is one seat for each colour. `clock`: whose time runs out."""

    members: tuple[int, ...] = ()
    clock: TeamClock = TeamClock.TEAM

    def to_json(self) -> list[int]:
        """A form that JSON can hold, but for the clock."""
        return list(self.members)

    @classmethod
    def from_json(cls, data: list[int]) -> Seats:
        """What to_json() wrote."""
        return cls(tuple(map(int, data)))

    def order(self, colors: int) -> OrderOfPlay:
        """The seats in the order in which they first act: B1 W1 B2 W2."""
        if colors == 2 and not self.members:
            return IN_TURNS
        members = self.members or (1,) * colors
        rounds = range(max(members))
        return OrderOfPlay(tuple(Color(n + 1) for turn in rounds for n, has in enumerate(members) if turn < has))


@dataclass(frozen=True, slots=True)
class Goal:
    """Who wins: by score, or the first who captures so many stones, said for each colour (V10, V11)."""

    captures: tuple[int, ...] = ()
    on_stop: OnStop = OnStop.MOST

    def to_json(self) -> dict[str, Any]:
        """A form that JSON can hold."""
        return {"captures": list(self.captures), "on_stop": self.on_stop.value}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Goal:
        """What to_json() wrote."""
        return cls(tuple(map(int, data["captures"])), OnStop(data.get("on_stop", OnStop.MOST)))


@dataclass(frozen=True, slots=True)
class View:
    """What is shown until play first stops: to both, or hidden from the colour `of` only (V26).

    `keep` is the number of turns that a fading view shows; `tries` how many illegal tries a turn has (V28).
    """

    kind: ViewKind = ViewKind.OPEN
    keep: int = 0
    of: Color | None = None
    tries: int = TRIES

    def to_json(self) -> dict[str, Any]:
        """A form that JSON can hold."""
        data: dict[str, Any] = {"kind": self.kind.value}
        if self.keep:
            data["keep"] = self.keep
        if self.of is not None:
            data["of"] = self.of.letter
        return data if self.tries == TRIES else data | {"tries": self.tries}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> View:
        """What to_json() wrote."""
        of = data.get("of")
        return cls(
            ViewKind(data["kind"]),
            int(data.get("keep", 0)),
            None if of is None else Color.from_letter(of),
            int(data.get("tries", TRIES)),
        )


@dataclass(frozen=True, slots=True)
class Variant:
    """One way of playing. Raises BadVariant for parts that cannot be.

    `order` is who plays in which order; `plain` whether the engine's fast ways know it: ordinary Go.
    """

    colors: Colors = Colors()
    seats: Seats = Seats()
    goal: Goal = Goal()
    view: View = View()
    passing: bool = True
    order: OrderOfPlay = field(init=False, compare=False, repr=False)
    plain: bool = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        for problem, part in _problems(self):
            if problem:
                raise BadVariant(part=part)
        object.__setattr__(self, "order", self.seats.order(self.colors.count))
        parts = (self.colors, self.seats, self.goal, self.view, self.passing)
        object.__setattr__(self, "plain", parts == (Colors(), Seats(), Goal(), View(), True))

    @property
    def settles(self) -> bool:
        """Whether a dispute can be settled on the board (R15): between two sides only (V56)."""
        return self.colors.count == 2

    @property
    def two_sided(self) -> bool:
        """Whether two colours play: the estimate knows such positions only, and the result is one side's or a draw."""
        return self.colors.count == 2

    @property
    def counts(self) -> bool:
        """Whether a board may be counted at the end, so that komi means something (V14)."""
        return not self.goal.captures or self.goal.on_stop is OnStop.COUNT

    @property
    def hides(self) -> bool:
        """Whether something may be hidden from somebody while stones are played (V20, V25)."""
        return self.view.kind is not ViewKind.OPEN

    @property
    def skips_late(self) -> bool:
        """Whether a member who runs out of time is out, and the team plays on (V38)."""
        return self.seats.clock is TeamClock.MEMBER

    @property
    def allows_aids(self) -> bool:
        """Whether players may have conditional moves, estimates and analysis boards while it goes on (V3)."""
        return not self.hides and len(self.order.seats) == 2

    def goal_of(self, color: Color) -> int | None:
        """How many stones win for this colour when it has captured them (V10); None where they do not decide."""
        return self.goal.captures[color - 1] if self.goal.captures else None

    @property
    def komi(self) -> dict[str, Decimal]:
        """The komi of each colour, by letter, where more than two have it; else empty: then it is the setup's."""
        return {color.letter: komi for color, komi in zip(Color, self.colors.komi, strict=False)}

    def rules_of(self, ruleset: RuleSet) -> RuleSet:
        """The copy of a rule set that such a game keeps: among three sides ko is positional superko (V53).

        Raises BadVariant for a rule set that cannot count so many colours.
        """
        if self.settles:
            return ruleset
        if ruleset.key not in FOR_MANY:
            raise BadVariant(part="rules")
        return replace(ruleset, ko=Ko.POSITIONAL)

    def to_json(self) -> dict[str, Any]:
        """A form that JSON can hold: the parts that are not those of ordinary Go."""
        data: dict[str, Any] = {
            name: getattr(self, name).to_json() for name in _PARTS if getattr(self, name) != getattr(ORDINARY, name)
        }
        if self.skips_late:
            data["clock"] = self.seats.clock.value
        return data if self.passing else data | {"passing": False}

    def in_full(self) -> dict[str, Any]:
        """All five parts in a form that JSON can hold, those of ordinary Go, too."""
        view = {"keep": self.view.keep, "of": None, "tries": self.view.tries} | self.view.to_json()
        return {
            "colors": {"komi": []} | self.colors.to_json(),
            "seats": self.seats.to_json(),
            "clock": self.seats.clock.value,
            "goal": self.goal.to_json(),
            "view": view,
            "passing": self.passing,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Variant:
        """The variant that to_json() wrote. Raises BadVariant, KeyError, TypeError or ValueError for anything else."""
        if not data:
            return ORDINARY
        parts = {name: kind.from_json(data[name]) for name, kind in _PARTS.items() if name in data}
        if "clock" in data:
            parts["seats"] = replace(parts.get("seats", Seats()), clock=TeamClock(data["clock"]))
        return cls(**parts, passing=data.get("passing", True))


_PARTS: dict[str, Any] = {"colors": Colors, "seats": Seats, "goal": Goal, "view": View}


def _problems(variant: Variant) -> list[tuple[bool, str]]:
    """What cannot be, and in which part."""
    colors, members = variant.colors, variant.seats.members
    goal, view, count = variant.goal.captures, variant.view, variant.colors.count
    return [
        (not 2 <= count <= MOST_COLORS, "colors"),
        (len(colors.komi) not in ((0,) if count == 2 else (0, count)), "komi"),
        (bool(members) and (count != 2 or len(members) != 2), "seats"),
        (not members and variant.skips_late, "clock"),
        (any(not 1 <= one <= MOST_MEMBERS for one in members) or sum(members) > MOST_SEATS, "seats"),
        (len(goal) not in (0, count) or any(not 1 <= n <= MOST_STONES for n in goal), "goal"),
        (not goal and variant.goal.on_stop is not OnStop.MOST, "goal"),
        (not (1 <= view.keep <= LONGEST_MEMORY if view.kind is ViewKind.FADING else view.keep == 0), "view"),
        (view.of is not None and (view.kind is ViewKind.OPEN or view.of > count), "view"),
        (not 1 <= view.tries <= 9, "view"),
        (not variant.passing and count != 2, "passing"),
    ]


ORDINARY = Variant()
"""Ordinary Go."""
