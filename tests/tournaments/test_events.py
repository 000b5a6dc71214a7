"""Events for programs about tournaments, ladders and leagues (E99)."""

from __future__ import annotations

import json

import pytest

from games import verbs
from ladders.services import climbing
from leagues.announcing import log_league_act
from leagues.services import acts as league_acts
from leagues.services import leagues
from programs.api.event_json import SCOPE_OF, event_json
from programs.models import Event
from programs.services import feed
from programs.services.pushes import find_push_message
from tests.factories import NOON, make_player
from tests.leagues.helpers import make_league
from tournaments import announcing
from tournaments.announcing import ActAuthor, CompetitionEvent, send_competition_events
from tournaments.models import AuthorRole, EntryState
from tournaments.services import leaving

from .helpers import acts_of, asked, look, make_ladder, make_open, make_running, white_loses

pytestmark = pytest.mark.django_db
OURS = tuple(CompetitionEvent)


def events_of(player) -> list[dict]:
    """Return the tournament events that this player's programs receive, as JSON."""
    events = [event_json(event) for event in feed.events_after(player.pk, 0).events]
    return [json.loads(json.dumps(one)) for one in events if one["type"] in OURS]


def notices_of(player) -> list[tuple]:
    return [(one["type"], one["about"]["act"], one["about"]["round"], one["player"]) for one in events_of(player)]


def test_a_tournament_sends_events_to_those_in_it_and_to_nobody_else_E99():
    tournament, (aino, *others) = make_running(3, fewest=3, most=3)
    stranger = make_player()
    white_loses(tournament, 1)
    look()
    leaving.withdraw_from_tournament(asked(aino), tournament.pk)

    assert notices_of(aino) == [
        ("entry_changed", "entered", None, aino.username),
        ("event_changed", "started", None, None),
        ("round_started", "published", 1, None),
        ("round_done", "round_done", 1, None),
        ("round_started", "published", 2, None),
        ("entry_changed", "withdrew", None, aino.username),
    ]
    assert {one["about"]["tournament"] for one in events_of(aino)} == {tournament.pk}
    assert events_of(stranger) == []
    entries = [one for one in notices_of(tournament.owner) if one[0] == "entry_changed"]
    assert [(act, name) for _, act, _, name in entries] == [
        ("entered", aino.username),
        *[("entered", other.username) for other in others],
        ("withdrew", aino.username),
    ]
    assert ("event_changed", "proposed", 1, None) in notices_of(tournament.owner)
    assert all("ended" not in str(one) and one[1] != "withdrew" for one in notices_of(others[0]))


def test_a_ladder_sends_events_to_the_two_of_a_game_and_the_one_who_moves_E99():
    aino, babak, emre = make_player(), make_player(), make_player()
    ladder = make_ladder(aino, babak, emre)

    climbing.challenge_player(asked(emre), ladder.pk, aino, 1)

    first, second = events_of(aino)
    assert (first["type"], first["about"]) == (
        "ladder_moved",
        {
            "tournament": None,
            "round": None,
            "ladder": ladder.pk,
            "league": None,
            "team_match": None,
            "club": None,
            "act": "joined",
            "before": None,
            "after": 1,
        },
    )  # fmt: skip
    assert (second["type"], second["player"], second["about"]["act"]) == (
        "ladder_challenged", emre.username, "challenged",
    )  # fmt: skip
    assert second["game"] == ladder.games.get().game_id
    resign(ladder.games.get().game, aino)
    look()
    moved = events_of(aino)[-1]
    assert (moved["type"], moved["player"]) == ("ladder_moved", emre.username)
    assert (moved["about"]["act"], moved["about"]["before"], moved["about"]["after"]) == ("won", 3, 1)
    assert events_of(emre)[-1]["about"] == moved["about"]
    assert [one["about"]["act"] for one in events_of(babak)] == ["joined"]


def resign(game, player) -> None:
    verbs.perform(verbs.ActionRequest(game.pk, player, game.number, None, NOON), verbs.Resign())


def test_a_league_sends_events_to_everybody_in_it_and_those_of_one_of_them_to_them_and_the_directors_E99():
    aino, babak, emre, late = (make_player() for _ in range(4))
    league = make_league(aino, babak, emre, make_player())
    leagues.join_league(asked(late), league.pk)
    league_acts.send_league_notice(asked(aino), league.pk, "Tea at five")
    log_league_act(ActAuthor.server(NOON), league, "rose", about=babak, round=2, before="B", after="A")

    def of_league(player) -> list[tuple]:
        lines = [one for one in events_of(player) if one["type"] == "league_changed"]
        assert {one["about"]["league"] for one in lines} == {league.pk}
        return [(one["about"]["act"], one["about"]["round"], one["player"]) for one in lines]

    name = babak.username
    assert of_league(babak) == [
        ("joined", None, name), ("season", 1, None), ("notice", None, None), ("rose", 2, name),
    ]  # fmt: skip
    assert [act for act, _round, _player in of_league(late)] == ["joined", "notice"]
    assert [(act, about) for act, _round, about in of_league(aino) if act != "joined"] == [
        ("created", None), ("season", None), ("notice", None),
    ]  # fmt: skip
    assert len(of_league(aino)) == 3 + 5, "directors hear of everybody who joins"


def test_no_device_is_woken_for_them():
    player = make_player()

    assert [find_push_message(Event(player=player, kind=kind, at=NOON), NOON) for kind in (*OURS, "match_found")] == [
        None
    ] * 9


def test_a_thousand_players_are_notified_in_ten_statements_E99(django_assert_num_queries):
    with django_assert_num_queries(10):
        send_competition_events(CompetitionEvent.ROUND_STARTED, range(1, 1001), about={"tournament": 1, "round": 2})

    assert Event.objects.filter(kind="round_started").count() == 1000
    assert all(SCOPE_OF[kind] == "game:read" for kind in OURS)


def test_those_who_are_out_before_the_start_or_removed_hear_no_more_E99():
    tournament, people = make_running(5)
    out = (
        {"state": EntryState.REMOVED}, {"state": EntryState.DECLINED}, {"state": EntryState.WITHDRAWN, "number": None},
        {"state": EntryState.WITHDRAWN}, {"state": EntryState.ENTERED},
    )  # fmt: skip
    for player, how in zip(people, out, strict=True):
        tournament.entries.filter(player=player).update(**how)

    ActAuthor.server(NOON).log(tournament, "round_done", round=1)

    hear = [notices_of(player)[-1][:2] == ("round_done", "round_done") for player in people]
    assert hear == [False, False, False, True, True], "who withdrew after the start is still in the table"


def test_each_player_of_a_list_and_the_directors_hear_of_the_invitation_E99():
    tournament, people = make_open(), [make_player(), make_player()]

    ActAuthor(tournament.owner, AuthorRole.OWNER, NOON).log_each(tournament, "invited", people)

    assert acts_of(tournament)[-2:] == ["invited", "invited"]
    for player in people:
        assert notices_of(player) == [("entry_changed", "invited", None, player.username)]
    assert [one[3] for one in notices_of(tournament.owner)][-2:] == [player.username for player in people]


def test_what_was_before_and_after_an_act_is_cut_to_its_columns():
    line = ActAuthor.server(NOON).log(make_open(), "bars", before="x" * 100, after="y" * 100)

    assert (line.before, line.after) == ("x" * 60, "y" * 60)


def test_acts_after_the_end_are_marked_as_corrections_and_their_notices_are_shown_at_once_E57(monkeypatch):
    tournament, (aino, _babak) = make_running(2)
    woken = []
    monkeypatch.setattr(announcing.events, "signal_player_lists_changed", lambda *people: woken.append(people))
    assert not ActAuthor.server(NOON).log(tournament, "bars").corrects
    tournament.finished_at = NOON
    assert [ActAuthor.server(NOON).log(tournament, act).corrects for act in ("closed", "bars")] == [False, True]

    woken.clear()
    announcing.notify_players(tournament, [aino.pk], "event_act", NOON)
    assert woken == [(aino.pk,)]
