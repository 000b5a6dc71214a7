"""The page of a player's conditional moves, and the actions of its forms (C21). Only the player can see this page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods

from games import verbs
from games.errors import GameError
from games.models import Game
from games.services import plans
from games.verbs.planning import PlanToSave, save_plan
from rules import Point, RulesError
from rules.plan import Branch, Plan, move_word, parse_move, with_answer, without_answer, write_plan
from wording.refusals import sentence_for

from .game import game_or_404
from .game_panels.planned import BETWEEN
from .plan_page import LineSelection, PlanPage
from .requests import player_of, received_at

LONGEST_LINE = 200


class PlanChangeForm(forms.Form):
    """The form of one change to a player's conditional moves. `what` is the kind of change; `at` are the opponent's
    moves of the line at whose end the change is made."""

    what = forms.ChoiceField(choices=[(word, word) for word in ("add", "remove", "end", "wait")])
    number = forms.IntegerField(min_value=0)
    version = forms.IntegerField(min_value=0)
    at = forms.CharField(max_length=LONGEST_LINE, required=False)
    theirs = forms.CharField(max_length=4, required=False)
    mine = forms.CharField(max_length=4, required=False)
    may_end_play = forms.BooleanField(required=False)
    holds = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        """Return the checked data. Raises ValidationError if an added reply lacks one of its two moves, or if a removal
        has no line."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        needed = {"add": ("theirs", "mine"), "remove": ("at",)}.get(data.get("what", ""), ())
        if not all(data.get(name) for name in needed):
            raise forms.ValidationError("incomplete")
        return data


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def plan_page(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the page of the player's conditional moves. POST saves a change of the plan and redirects to the page."""
    game = game_or_404(request, game_id)
    if game.seat_of(player_of(request)) is None:
        raise Http404
    if game.is_finished:
        return redirect(game)
    if request.method == "POST":
        return _save_and_redirect(request, game)
    query = request.GET
    looked = LineSelection(*(query.get(name, "")[:LONGEST_LINE] for name in ("at", "theirs", "mine", "point")))
    return _render_plan(request, game, looked)


def _render_plan(request: HttpRequest, game: Game, looked: LineSelection, refusal: str = "") -> HttpResponse:
    page = PlanPage(game, player_of(request), received_at(request), looked)
    return render(request, "games/plan.html", {"page": page, "refusal": refusal})


def _save_and_redirect(request: HttpRequest, game: Game) -> HttpResponse:
    form = PlanChangeForm(request.POST)
    if not form.is_valid():
        return _refusal_page(request, game, _("The form was incomplete. Try again."), 400)
    data = form.cleaned_data
    page = PlanPage(game, player_of(request), received_at(request))
    try:
        _save_plan_change(request, page, data)
    except (GameError, RulesError) as refusal:
        return _refusal_page(request, game, sentence_for(refusal), getattr(refusal, "http_status", 422))
    except KeyError:
        return _refusal_page(request, game, _("Your conditional moves have changed. Check them again."), 409)
    messages.success(request, pgettext("text", "Saved."))
    at = _line_after_change(data, game)
    return redirect(f"{request.path}?at={at}" if at else request.path)


def _line_after_change(data: dict[str, Any], game: Game) -> str:
    """Return the opponent's moves of the line to show after this change. The line is longer if a reply was saved,
    shorter if one was removed, otherwise the same."""
    line = [word for word in data["at"].split(BETWEEN) if word]
    if data["what"] == "add":
        line.append(move_word(parse_move(data["theirs"].strip(), game.agreed_setup), game.agreed_setup))
    elif data["what"] in ("remove", "end"):
        line = line[:-1]
    return BETWEEN.join(line)


def _refusal_page(request: HttpRequest, game: Game, why: str, status: int) -> HttpResponse:
    """Return the page with the stored plan and this error message."""
    page = _render_plan(
        request, game_or_404(request, game.pk), LineSelection(request.POST.get("at", "")[:LONGEST_LINE]), why
    )
    page.status_code = status
    return page


def _save_plan_change(request: HttpRequest, page: PlanPage, data: dict[str, Any]) -> None:
    """Apply the form's change to the player's conditional moves and save them. Raises KeyError for a line that no
    longer exists, and the errors of `save_plan`."""
    if data["what"] == "end":
        plans.disarm_plan(plans.seat_in_game(page.game.pk, player_of(request)), received_at(request))
        return
    setup = page.game.agreed_setup
    line = [parse_move(word, setup) for word in data["at"].split(BETWEEN) if word]
    changed = CHANGES[data["what"]](page.branches, line, data, page.game)
    who = verbs.ActionRequest(page.game.pk, player_of(request), data["number"], None, received_at(request))
    holds = data["holds"] if data["what"] == "wait" else None
    save_plan(who, PlanToSave(write_plan(changed, setup), data["version"], holds))


Line = list[Point | None]


def _with_added_answer(plan: Plan, line: Line, data: dict[str, Any], game: Game) -> Plan:
    theirs, mine = (parse_move(data[name].strip(), game.agreed_setup) for name in ("theirs", "mine"))
    return with_answer(plan, line, Branch(theirs, mine, (), mine is None and data["may_end_play"]))


CHANGES: dict[str, Callable[[Plan, Line, dict[str, Any], Game], Plan]] = {
    "add": _with_added_answer,
    "remove": lambda plan, line, data, game: without_answer(plan, line),
    "wait": lambda plan, line, data, game: plan,
}
"""The functions that apply a form's change to the plan."""
