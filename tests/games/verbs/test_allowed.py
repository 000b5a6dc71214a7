"""Pages and API offer exactly the verbs that the guards accept: the same for everyone at every step of random games."""

import os
import random
import re
from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games import verbs
from games.errors import GameError
from games.game_view import GameView
from games.verbs.fields import fields_of
from rules import AfterRejection, Point, Stage, legal_points
from rules.clock import TimeoutPolicy
from rules.errors import RulesError
from tests.factories import make_game, make_moderator, make_player, reload
from tests.support.nights import by_night_but

pytestmark = pytest.mark.django_db

RARELY = {"resign", "cancel", "decide", "set_marking", "accept", "answer_undo", "answer_draw", "answer_result"}
NIGHTLY = os.environ.get("IGO_NIGHTLY")
PLACES = ("", "time/", "decide/")
"""The pages of a game that have forms."""


def values_of(verb, game, player):
    """Values with which the verb is done if it is open."""
    state, seat = game.full_state(), game.seat_of(player)
    number = 1 if state.proposal is None else state.proposal.number
    settles = state.setup.ruleset.rejection_always_settles
    running = game.clock_value().running
    mine = [name for name, asked in game.requests.items() if seat is not None and asked["seat"] == seat.index]
    values = {
        "point": next(iter(legal_points(state) if state.stage is Stage.PLAY else ()), Point(0, 0)),
        "points": frozenset(list(state.board.points())[: game.handicap]),
        "dead": frozenset(),
        "proposal": number,
        "confirmed": True,
        "then": AfterRejection.PLAY_OUT if settles else AfterRejection.MARK,
        "reason": "so it is",
        "allow": False,
        "request": (mine or ["undo"])[0],
        "days": 1,
        "until": timezone.now() + timedelta(days=3),
        "ruling": verbs.Ruling.BOTH_LOSE,
        "first": None,
        "ranking": (),
        "side": running,
        "minutes": 60,
        "plan": None,
        "username": make_player().username if verb is verbs.InviteSuccessor else "",
    }
    return verb(**{field.name: values[field.name] for field in fields_of(verb)})


def accepted(game, player):
    """The names of the verbs that are really done for this player now; all of it is taken back."""
    found = set()
    for name, verb in verbs.VERBS.items():
        request = verbs.ActionRequest(game.pk, player, game.number, None, timezone.now())
        with transaction.atomic():
            try:
                verbs.perform(request, values_of(verb, game, player))
                found.add(name)
            except (GameError, RulesError):
                pass
            transaction.set_rollback(True)
    return found


def open_to(game, player):
    """The names of the verbs that are open by the guards, of which none is done."""
    return {verb.name for verb in verbs.available_verbs(GameView(game, player), timezone.now())}


def actions_by_api(client, game):
    return set(client.get(f"/api/v1/games/{game.pk}/").json()["actions"])


def shown_on_pages(client, game):
    """The verbs for which some page of the game has a form or a link."""
    text = "".join(client.get(f"/g/{game.pk}/{place}").content.decode() for place in PLACES)
    paths = set(re.findall(rf'(?:action|href)="/g/{game.pk}/([a-z-]+)/"', text))
    return {verbs.BY_PATH[path].name for path in paths if path in verbs.BY_PATH}


def come(*people):
    """A browser for each."""
    clients = {player: Client() for player in people}
    for player, client in clients.items():
        client.force_login(player)
    return clients


def compare(game, clients):
    """Everyone sees what they may do, and nothing else; return it."""
    may = {}
    for player, client in clients.items():
        may[player] = accepted(game, player)
        api = {name for name in may[player] if verbs.VERBS[name].in_api}
        assert actions_by_api(client, game) == api, player
        pages = {name for name in may[player] if verbs.VERBS[name].path is not None}
        assert shown_on_pages(client, game) == pages, (player, game.state().stage)
    return may


KINDS = [
    {"rule_set": "brainking", "lateness": TimeoutPolicy.CLAIM},
    {"rule_set": "chinese", "handicap": 2, "rated": False},
    {"rule_set": "leaflet", "days": 2},
]


@pytest.mark.parametrize("seed", by_night_but({0}, range(len(KINDS))))
def test_page_and_api_show_exactly_what_the_guards_accept_in_random_games(seed):
    chance = random.Random(seed)
    black, white, moderator, stranger = make_player(), make_player(), make_moderator(), make_player()
    game = make_game(black=black, white=white, now=timezone.now(), size=5 if seed != 1 else 9, **KINDS[seed])
    players, others, others_saw, players_saw = come(black, white), come(moderator, stranger), set(), set()
    for _ in range(16 if NIGHTLY else 10):
        now = reload(game)
        at = (now.state().stage, *sorted(now.requests), bool(now.result), now.turn, now.move_number > 1)
        if NIGHTLY or at not in players_saw:
            players_saw.add(at)
            may = compare(now, players)
        else:
            may = {player: open_to(now, player) for player in players}
        kind = (now.state().stage, bool(now.requests), bool(now.result))
        if NIGHTLY or kind not in others_saw:  # what the others may do depends on no more
            others_saw.add(kind)
            assert compare(now, others)[stranger] == set()
        player = chance.choice([one for one in (black, white) if may[one]] or [black])
        usual = sorted(may[player] - RARELY) or sorted(may[player])
        if not usual:
            break
        name = "pass" if "pass" in usual and chance.random() < 0.5 else chance.choice(usual)
        request = verbs.ActionRequest(game.pk, player, now.number, None, timezone.now())
        verbs.perform(request, values_of(verbs.VERBS[name], now, player))


def test_a_win_on_time_is_claimed_and_refused_where_it_is_shown_R52():
    black, white, moderator, stranger = make_player(), make_player(), make_moderator(), make_player()
    past = timezone.now() - timedelta(days=4)
    game = make_game(black=black, white=white, now=past, days=3, lateness=TimeoutPolicy.CLAIM)

    clients = come(black, white, moderator, stranger)
    may = compare(reload(game), clients)
    assert "claim_win" in may[white] - may[black]
    request = verbs.ActionRequest(game.pk, white, game.number, None, timezone.now())
    verbs.perform(request, verbs.ClaimWinOnTime())

    may = compare(reload(game), clients)
    assert may[white] == {"refuse_win"}
    assert may[moderator] >= {"annul"}
