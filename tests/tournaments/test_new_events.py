"""The pages that make tournaments, ladders and leagues: cards, few fields, the rest folded."""

from __future__ import annotations

import re
from datetime import timedelta
from html.parser import HTMLParser

import pytest
from django.utils import timezone

from ladders.models import Ladder
from leagues.models import League
from tests.factories import make_player
from tests.tournaments.helpers import make_draft
from tests.tournaments.test_pages_and_api import signed_in
from tournaments.event_presets import LADDERS, LEAGUES, TOURNAMENTS
from tournaments.forms import TournamentForm
from tournaments.models import Tournament
from tournaments.systems.types import Kind

pytestmark = pytest.mark.django_db

PRESETS = {
    (path, one.key): one
    for path, presets in (("/tournaments/new/", TOURNAMENTS), ("/ladders/new/", LADDERS), ("/leagues/new/", LEAGUES))
    for one in presets
}


class Sent(HTMLParser):
    """What a browser sends for the form of a page: {name: values}."""

    def __init__(self):
        super().__init__()
        self.values, self.inside, self.select = {}, False, None

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "form":
            self.inside = given.get("class") == "form"
        elif self.inside and tag == "select":
            self.select = given["name"]
        elif self.inside and tag == "option" and ("selected" in given or self.select not in self.values):
            self.values[self.select] = [given["value"]]
        elif self.inside and tag == "input" and (given["type"] not in ("radio", "checkbox") or "checked" in given):
            self.values.setdefault(given["name"], []).append(given.get("value") or ("on" if "checked" in given else ""))


def sent_as_shown(html):
    """Return what a browser sends for the form of the page, with a name."""
    sent = Sent()
    sent.feed(html)
    return {**sent.values, "name": "Winter Cup"}


@pytest.mark.parametrize(("path", "key"), PRESETS)
def test_a_new_event_shows_its_sentence_and_at_most_eight_fields(path, key):
    page = signed_in(make_player()).get(f"{path}?preset={key}").content.decode()

    form = page[page.index('<form class="form"') :].split("</form>")[0]
    open_part = re.sub(r"<details.*?</details>", "", form, flags=re.DOTALL)
    assert len(re.findall(r'<div class="of-', open_part)) <= 8
    assert f'<p class="outcome">{PRESETS[path, key].outcome}</p>' in page
    assert page.count('aria-current="true"') == 1


def test_the_form_of_a_format_asks_nothing_about_other_formats():
    for kind, there, absent in (
        (Kind.SWISS, {"rounds", "late_entry", "tiebreak_1"}, {"bar", "seeding", "drawing", "strike_out", "games_each"}),
        (Kind.ROUND_ROBIN, {"games_each", "at_once", "strike_out"}, {"rounds", "bar", "seeding", "late_entry"}),
        (Kind.KNOCKOUT, {"games_each", "seeding", "third_place"}, {"rounds", "bar", "following", "tiebreak_1"}),
        (Kind.SECTIONS, {"drawing", "best", "then", "group_size"}, {"rounds", "bar", "late_entry"}),
        (Kind.MCMAHON, {"rounds", "bar", "floor", "handicaps"}, {"seeding", "games_each", "group_size"}),
    ):
        names = set(TournamentForm(preset=kind.value).fields)
        assert there <= names, kind
        assert not absent & names, kind


@pytest.mark.parametrize(("path", "key"), [one for one in PRESETS if one[1] != "swiss"])
def test_a_card_and_a_name_are_enough_for_an_event(path, key):
    client = signed_in(make_player())

    made = client.post(f"{path}?preset={key}", sent_as_shown(client.get(f"{path}?preset={key}").content.decode()))

    assert made.status_code == 302
    assert Tournament.objects.count() + Ladder.objects.filter(own="").count() + League.objects.count() == 1


def test_a_weekend_swiss_needs_a_date_and_keeps_its_card_with_the_error():
    client = signed_in(make_player())
    path = "/tournaments/new/?preset=swiss"
    sent = sent_as_shown(client.get(path).content.decode())

    refused = client.post(path, sent)
    soon = (timezone.now() + timedelta(days=9)).strftime("%Y-%m-%dT%H:%M")
    made = client.post(path, {**sent, "starts_at": soon})

    assert refused.status_code == 400
    assert "?preset=swiss" in refused.content.decode().split('aria-current="true"')[0].rsplit("<a", 1)[1]
    assert made.status_code == 302


def test_an_error_in_a_folded_field_opens_its_fold():
    client = signed_in(make_player())
    path = "/tournaments/new/?preset=round_robin"
    sent = sent_as_shown(client.get(path).content.decode())

    page = client.post(path, {**sent, "fewest": "1"}).content.decode()

    fold = page[: page.index('name="fewest"')].rsplit("<details", 1)[1]
    assert "open" in fold.split(">")[0]


def test_E11_a_draft_can_change_its_format_and_keeps_its_other_terms():
    draft = make_draft(name="Winter Cup", most=12)
    client = signed_in(draft.owner)
    path = f"/tournaments/{draft.pk}/edit/?preset=knockout"
    sent = sent_as_shown(client.get(path).content.decode())

    assert client.post(path, sent).status_code == 302

    draft.refresh_from_db()
    assert (draft.stages.get().kind, draft.most) == (Kind.KNOCKOUT, 12)
