"""The game page, and the actions of its forms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import PageAfterMove
from foundation import timesource
from foundation.paths import path_of
from foundation.replica import from_replica
from foundation.text import whole_number
from games import access, services, verbs
from games.action_forms import (
    ActionForm,
    ChatForm,
    DeadStoneTapForm,
    GrantTimeForm,
    NoteAndPriorityForm,
    PauseForm,
    form_class_for,
)
from games.errors import GameError, NoSuchGame, TooManyGameRequests
from games.game_view import GameView
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.verbs.fields import MOST_POINTS, Vertex, Vertices
from games.views.game_page import BoardSelection, GamePage
from rules.errors import RulesError
from rules.estimate import toggle_marking
from wording.refusals import sentence_for

from .referee_page import RefereeMarking, RefereePage
from .requests import player_of, received_at


def game_or_404(request: HttpRequest, game_id: int) -> Game:
    """Return the game if this viewer may see it, after ending it if its time has run out (R53). Raises Http404."""
    try:
        game = access.game_for(request.user, game_id, people=True)
    except NoSuchGame as error:
        raise Http404 from error
    if services.end_if_overdue(game, timesource.now()):
        game = access.game_for(request.user, game_id, people=True)
    return game


@require_safe
def show_game(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the game page with the current position, an earlier position (query parameter `move`), or an unsent stone
    (`point`)."""
    game = game_or_404(request, game_id)
    return _game_page(request, game) if game.finished_at is None else _finished_page(request, game)


def _game_page(request: HttpRequest, game: Game, *, refusal: str = "", status: int = 200) -> HttpResponse:
    query = request.GET
    chosen = BoardSelection(
        point=query.get("point", "")[:3].strip(),
        shown=whole_number(query.get("move"), 6),
        placed=_toggle_point(query.getlist("placed"), query.get("point", "")),
        turn="turn" in query,
    )
    page = GamePage(game, request.user, timesource.now(), chosen)
    context = {
        "page": page,
        "refusal": refusal,
        "rejecting": "reject" in query,
        "open_chat": "chat" in query,
        "open_notes": "notes" in query,
        "one_chain": "only" in query,
    }
    return render(request, "games/game.html", context, status=status)


_finished_page = from_replica(_game_page)


def _toggle_point(chosen: list[str], tapped: str) -> list[str]:
    """Return the chosen handicap points after a tap on a point: without the point if it was chosen before, otherwise
    with it."""
    points = [text.upper() for text in chosen if text][:MOST_POINTS]
    tapped = tapped.strip().upper()
    if not tapped:
        return points
    return [p for p in points if p != tapped] if tapped in points else [*points, tapped]


@require_safe
def show_time(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the page of the game's clocks and its time actions."""
    page = GamePage(game_or_404(request, game_id), request.user, timesource.now())
    return render(request, "games/time.html", {"page": page, "grant": GrantTimeForm(), "pause": PauseForm()})


@require_safe
def download_sgf(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the record of the game as an SGF file. The query parameter `with` names additions, separated by commas."""
    game = game_or_404(request, game_id)
    sgf = GameView(game, request.user).sgf(more=request.GET.get("with", ""))
    response = HttpResponse(sgf, content_type="application/x-go-sgf; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="igo-{game.pk}.sgf"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def perform_verb(request: HttpRequest, game_id: int, verb: str) -> HttpResponse:
    """Perform the action of a form on the game page, and redirect. `verb` is the last part of the URL, one of PATHS.
    GET shows the confirmation page, or redirects to the game if the action needs no confirmation. POST reads the game
    only once, while it is locked."""
    if request.method != "POST":
        return _confirmation_page(request, game_id, verb)
    form = PATHS[verb](request.POST)
    if not form.is_valid():
        refusal = _("The form was incomplete. Try again.")
        return _game_page(request, game_or_404(request, game_id), refusal=refusal, status=400)
    data = form.cleaned_data
    who = verbs.ActionRequest(game_id, player_of(request), data["number"], data["key"], received_at(request))
    try:
        if form.of is None:
            return _SIDE_FORMS[verb](request, game_or_404(request, game_id), who, form)
        message = data["text"].strip() if form.of.takes_message else ""
        verbs.perform_from_input(who, form.of, form.verb_values(who.now), message).raise_if_illegal_attempt()
    except (GameError, RulesError) as refusal:
        return _refusal_page(request, game_id, refusal)
    if form.of in (verbs.Play, verbs.Pass):
        return redirect(_url_after_move(request.POST.get("after", who.player.after_sending), game_id))
    return redirect(path_of("games:game", game_id))


def _url_after_move(choice: str, game_id: int) -> str:
    """Return the URL to redirect to after a move: the next game, the list or this game. `choice` is a value of
    PageAfterMove, or "" for this game."""
    match choice:
        case PageAfterMove.NEXT:
            return path_of("games:next_game") + f"?after={game_id}"
        case PageAfterMove.LIST:
            return path_of("games:my_games")
    return path_of("games:game", game_id)


def _refusal_page(request: HttpRequest, game_id: int, refusal: GameError | RulesError) -> HttpResponse:
    status = getattr(refusal, "http_status", 422)
    page = _game_page(request, game_or_404(request, game_id), refusal=sentence_for(refusal), status=status)
    if isinstance(refusal, TooManyGameRequests):
        page["Retry-After"] = str(refusal.data["retry_after"])
    return page


def _confirmation_page(request: HttpRequest, game_id: int, path: str) -> HttpResponse:
    game = game_or_404(request, game_id)
    page, verb = GamePage(game, request.user, timesource.now()), verbs.BY_PATH.get(path)
    if verb is None or verb.name not in page.may:
        return redirect(game)
    if verb is verbs.Accept and page.discrepancy is not None:
        return render(request, "games/confirm_acceptance.html", {"page": page})
    if verb is verbs.Decide:
        return _referee_page(request, game)
    question = verb.confirmation(page.actor)
    if question is None:
        return redirect(game)
    return render(request, "games/confirm.html", {"page": page, "verb": path, "question": question})


def _referee_page(request: HttpRequest, game: Game) -> HttpResponse:
    """Return the page on which a moderator makes a ruling. The query parameter `dead` has the stones marked as dead,
    and `point` the stone that was just clicked."""
    query = request.GET
    marking = RefereeMarking(query.get("dead"), tapped=query.get("point", "").strip())
    page = RefereePage(game, request.user, timesource.now(), marking)
    return render(request, "games/decide.html", {"page": page})


SideForm = Callable[[HttpRequest, Game, verbs.ActionRequest, Any], HttpResponse]


def _save_dead_stone_draft(
    request: HttpRequest, game: Game, who: verbs.ActionRequest, form: DeadStoneTapForm
) -> HttpResponse:
    data = form.cleaned_data
    dead = Vertices().read(data["dead"], game)
    if data["point"]:
        tapped = Vertex().read(data["point"], game)
        dead = toggle_marking(GameView(game, request.user).board(), dead, tapped, whole_region=not data["only"])
    verbs.store_marking(who, dead, undo=data["undo"])
    return redirect(game.get_absolute_url() + ("?only=on" if data["only"] else ""))


def _send_chat(request: HttpRequest, game: Game, who: verbs.ActionRequest, form: ChatForm) -> HttpResponse:
    data = form.cleaned_data
    services.send_message(PlayerRequest(who.player, who.now, who.key), game.pk, data["text"], data["quick"])
    return redirect(f"{game.get_absolute_url()}?chat=1#chat")


def _offer_rematch(request: HttpRequest, game: Game, who: verbs.ActionRequest, form: ActionForm) -> HttpResponse:
    made = services.offer_or_accept_rematch(game_id=game.pk, player=who.player, now=who.now)
    if not isinstance(made, Game):
        messages.success(request, pgettext("text", "Rematch offered."))
    return redirect(made)


def _save_note(request: HttpRequest, game: Game, who: verbs.ActionRequest, form: NoteAndPriorityForm) -> HttpResponse:
    with transaction.atomic():
        services.write_note(game_id=game.pk, player=who.player, text=form.cleaned_data["text"], now=who.now)
        if form.cleaned_data["priority"] is not None:
            wanted = form.cleaned_data["priority"]
            services.set_priority(game_id=game.pk, player=who.player, priority=wanted, now=who.now)
    messages.success(request, pgettext("text", "Saved."))
    return redirect(f"{game.get_absolute_url()}?notes=1#notes")


_SIDE_FORMS: dict[str, SideForm] = {
    "marks": _save_dead_stone_draft,
    "chat": _send_chat,
    "note": _save_note,
    "rematch": _offer_rematch,
}
"""The forms of a game's page that are not actions of its record."""
PATHS: dict[str, type[ActionForm]] = {
    **{path: form_class_for(verb) for path, verb in verbs.BY_PATH.items()},
    "marks": DeadStoneTapForm,
    "chat": ChatForm,
    "note": NoteAndPriorityForm,
    "rematch": ActionForm,
}
"""The forms by the last part of their URL."""
