"""One request of a kind a turn, withdrawn by who made it and answered by the other, and not too often (R45)."""

from contextlib import suppress
from datetime import timedelta

import pytest

from foundation import timesource
from games import services
from games.errors import (
    AlreadyAsked,
    NoPauseAsked,
    NoResultNotAsked,
    NothingAsked,
    NothingToUndo,
    NoUndoRequest,
    TooOften,
)
from games.management.commands.check_games import faults_of
from games.services.asking import IN, MOST, What
from rules import Color
from tests.factories import NOON, act, days, make_game, play, reload, side
from tests.games.services.test_agreements import repeating

pytestmark = pytest.mark.django_db

UNTIL = NOON + days(7)
ASK = {
    What.UNDO: (services.request_undo, {}),
    What.PAUSE: (services.request_pause, {"until": UNTIL}),
    What.NO_RESULT: (services.request_no_result, {}),
}
ANSWER = {
    What.UNDO: services.answer_undo,
    What.PAUSE: services.answer_pause,
    What.NO_RESULT: services.answer_no_result,
}


def ask(game, what, by, **more):
    verb, fields = ASK[what]
    return act(game, verb, by=by, **fields, **more)


def a_game(what):
    return repeating() if what is What.NO_RESULT else make_game(moves="E5 D4", days=3)


@pytest.mark.parametrize("what", What)
@pytest.mark.parametrize("ending", ["declined", "withdrawn"])
def test_after_a_request_came_to_nothing_the_same_side_asks_again_once_the_position_has_changed_R45(what, ending):
    game = a_game(what)
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    ask(game, what, white)
    if ending == "declined":
        act(game, ANSWER[what], by=black, allow=False)
    else:
        act(game, services.withdraw_request, by=white, what=what)

    with pytest.raises(AlreadyAsked):
        ask(game, what, white)
    ask(game, what, black)
    act(game, ANSWER[what], by=white, allow=False)
    with pytest.raises(AlreadyAsked):
        ask(game, what, black)
    play(game, "pass")

    ask(game, what, white)
    assert not faults_of(reload(game))


@pytest.mark.parametrize("what", What)
def test_nobody_answers_their_own_request_or_withdraws_anothers_R45(what):
    game = a_game(what)
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    ask(game, what, white)

    for allow in (True, False):
        with pytest.raises((NoPauseAsked, NoUndoRequest, NoResultNotAsked)):
            act(game, ANSWER[what], by=white, allow=allow)
    with pytest.raises(NothingAsked):
        act(game, services.withdraw_request, by=black, what=what)
    act(game, services.withdraw_request, by=white, what=what)
    with pytest.raises(NothingAsked):
        act(game, services.withdraw_request, by=white, what=what)
    assert (reload(game).undo_to, reload(game).pause_offer, reload(game).no_result_seat) == (None, None, None)


def test_a_pause_that_was_agreed_may_be_ended_or_made_longer_in_the_same_turn():
    game = make_game(moves="E5 D4", days=3)
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    for until in (UNTIL, UNTIL + days(7)):
        act(game, services.request_pause, by=white, until=until)
        act(game, services.answer_pause, by=black, allow=True)

    assert reload(game).deadline == NOON + days(17)


def test_time_is_given_ten_times_an_hour_and_then_later_R45():
    game = make_game(moves="E5 D4", days=3)
    white = side(game, Color.WHITE)
    for minute in range(MOST):
        act(game, services.grant_time, by=white, days=1, now=NOON + timedelta(minutes=minute))

    with pytest.raises(TooOften) as refused:
        act(game, services.grant_time, by=white, days=1, now=NOON + timedelta(minutes=30))
    assert refused.value.data == {"retry_after": 1800}
    with pytest.raises(TooOften):
        ask(game, What.UNDO, white, now=NOON + timedelta(minutes=30))
    act(game, services.grant_time, by=white, days=1, now=NOON + IN)
    play(game, "C3", now=NOON + IN)


def test_page_and_api_say_when_to_come_back_R45(client):
    now = timesource.now()
    game = make_game(moves="E5 D4", days=3, now=now)
    white = side(game, Color.WHITE)
    for _ in range(MOST):
        act(game, services.grant_time, by=white, days=1, now=now)
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
def test_an_opponent_who_does_all_there_is_beside_the_board_does_not_keep_a_move_back_R45(client, way):
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
            (services.request_pause, {"until": now + days(9)}),
            (services.withdraw_request, {"what": What.PAUSE}),
            (services.request_pause, {"until": now + days(9)}),
            (services.grant_time, {"days": 1}),
            (services.request_undo, {}),
        ):
            with suppress(AlreadyAsked, NothingAsked, NothingToUndo, TooOften):
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
    assert not faults_of(reload(game))
