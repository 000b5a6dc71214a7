"""The pages of one record: the board with variations and comments, the file, and sharing."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from clubs import audience_form
from clubs.services.audiences import Audience, audience_of
from foundation.refusals import Refusal
from foundation.text import whole_number
from games.views.requests import player_of, received_at
from library.access import visible_record
from library.downloads import file_response
from library.errors import NoSuchRecord
from library.models import LONGEST_FOLDER, Record
from library.services import listing, sharing

from .record_page import RecordPage


@require_safe
def record_page(request: HttpRequest, record_id: int) -> HttpResponse:
    """Return the page of a record at the node `?at=`, by default at its start."""
    return _render_record_page(request, record_or_404(request, record_id))


def _render_record_page(request: HttpRequest, found: Record, refusal: Refusal | None = None) -> HttpResponse:
    """Return the page of a record. If sharing the record was refused, the form for sharing is open, with the error and
    what was typed."""
    context = {"page": RecordPage(found, whole_number(request.GET.get("at"), 5) or 0), "record": found}
    if isinstance(request.user, Player) and found.owner_id == request.user.pk:
        typed = None if refusal is None else audience_form.audience_from_form(request.POST)
        context |= _owner_context(request.user, found, typed or audience_of(found))
        context["share_refusal"] = "" if refusal is None else refusal.message()
    else:
        context["may_hide"] = may(request.user, StaffPermission.MODERATE)
    return render(request, "library/record.html", context, status=200 if refusal is None else refusal.http_status)


def _owner_context(player: Player, found: Record, audience: Audience) -> dict[str, Any]:
    return {
        "is_owner": True,
        "tags": ", ".join(tag.name for tag in found.tags.all()),
        "folders": [name for name, _n in listing.folders_of(player)],
        "longest_folder": LONGEST_FOLDER,
        **audience_form.audience_form_context(player, audience),
        "is_public": audience.everyone,
    }


@require_safe
def download_record_file(request: HttpRequest, record_id: int) -> HttpResponse:
    """Return the record's file, byte for byte as it was uploaded."""
    return file_response(record_or_404(request, record_id))


@login_required
@require_POST
def share_record(request: HttpRequest, record_id: int) -> HttpResponse:
    """Set who may see the record, and redirect to its page. If this is refused, return the record's page with the error
    and the form as it was filled in."""
    try:
        sharing.share_record(
            player_of(request), record_id, audience_form.audience_from_form(request.POST), received_at(request)
        )
    except NoSuchRecord as error:
        raise Http404 from error
    except Refusal as refusal:
        return _render_record_page(request, record_or_404(request, record_id), refusal)
    messages.success(request, pgettext("text", "Saved."))
    return redirect("library:record", record_id)


@login_required
@require_POST
def hide_record(request: HttpRequest, record_id: int) -> HttpResponse:
    """Hide a shared record as a moderator, for a reason that its owner can read, and redirect to the shared records.
    Without a reason, redirect to the record's page."""
    by = audience_form.staff_context_from_form(request, received_at(request))
    if not by.reason:
        messages.error(request, _("Enter a reason."))
        return redirect("library:record", record_id)
    try:
        sharing.hide_record(by, record_id)
    except NoSuchRecord as error:
        raise Http404 from error
    return redirect("library:shared")


def record_or_404(request: HttpRequest, record_id: int) -> Record:
    """Return a record if the viewer may see it. Raises Http404."""
    try:
        return visible_record(request.user, record_id)
    except NoSuchRecord as error:
        raise Http404 from error
