"""The origin of a webhook or device: the token, program or session that created it, and with which it is deleted.

A row created by a program is deleted when the program's personal token is revoked or expires, or when the consent for
its OAuth token is withdrawn, revoked or expires. A new password ends all tokens, and deletes their rows.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypeAlias, TypeVar

from allauth.idp.oidc.models import Token as OAuthToken
from django.db.models import Exists, OuterRef, Q, QuerySet, TextField, Value
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import ApiToken
from programs.models import Device, Webhook
from programs.models.cursor import Cursor

Auth: TypeAlias = ApiToken | Any | None
"""The credentials of a request: a personal token, allauth's token of a program, or a browser's cookie (None)."""
Row = TypeVar("Row", bound=Cursor)


def origin_columns(made_with: Auth) -> dict[str, Any]:
    """Return the values of the columns `token`, `client` and `family`, which record what created a webhook or device: a
    personal token, a program's access, or a browser (all empty)."""
    columns: dict[str, Any] = {"token": None, "client": None, "family": ""}
    if isinstance(made_with, ApiToken):
        columns["token"] = made_with
    if isinstance(made_with, OAuthToken):
        columns |= {"client": made_with.client, "family": (made_with.data or {}).get("family", "")}
    return columns


def origin_name(row: Cursor) -> str:
    """Return the name of the token or the program that created the row, "" for a browser."""
    made_with = row.token or row.client
    return "" if made_with is None else made_with.name


def origin_sentence(row: Cursor) -> str:
    """Return a sentence that tells the owner which token, app or browser added the device or webhook."""
    if row.token_id:
        return _("Added with the token “%(name)s”.") % {"name": origin_name(row)}
    if row.client_id:
        return _("Added by the app “%(name)s”.") % {"name": origin_name(row)}
    return _("Added in a browser.")


def with_valid_origin(rows: QuerySet[Row], now: datetime) -> QuerySet[Row]:
    """Return the webhooks or devices that were created in a browser, or whose creating token or program access is still
    valid."""
    kinds = (OAuthToken.Type.ACCESS_TOKEN, OAuthToken.Type.REFRESH_TOKEN)
    consent = (
        OAuthToken.objects.filter(Q(expires_at=None) | Q(expires_at__gt=now), type__in=kinds)
        .annotate(line=Coalesce(KT("data__family"), Value(""), output_field=TextField()))
        .filter(user=OuterRef("player"), client=OuterRef("client"), line=OuterRef("family"))
    )
    return rows.filter(
        Q(token=None) | Q(token__expires_at=None) | Q(token__expires_at__gt=now), Q(client=None) | Exists(consent)
    )


def delete_ended_origin_rows(*, now: datetime, **_: object) -> int:
    """Delete all webhooks and devices whose creating token or program access is no longer valid. Return the number of
    deleted rows."""
    return _delete_ended_rows(Webhook.objects.all(), now) + _delete_ended_rows(Device.objects.all(), now)


def delete_ended_origin_rows_of(player_id: int, **_: object) -> None:
    """Delete the player's webhooks and devices whose creating token or program access is no longer valid. Receiver of
    the signals that a token or an access has ended."""
    now = timezone.now()
    _delete_ended_rows(Webhook.objects.filter(player=player_id), now)
    _delete_ended_rows(Device.objects.filter(player=player_id), now)


def _delete_ended_rows(rows: QuerySet[Any], now: datetime) -> int:
    rows = rows.exclude(token=None, client=None)
    return rows.exclude(pk__in=with_valid_origin(rows, now).values("pk")).delete()[0]
