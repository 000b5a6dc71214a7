"""The pages of ladders: the list, places and challenges, history."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Player
from clubs.services.rights import clubs_allowing_events_by
from foundation.keyset import MergedStreams, Stream, read_page, rows_in_key_order
from foundation.text import whole_number
from games.event_boards import event_boards, event_pictures, longest_games_in_progress
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.views.requests import player_of, received_at, requested_page
from ladders import access
from ladders.errors import NoSuchLadder
from ladders.forms import ChallengePlaceForm, CloseLadderForm, LadderForm, LadderPlaceActionForm
from ladders.models import Ladder, LadderGame, LadderMove, LadderPlace
from ladders.services import climbing, closing, ladders, own_ladders
from ladders.words import HOLDS, MOVES, REFUSALS
from tournaments.systems.ladder import ChallengeRefusal, HoldReason
from tournaments.views.shared import ActionMessages, do_and_redirect, player_request, save_and_redirect
from wording import words

A_PAGE, MOST_GAMES, TOP_PLACES = 100, 20, 5


@dataclass(frozen=True, slots=True)
class LadderPlaceRow:
    """A row of a ladder's table: a place, why it is on hold ("" if it is not), whether the viewer can challenge its
    player, and otherwise why not."""

    place: LadderPlace
    hold: str
    can_challenge: bool
    why_not: str


@require_safe
def all_ladders(request: HttpRequest) -> HttpResponse:
    """Return the page with open ladders, newest first, or with `?which=past` the closed ones."""
    is_past = request.GET.get("which") == "past"
    there = MergedStreams([Stream(Ladder.objects.filter(closed_at__isnull=not is_past))])
    page = read_page(there, requested_page(request.GET, by_time=False), 30)
    rows = Ladder.objects.filter(pk__in=[number for _at, number in page.keys])
    rows = rows.annotate(there=Count("ladder_places", filter=Q(ladder_places__place__isnull=False)))
    shown = rows_in_key_order(page.keys, rows)
    context = {
        "rows": _with_pictures_and_top_places(shown, request.user),
        "games": longest_games_in_progress(Game.objects.filter(ladder_game__ladder__in=shown), request.user),
        "found": page,
        "is_past": is_past,
        "has_past": is_past or Ladder.objects.exclude(closed_at=None).exists(),
        "query": "which=past" if is_past else "",
    }
    return render(request, "ladders/ladders.html", context)


def _with_pictures_and_top_places(
    rows: list[Ladder], viewer: Player | AnonymousUser
) -> list[tuple[Ladder, str, list[LadderPlace]]]:
    """Return each ladder with a picture of a game, its first places and the viewer's own."""
    games = Game.objects.filter(ladder_game__ladder__in=rows)
    pictures = event_pictures(games, "ladder_game__ladder", viewer)
    places = defaultdict(list)
    wanted = Q(place__lte=TOP_PLACES) | Q(player=viewer.pk)
    for place in LadderPlace.objects.current().filter(wanted, ladder__in=rows).select_related("player"):
        places[place.ladder_id].append(place)
    return [(one, pictures.get(one.pk, ""), places[one.pk]) for one in rows]


@require_safe
def ladder_page(request: HttpRequest, ladder_id: int) -> HttpResponse:
    """Return the page with the places of a ladder. Each row says whether the viewer can challenge its player, and
    otherwise why not (E61)."""
    shown = _ladder_or_404(ladder_id)
    rows = shown.ladder_places.current().select_related("player").prefetch_related("player__ratings")
    pages = max(1, -(-rows.count() // A_PAGE))
    page = min(max(whole_number(request.GET.get("page"), 4) or 1, 1), pages)
    mine = _own_place(request, shown)
    before, after = own_ladders.adjacent_ladders(shown)
    context = {
        "before": before,
        "after": after,
        "ladder": shown,
        "tab": "places",
        "mine": mine,
        "may_close": closing.may_close(request.user, shown),
        "my_row": "" if mine is None else _own_place_query(mine),
        "my_hold": "" if mine is None else HOLDS.get(HoldReason(mine.hold), ""),
        "rows": _place_rows(list(rows[(page - 1) * A_PAGE : page * A_PAGE]), mine if shown.is_open else None, request),
        "boards": event_boards(Game.objects.filter(ladder_game__ladder=shown), request.user),
        "my_games": [] if mine is None else _challenges_in_progress(mine),
        "page": page,
        "pages": range(1, pages + 1) if pages > 1 else (),
    }
    return render(request, "ladders/ladder.html", context)


def _ladder_or_404(ladder_id: int) -> Ladder:
    try:
        return access.get_ladder(ladder_id)
    except NoSuchLadder as error:
        raise Http404 from error


def _own_place(request: HttpRequest, shown: Ladder) -> LadderPlace | None:
    if not isinstance(request.user, Player):
        return None
    return shown.ladder_places.current().filter(player=player_of(request)).select_related("ladder").first()


def _place_rows(
    ladder_places: list[LadderPlace], own_place: LadderPlace | None, request: HttpRequest
) -> list[LadderPlaceRow]:
    standing = None if own_place is None else climbing.challenge_options_of(own_place, received_at(request))
    found = []
    for ladder_place in ladder_places:
        refusal = None if standing is None else standing.refusal(ladder_place)
        why = "" if refusal in (None, ChallengeRefusal.SELF, ChallengeRefusal.BELOW) else str(REFUSALS[refusal])
        hold = HOLDS.get(HoldReason(ladder_place.hold), "")
        found.append(LadderPlaceRow(ladder_place, str(hold), standing is not None and refusal is None, why))
    return found


def _own_place_query(own_place: LadderPlace) -> str:
    """Return the query string and anchor with which the ladder's page shows the viewer's own place."""
    return f"?page={((own_place.place or 1) - 1) // A_PAGE + 1}#me"


def _challenges_in_progress(own_place: LadderPlace) -> list[LadderGame]:
    rows = LadderGame.objects.filter(Q(challenger=own_place) | Q(defender=own_place), booked_at=None)
    return list(rows.select_related("challenger__player", "defender__player").order_by("-pk")[:MOST_GAMES])


@require_safe
def place_changes_page(request: HttpRequest, ladder_id: int) -> HttpResponse:
    """Return the page with the changes of places, newest first (E66)."""
    shown = _ladder_or_404(ladder_id)
    page = read_page(MergedStreams([Stream(shown.moves.all())]), requested_page(request.GET, by_time=False), 50)
    moves = LadderMove.objects.filter(pk__in=[number for _at, number in page.keys]).select_related(
        "ladder_place__player"
    )
    rows = [(move, _place_change_text(move)) for move in rows_in_key_order(page.keys, moves)]
    context = {"ladder": shown, "tab": "history", "rows": rows, "found": page}
    return render(request, "ladders/history.html", context)


def _place_change_text(move: LadderMove) -> str:
    numbers = {
        name: words.localized_number(value or 0) for name, value in (("before", move.before), ("after", move.after))
    }
    return words.isolated(str(MOVES[move.why]), name=move.ladder_place.player.shown_name, **numbers)


@require_POST
@login_required
def change_place(request: HttpRequest, ladder_id: int) -> HttpResponse:
    """Join or leave the ladder, pause the viewer's place, or end the pause, as submitted. Redirect to the ladder."""
    shown, form = _ladder_or_404(ladder_id), LadderPlaceActionForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose what you want to do."))
        return redirect(shown)
    does: dict[str, tuple[Callable[[PlayerRequest, int], object], str]] = {
        "join": (ladders.join_ladder, _("You have joined the ladder.")),
        "leave": (ladders.leave_ladder, _("You have left the ladder.")),
        "pause": (ladders.pause_place, _("Your place has been paused.")),
        "back": (ladders.end_pause, pgettext("text", "Welcome back. Your place is active again.")),
    }
    do, message = does[form.cleaned_data["do"]]
    return do_and_redirect(
        request, shown, lambda: do(player_request(request), ladder_id), ActionMessages(message, _refusal_text)
    )


@require_POST
@login_required
def close_ladder(request: HttpRequest, ladder_id: int) -> HttpResponse:
    """Close the ladder with the submitted reason. Redirect to the ladder."""
    shown, form = _ladder_or_404(ladder_id), CloseLadderForm(request.POST)
    asked = player_request(request)
    if not form.is_valid():
        messages.error(request, _("Enter a reason of up to 300 characters."))
        return redirect(shown)
    page_words = ActionMessages(_("The ladder has been closed."), _refusal_text)
    return do_and_redirect(
        request, shown, lambda: closing.close_ladder(asked, ladder_id, form.cleaned_data["reason"]), page_words
    )


@require_POST
@login_required
def challenge_player(request: HttpRequest, ladder_id: int) -> HttpResponse:
    """Challenge the submitted player, who was seen at the submitted place, and redirect to the game. If that is
    refused, redirect to the ladder with a message."""
    shown, form = _ladder_or_404(ladder_id), ChallengePlaceForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose what you want to do."))
        return redirect(shown)

    def start() -> Game:
        asked = player_request(request)
        return climbing.challenge_player(asked, ladder_id, form.defender(), form.cleaned_data["place"]).game

    return do_and_redirect(request, shown, start, ActionMessages(_("The game has started."), _refusal_text))


def _refusal_text(reason: str) -> str:
    return str(REFUSALS[ChallengeRefusal(reason)])


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_ladder(request: HttpRequest) -> HttpResponse:
    """Return the form for a new ladder. POST creates the ladder and redirects to it."""
    form = LadderForm(
        request.POST if request.method == "POST" else None,
        clubs=clubs_allowing_events_by(player_of(request)), initial=LadderForm.initial_from_query(request.GET),
    )  # fmt: skip
    return save_and_redirect(request, form, ladders.create_ladder, ("ladders/new.html", {}))
