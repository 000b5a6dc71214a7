"""Limits of a director's tools, and the players they affect (E4, E24, E33, E54 to E56, E85, E104, E108, E140)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.core.guests import NotForGuests
from notifications.models import Notice
from ratings.ranks import Rank
from tests.factories import NOON, days, make_moderator, make_player
from tests.tournaments.helpers import (
    acts_of,
    asked,
    keys,
    look,
    make_draft,
    make_open,
    make_running,
    notified,
    pairings,
    points,
    refused,
    reload,
    white_loses,
)
from tests.tournaments.test_brackets import SINGLE
from tournaments import errors
from tournaments.models import EntryState, Forbidden, LogLine, Pairing, RoundState
from tournaments.models.log import LONGEST_REASON
from tournaments.models.tournament_options import LONGEST_ROUND
from tournaments.services import bars, directing, drafting, entering, leaving, starting
from tournaments.services.directing import PairingLabels
from tournaments.systems.types import SystemKind

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def field(refusal, do, *arguments, **named):
    """The field that this refusal names."""
    with pytest.raises(refusal) as caught:
        do(*arguments, **named)
    return caught.value.data["field"]


def made(*players, **options):
    """A tournament that is open for entry with these players."""
    found = make_open(**options)
    for player in players:
        entering.enter_tournament(asked(player), found.pk)
    return found, asked(found.owner)


def lines(tournament, act):
    """The lines of the log about this act: about whom, what was there before and after, and the reason."""
    rows = LogLine.objects.filter(tournament=tournament, act=act).order_by("pk")
    return [(row.about, row.before, row.after, row.reason) for row in rows]


def test_E4_a_result_is_set_of_a_pairing_with_two_players_and_both_are_notified():
    tournament, people = make_running(3)
    owner = asked(tournament.owner)
    game = next(one for one in pairings(tournament, 1) if one.white is not None)
    bye = next(one for one in pairings(tournament, 1) if one.white is None)
    rule = lambda seat, *ruling: directing.set_result(owner, tournament.pk, seat, ruling)  # noqa: E731
    for seat, result, wrong in (
        ((9, 1), "void", "board"), ((1, 9), "void", "board"), ((1, bye.board), "void", "result"),
        ((1, game.board), "no such", "result"), ((1, game.board), "struck", "result"),
    ):  # fmt: skip
        assert field(errors.BadActInput, rule, seat, result, "why") == wrong
    refused(errors.ReasonNeeded, rule, (1, game.board), "void", " ")
    assert rule((1, game.board), "void", " engine ").counted
    assert rule((1, game.board), "black_by_default", "late").result == "black_by_default"
    assert lines(tournament, "result") == [(None, "", "void", "engine"), (None, "void", "black_by_default", "late")]
    assert set(notified("event_act")) == {game.black.player_id, game.white.player_id} < set(keys(*people))
    bracket, _ = make_running(4, played=SINGLE)
    found = directing.set_result(asked(bracket.owner), bracket.pk, (1, 1), ("struck", "another one"))
    assert (found.result, found.counted) == ("struck", False)


def test_E4_a_result_is_not_taken_back_where_nothing_else_counts():
    tournament, _ = make_running(4)
    white_loses(tournament, 1)
    look()
    one = pairings(tournament, 1)[0]
    Pairing.objects.filter(pk=one.pk).update(game=None, result="void")
    assert tournament.rounds.get(number=1).state == RoundState.DONE
    taken_back = (asked(tournament.owner), tournament.pk, (1, one.board), ("", "no"))
    assert field(errors.BadActInput, directing.set_result, *taken_back) == "result"
    tournament.rounds.filter(number=1).update(state=RoundState.PLAYING)
    assert directing.set_result(*taken_back).result == ""
    open_one, owner = made(make_player())
    refused(errors.WrongState, directing.set_result, owner, open_one.pk, (1, 1), ("void", "why"))


def test_E55_points_are_of_one_player_who_has_a_number():
    tournament, (one, other, *_more) = make_running(4)
    owner = asked(tournament.owner)
    directing.adjust_points(owner, tournament.pk, one, (1, " helped "))
    directing.adjust_points(owner, tournament.pk, one, (-4, "late"))
    assert (points(tournament, one), points(tournament, other)) == (-3, 0)
    assert lines(tournament, "adjusted") == [(one, "", "+0.5", "helped"), (one, "", "-2", "late")]
    assert notified("event_act") == [one.pk, one.pk]
    refused(errors.NotEntered, directing.adjust_points, owner, tournament.pk, make_player(), (1, "why"))
    refused(errors.ReasonNeeded, directing.adjust_points, owner, tournament.pk, one, (1, ""))
    found, director = made(one)
    refused(errors.WrongState, directing.adjust_points, director, found.pk, one, (1, "why"))


def test_E33_E108_a_rank_is_set_until_the_end_with_minus_one_to_two_points():
    one, other, third = (make_player() for _ in range(3))
    tournament, owner = made(one, other, third)
    leaving.withdraw_from_tournament(asked(third), tournament.pk)
    for player in (third, make_player()):
        refused(errors.NotEntered, directing.correct_rank, owner, tournament.pk, player, (Rank(20), 0, "why"))
    directing.correct_rank(owner, tournament.pk, one, (Rank(20), 0, "plays so"))
    starting.start_tournament(owner, tournament.pk)
    refused(errors.NotEntered, directing.correct_rank, owner, tournament.pk, make_player(), (Rank(20), 0, "why"))
    for correction in (-2, 3):
        corrected = (Rank(21), correction, "why")
        assert field(errors.BadActInput, directing.correct_rank, owner, tournament.pk, one, corrected) == "correction"
    for correction in (-1, 2):
        directing.correct_rank(owner, tournament.pk, one, (Rank(21), correction, "plays so"))
    entry = tournament.entries.get(player=one)
    assert (entry.rank, entry.correction) == (21, 2)
    first, _, last = lines(tournament, "rank")
    assert first[2:] == (str(Rank(20)), "plays so")
    assert last == (one, f"{Rank(21)} -1", f"{Rank(21)} +2", "plays so")
    assert set(notified("event_act")) == {one.pk}
    assert tournament.entries.get(player=other).correction == 0


def test_E140_labels_are_changed_of_others_who_play_and_logged_without_their_words():
    one, out = make_player(), make_player()
    tournament, owner = made(one, out)
    entering.enter_tournament(owner, tournament.pk)
    leaving.withdraw_from_tournament(asked(out), tournament.pk)
    for _ in range(2):
        directing.set_pairing_labels(owner, tournament.pk, one, PairingLabels("Virtanen", "Tampere"))
    entry = tournament.entries.get(player=one)
    assert (entry.family, entry.club_group) == ("Virtanen", "Tampere")
    assert lines(tournament, "labels") == [(one, "", "", "")], "once"
    refused(
        errors.OwnGameAffected, directing.set_pairing_labels, owner, tournament.pk, tournament.owner, PairingLabels("x")
    )
    for player in (out, make_player()):
        refused(errors.NotEntered, directing.set_pairing_labels, owner, tournament.pk, player, PairingLabels("x"))
    assert set(tournament.entries.exclude(pk=entry.pk).values_list("family", flat=True)) == {""}


def test_E85_two_are_kept_apart_once_with_a_reason_until_that_is_taken_back():
    one, two, three = (make_player() for _ in range(3))
    tournament, owner = made(one, two, three)
    second, _ = made(one, two)
    directing.forbid_pairing(asked(second.owner), second.pk, (one, two), "brothers")
    forbid = lambda pair, reason="brothers": directing.forbid_pairing(owner, tournament.pk, pair, reason)  # noqa: E731
    assert field(errors.BadActInput, forbid, (one, one)) == "other"
    refused(errors.NotEntered, forbid, (one, make_player()))
    refused(errors.ReasonNeeded, forbid, (one, two), " ")
    assert Forbidden.objects.filter(tournament=tournament).count() == 0
    assert forbid((one, two)) == forbid((two, one))
    forbid((two, three))
    forbid((one, three))
    assert lines(tournament, "forbidden") == [(player, "", "", "brothers") for player in (one, two, one)]
    for _ in range(2):
        directing.allow_pairing(owner, tournament.pk, (three, one))
    assert acts_of(tournament).count("allowed") == 1
    apart = Forbidden.objects.filter(tournament=tournament).order_by("pk")
    assert [{row.one.player, row.other.player} for row in apart] == [{one, two}, {two, three}]
    assert Forbidden.objects.filter(tournament=second).count() == 1
    assert field(errors.BadActInput, directing.allow_pairing, owner, tournament.pk, (one, make_player())) == "other"
    leaving.withdraw_from_tournament(asked(three), tournament.pk)
    refused(errors.NotEntered, forbid, (one, three))


def test_E54_an_organiser_has_five_directors_who_are_people_with_an_account():
    tournament, owner = made()
    second, another = made()
    people = [make_player() for _ in range(6)]
    for player in (*people[:5], people[0]):
        directing.set_director(owner, tournament.pk, player, is_director=True)
    assert tournament.directors.count() == directing.MOST_DIRECTORS == 5
    directing.set_director(another, second.pk, people[0], is_director=True)
    make = lambda player: directing.set_director(owner, tournament.pk, player, is_director=True)  # noqa: E731
    assert field(errors.BadActInput, make, people[5]) == "player"
    for _ in range(2):
        directing.set_director(owner, tournament.pk, people[0], is_director=False)
    for player in (make_player(is_bot=True), tournament.owner):
        assert field(errors.BadActInput, make, player) == "player"
    refused(NotForGuests, make, make_player(is_guest=True))
    assert [row.player for row in second.directors.all()] == [people[0]]
    assert notified("event_act") == sorted(keys(*people[:5], people[0])), "each once for each tournament"
    assert (acts_of(tournament).count("director"), acts_of(tournament).count("no_director")) == (5, 1)
    moderator = asked(make_moderator())
    directing.set_director(moderator, tournament.pk, people[5], is_director=True)
    assert tournament.directors.count() == 5


def test_E24_a_round_that_is_played_is_extended_by_one_to_366_days_from_its_end_or_from_now():
    tournament, _ = make_running(4, played={"round_days": 7})
    extend = lambda number, more, now=NOON: directing.extend_round(  # noqa: E731
        asked(tournament.owner, now), tournament.pk, number, more
    )
    assert [field(errors.BadActInput, extend, 1, more) for more in (0, LONGEST_ROUND + 1)] == ["days"] * 2
    assert [field(errors.BadActInput, extend, number, 1) for number in (2, 9)] == ["round"] * 2
    assert extend(1, 1).ends_at == NOON + days(8)
    assert extend(1, LONGEST_ROUND).ends_at == NOON + days(8 + LONGEST_ROUND)
    ends = NOON + days(8 + LONGEST_ROUND)
    assert extend(1, 2, ends + days(3)).ends_at == ends + days(5)
    first, _, _ = lines(tournament, "extended")
    assert first == (None, f"{NOON + days(7):%Y-%m-%d}", f"{NOON + days(8):%Y-%m-%d}", "")
    white_loses(tournament, 1)
    look()
    assert field(errors.BadActInput, extend, 1, 1) == "round", "it is over"
    endless, _ = make_running(4)
    refused(errors.BadActInput, directing.extend_round, asked(endless.owner), endless.pk, 1, 1)


def test_E24_directors_hear_of_an_overdue_round_of_their_own_tournament_from_its_end_on():
    first, _ = make_running(4, played={"round_days": 7})
    second, _ = make_running(4, played={"round_days": 7})
    rounds = [one.rounds.get(number=1) for one in (first, second)]
    ends = NOON + days(7)
    assert list(directing.overdue_rounds(ends - SECOND)) == []
    assert set(directing.overdue_rounds(ends)) == set(rounds)
    assert not directing.notify_overdue_round(rounds[0].pk, ends - SECOND)
    directing.set_result(asked(first.owner, ends), first.pk, (1, 1), ("black_by_default", "away"))
    assert [directing.notify_overdue_round(rounds[0].pk, ends) for _ in range(2)] == [True, False]
    assert notified("event_overdue") == [first.owner_id]
    assert list(directing.overdue_rounds(ends)) == [rounds[1]]
    next_round = first.rounds.get(number=2)
    first.rounds.filter(number=2).update(state=RoundState.PLAYING, ends_at=ends)
    assert set(directing.overdue_rounds(ends)) == {rounds[1], next_round}, "each round has its own notice"
    first.rounds.filter(number=2).update(state=RoundState.PLANNED)
    white_loses(second, 1)
    look(NOON + days(1))
    assert not directing.notify_overdue_round(rounds[1].pk, ends), "it was over in time"
    directing.extend_round(asked(first.owner, ends), first.pk, 1, 1)
    assert rounds[0] in directing.overdue_rounds(ends + days(1)), "its new end is another one"
    drafting.cancel_tournament(asked(first.owner), first.pk, "too slow")
    assert rounds[0] not in directing.overdue_rounds(ends + days(1)), "it was called off"


def test_E56_E104_a_notice_has_a_text_and_goes_to_those_who_play_or_to_one_of_them():
    one, two, out = (make_player() for _ in range(3))
    tournament, owner = made(one, two, out)
    leaving.withdraw_from_tournament(asked(out), tournament.pk)
    give = lambda text, player=None: directing.send_tournament_notice(owner, tournament.pk, text, player)  # noqa: E731
    assert [field(errors.BadActInput, give, text) for text in (" ", "x" * (LONGEST_REASON + 1))] == ["text"] * 2
    for text in ("x", "x" * LONGEST_REASON):
        give(text)
    assert notified("event_notice") == sorted(keys(one, two) * 2)
    give("hello", one)
    refused(errors.NotEntered, give, "hello", make_player())
    assert notified("event_message") == [one.pk]
    assert lines(tournament, "message") == [(one, "", "", "hello")]
    starting.start_tournament(owner, tournament.pk)
    leaving.withdraw_from_tournament(asked(two), tournament.pk)
    assert tournament.entries.get(player=two).state == EntryState.WITHDRAWN
    give("come back", two)
    assert set(notified("event_message")) == {one.pk, two.pk}
    draft = make_draft()
    drafting.cancel_tournament(owner, tournament.pk, "flood")
    for player, closed in ((make_moderator(), tournament), (draft.owner, draft)):
        refused(errors.WrongState, directing.send_tournament_notice, asked(player), closed.pk, "not now")


def test_E33_bars_are_set_before_the_first_round_of_a_system_that_has_them():
    one, two = make_player(), make_player()
    tournament, owner = made(one, two, played={"kind": SystemKind.MCMAHON})
    made(make_player(), played={"kind": SystemKind.MCMAHON})
    bar, floor = Rank.parse("1d"), Rank.parse("9k")
    refused(errors.ReasonNeeded, bars.set_bar_and_floor, owner, tournament.pk, (bar, floor), "")
    for _ in range(2):
        bars.set_bar_and_floor(owner, tournament.pk, (bar, floor), "the field")
    assert [line[2:] for line in lines(tournament, "bars")] == [("1d, 9k", "the field")]
    assert notified("event_act") == keys(one, two)
    stage = tournament.stages.get()
    assert (stage.bar, stage.floor) == (bar.steps, floor.steps)
    starting.start_tournament(owner, tournament.pk)
    assert bars.may_set_bar_and_floor(reload(tournament))
    look()
    assert not bars.may_set_bar_and_floor(reload(tournament))
    refused(errors.WrongState, bars.set_bar_and_floor, owner, tournament.pk, (bar, bar), "late")
    swiss, director = made(one)
    refused(errors.WrongState, bars.set_bar_and_floor, director, swiss.pk, (bar, floor), "none")
    assert Notice.objects.filter(kind="event_act").count() == 2
