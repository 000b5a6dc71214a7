"""The rules of Go, explained and compared, on a page for each chapter and each rule set. The pages use no personal
data."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from accounts.core import site
from games.terms import LARGEST_SIZE, MOST_HANDICAP, MOST_TAUGHT_HANDICAP, PRESETS, SMALLEST_SIZE, UNRATED_REASONS
from learn.boards import (
    SENT_BACK,
    ScoredExample,
    allows_superko_figure,
    example_board_after,
    rule_figures,
    scored_example,
)
from learn.wordings import ABOUT, ROWS, RuleClaim
from rules import DEFAULT_RULE_SET, RULE_SETS, Color, Outcome, Reason, RuleSet
from rules.ruleset import HANDICAP_KOMI, SelfCaptureRule
from rules.variants.presets import PLAYED
from rules.variants.presets import PRESETS as VARIANTS
from wording import words
from wording.board_svg import small_board_svg
from wording.time_words import time_control_meaning, time_control_name
from wording.variant_words import PRESET_NAMES, variant_sentences

SECTIONS: dict[str, Promise] = {
    "board": gettext_lazy("Board and stones"),
    "liberties": gettext_lazy("Chains and liberties"),
    "capture": pgettext_lazy("rules", "Capture"),
    "self_capture": pgettext_lazy("rules", "Self-capture"),
    "life": gettext_lazy("Alive and dead"),
    "ko": gettext_lazy("Ko and superko"),
    "passing": pgettext_lazy("rules", "Passing"),
    "end": gettext_lazy("The end of the game"),
    "counting": pgettext_lazy("rules", "Counting"),
    "seki": pgettext_lazy("rules", "Seki"),
    "handicap": gettext_lazy("Komi and handicap"),
    "results": pgettext_lazy("text", "Results"),
    "time": pgettext_lazy("text", "Time"),
    "variants": pgettext_lazy("chapter of the rules", "Variants"),
    "compared": gettext_lazy("All rule sets compared"),
}
"""The chapters in order: the key in the URL, and the heading. The keys are those of the anchors of an older single
page."""

ROW_GROUPS: list[tuple[Promise, list[str]]] = [
    (pgettext_lazy("rules", "The main rules"), ["counting", "ko"]),
    (pgettext_lazy("rules", "During play"), ["self_capture", "repetition", "pass_stones", "handicap"]),
    (pgettext_lazy("rules", "The end of the game"), ["dead", "last_pass", "resuming", "rejection"]),
    (pgettext_lazy("rules", "The score"), ["seki", "compensation", "ties"]),
]
"""The differences between rule sets in the groups of a rule set's page. The komi is in the first group."""

KOMI = gettext_lazy("Komi on 9×9, 13×13, 19×19")

RESULTS = (
    Outcome.of_two(Color.BLACK, Reason.SCORE, Decimal("3.5")),
    Outcome.of_two(Color.WHITE, Reason.RESIGNATION),
    Outcome.of_two(Color.BLACK, Reason.TIME),
    Outcome.of_two(None, Reason.SCORE, Decimal(0)),
    Outcome.of_two(None, Reason.CANCELLED),
    Outcome.of_two(None, Reason.NO_RESULT),
)
"""One result of each kind, for the table of result notations."""


@dataclass(frozen=True, slots=True)
class RuleComparisonRow:
    """One row of a comparison: its label, and the value under each rule set."""

    label: Promise
    cells: list[str]


@require_safe
def all_rules(request: HttpRequest) -> HttpResponse:
    """Return the page with all chapters, each with a small board, and all rule sets."""
    chapters = [(key, heading, _chapter_pictures()[key]) for key, heading in SECTIONS.items()]
    return render(request, "learn/rules.html", {"chapters": chapters, "rule_sets": list(RULE_SETS)})


@require_safe
def one_chapter(request: HttpRequest, chapter: str) -> HttpResponse:
    """Return the page of one chapter of the rules. Raises Http404 for an unknown chapter."""
    if chapter not in SECTIONS:
        raise Http404
    keys = list(SECTIONS)
    at = keys.index(chapter)
    context = {
        "key": chapter,
        "heading": SECTIONS[chapter],
        "sections": SECTIONS,
        "number": at + 1,
        "text": f"learn/rules/{chapter}.html",
        "back": keys[at - 1] if at else "",
        "onward": [(each, SECTIONS[each]) for each in keys[at + 1 : at + 2]],
        **_chapter_context(),
    }
    return render(request, "learn/chapter.html", context)


def _chapter_context() -> dict[str, Any]:
    """Return the template context of all chapters: the figures, the limits of sizes and handicap, the clocks and
    variants, and the differences between rule sets."""
    return {
        "rows": ROWS,
        "figures": rule_figures(),
        "sizes": (SMALLEST_SIZE, LARGEST_SIZE),
        "most_handicap": MOST_HANDICAP,
        "most_taught": MOST_TAUGHT_HANDICAP,
        "clocks": [(time_control_name(control), time_control_meaning(control)) for control in PRESETS.values()],
        "handicap_komi": words.localized_number(HANDICAP_KOMI),
        "unrated": UNRATED_REASONS,
        "repetitions": [
            (claim, _repetition_label(claim), _endless_repetition_sentence(claim)) for claim in ROWS["ko"].claims
        ],
        "sent_back": SENT_BACK,
        "count": scored_example(DEFAULT_RULE_SET),
        "counts": [(each, _example_score_context(scored_example(each))) for each in RULE_SETS],
        "results": [(outcome.sgf, words.result_sentence(outcome)) for outcome in RESULTS],
        "rule_sets": list(RULE_SETS),
        "variants": [(PRESET_NAMES[key], variant_sentences(VARIANTS[key])) for key in PLAYED],
        "compared": _rule_comparison_rows(list(RULE_SETS.values())),
    }


@cache
def _chapter_pictures() -> dict[str, SafeString]:
    """Return the small board of each chapter."""
    boards = {name: figure.board for name, figure in rule_figures().items()}
    end = scored_example(DEFAULT_RULE_SET).state.board
    named = {
        "board": "game", "liberties": "chain", "capture": "before", "self_capture": "closed", "life": "eyes",
        "ko": "ko", "seki": "seki_japanese", "handicap": "handicap", "results": "marked", "variants": "torus",
        "compared": "superko",
    }  # fmt: skip
    shown = {key: boards[name] for key, name in named.items()}
    late = {
        "time": example_board_after(6),
        "passing": example_board_after(24),
        "end": example_board_after(32),
        "counting": end,
    }
    return {key: small_board_svg(board, None) for key, board in {**shown, **late}.items()}


@require_safe
def rule_set_page(request: HttpRequest, key: str) -> HttpResponse:
    """Return the page of one rule set: its origin, rules, differences, and a scored game. Raises Http404 for an unknown
    rule set."""
    if key not in RULE_SETS:
        raise Http404
    ours = site.default_rule_set_key(DEFAULT_RULE_SET)
    ruleset, default = RULE_SETS[key], RULE_SETS[ours]
    count = scored_example(key)
    differs = [line for line in _rule_comparison_rows([ruleset, default]) if line.cells[0] != line.cells[1]]
    context = {
        "key": key,
        "default": ours,
        "about": ABOUT[key],
        "groups": [
            (title, [(ROWS[name].label, ROWS[name].words_under(ruleset)) for name in names])
            for title, names in ROW_GROUPS
        ],
        "komi": _komi_by_size(ruleset),
        "differs": differs,
        "count": count,
        "board_points": len(count.state.board.cells),
        "counted": words.score_rows(count.score),
        "by_territory": words.score_rows(count.by_territory) if count.by_territory else [],
        "outcome": words.result_sentence(count.outcome),
        "rule_sets": list(RULE_SETS),
    }
    return render(request, "learn/rule_set.html", context)


def _rule_comparison_rows(rulesets: list[RuleSet]) -> list[RuleComparisonRow]:
    """Return a row for the komi and for each other difference between rule sets, with a cell for each of these rule
    sets."""
    rows = [
        RuleComparisonRow(row.label, [str(row.words_under(ruleset).short) for ruleset in rulesets])
        for row in ROWS.values()
    ]
    return [*rows[:1], RuleComparisonRow(KOMI, [_komi_text(ruleset) for ruleset in rulesets]), *rows[1:]]


def _komi_text(ruleset: RuleSet) -> str:
    return " / ".join(words.localized_number(komi) for komi in ruleset.komi)


def _komi_by_size(ruleset: RuleSet) -> str:
    """Return the komi as text, with the board sizes unless it is the same for all of them."""
    if len(set(ruleset.komi)) == 1:
        return words.localized_number(ruleset.komi[0])
    rows = zip((9, 13, 19), ruleset.komi, strict=True)
    return " · ".join(f"{words.board_size_text(size, size)}: {words.localized_number(komi)}" for size, komi in rows)


def _repetition_label(claim: RuleClaim) -> Promise:
    """Return "allowed" or "forbidden": whether White may retake in the superko figure under the rule sets of
    `claim`."""
    rule = SelfCaptureRule.ALLOWED if allows_superko_figure(RULE_SETS[claim.keys[0]].ko) else SelfCaptureRule.FORBIDDEN
    return ROWS["self_capture"].words[rule].short


def _endless_repetition_sentence(claim: RuleClaim) -> Promise:
    """Return the sentence on endless repetition under the rule sets of this claim about ko."""
    return ROWS["repetition"].words_under(RULE_SETS[claim.keys[0]]).sentence


def _example_score_context(count: ScoredExample) -> dict[str, Any]:
    totals = count.score.totals
    return {
        "black": words.localized_number(totals.black),
        "white": words.localized_number(totals.white),
        "sgf": count.outcome.sgf,
    }
