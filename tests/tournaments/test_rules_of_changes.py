"""Exact limits of copies and series of tournaments, consecutive rounds, bars, open questions and due steps (E10 to E13,
E20, E21, E33, E55, E57)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from allauth.usersessions.models import UserSession

from accounts.core.restrictions import NewGamesBlocked
from accounts.models import Player
from games.errors import BadTerms
from games.terms import Terms
from notifications.models import Notice
from ratings.models import Category, Rating
from ratings.ranks import PROVISIONAL_FROM, STRONGEST, Rank
from rules.clock import TimeControl
from tests.factories import NOON, days, make_player
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
from tournaments.announcing import ActAuthor
from tournaments.models import (
    AuthorRole,
    EntryState,
    Repeats,
    RoundStart,
    RoundState,
    SectionAssignment,
    StartCondition,
    Tournament,
    TournamentState,
)
from tournaments.services import (
    acts,
    advancing,
    asking,
    bars,
    copying,
    directing,
    drafting,
    due,
    eligible,
    entering,
    starting,
)
from tournaments.services.acts import ActInput, TournamentAct
from tournaments.services.event_plans import check_even_public_terms
from tournaments.systems.types import SystemKind

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
START = datetime(2026, 5, 31, 18, tzinfo=UTC)


def test_the_limits_of_tournaments():
    assert (days(7), timedelta(minutes=1)) == (advancing.REVIEW_LASTS, advancing.ROUND_PAUSE)
    assert (directing.MOST_DIRECTORS, directing.MOST_HALVES, [*directing.CORRECTIONS]) == (5, 40, [-1, 0, 1, 2])
    assert (200, days(30), 5) == (due.MOST_AT_ONCE, eligible.SEEN_WITHIN, drafting.MOST_DRAFTS)


@pytest.mark.parametrize(
    ("repeats", "now", "expected"),
    [
        (Repeats.WEEK, START, START + days(7)), (Repeats.WEEK, START - days(9), START + days(7)),
        (Repeats.WEEK, START + days(7) - SECOND, START + days(7)),
        (Repeats.WEEK, START + days(7), START + days(14)),
        (Repeats.MONTH, START, datetime(2026, 6, 30, 18, tzinfo=UTC)),
        (Repeats.MONTH, datetime(2026, 6, 30, 18, tzinfo=UTC), datetime(2026, 7, 31, 18, tzinfo=UTC)),
        (Repeats.MONTH, datetime(2026, 11, 30, 18, tzinfo=UTC), datetime(2026, 12, 31, 18, tzinfo=UTC)),
        (Repeats.MONTH, datetime(2026, 12, 31, 18, tzinfo=UTC), datetime(2027, 1, 31, 18, tzinfo=UTC)),
        (Repeats.QUARTER, START, datetime(2026, 8, 31, 18, tzinfo=UTC)),
        (Repeats.QUARTER, datetime(2026, 11, 30, 18, tzinfo=UTC), datetime(2027, 2, 28, 18, tzinfo=UTC)),
        (Repeats.NEVER, START, None),
    ],
)  # fmt: skip
def test_E13_a_series_goes_on_at_the_first_start_to_come(repeats, now, expected):
    assert copying.next_start_in_series(Tournament(starts_at=START, repeats=repeats), now) == expected
    postponed = Tournament(starts_at=START + days(7), regular_at=START, repeats=repeats)
    assert copying.next_start_in_series(postponed, now) == expected
    assert copying.next_start_in_series(Tournament(repeats=repeats), now) is None


def test_E13_the_day_of_a_series_is_kept_over_shorter_months():
    made = Tournament(starts_at=datetime(2026, 6, 30, 18, tzinfo=UTC), repeat_day=31, repeats=Repeats.MONTH)
    assert copying.next_start_in_series(made, NOON) == datetime(2026, 7, 31, 18, tzinfo=UTC)
    assert copying.next_start_in_series(made, datetime(2026, 8, 1, tzinfo=UTC)) == datetime(2026, 8, 31, 18, tzinfo=UTC)


@pytest.mark.parametrize("change", [{}, {"barred_until": START + days(1)}, {"deleted_at": NOON}])
def test_E13_a_series_goes_on_once_while_its_organiser_may_make_tournaments(change):
    owner, director = make_player(), make_player()
    made = make_open(owner, starting=StartCondition.DATE, starts_at=START, repeats=Repeats.WEEK)
    directing.set_director(asked(owner), made.pk, director, is_director=True)
    Player.objects.filter(pk=owner.pk).update(**change)

    found = copying.create_next_in_series(reload(made), START)

    if change:
        assert (found, Tournament.objects.count()) == (None, 1)
        return
    assert (found.state, found.opened_at, found.starts_at, found.regular_at, found.repeat_day) == (
        TournamentState.OPEN, START, START + days(7), START + days(7), 31,
    )  # fmt: skip
    assert [one.player for one in found.directors.all()] == [director]
    assert acts_of(found) == ["repeated", "opened"]
    assert copying.create_next_in_series(reload(made), START) is None, "once"
    assert copying.create_next_in_series(found, START + days(7)).repeat_day == 31


def test_E55_who_directs_a_tournament_copies_it_as_a_draft_of_their_own():
    owner, director, stranger = make_player(), make_player(), make_player()
    made = make_open(owner, starting=StartCondition.DATE, starts_at=NOON + days(5), repeats=Repeats.WEEK,
                     played={"kind": SystemKind.MCMAHON, "rounds": 4}, most=12)  # fmt: skip
    directing.set_director(asked(owner), made.pk, director, is_director=True)
    refused(errors.NotDirector, copying.copy_tournament, asked(stranger), made.pk)
    director.barred_until = NOON + days(1)
    refused(NewGamesBlocked, copying.copy_tournament, asked(director), made.pk)
    director.barred_until = None

    copy = copying.copy_tournament(asked(director, NOON + days(5) - SECOND), made.pk)

    assert (copy.owner, copy.state, copy.created_at) == (director, TournamentState.DRAFT, NOON + days(5) - SECOND)
    assert (copy.starts_at, copy.repeats, copy.most) == (NOON + days(5), Repeats.WEEK, 12)
    assert (copy.stages.get().kind, copy.stages.get().rounds) == (SystemKind.MCMAHON, 4)
    assert acts_of(copy) == ["copied"]
    late = copying.copy_tournament(asked(director, NOON + days(5)), made.pk)
    assert (late.starting, late.starts_at, late.repeats) == (StartCondition.HAND, None, Repeats.NEVER)
    full = make_open(owner, starting=StartCondition.FULL, most=8)
    assert copying.copy_tournament(asked(owner), full.pk).starting == StartCondition.FULL
    refused(errors.NotOwner, copying.stop_repeating, asked(director), made.pk)
    for _ in range(2):
        copying.stop_repeating(asked(owner), made.pk)
    assert (reload(made).repeats, acts_of(made).count("once")) == (Repeats.NEVER, 1)


def test_E56_the_log_of_a_copy_does_not_name_the_tournament_that_was_copied(client):
    made = make_open()
    ActAuthor(made.owner, AuthorRole.OWNER, NOON).log(made, "copied", before="Name since hidden")

    shown = [client.get(f"{path}/tournaments/{made.pk}/log/").content.decode() for path in ("", "/api/v1")]

    assert ["copied" in one for one in shown] == [True, True]
    assert ["Name since hidden" in one for one in shown] == [False, False]


def test_E55_a_player_has_a_limited_number_of_drafts(monkeypatch):
    monkeypatch.setattr(copying, "MOST_DRAFTS", 2)
    owner = make_player()
    made = make_open(owner)
    make_draft()
    for _ in range(2):
        copying.copy_tournament(asked(owner), made.pk)
    refused(errors.BadTournament, copying.copy_tournament, asked(owner), made.pk)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"handicap": 2}, "handicap"), ({"color": "black"}, "color"), ({"private": True}, "private"),
        ({"teaching": True}, "teaching"), ({"undo": False}, "undo"), ({"undo_unseen": True}, "undo_unseen"),
        ({"chat": False}, "chat"), ({"by_rank": True}, "by_rank"), ({"time": TimeControl.none()}, "time"),
        ({}, ""), ({"analysis": False}, ""), ({"rated": False}, ""),
    ],
)  # fmt: skip
def test_E10_games_of_events_are_public_even_and_with_a_clock(change, field):
    terms = replace(Terms(width=9, height=9), **change)
    if not field:
        check_even_public_terms(terms)
        return
    with pytest.raises(BadTerms) as refusal:
        check_even_public_terms(terms)
    assert field in refusal.value.fields
    refused(BadTerms, make_draft, terms=terms)


def test_E21_a_round_is_finished_by_the_games_of_its_own():
    over, running = (make_running(2)[0] for _ in range(2))
    white_loses(over, 1)
    assert not advancing.finish_round(running.rounds.get(number=1).pk, NOON)
    first = over.rounds.get(number=1)
    assert first.state == RoundState.PLAYING
    for state in (TournamentState.CANCELLED, TournamentState.RUNNING):
        Tournament.objects.filter(pk=over.pk).update(state=state)
        assert advancing.finish_round(first.pk, NOON) is (state == TournamentState.RUNNING)


def ready(now):
    return list(advancing.tournaments_to_pair(now))


def test_E21_the_next_round_follows_a_minute_after_the_last_one_unless_directors_start_it():
    over, by_hand, by_date = (
        make_running(4, played={"rounds": 2, "following": following, "round_days": 5})[0]
        for following in (RoundStart.OVER, RoundStart.HAND, RoundStart.DATE)
    )
    assert pairings(by_hand, 1) == [], "a director pairs it"
    assert ready(NOON) == [], "the first rounds are in progress"
    for made in (over, by_date):
        white_loses(made, 1)
        number = made.rounds.get(number=1).pk
        assert advancing.finish_round(number, NOON)
        assert not advancing.finish_round(number, NOON), "once"
        found = made.rounds.get(number=1)
        assert (found.state, found.done_at, acts_of(made).count("round_done")) == (RoundState.DONE, NOON, 1)
    minute = timedelta(minutes=1)
    assert ready(NOON + minute - SECOND) == []
    assert ready(NOON + minute) == [over]
    ends = by_date.rounds.get(number=1).ends_at
    assert ends == NOON + days(5)
    assert set(ready(ends - SECOND)) == {over}
    assert set(ready(ends)) == {over, by_date}


def test_E31_the_server_pairs_all_first_rounds_but_those_of_sections_that_directors_assign():
    swiss, *sections = (
        make_open(played={"kind": kind, "rounds": 2, "group_size": 3, "drawing": drawing})
        for kind, drawing in (
            (SystemKind.SWISS, SectionAssignment.SNAKE), (SystemKind.SECTIONS, SectionAssignment.SNAKE),
            (SystemKind.SECTIONS, SectionAssignment.HAND),
        )
    )  # fmt: skip
    for made in (swiss, *sections):
        for _ in range(3):
            entering.enter_tournament(asked(make_player()), made.pk)
        starting.start_tournament(asked(made.owner), made.pk)
    drawn, by_hand = sections
    swiss.stages.update(drawing=SectionAssignment.HAND)
    assert set(ready(NOON)) == {swiss, drawn}
    by_hand.rounds.filter(number=1).update(state=RoundState.DONE)
    assert set(ready(NOON)) == {swiss, drawn, by_hand}, "their second round follows"


def test_E20_games_start_in_published_rounds_and_where_players_have_a_limited_number_at_a_time():
    usual, limited = (
        make_running(4, played={"kind": SystemKind.ROUND_ROBIN, **more})[0] for more in ({}, {"at_once": 1})
    )
    to_start = lambda: [(one.tournament, one.number) for one in due._rounds_with_games_to_start(NOON)]  # noqa: E731
    assert to_start() == [(limited, 1), (limited, 2), (limited, 3)]
    usual.rounds.filter(number=1).update(state=RoundState.PUBLISHED)
    limited.rounds.filter(number=3).update(state=RoundState.PROPOSED)
    assert to_start() == [(usual, 1), (limited, 1), (limited, 2)]
    Tournament.objects.filter(pk=limited.pk).update(state=TournamentState.REVIEW)
    assert to_start() == [(usual, 1)]


def test_E57_results_are_final_after_a_review_or_at_once():
    reviewed, made = (make_running(2, played={"rounds": 1, "without_review": one})[0] for one in (False, True))
    for one in (reviewed, made):
        white_loses(one, 1)
    look(NOON + SECOND)
    reviewed, made = reload(reviewed), reload(made)
    assert (reviewed.state, reviewed.ended_at, reviewed.finished_at) == (TournamentState.REVIEW, NOON + SECOND, None)
    assert (made.state, made.ended_at, made.finished_at) == (TournamentState.FINISHED, NOON + SECOND, NOON + SECOND)
    assert ("review" in acts_of(reviewed), "review" in acts_of(made)) == (True, False)
    assert notified("event_review") == [reviewed.owner_id]
    assert notified("event_finished") == sorted(made.entries.values_list("player", flat=True))
    refused(errors.NotDirector, advancing.confirm_results, asked(make_player()), reviewed.pk)
    refused(errors.WrongState, advancing.confirm_results, asked(made.owner), made.pk)
    assert advancing.confirm_results(asked(reviewed.owner, NOON + days(1)), reviewed.pk).finished_at == NOON + days(1)


def test_E33_bars_are_of_mcmahon_and_groups_and_change_once_with_a_reason():
    may = {}
    for kind in (SystemKind.MCMAHON, SystemKind.GROUPS, SystemKind.SWISS):
        may[kind] = bars.may_set_bar_and_floor(make_open(played={"kind": kind}))
    assert may == {SystemKind.MCMAHON: True, SystemKind.GROUPS: True, SystemKind.SWISS: False}
    assert not bars.may_set_bar_and_floor(make_draft(played={"kind": SystemKind.MCMAHON}))
    made = make_open(played={"kind": SystemKind.MCMAHON})
    entering.enter_tournament(asked(player := make_player()), made.pk)
    bar, floor = Rank.parse("1d"), Rank.parse("10k")
    refused(errors.ReasonNeeded, bars.set_bar_and_floor, asked(made.owner), made.pk, (bar, floor), " ")
    for _ in range(2):
        bars.set_bar_and_floor(asked(made.owner), made.pk, (bar, floor), "strong field")
    assert (acts_of(made).count("bars"), notified("event_act")) == (1, [player.pk])
    swiss = make_open()
    refused(errors.WrongState, bars.set_bar_and_floor, asked(swiss.owner), swiss.pk, (bar, floor), "x")


def test_E10_invitations_and_questions_are_open_until_they_are_answered():
    made, other = make_open(), make_open()
    bea, carl = make_player(), make_player()
    for player in (bea, carl):
        entering.invite_player(asked(made.owner), made.pk, player)
    checks = asking.notice_checks()
    sent = list(Notice.objects.filter(kind="event_invited").order_by("pk"))
    assert checks["event_invited"](sent) == sent
    entering.enter_tournament(asked(bea), made.pk)
    assert [one.player for one in checks["event_invited"](sent)] == [carl]
    entering.invite_player(asked(other.owner), other.pk, bea)
    assert [one.player for one in checks["event_invited"](sent)] == [carl], "another tournament's is another"
    entry = entry_of(made, bea)
    question = [Notice.objects.create(player=bea, kind="event_still_in", path=made.get_absolute_url(), created_at=NOON)]
    assert checks["event_still_in"](question) == []
    type(entry).objects.filter(pk=entry.pk).update(answer_by=NOON + days(1))
    assert checks["event_still_in"](question) == question
    revised = [Notice.objects.create(player=bea, kind="event_revised", path=made.get_absolute_url(), created_at=NOON)]
    assert checks["event_revised"](revised) == []
    Tournament.objects.filter(pk=made.pk).update(revision=5)
    assert checks["event_revised"](revised) == revised
    type(entry).objects.filter(pk=entry.pk).update(revision=5)
    assert checks["event_revised"](revised) == []
    type(entry).objects.filter(pk=entry.pk).update(revision=4)
    Tournament.objects.filter(pk=made.pk).update(state=TournamentState.RUNNING)
    assert checks["event_revised"](revised) == [], "not after the start"


def test_E55_acts_take_names_with_spaces_and_refuse_what_is_missing():
    made = make_open(entering="approval")
    bea, carl = make_player("bea"), make_player("carl")
    for player in (bea, carl):
        entering.enter_tournament(asked(player), made.pk)
    run = lambda act, **data: acts.perform_act(asked(made.owner), made.pk, act, ActInput(**data))  # noqa: E731
    run(TournamentAct.APPROVE, player=" bea ")
    run(TournamentAct.DECLINE, player="carl")
    assert [entry_of(made, one).state for one in (bea, carl)] == [EntryState.ENTERED, EntryState.DECLINED]
    run(TournamentAct.DIRECTOR, player="carl")
    assert made.directors.get().player == carl
    run(TournamentAct.NO_DIRECTOR, player="carl")
    assert not made.directors.exists()
    run(TournamentAct.INVITE, player="carl", rank=" 3k ")
    assert entry_of(made, carl).stated == Rank.parse("3k").steps
    for act, data, field in (
        (TournamentAct.INVITE, {"player": " "}, "player"), (TournamentAct.RESULT, {"round": 1}, "board"),
        (TournamentAct.RESULT, {}, "round"),
        (TournamentAct.EXTEND, {"round": 1}, "days"), (TournamentAct.SEED, {}, "seeds"),
        (TournamentAct.RANK, {"player": "bea"}, "rank"),
        (TournamentAct.FORBID, {"player": "bea"}, "other"), (TournamentAct.BARS, {"bar": "1d"}, "floor"),
    ):  # fmt: skip
        with pytest.raises(errors.BadActInput) as refusal:
            run(act, **data)
        assert refusal.value.fields == (field,), act
    run(TournamentAct.LABELS, player="bea", family=" Berg ", club_group=" North ")
    assert (entry_of(made, bea).family, entry_of(made, bea).club_group) == ("Berg", "North")


def seen(*players, at):
    for number, player in enumerate(players):
        key = f"{player.pk}-{number}"
        row = UserSession.objects.create(user=player, ip="192.0.2.1", session_key=key, user_agent="x", data={})
        UserSession.objects.filter(pk=row.pk).update(last_seen_at=at)


def rated(player, rating, deviation):
    values = {"rating": rating, "deviation": deviation, "volatility": 0.06, "games": 1, "at": NOON}
    Rating.objects.update_or_create(player=player, category=Category.OVERALL, defaults=values)


def test_E10_E106_how_many_players_could_enter():
    rank = Rank.parse("3k")
    people = [make_player() for _ in range(4)]
    bot, guest = make_player(is_bot=True), make_player(is_guest=True)
    seen(*people[:3], bot, guest, at=NOON)
    seen(people[3], at=NOON - days(30) - SECOND)
    assert eligible.count_eligible_players({}, NOON) == 3
    assert eligible.count_eligible_players({}, NOON - SECOND) == 4
    assert not eligible.are_ranks_mostly_established(NOON)
    assert not eligible.are_ranks_mostly_established(NOON + days(99)), "no one at all"
    rated(people[0], rank.least_rating, PROVISIONAL_FROM)
    rated(people[1], rank.least_rating - 1, PROVISIONAL_FROM + 1)
    count = lambda **limits: eligible.count_eligible_players(limits, NOON)  # noqa: E731
    assert (count(established=True), count(established=False)) == (1, 3)
    assert (count(lowest_rank=rank.steps), count(highest_rank=rank.steps - 1)) == (3, 2), "two can state a rank"
    assert (count(lowest_rank=""), count(highest_rank=rank.steps), count(highest_rank=STRONGEST)) == (3, 3, 3)
    assert [count(established=True, lowest_rank=rank.steps + more) for more in (0, 1)] == [1, 0]
    assert not eligible.are_ranks_mostly_established(NOON), "one of three"
    rated(people[0], 9999, PROVISIONAL_FROM)
    assert [count(established=True, highest_rank=one) for one in (STRONGEST, STRONGEST - 1)] == [1, 0]
    rated(people[1], rank.least_rating, PROVISIONAL_FROM)
    assert eligible.are_ranks_mostly_established(NOON)
    seen(make_player(), at=NOON)
    assert eligible.are_ranks_mostly_established(NOON), "half of them"


def test_E13_full_and_dated_tournaments_are_due_and_others_are_not():
    full, half, hand = (
        make_open(starting=one, most=2) for one in (StartCondition.FULL, StartCondition.FULL, StartCondition.HAND)
    )
    dated = make_open(starting=StartCondition.DATE, starts_at=NOON + days(1), most=2)
    for made, count in ((full, 2), (half, 1), (hand, 2), (dated, 2)):
        for _ in range(count):
            entering.enter_tournament(asked(make_player()), made.pk)
    to_start = lambda now: set(due._tournaments_to_start(now))  # noqa: E731
    assert to_start(NOON) == {full}
    assert to_start(NOON + days(1) - SECOND) == {full}
    assert to_start(NOON + days(1)) == {full, dated}
