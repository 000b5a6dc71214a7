"""ETags, so that unchanged responses are not sent again (RFC 9110, 13.1.2)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.utils.http import parse_etags
from django.utils.translation import gettext_lazy
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.refusals import Refusal


def set_etag(request: Request, response: HttpResponse, essence: Callable[[Any], Any]) -> None:
    """Set the ETag of a successful GET response. If the client already has the response, turn it into a 304 without a
    body.

    `essence` returns the part of the data from which the ETag is computed. If that is not all of the data, the ETag is
    weak.
    """
    if "no-store" in response.get("Cache-Control", ""):
        return
    etag = _etag(response, essence)
    response["ETag"] = etag
    if not request.user.is_authenticated:
        response.setdefault("Cache-Control", "no-cache")
    if etag_matches(request.headers.get("If-None-Match", ""), etag):
        response.status_code = 304
        if isinstance(response, Response):
            response.data = None
        else:
            response.content = b""
            del response["Content-Type"]


def _etag(response: HttpResponse, essence: Callable[[Any], Any]) -> str:
    if not isinstance(response, Response):
        return f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    kept = essence(response.data)
    weak = "" if kept is response.data else "W/"
    return f'{weak}"{hashlib.sha256(json.dumps(kept, sort_keys=True, default=str).encode()).hexdigest()[:32]}"'


def etag_matches(header: str, etag: str) -> bool:
    """Return whether If-None-Match contains this ETag. The header is a list of ETags, compared weakly, or `*` for
    any."""
    if header.strip() == "*":
        return True
    return any(_without_weak_prefix(one) == _without_weak_prefix(etag) for one in parse_etags(header) if one != "*")


class ChangedMeanwhile(Refusal, code="changed_meanwhile", http_status=412):
    """Raised if the object has changed since the client read it."""

    sentence = gettext_lazy(
        "The data has changed since you loaded it, for example on another device. Reload it and try again."
    )


def check_if_match(request: Request, data: Any) -> None:
    """Raise ChangedMeanwhile if the request has an If-Match header that does not match this data's ETag, which a GET
    would return now."""
    header = request.headers.get("If-Match", "")
    if header and not etag_matches(header, _etag(Response(data), lambda kept: kept)):
        raise ChangedMeanwhile


def _without_weak_prefix(etag: str) -> str:
    return etag.removeprefix("W/")
