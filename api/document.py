"""The complete OpenAPI document, with additions to the parts that are generated for each operation."""

from __future__ import annotations

from typing import Any

from drf_spectacular.drainage import warn

import api_types as shapes
from api.samples import TypeExamples
from api.schemas import COMPONENTS, schema_of

IN_PATHS = {
    "game_id": "The number of the game.",
    "bulletin_id": "The number of the bulletin.",
    "challenge_id": "The number of the offer.",
    "comment_id": "The number of the comment.",
    "tournament_id": "The number of the tournament.",
    "ladder_id": "The number of the ladder.",
    "search_id": "The number of the search.",
    "league_id": "The number of the league.",
    "topic_id": "The number of the topic.",
    "post_id": "The number of the post.",
    "record_id": "The number of the record.",
    "board": "The key of the demonstration board.",
    "question_id": "The number of the question.",
    "collection": "The key of the problem collection.",
    "lesson_key": "The key of the lesson.",
    "match_id": "The number of the team match.",
    "season_number": "The number of the season, from 1.",
    "class_id": "The number of the class.",
    "club_id": "The number of the club.",
    "import_id": "The number of the upload.",
    "imported_id": "The number of the imported game.",
    "name_id": "The number of the name in imported games.",
    "round_number": "The number of the round, from 1.",
    "decision_id": "The number of the decision.",
    "token_id": "The number of the token.",
    "session_id": "The number of the session.",
    "webhook_id": "The number of the webhook.",
    "device_id": "The number of the device.",
    "client_id": "The program's client ID in OAuth.",
    "lesson": "The name of the lesson.",
    "number": "The number of the page, from 1.",
    "problem": "The name of the problem.",
    "username": "The player's name; capitals do not matter.",
}
"""Descriptions of the path parameters, by name."""
LARGEST_ID = 2**63 - 1


TAGS = {
    "boards": "A teacher plays, others follow and ask.",
    "bulletins": "Announcements by the server's staff, and votes.",
    "challenges": "Offers of games: made, found, answered.",
    "classes": "A teacher and pupils.",
    "clubs": "Clubs of players, their members and notices.",
    "discussion": "Topics of clubs and of the whole server, and the posts in them.",
    "decisions": "What moderators have decided about you, and appeals.",
    "collections": "Problem collections of players.",
    "player-lessons": "Lessons that players make.",
    "events": "All that happens to you, as a stream.",
    "followers": "Players who follow you.",
    "follows": "Players whom you follow.",
    "games": "State, record, chat and comments.",
    "ladders": "Places, and challenges for them.",
    "leagues": "Groups, seasons, promotion.",
    "library": "Game records that you keep.",
    "lessons": "The rules of Go in small steps.",
    "me": "Settings, time, notifications, devices, programs, sessions.",
    "notices": "What happened, and what you have read.",
    "openings": "How games continue from a position.",
    "players": "Profiles and ratings.",
    "private-messages": "All your private messages, and their search.",
    "problems": "Problems to solve, of the server and of players.",
    "ranks": "Ranks here and elsewhere.",
    "reports": "Reports of players and of what they wrote.",
    "searches": "Searches for opponents by the server.",
    "server": "Version, rule sets and limits.",
    "stars": "Games that you have marked.",
    "team-matches": "Matches between clubs.",
    "threads": "Private messages, by conversation.",
    "token": "A token for a program, made with name and password.",
    "tokens": "Tokens of your programs.",
    "tournaments": "Entries, rounds, pairings, results.",
    "translations": "Texts of others in your language.",
    "webhooks": "Addresses that the server sends your events to.",
}
"""Tags that group the operations, by the first part of their address."""
TAG_GROUPS = {
    "Play": {
        "games": "Games", "challenges": "Challenges", "searches": "Finding an opponent", "stars": "Followed games",
        "openings": "Openings", "ranks": "Ranks",
    },
    "Learn": {
        "lessons": "Lessons", "player-lessons": "Lessons by players", "problems": "Problems",
        "collections": "Problem collections", "library": "Game library", "boards": "Demonstration boards",
        "classes": "Classes",
    },
    "Events": {
        "tournaments": "Tournaments", "ladders": "Ladders", "leagues": "Leagues", "team-matches": "Team matches",
    },
    "Account": {
        "me": "Account and settings", "notices": "Notifications", "reports": "Reports", "decisions": "Decisions",
    },
    "Community": {
        "players": "Players", "follows": "Players you follow", "followers": "Followers", "clubs": "Clubs",
        "discussion": "Discussions", "threads": "Conversations", "private-messages": "All private messages",
        "bulletins": "Bulletins",
    },
    "Programs": {
        "server": "This server", "token": "Getting a token", "tokens": "Your tokens", "events": "Event stream",
        "webhooks": "Webhooks", "translations": "Translations",
    },
}  # fmt: skip
"""The tags by task, each with its name for people. Readers of the document know these as x-tagGroups and
x-displayName."""


def complete_document(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Return the document with types, examples, path parameters, ETags and the webhook added. It is called as one of
    Spectacular's POSTPROCESSING_HOOKS."""
    for methods in result["paths"].values():
        for operation in methods.values():
            for parameter in operation.get("parameters", []):
                if parameter["in"] == "path":
                    _describe_parameter(parameter)
        if "get" in methods:
            _declare_etag(methods["get"])
    result["webhooks"] = {"event": {"post": _webhook_description()}}
    result["components"]["schemas"] = _all_schemas(result["components"].get("schemas", {}))
    result["components"]["examples"] = _add_examples(result)
    names = {tag: name for tags in TAG_GROUPS.values() for tag, name in tags.items()}
    result["tags"] = [{"name": tag, "x-displayName": names[tag], "description": text} for tag, text in TAGS.items()]
    result["x-tagGroups"] = [{"name": name, "tags": list(tags)} for name, tags in TAG_GROUPS.items()]
    return result


def _add_examples(result: dict[str, Any]) -> dict[str, Any]:
    """Add an example to every successful response. Return the examples of named types by name; the responses refer to
    these."""
    samples = TypeExamples(result["components"]["schemas"])
    for methods in result["paths"].values():
        for operation in methods.values():
            for status, answer in operation["responses"].items():
                for kind, content in answer.get("content", {}).items() if status < "3" else ():
                    samples.add_to_response(kind, content)
    return dict(sorted(samples.components.items()))


def _all_schemas(bodies: dict[str, Any]) -> dict[str, Any]:
    """Return the schemas of the request bodies in `bodies` and of all response types, by name."""
    for name in bodies.keys() & COMPONENTS.keys():
        warn(f"A body and an answer are both called {name}: one of them must get another name.")
    for one in bodies.values():
        _forbid_other_fields(one)
    return dict(sorted({**bodies, **COMPONENTS}.items()))


def _forbid_other_fields(schema: Any) -> None:
    """Declare that objects in a body accept no other fields, because the server refuses them
    (api.fields.StrictSerializer)."""
    if isinstance(schema, dict):
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
        for part in schema.values():
            _forbid_other_fields(part)
    elif isinstance(schema, list):
        for part in schema:
            _forbid_other_fields(part)


TAGGED = ("application/json", "application/x-go-sgf")
IF_NONE_MATCH = {
    "in": "header",
    "name": "If-None-Match",
    "schema": {"type": "string"},
    "description": "The ETags of the answers that you have, with commas: 304 when nothing has changed.",
}


def _declare_etag(operation: dict[str, Any]) -> None:
    """Declare the response's ETag, if the response has one (api/etags.py)."""
    good = operation["responses"].get("200", {})
    if any(kind in good.get("content", {}) for kind in TAGGED):
        operation["parameters"] = [*operation.get("parameters", []), IF_NONE_MATCH]
        operation["responses"]["304"] = {"description": "Nothing has changed since the answer that has this ETag."}
        good["headers"] = {"ETag": {"schema": {"type": "string"}, "description": "The name of this answer."}}


def _describe_parameter(parameter: dict[str, Any]) -> None:
    parameter.setdefault("description", IN_PATHS.get(parameter["name"], ""))
    if parameter["schema"]["type"] == "integer":
        parameter["schema"] |= {"minimum": 0, "maximum": LARGEST_ID}


def _webhook_description() -> dict[str, Any]:
    """Return the description of the requests that the server sends to a webhook."""
    headers = {
        "webhook-id": ("The name of the event: the same whenever it is sent again.", {"type": "string"}),
        "webhook-timestamp": ("When it was sent, in seconds since 1970 (UTC).", {"type": "string"}),
        "webhook-signature": (
            "`v1,` and the signature in base64; several are separated by blanks.",
            {"type": "string"},
        ),
    }
    return {
        "operationId": "webhook_event",
        "summary": "One of your events",
        "description": "An event sent to your webhook. Each is one POST, in order, retried until the answer is 2xx, "
        "and signed according to Standard Webhooks.",
        "parameters": [
            {"in": "header", "name": name, "required": True, "description": text, "schema": schema}
            for name, (text, schema) in headers.items()
        ],
        "requestBody": {
            "description": "The event.",
            "required": True,
            "content": {"application/json": {"schema": schema_of(shapes.Event)}},
        },
        "security": [],
        "responses": {"2XX": {"description": "You have accepted the event. The body of your answer is ignored."}},
    }
