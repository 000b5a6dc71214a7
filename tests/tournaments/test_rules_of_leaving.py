"""Leaving: confirmations, removals, copied and frozen data, and no effect on other players and tournaments (E10 to E13,
E50 to E55, E57, E78, E84, E93, E131)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import FederationProfile
from clubs.models import Membership
from games import verbs
from tests.accounts.test_data_export import lines, opened
from tests.clubs.helpers import make_club
from tests.factories import NOON, act, days, make_player
from tests.tournaments.helpers import (
    acts_of,
    asked,
    look,
    make_draft,
    make_open,
    make_running,
    notified,
    pairings,
    refused,
    reload,
    white_loses,
)
from tests.tournaments.test_staying import entry_of
from tournaments import errors
from tournaments.models import (
    Entry,
    EntryPolicy,
    EntryState,
    LogLine,
    Pairing,
    Repeats,
    StartCondition,
    Tournament,
    TournamentState,
)
from tournaments.services import (
    consenting,
    copying,
    directing,
    entering,
    freezing,
    leaving,
    of_clubs,
    starting,
    staying,
)
from tournaments.systems.types import EventResult

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
LATER = NOON + days(10)


def dated(*players, at=LATER, **options):
    found = make_open(starting=StartCondition.DATE, starts_at=at, **options)
    for player in players:
        entering.enter_tournament(asked(player), found.pk)
    return found


def test_E13_entrants_are_asked_from_three_days_before_the_start_on_once_and_not_after_it():
    one, other = dated(make_player()), dated(make_player())
    by_hand = make_open()
    asks = NOON + days(7)
    assert not staying.tournaments_to_ask_for_confirmation(asks - SECOND).exists()
    assert set(staying.tournaments_to_ask_for_confirmation(asks)) == {one, other}
    assert [staying.ask_for_confirmation(one.pk, asks) for _ in range(2)] == [True, False]
    assert list(staying.tournaments_to_ask_for_confirmation(asks)) == [other]
    before = len(notified("event_soon"))
    assert staying.ask_for_confirmation(other.pk, NOON + days(10))
    assert len(notified("event_soon")) == before == 1, "it is too late to tell anybody"
    assert not staying.ask_for_confirmation(by_hand.pk, asks)


def test_E51_silence_is_over_at_its_time_and_what_was_played_since_counts_in_that_tournament_only():
    made, (first, *_others) = make_running(4)
    second, _ = make_running(2)
    game = next(one.game for one in pairings(made, 1) if first.pk in (one.black.player_id, one.white.player_id))
    entry, until = entry_of(made, first), NOON + days(3)
    Entry.objects.filter(pk=entry.pk).update(asked_at=NOON, answer_by=until)
    assert not staying.entries_past_answer_deadline(until - SECOND).exists()
    assert not staying.withdraw_unconfirmed(entry.pk, until - SECOND)
    elsewhere = pairings(second, 1)[0]
    act(elsewhere.game, verbs.Pass, now=NOON + days(1))
    for _ in range(2):
        seat = type(game).objects.get(pk=game.pk).seat_on_turn()
        act(game, verbs.Pass, by=seat.player, now=NOON + days(1))
    assert list(staying.entries_past_answer_deadline(until)) == [entry]
    assert [staying.withdraw_unconfirmed(entry.pk, until) for _ in range(2)] == [True, False]
    found = entry_of(made, first)
    assert (found.state, found.asked_at, found.answer_by) == (EntryState.ENTERED, None, None)
    silent = entry_of(second, elsewhere.white.player)
    Entry.objects.filter(pk=silent.pk).update(asked_at=NOON, answer_by=until)
    assert staying.withdraw_unconfirmed(silent.pk, until)
    assert entry_of(second, elsewhere.white.player).state == EntryState.WITHDRAWN
    assert notified("event_dropped") == [silent.player_id]


@pytest.mark.parametrize("state", [EntryState.WAITING, EntryState.APPLIED, EntryState.INVITED])
@pytest.mark.parametrize("agreed", [True, False])
def test_E11_who_has_no_place_is_withdrawn_only_for_not_agreeing_to_changed_rules(state, agreed):
    made, player = make_open(), make_player()
    entering.enter_tournament(asked(player), made.pk)
    Tournament.objects.filter(pk=made.pk).update(revision=5)
    Entry.objects.update(state=state, revision=5 if agreed else 4, asked_at=NOON, answer_by=NOON)

    assert staying.withdraw_unconfirmed(entry_of(made, player).pk, NOON)

    is_out = not agreed and state != EntryState.INVITED
    entry = entry_of(made, player)
    assert (entry.state, entry.answer_by) == (EntryState.WITHDRAWN if is_out else state, None)


def test_E54_a_director_who_plays_removes_others_and_not_themselves():
    made, (first, second, third) = make_running(3)
    made.directors.create(player=first)
    refused(errors.OwnGameAffected, leaving.remove_player, asked(first), made.pk, first, "I am ill")
    assert entry_of(made, first).state == EntryState.ENTERED
    assert leaving.remove_player(asked(first), made.pk, second, "a cheat").state == EntryState.REMOVED
    refused(errors.NotEntered, leaving.remove_player, asked(first), made.pk, second, "again")
    refused(errors.NotEntered, leaving.remove_player, asked(first), made.pk, make_player(), "a stranger")
    leaving.withdraw_from_tournament(asked(third), made.pk)
    assert leaving.remove_player(asked(made.owner), made.pk, third, "a cheat as well").state == EntryState.REMOVED
    assert notified("event_act") == sorted([second.pk, third.pk])


def test_E55_who_is_removed_loses_what_is_not_decided_there_and_nothing_elsewhere():
    made, people = make_running(4)
    other = make_open()
    for player in people:
        entering.enter_tournament(asked(player), other.pk)
    starting.start_tournament(asked(other.owner), other.pk)
    look()
    white_loses(made, 1)
    look()
    decided = [(one.pk, one.result) for one in pairings(made, 1)]
    out = pairings(made, 2)[0].black.player
    for player, reason in ((out, " "), (make_player(), "why")):
        refused(
            errors.ReasonNeeded if reason == " " else errors.NotEntered,
            leaving.remove_player, asked(made.owner), made.pk, player, reason,
        )  # fmt: skip
    entry = leaving.remove_player(asked(made.owner), made.pk, out, "rude")
    assert (entry.state, entry_of(made, out).last_round, entry.at) == (EntryState.REMOVED, 2, NOON)
    assert notified("event_act") == [out.pk]
    assert [(one.pk, one.result) for one in pairings(made, 1)] == decided
    assert [one.result for one in pairings(made, 2)] == ["white_by_default", ""]
    assert {one.result for one in pairings(other, 1)} == {""}
    assert entry_of(other, out).state == EntryState.ENTERED
    refused(errors.NotEntered, leaving.remove_player, asked(made.owner), made.pk, out, "again")


@pytest.mark.parametrize(
    ("out", "result"),
    [
        ({1}, EventResult.WHITE_BY_DEFAULT), ({2}, EventResult.BLACK_BY_DEFAULT), ({1, 2, 3}, EventResult.BOTH_LOSE),
    ],
)  # fmt: skip
def test_E50_players_who_have_left_lose_by_forfeit(out, result):
    assert leaving.forfeit_result(Pairing(black_id=1, white_id=2), out) is result


def test_the_export_of_a_player_has_their_tournaments_and_what_was_logged_about_them_only():
    owner, director, one, other = who = [make_player() for _ in range(4)]
    made = make_open(owner, name="Mine")
    make_open(name="Theirs")
    directing.set_director(asked(owner), made.pk, director, is_director=True)
    for player in (one, other):
        entering.enter_tournament(asked(player), made.pk)
    directing.forbid_pairing(asked(director), made.pk, (one, other), "brothers")
    files = [opened(player) for player in who]
    counts = [
        [len(lines(file, name)) for file in files]
        for name in ("tournaments", "tournament_directing", "tournament_entries")
    ]
    assert counts == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1]]
    assert [[row["act"] for row in lines(file, "tournament_log")] for file in files] == [
        ["created", "opened", "director"], ["director", "forbidden"], ["entered", "forbidden"],
        ["entered", "forbidden"],
    ]  # fmt: skip


def test_E50_who_was_removed_withdraws_no_more_and_resigns_nothing():
    made, (player, *_others) = make_running(4)
    leaving.remove_player(asked(made.owner), made.pk, player, "rude")
    for now in (False, True):
        refused(errors.NotEntered, leaving.withdraw_from_tournament, asked(player), made.pk, now=now)
    assert (entry_of(made, player).state, entry_of(made, player).leaving) == (EntryState.REMOVED, False)
    assert "withdrew" not in acts_of(made)


def test_E50_who_resigns_the_games_of_a_tournament_plays_on_elsewhere():
    made, (player, other) = make_running(2)
    elsewhere = make_open()
    for one in (player, other):
        entering.enter_tournament(asked(one), elsewhere.pk)
    starting.start_tournament(asked(elsewhere.owner), elsewhere.pk)
    look()
    assert leaving.resign_games_in_progress(entry_of(made, player), NOON) == 1
    assert leaving.resign_games_in_progress(entry_of(made, player), NOON) == 0, "they are over"
    assert [pairings(one, 1)[0].game.is_finished for one in (made, elsewhere)] == [True, False]


@pytest.mark.parametrize("state", [TournamentState.REVIEW, TournamentState.FINISHED, TournamentState.CANCELLED])
def test_E50_nobody_withdraws_after_the_end(state):
    made, (player, _other) = make_running(2)
    Tournament.objects.filter(pk=made.pk).update(state=state)
    refused(errors.WrongState, leaving.withdraw_from_tournament, asked(player), made.pk, now=True)
    assert entry_of(made, player).state == EntryState.ENTERED


def test_E50_who_withdraws_twice_may_still_resign_and_only_there():
    made, (player, other, *_others) = make_running(4)
    leaving.withdraw_from_tournament(asked(other), made.pk, now=True)
    second = make_open()
    entering.enter_tournament(asked(player), second.pk)
    for _ in range(2):
        leaving.withdraw_from_tournament(asked(player), made.pk)
    assert acts_of(made).count("withdrew") == 2, "once each"
    assert not entry_of(made, player).leaving
    leaving.withdraw_from_tournament(asked(player), made.pk, now=True)
    assert entry_of(made, player).leaving
    assert leaving.resign_games_in_progress(entry_of(made, player), NOON) == 1
    assert [entry_of(made, one).leaving for one in (player, other)] == [False, True]
    assert entry_of(second, player).state == EntryState.ENTERED
    leaving.withdraw_from_tournament(asked(player), second.pk, now=True)
    assert not entry_of(second, player).leaving, "it has no games yet"
    refused(errors.NotEntered, leaving.withdraw_from_tournament, asked(make_player()), made.pk)


def test_F38_E93_entries_and_drafts_of_a_deleted_account_end_and_those_of_others_stay():
    gone, other = make_player(), make_player()
    open_one, closed = make_open(), make_open()
    for player in (gone, other):
        for made in (open_one, closed):
            entering.enter_tournament(asked(player), made.pk)
    Entry.objects.update(proof="https://x.org", family="Virtanen", shares_name=True)
    Tournament.objects.filter(pk=closed.pk).update(state=TournamentState.FINISHED)
    mine, theirs, opened = make_draft(gone), make_draft(other), make_open(gone)
    leaving.withdraw_deleted_from_tournaments(gone, NOON)
    states = set(Entry.objects.values_list("tournament", "player", "state"))
    entered = EntryState.ENTERED
    assert states == {
        (open_one.pk, gone.pk, EntryState.WITHDRAWN), (open_one.pk, other.pk, entered), (closed.pk, gone.pk, entered),
        (closed.pk, other.pk, entered),
    }  # fmt: skip
    kept = set(Entry.objects.values_list("player", "proof", "family", "shares_name"))
    assert kept == {(gone.pk, "", "", False), (other.pk, "https://x.org", "Virtanen", True)}
    assert [reload(one).state for one in (mine, theirs, opened)] == [
        TournamentState.CANCELLED,
        TournamentState.DRAFT,
        TournamentState.OPEN,
    ]
    assert reload(mine).ended_at == NOON


def test_E93_a_suspended_player_is_out_of_every_open_tournament_once():
    player, other = make_player(), make_player()
    tournaments = [make_open(), make_open()]
    for made in tournaments:
        for one in (player, other):
            entering.enter_tournament(asked(one), made.pk)
    for _ in range(2):
        leaving.withdraw_suspended_from_tournaments(player, NOON)
    for made in tournaments:
        assert (entry_of(made, player).state, entry_of(made, other).state) == (
            EntryState.WITHDRAWN, EntryState.ENTERED,
        )  # fmt: skip
        assert acts_of(made).count("suspended") == 1


def test_E84_the_club_of_an_entrant_is_the_oldest_one_that_shows_its_members():
    player, other = make_player(), make_player()
    hidden, first, second = (make_club(name=name) for name in ("Hidden Go", "First Go", "Second Go"))
    type(hidden).objects.filter(pk=hidden.pk).update(hidden_members=True)
    for club, joined in ((second, 2), (first, 1), (hidden, 0)):
        at = NOON + days(joined)
        Membership.objects.create(club=club, player=player, standing="member", at=at, joined_at=at)
    made = make_open()
    for one in (player, other):
        entering.enter_tournament(asked(one), made.pk)
    Entry.objects.filter(tournament=made, player=other).update(rank=30)
    frozen = {entry.player_id: entry for entry in freezing.frozen_entries(reload(made))}
    assert [frozen[one.pk].home_id for one in (player, other)] == [first.pk, None]
    assert sorted(entry.number for entry in frozen.values()) == [1, 2]
    assert (frozen[other.pk].rank, frozen[player.pk].rating) == (30, 1500)


def test_E55_a_copy_keeps_a_start_to_come_and_a_player_has_some_drafts_only(monkeypatch):
    owner = make_player()
    made = dated(owner=owner, repeats=Repeats.WEEK)
    directing.set_director(asked(owner), made.pk, director := make_player(), is_director=True)
    refused(errors.NotDirector, copying.copy_tournament, asked(make_player()), made.pk)
    early = copying.copy_tournament(asked(director), made.pk)
    assert (early.owner, early.starts_at, early.starting, early.state) == (
        director, made.starts_at, StartCondition.DATE, TournamentState.DRAFT,
    )  # fmt: skip
    late = copying.copy_tournament(asked(owner, made.starts_at), made.pk)
    assert (late.starts_at, late.starting, late.repeats) == (None, StartCondition.HAND, Repeats.NEVER)
    assert LogLine.objects.get(tournament=late, act="copied").before == "", "a hidden name would stay in the log"
    monkeypatch.setattr(copying, "MOST_DRAFTS", 2)
    copying.copy_tournament(asked(owner), made.pk)
    refused(errors.BadTournament, copying.copy_tournament, asked(owner), made.pk)
    copying.copy_tournament(asked(director), made.pk)


def test_E13_a_series_goes_on_once_with_its_directors_while_its_organiser_may_make_tournaments():
    owner, director = make_player(), make_player()
    made, other = (dated(owner=owner, repeats=Repeats.WEEK) for _ in range(2))
    directing.set_director(asked(owner), made.pk, director, is_director=True)
    found = copying.create_next_in_series(reload(made), NOON)
    assert (found.previous, found.state, found.opened_at, found.starts_at) == (
        made, TournamentState.OPEN, NOON, made.starts_at + days(7),
    )  # fmt: skip
    assert [row.player for row in found.directors.all()] == [director]
    assert acts_of(found) == ["repeated", "opened"]
    assert copying.create_next_in_series(reload(made), NOON) is None
    for barred in ({"barred_until": NOON + SECOND}, {"barred_until": None, "deleted_at": NOON}):
        type(owner).objects.filter(pk=owner.pk).update(**barred)
        assert copying.create_next_in_series(reload(other), NOON) is None
    type(owner).objects.filter(pk=owner.pk).update(deleted_at=None)
    refused(errors.NotOwner, copying.stop_repeating, asked(director), made.pk)
    for _ in range(2):
        copying.stop_repeating(asked(owner), made.pk)
    assert acts_of(made).count("once") == 1
    assert (reload(made).repeats, reload(other).repeats) == (Repeats.NEVER, Repeats.WEEK)


def test_E131_a_real_name_is_shared_by_who_has_one_and_has_entered():
    player, nameless, invited = (make_player() for _ in range(3))
    for one in (player, invited):
        FederationProfile.objects.create(player=one, family_name="Virtanen", given_name="Aino")
    made = make_open(entering=EntryPolicy.INVITATION)
    for one in (player, nameless, invited):
        entering.invite_player(asked(made.owner), made.pk, one)
    for one in (player, nameless):
        entering.enter_tournament(asked(one), made.pk)
    share = lambda who, shares=True: consenting.set_federation_name_consent(asked(who), made.pk, shares=shares)  # noqa: E731
    refused(errors.NoFederationData, share, nameless)
    for stranger in (invited, make_player()):
        refused(errors.NotEntered, share, stranger)
    assert share(player).shares_name
    assert not share(player, shares=False).shares_name
    Entry.objects.filter(player=player).update(named_at=NOON)
    assert share(player).shares_name
    refused(errors.NameConsentAlreadyUsed, share, player, shares=False)
    assert set(Entry.objects.values_list("player", "shares_name")) == {
        (player.pk, True), (nameless.pk, False), (invited.pk, False),
    }  # fmt: skip


def test_E78_a_club_shows_its_own_tournaments_and_calls_off_those_that_have_not_begun(monkeypatch):
    owner = make_player()
    club, other = make_club(owner=owner, name="Turku Go"), make_club(owner=owner, name="Oulu Go")
    of_club = lambda number=club.pk, **options: make_open(owner, club=number, **options)  # noqa: E731
    running, waiting, theirs = of_club(), of_club(), of_club(other.pk)
    draft = make_draft(owner, club=club.pk)
    Tournament.objects.filter(pk=running.pk).update(state=TournamentState.RUNNING)
    urls = lambda: [line.path for line in of_clubs.club_tournaments(club)]  # noqa: E731
    assert urls() == [one.get_absolute_url() for one in (waiting, running)]
    monkeypatch.setattr(of_clubs, "MOST_SHOWN", 1)
    assert urls() == [waiting.get_absolute_url()]
    of_clubs.cancel_unstarted_club_tournaments(club.pk, "We are few.", NOON)
    assert [reload(one).state for one in (running, waiting, draft, theirs)] == [
        TournamentState.RUNNING, TournamentState.CANCELLED, TournamentState.CANCELLED, TournamentState.OPEN,
    ]  # fmt: skip
