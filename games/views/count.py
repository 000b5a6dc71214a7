"""The explained count of a game (R62): why every point counts, and the same board under other rules."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from foundation import timesource
from foundation.turns import turn
from games.views.game import game_or_404
from games.views.game_page import GamePage
from rules import Explanation, Score, Why, explain_state, vertex
from rules.color import BLACK_AND_WHITE
from wording import words


@dataclass(frozen=True, slots=True)
class Group:
    """All points that count, or do not, for the same reason: vertices for Black, for White, for nobody."""

    name: str
    why: str
    sides: tuple[list[str], list[str], list[str]]

    @property
    def named(self) -> list[tuple[str, list[str]]]:
        """The sides with their names."""
        names = (*(str(words.COLOR_NAMES[color]) for color in BLACK_AND_WHITE), _("Nobody"))
        return list(zip(names, self.sides, strict=True))


@dataclass(frozen=True, slots=True)
class CountRow:
    """One way of counting: its name, both totals, the result."""

    name: str
    black: str
    white: str
    result: str


@require_safe
def count(request: HttpRequest, game_id: int) -> HttpResponse:
    """The page; before there is anything to count it leads back to the game."""
    game = game_or_404(request, game_id)
    page = GamePage(game, request.user, timesource.now())
    if not page.can_be_counted:
        return redirect(game)
    with turn():
        explained = explain_state(page.present, page.dead)
    context = {
        "page": page,
        "groups": _groups(explained, game.height),
        "counts": _counts(explained, game.rule_set),
        "half": explained.half_count,
    }
    return render(request, "games/count.html", context)


def _groups(explained: Explanation, height: int) -> list[Group]:
    groups = []
    for why in Why:
        sides: tuple[list[str], list[str], list[str]] = ([], [], [])
        for point, counted in explained.points.items():
            if counted.why is why:
                sides[2 if counted.color is None else counted.color - 1].append(vertex(point, height))
        if any(sides):
            groups.append(Group(str(words.WHY_NAMES[why]), str(words.WHY_SENTENCES[why]), sides))
    return groups


def _counts(explained: Explanation, own: str) -> list[CountRow]:
    rows = [_count(str(words.RULE_SET_NAMES[own]), explained.score)]
    if explained.by_territory is not None:
        rows.append(_count(_("the same by territory, prisoners and pass stones"), explained.by_territory))
    others = {key: score for key, score in explained.side_by_side.items() if key != own}
    return rows + [_count(str(words.RULE_SET_NAMES[key]), score) for key, score in others.items()]


def _count(name: str, score: Score) -> CountRow:
    totals = score.totals
    return CountRow(name, words.number(totals.black), words.number(totals.white), words.lead(score))
