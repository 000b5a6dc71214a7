"""Pages for creating children's accounts and cards, for signing in with a card, and for guardians who take over an
account."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.core import mail_server
from accounts.core.lookup import get_player_by_name
from classes.errors import NoSuchCard
from classes.forms import CreateChildAccountsForm, GuardianEmailForm, GuardianPasswordForm
from classes.models import Child, Classroom
from classes.services import guardians
from classes.services.children import (
    GUARDIAN,
    MOST_AT_ONCE,
    SIGN_IN,
    SignInCard,
    create_child_accounts,
    find_child_by_secret,
    issue_new_card,
)
from clubs.views.shared import player_request
from foundation import timesource
from foundation.qr_code import qr_code
from foundation.refusals import Refusal
from games.services.idempotency import PlayerRequest

from .asked import class_or_404


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def children_page(request: HttpRequest, class_id: int) -> HttpResponse:
    """Return the teacher's form that creates accounts for children. POST creates them and shows their cards."""
    seen = class_or_404(request, class_id)
    if not seen.teaches:
        raise Http404
    form, status = CreateChildAccountsForm(request.POST if request.method == "POST" else None), 200
    if form.is_bound:
        status = 400
        if form.is_valid():
            asked = player_request(request)
            asked = PlayerRequest(asked.player, asked.now, form.cleaned_data["key"] or None)
            try:
                return _cards_page(
                    request, seen.classroom, create_child_accounts(asked, class_id, form.cleaned_data["names"])
                )
            except Refusal as refusal:
                form.add_error(None, refusal.message())
                status = refusal.http_status
    context = {"form": form, "classroom": seen.classroom, "most": MOST_AT_ONCE, "key": secrets.token_urlsafe(16)}
    return render(request, "classes/children.html", context, status=status)


@require_POST
@never_cache
@login_required
def new_card_page(request: HttpRequest, class_id: int) -> HttpResponse:
    """Create a new sign-in card for the child named in `player`, and return the page that shows it to the teacher."""
    seen, asked = class_or_404(request, class_id), player_request(request)
    try:
        child = get_player_by_name(request.POST.get("player", "")[:30], asked.player)
        return _cards_page(request, seen.classroom, [issue_new_card(asked, class_id, child)])
    except Refusal as refusal:
        messages.error(request, refusal.message())
        return redirect(seen.classroom)


def _cards_page(request: HttpRequest, classroom: Classroom, cards: Sequence[SignInCard]) -> HttpResponse:
    rows = []
    for one in cards:
        sign_in, guardian = (settings.IGO_URL + path for path in (one.sign_in_path, one.guardian_path))
        rows.append(
            {"card": one, "sign_in": qr_code(sign_in), "guardian": qr_code(guardian), "guardian_link": guardian}
        )
    context = {"classroom": classroom, "cards": rows, "address": settings.IGO_URL}
    return render(request, "classes/cards.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def sign_in_by_card(request: HttpRequest, secret: str) -> HttpResponse:
    """Sign a browser in with the link on a child's card. GET only shows a confirmation page, because programs also
    follow links."""
    child = _child_or_404(secret, SIGN_IN)
    if request.method == "POST":
        login(request, child.player)
        return redirect(child.classroom or "games:my_games")
    return render(request, "classes/card.html", {"child": child})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def guardian_page(request: HttpRequest, secret: str) -> HttpResponse:
    """Return the page that asks a guardian for an e-mail address. POST sends the link for taking over the account."""
    child = _child_or_404(secret, GUARDIAN)
    form, status = GuardianEmailForm(request.POST if request.method == "POST" else None), 200
    if form.is_bound:
        status = 400
        if form.is_valid():
            try:
                guardians.send_guardian_link(child, form.cleaned_data["email"])
                if mail_server.host_name():
                    messages.success(request, _("We've sent you an e-mail. Open the link in it within 7 days."))
                else:
                    text = _("This server can't send e-mails. Ask the server's administrators for the link.")
                    messages.warning(request, text)
                return redirect(request.path)
            except Refusal as refusal:
                form.add_error(None, refusal.message())
                status = refusal.http_status
    return render(request, "classes/guardian.html", {"child": child, "form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def confirm_guardian(request: HttpRequest, secret: str) -> HttpResponse:
    """Return the page that asks the guardian for a password. POST turns the child's account into a player's account."""
    answer = guardians.read_guardian_link(secret)
    if answer is None:
        raise Http404
    form, status = (
        GuardianPasswordForm(request.POST if request.method == "POST" else None, user=answer.child.player),
        200,
    )
    if form.is_bound:
        status = 400
        if form.is_valid():
            password = form.cleaned_data["password1"]
            try:
                guardians.convert_child_to_player(
                    guardians.GuardianTakeover(answer.child, answer.email, password), timesource.now()
                )
                messages.success(
                    request, _("You have taken over the account. Sign in with its name and your new password.")
                )
                return redirect("account_login")
            except NoSuchCard as error:
                raise Http404 from error
            except Refusal as refusal:
                form.add_error(None, refusal.message())
                status = refusal.http_status
    context = {"child": answer.child, "email": answer.email, "form": form}
    return render(request, "classes/confirm.html", context, status=status)


def _child_or_404(secret: str, purpose: str) -> Child:
    child = find_child_by_secret(secret, purpose)
    if child is None:
        raise Http404
    return child
