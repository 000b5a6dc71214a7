"""False scores: reports on staged games, and games that are not reported (R60, R61)."""

from __future__ import annotations

import json
import os
from decimal import Decimal
from itertools import islice, pairwise
from pathlib import Path

import pytest

import goserver.management
from games import verbs
from moderation.detectors import scores
from rules import RULE_SETS, AfterRejection, Color, Setup, new_game, parse_vertex, score_of, sgf
from tests import diagrams
from tests.factories import NOON, act, days, make_game, make_moderator, play, side, to_act
from tests.moderation.helpers import points
from tests.support.games import SPLIT, stopped

pytestmark = pytest.mark.django_db

B, W = Color.BLACK, Color.WHITE
SINCE, NOW = NOON - days(1), NOON + days(300)
DEMO = json.loads((Path(goserver.management.__file__).parent / "demo_games.json").read_text())


def final_positions():
    """The ends of the demo's games: state, and the stones that GNU Go called dead."""
    for one in DEMO:
        setup = Setup(one["size"], one["size"], RULE_SETS["japanese"], Decimal("6.5"))
        state = diagrams.play(new_game(setup), one["moves"])
        if state.phase == "stone_removal":
            yield state, frozenset(parse_vertex(text, one["size"], one["size"]) for text in one["dead"].split())


def in_scoring(state):
    """A game that has come to its end at this position."""
    position = sgf.SgfPosition(state.board, B, state.prisoners, state.move_number)
    size = state.board.width
    game = make_game(size=size, position=position, rule_set="japanese", komi=state.setup.komi, moves="pass pass")
    assert game.state().board == state.board
    return game


def differs(state, honest, expected):
    """Whether the two markings differ as R60 says."""
    first, second = score_of(state, honest), score_of(state, expected)
    area = state.board.width * state.board.height
    return first.winner is not second.winner or abs(first.margin - second.margin) * 10 > area


def lies(state, honest):
    """Markings that call living stones of White dead, or dead ones of Black alive."""
    chains = {state.board.chain_at(p).stones for p in state.board.points() if state.board[p] is W and p not in honest}
    largest = sorted(chains, key=lambda stones: (-len(stones), sorted(stones)))
    together = [first | second for first, second in pairwise(largest)]
    for stones in [*largest, *together]:
        if differs(state, honest, honest | stones):
            yield honest | stones
    black = frozenset(point for point in honest if state.board[point] is B)
    if black and differs(state, honest, honest - black):
        yield honest - black


STAGED, POSITIONS = (100, None) if os.environ.get("IGO_NIGHTLY") else (20, 4)


@pytest.mark.once
def test_staged_lies_about_the_score_are_noticed_and_honest_counts_are_not_R60():
    staged, honest_games = {}, []
    for state, honest in islice(final_positions(), POSITIONS):
        game = in_scoring(state)
        act(game, verbs.Propose, dead=honest)
        act(game, verbs.Accept, proposal=1, confirmed=True)
        honest_games.append(game.pk)
        for number, lie in enumerate(lies(state, honest)):
            if number < 12 and len(staged) < STAGED:
                game = in_scoring(state)
                liar = to_act(game)
                act(game, verbs.Propose, dead=lie)
                if number % 2:
                    act(game, verbs.Accept, proposal=1, confirmed=True)
                else:
                    act(game, verbs.Reject, proposal=1, then=AfterRejection.MARK, reason="")
                staged[game.pk] = liar.pk
    assert len(staged) == STAGED

    found = {finding.games[0]: finding.player for finding in scores.find_dubious_scores(NOW, SINCE)}

    assert {game: player for game, player in found.items() if game in staged} == staged
    assert sum(game in found for game in honest_games) * 50 <= len(honest_games)
    assert set(found) <= {*staged, *honest_games}


WALL_OF_BLACK, WALL_OF_WHITE = SPLIT.split()[::2], SPLIT.split()[1::2]


def test_a_proposal_of_an_earlier_position_is_counted_on_that_position():
    game = stopped()
    act(game, verbs.Propose, dead=points(game, "B5", *WALL_OF_WHITE))
    act(game, verbs.Reject, proposal=1, then=AfterRejection.RESUME, reason="")
    play(game, "G5", by=to_act(game))
    play(game, "A1", by=to_act(game))

    act(game, verbs.Resign)

    (found,) = scores.find_dubious_scores(NOW, SINCE)
    assert (found.player, found.games) == (side(game, B).pk, (game.pk,))
    assert [code for code, _ in found.evidence] == ["proposed_score"]


def test_a_marking_to_ones_own_harm_is_no_cheating_but_is_when_accepted_as_a_gift_R60():
    game = stopped()
    act(game, verbs.Propose, dead=points(game, *WALL_OF_BLACK))
    assert scores.find_dubious_scores(NOW, SINCE) == []

    act(game, verbs.Accept, proposal=1, confirmed=True)

    (found,) = scores.find_dubious_scores(NOW, SINCE)
    assert found.player == side(game, W).pk


def test_what_a_moderator_marked_is_not_in_doubt_R61():
    game = stopped()

    act(game, verbs.EndWithModeratorMarking, by=make_moderator(), dead=points(game, *WALL_OF_WHITE), reason="So it is.")

    assert scores.find_dubious_scores(NOW, SINCE) == []
