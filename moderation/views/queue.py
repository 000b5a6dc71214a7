"""The queue of cases, the page of a case, and its actions."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, F, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from foundation import timesource
from foundation.keyset import MOST_COUNTED
from games.errors import GameError, NoSuchGame
from games.game_view import GameView
from games.verbs import available_verbs
from games.views.requests import player_of, received_at
from moderation import access, services
from moderation.errors import InvolvedInCase, NoSuchCase, NoSuchDecision
from moderation.forms import (
    AppealAnswerForm,
    CaseNoteForm,
    CaseRulingForm,
    DecisionForm,
    QueueFilterForm,
    ReverseDecisionForm,
    restriction_end_after,
)
from moderation.models import Case, Report
from moderation.models.decision import AppealOutcome
from moderation.services.rulings import VERBS
from moderation.views.case_page import CasePage
from rules.errors import RulesError
from rules.order import IN_TURNS, OrderOfPlay
from wording.refusals import sentence_for

A_PAGE = 30
View = Callable[..., HttpResponse]


def require_moderator(view: View) -> View:
    """Decorate a view for signed-in moderators. Others get a 404."""

    @wraps(view)
    @login_required
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not access.is_moderator(player_of(request)):
            raise Http404
        return view(request, *args, **kwargs)

    return checked


_REPORTED = Coalesce(
    Subquery(Report.objects.filter(case=OuterRef("pk")).order_by().values("case").annotate(n=Count("*")).values("n")), 0
)
"""The number of reports of a case, counted only for the cases of the page."""


class CappedPaginator(Paginator):  # type: ignore[type-arg]
    """A paginator that counts at most MOST_COUNTED rows. Moderators find further cases by filters."""

    @cached_property
    def count(self) -> int:
        """Return the number of rows, at most MOST_COUNTED."""
        rows: Any = self.object_list
        return int(rows.order_by().values("pk")[:MOST_COUNTED].count())


@require_safe
@require_moderator
def queue_page(request: HttpRequest) -> HttpResponse:
    """Return the page that lists cases: the open ones, those that the viewer has taken, or closed ones, as the query
    parameter `view` says."""
    staff, now = player_of(request), timesource.now()
    form = QueueFilterForm(request.GET)
    data = form.cleaned_data if form.is_valid() else {}
    which = data.get("view") or "open"
    rows = access.cases_for(staff, now)
    rows = {"mine": rows.held_by(staff.pk, now), "closed": rows.decided_or_closed(), "open": rows.open()}[which]
    if data.get("kind"):
        rows = rows.filter(kind=data["kind"])
    first = F("over_at").desc() if which == "closed" else F("opened_at").asc()
    order = [F("score").desc(), first] if data.get("order") == "score" else [first]
    shown = rows.select_related("player", "taken_by").annotate(reported=_REPORTED).order_by(*order, "pk")
    page = CappedPaginator(shown, A_PAGE).get_page(data.get("page") or 1)
    cases = [(case, case.is_held_by_another(staff.pk, now)) for case in page.object_list]
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "form": form,
        "found": {
            "number": page.number,
            "pages": page.paginator.num_pages,
            "previous": f"page={page.previous_page_number()}" if page.has_previous() else "",
            "next": f"page={page.next_page_number()}" if page.has_next() else "",
        },
        "cases": cases,
        "which": which,
        "views": QueueFilterForm.VIEWS.items(),
        "query": query.urlencode(),
        "waiting": access.cases_for(staff, now).open()[: MOST_COUNTED + 1].count(),
    }
    return render(request, "moderation/queue.html", context, status=200 if form.is_valid() else 400)


@require_safe
@require_moderator
def case_page(request: HttpRequest, case_id: int) -> HttpResponse:
    """Return the page of a case, with the forms that the viewer may use."""
    return _render_case(request, case_id)


@dataclass(frozen=True, slots=True)
class _FormError:
    """An error in a submitted form: its message, its HTTP status, and the submitted values."""

    sentence: str
    status: int
    form: forms.Form


def _render_case(request: HttpRequest, case_id: int, refused: _FormError | None = None) -> HttpResponse:
    bound = None if refused is None else refused.form
    staff, now = player_of(request), timesource.now()
    page = CasePage(_case_or_404(request, case_id), staff, now)
    number = 0 if page.case.game is None else page.case.game.number
    ready: dict[str, forms.Form] = {
        "note_form": CaseNoteForm(),
        "undo_form": ReverseDecisionForm(),
        "decision_form": DecisionForm(case=page.case, staff=staff, now=now),
        "answer_form": AppealAnswerForm(case=page.case, staff=staff),
    }
    for name, form in ready.items():
        if bound is not None and type(form) is type(bound):
            ready[name] = bound
    typed = bound.data.get("reason", "") if isinstance(bound, CaseRulingForm) else ""
    fresh = {"number": number, "key": uuid.uuid4().hex, "reason": typed}
    open_now = (
        set()
        if page.case.game is None
        else {verb.name for verb in available_verbs(GameView(page.case.game, staff), now)}
    )
    rulings = [
        (name, verb, CaseRulingForm(fields=verb.fields, order=_order_of_play(page.case), initial=fresh))
        for name, verb in VERBS.items()
        if name in open_now
    ]
    refusal = "" if refused is None else refused.sentence
    ruled = isinstance(bound, CaseRulingForm)
    shown = {"page": page, "rulings": rulings, "ruled": ruled, "refusal": refusal, "bound": bound, "now": now}
    return render(
        request, "moderation/case.html", {**ready, **shown}, status=200 if refused is None else refused.status
    )


def _case_or_404(request: HttpRequest, case_id: int) -> Case:
    try:
        return access.visible_case_or_raise(player_of(request), case_id, timesource.now())
    except (NoSuchCase, InvolvedInCase) as error:  # one answer: no one learns that there is a case about them
        raise Http404 from error


Do = Callable[[HttpRequest, Case, dict[str, Any], forms.Form], object]


@require_POST
@require_moderator
def perform_case_action(request: HttpRequest, case_id: int, what: str) -> HttpResponse:
    """Perform the action named `what`, such as `take` or `note`, with the submitted form. Redirect to the case, or to
    the queue if the case is over."""
    if what not in _ACTS:
        raise Http404
    case = _case_or_404(request, case_id)
    make_form, do = _ACTS[what]
    form = make_form(request, case)
    if not form.is_valid():
        return _render_case(request, case_id, _FormError(_("The form was incomplete. Try again."), 400, form))
    common = {"case_id": case_id, "staff": player_of(request), "now": received_at(request)}
    try:
        do(request, case, common, form)
    except (GameError, RulesError) as error:
        if isinstance(error, InvolvedInCase | NoSuchCase | NoSuchGame):
            raise Http404 from error
        return _render_case(request, case_id, _FormError(sentence_for(error), getattr(error, "http_status", 422), form))
    messages.success(request, pgettext("text", "Done."))
    case.refresh_from_db(fields=["state"])
    return redirect(case if what in ("take", "note", "look") or case.is_open else "moderation:queue")


def _rule_from_form(request: HttpRequest, case: Case, common: dict[str, Any], form: forms.Form) -> None:
    data = form.cleaned_data
    ruling = services.CaseRuling(
        verb=request.POST.get("verb", ""),
        fields=data,
        reason=data["reason"],
        expected=data["number"],
        key=data["key"],
        ends_case=data["ends_case"],
    )
    services.rule_in_case(**common, ruling=ruling)


def _answer_from_form(request: HttpRequest, case: Case, common: dict[str, Any], form: forms.Form) -> None:
    data = form.cleaned_data
    until = restriction_end_after(data["days"], common["now"]) if "days" in data else None
    services.answer_appeal(
        **common, verdict=services.AppealAnswer(AppealOutcome(data["outcome"]), data["reason"], until)
    )


def _ruling_form(request: HttpRequest, case: Case) -> forms.Form:
    verb = VERBS.get(request.POST.get("verb", ""))
    return CaseRulingForm(request.POST, fields=() if verb is None else verb.fields, order=_order_of_play(case))


def _order_of_play(case: Case) -> OrderOfPlay:
    """Return the order of play in the case's game."""
    return IN_TURNS if case.game is None else case.game.agreed_setup.order


_ACTS: dict[str, tuple[Callable[[HttpRequest, Case], forms.Form], Do]] = {
    "take": (lambda r, c: forms.Form(r.POST), lambda r, c, common, f: services.assign_case(**common)),
    "leave": (lambda r, c: forms.Form(r.POST), lambda r, c, common, f: services.release_case(**common)),
    "note": (
        lambda r, c: CaseNoteForm(r.POST),
        lambda r, c, common, f: services.add_case_note(**common, text=f.cleaned_data["text"]),
    ),
    "look": (lambda r, c: forms.Form(r.POST), lambda r, c, common, f: services.record_board_view(**common)),
    "decide": (
        lambda r, c: DecisionForm(r.POST, case=c, staff=player_of(r), now=received_at(r)),
        lambda r, c, common, f: services.decide_case(
            **common,
            sanction=f.sanction(common["now"]),  # type: ignore[attr-defined]
        ),
    ),
    "rule": (_ruling_form, _rule_from_form),
    "answer": (lambda r, c: AppealAnswerForm(r.POST, case=c, staff=player_of(r)), _answer_from_form),
}


@require_http_methods(["POST"])
@require_moderator
def undo_decision(request: HttpRequest, decision_id: int) -> HttpResponse:
    """Reverse a decision with the submitted reason, and redirect to its case. If this is refused, redirect to the case
    with the error. POST only. Raises Http404 if there is no such decision."""
    form = ReverseDecisionForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    try:
        done = services.undo_decision(
            decision_id=decision_id, staff=player_of(request), reason=reason, now=received_at(request)
        )
    except NoSuchDecision as error:
        raise Http404 from error
    except GameError as error:
        messages.error(request, sentence_for(error))
        return redirect(access.visible_case_of_decision(player_of(request), decision_id, received_at(request)))
    messages.success(request, _("The decision has been reversed."))
    return redirect(done.case)
