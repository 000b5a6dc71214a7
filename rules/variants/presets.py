"""What forms offer by a name, and what there is to say of a variant (V1); an API takes any valid one."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from rules.color import Color

from .variant import ORDINARY, Colors, Goal, OnStop, Seats, TeamClock, Variant, View, ViewKind

PRESETS: dict[str, Variant] = {
    "capture": Variant(goal=Goal((1, 1))),
    "no_pass": Variant(passing=False),
    "one_color": Variant(view=View(ViewKind.ONE_COLOR)),
    "blind": Variant(view=View(ViewKind.NONE)),
    "pair": Variant(seats=Seats((2, 2))),
    "multi_color": Variant(colors=Colors(3)),
}
PLAYED = ("capture", "no_pass", "one_color", "blind", "pair", "multi_color")
"""Those that games are played of."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing to say of a variant, by its key, with the numbers in it."""

    key: str
    numbers: tuple[int, ...] = ()


def preset_of(variant: Variant) -> str:
    """The name by which a form offers it, "" for ordinary Go: by its first part that is not ordinary."""
    if variant.colors.count > 2:
        return "multi_color"
    if variant.goal.captures:
        return "capture"
    if variant.view.kind is not ViewKind.OPEN:
        return "one_color" if variant.view.kind is ViewKind.ONE_COLOR else "blind"
    if variant.seats != ORDINARY.seats:
        return "pair"
    return "" if variant.passing else "no_pass"


def capture(needed: tuple[int, int], on_stop: OnStop = OnStop.MOST, *, passing: bool = True) -> Variant:
    """Capture Go, to so many stones for Black and for White (V10, V11). Raises BadVariant."""
    return Variant(goal=Goal(needed, on_stop), passing=passing)


def hidden(key: str, keep: int = 0, of: Color | None = None) -> Variant:
    """One-colour Go, or blind Go in which the stones of so many turns are shown (V25); the view is for both, or for the
    colour `of` (V26). Raises BadVariant."""
    if key == "one_color":
        return Variant(view=View(ViewKind.ONE_COLOR, of=of))
    return Variant(view=View(ViewKind.FADING if keep else ViewKind.NONE, keep, of))


def shown(variant: Variant) -> tuple[int, Color | None]:
    """What a form about hidden views begins with: of how many turns the stones are shown, and from whom the others are
    hidden (None: from both)."""
    return variant.view.keep, variant.view.of


def facts_of(variant: Variant) -> tuple[Fact, ...]:
    """What is different from ordinary Go, in the order in which it is said."""
    passing = () if variant.passing else (Fact("no_passing"),)
    return (*_of_seats(variant), *_of_goal(variant), *_of_view(variant.view), *passing)


def _of_seats(variant: Variant) -> tuple[Fact, ...]:
    members, count = variant.seats.members, variant.colors.count
    if count > 2:
        return Fact("colors", (count,)), Fact("any_captor"), Fact("no_repetition"), Fact("leavers")
    if not members:
        return ()
    return (Fact("teams", members), Fact("clock_" + variant.seats.clock.value))


def colored(count: int, komi: tuple[Decimal, ...] = (), captures: int = 0) -> Variant:
    """Multi-colour Go of so many colours (V50): the komi of each, () for none; by score, or to so many captures (V59).
    Raises BadVariant."""
    goal = Goal((captures,) * count) if captures else Goal()
    return Variant(colors=Colors(count, komi if any(komi) else ()), goal=goal)


def colors_of(variant: Variant) -> tuple[int, tuple[Decimal, ...], int]:
    """What a form about multi-colour Go begins with: how many colours, the komi of each, how many captures win."""
    goal = variant.goal.captures
    if variant.colors.count == 2:
        return 3, (), 0
    return variant.colors.count, variant.colors.komi, goal[0] if goal else 0


def teams(members: tuple[int, int], clock: TeamClock = TeamClock.TEAM) -> Variant:
    """Pair Go or rengo of teams of so many; ordinary Go of one against one (V30). Raises BadVariant."""
    return ORDINARY if members == (1, 1) else Variant(seats=Seats(members, clock))


def members_of(variant: Variant) -> tuple[int, int, TeamClock]:
    """What a form about teams begins with: how many play Black and White, and whose time runs out."""
    black, white = variant.seats.members or (2, 2)
    return black, white, variant.seats.clock


def _of_view(view: View) -> tuple[Fact, ...]:
    if view.kind is ViewKind.OPEN:
        return ()
    first = Fact(f"view_{view.kind}", (view.keep,) if view.keep else ())
    whose = () if view.of is None else (Fact(f"hidden_from_{view.of.letter}"),)
    return (first, *whose, Fact("tries", (view.tries,)))


def _of_goal(variant: Variant) -> tuple[Fact, ...]:
    needed = variant.goal.captures
    if not needed:
        return ()
    same = len(set(needed)) == 1
    if variant.colors.count > 2:
        return (Fact("first_to" if same else "first_to_own", needed[:1] if same else ()),)
    first = Fact("first_to", needed[:1]) if same else Fact("first_to_each", needed)
    if not variant.passing:
        return (first,)
    if variant.goal.on_stop is OnStop.COUNT:
        return (first, Fact("stop_count"))
    return (first, Fact("stop_most" if same else "stop_most_each"))


def needs(variant: Variant) -> tuple[int, int, str]:
    """What a form about capture Go begins with: what Black and White need, and what two passes mean (`no`: there are
    none)."""
    black, white = (variant.goal_of(color) or 1 for color in (Color.BLACK, Color.WHITE))
    return black, white, variant.goal.on_stop.value if variant.passing else "no"
