"""Nothing hidden in a game leaks (V62): two games that differ only in hidden data are identical to a viewer, byte for
byte, on every route and in every frame, event, e-mail, picture and log line."""

from __future__ import annotations

import io
import json
import logging
import re
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from unittest.mock import patch

import pytest
from django.core import mail
from django.db import transaction
from django.test import override_settings
from django.utils import timezone

from accounts.privacy.data_export import export_archive
from foundation import caches, limits
from games import verbs
from games.emails.entries import EmailEntry, picture_text
from games.game_view import GameView
from games.models import Game
from games.verbs import VerbRole
from live.shared import ActionsRequest, read_updates
from programs.api.event_json import event_json
from programs.models import Event
from rules import Color
from rules.variants import HiddenInformation, Variant, ViewKind
from tests.access import table, visitors
from tests.access.conftest import HASHERS
from tests.access.visitors import Place
from tests.factories import play_many, reload
from tests.support.nights import NIGHTLY, by_night_but, is_turn
from wording.board_png import board_png

pytestmark = pytest.mark.django_db

VIEWERS = ("anonymous", "player", "opponent", "moderator", "administrator")
"""A spectator, both players, and staff: none of them sees more before play stops (V20, V26, V63)."""


@dataclass(frozen=True)
class Case:
    """Two lines of a variant that the named viewers cannot distinguish: equal in what is shown, and different
    otherwise."""

    variant: Variant
    one: str
    other: str
    viewers: tuple[str, ...] = VIEWERS


CASES = {
    "one colour": Case(
        Variant(view=HiddenInformation(ViewKind.ONE_COLOR)), "D4 F6 C3 G7 H2 B2 E4", "F6 D4 C3 B2 H2 G7 E4"
    ),
    "one colour, a capture": Case(
        Variant(view=HiddenInformation(ViewKind.ONE_COLOR)), "A2 A1 H8 G7 B1", "A2 A1 G7 H8 B1"
    ),
    "nothing": Case(Variant(view=HiddenInformation(ViewKind.NONE)), "D4 F6 C3 G7", "A1 J9 F3 G7"),
    "nothing, a capture": Case(
        Variant(view=HiddenInformation(ViewKind.NONE)), "A2 A1 H8 G7 B1", "C1 A1 D5 F3 A2 H8 B1"
    ),
    "fading": Case(Variant(view=HiddenInformation(ViewKind.FADING, 2)), "D4 F6 C3 G7", "A1 J9 C3 G7"),
    "hidden from White": Case(
        Variant(view=HiddenInformation(ViewKind.NONE, of=Color.WHITE)),
        "D4 F6 C3 G7",
        "A1 J9 F3 G7",
        tuple(name for name in VIEWERS if name != "player"),
    ),
}
CASES["nothing, a capture"] = Case(CASES["nothing"].variant, "A2 A1 H8 G7 B1", "A2 A1 C5 F3 B1")
BY_DAY = ("nothing", "one colour")
WHOLE = set(CASES) if NIGHTLY else {"nothing"}
"""The cases in which every viewer requests everything; at night, all cases. A missing permission check shows in each of
them. By day, the other cases are limited: an opponent requests the routes that show a game and the API routes that
change it, and every viewer gets the other output and the addresses of QUERIES."""
STREAMS = table.STREAM
NOW = timezone.now()
CHANGES = re.compile(
    r'(?:csrfmiddlewaretoken|key)" value="\w+|[0-9a-f]{32}|\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|\+00:00)?|nonce-[\w=+/-]+'
    r'|"(?:left|main_time|period_left)":\s?\d+|data-left="\d+"|[\w-]{43}|"id":\s?\d+|[\d.]+ ?ms\b'
)
"""Parts that differ between two answers to the same request."""


def test_creation_is_only_switched_on_with_this_file_green():
    assert {case.variant.view.kind for case in CASES.values()} == set(ViewKind) - {ViewKind.OPEN}


@contextmanager
def place_of(variant: Variant, make: Callable[..., Game] | None = None) -> Iterator[Place]:
    """Yield the visitors of the table with two games of this variant, created by `make`; the changes are rolled
    back."""
    make = partial(visitors.make_game, variant=variant) if make is None else make
    with (
        override_settings(PASSWORD_HASHERS=HASHERS),
        transaction.atomic(),
        patch("foundation.timesource.now", lambda: NOW),
        patch("django.utils.timezone.now", lambda: NOW),
        patch.object(visitors, "make_game", make),
    ):
        with patch.object(visitors.commenting, "add_comment", lambda *expected: _No()):
            place = Place()
        yield place
        transaction.set_rollback(True)


class _No:
    pk = 1


@contextmanager
def played(place: Place, line: str) -> Iterator[Game]:
    """Play these moves in both games, and undo them afterwards."""
    caches.clear_all_caches()
    mail.outbox.clear()
    with transaction.atomic():
        before = place.public
        play_many(before, line.split(), before.started_at)
        place.public = reload(before)
        yield place.public
        place.public = before
        transaction.set_rollback(True)


def answers(place: Place, viewer: str, routes: list[str], methods: tuple[str, ...]) -> dict[tuple[str, str], str]:
    """Return the answers that this visitor gets on these routes, without the parts that differ between any two
    answers."""
    found = {}
    for route in routes:
        for asked in table.all_asked(place, route):
            if STREAMS.search(asked.path) or f"/{place.private.pk}/" in f"{asked.path}/":
                continue
            for method in _changing(asked, viewer) if methods == ("POST",) else set(methods) & set(asked.methods):
                found[f"{method} {asked.path} {asked.body.get('kind', '')}", viewer] = _answer(
                    place, viewer, method, asked
                )
    return found


def _changing(asked: table.Asked, viewer: str) -> tuple[str, ...]:
    """Return the methods that change something there. Pages know only GET and POST; other methods, and an administrator
    for players' actions, are tested at night."""
    if viewer == "administrator" and table.WHOSE[VerbRole.PLAYER] in asked.label and not NIGHTLY:
        return ()
    is_page = not asked.path.startswith(f"/{table.API}")
    return ("POST",) if is_page and not NIGHTLY else tuple(one for one in asked.methods if one != "GET" or NIGHTLY)


def _answer(place: Place, viewer: str, method: str, asked: table.Asked) -> str:
    limits.reset_counts()
    client = place.come(viewer)
    number = place.public.number
    body = {
        **asked.body,
        **({"number": number} if "number" in asked.body else {}),
        **({"expected": number} if "expected" in asked.body else {}),
    }
    headers = {"Idempotency-Key": "12345678"}
    with transaction.atomic():
        if method == "GET":
            answer = client.get(asked.path)
        elif asked.path.startswith("/api/"):
            answer = client.generic(method, asked.path, json.dumps(body), "application/json", headers=headers)
        else:
            answer = client.generic(method, asked.path) if method != "POST" else client.post(asked.path, body)
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        transaction.set_rollback(True)
    text = CHANGES.sub("~", _unpacked(content))
    return f"{answer.status_code} {answer.headers.get('ETag', '')} {answer.headers.get('Location', '')}\n{text}"


GAMES = [route for route in table.routes() if "game_id" in route]
OTHERS = {
    "", "notifications/", "waiting/", "following/", "openings/", "api/v1/notices", "api/v1/me/export", "api/v1/stars",
    "api/v1/me/notifications/feed", "api/v1/openings", "api/v1/me/calendar", "api/v1/follows", "messages/", "oembed",
}  # fmt: skip
LISTS = [route for route in table.routes() if "<" not in route and (route in OTHERS or "games" in route)]
"""Routes that list games or show several."""
CHANGING = [route for route in GAMES if route.startswith(("g/", "api/"))]
MOVES = [route for route in CHANGING if route.endswith("/actions")]
QUERIES = {
    "anonymous": ["/g/{}/?move=1", "/g/{}/?move=2", "/api/v1/games/{}?legal=1&line=1", "/api/v1/games/{}/count?dead=D4",
                  "/api/v1/games/{}/actions?after=1", "/api/v1/games/export?ids={}", "/games/?phase=running"],
    "player": ["/g/{}/?point=D4", "/g/{}/?point=A1", "/g/{}/?move=1", "/api/v1/games/{}?legal=1&line=1",
               "/api/v1/games/{}/actions", "/api/v1/me/records", "/api/v1/games/export?ids={}&mine=true"],
    "opponent": ["/g/{}/?point=D4", "/g/{}/?point=A1", "/api/v1/games/{}?legal=1&line=1", "/g/{}/?point=F6"],
    "administrator": ["/g/{}/decide/?dead=D4&point=A1", "/admin/games/game/{}/change/"],
}  # fmt: skip


IN_TURN = ("anonymous", "player", "moderator")


def turns_of(viewer: str, routes: list[str]) -> list[str]:
    """Return all routes at night and for an opponent; by day a third of them for each other viewer."""
    if viewer not in IN_TURN:
        return routes
    return [one for one in routes if is_turn(one, of=len(IN_TURN), number=IN_TURN.index(viewer))]


def answers_of(place: Place, case: Case, line: str, *, wholly: bool = True) -> dict[tuple[str, str], str]:
    """Return the answers that the viewers get for a game with this line: all of them, or only those that WHOLE
    names."""
    found: dict[tuple[str, str], str] = {}
    with played(place, line) as game, _log_lines() as logged:
        for viewer in case.viewers:
            if viewer == "opponent" or (wholly and viewer != "administrator"):
                found |= answers(place, viewer, turns_of(viewer, [*GAMES, *LISTS] if wholly else GAMES), ("GET",))
            for path in QUERIES.get(viewer, ()):
                asked = table.Asked("", path.format(game.pk), ("GET",))
                found[path, viewer] = _answer(place, viewer, "GET", asked)
            if viewer == "opponent" or (wholly and viewer == "administrator"):
                found |= answers(place, viewer, CHANGING if wholly else MOVES, ("POST",))
            found |= other_output(game, viewer, place)
        found["log", ""] = CHANGES.sub("~", "\n".join(logged))
    return found


@contextmanager
def _log_lines() -> Iterator[list[str]]:
    lines: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())  # type: ignore[method-assign]
    logging.getLogger().addHandler(handler)
    try:
        yield lines
    finally:
        logging.getLogger().removeHandler(handler)


def other_output(game: Game, viewer: str, place: Place) -> dict[tuple[str, str], str]:
    """Return all output other than answers: frames, events, e-mails, pictures, and the viewer's data export."""
    from django.contrib.auth.models import AnonymousUser

    person = place.people.get(viewer) or AnonymousUser()
    show = GameView(reload(game), person)
    news = read_updates([ActionsRequest(game.pk, 0, {show.audience: person})])
    shown = show.state_without_history
    found = {
        "frames": repr(news[0].frames),
        "letter": picture_text(EmailEntry([], [], "/", show)),
        "picture": board_png(show.board(), show.last_move()).hex(),
        "state": f"{show.state.board.cells!r} {show.state.board.key} {shown.board!r} {show.state.history}",
    }
    if viewer in place.people:
        events = Event.objects.filter(player=person, game=game).order_by("pk")
        found["own data"] = _unpacked(b"".join(export_archive(person)))
        found["events"] = json.dumps([event_json(event) for event in events])
    return {(name, viewer): CHANGES.sub("~", text) for name, text in found.items()}


def _unpacked(content: bytes) -> str:
    """Return the content of an archive, or the text of any other file."""
    if not content.startswith(b"PK"):
        return content.decode("latin-1")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return "\n".join(f"{name}: {archive.read(name).decode()}" for name in archive.namelist())


@pytest.mark.parametrize("name", by_night_but(BY_DAY, CASES))
def test_two_games_that_differ_in_what_is_hidden_are_the_same_to_everybody_V20_V25_V62(name):
    case = CASES[name]
    with place_of(case.variant) as place:
        one, other = (answers_of(place, case, line, wholly=name in WHOLE) for line in (case.one, case.other))
    differing = [key for key in one if one[key] != other[key]]
    assert len(one) > (200 if name in WHOLE else 70)
    for key in differing:
        print(key, where(one[key], other[key]))
    assert differing == []


def where(one: str, other: str) -> str:
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[max(at - 60, 0) : at + 60]!r} / {other[max(at - 60, 0) : at + 60]!r}"


SHOWING = ["g/<int:game_id>/", "g/<int:game_id>.sgf", "api/v1/games/<int:game_id>"]


def seen(place: Place, line: str) -> dict[tuple[str, str], str]:
    """Return everything that a player receives while viewing the game."""
    with played(place, line) as game:
        return answers(place, "player", SHOWING, ("GET",)) | other_output(game, "player", place)


def test_what_is_compared_would_show_a_difference():
    """Check the same lines in standard Go, and after play has stopped."""
    case = CASES["nothing"]
    with place_of(Variant(passing=True, view=case.variant.view)) as place:
        one, other = (seen(place, f"{line} pass pass") for line in (case.one, case.other))
    differing = {name for name, _ in one if one[name, _] != other[name, _]}
    assert any(name.startswith("GET /g/") for name in differing)
    assert any(name.startswith("GET /api/v1/games/") for name in differing)
    assert {"frames", "letter", "picture", "state", "events"} <= differing


def test_the_seat_from_which_nothing_is_hidden_sees_the_board_V26():
    case = CASES["hidden from White"]
    with place_of(case.variant) as place, played(place, case.one) as game:
        black, white = (GameView(game, seat.player) for seat in game.seat_list())
        assert black.visible_rows() == game.full_state().board.rows()
        assert (white.visible_rows(), white.hides_info, black.hides_info) == (None, True, False)
        assert verbs.actor_of(white, game.started_at).state.history == ()
