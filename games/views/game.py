"""The page of a game, and what its forms do."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import AfterSending
from foundation import timesource
from games import access, services
from games.errors import GameError, NoSuchGame, TooOften, sentence_for
from games.forms import (
    AcceptForm,
    ActionForm,
    AnswerForm,
    ChatForm,
    ClockForm,
    GrantForm,
    MarkingForm,
    MarksForm,
    NoteForm,
    PauseForm,
    PlayForm,
    PointsForm,
    ProposalForm,
    RejectForm,
    ResumptionForm,
    RulingForm,
    WithdrawForm,
)
from games.models import Game
from games.services.asking import What
from games.services.ruling import Ruling
from games.sgf_export import sgf_of
from games.views.game_page import GamePage
from rules import Color, Point, Then, parse_vertex
from rules.errors import RulesError
from rules.estimate import marking_toggle

from .referee_page import RefereePage
from .requests import player_of, received_at

MOST_POINTS = 625


def game_or_404(request: HttpRequest, game_id: int) -> Game:
    """The game as this viewer may see it, ended first if its time has run out (R53: whoever looks first)."""
    try:
        game = access.game_for(request.user, game_id, people=True)
    except NoSuchGame as error:
        raise Http404 from error
    if services.look_at(game, timesource.now()):
        game = access.game_for(request.user, game_id, people=True)
    return game


@require_safe
def show(request: HttpRequest, game_id: int) -> HttpResponse:
    """The page: the present, an earlier position (?move=), a stone that is not sent (?point=)."""
    game = game_or_404(request, game_id)
    return _page(request, game)


def _page(request: HttpRequest, game: Game, *, refusal: str = "", status: int = 200) -> HttpResponse:
    query = request.GET
    page = GamePage(
        game,
        request.user,
        timesource.now(),
        point=query.get("point", "")[:3].strip(),
        shown=_number(query.get("move")),
        placed=_placed(query.getlist("placed"), query.get("point", "")),
    )
    context = {
        "page": page,
        "refusal": refusal,
        "rejecting": "reject" in query,
        "open_chat": "chat" in query,
        "open_notes": "notes" in query,
    }
    return render(request, "games/game.html", context, status=status)


def _number(text: str | None) -> int | None:
    """A move number from a query, None when it is none."""
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 7 else None


def _placed(chosen: list[str], tapped: str) -> list[str]:
    """Handicap points chosen so far: a tap adds one or takes it back."""
    points = [text.upper() for text in chosen if text][:MOST_POINTS]
    tapped = tapped.strip().upper()
    if not tapped:
        return points
    return [p for p in points if p != tapped] if tapped in points else [*points, tapped]


@require_safe
def show_time(request: HttpRequest, game_id: int) -> HttpResponse:
    """The clocks of the game, and what can be done about them."""
    page = GamePage(game_or_404(request, game_id), request.user, timesource.now())
    return render(request, "games/time.html", {"page": page, "grant": GrantForm(), "pause": PauseForm()})


@require_safe
def download(request: HttpRequest, game_id: int) -> HttpResponse:
    """The record as SGF."""
    game = game_or_404(request, game_id)
    show_to = access.visible_to(game, request.user)
    response = HttpResponse(sgf_of(game, reasons=show_to.reasons), content_type="application/x-go-sgf; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="igo-{game.pk}.sgf"'
    return response


Verb = Callable[[HttpRequest, Game, dict[str, Any], dict[str, Any]], Any]


@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, game_id: int, verb: str) -> HttpResponse:
    """Do what a form of the page asks. GET shows the page that asks first, where there is one."""
    if verb not in VERBS:
        raise Http404
    if request.method != "POST":
        return _ask_first(request, game_id, verb)
    return _act(request, game_id, verb)


@login_required
def _act(request: HttpRequest, game_id: int, verb: str) -> HttpResponse:
    game = game_or_404(request, game_id)
    form_class, do = VERBS[verb]
    form = form_class(request.POST)
    if not form.is_valid():
        return _page(request, game, refusal=_("The form was not complete. Try again."), status=400)
    data = form.cleaned_data
    common = {
        "game_id": game.pk,
        "player": player_of(request),
        "expected": data["number"],
        "key": data["key"],
        "now": received_at(request),
    }
    try:
        done = do(request, game, common, data)
    except (GameError, RulesError) as refusal:
        page = _page(
            request,
            game_or_404(request, game_id),
            refusal=sentence_for(refusal),
            status=getattr(refusal, "http_status", 422),
        )
        if isinstance(refusal, TooOften):
            page["Retry-After"] = str(refusal.data["retry_after"])
        return page
    if isinstance(done, HttpResponse):
        return done
    player = player_of(request)
    if verb in ("play", "pass") and player.after_sending == AfterSending.NEXT:
        return redirect(reverse("games:next_game") + f"?after={game.pk}")
    return redirect(game)


@login_required
def _ask_first(request: HttpRequest, game_id: int, verb: str) -> HttpResponse:
    game = game_or_404(request, game_id)
    page = GamePage(game, request.user, timesource.now())
    allowed = {
        "pass": page.can_play,
        "resign": page.can_resign,
        "cancel": page.can_cancel,
        "accept": page.doubt is not None,
        "no-result": page.can_ask_no_result,
        "referee": page.can_call_referee,
        "settle": page.can_settle or page.can_end,
        "decide": page.can_decide,
    }
    if not allowed.get(verb):
        return redirect(game)
    if verb == "accept":
        return render(request, "games/look_twice.html", {"page": page})
    if verb == "decide":
        return _rule(request, game)
    return render(request, "games/confirm.html", {"page": page, "verb": verb, **_question(page, verb)})


def _rule(request: HttpRequest, game: Game) -> HttpResponse:
    """What a moderator may rule; ?dead= and ?point= mark stones."""
    query = request.GET
    page = RefereePage(
        game, request.user, timesource.now(), marked=query.get("dead"), tapped=query.get("point", "").strip()
    )
    return render(request, "games/decide.html", {"page": page})


def _question(page: GamePage, verb: str) -> dict[str, str]:
    name = "" if page.opponent is None else page.opponent.player.username
    if verb == "pass":
        return {
            "title": _("Pass?"),
            "explanation": _("Play stops if %(name)s passes, too; then the dead stones are marked.") % {"name": name},
            "button": _("Pass"),
        }
    if verb == "resign":
        return {
            "title": _("Resign?"),
            "explanation": _("%(name)s wins the game.") % {"name": name},
            "button": _("Resign"),
        }
    if verb == "no-result":
        return {
            "title": _("End the game without a result?"),
            "explanation": _("A position keeps coming back. %(name)s is asked; the game ends if both agree.")
            % {"name": name},
            "button": _("Propose no result"),
        }
    if verb == "settle" and page.can_end:
        return {
            "title": _("End the game as it stands?"),
            "explanation": _("The dispute has been settled. The board is counted as it is, and all stones are alive."),
            "button": _("End the game"),
        }
    if verb == "settle":
        return {
            "title": _("Demand settling?"),
            "explanation": _(
                "The dispute is played out on the board, and %(name)s cannot refuse. Every pass hands a stone to the "
                "opponent, so only what changes hands on the board changes the score. Then there is one more marking; "
                "if it is not accepted, the game ends as it stands, with all stones alive."
            )
            % {"name": name},
            "button": _("Demand settling"),
        }
    if verb == "referee":
        return {
            "title": _("Call a referee?"),
            "explanation": _(
                "A moderator looks at the game and rules. This is possible once in a game; the clocks stand still "
                "for up to two days meanwhile."
            ),
            "button": _("Call a referee"),
        }
    return {
        "title": _("Cancel the game?"),
        "explanation": _("The game ends without a result. It can be cancelled until each side has played."),
        "button": _("Cancel the game"),
    }


def _point(game: Game, text: str) -> Point:
    return parse_vertex(text.strip(), game.width, game.height)


def _second(at: datetime) -> datetime:
    """Without fractions, which nobody chose."""
    return at.replace(microsecond=0)


def _points(game: Game, text: str) -> list[Point]:
    return [_point(game, part) for part in text.split()[:MOST_POINTS]]


def _color(letter: str) -> Color | None:
    return Color.from_letter(letter) if letter else None


def _play(request: HttpRequest, game: Game, common: dict[str, Any], data: dict[str, Any]) -> None:
    services.play(**common, point=_point(game, data["point"]))


def _marks(request: HttpRequest, game: Game, common: dict[str, Any], data: dict[str, Any]) -> None:
    del common["key"]
    dead = frozenset(_points(game, data["dead"]))
    if data["point"]:
        tapped = _point(game, data["point"])
        board = game.state().board
        dead = marking_toggle(board, dead, tapped, whole_region=not data["only"])
    services.mark(**common, dead=dead)


def _chat(request: HttpRequest, game: Game, common: dict[str, Any], data: dict[str, Any]) -> HttpResponse:
    del common["expected"]
    services.say(**common, text=data["text"])
    return redirect(f"{game.get_absolute_url()}?chat=1#chat")


def _rematch(request: HttpRequest, game: Game, common: dict[str, Any], data: dict[str, Any]) -> HttpResponse:
    made = services.rematch(game_id=game.pk, player=common["player"], now=common["now"])
    if not isinstance(made, Game):
        messages.success(request, _("Your opponent has been asked for a rematch."))
    return redirect(made)


def _note(request: HttpRequest, game: Game, common: dict[str, Any], data: dict[str, Any]) -> HttpResponse:
    services.write_note(game_id=game.pk, player=common["player"], text=data["text"], now=common["now"])
    messages.success(request, _("Saved."))
    return redirect(f"{game.get_absolute_url()}?notes=1#notes")


VERBS: dict[str, tuple[type[forms.Form], Verb]] = {
    "play": (PlayForm, _play),
    "pass": (ActionForm, lambda r, g, common, d: services.pass_(**common)),
    "handicap": (
        PointsForm,
        lambda r, g, common, d: services.place_handicap(**common, points=_points(g, d["points"])),
    ),
    "resign": (ActionForm, lambda r, g, common, d: services.resign(**common)),
    "cancel": (ActionForm, lambda r, g, common, d: services.cancel(**common)),
    "marks": (MarksForm, _marks),
    "propose": (
        MarksForm,
        lambda r, g, common, d: services.propose(**common, dead=_points(g, d["dead"])),
    ),
    "withdraw": (
        ProposalForm,
        lambda r, g, common, d: services.withdraw(**common, number=d["proposal"]),
    ),
    "accept": (
        AcceptForm,
        lambda r, g, common, d: services.accept(**common, number=d["proposal"], confirmed=d["confirmed"]),
    ),
    "reject": (
        RejectForm,
        lambda r, g, common, d: services.reject(
            **common, number=d["proposal"], then=Then(d["then"]), reason=d["reason"]
        ),
    ),
    "resume": (ActionForm, lambda r, g, common, d: services.resume(**common)),
    "settle": (ActionForm, lambda r, g, common, d: services.settle(**common)),
    "undo": (ActionForm, lambda r, g, common, d: services.request_undo(**common)),
    "undo-answer": (
        AnswerForm,
        lambda r, g, common, d: services.answer_undo(**common, allow=d["allow"] == "yes"),
    ),
    "no-result": (ActionForm, lambda r, g, common, d: services.request_no_result(**common)),
    "no-result-answer": (
        AnswerForm,
        lambda r, g, common, d: services.answer_no_result(**common, allow=d["allow"] == "yes"),
    ),
    "withdraw-request": (
        WithdrawForm,
        lambda r, g, common, d: services.withdraw_request(**common, what=What(d["request"])),
    ),
    "claim-win": (ActionForm, lambda r, g, common, d: services.claim_win(**common)),
    "grant-time": (GrantForm, lambda r, g, common, d: services.grant_time(**common, days=d["days"])),
    "refuse-win": (ActionForm, lambda r, g, common, d: services.refuse_win(**common)),
    "pause": (
        PauseForm,
        lambda r, g, common, d: services.request_pause(
            **common, until=_second(common["now"] + timedelta(days=d["days"]))
        ),
    ),
    "pause-answer": (
        AnswerForm,
        lambda r, g, common, d: services.answer_pause(**common, allow=d["allow"] == "yes"),
    ),
    "report-stalling": (ActionForm, lambda r, g, common, d: services.report_stalling(**common)),
    "decide": (
        RulingForm,
        lambda r, g, common, d: services.decide(**common, ruling=Ruling(d["ruling"]), reason=d["reason"]),
    ),
    "referee": (ActionForm, lambda r, g, common, d: services.call_referee(**common)),
    "set-marking": (
        MarkingForm,
        lambda r, g, common, d: services.set_marking(**common, dead=_points(g, d["dead"]), reason=d["reason"]),
    ),
    "let-resume": (
        ResumptionForm,
        lambda r, g, common, d: services.let_resume(**common, first=_color(d["first"]), reason=d["reason"]),
    ),
    "adjust-clock": (
        ClockForm,
        lambda r, g, common, d: services.adjust_clock(
            **common, side=Color.from_letter(d["side"]), add=d["add"], reason=d["reason"]
        ),
    ),
    "chat": (ChatForm, _chat),
    "note": (NoteForm, _note),
    "rematch": (ActionForm, _rematch),
}
