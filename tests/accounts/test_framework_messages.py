"""Messages from Django, allauth and REST framework have our own texts in Finnish and Persian."""

from __future__ import annotations

import polib
import pytest
from django import forms
from django.contrib.auth.password_validation import get_default_password_validators
from django.core import validators
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils import translation
from rest_framework import exceptions, serializers

from accounts import framework_messages
from games.api.exceptions import handle_api_error
from tests.support.translations import path_of
from wording.numbers_in_text import with_localized_limits

HERE = "accounts/framework_messages.py"
LISTED = [
    *framework_messages.FORMS,
    *framework_messages.PASSWORDS,
    *framework_messages.API,
    *framework_messages.ADMIN_SITE,
]
FIELDS = [
    forms.CharField, forms.IntegerField, forms.DecimalField, forms.ChoiceField, forms.MultipleChoiceField,
    forms.ModelChoiceField, forms.DateField, forms.DateTimeField, forms.TimeField, forms.BooleanField,
]  # fmt: skip
VALIDATORS = [
    validators.MaxValueValidator, validators.MinValueValidator, validators.EmailValidator,
    validators.ProhibitNullCharactersValidator, validators.RegexValidator,
]  # fmt: skip
API_FIELDS = [
    serializers.CharField, serializers.IntegerField, serializers.BooleanField, serializers.ChoiceField,
    serializers.ListField, serializers.FloatField,
]  # fmt: skip
ERRORS = [
    exceptions.NotAuthenticated, exceptions.AuthenticationFailed, exceptions.PermissionDenied, exceptions.NotFound,
    exceptions.ParseError, exceptions.NotAcceptable,
]  # fmt: skip
NEVER_SHOWN = {"String value too large.", "Integer value too large to convert to float"}
"""They need a number of more than a thousand digits."""


def entries(language: str) -> list[polib.POEntry]:
    return [e for e in polib.pofile(str(path_of(language))) if HERE in {file for file, _ in e.occurrences}]


@pytest.mark.parametrize("language", ["fi", "fa"])
def test_what_our_catalog_says_wins_over_the_catalogs_of_the_frameworks(language):
    """Also over one with other plural forms, which Django keeps apart."""
    assert len(entries(language)) == len(LISTED)
    with translation.override(language):
        for entry in entries(language):
            if entry.msgid_plural:
                shown = [translation.ngettext(entry.msgid, entry.msgid_plural, n) for n in (1, 8)]
                assert shown == [entry.msgstr_plural[n] for n in (0, 1)]
            else:
                assert translation.gettext(entry.msgid) == entry.msgstr


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("fi", "Salasana on liian lyhyt. Siinä on oltava vähintään 8 merkkiä."),
        ("fa", "این رمز عبور بیش از حد کوتاه است. باید دست‌کم ۸ نویسه داشته باشد."),
    ],
)
def test_a_short_password_is_refused_in_the_language_of_the_page(client, db, language, sentence):
    form = {"username": "Aino", "password1": "k7"}
    page = client.post("/accounts/signup/", form, headers={"accept-language": language}).content.decode()

    assert sentence in page
    assert "too short" not in page


@pytest.mark.parametrize("language", ["fi", "fa"])
@pytest.mark.parametrize("password", ["k7", "password1", "11223344556", "aino-kivinen"])
def test_no_password_error_is_in_english(language, password):
    def faults() -> list[str]:
        found = []
        for validator in get_default_password_validators():
            try:
                validator.validate(password, user=None)
            except ValidationError as error:
                found += error.messages
        return found

    with translation.override("en"):
        english = faults()
    with translation.override(language):
        assert not set(english) & set(faults())


def test_the_messages_of_every_field_and_validator_that_pages_and_the_api_use_are_listed():
    owners = [kind for field in (*FIELDS, *API_FIELDS) for kind in field.__mro__]
    used = [text for kind in owners for text in getattr(kind, "default_error_messages", {}).values()]
    used += [validator.message for validator in VALIDATORS]
    used += [error.default_detail for error in ERRORS]

    with translation.override("en"):
        assert {str(text) for text in used} - {entry.msgid for entry in entries("fi")} == NEVER_SHOWN


def test_a_wrong_password_is_refused_in_our_words(client, db):
    page = client.post("/accounts/login/", {"login": "aino", "password": "wrong"}).content.decode()

    assert "The name or password is incorrect. Try again." in page


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("حداکثر 20 باشد (اکنون 200).", "حداکثر ۲۰ باشد (اکنون ۲۰۰)."),
        ("از -150 تا 6.5", "از \u200e−۱۵۰ تا ۶٫۵"),
        ("2019-03", None),
    ],
)
def test_limits_in_errors_are_in_the_digits_of_the_language(text, shown):
    with translation.override("fa"):
        assert with_localized_limits(text, "max_value") == (shown or text)
    with translation.override("en"):
        assert with_localized_limits("20 or 200", "max_value") == "20 or 200"


def test_what_a_user_typed_stays_in_an_error():
    class Wanted(forms.Form):
        komi = forms.ChoiceField(choices=[("6.5", "6.5")])
        name = forms.CharField(max_length=3)

    with translation.override("fa"):
        page = render_to_string("_errors.html", {"form": Wanted({"komi": "12.5", "name": "player 1234"})})
        assert "12.5" in page
        assert "حداکثر ۳ نویسه" in page
        assert "۱۱" in page, "the length of the name"


def test_errors_of_the_api_are_in_the_digits_of_the_language():
    class Wanted(serializers.Serializer):
        name = serializers.CharField(max_length=30)
        komi = serializers.ChoiceField(["6.5"])

    with translation.override("fa"):
        wanted = Wanted(data={"name": "a" * 31, "komi": "12.5"})
        assert not wanted.is_valid()
        answer = handle_api_error(exceptions.ValidationError(wanted.errors), {})

    assert answer.data["errors"]["name"][0]["message"] == "این بخش باید حداکثر ۳۰ نویسه داشته باشد."
    assert "12.5" in answer.data["errors"]["komi"][0]["message"], "as it was sent"


def test_the_message_about_addresses_spells_e_mail_as_other_messages():
    with pytest.raises(ValidationError, match=r"^\['Enter a valid e-mail address\.'\]$"):
        forms.EmailField().clean("aino")
