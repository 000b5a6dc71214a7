"""The pages of one club: overview, members, notices, management. Also the actions on these pages."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST, require_safe

from accounts.core.lookup import NoSuchPlayer
from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from clubs import access, signals
from clubs.announcing import ids_blocked_with
from clubs.errors import InvalidClubField, NeedsInvitation
from clubs.forms import ManagerActForm, MembershipForm
from clubs.models import (
    Club,
    ClubAct,
    ClubActKind,
    ClubNotice,
    ClubRole,
    ImportedName,
    JoiningPolicy,
    Membership,
    MemberStanding,
)
from clubs.services import acts, joining
from clubs.services.activity import with_games_and_visit
from clubs.services.acts import ManagerAct
from foundation.keyset import MergedStreams, Stream, read_page, rows_in_key_order
from foundation.refusals import Refusal
from games.event_boards import EventBoards, event_boards_of_games
from games.models import Seat
from games.views.requests import received_at, requested_page
from wording import words

from .shared import club_or_404, header_context_of_club, player_request

A_PAGE, MOST_NOTICES, MOST_GAMES, MOST_MANAGERS, MOST_WAITING, MOST_PEOPLE = 50, 3, 8, 12, 50, 200
MOST_NAMES, MOST_FACES = 20, 12
LATELY = timedelta(days=30)
ROLES = (ClubRole.MANAGER, ClubRole.CAPTAIN, ClubRole.MEMBER)


@require_safe
def club_page(request: HttpRequest, club_id: int) -> HttpResponse:
    """Return the overview of a club: description, managers, notices, events, members' games, and how to join.
    `?invitation=` is the secret of the club's link. To members of a closed club, the page says so.
    They see an owner's reason; only managers see the moderators' reason."""
    try:
        shown = club_or_404(request, club_id)
    except Http404:
        closing = access.closing_log_line_for_member(request.user, club_id)
        if closing is None:
            raise
        role = access.role_in_club(request.user, closing.club)
        return render(request, "clubs/closed.html", {"closing": closing, "manages": role is not None and role.manages})
    context = header_context_of_club(request, shown, "about")
    mine = access.find_membership(request.user, shown)
    key = request.GET.get("invitation", "")[:43]
    context |= {
        "mine": mine,
        "key": key,
        "managers": _managers_by_role(shown),
        "notices": _shown_notices(request, shown)[:MOST_NOTICES],
        "events": signals.all_events_of(shown),
        "makes_events": _event_form_links(shown, context["role"]),
        "names": _names_to_confirm(request, shown),
        "boards": _event_boards(request, shown) if context["sees_members"] else None,
        "people": _first_members(shown) if context["sees_members"] else [],
        **_joining_context(request, shown, mine, key),
    }
    return render(request, "clubs/club.html", context)


def _first_members(shown: Club) -> list[Player]:
    rows = Membership.objects.members().filter(club=shown).select_related("player").order_by("pk")
    return [one.player for one in rows[:MOST_FACES]]


def _event_form_links(shown: Club, role: ClubRole | None) -> list[tuple[object, str]]:
    may_make = role is not None and role.height >= ClubRole(shown.events_by).height
    return signals.event_form_links() if may_make else []


def _names_to_confirm(request: HttpRequest, shown: Club) -> list[ImportedName]:
    """Return the names in imported games that are proposed to the viewer."""
    if not isinstance(request.user, Player):
        return []
    return list(ImportedName.objects.filter(club=shown, player=request.user, confirmed_at=None)[:MOST_NAMES])


def _managers_by_role(shown: Club) -> list[Membership]:
    rows = Membership.objects.filter(club=shown).managing().select_related("player").prefetch_related("player__ratings")
    return sorted(rows.order_by("role_at", "pk")[:MOST_MANAGERS], key=lambda one: -ClubRole(one.role).height)


def _shown_notices(request: HttpRequest, shown: Club) -> Any:
    rows = ClubNotice.objects.filter(club=shown, deleted_at=None).select_related("author").order_by("-pk")
    return rows if may(request.user, StaffPermission.MODERATE) else rows.filter(hidden_at=None)


def _event_boards(request: HttpRequest, shown: Club) -> EventBoards:
    """Return the boards for the club's overview: the viewer's games with other members, and public games of the newest
    members. Games in progress come before games that ended recently."""
    people = Membership.objects.filter(club=shown).members().order_by("-pk").values_list("player_id", flat=True)
    seats = Seat.objects.filter(player__in=list(people[:MOST_PEOPLE]))
    running = seats.filter(private=False, finished_at=None).order_by("-game_id").values_list("game_id", flat=True)
    numbers = list(dict.fromkeys(running[: 2 * MOST_GAMES]))[:MOST_GAMES]
    if len(numbers) < MOST_GAMES:
        ended = seats.filter(private=False, finished_at__gte=received_at(request) - LATELY)
        ended = ended.order_by("-finished_at", "-game_id")
        numbers += list(dict.fromkeys(ended.values_list("game_id", flat=True)[: 2 * MOST_GAMES]))[:MOST_GAMES]
    if isinstance(request.user, Player):
        with_me = seats.filter(finished_at=None, game__seats__player=request.user).exclude(player=request.user)
        numbers += with_me.values_list("game_id", flat=True)[:MOST_GAMES]
    return event_boards_of_games(numbers, request.user)


def _joining_context(request: HttpRequest, shown: Club, mine: Membership | None, key: str) -> dict[str, Any]:
    can_be_joined = shown.is_open and (shown.joining != JoiningPolicy.INVITATION or bool(key))
    if not isinstance(request.user, Player):
        return {
            "may_join": False,
            "asks": shown.joining == JoiningPolicy.REQUEST,
            "needs_account": can_be_joined,
            "refusal": NeedsInvitation() if shown.is_open else None,
        }
    standing = "" if mine is None else mine.standing
    refusal = joining.joining_refusal(player_request(request), shown, mine, key)
    return {
        "standing": standing,
        "may_join": refusal is None,
        "needs_account": can_be_joined and request.user.can_sign_up,
        "asks": refusal is None and not joining.joins_immediately(shown, mine, key),
        "refusal": None if standing in (MemberStanding.MEMBER, MemberStanding.APPLIED) else refusal,
        "is_invited": standing == MemberStanding.INVITED,
        "is_waiting": standing == MemberStanding.APPLIED,
        "may_leave": standing in (MemberStanding.INVITED, MemberStanding.APPLIED, MemberStanding.MEMBER),
    }


@require_POST
@login_required
def change_membership(request: HttpRequest, club_id: int) -> HttpResponse:
    """Join the club, ask to join, leave, or turn its notices on or off. Redirect to the club."""
    shown, form = club_or_404(request, club_id), MembershipForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose what you want to do."))
        return redirect(shown)
    data, asked = form.cleaned_data, player_request(request)
    try:
        if data["do"] == "join":
            made = joining.join_club(asked, club_id, sentence=data["sentence"], key=data["key"])
            message = (
                _("You have joined the club.")
                if made.is_member
                else _("You have asked to join. A club manager will review your request.")
            )
        elif data["do"] == "leave":
            made = joining.leave_or_withdraw_request(asked, club_id)
            message = (
                _("You have left the club.")
                if made.standing == MemberStanding.LEFT
                else _("You have declined the invitation.")
            )
        else:
            joining.set_notice_preference(asked, club_id, wanted=data["gets_notices"])
            message = pgettext("text", "Saved.")
    except Refusal as refusal:
        messages.error(request, refusal.message())
        return redirect(shown)
    messages.success(request, message)
    return redirect("clubs:clubs" if not Club.objects.open().filter(pk=club_id).exists() else shown)


@require_safe
def members_page(request: HttpRequest, club_id: int) -> HttpResponse:
    """Return the page with the members, newest first, with rank and games. On each page, higher roles come first.
    Members also see the last visit, and managers get a form that changes roles."""
    shown = club_or_404(request, club_id)
    context = header_context_of_club(request, shown, "members")
    rows: list[Membership] = []
    page = None
    if context["sees_members"]:
        there = Membership.objects.filter(club=shown).members()
        page = read_page(MergedStreams([Stream(there)]), requested_page(request.GET, by_time=False), A_PAGE)
        people = with_games_and_visit(Membership.objects.filter(pk__in=[number for _at, number in page.keys]))
        rows = rows_in_key_order(page.keys, people.select_related("player").prefetch_related("player__ratings"))
    by_role = sorted(rows, key=lambda one: -ClubRole(one.role).height)
    height = 0 if context["role"] is None else context["role"].height
    roles = [
        *([ClubRole.OWNER] if context["role"] == ClubRole.OWNER else []),
        *(one for one in ROLES if one.height < height),
    ]
    context |= {
        "rows": [(one, context["manages"] and ClubRole(one.role).height < height) for one in by_role],
        "found": page,
        "roles": roles,
    }
    return render(request, "clubs/members.html", context)


@require_safe
def notices_page(request: HttpRequest, club_id: int) -> HttpResponse:
    """Return the page with a club's notices, newest first. Managers get a form for a new notice."""
    shown = club_or_404(request, club_id)
    rows = _shown_notices(request, shown)
    page = read_page(MergedStreams([Stream(rows.order_by())]), requested_page(request.GET, by_time=False), A_PAGE)
    there = rows.filter(pk__in=[number for _at, number in page.keys]).select_related("author")
    context = header_context_of_club(request, shown, "notices") | {
        "notices": rows_in_key_order(page.keys, there),
        "found": page,
    }
    return render(request, "clubs/notices.html", context)


@require_safe
@login_required
def management_page(request: HttpRequest, club_id: int) -> HttpResponse:
    """Return the page with requests, invitations, bans, the link and the log, for managers and moderators. Raises
    Http404 for others."""
    shown = club_or_404(request, club_id)
    context = header_context_of_club(request, shown, "manage")
    if not context["manages"] and not may(request.user, StaffPermission.MODERATE):
        raise Http404
    rows = Membership.objects.filter(club=shown).select_related("player", "by").prefetch_related("player__ratings")
    page = read_page(
        MergedStreams([Stream(ClubAct.objects.filter(club=shown))]), requested_page(request.GET, by_time=False), 50
    )
    lines = ClubAct.objects.filter(pk__in=[number for _at, number in page.keys]).select_related("by", "about")
    context |= {
        "apart": ids_blocked_with(player_request(request).player),
        "asking": rows.filter(standing=MemberStanding.APPLIED).order_by("pk")[:MOST_WAITING],
        "invited": rows.filter(standing=MemberStanding.INVITED).order_by("-pk")[:MOST_WAITING],
        "banned": rows.filter(standing=MemberStanding.BANNED).order_by("-pk")[:MOST_WAITING],
        "link": request.build_absolute_uri(shown.invitation_path) if shown.invite_key and context["manages"] else "",
        "lines": [(line, _log_sentence(line)) for line in rows_in_key_order(page.keys, lines)],
        "found": page,
    }
    return render(request, "clubs/manage.html", context)


def _log_sentence(line: ClubAct) -> str:
    by, about = ("" if one is None else one.shown_name for one in (line.by, line.about))
    role = str(ClubRole(line.role).label) if line.role else ""
    return words.isolated(str(ClubActKind(line.act).label), by=by, about=about, role=role)


@require_POST
@login_required
def perform_manager_act(request: HttpRequest, club_id: int) -> HttpResponse:
    """Perform a manager's action, and redirect to the club's page on which it was chosen, or after the club is closed
    to the list of clubs."""
    club_or_404(request, club_id)
    form = ManagerActForm(request.POST)
    doing = ManagerAct(form.data["do"]) if form.data.get("do") in list(ManagerAct) else None
    try:
        if doing is None or not form.is_valid():
            raise InvalidClubField
        acts.perform_act(player_request(request), club_id, doing, form.act_input())
        if doing is ManagerAct.CLOSE:
            messages.success(request, _("The club has been closed."))
            return redirect("clubs:clubs")
        messages.success(request, pgettext("text", "Saved."))
    except (Refusal, NoSuchPlayer) as refusal:
        messages.error(request, refusal.message())
    return redirect(_BACK.get(doing, "clubs:manage"), club_id)


_BACK: dict[ManagerAct | None, str] = {
    ManagerAct.REMOVE: "clubs:members",
    ManagerAct.BAN: "clubs:members",
    ManagerAct.ROLE: "clubs:members",
    ManagerAct.LINK: "clubs:invite",
    ManagerAct.END_LINK: "clubs:invite",
    ManagerAct.NOTICE: "clubs:notices",
    ManagerAct.DELETE_NOTICE: "clubs:notices",
}
