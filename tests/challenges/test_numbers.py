"""Numbers in forms, as users of every language write them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django import forms
from django.utils import timezone, translation
from django.utils.module_loading import import_string

from challenges import services
from challenges.forms.cards import NewGameFormData
from challenges.forms.offers import ChallengeForm
from challenges.models import Bidding, Challenge
from challenges.services import OfferRecipients
from foundation.number_fields import DecimalField, IntegerField
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from tests.factories import make_player
from tests.support.browsers import browser

OFFER = {"opponent_kind": "anyone", "size": "9", "rule_set": "japanese", "color": "random", "handicap": "0",
         "time": "days_3"}  # fmt: skip
SIX_AND_A_HALF = ["6.5", "6,5", "۶٫۵", "٦٫٥", "６．５", "６，５", "+6.5", " 6.50 ", "\u200f۶٫۵\u200e", "६.५",
                  "\u202b6.5\u202c", "٦،٥", "6\u200b.5\xad"]  # fmt: skip
MINUS = ["-6.5", "−6,5", "\u200e−۶٫۵", "－６．５", "–6.5", "‑6.5"]
NONE = ["six", "6.5.1", "6,5,1", "1.000,5", "NaN", "1e1", "6½", "^6", "--6", "6-5", "²", "٫"]


@pytest.mark.parametrize("written", SIX_AND_A_HALF)
def test_a_decimal_is_read_in_the_digits_and_signs_of_every_language(written):
    assert DecimalField(max_digits=4, decimal_places=2).clean(written) == Decimal("6.5")


@pytest.mark.parametrize("written", MINUS)
def test_and_so_is_a_minus(written):
    assert DecimalField().clean(written) == Decimal("-6.5")


@pytest.mark.parametrize("written", NONE)
def test_what_is_no_number_stays_none(written):
    for field in (DecimalField(), IntegerField()):
        with pytest.raises(forms.ValidationError):
            field.clean(written)


@pytest.mark.parametrize("written", ["12", "۱۲", "١٢", "１２", "१२", "\u200f۱۲", "۱۲٫۰", "12.0", "12,0"])
def test_a_whole_number_as_well(written):
    assert IntegerField().clean(written) == 12
    assert IntegerField().clean("۱٬۲۰۰") == 1200


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "komi"), [("fi", "6,5"), ("fa", "۶٫۵"), ("en", "6.5"), ("fa", "６．５")])
def test_the_page_of_a_new_game_takes_the_komi_as_its_own_example_writes_it(language, komi):
    visitor = browser(make_player())
    answer = visitor.post("/new/", {**OFFER, "komi": komi}, headers={"Accept-Language": language})

    assert answer.status_code == 302, answer.content.decode()
    assert Challenge.objects.get().komi == Decimal("6.5")
    with translation.override("en"):
        assert "komi 6.5" in NewGameFormData(ChallengeForm(initial={**OFFER, "komi": komi})).sentence


@pytest.mark.django_db
def test_a_bid_and_the_size_of_the_board_are_read_in_persian_too():
    aino, babak = browser(make_player()), make_player()
    answer = aino.post("/new/", {**OFFER, "size": "custom", "width": "۷", "height": "۹", "komi": "۵٫۵"})
    made = services.create_challenge(
        PlayerRequest(babak, timezone.now()), Terms(width=9, height=9, komi_by="secret"), OfferRecipients()
    )
    bid = browser(make_player()).post(f"/challenge/{made.pk}/", {"answer": "bid", "komi": "−۳٫۵"})

    assert (answer.status_code, bid.status_code) == (302, 302)
    assert Challenge.objects.values_list("width", "height").get(komi_by="") == (7, 9)
    assert [row.joiner_bid for row in Bidding.objects.all()] == [Decimal("-3.5")]


@pytest.mark.django_db
def test_a_field_for_decimals_lets_the_comma_in():
    field = str(ChallengeForm()["komi"])

    assert 'type="text"' in field
    assert 'inputmode="decimal"' in field


FORMS = [
    "challenges.forms.offers.ChallengeForm", "challenges.forms.answers.KomiBidForm",
    "challenges.forms.records.SgfUploadForm", "tournaments.forms.TournamentForm",
    "leagues.forms.LeagueForm", "team_matches.forms.ChallengeClubForm",
    "games.forms.StartVacationForm", "accounts.site_forms.SiteSettingsForm",
]  # fmt: skip


SENT_BY_THE_PAGE = {"PlanChangeForm.number", "PlanChangeForm.version", "ManagerActForm.notice"}
"""No one types these."""


def every_form(kind=forms.BaseForm):
    """All classes of forms of this project that are loaded."""
    for one in kind.__subclasses__():
        yield one
        yield from every_form(one)


def test_every_field_for_a_number_reads_them():
    for path in FORMS:
        import_string(path)
    ours = {form for form in every_form() if not form.__module__.startswith(("django", "allauth", "rest_framework"))}
    fields = [(f"{form.__name__}.{name}", field) for form in ours for name, field in form.base_fields.items()]
    numbers = [(name, field) for name, field in fields if isinstance(field, forms.IntegerField | forms.DecimalField)]

    assert len(numbers) > 30
    seen = [(name, field) for name, field in numbers if not isinstance(field.widget, forms.HiddenInput)]
    assert {name for name, field in seen if not isinstance(field, IntegerField | DecimalField)} <= SENT_BY_THE_PAGE
