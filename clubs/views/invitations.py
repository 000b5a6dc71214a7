"""The page for inviting many players: by a list, or by a link with a QR code (E114, E115)."""

from __future__ import annotations

from urllib.parse import quote

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.errors import NotATextFile
from clubs.services.inviting import LONGEST_LIST, InvitationOutcome, invite_many
from clubs.services.managing import create_invitation_link
from foundation.decoding import decode_text
from foundation.qr_code import qr_code
from foundation.refusals import Refusal

from .shared import club_or_404, header_context_of_club, player_request

LARGEST_FILE = 4 * LONGEST_LIST


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def invitations_page(request: HttpRequest, club_id: int) -> HttpResponse:
    """Return the managers' page with the form that invites players, and the club's link with its QR code. POST invites
    everyone in the text and the uploaded file. If the form asks for a link and there is none, it is created first.
    Raises Http404 for others."""
    club = club_or_404(request, club_id)
    context = header_context_of_club(request, club, "manage")
    if not context["manages"]:
        raise Http404
    text, made, refusal = request.POST.get("people", ""), None, None
    if request.method == "POST":
        try:
            if "link" in request.POST and not club.invite_key:
                club = create_invitation_link(player_request(request), club_id)
            made = invite_many(
                player_request(request), club_id, "\n".join(filter(None, (text, _uploaded_text(request))))
            )
            text = ""
        except Refusal as error:
            refusal = error
    link = request.build_absolute_uri(club.invitation_path) if club.invite_key else ""
    context |= {
        "made": made,
        "text": text,
        "refusal": refusal,
        "longest": LONGEST_LIST,
        "link": link,
        "qr": qr_code(link) if link else "",
        "mail": _mailto_url(made, club.name, link) if made is not None else "",
    }
    return render(request, "clubs/invite.html", context, status=200 if refusal is None else refusal.http_status)


def _uploaded_text(request: HttpRequest) -> str:
    """Return the text of the uploaded file; "" if there is none. Raises NotATextFile."""
    upload = request.FILES.get("file")
    if upload is None:
        return ""
    try:
        return decode_text(upload.read(LARGEST_FILE))
    except ValueError:
        raise NotATextFile from None


def _mailto_url(made: InvitationOutcome, name: str, link: str) -> str:
    """Return a mailto: URL that starts an e-mail to the addresses in `made` in the manager's mail program. Return ""
    without addresses or without a link."""
    if not made.addresses or not link:
        return ""
    subject = quote(_("Join the club %(name)s") % {"name": name})
    return f"mailto:?bcc={quote(','.join(made.addresses), safe=',@')}&subject={subject}&body={quote(link)}"
