"""All lessons, in the recommended order."""

from __future__ import annotations

from django.utils.translation import pgettext_lazy

from learn.lesson import Lesson, Words
from learn.lessons import (
    area,
    capture,
    chains,
    cutting,
    dispute,
    end,
    etiquette,
    eyes,
    handicap,
    joseki,
    ko,
    ladder,
    leaflet_game,
    liberties,
    life,
    net,
    passing,
    sekis,
    self_capture,
    territory,
)

GROUPS: tuple[tuple[Words, tuple[Lesson, ...]], ...] = (
    (
        pgettext_lazy("lessons", "First steps"),
        (liberties.LESSON, capture.LESSON, chains.LESSON, self_capture.LESSON, ko.LESSON),
    ),
    (pgettext_lazy("lessons", "Life and death"), (eyes.LESSON, life.LESSON)),
    (
        pgettext_lazy("lessons", "Ending and counting"),
        (passing.LESSON, end.LESSON, territory.LESSON, leaflet_game.LESSON),
    ),
    (pgettext_lazy("lessons", "Catching stones"), (cutting.LESSON, ladder.LESSON, net.LESSON)),
    (
        pgettext_lazy("lessons", "After your first games"),
        (sekis.LESSON, area.LESSON, dispute.LESSON, handicap.LESSON, etiquette.LESSON),
    ),
)
"""The lessons for beginners in groups, each with its title."""
COURSE: dict[str, Lesson] = {lesson.key: lesson for _, group in GROUPS for lesson in group}
"""The lessons for beginners, which lead to a first game."""
JOSEKI: dict[str, Lesson] = {lesson.key: lesson for lesson in joseki.LESSONS}
LESSONS = COURSE | JOSEKI
