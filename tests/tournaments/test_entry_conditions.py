"""Entry conditions and times of tournaments, waiting lists, and conditions for joining a ladder (E10 to E13, E26,
E60)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.core.guests import NotForGuests
from accounts.core.restrictions import NewGamesBlocked, Suspended
from accounts.models import Player
from clubs.errors import NotMember
from games import verbs
from ladders import errors as ladder_errors
from ladders.services import ladders
from notifications.models import Notice
from ratings.models import Rating
from ratings.ranks import Rank
from tests.clubs.helpers import make_club
from tests.factories import NOON, days, make_game, make_player
from tests.ladders.test_ladders import names, seen_at
from tests.tournaments.helpers import (
    acts_of,
    asked,
    look,
    make_draft,
    make_ladder,
    make_open,
    make_running,
    refused,
    reload,
    white_loses,
)  # fmt: skip
from tournaments import errors
from tournaments.models import Entry, EntryPolicy, EntryState, Tournament, TournamentState
from tournaments.services import entering, leaving

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def restricted(player, field="barred_until"):
    Player.objects.filter(pk=player.pk).update(**{field: NOON + days(1)})
    player.refresh_from_db()
    return player


def ranked(rank, deviation=60):
    player = make_player()
    Rating.objects.create(
        player=player, category=0, rating=Rank.parse(rank).least_rating + 1, deviation=deviation, volatility=0.06,
        games=20, at=NOON,
    )  # fmt: skip
    return player


def enter(player, made, now=NOON, **how):
    return entering.enter_tournament(asked(player, now), made.pk, **how)


def state(made, player):
    return Entry.objects.get(tournament=made, player=player).state


def notified(kind):
    return set(Notice.objects.filter(kind=kind).values_list("player", flat=True))


def test_E12_who_may_start_no_games_and_bots_and_guests_do_not_enter():
    made = make_open()
    for player, refusal in (
        (restricted(make_player()), NewGamesBlocked), (restricted(make_player(), "suspended_until"), Suspended),
        (make_player(is_bot=True), errors.BotNotAllowed), (make_player(is_guest=True), NotForGuests),
    ):  # fmt: skip
        refused(refusal, enter, player, made)
    player = restricted(make_player())
    assert enter(player, made, NOON + days(1)).state == EntryState.ENTERED
    refused(errors.AlreadyEntered, enter, player, made)
    refused(errors.NoSuchTournament, enter, make_player(), make_draft())
    Tournament.objects.filter(pk=made.pk).update(state=TournamentState.CANCELLED)
    refused(errors.EntryClosed, enter, make_player(), made)


def test_E12_ranks_are_within_the_bounds_and_established_where_that_is_asked():
    made = make_open(lowest=Rank.parse("6k"), highest=Rank.parse("2k"))
    for rank in ("6k", "2k"):
        assert enter(ranked(rank), made)
    for refusal, rank, bound in (
        (errors.RankTooLow, "7k", {"lowest": "6k"}), (errors.RankTooHigh, "1k", {"highest": "2k"}),
    ):  # fmt: skip
        with pytest.raises(refusal) as caught:
            enter(ranked(rank), made)
        assert caught.value.data == bound
    refused(errors.RankNeeded, enter, make_player(), made)
    refused(errors.RankNeeded, enter, make_player(), make_open(highest=Rank.parse("2k")))
    settled = make_open(established=True)
    refused(errors.RankNotEstablished, enter, make_player(), settled)
    refused(errors.RankNotEstablished, enter, ranked("6k", deviation=300), settled)
    assert enter(ranked("6k"), settled)


def test_E12_so_many_games_are_needed_and_not_more_than_so_many_may_run(monkeypatch):
    made, player = make_open(least_games=2), make_player()
    for finished in range(3):
        if finished < 2:
            refused(errors.TooFewGames, enter, player, made)
            game = make_game(black=player)
            verbs.perform(verbs.ActionRequest(game.pk, player, game.number, None, NOON), verbs.Resign())
    assert enter(player, made)
    monkeypatch.setattr(entering, "MOST_RUNNING", 2)
    busy, free = make_player(), make_player()
    for _ in range(2):
        make_game(black=busy)
    make_game(black=free)
    refused(errors.TooManyGames, enter, busy, make_open())
    assert enter(free, make_open())


def test_E10_only_who_is_invited_or_a_member_or_approved():
    made = make_open(entering=EntryPolicy.INVITATION)
    invited, stranger = make_player(), make_player()
    refused(errors.NotInvited, enter, stranger, made)
    refused(errors.NotDirector, entering.invite_player, asked(stranger), made.pk, invited)
    refused(errors.BotNotAllowed, entering.invite_player, asked(made.owner), made.pk, make_player(is_bot=True))
    for _ in range(2):
        entering.invite_player(asked(made.owner), made.pk, invited)
    assert (acts_of(made).count("invited"), notified("event_invited")) == (1, {invited.pk})
    assert enter(invited, made).state == EntryState.ENTERED
    refused(errors.AlreadyEntered, entering.invite_player, asked(made.owner), made.pk, invited)

    approved = make_open(entering=EntryPolicy.APPROVAL)
    asks, declined, by_invitation = (make_player() for _ in range(3))
    for player in (asks, declined):
        assert enter(player, approved).state == EntryState.APPLIED
    entering.invite_player(asked(approved.owner), approved.pk, by_invitation)
    assert enter(by_invitation, approved).state == EntryState.ENTERED, "who is invited needs no approval"
    refused(errors.NotDirector, entering.answer_application, asked(stranger), approved.pk, asks, accept=True)
    entering.answer_application(asked(approved.owner, NOON + days(1)), approved.pk, asks, accept=True)
    entering.answer_application(asked(approved.owner), approved.pk, declined, accept=False)
    assert [state(approved, player) for player in (asks, declined)] == [EntryState.ENTERED, EntryState.DECLINED]
    placed = {asks.pk, invited.pk, by_invitation.pk}
    assert (notified("event_place"), notified("event_act")) == (placed, {declined.pk}), "E98: also who entered alone"
    assert Entry.objects.get(tournament=approved, player=asks).at == NOON + days(1)
    for player in (asks, stranger):
        refused(errors.NotEntered, entering.answer_application, asked(approved.owner), approved.pk, player, accept=True)
    assert enter(declined, approved).state == EntryState.APPLIED, "they may ask again"
    Tournament.objects.filter(pk=approved.pk).update(most=2)
    refused(errors.EventFull, entering.answer_application, asked(approved.owner), approved.pk, declined, accept=True)
    entering.answer_application(asked(approved.owner), approved.pk, declined, accept=False)


def test_E12_the_waiting_list_is_for_who_wants_it_and_the_longest_waiting_moves_up():
    made = make_open(most=2)
    first, second, *waits = people = [make_player() for _ in range(5)]
    for player in (first, second):
        assert enter(player, made, waiting=True).state == EntryState.ENTERED
    refused(errors.EventFull, enter, waits[0], made)
    for number, player in zip((1, 2, 0), waits, strict=True):
        assert enter(player, made, NOON + number * SECOND, waiting=True).state == EntryState.WAITING
    leaving.withdraw_from_tournament(asked(first), made.pk)
    assert [state(made, player) for player in people] == ["withdrawn", "entered", "waiting", "waiting", "entered"]
    assert notified("event_place") == {first.pk, second.pk, waits[2].pk}
    assert acts_of(made)[-2:] == ["withdrew", "moved_up"]
    leaving.withdraw_from_tournament(asked(waits[0]), made.pk)
    assert state(made, waits[1]) == EntryState.WAITING, "no place is free by that"


def test_E13_a_place_goes_to_nobody_unseen_for_two_weeks_once_the_others_were_asked():
    made = make_open(most=2)
    first, second, unseen, seen = (make_player() for _ in range(4))
    for player in (first, second):
        enter(player, made)
    for number, player in enumerate((unseen, seen)):
        enter(player, made, NOON + number * SECOND, waiting=True)
    rows = list(made.entries.filter(player__in=(unseen, seen)).order_by("at"))
    seen_at(seen, NOON + days(1))
    assert entering.entries_of_unseen_players(rows, NOON + days(14)) == []
    assert entering.entries_of_unseen_players(rows, NOON + days(14) + SECOND) == rows[:1]
    assert entering.entries_of_unseen_players(rows, NOON + days(15) + SECOND) == rows
    Tournament.objects.filter(pk=made.pk).update(asked_at=NOON + days(15))
    leaving.withdraw_from_tournament(asked(first, NOON + days(15)), made.pk)
    assert [state(made, player) for player in (unseen, seen)] == [EntryState.WAITING, EntryState.ENTERED]


def test_E26_who_enters_late_misses_the_rounds_before_and_who_comes_back_keeps_the_number():
    made, people = make_running(4, played={"rounds": 4, "late_entry": True})
    number = made.entries.get(player=people[0]).number
    leaving.withdraw_from_tournament(asked(people[0]), made.pk)
    white_loses(made, 1)
    look()
    again, late = enter(people[0], reload(made)), enter(make_player(), reload(made))
    assert (again.number, again.skips, again.last_round) == (number, [2], None)
    assert (late.number, late.skips) == (5, [1, 2])
    white_loses(made, 2)
    look()
    refused(errors.EntryClosed, enter, make_player(), reload(made))
    refused(errors.WrongState, entering.invite_player, asked(made.owner), made.pk, make_player())


def test_E10_the_members_of_its_club_enter_an_event_of_a_club():
    owner, member = make_player(), make_player()
    club, other = make_club(owner, member), make_club(name="Other")
    made = make_open(owner)
    Tournament.objects.filter(pk=made.pk).update(entering=EntryPolicy.CLUB, club=club)
    assert enter(member, made)
    refused(NotMember, enter, other.founder, made)
    Tournament.objects.filter(pk=made.pk).update(club=None)
    refused(NotMember, enter, owner, made)


def test_E60_E65_who_joins_a_ladder_and_who_comes_back_stands_at_the_bottom():
    top, middle, low = people = [make_player() for _ in range(3)]
    ladder = make_ladder(*people, by_rank=True)
    for player, refusal in (
        (restricted(make_player()), NewGamesBlocked), (make_player(is_bot=True), errors.BotNotAllowed),
        (make_player(is_guest=True), NotForGuests),
    ):  # fmt: skip
        refused(refusal, ladders.join_ladder, asked(player), ladder.pk)
    ladder.ladder_places.filter(player__in=(middle, low)).update(rank=1)
    ladders.leave_ladder(asked(top), ladder.pk)
    refused(ladder_errors.AlreadyOnLadder, ladders.join_ladder, asked(top), ladder.pk)
    look()
    refused(ladder_errors.NotOnLadder, ladders.leave_ladder, asked(top), ladder.pk)
    ladder_place = ladders.join_ladder(asked(top, NOON + days(1)), ladder.pk)
    assert names(ladder) == [middle, low, top], "whatever the rank"
    assert (ladder_place.joined_at, ladder_place.hold, ladder_place.lapses) == (NOON + days(1), "", 0)
    assert ladder_place.rank == Rank.of_rating(1500).steps
    ladder.closed_at = NOON
    ladder.save()
    refused(ladder_errors.LadderClosed, ladders.join_ladder, asked(make_player()), ladder.pk)


def test_E60_a_ladder_takes_no_more_than_it_has_places(monkeypatch):
    ladder = make_ladder(make_player(), make_player())
    monkeypatch.setattr(ladders, "MOST_PLACES", 2)
    refused(ladder_errors.BadLadder, ladders.join_ladder, asked(make_player()), ladder.pk)
    monkeypatch.setattr(ladders, "MOST_PLACES", 3)
    assert ladders.join_ladder(asked(make_player()), ladder.pk).place == 3
