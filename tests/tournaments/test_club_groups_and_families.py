"""The pairing keeps groups of clubs, and families, apart (E140, E141)."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client

from accounts.models import FederationProfile
from ratings.ranks import Rank
from tests.clubs.helpers import make_club
from tests.factories import make_player
from tests.tournaments.helpers import acts_of, asked, look, make_open, pairings, refused
from tests.tournaments.systems.fields import entries
from tests.tournaments.test_costs_of_changes import costs
from tests.tournaments.test_pages_and_api import program_of, send, signed_in
from tests.tournaments.test_previews import preview
from tournaments import errors
from tournaments.models import EntryState
from tournaments.services import directing, entering, leaving, starting
from tournaments.services.costing import PairingCriterion
from tournaments.services.directing import PairingLabels
from tournaments.services.entering import EntryStatement
from tournaments.systems.pairing import pair_round_by_system
from tournaments.systems.types import CLUB_WEIGHT, PairingConstraints, StageData, StageSystem, SystemKind
from tournaments.views import directing as views_directing

MCMAHON = StageSystem(SystemKind.MCMAHON)
SLIPPED = {frozenset({1, 3}), frozenset({2, 4})}
"""How four equal players are paired if nothing keeps them apart: the upper half meets the lower half."""


def paired(system, people):
    found = pair_round_by_system(system, StageData(tuple(people)), PairingConstraints(1, "seed"))
    return {one.entrants for one in found.pairings}


def four(**labels):
    """Four kyu players in four clubs; `first_and_third` have these labels."""
    rows = [replace(one, rating=2000 - one.id, club="abcd"[one.id - 1]) for one in entries(10, 10, 10, 10)]
    return [replace(one, **labels) if one.id in (1, 3) else one for one in rows]


def test_E140_clubs_of_one_group_meet_late_if_the_organiser_wants_it():
    assert paired(MCMAHON, four()) == SLIPPED
    assert paired(MCMAHON, four(club_group="North")) != SLIPPED
    assert paired(replace(MCMAHON, groups_apart=False), four(club_group="North")) == SLIPPED
    assert paired(replace(MCMAHON, club_weight=0), four(club_group="North")) == SLIPPED, "clubs do not matter at all"
    strong = [replace(one, rank=30) for one in four(club_group="North")]
    assert paired(MCMAHON, strong) == SLIPPED, "as with clubs, from 1d on"


def test_E140_a_group_counts_for_the_whole_club():
    """One member's label is enough, and a member's own label counts more."""
    people = [replace(one, club="a" if one.id in (1, 5) else one.club) for one in four()]
    mate = replace(people[0], id=5, rank=28, name="P0005", club_group="North")
    rest = replace(people[0], id=6, rank=28, name="P0006", club="f")
    third = replace(people[2], club_group="North")
    first = people[0]
    assert frozenset({1, 3}) not in paired(MCMAHON, [first, people[1], third, people[3], mate, rest])
    apart = replace(first, club_group="South")
    assert frozenset({1, 3}) in paired(MCMAHON, [apart, people[1], third, people[3], mate, rest])


def test_E140_members_of_a_club_meet_after_those_of_a_group():
    """With a club of three in a group of four, the pair that has to be is one of the group."""
    clubs, groups = {1: "a", 2: "b", 3: "a", 4: "c"}, {1: "North", 2: "North", 3: "North", 4: "North"}
    people = [replace(one, club=clubs[one.id], club_group=groups[one.id]) for one in four()]
    assert frozenset({1, 3}) not in paired(MCMAHON, people)


def test_E141_a_family_meets_late_also_within_one_club():
    family = replace(MCMAHON, family_weight=CLUB_WEIGHT)
    assert paired(MCMAHON, four(family="x")) == SLIPPED, "off by default"
    assert paired(family, four(family="x")) != SLIPPED
    assert paired(family, [replace(one, club="a") for one in four(family="x")]) != SLIPPED
    assert paired(family, [replace(one, rank=30) for one in four(family="x")]) == SLIPPED


RANKS = ("5k", "6k", "7k", "8k")


def with_four(**played):
    """A Swiss, open for entry, whose first round is first against third and second against fourth, by stated rank."""
    made = make_open(played=played)
    people = [make_player() for _ in RANKS]
    for player, rank in zip(people, RANKS, strict=True):
        entering.enter_tournament(asked(player), made.pk, stated=EntryStatement(Rank.parse(rank)))
    return made, people


def first_meets(made, people):
    """Start, and return whom the first player meets: the position in `people`."""
    starting.start_tournament(asked(made.owner), made.pk)
    look()
    pairs = [(one.black.player, one.white.player) for one in pairings(made, 1)]
    return next(people.index(two if one == people[0] else one) for one, two in pairs if people[0] in (one, two))


@pytest.mark.django_db
@pytest.mark.parametrize(("wanted", "meets"), [(True, False), (False, True)])
def test_E141_a_director_says_who_is_a_family(wanted, meets):
    made, people = with_four(families_apart=wanted)
    for one in (people[0], people[2]):
        directing.set_pairing_labels(asked(made.owner), made.pk, one, PairingLabels(family="Virtanen"))
    assert (first_meets(made, people) == 2) is meets


@pytest.mark.django_db
@pytest.mark.parametrize(("shares", "label", "meets"), [(True, "", False), (False, "", True), (True, "other", True)])
def test_E141_players_with_one_family_name_are_a_family_if_they_share_their_real_names(shares, label, meets):
    """A director's label has priority, so that namesakes are not taken for families."""
    made, people = with_four(families_apart=True)
    for one, name in ((people[0], "Virtanen"), (people[2], "VIRTANEN")):
        FederationProfile.objects.create(player=one, family_name=name)
    made.entries.filter(player__in=(people[0], people[2])).update(shares_name=shares)
    if label:
        directing.set_pairing_labels(asked(made.owner), made.pk, people[0], PairingLabels(family=label))
    assert (first_meets(made, people) == 2) is meets


@pytest.mark.django_db
@pytest.mark.parametrize(("wanted", "meets"), [(True, False), (False, True)])
def test_E140_a_group_of_clubs_is_set_for_one_member(wanted, meets):
    made, people = with_four(club_groups_apart=wanted)
    for player, name in ((people[0], "Tampere Go"), (people[2], "Helsinki Go")):
        make_club(player, name=name)
        directing.set_pairing_labels(asked(made.owner), made.pk, player, PairingLabels(club_group="North"))
    assert (first_meets(made, people) == 2) is meets


@pytest.mark.django_db
def test_E141_labels_are_for_directors_only_and_go_with_the_account():
    made, people = with_four(families_apart=True)
    program = program_of(made.owner, "events:direct")
    path = f"/api/v1/tournaments/{made.pk}/acts/"
    act = {"act": "labels", "player": people[0].username, "family": "Kuu-Sana", "club_group": "Pohja-Sana"}
    assert send(program, path, **act).status_code == 200
    page = signed_in(made.owner).post(
        f"/tournaments/{made.pk}/direct/", {"do": "labels", "player": people[1].username, "family": "Kuu-Sana"}
    )
    assert page.status_code == 302
    assert acts_of(made).count("labels") == 2
    assert "Kuu-Sana" in signed_in(made.owner).get(f"/tournaments/{made.pk}/players/").content.decode()
    starting.start_tournament(asked(made.owner), made.pk)
    for client in (Client(), signed_in(people[0])):
        for name in ("players/", "log/", "rounds/1/", ""):
            text = client.get(f"/tournaments/{made.pk}/{name}").content.decode()
            assert "-Sana" not in text, name
        for name in ("entries/", "log/", "rounds/1/pairings/"):
            text = client.get(f"/api/v1/tournaments/{made.pk}/{name}").content.decode()
            assert "-Sana" not in text, name
            assert "family" not in text, "E85: a reason that everybody reads names no family"
    leaving.withdraw_deleted_from_tournaments(people[0], asked(people[0]).now)
    assert made.entries.get(player=people[0]).family == ""


@pytest.mark.django_db
def test_E140_E141_not_by_others_not_for_oneself_and_not_for_strangers():
    made, people = with_four()
    labels = PairingLabels("a", "b")
    refused(errors.NotDirector, directing.set_pairing_labels, asked(people[0]), made.pk, people[1], labels)
    refused(errors.NotEntered, directing.set_pairing_labels, asked(made.owner), made.pk, make_player(), labels)
    directing.set_director(asked(made.owner), made.pk, people[0], is_director=True)
    refused(errors.OwnGameAffected, directing.set_pairing_labels, asked(people[0]), made.pk, people[0], labels)
    program = program_of(made.owner, "events:direct")
    path = f"/api/v1/tournaments/{made.pk}/acts/"
    long = send(program, path, act="labels", player=people[1].username, family="x" * 26)
    assert (long.status_code, long.json()["code"]) == (400, "invalid")
    neither = send(program, path, act="labels", player=people[1].username)
    assert (neither.status_code, neither.json()["code"], neither.json()["field"]) == (400, "bad_act", "family")
    assert not made.entries.exclude(family="").exists()
    assert made.entries.filter(state=EntryState.ENTERED).count() == 4


@pytest.mark.django_db
@pytest.mark.parametrize("by_page", [True, False])
def test_E140_E141_one_label_is_changed_without_the_other(by_page):
    made, people = with_four(families_apart=True)
    who, entry = people[0].username, made.entries.get(player=people[0])
    directing.set_pairing_labels(asked(made.owner), made.pk, people[0], PairingLabels("Virtanen", "North"))
    page, program = signed_in(made.owner), program_of(made.owner, "events:direct")
    direct, api = f"/tournaments/{made.pk}/direct/", f"/api/v1/tournaments/{made.pk}/"

    def change(**labels):
        answer = (
            page.post(direct, {"do": "labels", "player": who, **labels})
            if by_page
            else send(program, f"{api}acts/", act="labels", player=who, **labels)
        )
        assert answer.status_code == (302 if by_page else 200)
        entry.refresh_from_db()
        return entry.family, entry.club_group

    assert change(family="Mäki") == ("Mäki", "North")
    text = page.get(f"{direct}?player={who}").content.decode()
    assert all(f'value="{label}"' in text for label in ("Mäki", "North")), "the form shows what is stored"
    rows = {one["player"]: one for one in program.get(f"{api}entries/").json()["results"]}
    assert (rows[who]["family"], rows[who]["club_group"]) == ("Mäki", "North")
    plain = program_of(made.owner, "events:play").get(f"{api}entries/").json()["results"]
    assert not any("family" in one for one in plain), "only with events:direct"
    assert change(family="") == ("", "North")
    assert change(club_group="") == ("", "")


@pytest.mark.django_db
def test_E140_labels_are_set_also_where_too_many_play_for_a_list(monkeypatch):
    monkeypatch.setattr(views_directing, "MOST_ROWS", 3)
    made, people = with_four()
    directing.set_pairing_labels(asked(made.owner), made.pk, people[0], PairingLabels(club_group="North"))
    page = signed_in(made.owner)
    assert "labels-family" not in page.get(f"/tournaments/{made.pk}/direct/").content.decode()
    text = page.get(f"/tournaments/{made.pk}/direct/?player={people[0].username.upper()}").content.decode()
    assert text.count('id="labels-family"') == text.count('value="North"') == 1
    assert re.search(r'<select[^>]* name="(player|other)"', text) is None, "E94: one list of names for all tools"
    assert "No player has this name" not in text
    starting.start_tournament(asked(made.owner), made.pk)
    monkeypatch.setattr(views_directing, "MOST_ROWS", 2)
    made.entries.filter(player=people[1]).update(state=EntryState.WAITING)
    for name in ("nobody", people[1].username):
        text = page.get(f"/tournaments/{made.pk}/direct/?player={name}").content.decode()
        assert "No player has this name" in text
        assert 'id="chosen"' not in text


@pytest.mark.django_db
def test_E141_a_change_of_the_proposal_counts_families():
    made, people = with_four(families_apart=True)
    for one in (people[0], people[2]):
        directing.set_pairing_labels(asked(made.owner), made.pk, one, PairingLabels(family="Virtanen"))
    found = costs(made, "fix", people[0], people[2], preview(made))
    assert found[PairingCriterion.FAMILY] == (0, 1)
