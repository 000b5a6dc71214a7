"""Pages on which guests sign up, and pages about their private links."""

from __future__ import annotations

from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms import GuestLinkEmailForm, GuestSignupForm
from accounts.models import Player
from accounts.security.guests import (
    NameTakenMeanwhile,
    convert_guest,
    email_guest_link,
    find_player_by_secret,
    guest_secret,
)
from accounts.signals import player_registered
from foundation.qr_code import qr_code

GUEST_LINK_SENT = "guest_link_sent"
"""The session's key for whether the guest's private link was sent. The game page then no longer asks for an address."""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def convert_guest_page(request: HttpRequest) -> HttpResponse:
    """Return the page where a guest signs up. POST signs the guest up with a name, a password and an address. Other
    players are redirected. `?next=` is the page after it."""
    assert isinstance(request.user, Player)
    if not request.user.can_sign_up:
        return redirect("games:home")
    form = GuestSignupForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and _sign_guest_up(request, form):
        messages.success(request, _("Account created. Your games have been kept."))
        return redirect(get_next_redirect_url(request) or "games:home")
    return render(request, "account/keep.html", {"form": form}, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def guest_link_page(request: HttpRequest) -> HttpResponse:
    """Return the page with the guest's private link, which opens the account on another device. POST sends the link by
    e-mail. `?next=` is the page after it."""
    assert isinstance(request.user, Player)
    if not request.user.can_sign_up:
        return redirect("games:home")
    link = request.build_absolute_uri(reverse("accounts:guest_return", args=[guest_secret(request.user)]))
    form = GuestLinkEmailForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        email_guest_link(request.user, form.cleaned_data["email"])
        request.session[GUEST_LINK_SENT] = True
        address = get_next_redirect_url(request)
        if address is None:
            messages.success(request, _("We've sent you the link."))
        return redirect(address or "accounts:return_link")
    context = {"link": link, "qr": qr_code(link), "form": form}
    return render(request, "accounts/return_link.html", context, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def sign_in_by_guest_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Sign the browser in as the guest of this private link. GET only returns a confirmation page, because programs
    also open links in messages. After the guest has signed up, the page leads to signing in."""
    player = find_player_by_secret(secret)
    if player is None:
        raise Http404
    if not player.is_guest:
        return render(request, "accounts/guest_signed_up.html", status=410)
    if request.method == "POST":
        login(request, player)
        return redirect("games:my_games")
    return render(request, "accounts/guest_return.html", {"guest": player})


def _sign_guest_up(request: HttpRequest, form: GuestSignupForm) -> bool:
    """Sign the guest up. If that failed, add an error to the form and return False."""
    try:
        convert_guest(request, form.account_details())
    except NameTakenMeanwhile as error:
        form.add_error("username", error.sentence)
        return False
    player_registered.send(Player, player=request.user, when=form.cleaned_data.get("email_when", ""))
    email = form.cleaned_data.get("email")
    if email:
        own = EmailAddress.objects.filter(user_id=request.user.pk, email=email).first()
        # one that belongs to someone else gets an e-mail there, and the page is the same
        send_verification_email_to_address(request, own or EmailAddress(email=email), signup=True)
    return True
