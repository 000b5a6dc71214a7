"""The pages of one record: its board with variations and comments, and its file."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from foundation.text import whole_number
from games.views.requests import player_of
from library.access import record_for
from library.downloads import file_of
from library.errors import NoSuchRecord
from library.models import LONGEST_FOLDER, Record
from library.services import listing

from .record_page import RecordPage


@login_required
@require_safe
def record(request: HttpRequest, record_id: int) -> HttpResponse:
    """Show a record at the node `?at=`, by default at its start."""
    found = _found(request, record_id)
    context = {
        "page": RecordPage(found, whole_number(request.GET.get("at"), 5) or 0),
        "record": found,
        "tags": ", ".join(tag.name for tag in found.tags.all()),
        "folders": [name for name, _n in listing.folders_of(player_of(request))],
        "longest_folder": LONGEST_FOLDER,
    }
    return render(request, "library/record.html", context)


@login_required
@require_safe
def file(request: HttpRequest, record_id: int) -> HttpResponse:
    """Return the record's file, byte for byte as it was uploaded."""
    return file_of(_found(request, record_id))


def _found(request: HttpRequest, record_id: int) -> Record:
    try:
        return record_for(request.user, record_id)
    except NoSuchRecord as error:
        raise Http404 from error
