"""Pages of bulletins: the list, one bulletin with its poll, and the form."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.core.audit import StaffContext
from accounts.security.staff_permissions import StaffPermission, may
from foundation import timesource
from foundation.refusals import Refusal
from foundation.text import whole_number
from games.views.requests import player_of, received_at
from social.errors import NoSuchBulletin
from social.forms import BulletinForms
from social.models import Bulletin, Vote
from social.services import bulletins as services


@require_safe
def bulletin_list(request: HttpRequest) -> HttpResponse:
    """Return the page with published bulletins, the latest first. Administrators also see past and future ones."""
    is_staff = may(request.user, StaffPermission.ADMINISTER)
    now = timesource.now()
    rows = Bulletin.objects.prefetch_related("texts") if is_staff else services.published_bulletins(now)
    shown = list(rows[: services.MOST_SHOWN])
    in_force = [one.pk for one in shown if one.is_in_force(now)]
    voted = set(Vote.objects.filter(player=request.user.pk, bulletin__in=shown).values_list("bulletin", flat=True))
    context = {"bulletins": shown, "is_staff": is_staff, "voted": voted, "in_force": in_force}
    return render(request, "social/bulletins.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def bulletin_page(request: HttpRequest, bulletin_id: int) -> HttpResponse:
    """Return the page of one bulletin. POST stores the viewer's vote in its poll."""
    found = _bulletin_or_404(request, bulletin_id)
    return _record_vote(request, found) if request.method == "POST" else _render_page(request, found)


@login_required
def _record_vote(request: HttpRequest, found: Bulletin) -> HttpResponse:
    number = whole_number(request.POST.get("choice"), 3)
    choice = -1 if number is None else number
    try:
        services.record_vote(player=player_of(request), bulletin=found, choice=choice, now=received_at(request))
    except Refusal as refusal:
        return _render_page(request, found, refusal)
    return redirect(found)


def _render_page(request: HttpRequest, found: Bulletin, refusal: Refusal | None = None) -> HttpResponse:
    context = {
        "bulletin": found,
        "poll": services.find_poll(found, request.user, timesource.now()),
        "refusal": "" if refusal is None else refusal.message(),
        "is_staff": may(request.user, StaffPermission.ADMINISTER),
    }
    return render(request, "social/bulletin.html", context, status=200 if refusal is None else refusal.http_status)


@require_POST
@login_required
def dismiss_bulletin(request: HttpRequest, bulletin_id: int) -> HttpResponse:
    """Hide a bulletin from the viewer's start page (My games), and redirect to that page."""
    services.dismiss_bulletin(player=player_of(request), bulletin=_bulletin_or_404(request, bulletin_id))
    return redirect("games:my_games")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit_bulletin(request: HttpRequest, bulletin_id: int | None = None) -> HttpResponse:
    """Return the page with the form for a new or an existing bulletin. POST saves the bulletin and redirects to it.
    Raises Http404 unless the viewer is an administrator."""
    if not may(request.user, StaffPermission.ADMINISTER):
        raise Http404
    found = None if bulletin_id is None else _bulletin_or_404(request, bulletin_id)
    forms = BulletinForms(request.POST if request.method == "POST" else None, found)
    if request.method == "POST" and forms.is_valid():
        made, texts = forms.bulletin_and_texts()
        staff = player_of(request)
        if found is None:
            made.by = staff
        services.save_bulletin(made, texts, StaffContext(staff, received_at(request), texts[0].title))
        messages.success(request, pgettext("text", "Saved."))
        return redirect(made)
    status = 400 if request.method == "POST" else 200
    context = {
        "forms": forms,
        "parts": forms.parts(),
        "bulletin": found,
        "has_votes": found is not None and found.votes.exists(),
        "status": status,
    }
    return render(request, "social/edit_bulletin.html", context, status=status)


def _bulletin_or_404(request: HttpRequest, bulletin_id: int) -> Bulletin:
    try:
        return services.visible_bulletin(request.user, bulletin_id, timesource.now())
    except NoSuchBulletin as error:
        raise Http404 from error
