"""The pages of the list of clubs, of creating a club, and of changing a club's data."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Player
from clubs import access
from clubs.errors import ClubNameTaken, InvalidClubField
from clubs.forms import ClubForm
from clubs.models import Club, Membership
from clubs.models.club import ClubOptions
from clubs.services import founding
from clubs.services.boards import member_game_board_by_club, running_games_of_members
from foundation.keyset import MergedStreams, Stream, read_page, rows_in_key_order
from foundation.options import option_values_of
from foundation.refusals import Refusal
from games.event_boards import longest_games_in_progress
from games.views.requests import requested_page

from .shared import club_or_404, header_context_of_club, player_request

A_PAGE, LONGEST_SEARCH, WORTH_SEARCHING, MOST_FACES = 30, 60, 10, 6


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """Return the page with all clubs, the viewer's own first and the others newest first. `?q=` searches names and
    places."""
    asked = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    there = Club.objects.open().matching(asked)
    page = read_page(MergedStreams([Stream(there)]), requested_page(request.GET, by_time=False), A_PAGE)
    first = Membership.objects.members().select_related("player").order_by("pk")[:MOST_FACES]
    found = Club.objects.filter(pk__in=[number for _at, number in page.keys])
    rows = rows_in_key_order(page.keys, found.prefetch_related(Prefetch("memberships", first, to_attr="first_members")))
    mine = _own_memberships(request)
    rows.sort(key=lambda club: all(one.club_id != club.pk for one in mine))
    seen = [club for club in rows if access.sees_members(request.user, club, None)]
    pictures = member_game_board_by_club([club.pk for club in seen], request.user)
    people = {club.pk: [one.player for one in club.first_members] for club in seen}
    context = {
        "rows": [(club, pictures.get(club.pk), people.get(club.pk, ())) for club in rows],
        "games": longest_games_in_progress(running_games_of_members(seen), request.user),
        "found": page,
        "asked": asked,
        "is_long": bool(asked or page.previous or page.next) or len(rows) >= WORTH_SEARCHING,
        "query": urlencode({"q": asked}) if asked else "",
        "mine": mine,
        "mine_elsewhere": [one for one in mine if one.club not in rows],
    }
    return render(request, "clubs/clubs.html", context)


def _own_memberships(request: HttpRequest) -> list[Membership]:
    if not isinstance(request.user, Player):
        return []
    rows = Membership.objects.members().filter(player=request.user, club__closed_at=None)
    return list(rows.select_related("club").order_by("-pk"))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_club(request: HttpRequest) -> HttpResponse:
    """Return the page with the form for a new club. POST creates the club and redirects to it."""
    form = ClubForm(request.POST if request.method == "POST" else None)
    asked, status = player_request(request), 200
    refusal = founding.founding_refusal(asked.player, asked.now)
    if form.is_bound:
        status = 400
        if form.is_valid():
            try:
                return redirect(founding.create_club(asked, form.club_details()))
            except Refusal as error:
                status = error.http_status
                _add_refusal(form, error)
    context = {"form": form, "groups": form.groups(), "refusal": refusal}
    context |= {
        "confirms_email": settings.IGO_CONFIRM_EMAIL,
        "needs_games": founding.needs_finished_games(asked.player),
    }
    return render(request, "clubs/new.html", context, status=status)


def _add_refusal(form: ClubForm, refusal: Refusal) -> None:
    name = "name" if isinstance(refusal, ClubNameTaken) else None
    if isinstance(refusal, InvalidClubField) and refusal.data.get("field") in form.fields:
        name = refusal.data["field"]
    form.add_error(name, refusal.message())


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit_club(request: HttpRequest, club_id: int) -> HttpResponse:
    """Return the page with the form for a club's data. POST changes the data and redirects to the club. Players who are
    not managers are redirected to the club."""
    club = club_or_404(request, club_id)
    context = header_context_of_club(request, club, "edit")
    if not context["manages"]:
        return redirect(club)
    form = ClubForm(request.POST if request.method == "POST" else None, initial=option_values_of(club, ClubOptions))
    status = 200
    if form.is_bound:
        status = 400
        if form.is_valid():
            try:
                return redirect(founding.change_club(player_request(request), club_id, form.club_details()))
            except Refusal as error:
                status = error.http_status
                _add_refusal(form, error)
    context |= {"form": form, "groups": form.groups(), "pictures": settings.IGO_PICTURES}
    return render(request, "clubs/edit.html", context, status=status)
