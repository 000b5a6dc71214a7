"""Variants of Go as data (VARIANTS.md): a variant has five parts, each with ordinary Go as its default (V1).

Values: variant.py, course.py, presets.py. What they do to a game: turns.py (after every turn), seats.py (who may act),
leaving.py, counting.py, view.py (who sees what). The rest of the house asks a variant only for `plain`, `order`,
`passing`, `settles`, `counts`, `hides`, `goal_of` and `komi`, and presets.py for what there is to say of it; a test
holds it to that.
"""

from .course import NOTHING, Course, Question
from .variant import ORDINARY, Colors, Goal, OnStop, Seats, Variant, View, ViewKind

__all__ = [
    "NOTHING",
    "ORDINARY",
    "Colors",
    "Course",
    "Goal",
    "OnStop",
    "Question",
    "Seats",
    "Variant",
    "View",
    "ViewKind",
]
