"""All lessons, in the recommended order."""

from __future__ import annotations

from learn.lesson import Lesson
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

COURSE: dict[str, Lesson] = {
    lesson.key: lesson
    for lesson in (
        liberties.LESSON,
        capture.LESSON,
        chains.LESSON,
        self_capture.LESSON,
        ko.LESSON,
        eyes.LESSON,
        life.LESSON,
        passing.LESSON,
        end.LESSON,
        territory.LESSON,
        leaflet_game.LESSON,
        cutting.LESSON,
        ladder.LESSON,
        net.LESSON,
        sekis.LESSON,
        area.LESSON,
        dispute.LESSON,
        handicap.LESSON,
        etiquette.LESSON,
    )
}
"""The lessons for beginners, which lead to a first game."""
JOSEKI: dict[str, Lesson] = {lesson.key: lesson for lesson in joseki.LESSONS}
LESSONS = COURSE | JOSEKI
