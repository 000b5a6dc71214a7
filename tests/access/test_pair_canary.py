"""Private data of one of four players in Pair Go, and spectators' remarks, reach no one else (V35, V37, R11): two games
that differ in nothing else give the partner and the opponents identical output."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress

from accounts.core import outbox
from accounts.models import QueuedEmail
from games.models import Game
from games.models.note import Priority
from games.services.idempotency import PlayerRequest
from games.services.notes import set_priority, write_note
from notifications.kinds import Channel, EmailTiming, NoticeGroup
from notifications.models import EmailDetail
from notifications.services import choosing, emails, scheduling
from programs.models import Event
from programs.services.pushes import find_push_message
from rules.variants.presets import PRESETS
from social.services.follows import FollowedGameLabel, follow_game
from social.services.talk import add_spectator_comment
from social.services.threads import TextOrQuickReply
from study.services import comments
from tests.access import visitors
from tests.access.test_canary import (
    CHANGES,
    CHANGING,
    GAMES,
    LISTS,
    NOW,
    answers,
    other_output,
    place_of,
    played,
    where,
)
from tests.access.visitors import Place
from tests.factories import mark, play
from tests.support.games import dead
from tests.support.nights import NIGHTLY
from tests.support.seated import seated

pytestmark = pytest.mark.django_db

PAIR = PRESETS["pair"]
FOUR = ("player", "opponent", "partner", "rival")
"""In the order of their seats."""
LATER = timedelta(hours=3)


def make(**more) -> Game:
    """Create a public game of four players."""
    return visitors_make(**more) if "black" in more else seated(PAIR, now=more["now"])


visitors_make = visitors.make_game


@contextmanager
def table() -> Iterator[Place]:
    """Yield the visitors, and the two other players of the game; all four get e-mails about everything."""
    with place_of(PAIR, make) as place:
        for name, seat in zip(FOUR, place.public.seat_list(), strict=True):
            place.join(name, seat.player)
            address, kinds = seat.player.email, {kind: {Channel.EMAIL: EmailTiming.NOW} for kind in NoticeGroup}
            EmailAddress.objects.get_or_create(user=seat.player, email=address, primary=True, verified=True)
            choosing.store_notice_choices(seat.player, kinds, level=EmailDetail.BOARD)
        yield place


def keeps_to_oneself(place: Place, game: Game, word: str) -> None:
    """Create everything that the first player can keep private in a game in progress; then everyone plays another
    move."""
    player = place.people["player"]
    write_note(game_id=game.pk, player=player, text=word, now=NOW)
    set_priority(game_id=game.pk, player=player, priority=Priority.HIGH if word == ONE else Priority.LOW, now=NOW)
    comments.add_comment(PlayerRequest(player, NOW), game.pk, "", word)
    follow_game(player=player, game_id=game.pk, label=FollowedGameLabel(note=word, tag=word), now=NOW)
    for point in ("E3", "E5", "F3", "F5"):
        play(game, point, now=NOW)


def all_at_once(place: Place, game: Game, word: str) -> None:
    """Add everything hidden from the partner together: private data, a spectator's remark, and a draft of dead stones,
    which the partner may not see, although they may also propose."""
    keeps_to_oneself(place, game, word)
    add_spectator_comment(PlayerRequest(place.people["stranger"], NOW), game.pk, TextOrQuickReply(word))
    for _ in range(2):
        play(game, "pass", now=NOW)
    mark(game, dead(game, "C3") if word == ONE else dead(game, "D3"), by=place.people["player"], now=NOW)


ONE, OTHER = "attack", "retreat"


@dataclass(frozen=True)
class Case:
    """A hidden thing: the players it is hidden from, those who know it, and the least number of answers that show it to
    them."""

    hide: Callable[[Place, Game, str], None]
    viewers: tuple[str, ...]
    knowing: tuple[str, ...]
    known: int


CASES = {
    "of the four": Case(all_at_once, ("partner", "opponent", "rival", "anonymous"), ("player", "stranger"), 4),
    "of others": Case(keeps_to_oneself, ("stranger", "moderator", "administrator"), ("player",), 2),
}
BRIEFLY = ["g/<int:game_id>/", "api/v1/games/<int:game_id>"]
"""The routes requested by day as the other players; as the first player, all routes of games are requested."""


def answers_of(place: Place, name: str, word: str) -> dict[tuple[str, str], str]:
    """Return all output that each of them receives."""
    case = CASES[name]
    found: dict[tuple[str, str], str] = {}
    with played(place, "C3 D3 C5 D5") as game:
        before = set(QueuedEmail.objects.values_list("pk", flat=True))
        case.hide(place, game, word)
        for viewer in case.viewers:
            routes = [*GAMES, *LISTS] if NIGHTLY else GAMES if viewer == case.viewers[0] else BRIEFLY
            found |= answers(place, viewer, routes, ("GET",)) | other_output(game, viewer, place)
            found |= answers(place, viewer, CHANGING, ("POST",)) if NIGHTLY else {}
        for who in case.knowing:
            shown = answers(place, who, SHOWN, ("GET",))
            found |= {(f"{KNOWS}: {key} {who}", ""): text for (key, _), text in shown.items()}
        found |= sent(place, game, before)
    return found


STOPS = re.compile(r"/notifications/stop/\S+")
SHOWN = [*BRIEFLY, "api/v1/games/<int:game_id>/note", "api/v1/games/<int:game_id>/talk"]
KNOWS = "for who knows"


def sent(place: Place, game: Game, before: set[int]) -> dict[tuple[str, str], str]:
    """Return the e-mails and push messages to the four players."""
    scheduling.schedule_email_items(NOW + LATER)
    emails.queue_due_emails(NOW + LATER)
    found = {}
    for row in QueuedEmail.objects.exclude(pk__in=before).order_by("pk"):
        letter = outbox.decrypt_message(row)
        found[f"letter {letter.subject}", letter.to[0]] = STOPS.sub("~", letter.body)
    for name in FOUR:
        events = Event.objects.filter(player=place.people[name], game=game).order_by("pk")
        found["pushes", name] = repr([find_push_message(event, NOW) for event in events])
    return {key: CHANGES.sub("~", text) for key, text in found.items()}


@pytest.mark.parametrize("name", ["of the four", pytest.param("of others", marks=pytest.mark.nightly)])
def test_partners_and_opponents_are_shown_the_same_whatever_one_of_them_keeps_V35_V37(name):
    with table() as place:
        one, other = (answers_of(place, name, word) for word in (ONE, OTHER))
    differing = {key for key in one.keys() | other.keys() if one.get(key) != other.get(key)}
    known = {what for what, _ in differing if what.startswith(KNOWS)}
    for key in sorted(key for key in differing if key[0] not in known):
        print(key, where(one.get(key, ""), other.get(key, "")))
    assert {what for what, _ in differing} - known == set()
    assert len(known) >= CASES[name].known
    assert len(one) > 60
