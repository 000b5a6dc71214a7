"""The rules, taught and compared: the pages agree with the engine."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise

import pytest
from django.test import Client
from django.utils import translation

from learn import boards as rules_boards
from learn.views.rules import SECTIONS
from learn.wordings import ABOUT, ROWS
from rules import BLACK_AND_WHITE, DEFAULT_RULE_SET, RULE_SETS
from rules.estimate import suggest_dead
from rules.ruleset import KoRule
from tests import factories
from tests.support.pages import tight
from wording import words

pytestmark = pytest.mark.django_db

CHAPTERS = [f"/rules/chapter/{key}/" for key in SECTIONS]
PATHS = ["/rules/", *CHAPTERS, *(f"/rules/{key}/" for key in RULE_SETS)]
COUNTED = {
    "brainking": "B+3.5", "japanese": "B+0.5", "korean": "B+0.5", "chinese": "W+0.5", "aga": "W+0.5", "bga": "W+0.5",
    "new_zealand": "0", "tromp_taylor": "W+0.5", "ing": "W+0.5", "leaflet": "B+7",
}  # fmt: skip
TABLE = {
    "Counting": ["territory minus stones lost", *["territory and prisoners"] * 2, "stones and territory",
                 *["stones and territory, or territory and prisoners"] * 2, *["stones and territory"] * 3,
                 "territory and prisoners"],
    "Komi on 9×9, 13×13, 19×19": ["3.5 / 4.5 / 5.5", *["6.5 / 6.5 / 6.5"] * 2, *["7.5 / 7.5 / 7.5"] * 3, "7 / 7 / 7",
                                  "7.5 / 7.5 / 7.5", "8 / 8 / 8", "0 / 0 / 0"],
    "Ko": [*["no immediate recapture"] * 3, "no repeated positions",
           *["no repeated positions with the same player to move"] * 3, *["no repeated positions"] * 3],
    "Endless repetition": [*["no result, if agreed"] * 3, *["can't happen"] * 7],
    "Self-capture": [*["forbidden"] * 6, *["allowed"] * 3, "forbidden"],
    "Dead stones": [*["marked at the end"] * 7, "none (all stones are alive)", *["marked at the end"] * 2],
    "Seki": [*["no territory"] * 3, *["surrounded points count"] * 6, "no territory"],
    "Tied score": [*["a draw"] * 8, "Black wins", "a draw"],
    "Handicap stones": [*["on fixed points"] * 3, "anywhere", *["on fixed points"] * 2, *["anywhere"] * 3,
                        "on fixed points"],
    "Compensation for handicap": [*["none"] * 3, "one point per stone", *["one point per stone after the first"] * 2,
                                  *["none"] * 4],
    "Pass stones": [*["only while playing out a dispute"] * 4, *["with every pass"] * 2,
                    *["only while playing out a dispute"] * 4],
    "Last pass": [*["either player's"] * 4, *["White's"] * 2, *["either player's"] * 4],
    "First player after resuming": ["the player who resumed", *["the opponent of the player who resumed"] * 2,
                                    *["the player who resumed"] * 7],
    "After a rejection": [*["marking again, resuming play or playing out the dispute"] * 9, "playing out the dispute"],
}  # fmt: skip
"""The rule sets (R30), in the order of RULE_SETS."""


def get(path: str, lang: str = "en") -> str:
    answer = Client(headers={"accept-language": lang}).get(path)
    assert answer.status_code == 200
    return unescape(tight(answer.content.decode()))


def cells(row: str) -> list[str]:
    return [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row)]


def table(html: str, mark: str) -> list[list[str]]:
    (found,) = re.findall(rf"<table{mark}[^>]*>(.*?)</table>", html, re.DOTALL)
    return [cells(row) for row in re.findall(r"<tr[^>]*>(.*?)</tr>", found, re.DOTALL)]


def all_chapters() -> str:
    """Every chapter of the rules in English, one after the other, without what surrounds them."""
    return "".join(re.findall(r"<article.*?</article>", "".join(map(get, CHAPTERS)), re.DOTALL))


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(("lang", "direction"), [("en", "ltr"), ("fi", "ltr"), ("fa", "rtl")])
def test_every_page_in_every_language(path, lang, direction):
    html = get(path, lang)

    assert f'<html lang="{lang}" dir="{direction}"' in html
    assert html.count("<h1>") == 1
    levels = [int(level) for level in re.findall(r"<h(\d)", html)]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert " style=" not in html


NOT_THERE = [
    "/rules/chess/", "/rules/japanes/", "/rules/Japanese/", "/rules/new-zealand/", "/rules/chapter/aga/",
]  # fmt: skip


@pytest.mark.parametrize("path", NOT_THERE)
def test_another_key_is_not_there(path):
    assert Client().get(path).status_code == 404


def test_the_table_is_that_of_the_specification():
    header, *rows = table(get("/rules/chapter/compared/"), ' class="compared"')

    with translation.override("en"):
        assert header == ["", *(str(words.RULE_SET_NAMES[key]) for key in RULE_SETS)]
    assert {row[0]: row[1:] for row in rows} == TABLE


@pytest.mark.parametrize("key", RULE_SETS)
def test_a_rule_set_is_distinguished_from_the_default_by_exactly_what_differs(key):
    html = get(f"/rules/{key}/")
    place = list(RULE_SETS).index(key)
    wanted = {label: [row[place], row[0]] for label, row in TABLE.items() if row[place] != row[0]}

    if key == DEFAULT_RULE_SET:
        assert "These rules are the default" in html
    else:
        _, *rows = table(
            html.split("Differences from the default</h2>")[1].split("<h2>")[0],
            ' class="rule-differences" role="table"',
        )
        assert {row[0]: row[1:] for row in rows} == wanted


@pytest.mark.parametrize("key", RULE_SETS)
def test_a_rule_set_says_every_sentence_that_holds_under_it_and_no_other(key):
    html = get(f"/rules/{key}/")

    with translation.override("en"):
        assert str(ABOUT[key]) in html
        for row in ROWS.values():
            texts = [claim for claim in row.claims if f"<dd>{claim.words.sentence}</dd>" in html]
            assert [key in claim.keys for claim in texts] == [True]


def test_every_sentence_names_the_rule_sets_under_which_it_holds():
    html = all_chapters()

    for name, row in ROWS.items():
        assert sorted(key for claim in row.claims for key in claim.keys) == sorted(RULE_SETS)
        for claim in row.claims if name != "repetition" else []:  # said with the rule on ko
            with translation.override("en"):
                below = re.split("</tr>" if name == "ko" else "</p>", html.split(f">{claim.words.sentence}</")[1])[0]
            assert re.findall(r"/rules/(\w+)/", below) == list(claim.keys)


def test_each_rule_on_ko_says_what_holds_of_endless_repetition():
    html = get("/rules/chapter/ko/")
    rows = html.split("ways-of-ko")[1].split("</tr>")[1:-1]
    with translation.override("en"):
        for claim, row in zip(ROWS["ko"].claims, rows, strict=True):
            (note,) = {str(ROWS["repetition"].words_under(RULE_SETS[key]).sentence) for key in claim.keys}
            assert f"{claim.words.sentence}</span><p>{note}</p>" in row


@pytest.mark.parametrize("key", RULE_SETS)
def test_the_game_is_counted_by_the_engine_under_these_very_rules(key):
    count = rules_boards.scored_example(key)
    html = get(f"/rules/{key}/")
    totals = count.score.totals

    assert count.outcome.sgf == COUNTED[key]
    assert count.dead == suggest_dead(count.state.board, ruleset=RULE_SETS[key])
    assert len(count.state.board.cells) == sum(
        len(count.score.territory[color]) + sum(count.state.board[p] is color for p in count.state.board.points())
        for color in BLACK_AND_WHITE
    ) - len(count.dead)
    assert cells(html.split('<table class="score">')[1].split("</table>")[0])[-3:] == [
        "Total", words.localized_number(totals.black), words.localized_number(totals.white),
    ]  # fmt: skip
    assert f"<strong>{words.result_sentence(count.outcome)}</strong>" in html
    assert str(count.figure.svg) in html
    assert count.figure.alt in html


def test_the_aga_game_is_counted_both_ways_with_the_same_margin():
    count = rules_boards.scored_example("aga")

    assert count.by_territory is not None
    assert count.by_territory.margin == count.score.margin
    assert get("/rules/aga/").count('<table class="score">') == 2
    assert get("/rules/chinese/").count('<table class="score">') == 1


def test_one_game_has_nine_results_on_the_page_of_all_rules():
    _, *rows = table(get("/rules/chapter/counting/").replace("score all", "all"), ' class="all"')

    assert [row[-1] for row in rows] == list(COUNTED.values())


def test_the_boards_show_what_the_engine_does():
    html = all_chapters()
    with translation.override("en"):
        shown = rules_boards.rule_figures()
        for figure in shown.values():
            assert f'aria-label="{figure.alt}">{figure.svg}' in html
            assert figure.caption in html

    assert shown["lone"].caption == "Liberties in the middle: 4, at the edge: 3, in the corner: 2."
    assert shown["after"].caption == "Black played C1 and captured 2 stones."
    assert shown["opened"].caption.endswith("A5 captured 3 stones.")
    assert shown["own_after"].caption == "White played B5 and lost 3 stones."
    assert shown["eyes"].alt.endswith("circled: A 5, C 5")
    assert shown["ko_taken"].alt.endswith("last move: C 3. circled: B 3")
    assert "seki, no points: A 5, B 4, D 5" in shown["seki_japanese"].alt
    assert "neutral: B 4" in shown["seki_chinese"].alt


def test_only_positional_superko_forbids_taking_back_with_the_other_player_to_move():
    assert [ko for ko in KoRule if not rules_boards.allows_superko_figure(ko)] == [KoRule.POSITIONAL]
    rows = [row for row in table(get("/rules/chapter/ko/"), ' class="ways-of-ko"') if len(row) == 3]
    assert [row[2] for row in rows] == ["White at B5", "allowed", "forbidden", "allowed"]


def test_persian_pages_write_numbers_in_persian():
    html = get("/rules/brainking/", "fa")

    assert all(komi in html for komi in (": ۳٫۵ ·", ": ۴٫۵ ·", ": ۵٫۵"))
    assert "۲۱٫۵" in html
    assert "6,5" in get("/rules/japanese/", "fi")


def test_every_chapter_has_its_page_and_an_old_anchor_leads_to_its_link():
    html = get("/rules/")
    linked = re.findall(r'<li id="(\w+)">.*?href="(/rules/chapter/\w+/)"', html, re.DOTALL)

    assert linked == list(zip(SECTIONS, CHAPTERS, strict=True))
    assert html.count('<div class="board" aria-hidden="true"><svg') == len(SECTIONS)


def test_chapters_lead_from_the_first_to_the_last():
    for path, after in pairwise(CHAPTERS):
        assert f'class="button primary big" href="{after}"' in get(path)
        assert f'class="button quiet" href="{path}"' in get(after)
    assert 'class="button primary" href="/learn/"' in get(CHAPTERS[-1])


@pytest.mark.parametrize("path", PATHS)
def test_nothing_is_read_from_the_database_for_a_visitor(path, django_assert_num_queries):
    with django_assert_num_queries(0):
        Client().get(path)


def test_the_rules_are_linked_from_help_from_every_page_and_from_every_game():
    player = factories.make_player()
    game = factories.make_game(black=player, rule_set="aga")
    client = Client()
    client.force_login(player)

    assert 'href="/rules/"' in client.get("/help/").content.decode().split("<main")[1].split("</main>")[0]
    assert 'href="/rules/"' in Client().get("/").content.decode().split("<footer")[1]
    assert 'href="/rules/aga/"' in client.get(f"/g/{game.pk}/").content.decode()
    assert 'href="/rules/chapter/compared/"' in client.get("/new/").content.decode()


def test_the_page_says_where_marking_and_fixed_handicap_points_do_not_hold():
    page = all_chapters()

    assert "If all stones count as alive, nothing can be marked." in page
    assert "With fixed placement, 9 are on the star points" in page
