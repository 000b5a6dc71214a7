"""A yes-or-no term is declared once: the form, the API and the rows follow from it."""

from __future__ import annotations

import api_types as shapes
from challenges.api.inputs import CounterSerializer
from challenges.forms.offers import ChallengeForm
from challenges.models import Challenge
from games.models import Game
from games.terms import YES_NO, Terms, yes_no_terms_of


def test_what_is_declared_once_is_asked_by_the_page_and_by_programs_and_kept_by_offer_and_game():
    names = set(YES_NO)

    assert "private" in names
    assert names == set(yes_no_terms_of(Terms())) == set(shapes.AgreedTerms.__annotations__)
    assert names <= set(ChallengeForm().fields) & set(CounterSerializer().fields)
    for row in (Challenge, Game):
        assert names <= {field.name for field in row._meta.get_fields()}


def test_what_nobody_says_is_what_the_terms_say_by_default():
    form, serializer = ChallengeForm().fields, CounterSerializer().fields

    for name, asked in YES_NO.items():
        assert getattr(Terms(), name) == asked.default == serializer[name].default
        assert form[name].initial == asked.proposed
        assert not form[name].required
