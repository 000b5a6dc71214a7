"""The explained count of a game (R62): why every point counts, and the same board under other rules."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import words
from games.views.game import game_or_404
from games.views.game_page import GamePage
from rules import Color, Explanation, Score, Why, explain_state, vertex


@dataclass(frozen=True, slots=True)
class Group:
    """All points that count, or do not, for the same reason."""

    name: str
    why: str
    black: str
    white: str
    nobody: str


@dataclass(frozen=True, slots=True)
class Count:
    """One way of counting: its name, both totals, the result."""

    name: str
    black: str
    white: str
    result: str


@require_safe
def count(request: HttpRequest, game_id: int) -> HttpResponse:
    """The page; before there is anything to count it leads back to the game."""
    game = game_or_404(request, game_id)
    page = GamePage(game, request.user, timezone.now())
    if not page.can_be_counted:
        return redirect(game)
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
        found: dict[Color | None, list[str]] = {Color.BLACK: [], Color.WHITE: [], None: []}
        for point, counted in explained.points.items():
            if counted.why is why:
                found[counted.color].append(vertex(point, height))
        if any(found.values()):
            lists = (_listed(found[Color.BLACK]), _listed(found[Color.WHITE]), _listed(found[None]))
            groups.append(Group(str(words.WHY_NAMES[why]), str(words.WHY_SENTENCES[why]), *lists))
    return groups


def _listed(vertices: list[str]) -> str:
    """How many, and which: "3: A1, B1, C1"."""
    return f"{words.number(len(vertices))}: {', '.join(vertices)}" if vertices else ""


def _counts(explained: Explanation, own: str) -> list[Count]:
    rows = [_count(str(words.RULE_SET_NAMES[own]), explained.score)]
    if explained.by_territory is not None:
        rows.append(_count(_("the same by territory, prisoners and pass stones"), explained.by_territory))
    others = {key: score for key, score in explained.side_by_side.items() if key != own}
    return rows + [_count(str(words.RULE_SET_NAMES[key]), score) for key, score in others.items()]


def _count(name: str, score: Score) -> Count:
    totals = score.totals
    return Count(name, words.number(totals.black), words.number(totals.white), words.lead(score))
