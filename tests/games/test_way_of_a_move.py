"""Few functions lie between the request for a move and the statement that stores it (docs/architecture.md)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from games import verbs
from games.models import Action
from rules import Color
from tests.factories import act, play, reload, side
from tests.games.verbs.test_conditional_moves import LONG, plan
from tests.mail_play.test_links import invited, send
from tests.mail_play.test_replies import OURS, turn
from tests.support.callers import Caller
from tests.support.games import just_stopped, make_game, suggested

pytestmark = pytest.mark.django_db
WAY = ["perform_from_input", "carry_out", "record_action", "append_action"]
STATEMENT = f'INSERT INTO "{Action._meta.db_table}"'


class _Ways:
    """The names of our functions above each statement that stores an action, the outermost first; what puts statements
    together (foundation) is left out, and a method that calls the one it overrides counts once."""

    def __init__(self):
        self.found = []

    def __call__(self, execute, sql, params, many, context):
        if STATEMENT in sql:
            names, frame = [], sys._getframe(1)
            while frame is not None:
                path = Path(frame.f_code.co_filename)
                if path.is_relative_to(settings.BASE_DIR):
                    folder = path.relative_to(settings.BASE_DIR).parts[0]
                    name = frame.f_code.co_name
                    if folder not in ("tests", "foundation", ".venv") and names[:1] != [name]:
                        names.insert(0, name)
                frame = frame.f_back
            self.found.append(names)
        return execute(sql, params, many, context)


def ways(do):
    """The way to each action that this stores."""
    seen = _Ways()
    with connection.execute_wrapper(seen):
        do()
    return seen.found


def after(names, entry):
    """Return the calls between this entry point and the statement."""
    return names[names.index(entry) + 1 :]


def test_a_move_and_an_acceptance_by_page_and_api_take_four_functions(client):
    game = make_game(moves="E5")
    who = reload(game).seat_on_turn().player
    client.force_login(who)
    form = {"number": 1, "key": "some-key-1", "point": "D4", "text": "hello"}

    (by_page,) = ways(lambda: client.post(f"/g/{game.pk}/play/", form))
    (by_api,) = ways(lambda: Caller(client, side(game, Color.BLACK)).act(game, "play", point="F6"))

    assert (after(by_page, "perform_verb"), after(by_api, "post")) == (WAY, WAY)

    over = suggested(just_stopped())
    proposal = act(over, verbs.Propose, dead=[], now=timezone.now()).number
    client.force_login(reload(over).seat_on_turn().player)
    form = {
        "number": proposal,
        "key": "some-key-2",
        "proposal": reload(over).state().proposal.number,
        "confirmed": "on",
    }
    (accepted,) = ways(lambda: client.post(f"/g/{over.pk}/accept/", form))
    assert after(accepted, "perform_verb") == WAY


def test_a_move_from_an_e_mail_takes_four_functions(client, settings):
    _, link = invited()
    (by_link,) = ways(lambda: send(client, link, "E5"))
    settings.IGO_REPLY_ADDRESS, settings.IGO_IMAP_URL = OURS, "imap://127.0.0.1:1"
    one = turn()
    (by_reply,) = ways(lambda: one.send("E5"))

    assert (after(by_link, "play_by_link_page"), after(by_reply, "process_reply")) == (WAY, WAY)


def test_a_conditional_move_takes_four_functions_at_most():
    game = make_game(moves="E5 D5")
    plan(game, LONG, now=timezone.now())

    by_hand, planned = ways(lambda: play(game, "E6", now=timezone.now()))

    assert after(by_hand, "perform") == WAY
    assert after(planned, "play_planned_answers") == ["play_replies", "_store_replies_and_plans", "append_actions"]
