"""The record in a game page, and the text of each move without JavaScript (C40, C42, C43)."""

import gzip
import json
import re
from datetime import timedelta
from decimal import Decimal
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

import rules
from foundation import caches
from games import reading, services, verbs
from games.models.action import rules_actions
from games.services.idempotency import PlayerRequest
from games.views.game_panels.move_sequence import move_sequence_of
from rules import RULE_SETS, Board, Point, Setup, illegality, new_game, replay_states, vertex
from tests.factories import act, make_game, play, reload, to_act
from tests.support.games import just_stopped
from tests.support.games import make_game as make_game_now

pytestmark = pytest.mark.django_db

CAPTURE = "D5 E5 E4 A1 F5 A2 E6"
"""Black takes the stone on E5 with his fourth move."""
RECORD = re.compile(r'<script id="record" type="application/json">(.*?)</script>')


def steps_of(browser: Client, game) -> dict:
    page = browser.get(game.get_absolute_url()).content.decode()
    return json.loads(RECORD.search(page)[1])


def page_at(browser: Client, game, move: int) -> str:
    page = browser.get(f"{game.get_absolute_url()}?move={move}").content.decode()
    return " ".join(page.split())


def boards(walk) -> list[Board]:
    """The position after each move, as the page's script makes it."""
    made = [walk.start]
    for step in walk.steps:
        rows = [list(row) for row in made[-1].rows()]
        if step.point is not None:
            rows[step.point.row][step.point.column] = "XO"[step.color - 1]
        for point in step.emptied:
            rows[point.row][point.column] = "."
        made.append(Board.from_rows(tuple("".join(row) for row in rows)))
    return made


@pytest.mark.parametrize(
    "terms",
    [
        {"moves": CAPTURE},
        {"moves": "D4 pass E4 pass pass"},
        {"handicap": 3, "moves": "E5 D4"},
        {"rule_set": "new_zealand", "moves": "B1 C1 A2 B2 pass A3 A1 pass"},
    ],
    ids=["a capture", "passes", "handicap", "a self-capture"],
)
def test_the_page_carries_what_a_replay_of_the_record_gives_C40(terms):
    game = make_game(**terms)
    by_move = {state.move_number: state for state in replay_states(game.agreed_setup, rules_actions(game))}
    walk = move_sequence_of(game, None)
    assert boards(walk) == [by_move[number].board for number in range(len(walk.steps) + 1)]
    assert len(walk.steps) == game.state().move_number
    own = [step for step in walk.steps if step.point in step.emptied]
    assert len(own) == (1 if "rule_set" in terms else 0)


def random_moves(many: int) -> str:
    """Legal moves at random on 19x19: they compress worse than those of people."""
    state, chosen = new_game(Setup(19, 19, RULE_SETS["japanese"], Decimal("6.5"))), Random(16)
    points: list[str] = []
    while len(points) < many:
        point = Point(chosen.randrange(19), chosen.randrange(19))
        if illegality(state, point) is None:
            state = rules.apply(state, rules.Play(state.to_play, point))
            points.append(vertex(point, 19))
    return " ".join(points)


def test_the_page_of_a_game_at_move_250_stays_under_14_kB_and_its_record_under_2_kB_C40():
    game = make_game_now(size=19, days=3, moves=random_moves(250))
    browser = Client()
    browser.force_login(game.seat_on_turn().player)
    page = browser.get(game.get_absolute_url()).content
    record = RECORD.search(page.decode())[0].encode()
    assert len(record) < 3_000
    assert len(gzip.compress(record)) < 1_500
    assert len(gzip.compress(page)) < 14_000


def test_the_record_is_compact_and_without_what_was_taken_back_C40():
    game = make_game_now(moves=CAPTURE, days=3)
    found = steps_of(Client(), game)
    assert found["moves"] == "1de 2ee 1ef 2ai 1fe 2ah 1edee"
    assert found["captures"] == ["0 captures", "1 capture"]
    assert len(found["minutes"]) == 7

    black, white = (seat.player for seat in game.seat_list())
    act(reload(game), verbs.RequestUndo, by=black, now=timezone.now())
    act(reload(game), verbs.AnswerUndo, by=white, allow=True, now=timezone.now())
    assert steps_of(Client(), reload(game))["moves"] == "1de 2ee 1ef 2ai 1fe 2ah"
    play(reload(game), "pass", now=timezone.now())
    assert steps_of(Client(), reload(game))["moves"].endswith(" 2ah 1zz")


def test_each_step_says_what_it_captured_and_how_long_it_took_C43():
    game = make_game_now(moves=CAPTURE, days=3)
    later = timezone.now() + timedelta(hours=5, minutes=7)
    play(reload(game), "A3", now=later)
    assert "Black played E6 · 1 capture · after less than 10 min" in page_at(Client(), game, 7)
    assert "White played A3 · move 8 · after 5 h 7 min </p>" in page_at(Client(), game, 8)
    assert 'id="step"> </p>' in page_at(Client(), game, 0)


def test_links_lead_to_captures_and_messages_and_each_message_to_its_move_C42():
    game = make_game_now(moves="D5 E5 E4", days=3)
    black = game.seat_list()[0].player
    services.send_message(PlayerRequest(black, timezone.now()), game.pk, "look at E4")
    for point in ["A1", "F5", "A2", "E6", "A3", "A4"]:
        play(reload(game), point, now=timezone.now())
    browser = Client()
    browser.force_login(black)
    assert steps_of(browser, game)["messages_at"] == [3]
    assert 'href="?move=3">move 3</a>' in page_at(browser, game, 5)
    at_five = page_at(browser, game, 5)
    assert 'data-jump="captures 1" href="?move=7"' in at_five
    assert 'data-jump="comments -1" href="?move=3"' in at_five
    assert 'data-jump="captures -1" >' in at_five
    assert 'id="remark" > <a href="?move=3&amp;chat=1#chat"' in page_at(browser, game, 3)
    assert 'id="remark" hidden' in at_five
    assert "look at E4" not in Client().get(game.get_absolute_url()).content.decode(), "the chat is the players' own"
    assert steps_of(Client(), game)["messages_at"] == []


def test_the_handicap_stones_that_black_placed_stand_there_before_the_first_move():
    game = make_game(rule_set="tromp_taylor", handicap=2)
    act(game, verbs.PlaceHandicap, points=[Point(2, 2), Point(6, 6)])
    play(reload(game), "E5")
    assert page_at(Client(), game, 0).count('data-s="B"') == 2
    assert steps_of(Client(), reload(game))["start"] == "1cc1gg"


def test_what_was_read_before_is_read_on_with_every_move_and_comes_to_the_same_C40():
    game = make_game(moves=CAPTURE)
    for eyes in (None, 1):
        move_sequence_of(game, eyes)
    black, white = (seat.player for seat in game.seat_list())
    for move in ("J9", "pass", "H9"):
        play(reload(game), move)
        assert move_sequence_of(reload(game), None) == afresh(reload(game))
    act(reload(game), verbs.RequestUndo, by=white)
    act(reload(game), verbs.AnswerUndo, by=black, allow=True)
    for move in ("G9", "pass"):
        assert move_sequence_of(reload(game), None) == afresh(reload(game))
        play(reload(game), move)
    assert move_sequence_of(reload(game), 1) == move_sequence_of(reload(game), None) == afresh(reload(game))


def test_a_move_that_follows_costs_one_row_and_not_the_record_C40(django_assert_num_queries, monkeypatch):
    game = make_game(moves=CAPTURE)
    move_sequence_of(game, None)
    play(reload(game), "J9")
    later, read, found = reload(game), reading.move_rows_after, []
    monkeypatch.setattr(reading, "move_rows_after", lambda *asked: found.extend(read(*asked)) or found)
    with django_assert_num_queries(1):
        move_sequence_of(later, None)
    assert [turn.number for turn in found] == [later.number]


def afresh(game):
    """The sequence as no one has read it before."""
    caches.clear_all_caches()
    return move_sequence_of(game, None)


def test_an_earlier_position_is_named_in_the_heading_and_visitors_can_sign_up():
    game = make_game_now(moves=CAPTURE, days=3)
    visitor = Client()

    assert '<h1 class="status">Move 2 of 7</h1>' in page_at(visitor, game, 2)
    assert '<h1 class="status">Move 2 of 7</h1>' not in page_at(visitor, game, 7)
    assert '<details id="moves" open>' in page_at(visitor, game, 2)
    assert '<a href="?move=2" aria-current="true">' in page_at(visitor, game, 2)
    assert '<details id="moves" open>' not in page_at(visitor, game, 7)
    assert 'aria-current="true">7' not in page_at(visitor, game, 7)
    assert "Sign up to play" in visitor.get(game.get_absolute_url()).content.decode()


def test_an_earlier_position_of_a_game_in_scoring_names_its_move_and_not_the_step(client):
    game = just_stopped()
    client.force_login(to_act(game))

    def step(address: str) -> str:
        return client.get(address).content.decode().partition('id="step">')[2].partition("</p>")[0]

    assert "step 1 of 2" in step(game.get_absolute_url())
    assert "step 1 of 2" not in step(f"{game.get_absolute_url()}?move=3")
    assert "Black" in step(f"{game.get_absolute_url()}?move=3")
