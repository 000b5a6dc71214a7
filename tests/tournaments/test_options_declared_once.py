"""Each option is declared once, as a model field: forms, bodies, answers, copies and checks include all of them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import get_type_hints

import pytest
from django.db import models
from django.utils import timezone

import api_types
from api.options import values_of
from automatch.api.inputs import SearchSerializer
from automatch.forms import SearchForm
from automatch.models import Search, SearchOptions
from challenges.api.inputs import ChallengeSerializer
from challenges.forms.offers import ChallengeForm
from challenges.limits import LimitOptions
from challenges.models import Challenge
from clubs.api.inputs import ClubChangeSerializer, FoundClubSerializer
from clubs.forms import ClubForm
from clubs.models import Club
from clubs.models.club import ClubOptions
from foundation.options import bounds_of_field, option_names, option_values_of
from ladders.api.inputs import LadderSerializer
from ladders.forms import LadderForm
from ladders.models import Ladder, LadderOptions
from leagues.api.inputs import LeagueSerializer
from leagues.forms import LeagueForm
from leagues.models import League, LeagueOptions
from team_matches.api.inputs import TeamMatchSerializer
from team_matches.forms import ChallengeClubForm
from team_matches.models import MatchOptions, TeamMatch
from tests.factories import NOON, make_player
from tests.tournaments.helpers import asked, make_draft, make_open, plan, refused
from tests.tournaments.test_pages_and_api import FORM, signed_in
from tournaments import errors
from tournaments.api.inputs import TournamentSerializer
from tournaments.forms import TournamentForm
from tournaments.models import Stage, Tournament
from tournaments.models.tournament_options import TOURNAMENT_OPTIONS, EntryOptions, RoundOptions, StageOptions
from tournaments.services import copying

KINDS = [
    (Tournament, RoundOptions, TournamentForm, TournamentSerializer, "Tournament"),
    (Tournament, EntryOptions, TournamentForm, TournamentSerializer, "Tournament"),
    (Stage, StageOptions, TournamentForm, TournamentSerializer, "Tournament"),
    (Ladder, LadderOptions, LadderForm, LadderSerializer, "Ladder"),
    (League, LeagueOptions, LeagueForm, LeagueSerializer, "League"),
    (TeamMatch, MatchOptions, ChallengeClubForm, TeamMatchSerializer, "TeamMatch"),
    (Search, SearchOptions, SearchForm, SearchSerializer, "Search"),
    (Challenge, LimitOptions, ChallengeForm, ChallengeSerializer, "OfferLimits"),
    (Club, ClubOptions, ClubForm, ClubChangeSerializer, "Club"),
    (Club, ClubOptions, ClubForm, FoundClubSerializer, "Club"),
]
EMBLEM = {"letters", "shape", "shade"}
"""Of a club: in answers they are a part of their own."""
OTHERWISE = {"tiebreaks"}
"""A form asks for it by several fields."""


def named(form, option):
    """Return the name of the form's field for this option."""
    return getattr(form, "aliases", {}).get(option, option)


@pytest.mark.parametrize(("model", "options", "form", "body", "shape"), KINDS)
def test_forms_bodies_and_answers_have_every_option(model, options, form, body, shape):
    names = set(option_names(options))
    asked_for = {named(form, name) for name in names}

    assert asked_for - OTHERWISE <= set(form.base_fields)
    if form is TournamentForm:
        shown = form(initial={"established": True}).fields
        assert asked_for - OTHERWISE <= set(shown), "none is removed as a term of offers"
    assert names <= set(body().fields)
    assert names == set(values_of(model(), options))
    assert names - EMBLEM <= set(get_type_hints(getattr(api_types, shape)))


@pytest.mark.parametrize(("model", "options", "form", "body", "shape"), KINDS)
def test_forms_and_bodies_have_the_limits_of_the_model(model, options, form, body, shape):
    for field in options._meta.fields:
        if limits := bounds_of_field(field):
            sent, shown = body().fields[field.name], form.base_fields[named(form, field.name)]
            assert (sent.min_value, sent.max_value) == (limits["min_value"], limits["max_value"]), field.name
            if not hasattr(shown, "choices"):
                assert (shown.min_value, shown.max_value) == (limits["min_value"], limits["max_value"]), field.name


def other_value(field):
    """Return a value that the field does not have by default."""
    if field.choices:
        return next(value for value, _name in reversed(field.flatchoices) if value != field.get_default())
    if isinstance(field, models.BooleanField):
        return not field.get_default()
    if isinstance(field, models.JSONField):
        return ["sos"]
    if isinstance(field, models.DateTimeField):
        return NOON + timedelta(days=9)
    if isinstance(field, models.IntegerField):
        return bounds_of_field(field)["min_value"] + 3
    return "other"


@pytest.mark.django_db
def test_E55_a_copy_has_every_option_whatever_it_is():
    shown = make_draft()
    for row, options in ((shown, TOURNAMENT_OPTIONS), (shown.stages.get(), (StageOptions,))):
        for field in (field for one in options for field in one._meta.fields):
            setattr(row, field.name, other_value(field))
        row.save()

    made = copying.copy_tournament(asked(shown.owner), shown.pk)

    assert option_values_of(made, *TOURNAMENT_OPTIONS) == option_values_of(shown, *TOURNAMENT_OPTIONS)
    assert option_values_of(made.stages.get(), StageOptions) == option_values_of(shown.stages.get(), StageOptions)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"fewest": 1}, "fewest"), ({"most": 1001}, "most"), ({"least_games": -1}, "least_games"),
        ({"played": {"rounds": 21}}, "rounds"), ({"played": {"bar": 39}}, "bar"),
        ({"played": {"after_timeout": "perhaps"}}, "after_timeout"), ({"name": " "}, "name"),
        ({"about": "x" * 2001}, "about"), ({"lowest_rank": 99}, "lowest_rank"),
    ],
)  # fmt: skip
def test_a_value_that_an_option_cannot_have_is_refused_by_its_name(wrong, field):
    with pytest.raises(errors.BadTournament) as refusal:
        plan(**wrong).check(NOON)

    assert refusal.value.data["field"] == field
    refused(errors.BadTournament, make_open, **wrong)


@pytest.mark.django_db
def test_E13_a_start_date_is_asked_for_and_shown_in_utc_whatever_the_readers_zone():
    owner = make_player(time_zone="Asia/Tehran")
    client = signed_in(owner)

    written = f"{timezone.now() + timedelta(days=30):%Y-%m-%d}T12:00"

    page = client.post("/tournaments/new/", {**FORM, "starting": "date", "starts_at": written})["Location"]

    assert Tournament.objects.get().starts_at == datetime.fromisoformat(f"{written}+00:00")
    assert f'value="{written}"' in client.get(f"{page}edit/").content.decode()
