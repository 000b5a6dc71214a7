"""Upload games from other servers, and map the names in them to members (E150, E151)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_http_methods

from accounts.core.lookup import NoSuchPlayer, get_player_by_name
from accounts.security.staff_permissions import StaffPermission, may
from clubs.models import Club, ClubRole, GameImport, ImportedName
from clubs.services import imported_names, imports
from foundation.keyset import MergedStreams, Stream, read_page, rows_in_key_order
from foundation.refusals import Refusal
from foundation.text import whole_number
from games.views.requests import requested_page
from wording import words

from .import_words import import_error_texts
from .shared import club_or_404, header_context_of_club, player_request

MOST_SHOWN, NAMES_A_PAGE = 30, 50


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def game_imports_page(request: HttpRequest, club_id: int) -> HttpResponse:
    """Return the page with the upload form and past uploads with their errors. POST uploads files or deletes an upload.
    For the club's owner; moderators may view and delete."""
    shown = club_or_404(request, club_id)
    context = header_context_of_club(request, shown, "games")
    if context["role"] != ClubRole.OWNER and not may(request.user, StaffPermission.MODERATE):
        raise Http404
    status = 200
    if request.method == "POST":
        try:
            _upload_or_delete(request, shown)
            return redirect("clubs:import", club_id)
        except Refusal as refusal:
            status = refusal.http_status
            context["refusal"] = refusal
    rows = GameImport.objects.filter(club=shown).select_related("by").defer("data").order_by("-pk")[:MOST_SHOWN]
    context["uploads"] = [(row, import_error_texts(row)) for row in rows]
    context["waits"] = any(row.state == GameImport.State.WAITING for row in rows)
    return render(request, "clubs/import.html", context, status=status)


def _upload_or_delete(request: HttpRequest, shown: Club) -> None:
    asked = player_request(request)
    if request.POST.get("do") == "delete":
        imports.delete_upload(asked, shown.pk, whole_number(request.POST.get("upload"), 9) or 0)
        messages.success(request, pgettext("text", "The games have been deleted."))
        return
    files = [(file.name or "", file.read()) for file in request.FILES.getlist("files")]
    row = imports.store_upload(asked, shown.pk, files)
    if row.state == GameImport.State.WAITING:
        messages.success(request, _("Upload received. Processing takes a minute or two."))
    else:
        text = ngettext("%(n)s game imported.", "%(n)s games imported.", row.games)
        messages.success(request, text % {"n": words.localized_number(row.games)})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def imported_names_page(request: HttpRequest, club_id: int) -> HttpResponse:
    """Return the page with the names in imported games: all of them for the owner, proposed ones for other members.
    POST maps a name, or confirms or declines a proposal."""
    shown = club_or_404(request, club_id)
    context = header_context_of_club(request, shown, "games")
    is_owner = context["role"] == ClubRole.OWNER
    there = ImportedName.objects.filter(club=shown)
    if not is_owner:
        there = there.filter(player=request.user.pk)
        if context["role"] is None or not there.exists():
            raise Http404
    if request.method == "POST":
        try:
            _map_name_or_answer(request, shown)
            messages.success(request, pgettext("text", "Saved."))
        except (Refusal, NoSuchPlayer) as refusal:
            messages.error(request, refusal.message())
        return redirect(request.get_full_path() if is_owner else shown.get_absolute_url())
    page = read_page(MergedStreams([Stream(there)]), requested_page(request.GET, by_time=False), NAMES_A_PAGE)
    context |= {"names": _names_with_game_counts(page.keys), "found": page, "is_owner": is_owner}
    return render(request, "clubs/names.html", context)


def _map_name_or_answer(request: HttpRequest, shown: Club) -> None:
    asked, do = player_request(request), request.POST.get("do")
    name_id = whole_number(request.POST.get("name"), 9) or 0
    if do in ("confirm", "decline"):
        imported_names.answer_proposal(asked, shown.pk, name_id, is_mine=do == "confirm")
        return
    member = request.POST.get("player", "").strip()[:30]
    imported_names.propose_member(asked, shown.pk, name_id, get_player_by_name(member) if member else None)


def _names_with_game_counts(keys: Any) -> list[ImportedName]:
    rows = ImportedName.objects.filter(pk__in=[number for _at, number in keys]).select_related("player")
    counted = rows.annotate(games=Count("as_black", distinct=True) + Count("as_white", distinct=True))
    return rows_in_key_order(keys, counted)
