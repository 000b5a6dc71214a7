"""The operation that describes this server."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.core import site
from api.base import MOST_ROWS, Api
from api.schemas import answers
from games.models.message import LONGEST_MESSAGE
from games.terms import LARGEST_SIZE, OFFERED_SIZES, SMALLEST_SIZE
from goserver.operations.own_command import igo_version
from rules import DEFAULT_RULE_SET, RULE_SETS, RuleSet
from wording.words import RULE_SET_NAMES


class ServerInfoView(Api):
    """Reads this server's name, version, rule sets, limits and links."""

    scopes = {"GET": None}
    public = ("GET",)

    @extend_schema(operation_id="server", tags=["server"], responses=answers(shapes.Server))
    def get(self, request: Request) -> Response:
        """Return the server's name, version, rule sets, limits and links."""
        limits = shapes.ServerLimits(
            reads=settings.IGO_API_READS,
            writes=settings.IGO_API_WRITES,
            anonymous=settings.IGO_API_ANONYMOUS,
            offers=settings.IGO_OFFERS,
            page_rows=MOST_ROWS,
            message=LONGEST_MESSAGE,
            body=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        )
        links = shapes.ServerLinks(
            schema=reverse("api-schema"),
            reference=reverse("programs:api_docs"),
            sign_up=reverse("account_signup") if settings.IGO_OPEN_FOR_SIGNUP else None,
            tokens=reverse("programs:settings"),
            oauth=reverse("accounts:oauth_metadata"),
        )
        default_first = sorted(RULE_SETS.values(), key=lambda rules: rules.key != DEFAULT_RULE_SET)
        return Response(
            shapes.Server(
                name=site.name(),
                software="igo",
                version=igo_version(),
                url=settings.IGO_URL,
                languages=[code for code, _ in settings.LANGUAGES],
                rule_sets=[_rule_set_json(rules) for rules in default_first],
                sizes=shapes.ServerSizes(offered=list(OFFERED_SIZES), smallest=SMALLEST_SIZE, largest=LARGEST_SIZE),
                limits=limits,
                links=links,
            )
        )


def _rule_set_json(rules: RuleSet) -> shapes.ServerRuleSet:
    komi = {str(size): str(rules.default_komi(size, size, 0)) for size in OFFERED_SIZES}
    return {"key": rules.key, "name": str(RULE_SET_NAMES[rules.key]), "komi": komi}
