"""Names in imported games, mapped to members who confirm them (E151)."""

from __future__ import annotations

import pytest

from accounts.privacy.data_export import export_archive
from clubs.access import clubs_with_games_of, visible_imported_games
from clubs.errors import ImportedNameNotOfMember, NoSuchImportedName, NotClubOwner, NotMember
from clubs.models import ClubRole, ImportedName
from clubs.services import asking, imported_names, imports, joining
from notifications.models import Notice
from tests.clubs.helpers import add, asked, bring, make_club
from tests.clubs.test_imports import DGS, KGS, OGS
from tests.factories import make_moderator, make_player
from tests.support.callers import Caller
from tests.tournaments.test_pages_and_api import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return make_player("olga")


@pytest.fixture
def aino():
    return make_player("aino")


@pytest.fixture
def club(owner, aino):
    club = make_club(owner, aino, hidden_members=True)
    bring(club, OGS)
    bring(club, DGS)
    return club


def name_of(club, name="aino_ogs"):
    return ImportedName.objects.get(club=club, name=name)


def test_E151_a_name_is_the_members_only_after_they_confirm(club, owner, aino):
    row = imported_names.propose_member(asked(owner), club.pk, name_of(club).pk, aino)

    assert not row.is_confirmed
    assert not visible_imported_games(aino, club, "aino").exists()
    notice = Notice.objects.get(player=aino, kind="club_name")
    assert asking.unanswered_name_notices([notice]) == [notice]
    imported_names.propose_member(asked(owner), club.pk, name_of(club, "aino7").pk, aino)
    assert Notice.objects.filter(player=aino, kind="club_name").count() == 1, "one until it is read"

    imported_names.answer_proposal(asked(aino), club.pk, row.pk, is_mine=True)
    imported_names.answer_proposal(asked(aino), club.pk, name_of(club, "aino7").pk, is_mine=False)
    assert [game.server for game in visible_imported_games(aino, club, "aino")] == ["ogs"]
    assert name_of(club, "aino7").player is None
    assert asking.unanswered_name_notices([notice]) == []
    imported_names.answer_proposal(asked(aino), club.pk, row.pk, is_mine=False)
    assert not visible_imported_games(aino, club, "aino").exists(), "a confirmation can be taken back"


def test_E151_only_the_owner_proposes_members_and_only_the_member_answers(club, owner, aino):
    manager, stranger = make_player(), make_player()
    add(club, manager, ClubRole.MANAGER)
    row = name_of(club)

    with pytest.raises(NotClubOwner):
        imported_names.propose_member(asked(manager), club.pk, row.pk, aino)
    with pytest.raises(ImportedNameNotOfMember):
        imported_names.propose_member(asked(owner), club.pk, row.pk, stranger)
    with pytest.raises(NoSuchImportedName):
        imported_names.propose_member(asked(owner), make_club(owner, name="Oulu Go").pk, row.pk, aino)
    imported_names.propose_member(asked(owner), club.pk, row.pk, aino)
    for other in (stranger, manager, owner):
        with pytest.raises(NoSuchImportedName):
            imported_names.answer_proposal(asked(other), club.pk, row.pk, is_mine=True)
    own = imported_names.propose_member(asked(owner), club.pk, name_of(club, "babak").pk, owner)
    assert own.is_confirmed, "one's own names need no confirmation"


def test_E151_games_are_seen_by_those_who_may_see_the_members(club, owner, aino):
    imported_names.propose_member(asked(owner), club.pk, name_of(club).pk, aino)
    assert clubs_with_games_of(aino, aino) == [], "not before they confirm"
    imported_names.answer_proposal(asked(aino), club.pk, name_of(club).pk, is_mine=True)

    for viewer in (owner, aino, make_moderator()):
        assert visible_imported_games(viewer, club).count() == 2
        assert clubs_with_games_of(aino, viewer) == [(club, 1)]
    for viewer in (make_player(), make_player("guest-4821", is_guest=True)):
        with pytest.raises(NotMember):
            visible_imported_games(viewer, club)
        assert clubs_with_games_of(aino, viewer) == []


def test_E151_the_profile_leads_to_the_games_and_statistics_do_not_count_them(club, owner, aino):
    imported_names.propose_member(asked(owner), club.pk, name_of(club).pk, aino)
    browser = signed_in(aino)
    assert "Is that right?" in browser.get(club.get_absolute_url()).content.decode()
    browser.post(f"/clubs/{club.pk}/games/names/", {"do": "confirm", "name": name_of(club).pk})

    page = browser.get("/u/aino/").content.decode()
    assert "1 game from other servers" in page
    assert f"/clubs/{club.pk}/games/?player=aino" in page
    assert "No games yet." in page, "imported games are not results of this server"
    assert "<bdi>aino</bdi>'s games" in browser.get(f"/clubs/{club.pk}/games/?player=aino").content.decode()


def test_E151_the_owner_maps_names_on_the_page(club, owner, aino):
    browser, path = signed_in(owner), f"/clubs/{club.pk}/games/names/"
    browser.post(path, {"name": name_of(club).pk, "player": "aino"})
    assert name_of(club).player == aino
    assert "not confirmed yet" in browser.get(path).content.decode()
    assert "Not my name" in signed_in(aino).get(path).content.decode()
    browser.post(path, {"name": name_of(club).pk, "player": ""})
    assert name_of(club).player is None
    assert signed_in(aino).get(path).status_code == 404, "no name is proposed to her"


def test_E151_leaving_the_club_or_deleting_the_account_makes_names_plain(club, owner, aino):
    def confirmed():
        imported_names.propose_member(asked(owner), club.pk, name_of(club).pk, aino)
        imported_names.answer_proposal(asked(aino), club.pk, name_of(club).pk, is_mine=True)

    confirmed()
    other = make_club(make_player(), aino, name="Oulu Go")
    bring(other, OGS)
    imported_names.propose_member(asked(other.founder), other.pk, name_of(other).pk, aino)
    assert b"aino_ogs" in _archive(aino)
    joining.leave_or_withdraw_request(asked(aino), club.pk)
    assert (name_of(club).player, name_of(club).confirmed_at) == (None, None)
    assert name_of(other).player == aino, "names in other clubs stay"

    joining.join_club(asked(aino), club.pk)
    confirmed()
    imported_names.unlink_names_of_account(aino)
    assert (name_of(club).player, name_of(club).confirmed_at) == (None, None)
    assert b"game.sgf" in _archive(owner), "uploads are in the owner's export"


def _archive(player):
    import io
    import zipfile

    archive = zipfile.ZipFile(io.BytesIO(b"".join(export_archive(player))))
    return b"".join(archive.read(name) for name in archive.namelist())


def test_E150_a_program_imports_a_file_of_870_kB_and_nothing_larger(client, club, owner):
    mine, largest = Caller(client, owner), KGS + " " * (870_000 - len(KGS))

    made = mine.post(f"clubs/{club.pk}/imports/", file_name="k.sgf", content=_base64(largest))
    assert made.status_code == 201, made.json()
    refused = mine.post(f"clubs/{club.pk}/imports/", file_name="k.sgf", content=_base64(largest + " "))
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")


def test_E150_E151_the_same_by_the_api(client, club, owner, aino):
    mine, hers = Caller(client, owner), Caller(client, aino)
    where = f"clubs/{club.pk}"

    made = mine.post(f"{where}/imports/", file_name="k.sgf", content=_base64(KGS))
    assert (made.status_code, made.json()["state"], made.json()["games"]) == (201, "done", 1)
    assert mine.post(f"{where}/imports/", file_name="k.sgf", content="no base64").status_code == 400
    assert hers.post(f"{where}/imports/", file_name="k.sgf", content=_base64(KGS)).json()["code"] == "not_manager"
    games = hers.get(f"{where}/games/").json()["results"]
    assert [game["server"] for game in games] == ["kgs", "dgs", "ogs"]
    record = hers.get(f"{where}/games/{games[0]['id']}/").json()
    assert record["black"] == {"name": "aino_kgs", "player": None}
    assert record["sgf"].startswith("(;FF[4]")

    name = next(row["id"] for row in mine.get(f"{where}/names/").json()["results"] if row["name"] == "aino_kgs")
    mine.post(f"{where}/names/{name}/", act="propose", player="aino")
    assert hers.post(f"{where}/names/{name}/", act="confirm").json()["confirmed"]
    assert [row["name"] for row in hers.get(f"{where}/names/").json()["results"]] == ["aino_kgs"]
    assert len(hers.get(f"{where}/games/", player="aino").json()["results"]) == 1

    upload = made.json()["id"]
    assert hers.send("delete", f"{where}/imports/{upload}/", "").status_code == 403
    assert mine.send("delete", f"{where}/imports/{upload}/", "").status_code == 204
    assert mine.get(f"{where}/games/{games[0]['id']}/").json()["code"] == "no_such_imported_game"
    assert Caller(client, make_player()).get(f"{where}/games/").json()["code"] == "not_member"


def test_E150_E151_the_api_refuses_strangers_and_more_games_than_a_club_may_have(client, monkeypatch, club, owner):
    stranger, mine = make_player(), Caller(client, owner)

    refused = mine.post(f"clubs/{club.pk}/names/{name_of(club).pk}/", act="propose", player=stranger.username)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_a_member")
    monkeypatch.setattr(imports, "MOST_GAMES_OF_CLUB", 1)
    refused = mine.post(f"clubs/{club.pk}/imports/", file_name="k.sgf", content=_base64(KGS))
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_imported_games")


def _base64(text):
    from base64 import b64encode

    return b64encode(text.encode()).decode()
