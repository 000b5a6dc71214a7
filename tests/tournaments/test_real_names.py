"""Real names in result files: with each player's consent, for directors (E131 to E133)."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from accounts.core.federations import remove_federation_data, store_federation_data
from accounts.privacy.account_deletion import delete
from tests.factories import NOON, make_player
from tests.tournaments.helpers import acts_of, asked, look, make_open, make_running, refused, reload, white_loses
from tests.tournaments.test_pages_and_api import program_of, send, signed_in
from tournaments.errors import NameConsentAlreadyUsed, NoFederationData, NotEntered
from tournaments.services import consenting, entering, leaving, starting
from tournaments.services.entering import EntryStatement

pytestmark = pytest.mark.django_db
DATA = {
    "family_name": "Virtanen", "given_name": "Aino", "country": "GB", "club": "Łódź", "egd_pin": "12345678",
    "aga_number": "489", "ffg_licence": "1234567",
}  # fmt: skip


def named(player, **changes):
    """A player who has given a real name."""
    store_federation_data(player, {**DATA, **changes})
    return player


def made(tournament, form, client=None):
    """A file for a federation, by the page."""
    path = f"/tournaments/{tournament.pk}/federation-files/{form}/"
    return (client or signed_in(tournament.owner)).post(path)


@pytest.fixture
def played():
    """A tournament of four whose first round is over: the first player agreed, the second did not, the third gave no
    name."""
    tournament = make_open()
    aino, babak, kaisa, other = (
        named(make_player("aino")),
        named(make_player("babak")),
        make_player("kaisa"),
        make_player(),
    )
    entering.enter_tournament(asked(aino), tournament.pk, stated=EntryStatement(shares_name=True))
    for player in (babak, kaisa, other):
        entering.enter_tournament(asked(player), tournament.pk)
    starting.start_tournament(asked(tournament.owner), tournament.pk)
    look()
    white_loses(tournament, 1)
    return reload(tournament), (aino, babak, kaisa)


def test_E131_players_are_asked_when_they_enter_and_may_change_their_mind():
    tournament, aino = make_open(), named(make_player("aino"))
    path = f"/tournaments/{tournament.pk}/"
    assert "Use my real name in result files" in signed_in(aino).get(path).content.decode()
    assert "Use my real name in result files" not in signed_in(make_player()).get(path).content.decode()
    signed_in(aino).post(f"{path}entry/", {"do": "enter", "shares_name": "on"})
    assert tournament.entries.get(player=aino).shares_name
    for do, shares in (("hide", False), ("share", True)):
        assert f'value="{do}"' in signed_in(aino).get(path).content.decode()
        signed_in(aino).post(f"{path}entry/", {"do": do})
        assert tournament.entries.get(player=aino).shares_name is shares


def test_E131_the_page_asks_once_while_a_player_can_enter():
    made = make_open(most=2, played={"rounds": 4, "late_entry": True})
    people = [named(make_player()) for _ in range(3)]
    for one in people:
        entering.enter_tournament(asked(one), made.pk, waiting=True)
    gone, _other, waiting = people

    def asks(player):
        page = signed_in(player).get(f"/tournaments/{made.pk}/").content.decode()
        return ('name="shares_name"' in page, 'value="share"' in page)

    assert asks(waiting) == (False, True)
    starting.start_tournament(asked(made.owner), made.pk)
    look()
    assert asks(waiting) == (False, True), "no place is free"
    leaving.withdraw_from_tournament(asked(gone), made.pk)
    assert asks(waiting) == (True, False)
    assert asks(gone) == (True, True), "without entering again too, as their games are in the file"


def test_E131_no_one_agrees_without_a_name_or_an_entry():
    tournament, player = make_open(), make_player()
    refused(
        NoFederationData,
        entering.enter_tournament,
        asked(player),
        tournament.pk,
        stated=EntryStatement(shares_name=True),
    )
    assert not tournament.entries.exists()
    refused(NotEntered, consenting.set_federation_name_consent, asked(named(player)), tournament.pk, shares=True)
    remove_federation_data(player)
    entering.enter_tournament(asked(player), tournament.pk)
    refused(NoFederationData, consenting.set_federation_name_consent, asked(player), tournament.pk, shares=True)
    assert (
        "Enter your real name and federation numbers"
        in signed_in(player).get(f"/tournaments/{tournament.pk}/").content.decode()
    )


def test_E131_programs_agree_and_only_the_player_sees_it():
    tournament, aino = make_open(), named(make_player("aino"))
    program = program_of(aino, "events:play")
    path = f"/api/v1/tournaments/{tournament.pk}/"
    assert program.get(path).json()["shares_name"] is None
    assert send(program, f"{path}entries/", shares_name=True).status_code == 201
    assert program.get(path).json()["shares_name"] is True

    def consent(shares):
        return program.put(f"{path}consent/", json.dumps({"shares_name": shares}), content_type="application/json")

    assert consent(False).json()["shares_name"] is False
    assert consent(True).json()["shares_name"] is True
    remove_federation_data(aino)
    assert (consent(True).status_code, consent(True).json()["code"]) == (409, "no_federation_data")
    assert "shares_name" not in Client().get(f"{path}entries/").content.decode()


def test_E131_consent_is_withdrawn_until_the_file_is_made(played):
    tournament, (aino, babak, _kaisa) = played
    consenting.set_federation_name_consent(asked(aino), tournament.pk, shares=False)
    assert "Virtanen" not in made(tournament, "egd").content.decode()
    consenting.set_federation_name_consent(asked(aino), tournament.pk, shares=True)
    assert "Virtanen" in made(tournament, "egd").content.decode()
    refused(NameConsentAlreadyUsed, consenting.set_federation_name_consent, asked(aino), tournament.pk, shares=False)
    assert "has created a result file" in signed_in(aino).get(f"/tournaments/{tournament.pk}/").content.decode()
    consenting.set_federation_name_consent(asked(babak), tournament.pk, shares=True)
    consenting.set_federation_name_consent(asked(babak), tournament.pk, shares=False)
    assert acts_of(tournament)[-2:] == ["file", "file"], "everyone sees in the log that files were made"


def test_E132_the_directors_file_for_the_egd_has_names_of_players_who_agreed(played):
    tournament, _people = played
    rows = [line.split() for line in made(tournament, "egd").content.decode().splitlines() if not line.startswith(";")]
    by_name = {row[1]: row for row in rows}
    assert by_name["Virtanen"][2] == "Aino"
    assert (by_name["Virtanen"][4], by_name["Virtanen"][-1]) == ("UK", "|12345678")
    assert {"babak", "kaisa"} < set(by_name)
    assert "aino" not in by_name
    public = Client().get(f"/tournaments/{tournament.pk}/files/h9/").content.decode()
    assert ("Virtanen" in public, "aino" in public) == (False, True), "the public file has user names"


def test_E133_directors_get_files_for_the_aga_and_the_ffg(played):
    tournament, _people = played
    aga, ffg = made(tournament, "aga"), made(tournament, "ffg")
    assert "489\tVirtanen, Aino\t" in aga.content.decode()
    assert aga.content.decode().splitlines()[-3].split("\t")[2] == "b"
    assert f"tournament-{tournament.pk}.txt" in aga["Content-Disposition"]
    assert "Virtanen Aino" in ffg.content.decode("iso-8859-15")
    assert "; charset=iso-8859-15" in ffg["Content-Type"]
    program = program_of(tournament.owner, "events:direct")
    path = f"/api/v1/tournaments/{tournament.pk}/federation-files/"
    assert program.post(f"{path}aga/", {}, content_type="application/json").content == aga.content
    assert program.post(f"{path}ffg/", {}, content_type="application/json").content == ffg.content
    page = signed_in(tournament.owner).get(f"/tournaments/{tournament.pk}/standings/").content.decode()
    assert all(f"/federation-files/{form}/" in page for form in ("egd", "aga", "ffg"))


def test_E133_letters_that_an_encoding_lacks_lose_their_accents(played):
    tournament, (aino, _babak, _kaisa) = played
    store_federation_data(aino, {**DATA, "family_name": "Šimůnek", "given_name": "آرش", "country": "FR"})
    text = made(tournament, "ffg").content.decode("iso-8859-15")
    assert "Šimunek - " in text
    assert "Lódz" in text
    store_federation_data(aino, {**DATA, "family_name": "Παπάς", "club": "کلاب", "country": "FR"})
    text = made(tournament, "ffg").content.decode("iso-8859-15")
    assert "aino - " in text
    assert "?" not in text


def test_E132_only_directors_get_these_files_and_only_after_the_start(played):
    tournament, (aino, *_others) = played
    for client, status in ((Client(), 302), (signed_in(aino), 404), (signed_in(make_player()), 404)):
        assert made(tournament, "egd", client).status_code == status
        page = client.get(f"/tournaments/{tournament.pk}/standings/").content.decode()
        assert "federation-files" not in page
    assert tournament.entries.get(player=aino).named_at is None, "nothing was made"
    assert made(tournament, "exe").status_code == 404
    assert made(make_open(), "egd").status_code == 404
    program = program_of(aino, "events:direct")
    answer = program.post(
        f"/api/v1/tournaments/{tournament.pk}/federation-files/egd/", {}, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "not_director")


def test_E131_an_account_that_is_deleted_has_no_name_in_files(played):
    tournament, (aino, *_others) = played
    delete(player=aino, now=NOON)
    entry = tournament.entries.get(player=aino)
    assert not entry.shares_name
    assert "Virtanen" not in made(tournament, "egd").content.decode()
    tournament, (player, *_rest) = make_running(4)
    leaving.withdraw_from_tournament(asked(player), tournament.pk)
    consenting.set_federation_name_consent(asked(named(player)), tournament.pk, shares=True)
    assert tournament.entries.get(player=player).shares_name, "also after a withdrawal: their games are in the file"
