"""The consequences of a loss on time, a withdrawal and a restriction in an event (E50 to E52, E73, E93)."""

from __future__ import annotations

import pytest

from accounts.models import Player
from games import verbs
from games.models import Game
from leagues.services import free_games
from tests.factories import NOON, days, make_player
from tests.leagues.helpers import make_league
from tests.tournaments.helpers import asked, look, make_open, make_running, pairings
from tests.tournaments.test_proposals import by_hand
from tests.tournaments.test_staying import entry_of, run_out
from tournaments.models import EntryState
from tournaments.services import entering, leaving, proposing, starting, staying
from tournaments.systems.types import SystemKind

pytestmark = pytest.mark.django_db


def lose_on_time(pairing, player, now):
    """The player's time ran out at this moment in the game of this pairing; the opponent passes first where it is their
    turn."""
    game = Game.objects.get(pk=pairing.game_id)
    on_turn = game.seat_on_turn().player
    if on_turn != player:
        verbs.perform(verbs.ActionRequest(game.pk, on_turn, game.number, None, NOON), verbs.Pass())
    run_out(pairing, now)
    Game.objects.filter(pk=game.pk).update(finished_at=now)


@pytest.mark.parametrize(("third", "state"), [(2.9, EntryState.WITHDRAWN), (3, EntryState.ENTERED)])
def test_E52_three_losses_on_time_count_within_72_hours_only(third, state):
    tournament, people = make_running(4, played={"kind": SystemKind.ROUND_ROBIN, "at_once": 3})
    player, at = people[0], NOON + days(4)
    mine = [
        one for number in (1, 2, 3) for one in pairings(tournament, number)
        if player in (one.black.player, one.white.player)
    ]  # fmt: skip
    for pairing in mine[:2]:
        lose_on_time(pairing, player, at)
    look(at)
    staying.confirm_entry(asked(player, at), tournament.pk)

    lose_on_time(mine[2], player, at + days(third))
    look(at + days(third))

    assert entry_of(tournament, player).state == state


def test_E50_withdrawing_loses_no_game_that_was_never_published():
    tournament, people, owner = by_hand()
    proposing.propose_next_round(owner, tournament.pk)

    leaving.withdraw_from_tournament(asked(people[0]), tournament.pk)

    assert [one.result for one in pairings(tournament, 1)] == ["", ""]


@pytest.mark.parametrize("number", [0, 1, None])
def test_R43_a_tournament_game_of_somebody_who_may_only_play_unrated_is_unrated(number):
    made, people = make_open(), [make_player(), make_player()]
    for player in people:
        entering.enter_tournament(asked(player), made.pk)
    if number is not None:
        Player.objects.filter(pk=people[number].pk).update(unrated_until=NOON + days(1))
    starting.start_tournament(asked(made.owner), made.pk)
    look()
    game = pairings(made, 1)[0].game
    assert (game.rated, game.unrated_reason) == ((True, "") if number is None else (False, "restricted"))


def test_E73_a_league_game_of_somebody_who_may_only_play_unrated_is_unrated():
    who = [make_player() for _ in range(4)]
    league = make_league(*who, free=True)
    assert free_games.start_free_game(asked(who[0]), league.pk, who[1]).game.rated
    Player.objects.filter(pk=who[2].pk).update(unrated_until=NOON + days(1))
    for one, other in ((who[2], who[0]), (who[1], who[2])):
        game = free_games.start_free_game(asked(one), league.pk, other).game
        assert (game.rated, game.unrated_reason) == (False, "restricted")
    assert free_games.start_free_game(asked(who[2], NOON + days(1)), league.pk, who[3]).game.rated, "it is over"
