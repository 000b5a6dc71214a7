"""The explained count of a game (R62): why each point counts, and the score of the same board under other rules."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_safe

from foundation import timesource
from foundation.cpu_slots import cpu_slot
from games.views.game import game_or_404
from games.views.game_page import GamePage
from rules import Color, PointStatus, Score, ScoreExplanation, Setup, explain_score_of_state, vertex
from wording import words


@dataclass(frozen=True, slots=True)
class PointGroup:
    """Points of a counted board that count, or do not count, for the same reason. `sides` maps the name of each colour
    to the vertices that count for it, and "No one" to those that count for neither."""

    name: str
    why: str
    sides: dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class ScoreUnderRules:
    """The score under one rule set: its name, each side's total, and the result."""

    name: str
    totals: tuple[tuple[str, str], ...]
    result: str


@dataclass(frozen=True, slots=True)
class ExplainedTerm:
    """One row of the score: its name, why its points count, each side's points, and who leads by how much with them."""

    name: str
    why: str
    sides: tuple[tuple[str, str], ...]
    lead: str


TERM_SENTENCES: dict[tuple[str, bool], Promise] = {
    ("territory", False): words.WHY_SENTENCES[PointStatus.TERRITORY],
    ("stones", False): gettext_lazy("Each living stone is worth a point."),
    ("captured", False): gettext_lazy("Each captured stone gives the opponent a point."),
    ("captured", True): gettext_lazy("Each captured stone costs its owner a point."),
    ("dead", False): gettext_lazy("Each dead stone gives the opponent a point, like a captured stone."),
    ("dead", True): gettext_lazy("Each dead stone costs its owner a point, like a captured stone."),
    ("pass_stones", False): gettext_lazy("Each stone given for a pass is the opponent's point."),
    ("pass_stones", True): gettext_lazy("Each pass stone costs a point."),
    ("komi", False): gettext_lazy("White gets komi because Black moved first."),
    ("komi", True): gettext_lazy("Black gives komi for moving first."),
    ("compensation", False): gettext_lazy("White gets these points for Black's handicap stones."),
}
"""Why a term of a score of Black and White counts, by its name and whether its points are subtracted."""


@require_safe
def score_explanation_page(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the page that explains the score point by point, or redirect to the game if it shows no score."""
    game = game_or_404(request, game_id)
    page = GamePage(game, request.user, timesource.now())
    if not page.has_explained_score:
        return redirect(game)
    with cpu_slot():
        explained = explain_score_of_state(page.present, page.dead)
    context = {
        "page": page,
        "terms": _explained_terms(explained.score, page.present.setup) if page.has_two_colors else [],
        "groups": _point_groups(explained, page.present.setup),
        "counts": _scores_under_all_rules(explained, game.rule_set),
        "half": explained.half_count,
    }
    return render(request, "games/count.html", context)


def _explained_terms(score: Score, setup: Setup) -> list[ExplainedTerm]:
    rows = []
    is_komi_for_first_move = setup.komi > 0 and not setup.handicap
    points = [(term.name, term.points) for term in score.terms if any(term.points)]
    for row, (name, values) in zip(words.score_rows(score), [*points, ("total", score.totals)], strict=True):
        margin = values.black - values.white
        lead = words.lead_of_color(Color.BLACK if margin > 0 else Color.WHITE, abs(margin)) if margin else words.NOTHING
        has_reason = name != "komi" or is_komi_for_first_move
        why = TERM_SENTENCES.get((name, min(values) < 0), "") if has_reason else ""
        rows.append(ExplainedTerm(row.name, str(why), row.sides, lead))
    return rows


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


def _scores_under_all_rules(explained: ScoreExplanation, own: str) -> list[ScoreUnderRules]:
    rows = [_score_under_rules(str(words.RULE_SET_NAMES[own]), explained.score)]
    if explained.by_territory is not None:
        rows.append(
            _score_under_rules(_("same rules, counting territory, prisoners and pass stones"), explained.by_territory)
        )
    others = {key: score for key, score in explained.side_by_side.items() if key != own}
    return rows + [_score_under_rules(str(words.RULE_SET_NAMES[key]), score) for key, score in others.items()]


def _score_under_rules(name: str, score: Score) -> ScoreUnderRules:
    return ScoreUnderRules(
        name, words.values_by_color_name(score.totals.map(words.localized_number)), words.lead_text(score)
    )
