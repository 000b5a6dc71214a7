"""Settings for the API's schema (drf-spectacular) and for the CORS headers."""

from __future__ import annotations

from typing import Any

SCHEMA: dict[str, Any] = {
    "TITLE": "Igo",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "DESCRIPTION": "Correspondence Go. docs/tutorial.md walks through a whole game, docs/api.md has the conventions.",
    "LICENSE": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
    "CONTACT": {"name": "The administrators of this server"},
    "SERVERS": [{"url": "/", "description": "The server that you have this from."}],
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "SideEnum": ["B", "W"],
        "ColorEnum": ["random", "black", "white", "both"],
        "SideOrColorEnum": ["B", "W", "R", "U", "G", "Y"],
        "TakenColorEnum": ["black", "white"],
        "DrawnFromEnum": ["", "top", "bottom"],
        "RuleSetNameEnum": "wording.words.RULE_SET_NAMES",
        "PageRuleSetEnum": "learn.models.RULE_SETS",
        "RankNameEnum": "ratings.ranks.RANKS",
        "ClubRoleEnum": ["owner", "manager", "captain", "member"],
    },
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "api.document.complete_document"],
}
HEADERS_SENT = [
    "accept", "accept-language", "authorization", "content-type", "idempotency-key", "if-match",
    "if-none-match", "last-event-id",
]  # fmt: skip
"""Headers that pages of other sites may send."""
HEADERS_READ = [
    "Content-Disposition", "Deprecation", "ETag", "RateLimit", "RateLimit-Policy", "Retry-After", "Sunset",
    "WWW-Authenticate", "X-Request-Id",
]  # fmt: skip
"""Response headers that pages of other sites may read."""
