"""Generate the fields of request bodies, and the values of responses, from options that an abstract model declares
once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from heapq import merge
from typing import Any

from django.core.validators import RegexValidator
from django.db import models
from rest_framework import serializers

from api.fields import Number, StrictBooleanField, Text
from api.schemas import texts_of_fields
from foundation.iso_times import iso_time
from foundation.options import bounds_of_field, lengths_of_field, option_names, validators_of_field
from ratings.fields import RankField
from ratings.ranks import Rank


class AwareDateTimeField(serializers.DateTimeField):
    """A date and time with a time zone, in ISO 8601."""

    def enforce_timezone(self, value: datetime) -> datetime:
        """Return the time. Raises ValidationError if it has no time zone."""
        if value.tzinfo is None:
            raise serializers.ValidationError("Write a moment with its zone, such as 2026-03-02T12:00:00Z.")
        return super().enforce_timezone(value)


class RankText(Text):
    """A rank as text, such as 10k or 1d. Its internal value is the number of steps above 30k."""

    def to_internal_value(self, data: Any) -> int:  # type: ignore[override]
        """Return the number of steps. Raises ValidationError."""
        found = Rank.parse(super().to_internal_value(data))
        if found is None:
            raise serializers.ValidationError("Write a rank from 30k to 9d, such as 10k.")
        return found.steps

    def to_representation(self, value: Any) -> str:
        """Return the rank as text."""
        return str(Rank(value))


def fields_of(
    shape: str,
    *kinds: type[models.Model],
    sent: Mapping[str, str],
    declared: Mapping[str, Any],
    is_change: bool = False,
) -> dict[str, Any]:
    """Return a serializer's fields: its declared fields, and a field for each option of these abstract models.

    Descriptions are taken from the response type `shape` (api_types), unless `sent` has another description for
    requests. The fields are in the order of the response type. A declared field replaces a model's field of the same
    name. With `is_change`, all fields are optional.
    """
    texts = {**texts_of_fields()[shape], **sent}
    places = {name: place for place, name in enumerate(texts)}
    fields = {field.name: field for kind in kinds for field in kind._meta.fields}
    names = list(merge(*(option_names(kind) for kind in kinds), key=places.__getitem__))
    options = {
        name: declared.get(name)
        or _serializer_field(fields[name], _optional_arguments(fields[name], is_change) | {"help_text": texts[name]})
        for name in names
    }
    return {**{name: one for name, one in declared.items() if name not in fields}, **options}


def _optional_arguments(field: models.Field[Any, Any], is_change: bool) -> dict[str, Any]:
    """Return the serializer arguments that make a field optional. In a change every field is optional. Otherwise, only
    fields with a default and fields that may be null are."""
    if is_change:
        return {"required": False}
    if field.null:
        return {"required": False, "allow_null": True, "default": None}
    default = field.get_default()
    return {"default": getattr(default, "value", default)} if field.has_default() else {}


def _serializer_field(field: models.Field[Any, Any], extra: dict[str, Any]) -> serializers.Field[Any, Any, Any, Any]:
    if isinstance(field, models.BooleanField):
        return StrictBooleanField(**extra)
    if isinstance(field, RankField):
        return RankText(**extra)
    if isinstance(field, models.DateTimeField):
        return AwareDateTimeField(**extra)
    if bounds := bounds_of_field(field):
        return Number(**bounds, **extra)
    if not field.choices:
        extra |= {
            "max_length": lengths_of_field(field)["max_length"],
            "validators": _validators_without_patterns(field),
        }
        return Text(**extra, allow_blank=field.blank)
    return serializers.ChoiceField(choices=[value for value, _name in field.flatchoices], **extra)


def _validators_without_patterns(field: models.Field[Any, Any]) -> list[Any]:
    """Return the validators of the field's text, except patterns. Patterns are checked by the service, whose message is
    meant for people."""
    return [one for one in validators_of_field(field) if not isinstance(one, RegexValidator)]


def values_of(row: models.Model, *kinds: type[models.Model]) -> dict[str, Any]:
    """Return a row's values for the options that these abstract models declare, by name, as JSON for a response."""
    return {field.name: _json_value(field, getattr(row, field.name)) for kind in kinds for field in kind._meta.fields}


def _json_value(field: models.Field[Any, Any], value: Any) -> Any:
    if value is not None and isinstance(field, RankField):
        return str(Rank(value))
    return iso_time(value) if isinstance(value, datetime) else value
