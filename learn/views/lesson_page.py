"""The template context of a page of a lesson."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from learn.lesson import Lesson
from learn.lessons import COURSE, JOSEKI, LESSONS
from learn.views.step_page import AHEAD, TaskPage, dot_classes, picture_of_later_task
from wording import words


class LessonPage(TaskPage):
    """One page of a lesson."""

    def __init__(self, lesson: Lesson, number: int, choice: str) -> None:
        """Prepare the page. `choice` is the viewer's choice, or "" if they have not chosen yet. Raises
        rules.errors.BadVertex and OffBoard if the choice is invalid."""
        super().__init__(lesson.steps[number - 1], choice)
        self.lesson, self.number = lesson, number
        self.dots = dot_classes(number, len(lesson.steps))
        following = lesson.numbered_pages()[number : number + AHEAD]
        self.ahead = [
            (reverse("learn:step", args=[lesson.key, at]), one.task, picture_of_later_task(self.step, one))
            for at, one in following
        ]

    @property
    def progress(self) -> str:
        """Return "n of m": the page's number and the number of the lesson's pages."""
        values = {"n": words.localized_number(self.number), "all": words.localized_number(len(self.lesson.steps))}
        return _("%(n)s of %(all)s") % values

    @property
    def next(self) -> tuple[str, int] | None:
        """Return the lesson key and the number of the next page. Return None after the last page of the last lesson of
        its group."""
        if self.number < len(self.lesson.steps):
            return self.lesson.key, self.number + 1
        following = _lesson_at_offset(self.lesson, 1)
        return None if following is None else (following.key, 1)

    @property
    def previous(self) -> tuple[str, int] | None:
        """Return the lesson key and the number of the previous page. Return None before the first page of the first
        lesson of its group."""
        if self.number > 1:
            return self.lesson.key, self.number - 1
        before = _lesson_at_offset(self.lesson, -1)
        return None if before is None else (before.key, len(before.steps))

    @property
    def is_for_beginners(self) -> bool:
        """Return whether the lesson is part of the course that leads to a first game."""
        return self.lesson.key in COURSE

    @property
    def next_lesson(self) -> Lesson | None:
        """Return the lesson that starts on the next page, or None if the next page is in the same lesson or there is
        none."""
        return None if self.next is None or self.next[0] == self.lesson.key else LESSONS[self.next[0]]


def _lesson_at_offset(lesson: Lesson, by: int) -> Lesson | None:
    lessons = list((COURSE if lesson.key in COURSE else JOSEKI).values())
    at = lessons.index(lesson) + by
    return lessons[at] if 0 <= at < len(lessons) else None
