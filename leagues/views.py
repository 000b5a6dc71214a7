"""The pages of leagues: the list, a season's groups with their tables, the log, and the directors' actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, Exists, OuterRef, Prefetch, Q, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.core.lookup import NoSuchPlayer
from accounts.models import Player
from clubs.services.rights import clubs_allowing_events_by, is_member
from foundation.keyset import MergedStreams, Stream, read_page, rows_in_key_order
from foundation.refusals import Refusal
from games.event_boards import event_boards, event_pictures, longest_games_in_progress
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.views.requests import player_of, received_at, requested_page
from leagues import access
from leagues import tables as league_tables
from leagues.errors import NoSuchLeague
from leagues.forms import LeagueChallengeForm, LeagueDirectorActForm, LeagueForm, MembershipActionForm
from leagues.models import League, LeagueMember, MemberState, Season, SeasonState
from leagues.services import acts as league_acts
from leagues.services import free_games, leagues
from leagues.services.acts import LeagueDirectorAct
from leagues.services.free_games import FreeGameRefusal
from leagues.standings import named_groups
from leagues.tables import GroupTable
from leagues.words import REFUSALS, league_log_rows
from tournaments.models import AuthorRole, Entry
from tournaments.views.shared import (
    ActionMessages,
    do_and_redirect,
    player_request,
    requested_number,
    save_and_redirect,
)

A_PAGE_OF_GROUPS, A_PAGE_OF_LOG, MOST_LISTED, MOST_FACES, MOST_SEASONS = 6, 50, 200, 6, 40


@require_safe
def all_leagues(request: HttpRequest) -> HttpResponse:
    """Return the page with the leagues, newest first."""
    page = read_page(
        MergedStreams([Stream(League.objects.filter(closed_at=None))]), requested_page(request.GET, by_time=False), 30
    )
    rows = League.objects.filter(pk__in=[number for _at, number in page.keys])
    members = LeagueMember.objects.exclude(state=MemberState.LEFT)
    running = Season.objects.filter(league=OuterRef("pk"), state=SeasonState.RUNNING)
    shown = rows_in_key_order(
        page.keys,
        rows.annotate(
            there=Count("members", filter=~Q(members__state=MemberState.LEFT)),
            ends_at=Subquery(running.values("ends_at")[:1]),
            is_mine=Exists(members.filter(league=OuterRef("pk"), player=request.user.pk)),
        ).prefetch_related(
            Prefetch("members", members.select_related("player").order_by("pk")[:MOST_FACES], to_attr="first_members")
        ),
    )
    games = Game.objects.filter(pairing__round__tournament__league_group__season__league__in=shown)
    pictures = event_pictures(games, "pairing__round__tournament__league_group__season__league", request.user)
    context = {
        "rows": [(one, pictures.get(one.pk, ""), [member.player for member in one.first_members]) for one in shown],
        "games": longest_games_in_progress(games, request.user),
        "found": page,
    }
    return render(request, "leagues/leagues.html", context)


@require_safe
def league_page(request: HttpRequest, league_id: int) -> HttpResponse:
    """Return the page of a league with the groups of its latest season, the viewer's own first."""
    shown = _league_or_404(league_id)
    return _season_page(request, shown, access.find_season(shown), "league")


@require_safe
def season_page(request: HttpRequest, league_id: int, season_number: int) -> HttpResponse:
    """Return the page with the groups of a season and their tables."""
    shown = _league_or_404(league_id)
    try:
        found = access.find_season(shown, season_number)
    except NoSuchLeague as error:
        raise Http404 from error
    return _season_page(request, shown, found, "season")


def _season_page(request: HttpRequest, shown: League, found: Season | None, tab: str) -> HttpResponse:
    context = _header_context(request, shown, tab) | {"season": found, "may_join": _may_join(request, shown)}
    is_joinable = found is None or (context["mine"] is None and shown.closed_at is None)
    context["shows_entry"] = tab == "league" and is_joinable
    if found is None:
        waiting = shown.members.filter(state=MemberState.WAITING).select_related("player").order_by("-rank", "pk")
        context["waiting"] = waiting[:MOST_LISTED]
        return render(request, "leagues/league.html", context)
    groups = found.groups.order_by("division", "number")
    pages = max(1, -(-groups.count() // A_PAGE_OF_GROUPS))
    page = min(max(requested_number(request, "page") or 1, 1), pages)
    own = None
    if isinstance(request.user, Player):
        own = groups.filter(tournament__entries__player=player_of(request)).first()
    rest = [one for one in groups[(page - 1) * A_PAGE_OF_GROUPS : page * A_PAGE_OF_GROUPS] if one != own]
    tables = league_tables.with_promotion_marks(
        league_tables.group_tables([*([own] if own else []), *rest]), found, shown
    )
    mine = next((table for table in tables if table.group == own), None)
    context |= {
        "my_group": None if mine is None else mine,
        "boards": event_boards(
            Game.objects.filter(pairing__round__tournament__league_group__season=found), request.user
        ),
        "tables": [table for table in tables if table is not mine],
        "people": [line.entry.player for line in tables[0].lines] if tables else [],
        "chances": _group_opponents_with_refusals(request, mine, found, shown),
        "page": page,
        "pages": range(1, pages + 1) if pages > 1 else (),
        "has_marks": any(line.moves for table in tables for line in table.lines),
        "seasons": shown.seasons.order_by("-number")[:MOST_SEASONS],
        "entry_season": found.number + 1,
        "previous": found.number - 1,
        "next": found.number + 1 if shown.seasons.filter(number=found.number + 1).exists() else 0,
        "is_running": found.state == SeasonState.RUNNING,
    }
    return render(request, "leagues/league.html", context)


def _group_opponents_with_refusals(
    request: HttpRequest, mine: GroupTable | None, found: Season, shown: League
) -> list[tuple[Entry, str]]:
    """Return the other players of the viewer's group, each with the sentence that says why the viewer cannot challenge
    them, "" if the viewer can. Return [] if the viewer has no group, and outside a running season with free pairing."""
    if mine is None or not shown.free or found.state != SeasonState.RUNNING:
        return []
    found.league, mine.group.season = shown, found
    me = next(line.entry for line in mine.lines if line.entry.player_id == player_of(request).pk)
    chances = free_games.free_game_options_of(me, mine.group, received_at(request))
    rows = [(line.entry, chances.refusal(line.entry)) for line in mine.lines if line.entry != me]
    return [(entry, "" if why is None else str(REFUSALS[why])) for entry, why in rows]


def _league_or_404(league_id: int) -> League:
    try:
        return access.league_for(league_id)
    except NoSuchLeague as error:
        raise Http404 from error


def _header_context(request: HttpRequest, shown: League, tab: str) -> dict[str, Any]:
    """Return the template context for the header of a league's pages. `tab` is the key of the selected tab."""
    role = access.league_director_role(request.user, shown)
    return {
        "league": shown,
        "tab": tab,
        "mine": _own_membership(request, shown),
        "directs": role is not None,
        "owns": role in (AuthorRole.OWNER, AuthorRole.MODERATOR),
    }


def _own_membership(request: HttpRequest, shown: League) -> LeagueMember | None:
    if not isinstance(request.user, Player):
        return None
    return shown.members.exclude(state=MemberState.LEFT).filter(player=player_of(request)).first()


def _may_join(request: HttpRequest, shown: League) -> bool:
    """Return whether the page offers to join the league. It offers this to everyone, but in a club's league only to its
    members and to visitors."""
    is_open = shown.club_id is None or not isinstance(request.user, Player)
    return is_open or is_member(player_of(request), shown.club_id or 0)


@require_safe
def league_log_page(request: HttpRequest, league_id: int) -> HttpResponse:
    """Return the page with the league's log, newest first (E56)."""
    shown = _league_or_404(league_id)
    page = read_page(
        MergedStreams([Stream(shown.log.all())]), requested_page(request.GET, by_time=False), A_PAGE_OF_LOG
    )
    lines = shown.log.filter(pk__in=[number for _at, number in page.keys]).select_related("by", "about")
    context = _header_context(request, shown, "log") | {
        "lines": league_log_rows(rows_in_key_order(page.keys, lines)),
        "found": page,
    }
    return render(request, "leagues/log.html", context)


@require_POST
@login_required
def change_membership(request: HttpRequest, league_id: int) -> HttpResponse:
    """Join or leave the league, or store whether the viewer plays the next season. Redirect to the league."""
    shown, form = _league_or_404(league_id), MembershipActionForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose what you want to do."))
        return redirect(shown)
    does: dict[str, tuple[Callable[[PlayerRequest], object], str]] = {
        "join": (
            lambda asked: leagues.join_league(asked, league_id),
            _("You have joined the league. You will play from next season."),
        ),
        "leave": (lambda asked: leagues.leave_league(asked, league_id), _("You have left the league.")),
        "resign": (lambda asked: leagues.leave_league(asked, league_id, now=True), _("You have left the league.")),
        "stay": (
            lambda asked: leagues.set_next_season_answer(asked, league_id, stays=True),
            _("You're in for next season."),
        ),
        "go": (
            lambda asked: leagues.set_next_season_answer(asked, league_id, stays=False),
            _("You'll skip next season."),
        ),
    }
    do, message = does[form.cleaned_data["do"]]
    return do_and_redirect(request, shown, lambda: do(player_request(request)), ActionMessages(message, _refusal_text))


@require_POST
@login_required
def challenge_player(request: HttpRequest, league_id: int) -> HttpResponse:
    """Challenge a player of the viewer's group, and redirect to the game."""
    shown, form = _league_or_404(league_id), LeagueChallengeForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose what you want to do."))
        return redirect(shown)

    def start() -> Game | None:
        return free_games.start_free_game(player_request(request), league_id, form.opponent()).game

    return do_and_redirect(request, shown, start, ActionMessages(_("The game has started."), _refusal_text))


def _refusal_text(reason: str) -> str:
    return str(REFUSALS[FreeGameRefusal(reason)])


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def direct_league(request: HttpRequest, league_id: int) -> HttpResponse:
    """Return the directors' page of a league. POST performs an action and redirects to this page or to the league.
    Raises Http404 if the viewer is not a director."""
    shown = _league_or_404(league_id)
    context = _header_context(request, shown, "direct")
    if not context["directs"]:
        raise Http404
    if request.method != "POST":
        return _direct_page(request, shown, context)
    form = LeagueDirectorActForm(request.POST)
    if not form.is_valid():
        return _direct_page(request, shown, context | {"form": form}, status=400)
    try:
        league_acts.perform_director_act(player_request(request), shown.pk, form.act(), form.act_input())
    except (Refusal, NoSuchPlayer) as refusal:
        return _direct_page(request, shown, context | {"refused": refusal.message()}, status=refusal.http_status)
    messages.success(request, pgettext("text", "Done."))
    is_start = form.act() in (LeagueDirectorAct.START, LeagueDirectorAct.END)
    return redirect(shown) if is_start else redirect("leagues:direct_league", shown.pk)


def _direct_page(request: HttpRequest, shown: League, context: dict[str, Any], status: int = 200) -> HttpResponse:
    people = shown.members.exclude(state=MemberState.LEFT).select_related("player").order_by("player__username")
    season = access.find_season(shown)
    games = Game.objects.filter(pairing__round__tournament__league_group__season=season)
    context |= {
        "season": season,
        "games": [] if season is None else longest_games_in_progress(games, request.user),
        "groups": [] if season is None else named_groups(season),
        "people": [one.player for one in people[:MOST_LISTED]],
        "directors": shown.directors.select_related("player"),
        "me": player_of(request),
    }
    return render(request, "leagues/direct.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_league(request: HttpRequest) -> HttpResponse:
    """Return the form for a new league. POST creates the league and redirects to it."""
    form = LeagueForm(
        request.POST if request.method == "POST" else None,
        clubs=clubs_allowing_events_by(player_of(request)), initial=LeagueForm.initial_from_query(request.GET),
    )  # fmt: skip
    return save_and_redirect(request, form, leagues.create_league, ("leagues/new.html", {}))
