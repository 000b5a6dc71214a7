"""The effects of finished games on a ladder, each applied only once (E61 to E64, E66)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.core.guests import NotForGuests
from accounts.core.restrictions import NewGamesBlocked
from accounts.models import Block, Player
from games.models import Game, Seat, Vacation
from ladders.errors import LadderClosed, NotOnLadder
from ladders.models import Ladder, LadderGame, LadderMove, LadderPlace
from ladders.services import climbing, ladders
from notifications.models import Notice
from programs.models import Event
from rules import Color, Phase, Reason
from rules.outcome import DRAWS
from tests.factories import NOON, days, play_somewhere, side
from tests.ladders.test_ladders import challenge, names, with_players
from tests.ladders.test_ladders import why as refusal_of
from tests.tournaments.helpers import asked, keys, make_ladder, notified, refused
from tournaments.systems.ladder import HoldReason, LadderGameEnd

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def finish(played, winner=None, reason=Reason.RESIGNATION, at=NOON):
    """The game of this challenge has ended in this way; the ladder has not yet seen it."""
    black = side(played.game, Color.BLACK)
    won = None if winner is None else (Color.BLACK if black == winner else Color.WHITE).value
    Game.objects.filter(pk=played.game_id).update(
        phase=Phase.FINISHED.value, end_reason=reason.value, winner=won, finished_at=at, turn=None, deadline=None
    )
    Seat.objects.filter(game=played.game_id).update(finished_at=at)


def book(played, *ended, now=NOON):
    finish(played, *ended, at=now)
    assert climbing.apply_result(played.pk, now)
    played.refresh_from_db()


def place_of(ladder, player):
    return ladder.ladder_places.get(player=player)


def moves(ladder):
    """The players that a game moved, with the reason and both places."""
    rows = LadderMove.objects.filter(ladder=ladder, game__isnull=False).order_by("pk")
    return [(row.ladder_place.player, row.why, row.before, row.after) for row in rows]


def wins(ladder, *people):
    return [(row.wins, row.most_wins) for row in (place_of(ladder, player) for player in people)]


def test_E62_a_challenge_begins_a_game_that_both_hear_of():
    ladder, (one, two) = with_players(2)
    Event.objects.all().delete()
    played = challenge(ladder, two, one)
    assert (played.challenger.player, played.defender.player, played.at) == (two, one, NOON)
    game = played.game
    assert (game.event_kind, game.event_number, game.rated, game.komi) == (
        "ladder",
        ladder.pk,
        True,
        ladder.agreed_komi,
    )
    assert {side(game, Color.BLACK), side(game, Color.WHITE)} == {one, two}
    notice = Notice.objects.get(kind="ladder_challenged")
    assert (notice.player, notice.by, notice.game) == (one, two, game)
    for kind in ("game.started", "ladder_challenged"):
        assert sorted(Event.objects.filter(kind=kind).values_list("player", flat=True)) == keys(one, two)


def test_an_unrated_ladder_is_unrated_by_choice_also_for_who_may_only_play_unrated():
    ladder, (one, two) = with_players(2)
    Ladder.objects.update(rated_wanted=False)
    Player.objects.filter(pk=one.pk).update(unrated_until=NOON + SECOND)
    assert challenge(ladder, two, one).game.unrated_reason == "chosen"


@pytest.mark.parametrize(
    ("fields", "refusal"), [({"barred_until": NOON + SECOND}, NewGamesBlocked), ({"is_guest": True}, NotForGuests)]
)
def test_who_may_not_challenge(fields, refusal):
    ladder, (one, two) = with_players(2)
    Player.objects.filter(pk=two.pk).update(**fields)
    refused(refusal, challenge, ladder, Player.objects.get(pk=two.pk), one)
    assert not LadderGame.objects.exists()


def test_E61_both_are_on_the_ladder_which_is_open():
    ladder, (one, two, gone) = with_players(3)
    ladders.leave_ladder(asked(gone), ladder.pk)
    refused(NotOnLadder, climbing.challenge_player, asked(two), ladder.pk, gone, 3)
    refused(NotOnLadder, climbing.challenge_player, asked(gone), ladder.pk, one, 1)
    assert refusal_of(ladder, two, two) == "self"
    Ladder.objects.update(closed_at=NOON)
    refused(LadderClosed, challenge, ladder, two, one)


def test_E61_blocks_count_both_ways_and_only_between_the_two():
    ladder, people = with_players(4)
    for one, other in ((people[3], people[0]), (people[1], people[3]), (people[0], people[2])):
        Block.objects.create(player=one, blocked=other, at=NOON)
    assert [refusal_of(ladder, people[3], other) for other in people[:2]] == ["blocked"] * 2
    assert challenge(ladder, people[3], people[2])


def test_E61_two_meet_again_seven_days_after_their_last_game_ended():
    ladder, (one, two, three) = with_players(3)
    book(challenge(ladder, three, one), one, now=NOON)
    book(challenge(ladder, three, two), two, now=NOON + days(3))
    week = NOON + days(7)
    for player in (one, two):
        assert refusal_of(ladder, three, player, week - SECOND) == "too_soon"
    assert refusal_of(ladder, three, two, week) == "too_soon"
    again = challenge(ladder, three, one, week)
    assert refusal_of(ladder, three, one, week) == "playing_already"
    book(again, one, now=week)
    assert refusal_of(ladder, three, one, week + days(7) - SECOND) == "too_soon", "the latest counts"
    assert challenge(ladder, three, one, week + days(7))


def test_E61_games_with_who_is_away_or_that_are_over_do_not_count():
    ladder, people = with_players(4)
    mine, others = place_of(ladder, people[3]), [place_of(ladder, player) for player in people[:3]]
    played = [challenge(ladder, people[3], other) for other in people[:3]]
    other_ladder, _ = with_players(2)
    options = climbing.challenge_options_of(mine, NOON)
    assert (options.given[mine.pk], [options.received[one.pk] for one in others]) == (3, [1, 1, 1])
    assert options.playing == {one.pk for one in others}
    assert climbing.challenge_options_of(others[0], NOON).playing == {mine.pk}
    assert climbing.challenge_options_of(place_of(other_ladder, names(other_ladder)[0]), NOON).given == {}
    Vacation.objects.create(player=people[3], begin=NOON, end=NOON + days(1))
    Vacation.objects.create(player=people[0], begin=NOON + SECOND, end=NOON + days(1))
    options = climbing.challenge_options_of(mine, NOON)
    assert (options.given[mine.pk], options.received[others[0].pk]) == (3, 0)
    assert climbing.challenge_options_of(mine, NOON + days(1)).received[others[0].pk] == 1
    assert climbing.challenge_options_of(mine, NOON + SECOND).given[mine.pk] == 2
    book(played[1], people[1])
    assert climbing.challenge_options_of(mine, NOON).playing == {others[0].pk, others[2].pk}


def test_E61_the_draw_of_a_pair_gives_the_colours_which_alternate_on_this_ladder():
    one, other = LadderPlace(pk=1), LadderPlace(pk=2)
    drawn = [climbing._challenger_has_black(Ladder(pk=number), one, other) for number in range(1, 9)]
    assert drawn == [True, True, True, False, True, False, False, False], "a draw holds for all games of two"
    assert [not climbing._challenger_has_black(Ladder(pk=number), other, one) for number in range(1, 9)] == drawn
    ladder, (upper, lower) = with_players(2)
    elsewhere = make_ladder(upper, lower)
    challenge(elsewhere, lower, upper)
    pair = place_of(ladder, lower), place_of(ladder, upper)
    before = climbing._challenger_has_black(ladder, *pair)
    black = side(challenge(ladder, lower, upper).game, Color.BLACK)
    assert before == (black == lower) != climbing._challenger_has_black(ladder, *pair)
    assert climbing._challenger_has_black(ladder, *pair) != climbing._challenger_has_black(ladder, *pair[::-1])


@pytest.mark.parametrize(
    ("reason", "winner", "end", "order", "move"),
    [(Reason.RESIGNATION, 3, LadderGameEnd.BOARD, (0, 3, 1, 2), (3, "won", 4, 2)),
     (Reason.RESIGNATION, 1, LadderGameEnd.BOARD, (0, 1, 2, 3), None),
     (Reason.FORFEIT, 3, LadderGameEnd.EARLY, (0, 2, 3, 1), (1, "lost", 2, 4)),
     (Reason.FORFEIT, 1, LadderGameEnd.EARLY, (0, 1, 2, 3), None),
     (sorted(DRAWS)[0], None, LadderGameEnd.DRAW, (0, 1, 3, 2), (3, "drew", 4, 3)),
     (Reason.CANCELLED, None, LadderGameEnd.NOTHING, (0, 1, 2, 3), None)],
)  # fmt: skip
def test_E63_how_an_end_moves_the_two(reason, winner, end, order, move):
    ladder, people = with_players(4)
    played = challenge(ladder, people[3], people[1])
    book(played, None if winner is None else people[winner], Reason(reason), now=NOON + days(1))
    assert names(ladder) == [people[number] for number in order]
    assert (played.end, played.booked_at) == (end.value, NOON + days(1))
    assert (played.winner and played.winner.player) == (None if winner is None else people[winner])
    assert moves(ladder) == ([(people[move[0]], *move[1:])] if move else [])
    assert notified("ladder_moved") == (keys(people[1], people[3]) if move else [])


def test_E63_a_challenger_who_loses_early_goes_to_the_bottom():
    ladder, people = with_players(4)
    book(challenge(ladder, people[2], people[1]), people[1], Reason.FORFEIT)
    assert names(ladder) == [people[0], people[1], people[3], people[2]]
    assert moves(ladder) == [(people[2], "lost", 3, 4)]


@pytest.mark.parametrize(
    ("black", "white", "end"),
    [(9, 9, LadderGameEnd.EARLY), (10, 9, LadderGameEnd.EARLY), (10, 10, LadderGameEnd.BOARD)],
)
def test_E63_a_loss_on_time_counts_as_on_the_board_from_ten_moves_of_each(black, white, end):
    ladder, (one, two) = with_players(2)
    played = challenge(ladder, two, one)
    play_somewhere(played.game, black + white)
    finish(played, two, Reason.TIME)
    played = LadderGame.objects.get(pk=played.pk)
    ended = climbing.finished_game_of(played)
    assert (ended.winner, ended.loser, ended.end) == (played.challenger_id, played.defender_id, end)


@pytest.mark.parametrize("declines", [0, 1])
def test_E63_who_declines_has_lost_and_a_game_that_nobody_declined_is_nothing(declines):
    ladder, people = with_players(2)
    played = challenge(ladder, people[1], people[0])
    finish(played, None, Reason.CANCELLED)
    black = side(played.game, Color.BLACK)
    lost = Color.BLACK if people[declines] == black else Color.WHITE
    LadderGame.objects.update(declined=lost.value)
    ended = climbing.finished_game_of(LadderGame.objects.get())
    pks = [place_of(ladder, player).pk for player in people]
    assert (ended.loser, ended.winner, ended.end) == (pks[declines], pks[1 - declines], LadderGameEnd.EARLY)
    Game.objects.update(end_reason=Reason.RESIGNATION.value)
    assert climbing.finished_game_of(LadderGame.objects.get()).end == LadderGameEnd.NOTHING
    LadderGame.objects.update(declined=None)
    Game.objects.update(end_reason=Reason.CANCELLED.value)
    assert climbing.finished_game_of(LadderGame.objects.get()).end == LadderGameEnd.NOTHING


def test_E66_wins_in_a_row_end_with_a_draw_and_last_through_a_game_that_does_not_count():
    ladder, (one, two, three) = with_players(3)
    for upper in (two, one):
        book(challenge(ladder, three, upper), three)
    assert wins(ladder, one, two, three) == [(0, 0), (0, 0), (2, 2)]
    later = NOON + days(8)
    book(challenge(ladder, one, three, later), None, Reason.CANCELLED, now=later)
    assert wins(ladder, one, three) == [(0, 0), (2, 2)]
    later = NOON + days(16)
    book(challenge(ladder, one, three, later), None, Reason(sorted(DRAWS)[0]), now=later)
    assert wins(ladder, one, three) == [(0, 0), (0, 2)]
    book(challenge(ladder, two, three, later), two, Reason.FORFEIT, now=later)
    assert wins(ladder, two, three) == [(1, 1), (0, 2)]


def test_E66_games_are_booked_in_the_order_in_which_they_ended_and_best_places_kept():
    ladder, people = with_players(4)
    first, second = challenge(ladder, people[3], people[0]), challenge(ladder, people[2], people[0])
    challenge(ladder, people[1], people[0])
    finish(first, people[3], at=NOON + SECOND)
    finish(second, people[2], at=NOON)
    assert list(climbing.unprocessed_games()) == [second, first]
    assert not climbing.apply_result(LadderGame.objects.latest("pk").pk, NOON), "it is running"
    assert [climbing.apply_result(one.pk, NOON) for one in (second, first, first)] == [True, True, False]
    assert not climbing.unprocessed_games().exists()
    assert names(ladder) == [people[2], people[3], people[0], people[1]]
    assert [place_of(ladder, player).best for player in people] == [1, 2, 1, 2]
    about = Event.objects.filter(kind="ladder_moved", game=None).order_by("pk").last()
    assert about.about == {"ladder": ladder.pk, "act": "won", "before": 4, "after": 2}
    receivers = Event.objects.filter(kind="ladder_moved", about__act="won").values_list("player", flat=True)
    assert sorted(receivers) == sorted([*keys(people[0], people[2]), *keys(people[0], people[3])])


def test_E64_a_second_loss_on_time_in_a_row_ends_ones_place_and_another_end_begins_again():
    ladder, (one, two, three) = with_players(3)
    ladder.ladder_places.filter(player__in=(one, two)).update(lapses=1)
    book(challenge(ladder, three, two), two, Reason.TIME)
    assert [place_of(ladder, player).lapses for player in (two, three)] == [1, 1], "a win on time changes nothing"
    assert (place_of(ladder, three).hold, place_of(ladder, three).held_at) == (HoldReason.TIMED_OUT, NOON)
    assert notified("ladder_hold") == keys(three)
    book(challenge(ladder, two, one, NOON + days(1)), two, now=NOON + days(1))
    assert [place_of(ladder, player).lapses for player in (one, two)] == [0, 0]
    ladders.end_pause(asked(three), ladder.pk)
    later = NOON + days(8)
    again = challenge(ladder, three, names(ladder)[0], later)
    book(again, names(ladder)[0], Reason.TIME, now=later)
    assert (place_of(ladder, three).place, place_of(ladder, three).leaving) == (None, True)
    assert (notified("ladder_out"), LadderMove.objects.latest("pk").why) == (keys(three), "timed_out")


def test_E64_a_hold_of_ones_own_outlasts_a_loss_on_time_and_who_has_left_is_not_taken_off_again():
    ladder, (one, two, three) = with_players(3)
    first, second = challenge(ladder, three, two), challenge(ladder, three, one)
    ladders.pause_place(asked(three), ladder.pk)
    book(first, two, Reason.TIME)
    assert (place_of(ladder, three).hold, notified("ladder_hold")) == (HoldReason.OWN, [])
    ladders.leave_ladder(asked(three), ladder.pk)
    book(second, one, Reason.TIME)
    assert (notified("ladder_out"), place_of(ladder, three).hold) == ([], "")
    assert not LadderMove.objects.filter(why="timed_out").exists()
