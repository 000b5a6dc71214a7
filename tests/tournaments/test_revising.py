"""Changing a tournament before its start: freely at first, then with each entrant's consent (E11)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game
from notifications.models import Notice
from notifications.services.asking import answered_notice_ids
from tests.factories import NOON, days, make_player
from tests.tournaments.helpers import acts_of, asked, look, make_draft, make_open, pairings, plan, refused, reload
from tests.tournaments.test_pages_and_api import FORM, program_of, send, signed_in
from tournaments import errors
from tournaments.models import Entry, EntryState, LogLine, StartCondition, Tournament, TournamentState
from tournaments.services import entering, leaving, starting, staying
from tournaments.services.entering import EntryStatement
from tournaments.services.revising import changes_not_agreed, entries_not_agreed, revise_tournament

pytestmark = pytest.mark.django_db

FAR = (timezone.now() + timedelta(days=90)).astimezone(UTC).replace(second=0, microsecond=0)


def entered(count=2, **asked_for):
    """A tournament that is open, and its entrants."""
    made = make_open(**asked_for)
    people = [make_player() for _ in range(count)]
    for player in people:
        entering.enter_tournament(asked(player), made.pk)
    return made, people


def change(tournament, now=NOON, by=None, **asked_for):
    return revise_tournament(asked(by or tournament.owner, now), tournament.pk, plan(**asked_for))


def entry_of(tournament, player):
    return Entry.objects.get(tournament=tournament, player=player)


def notices(kind="event_revised"):
    return set(Notice.objects.filter(kind=kind).values_list("player_id", flat=True))


def test_E11_until_somebody_has_entered_everything_can_be_changed():
    tournament, invited = make_open(), make_player()
    entering.invite_player(asked(tournament.owner), tournament.pk, invited)
    change(tournament, size=13, name="Other")
    assert (reload(tournament).width, reload(tournament).name, notices()) == (13, "Other", set())
    line = LogLine.objects.get(tournament=tournament, act="revised")
    assert line.changes == {"width": [9, 13], "height": [9, 13]}, "names can be hidden, lines cannot"
    assert entering.enter_tournament(asked(invited), tournament.pk).revision == line.pk
    assert not entries_not_agreed(reload(tournament)).exists()
    change(tournament, size=13, name="Other")
    assert acts_of(tournament).count("revised") == 1, "nothing changed"


def test_E11_a_draft_is_changed_without_a_line():
    tournament = make_draft()
    change(tournament, size=13)
    assert (reload(tournament).revision, acts_of(tournament)) == (0, ["created"])


def test_E11_each_entrant_is_asked_and_whoever_says_no_or_nothing_is_out():
    tournament, (yes, no, silent) = entered(3)
    entering.enter_tournament(asked(tournament.owner), tournament.pk)
    change(tournament, size=13)
    assert notices() == {yes.pk, no.pk, silent.pk}, "not the organiser, who made the change"
    assert {entry.answer_by for entry in entries_not_agreed(reload(tournament))} == {NOON + timedelta(hours=72)}
    refused(errors.AgreementsAwaited, starting.start_tournament, asked(tournament.owner), tournament.pk)

    staying.confirm_entry(asked(yes), tournament.pk, reload(tournament).revision)
    leaving.withdraw_from_tournament(asked(no), tournament.pk)
    look(NOON + timedelta(hours=71, minutes=59))
    assert entry_of(tournament, silent).state == EntryState.ENTERED
    look(NOON + timedelta(hours=72))

    states = [entry_of(tournament, player).state for player in (tournament.owner, yes, no, silent)]
    assert states == [EntryState.ENTERED, EntryState.ENTERED, EntryState.WITHDRAWN, EntryState.WITHDRAWN]
    assert (notices("event_dropped"), acts_of(tournament)[-3:]) == ({silent.pk}, ["agreed", "withdrew", "silent"])
    starting.start_tournament(asked(tournament.owner, NOON + days(3)), tournament.pk)
    look(NOON + days(3))
    game = Game.objects.get(pk=pairings(tournament, 1)[0].game_id)
    assert game.width == 13


def test_E11_only_the_terms_that_one_saw_are_accepted():
    tournament, (player,) = entered(1)
    change(tournament, size=13)
    first = reload(tournament).revision
    change(tournament, size=19)
    for seen in (None, 0, first):
        refused(errors.RulesChanged, staying.confirm_entry, asked(player), tournament.pk, seen)
    assert changes_not_agreed(reload(tournament), entry_of(tournament, player)) == {"width": [9, 19], "height": [9, 19]}
    staying.confirm_entry(asked(player), tournament.pk, reload(tournament).revision)
    assert not entries_not_agreed(reload(tournament)).exists()
    late = make_player()
    refused(
        errors.RulesChanged,
        entering.enter_tournament,
        asked(late),
        tournament.pk,
        stated=EntryStatement(revision=first),
    )
    assert entering.enter_tournament(asked(late), tournament.pk).revision == reload(tournament).revision


def test_E11_there_is_nothing_to_read_for_who_has_agreed_to_all(django_assert_num_queries):
    tournament, (player,) = entered(1)
    change(tournament, size=13)
    staying.confirm_entry(asked(player), tournament.pk, reload(tournament).revision)
    with django_assert_num_queries(2):
        assert changes_not_agreed(reload(tournament), entry_of(tournament, player)) == {}


@pytest.mark.parametrize(("start", "kept"), [(FAR, True), (FAR + timedelta(days=1), False)])
def test_E13_another_start_is_asked_about_anew_and_other_changes_keep_what_was_asked(start, kept):
    dated = {"starting": StartCondition.DATE, "starts_at": FAR}
    tournament = make_open(**dated)
    Tournament.objects.update(asked_at=NOON, regular_at=NOON, postponed=True)
    change(tournament, **{**dated, "starts_at": start}, size=13)
    found = reload(tournament)
    assert (found.asked_at, found.regular_at, found.postponed) == ((NOON, NOON, True) if kept else (None, None, False))


def test_E13_whether_the_organiser_still_comes_is_asked_also_after_a_change_of_the_rules():
    tournament, (player,) = entered(1)
    entering.enter_tournament(asked(tournament.owner), tournament.pk)
    asks = {"asked_at": NOON, "answer_by": NOON + days(9)}
    Entry.objects.update(**asks)
    change(tournament, size=13)
    mine, other = (entry_of(tournament, one) for one in (tournament.owner, player))
    assert (mine.asked_at, mine.answer_by) == (NOON, NOON + days(9))
    assert other.answer_by == NOON + timedelta(hours=72), "the new question is in its place"


def test_E11_a_change_that_is_taken_back_takes_back_the_question():
    tournament, (player, agreed) = entered(2)
    change(tournament, size=13)
    staying.confirm_entry(asked(agreed), tournament.pk, reload(tournament).revision)
    notice = Notice.objects.get(kind="event_revised", player=player)
    assert answered_notice_ids([notice]) == set()
    change(tournament, now=NOON + days(1))
    assert (entry_of(tournament, player).answer_by, answered_notice_ids([notice])) == (None, {notice.pk})
    assert entry_of(tournament, agreed).answer_by == NOON + days(4), "who agreed to 13 is asked about 9"
    assert list(entries_not_agreed(reload(tournament))) == [entry_of(tournament, agreed)]


@pytest.mark.parametrize("free", [{"most": 20}, {"least_games": 3}, {"name": "Other", "about": "More"}, {"fewest": 3}])
def test_E11_places_and_who_else_may_enter_are_not_asked_about(free):
    tournament, _ = entered(1)
    change(tournament, **free)
    assert (notices(), reload(tournament).revision) == (set(), 0)


@pytest.mark.parametrize(
    "rule",
    [
        {"played": {"rounds": 4}}, {"played": {"kind": "mcmahon"}}, {"played": {"handicaps": True}},
        {"played": {"after_timeout": "out"}}, {"starting": "full"},
    ],
)  # fmt: skip
def test_E11_rounds_pairing_handicap_timeouts_and_start_are_rules(rule):
    tournament, people = entered(1)
    change(tournament, **rule)
    assert notices() == {people[0].pk}


def test_E26_rounds_that_are_gone_are_no_longer_skipped():
    tournament, (player, other) = entered(2, played={"rounds": 5})
    staying.set_skipped_rounds(asked(player), tournament.pk, [2, 4, 5])
    staying.set_skipped_rounds(asked(other), tournament.pk, [1])

    change(tournament, played={"rounds": 3})

    assert [entry_of(tournament, one).skips for one in (player, other)] == [[2], [1]]
    change(tournament, played={"rounds": 5})
    assert entry_of(tournament, player).skips == [2], "rounds that are added later are played"


def test_E11_there_are_no_fewer_places_than_players_and_more_go_to_the_waiting_list():
    tournament, _ = entered(3, most=3)
    entering.enter_tournament(asked(late := make_player()), tournament.pk, waiting=True)
    with pytest.raises(errors.BadTournament) as refusal:
        change(tournament, most=2)
    assert refusal.value.data["field"] == "most"
    change(tournament, most=4)
    assert entry_of(tournament, late).state == EntryState.ENTERED


def test_E11_who_waits_is_asked_as_well():
    tournament, people = entered(2, most=2)
    entering.enter_tournament(asked(late := make_player()), tournament.pk, waiting=True)
    change(tournament, most=2, size=13)
    assert late.pk in notices()
    for player in people:
        staying.confirm_entry(asked(player), tournament.pk, reload(tournament).revision)
    look(NOON + days(3))
    assert entry_of(tournament, late).state == EntryState.WITHDRAWN


def test_E11_entrants_have_72_hours_before_a_date_and_a_full_tournament_waits_for_them():
    date = {"starting": StartCondition.DATE, "starts_at": NOON + days(5)}
    tournament, people = entered(2, **date)
    with pytest.raises(errors.BadTournament) as refusal:
        change(tournament, now=NOON + days(2), **date, size=13)
    assert (refusal.value.data["field"], reload(tournament).width) == ("starts_at", 9)
    change(tournament, now=NOON + days(2) - timedelta(minutes=1), **date, size=13)
    change(entered(0, **date)[0], now=NOON + days(4), **date, size=13)

    full, people = entered(2, most=3, starting=StartCondition.FULL)
    change(full, most=2, starting=StartCondition.FULL, size=13)
    look()
    assert reload(full).state == TournamentState.OPEN
    for player in people:
        staying.confirm_entry(asked(player), full.pk, reload(full).revision)
    look()
    assert reload(full).state == TournamentState.RUNNING
    refused(errors.WrongState, change, full, size=9)


def test_E11_only_the_organiser_changes_the_terms():
    tournament, people = entered(1)
    refused(errors.NotDirector, change, tournament, by=people[0], size=13)


def test_E11_by_page():
    tournament, (player,) = entered(1)
    owner, path = signed_in(tournament.owner), tournament.get_absolute_url()
    page = owner.get(f"{path}edit/").content.decode()
    assert "1 player has entered. If you change the terms, they will be withdrawn unless they agree" in page
    assert owner.post(f"{path}edit/", {**FORM, "name": "Spring Open", "size": "13"}).status_code == 302
    assert player.shown_name in owner.get(f"{path}direct/").content.decode()
    client = signed_in(player)
    shown = client.get(path).content.decode()
    assert "The terms have changed" in shown
    assert "<bdi>Board</bdi>: <bdi>9×9</bdi> → <bdi>13×13</bdi>" in shown
    assert "<bdi>Board</bdi>: <bdi>9×9</bdi> → <bdi>13×13</bdi>" in Client().get(f"{path}log/").content.decode()
    client.post(f"{path}entry/", {"do": "confirm", "revision": 0})
    assert "The terms have changed" in client.get(path).content.decode()
    client.post(f"{path}entry/", {"do": "confirm", "revision": reload(tournament).revision})
    assert "The terms have changed" not in client.get(path).content.decode()
    stranger = signed_in(make_player())
    stranger.post(f"{path}entry/", {"do": "enter", "revision": 0})
    assert Entry.objects.filter(tournament=tournament).count() == 1
    assert stranger.get(f"{path}edit/").status_code == 404


def test_E11_by_program():
    tournament, (player,) = entered(1)
    directs, plays = program_of(tournament.owner, "events:direct"), program_of(player, "events:play")
    path = f"/api/v1/tournaments/{tournament.pk}/"
    body = {"name": "Spring Open", "kind": "swiss", "rounds": 3, "established": False, "fewest": 2}
    made = directs.put(path, {**body, "terms": {"size": 13}}, content_type="application/json")
    assert (made.status_code, made.json()["width"], made.json()["changes"]) == (200, 13, [])
    shown = plays.get(path).json()
    assert {"option": "width", "before": "9", "after": "13"} in shown["changes"]
    assert shown["changes"] == Client().get(f"{path}log/").json()["results"][0]["changes"]
    too_few = send(directs, f"{path}acts/", act="start").json()
    assert (too_few["code"], too_few["detail"].split(".")[0]) == ("cannot_be_paired", "Too few players have entered")
    wrong = send(plays, f"{path}stay/", confirm=True)
    assert (wrong.status_code, wrong.json()["code"], wrong.json()["revision"]) == (
        409, "event_terms_changed", shown["revision"],
    )  # fmt: skip
    assert send(plays, f"{path}stay/", confirm=True, revision=shown["revision"]).status_code == 200
    assert plays.get(path).json()["changes"] == []
    other = program_of(make_player(), "events:direct")
    refusal = other.put(path, {**body, "terms": {"size": 9}}, content_type="application/json")
    assert refusal.json()["code"] == "not_director"
    assert other.put(path, {}, content_type="application/json").status_code == 400


@pytest.mark.parametrize("kept", [True, False])
def test_E11_a_program_that_leaves_out_late_entry_and_established_ranks_changes_neither(kept):
    made = make_open(played={"late_entry": kept}, established=kept)
    body = {"name": made.name, "kind": "swiss", "rounds": 4, "fewest": 2, "terms": {"size": 9}}
    directs = program_of(made.owner, "events:direct")

    shown = directs.put(f"/api/v1/tournaments/{made.pk}/", body, content_type="application/json").json()

    assert (shown["late_entry"], shown["established"]) == (kept, kept)
    other = {**body, "kind": "round_robin", "rounds": 1}
    shown = directs.put(f"/api/v1/tournaments/{made.pk}/", other, content_type="application/json").json()
    assert shown["late_entry"] is False, "it does not apply"


@pytest.mark.parametrize(
    "made", [{}, {"played": {"kind": "sections", "best": 2}}, {"starting": "date", "starts_at": FAR}, {"most": 9}]
)
def test_E11_saving_the_form_as_it_is_asks_nobody(made):
    tournament, _ = entered(1, **made)
    client, path = signed_in(tournament.owner), f"{tournament.get_absolute_url()}edit/"
    form = client.get(path).context["form"]
    values = {field.html_name: field.value() for field in form}
    fields = {name: value for name, value in values.items() if value is not False and value not in (None, "")}
    if isinstance(fields.get("starts_at"), datetime):
        fields["starts_at"] = f"{fields['starts_at']:%Y-%m-%dT%H:%M}"

    answer = client.post(path, fields)

    assert answer.status_code == 302, answer.context["form"].errors

    lines = LogLine.objects.filter(tournament=tournament, act="revised").values_list("changes", flat=True)
    assert (list(lines), notices()) == ([], set())
