"""Players' problem collections: checked before others see them, tried, shared and hidden (P1 to P6)."""

from __future__ import annotations

from datetime import timedelta
from html import unescape

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.core.guests import NotForGuests
from accounts.core.restrictions import Muted, Suspended
from accounts.models import Player, StaffAction
from accounts.privacy.account_deletion import delete
from accounts.privacy.blocking import block_player
from clubs.errors import RecipientsRefused
from clubs.models import Membership
from clubs.services.audiences import Audience
from learn.errors import BadMaterial, NoSuchMaterial, TooManyMaterials, TooManyProblems
from learn.models import Material, OwnProblem, Progress, Tally, Tried
from learn.services import collections, materials, own_problems
from learn.services.collections import ProblemFile
from learn.services.materials import MaterialDetails
from tests.clubs.helpers import make_club
from tests.factories import make_moderator, make_player
from tests.learn.helpers import PROBLEM, make_collection

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()
OPEN = "(;SZ[9]AB[ee]AW[ef];B[eg])"
STATED = PROBLEM.replace("C[Kill.]", "GE[kill]CR[ag]VW[ah][bh][ch][ai][bi][ci]")
WRONG = STATED.replace("W[bh]", "W[ah]")


@pytest.fixture(autouse=True)
def _no_worker(monkeypatch):
    monkeypatch.setattr(collections.TASK, "wake", lambda: None)


def client_of(player) -> Client:
    client = Client()
    if player is not NOBODY:
        client.force_login(player)
    return client


def page(player, collection, path: str = "") -> int:
    return client_of(player).get(collection.get_absolute_url() + path).status_code


def share(collection, **audience):
    materials.share_material(collection.owner, collection, Audience(**audience), timezone.now())


@pytest.mark.parametrize(
    ("text", "state", "why", "points"),
    [
        pytest.param(PROBLEM, "proved", "", "", id="a closed corner"),
        pytest.param(STATED, "proved", "area", "", id="goal and area are stated"),
        pytest.param(OPEN, "unproved", "no_answer", "", id="an open board"),
        pytest.param(PROBLEM.replace("W[bh]", "W[ah]"), "unproved", "other", "B2", id="another answer"),
        pytest.param(WRONG, "refused", "other", "B2", id="another answer to the stated goal"),
    ],
)
def test_P3_each_problem_is_checked_and_the_result_is_a_sentence(aino, text, state, why, points):
    collection = make_collection(aino, text)
    row = collection.problems.get()

    assert (row.state, row.why, row.points) == (state, why, points)
    sentence = collections.verdict_sentence(row, shows_points=True)
    assert sentence.endswith(".")
    html = unescape(client_of(aino).get(collection.get_absolute_url() + "edit/").content.decode())
    assert sentence in html


def test_P3_others_see_a_problem_only_after_the_check(aino, babak):
    collection = make_collection(aino, PROBLEM, is_checked=False)
    share(collection, everyone=True)
    assert page(babak, collection, "1/") == 404
    assert page(aino, collection, "1/") == 200

    assert own_problems.prove_or_reject_next()
    assert page(babak, collection, "1/") == 200
    assert page(NOBODY, collection, "1/") == 200


def test_P3_a_list_shows_the_first_position_only_after_the_check(aino):
    made = make_collection(aino, is_checked=False)
    before, own = collections.first_positions([made]), collections.first_positions([made], aino)
    own_problems.prove_or_reject_next()

    assert (before, list(own)) == ({}, [made.pk]), "the owner sees it at once"
    assert collections.first_positions([made]) == {made.pk: made.problems.get().question["rows"]}


def test_a_list_counts_the_problems_that_the_reader_sees(aino, babak):
    make_collection(aino, WRONG, OPEN)
    made = make_collection(aino, is_checked=False)
    counts = [
        collections.with_item_counts(Material.objects.filter(pk=made.pk), one).get().size for one in (aino, babak)
    ]
    assert counts == [made.problems.count(), 0]


def test_a_list_says_how_many_problems_of_a_collection_the_reader_has_solved(aino, babak):
    made = make_collection(aino, PROBLEM, OPEN)
    share(made, everyone=True)
    row = collections.visible_problems(babak, made)[0]
    collections.record_collection_try(babak, row, right=True)
    with CaptureQueriesContext(connection) as asked:
        assert collections.solved_counts(babak, [made]) == {made.pk: 1}
    assert not any("question" in query["sql"] for query in asked), "only numbers are loaded"
    html = client_of(babak).get("/collections/").content.decode()
    assert "1 of 2 problems solved" in html


def test_P3_others_never_see_a_refused_problem_and_what_is_not_proved_says_so(aino, babak):
    collection = make_collection(aino, WRONG, OPEN)
    share(collection, everyone=True)

    assert page(babak, collection, "1/") == 404
    html = unescape(client_of(babak).get(collection.get_absolute_url() + "2/").content.decode())
    assert "Not verified. The server couldn't tell what the goal is, so" in html


def test_P3_the_check_does_not_give_the_answer_away(aino, babak):
    collection = make_collection(aino, PROBLEM.replace("W[bh]", "W[ah]"))
    share(collection, everyone=True)
    html = client_of(babak).get(collection.get_absolute_url() + "1/").content.decode()

    assert "the server found a different answer" not in html
    assert "Solution not verified." in html


def test_P4_tries_are_stored_as_for_the_problems_of_the_server(aino, babak):
    collection = make_collection(aino)
    share(collection, everyone=True)
    key = str(collection.problems.get())
    client = client_of(babak)
    path = collection.get_absolute_url() + "1/"
    assert "Right." in client.get(path + "?point=B2").content.decode()
    assert "Well read." in client.get(path + "?point=B2").content.decode()

    assert Tried.objects.get().was_right
    assert Tally.objects.get(problem=key).right == 1
    assert Progress.objects.get(player=babak).done == 1
    assert "1 of 1 problem solved" in client.get(collection.get_absolute_url()).content.decode()
    assert page(babak, collection, "1/?point=Z99") in (200, 400)


def test_P4_a_problem_that_is_not_proved_takes_the_authors_answer(aino):
    collection = make_collection(aino, OPEN)
    path = collection.get_absolute_url() + "1/"
    assert "Right, according to the problem" in client_of(aino).get(path + "?point=E3").content.decode()
    assert "not the author" in client_of(aino).get(path + "?point=A1").content.decode()
    assert client_of(aino).get(path + "?answer=1").status_code == 200


def test_P1_a_file_has_many_problems_and_known_ones_are_left_out(aino):
    collection = make_collection(aino, PROBLEM + OPEN + PROBLEM + "(;SZ[9];B[aa])", is_checked=False)
    again = collections.add_problem_file(aino, collection, ProblemFile("", OPEN), timezone.now())

    assert [row.number for row in collection.problems.order_by("place")] == [1, 2]
    assert (again.rows, again.left_out) == ([], {"known": [1]})


def test_P1_the_owner_sorts_and_deletes_problems_and_numbers_stay(aino):
    collection = make_collection(aino, PROBLEM, OPEN)
    client = client_of(aino)
    path = collection.get_absolute_url() + "edit/"
    client.post(path, {"do": "order", "place-1": "2", "place-2": "1"})
    assert [row.number for row in collections.visible_problems(aino, collection)] == [2, 1]

    client.post(path, {"do": "order", "gone": "2"})
    client.post(path, {"do": "upload", "file": SimpleUploadedFile("more.sgf", OPEN.encode())})
    assert [row.number for row in collections.visible_problems(aino, collection)] == [1, 3]


def test_P1_a_collection_is_made_changed_and_deleted_on_pages(aino):
    client = client_of(aino)
    made = client.post("/collections/new/", {"name": " First  corners ", "language": "fi", "level": "15k"})
    collection = Material.objects.get()
    assert made["Location"] == collection.get_absolute_url() + "edit/"
    assert (collection.name, collection.language, collection.level) == ("First corners", "fi", "15k")

    client.post(made["Location"], {"do": "texts", "name": "Second", "language": "en", "about": "Hard."})
    collection.refresh_from_db()
    assert (collection.name, collection.about, collection.level) == ("Second", "Hard.", "")
    assert client.post(made["Location"], {"do": "texts", "name": ""}).status_code == 400
    assert client.post(made["Location"], {"do": "nothing"}).status_code == 400
    bad = client.post(made["Location"], {"do": "upload", "file": SimpleUploadedFile("a.sgf", b"no")}, follow=True)
    assert "alert" in bad.content.decode() or "notice" in bad.content.decode()
    client.post(made["Location"], {"do": "delete"})
    assert not Material.objects.exists()


@pytest.mark.parametrize(
    "details", [{"name": ""}, {"name": "a" * 101}, {"about": "a" * 2001}, {"language": "xx"}, {"level": "40k"}]
)
def test_P1_texts_that_do_not_fit_are_refused(aino, details):
    with pytest.raises(BadMaterial):
        make_collection(aino, **details)
    assert not Material.objects.exists()


def test_P1_limits_of_collections_problems_and_days(aino, monkeypatch):
    collection = make_collection(aino, is_checked=False)
    for limit in ("MOST_PROBLEMS", "MOST_A_DAY"):
        with monkeypatch.context() as changed, pytest.raises(TooManyProblems):
            changed.setattr(collections, limit, 1)
            collections.add_problem_file(aino, collection, ProblemFile("", OPEN), timezone.now())
    monkeypatch.setattr(materials, "MOST_MATERIALS", 1)
    with pytest.raises(TooManyMaterials):
        make_collection(aino)
    assert OwnProblem.objects.count() == 1


def test_P5_a_collection_is_shared_with_a_player_a_club_a_link_or_everyone(aino, babak):
    collection, stranger, club = make_collection(aino), make_player(), make_club(owner=aino)
    member = make_player()
    Membership.objects.create(club=club, player=member, standing="member", at=timezone.now(), joined_at=timezone.now())
    audiences = ({}, {"players": ("babak",)}, {"clubs": (club.pk,)}, {"link": True}, {"everyone": True})
    sees = []
    for audience in audiences:
        share(collection, **audience)
        sees.append([page(who, collection) for who in (aino, babak, member, stranger, NOBODY, make_moderator())])

    assert sees == [
        [200, 404, 404, 404, 404, 404],
        [200, 200, 404, 404, 404, 404],
        [200, 404, 200, 404, 404, 404],
        [200, 200, 200, 200, 200, 200],
        [200, 200, 200, 200, 200, 200],
    ]
    assert collection.name in client_of(NOBODY).get("/collections/").content.decode()
    share(collection, link=True)
    assert collection.name not in client_of(NOBODY).get("/collections/").content.decode()


def test_P5_only_the_owner_changes_a_collection(aino, babak):
    collection = make_collection(aino)
    share(collection, everyone=True)
    for path in ("edit/", "share/"):
        assert client_of(babak).post(collection.get_absolute_url() + path, {"do": "delete"}).status_code == 404
    assert client_of(babak).get(collection.get_absolute_url() + "edit/").status_code == 404
    assert client_of(NOBODY).post(collection.get_absolute_url() + "edit/").status_code == 302
    assert Material.objects.get().is_public


def test_P5_blocks_mutes_and_suspensions_hold(aino, babak):
    collection = make_collection(aino)
    share(collection, everyone=True)
    block_player(player=babak, other=aino, now=timezone.now())
    assert page(babak, collection) == 404

    later = timezone.now() + timedelta(days=1)
    for column in ("muted_until", "suspended_until"):
        Player.objects.filter(pk=aino.pk).update(**{column: later})
        assert page(NOBODY, collection) == 404
        Player.objects.filter(pk=aino.pk).update(**{column: None})
    assert page(NOBODY, collection) == 200


def test_P5_guests_muted_and_suspended_players_cannot_make_or_share(aino):
    collection = make_collection(aino)
    now = timezone.now()
    for changes, error in (
        ({"is_guest": True}, NotForGuests),
        ({"suspended_until": now + timedelta(days=1)}, Suspended),
    ):
        player = make_player()
        Player.objects.filter(pk=player.pk).update(**changes)
        player.refresh_from_db()
        with pytest.raises(error):
            make_collection(player)
    aino.muted_until = now + timedelta(days=1)
    with pytest.raises(Muted):
        materials.share_material(aino, collection, Audience(link=True), now)
    aino.muted_until = None
    with pytest.raises(RecipientsRefused):
        materials.share_material(aino, collection, Audience(players=("aino",)), now)


def test_P6_a_moderator_hides_a_shared_collection_with_a_reason(aino, babak):
    collection, moderator = make_collection(aino), make_moderator()
    hide = collection.get_absolute_url() + "hide/"
    assert client_of(moderator).post(hide, {"reason": "copied"}).status_code == 404
    share(collection, everyone=True)
    assert client_of(babak).post(hide, {"reason": "copied"}).status_code == 404
    client_of(moderator).post(hide, {"reason": "copied from a book"})

    assert page(babak, collection) == 404
    assert "copied from a book" in client_of(aino).get(collection.get_absolute_url()).content.decode()
    assert StaffAction.objects.get(action="hide_material").reason == "copied from a book"


def test_P6_a_collection_is_deleted_with_the_account(aino, babak):
    collection = make_collection(aino)
    share(collection, players=("babak",))
    delete(player=aino, now=timezone.now())

    assert not Material.objects.exists()
    assert not OwnProblem.objects.exists()


def test_a_problem_of_a_collection_is_no_problem_of_the_public_list(aino, babak):
    collection = make_collection(aino)
    key = str(collection.problems.get())
    assert Client().get(f"/problems/{key}/").status_code == 404
    assert key not in client_of(aino).get("/problems/players/").content.decode()


def test_the_api_makes_fills_shares_and_tries_a_collection(aino):
    client = client_of(aino)

    def call(method, path, body=None):
        kwargs = {} if body is None else {"data": body, "content_type": "application/json"}
        return getattr(client, method)(f"/api/v1/collections/{path}", **kwargs)

    made = call("post", "", {"name": "Corners", "level": "15k"})
    assert made.status_code == 201
    key = made.json()["key"]
    added = call("post", f"{key}/problems/", {"sgf": PROBLEM + OPEN}).json()
    assert [row["state"] for row in added["results"]] == ["waiting", "waiting"]
    assert call("patch", f"{key}/", {"order": [2], "about": "Two."}).json()["problems"][0]["number"] == 2
    assert call("put", f"{key}/audience/", {"link": True}).json()["link"]
    assert call("get", f"{key}/audience/").json()["link"]
    assert call("post", f"{key}/problems/1/", {"point": "B2"}).json()["right"]
    assert call("get", f"{key}/problems/1/").json()["text"] == "Kill."
    assert Client().get(f"/api/v1/collections/{key}/").json()["problems"] == []
    assert [row["key"] for row in call("get", "").json()["results"]] == [key]
    assert call("delete", f"{key}/problems/1/").status_code == 204
    assert call("delete", f"{key}/").status_code == 204
    assert call("get", f"{key}/").json()["code"] == "no_such_material"


def test_no_one_finds_a_material_by_another_key(aino):
    with pytest.raises(NoSuchMaterial):
        materials.visible_material(aino, "x" * 12, Material.Kind.PROBLEMS)
    assert MaterialDetails("a").validated_values()["language"] == "en"
