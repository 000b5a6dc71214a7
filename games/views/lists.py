"""The archive, and the help page."""

from __future__ import annotations

from typing import NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from foundation.keyset import KEY, KeysetPageRequest, read_page
from foundation.replica import from_replica
from games.services.listing import GameSearch, games_by_last_activity, games_in_page_order
from games.stored_positions import board_with_dead_stones, board_with_pending_stone
from games.terms import OFFERED_SIZES
from rules.variants.presets import PLAYED
from wording.variant_words import PRESET_NAMES
from wording.words import RULE_SET_NAMES, board_size_lazy

from .requests import requested_page

A_PAGE = 20


class SearchLink(NamedTuple):
    """A link that changes one field of the archive's search: its text, its query string, and whether the field has this
    value now."""

    label: str
    query: str
    is_chosen: bool


class GameSearchForm(forms.Form):
    """The search form of the archive."""

    player = forms.CharField(label=pgettext_lazy("label", "Player"), max_length=30, required=False)
    phase = forms.ChoiceField(
        label=pgettext_lazy("label", "Games"),
        required=False,
        choices=[
            ("", pgettext_lazy("option", "all")),
            ("finished", pgettext_lazy("search", "finished")),
            ("running", pgettext_lazy("option", "in progress")),
        ],
    )
    size = forms.ChoiceField(
        label=pgettext_lazy("label", "Board"),
        required=False,
        choices=[("", pgettext_lazy("option", "all")), *((str(n), board_size_lazy(n, n)) for n in OFFERED_SIZES)],
    )
    rule_set = forms.ChoiceField(
        label=pgettext_lazy("label", "Rules"),
        required=False,
        choices=[("", pgettext_lazy("option", "all")), *RULE_SET_NAMES.items()],
    )
    variant = forms.ChoiceField(
        label=pgettext_lazy("label", "Variant"),
        required=False,
        choices=[("", pgettext_lazy("option", "all")), *((key, PRESET_NAMES[key]) for key in PLAYED)],
    )
    rated = forms.ChoiceField(
        label=_("Rated or unrated"),
        required=False,
        choices=[
            ("", pgettext_lazy("option", "all")),
            ("yes", pgettext_lazy("option", "rated")),
            ("no", pgettext_lazy("option", "unrated")),
        ],
    )
    page = forms.IntegerField(min_value=1, max_value=100000, required=False, widget=forms.HiddenInput)
    after = forms.RegexField(rf"^{KEY}\Z", required=False, widget=forms.HiddenInput)
    before = forms.RegexField(rf"^{KEY}\Z", required=False, widget=forms.HiddenInput)


@require_safe
@from_replica
def search_all_games(request: HttpRequest) -> HttpResponse:
    """Return the archive page: a list of all games that the viewer may see, with a search whose URL can be
    bookmarked."""
    form = GameSearchForm(request.GET)
    search, place = GameSearch(), KeysetPageRequest()
    if form.is_valid():
        data = form.cleaned_data
        search = GameSearch(
            player=data["player"],
            phase=data["phase"],
            size=int(data["size"]) if data["size"] else None,
            rule_set=data["rule_set"],
            variant=data["variant"],
            rated=None if not data["rated"] else data["rated"] == "yes",
        )
        place = requested_page(request.GET, by_time=True)
    found = read_page(games_by_last_activity(request.user, search), place, A_PAGE)
    query = request.GET.copy()
    for name in ("page", "after", "before"):
        query.pop(name, None)
    games = games_in_page_order(found.keys, request.user)
    context = {
        "form": form,
        "found": found,
        "games": games,
        "query": query.urlencode(),
        "choices": [(form[name].label, _search_links(form, query, name)) for name in ("phase", "size")],
        "is_running": query.get("phase") == "running",
        "is_detailed": any(query.get(name) for name in ("rule_set", "variant", "rated")),
    }
    return render(request, "games/archive.html", context, status=200 if form.is_valid() else 400)


def _search_links(form: GameSearchForm, query: QueryDict, name: str) -> list[SearchLink]:
    """Return a link for each choice of the search field `name`, which preserves the other fields."""
    links = []
    for option in form[name].subwidgets:
        value, other = option.data["value"], query.copy()
        other[name] = value
        links.append(SearchLink(option.choice_label, other.urlencode(), query.get(name, "") == value))
    return links


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """Return the help page: how to play, keyboard shortcuts and screen readers."""
    return render(
        request, "games/help.html", {"placing": board_with_pending_stone(), "marking": board_with_dead_stones()}
    )
