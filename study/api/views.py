"""The operations about analysis trees."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api.base import MAYBE_KEY, Api
from api.once import retryable, run_once
from api.parsing import LARGEST_FILE
from api.schemas import answers
from foundation.iso_times import iso_time
from study import access
from study.api import outputs
from study.api.inputs import (
    AnalysisSharingSerializer,
    SharingDefaultSerializer,
    TreeOperationsSerializer,
    VariationsFileSerializer,
)
from study.models import Sharing
from study.services import files, sharing, trees


class OwnAnalysisView(Api):
    """Reads your analysis of a game; changes it."""

    scopes = {"GET": "study:write", "POST": "study:write"}
    body = TreeOperationsSerializer

    @extend_schema(operation_id="tree", responses=answers(shapes.Tree, refuses=(409,)))
    def get(self, request: Request, game_id: int) -> Response:
        """Return your analysis of one of your games: variations, marks and texts. The variations branch off from the
        game's moves."""
        return Response(outputs.tree_json(trees.load_own_tree(self.player, game_id)))

    @extend_schema(
        operation_id="tree_change",
        request=TreeOperationsSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.TreeSaved, refuses=(409,)),
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Change your analysis by operations: all of them, or none. Operations from several devices can arrive in any
        order, and give the same analysis. An operation with an `id` that was already sent changes nothing."""
        return run_once(self, lambda: self._change(request, game_id))

    def _change(self, request: Request, game_id: int) -> Response:
        data = self.read_body(request).validated_data
        known = data.get("since")
        change = trees.TreeChangeRequest(data["operations"], data.get("expected"))
        changed = trees.change_tree(self.player, game_id, change, self.now)
        saved = shapes.TreeSaved(
            version=changed.version,
            changed_at=None if changed.row is None else iso_time(changed.row.changed_at),
            behind=known is not None and changed.before != known,
        )
        return Response(saved)


class ImportIntoTreeView(Api):
    """Imports variations from an SGF file into your analysis of a game."""

    scopes = {"POST": "study:write"}
    body = VariationsFileSerializer
    largest_body = LARGEST_FILE

    @retryable()
    @extend_schema(
        operation_id="tree_read",
        request=VariationsFileSerializer,
        responses=answers(shapes.TreeRead, refuses=(409, 422)),
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Import variations, marks and comments from an SGF file into your analysis of this game. Nothing is deleted;
        the answer counts what was not imported. To get such a file, read the game's `sgf` with `with=tree`."""
        text = self.read_body(request).validated_data["sgf"]
        added, left_out = files.import_file_into_tree(self.player, game_id, text, self.now)
        return Response(shapes.TreeRead(added=added, left_out=dict(left_out)))


class AnalysisSharingView(Api):
    """Chooses whether others can see your analysis of a game after the game."""

    scopes = {"PUT": "study:write"}
    body = AnalysisSharingSerializer

    @extend_schema(
        operation_id="tree_share", request=AnalysisSharingSerializer, responses=answers(shapes.Shown, refuses=(409,))
    )
    def put(self, request: Request, game_id: int) -> Response:
        """Choose whether everyone who can see the game can see your analysis after the game. With null, your general
        setting applies (`me/study`). Until the game is over, only you can see your analysis."""
        shared = self.read_body(request).validated_data["shared"]
        tree = sharing.set_tree_shared(self.player, game_id, shared, self.now)
        return Response(shapes.Shown(shared=tree.shared))


class ReviewView(Api):
    """Reads the shared analyses of a finished game."""

    scopes = {"GET": "game:read"}
    public = ("GET",)

    @extend_schema(operation_id="review", responses=answers(shapes.Review, refuses=(409,)))
    def get(self, request: Request, game_id: int) -> Response:
        """Return a finished game with everything its review shows: the players' shared analysis and your own, readers'
        variations, and the engine's lines. Comments on its moves are in `comments`.
        """
        return Response(outputs.review_json(sharing.load_review(request.user, game_id)))


class SharingDefaultView(Api):
    """Reads or changes whether your analyses are shared after your games."""

    scopes = {"GET": "study:write", "PUT": "study:write"}
    body = SharingDefaultSerializer

    @extend_schema(operation_id="my_study", responses=answers(shapes.StudyChoice))
    def get(self, request: Request) -> Response:
        """Return whether your analysis is shared after your games."""
        return Response(_sharing_default_json(access.sharing_default_of(self.player.pk)))

    @extend_schema(
        operation_id="my_study_change", request=SharingDefaultSerializer, responses=answers(shapes.StudyChoice)
    )
    def put(self, request: Request) -> Response:
        """Choose whether your analyses are shared after your games. A different choice for a single game takes
        precedence."""
        chosen = Sharing(self.read_body(request).validated_data["sharing"])
        sharing.set_sharing_default(self.player, chosen, self.now)
        return Response(_sharing_default_json(chosen))


def _sharing_default_json(chosen: str) -> shapes.StudyChoice:
    return {"sharing": "always" if chosen == Sharing.ALWAYS else "never" if chosen == Sharing.NEVER else "ask"}
