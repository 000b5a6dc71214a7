"""The pages of team matches: the list, both teams with their boards, the log, and the captains' actions (E40, E78)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from clubs.errors import MayNotMakeEvents
from clubs.models import Membership
from clubs.services.rights import clubs_allowing_events_by
from foundation.keyset import MergedStreams, Stream, read_page, rows_in_key_order
from games.event_boards import MOST_BOARDS, event_boards, event_pictures
from games.models import Game
from games.views.requests import player_of, requested_page
from team_matches import access
from team_matches import words as match_words
from team_matches.errors import NoSuchMatch
from team_matches.forms import AvailabilityForm, ChallengeClubForm, MatchActForm
from team_matches.models import MatchState, MatchTeam, MemberAnswer, TeamMatch, TeamMember
from team_matches.services import acts as match_acts
from team_matches.services import team_matches, teams
from team_matches.services.teams import LineupProblem
from team_matches.tables import match_score, team_points_by_match
from tournaments.models.play import RESULTS
from tournaments.views.shared import ActionMessages, do_and_redirect, player_request, save_and_redirect

A_PAGE, A_PAGE_OF_LOG, MOST_MEMBERS, MOST_SHOWN = 30, 50, 200, 2


@require_safe
def all_matches(request: HttpRequest) -> HttpResponse:
    """Return the page with all team matches, newest first. On each page of the list, matches in progress come first."""
    page = read_page(
        MergedStreams([Stream(TeamMatch.objects.all())]), requested_page(request.GET, by_time=False), A_PAGE
    )
    rows = TeamMatch.objects.filter(pk__in=[number for _at, number in page.keys]).select_related("club", "guest")
    shown = sorted(rows_in_key_order(page.keys, rows), key=lambda one: one.state != MatchState.PLAYING)
    games = Game.objects.filter(team_board__match__in=shown)
    latest = games.filter(team_board__board__lte=MOST_SHOWN, team_board__round=F("team_board__match__round"))
    match_of = dict(latest.order_by("team_board__board").values_list("team_board", "team_board__match"))
    pictures, points = event_pictures(latest, "team_board", request.user), team_points_by_match(shown)
    boards: dict[int, list[SafeString]] = {}
    for board, match in match_of.items():
        if board in pictures:
            boards.setdefault(match, []).append(pictures[board])
    context = {
        "rows": [(one, _club_names(one), boards.get(one.pk, []), points.get(one.pk)) for one in shown],
        "found": page,
        "may_challenge": isinstance(request.user, Player) and bool(clubs_allowing_events_by(request.user)),
    }
    return render(request, "team_matches/matches.html", context)


@require_safe
def match_page(request: HttpRequest, match_id: int) -> HttpResponse:
    """Return the page of a match with both teams, the boards, and the viewer's possible actions."""
    shown = _match_or_404(match_id)
    table, games = match_score(shown), Game.objects.filter(team_board__match=shown)
    latest = [row.board.pk for row in table.rounds[-1].boards[:MOST_BOARDS]] if table.rounds else []
    members = list(shown.members.select_related("player").prefetch_related("player__ratings").order_by("board", "pk"))
    context = _header_context(shown, "match") | {
        "table": table,
        "points": tuple(table.points),
        "boards": event_boards(games, request.user),
        "rounds": match_words.shown_rounds(
            table, event_pictures(games.filter(team_board__in=latest), "team_board", request.user), members
        ),
        "verdict": match_words.verdict_sentence(shown, table),
        "teams": [_team_context(shown, side, members) for side in MatchTeam],
        "is_offered": shown.state == MatchState.OFFERED,
        "is_ordered": shown.state == MatchState.LINEUP,
        **_possible_acts_context(request, shown, members),
    }
    return render(request, "team_matches/match.html", context)


def _match_or_404(match_id: int) -> TeamMatch:
    try:
        return access.team_match_with_clubs(match_id)
    except NoSuchMatch as error:
        raise Http404 from error


def _club_names(match: TeamMatch) -> list[str]:
    return [match_words.club_name(match, side) for side in MatchTeam]


def _header_context(shown: TeamMatch, tab: str) -> dict[str, Any]:
    return {"match": shown, "tab": tab, "names": _club_names(shown)}


def _team_context(shown: TeamMatch, side: MatchTeam, members: list[TeamMember]) -> dict[str, Any]:
    mine = [one for one in members if one.side == side]
    seated = {one.board: one for one in mine if one.board is not None}
    playing = [one for one in mine if one.answer == MemberAnswer.PLAYS]
    lineup = seated or dict(enumerate(sorted(playing, key=_lineup_rating, reverse=True), 1))
    return {
        "side": side.name.lower(),
        "club": shown.club_of(side),
        "name": match_words.club_name(shown, side),
        "seated": [seated.get(board) for board in range(1, max(seated, default=0) + 1)],
        "others": [one for one in playing if one.board is None],
        "asked": [one for one in mine if one.answer == MemberAnswer.ASKED],
        "playing": playing,
        "boards": [(board, lineup.get(board)) for board in range(1, shown.boards + 1)],
        "is_ready": shown.is_lineup_confirmed(side),
    }


def _lineup_rating(member: TeamMember) -> int:
    return teams.rating_in_lineups(member.player)


def _possible_acts_context(request: HttpRequest, shown: TeamMatch, members: list[TeamMember]) -> dict[str, Any]:
    """Return the template context with the viewer's possible actions."""
    if not isinstance(request.user, Player):
        return {"led": []}
    viewer = player_of(request)
    clubs = {club.pk for club in clubs_allowing_events_by(viewer)} if shown.state == MatchState.OFFERED else set()
    led = team_matches.teams_led_by(viewer, shown) if shown.state == MatchState.LINEUP else []
    mine = next((one for one in members if one.player_id == viewer.pk), None)
    in_clubs = Membership.objects.members().filter(player=viewer, club__in=(shown.club_id, shown.guest_id))
    return {
        "answers": shown.guest_id in clubs,
        "withdraws": shown.club_id in clubs,
        "led": [side.name.lower() for side in led],
        "to_ask": {side.name.lower(): _members_to_ask(shown, side, members) for side in led},
        "mine": mine,
        "may_play": mine is not None or (shown.state == MatchState.LINEUP and in_clubs.exists()),
        "rules": may(viewer, StaffPermission.RULE),
        "results": list(RESULTS.items()),
    }


def _members_to_ask(shown: TeamMatch, side: MatchTeam, members: list[TeamMember]) -> list[str]:
    """Return the names of the club's members who have not been asked to play."""
    known = [one.player_id for one in members if one.answer != MemberAnswer.DECLINED]
    rows = Membership.objects.members().filter(club=shown.club_of(side)).exclude(player__in=known)
    rows = rows.filter(player__is_bot=False).order_by("player__username")
    return list(rows.values_list("player__username", flat=True)[:MOST_MEMBERS])


@require_safe
def match_log_page(request: HttpRequest, match_id: int) -> HttpResponse:
    """Return the page with the match's log, newest first (E56)."""
    shown = _match_or_404(match_id)
    page = read_page(
        MergedStreams([Stream(shown.log.all())]), requested_page(request.GET, by_time=False), A_PAGE_OF_LOG
    )
    lines = shown.log.filter(pk__in=[number for _at, number in page.keys]).select_related("by", "about")
    rows = match_words.match_log_rows(shown, rows_in_key_order(page.keys, lines))
    return render(request, "team_matches/log.html", _header_context(shown, "log") | {"lines": rows, "found": page})


@require_POST
@login_required
def answer_whether_to_play(request: HttpRequest, match_id: int) -> HttpResponse:
    """Store whether the viewer will play for their club, and redirect to the match."""
    shown, form = _match_or_404(match_id), AvailabilityForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose what you want to do."))
        return redirect(shown)
    plays = form.cleaned_data["do"] == "play"
    message = _("You're in for this match.") if plays else _("You won't play in this match.")
    return do_and_redirect(
        request,
        shown,
        lambda: teams.set_will_play(player_request(request), match_id, plays=plays),
        ActionMessages(message, _refusal_text),
    )


@require_POST
@login_required
def perform_match_act(request: HttpRequest, match_id: int) -> HttpResponse:
    """Perform an action of a captain, manager or moderator in the match, and redirect to the match."""
    shown, form = _match_or_404(match_id), MatchActForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose what you want to do."))
        return redirect(shown)
    act_input = form.act_input(request.POST.getlist("players")[: shown.boards])

    @transaction.atomic
    def do() -> None:
        # Confirm the lineup that is on the page, also an empty one.
        if form.act() is match_acts.MatchAct.READY and "players" in request.POST:
            match_acts.perform_act(player_request(request), match_id, match_acts.MatchAct.LINEUP, act_input)
        match_acts.perform_act(player_request(request), match_id, form.act(), act_input)

    return do_and_redirect(request, shown, do, ActionMessages(pgettext("text", "Done."), _refusal_text))


def _refusal_text(reason: str) -> str:
    return str(match_words.REFUSALS[LineupProblem(reason)])


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_match(request: HttpRequest) -> HttpResponse:
    """Return the page with the form that challenges another club. POST sends the challenge, and redirects to the
    match."""
    clubs = clubs_allowing_events_by(player_of(request))
    if not clubs:
        messages.error(request, MayNotMakeEvents.sentence)
        return redirect("clubs:clubs")
    posted = request.POST if request.method == "POST" else None
    form = ChallengeClubForm(posted, clubs=clubs, initial=ChallengeClubForm.initial_from_query(request.GET))
    return save_and_redirect(request, form, team_matches.challenge_club, ("team_matches/new.html", {}))
