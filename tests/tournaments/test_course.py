"""A tournament from its draft to its results."""

from __future__ import annotations

import pytest

from clubs.models import Membership
from games import verbs
from games.models import Game
from notifications.models import Notice
from ratings.ranks import Rank
from tests.clubs.helpers import add, make_club
from tests.factories import NOON, act, days, make_moderator, make_player
from tests.tournaments.helpers import (
    acts_of,
    asked,
    keys,
    look,
    lose,
    make_draft,
    make_open,
    make_running,
    notified,
    pairings,
    points,
    refused,
    reload,
    table,
    white_loses,
)
from tests.tournaments.test_pages_and_api import signed_in
from tournaments import errors, listeners
from tournaments.announcing import ActAuthor
from tournaments.models import (
    AuthorRole,
    EntryState,
    LogLine,
    Pairing,
    RoundState,
    StartCondition,
    Tournament,
    TournamentState,
)
from tournaments.services import acts, advancing, directing, drafting, due, entering, leaving, starting
from tournaments.systems.types import Criterion, EventResult, SystemKind

pytestmark = pytest.mark.django_db

ROUND_ROBIN = {"kind": SystemKind.ROUND_ROBIN}


def test_E20_E21_rounds_follow_each_other_until_the_review():
    tournament, _ = make_running(4)

    for number in (1, 2, 3):
        assert [len(pairings(tournament, n)) for n in (1, 2, 3)] == [2 if n <= number else 0 for n in (1, 2, 3)]
        assert all(one.game is not None for one in pairings(tournament, number))
        white_loses(tournament, number)
        look()

    assert reload(tournament).state == TournamentState.REVIEW
    look(NOON + days(7))
    assert reload(tournament).state == TournamentState.FINISHED, "E57: by itself after a week"
    assert sum(line.values[Criterion.POINTS] for line in table(tournament).values()) == 2 * 6, "E95"
    acts_done = acts_of(tournament)
    assert (acts_done[:2], acts_done[-2:]) == (["created", "opened"], ["review", "closed"])
    assert acts_done.count("published") == 3


@pytest.fixture
def reversed_result():
    """Create a tournament under review whose first game continues after its result was set, and reversed."""
    tournament, _ = make_running(4)
    first, owner = pairings(tournament, 1)[0], asked(tournament.owner)
    directing.set_result(owner, tournament.pk, (1, first.board), ("black_wins", "no_show"))
    lose(other := pairings(tournament, 1)[1], other.white.player)
    for number in (2, 3):
        look(NOON + days(1))
        white_loses(tournament, number)
    look(NOON + days(1))
    directing.set_result(asked(tournament.owner, NOON + days(1)), tournament.pk, (1, first.board), ("", "mistake"))
    assert reload(tournament).state == TournamentState.REVIEW
    return tournament, first


def test_E57_results_are_not_confirmed_while_a_game_goes_on(reversed_result):
    tournament, first = reversed_result
    owner = asked(tournament.owner, NOON + days(1))

    with pytest.raises(errors.GameWithoutResult) as refusal:
        advancing.confirm_results(owner, tournament.pk)
    names = [f"\u2068{entry.player.username}\u2069" for entry in (first.black, first.white)]
    assert f"Round 1: the game {names[0]} – {names[1]} has no result yet." in refusal.value.message()
    assert refusal.value.data == {"game": first.game_id, "round": 1, "board": first.board}
    look(NOON + days(9))
    assert reload(tournament).state == TournamentState.REVIEW, "the server waits as well"

    lose(first, first.black.player, NOON + days(1))
    advancing.confirm_results(owner, tournament.pk)
    assert reload(tournament).state == TournamentState.FINISHED


def test_E57_without_a_review_the_results_are_final_when_a_reversed_game_has_ended(reversed_result, client):
    tournament, first = reversed_result
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.RUNNING, without_review=True)
    before = acts_of(tournament)
    advancing.begin_results_review(reload(tournament), ActAuthor.server(NOON + days(1)))
    look(NOON + days(2))
    assert (reload(tournament).state, acts_of(tournament)) == (TournamentState.REVIEW, before), "a game is in progress"
    assert len(notified("event_review")) == 1, "of the first review"
    page = client.get(f"/tournaments/{tournament.pk}/standings/").content.decode()
    assert "The results become final" not in page

    lose(first, first.black.player, NOON + days(1))
    result_set = ActAuthor(tournament.owner, AuthorRole.OWNER, NOON + days(2))
    result_set.log(tournament, "result", round=1, board=first.board)
    look(NOON + days(2))
    assert reload(tournament).state == TournamentState.REVIEW, "E21: a director may still reverse a result"
    look(NOON + days(2) + advancing.ROUND_PAUSE)
    assert reload(tournament).state == TournamentState.FINISHED


def test_E2_what_is_not_possible_now_is_refused():
    draft = make_draft()
    owner = asked(draft.owner)
    refused(errors.WrongState, starting.start_tournament, owner, draft.pk)
    refused(errors.NoSuchTournament, entering.enter_tournament, asked(make_player()), draft.pk)
    drafting.open_entry(owner, draft.pk)
    refused(errors.WrongState, drafting.open_entry, owner, draft.pk)
    refused(errors.WrongState, advancing.confirm_results, owner, draft.pk)
    refused(errors.ReasonNeeded, drafting.cancel_tournament, owner, draft.pk, " ")
    drafting.cancel_tournament(owner, draft.pk, "too few")
    assert reload(draft).state == TournamentState.CANCELLED
    refused(errors.WrongState, drafting.cancel_tournament, owner, draft.pk, "again")


def test_E10_E12_who_may_enter():
    now = make_open(most=2, lowest=Rank(10), established=False)
    refused(errors.RankNeeded, entering.enter_tournament, asked(make_player()), now.pk)
    refused(errors.RankNotEstablished, entering.enter_tournament, asked(make_player()), make_open(established=True).pk)
    refused(errors.NotInvited, entering.enter_tournament, asked(make_player()), make_open(entering="invitation").pk)
    refused(errors.BotNotAllowed, entering.enter_tournament, asked(make_player(is_bot=True)), make_open().pk)
    refused(errors.TooFewGames, entering.enter_tournament, asked(make_player()), make_open(least_games=1).pk)
    running, people = make_running(2)
    refused(errors.EntryClosed, entering.enter_tournament, asked(make_player()), running.pk)
    open_one = make_open()
    entering.enter_tournament(asked(people[0]), open_one.pk)
    refused(errors.AlreadyEntered, entering.enter_tournament, asked(people[0]), open_one.pk)
    assert {error.code for error in (errors.EventFull, errors.RankTooHigh, errors.TooManyGames)} == {
        "event_full", "rank_too_high", "too_many_games",
    }  # fmt: skip


def test_E12_E13_who_withdraws_makes_room_for_the_waiting_list():
    tournament, (one, two, late) = make_open(most=2), [make_player() for _ in range(3)]
    for player in (one, two):
        entering.enter_tournament(asked(player), tournament.pk)
    refused(errors.EventFull, entering.enter_tournament, asked(late), tournament.pk)
    assert entering.enter_tournament(asked(late), tournament.pk, waiting=True).state == EntryState.WAITING

    leaving.withdraw_from_tournament(asked(one), tournament.pk)

    assert tournament.entries.get(player=late).state == EntryState.ENTERED
    assert Notice.objects.filter(player=late, kind="event_place").exists()
    assert entering.enter_tournament(asked(one), tournament.pk, waiting=True).state == EntryState.WAITING


def test_E10_directors_approve_and_invite():
    tournament = make_open(entering="approval")
    owner, player, other = asked(tournament.owner), make_player(), make_player()
    assert entering.enter_tournament(asked(player), tournament.pk).state == EntryState.APPLIED
    refused(errors.NotDirector, entering.answer_application, asked(other), tournament.pk, player, accept=True)
    assert entering.answer_application(owner, tournament.pk, player, accept=True).state == EntryState.ENTERED
    entering.invite_player(owner, tournament.pk, other)
    assert entering.enter_tournament(asked(other), tournament.pk).state == EntryState.ENTERED


def test_E13_it_starts_at_its_date_and_is_postponed_once():
    tournament = make_open(starting=StartCondition.DATE, starts_at=NOON + days(3), fewest=4)
    player = make_player()
    entering.enter_tournament(asked(player), tournament.pk)
    look(NOON + days(2))
    assert (reload(tournament).state, notified("event_postponed")) == (TournamentState.OPEN, [])
    look(NOON + days(3))
    assert notified("event_postponed") == keys(player)
    assert (reload(tournament).state, reload(tournament).starts_at) == (TournamentState.OPEN, NOON + days(10))
    look(NOON + days(10))
    assert reload(tournament).state == TournamentState.CANCELLED
    assert acts_of(tournament)[-2:] == ["postponed", "cancelled"]
    assert (notified("event_cancelled"), notified("event_postponed")) == (keys(player), keys(player))
    assert "Tournament cancelled" in (
        page := signed_in(player).get(f"/tournaments/{tournament.pk}/log/").content.decode()
    )
    assert "too few players" in page.split("Tournament cancelled")[1].split("</li>")[0]


def test_the_log_names_a_player_once_and_has_a_heading_a_day(client):
    tournament, player = make_open(), make_player()
    entering.enter_tournament(asked(player), tournament.pk)
    page = client.get(f"/tournaments/{tournament.pk}/log/").content.decode()
    row = page.split(" entered the tournament")[0].rpartition("<li>")[2] + page.split(" entered the tournament")[1]
    assert row.partition("</li>")[0].count(f">{player.shown_name}<") == 1
    assert 'class="day"' in page


def test_E13_it_starts_when_it_is_full():
    tournament = make_open(starting=StartCondition.FULL, most=2)
    for _ in range(2):
        entering.enter_tournament(asked(make_player()), tournament.pk)
    look()
    assert reload(tournament).state == TournamentState.RUNNING
    assert pairings(tournament, 1)[0].game is not None


def test_E20_a_round_robin_is_everybody_against_everybody():
    tournament, people = make_running(5, played=ROUND_ROBIN)
    for number in range(1, 6):
        white_loses(tournament, number)
        look()
    met = [
        frozenset((one.black.player_id, one.white.player_id)) for n in range(1, 6) for one in pairings(tournament, n)
    ]
    assert len(met) == len(set(met)) == 10
    assert reload(tournament).state == TournamentState.REVIEW
    assert {points(tournament, player) for player in people} <= {2, 4, 6}, "E22: colours differ by one at most"


def test_E20_with_games_at_once_the_next_game_starts_when_one_ends():
    tournament, people = make_running(4, played={**ROUND_ROBIN, "at_once": 2})

    def running(player):
        return Game.objects.running_of(player).count()

    assert [running(player) for player in people] == [2] * 4
    first = next(one for one in pairings(tournament, 1) if one.game is not None)
    lose(first, first.white.player)
    look()
    assert max(running(player) for player in people) == 2
    for _ in range(6):
        for number in (1, 2, 3):
            white_loses(tournament, number)
        look()
    assert reload(tournament).state == TournamentState.REVIEW


def test_E36_the_odd_player_has_a_bye_and_gets_a_point():
    tournament, people = make_running(3)
    bye = next(one for one in pairings(tournament, 1) if one.white is None)
    assert bye.game is None
    assert points(tournament, bye.black.player) == 2
    assert Notice.objects.filter(player=bye.black.player, kind="event_bye").exists()
    assert len(people) == 3


def test_E50_who_withdraws_finishes_the_games_and_is_paired_no_more():
    tournament, people = make_running(4)
    leaving.withdraw_from_tournament(asked(people[0]), tournament.pk)
    assert Game.objects.running_of(people[0]).count() == 1
    white_loses(tournament, 1)
    look()
    paired = [p for one in pairings(tournament, 2) for p in (one.black, one.white) if p is not None]
    assert people[0].pk not in {entry.player_id for entry in paired}


def test_E50_who_withdraws_at_once_resigns_all():
    tournament, people = make_running(4, played={**ROUND_ROBIN, "at_once": 3})
    leaving.withdraw_from_tournament(asked(people[0]), tournament.pk, now=True)
    look()
    assert not Game.objects.running_of(people[0]).exists()
    assert points(tournament, people[0]) == 0
    assert sum(points(tournament, player) for player in people[1:]) == 6


def test_E55_E4_who_is_removed_loses_by_default_and_the_game_goes_on():
    tournament, people = make_running(4)
    owner = asked(tournament.owner)
    refused(errors.ReasonNeeded, leaving.remove_player, owner, tournament.pk, people[0], "")
    leaving.remove_player(owner, tournament.pk, people[0], "two accounts")
    mine = next(one for one in pairings(tournament, 1) if people[0] in (one.black.player, one.white.player))
    assert mine.result in (EventResult.BLACK_BY_DEFAULT, EventResult.WHITE_BY_DEFAULT)
    assert not Game.objects.get(pk=mine.game_id).is_finished
    assert points(tournament, people[0]) == 0


def test_E54_E56_a_result_by_a_director_stands_in_the_log_with_its_reason():
    tournament, _ = make_running(4)
    owner, first = asked(tournament.owner), pairings(tournament, 1)[0]
    seat = (1, first.board)
    refused(errors.ReasonNeeded, directing.set_result, owner, tournament.pk, seat, ("both_lose", ""))
    refused(errors.BadActInput, directing.set_result, owner, tournament.pk, (1, 9), ("draw", "why"))
    refused(errors.BadActInput, directing.set_result, owner, tournament.pk, seat, ("struck", "why"))
    directing.set_result(owner, tournament.pk, seat, ("both_lose", "E41"))
    assert (points(tournament, first.black.player), points(tournament, first.white.player)) == (0, 0)
    line = LogLine.objects.get(act="result")
    assert (line.role, line.round, line.after, line.reason) == ("owner", 1, "both_lose", "E41")
    assert Game.objects.get(pk=first.game_id).result == "", "a director changes no game"
    directing.set_result(owner, tournament.pk, seat, ("", "game goes on"))
    assert Pairing.objects.get(pk=first.pk).result == ""


def test_E54_nobody_decides_on_their_own_games():
    tournament, people = make_running(4)
    directing.set_director(asked(tournament.owner), tournament.pk, people[0], is_director=True)
    mine = next(one for one in pairings(tournament, 1) if people[0] in (one.black.player, one.white.player))
    texts = ((1, mine.board), ("draw", "we agreed"))
    refused(errors.OwnGameAffected, directing.set_result, asked(people[0]), tournament.pk, *texts)
    refused(
        errors.OwnGameAffected, directing.adjust_points, asked(people[0]), tournament.pk, people[0], (2, "I deserve it")
    )
    refused(errors.NotDirector, directing.set_result, asked(people[1]), tournament.pk, *texts)
    for pair in ((people[0], people[1]), (people[1], people[0])):
        refused(
            errors.OwnGameAffected, directing.forbid_pairing, asked(people[0]), tournament.pk, pair, "too strong for me"
        )
        refused(errors.OwnGameAffected, directing.allow_pairing, asked(people[0]), tournament.pk, pair)
    refused(errors.NotOwner, directing.set_director, asked(people[0]), tournament.pk, people[1], is_director=True)
    directing.set_director(asked(tournament.owner), tournament.pk, people[0], is_director=False)
    refused(errors.NotDirector, directing.set_result, asked(people[0]), tournament.pk, *texts)


def test_E55_points_ranks_and_notices():
    tournament, people = make_running(4)
    owner = asked(tournament.owner)
    directing.adjust_points(owner, tournament.pk, people[0], (-1, "late"))
    assert points(tournament, people[0]) == -1
    directing.correct_rank(owner, tournament.pk, people[0], (Rank(20), 1, "plays as 10k elsewhere"))
    assert tournament.entries.get(player=people[0]).rank == 20
    directing.send_tournament_notice(owner, tournament.pk, "See you on Friday.")
    assert Notice.objects.filter(kind="event_notice").count() == 4
    for expected in ((0, "why"), (99, "why")):
        refused(errors.BadActInput, directing.adjust_points, owner, tournament.pk, people[1], expected)


def test_E57_after_the_end_only_moderators_correct_and_that_is_marked():
    tournament, _ = make_running(2, played={"rounds": 1})
    white_loses(tournament, 1)
    look()
    advancing.confirm_results(asked(tournament.owner), tournament.pk)
    texts = ((1, 1), ("void", "engine"))
    refused(errors.WrongState, directing.set_result, asked(tournament.owner), tournament.pk, *texts)
    directing.set_result(asked(make_moderator()), tournament.pk, *texts)
    assert LogLine.objects.get(act="result").corrects
    assert {line.values[Criterion.POINTS] for line in table(tournament).values()} == {1}, "E92: half each"


def test_E92_an_annulled_game_recounts_and_published_rounds_stand():
    tournament, _ = make_running(4)
    white_loses(tournament, 1)
    look()
    before = [(one.black_id, one.white_id) for one in pairings(tournament, 2)]
    first = pairings(tournament, 1)[0]
    assert points(tournament, first.black.player) == 2
    act(first.game, verbs.Annul, by=make_moderator(), reason="engine")
    assert (points(tournament, first.black.player), points(tournament, first.white.player)) == (1, 1)
    assert [(one.black_id, one.white_id) for one in pairings(tournament, 2)] == before


def test_who_cancels_a_game_gives_it_away():
    tournament, _ = make_running(2, played={"rounds": 1})
    only = pairings(tournament, 1)[0]
    act(only.game, verbs.Cancel, by=only.black.player)
    assert Pairing.objects.get(pk=only.pk).result == EventResult.WHITE_BY_DEFAULT
    look()
    assert reload(tournament).state == TournamentState.REVIEW
    assert listeners is not None


def test_E21_a_broken_tournament_stops_no_other(monkeypatch):
    good, bad = make_running(2)[0], make_running(2)[0]
    for tournament in (good, bad):
        white_loses(tournament, 1)
    locked = advancing.lock_tournament

    def broken(tournament_id):
        if tournament_id == bad.pk:
            raise RuntimeError("broken")
        return locked(tournament_id)

    monkeypatch.setattr(advancing, "lock_tournament", broken)
    due.run_all_background_steps(NOON)
    assert good.rounds.get(number=1).state == RoundState.DONE
    assert bad.rounds.get(number=1).state == RoundState.PLAYING


def test_E24_nothing_ends_by_itself():
    tournament, _ = make_running(2, played={"round_days": 10})
    assert tournament.rounds.get(number=1).ends_at == NOON + days(10)
    look(NOON + days(11))
    assert tournament.rounds.get(number=1).state == RoundState.PLAYING


def test_E35_R43_an_even_game_is_unrated_for_the_first_reason_of_its_tournament():
    for size, reason in ((11, "size"), (9, "handicap")):
        tournament, _ = make_running(2, size=size, played={"kind": SystemKind.MCMAHON, "handicaps": True})
        assert pairings(tournament, 1)[0].game.unrated_reason == reason


def test_E35_R43_a_tournament_with_handicaps_is_unrated():
    tournament, _ = make_running(4, played={"kind": SystemKind.MCMAHON, "handicaps": True})
    assert tournament.unrated_reason == "handicap"
    assert not Game.objects.filter(rated=True).exists()
    assert make_running(2)[0].unrated_reason == ""
    assert Game.objects.filter(rated=True).count() == 1


def test_every_act_has_a_function():
    assert set(acts._ACTS) == set(acts.TournamentAct)


def test_E84_members_of_a_club_meet_others_first_and_only_where_everybody_sees_who_is_one():
    made, people = make_open(played={"kind": SystemKind.MCMAHON}), [make_player() for _ in range(12)]
    clubs = [make_club(*people[:6], name="Tampere"), make_club(*people[6:], name="Oulu")]
    hidden = make_club(*people[::2], name="Quiet", hidden_members=True)
    Membership.objects.filter(club=hidden).update(joined_at=NOON - days(900))
    add(make_club(name="Turku"), people[0], at=NOON + days(1))
    for player in people:
        entering.enter_tournament(asked(player), made.pk)
    starting.start_tournament(asked(made.owner), made.pk)
    look()

    homes = dict(made.entries.values_list("player", "home"))
    assert [homes[player.pk] for player in people] == [club.pk for club in clubs for _ in range(6)]
    assert all(homes[one.black.player_id] != homes[one.white.player_id] for one in pairings(made, 1))
