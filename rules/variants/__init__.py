"""Variants of Go as data: a variant has independent parts, each with standard Go as its default (V1).

Values: variant.py, course.py, presets.py. Their effects on a game: turns.py (after every turn), seats.py (who may act),
rotation.py (passing the turn), leaving.py, counting.py, view.py (the visible part). All other code uses only general
properties of a variant, such as `plain`, `order`, `passing`, `is_scored` and `hides`, and presets.py for texts. A test
checks that.
"""

from .course import NOTHING, ResignQuestion, VariantState
from .variant import ORDINARY, HiddenInformation, OnStop, Variant, VariantColors, VariantGoal, VariantSeats, ViewKind

__all__ = [
    "NOTHING",
    "ORDINARY",
    "HiddenInformation",
    "OnStop",
    "ResignQuestion",
    "Variant",
    "VariantColors",
    "VariantGoal",
    "VariantSeats",
    "VariantState",
    "ViewKind",
]
