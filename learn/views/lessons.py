"""The pages of the server's lessons. For visitors without an account they need no query and may be cached."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from http import HTTPStatus

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from learn.lesson import Lesson, Words
from learn.lessons import GROUPS, JOSEKI, LESSONS
from learn.services import progress
from learn.views.lesson_page import LessonPage
from rules import RulesError
from wording import words
from wording.board_parts import small_upper_right_svg
from wording.board_svg import small_board_svg
from wording.refusals import sentence_for

CAPTURE_GAMES = ((5, 1), (7, 3), (9, 5))
"""The games of capture Go offered against the server's bot: board size, and number of captured stones that wins
(C103)."""
LARGE, TELLING = 9, 10
"""On boards of at least LARGE lines, a lesson's picture shows its first position with at least TELLING stones, because
fewer show nothing."""
PICTURED = {"dispute": 1, "handicap": 1, "etiquette": 2}
"""The step whose position is the picture of a lesson, for lessons whose first position is the picture of another."""
FRESH = 300
"""Seconds that a cache may keep a page of a lesson."""


@dataclass(frozen=True, slots=True)
class LessonEntry:
    """A lesson in the list of lessons, with its page numbers and whether each page is done."""

    lesson: Lesson
    pages: list[tuple[int, bool]]

    @property
    def is_done(self) -> bool:
        """Return whether all pages are done."""
        return all(done for _, done in self.pages)

    @property
    def done(self) -> int:
        """Return the number of done pages."""
        return sum(done for _, done in self.pages)

    @property
    def picture(self) -> SafeString:
        """Return a small board of the first position with enough stones to show its subject."""
        return picture_of_lesson(self.lesson.key)

    @property
    def next_page(self) -> int:
        """Return the number of the first page that is not done, or 1 if all pages are done."""
        return next((number for number, done in self.pages if not done), 1)


@dataclass(frozen=True, slots=True)
class LessonGroup:
    """Lessons on one subject, in the list of lessons."""

    title: Words
    entries: list[LessonEntry]

    @property
    def done(self) -> int:
        """Return the number of finished lessons."""
        return sum(entry.is_done for entry in self.entries)


@cache
def picture_of_lesson(key: str) -> SafeString:
    """Return a small board of the first position of a lesson with enough stones to show its subject."""
    boards = [step.start.board for step in LESSONS[key].steps]
    if key in JOSEKI:
        return small_upper_right_svg(boards[-1])
    if key in PICTURED:
        return small_board_svg(boards[PICTURED[key]], None)
    telling = (board for board in boards if board.width < LARGE or sum(map(bool, board.cells)) >= TELLING)
    return small_board_svg(next(telling, boards[0]), None)


@require_safe
def lesson_list(request: HttpRequest) -> HttpResponse:
    """Return the page with all lessons and the learner's progress."""
    done = progress.progress_of_viewer(request)
    groups = [LessonGroup(title, [lesson_entry(lesson, done) for lesson in lessons]) for title, lessons in GROUPS]
    entries = [entry for group in groups for entry in group.entries]
    joseki = [lesson_entry(lesson, done) for lesson in JOSEKI.values()]
    going_on = next((entry for entry in (*entries, *joseki) if not entry.is_done), None)
    context = {
        "groups": groups,
        "entries": entries,
        "joseki": joseki,
        "going_on": going_on,
        "finished": sum(entry.is_done for entry in entries),
        "begun": any(done.get(key) for key in LESSONS),
        "may_play": _can_newcomers_play_bot(),
    }
    response = render(request, "learn/lessons.html", context)
    progress.move_progress_to_account(request, response)
    return response


@require_safe
def lesson_step_page(request: HttpRequest, lesson: str, number: int) -> HttpResponse:
    """Return a page of a lesson. With `?point=`, show the outcome of that choice, and store the page as done if it is
    correct."""
    found = LESSONS.get(lesson)
    if found is None or not 1 <= number <= len(found.steps):
        raise Http404
    try:
        page, refusal, status = LessonPage(found, number, request.GET.get("point", "").strip()[:6]), "", 200
    except RulesError as error:
        page, refusal, status = LessonPage(found, number, ""), sentence_for(error), 400
    context = {"page": page, "refusal": refusal}
    response = render(request, "learn/step.html", context, status=status)
    if page.is_done and request.method == "GET":
        progress.mark_done(request, response, found.key, number)
    allow_caching_if_public(request, response)
    return response


@require_safe
def first_games_page(request: HttpRequest) -> HttpResponse:
    """Return the page after the last lesson, which suggests first games on growing board sizes (C103)."""
    games = [(size, needed, _capture_game_label(size, needed)) for size, needed in CAPTURE_GAMES]
    return render(request, "learn/play.html", {"may_play": _can_newcomers_play_bot(), "capture_games": games})


def _capture_game_label(size: int, needed: int) -> str:
    values = {
        "size": words.board_size_text(size, size),
        "n": words.localized_number(needed),
    }
    return ngettext("%(size)s, %(n)s stone", "%(size)s, %(n)s stones", needed) % values


def lesson_entry(lesson: Lesson, done: progress.Done) -> LessonEntry:
    """Return a lesson as an entry of the list, with the learner's progress."""
    return LessonEntry(
        lesson, [(number, progress.has_done(done, lesson.key, number)) for number, _ in lesson.numbered_pages()]
    )


def _can_newcomers_play_bot() -> bool:
    return bool(settings.IGO_HOUSE_BOT and settings.IGO_OPEN_FOR_SIGNUP)


def allow_caching_if_public(request: HttpRequest, response: HttpResponse) -> None:
    """Allow caching if the response has no personal content. The response varies by language and by the cookies of the
    display settings."""
    is_own = request.user.is_authenticated or response.cookies or getattr(get_messages(request), "used", False)
    if response.status_code == HTTPStatus.OK and not is_own:
        response["Cache-Control"] = f"public, max-age={FRESH}"
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
    else:
        response["Cache-Control"] = "private, no-store"
