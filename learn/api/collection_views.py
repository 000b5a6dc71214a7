"""The operations about problem collections made by players."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.models import Player
from api.base import MAYBE_KEY, Api
from api.examples import examples
from api.fields import Number, StrictSerializer, Text, conflict_error
from api.once import retryable, run_once
from api.pages import PARAMETERS, QUERY, page_of
from api.parsing import LARGEST_FILE
from api.schemas import answers
from challenges.sgf_import import LARGEST
from clubs.api.audiences import AUDIENCES, LinkAudienceSerializer, audience_from_body, audience_json
from clubs.services.audiences import audience_of
from foundation.iso_times import iso_time
from foundation.text import check_single_line, check_text
from learn.api.problem_views import FirstMoveSerializer
from learn.api.views import outcome_moves_json
from learn.models import LONGEST_ABOUT, LONGEST_NAME, Material, OwnProblem
from learn.outcomes import outcome_of
from learn.problems.problem import Problem
from learn.services import collections, materials
from learn.services.collections import ProblemFile, ProblemFileResult
from learn.services.materials import MaterialDetails
from ratings.ranks import RANKS
from rules import RulesError
from wording.letters import letter
from wording.refusals import sentence_for

PROBLEMS = Material.Kind.PROBLEMS
LARGEST_NUMBER = 2**63 - 1
"""The largest number of a row."""
COLLECTION = examples(a_collection={"name": "First corners", "language": "en", "level": "15k"})
FILE = examples(first_line_right={"sgf": "(;SZ[9]AB[ag][bg][cg][dg][dh][di]AW[af][bf][cf][df][ef][eg][eh][ei];W[bh])"})


class CollectionSerializer(StrictSerializer):
    """The name, description, language and level of a collection."""

    name = Text(max_length=LONGEST_NAME, validators=[check_single_line], help_text="The name.")
    about = Text(
        max_length=LONGEST_ABOUT, required=False, allow_blank=True, validators=[check_text], help_text="A description."
    )
    language = serializers.ChoiceField(
        choices=[code for code, _name in settings.LANGUAGES],
        required=False,
        help_text="The language of the texts; English by default.",
    )
    level = serializers.ChoiceField(
        choices=RANKS, required=False, allow_blank=True, help_text="About the rank, such as `15k`."
    )


class CollectionChangeSerializer(CollectionSerializer):
    """New values of a collection's name, description, language or level, or a new order of its problems."""

    name = Text(max_length=LONGEST_NAME, required=False, validators=[check_single_line], help_text="The name.")
    order = serializers.ListField(
        child=Number(min_value=1),
        max_length=collections.MOST_PROBLEMS,
        required=False,
        help_text="The numbers of the problems in their new order; problems left out follow as before.",
    )


SGF = "SGF with one or many problems: the right line first, or marked by RIGHT, `Correct`, `+` or TE."


class NamedFileSerializer(StrictSerializer):
    """An SGF file and its name, in an upload of several files."""

    name = Text(
        max_length=LONGEST_NAME, validators=[check_single_line], help_text="Its name, which the answer repeats."
    )
    sgf = Text(max_length=LARGEST, trim_whitespace=False, help_text=SGF)


class CollectionFileSerializer(StrictSerializer):
    """SGF files with problems: `sgf` for one, `files` for several."""

    sgf = Text(max_length=LARGEST, trim_whitespace=False, required=False, help_text=SGF)
    files = serializers.ListField(
        child=NamedFileSerializer(),
        min_length=1,
        max_length=collections.MOST_FILES,
        required=False,
        help_text="Several files. One that is not valid does not keep out the others.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Raise ValidationError unless exactly one of `sgf` and `files` is sent."""
        if len(attrs) != 1:
            raise conflict_error("Give sgf, or files.", "sgf", "files")
        return attrs


class CollectionsView(Api):
    """Lists problem collections; makes one."""

    scopes = {"GET": "study:write", "POST": "study:write"}
    public = ("GET",)
    query = QUERY
    body = CollectionSerializer

    @extend_schema(operation_id="collections", parameters=PARAMETERS, responses=answers(shapes.ProblemCollections))
    def get(self, request: Request) -> Response:
        """List your problem collections, and those of others that are shared with you or everyone, the newest first."""
        return page_of(request, materials.materials_listed_for(request.user, PROBLEMS), material_json)

    @extend_schema(
        operation_id="collection_make",
        request=CollectionSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.ProblemCollection, 201, refuses=(409,)),
        examples=COLLECTION,
    )
    def post(self, request: Request) -> Response:
        """Make an empty problem collection, which only you can see. You can have 50 lessons and collections together;
        another one is refused with `too_many_materials`."""
        return run_once(self, lambda: self._create(request))

    def _create(self, request: Request) -> Response:
        details = MaterialDetails(**self.read_body(request).validated_data)
        made = materials.create_material(self.player, PROBLEMS, details, self.now)
        return Response(material_json(made), status.HTTP_201_CREATED)


class CollectionView(Api):
    """Reads, changes or deletes a problem collection."""

    scopes = {"GET": "study:write", "PATCH": "study:write", "DELETE": "study:write"}
    public = ("GET",)
    body = CollectionChangeSerializer

    @extend_schema(operation_id="collection", responses=answers(shapes.ProblemCollectionPage))
    def get(self, request: Request, collection: str) -> Response:
        """Return a collection with its problems, in order. Only its author sees problems that are being checked or
        were refused.
        """
        return Response(_collection_json(request.user, materials.visible_material(request.user, collection, PROBLEMS)))

    @extend_schema(
        operation_id="collection_change",
        request=CollectionChangeSerializer,
        responses=answers(shapes.ProblemCollectionPage),
    )
    def patch(self, request: Request, collection: str) -> Response:
        """Change the name, description, language or level of your collection, or the order of its problems."""
        return Response(
            _collection_json(self.player, update_material_from_body(self, request, _own_collection(self, collection)))
        )

    @extend_schema(operation_id="collection_delete", responses=answers(None, 204))
    def delete(self, request: Request, collection: str) -> Response:
        """Delete your collection with its problems."""
        materials.delete_material(self.player, _own_collection(self, collection))
        return Response(status=status.HTTP_204_NO_CONTENT)


class AddCollectionProblemsView(Api):
    """Adds problems to a collection."""

    scopes = {"POST": "study:write"}
    body = CollectionFileSerializer
    largest_body = LARGEST_FILE

    @extend_schema(
        operation_id="collection_upload",
        request=CollectionFileSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.CollectionUpload, 201, refuses=(409,)),
        examples=FILE,
    )
    def post(self, request: Request, collection: str) -> Response:
        """Add the problems of one SGF file, or of several, to your collection. Each problem is checked before others
        see it. A collection has at most 200 problems, and you can add 500 a day; more are refused with
        `collection_full`. With `files`, the answer lists for each file the problems that were left out, or the `error`
        that prevented adding any."""
        return run_once(self, lambda: self._add_problems(request, collection))

    def _add_problems(self, request: Request, collection: str) -> Response:
        data, found = self.read_body(request).validated_data, _own_collection(self, collection)
        if "sgf" in data:
            added = [collections.add_problem_file(self.player, found, ProblemFile("", data["sgf"]), self.now)]
        else:
            files = [ProblemFile(one["name"], one["sgf"]) for one in data["files"]]
            added = collections.add_problem_files(self.player, found, files, self.now)
        left_out = Counter[str]()
        for one in added:
            left_out.update({reason: len(numbers) for reason, numbers in one.left_out.items()})
        shown: shapes.CollectionUpload = {
            "results": [_problem_row_json(row) for one in added for row in one.rows],
            "left_out": dict(left_out),
            "files": [_upload_file_json(one) for one in added],
        }
        return Response(shown, status.HTTP_201_CREATED)


def _upload_file_json(one: ProblemFileResult) -> shapes.CollectionUploadFile:
    return {
        "name": one.name,
        "added": len(one.rows),
        "left_out": one.left_out,
        "error": None if one.refusal is None else one.refusal.code,
        "detail": None if one.refusal is None else one.refusal.message(),
    }


class CollectionProblemView(Api):
    """Reads one problem of a collection; tries a first move; deletes it."""

    scopes = {"GET": "study:write", "POST": "study:write", "DELETE": "study:write"}
    public = ("GET", "POST")
    body = FirstMoveSerializer

    @extend_schema(operation_id="collection_problem", responses=answers(shapes.CollectionProblem))
    def get(self, request: Request, collection: str, number: int) -> Response:
        """Return a problem of a collection with its position."""
        row, problem = _visible_row_and_problem(request.user, collection, number)
        shown: shapes.CollectionProblem = {
            **_problem_row_json(row),
            "task": str(problem.step.task),
            "text": str((row.authored or {}).get("text", "")),
            "rows": problem.step.start.board.rows(),
            "to_play": letter(problem.first),
            "ringed": sorted(problem.step.rings.split()),
            "area": sorted(problem.stored["area"].split()),
        }
        return Response(shown)

    @retryable()
    @extend_schema(
        operation_id="collection_try", request=FirstMoveSerializer, responses=answers(shapes.GoProblemOutcome)
    )
    def post(self, request: Request, collection: str, number: int) -> Response:
        """Try a first move, and get the result. If you are signed in, a right move marks the problem as solved."""
        row, problem = _visible_row_and_problem(request.user, collection, number)
        step, choice = problem.step, self.read_body(request).validated_data["point"]
        try:
            outcome = outcome_of(step, choice)
        except RulesError as error:
            raise serializers.ValidationError({"point": [sentence_for(error)]}) from error
        if outcome.moves and isinstance(request.user, Player):
            collections.record_collection_try(request.user, row, right=outcome.is_right)
        shown: shapes.GoProblemOutcome = {
            "right": outcome.is_right,
            "text": outcome.text,
            "rows": outcome.board.rows(),
            "moves": outcome_moves_json(step, outcome),
            "answers": problem.right.split() if outcome.is_right else [],
        }
        return Response(shown)

    @extend_schema(operation_id="collection_problem_delete", responses=answers(None, 204))
    def delete(self, request: Request, collection: str, number: int) -> Response:
        """Delete a problem of your collection."""
        found = _own_collection(self, collection)
        row = collections.visible_problem(self.player, found, number)
        materials.delete_problems_or_pages(self.player, found, [row.number])
        return Response(status=status.HTTP_204_NO_CONTENT)


class CollectionAudienceView(Api):
    """Reads or changes who may see one of your collections."""

    scopes = {"GET": "study:write", "PUT": "study:write"}
    body = LinkAudienceSerializer

    @extend_schema(operation_id="collection_audience", responses=answers(shapes.LinkAudience))
    def get(self, request: Request, collection: str) -> Response:
        """Return who may see your collection."""
        return Response(audience_json(audience_of(_own_collection(self, collection))))

    @extend_schema(
        operation_id="collection_share",
        request=LinkAudienceSerializer,
        responses=answers(shapes.LinkAudience, refuses=(409,)),
        examples=AUDIENCES,
    )
    def put(self, request: Request, collection: str) -> Response:
        """Set who may see your collection; this replaces the earlier choice. An empty body makes it private."""
        wanted = audience_from_body(self.read_body(request).validated_data)
        return Response(
            audience_json(
                audience_of(materials.share_material(self.player, _own_collection(self, collection), wanted, self.now))
            )
        )


def update_material_from_body(view: Api, request: Request, found: Material) -> Material:
    """Change the player's material as the request's body says: either all of the changes are made or none. Return the
    material. Raises the errors of `materials.update_material`."""
    texts = dict(view.read_body(request).validated_data)
    order = texts.pop("order", None)
    return materials.update_material(view.player, found, materials.MaterialChange(texts, order), view.now)


def _own_collection(view: Api, key: str) -> Material:
    """Return the requester's own collection with this key. Raises NoSuchMaterial."""
    return materials.owned_material(view.player, key, PROBLEMS)


def _visible_row_and_problem(viewer: Any, key: str, number: int) -> tuple[OwnProblem, Problem]:
    found = materials.visible_material(viewer, key, PROBLEMS)
    row = collections.visible_problem(viewer, found, number)
    return row, collections.problem_from_row(row, found.owner.shown_name)


def material_json(row: Material) -> shapes.ProblemCollection:
    """Return the JSON of a collection or lesson, without its problems or pages."""
    return {
        "key": row.key,
        "name": row.name,
        "about": row.about,
        "author": row.owner.username,
        "language": row.language,
        "level": row.level,
        "made_at": iso_time(row.made_at),
        "page": row.get_absolute_url(),
    }


def _collection_json(viewer: Any, found: Material) -> shapes.ProblemCollectionPage:
    is_own = isinstance(viewer, Player) and viewer.pk == found.owner_id
    rows = collections.visible_problems(viewer, found)
    return {**material_json(found), "problems": [_problem_row_json(row, shows_points=is_own) for row in rows]}


def _problem_row_json(row: OwnProblem, *, shows_points: bool = False) -> shapes.CollectionProblemRow:
    state: Any = row.state
    return {
        "number": row.number,
        "state": state,
        "check": collections.verdict_sentence(row, shows_points=shows_points),
    }
