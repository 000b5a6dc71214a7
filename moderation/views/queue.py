"""The queue, one case, and what is done in it."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from foundation import timesource
from games.errors import GameError, NoSuchGame
from games.game_view import GameView
from games.verbs import allowed
from games.views.requests import player_of, received_at
from moderation import access, services
from moderation.errors import NoSuchCase, NoSuchDecision, NotForYou
from moderation.forms import AnswerForm, DecisionForm, NoteForm, QueueForm, RulingForm, UndoForm, end_of
from moderation.models import Case
from moderation.models.decision import Outcome
from moderation.services.rulings import VERBS
from moderation.views.case_page import CasePage
from rules.errors import RulesError
from wording.refusals import sentence_for

A_PAGE = 30
View = Callable[..., HttpResponse]


def for_staff(view: View) -> View:
    """Signed in, and a moderator; for everybody else there is nothing here."""

    @wraps(view)
    @login_required
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not access.is_moderator(player_of(request)):
            raise Http404
        return view(request, *args, **kwargs)

    return checked


@require_safe
@for_staff
def queue(request: HttpRequest) -> HttpResponse:
    """Cases that wait, that one holds, and that are over."""
    staff, now = player_of(request), timesource.now()
    form = QueueForm(request.GET)
    data = form.cleaned_data if form.is_valid() else {}
    which = data.get("view") or "open"
    rows = access.cases_for(staff, now)
    rows = {"mine": rows.held_by(staff.pk, now), "closed": rows.over()}.get(which) or rows.open()
    if which == "mine":
        rows = access.cases_for(staff, now).held_by(staff.pk, now)
    if data.get("kind"):
        rows = rows.filter(kind=data["kind"])
    first = F("over_at").desc() if which == "closed" else F("opened_at").asc()
    order = [F("score").desc(), first] if data.get("order") == "score" else [first]
    shown = rows.select_related("player", "game", "taken_by").annotate(reported=Count("reports")).order_by(*order, "pk")
    page = Paginator(shown, A_PAGE).get_page(data.get("page") or 1)
    cases = [(case, case.is_held_by_another(staff.pk, now)) for case in page.object_list]
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "form": form,
        "page": page,
        "cases": cases,
        "which": which,
        "views": QueueForm.VIEWS.items(),
        "query": query.urlencode(),
        "waiting": access.cases_for(staff, now).open().count(),
        "now": now,
    }
    return render(request, "moderation/queue.html", context, status=200 if form.is_valid() else 400)


@require_safe
@for_staff
def case(request: HttpRequest, case_id: int) -> HttpResponse:
    """All about one case, and the forms of what this person may do."""
    return _page(request, case_id)


def _page(
    request: HttpRequest, case_id: int, *, refusal: str = "", status: int = 200, bound: forms.Form | None = None
) -> HttpResponse:
    staff, now = player_of(request), timesource.now()
    page = CasePage(_case_or_404(request, case_id), staff, now)
    number = 0 if page.case.game is None else page.case.game.number
    ready: dict[str, forms.Form] = {
        "note_form": NoteForm(),
        "undo_form": UndoForm(),
        "decision_form": DecisionForm(case=page.case, staff=staff, now=now),
        "answer_form": AnswerForm(case=page.case, staff=staff),
    }
    for name, form in ready.items():
        if bound is not None and type(form) is type(bound):
            ready[name] = bound
    typed = bound.data.get("reason", "") if isinstance(bound, RulingForm) else ""
    fresh = {"number": number, "key": uuid.uuid4().hex, "reason": typed}
    open_now = (
        set() if page.case.game is None else {verb.name for verb in allowed(GameView(page.case.game, staff), now)}
    )
    rulings = [
        (name, verb, RulingForm(fields=verb.fields, initial=fresh)) for name, verb in VERBS.items() if name in open_now
    ]
    context = {**ready, "page": page, "rulings": rulings, "refusal": refusal, "bound": bound, "now": now}
    return render(request, "moderation/case.html", context, status=status)


def _case_or_404(request: HttpRequest, case_id: int) -> Case:
    try:
        return access.case_for(player_of(request), case_id, timesource.now())
    except (NoSuchCase, NotForYou) as error:  # one answer: nobody learns that there is a case about them
        raise Http404 from error


Do = Callable[[HttpRequest, Case, dict[str, Any], forms.Form], object]


@require_POST
@for_staff
def act(request: HttpRequest, case_id: int, what: str) -> HttpResponse:
    """Do what a form of the case's page asks."""
    if what not in _ACTS:
        raise Http404
    case = _case_or_404(request, case_id)
    make_form, do = _ACTS[what]
    form = make_form(request, case)
    if not form.is_valid():
        return _page(request, case_id, refusal=_("The form was not complete. Try again."), status=400, bound=form)
    common = {"case_id": case_id, "staff": player_of(request), "now": received_at(request)}
    try:
        do(request, case, common, form)
    except (GameError, RulesError) as error:
        if isinstance(error, NotForYou | NoSuchCase | NoSuchGame):
            raise Http404 from error
        status = getattr(error, "http_status", 422)
        return _page(request, case_id, refusal=sentence_for(error), status=status, bound=form)
    messages.success(request, _("Done."))
    case.refresh_from_db(fields=["state"])
    return redirect(case if what in ("take", "note") or case.is_open else "moderation:queue")


def _rule(request: HttpRequest, case: Case, common: dict[str, Any], form: forms.Form) -> None:
    data = form.cleaned_data
    ruling = services.CaseRuling(
        verb=request.POST.get("verb", ""),
        fields=data,
        reason=data["reason"],
        expected=data["number"],
        key=data["key"],
        ends_case=data["ends_case"],
    )
    services.rule(**common, ruling=ruling)


def _answer(request: HttpRequest, case: Case, common: dict[str, Any], form: forms.Form) -> None:
    data = form.cleaned_data
    until = end_of(data["days"], common["now"]) if "days" in data else None
    services.answer(**common, verdict=services.Verdict(Outcome(data["outcome"]), data["reason"], until))


def _ruling_form(request: HttpRequest, case: Case) -> forms.Form:
    verb = VERBS.get(request.POST.get("verb", ""))
    return RulingForm(request.POST, fields=() if verb is None else verb.fields)


_ACTS: dict[str, tuple[Callable[[HttpRequest, Case], forms.Form], Do]] = {
    "take": (lambda r, c: forms.Form(r.POST), lambda r, c, common, f: services.take(**common)),
    "leave": (lambda r, c: forms.Form(r.POST), lambda r, c, common, f: services.leave(**common)),
    "note": (
        lambda r, c: NoteForm(r.POST),
        lambda r, c, common, f: services.write_note(**common, text=f.cleaned_data["text"]),
    ),
    "decide": (
        lambda r, c: DecisionForm(r.POST, case=c, staff=player_of(r), now=received_at(r)),
        lambda r, c, common, f: services.decide(
            **common,
            sanction=f.sanction(common["now"]),  # type: ignore[attr-defined]
        ),
    ),
    "rule": (_ruling_form, _rule),
    "answer": (lambda r, c: AnswerForm(r.POST, case=c, staff=player_of(r)), _answer),
}


@require_http_methods(["POST"])
@for_staff
def undo(request: HttpRequest, decision_id: int) -> HttpResponse:
    """Take a decision back."""
    form = UndoForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    try:
        done = services.undo(decision_id=decision_id, staff=player_of(request), reason=reason, now=received_at(request))
    except NoSuchDecision as error:
        raise Http404 from error
    except GameError as error:
        messages.error(request, sentence_for(error))
        return redirect(access.case_of_decision(player_of(request), decision_id, received_at(request)))
    messages.success(request, _("The decision has been taken back."))
    return redirect(done.case)
