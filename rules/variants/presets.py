"""What forms offer by a name (V1); an API takes any valid variant."""

from __future__ import annotations

from .variant import Colors, Goal, Seats, Variant, View, ViewKind

PRESETS: dict[str, Variant] = {
    "capture": Variant(goal=Goal((1, 1))),
    "one_color": Variant(view=View(ViewKind.ONE_COLOR)),
    "blind": Variant(view=View(ViewKind.NONE)),
    "pair": Variant(seats=Seats((2, 2))),
    "multi_color": Variant(colors=Colors(3)),
}
