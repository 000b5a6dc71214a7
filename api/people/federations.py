"""The operations about your data for Go federations."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.core.federations import federation_data_of, remove_federation_data, store_federation_data
from accounts.countries import check_country
from accounts.models import FederationProfile
from accounts.models.federation import LONGEST_PART, check_aga_number, check_licence, check_pin
from api.base import Api
from api.fields import StrictBooleanField, StrictSerializer, Text
from api.schemas import answers, texts_of_fields
from foundation.text import check_single_line


def _field_help(field: str) -> str:
    """Return the description of this field of FederationData."""
    return texts_of_fields()["FederationData"][field]


class FederationDataSerializer(StrictSerializer):
    """Your data for federations, which replace all data that you stored before."""

    family_name = Text(max_length=LONGEST_PART, validators=[check_single_line], help_text=_field_help("family_name"))
    given_name = Text(
        max_length=LONGEST_PART,
        default="",
        allow_blank=True,
        validators=[check_single_line],
        help_text=_field_help("given_name"),
    )
    country = Text(
        max_length=2, default="", allow_blank=True, validators=[check_country], help_text=_field_help("country")
    )
    club = Text(
        max_length=LONGEST_PART,
        default="",
        allow_blank=True,
        validators=[check_single_line],
        help_text=_field_help("club"),
    )
    egd_pin = Text(max_length=8, default="", allow_blank=True, validators=[check_pin], help_text=_field_help("egd_pin"))
    aga_number = Text(
        max_length=6, default="", allow_blank=True, validators=[check_aga_number], help_text=_field_help("aga_number")
    )
    ffg_licence = Text(
        max_length=7, default="", allow_blank=True, validators=[check_licence], help_text=_field_help("ffg_licence")
    )
    is_findable = StrictBooleanField(default=False, help_text=_field_help("is_findable"))


def _federation_json(stored: FederationProfile) -> shapes.FederationData:
    return {
        "family_name": stored.family_name,
        "given_name": stored.given_name,
        "country": stored.country,
        "club": stored.club,
        "egd_pin": stored.egd_pin,
        "aga_number": stored.aga_number,
        "ffg_licence": stored.ffg_licence,
        "is_findable": stored.is_findable,
    }


class FederationsView(Api):
    """Reads your real name and numbers for Go federations; stores or deletes them."""

    scopes = {"GET": "account:read", "PUT": "account:write", "DELETE": "account:write"}
    body = FederationDataSerializer

    @extend_schema(operation_id="federation_data", responses=answers(shapes.FederationData))
    def get(self, request: Request) -> Response:
        """Return your real name and your Go federation numbers. All fields are empty if you have given none."""
        stored = federation_data_of([self.player.pk]).get(self.player.pk)
        return Response(_federation_json(stored or FederationProfile(player=self.player)))

    @extend_schema(
        operation_id="federation_data_store",
        request=FederationDataSerializer,
        responses=answers(shapes.FederationData),
    )
    def put(self, request: Request) -> Response:
        """Store your real name and your Go federation numbers (not for guests)."""
        return Response(_federation_json(store_federation_data(self.player, self.read_body(request).validated_data)))

    @extend_schema(operation_id="federation_data_delete", responses=answers(None, 204))
    def delete(self, request: Request) -> Response:
        """Delete your data for federations. Result files then have your user name."""
        remove_federation_data(self.player)
        return Response(status=status.HTTP_204_NO_CONTENT)
