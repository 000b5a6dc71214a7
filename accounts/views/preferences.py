"""The pages for sign-up and settings, and the language and theme switches in the footer."""

from __future__ import annotations

from typing import Any

from allauth.account.views import SignupView as AllauthSignupView
from django.conf import settings as project
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.core.preferences import change_preferences
from accounts.core.renaming import RenamedLately, rename_allowed_at, rename_player
from accounts.forms import TABS, ChangeNameForm
from accounts.models import NAME_TAKEN, BoardTheme, Player, Theme
from foundation.cookies import set_year_cookie


class SignupView(AllauthSignupView):  # type: ignore[misc]
    """The sign-up page. If two people sign up with the same name at once, one gets an error."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Create the account. If the name was taken in the meantime, show the form with an error."""
        try:
            answer: HttpResponse = super().form_valid(form)
        except IntegrityError:
            form.add_error("username", NAME_TAKEN)
            answer = self.form_invalid(form)
        return answer


@require_safe
@login_required
def settings_list(request: HttpRequest) -> HttpResponse:
    """Return the page with links to all settings pages."""
    return render(request, "accounts/settings.html")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def settings_tab(request: HttpRequest, tab: str) -> HttpResponse:
    """Return the settings page named `tab`. POST saves its form and redirects back to it."""
    if tab not in TABS:
        raise Http404
    title, _summary, form_class = TABS[tab]
    # A form assigns what was sent to its instance, also when it is refused: never to the one who is signed in.
    form = form_class(request.POST if request.method == "POST" else None, instance=_fresh_player(request))
    if request.method == "POST" and form.is_valid():
        return _save_preferences(request, tab, form)
    context = {"tab": tab, "title": title, "form": form, "pictures": project.IGO_PICTURES, "now": timezone.now()}
    return render(request, "accounts/settings_tab.html", context, status=400 if form.errors else 200)


def _save_preferences(request: HttpRequest, tab: str, form: Any) -> HttpResponse:
    player: Player = form.instance
    change_preferences(player, {name: form.cleaned_data[name] for name in form.changed_data if name in form.fields})
    if player.language:
        translation.activate(player.language)
    messages.success(request, pgettext("text", "Saved."))
    return redirect("accounts:settings_tab", tab)


def _fresh_player(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)
    return Player.objects.get(pk=request.user.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def change_name(request: HttpRequest) -> HttpResponse:
    """Return the form for changing the player's name. POST changes the name and redirects to the account settings."""
    player = _fresh_player(request)
    form = ChangeNameForm(request.POST if request.method == "POST" else None, initial={"name": player.username})
    if request.method == "POST" and form.is_valid() and _rename_or_add_error(form, player):
        messages.success(request, pgettext("text", "Saved."))
        return redirect("accounts:settings_tab", "account")
    again = rename_allowed_at(player)
    waits = again if again is not None and again > timezone.now() else None
    context = {"form": form, "again": waits}
    return render(request, "accounts/name.html", context, status=400 if form.errors else 200)


def _rename_or_add_error(form: ChangeNameForm, player: Player) -> bool:
    """Rename the player. If that failed, add an error to the form and return False."""
    try:
        rename_player(player=player, name=form.cleaned_data["name"], now=timezone.now())
    except ValidationError as error:
        form.add_error("name", error)
    except RenamedLately as refusal:
        form.add_error("name", refusal.message())
    return not form.errors


@require_POST
def store_language(request: HttpRequest) -> HttpResponse:
    """Store the chosen language in a cookie and, for a signed-in player, in the account. Redirect back to the page.
    Return status 400 for an unknown language."""
    chosen = request.POST.get("language", "")
    if chosen not in dict(project.LANGUAGES):
        return render(request, "400.html", status=400)
    response = redirect(_return_url(request))
    if isinstance(request.user, Player):
        Player.objects.filter(pk=request.user.pk).update(language=chosen)
    set_year_cookie(request, response, project.LANGUAGE_COOKIE_NAME, chosen)
    return response


@require_POST
def store_theme(request: HttpRequest) -> HttpResponse:
    """Store the chosen theme of pages or boards in a cookie and, for a signed-in player, in the account. Redirect back
    to the page. Return status 400 for an unknown theme."""
    is_of_boards = "board" in request.POST
    chosen = request.POST.get("board" if is_of_boards else "theme", "")
    chosen = "" if chosen == "auto" else chosen
    if chosen not in (BoardTheme if is_of_boards else Theme).values:
        return render(request, "400.html", status=400)
    if isinstance(request.user, Player):
        field = "board_theme" if is_of_boards else "theme"
        Player.objects.filter(pk=request.user.pk).update(**{field: chosen})
    response = redirect(_return_url(request))
    set_year_cookie(request, response, project.BOARD_COOKIE_NAME if is_of_boards else project.THEME_COOKIE_NAME, chosen)
    return response


def _return_url(request: HttpRequest) -> str:
    """Return the URL of the page to go back to, which is always on this site."""
    target = request.POST.get("next", "/")
    safe = url_has_allowed_host_and_scheme(target, allowed_hosts=None) and target.startswith("/")
    return target if safe else "/"
