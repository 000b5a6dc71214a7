"""The pages of team matches: the list, both teams with their boards, the log, the acts of captains (E40, E78)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from clubs.errors import MayNotMakeEvents
from clubs.models import Membership
from clubs.services.rights import clubs_to_make_events
from foundation.keyset import Merged, Stream, in_order, page_at
from games.event_boards import MOST_BOARDS, boards_of, games_in_progress, row_pictures
from games.models import Game
from games.views.requests import place_asked, player_of
from team_matches import access
from team_matches import words as match_words
from team_matches.errors import NoSuchMatch
from team_matches.forms import MatchActForm, MatchForm, MatchPlaceForm
from team_matches.models import Answer, MatchState, Side, TeamMatch, TeamMember
from team_matches.services import acts as match_acts
from team_matches.services import team_matches, teams
from team_matches.services.teams import WhyNot
from team_matches.tables import points_of, table_of
from tournaments.models.play import RESULTS
from tournaments.views.asked import Words, answered, request_of, saved

A_PAGE, A_PAGE_OF_LOG, MOST_MEMBERS = 30, 50, 200


@require_safe
def all_matches(request: HttpRequest) -> HttpResponse:
    """Return the matches, newest first; on each page those in progress first."""
    page = page_at(Merged([Stream(TeamMatch.objects.all())]), place_asked(request.GET, by_time=False), A_PAGE)
    rows = TeamMatch.objects.filter(pk__in=[number for _at, number in page.keys]).select_related("club", "guest")
    shown = sorted(in_order(page.keys, rows), key=lambda one: one.state != MatchState.PLAYING)
    games = Game.objects.filter(team_board__match__in=shown)
    pictures, points = row_pictures(games, "team_board__match", request.user), points_of(shown)
    context = {
        "rows": [(one, pictures.get(one.pk, ""), points.get(one.pk)) for one in shown],
        "games": games_in_progress(games, request.user),
        "found": page,
    }
    return render(request, "team_matches/matches.html", context)


@require_safe
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    """Return the page of both teams, the boards, and the viewer's possible acts."""
    shown = _match_or_404(match_id)
    table, games = table_of(shown), Game.objects.filter(team_board__match=shown)
    latest = [row.board.pk for row in table.rounds[-1].boards[:MOST_BOARDS]] if table.rounds else []
    members = list(shown.members.select_related("player").prefetch_related("player__ratings").order_by("board", "pk"))
    context = _frame(shown, "match") | {
        "table": table,
        "points": tuple(table.points),
        "boards": boards_of(games, request.user),
        "rounds": match_words.rounds_of(
            table, row_pictures(games.filter(team_board__in=latest), "team_board", request.user)
        ),
        "verdict": match_words.verdict(shown, table),
        "teams": [_team(shown, side, members) for side in Side],
        "is_offered": shown.state == MatchState.OFFERED,
        "is_ordered": shown.state == MatchState.LINEUP,
        **_may(request, shown, members),
    }
    return render(request, "team_matches/match.html", context)


def _match_or_404(match_id: int) -> TeamMatch:
    try:
        return access.match_for(match_id)
    except NoSuchMatch as error:
        raise Http404 from error


def _frame(shown: TeamMatch, tab: str) -> dict[str, Any]:
    return {"match": shown, "tab": tab, "names": [match_words.club_name(shown, side) for side in Side]}


def _team(shown: TeamMatch, side: Side, members: list[TeamMember]) -> dict[str, Any]:
    mine = [one for one in members if one.side == side]
    seated = [one for one in mine if one.board is not None]
    playing = [one for one in mine if one.answer == Answer.PLAYS]
    return {
        "side": side.name.lower(),
        "club": shown.club_of(side),
        "name": match_words.club_name(shown, side),
        "seated": seated,
        "others": [one for one in playing if one.board is None],
        "asked": [one for one in mine if one.answer == Answer.ASKED],
        "playing": playing,
        "boards": [(n, seated[n - 1].player_id if n <= len(seated) else None) for n in range(1, shown.boards + 1)],
        "is_ready": shown.is_ready(side),
    }


def _may(request: HttpRequest, shown: TeamMatch, members: list[TeamMember]) -> dict[str, Any]:
    """Return the viewer's possible acts."""
    if not isinstance(request.user, Player):
        return {}
    viewer = player_of(request)
    clubs = {club.pk for club in clubs_to_make_events(viewer)} if shown.state == MatchState.OFFERED else set()
    led = team_matches.sides_led(viewer, shown) if shown.state == MatchState.LINEUP else []
    mine = next((one for one in members if one.player_id == viewer.pk), None)
    in_clubs = Membership.objects.members().filter(player=viewer, club__in=(shown.club_id, shown.guest_id))
    return {
        "answers": shown.guest_id in clubs,
        "withdraws": shown.club_id in clubs,
        "led": [side.name.lower() for side in led],
        "to_ask": {side.name.lower(): _to_ask(shown, side, members) for side in led},
        "mine": mine,
        "may_play": mine is not None or (shown.state == MatchState.LINEUP and in_clubs.exists()),
        "rules": may(viewer, StaffPermission.RULE),
        "results": list(RESULTS.items()),
    }


def _to_ask(shown: TeamMatch, side: Side, members: list[TeamMember]) -> list[str]:
    """Return the names of members of the club who have not been asked."""
    known = [one.player_id for one in members if one.answer != Answer.DECLINED]
    rows = Membership.objects.members().filter(club=shown.club_of(side)).exclude(player__in=known)
    rows = rows.filter(player__is_bot=False).order_by("player__username")
    return list(rows.values_list("player__username", flat=True)[:MOST_MEMBERS])


@require_safe
def log(request: HttpRequest, match_id: int) -> HttpResponse:
    """Return the log, newest first (E56)."""
    shown = _match_or_404(match_id)
    page = page_at(Merged([Stream(shown.log.all())]), place_asked(request.GET, by_time=False), A_PAGE_OF_LOG)
    lines = shown.log.filter(pk__in=[number for _at, number in page.keys]).select_related("by", "about")
    rows = match_words.lines_of(shown, in_order(page.keys, lines))
    return render(request, "team_matches/log.html", _frame(shown, "log") | {"lines": rows, "found": page})


@require_POST
@login_required
def place(request: HttpRequest, match_id: int) -> HttpResponse:
    """Accept or decline the player's place in the lineup."""
    shown, form = _match_or_404(match_id), MatchPlaceForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose what you want to do."))
        return redirect(shown)
    plays = form.cleaned_data["do"] == "play"
    message = _("You're in for this match.") if plays else _("You won't play in this match.")
    return answered(
        request, shown, lambda: teams.answer(request_of(request), match_id, plays=plays), Words(message, _refusal_text)
    )


@require_POST
@login_required
def act(request: HttpRequest, match_id: int) -> HttpResponse:
    """Perform an act of a captain, manager or moderator."""
    shown, form = _match_or_404(match_id), MatchActForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose what you want to do."))
        return redirect(shown)
    act_input = form.act_input(request.POST.getlist("players")[: shown.boards])

    def do() -> None:
        match_acts.perform(request_of(request), match_id, form.act(), act_input)

    return answered(request, shown, do, Words(pgettext("text", "Done."), _refusal_text))


def _refusal_text(reason: str) -> str:
    return str(match_words.REFUSALS[WhyNot(reason)])


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Show the form that challenges another club, or send the challenge."""
    clubs = clubs_to_make_events(player_of(request))
    if not clubs:
        messages.error(request, MayNotMakeEvents.sentence)
        return redirect("clubs:clubs")
    posted = request.POST if request.method == "POST" else None
    form = MatchForm(posted, clubs=clubs, initial=MatchForm.proposed(request.GET))
    return saved(request, form, team_matches.challenge, ("team_matches/new.html", {}))
