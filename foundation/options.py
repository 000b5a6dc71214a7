"""Derive forms and validation from options that are declared once, as fields of an abstract model.

`api.options` does the same for request bodies of the API.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import (
    BaseValidator,
    MaxLengthValidator,
    MaxValueValidator,
    MinLengthValidator,
    MinValueValidator,
)
from django.db import models
from django.utils import timezone

from foundation.number_fields import IntegerField

F = TypeVar("F", bound=forms.Form)


def range_validators(least: int, most: int) -> list[BaseValidator]:
    """Return the validators of a model field for a whole number within these bounds."""
    return [MinValueValidator(least), MaxValueValidator(most)]


def bounds_of_field(field: models.Field[Any, Any]) -> dict[str, Any]:
    """Return `min_value` and `max_value` of a field that was declared with `range_validators`, or {} for other
    fields."""
    return _validator_limits(field, {MinValueValidator: "min_value", MaxValueValidator: "max_value"})


def lengths_of_field(field: models.Field[Any, Any]) -> dict[str, Any]:
    """Return `max_length` of a text field, from its column or a validator, and `min_length` if a validator has it."""
    declared = _validator_limits(field, {MinLengthValidator: "min_length", MaxLengthValidator: "max_length"})
    return {"max_length": field.max_length, **declared}


def validators_of_field(field: models.Field[Any, Any]) -> list[Any]:
    """Return the validators that a field was declared with, except validators of bounds and lengths."""
    return [one for one in _declared_validators(field) if not isinstance(one, BaseValidator)]


def _validator_limits(field: models.Field[Any, Any], names: dict[type[BaseValidator], str]) -> dict[str, Any]:
    return {names[type(one)]: one.limit_value for one in _declared_validators(field) if type(one) in names}


def _declared_validators(field: models.Field[Any, Any]) -> list[Any]:
    """Return the validators that a field was declared with, without the validators that Django adds for the column."""
    found: list[Any] = field.deconstruct()[3].get("validators", [])
    return found


def option_names(*kinds: type[models.Model]) -> tuple[str, ...]:
    """Return the names of all fields that these abstract models declare, in their order."""
    return tuple(field.name for kind in kinds for field in kind._meta.fields)


def option_values_of(row: models.Model, *kinds: type[models.Model]) -> dict[str, Any]:
    """Return a row's values for the options that these abstract models declare, by column name."""
    return {field.attname: getattr(row, field.attname) for kind in kinds for field in kind._meta.fields}


def adds_option_fields(
    *kinds: type[models.Model], but: Iterable[str] = (), aliases: Mapping[str, str] | None = None, **initial: Any
) -> Callable[[type[F]], type[F]]:
    """Return a decorator that adds form fields for the options of these abstract models, in order.

    `but` are options that the form declares itself, as it must for lists (stored as JSON). `aliases` maps options to
    other field names. `initial` are initial values by name, for options without a default.
    """
    fields = [field for kind in kinds for field in kind._meta.fields if not isinstance(field, models.JSONField)]

    def add_fields(form: type[F]) -> type[F]:
        made = {field.name: _form_field(field, initial) for field in fields if field.name not in but}
        named = {(aliases or {}).get(name, name): one for name, one in made.items()}
        form.base_fields.update(named)
        form.declared_fields.update(named)  # with which the forms derived from this one begin
        return form

    return add_fields


def _form_field(field: models.Field[Any, Any], initial: dict[str, Any]) -> forms.Field:
    """Return the form field for a model field. A field for whole numbers tells the browser the bounds, and a field for
    times is in UTC."""
    changes: dict[str, Any] = {"initial": initial[field.name]} if field.name in initial else {}
    if isinstance(field, models.CharField | models.TextField) and not field.choices:
        changes |= {"form_class": forms.CharField, **lengths_of_field(field), "validators": validators_of_field(field)}
    if isinstance(field, models.TextField):
        changes["widget"] = forms.Textarea(attrs={"rows": 4, "dir": "auto"})
    if isinstance(field, models.URLField):
        changes["widget"] = forms.URLInput(attrs={"dir": "ltr", "placeholder": "https://"})
    if isinstance(field, models.DateTimeField):
        changes["form_class"] = UtcDateTimeField
    elif isinstance(field, models.IntegerField) and not field.choices:
        changes |= {"form_class": IntegerField, **bounds_of_field(field)}
    made: forms.Field | None = field.formfield(**changes)
    assert made is not None
    return made


class UtcDateTimeField(forms.DateTimeField):
    """A form field for a time, which is entered and shown in UTC regardless of the reader's time zone."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def clean(self, value: Any) -> datetime | None:
        """Return the time, or None for an empty field. Raises ValidationError."""
        with timezone.override(UTC):
            found: datetime | None = super().clean(value)
            return found

    def prepare_value(self, value: Any) -> Any:
        """Return the value in UTC, as the form displays it."""
        with timezone.override(UTC):
            return super().prepare_value(value)


def field_errors(row: models.Model, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield a field's name and an error message for each of these fields whose value in the row is not valid."""
    try:
        row.clean_fields(exclude={field.name for field in row._meta.fields} - set(names))
    except ValidationError as error:
        yield from ((name, messages[0]) for name, messages in error.message_dict.items())
