"""Sections with winners who advance, and McMahon in groups, from the draft to the results (E25, E31, E37)."""

from __future__ import annotations

import pytest
from django.test import Client

from notifications.models import Notice
from tests.factories import make_player
from tests.tournaments.helpers import asked, look, lose, make_draft, make_running, pairings, reload
from tests.tournaments.test_pages_and_api import signed_in
from tournaments import errors, tables
from tournaments.access import current_stage
from tournaments.models import EntryPolicy, LogLine, NextStage, Pairing, RoundState, SectionAssignment, TournamentState
from tournaments.services import changing, directing, leaving, proposing, staging
from tournaments.stage_data import pairing_system, standings_after_round, standings_input
from tournaments.systems.types import Criterion, SystemKind

pytestmark = pytest.mark.django_db


def sections(players, **played):
    return make_running(players, played={"kind": SystemKind.SECTIONS, "group_size": 3, **played}, most=50)


def stronger_wins(tournament, strength):
    """Every running game is won by who stands earlier in `strength`."""
    for one in Pairing.objects.filter(round__tournament=tournament).select_related("black__player", "white__player"):
        if one.game is not None and not one.game.is_finished and not one.result:
            lose(one, max(one.black.player, one.white.player, key=strength.index))
    look()


def play(tournament, strength):
    """Until nothing is left to play; returns after how many looks."""
    for turn in range(30):
        if reload(tournament).state != TournamentState.RUNNING:
            return turn
        stronger_wins(tournament, strength)
    raise AssertionError("it never ends")


def order(tournament):
    return [(line.place, line.player) for line in tables.standings_table_of(tournament).lines]


def test_E31_the_winners_of_sections_play_on_until_the_last_two_play_first_to_three_wins():
    tournament, people = sections(6)
    first = current_stage(tournament)
    assert [len(ids) for ids in first.groups] == [3, 3]
    assert {one.group for one in pairings(tournament, 1)} == {1, 2}
    entries = {entry.player_id: entry.pk for entry in tournament.entries.all()}
    ones = [next(one for one in people if entries[one.pk] in ids) for ids in first.groups]

    play(tournament, people)

    last = current_stage(tournament)
    assert (last.number, last.kind, last.games_each, last.first_round) == (2, SystemKind.KNOCKOUT, 5, 4)
    assert {entries[one.pk] for one in ones} == set(last.groups[0]), "the winner of each section"
    assert Pairing.objects.filter(round__stage=last).count() == 3, "three wins are enough"
    assert reload(tournament).state == TournamentState.REVIEW
    assert order(tournament)[:2] == [(1, people[0]), (2, next(one for one in ones if one != people[0]))]
    lines = LogLine.objects.filter(tournament=tournament, act="stage").values_list("round", "after")
    assert list(lines) == [(4, "2")]


def test_E31_all_who_tie_go_on_and_who_has_left_does_not():
    tournament, people = sections(3)
    ring = pairings(tournament, 1) + pairings(tournament, 2) + pairings(tournament, 3)
    assert len(ring) == 1, "round by round"
    wins = {(0, 1), (1, 2), (2, 0)}
    for number in (1, 2, 3):
        (game,) = pairings(tournament, number)
        pair = sorted((people.index(game.black.player), people.index(game.white.player)))
        loser = pair[1] if tuple(pair) in wins else pair[0]
        lose(game, people[loser])
        look()
    assert reload(tournament).state == TournamentState.REVIEW, "a section in which all won together is the last"
    assert [place for place, _ in order(tournament)] == [1, 1, 1]

    other, ones = sections(6)
    strongest = ones[0]
    for _ in range(3):
        if current_stage(other).number == 1:
            leaving.withdraw_from_tournament(asked(strongest), other.pk)
            stronger_wins(other, ones)
    after = [pk for ids in current_stage(other).groups for pk in ids]
    assert current_stage(other).number == 2
    assert len(after) > 1
    assert other.entries.get(player=strongest).pk not in after


def play_rings(tournament, straight=()):
    """In each section of three everyone wins once; in those of `straight` the earlier in the list wins."""
    for number in (1, 2, 3):
        for one in pairings(tournament, number):
            ids = current_stage(tournament).groups[one.group - 1]
            black, white = ids.index(one.black_id), ids.index(one.white_id)
            black_wins = black < white if one.group in straight else (white - black) % 3 == 1
            lose(one, (one.white if black_wins else one.black).player)
        look()


def test_E31_all_players_of_two_sections_tie_and_play_on():
    tournament, _ = sections(6)

    play_rings(tournament)

    last = current_stage(tournament)
    assert (last.number, last.kind, [len(ids) for ids in last.groups]) == (2, SystemKind.SECTIONS, [3, 3])
    assert reload(tournament).state == TournamentState.RUNNING


def test_E31_all_players_of_the_only_section_tie_and_meet_in_the_knockout():
    tournament, _ = sections(3, then=NextStage.KNOCKOUT)

    play_rings(tournament)

    last = current_stage(tournament)
    assert (last.kind, len(last.groups[0])) == (SystemKind.KNOCKOUT, 3)


def test_E31_the_winner_of_the_only_section_has_won_though_the_best_two_of_others_go_on():
    tournament, people = sections(4, group_size=4, best=2)

    play(tournament, people)

    assert (reload(tournament).state, current_stage(tournament).number) == (TournamentState.REVIEW, 1)
    assert order(tournament)[0] == (1, people[0])


def test_E31_the_sections_that_follow_have_the_same_options():
    tournament, people = sections(6)
    options = {"games_each": 2, "tiebreaks": ["sos"], "group_size": 4, "drawing": "hand", "best": 2, "final_games": 3}
    tournament.stages.update(**options)
    while current_stage(tournament).number == 1:
        stronger_wins(tournament, people)

    assert {name: getattr(current_stage(tournament), name) for name in options} == options


def test_E31_winners_are_seeded_by_place_then_points_then_rank():
    tournament, _ = sections(6, best=2, then=NextStage.KNOCKOUT)
    first, second = current_stage(tournament).groups
    by_name = list(tournament.entries.filter(pk__in=second).order_by("player__username").values_list("pk", flat=True))
    for rank, pk in enumerate((first[0], *by_name, first[1])):
        tournament.entries.filter(pk=pk).update(rank=rank)

    play_rings(tournament, straight=(1,))

    (seeds,) = current_stage(tournament).groups
    stronger, weaker = sorted(set(seeds) & set(second), key=by_name.index, reverse=True)
    assert seeds == [first[0], stronger, first[1], weaker], "the second of the first section is not in its half"


def test_E31_sections_lead_into_a_knockout_in_which_mates_stand_in_other_halves():
    tournament, people = sections(8, group_size=4, best=2, then=NextStage.KNOCKOUT, final_games=3, third_place=True)
    assert [len(ids) for ids in current_stage(tournament).groups] == [4, 4]
    groups = current_stage(tournament).groups
    while current_stage(tournament).number == 1:
        stronger_wins(tournament, people)
    last = current_stage(tournament)
    (seeds,) = last.groups
    section = {pk: number for number, ids in enumerate(groups) for pk in ids}
    assert (last.games_each, last.third_place, len(seeds)) == (3, True, 4)
    assert [section[seeds[0]], section[seeds[3]]] in ([0, 1], [1, 0]), "the first semi-final is between sections"

    play(tournament, people)

    client = Client()
    page = client.get(f"/tournaments/{tournament.pk}/bracket/").content.decode()
    assert f"Round {last.first_round}" in page
    api = client.get(f"/api/v1/tournaments/{tournament.pk}/sections/?stage=1").json()
    assert [len(one["results"]) for one in api["results"]] == [4, 4]
    assert [place for place, _ in order(tournament)][:4] == [1, 2, 3, 4]
    assert order(tournament)[0] == (1, people[0])
    for path in ("", "standings/", "standings/?stage=1&page=9", "rounds/1/", "files/h9/", "files/csv/", "log/"):
        assert client.get(f"/tournaments/{tournament.pk}/{path}").status_code == 200, path
    assert client.get(f"/api/v1/tournaments/{tournament.pk}/").json()["stage"] == 2


def test_E31_directors_exchange_players_by_hand_before_the_first_round():
    tournament, people = sections(6, drawing=SectionAssignment.HAND)
    owner = asked(tournament.owner)
    assert not pairings(tournament, 1), "it waits for the director"
    swiss, _ = make_running(2, played={"following": "hand"})
    assert [staging.may_exchange_sections(one) for one in (tournament, swiss)] == [True, False]
    groups = current_stage(tournament).groups
    one, other = (tournament.entries.get(pk=ids[0]).player for ids in groups)
    mate = tournament.entries.get(pk=groups[0][1]).player
    proposing.propose_next_round(owner, tournament.pk)
    for error, pair in ((errors.BadActInput, (one, mate)), (errors.NotEntered, (one, make_player()))):
        with pytest.raises(error):
            staging.exchange_sections(owner, tournament.pk, pair)

    staging.exchange_sections(owner, tournament.pk, (one, other))

    after = current_stage(tournament).groups
    assert (after[0][0], after[1][0]) == (groups[1][0], groups[0][0])
    line = LogLine.objects.get(tournament=tournament, act="exchanged")
    assert (line.about, line.other) == (one, other)
    directing.set_director(owner, tournament.pk, one, is_director=True)
    with pytest.raises(errors.OwnGameAffected):
        staging.exchange_sections(asked(one), tournament.pk, (one, other))
    assert tournament.rounds.get(number=1).state == RoundState.PLANNED, "what was proposed is gone"
    made = proposing.propose_next_round(owner, tournament.pk)
    with pytest.raises(errors.WrongState):
        changing.swap_players_in_proposal(owner, tournament.pk, changing.ProposalEdit(one.pk, mate.pk, made.proposal))
    proposing.publish_proposal(owner, tournament.pk, made.proposal)
    with pytest.raises(errors.WrongState):
        staging.exchange_sections(owner, tournament.pk, (one, other))
    look()
    play(tournament, people)
    assert reload(tournament).state == TournamentState.REVIEW


def test_E31_E105_the_directors_page_announces_the_stage_after_the_sections():
    tournament, people = sections(6)
    announced = "The next round starts: when the last game in a round has ended"
    while current_stage(tournament).number == 1:
        assert announced in signed_in(tournament.owner).get(f"/tournaments/{tournament.pk}/direct/").content.decode()
        stronger_wins(tournament, people)
    page = signed_in(tournament.owner).get(f"/tournaments/{tournament.pk}/direct/").content.decode()
    assert "Each match starts as soon as both players are known." in page
    assert announced not in page


def test_E31_points_of_a_director_count_in_the_stage_in_which_they_were_given():
    tournament, people = sections(6, then=NextStage.SECTIONS, best=2)
    while current_stage(tournament).number == 1:
        stronger_wins(tournament, people)
    assert (current_stage(tournament).kind, [len(one) for one in current_stage(tournament).groups]) == (
        SystemKind.SECTIONS,
        [2, 2],
    )
    directing.adjust_points(asked(tournament.owner), tournament.pk, people[0], (-6, "late"))
    first = {line.player: line.values[0] for one in tables.section_tables(tournament, tournament.stages.get(number=1))
             for line in one.table.lines}  # fmt: skip
    now = {line.player: line.values[0] for one in tables.section_tables(tournament, current_stage(tournament))
           for line in one.table.lines}  # fmt: skip
    assert (first[people[0]], now[people[0]]) == ("2", "-3")


def test_E37_groups_play_a_round_robin_by_score_in_each_round():
    tournament, people = make_running(
        7, played={"kind": SystemKind.GROUPS, "rounds": 2, "group_size": 4, "late_entry": True}, most=20
    )
    rows = pairings(tournament, 1)
    assert sorted(one.group for one in rows) == [1] * 6 + [2] * 3, "all games at the same time"
    assert all(one.game for one in rows)
    stronger_wins(tournament, people)
    assert {one.group for one in pairings(tournament, 2)} == {1, 2}
    page = Client().get(f"/tournaments/{tournament.pk}/rounds/1/").content.decode()
    assert "Group 1" in page
    assert "Section 1" not in page
    play(tournament, people)

    system = pairing_system(tournament, current_stage(tournament))
    found = {line.entry: line for line in standings_after_round(system, standings_input(tournament), None)}
    start = 2 * sum(max(rank, 10) for rank in tournament.entries.values_list("rank", flat=True))
    total = sum(line.values[Criterion.MMS] for line in found.values()) - start
    assert total == 2 * (9 + 9) + 2 * 3, "E37: a missing game of the smaller group counts a half"
    table = tables.standings_table_of(tournament)
    assert table.rounds == [1, 1, 1, 2, 2, 2], "a column for each game of a round"
    assert order(tournament)[0] == (1, people[0])
    page = Client().get(f"/tournaments/{tournament.pk}/standings/")
    assert page.status_code == 200


def test_E37_directors_swap_players_of_groups_with_all_of_their_games():
    tournament, _ = make_running(6, played={"kind": SystemKind.GROUPS, "group_size": 3, "following": "hand"}, most=20)
    owner = asked(tournament.owner)
    made = proposing.propose_next_round(owner, tournament.pk)
    rows = pairings(tournament, 1)
    one = next(row.black for row in rows if row.group == 1)
    other = next(row.black for row in rows if row.group == 2)
    changed = changing.swap_players_in_proposal(
        owner, tournament.pk, changing.ProposalEdit(one.player_id, other.player_id, made.proposal)
    )
    after = pairings(tournament, 1)
    groups = {row.group for row in after if one.pk in (row.black_id, row.white_id)}
    assert groups == {2}
    assert len({frozenset((row.black_id, row.white_id)) for row in after}) == 6
    proposing.publish_proposal(owner, tournament.pk, changed.proposal)
    look()
    assert all(row.game for row in pairings(tournament, 1))


@pytest.mark.parametrize(
    ("played", "limits", "field"),
    [
        ({"kind": SystemKind.SECTIONS, "group_size": 11}, {}, "group_size"),
        ({"kind": SystemKind.GROUPS, "group_size": 26}, {"entering": EntryPolicy.INVITATION}, "group_size"),
        ({"kind": SystemKind.SECTIONS, "best": 8}, {}, "best"),
        ({"kind": SystemKind.SECTIONS, "third_place": True}, {}, "third_place"),
        ({"kind": SystemKind.GROUPS, "handicaps": True}, {}, "handicaps"),
    ],
)
def test_E25_what_does_not_fit_is_refused(played, limits, field):
    with pytest.raises(errors.BadTournament) as error:
        make_draft(played=played, **limits)
    assert error.value.data["field"] == field


def test_E25_small_circles_may_play_in_larger_groups():
    assert make_draft(played={"kind": SystemKind.SECTIONS, "group_size": 25}, entering=EntryPolicy.INVITATION).pk
    assert make_draft(played={"kind": SystemKind.SECTIONS, "group_size": 10}).pk
    assert make_draft(played={"kind": SystemKind.SWISS, "group_size": 25}).pk, "it has no groups"


def test_E92_a_corrected_result_of_sections_that_changes_who_goes_on_is_shown_to_directors_once():
    tournament, people = sections(6, then=NextStage.KNOCKOUT, best=1)
    while current_stage(tournament).number == 1:
        stronger_wins(tournament, people)
    there = set(current_stage(tournament).groups[0])
    rows = Pairing.objects.filter(round__tournament=tournament, round__stage__number=1).select_related("round")
    lower = next(one for one in rows if not {one.black_id, one.white_id} & there)
    of_group = [one for one in rows if one.group == lower.group and {one.black_id, one.white_id} & there]
    owner = asked(tournament.owner)

    def correct(one, result):
        directing.set_result(owner, tournament.pk, (one.round.number, one.board), (result, "seen too late"))
        return LogLine.objects.filter(tournament=tournament, act="stray_stage").count()

    assert correct(lower, "void") == 0, "the same goes on"
    first = ["white_wins" if one.black_id in there else "black_wins" for one in of_group]
    assert correct(of_group[0], first[0]) == 1
    assert correct(of_group[0], first[0]) == 1, "once a board"
    beside = next(one for one in rows if one.round == of_group[0].round and one.board != of_group[0].board)
    assert correct(beside, "void") == 2, "the other board of the round"
    later = next(one for one in rows if one.round != beside.round and one.board == beside.board)
    assert correct(later, "void") == 3, "the same board of another round"
    assert Notice.objects.filter(kind="event_stray", player=tournament.owner).exists()
    assert set(current_stage(tournament).groups[0]) == there, "what is published stands"


def strays_after(tournament, one, result):
    """Return the number of boards that are reported to change who advances, after a director has set this result."""
    seat = one.round.number, one.board
    directing.set_result(asked(tournament.owner), tournament.pk, seat, (result, "seen too late"))
    return LogLine.objects.filter(tournament=tournament, act="stray_stage").count()


@pytest.mark.parametrize("then", [NextStage.KNOCKOUT, NextStage.SECTIONS])
def test_E92_a_correction_that_makes_another_the_second_of_a_section_is_shown_where_two_go_on(then):
    tournament, people = sections(6, then=then, best=2)
    while current_stage(tournament).number == 1:
        stronger_wins(tournament, people)

    ids = tournament.stages.get(number=1).groups[0]
    first, second, third = sorted(tournament.entries.filter(pk__in=ids), key=lambda one: people.index(one.player))
    games = Pairing.objects.filter(round__tournament=tournament, round__stage__number=1).select_related("round")
    decided = {frozenset((one.black_id, one.white_id)): one for one in games}
    of_two, of_all = decided[frozenset((second.pk, third.pk))], decided[frozenset((first.pk, third.pk))]
    assert strays_after(tournament, of_all, "black_wins" if of_all.black_id == first.pk else "white_wins") == 0
    assert strays_after(tournament, of_two, "black_wins" if of_two.black_id == third.pk else "white_wins") == 1


def test_E92_players_who_left_before_the_next_stage_do_not_go_on_by_a_correction():
    tournament, people = sections(6, then=NextStage.KNOCKOUT, best=2)
    gone = tournament.entries.get(player=people[0])
    leaving.withdraw_from_tournament(asked(people[0]), tournament.pk)
    while current_stage(tournament).number == 1:
        stronger_wins(tournament, people)

    games = Pairing.objects.filter(round__tournament=tournament, round__stage__number=1).select_related("round")
    for one in [one for one in games if gone.pk in (one.black_id, one.white_id)]:
        assert strays_after(tournament, one, "black_wins" if one.black_id == gone.pk else "white_wins") == 0


def test_E92_players_who_leave_in_the_next_stage_went_on_all_the_same():
    tournament, people = sections(6, then=NextStage.KNOCKOUT, best=1)
    while current_stage(tournament).number == 1:
        stronger_wins(tournament, people)
    there = set(current_stage(tournament).groups[0])
    leaving.withdraw_from_tournament(asked(people[0]), tournament.pk, now=True)

    games = Pairing.objects.filter(round__tournament=tournament, round__stage__number=1).select_related("round")
    of_others = [one for one in games if not {one.black_id, one.white_id} & there]
    assert [strays_after(tournament, one, "void") for one in of_others] == [0, 0]


def test_E92_a_result_of_the_stage_that_is_being_played_is_set_and_directors_hear_nothing():
    tournament, _people = sections(6)
    one = pairings(tournament, 1)[0]
    directing.set_result(asked(tournament.owner), tournament.pk, (1, one.board), ("black_wins", "by phone"))
    assert pairings(tournament, 1)[0].result == "black_wins"
    assert not Notice.objects.filter(kind="event_stray").exists()


def test_E92_a_match_of_the_knockout_after_sections_whose_players_change_is_named_by_its_round():
    tournament, people = sections(6, then=NextStage.KNOCKOUT, best=2)
    while current_stage(tournament).number == 1:
        stronger_wins(tournament, people)
    stronger_wins(tournament, people)
    semifinal = pairings(tournament, 4)[0]
    won = "white_wins" if people.index(semifinal.black.player) < people.index(semifinal.white.player) else "black_wins"

    directing.set_result(asked(tournament.owner), tournament.pk, (4, semifinal.board), (won, "seen too late"))
    look()

    assert LogLine.objects.get(tournament=tournament, act="stray").round == 5
