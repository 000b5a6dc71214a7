"""Lists: home, my games, archive."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.models import Player
from games.models import Game
from games.models.game import GameSearch
from games.terms import OFFERED_SIZES
from rules import Board, Color, Phase, Play, Point, Setup, apply, new_game, parse_vertex
from rules.errors import RulesError
from rules.ruleset import RULE_SETS
from wording.refusals import SENTENCES
from wording.words import RULE_SET_NAMES

from .requests import player_of

MOST_BOARDS = 60
A_PAGE = 20


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, a stone to capture, and games that go on."""
    public = Game.objects.in_progress().filter(private=False, move_number__gt=5)
    context = {
        "games": public.with_people().order_by("-last_action_at")[:6],
        "task": _Task(request.GET.get("point", "")),
    }
    return render(request, "games/home.html", context)


class _Task:
    """The one-move exercise of the home page: take the white stone."""

    ROWS = (
        ".........",
        ".........",
        "....X....",
        "...XO....",
        "....X....",
        *[
            ".........",
        ]
        * 4,
    )
    SIZE = 9

    def __init__(self, point: str) -> None:
        setup = Setup(self.SIZE, self.SIZE, RULE_SETS["brainking"], RULE_SETS["brainking"].komi[0])
        self.state = new_game(Setup(setup.width, setup.height, setup.ruleset, setup.komi, start=self.ROWS))
        self.said: Any = ""
        self.done = False
        if point:
            self._try(point[:3])

    def _try(self, text: str) -> None:
        try:
            point = parse_vertex(text.strip(), self.SIZE, self.SIZE)
            after = apply(self.state, Play(Color.BLACK, point))
        except RulesError as error:
            self.said = SENTENCES[error.code]
            return
        self.done = after.prisoners[Color.BLACK] == 1
        self.state = after if self.done else self.state
        self.said = (
            _("Taken! Its last liberty is gone.")
            if self.done
            else _("Not yet: that stone still has one liberty, the empty point beside it.")
        )

    @property
    def board(self) -> Board:
        """The position."""
        return self.state.board

    @property
    def points(self) -> list[list[tuple[str, str]]]:
        """Every point with its label, row by row, for the buttons."""
        letters = "ABCDEFGHJ"
        names = {None: _("empty"), Color.BLACK: _("black"), Color.WHITE: _("white")}
        return [
            [
                (
                    f"{letters[c]}{self.SIZE - r}",
                    f"{letters[c]} {self.SIZE - r}, {names[self.board[Point(c, r)]]}",
                )
                for c in range(self.SIZE)
            ]
            for r in range(self.SIZE)
        ]


@require_safe
@login_required
def my_games(request: HttpRequest) -> HttpResponse:
    """My games as boards: those that wait for me first, the nearest deadline first."""
    player = player_of(request)
    mine = Game.objects.of(player).in_progress().with_people()
    games = list(mine.order_by(F("deadline").asc(nulls_last=True), "pk")[: MOST_BOARDS * 2])
    for game in games:
        _look_at(game, player)
    turn = [game for game in games if game.my_turn]  # type: ignore[attr-defined]
    ended = Game.objects.of(player).finished().with_people().order_by("-finished_at")[:6]
    for game in ended:
        _look_at(game, player)
    context = {
        "playing": [game for game in turn if game.phase == Phase.PLAY.value],
        "answering": [game for game in turn if game.phase != Phase.PLAY.value],
        "waiting": [game for game in games if not game.my_turn][:MOST_BOARDS],  # type: ignore[attr-defined]
        "ended": ended,
        "next_game": turn[0] if turn else None,
        "table": request.GET.get("view") == "list",
        "all_games": [*turn, *(game for game in games if not game.my_turn)],  # type: ignore[attr-defined]
    }
    return render(request, "games/my_games.html", context)


@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """To the game that waits for me with the nearest deadline; `?after=` skips one."""
    waiting = Game.objects.awaiting(player_of(request))
    after = request.GET.get("after", "")
    if after.isascii() and after.isdigit() and len(after) < 10:
        waiting = waiting.exclude(pk=int(after))
    found = waiting.order_by(F("deadline").asc(nulls_last=True), "pk").first()
    return redirect(found or "games:my_games")


def _look_at(game: Game, player: Player) -> None:
    """Add what the card of a game says from this player's side."""
    seat = game.seat_of(player)
    game.my_turn = seat is not None and seat.index == game.turn  # type: ignore[attr-defined]
    game.opponent = None if seat is None else game.opponents(seat)[0].player  # type: ignore[attr-defined]


class ArchiveForm(forms.Form):
    """The search of the archive."""

    player = forms.CharField(label=_("Player"), max_length=30, required=False)
    phase = forms.ChoiceField(
        label=_("Games"),
        required=False,
        choices=[("", _("all")), ("finished", _("finished")), ("running", _("in progress"))],
    )
    size = forms.ChoiceField(
        label=_("Board"),
        required=False,
        choices=[("", _("all")), *((str(n), f"{n}×{n}") for n in OFFERED_SIZES)],
    )
    rule_set = forms.ChoiceField(label=_("Rules"), required=False, choices=[("", _("all")), *RULE_SET_NAMES.items()])
    rated = forms.ChoiceField(
        label=_("Rating"),
        required=False,
        choices=[("", _("all")), ("yes", _("rated")), ("no", _("unrated"))],
    )
    page = forms.IntegerField(min_value=1, max_value=100000, required=False)


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """All games that the viewer may see, searched by a form that can be bookmarked."""
    form = ArchiveForm(request.GET)
    games = Game.objects.visible_to(request.user)
    if form.is_valid():
        data = form.cleaned_data
        search = GameSearch(
            player=data["player"],
            phase=data["phase"],
            size=int(data["size"]) if data["size"] else None,
            rule_set=data["rule_set"],
            rated=None if not data["rated"] else data["rated"] == "yes",
        )
        games = games.matching(search)
    ordered = games.order_by("-last_action_at", "-pk").with_people()
    page = Paginator(ordered, A_PAGE).get_page(form.cleaned_data.get("page") or 1)
    query = request.GET.copy()
    query.pop("page", None)
    context = {"form": form, "found": page, "query": query.urlencode()}
    return render(request, "games/archive.html", context, status=200 if form.is_valid() else 400)


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """How to play here, with keys and by ear."""
    return render(request, "games/help.html")
