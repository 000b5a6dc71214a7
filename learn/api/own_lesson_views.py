"""The operations about lessons made by players."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.models import Player
from api.base import MAYBE_KEY, Api
from api.examples import examples
from api.fields import Number, StrictBooleanField, StrictSerializer, Text
from api.once import retryable, run_once
from api.pages import PARAMETERS, QUERY, page_of
from api.schemas import answers
from clubs.api.audiences import AUDIENCES, LinkAudienceSerializer, audience_from_body, audience_json
from clubs.services.audiences import audience_of
from foundation.text import check_single_line
from learn.api.collection_views import CollectionSerializer, material_json, update_material_from_body
from learn.api.views import LessonChoiceSerializer, outcome_moves_json
from learn.models import LONGEST_NAME, PAGE_FIELDS, Material, OwnPage
from learn.outcomes import outcome_of
from learn.page_checks import page_fields_of, step_from_page
from learn.services import materials, own_lessons
from learn.services.collections import solved_numbers
from learn.services.materials import MaterialDetails
from learn.services.own_lessons import LESSON
from rules import RulesError
from wording.letters import letter
from wording.refusals import sentence_for

MADE = examples(a_lesson={"name": "First captures", "language": "en", "level": "25k"})
PAGE = examples(
    a_capture={
        "task": "Capture the white stone.",
        "rows": ".....\n..X..\n.XO..\n..X..\n.....",
        "right": "D3",
        "good": "Captured.",
        "bad": "White escapes.",
        "answer": "D3",
        "claims": "captures D3 = 1",
    }
)


class LessonChangeSerializer(CollectionSerializer):
    """New values of a lesson's name, description, language or level, or a new order of its pages."""

    name = Text(max_length=LONGEST_NAME, required=False, validators=[check_single_line], help_text="The name.")
    order = serializers.ListField(
        child=Number(min_value=1),
        max_length=own_lessons.MOST_PAGES,
        required=False,
        help_text="The numbers of the pages in their new order; pages left out follow as before.",
    )


class PageSerializer(StrictSerializer, serializers.ModelSerializer):  # type: ignore[type-arg]
    """A page of a lesson. Points are written as `C3`, and separated by spaces."""

    serializer_field_mapping: ClassVar = {
        **serializers.ModelSerializer.serializer_field_mapping,
        models.CharField: Text,
        models.TextField: Text,
        models.BooleanField: StrictBooleanField,
        models.PositiveSmallIntegerField: Number,
    }

    class Meta:
        model = OwnPage
        fields = PAGE_FIELDS

    def build_standard_field(self, field_name: str, model_field: Any) -> Any:
        """Return the serializer field's class and options, as the base class does, but with the values of choices only,
        without their labels. Otherwise the API document would list the labels."""
        kind, options = super().build_standard_field(field_name, model_field)
        if "choices" in options:
            options["choices"] = [value for value, _label in model_field.flatchoices]
        return kind, options


class PlayerLessonsView(Api):
    """Lists lessons by players; makes one."""

    scopes = {"GET": "study:write", "POST": "study:write"}
    public = ("GET",)
    query = QUERY
    body = CollectionSerializer

    @extend_schema(operation_id="player_lessons", parameters=PARAMETERS, responses=answers(shapes.PlayerLessons))
    def get(self, request: Request) -> Response:
        """List your lessons, and those of others that are shared with you or everyone, the newest first."""
        return page_of(request, materials.materials_listed_for(request.user, LESSON), material_json)

    @extend_schema(
        operation_id="player_lesson_make",
        request=CollectionSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.PlayerLesson, 201, refuses=(409,)),
        examples=MADE,
    )
    def post(self, request: Request) -> Response:
        """Make an empty lesson, which only you can see. You can have 50 lessons and collections together; another one
        is refused with `too_many_materials`."""
        return run_once(self, lambda: self._create(request))

    def _create(self, request: Request) -> Response:
        made = materials.create_material(
            self.player, LESSON, MaterialDetails(**self.read_body(request).validated_data), self.now
        )
        return Response(material_json(made), status.HTTP_201_CREATED)


class PlayerLessonView(Api):
    """Reads, changes or deletes a lesson by a player."""

    scopes = {"GET": "study:write", "PATCH": "study:write", "DELETE": "study:write"}
    public = ("GET",)
    body = LessonChangeSerializer

    @extend_schema(operation_id="player_lesson", responses=answers(shapes.PlayerLessonPages))
    def get(self, request: Request, lesson_key: str) -> Response:
        """Return a lesson with its pages, in order."""
        return Response(_lesson_json(request.user, materials.visible_material(request.user, lesson_key, LESSON)))

    @extend_schema(
        operation_id="player_lesson_change",
        request=LessonChangeSerializer,
        responses=answers(shapes.PlayerLessonPages),
    )
    def patch(self, request: Request, lesson_key: str) -> Response:
        """Change the name, description, language or level of your lesson, or the order of its pages."""
        return Response(
            _lesson_json(self.player, update_material_from_body(self, request, _own_lesson(self, lesson_key)))
        )

    @extend_schema(operation_id="player_lesson_delete", responses=answers(None, 204))
    def delete(self, request: Request, lesson_key: str) -> Response:
        """Delete your lesson with its pages."""
        materials.delete_material(self.player, _own_lesson(self, lesson_key))
        return Response(status=status.HTTP_204_NO_CONTENT)


class AddLessonPageView(Api):
    """Adds a page to a lesson."""

    scopes = {"POST": "study:write"}
    body = PageSerializer

    @extend_schema(
        operation_id="player_lesson_add",
        request=PageSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.PlayerLessonSource, 201, refuses=(409,)),
        examples=PAGE,
    )
    def post(self, request: Request, lesson_key: str) -> Response:
        """Add a page to your lesson. Before the page is stored, the server tries every answer and verifies every claim;
        a page that fails is refused with `bad_lesson_page`. A lesson has at most 60 pages; another page is refused with
        `lesson_full`."""
        return run_once(self, lambda: self._add_page(request, lesson_key))

    def _add_page(self, request: Request, lesson_key: str) -> Response:
        page = OwnPage(**self.read_body(request).validated_data)
        (added,) = own_lessons.add_pages(self.player, _own_lesson(self, lesson_key), [page], self.now)
        return Response(_page_source_json(added), status.HTTP_201_CREATED)


class PlayerLessonPageView(Api):
    """Reads one page of a lesson, or answers its question."""

    scopes = {"GET": "study:write", "POST": "study:write"}
    public = ("GET", "POST")
    body = LessonChoiceSerializer

    @extend_schema(operation_id="player_lesson_page", responses=answers(shapes.LessonStep))
    def get(self, request: Request, lesson_key: str, number: int) -> Response:
        """Return a page of a lesson with its position."""
        found = materials.visible_material(request.user, lesson_key, LESSON)
        return Response(_lesson_step_json(own_lessons.find_page(found, number)))

    @retryable()
    @extend_schema(
        operation_id="player_lesson_try", request=LessonChoiceSerializer, responses=answers(shapes.LessonOutcome)
    )
    def post(self, request: Request, lesson_key: str, number: int) -> Response:
        """Answer a page of a lesson with a point, and get the result. If you are signed in, a right answer marks the
        page as done."""
        page = own_lessons.find_page(materials.visible_material(request.user, lesson_key, LESSON), number)
        step, choice = step_from_page(page), self.read_body(request).validated_data["point"]
        try:
            outcome = outcome_of(step, choice)
        except RulesError as error:
            raise serializers.ValidationError({"point": [sentence_for(error)]}) from error
        if outcome.is_right and isinstance(request.user, Player):
            own_lessons.mark_page_done(request.user, page)
        shown: shapes.LessonOutcome = {
            "right": outcome.is_right,
            "text": outcome.text,
            "rows": outcome.board.rows(),
            "moves": outcome_moves_json(step, outcome),
        }
        return Response(shown)


class EditLessonPageView(Api):
    """Reads all fields of a page of your lesson; replaces or deletes the page."""

    scopes = {"GET": "study:write", "PUT": "study:write", "DELETE": "study:write"}
    body = PageSerializer

    @extend_schema(operation_id="player_lesson_source", responses=answers(shapes.PlayerLessonSource))
    def get(self, request: Request, lesson_key: str, number: int) -> Response:
        """Return all fields of a page of your lesson."""
        return Response(_page_source_json(own_lessons.find_page(_own_lesson(self, lesson_key), number)))

    @extend_schema(
        operation_id="player_lesson_replace",
        request=PageSerializer,
        responses=answers(shapes.PlayerLessonSource),
        examples=PAGE,
    )
    def put(self, request: Request, lesson_key: str, number: int) -> Response:
        """Replace a page of your lesson, after the same checks as for a new page."""
        old = own_lessons.find_page(_own_lesson(self, lesson_key), number)
        page = OwnPage(
            pk=old.pk, material=old.material, number=number, place=old.place, **self.read_body(request).validated_data
        )
        own_lessons.replace_page(self.player, page, self.now)
        return Response(_page_source_json(page))

    @extend_schema(operation_id="player_lesson_page_delete", responses=answers(None, 204))
    def delete(self, request: Request, lesson_key: str, number: int) -> Response:
        """Delete a page of your lesson."""
        page = own_lessons.find_page(_own_lesson(self, lesson_key), number)
        materials.delete_problems_or_pages(self.player, page.material, [page.number])
        return Response(status=status.HTTP_204_NO_CONTENT)


class PlayerLessonAudienceView(Api):
    """Reads or changes who may see one of your lessons."""

    scopes = {"GET": "study:write", "PUT": "study:write"}
    body = LinkAudienceSerializer

    @extend_schema(operation_id="player_lesson_audience", responses=answers(shapes.LinkAudience))
    def get(self, request: Request, lesson_key: str) -> Response:
        """Return who may see your lesson."""
        return Response(audience_json(audience_of(_own_lesson(self, lesson_key))))

    @extend_schema(
        operation_id="player_lesson_share",
        request=LinkAudienceSerializer,
        responses=answers(shapes.LinkAudience, refuses=(409,)),
        examples=AUDIENCES,
    )
    def put(self, request: Request, lesson_key: str) -> Response:
        """Set who may see your lesson; this replaces the earlier choice. An empty body makes it private."""
        wanted = audience_from_body(self.read_body(request).validated_data)
        return Response(
            audience_json(
                audience_of(materials.share_material(self.player, _own_lesson(self, lesson_key), wanted, self.now))
            )
        )


def _own_lesson(view: Api, key: str) -> Material:
    """Return the requester's own lesson with this key. Raises NoSuchMaterial."""
    return materials.owned_material(view.player, key, LESSON)


def _lesson_json(viewer: Any, found: Material) -> shapes.PlayerLessonPages:
    rows = list(own_lessons.pages_in_order(found))
    return {
        **material_json(found),
        "done": sorted(solved_numbers(viewer, rows)),
        "pages": [_lesson_step_json(row) for row in rows],
    }


def _lesson_step_json(row: OwnPage) -> shapes.LessonStep:
    step = step_from_page(row)
    buttons: Any = list(step.buttons)
    return {
        "number": row.number,
        "task": row.task,
        "rows": step.start.board.rows(),
        "to_play": letter(step.to_play),
        "only_shown": step.taps,
        "ringed": sorted(step.rings.split()),
        "buttons": buttons,
        "page": row.get_absolute_url(),
    }


def _page_source_json(row: OwnPage) -> shapes.PlayerLessonSource:
    fields: Any = {"number": row.number, **page_fields_of(step_from_page(row))}
    shown: shapes.PlayerLessonSource = fields
    return shown
