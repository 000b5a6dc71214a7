"""The list of time zones is one text, and equals Django's list apart from white space."""

import re

import pytest
from django import forms
from django.utils.safestring import SafeString

from accounts.forms import LanguageForm, TimeZoneSelect, time_zone_choices
from games.forms import WeeklyOffTimeForm

ATTRIBUTES = {"id": "id_zone", "required": True, "aria-describedby": "a&b", "disabled": False}


@pytest.mark.parametrize("value", ["Europe/Helsinki", "UTC", "", None, "Nowhere/<b>", 'UTC">UTC'])
@pytest.mark.parametrize("attributes", [None, ATTRIBUTES])
def test_the_list_is_djangos_apart_from_white_space(value, attributes):
    ours = TimeZoneSelect(choices=time_zone_choices()).render("zone", value, attributes)
    theirs = forms.Select(choices=time_zone_choices()).render("zone", value, attributes)

    assert isinstance(ours, SafeString)
    assert (" selected" in ours) == (value in dict(time_zone_choices()))
    assert without_space(ours) == without_space(theirs)


def without_space(html: str) -> str:
    return re.sub(r"\s*\n\s*", "", html)


@pytest.mark.parametrize("field", [LanguageForm.base_fields["time_zone"], WeeklyOffTimeForm.base_fields["zone"]])
def test_forms_that_ask_for_a_time_zone_use_the_list(field):
    assert isinstance(field.widget, TimeZoneSelect)
