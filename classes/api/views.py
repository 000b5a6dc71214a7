"""The operations about classes."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.core.lookup import get_player_by_name
from api.base import MAYBE_KEY, choice_from_query
from api.once import run_once
from api.pages import PARAMETERS, QUERY, MergedRows, page_of
from api.schemas import answers
from classes import access
from classes.access import ClassRole, SeenClass
from classes.api import inputs, outputs
from classes.api.examples import ACTS, CHILDREN, CLASSES
from classes.errors import NoSuchClass
from classes.models import Classroom
from classes.services import acts, children, founding, games, joining
from classes.services.acts import TeacherAct
from foundation.keyset import MergedStreams, Stream
from games.api.base import PlayerServiceApi
from games.api.outputs import game_row_json
from games.event_names import with_events
from games.services.listing import games_in_page_order

SCOPE = "classes:manage"
SHOWN = ("running", "reviews")


class ClassApi(PlayerServiceApi):
    """Base of the views that read or change one class."""

    def find_class(self, class_id: int, key: str = "") -> SeenClass:
        """Return the class and the requester's role in it. Raises NoSuchClass."""
        return access.visible_class(self.request.user, class_id, key)

    def find_class_for_insider(self, class_id: int) -> SeenClass:
        """Return the class if the requester is in it. Raises NoSuchClass."""
        seen = self.find_class(class_id)
        if not seen.may_see_pupils:
            raise NoSuchClass
        return seen

    def class_json(self, class_id: int) -> shapes.Class:
        """Return the JSON of the class, as the requester sees it."""
        return outputs.class_data_json(self.find_class(class_id), self.viewer)


class ClassesView(ClassApi):
    """Lists your classes; creates one."""

    scopes = {"GET": SCOPE, "POST": SCOPE}
    query = QUERY
    body = inputs.ClassSerializer

    @extend_schema(operation_id="classes", parameters=PARAMETERS, responses=answers(shapes.Classes))
    def get(self, request: Request) -> Response:
        """List your classes and your invitations to classes, the newest first."""
        joined = {one.classroom_id: ClassRole(one.standing) for one in access.pupil_rows_of(self.player)}
        rows = Classroom.objects.filter(pk__in=joined) | Classroom.objects.filter(teacher=self.player)
        return page_of(
            request,
            rows.select_related("teacher"),
            lambda one: outputs.class_row_json(one, joined.get(one.pk, ClassRole.TEACHER)),
        )

    @extend_schema(
        operation_id="class_create",
        request=inputs.ClassSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Class, 201, refuses=(409,)),
        examples=CLASSES,
    )
    def post(self, request: Request) -> Response:
        """Create a class that you teach. Refusals: `cannot_teach_class`, `address_not_confirmed`,
        `too_many_classes`, `bad_class` with its `field`.
        """
        details = self.read_body(request).details()
        return run_once(self, lambda: self._create(details))

    def _create(self, details: founding.ClassDetails) -> Response:
        return Response(
            self.class_json(founding.create_class(self.player_request, details).pk), status.HTTP_201_CREATED
        )


class ClassView(ClassApi):
    """Reads one class; changes its name and description, or deletes it."""

    scopes = {"GET": SCOPE, "PATCH": SCOPE, "DELETE": SCOPE}
    query = ("invitation",)
    body = inputs.ClassChangeSerializer

    @extend_schema(
        operation_id="class_details",
        parameters=[
            OpenApiParameter(
                "invitation", {"type": "string", "maxLength": 43}, description="The secret of the class's link."
            )
        ],
        responses=answers(shapes.Class),
    )
    def get(self, request: Request, class_id: int) -> Response:
        """Return a class, for the people in it, invited players, and everyone with its link."""
        return Response(
            outputs.class_data_json(self.find_class(class_id, request.query_params.get("invitation", "")), self.viewer)
        )

    @extend_schema(operation_id="class_change", request=inputs.ClassChangeSerializer, responses=answers(shapes.Class))
    def patch(self, request: Request, class_id: int) -> Response:
        """Change the name or the description of a class that you teach."""
        founding.change_class(self.player_request, class_id, self.read_body(request).details())
        return Response(self.class_json(class_id))

    @extend_schema(operation_id="class_delete", responses=answers(None, 204))
    def delete(self, request: Request, class_id: int) -> Response:
        """Delete a class that you teach, with its messages and homework."""
        founding.delete_class(self.player_request, class_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PupilsView(ClassApi):
    """Lists the pupils of a class."""

    scopes = {"GET": SCOPE}

    @extend_schema(operation_id="class_pupils", responses=answers(shapes.ClassPupils))
    def get(self, request: Request, class_id: int) -> Response:
        """List all pupils of a class. The teacher sees the progress of all pupils, and each pupil only their own."""
        return Response(outputs.pupils_json(self.find_class_for_insider(class_id), self.viewer))


class ClassGamesView(ClassApi):
    """Lists the games of a class's pupils."""

    scopes = {"GET": SCOPE}
    query = ("show", *QUERY)

    @extend_schema(
        operation_id="class_games",
        parameters=[
            OpenApiParameter(
                "show",
                {"type": "string", "enum": list(SHOWN)},
                description="`running`: games in progress (default); `reviews`: finished games with a review.",
            ),
            *PARAMETERS,
        ],
        responses=answers(shapes.Games),
    )
    def get(self, request: Request, class_id: int) -> Response:
        """List the pupils' games in progress, or their reviewed games, as far as you may see them, the newest first."""
        seen, show = self.find_class_for_insider(class_id), choice_from_query(request, "show", SHOWN, "running")
        rows = games.class_games(seen.classroom, self.player, reviewed=show == "reviews").order_by()
        found = MergedRows(
            MergedStreams([Stream(rows)]), lambda keys: with_events(games_in_page_order(keys, self.player))
        )
        return page_of(request, found, game_row_json)


class CreateChildAccountsView(ClassApi):
    """Creates accounts for children."""

    scopes = {"POST": SCOPE}
    body = inputs.ClassChildrenSerializer

    @extend_schema(
        operation_id="class_children",
        request=inputs.ClassChildrenSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.ClassCards, 201, refuses=(409,)),
        examples=CHILDREN,
    )
    def post(self, request: Request, class_id: int) -> Response:
        """Create accounts for children in a class that you teach, and return their cards. The codes are only in this
        response. Refusals: `class_full`, `too_many_cards`.
        """
        names = self.read_body(request).validated_data["names"]
        return run_once(self, lambda: self._create_accounts(class_id, names), sealed=True)

    def _create_accounts(self, class_id: int, names: list[str]) -> Response:
        made = children.create_child_accounts(self.player_request, class_id, names)
        return Response({"results": [outputs.card_json(one) for one in made]}, status.HTTP_201_CREATED)


class IssueSignInCardView(ClassApi):
    """Gives a child a new sign-in card."""

    scopes = {"POST": SCOPE}
    body = inputs.ClassCardSerializer

    @extend_schema(
        operation_id="class_card",
        request=inputs.ClassCardSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.ClassCard, 201, refuses=(409,)),
    )
    def post(self, request: Request, class_id: int) -> Response:
        """Create a new card for a child in a class that you teach. The child's old code and links stop working, and
        all sessions end. Refusals: `not_pupil`, `too_many_cards`.
        """
        name = self.read_body(request).validated_data["player"]
        return run_once(self, lambda: self._issue_card(class_id, name), sealed=True)

    def _issue_card(self, class_id: int, name: str) -> Response:
        self.find_class(class_id)
        made = children.issue_new_card(self.player_request, class_id, get_player_by_name(name, self.player))
        return Response(outputs.card_json(made), status.HTTP_201_CREATED)


class ClassMessagesView(ClassApi):
    """Lists the teacher's messages to a class."""

    scopes = {"GET": SCOPE}
    query = QUERY

    @extend_schema(operation_id="class_messages", parameters=PARAMETERS, responses=answers(shapes.ClassMessages))
    def get(self, request: Request, class_id: int) -> Response:
        """List the teacher's messages to a class, the latest first. Pupils with a block between them and the teacher
        get none."""
        return page_of(
            request, access.visible_messages(request.user, self.find_class_for_insider(class_id)), outputs.message_json
        )


class ClassMembershipView(ClassApi):
    """Joins or leaves a class."""

    scopes = {"POST": SCOPE}
    body = inputs.ClassMembershipSerializer
    what_field = "do"

    @extend_schema(
        operation_id="class_membership",
        request=inputs.ClassMembershipSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.ClassMembership, refuses=(409,)),
    )
    def post(self, request: Request, class_id: int) -> Response:
        """Join or leave a class. The teacher can see the pupils' progress in lessons and problems. Refusals:
        `already_in_class`, `too_many_classes`, `class_full`, `no_bots_in_classes`, `not_pupil`."""
        data = self.read_body(request).validated_data
        return run_once(self, lambda: self._change_membership(class_id, data))

    def _change_membership(self, class_id: int, data: dict[str, Any]) -> Response:
        if data["do"] == "join":
            return Response(
                outputs.membership_json(joining.join_class(self.player_request, class_id, data.get("invitation", "")))
            )
        return Response(outputs.membership_json(joining.leave_class(self.player_request, class_id)))


class TeacherActView(ClassApi):
    """Invites and removes pupils, writes to them, assigns homework, and does other actions of teachers."""

    scopes = {"POST": SCOPE}
    body = inputs.ClassActSerializer
    what_field = "act"

    @extend_schema(
        operation_id="class_act",
        request=inputs.ClassActSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Class, refuses=(409,)),
        examples=ACTS,
    )
    def post(self, request: Request, class_id: int) -> Response:
        """Perform an action in a class that you teach, and return the class. `act` names the action. The other fields
        that each action takes are listed here. If one of them is missing, the response is `bad_class` with the name of
        the `field`.

        - `invite` with a `player`: invite the player.
        - `remove` with a `player`: remove the pupil, or withdraw the player's invitation.
        - `link`: create a link with which anyone can join, and disable the previous one. `end_link` only disables the
          link.
        - `message` with a `text`: write a message to all pupils.
        - `homework` with an `item` and a `due` date: assign a lesson, the problems of a goal (`GOAL-problems`), or your
          own lesson or collection (`own-KEY`), which must be shared with the class. Refusals: `too_much_homework`,
          `already_homework`.
        - `end_homework` with an `item`: delete this item of homework.
        """
        form = self.read_body(request)
        return run_once(self, lambda: self._act(class_id, form))

    def _act(self, class_id: int, form: Any) -> Response:
        self.find_class(class_id)
        acts.perform_teacher_act(
            self.player_request, class_id, TeacherAct(form.validated_data["act"]), form.act_input()
        )
        return Response(self.class_json(class_id))
