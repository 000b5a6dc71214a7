"""Seeds that a director sets by hand before the start (E38, E54, E55)."""

from __future__ import annotations

import pytest

from tests.clubs.test_at_once import together
from tests.factories import make_player
from tests.tournaments.helpers import asked, make_open, pairings, refused, reload
from tests.tournaments.test_pages_and_api import program_of, send, signed_in
from tournaments import errors
from tournaments.access import current_stage
from tournaments.services import entering, seeding, starting
from tournaments.stage_data import load_knockout
from tournaments.systems.types import SystemKind

from .helpers import look

pytestmark = pytest.mark.django_db
KNOCKOUT = {"kind": SystemKind.KNOCKOUT}


def entered(count=4, **played):
    """A tournament that may be entered, with this many players."""
    tournament, people = make_open(played=played or KNOCKOUT, most=16), [make_player() for _ in range(count)]
    for player in people:
        entering.enter_tournament(asked(player), tournament.pk)
    return tournament, people


def form_of(tournament, reason="The winners of last year", **seeds):
    """Return the page's form data, by players' names."""
    entries = {one.player.username: one.pk for one in tournament.entries.select_related("player")}
    return {"reason": reason, "instead_of": ""} | {f"seed_{entries[name]}": number for name, number in seeds.items()}


def test_E38_E55_a_director_seeds_by_hand_and_the_bracket_follows():
    tournament, (aino, babak, emre, juha) = entered()
    client, path = signed_in(tournament.owner), f"/tournaments/{tournament.pk}/seeding/"
    assert path in client.get(f"/tournaments/{tournament.pk}/direct/").content.decode()
    assert f"Seed for {aino.shown_name}" in client.get(path).content.decode()

    answer = client.post(path, form_of(tournament, **{juha.username: 3, emre.username: 9}))

    assert answer.status_code == 302
    assert dict(tournament.entries.exclude(seed=None).values_list("player", "seed")) == {juha.pk: 1, emre.pk: 2}
    line = tournament.log.first()
    assert (line.act, line.before, line.reason) == ("seeded", "-", "The winners of last year")
    assert line.after == f"{juha.username}, {emre.username}"
    page = signed_in(make_player()).get(f"/tournaments/{tournament.pk}/players/").content.decode()
    assert page.index("seed 2") > 0
    for bad in ({juha.username: 1, emre.username: 1}, {juha.username: 0}, {juha.username: 201}):
        assert client.post(path, form_of(tournament, **bad)).status_code == 400
    assert client.post(path, form_of(tournament, reason="", **{aino.username: 1})).status_code == 400

    starting.start_tournament(asked(tournament.owner), tournament.pk)
    look()
    seeds = load_knockout(reload(tournament), current_stage(tournament)).seeds
    entries = dict(tournament.entries.values_list("pk", "player"))
    assert [entries[pk] for pk in seeds][:2] == [juha.pk, emre.pk]
    assert sorted(entries[pk] for pk in seeds[2:]) == sorted((aino.pk, babak.pk))
    met = [{one.black.player_id, one.white.player_id} for one in pairings(tournament, 1)]
    assert {juha.pk, emre.pk} not in met, "the two highest seeds meet last"
    assert client.get(path).status_code == 404, "the bracket is drawn"
    assert path not in client.get(f"/tournaments/{tournament.pk}/direct/").content.decode()


def test_E31_sections_are_dealt_by_the_seeds_also_where_the_others_are_drawn():
    for drawing in ("snake", "drawn"):
        tournament, people = entered(6, kind=SystemKind.SECTIONS, group_size=3, drawing=drawing)
        names = [player.username for player in people[:4]]
        seeding.set_seeds(asked(tournament.owner), tournament.pk, seeding.SeedOrder(names), "By the club's list")
        starting.start_tournament(asked(tournament.owner), tournament.pk)

        entries = dict(tournament.entries.values_list("pk", "player"))
        sections = [{entries[pk] for pk in ids} for ids in current_stage(tournament).groups]
        seeded = [[number for number, one in enumerate(people[:4], 1) if one.pk in ids] for ids in sections]
        assert seeded == [[1, 4], [2, 3]], drawing


def test_E54_E55_programs_seed_too_and_who_plays_or_does_not_direct_cannot():
    tournament, (aino, babak, *_others) = entered()
    path = f"/api/v1/tournaments/{tournament.pk}/acts"
    program = program_of(tournament.owner, "events:direct")

    def code(**body):
        return send(program, path, act="seed", **body).json().get("code")

    seeds = [babak.username.upper(), aino.username]
    assert code(seeds=seeds, reason="By rank in Korea") is None
    rows = signed_in(aino).get(f"/api/v1/tournaments/{tournament.pk}/entries").json()["results"]
    assert {one["player"]: one["seed"] for one in rows if one["seed"]} == {babak.username: 1, aino.username: 2}
    assert code(seeds=seeds) == "act_needs_reason"
    assert code(reason="why not") == "bad_act"
    assert code(seeds=[aino.username] * 2, reason="twice") == "bad_act"
    assert code(seeds=[make_player().username], reason="a stranger") == "not_entered"
    lookalike = aino.username.replace("a", "а")
    assert code(seeds=[lookalike], reason="not the same") == "not_entered"
    assert code(seeds=[], instead_of=seeds, reason="a mistake") is None
    assert not tournament.entries.exclude(seed=None).exists()
    assert send(program_of(aino, "events:direct"), path, act="seed", seeds=[], reason="x").status_code == 403
    assert signed_in(aino).get(f"/tournaments/{tournament.pk}/seeding/").status_code == 404
    entering.enter_tournament(asked(tournament.owner), tournament.pk)
    assert code(seeds=seeds, reason="my own") == "own_game"

    swiss, (one, *_) = entered(2, kind=SystemKind.SWISS)
    refused(
        errors.WrongState,
        seeding.set_seeds,
        asked(swiss.owner),
        swiss.pk,
        seeding.SeedOrder([one.username]),
        "no bracket",
    )
    starting.start_tournament(asked(tournament.owner), tournament.pk)
    assert code(seeds=seeds, reason="too late") == "wrong_state"


def test_E90_the_later_of_two_directors_sees_the_others_seeding_before_it_is_replaced():
    tournament, (aino, babak, emre, juha) = entered()
    client, path = signed_in(tournament.owner), f"/tournaments/{tournament.pk}/seeding/"
    first, later = form_of(tournament, **{aino.username: 1, babak.username: 2}), {juha.username: 1, emre.username: 2}
    assert client.post(path, first).status_code == 302
    assert client.post(path, first).status_code == 302, "the same again, as after a second press"
    assert tournament.log.filter(act="seeded").count() == 1

    answer = client.post(path, form_of(tournament, **later))

    page = answer.content.decode()
    assert answer.status_code == 409
    assert "The seeding has changed since you last viewed it" in page
    now = page[page.index('role="alert"') : page.index("</ol>")]
    assert now.index(aino.shown_name) < now.index(babak.shown_name)
    assert emre.shown_name not in now
    assert f'value="{aino.username},{babak.username}"' in page
    assert f'name="seed_{tournament.entries.get(player=juha).pk}" value="1"' in page, "what was typed is kept"
    assert tournament.entries.get(player=aino).seed == 1

    seen = {"instead_of": f"{aino.username},{babak.username}"}
    assert client.post(path, form_of(tournament, **later) | seen).status_code == 302
    assert tournament.log.first().before == f"{aino.username}, {babak.username}"
    gone = client.post(path, form_of(tournament) | seen)
    assert gone.status_code == 409


def test_E90_a_program_that_comes_later_gets_the_seeds_of_now():
    tournament, (aino, babak, *_others) = entered()
    program, path = program_of(tournament.owner, "events:direct"), f"/api/v1/tournaments/{tournament.pk}/acts"

    def answer(**body):
        return send(program, path, act="seed", reason="By rank", **body)

    assert answer(seeds=[aino.username]).status_code == 200
    refusal = answer(seeds=[babak.username], instead_of=[])
    assert refusal.status_code == 409
    assert refusal.headers["Content-Type"] == "application/problem+json"
    assert (refusal.json()["code"], refusal.json()["seeds"]) == ("seeding_changed", [aino.username])
    assert answer(seeds=[babak.username], instead_of=refusal.json()["seeds"]).status_code == 200


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_E90_of_two_directors_who_seed_at_once_one_is_shown_what_the_other_did():
    tournament, people = entered()
    orders = [[one.username] for one in people]
    seeds = [lambda order=order: seeding.set_seeds(asked(tournament.owner), tournament.pk, order, "By rank")
             for order in map(seeding.SeedOrder, orders)]  # fmt: skip
    assert sorted(together(*seeds), key=str) == [errors.SeedingChanged] * 3 + [None]
    assert tournament.entries.exclude(seed=None).count() == tournament.log.filter(act="seeded").count() == 1
