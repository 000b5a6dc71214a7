"""One request of each kind per turn, withdrawn by its author and answered by the opponent, with a limit (R45)."""

from contextlib import suppress
from datetime import timedelta

import pytest

from foundation import timesource
from games import verbs
from games.errors import (
    NoOwnRequest,
    NoResultNotProposed,
    NothingToUndo,
    NoUndoRequest,
    RequestAlreadyDeclined,
    TooManyGameRequests,
)
from games.management.commands.check_games import find_record_faults
from games.time_errors import NoPauseProposed
from games.verbs.agreement import IN, MOST
from rules import Color
from tests.factories import NOON, act, days, make_game, play, reload, side
from tests.games.verbs.test_agreements import repeating

pytestmark = pytest.mark.django_db

UNTIL = NOON + days(7)
ASK = {
    "undo": (verbs.RequestUndo, {}),
    "pause": (verbs.RequestPause, {"until": UNTIL}),
    "no_result": (verbs.RequestNoResult, {}),
}
ANSWER = {
    "undo": verbs.AnswerUndo,
    "pause": verbs.AnswerPause,
    "no_result": verbs.AnswerNoResult,
}


def ask(game, what, by, **more):
    verb, fields = ASK[what]
    return act(game, verb, by=by, **fields, **more)


def a_game(what):
    return repeating() if what == "no_result" else make_game(moves="E5 D4", days=3)


@pytest.mark.parametrize("what", ASK)
@pytest.mark.parametrize("ending", ["declined", "withdrawn"])
def test_after_a_request_came_to_nothing_the_same_side_asks_again_once_the_position_has_changed_R45(what, ending):
    game = a_game(what)
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    ask(game, what, white)
    if ending == "declined":
        act(game, ANSWER[what], by=black, allow=False)
    else:
        act(game, verbs.WithdrawRequest, by=white, request=what)

    with pytest.raises(RequestAlreadyDeclined):
        ask(game, what, white)
    ask(game, what, black)
    act(game, ANSWER[what], by=white, allow=False)
    with pytest.raises(RequestAlreadyDeclined):
        ask(game, what, black)
    play(game, "pass")

    ask(game, what, white)
    assert not find_record_faults(reload(game))


@pytest.mark.parametrize("what", ASK)
def test_nobody_answers_their_own_request_or_withdraws_anothers_R45(what):
    game = a_game(what)
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    ask(game, what, white)

    for allow in (True, False):
        with pytest.raises((NoPauseProposed, NoUndoRequest, NoResultNotProposed)):
            act(game, ANSWER[what], by=white, allow=allow)
    with pytest.raises(NoOwnRequest):
        act(game, verbs.WithdrawRequest, by=black, request=what)
    act(game, verbs.WithdrawRequest, by=white, request=what)
    with pytest.raises(NoOwnRequest):
        act(game, verbs.WithdrawRequest, by=white, request=what)
    assert reload(game).requests == {}


def test_a_pause_that_was_agreed_may_be_ended_or_made_longer_in_the_same_turn():
    game = make_game(moves="E5 D4", days=3)
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    for until in (UNTIL, UNTIL + days(7)):
        act(game, verbs.RequestPause, by=white, until=until)
        act(game, verbs.AnswerPause, by=black, allow=True)

    assert reload(game).deadline == NOON + days(17)


def test_time_is_given_ten_times_an_hour_and_then_later_R45():
    game = make_game(moves="E5 D4", days=3)
    white = side(game, Color.WHITE)
    for minute in range(MOST):
        act(game, verbs.GrantTime, by=white, days=1, now=NOON + timedelta(minutes=minute))

    with pytest.raises(TooManyGameRequests) as refused:
        act(game, verbs.GrantTime, by=white, days=1, now=NOON + timedelta(minutes=30))
    assert refused.value.data == {"retry_after": 1800}
    with pytest.raises(TooManyGameRequests):
        ask(game, "undo", white, now=NOON + timedelta(minutes=30))
    act(game, verbs.GrantTime, by=white, days=1, now=NOON + IN)
    play(game, "C3", now=NOON + IN)


def test_page_and_api_say_when_to_come_back_R45(client):
    now = timesource.now()
    game = make_game(moves="E5 D4", days=3, now=now)
    white = side(game, Color.WHITE)
    for _ in range(MOST):
        act(game, verbs.GrantTime, by=white, days=1, now=now)
    client.force_login(white)
    number = reload(game).number

    page = client.post(f"{game.get_absolute_url()}grant-time/", {"number": number, "key": "k" * 32, "days": 1})
    api = client.post(
        f"/api/v1/games/{game.pk}/actions/",
        {"kind": "grant_time", "days": 1, "expected": number},
        content_type="application/json",
        headers={"Idempotency-Key": "one of my own"},
    )

    assert (page.status_code, api.status_code, api.json()["code"]) == (429, 429, "too_often")
    assert 3500 < int(page["Retry-After"]) <= 3600
    assert int(api["Retry-After"]) == api.json()["retry_after"]
    assert reload(game).number == number


@pytest.mark.parametrize("way", ["page", "api"])
def test_an_opponent_who_does_all_there_is_off_the_board_does_not_keep_a_move_back_R45(client, way):
    now = timesource.now()
    game = make_game(days=3, now=now)
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    points = [f"{column}{row}" for row in (1, 3, 5) for column in "ABCDEFGHJ"][:20]
    sent = 0
    for turn, point in enumerate(points):
        mover, other = (black, white) if turn % 2 == 0 else (white, black)
        seen = reload(game).number
        at = now + timedelta(seconds=turn)
        for verb, fields in (
            (verbs.RequestPause, {"until": now + days(9)}),
            (verbs.WithdrawRequest, {"request": "pause"}),
            (verbs.RequestPause, {"until": now + days(9)}),
            (verbs.GrantTime, {"days": 1}),
            (verbs.RequestUndo, {}),
        ):
            with suppress(RequestAlreadyDeclined, NoOwnRequest, NothingToUndo, TooManyGameRequests):
                act(game, verb, by=other, now=at, **fields)
        client.force_login(mover)
        if way == "page":
            form = {"number": seen, "key": f"key number {turn}", "point": point}
            sent += client.post(f"{game.get_absolute_url()}play/", form).status_code == 302
        else:
            body = {"kind": "play", "point": point, "expected": seen}
            sent += (
                client.post(
                    f"/api/v1/games/{game.pk}/actions/",
                    body,
                    content_type="application/json",
                    headers={"Idempotency-Key": f"key number {turn}"},
                ).status_code
                == 200
            )

    assert sent == len(points) == 20
    assert not find_record_faults(reload(game))
