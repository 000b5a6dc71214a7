"""The page of a new game: three questions, a summary of the other settings that opens them, and a button that names the
result."""

import re

import pytest
from django.test import RequestFactory

from accounts.models import Player
from challenges.forms.cards import NewGameFormData
from challenges.forms.offers import ChallengeForm, initial_from_query
from challenges.models import Challenge
from tests.factories import make_player
from tests.support.browsers import browser

pytestmark = pytest.mark.django_db
OFFER = {"opponent_kind": "anyone", "size": "9", "rule_set": "japanese", "color": "random", "handicap": "0",
         "time": "days_3"}  # fmt: skip


def sentence(query: str) -> str:
    """Return the page's sentence about a game that the address describes."""
    return NewGameFormData(
        ChallengeForm(initial=initial_from_query(RequestFactory().get(f"/new/?{query}").GET))
    ).sentence


def is_open(page: str) -> bool:
    """Whether what is behind the sentence is to be seen."""
    return re.search(r'<details class="sum"\s+open', page) is not None


def test_the_sentence_says_every_answer_that_no_card_shows():
    usual = sentence("")
    assert usual == (
        "BrainKing rules, komi 5.5, random colours, rated. Clock pauses: vacation, weekends, pauses by agreement."
    )
    for query, text in (
        ("rule_set=japanese&size=9", "Japanese rules, komi 6.5"),
        ("komi=0.5", "komi 0.5, random colours, unrated"),
        ("handicap=3", "komi 0.5, 3 handicap stones, random colours, unrated"),
        ("by_rank=on", "handicap by rank, rated"),
        ("color=black", "you play Black"),
        ("rated=", "unrated"),
        ("private=on", "private"),
        ("size=custom&width=7&height=9", "7×9"),
        ("time=fischer", "3 days, +1 day per move"),
        ("time=none", "no clock"),
        ("time=custom", "custom time"),
        ("lateness=friendly", "three extra days, once"),
        ("off_time=", "The clock never pauses."),
        ("off_time=night", "Clock pauses: nights."),
    ):
        assert text in sentence(query), query
    for nonsense in (
        "komi=NaN", "komi=x", "size=custom&width=%00", "handicap=x", "rule_set=chess", "time=x", "off_time=x",
        "lateness=x", "color=x", "handicap=%D9%A3", "width=99999999999&size=custom",
    ):  # fmt: skip
        assert sentence(nonsense), nonsense


def test_a_refused_answer_opens_what_is_behind_the_sentence_and_an_unusual_one_too():
    page = browser(make_player())
    assert not is_open(page.get("/new/").content.decode())
    refused = page.post("/new/", {**OFFER, "komi": "6.25"})
    assert refused.status_code == 400
    assert is_open(refused.content.decode())
    unknown = page.post("/new/", {**OFFER, "opponent_kind": "player", "opponent": "nobody-at-all"})
    assert unknown.status_code == 400
    assert not is_open(unknown.content.decode())
    assert is_open(page.get("/new/?time=fischer").content.decode())
    assert not Challenge.objects.exists()


def test_every_field_of_the_form_is_on_the_page_once():
    page = browser(make_player()).get("/new/").content.decode()
    for name, field in ChallengeForm().fields.items():
        written = set(re.findall(rf'name="{name}(?:_\d)?"[^>]*', page))
        assert written, name
        values = [value for value, _ in getattr(field, "choices", [])] if 'type="radio"' in " ".join(written) else []
        shown = [value for value in values if f'value="{value}"' in " ".join(written)]
        assert set(values) - set(shown) <= {"link", "bot"}, name


def test_the_button_says_whom_one_challenges(settings):
    settings.IGO_HOUSE_BOT = True
    Player.objects.create_user(settings.IGO_HOUSE_BOT_NAME, is_bot=True)
    page = browser(make_player())
    named = page.get("/new/?to=babak").content.decode()
    assert "Challenge <bdi>babak</bdi>" in named
    assert re.search(r'value="player" id="\w+"\s+checked', named)
    bot = page.get(f"/new/?to={settings.IGO_HOUSE_BOT_NAME}").content.decode()
    assert re.search(r'value="bot" id="\w+"\s+checked', bot)


def test_a_friend_without_a_name_gets_a_link():
    page = browser(make_player())
    assert page.post("/new/", {**OFFER, "opponent_kind": "player", "opponent": ""}).status_code == 302
    assert Challenge.objects.get().token


def test_the_choice_of_a_rule_set_explains_brainking_rules():
    page = browser(make_player()).get("/new/").content.decode()

    assert "BrainKing rules (territory minus stones lost)" in page
