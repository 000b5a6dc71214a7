"""Pages: reporting a class or a message to it, and hiding them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.core.audit import StaffContext
from accounts.security.staff_permissions import StaffPermission, may
from classes.errors import NoSuchClass
from classes.services import moderating
from clubs.views.asked import request_of
from foundation.text import clean_text
from moderation.models.case import CaseKind
from moderation.views.reporting import about

LONGEST_REASON = 500


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report(request: HttpRequest, class_id: int, message_id: int | None = None) -> HttpResponse:
    """Report the name and the description of a class, or a message to it."""
    try:
        target = moderating.target(request_of(request).player, class_id, message_id)
    except NoSuchClass as error:
        raise Http404 from error
    return about(request, lambda: target, CaseKind.ABUSE)


@require_POST
@login_required
def hide(request: HttpRequest, class_id: int, message_id: int | None = None) -> HttpResponse:
    """Hide the texts of a class or a message to it, for a reason that the teacher can read; for moderators."""
    asked, reason = request_of(request), clean_text(request.POST.get("reason", ""))[:LONGEST_REASON]
    if not may(asked.player, StaffPermission.MODERATE):
        raise Http404
    if not reason:
        messages.error(request, _("Enter a reason."))
        return redirect("classes:class", class_id)
    try:
        moderating.hide(StaffContext(asked.player, asked.now, reason), class_id, message_id)
    except NoSuchClass as error:
        raise Http404 from error
    return redirect("classes:class", class_id)
