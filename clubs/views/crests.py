"""Change clubs' crests, and serve them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST, require_safe

from accounts.core.pictures import PicturesOff
from accounts.views.pictures import picture_response
from clubs.services import crests
from foundation.refusals import Refusal

from .shared import club_or_404, player_request


@require_POST
@login_required
def change_crest(request: HttpRequest, club_id: int) -> HttpResponse:
    """Store the uploaded crest, or delete the current one, and redirect to the form with the club's data."""
    shown, file = club_or_404(request, club_id), request.FILES.get("file")
    try:
        if request.POST.get("do") == "remove":
            crests.remove_crest(player_request(request), club_id)
        else:
            crests.store_crest(player_request(request), club_id, b"" if file is None else file.read())
        messages.success(request, pgettext("text", "Saved."))
    except PicturesOff as error:
        raise Http404 from error
    except Refusal as refusal:
        messages.error(request, refusal.message())
        if refusal.http_status == 403:
            return redirect(shown)
    return redirect("clubs:edit", club_id)


@require_safe
def show_crest(request: HttpRequest, digest: str) -> HttpResponse:
    """Return the crest image with this digest. Raises Http404 if no club uses the crest now."""
    return picture_response(crests.find_shown_crest(digest))
