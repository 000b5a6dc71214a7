"""Pages with lists of records: a player's library with search and upload, and the choice of games of an upload."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from foundation.keyset import MergedStreams, Stream, read_page, rows_in_key_order
from foundation.refusals import Refusal
from foundation.text import whole_number, whole_numbers
from games.views.requests import player_of, received_at, requested_page
from library.access import others_records_visible_to, records_of_owner
from library.downloads import files_response
from library.forms import RecordSearchForm
from library.models import Record
from library.services import changing, listing, uploading
from library.services.reading import UploadedFile
from library.services.shelving import FolderAndTags, checked_folder_and_tags
from library.services.uploading import UploadRequest, UploadResult
from wording import words

from .pictures import with_pictures

A_PAGE, A_CHOICE, MOST_REFUSED = 24, 100, 5


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def library_page(request: HttpRequest) -> HttpResponse:
    """Return the page with the player's records and a search. POST uploads files: a single game is kept at once, and
    several games lead to the page where the player chooses. A single game that the library already has leads to its
    record."""
    if request.method != "POST":
        return _render_library(request)
    player, now = player_of(request), received_at(request)
    files = [UploadedFile(file.name or "", file.read()) for file in request.FILES.getlist("file")]
    try:
        made = uploading.store_upload_for_choice(player, UploadRequest(files), now)
    except Refusal as refusal:
        return _render_library(request, refusal)
    _report_left_out(request, made)
    if len(made.records) == 1 and "look" not in request.POST:
        uploading.keep_records(player, made.records, FolderAndTags(), now)
    if not made.records:
        return redirect("library:record", *made.known_ids) if len(made.known_ids) == 1 else redirect("library:library")
    return redirect(made.records[0]) if len(made.records) == 1 else redirect("library:choose")


def _report_left_out(request: HttpRequest, result: UploadResult) -> None:
    """Add messages about the games and files that the upload left out."""
    for name, refusal in result.refused[:MOST_REFUSED]:
        messages.warning(request, f"{name}: {refusal.message()}")
    more = len(result.refused) - MOST_REFUSED
    if more > 0:
        text = ngettext("%(n)s more file couldn't be read.", "%(n)s more files couldn't be read.", more)
        messages.warning(request, text % {"n": words.localized_number(more)})
    if result.known:
        text = ngettext(
            "%(n)s game was already in your library.", "%(n)s games were already in your library.", result.known
        )
        messages.info(request, text % {"n": words.localized_number(result.known)})


def _render_library(request: HttpRequest, refusal: Refusal | None = None) -> HttpResponse:
    player, form = player_of(request), RecordSearchForm(request.GET)
    rows = listing.matching_records(player, form.search())
    found = read_page(MergedStreams([Stream(rows.order_by())]), requested_page(request.GET, by_time=False), A_PAGE)
    numbers = [number for _at, number in found.keys]
    query = request.GET.copy()
    for name in ("page", "after", "before"):
        query.pop(name, None)
    context = {
        "form": form,
        "found": found,
        "records": with_pictures(rows_in_key_order(found.keys, rows.filter(pk__in=numbers).prefetch_related("tags"))),
        "query": query.urlencode(),
        "is_detailed": any(query.get(name) for name in ("event", "since", "until", "size", "rules")),
        "folders": listing.folders_of(player),
        "tags": listing.tags_of(player),
        "waiting": Record.objects.waiting_for_choice().filter(owner=player).count(),
        "refusal": None if refusal is None else refusal.message(),
    }
    status = 400 if not form.is_valid() else 200 if refusal is None else refusal.http_status
    return render(request, "library/library.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def keep_uploaded_games_page(request: HttpRequest) -> HttpResponse:
    """Return the page with the games of the last upload. POST keeps all, some or none of them, as the player
    chooses."""
    player = player_of(request)
    waiting = Record.objects.waiting_for_choice().filter(owner=player).defer("data").order_by("pk")
    if request.method != "POST":
        rows = list(waiting[:A_CHOICE])
        if not rows:
            return redirect("library:library")
        return render(request, "library/choose.html", _choice_context(rows, waiting.count()))
    posted = request.POST
    try:
        shelf = checked_folder_and_tags(posted.get("folder", ""), posted.get("tags", "").split(","))
        chosen = waiting if posted.get("do") == "all" else waiting.filter(pk__in=_posted_record_ids(request))
        kept = [] if posted.get("do") == "none" else list(chosen)
        uploading.keep_records(player, kept, shelf, received_at(request))
    except Refusal as refusal:
        rows = list(waiting[:A_CHOICE])
        context = {**_choice_context(rows, waiting.count()), "refusal": refusal.message(), "posted": posted}
        if posted.get("do") == "some":
            context["chosen"] = _posted_record_ids(request)
        return render(request, "library/choose.html", context, status=refusal.http_status)
    last = whole_number(posted.get("last"), 18)
    left = Record.objects.waiting_for_choice().filter(owner=player)
    (left.filter(pk__lte=last or 0) if posted.get("do") == "some" else left).delete()
    text = ngettext("%(n)s game kept.", "%(n)s games kept.", len(kept)) % {"n": words.localized_number(len(kept))}
    messages.success(request, text)
    return redirect("library:choose" if left.exists() else "library:library")


def _choice_context(rows: list[Record], number: int) -> dict[str, Any]:
    return {
        "records": with_pictures(rows),
        "number": number,
        "more": number - len(rows),
        "posted": {},
        "chosen": [row.pk for row in rows],
    }


def _posted_record_ids(request: HttpRequest) -> list[int]:
    return whole_numbers(request.POST.getlist("record"), 18)


@login_required
@require_POST
def perform_records_action(request: HttpRequest) -> HttpResponseBase:
    """Delete the selected records, put them into a folder or tag them, and redirect to the library. With `do=download`,
    return them as a zip archive instead. Without `do`, as on a record's page, set folder and tags, and redirect to the
    record."""
    player, numbers, posted = player_of(request), _posted_record_ids(request), request.POST
    selected = records_of_owner(player).filter(pk__in=numbers)
    if not selected.exists():
        messages.error(request, _("Select at least one record."))
        return _redirect_to_library(request)
    if posted.get("do") == "download":
        return files_response(selected, as_collection=False)
    try:
        if posted.get("do") == "delete":
            gone = changing.delete_records(player, numbers)
            text = ngettext("%(n)s record deleted.", "%(n)s records deleted.", gone)
            messages.success(request, text % {"n": words.localized_number(gone)})
            return _redirect_to_library(request)
        folder = None if posted.get("do") == "tag" else posted.get("folder")
        tags = None if posted.get("do") == "move" else posted.get("tags")
        shelf = checked_folder_and_tags(folder, None if tags is None else tags.split(","))
        changing.set_folder_and_tags(player, numbers, shelf, received_at(request))
        messages.success(request, pgettext("text", "Saved."))
    except Refusal as refusal:
        messages.error(request, refusal.message())
    is_page_of_record = "do" not in posted
    return redirect("library:record", numbers[0]) if is_page_of_record else _redirect_to_library(request)


def _redirect_to_library(request: HttpRequest) -> HttpResponse:
    """Return a redirect to the library that keeps the search of the request's query string."""
    return redirect(reverse("library:library", query=request.GET))


@login_required
@require_safe
def download_records(request: HttpRequest) -> StreamingHttpResponse:
    """Return the records that match the search in the query string, as a zip archive or (`?as=sgf`) as one
    collection."""
    rows = listing.matching_records(player_of(request), RecordSearchForm(request.GET).search())
    return files_response(rows, as_collection=request.GET.get("as") == "sgf")


@require_safe
def shared_records_page(request: HttpRequest) -> HttpResponse:
    """Return the page with records that others share with the viewer, with the viewer's clubs or classes, or with
    everyone."""
    rows = others_records_visible_to(request.user)
    found = read_page(MergedStreams([Stream(rows.order_by())]), requested_page(request.GET, by_time=False), A_PAGE)
    there = Record.objects.filter(pk__in=[number for _at, number in found.keys]).defer("data").select_related("owner")
    context: dict[str, Any] = {"found": found, "records": with_pictures(rows_in_key_order(found.keys, there))}
    return render(request, "library/shared.html", context)
