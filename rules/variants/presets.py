"""Variants that forms offer by name, and descriptions of a variant (V1). The API accepts any valid variant."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from rules.color import Color

from .variant import (
    ORDINARY,
    HiddenInformation,
    OnStop,
    TeamClock,
    Variant,
    VariantColors,
    VariantGoal,
    VariantSeats,
    ViewKind,
)

PRESETS: dict[str, Variant] = {
    "capture": Variant(goal=VariantGoal((1, 1))),
    "no_pass": Variant(passing=False),
    "one_color": Variant(view=HiddenInformation(ViewKind.ONE_COLOR)),
    "blind": Variant(view=HiddenInformation(ViewKind.NONE)),
    "pair": Variant(seats=VariantSeats((2, 2))),
    "multi_color": Variant(colors=VariantColors(3)),
    "zen": Variant(seats=VariantSeats((3,))),
    "torus": Variant(wraps=True),
}
PLAYED = ("capture", "no_pass", "one_color", "blind", "pair", "multi_color", "zen", "torus")
"""The variants that the server offers."""
SHARING = (3, 5, 7)
"""The numbers of players in Zen Go (V73)."""


@dataclass(frozen=True, slots=True)
class VariantDifference:
    """One way in which a variant differs from standard Go: a key for its text, and the numbers in the text."""

    key: str
    numbers: tuple[int, ...] = ()


def preset_of(variant: Variant) -> str:
    """Return the name under which forms offer this variant, or "" for standard Go. If several parts of the variant are
    non-standard, the first of them determines the name."""
    if variant.colors.count > 2:
        return "multi_color"
    if variant.goal.captures:
        return "capture"
    if variant.view.kind is not ViewKind.OPEN:
        return "one_color" if variant.view.kind is ViewKind.ONE_COLOR else "blind"
    if variant.seats != ORDINARY.seats:
        return "zen" if variant.seats.shared else "pair"
    if not variant.passing:
        return "no_pass"
    return "torus" if variant.wraps else ""


def preset_rotates_colors(name: str) -> bool:
    """Return whether all players play all colours in turn in the preset with this name (V73). The name "" is standard
    Go."""
    return name in PRESETS and PRESETS[name].order.rotates_colors


def capture_go(needed: tuple[int, int], on_stop: OnStop = OnStop.MOST, *, passing: bool = True) -> Variant:
    """Return capture Go with these numbers of captures for Black and White to win (V10, V11). Raises BadVariant."""
    return Variant(goal=VariantGoal(needed, on_stop), passing=passing)


def hidden_go(key: str, keep: int = 0, of: Color | None = None) -> Variant:
    """Return one-colour Go, or blind Go that shows the stones of the last `keep` turns (V25). The stones are hidden
    from both players, or from the colour `of` only (V26). Raises BadVariant."""
    if key == "one_color":
        return Variant(view=HiddenInformation(ViewKind.ONE_COLOR, of=of))
    return Variant(view=HiddenInformation(ViewKind.FADING if keep else ViewKind.NONE, keep, of))


def hidden_go_form_values(variant: Variant) -> tuple[int, Color | None]:
    """Return the initial values of a form for a game with hidden stones. They are the number of turns whose stones are
    visible, and the only colour from which stones are hidden (None: from both)."""
    return variant.view.keep, variant.view.of


def differences_from_standard(variant: Variant) -> tuple[VariantDifference, ...]:
    """Return the ways in which the variant differs from standard Go, in display order."""
    passing = () if variant.passing else (VariantDifference("no_passing"),)
    board = (VariantDifference("wraps"),) if variant.wraps else ()
    return (
        *_seat_differences(variant),
        *_goal_differences(variant),
        *_view_differences(variant.view),
        *passing,
        *board,
    )


def _seat_differences(variant: Variant) -> tuple[VariantDifference, ...]:
    members, count = variant.seats.members, variant.colors.count
    if count > 2:
        return (
            VariantDifference("colors", (count,)),
            VariantDifference("any_captor"),
            VariantDifference("no_repetition"),
            VariantDifference("leavers"),
        )
    if not members:
        return ()
    if variant.seats.shared:
        return VariantDifference("shared", members), VariantDifference("no_winner"), VariantDifference("one_leaves")
    return (VariantDifference("teams", members), VariantDifference("clock_" + variant.seats.clock.value))


def multi_color_go(count: int, komi: tuple[Decimal, ...] = (), captures: int = 0) -> Variant:
    """Return multi-colour Go with this many colours (V50), the komi of each colour (() for none), and the number of
    captures that wins (0: decided by score, V59). Raises BadVariant."""
    goal = VariantGoal((captures,) * count) if captures else VariantGoal()
    return Variant(colors=VariantColors(count, komi if any(komi) else ()), goal=goal)


def multi_color_go_form_values(variant: Variant) -> tuple[int, tuple[Decimal, ...], int]:
    """Return a form's initial values for multi-colour Go: the number of colours, the komi of each colour, and the
    number of captures that wins."""
    goal = variant.goal.captures
    if variant.colors.count == 2:
        return 3, (), 0
    return variant.colors.count, variant.colors.komi, goal[0] if goal else 0


def team_go(members: tuple[int, int], clock: TeamClock = TeamClock.TEAM) -> Variant:
    """Return pair Go or rengo with teams of these sizes, or standard Go if both have one member (V30). Raises
    BadVariant."""
    return ORDINARY if members == (1, 1) else Variant(seats=VariantSeats(members, clock))


def zen_go(players: int) -> Variant:
    """Return Zen Go with this many players (V73). Raises BadVariant."""
    return Variant(seats=VariantSeats((players,)))


def zen_go_form_players(variant: Variant) -> int:
    """Return a form's initial number of players in Zen Go."""
    return variant.seats.members[0] if variant.seats.shared else SHARING[0]


def team_go_form_values(variant: Variant) -> tuple[int, int, TeamClock]:
    """Return a form's initial values for team Go: the numbers of players of Black and White, and the team clock."""
    black, white = variant.seats.members if len(variant.seats.members) == 2 else (2, 2)
    return black, white, variant.seats.clock


def _view_differences(view: HiddenInformation) -> tuple[VariantDifference, ...]:
    if view.kind is ViewKind.OPEN:
        return ()
    first = VariantDifference(f"view_{view.kind}", (view.keep,) if view.keep else ())
    whose = () if view.of is None else (VariantDifference(f"hidden_from_{view.of.letter}"),)
    return (first, *whose, VariantDifference("tries", (view.tries,)))


def _goal_differences(variant: Variant) -> tuple[VariantDifference, ...]:
    needed = variant.goal.captures
    if not needed:
        return ()
    same = len(set(needed)) == 1
    if variant.colors.count > 2:
        return (VariantDifference("first_to" if same else "first_to_own", needed[:1] if same else ()),)
    first = VariantDifference("first_to", needed[:1]) if same else VariantDifference("first_to_each", needed)
    if not variant.passing:
        return (first,)
    if variant.goal.on_stop is OnStop.COUNT:
        return (first, VariantDifference("stop_count"))
    return (first, VariantDifference("stop_most" if same else "stop_most_each"))


def capture_go_form_values(variant: Variant) -> tuple[int, int, str]:
    """Return the initial values of a form for capture Go. They are the captures that Black and White need, and what two
    passes mean (`no`: passing is not allowed)."""
    black, white = (variant.captures_to_win(color) or 1 for color in (Color.BLACK, Color.WHITE))
    return black, white, variant.goal.on_stop.value if variant.passing else "no"
