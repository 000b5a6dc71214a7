"""The forms of events: cards that fill them, a summary of the result, and only the relevant fields."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.http import QueryDict
from django.utils import timezone

from ladders.forms import LadderForm
from leagues.forms import LeagueForm
from tests.clubs.helpers import make_club
from tests.factories import make_player
from tests.tournaments.test_pages_and_api import FORM, signed_in
from tournaments.forms import TournamentForm
from tournaments.models import Tournament
from tournaments.models.tournament_options import KIND_NAMES
from wording import dates

pytestmark = pytest.mark.django_db
PAGES = {"/tournaments/new/": TournamentForm, "/ladders/new/": LadderForm, "/leagues/new/": LeagueForm}
MOST_VISIBLE = 8
CUSTOM = {"width", "height"}


def sent_from(page):
    """Return what a browser sends from the form of a page."""
    form = page.context["form"]
    values = {field.html_name: field.value() for field in form}
    return {
        name: "on" if value is True else value
        for name, value in values.items()
        if value is not None and value is not False
    }


@pytest.mark.parametrize("path", PAGES)
def test_each_card_fills_a_form_that_can_be_saved_with_a_name(path):
    cards = PAGES[path].cards
    assert len(cards) == (4 if path == "/tournaments/new/" else 3)
    for card in cards:
        owner = make_player()
        page = signed_in(owner).get(path, {"like": card.key})
        assert page.content.decode().count('aria-current="true"') == 2  # the card, and Events in the header
        made = signed_in(owner).post(path, {**sent_from(page), "name": f"One {card.key}"})
        assert made.status_code == 302, made.context["form"].errors


def test_the_club_card_is_for_the_members_of_ones_club():
    owner = make_player()
    assert signed_in(owner).get("/tournaments/new/?like=club").context["form"]["entering"].value() == "open"
    club = make_club(owner)
    form = signed_in(owner).get("/tournaments/new/?like=club").context["form"]
    assert (form["entering"].value(), form["club"].value()) == ("club", club.pk)


@pytest.mark.parametrize("path", PAGES)
def test_every_field_stands_once_and_at_most_eight_are_visible(path):
    form = PAGES[path]()
    first, *folds = form.groups()
    names = [field.name for fold in (first, *folds) for field, _classes in fold.fields]
    assert sorted([*names, *form.clock_parts]) == sorted(form.fields)
    assert first.title == ""
    for kind in KIND_NAMES:
        seen = {field.name for field, _ in first.fields if kind in form.systems.get(field.name, (kind,))}
        assert 4 <= len(seen - CUSTOM) <= MOST_VISIBLE, kind


def test_a_fold_with_an_error_is_open():
    page = signed_in(make_player()).post("/tournaments/new/", {**FORM, "fewest": 0})
    assert [fold.is_open for fold in page.context["groups"]] == [False, False, True, False, False, False, False]


def test_the_options_of_other_systems_are_not_read():
    made = signed_in(make_player()).post(
        "/tournaments/new/", {**FORM, "third_place": "on", "group_size": "many", "tiebreak_1": "sos"}
    )
    assert made.status_code == 302
    stage = Tournament.objects.get().stages.get()
    assert (stage.third_place, stage.group_size, stage.tiebreaks) == (False, 8, ["sos"])


def test_the_sentence_says_what_will_happen_with_the_values_of_the_page():
    client = signed_in(make_player())

    def sentence(path, **query):
        return client.get(path, query).context["form"].sentence

    in_a_week = dates.day_text(timezone.now() + timedelta(days=7))
    assert sentence("/tournaments/new/", like="swiss") == (
        "Up to 32 players play 5 rounds against opponents with similar scores. "
        f"1 player active in the last 30 days could enter. The tournament starts on {in_a_week}. "
        "Each game: 9×9, 1 day per move."
    )
    assert "play 1 round against" in sentence("/tournaments/new/", rounds="1")
    for kind in KIND_NAMES:
        assert sentence("/tournaments/new/", kind=kind, games_each="1"), kind
    assert "twice" in sentence("/tournaments/new/", kind="round_robin", games_each="2")
    assert "on 4 May 2030" in sentence("/tournaments/new/", starting="date", starts_at="2030-05-04T12:00")
    assert "start the tournament yourself" in sentence("/tournaments/new/", starting="hand")
    assert "all places are taken" in sentence("/tournaments/new/", starting="full")
    assert "custom size, custom time" in sentence("/tournaments/new/", size="custom", time="custom")
    assert sentence("/tournaments/new/", rounds="x") == "", "what cannot be sent is not described"
    assert "same rank" in sentence("/ladders/new/", joins_by_rank="on")
    assert "at the bottom" in sentence("/ladders/new/", joins_by_rank="")
    assert "a season of one month, the top player in each group" in sentence("/leagues/new/", like="monthly")
    assert "challenge each other" in sentence("/leagues/new/", like="free")


def test_a_draft_is_edited_in_the_same_form():
    owner = make_player()
    path = signed_in(owner).post("/tournaments/new/", {**FORM, "rounds": 4}).headers["Location"] + "edit/"
    assert "play 4 rounds" in signed_in(owner).get(path).context["form"].sentence
    form = signed_in(owner).get(path, {"like": "knockout"}).context["form"]
    assert (form["name"].value(), form["kind"].value()) == ("Winter Cup", "knockout")


def test_a_hostile_address_gives_a_page():
    query = QueryDict(mutable=True)
    for name in TournamentForm().fields:
        query.setlist(name, ["<b>\x00" * 400, "2"])
    for path in (*PAGES, "/new/"):
        assert signed_in(make_player()).get(path, query).status_code == 200, path
