"""The part of a game's state that only variants need."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from rules.color import Color

from .variant import Variant, ViewKind


@dataclass(frozen=True, slots=True)
class ResignQuestion:
    """The player on turn has asked the partners whether to resign (V36). `yes` are the seats that agree, `no` the seats
    that do not."""

    color: Color
    yes: tuple[int, ...]
    no: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class VariantState:
    """The part of a game's state that only some variants need. In standard Go all values are empty.

    `out` are the colours that have left, in order (V55), and `seats_out` the members of teams that have left (V38).
    `lost` is the number of stones that each colour has lost, with three or more colours (V57).

    `acted` says who took the last turns. For teams it has for each colour the member that took its last turn: 1 for the
    first member, 0 for none yet (V30). If seats share the colours, it has the number of turns taken (V73).

    `tries` is the number of illegal attempts in this turn (V28). `stopped_before` is whether hidden information has
    been revealed (V23). `placed_at` are the points of the last turns' stones by index, oldest first, -1 for a pass
    (V25). `question` is set while a player asks the partners whether to resign (V36).
    """

    out: tuple[Color, ...] = ()
    seats_out: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    acted: tuple[int, ...] = ()
    tries: int = 0
    stopped_before: bool = False
    placed_at: tuple[int, ...] = ()
    question: ResignQuestion | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the values that are not empty as JSON."""
        data: dict[str, Any] = {
            name: list(value) if isinstance(value, tuple) else value
            for name in _AS_THEY_ARE
            if (value := getattr(self, name))
        }
        if self.out:
            data["out"] = "".join(color.letter for color in self.out)
        if self.question is not None:
            asked = self.question
            data["question"] = [asked.color.letter, list(asked.yes), list(asked.no)]
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> VariantState:
        """Return the values from their to_json(). The mapping may also contain other data."""
        values: dict[str, Any] = {
            name: tuple(data[name]) if isinstance(data[name], list) else data[name]
            for name in _AS_THEY_ARE
            if name in data
        }
        if "out" in data:
            values["out"] = tuple(map(Color.from_letter, data["out"]))
        if "question" in data:
            letter, yes, no = data["question"]
            values["question"] = ResignQuestion(Color.from_letter(letter), tuple(yes), tuple(no))
        return cls(**values) if values else NOTHING


_AS_THEY_ARE = tuple(field.name for field in fields(VariantState) if field.name not in ("out", "question"))
NOTHING = VariantState()
"""The course of standard Go."""


def initial_variant_state(variant: Variant, first: Color, *, black_has_acted: bool) -> VariantState:
    """Return the values before the first action, which is by the colour `first`. `black_has_acted` is whether fixed
    handicap stones count as the first turn of Black's first seat (V30)."""
    if variant.plain:
        return NOTHING
    if variant.order.rotates_colors:
        return VariantState(acted=(variant.order.colors.index(first),))
    count = variant.colors.count
    has_teams = len(variant.order.seats) > count
    return VariantState(
        lost=(0,) * count if count > 2 else (),
        acted=(int(black_has_acted), 0) if has_teams else (),
    )


def must_record_placed_points(variant: Variant) -> bool:
    """Return whether the state must record the points of the last turns' stones, because older stones become
    invisible."""
    return variant.view.kind is ViewKind.FADING
