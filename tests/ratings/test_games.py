"""Rated games, the time of rating, and its reversal, through the services of games."""

from __future__ import annotations

import os
from datetime import timedelta
from decimal import Decimal
from io import StringIO
from itertools import islice

import pytest
from django.core.management import CommandError, call_command
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from challenges import services as challenging
from challenges.services import OfferRecipients, ShownTerms
from foundation import timesource
from games import verbs
from games.errors import AlreadyUnrated, BadTerms, MessageLengthNotAllowed, NotAModerator, NotFinished
from games.management.commands.check_games import find_record_faults
from games.models import Game, Heartbeat
from games.services.idempotency import PlayerRequest
from games.services.timeouts import end_overdue_games
from games.sweeper import sweep_once
from games.terms import ALLOWED_KINDS, PRESETS, Terms
from games.verbs import Ruling
from games.verbs.rulings import possible_rulings
from notifications.models import Notice
from programs.models import Event
from ratings import services as ratings
from ratings.models import Rating, RatingEvent, RatingLedger, Withdrawal
from rules import ORDINARY, RULE_SETS, Board, ByColor, Color, sgf
from rules.clock import TimeoutPolicy
from rules.errors import GameOver, RulesError
from tests.factories import (
    NOON,
    act,
    days,
    make_game,
    make_moderator,
    make_player,
    play_somewhere,
    reload,
    side,
    to_act,
)

pytestmark = pytest.mark.django_db

EXAMPLES = 200 if os.environ.get("IGO_NIGHTLY") else 15
TEN_MOVES = "E5 D4 F6 C3 G7 B2 H8 A1 E7 E3"
WEEK = timedelta(days=7)


def rated_game(**terms) -> Game:
    """A rated game in which each side has played five times."""
    return make_game(**{"moves": TEN_MOVES, "days": 3, **terms})


def resigned(**terms) -> Game:
    """A rated game that Black has lost by resigning."""
    game = rated_game(**terms)
    act(game, verbs.Resign, by=side(game, Color.BLACK), now=terms.get("now", NOON))
    return reload(game)


def events(game: Game) -> list[tuple[int, float]]:
    """Colour and score of the game's events."""
    return [(event.color, event.score) for event in RatingEvent.objects.filter(game=game).in_rating_order()]


def moderator():
    return make_moderator()


def check() -> str:
    """Run the command and return its output; raise its error if it finds a fault."""
    out = StringIO()
    call_command("check_ratings", stdout=out, stderr=StringIO())
    return out.getvalue()


def test_a_running_game_has_no_event_and_a_finished_one_two_I3():
    game = rated_game()
    assert events(game) == []

    act(game, verbs.Resign, by=side(game, Color.BLACK))

    assert events(game) == [(1, 0.0), (2, 1.0)]
    winner, loser = (Rating.objects.overall().get(player=side(game, color)) for color in (Color.WHITE, Color.BLACK))
    assert winner.rating > 1500 > loser.rating
    assert Rating.objects.filter(category=9).count() == 2
    assert "0 faults" in check()


def test_a_loss_on_time_counts_at_the_deadline():
    game = rated_game()
    deadline = game.deadline

    end_overdue_games(now=deadline + days(2))

    assert {event.at for event in RatingEvent.objects.filter(game=game)} == {deadline}


def test_a_draw_is_half_a_win_for_both():
    game = rated_game(rule_set="leaflet", moves=f"{TEN_MOVES} pass pass")
    act(game, verbs.Propose, dead=frozenset())
    act(game, verbs.Accept, proposal=1)

    assert reload(game).result == "0"
    assert events(game) == [(1, 0.5), (2, 0.5)]


def test_when_both_lose_both_score_nothing_R26():
    game = rated_game()

    act(game, verbs.Decide, by=moderator(), ruling=Ruling.BOTH_LOSE, reason="both were absent")

    assert events(game) == [(1, 0.0), (2, 0.0)]


@pytest.mark.parametrize("ruling", [Ruling.NO_RESULT, Ruling.ANNULLED])
def test_without_a_result_nothing_is_rated(ruling):
    game = rated_game()

    act(game, verbs.Decide, by=moderator(), ruling=ruling, reason="the board fell down")

    assert events(game) == []
    assert not reload(game).rated


def test_a_game_that_ends_before_each_side_has_played_twice_is_not_rated_R43():
    game = make_game(moves="E5 D4 F6", days=3)

    act(game, verbs.Resign)

    assert events(game) == []


def test_a_refused_win_on_time_is_taken_back_and_the_next_end_counts_R52():
    game = rated_game()
    end_overdue_games(now=game.deadline + days(1))
    assert len(events(game)) == 2
    now = reload(game).finished_at + days(1)

    act(game, verbs.RefuseWin, by=side(game, Color.WHITE), now=now)

    assert events(game) == []
    assert not Rating.objects.exists()
    assert Withdrawal.objects.get().game_id == game.pk

    act(game, verbs.Resign, by=side(game, Color.WHITE), now=now)
    assert events(game) == [(1, 1.0), (2, 0.0)]
    assert RatingLedger.objects.get().last_number == 2
    assert "0 faults" in check()


def test_annulling_a_finished_game_replays_what_follows():
    black, white = make_player(), make_player()
    first, second = (resigned(black=black, white=white) for _ in range(2))
    third = resigned(black=white, white=black)

    act(first, verbs.Annul, by=moderator(), reason="one person on both sides")

    game = reload(first)
    assert (game.result, game.winner, game.end_reason) == ("Void", None, "annulled")
    assert (game.rated, game.unrated_reason) == (False, "annulled")
    assert game.finished_at == first.finished_at
    assert events(first) == []
    one = RatingEvent.objects.get(game=second, player=black)
    assert (one.rating_before, one.games) == (1500, 1)
    assert RatingEvent.objects.get(game=third, player=black).rating_before == one.rating
    assert not find_record_faults(game)
    assert "0 faults" in check()


def test_the_record_says_who_annulled_a_game_and_why():
    game = resigned()

    receipt = act(game, verbs.Annul, by=moderator(), reason=" cheating ")

    row = reload(game).actions.get(number=receipt.number)
    assert (row.kind, row.seat, row.payload) == ("annul", None, {"reason": "cheating"})
    assert receipt.data["result"] == "Void"
    assert Notice.objects.filter(kind="game_annulled", game=game).count() == 2
    assert Event.objects.filter(kind="game.finished", game=game).count() == 2, "it had ended before"


def test_an_unrated_game_keeps_its_result_and_leaves_the_ratings():
    game = resigned()

    act(game, verbs.Unrate, by=moderator(), reason="played for two by one")

    after = reload(game)
    assert (after.result, after.rated, after.unrated_reason) == (game.result, False, "moderator")
    assert events(game) == []
    assert not find_record_faults(after)
    assert Notice.objects.filter(kind="game_unrated", game=game).count() == 2
    assert "0 faults" in check()


@pytest.mark.parametrize("verb", [verbs.Annul, verbs.Unrate])
def test_who_may_take_a_result_back_and_when(verb):
    running, finished = rated_game(), resigned()

    with pytest.raises(NotAModerator):
        act(finished, verb, by=side(finished, Color.BLACK), reason="I lost")
    with pytest.raises(MessageLengthNotAllowed):
        act(finished, verb, by=moderator(), reason=" ")
    with pytest.raises(NotFinished):
        act(running, verb, by=moderator(), reason="too early")
    act(finished, verb, by=moderator(), reason="right")
    with pytest.raises((AlreadyUnrated, GameOver)):
        act(finished, verb, by=moderator(), reason="once more")
    assert Withdrawal.objects.count() == 1


def test_a_retry_of_annulling_is_the_first_answer_again():
    game, keeper = resigned(), moderator()
    number = game.number

    first, again = (
        act(game, verbs.Annul, by=keeper, reason="cheating", key="the same", expected=number) for _ in range(2)
    )

    assert again.replayed
    assert again.data == first.data
    assert Withdrawal.objects.count() == 1


def test_an_unrated_game_that_is_annulled_keeps_why_it_was_unrated():
    game = resigned(rated=False)

    act(game, verbs.Annul, by=moderator(), reason="cheating")

    assert (reload(game).unrated_reason, reload(game).end_reason) == ("chosen", "annulled")
    assert not Withdrawal.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_long_tail_is_reckoned_by_the_sweeper(monkeypatch):
    monkeypatch.setattr(ratings, "AT_ONCE", 1)
    black, white = make_player(), make_player()
    games = [resigned(black=black, white=white) for _ in range(4)]

    act(games[0], verbs.Annul, by=moderator(), reason="cheating")
    assert RatingLedger.objects.get().replay_from is not None
    Heartbeat.objects.create(pk=1, at=timesource.now())
    sweep_once()

    assert RatingLedger.objects.get().replay_from is None
    assert "0 faults" in check()


def test_repair_rates_what_is_missing_and_takes_back_what_should_not_be():
    games = [resigned() for _ in range(4)]
    ratings.withdraw_game_ratings(game_id=games[0].pk, now=NOON)
    RatingEvent.objects.filter(game=games[1], color=1).delete()
    Game.objects.filter(pk=games[2].pk).update(rated=False, unrated_reason="chosen")
    RatingEvent.objects.filter(game=games[3]).update(rating=2000)
    with pytest.raises(CommandError):
        check()

    call_command("check_ratings", "--repair", stdout=StringIO(), stderr=StringIO())

    assert {event.game_id for event in RatingEvent.objects.all()} == {games[n].pk for n in (0, 1, 3)}
    assert "6 rating events checked, 0 faults" in check()


POSITION = sgf.SgfPosition(
    Board.from_rows([*[".........", "...X....."] * 4, "........."]), Color.WHITE, ByColor(0, 0), 3
)


@st.composite
def any_terms(draw) -> Terms:
    """Any settings, about half of them such as can be rated but for one or two."""
    width = draw(st.sampled_from([9, 9, 9, 13, 19, 5, 25]))
    return Terms(
        width=width,
        height=draw(st.sampled_from([width] * 6 + [9, 13])),
        rule_set=draw(st.sampled_from(sorted(RULE_SETS))),
        komi=draw(st.sampled_from([None, None, None, None, Decimal("0.5"), Decimal("6.5"), Decimal(7)])),
        handicap=draw(st.sampled_from([0] * 8 + list(range(2, 10)))),
        color=draw(st.sampled_from(["random", "random", "black", "white"])),
        time=draw(st.sampled_from(sorted(PRESETS.values(), key=repr))),
        lateness=draw(st.sampled_from(TimeoutPolicy)),
        off_time=tuple(draw(st.sets(st.sampled_from(ALLOWED_KINDS)))),
        rated=draw(st.sampled_from([True, True, True, False])),
        private=draw(st.booleans()),
        position=draw(st.sampled_from([None] * 7 + [POSITION])),
        by_rank=draw(st.sampled_from([False, False, True])),
    )


RULINGS = [f"decide {ruling.value}" for ruling in possible_rulings(ORDINARY.order)]
ENDS = st.sampled_from(["resign", "time", "score", *RULINGS, "annul", "unrate"])


def finish(game: Game, how: str) -> None:
    """Play some moves, then end the game in this way, as far as its terms allow."""
    state = reload(game).state()
    if state.handicap_to_place:
        act(game, verbs.PlaceHandicap, points=frozenset(islice(state.board.points(), state.setup.handicap)))
    play_somewhere(game, 4 if state.handicap_to_place else 5)
    if how == "time" and reload(game).deadline:
        end_overdue_games(now=reload(game).deadline + days(60))
    elif how == "score":
        for _ in range(3):
            if reload(game).phase == "play":
                act(game, verbs.Pass)
        act(game, verbs.Propose, dead=frozenset())
        act(game, verbs.Accept, proposal=1, confirmed=True)
    elif how.startswith("decide "):
        act(game, verbs.Decide, by=moderator(), ruling=Ruling(how.split()[1]), reason="so it is")
    if not reload(game).is_finished:
        act(game, verbs.Resign, by=to_act(game))
    if how in ("annul", "unrate"):
        take_back(game, how)


def take_back(game: Game, how: str) -> None:
    verb = verbs.Annul if how == "annul" else verbs.Unrate
    try:
        act(game, verb, by=moderator(), reason="so it is")
    except AlreadyUnrated:
        assert not reload(game).rated


@pytest.mark.once
@settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@example(terms=Terms(width=9, height=9), how="score", with_bot=False, stronger=0)
@example(terms=Terms(width=9, height=9, handicap=4), how="resign", with_bot=False, stronger=0)
@example(terms=Terms(by_rank=True), how="resign", with_bot=False, stronger=0)
@example(terms=Terms(by_rank=True), how="resign", with_bot=False, stronger=400)
@given(
    terms=any_terms(),
    how=ENDS,
    with_bot=st.sampled_from([False, False, False, True]),
    stronger=st.sampled_from([0, 60, 400]),
)
def test_no_path_ever_rates_a_handicap_game_R43(terms, how, with_bot, stronger):
    black, white = make_player(), make_player(is_bot=with_bot)
    for player, rating in ((black, 1500), (white, 1500 + stronger)):
        Rating.objects.create(
            player=player, category=0, rating=rating, deviation=60, volatility=0.06, games=9, at=NOON - WEEK
        )
    try:
        offer = challenging.create_challenge(PlayerRequest(black, NOON), terms, OfferRecipients(opponent=white))
        meant = offer.for_joiner(white)
        shown = ShownTerms(meant.handicap, meant.color)
        game = challenging.accept_challenge(PlayerRequest(white, NOON), offer.pk, shown=shown)
    except (BadTerms, RulesError):
        assume(False)
    assert game.handicap == meant.handicap
    finish(game, how)

    game = reload(game)
    counted = events(game)
    assert game.is_finished
    assert len(counted) == (2 if game.rated else 0)
    if game.handicap or with_bot or game.komi != RULE_SETS[game.rule_set].default_komi(game.width, game.height, 0):
        assert counted == []
    assert game.rated != bool(game.unrated_reason)
