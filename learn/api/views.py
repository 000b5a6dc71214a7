"""The operations about lessons."""

from __future__ import annotations

from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.models import Player
from api.base import Api
from api.fields import StrictSerializer, Text
from api.once import retryable
from api.schemas import answers
from learn.lesson import PASS, Lesson, LessonStep
from learn.lessons import LESSONS
from learn.outcomes import ChoiceOutcome, outcome_of
from learn.services import progress
from rules import RulesError
from wording.letters import letter
from wording.refusals import sentence_for


class LessonChoiceSerializer(StrictSerializer):
    """The learner's choice on a page of a lesson."""

    point = Text(max_length=6, help_text="A point such as `C3`, or one of the page's `buttons`.")


class LessonsView(Api):
    """Lists all lessons."""

    scopes = {"GET": "game:read"}
    public = ("GET",)

    @extend_schema(operation_id="lessons", responses=answers(shapes.Lessons))
    def get(self, request: Request) -> Response:
        """List all lessons, in the recommended order."""
        done = _progress_of_requester(request)
        return Response(shapes.Lessons(results=[_lesson_row_json(lesson, done) for lesson in LESSONS.values()]))


class LessonView(Api):
    """Reads one lesson with its pages."""

    scopes = {"GET": "game:read"}
    public = ("GET",)

    @extend_schema(operation_id="lesson", responses=answers(shapes.Lesson))
    def get(self, request: Request, lesson: str) -> Response:
        """Return a lesson with its pages."""
        found = _lesson_or_404(lesson)
        pages = [_lesson_step_json(found, number, step) for number, step in found.numbered_pages()]
        return Response(shapes.Lesson(**_lesson_row_json(found, _progress_of_requester(request)), pages=pages))


class LessonAnswerView(Api):
    """Answers a page of a lesson."""

    scopes = {"POST": "study:write"}
    public = ("POST",)
    body = LessonChoiceSerializer

    @retryable()
    @extend_schema(operation_id="lesson_try", request=LessonChoiceSerializer, responses=answers(shapes.LessonOutcome))
    def post(self, request: Request, lesson: str, number: int) -> Response:
        """Answer a page of a lesson with a point, and get the result. If you are signed in, a right answer marks the
        page as done."""
        found = _lesson_or_404(lesson)
        if not 1 <= number <= len(found.steps):
            raise Http404
        step, choice = found.steps[number - 1], self.read_body(request).validated_data["point"]
        try:
            outcome = outcome_of(step, choice)
        except RulesError as error:
            raise serializers.ValidationError({"point": [sentence_for(error)]}) from error
        if outcome.is_right and isinstance(request.user, Player):
            progress.add_progress(request.user, {found.key: 1 << (number - 1)})
        shown: shapes.LessonOutcome = {
            "right": outcome.is_right,
            "text": outcome.text,
            "rows": outcome.board.rows(),
            "moves": outcome_moves_json(step, outcome),
        }
        return Response(shown)


def outcome_moves_json(step: LessonStep, outcome: ChoiceOutcome) -> list[shapes.LessonMove]:
    """Return the JSON of the moves in an outcome."""
    return [
        {"color": letter(move.color), "move": PASS if move.point is None else step.point_name(move.point)}
        for move in outcome.moves
    ]


def _lesson_or_404(key: str) -> Lesson:
    """Return the lesson with this key. Raises Http404."""
    if key not in LESSONS:
        raise Http404
    return LESSONS[key]


def _progress_of_requester(request: Request) -> progress.Done:
    return progress.progress_of_player(request.user) if isinstance(request.user, Player) else {}


def _lesson_row_json(lesson: Lesson, done: progress.Done) -> shapes.LessonRow:
    numbers = [number for number, _ in lesson.numbered_pages() if progress.has_done(done, lesson.key, number)]
    return {
        "lesson": lesson.key,
        "title": str(lesson.title),
        "about": str(lesson.about),
        "steps": len(lesson.steps),
        "done": numbers,
    }


def _lesson_step_json(lesson: Lesson, number: int, step: LessonStep) -> shapes.LessonStep:
    return {
        "number": number,
        "task": str(step.task),
        "rows": step.start.board.rows(),
        "to_play": letter(step.to_play),
        "only_shown": step.taps,
        "ringed": sorted(step.rings.split()),
        "buttons": list(step.buttons),
        "page": reverse("learn:step", args=[lesson.key, number]),
    }
