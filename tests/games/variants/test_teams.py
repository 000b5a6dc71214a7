"""Teams in their games: resigning together, leaving, time, undo, chat, and random games (V33 to V40)."""

from __future__ import annotations

import os
import random
from datetime import timedelta

import pytest
from django.utils import timezone

from games import verbs
from games.errors import FreeTextNotAllowed, NoOwnRequest
from games.game_view import GameView
from games.management.commands.check_games import find_record_faults
from games.models import Game
from games.services.account_deletion import end_all_games
from games.services.chat import send_message
from games.services.idempotency import PlayerRequest
from games.services.suspension import end_games_of_suspended
from games.services.timeouts import apply_timeout
from games.time_errors import CannotGrantTimeNow
from notifications.models import Notice
from rules import legal_points, parse_vertex
from rules.errors import NotYourTurn, PartnersNotAsked
from rules.variants import Variant, VariantSeats
from rules.variants.presets import PRESETS
from rules.variants.variant import TeamClock
from tests.factories import NOON, act, reload
from tests.support.browsers import browser
from tests.support.seated import seated

pytestmark = pytest.mark.django_db
GAMES = 200 if os.environ.get("IGO_NIGHTLY") else 1
"""By day of one against two; of three against two in test_at_random.py."""


@pytest.fixture
def game():
    """A game of two against two, after a turn of each."""
    found = seated(PRESETS["pair"], now=timezone.now())
    for point in ("C3", "D3", "C5", "D5"):
        on_turn_plays(found, point)
    return reload(found)


def on_turn_plays(game, point):
    now = reload(game)
    act(now, verbs.Play, by=now.seat_on_turn().player, point=parse_vertex(point, 9, 9), now=timezone.now())


def by(game, seat):
    return reload(game).seat_list()[seat].player


def do(game, seat, verb, **expected):
    return act(reload(game), verb, by=by(game, seat), now=timezone.now(), **expected)


def names_of(game, seat):
    found = verbs.available_verbs(GameView(reload(game), by(game, seat)), timezone.now())
    return {verb.name for verb in found}


def test_a_team_resigns_when_more_than_half_agree_and_the_question_lapses_with_its_turn_V36(game):
    with pytest.raises(PartnersNotAsked):
        do(game, 0, verbs.Resign)
    with pytest.raises(NotYourTurn):
        do(game, 2, verbs.AskToResign)
    do(game, 0, verbs.AskToResign)
    assert Notice.objects.filter(kind="resign_asked").values_list("player", flat=True).get() == by(game, 2).pk
    assert "has proposed resigning. Do you agree?" in browser(by(game, 2)).get(game.get_absolute_url()).content.decode()
    assert "answer_partner" in names_of(game, 2)
    assert not {"answer_partner", "resign"} & (names_of(game, 0) | names_of(game, 1))
    on_turn_plays(game, "G3")
    with pytest.raises(NoOwnRequest):
        do(game, 2, verbs.AnswerPartner, allow=True)
    on_turn_plays(game, "G5")
    do(game, 2, verbs.AskToResign)
    do(game, 0, verbs.AnswerPartner, allow=False)
    with pytest.raises(NoOwnRequest):
        do(game, 0, verbs.AnswerPartner, allow=True)
    on_turn_plays(game, "G7")
    do(game, 3, verbs.AskToResign)
    do(game, 1, verbs.AnswerPartner, allow=True)
    ended = reload(game)
    assert (ended.result, find_record_faults(ended)) == ("B+R", [])


def test_who_leaves_is_skipped_and_the_last_of_a_team_resigns_V38_V39(game):
    do(game, 2, verbs.Leave)
    assert reload(game).left_seats == {2}
    assert not names_of(game, 2)
    for number, seat in enumerate((0, 1, 0, 3, 0)):
        assert reload(game).turn == seat
        on_turn_plays(game, "ABCDE"[number] + "8")
    assert "out of the game" in browser().get(game.get_absolute_url()).content.decode()
    assert find_record_faults(reload(game)) == []
    do(game, 0, verbs.Resign)
    ended = reload(game)
    assert (ended.result, {seat.result for seat in ended.seat_list()[::2]}) == ("W+R", {"lost"})


def test_suspension_and_a_closed_account_empty_the_seat_V39(game):
    end_games_of_suspended(player=by(game, 1), annul=False, reason="x", now=timezone.now())
    end_all_games(by(game, 2), timezone.now())
    assert (reload(game).phase, reload(game).left_seats) == ("play", {1, 2})
    end_games_of_suspended(player=by(game, 3), annul=False, reason="x", now=timezone.now())
    ended = reload(game)
    assert (ended.result, find_record_faults(ended)) == ("B+F", [])


def test_running_out_of_time_loses_the_game_or_with_clocks_of_their_own_the_seat_V38():
    team = seated(PRESETS["pair"])
    own = seated(Variant(seats=VariantSeats((2, 2), TeamClock.MEMBER)))
    for found in (team, own):
        assert apply_timeout(game_id=found.pk, now=NOON + timedelta(days=4))
    assert reload(team).result == "W+T"
    assert (reload(own).phase, reload(own).left_seats, reload(own).turn) == ("play", {0}, 2)
    assert reload(own).deadline == NOON + timedelta(days=6)
    assert apply_timeout(game_id=own.pk, now=NOON + timedelta(days=8))
    assert (reload(own).result, find_record_faults(reload(own))) == ("W+T", [])


def test_who_played_last_asks_for_an_undo_and_the_next_player_of_the_others_answers_V40(game):
    with pytest.raises(NotYourTurn):
        do(game, 1, verbs.RequestUndo)
    do(game, 3, verbs.RequestUndo)
    with pytest.raises(NotYourTurn):
        do(game, 2, verbs.AnswerUndo, allow=True)
    do(game, 0, verbs.AnswerUndo, allow=True)
    assert (reload(game).turn, reload(game).move_number, find_record_faults(reload(game))) == (3, 3, [])
    Game.objects.filter(pk=game.pk).update(off_time=["pause"])
    do(game, 1, verbs.RequestPause, until=timezone.now() + timedelta(days=2))
    assert "answer_pause" not in names_of(game, 3)
    do(game, 2, verbs.AnswerPause, allow=True)
    assert len(reload(game).pauses) == 1
    with pytest.raises(CannotGrantTimeNow):
        do(game, 1, verbs.GrantTime, days=1)


def test_players_of_teams_say_fixed_phrases_until_the_result_V37(game):
    asked = PlayerRequest(by(game, 0), timezone.now())
    with pytest.raises(FreeTextNotAllowed):
        send_message(asked, game.pk, "take the corner")
    with pytest.raises(FreeTextNotAllowed):
        send_message(asked, game.pk, "", quick="good_move")
    send_message(asked, game.pk, "", quick="whose_turn")
    shown = browser(by(game, 2)).get(game.get_absolute_url()).content.decode()
    assert "Whose turn is it?" in shown
    assert 'id="text"' not in shown
    do(game, 0, verbs.AskToResign)
    do(game, 2, verbs.AnswerPartner, allow=True)
    send_message(asked, game.pk, "thank you all")
    assert 'id="text"' in browser(by(game, 2)).get(game.get_absolute_url()).content.decode()


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_games_of_teams_are_what_their_record_gives_V30_V33(seed):
    chance = random.Random(seed)
    members = ((1, 2), (2, 2), (3, 2), (8, 8))[seed % 4]
    game = seated(Variant(seats=VariantSeats(members)), now=timezone.now(), size=5)
    for _ in range(40):
        now = reload(game)
        if now.is_finished:
            break
        actor = now.seat_on_turn()
        open_now = {verb.name for verb in verbs.available_verbs(GameView(now, actor.player), timezone.now())}
        points = list(legal_points(now.state())) if "play" in open_now else []
        if "leave" in open_now and chance.random() < 0.05:
            do(game, actor.index, verbs.Leave)
        elif points and chance.random() < 0.9:
            do(game, actor.index, verbs.Play, point=chance.choice(points))
        elif "pass" in open_now:
            do(game, actor.index, verbs.Pass)
        elif "propose" in open_now:
            do(game, actor.index, verbs.Propose, dead=frozenset())
        else:
            do(game, actor.index, verbs.Accept, proposal=now.state().proposal_count, confirmed=True)
    assert find_record_faults(reload(game)) == []
