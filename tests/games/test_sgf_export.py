"""Game records for other programs."""

from datetime import timedelta

import pytest
from sgfmill import sgf

from games import verbs
from games.game_view import GameView
from games.models.action import rules_actions
from games.sgf_export import sgf_of_actions
from ratings.models import Category, Rating, RatingEvent
from ratings.ranks import Rank
from rules import AfterRejection, Color, Point
from rules.clock import TimeControl
from tests.factories import NOON, act, make_game, play, reload, side

pytestmark = pytest.mark.django_db
DAY, HOUR = 86400, 3600


def parsed(game, *, reasons=True):
    return sgf.Sgf_game.from_string(sgf_of_actions(reload(game), rules_actions(game), reasons=reasons))


def written(game):
    """The file that Black downloads."""
    return GameView(reload(game), side(game, Color.BLACK)).sgf()


def moves(game):
    return [
        node.get_move() for node in parsed(game).get_main_sequence() if node.has_property("B") or node.has_property("W")
    ]


def test_an_independent_reader_finds_every_move_and_the_terms():
    game = make_game(moves="E5 D4 pass C3", rule_set="japanese")

    root = parsed(game).get_root()

    assert moves(game) == [("b", (4, 4)), ("w", (3, 3)), ("b", None), ("w", (2, 2))]
    assert (root.get("SZ"), root.get("KM"), root.get("RU")) == (9, 6.5, "Japanese")


def test_the_course_of_the_end_phase_is_in_comments_R16():
    game = make_game(moves="E5 D4 pass pass")
    act(game, verbs.Propose, dead=[Point(3, 5)])
    act(game, verbs.Reject, proposal=1, then=AfterRejection.MARK, reason="D4 [lives]")
    act(game, verbs.Propose, dead=[])
    act(game, verbs.Accept, proposal=2)

    text = sgf_of_actions(reload(game), rules_actions(game), reasons=True)
    comments = [n.get("C") for n in parsed(game).get_main_sequence() if n.has_property("C")]

    assert any("rejects" in comment and "D4 [lives]" in comment for comment in comments)
    assert "MA[df]" in text
    assert (
        "D4"
        not in sgf_of_actions(reload(game), rules_actions(game), reasons=False)
        .partition("rejects")[2]
        .partition("]")[0]
    )


def test_handicap_stones_are_set_up():
    fixed = make_game(handicap=2, size=19)
    free = make_game(handicap=2, rule_set="chinese")
    act(free, verbs.PlaceHandicap, points=[Point(2, 2), Point(6, 6)])

    assert parsed(fixed).get_handicap() == 2
    assert len(parsed(fixed).get_root().get("AB")) == 2
    assert sorted(parsed(free).get_root().get("AB")) == [(2, 6), (6, 2)]


def test_what_was_taken_back_is_a_variation():
    game = make_game(moves="E5 D4")
    act(game, verbs.RequestUndo, by=side(game, Color.WHITE))
    act(game, verbs.AnswerUndo, allow=True, by=side(game, Color.BLACK))
    play(game, "C3")

    assert moves(game) == [("b", (4, 4)), ("w", (2, 2))]
    first = parsed(game).get_root()[0]
    assert [node.get_move() for node in first] == [("w", (2, 2)), ("w", (3, 3))]


def test_moves_have_the_time_that_is_left_as_sgfmill_reads_it():
    """BL and WL in seconds; OB and OW: the byo-yomi periods that are left, or the stones left in a Canadian period."""
    controls = {
        TimeControl.absolute(timedelta(days=9)): [("BL", 9 * DAY - HOUR, None), ("WL", 9 * DAY - HOUR, None)],
        TimeControl.fischer(timedelta(days=2), timedelta(days=1), timedelta(days=5)): [
            ("BL", 3 * DAY - HOUR, None), ("WL", 3 * DAY - HOUR, None),
        ],
        TimeControl.byo_yomi(timedelta(minutes=30), 5, timedelta(days=1)): [("BL", DAY, 5), ("WL", DAY, 5)],
        TimeControl.canadian(timedelta(minutes=30), 10, timedelta(days=5)): [
            ("BL", 5 * DAY - HOUR / 2, 9), ("WL", 5 * DAY - HOUR / 2, 9),
        ],
    }  # fmt: skip
    for control, wanted in controls.items():
        game = make_game(time=control)
        play(game, "E5", now=NOON + timedelta(hours=1))
        play(game, "C3", now=NOON + timedelta(hours=2))
        record = sgf.Sgf_game.from_string(written(game)).get_main_sequence()
        nodes = [node for node in record if node.has_property("B") or node.has_property("W")]
        for node, (name, left, count) in zip(nodes, wanted, strict=True):
            assert float(node.get_raw(name)) == left, control
            over = f"O{name[0]}"
            assert (int(node.get_raw(over)) if node.has_property(over) else None) == count, control


@pytest.mark.parametrize("control", [TimeControl.days_per_move(timedelta(days=3)), None])
def test_a_clock_that_each_move_renews_says_nothing_of_moves(control):
    game = make_game(**({} if control is None else {"time": control}), moves="E5 C3")

    assert not any(
        name in GameView(reload(game), side(game, Color.BLACK)).sgf() for name in ("BL[", "WL[", "OB[", "OW[")
    )


def test_a_record_says_where_it_was_played_and_how_strong_the_players_are(settings):
    settings.IGO_URL = "https://go.example.org"
    game = make_game(moves="E5 C3")
    black = game.seat_list()[0].player
    Rating.objects.create(
        player=black, category=Category.OVERALL, rating=Rank.parse("6k").least_rating + 1, deviation=50,
        volatility=0.06, games=30, at=NOON,
    )  # fmt: skip

    root = sgf.Sgf_game.from_string(GameView(reload(game), black).sgf()).get_root()

    assert root.get("BR") == "6k"
    assert not root.has_property("WR"), "never rated"
    assert root.get("PC").endswith(": https://go.example.org")


def test_the_rank_of_a_rated_game_is_the_one_before_it():
    game = make_game(moves="E5 C3", size=9)
    black = game.seat_list()[0].player
    act(game, verbs.Resign, by=black)
    game = reload(game)
    game.rated = True
    RatingEvent.objects.filter(game=game).delete()
    RatingEvent.objects.create(
        number=1, game=game, player=black, opponent=game.seat_list()[1].player, size=9, color=1, score=0, at=NOON,
        rating_before=Rank.parse("4k").least_rating + 1, rating=1, deviation=50, volatility=0.06, games=9,
        size_rating=1, size_deviation=50, size_volatility=0.06, size_games=9,
    )  # fmt: skip

    assert "BR[4k]" in sgf_of_actions(game, rules_actions(game), reasons=False)


def test_players_whose_account_is_closed_have_no_rank_in_records():
    game = make_game(moves="E5 C3")
    black = game.seat_list()[0].player
    Rating.objects.create(
        player=black, category=Category.OVERALL, rating=1500, deviation=50, volatility=0.06, games=30, at=NOON
    )
    type(black).objects.filter(pk=black.pk).update(deleted_at=NOON)

    assert "BR[" not in GameView(reload(game), black).sgf()
