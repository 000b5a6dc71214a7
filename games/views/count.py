"""The explained count of a game (R62): why each point counts, and the score of the same board under other rules."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from foundation import timesource
from foundation.cpu_slots import cpu_slot
from games.views.game import game_or_404
from games.views.game_page import GamePage
from rules import Color, PointStatus, Score, ScoreExplanation, Setup, explain_state, vertex
from wording import words


@dataclass(frozen=True, slots=True)
class PointGroup:
    """Points of a counted board that count, or do not count, for the same reason. `sides` has the points as vertices by
    the name of the colour for which they count, and last those that count for neither."""

    name: str
    why: str
    sides: dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class ScoreUnderRules:
    """The score under one rule set: its name, each side's total, and the result."""

    name: str
    totals: tuple[tuple[str, str], ...]
    result: str


@require_safe
def count_page(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the page of the explained count, or redirect to the game if it has no count yet."""
    game = game_or_404(request, game_id)
    page = GamePage(game, request.user, timesource.now())
    if not page.has_explained_score:
        return redirect(game)
    with cpu_slot():
        explained = explain_state(page.present, page.dead)
    context = {
        "page": page,
        "groups": _point_groups(explained, page.present.setup),
        "counts": _score_lines(explained, game.rule_set),
        "half": explained.half_count,
    }
    return render(request, "games/count.html", context)


def _point_groups(explained: ScoreExplanation, setup: Setup) -> list[PointGroup]:
    groups = []
    names: dict[Color | None, str] = {color: str(words.COLOR_NAMES[color]) for color in setup.order.colors}
    names[None] = pgettext("text", "No one")
    for why in PointStatus:
        sides: dict[str, list[str]] = {name: [] for name in names.values()}
        for point, counted in explained.points.items():
            if counted.why is why:
                sides[names[counted.color]].append(vertex(point, setup.height))
        if any(sides.values()):
            groups.append(PointGroup(str(words.WHY_NAMES[why]), str(words.WHY_SENTENCES[why]), sides))
    return groups


def _score_lines(explained: ScoreExplanation, own: str) -> list[ScoreUnderRules]:
    rows = [_score_line(str(words.RULE_SET_NAMES[own]), explained.score)]
    if explained.by_territory is not None:
        rows.append(_score_line(_("same rules, counting territory, prisoners and pass stones"), explained.by_territory))
    others = {key: score for key, score in explained.side_by_side.items() if key != own}
    return rows + [_score_line(str(words.RULE_SET_NAMES[key]), score) for key, score in others.items()]


def _score_line(name: str, score: Score) -> ScoreUnderRules:
    return ScoreUnderRules(
        name, words.values_by_color_name(score.totals.map(words.localized_number)), words.lead_text(score)
    )
