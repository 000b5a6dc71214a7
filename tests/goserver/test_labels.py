"""The admin site has labels for its columns and fields in every language."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets, label_for_field
from django.test import RequestFactory
from django.utils import translation

from tests.factories import make_moderator
from tests.support.translations import COMPLETE

pytestmark = pytest.mark.django_db

SAME = {"fi": {"ID", "komi"}, "fa": {"ID"}}
"""Words that are the same in English."""


@pytest.fixture
def request_of_an_administrator():
    request = RequestFactory().get("/admin/")
    request.user = make_moderator(grade="administrators")
    return request


def labels(language, request):
    """The names of all columns and fields that the admin site shows, by model and field."""
    found = {}
    with translation.override(language):
        for model, page in admin.site._registry.items():
            shown = [*page.get_list_display(request), *flatten_fieldsets(page.get_fieldsets(request, model()))]
            found |= {(model, name): str(label_for_field(name, model, page)) for name in shown}
            for inline in page.get_inline_instances(request):
                names = flatten_fieldsets(inline.get_fieldsets(request, model()))
                found |= {(inline.model, name): str(label_for_field(name, inline.model, inline)) for name in names}
    return found


def names_of_lists(language, request):
    """The names of all lists, also of those inside a page."""
    with translation.override(language):
        found = {model: str(model._meta.verbose_name_plural) for model in admin.site._registry}
        for model, page in admin.site._registry.items():
            inside = page.get_inline_instances(request, model())
            found |= {(model, inline.model): str(inline.verbose_name_plural) for inline in inside}
    return found


@pytest.mark.parametrize("language", COMPLETE)
def test_every_column_and_field_has_a_name_in_the_readers_language(language, request_of_an_administrator):
    english = labels("en", request_of_an_administrator)
    translated = labels(language, request_of_an_administrator)

    assert len(english) > 80
    shown_in_english = {key: label for key, label in translated.items() if label == english[key]}
    assert {key: label for key, label in shown_in_english.items() if label not in SAME.get(language, set())} == {}


@pytest.mark.parametrize("language", COMPLETE)
def test_every_list_has_a_name_in_the_readers_language(language, request_of_an_administrator):
    english, translated = (names_of_lists(name, request_of_an_administrator) for name in ("en", language))
    with translation.override(language):
        made_by_django = {f"{model._meta.verbose_name}s" for model in admin.site._registry}

    assert len(english) > 13
    assert [model for model, name in translated.items() if name in {english[model]} | made_by_django] == []
