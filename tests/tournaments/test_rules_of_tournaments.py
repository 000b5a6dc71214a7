"""Limits of tournaments, and the server's steps, each done once and for one tournament only (E10 to E57)."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from accounts.models import Block
from games.services import event_games
from notifications.models import Notice
from ratings.ranks import STRONGEST, Rank
from rules import Color
from tests.factories import NOON, days, make_player
from tests.tournaments.helpers import (
    acts_of,
    asked,
    look,
    lose,
    make_draft,
    make_open,
    make_running,
    pairings,
    refused,
    reload,
    white_loses,
)  # fmt: skip
from tests.tournaments.test_brackets import SINGLE, running
from tests.tournaments.test_proposals import by_hand
from tests.tournaments.test_staying import entry_of, run_out
from tests.tournaments.test_tools import full
from tournaments import errors
from tournaments.access import current_stage
from tournaments.announcing import ActAuthor
from tournaments.models import EntryPolicy, EntryState, Pairing, RoundState, StartCondition, Tournament, TournamentState
from tournaments.models.tournament_options import LATEST_START, MOST_TIEBREAKS, TIEBREAKS
from tournaments.services import (
    advancing,
    bars,
    brackets,
    directing,
    due,
    entering,
    importing,
    leaving,
    proposing,
    replacing,
    seeding,
    starting,
    staying,
)
from tournaments.services.importing import NamedSeats
from tournaments.services.waking import wake
from tournaments.stage_data import load_knockout
from tournaments.systems.types import Criterion, SystemKind

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def field_refused(refusal, do, *arguments, **named):
    with pytest.raises(refusal) as caught:
        do(*arguments, **named)
    return caught.value.data["field"]


def test_E57_results_are_confirmed_a_week_after_the_end_of_a_tournament_and_of_no_other():
    made, _ = make_running(2, played={"rounds": 1})
    assert not advancing.finalize_results_if_due(made.pk, NOON + days(30)), "it is running"
    white_loses(made, 1)
    look()
    assert reload(made).state == TournamentState.REVIEW
    assert not advancing.finalize_results_if_due(made.pk, NOON + days(7) - SECOND)
    assert advancing.finalize_results_if_due(made.pk, NOON + days(7))
    assert not advancing.finalize_results_if_due(made.pk, NOON + days(8)), "once"
    assert acts_of(made).count("closed") == 1


def test_E21_a_look_at_one_knockout_leaves_what_ended_in_another_for_its_own():
    first, second = (make_running(4, played=SINGLE)[0] for _ in range(2))
    for pairing in (*running(first), *running(second)):
        lose(pairing, pairing.white.player)
    assert brackets.advance_knockout(first.pk, NOON)
    assert list(brackets.knockouts_to_advance(NOON)) == [second]
    assert brackets.advance_knockout(second.pk, NOON)
    assert not brackets.knockouts_to_advance(NOON).exists()
    assert not brackets.advance_knockout(make_running(2)[0].pk, NOON), "it is none"


def test_E21_a_knockout_goes_on_before_its_first_game_and_after_each_result_of_its_own():
    made, other = (make_open(played=SINGLE) for _ in range(2))
    black, white = (entering.enter_tournament(asked(make_player()), made.pk) for _ in range(2))
    Tournament.objects.update(state=TournamentState.RUNNING)
    first = made.rounds.create(stage=current_stage(made), number=1)
    sections = other.stages.create(number=2, kind=SystemKind.SECTIONS, first_round=2)
    other.rounds.create(stage=sections, number=2).pairings.create(board=1, black=black, white=white, komi=0)
    goes_on = lambda: set(brackets.knockouts_to_advance(NOON))  # noqa: E731
    assert goes_on() == {made, other}
    first.pairings.create(board=1, black=black, white=white, komi=0, counted=False)
    assert goes_on() == {other}
    first.pairings.update(result="void")
    assert goes_on() == {made, other}
    first.pairings.update(counted=True)
    assert goes_on() == {other}


def test_E33_bar_and_floor_may_be_the_same_but_the_floor_not_above_the_bar():
    made = make_open(played={"kind": SystemKind.MCMAHON})
    owner, rank, above = asked(made.owner), Rank.parse("3k"), Rank.parse("2k")
    assert field_refused(errors.BadActInput, bars.set_bar_and_floor, owner, made.pk, (rank, above), "field") == "floor"
    stage = bars.set_bar_and_floor(owner, made.pk, (rank, rank), "field")
    assert (stage.bar, stage.floor) == (rank.steps, rank.steps)


def test_E55_a_director_gives_or_takes_up_to_twenty_points_but_not_none():
    made, (player, _other) = make_running(2)
    for halves in (0, 41, -41):
        wrong = (asked(made.owner), made.pk, player, (halves, "x"))
        assert field_refused(errors.BadActInput, directing.adjust_points, *wrong) == "halves"
    for halves in (40, -40):
        assert directing.adjust_points(asked(made.owner), made.pk, player, (halves, "late")).halves == halves


def test_E54_a_director_who_plays_decides_no_result_of_their_own():
    made, _ = make_running(4)
    one, other = pairings(made, 1)
    directing.set_director(asked(made.owner), made.pk, one.white.player, is_director=True)
    director = asked(one.white.player)
    refused(errors.OwnGameAffected, directing.set_result, director, made.pk, (1, one.board), ("void", "mine"))
    assert directing.set_result(director, made.pk, (1, other.board), ("void", "engine")).result == "void"


def test_E4_a_result_that_a_director_gives_in_a_knockout_is_counted_at_the_next_look():
    made, _ = make_running(4, played=SINGLE)
    one, other = running(made)
    for pairing in (one, other):
        directing.set_result(asked(made.owner), made.pk, (1, pairing.board), ("black_by_default", "away"))
    look()
    (final,) = [pairing for pairing in running(made) if pairing.round.number == 2]
    assert {final.black, final.white} == {one.black, other.black}


@pytest.mark.parametrize(
    ("played", "field"),
    [
        ({"kind": SystemKind.ROUND_ROBIN, "half_for_missed": True}, "half_for_missed"),
        ({"kind": SystemKind.SECTIONS, "group_size": 4, "then": "knockout", "final_games": 2}, "final_games"),
        ({"kind": SystemKind.SECTIONS, "group_size": 4, "then": "knockout", "final_games": 4}, "final_games"),
        ({"kind": SystemKind.FREE}, "kind"),
        ({"rounds": 0}, "rounds"),
        ({"tiebreaks": (Criterion.SOS, Criterion.SOS)}, "tiebreaks"),
        ({"tiebreaks": (Criterion.SEED,)}, "tiebreaks"),
        ({"tiebreaks": TIEBREAKS[: MOST_TIEBREAKS + 1]}, "tiebreaks"),
    ],
)
def test_what_a_tournament_cannot_be_is_refused_by_the_name_of_its_field(played, field):
    assert field_refused(errors.BadTournament, make_open, played=played) == field


def test_what_a_tournament_may_be():
    assert current_stage(make_open(played={"half_for_missed": True})).half_for_missed
    assert current_stage(make_open(played={"tiebreaks": TIEBREAKS[:MOST_TIEBREAKS]})).tiebreaks
    for games in (1, 3, 5):
        assert make_open(
            played={"kind": SystemKind.SECTIONS, "group_size": 4, "then": "knockout", "final_games": games}
        )
    latest = NOON + LATEST_START
    for at in (NOON + SECOND, latest):
        assert make_draft(starting=StartCondition.DATE, starts_at=at).starts_at == at
    for at in (NOON, latest + SECOND):
        assert (
            field_refused(errors.BadTournament, make_draft, starting=StartCondition.DATE, starts_at=at) == "starts_at"
        )


def test_E13_a_tournament_starts_when_it_is_full_or_at_its_date_and_not_sooner():
    made = make_open(starting=StartCondition.DATE, starts_at=NOON + days(5))
    for _ in range(2):
        entering.enter_tournament(asked(make_player()), made.pk)
    assert not starting.start_if_due(made.pk, NOON + days(5) - SECOND)
    assert starting.start_if_due(made.pk, NOON + days(5))
    assert not starting.start_if_due(made.pk, NOON + days(5)), "once"
    full_one = make_open(starting=StartCondition.FULL, most=2)
    entering.enter_tournament(asked(make_player()), full_one.pk)
    assert not starting.start_if_due(full_one.pk, NOON)
    by_hand_only = make_open(most=2)
    for made in (full_one, by_hand_only, by_hand_only):
        entering.enter_tournament(asked(make_player()), made.pk)
    assert [starting.start_if_due(made.pk, NOON) for made in (full_one, by_hand_only)] == [True, False]


def test_E13_E91_a_full_tournament_and_a_published_round_are_looked_at_at_once(django_capture_on_commit_callbacks):
    def wakes(do, *arguments):
        with django_capture_on_commit_callbacks() as callbacks:
            do(*arguments)
        return wake in callbacks

    for start, when_full in ((StartCondition.FULL, True), (StartCondition.HAND, False)):
        made = make_open(starting=start, most=2)
        found = [wakes(entering.enter_tournament, asked(make_player()), made.pk) for _ in range(2)]
        assert found == [False, when_full], start
        made = make_open(starting=start, most=2, entering="approval")
        people = [make_player() for _ in range(2)]
        for player in people:
            entering.enter_tournament(asked(player), made.pk)
        approve = partial(entering.answer_application, asked(made.owner), made.pk, accept=True)
        assert [wakes(approve, player) for player in people] == [False, when_full], start
    made, _people, director = by_hand(4)
    seen = proposing.propose_next_round(director, made.pk).proposal
    assert wakes(proposing.publish_proposal, director, made.pk, seen)


def test_E10_who_was_invited_or_not_approved_is_declined_when_it_starts_and_the_others_hear_of_it():
    made = make_open(entering=EntryPolicy.APPROVAL)
    players = [make_player() for _ in range(2)]
    applied, invited = make_player(), make_player()
    for player in (*players, applied):
        entering.enter_tournament(asked(player), made.pk)
    for player in players:
        entering.answer_application(asked(made.owner), made.pk, player, accept=True)
    entering.invite_player(asked(made.owner), made.pk, invited)
    starting.start_tournament(asked(made.owner), made.pk)
    assert [entry_of(made, player).state for player in (applied, invited)] == [EntryState.DECLINED] * 2
    assert {entry_of(made, player).number for player in players} == {1, 2}, "who plays has a number"
    notices = Notice.objects.filter(kind="event_started").values_list("player", flat=True)
    assert set(notices) == {player.pk for player in players}


def test_E26_rounds_to_skip_are_those_to_come_and_no_later_ones():
    made, (player, *_others) = make_running(4)
    for rounds in ([1], [4], [2, 4]):
        assert field_refused(errors.BadActInput, staying.set_skipped_rounds, asked(player), made.pk, rounds) == "rounds"
    assert staying.set_skipped_rounds(asked(player), made.pk, [2, 3]).skips == [2, 3]


def test_E51_who_says_that_they_still_play_stands_in_the_log_once():
    made, _ = make_running(4)
    lost = pairings(made, 1)[0]
    run_out(lost, NOON + days(4))
    assert [one.pk for one in staying.unprocessed_timeouts()] == [lost.pk]
    look(NOON + days(4))
    assert not staying.unprocessed_timeouts().exists()
    for _ in range(2):
        staying.confirm_entry(asked(lost.black.player, NOON + days(5)), made.pk)
    assert acts_of(made).count("confirmed") == 1


def test_E50_who_withdraws_and_resigns_loses_the_running_games_at_the_next_look():
    made, _ = make_running(4)
    one, other = pairings(made, 1)
    leaving.withdraw_from_tournament(asked(one.black.player), made.pk)
    leaving.withdraw_from_tournament(asked(other.black.player), made.pk, now=True)
    look()
    assert [pairing.game.winner for pairing in pairings(made, 1)] == [None, Color.WHITE.value]


def test_E53_a_player_who_is_replaced_keeps_the_seats_in_other_tournaments():
    made, people, late = full()
    other = make_open()
    for player in people:
        entering.enter_tournament(asked(player), other.pk)
    starting.start_tournament(asked(other.owner), other.pk)
    look()
    before = [(one.black.player, one.white.player, one.game) for one in pairings(other, 1)]
    out = pairings(made, 1)[0].white.player

    replacing.replace_player(asked(made.owner), made.pk, (out, late), "never came")

    assert [(one.black.player, one.white.player, one.game) for one in pairings(other, 1)] == before
    assert late in {player for one in pairings(made, 1) for player in (one.black.player, one.white.player)}


def test_E53_a_stronger_player_takes_the_replaced_players_place_in_the_bracket():
    made, people, late = full(kind=SystemKind.KNOCKOUT)
    seeds = load_knockout(made, current_stage(made)).seeds
    old, new = (entry_of(made, player) for player in (people[0], late))
    made.entries.filter(pk=new.pk).update(rank=STRONGEST)

    replacing.replace_player(asked(made.owner), made.pk, (people[0], late), "never came")

    found = current_stage(reload(made))
    assert load_knockout(made, found).seeds == tuple(new.pk if pk == old.pk else pk for pk in seeds)
    swiss, (out, *_others), waits = full()
    replacing.replace_player(asked(swiss.owner), swiss.pk, (out, waits), "never came")
    assert current_stage(reload(swiss)).groups == [], "it has no bracket"


def test_E53_no_one_is_replaced_while_a_game_of_theirs_starts(monkeypatch):
    made, _people, late = full(2)
    (row,) = pairings(made, 1)
    Pairing.objects.filter(pk=row.pk).update(game=None)
    lock = event_games.lock_event_games

    def overtaken(games):
        Pairing.objects.filter(pk=row.pk).update(game=row.game)
        return lock(games)

    monkeypatch.setattr(event_games, "lock_event_games", overtaken)
    replace = (asked(made.owner), made.pk, (row.black.player, late), "never came")
    refused(errors.PairingsChanged, replacing.replace_player, *replace)
    monkeypatch.undo()
    assert replacing.replace_player(*replace).player == late, "the next try has read the game"


def test_E90_a_proposal_replaces_that_of_its_round_and_of_no_other_tournament():
    other, _people, director = by_hand()
    proposing.propose_next_round(director, other.pk)
    before = [(one.pk, one.black, one.white) for one in pairings(other, 1)]
    made, _people, owner = by_hand(6)
    proposing.propose_next_round(owner, made.pk)
    assert [(one.pk, one.black, one.white) for one in pairings(other, 1)] == before
    assert len(pairings(made, 1)) == 3


def test_E90_a_proposal_that_a_director_has_asked_for_is_not_asked_for_any_more_once_it_is_there():
    made, _people, owner = by_hand()
    round_ = proposing.propose_next_round(owner, made.pk)
    made.rounds.filter(pk=round_.pk).update(wanted=NOON)
    assert proposing.propose_round(round_, ActAuthor.server(NOON)).proposal == round_.proposal
    assert made.rounds.get(pk=round_.pk).wanted is None


def test_E94_a_large_round_is_paired_in_the_background_and_one_without_players_is_not_tried_again(
    monkeypatch, django_capture_on_commit_callbacks
):
    monkeypatch.setattr(proposing, "AT_MOST_AT_ONCE", 4)
    small, large, left = by_hand(4), by_hand(6), by_hand(6)
    assert proposing.propose_next_round(small[2], small[0].pk).state == RoundState.PROPOSED
    for later, (made, _people, director) in enumerate((large, left)):
        with django_capture_on_commit_callbacks() as callbacks:
            round_ = proposing.propose_next_round(asked(director.player, NOON - later * SECOND), made.pk)
        assert (round_.state, pairings(made, 1), wake in callbacks) == (RoundState.PLANNED, [], True)
    waiting = [large[0].rounds.get(number=1), left[0].rounds.get(number=1)]
    assert list(due._rounds_to_propose(NOON)) == waiting[::-1], "the longest wait comes first"
    for player in left[1]:
        leaving.withdraw_from_tournament(asked(player), left[0].pk)
    look()
    assert [len(pairings(made, 1)) for made, *_ in (large, left)] == [3, 0]
    assert list(due._rounds_to_propose(NOON)) == []


def test_E30_the_table_of_a_round_robin_is_of_its_own_players():
    make_running(3, played={"kind": SystemKind.ROUND_ROBIN})
    made, people = make_running(4, played={"kind": SystemKind.ROUND_ROBIN, "at_once": 3})
    met = [{one.black.player, one.white.player} for number in (1, 2, 3) for one in pairings(made, number)]
    assert len(met) == 6
    assert {player for pair in met for player in pair} == set(people)


def test_E85_E97_pairings_from_elsewhere_may_have_one_bye_and_nobody_twice():
    made, (one, two, three), owner = by_hand(3)
    for seats, why in (
        ([NamedSeats(one.username, one.username), NamedSeats(two.username, three.username)], "twice"),
        ([NamedSeats(one.username, two.username), NamedSeats(two.username, three.username)], "twice"),
        ([NamedSeats(one.username, None), NamedSeats(two.username, None), NamedSeats(three.username, None)], "pair"),
    ):
        with pytest.raises(errors.BadPairings) as caught:
            importing.propose_pairings(owner, made.pk, 1, seats)
        assert caught.value.data["why"] == why
    Block.objects.create(player=one, blocked=two, at=NOON)
    apart = [NamedSeats(two.username, one.username), NamedSeats(three.username, None)]
    refused(errors.BadPairings, importing.propose_pairings, owner, made.pk, 1, apart)
    importing.propose_pairings(
        owner, made.pk, 1, [NamedSeats(three.username, one.username), NamedSeats(two.username, None)]
    )
    assert [(row.black.player, row.white and row.white.player) for row in pairings(made, 1)] == [
        (three, one), (two, None),
    ]  # fmt: skip


def test_E38_seeds_are_set_in_systems_that_have_some_until_the_start_and_the_log_shortens_long_orders(monkeypatch):
    assert not seeding.may_seed(make_open(played={"kind": SystemKind.SWISS}))
    made = make_open(played=SINGLE)
    assert seeding.may_seed(made)
    names = [make_player("aino"), make_player("babak")]
    for player in names:
        entering.enter_tournament(asked(player), made.pk)
    order = seeding.SeedOrder([player.username for player in names])
    monkeypatch.setattr(seeding, "MOST_SEEDS", 1)
    assert (
        field_refused(errors.BadActInput, seeding.set_seeds, asked(made.owner), made.pk, order, "too many") == "seeds"
    )
    monkeypatch.setattr(seeding, "MOST_SEEDS", 2)
    assert [one.seed for one in seeding.set_seeds(asked(made.owner), made.pk, order, "by rank")] == [1, 2]
    assert (seeding.MOST_SEEDS, seeding.LONGEST_ORDER_TEXT) == (2, 60)
    for longest, text in ((11, "aino, babak"), (10, "aino, bab…")):
        monkeypatch.setattr(seeding, "LONGEST_ORDER_TEXT", longest)
        assert seeding._names_text(made.entries.order_by("pk")) == text
    starting.start_tournament(asked(made.owner), made.pk)
    assert not seeding.may_seed(reload(made))
