"""Change a player's picture, and serve players' pictures."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST, require_safe

from accounts.core.pictures import BadPicture, PicturesOff, find_shown_picture, remove_picture, store_picture
from accounts.models import Player

KEPT_FOR = "public, max-age=86400"


@require_POST
@login_required
def change_picture(request: HttpRequest) -> HttpResponse:
    """Store the uploaded file as the player's picture, or delete the picture (`do=remove`), and redirect to the account
    settings."""
    player, file = request.user, request.FILES.get("file")
    assert isinstance(player, Player)
    try:
        if request.POST.get("do") == "remove":
            remove_picture(player)
        else:
            store_picture(player, _uploaded_bytes(file), timezone.now())
        messages.success(request, pgettext("text", "Saved."))
    except PicturesOff as error:
        raise Http404 from error
    except BadPicture as refusal:
        messages.error(request, refusal.message())
    return redirect("accounts:settings_tab", "account")


def _uploaded_bytes(file: Any) -> bytes:
    """Return the bytes of the uploaded file, b"" if there is none."""
    return bytes(file.read()) if isinstance(file, UploadedFile) else b""


@require_safe
def show_picture(request: HttpRequest, digest: str) -> HttpResponse:
    """Return the picture with this digest. Raises Http404 if no player shows it now."""
    return picture_response(find_shown_picture(digest))


def picture_response(webp: bytes | None) -> HttpResponse:
    """Return the response with a picture, which may be cached for a day. Raises Http404 for None."""
    if webp is None:
        raise Http404
    return HttpResponse(webp, "image/webp", headers={"Cache-Control": KEPT_FOR})
