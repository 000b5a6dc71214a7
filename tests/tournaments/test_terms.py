"""A tournament's published terms are the terms of its games, in every system (E11, E21, E35)."""

from __future__ import annotations

import re
from datetime import timedelta
from decimal import Decimal
from html import unescape

import pytest
from django.test import Client

from games.terms import Terms
from ratings.ranks import Rank
from ratings.suggestions import suggest_handicap, with_komi_for_stones
from rules import Color
from rules.clock import TimeControl
from tests.factories import NOON, make_player
from tournaments.errors import BadTournament
from tournaments.models import Pairing, RoundStart
from tournaments.services import drafting, entering, starting
from tournaments.stage_data import pairing_system, standings_input
from tournaments.systems.ledger import make_ledger
from tournaments.systems.types import SystemKind

from .helpers import asked, look, lose, make_open, plan, reload, white_loses
from .test_pages_and_api import signed_in
from .test_ranks_in_events import rank

pytestmark = pytest.mark.django_db
RANKS = ("2d", "1d", "2k", "3k", "6k", "9k", "15k", "20k")
KOMI = Decimal("5.5")
EVEN = [
    (SystemKind.SWISS, {}), (SystemKind.MCMAHON, {}), (SystemKind.ROUND_ROBIN, {}), (SystemKind.KNOCKOUT, {}),
    (SystemKind.DOUBLE_KNOCKOUT, {}),
    (SystemKind.ROUND_ROBIN, {"at_once": 2}), (SystemKind.ROUND_ROBIN, {"games_each": 2}),
    (SystemKind.KNOCKOUT, {"games_each": 3}),
    (SystemKind.GROUPS, {"group_size": 4}), (SystemKind.SECTIONS, {"group_size": 4, "at_once": 1}),
]  # fmt: skip


def started(kind: SystemKind, size: int = 13, **played):
    """A tournament of eight whose ranks are far apart, with its first games."""
    games = Terms(width=size, height=size, komi=KOMI, time=TimeControl.days_per_move(timedelta(days=5)))
    wanted = plan(played={"kind": kind, **played}, fewest=2, terms=games)
    owner = make_player()
    made = drafting.open_entry(asked(owner), drafting.create_draft(asked(owner), wanted).pk)
    for label in RANKS:
        player = make_player()
        rank(player, label)
        entering.enter_tournament(asked(player), made.pk)
    starting.start_tournament(asked(owner), made.pk)
    look()
    return reload(made)


def terms(tournament) -> dict[str, str]:
    """Return the text under each heading of the page."""
    page = Client().get(f"/tournaments/{tournament.pk}/").content.decode()
    rows = re.findall(r"(?s)<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", page)
    return {_plain(name): _plain(text) for name, text in rows}


def _plain(text: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def playing(tournament) -> list[Pairing]:
    rows = Pairing.objects.filter(round__tournament=tournament, game__isnull=False)
    return list(rows.select_related("game", "black", "white", "round"))


@pytest.mark.parametrize(("kind", "played"), EVEN, ids=str)
def test_E11_every_game_of_an_even_tournament_has_the_terms_of_the_page(kind, played):
    tournament = started(kind, **played)
    texts, games = terms(tournament), [one.game for one in playing(tournament)]

    assert games
    for game in games:
        assert texts["Komi"] == str(game.komi) == str(KOMI)
        assert (texts["Handicap"], game.handicap) == ("none", 0)
        assert texts["Board"] == f"{game.width}×{game.height}"
        assert texts["Time"].startswith("5 days per move")
        assert game.agreed_time == tournament.agreed_time
        assert game.off_time == tournament.off_time
        assert texts["Rated or unrated"].startswith("rated") == game.rated


@pytest.mark.parametrize(("kind", "played"), EVEN, ids=str)
def test_E20_as_many_games_run_at_once_as_the_page_says(kind, played):
    tournament = started(kind, **played)
    result = terms(tournament)["Simultaneous games"]
    count: dict[int, int] = {}
    for one in playing(tournament):
        for entry in (one.black_id, one.white_id):
            count[entry] = count.get(entry, 0) + 1

    most = {"one game at a time, round by round": 1, "all games in a round": 3}.get(result) or int(result)
    assert max(count.values()) == most


def allowed(text: dict[str, str], high: int, low: int) -> tuple[int, Decimal]:
    """The stones and the komi that the sentences of the page give for two ranks or scores."""
    less, most = map(int, re.search(r"difference minus (\d+), at most (\d+) stones", text["Handicap"]).groups())
    cut = Rank.parse(re.search(r"(\w+) counts? as \1", text["Handicap"])[1]).steps
    komi = re.fullmatch(r"([\d.]+) in even games, ([\d.]+) when the difference is (\d) or more", text["Komi"])
    even, small, start = komi.groups()
    difference = abs(min(high, cut) - min(low, cut))
    stones = min(max(difference - less, 0), most)
    return (stones if stones > 1 else 0), Decimal(small if difference >= int(start) else even)


def test_E35_a_swiss_with_handicap_goes_by_rank_as_its_terms_say():
    tournament = started(SystemKind.SWISS, handicaps=True)
    white_loses(tournament, 1)
    look()
    result = terms(tournament)

    assert result["Handicap"].startswith("The rank difference")
    assert "McMahon" not in " ".join(result.values())
    games = playing(tournament)
    assert {one.round.number for one in games} == {1, 2}
    assert any(one.game.handicap for one in games)
    for one in games:
        stones, komi = allowed(result, one.black.rank, one.white.rank)
        assert (one.game.handicap, one.game.komi, one.game.rated) == (stones, komi, False)
        assert komi == KOMI or one.black.rank < one.white.rank
    assert result["Rated or unrated"].startswith("unrated")


@pytest.mark.parametrize("size", [9, 19])
def test_E139_a_handicap_by_komi_follows_the_formula_of_offers_by_komi(size):
    tournament = started(SystemKind.SWISS, size=size, handicaps=True, komi_handicap=True)
    result = terms(tournament)
    even, points, step = re.fullmatch(
        r"([\d.]+) in even games, ([\d.]+) points less when the difference is (\d)\. Negative komi goes to Black\.",
        result["Komi"],
    ).groups()
    assert (even, step) == (str(KOMI), "2")
    assert int(points) == suggest_handicap(Rank(10), Rank(11), lines=size).points

    games = playing(tournament)
    assert any(one.game.komi < 0 for one in games) or size == 9
    for one in games:
        difference = max(abs(min(one.black.rank, 30) - min(one.white.rank, 30)) - 1, 0)
        offered = with_komi_for_stones(suggest_handicap(Rank(0), Rank(min(difference, 9)), lines=size), KOMI)
        assert (one.game.handicap, one.game.komi, one.game.rated) == (0, offered.komi, False)
        assert difference == 0 or one.black.rank < one.white.rank


@pytest.mark.parametrize("more", [{}, {"handicaps": True, "stones_to_capture": 3}], ids=str)
def test_E139_handicap_by_komi_needs_handicaps_and_games_that_are_scored(more):
    with pytest.raises(BadTournament) as refused:
        plan(played={"kind": SystemKind.SWISS, "komi_handicap": True, **more}).check(NOON)
    assert refused.value.data["field"] == "komi_handicap"


def test_E35_a_mcmahon_with_handicap_goes_by_score_as_its_terms_say():
    tournament = started(SystemKind.MCMAHON, handicaps=True, rounds=4)
    for number in (1, 2, 3):
        white_loses(tournament, number)
        look()
    result = terms(tournament)

    assert result["Handicap"].startswith("The McMahon score difference")
    games = playing(tournament)
    assert any(one.game.komi != KOMI for one in games)
    stage = tournament.stages.get()
    for one in games:
        number = one.round.number
        sums = make_ledger(pairing_system(tournament, stage), standings_input(tournament, number - 1), number - 1)
        stones, komi = allowed(result, *(sums.score(entry) // 2 for entry in (one.black_id, one.white_id)))
        assert (one.game.handicap, one.game.komi) == (stones, komi)


@pytest.mark.parametrize(("size", "most"), [(9, 9), (13, 9), (8, 4), (19, 9)])
def test_E35_the_terms_promise_no_more_stones_than_the_board_has_places_for(size, most):
    tournament = started(SystemKind.SWISS, size=size, handicaps=True)

    assert f"at most {most} stones" in terms(tournament)["Handicap"]
    assert max(one.game.handicap for one in playing(tournament)) <= most


@pytest.mark.parametrize(
    ("kind", "played", "says"),
    [
        (SystemKind.SWISS, {}, "when the last game in a round has ended"),
        (SystemKind.KNOCKOUT, {}, "Each match starts as soon as both players are known."),
        (SystemKind.DOUBLE_KNOCKOUT, {}, "Each match starts as soon as both players are known."),
        (SystemKind.ROUND_ROBIN, {"at_once": 2}, "A game starts as soon as"),
        (SystemKind.ROUND_ROBIN, {"at_once": 2, "following": RoundStart.HAND}, "when a director starts the next round"),
    ],
    ids=str,
)
def test_E21_the_terms_say_when_the_next_game_starts(kind, played, says):
    assert terms(started(kind, **played))["The next round starts"].startswith(says)


def test_E21_a_match_of_a_knockout_begins_while_others_of_the_round_before_go_on():
    tournament = started(SystemKind.KNOCKOUT)
    first = [one for one in playing(tournament) if one.board in (1, 2)]
    for one in first:
        lose(one, one.white.player)
    look()

    assert [one.round.number for one in playing(tournament) if not one.game.is_finished].count(2) == 1


@pytest.mark.parametrize(("kind", "halves"), [(SystemKind.SWISS, 0), (SystemKind.MCMAHON, 2)])
def test_E33_byes_and_missed_rounds_count_what_the_terms_say(kind, halves):
    tournament = started(kind)
    result = terms(tournament)["Points for unplayed rounds"]
    counts = re.match(r"A bye is worth (\d+(?:\.\d+)?) and a missed round (\d+(?:\.\d+)?)", result)
    bye, absent = map(Decimal, counts.groups())
    system = pairing_system(tournament, tournament.stages.get())

    assert bye * 2 == system.bye
    assert int(absent * 2) * 2 == halves
    assert ("rounded down" in result) == system.starts_by_rank


def test_E39_two_lost_matches_put_a_player_out_as_the_terms_say():
    tournament = started(SystemKind.DOUBLE_KNOCKOUT)
    for number in range(1, 20):
        white_loses(tournament, number)
        look()

    assert "A player who loses two matches is out." in terms(tournament)["Rounds"]
    lost = [one.black if one.game.winner == Color.WHITE else one.white for one in playing(tournament)]
    assert max(lost.count(entry) for entry in lost) == 2


def test_E11_the_terms_are_open_for_those_who_may_enter_and_folded_for_entrants():
    tournament, entrant = make_open(), make_player()
    entering.enter_tournament(asked(entrant), tournament.pk)
    for player, is_open in ((entrant, False), (make_player(), True)):
        page = signed_in(player).get(f"/tournaments/{tournament.pk}/").content.decode()
        fold = page[: page.index("Terms for all games")].rpartition("<details")[2]
        assert ("open" in fold) is is_open
