"""The page behind the link of an e-mail (C67). It shows the board without a session, and without information that is
for its player only.

The player first chooses a point, and then sends the move by a second form with a checkbox. Programs that follow links,
or submit forms unchanged, therefore play no move.
"""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.core.digits import viewer_digits
from foundation.refusals import Refusal
from games import access, verbs
from games.models import Game, Seat
from games.views.game_page import GamePage
from games.views.requests import received_at
from mail_play.errors import DeadLinkReason, TokenVoid
from mail_play.models import MailToken
from mail_play.services import playing, tokens
from rules import Color, Move, RulesError, parse_vertex, vertex
from wording.board_svg import BoardMarks, board_svg
from wording.refusals import sentence_for

PASS = "pass"  # noqa: S105 - a word of Go
LONGEST = 4


class PlayByLinkPage(GamePage):
    """The page reached by the link in an e-mail: the game as visitors see a public game, and the chosen move that is
    not yet sent: a point, `pass`, or "" for none."""

    def __init__(self, game: Game, seat: Seat, now: datetime, chosen: str = "") -> None:
        super().__init__(game, AnonymousUser(), now)
        self.seat = seat
        self.chosen = self._legal_move(chosen.strip())

    def _legal_move(self, chosen: str) -> str:
        if not chosen or chosen.lower() == PASS:
            return chosen.lower()
        try:
            point = parse_vertex(chosen, self.game.width, self.game.height)
        except RulesError as error:
            self.refusal = sentence_for(error)
            return ""
        refused = self.show.move_error(point)
        if refused is None:
            return vertex(point, self.game.height)
        self.refusal = f"{vertex(point, self.game.height)}: {sentence_for(refused)}"
        return ""

    @property
    def is_pass(self) -> bool:
        """Return whether the chosen move is a pass."""
        return self.chosen == PASS

    @property
    def board(self) -> SafeString:
        """Return the board as SVG with the unsent stone."""
        ghost = None
        if self.chosen and not self.is_pass:
            ghost = Move(Color(self.seat.color), parse_vertex(self.chosen, self.game.width, self.game.height))
        return board_svg(self.position, BoardMarks(last=self.last_move, ghost=ghost))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play_by_link_page(request: HttpRequest, turn: str) -> HttpResponse:
    """Return the page of the game's board on which a move can be chosen. POST plays the chosen move, once. The move is
    played for the seat's player, in whose language the page is, no matter who is signed in. Raises Http404 for an
    unknown secret."""
    token = tokens.find_token(turn)
    if token is None:
        raise Http404
    player, now = token.seat.player, received_at(request)
    language = player.language or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(player.zone), viewer_digits(player):
        try:
            tokens.check_token(token, now, setting="play_by_link")
            chosen = _chosen_action(request)
            if chosen is None:
                answer = _render_page(request, token, now)
            else:
                with playing.using_token(token, now) as action:
                    done = verbs.perform_from_input(action, *chosen)
                done.raise_if_illegal_attempt()
                answer = redirect(request.path)
        except TokenVoid as void:
            answer = _void_page(request, token, void)
        except (Refusal, RulesError) as error:
            answer = _render_page(request, token, now, error)
    answer["X-Robots-Tag"] = "noindex"
    answer["Content-Language"] = language
    return answer


def _chosen_action(request: HttpRequest) -> tuple[type[verbs.Verb], dict[str, str]] | None:
    """Return the verb and its fields that the form chose, or None if no move was chosen or the move was not
    confirmed."""
    point = request.POST.get("point", "").strip()[:LONGEST]
    if not point or "sure" not in request.POST:
        return None
    return (verbs.Pass, {}) if point.lower() == PASS else (verbs.Play, {"point": point})


def _void_page(request: HttpRequest, token: MailToken, void: TokenVoid) -> HttpResponse:
    is_played = void.why is DeadLinkReason.USED and request.method != "POST"
    context = {"game": token.seat.game, "void": void, "is_played": is_played}
    return render(request, "mail_play/void.html", context, status=200 if is_played else void.http_status)


def _render_page(
    request: HttpRequest, token: MailToken, now: datetime, refused: Refusal | RulesError | None = None
) -> HttpResponse:
    game = access.game_for(token.seat.player, token.seat.game_id, people=True)
    asked = request.POST if request.method == "POST" else request.GET
    page = PlayByLinkPage(game, token.seat, now, asked.get("point", "")[:LONGEST])
    if refused is None:
        refusal, status = page.refusal, 400 if request.method == "POST" else 200
    else:
        refusal, status = sentence_for(refused), getattr(refused, "http_status", 422)
    return render(request, "mail_play/link.html", {"page": page, "refusal": refusal}, status=status)
