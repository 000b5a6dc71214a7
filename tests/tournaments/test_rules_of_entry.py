"""Exact limits of drafts, entry, invitations by list, the start, previews and the setup of games (E1, E2, E10 to E13,
E26, E35, E122, E134)."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

import pytest

from accounts.core.guests import NotForGuests
from accounts.core.restrictions import NewGamesBlocked
from accounts.models import Player
from clubs.models import ClubRole
from games.models import Game
from ratings.ranks import Rank
from tests.clubs.helpers import add, make_club
from tests.clubs.test_membership import play as play_games
from tests.factories import NOON, days, make_moderator, make_player
from tests.tournaments.helpers import (
    acts_of,
    asked,
    keys,
    make_draft,
    make_open,
    make_running,
    notified,
    pairings,
    plan,
    refused,
    reload,
    white_loses,
)
from tests.tournaments.test_staying import entry_of
from tournaments import errors
from tournaments.models import (
    EntryPolicy,
    EntryState,
    LogLine,
    Pairing,
    RoundState,
    StartCondition,
    Tournament,
    TournamentState,
)
from tournaments.services import (
    advancing,
    consenting,
    drafting,
    entering,
    inviting,
    leaving,
    of_clubs,
    playing,
    previewing,
    rows,
    starting,
    staying,
)
from tournaments.services.advancing import tournaments_to_pair
from tournaments.services.waking import wake
from tournaments.systems.types import SystemKind

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({"is_guest": True}, NotForGuests), ({"is_bot": True}, errors.BotNotAllowed),
        ({"barred_until": NOON + days(1)}, NewGamesBlocked),
    ],
)  # fmt: skip
def test_E1_who_makes_a_tournament(fields, refusal):
    refused(refusal, drafting.create_draft, asked(make_player(**fields)), plan())


def test_E10_a_tournament_for_members_is_of_a_club():
    club = make_club(make_player())
    made = make_open(club.founder, club=club.pk, entering=EntryPolicy.CLUB)
    assert (made.club, made.entering) == (club, EntryPolicy.CLUB)
    refused(errors.BadTournament, make_draft, entering=EntryPolicy.CLUB)


def test_E1_a_player_has_five_drafts_and_opens_a_draft_once_before_its_date():
    owner, other = make_player(), make_player()
    make_draft(other)
    drafts = [make_draft(owner) for _ in range(5)]
    refused(errors.BadTournament, make_draft, owner)
    assert (drafts[0].created_at, acts_of(drafts[0])) == (NOON, ["created"])
    opened = drafting.open_entry(asked(owner, NOON + SECOND), drafts[0].pk)
    assert (opened.state, opened.opened_at, acts_of(opened)) == (
        TournamentState.OPEN,
        NOON + SECOND,
        ["created", "opened"],
    )
    refused(errors.WrongState, drafting.open_entry, asked(owner), drafts[0].pk)
    dated = make_draft(owner, starting=StartCondition.DATE, starts_at=NOON + days(2))
    refused(errors.NoSuchTournament, drafting.open_entry, asked(other), dated.pk)
    refused(errors.BadTournament, drafting.open_entry, asked(owner, NOON + days(2)), dated.pk)
    assert drafting.open_entry(asked(owner, NOON + days(2) - SECOND), dated.pk).state == TournamentState.OPEN


def test_E2_a_tournament_is_cancelled_by_its_organiser_with_a_reason_and_its_entrants_are_notified():
    owner, director = make_player(), make_player()
    draft, made = make_draft(owner), make_open(owner, entering="approval", most=2)
    assert drafting.cancel_tournament(asked(owner), draft.pk, "").state == TournamentState.CANCELLED
    made.directors.create(player=director)
    people = [make_player() for _ in range(5)]
    for player, state in zip(people, ("entered", "waiting", "applied", "invited", "declined"), strict=True):
        made.entries.create(player=player, state=state, at=NOON)
    refused(errors.NotOwner, drafting.cancel_tournament, asked(director), made.pk, "x")
    refused(errors.ReasonNeeded, drafting.cancel_tournament, asked(owner), made.pk, " ")
    gone = drafting.cancel_tournament(asked(owner, NOON + SECOND), made.pk, " no time ")
    assert (gone.state, gone.ended_at) == (TournamentState.CANCELLED, NOON + SECOND)
    assert notified("event_cancelled") == keys(*people[:3])
    assert LogLine.objects.filter(tournament=made).latest("pk").reason == "no time"
    refused(errors.WrongState, drafting.cancel_tournament, asked(owner), made.pk, "again")


def test_E57_only_moderators_act_on_a_tournament_that_is_over():
    made, _ = make_running(2, played={"rounds": 1, "without_review": True})
    white_loses(made, 1)
    advancing.finish_round(made.rounds.get().pk, NOON)
    assert reload(made).state == TournamentState.FINISHED
    refused(errors.WrongState, rows.lock_for_director, asked(made.owner), made.pk)
    refused(errors.NotDirector, rows.lock_for_director, asked(make_player()), made.pk)
    assert rows.lock_for_director(asked(make_moderator()), made.pk)[1].role == "moderator"
    refused(errors.NoSuchTournament, rows.lock_tournament, made.pk + 1)
    assert rows.cleaned_reason("  why ") == "why"


def test_E13_a_tournament_starts_with_enough_players_and_declines_who_was_not_approved():
    made = make_open(fewest=3, entering="approval")
    people = [make_player() for _ in range(5)]
    for player in people[:4]:
        entering.enter_tournament(asked(player), made.pk)
    entering.invite_player(asked(made.owner), made.pk, people[4])
    for player in people[:2]:
        entering.answer_application(asked(made.owner), made.pk, player, accept=True)
    refused(errors.CannotBePaired, starting.start_tournament, asked(made.owner), made.pk)
    entering.answer_application(asked(made.owner), made.pk, people[2], accept=True)
    begun = starting.start_tournament(asked(made.owner, NOON + SECOND), made.pk)
    assert (begun.state, begun.started_at, len(begun.seed)) == (TournamentState.RUNNING, NOON + SECOND, 16)
    states = [entry_of(made, player).state for player in people]
    assert states == [EntryState.ENTERED] * 3 + [EntryState.DECLINED] * 2
    assert sorted(entry_of(made, player).number for player in people[:3]) == [1, 2, 3]
    assert notified("event_started") == keys(*people[:3])
    refused(errors.WrongState, starting.start_tournament, asked(made.owner), made.pk)


def test_E13_a_dated_tournament_is_postponed_by_a_week_once_and_then_cancelled():
    start = NOON + days(1)
    made = make_open(starting=StartCondition.DATE, starts_at=start, fewest=2)
    assert not starting.start_if_due(made.pk, start - SECOND)
    Tournament.objects.filter(pk=made.pk).update(asked_at=NOON)
    assert starting.start_if_due(made.pk, start)
    late = reload(made)
    assert late.asked_at is None, "whether entrants still come is asked again"
    assert (late.state, late.postponed, late.starts_at, late.regular_at) == (
        TournamentState.OPEN,
        True,
        start + days(7),
        start,
    )
    assert not starting.start_if_due(made.pk, start + days(7) - SECOND)
    assert starting.start_if_due(made.pk, start + days(7))
    assert reload(made).state == TournamentState.CANCELLED
    hand = make_open()
    for _ in range(2):
        entering.enter_tournament(asked(make_player()), hand.pk)
    assert not starting.start_if_due(hand.pk, NOON + days(99))


def test_E10_approval_is_of_who_asked_while_there_is_a_place():
    made = make_open(entering="approval", most=2)
    people = [make_player() for _ in range(3)]
    for player in people:
        entering.enter_tournament(asked(player), made.pk)
    for player in people[:2]:
        made_entry = entering.answer_application(asked(made.owner, NOON + SECOND), made.pk, player, accept=True)
        assert (made_entry.state, made_entry.at) == (EntryState.ENTERED, NOON + SECOND)
    refused(errors.EventFull, entering.answer_application, asked(made.owner), made.pk, people[2], accept=True)
    assert entering.answer_application(asked(made.owner), made.pk, people[2], accept=False).state == EntryState.DECLINED
    for player in (people[0], people[2], make_player()):
        refused(errors.NotEntered, entering.answer_application, asked(made.owner), made.pk, player, accept=True)
    assert notified("event_place") == keys(*people[:2])
    assert acts_of(made)[-3:] == ["approved", "approved", "declined"]


def test_E12_as_many_games_are_needed_and_as_few_may_run(monkeypatch):
    made = make_open(least_games=3)
    player = make_player()
    play_games(player, 2)
    with pytest.raises(errors.TooFewGames) as refusal:
        entering.enter_tournament(asked(player), made.pk)
    assert refusal.value.data == {"needed": 3, "finished": 2}
    play_games(player, 1)
    monkeypatch.setattr(entering, "MOST_RUNNING", 1)
    assert entering.enter_tournament(asked(player), made.pk).state == EntryState.ENTERED
    refused(errors.AlreadyEntered, entering.enter_tournament, asked(player), made.pk)


@pytest.mark.parametrize(("rounds", "begun", "may"), [(4, 2, True), (3, 2, False), (2, 1, True), (1, 1, False)])
def test_E26_late_entry_is_possible_until_half_of_the_rounds_have_begun(rounds, begun, may):
    made, _ = make_running(4, played={"rounds": rounds, "late_entry": True})
    made.rounds.filter(number__lte=begun).update(state=RoundState.PLAYING)
    assert entering.may_enter_late(made) is may
    assert entering.begun_round_numbers(made) == list(range(1, begun + 1))
    if may:
        late = entering.enter_tournament(asked(make_player()), made.pk)
        assert (late.number, late.skips, late.last_round) == (5, list(range(1, begun + 1)), None)
    assert not entering.may_enter_late(make_running(2)[0])


def test_E26_who_enters_late_has_a_number_at_once_and_who_applies_when_they_are_approved():
    for policy, act in ((EntryPolicy.OPEN, "late"), (EntryPolicy.APPROVAL, "applied")):
        made, player = make_open(played={"rounds": 4, "late_entry": True}, entering=policy), make_player()
        Tournament.objects.filter(pk=made.pk).update(state=TournamentState.RUNNING)
        entry = entering.enter_tournament(asked(player), made.pk)
        assert (entry.number, acts_of(made)[-1]) == (None if act == "applied" else 1, act)
    assert entering.answer_application(asked(made.owner), made.pk, player, accept=True).number == 1


def test_E26_a_running_tournament_that_is_full_has_no_waiting_list():
    made, (gone, _) = make_running(2, most=2, played={"rounds": 4, "late_entry": True})
    late = asked(make_player())
    for waiting in (False, True):
        refused(errors.EventFull, entering.enter_tournament, late, made.pk, waiting=waiting)
    leaving.withdraw_from_tournament(asked(gone), made.pk)
    assert entering.enter_tournament(late, made.pk).state == EntryState.ENTERED


def test_E26_a_player_on_the_waiting_list_can_enter_a_running_tournament_when_a_place_is_free():
    made = make_open(most=2, played={"rounds": 4, "late_entry": True}, entering=EntryPolicy.INVITATION)
    gone, stays, waiter = (make_player() for _ in range(3))
    for player in (gone, stays, waiter):
        entering.invite_player(asked(made.owner), made.pk, player)
        entering.enter_tournament(
            asked(player), made.pk, waiting=True, stated=entering.EntryStatement(Rank.parse("5k"), "https://a.test/")
        )
    refused(errors.AlreadyEntered, entering.enter_tournament, asked(waiter), made.pk)
    starting.start_tournament(asked(made.owner), made.pk)
    full = entering.entry_refusal(asked(waiter), reload(made), entry_of(made, waiter))
    assert full.message() == "All places are taken."
    leaving.withdraw_from_tournament(asked(gone), made.pk)
    entry = entering.enter_tournament(asked(waiter), made.pk)
    assert (entry.state, entry.shown_rank, entry.proof) == (EntryState.ENTERED, "5k", "https://a.test/")
    refused(errors.AlreadyEntered, entering.enter_tournament, asked(waiter), made.pk)


def test_E26_the_page_offers_a_waiting_player_the_free_place(client):
    made = make_open(most=2, played={"rounds": 4, "late_entry": True})
    gone, stays, waiter = (make_player() for _ in range(3))
    for player in (gone, stays, waiter):
        entering.enter_tournament(asked(player), made.pk, waiting=True)
    client.force_login(waiter)
    assert "Enter the tournament" not in client.get(f"/tournaments/{made.pk}/").text
    starting.start_tournament(asked(made.owner), made.pk)
    assert "Enter the tournament" not in client.get(f"/tournaments/{made.pk}/").text
    leaving.withdraw_from_tournament(asked(gone), made.pk)
    assert "Enter the tournament" in client.get(f"/tournaments/{made.pk}/").text
    client.force_login(stays)
    assert "Enter the tournament" not in client.get(f"/tournaments/{made.pk}/").text


def test_E12_a_removed_player_reads_that_a_director_removed_them():
    made, (player, _) = make_running(2, played={"rounds": 4, "late_entry": True})
    leaving.remove_player(asked(made.owner), made.pk, player, "a cheat")
    found = entering.entry_refusal(asked(player), reload(made), entry_of(made, player))
    assert found.message() == "A director has removed you from this tournament, so you can't enter again."


def test_E12_a_director_reads_why_a_player_cannot_be_invited_or_approved():
    made, (inside, removed, _) = make_running(3, played={"rounds": 4, "late_entry": True})
    leaving.remove_player(asked(made.owner), made.pk, removed, "a cheat")
    for player, text in (
        (inside, "This player has already entered or asked to enter."),
        (removed, "This player was removed from the tournament and can't enter again."),
    ):
        with pytest.raises(errors.AlreadyEntered) as caught:
            entering.invite_player(asked(made.owner), made.pk, player)
        assert caught.value.message() == text
    with pytest.raises(errors.PlayerNotEntered) as twice:
        entering.answer_application(asked(made.owner), made.pk, inside, accept=True)
    assert twice.value.message() == "This player is not waiting for approval."


def test_E12_a_director_who_approves_too_many_reads_that_all_places_are_taken():
    made = make_open(most=2, entering=EntryPolicy.APPROVAL)
    people = [make_player() for _ in range(3)]
    for player in people:
        entering.enter_tournament(asked(player), made.pk)
    for player in people[:2]:
        entering.answer_application(asked(made.owner), made.pk, player, accept=True)
    with pytest.raises(errors.EventFull, match="event_full") as caught:
        entering.answer_application(asked(made.owner), made.pk, people[2], accept=True)
    assert caught.value.message() == "All places are taken."


def test_E12_who_may_not_enter_does_not_join_the_waiting_list_either():
    made = make_open(most=2)
    for fields, refusal in (({"is_bot": True}, errors.BotNotAllowed), ({"is_guest": True}, NotForGuests)):
        refused(refusal, entering.enter_tournament, asked(make_player(**fields)), made.pk, waiting=True)


def test_E26_a_choice_of_rounds_to_skip_replaces_the_earlier_one_except_in_rounds_that_have_begun(
    django_capture_on_commit_callbacks,
):
    made, _ = make_running(4, played={"rounds": 4, "late_entry": True})
    player = make_player()
    entering.enter_tournament(asked(player), made.pk)
    for rounds, skips in (({3}, [1, 3]), ({2, 3, 4}, [1, 2, 3, 4]), ((2, 4), [1, 2, 4]), ((), [1])):
        with django_capture_on_commit_callbacks() as callbacks:
            assert staying.set_skipped_rounds(asked(player), made.pk, rounds).skips == skips
        assert (entry_of(made, player).skips, wake in callbacks) == (skips, True)
    for wrong in ({1}, {5}, {0}, {2, 5}):
        refused(errors.BadActInput, staying.set_skipped_rounds, asked(player), made.pk, wrong)
    lines = LogLine.objects.filter(tournament=made, act="skips").order_by("pk")
    assert {line.about for line in lines} == {player}
    assert [line.after for line in lines] == ["3", "2, 3, 4", "2, 4", ""]


def test_E26_rounds_are_skipped_in_systems_by_score_until_the_tournament_is_over():
    table, (player, *_) = make_running(4, played={"kind": SystemKind.ROUND_ROBIN})
    refused(errors.BadActInput, staying.set_skipped_rounds, asked(player), table.pk, {2})
    made, (player, *_) = make_running(2, played={"rounds": 3})
    drafting.cancel_tournament(asked(made.owner), made.pk, "no time")
    refused(errors.WrongState, staying.set_skipped_rounds, asked(player), made.pk, {2})
    refused(errors.WrongState, leaving.remove_player, asked(make_moderator()), made.pk, player, "a cheat")


def test_E13_who_was_not_seen_for_more_than_two_weeks_is_away():
    made = make_open()
    one, other = (entering.enter_tournament(asked(make_player(), at), made.pk) for at in (NOON, NOON + SECOND))
    assert entering.entries_of_unseen_players([one, other], NOON + days(14)) == []
    assert entering.entries_of_unseen_players([one, other], NOON + days(14) + SECOND) == [one]
    Player.objects.filter(pk=one.player_id).update(last_login=NOON + days(1))
    assert entering.entries_of_unseen_players([one, other], NOON + days(14) + 2 * SECOND) == [other]


def test_E12_free_places_go_to_who_has_waited_longest():
    made = make_open(most=2)
    inside = [make_player() for _ in range(2)]
    for player in inside:
        entering.enter_tournament(asked(player), made.pk)
    people = [make_player() for _ in range(3)]
    refused(errors.EventFull, entering.enter_tournament, asked(people[0]), made.pk)
    for player, at in zip(people, (NOON + 2 * SECOND, NOON + SECOND, NOON + 3 * SECOND), strict=True):
        assert entering.enter_tournament(asked(player, at), made.pk, waiting=True).state == EntryState.WAITING
    entering.fill_free_places(reload(made), NOON)
    assert notified("event_place") == keys(*inside), "there is no free place"
    leaving.withdraw_from_tournament(asked(inside[0]), made.pk)
    assert notified("event_place") == keys(*inside, people[1])
    assert [entry_of(made, one).state for one in people] == ["waiting", "entered", "waiting"]


def test_E134_up_to_two_hundred_players_of_a_list_are_invited_with_their_ranks(monkeypatch):
    assert (inviting.MOST_INVITED, inviting.BATCH, inviting.MOST_WITHOUT) == (200, 5000, 20_000)
    monkeypatch.setattr(inviting, "MOST_INVITED", 4)
    made = make_open()
    names = ("anna", "bela", "carl", "robot")
    anna, bela, carl, _robot = (make_player(name, is_bot=name == "robot") for name in names)
    Player.objects.filter(pk=carl.pk).update(is_active=False)
    entering.enter_tournament(asked(bela), made.pk)
    chosen = [(name, Rank.parse("4k")) for name in names]
    refused(errors.BadPlayerList, inviting.invite_listed_players, asked(made.owner), made.pk, [*chosen, ("dora", None)])
    assert inviting.invite_listed_players(asked(made.owner), made.pk, chosen) == 1
    found = entry_of(made, anna)
    assert (found.state, found.stated, made.entries.count()) == (EntryState.INVITED, Rank.parse("4k").steps, 2)
    assert inviting.invite_listed_players(asked(made.owner), made.pk, chosen) == 1, "again, without another notice"
    assert notified("event_invited") == [anna.pk]


def test_E131_who_has_not_entered_allows_no_name():
    made = make_open()
    player = make_player()
    entering.invite_player(asked(made.owner), made.pk, player)
    refused(errors.NotEntered, consenting.set_federation_name_consent, asked(player), made.pk, shares=False)
    refused(errors.NotEntered, consenting.set_federation_name_consent, asked(make_player()), made.pk, shares=False)
    entering.enter_tournament(asked(player), made.pk)
    assert consenting.set_federation_name_consent(asked(player), made.pk, shares=False).shares_name is False
    refused(errors.NoFederationData, consenting.set_federation_name_consent, asked(player), made.pk, shares=True)


def test_E122_round_one_is_previewed_before_the_start_with_two_players_in_systems_by_score():
    made = make_open()
    stage = made.stages.get()
    may = []
    for _ in range(2):
        may.append(previewing.may_preview_first_round(made, stage))
        entering.enter_tournament(asked(make_player()), made.pk)
    assert [*may, previewing.may_preview_first_round(made, stage)] == [False, False, True]
    table = make_open(played={"kind": SystemKind.ROUND_ROBIN})
    for _ in range(2):
        entering.enter_tournament(asked(make_player()), table.pk)
    assert not previewing.may_preview_first_round(table, table.stages.get())
    begun, _ = make_running(2)
    assert not previewing.may_preview_first_round(begun, begun.stages.get())
    assert previewing.find_previewed_round(begun) is None


@pytest.mark.parametrize(("size", "asked_for", "stones"), [(9, 1, 0), (9, 2, 2), (9, 9, 9), (19, 9, 9), (7, 9, 4)])
def test_E35_a_game_has_as_many_stones_as_its_board_takes_and_half_points_of_komi(size, asked_for, stones):
    made = make_open(size=size)
    setup = playing.setup_of_pairing(reload(made), Pairing(handicap=asked_for, komi=13))
    assert (setup.handicap, setup.komi, setup.width) == (stones, Decimal("6.5"), size)


def test_E24_a_published_round_has_its_days_and_who_has_a_bye_is_notified():
    made, people = make_running(3, round_days=4, played={"rounds": 2})
    first = made.rounds.get(number=1)
    assert (first.state, first.published_at, first.ends_at) == (RoundState.PLAYING, NOON, NOON + days(4))
    (bye,) = [one for one in pairings(made, 1) if one.white is None]
    assert notified("event_bye") == [bye.black.player_id]
    assert notified("event_paired") == keys(*(one for one in people if one.pk != bye.black.player_id))
    assert not tournaments_to_pair(NOON + days(9)).exists()
    assert Game.objects.count() == 1


def test_E78_a_club_shows_its_ten_latest_tournaments():
    assert of_clubs.MOST_SHOWN == 10
    owner = make_player()
    club = make_club(owner)
    add(club, make_player(), ClubRole.MEMBER)
    made = [make_open(owner, club=club.pk, name=f"Cup {number}") for number in range(3)]
    make_open(owner)
    make_draft(owner, club=club.pk)
    assert [line.name for line in of_clubs.club_tournaments(club)] == ["Cup 2", "Cup 1", "Cup 0"]
    of_clubs.cancel_unstarted_club_tournaments(club.pk, "closed", NOON + SECOND)
    assert {reload(one).state for one in made} == {TournamentState.CANCELLED}
    assert reload(made[0]).ended_at == NOON + SECOND
