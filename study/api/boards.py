"""The operations about demonstration boards."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api.base import MAYBE_KEY, Api
from api.examples import examples
from api.fields import Number, StrictBooleanField, StrictSerializer, Text, conflict_error
from api.once import run_once
from api.pages import PARAMETERS, QUERY, page_of
from api.parsing import LARGEST_FILE
from api.schemas import answers
from challenges.sgf_import import LARGEST
from clubs.api.audiences import AUDIENCES, LinkAudienceSerializer, audience_from_body, audience_json
from clubs.services.audiences import audience_of
from foundation.iso_times import iso_time
from foundation.text import check_single_line
from rules import RULE_SETS
from study.api import outputs
from study.core.nodes import ROOT
from study.models import LONGEST_NAME, LONGEST_QUESTION, BoardQuestion, DemoBoard
from study.services import board_questions, boards
from study.services.board_questions import MOST_SHOWN, NewQuestion
from study.services.boards import SIZES, BoardChange, NewBoard
from study.services.trees import MOST_AT_ONCE
from wording.letters import letter

LARGEST_NUMBER = 2**63 - 1
NEW = examples(
    an_empty_board={"name": "Ladders", "size": 13},
    a_file={"name": "A joseki", "sgf": "(;SZ[9];B[ee]C[The center.];W[ec])"},
)
CHANGE = examples(
    a_comment={"operations": [{"op": "set", "id": "a1", "node": ROOT, "text": "Where would you play?"}]},
    a_move_that_all_see={
        "operations": [{"op": "add", "id": "a2", "parent": ROOT, "color": "B", "move": "E5"}],
        "shown": "25622b4359f2",
    },
)
QUESTION = examples(about_the_shown_move={"text": "Why not one point lower?"})


class NewBoardSerializer(StrictSerializer):
    """A new demonstration board: empty, or with the moves of a finished game or of an SGF file."""

    name = Text(max_length=LONGEST_NAME, validators=[check_single_line], help_text="The name.")
    size = serializers.ChoiceField(choices=SIZES, required=False, help_text="The size of an empty board; default 19.")
    ruleset = serializers.ChoiceField(
        choices=list(RULE_SETS), required=False, help_text="The rules of an empty board; default `japanese`."
    )
    wraps = StrictBooleanField(
        required=False, help_text="Whether the edges of an empty board are joined, as on a torus."
    )
    game = Number(
        required=False,
        min_value=1,
        max_value=LARGEST_NUMBER,
        help_text="The number of a finished game that you see.",
    )
    sgf = Text(
        required=False,
        max_length=LARGEST,
        help_text="A file as text: SGF of at most 1 MB, 5,000 nodes and two colours.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Raise ValidationError if more than one of `size`, `game` and `sgf` is sent."""
        starts = [name for name in ("size", "game", "sgf") if name in attrs]
        if len(starts) > 1:
            raise conflict_error("Name only one of these.", *starts)
        return attrs


class RenameOrCloseBoardSerializer(StrictSerializer):
    """A new name for a board, or whether to close it."""

    name = Text(max_length=LONGEST_NAME, required=False, validators=[check_single_line], help_text="The name.")
    closed = StrictBooleanField(required=False, help_text="Whether the board is closed.")


class BoardOperationsSerializer(StrictSerializer):
    """Operations on a board, applied all or not at all, and the node that everyone sees afterwards."""

    operations = serializers.ListField(
        child=serializers.DictField(),
        max_length=MOST_AT_ONCE,
        required=False,
        help_text="As in `tree_change`: add, set and cut. A branch that was cut cannot be restored.",
    )
    shown = Text(max_length=12, required=False, help_text="The node that everyone sees from now on.")


class QuestionSerializer(StrictSerializer):
    """A question about a node of a board."""

    text = Text(max_length=LONGEST_QUESTION, help_text="The question.")
    node = Text(
        max_length=12,
        required=False,
        allow_blank=True,
        help_text="The node that it is about. Leave empty for the one that everyone sees.",
    )


class QuestionStateSerializer(StrictSerializer):
    """The state of a question."""

    state = serializers.ChoiceField(
        choices=BoardQuestion.State.values, help_text="Whether it is answered, or hidden from others."
    )


class BoardsView(Api):
    """Lists demonstration boards; makes one."""

    scopes = {"GET": "study:write", "POST": "study:write"}
    public = ("GET",)
    query = QUERY
    body = NewBoardSerializer
    largest_body = LARGEST_FILE

    @extend_schema(operation_id="boards", parameters=PARAMETERS, responses=answers(shapes.DemoBoards))
    def get(self, request: Request) -> Response:
        """List your demonstration boards, and those of others that are shared with you or everyone, newest first."""
        return page_of(request, boards.boards_listed_for(request.user), _board_row_json)

    @extend_schema(
        operation_id="board_make",
        request=NewBoardSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.BoardMade, 201, refuses=(404, 409)),
        examples=NEW,
    )
    def post(self, request: Request) -> Response:
        """Make a demonstration board, which only you can see: empty, or with the moves of a finished game or an SGF
        file. You can have 50 boards; another one is refused with `too_many_boards`."""
        return run_once(self, lambda: self._create(request))

    def _create(self, request: Request) -> Response:
        made, start = boards.create_board(self.player, NewBoard(**self.read_body(request).validated_data), self.now)
        shown: shapes.BoardMade = {**_board_json(self.player, made), "left_out": dict(start.left_out)}
        return Response(shown, status.HTTP_201_CREATED)


class BoardView(Api):
    """Reads, renames, closes or deletes a demonstration board."""

    scopes = {"GET": "study:write", "PATCH": "study:write", "DELETE": "study:write"}
    public = ("GET",)
    body = RenameOrCloseBoardSerializer

    @extend_schema(operation_id="board", responses=answers(shapes.DemoBoard))
    def get(self, request: Request, board: str) -> Response:
        """Return a demonstration board with its moves, marks, comments and latest questions."""
        return Response(_board_json(request.user, boards.visible_board(request.user, board)))

    @extend_schema(operation_id="board_edit", request=RenameOrCloseBoardSerializer, responses=answers(shapes.DemoBoard))
    def patch(self, request: Request, board: str) -> Response:
        """Rename your board, close it, or open it again. A closed board remains readable as a study."""
        data, row = self.read_body(request).validated_data, boards.own_board(self.player, board)
        if "name" in data:
            row = boards.rename_board(self.player, board, data["name"], self.now)
        if "closed" in data:
            row = boards.close_or_reopen_board(self.player, board, self.now, closed=data["closed"])
        return Response(_board_json(self.player, row))

    @extend_schema(operation_id="board_delete", responses=answers(None, 204))
    def delete(self, request: Request, board: str) -> Response:
        """Delete your board with its questions."""
        boards.delete_board(self.player, board)
        return Response(status=status.HTTP_204_NO_CONTENT)


class BoardChangesView(Api):
    """Plays, marks and comments on your demonstration board; chooses the node that everyone sees."""

    scopes = {"POST": "study:write"}
    body = BoardOperationsSerializer

    @extend_schema(
        operation_id="board_change",
        request=BoardOperationsSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.DemoBoardRow, refuses=(409,)),
        examples=CHANGE,
    )
    def post(self, request: Request, board: str) -> Response:
        """Change your board by operations, all of them or none, and choose the node that everyone sees. Followers of
        the board are notified at once that it has a new version."""
        return run_once(self, lambda: self._change(request, board))

    def _change(self, request: Request, board: str) -> Response:
        data = self.read_body(request).validated_data
        wanted = BoardChange(data.get("operations", ()), data.get("shown", ""))
        return Response(_board_row_json(boards.change_board(self.player, board, wanted, self.now)))


class BoardSgfView(Api):
    """Reads a demonstration board as SGF, in a field of a JSON object."""

    scopes = {"GET": "study:write"}
    public = ("GET",)

    @extend_schema(operation_id="board_sgf", responses=answers(shapes.Sgf))
    def get(self, request: Request, board: str) -> Response:
        """Return the board as SGF (FF[4]) with its variations, marks and comments, in the field `sgf`."""
        return Response(shapes.Sgf(sgf=boards.board_as_sgf(boards.visible_board(request.user, board))))


class BoardAudienceView(Api):
    """Reads or changes who may see one of your demonstration boards."""

    scopes = {"GET": "study:write", "PUT": "study:write"}
    body = LinkAudienceSerializer

    @extend_schema(operation_id="board_audience", responses=answers(shapes.LinkAudience))
    def get(self, request: Request, board: str) -> Response:
        """Return who may see your board."""
        return Response(audience_json(audience_of(boards.own_board(self.player, board))))

    @extend_schema(
        operation_id="board_share",
        request=LinkAudienceSerializer,
        responses=answers(shapes.LinkAudience, refuses=(409,)),
        examples=AUDIENCES,
    )
    def put(self, request: Request, board: str) -> Response:
        """Set who may see your board; this replaces the earlier choice. An empty body makes it private."""
        wanted = audience_from_body(self.read_body(request).validated_data)
        return Response(audience_json(audience_of(boards.share_board(self.player, board, wanted, self.now))))


class AskBoardQuestionView(Api):
    """Asks a question on a demonstration board."""

    scopes = {"POST": "message:write"}
    body = QuestionSerializer

    @extend_schema(
        operation_id="board_ask",
        request=QuestionSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.BoardQuestion, 201, refuses=(409,)),
        examples=QUESTION,
    )
    def post(self, request: Request, board: str) -> Response:
        """Ask a question about a move on an open board. You can ask 20 questions on a board, and a board has at most
        500. Further questions are refused with `too_many_questions`."""
        return run_once(self, lambda: self._create_question(request, board))

    def _create_question(self, request: Request, board: str) -> Response:
        asked = board_questions.ask_question(
            self.player, board, NewQuestion(**self.read_body(request).validated_data), self.now
        )
        return Response(_question_json(asked), status.HTTP_201_CREATED)


class BoardQuestionView(Api):
    """Marks a question on your board as answered, or hides it; deletes your own question."""

    scopes = {"PATCH": "study:write", "DELETE": "message:write"}
    body = QuestionStateSerializer

    @extend_schema(
        operation_id="board_question_change", request=QuestionStateSerializer, responses=answers(shapes.BoardQuestion)
    )
    def patch(self, request: Request, board: str, question_id: int) -> Response:
        """Mark a question on your board as open, answered or hidden."""
        state = self.read_body(request).validated_data["state"]
        found = board_questions.visible_question(self.player, question_id, board)
        return Response(_question_json(board_questions.set_question_state(self.player, found, state, self.now)))

    @extend_schema(operation_id="board_question_withdraw", responses=answers(None, 204))
    def delete(self, request: Request, board: str, question_id: int) -> Response:
        """Delete your own question."""
        board_questions.withdraw_question(
            self.player, board_questions.visible_question(self.player, question_id, board), self.now
        )
        return Response(status=status.HTTP_204_NO_CONTENT)


def _board_row_json(row: DemoBoard) -> shapes.DemoBoardRow:
    return {
        "key": row.key,
        "name": row.name,
        "owner": row.owner.username,
        "closed": not row.is_open,
        "version": row.version,
        "made_at": iso_time(row.made_at),
        "changed_at": iso_time(row.changed_at),
        "page": row.get_absolute_url(),
    }


def _board_json(viewer: Any, row: DemoBoard) -> shapes.DemoBoard:
    record = boards.trunk_of_board(row)
    start = record.states[ROOT]
    return {
        **_board_row_json(row),
        "rows": start.board.rows(),
        "wraps": start.board.wraps,
        "to_play": letter(record.setup.first_to_act()),
        "ruleset": record.setup.ruleset.key,
        "komi": float(record.setup.komi),
        "root": ROOT,
        "shown": row.shown,
        "nodes": outputs.nodes_json(row.value, record),
        "questions": [_question_json(one) for one in board_questions.visible_questions(viewer, row)[:MOST_SHOWN]],
    }


def _question_json(row: BoardQuestion) -> shapes.BoardQuestion:
    state: Any = row.state
    return {
        "id": row.pk,
        "author": row.author.username,
        "node": row.node,
        "text": row.text,
        "state": state,
        "asked_at": iso_time(row.asked_at),
    }
