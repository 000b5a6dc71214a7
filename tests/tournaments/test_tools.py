"""Directors replace players, add time, extend rounds and copy tournaments (E24, E53, E55)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.test import Client

from accounts.models import Player
from accounts.privacy.blocking import block_player
from games import verbs
from games.models import Action, Game
from notifications.models import Notice
from rules import Point, Reason
from tests.factories import NOON, days, make_player
from tests.support.nights import by_night_but
from tests.tournaments.helpers import asked, look, make_open, make_running, pairings, reload, white_loses
from tournaments import errors
from tournaments.access import current_stage
from tournaments.models import (
    EntryState,
    LogLine,
    Pairing,
    Repeats,
    RoundState,
    StartCondition,
    Tournament,
    TournamentState,
)
from tournaments.services import acts, changing, copying, directing, entering, importing, leaving, proposing, replacing
from tournaments.services.acts import ActInput, TournamentAct
from tournaments.stage_data import standings_input
from tournaments.systems.types import SystemKind

pytestmark = pytest.mark.django_db


def full(players=4, **played):
    """A running tournament that was full, its players, and one who waits for a place."""
    made = make_open(most=players, played=played, starting=StartCondition.FULL)
    people, late = [make_player() for _ in range(players)], make_player()
    for player in people:
        entering.enter_tournament(asked(player), made.pk)
    entering.enter_tournament(asked(late), made.pk, waiting=True)
    look()
    return reload(made), people, late


def moves(game, count):
    for turn, point in zip(range(count), ((2, 2), (6, 6), (2, 6), (6, 2)), strict=False):
        found = Game.objects.get(pk=game.pk)
        player = found.seat_list()[turn % 2].player
        verbs.perform(verbs.ActionRequest(found.pk, player, found.number, None, NOON), verbs.Play(Point(*point)))


HANDED_OVER = {SystemKind.KNOCKOUT, SystemKind.SECTIONS}
"""Where a place is more than a number."""


@pytest.mark.parametrize(
    "kind", by_night_but(HANDED_OVER, [SystemKind.SWISS, SystemKind.ROUND_ROBIN, *sorted(HANDED_OVER)])
)
def test_E53_somebody_from_the_waiting_list_takes_a_seat_and_the_game_begins_again(kind):
    tournament, _people, late = full(kind=kind)
    owner = asked(tournament.owner)
    one = next(pairing for pairing in pairings(tournament, 1) if pairing.game is not None)
    out, opponent, old = one.black.player, one.white.player, one.game
    with pytest.raises(errors.ReasonNeeded):
        replacing.replace_player(owner, tournament.pk, (out, None), " ")
    with pytest.raises(errors.BadActInput):
        replacing.replace_player(owner, tournament.pk, (out, opponent), "who is in cannot come in")

    replacing.replace_player(owner, tournament.pk, (out, None), "never came")
    look()

    again = next(pairing for pairing in pairings(tournament, 1) if pairing.pk == one.pk)
    assert (again.black.player, again.white.player, again.result) == (late, opponent, "")
    assert again.game is not None
    assert again.game != old, "new clocks"
    old = Game.objects.get(pk=old.pk)
    assert (old.end_reason, old.rated) == (Reason.ANNULLED.value, False)
    assert tournament.entries.get(player=out).state == EntryState.REMOVED
    assert out.pk not in {entry.player_id for entry in tournament.entries.ever_took_part()}
    if kind == SystemKind.SECTIONS:
        assert tournament.entries.get(player=late).pk in current_stage(tournament).groups[0]
    line = LogLine.objects.get(tournament=tournament, act="replaced")
    assert (line.about, line.other, line.reason) == (out, late, "never came")
    assert {"event_act", "event_place"} <= set(
        Notice.objects.filter(player__in=[out, late]).values_list("kind", flat=True)
    )
    for number in (1, 2, 3):
        white_loses(tournament, number)
        look()
    assert {
        one.entrants <= {entry.id for entry in standings_input(tournament).entries}
        for one in standings_input(tournament).pairings
    } == {True}
    assert reload(tournament).state in (TournamentState.REVIEW, TournamentState.RUNNING)


def test_E53_it_is_too_late_when_each_side_has_played_twice_or_the_round_is_over():
    tournament, _people, late = full()
    owner = asked(tournament.owner)
    one, other = pairings(tournament, 1)
    moves(one.game, 3)
    moves(other.game, 4)
    with pytest.raises(errors.TooLateToReplace) as begun:
        replacing.replace_player(owner, tournament.pk, (other.black.player, late), "away")
    assert "games has begun" in begun.value.message()
    leaving.withdraw_from_tournament(asked(one.black.player), tournament.pk)
    replacing.replace_player(owner, tournament.pk, (one.black.player, late), "withdrew early")
    assert tournament.entries.get(player=one.black.player).state == EntryState.WITHDRAWN
    for player, error in ((make_player(), errors.NotEntered), (one.white.player, errors.BadActInput)):
        with pytest.raises(error):
            replacing.replace_player(owner, tournament.pk, (player, late), "no")


def test_E53_white_is_replaced_as_well_in_this_tournament_only():
    tournament, _people, late = full()
    one = pairings(tournament, 1)[0]
    out = one.white.player
    other, _ = make_running(3)
    entry = other.entries.first()
    other.entries.filter(pk=entry.pk).update(player=out)
    Pairing.objects.filter(pk=one.pk).update(lapsed=True)
    theirs = [row.game_id for row in pairings(other, 1)]

    replacing.replace_player(asked(tournament.owner), tournament.pk, (out, late), "never came")

    now = next(row for row in pairings(tournament, 1) if row.pk == one.pk)
    assert (now.black.player, now.white.player, now.lapsed) == (one.black.player, late, False)
    assert [row.game_id for row in pairings(other, 1)] == theirs
    assert other.rounds.get(number=1).state == RoundState.PLAYING
    assert tournament.rounds.get(number=1).state == RoundState.PUBLISHED, "its games are started again"


def test_E53_a_place_with_a_bye_is_handed_over_and_one_with_an_ended_game_is_not():
    tournament, _people, late = full(3)
    rows = pairings(tournament, 1)
    idle = next(row.black.player for row in rows if row.white is None)
    white_loses(tournament, 1)
    look()
    assert tournament.rounds.get(number=1).state == RoundState.DONE
    winner = next(row.black.player for row in rows if row.white is not None)
    with pytest.raises(errors.TooLateToReplace) as over:
        replacing.replace_player(
            asked(tournament.owner), tournament.pk, (winner, late), "no move was made, but it is over"
        )
    assert "rounds is over" in over.value.message()

    assert replacing.replace_player(asked(tournament.owner), tournament.pk, (idle, late), "never came").player == late

    bye = next(row for row in pairings(tournament, 1) if row.white is None)
    assert (bye.black.player, bye.result) == (late, "")
    assert late in {player for pair in seats_of(tournament, 2) for player in pair}


def seats_of(tournament, number):
    return [(row.black.player, row.white and row.white.player) for row in pairings(tournament, number)]


def test_E53_only_who_plays_is_replaced_while_it_runs_by_who_is_there_and_not_by_themselves():
    tournament, people, late = full()
    owner, director = asked(tournament.owner), asked(pairings(tournament, 1)[0].black.player)
    directing.set_director(owner, tournament.pk, director.player, is_director=True)
    with pytest.raises(errors.OwnGameAffected):
        replacing.replace_player(director, tournament.pk, (director.player, late), "I have no time")
    early = make_open(most=4)
    for player in people[:2]:
        entering.enter_tournament(asked(player), early.pk)
    entering.enter_tournament(asked(late), early.pk, waiting=True)
    with pytest.raises(errors.WrongState):
        replacing.replace_player(asked(early.owner), early.pk, (people[0], late), "it has not begun")
    tournament.entries.filter(player=people[0]).update(number=None)
    with pytest.raises(errors.NotEntered):
        replacing.replace_player(owner, tournament.pk, (people[0], late), "left before the start")
    Player.objects.filter(pk=late.pk).update(deleted_at=NOON)
    with pytest.raises(errors.BadActInput):
        replacing.replace_player(owner, tournament.pk, (people[1], None), "the list has no one left")


def test_E55_directors_add_days_for_a_player_in_games_that_are_not_their_own():
    owner = make_player()
    tournament, _ = make_running(2, owner=owner)
    (one,) = pairings(tournament, 1)
    before = Game.objects.get(pk=one.game_id).deadline
    waiting = asked(owner), tournament.pk, one.white.player
    assert replacing.add_days_to_clocks(*waiting, (2, "not on turn: in the next one (E103)")) == 1
    assert Game.objects.get(pk=one.game_id).deadline == before
    for number in (0, 15):
        with pytest.raises(errors.BadActInput):
            replacing.add_days_to_clocks(asked(owner), tournament.pk, one.black.player, (number, "ill"))
    for number in (1, 14):
        assert replacing.add_days_to_clocks(*waiting, (number, "ill")) == 1

    assert replacing.add_days_to_clocks(asked(owner), tournament.pk, one.black.player, (2, "ill")) == 1

    assert Game.objects.get(pk=one.game_id).deadline == before + days(4)  # two days and the weekend before them (R56)
    assert Action.objects.filter(game=one.game_id, kind="grant_time").latest("pk").payload == {"days": 2, "side": "B"}
    line = LogLine.objects.filter(tournament=tournament, act="time").latest("pk")
    assert (line.about, line.after, line.reason) == (one.black.player, "+2", "ill")
    directing.set_director(asked(owner), tournament.pk, one.white.player, is_director=True)
    for director, player in ((one.white.player, one.white.player), (one.white.player, one.black.player)):
        with pytest.raises(errors.OwnGameAffected):
            replacing.add_days_to_clocks(asked(director), tournament.pk, player, (2, "mine"))
    waits = make_player()
    tournament.entries.create(player=waits, state=EntryState.WAITING, at=NOON)
    for player in (waits, make_player()):
        with pytest.raises(errors.NotEntered):
            replacing.add_days_to_clocks(asked(owner), tournament.pk, player, (2, "ill"))
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.REVIEW)
    with pytest.raises(errors.WrongState):
        replacing.add_days_to_clocks(asked(owner), tournament.pk, one.black.player, (2, "late"))
    assert "time added" in Client().get(one.game.get_absolute_url()).content.decode().lower()


def test_E24_directors_hear_once_that_the_days_of_a_round_are_over_and_extend_it():
    tournament, _ = make_running(2, played={"round_days": 7})
    owner = asked(tournament.owner, NOON + days(8))
    notices = Notice.objects.filter(player=tournament.owner, kind="event_overdue")
    look(NOON + days(6))
    assert not notices.exists()
    for _ in range(2):
        look(NOON + days(7))
        assert notices.count() == 1
    assert reload(tournament).state == TournamentState.RUNNING, "nothing ends by itself"
    for number, more in ((2, 3), (1, 0)):
        with pytest.raises(errors.BadActInput):
            directing.extend_round(owner, tournament.pk, number, more)
    directing.extend_round(owner, tournament.pk, 1, 3)
    assert tournament.rounds.get(number=1).ends_at == NOON + days(11), "from now on, when it is late already"
    look(NOON + days(11))
    assert notices.count() == 2


def test_E55_a_copy_is_a_draft_of_its_own_with_the_same_terms():
    tournament, people = make_running(
        3, played={"kind": SystemKind.SECTIONS, "group_size": 5, "best": 2}, name="Autumn", lowest=None, most=9
    )
    made = copying.copy_tournament(asked(tournament.owner), tournament.pk)
    assert (made.state, made.most, made.name, made.width, made.time_control) == (
        TournamentState.DRAFT, 9, "Autumn", 9, tournament.time_control,
    )  # fmt: skip
    assert (current_stage(made).group_size, current_stage(made).best, current_stage(made).groups) == (5, 2, [])
    with pytest.raises(errors.NotDirector):
        copying.copy_tournament(asked(people[0]), tournament.pk)
    client = Client()
    client.force_login(tournament.owner)
    answer = client.post(f"/tournaments/{tournament.pk}/direct/", {"do": "copy"})
    assert answer.headers["Location"] == f"/tournaments/{Tournament.objects.latest('pk').pk}/"
    page = client.get(f"/tournaments/{tournament.pk}/direct/").content.decode()
    assert "Add time for a player" in page
    assert acts.perform_act(asked(tournament.owner), tournament.pk, TournamentAct.COPY, ActInput()) is not None


def test_E13_a_tournament_with_a_date_comes_again_on_the_same_day_of_the_month():
    at = datetime(2027, 1, 31, 18, tzinfo=UTC)
    made = make_open(starting=StartCondition.DATE, starts_at=at, repeats=Repeats.MONTH, fewest=2)
    directing.set_director(asked(made.owner), made.pk, make_player(), is_director=True)
    assert "every month" in Client().get(made.get_absolute_url()).content.decode()
    for player in (make_player(), make_player()):
        entering.enter_tournament(asked(player, at - days(1)), made.pk)
    look(at)

    assert reload(made).state == TournamentState.RUNNING
    after = Tournament.objects.get(previous=made)
    assert (after.state, after.starts_at, after.directors.count()) == (
        TournamentState.OPEN, datetime(2027, 2, 28, 18, tzinfo=UTC), 1,
    )  # fmt: skip
    look(after.starts_at)
    assert (reload(after).postponed, reload(after).starts_at) == (True, after.starts_at + days(7))
    look(after.starts_at + days(7))
    third = Tournament.objects.get(previous=after)
    assert (reload(after).state, third.starts_at) == (TournamentState.CANCELLED, datetime(2027, 3, 31, 18, tzinfo=UTC))
    shown = Client().get(f"/api/v1/tournaments/{third.pk}/").json()
    assert (shown["repeats"], shown["next_start"][:10], shown["previous"]) == ("month", "2027-04-30", after.pk)

    copying.stop_repeating(asked(made.owner), third.pk)
    look(third.starts_at + days(8))
    assert not Tournament.objects.filter(previous=third).exists()


def test_E13_a_series_stopped_while_a_tournament_is_played_ends_with_the_next_one_which_is_open_for_entry():
    at = NOON + days(4)
    made = make_open(starting=StartCondition.DATE, starts_at=at, repeats=Repeats.WEEK, fewest=2)
    for player in (make_player(), make_player()):
        entering.enter_tournament(asked(player), made.pk)
    look(at)
    following = Tournament.objects.get(previous=made)
    copying.stop_repeating(asked(made.owner, at), made.pk)
    assert (reload(following).state, reload(following).repeats) == (TournamentState.OPEN, Repeats.NEVER)
    assert LogLine.objects.filter(tournament=following, act="once").count() == 1
    for player in (make_player(), make_player()):
        entering.enter_tournament(asked(player, at), following.pk)
    look(following.starts_at)
    assert reload(following).state == TournamentState.RUNNING
    assert not Tournament.objects.filter(previous=following).exists()


@pytest.mark.parametrize(("repeats", "expected"), [("week", (2, 7)), ("quarter", (4, 30)), ("", None)])
def test_E13_the_next_start_is_in_the_future(repeats, expected):
    shown = Tournament(starts_at=datetime(2027, 1, 31, tzinfo=UTC), repeats=repeats)
    found = copying.next_start_in_series(shown, datetime(2027, 2, 1, tzinfo=UTC))
    assert (found and (found.month, found.day)) == expected
    with pytest.raises(errors.BadTournament):
        make_open(repeats=Repeats.WEEK)


def proposed(players=5, **played):
    """A tournament whose first round is proposed, its players by their boards, and its director."""
    tournament, _ = make_running(players, played={"following": "hand", **played})
    owner = asked(tournament.owner)
    seen = proposing.propose_next_round(owner, tournament.pk).proposal
    return tournament, pairings(tournament, 1), owner, seen


def seats(tournament):
    return {(one.black.player, None if one.white is None else one.white.player) for one in pairings(tournament, 1)}


def test_E55_a_director_pairs_two_players_by_hand_and_who_is_left_meets_the_other():
    tournament, rows, owner, seen = proposed()
    (one, mate), (two, other) = [(row.black.player, row.white.player) for row in rows if row.white is not None]
    bye = next(row.black.player for row in rows if row.white is None)

    page = client_of(owner.player).get(f"/tournaments/{tournament.pk}/direct/").content.decode()
    assert 'value="fix"' in page
    now = proposing_fix(owner, tournament, (two, one), seen)
    assert seats(tournament) == {(two, one), (mate, other), (bye, None)} or seats(tournament) == {
        (two, one), (other, mate), (bye, None),
    }  # fmt: skip
    with pytest.raises(errors.PairingsChanged):
        proposing_fix(owner, tournament, (bye, one), seen)
    now = proposing_fix(owner, tournament, (bye, one), now)
    assert {(bye, one), (two, None)} <= seats(tournament)
    now = proposing_fix(owner, tournament, (one, bye), now)
    assert (one, bye) in seats(tournament), "the same two, with colours changed"
    for error, pair in ((errors.BadActInput, (one, one)), (errors.BadActInput, (one, make_player()))):
        with pytest.raises(error):
            proposing_fix(owner, tournament, pair, now)
    block_player(player=mate, other=one, now=NOON)
    with pytest.raises(errors.BadActInput):
        proposing_fix(owner, tournament, (one, mate), now)
    assert LogLine.objects.filter(tournament=tournament, act="fixed").count() == 3


def proposing_fix(owner, tournament, pair, seen):
    data = ActInput(player=pair[0].username, other=pair[1].username, proposal=seen)
    return acts.perform_act(owner, tournament.pk, TournamentAct.FIX, data).proposal


def test_E54_a_director_who_plays_decides_on_no_pair_of_their_own():
    tournament, rows, owner, seen = proposed(4)
    (me, mate), (other, last) = [(row.black.player, row.white.player) for row in rows]
    directing.set_director(owner, tournament.pk, me, is_director=True)
    with pytest.raises(errors.OwnGameAffected):
        proposing_fix(asked(me), tournament, (mate, other), seen)
    with pytest.raises(errors.OwnGameAffected):
        importing.propose_pairings(asked(me), tournament.pk, 1, [importing.NamedSeats(me.username, other.username)])
    assert seats(tournament) == {(me, mate), (other, last)}
    proposing_fix(asked(me), tournament, (last, other), seen)


def test_E22_E30_the_table_of_a_round_robin_is_not_swapped():
    tournament, rows, owner, seen = proposed(4, kind=SystemKind.ROUND_ROBIN)
    one, two = rows[0].black.player, rows[1].black.player
    with pytest.raises(errors.WrongState):
        changing.swap_players_in_proposal(owner, tournament.pk, changing.ProposalEdit(one.pk, two.pk, seen))
    assert seats(tournament) == {(row.black.player, row.white.player) for row in rows}


def test_E35_two_whom_a_director_pairs_get_the_handicap_that_belongs_to_them():
    tournament, rows, owner, seen = proposed(4, kind=SystemKind.MCMAHON, handicaps=True)
    (one, _), (two, _) = [(row.black.player, row.white.player) for row in rows]
    tournament.entries.filter(player=one).update(rank=20)
    tournament.entries.filter(player=two).update(rank=26)
    proposing_fix(owner, tournament, (two, one), seen)
    made = next(row for row in pairings(tournament, 1) if one in (row.black.player, row.white.player))
    assert (made.black.player, made.handicap, made.komi) == (one, 5, 1), "E22: the weaker takes Black"
    even = next(row for row in pairings(tournament, 1) if row != made)
    assert (even.handicap, even.komi) == (0, int(tournament.agreed_komi * 2))


def test_E85_two_of_whom_one_has_blocked_the_other_are_not_swapped_together():
    tournament, rows, owner, seen = proposed()
    (one, _), (two, other) = [(row.black.player, row.white.player) for row in rows if row.white is not None]
    block_player(player=one, other=other, now=NOON)
    with pytest.raises(errors.BadActInput):
        changing.swap_players_in_proposal(owner, tournament.pk, changing.ProposalEdit(one.pk, two.pk, seen))
    assert [(row.black, row.white) for row in pairings(tournament, 1)] == [(row.black, row.white) for row in rows]


def test_E55_sections_are_not_paired_by_hand():
    tournament, rows, owner, seen = proposed(6, kind=SystemKind.SECTIONS, group_size=3)
    with pytest.raises(errors.WrongState):
        proposing_fix(owner, tournament, (rows[0].black.player, rows[1].black.player), seen)


def test_E85_a_director_takes_back_that_two_are_not_paired():
    tournament, rows, owner, _seen = proposed(4)
    one, other = rows[0].black.player, rows[0].white.player
    directing.forbid_pairing(owner, tournament.pk, (one, other), "brothers")
    client = client_of(owner.player)
    path = f"/tournaments/{tournament.pk}/direct/"
    assert 'value="allow"' in client.get(path).content.decode()
    for _turn in range(2):
        values = {"do": "allow", "player": other.username, "other": one.username}
        assert client.post(path, values).status_code == 302
    assert not tournament.forbidden.exists()
    assert LogLine.objects.filter(tournament=tournament, act="allowed").count() == 1
    assert 'value="allow"' not in client.get(path).content.decode()
    with pytest.raises(errors.BadActInput):
        directing.allow_pairing(owner, tournament.pk, (one, make_player()))


def client_of(player):
    client = Client()
    client.force_login(player)
    return client
