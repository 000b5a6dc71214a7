"""The operations about clubs."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api.base import MAYBE_KEY
from api.fields import decode_base64
from api.once import run_once
from api.pages import PARAMETERS, QUERY, page_of
from api.parsing import LARGEST_FILE
from api.schemas import answers
from clubs import access
from clubs.announcing import ids_blocked_with
from clubs.api import inputs, outputs
from clubs.api.examples import CLUBS, CRESTS, INVITING
from clubs.errors import NotManager, NotMember
from clubs.models import Club, ClubAct, ClubNotice, Membership, MemberStanding
from clubs.services import acts, crests, founding, joining
from clubs.services.activity import with_games_and_visit
from clubs.services.acts import ManagerAct
from clubs.services.inviting import invite_many
from games.api.base import PlayerServiceApi

LONGEST_SEARCH = 60
OUTSIDE = (MemberStanding.APPLIED, MemberStanding.INVITED, MemberStanding.BANNED)


class ClubApi(PlayerServiceApi):
    """Base of the views that read or change one club."""

    public: ClassVar[tuple[str, ...]] = ("GET",)

    def find_club(self, club_id: int) -> Club:
        """Return the club. Raises NoSuchClub."""
        return access.club_for(self.request.user, club_id)

    def club_json(self, club: Club) -> shapes.Club:
        """Return the JSON of the club, as the requester sees it."""
        return outputs.club_json(club, self.viewer)

    def managed_club(self, club_id: int) -> Club:
        """Return the club if the requester manages it. Raises NoSuchClub, NotManager."""
        club = self.find_club(club_id)
        role = access.role_in_club(self.request.user, club)
        if role is None or not role.manages:
            raise NotManager
        return club


class ClubsView(ClubApi):
    """Lists clubs; creates one."""

    scopes = {"GET": None, "POST": "clubs:manage"}
    query = (*QUERY, "q")
    body = inputs.FoundClubSerializer

    @extend_schema(
        operation_id="clubs",
        parameters=[
            *PARAMETERS,
            OpenApiParameter(
                "q", {"type": "string", "maxLength": LONGEST_SEARCH}, description="Words in the name or place."
            ),
        ],
        responses=answers(shapes.Clubs),
    )
    def get(self, request: Request) -> Response:
        """List clubs, the newest first. `q` searches their names and places."""
        wanted = request.query_params.get("q", "")
        if len(wanted) > LONGEST_SEARCH:
            raise serializers.ValidationError({"q": [f"At most {LONGEST_SEARCH} characters."]})
        return page_of(request, Club.objects.open().matching(wanted), outputs.club_row_json)

    @extend_schema(
        operation_id="club_found",
        request=inputs.FoundClubSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Club, 201, refuses=(409,)),
        examples=CLUBS,
    )
    def post(self, request: Request) -> Response:
        """Create a club that you own. Refusals: `address_not_confirmed`, `too_few_games_to_found`, `too_many_clubs`,
        `club_name_taken`, `bad_club` with the name of the `field`."""
        plan = self.read_body(request).club_details()
        return run_once(self, lambda: self._create(plan))

    def _create(self, plan: founding.ClubDetails) -> Response:
        return Response(self.club_json(founding.create_club(self.player_request, plan)), status.HTTP_201_CREATED)


class ClubView(ClubApi):
    """Reads one club; changes its texts and rules."""

    scopes = {"GET": None, "PATCH": "clubs:manage"}
    body = inputs.ClubChangeSerializer

    @extend_schema(operation_id="club", responses=answers(shapes.Club))
    def get(self, request: Request, club_id: int) -> Response:
        """Return a club, its rules and your own membership."""
        return Response(self.club_json(self.find_club(club_id)))

    @extend_schema(
        operation_id="club_change",
        request=inputs.ClubChangeSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Club, refuses=(409,)),
    )
    def patch(self, request: Request, club_id: int) -> Response:
        """Change a club's texts and rules. Only the owner can change its name."""
        form = self.read_body(request)
        return run_once(self, lambda: self._change(club_id, form))

    def _change(self, club_id: int, form: Any) -> Response:
        return Response(
            self.club_json(
                founding.change_club(self.player_request, club_id, form.changed_details(self.managed_club(club_id)))
            )
        )


class CrestView(ClubApi):
    """Uploads and removes the crest of a club."""

    scopes = {"PUT": "clubs:manage", "DELETE": "clubs:manage"}
    public = ()
    body = inputs.CrestSerializer
    largest_body = LARGEST_FILE

    @extend_schema(
        operation_id="club_crest_store",
        request=inputs.CrestSerializer,
        responses=answers(shapes.Club),
        examples=CRESTS,
    )
    def put(self, request: Request, club_id: int) -> Response:
        """Upload a club's crest, which replaces its emblem on all pages. For its managers only. Refusals:
        `bad_picture`; `pictures_off` where the server allows no pictures.
        """
        file = decode_base64(self.read_body(request).validated_data["content"])
        return Response(self.club_json(crests.store_crest(self.player_request, club_id, file)))

    @extend_schema(operation_id="club_crest_remove", responses=answers(None, 204))
    def delete(self, request: Request, club_id: int) -> Response:
        """Remove a club's crest; its pages show the emblem again. For its managers only."""
        crests.remove_crest(self.player_request, club_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class MembersView(ClubApi):
    """Lists the members of a club."""

    scopes = {"GET": None}
    query = QUERY

    @extend_schema(operation_id="club_members", parameters=PARAMETERS, responses=answers(shapes.ClubMembers))
    def get(self, request: Request, club_id: int) -> Response:
        """List a club's members, the newest first. Members also see the day of the last visit. If only members may see
        the list, others get `not_member`.
        """
        club = self.find_club(club_id)
        role = access.role_in_club(request.user, club)
        if not access.sees_members(request.user, club, role):
            raise NotMember
        rows = with_games_and_visit(Membership.objects.filter(club=club).members().select_related("player"))
        rows = rows.prefetch_related("player__ratings")
        return page_of(request, rows, lambda one: outputs.member_json(one, sees_visits=role is not None))


class MembershipView(ClubApi):
    """Joins or leaves a club; chooses whether you get its notices."""

    scopes = {"POST": "clubs:manage"}
    public = ()
    body = inputs.MembershipSerializer
    what_field = "do"

    @extend_schema(
        operation_id="club_membership",
        request=inputs.MembershipSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.ClubMembership, refuses=(409,)),
    )
    def post(self, request: Request, club_id: int) -> Response:
        """Join or leave a club, or choose whether you get its notices. Refusals: `already_member`, `banned_from_club`,
        `needs_invitation`, `asked_lately`, `link_ended`, `too_many_memberships`, `club_full`, `owner_stays`,
        `not_member`.
        """
        data = self.read_body(request).validated_data
        return run_once(self, lambda: self._change_membership(club_id, data))

    def _change_membership(self, club_id: int, data: dict[str, Any]) -> Response:
        if data["do"] == "join":
            key = data.get("invitation", "")
            made = joining.join_club(self.player_request, club_id, sentence=data.get("sentence", ""), key=key)
        elif data["do"] == "leave":
            made = joining.leave_or_withdraw_request(self.player_request, club_id)
        else:
            made = joining.set_notice_preference(self.player_request, club_id, wanted=data["gets_notices"])
        return Response(outputs.membership_json(made))


class ClubNoticesView(ClubApi):
    """Lists the notices of a club."""

    scopes = {"GET": None}
    query = QUERY

    @extend_schema(operation_id="club_notices", parameters=PARAMETERS, responses=answers(shapes.ClubNotices))
    def get(self, request: Request, club_id: int) -> Response:
        """List a club's notices, the latest first."""
        rows = ClubNotice.objects.filter(club=self.find_club(club_id), deleted_at=None, hidden_at=None)
        return page_of(request, rows.select_related("author"), outputs.notice_json)


class RequestsInvitationsBansView(ClubApi):
    """Lists the players who asked to join a club, are invited or are banned, for its managers."""

    scopes = {"GET": "clubs:manage"}
    public = ()
    query = QUERY

    @extend_schema(operation_id="club_requests", parameters=PARAMETERS, responses=answers(shapes.ClubRequests))
    def get(self, request: Request, club_id: int) -> Response:
        """List the players who asked to join, are invited or are banned, the latest first. For the club's managers
        only.
        """
        rows = Membership.objects.filter(club=self.managed_club(club_id), standing__in=OUTSIDE).select_related("player")
        blocked_ids = ids_blocked_with(self.player)
        return page_of(request, rows, lambda one: outputs.membership_request_json(one, blocked_ids))


class InvitePlayersView(ClubApi):
    """Invites several players to a club by name."""

    scopes = {"POST": "clubs:manage"}
    public = ()
    body = inputs.InvitePlayersSerializer

    @extend_schema(
        operation_id="club_invite_many",
        request=inputs.InvitePlayersSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.ClubInvitations),
        examples=INVITING,
    )
    def post(self, request: Request, club_id: int) -> Response:
        """Invite up to 50 players by their names. A player who cannot be invited does not stop the others, and is
        listed in `refused` with the reason. E-mail addresses are checked and returned, but nothing is sent to them. For
        an empty list, or more than 50 players, the answer is `bad_club`.
        """
        people = self.read_body(request).validated_data["people"]
        return run_once(
            self, lambda: Response(outputs.invitations_json(invite_many(self.player_request, club_id, people)))
        )


class ClubActsView(ClubApi):
    """Reads the log of a club; invites, admits, removes and bans players, and performs the other actions of
    managers."""

    scopes = {"GET": "clubs:manage", "POST": "clubs:manage"}
    public = ()
    query = QUERY
    body = inputs.ClubActSerializer
    what_field = "act"

    @extend_schema(operation_id="club_log", parameters=PARAMETERS, responses=answers(shapes.ClubLog))
    def get(self, request: Request, club_id: int) -> Response:
        """List everything that was done in the club, the latest first. For its managers only."""
        lines = ClubAct.objects.filter(club=self.managed_club(club_id)).select_related("by", "about")
        return page_of(request, lines, outputs.log_line_json)

    @extend_schema(
        operation_id="club_act",
        request=inputs.ClubActSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Club, refuses=(409,)),
    )
    def post(self, request: Request, club_id: int) -> Response:
        """Manage a club, and return it. `act` names the action. The other fields that each action takes are listed
        here. If one of them is missing, the answer is `bad_club` with the name of the `field`.

        - `invite` with a `player`: invite the player, or admit a player who has already asked to join.
        - `admit` or `decline` with a `player`: answer the player's request to join.
        - `remove` with a `player` and an optional `reason`: remove the member, or withdraw the player's invitation.
        - `ban` with a `player` and an optional `reason`: ban the player, who need not be a member. `unban` with a
          `player` lifts the ban.
        - `role` with a `player` and a `role`: change the member's role. With the role `owner`, hand the club over.
        - `link`: create an invitation link, and disable the previous one. `end_link` only disables the link.
        - `notice` with a `text`: write a notice for all members.
        - `delete_notice` with a `notice`: delete the notice with this number.
        - `close` with a `reason`, for the owner: close the club and its ladders, and cancel its tournaments that have
          not started.
        """
        form = self.read_body(request)
        return run_once(self, lambda: self._perform_act(club_id, form))

    def _perform_act(self, club_id: int, form: Any) -> Response:
        club = self.find_club(club_id)
        acts.perform_act(self.player_request, club_id, ManagerAct(form.validated_data["act"]), form.act_input())
        club.refresh_from_db()
        return Response(self.club_json(club))
