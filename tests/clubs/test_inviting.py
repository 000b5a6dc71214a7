"""Several invitations at once, and the link with its QR code (E114, E115)."""

from __future__ import annotations

import io
import zipfile
from urllib.parse import quote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubs import errors
from clubs.models import Club, Membership, MemberStanding
from clubs.services import managing
from clubs.services.inviting import entries_by_line, invite_many
from foundation.qr_code import qr_code
from tests.clubs.helpers import asked, make_club
from tests.factories import make_player
from tests.support.signing_in import PASSWORD
from tests.tournaments.helpers import refused

pytestmark = pytest.mark.django_db


def invited(club):
    rows = Membership.objects.filter(club=club, standing=MemberStanding.INVITED).order_by("player__username")
    return list(rows.values_list("player__username", flat=True))


def test_E114_names_on_lines_and_between_commas_are_invited_once_and_the_others_reported():
    owner, member = make_player("owner"), make_player("member")
    for name in ("aino", "babak", "carl"):
        make_player(name)
    club = make_club(owner, member)

    made = invite_many(asked(owner), club.pk, "aino, Babak\nnobody\nAINO\nmember\ncarl\n")

    assert made.invited == ["aino", "babak", "carl"] == invited(club)
    assert [(entry, why.code) for entry, why in made.refused] == [
        ("nobody", "no_such_player"), ("member", "already_member"),
    ]  # fmt: skip


def test_E114_rows_of_a_spreadsheet_are_about_one_person_each():
    owner = make_player("owner")
    make_player("aino")
    make_player("babak")
    club = make_club(owner)

    made = invite_many(
        asked(owner), club.pk, 'aino\t5k\tTampere\nbabak;babak@example.org;1d\n"new@example.org"\nbad@@x'
    )

    assert (made.invited, made.addresses) == (["aino"], ["babak@example.org", "new@example.org"])
    assert [entry for entry, _ in made.refused] == ["bad@@x"]


def test_E114_an_address_does_not_tell_whose_account_has_it():
    owner, aino = make_player("owner"), make_player("aino")
    club = make_club(owner)
    assert invite_many(asked(owner), club.pk, f"Someone;{aino.email}").addresses == [aino.email]
    assert invited(club) == []


def test_E114_a_first_name_beside_an_address_invites_no_player_of_this_name():
    owner = make_player("owner")
    make_player("leo")
    club = make_club(owner)

    for text in ("Leo;leo@example.org", "Name;E-mail\nLeo;leo@example.org", "leo@example.org;Leo"):
        made = invite_many(asked(owner), club.pk, text)
        assert (made.invited, made.addresses, made.refused) == ([], ["leo@example.org"], []), text
    assert invited(club) == []
    made = invite_many(asked(owner), club.pk, "Name;E-mail;Username\nAnna;leo@example.org;leo")
    assert (made.invited, made.addresses) == (["leo"], ["leo@example.org"])


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("mail; anna@example.org", [["anna@example.org"]]), ("e@mail;name", [["e@mail"]]),
        ("club, aino", [["club", "aino"]]),
        ("First name,Last name,Username,E-mail\nAino,V,av,a@x.fi", [["av", "a@x.fi"]]),
        ('name,username,email\n"Virtanen, Aino",av,a@x.fi', [["av", "a@x.fi"]]),
        ("username;email;club\naino;;Tampere", [["aino"]]),
        ("rank", [["rank"]]), ("Player\naino", [["Player"], ["aino"]]), ("club, rank\naino", [["aino"]]),
    ],
)  # fmt: skip
def test_E114_only_a_line_of_nothing_but_names_of_columns_is_a_heading(text, entries):
    assert entries_by_line(text) == entries


@pytest.mark.parametrize(
    "head", ["User;E-mail;Club", "\ufeffTunnus,Sähköposti", "نام کاربری\tایمیل\tتلفن", "\n;\nPlayer;E-mail"]
)
def test_E114_a_row_with_the_names_of_columns_is_skipped(head):
    owner = make_player("owner")
    make_player("aino")
    club = make_club(owner)

    made = invite_many(asked(owner), club.pk, f"{head}\nAino;aino@example.org;5k\nName")

    assert (made.invited, made.addresses) == (["aino"], ["aino@example.org"])
    assert [entry for entry, _ in made.refused] == ["Name"], "only the first row is a heading"


def test_E114_managers_invite_fifty_at_once():
    owner, member = make_player("owner"), make_player()
    club = make_club(owner, member)
    fifty = "\n".join(f"nobody{number}" for number in range(50))
    assert len(invite_many(asked(owner), club.pk, fifty).refused) == 50
    rows = "\n".join(f"Somebody {number};{number}@example.org;5k" for number in range(50))
    assert len(invite_many(asked(owner), club.pk, rows).addresses) == 50
    refused(errors.InvalidClubField, invite_many, asked(owner), club.pk, f"{rows}\none@example.org")
    for text in ("", " , ;\n", f"{fifty}\none-more", "x" * 10_001):
        refused(errors.InvalidClubField, invite_many, asked(owner), club.pk, text)
    refused(errors.NotManager, invite_many, asked(member), club.pk, "nobody")
    assert entries_by_line("a,b\na;c") == [["a", "b"], ["c"]]


def test_E114_E105_the_page_takes_a_file_and_shows_the_link_with_its_qr_code():
    owner, member = make_player("owner"), make_player()
    make_player("aino")
    make_player("äiti")
    club, client, other = make_club(owner, member), Client(), Client()
    client.force_login(owner)
    other.force_login(member)
    path = f"/clubs/{club.pk}/invite/"
    assert other.get(path).status_code == 404

    file = SimpleUploadedFile("people.csv", "äiti;5k\nnew@example.org".encode("utf-16"))
    page = client.post(path, {"people": "aino", "file": file})
    assert invited(club) == ["aino", "äiti"]
    assert "mailto:" not in page.content.decode(), "there is no link yet"
    empty = client.post(path, {"people": ""})
    assert empty.status_code == 400
    assert "Enter 1 to 50 names or e-mail addresses, one per line." in empty.text

    assert 'name="people" value="new@example.org"' in page.content.decode()
    page = client.post(path, {"people": "new@example.org", "link": "yes"}).content.decode()
    assert "mailto:?bcc=new@example.org" in page
    club.refresh_from_db()
    assert club.invite_key in page
    client.post(path, {"people": "new@example.org", "link": "yes"})
    assert Club.objects.get(pk=club.pk).invite_key == club.invite_key, "a link that is there stays"
    link = f"http://testserver/clubs/{club.pk}/?invitation={club.invite_key}"
    shown = client.get(path).content.decode()
    assert qr_code(link) in shown
    assert f'readonly value="{link}"' in shown
    assert all(text in shown for text in ("js/link.js", 'data-do="copy"')), "the link can be copied"
    assert shown.count('id="link"') == 1
    page = client.post(path, {"people": "new@example.org"}).content.decode()
    assert "mailto:?bcc=new@example.org" in page
    assert club.invite_key in page


def test_E115_the_link_opens_again_after_signing_in_signing_up_and_keeping_a_guest_account():
    make_player("aino")
    club = make_club(joining="invitation")
    link = managing.create_invitation_link(asked(club.founder), club.pk).invitation_path
    new = {"username": "newcomer", "password1": "a-long-password-here", "email": "new@example.org"}
    guest = Client()
    guest.force_login(make_player(is_guest=True))
    for client, path, form, links in (
        (Client(), "/accounts/login/", {"login": "aino", "password": PASSWORD}, 3),
        (Client(), "/accounts/signup/", new, 2),
        (guest, "/accounts/keep/", {**new, "username": "kept", "email": "kept@example.org"}, 1),
    ):
        path = f"{path}?next={quote(link, safe='/')}"
        assert client.get(link).content.decode().count(f'href="{path}"') == links, path
        assert client.post(path, form).headers.get("Location") == link, path
        assert "Join the club" in client.get(link).content.decode()


def test_E115_without_its_link_nobody_signs_up_for_a_club_that_invites_and_for_a_closed_one_with_it():
    club = make_club(joining="invitation")
    link = managing.create_invitation_link(asked(club.founder), club.pk).invitation_path
    guest = Client()
    guest.force_login(make_player(is_guest=True))

    def offers(path):
        pages = [client.get(path).content.decode() for client in (Client(), guest)]
        return ["Sign in to join" in pages[0], "Create an account to join" in pages[1]]

    assert offers(link) == [True, True]
    assert offers(club.get_absolute_url()) == [False, False]
    assert "by invitation only" in Client().get(club.get_absolute_url()).content.decode().partition("</nav>")[2]
    Club.objects.filter(pk=club.pk).update(joining="open")
    assert offers(club.get_absolute_url()) == [True, True]
    Club.objects.filter(pk=club.pk).update(closed_at=club.created_at)
    assert offers(link) == [False, False]


def test_E114_a_spreadsheet_in_its_own_format_is_refused_in_words():
    owner = make_player()
    club, client = make_club(owner), Client(headers={"Accept-Language": "en"})
    client.force_login(owner)
    workbook = io.BytesIO()
    with zipfile.ZipFile(workbook, "w") as packed:
        packed.writestr("xl/workbook.xml", "<workbook/>")
    upload = SimpleUploadedFile("members.xlsx", workbook.getvalue())

    answer = client.post(f"/clubs/{club.pk}/invite/", {"people": "somebody", "file": upload})

    assert answer.status_code == 400
    page = answer.content.decode()
    assert "Save the spreadsheet as CSV" in page
    assert "somebody" in page, "the typed names are still there"


def test_E114_the_same_by_the_api():
    from django.utils import timezone

    from accounts.security.tokens import NewToken, make_token

    owner = make_player("owner")
    make_player("aino")
    club = make_club(owner)
    _, token = make_token(player=owner, wanted=NewToken("t", ["clubs:manage"], 1), now=timezone.now())
    answer = Client(headers={"Authorization": f"Bearer {token}"}).post(
        f"/api/v1/clubs/{club.pk}/invitations", {"people": "aino\nnobody\na@example.org"}, "application/json"
    )
    assert answer.json()["invited"] == ["aino"]
    assert answer.json()["addresses"] == ["a@example.org"]
    assert [(one["entry"], one["code"]) for one in answer.json()["refused"]] == [("nobody", "no_such_player")]
