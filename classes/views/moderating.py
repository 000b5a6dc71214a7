"""Pages for reporting a class or one of its messages, and for hiding them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from classes.errors import NoSuchClass
from classes.services import moderating
from clubs import audience_form
from clubs.views.shared import player_request
from moderation.models.case import CaseKind
from moderation.views.reporting import report_form_page


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_class(request: HttpRequest, class_id: int, message_id: int | None = None) -> HttpResponse:
    """Return the form for reporting a class's name and description, or a message to the class. POST sends the
    report."""
    try:
        target = moderating.report_target(player_request(request).player, class_id, message_id)
    except NoSuchClass as error:
        raise Http404 from error
    return report_form_page(request, lambda: target, CaseKind.ABUSE)


@require_POST
@login_required
def hide_class_texts(request: HttpRequest, class_id: int, message_id: int | None = None) -> HttpResponse:
    """Hide the name and description of a class, or a message to it, with the moderator's reason, which the teacher can
    read. Redirect to the class. Raises Http404."""
    by = audience_form.staff_context_from_form(request, player_request(request).now)
    if not by.reason:
        messages.error(request, _("Enter a reason."))
        return redirect("classes:class", class_id)
    try:
        moderating.hide_class_texts(by, class_id, message_id)
    except NoSuchClass as error:
        raise Http404 from error
    return redirect("classes:class", class_id)
