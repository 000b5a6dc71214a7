"""The waiting room by variant, on the page and API (V1)."""

import itertools
from copy import copy

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from challenges import services as challenging
from challenges.kinds import KINDS, ORDINARY, filter_of_kind
from challenges.models import Challenge
from challenges.services import OfferRecipients
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from rules import ORDINARY as ORDINARY_GO
from rules import Variant
from rules.variants.presets import PRESETS, preset_of
from rules.variants.variant import HiddenInformation, VariantColors, VariantGoal, VariantSeats, ViewKind
from tests.factories import NOON, make_player

pytestmark = pytest.mark.django_db

MIXED = {
    "fading": Variant(view=HiddenInformation(ViewKind.FADING, 5), passing=True),
    "to_capture_without_passing": Variant(goal=VariantGoal((2, 1)), passing=False),
    "four_to_capture": Variant(colors=VariantColors(4), goal=VariantGoal((3,) * 4)),
    "hidden_capture": Variant(goal=VariantGoal((1, 1)), view=HiddenInformation(ViewKind.ONE_COLOR)),
    "rengo_seen_by_nobody": Variant(seats=VariantSeats((1, 2)), view=HiddenInformation(ViewKind.NONE)),
    "no_pass_in_pairs": Variant(seats=VariantSeats((2, 2)), passing=False),
}
ALL = {ORDINARY: ORDINARY_GO, **PRESETS, **MIXED}


@pytest.fixture
def offers():
    """One of each, by the name of its variant."""
    aino = make_player("aino")
    made = challenging.create_challenge(PlayerRequest(aino, NOON), Terms(width=9, height=9), OfferRecipients())
    rows = {ORDINARY: made}
    for name, variant in itertools.islice(ALL.items(), 1, None):
        rows[name] = copy(made)
        rows[name].pk, rows[name].variant = None, variant.to_json()
        rows[name].save(force_insert=True)
    return rows


def test_every_offer_is_of_exactly_one_kind_and_of_the_one_that_it_is_named_by_V1(offers):
    for kind in KINDS:
        found = set(Challenge.objects.filter(filter_of_kind(kind)))
        assert found == {offers[name] for name, one in ALL.items() if (preset_of(one) or ORDINARY) == kind}, kind


def test_page_and_api_show_the_offers_of_the_variant_that_is_asked_for(offers):
    shown = {offer.get_absolute_url(): offer for offer in offers.values()}
    for kind in KINDS:
        wanted = {offers[name] for name, one in ALL.items() if (preset_of(one) or ORDINARY) == kind}
        listed = Client().get(f"/api/v1/challenges/?variant={kind}").json()["results"]
        assert {row["id"] for row in listed} == {offer.pk for offer in wanted}, kind
        page = Client().get(f"/waiting/?variant={kind}").content.decode()
        assert {offer for path, offer in shown.items() if f'href="{path}"' in page} == wanted, kind
        assert page.count(f'href="?variant={kind}"\n         aria-current="page"') == 1
    assert Client().get("/api/v1/challenges/?variant=chess").status_code == 400


def test_pages_of_one_variant_have_each_offer_once(offers):
    path, found = "/api/v1/challenges/?variant=capture&limit=1", []
    while path:
        page = Client().get(path).json()
        found += [row["id"] for row in page["results"]]
        path = page["next"]
    names = [name for name, one in ALL.items() if preset_of(one) == "capture"]
    assert found == sorted((offers[name].pk for name in names), reverse=True)
    assert len(found) == 3


def test_an_empty_variant_says_so_leads_back_and_costs_no_query_more(offers):
    def queries(path):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            page = Client().get(path).content.decode()
        return len(asked), page

    queries("/waiting/")
    everything, _ = queries("/waiting/")
    some, page = queries("/waiting/?variant=capture")
    assert some <= everything
    assert 'href="/new/?variant=capture"' in page
    Challenge.objects.filter(filter_of_kind("pair")).delete()
    _, page = queries("/waiting/?variant=pair")
    assert "No open games of this kind right now" in page
    assert 'href="/waiting/"' in page
    assert "No open games right now" not in page
    assert offers[ORDINARY].get_absolute_url() in queries("/waiting/?variant=chess")[1], (
        "what is no variant is no filter"
    )
