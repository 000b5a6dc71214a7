"""Fields of forms are drawn in the quick way to the letter as in Django's own (foundation.form_rendering)."""

from datetime import date
from enum import IntEnum
from unittest.mock import patch

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates, get_default_renderer
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy, override

from foundation import form_rendering
from foundation.form_rendering import Renderer

CHOICES = [
    ("", "---"), ("a&b", "<i>a</i>"), (2, 2000), (None, None), ("safe", mark_safe("<b>bold</b>")),
    (mark_safe("&amp;"), gettext_lazy("Chat")), (True, 1234.5), (("x", "y"), "pair"),
    ("More < groups", [("in", 'in "one"'), (3, gettext_lazy("Moves"))]),
]  # fmt: skip
ATTRIBUTES = {
    "id": "id_<x>", "class": mark_safe("a&amp;b"), "required": True, "disabled": False, "maxlength": 1200,
    "placeholder": gettext_lazy("Chat"), "data-'s": 'say "no" & <go>', "step": 0.5, "data-none": None, "pair": (1, 2),
}  # fmt: skip
VALUES = ["", None, "a&b", 'say "<no>"', 2, 2000, 1234.5, True, mark_safe("<b>"), gettext_lazy("Chat"), "\nline\n "]
FIELDS = [
    forms.TextInput, forms.NumberInput, forms.EmailInput, forms.URLInput, forms.PasswordInput, forms.HiddenInput,
    forms.DateInput, forms.DateTimeInput, forms.TimeInput, forms.SearchInput, forms.TelInput, forms.ColorInput,
    forms.FileInput, forms.ClearableFileInput, forms.CheckboxInput, forms.Textarea,
]  # fmt: skip
LISTS = [forms.Select, forms.RadioSelect, forms.SelectMultiple, forms.CheckboxSelectMultiple]


class Number(IntEnum):
    TWO = 2


class Odd:
    """A field that Django would not draw as it says."""

    def __call__(self):
        return "called & shown"

    def __str__(self):
        return "a <field>"


def drawn(widget, value, attributes, renderer):
    return widget.render("name & <more>", value, attributes, renderer=renderer)


RENDERERS = (Renderer(), DjangoTemplates())


def both(widget, value, attributes=None):
    return [drawn(widget, value, attributes, renderer) for renderer in RENDERERS]


@pytest.mark.parametrize("language", ["en", "fi", "fa"])
@pytest.mark.parametrize("field", FIELDS)
def test_a_field_is_drawn_to_the_letter_as_django_draws_it(field, language):
    with override(language):
        for value in [*VALUES, Number.TWO, Odd(), date(2026, 3, 2)]:
            for attributes in (None, {}, ATTRIBUTES):
                quick, djangos = both(field(), value, attributes)

                assert quick == djangos


@pytest.mark.parametrize("language", ["en", "fi", "fa"])
@pytest.mark.parametrize("field", LISTS)
def test_a_list_of_choices_is_drawn_to_the_letter_as_django_draws_it(field, language):
    with override(language):
        for value in ("", "a&b", 2, ["a&b", "in"], None):
            for attributes in (None, ATTRIBUTES):
                quick, djangos = both(field(choices=[*CHOICES, (Number.TWO, Odd())]), value, attributes)

                assert quick == djangos


def test_a_field_or_a_choice_with_a_template_of_its_own_is_drawn_with_it():
    class Dear(forms.Select):
        option_template_name = "django/forms/widgets/text.html"

    class Own(forms.TextInput):
        template_name = "django/forms/widgets/textarea.html"

    for widget in (Dear(choices=CHOICES), Own()):
        quick, djangos = both(widget, "a&b", ATTRIBUTES)
        assert quick == djangos


def test_pages_draw_their_fields_in_the_quick_way_without_a_template_for_each_choice():
    assert isinstance(get_default_renderer(), Renderer)
    with patch.object(form_rendering.DjangoTemplates, "get_template") as asked:
        forms.Select(choices=CHOICES[:3]).render("zone", "", renderer=get_default_renderer())
    assert not asked.called
