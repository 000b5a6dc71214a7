"""Children's accounts: pages with cards, signing in with one, lists without children (T5), their end and guardians (T6,
T7)."""

import json
import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.core import mail

from accounts.models import Player
from accounts.privacy.account_deletion import delete
from accounts.security.sessions import sessions_of
from classes import errors
from classes.models import Child, Classroom
from classes.services import children, founding, guardians, joining
from classes.services.guardians import GuardianTakeover
from games.models import Game
from tests.classes.helpers import make_child, make_class
from tests.clubs.helpers import asked
from tests.factories import NOON, days, make_game, make_moderator, make_player
from tests.support.browsers import browser
from tests.tournaments.helpers import refused

pytestmark = pytest.mark.django_db
PARENT = "parent@example.org"


def visit(player, path, data=None):
    visitor = browser(player) if player else browser()
    return visitor.get(path) if data is None else visitor.post(path, data)


def cards_of(made, *names):
    return children.create_child_accounts(asked(made.teacher), made.pk, names)


def test_T5_the_teacher_gets_a_page_of_cards_with_codes_and_links():
    made = make_class()

    page = visit(made.teacher, f"/classes/{made.pk}/children/", {"names": "Aino\nBea", "key": "k"})

    text = page.content.decode()
    names = list(Player.objects.filter(is_child=True).values_list("username", flat=True))
    assert page.status_code == 200
    assert "no-store" in page.headers["Cache-Control"]
    assert len(names) == 2
    assert all(name in text for name in [*names, "Aino", "Bea"])
    assert len(re.findall(r"[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}</b>", text)) == 2
    again = visit(made.teacher, f"/classes/{made.pk}/children/", {"names": "Aino\nBea", "key": "k"})
    assert (again.status_code, Child.objects.count()) == (409, 2)


def test_T5_a_card_signs_the_child_in_by_link_and_by_code(client):
    made = make_class()
    card = cards_of(made, "Aino")[0]

    assert client.get(card.sign_in_path).status_code == 200
    assert "_auth_user_id" not in client.session
    answer = client.post(card.sign_in_path)
    assert answer.headers["Location"] == made.get_absolute_url()
    assert client.session["_auth_user_id"] == str(card.child.pk)

    client.logout()
    client.post("/accounts/login/", {"login": card.child.player.username, "password": card.code})
    assert client.session["_auth_user_id"] == str(card.child.pk)
    page = client.get(made.get_absolute_url()).content.decode()
    assert "Aino" in page
    assert "/accounts/keep/" not in page


def test_T5_a_new_card_ends_the_sessions_of_the_child(client):
    made = make_class()
    card = cards_of(made, "Aino")[0]
    client.post(card.sign_in_path)
    client.get("/")
    assert sessions_of(Player.objects.get(pk=card.child.pk), NOON)

    page = visit(made.teacher, f"/classes/{made.pk}/card/", {"player": card.child.player.username})

    assert page.status_code == 200
    assert card.code not in page.content.decode()
    assert client.get("/classes/").status_code == 302
    assert client.get(card.sign_in_path).status_code == 404


def test_T5_pages_of_cards_are_for_the_teacher():
    made = make_class(None, pupil := make_player())
    child, other = make_child(made), make_child(make_class(name="Others"), "Carl")
    path, data = f"/classes/{made.pk}/children/", {"names": "Dora"}

    for viewer in (pupil, child, other, make_player(), make_moderator()):
        assert visit(viewer, path).status_code == 404
        assert visit(viewer, path, data).status_code == 404
        assert visit(viewer, f"/classes/{made.pk}/card/", {"player": child.username}).status_code in (302, 404)
    assert visit(None, path).status_code == 302
    assert Child.objects.count() == 2
    assert Child.objects.get(pk=child.pk).card == 1


def test_T5_profile_and_lists_are_closed_to_strangers(client):
    made = make_class(None, pupil := make_player())
    child, other = make_child(made), make_child(make_class(name="Others"), "Carl")
    make_game(black=child, white=pupil, now=NOON, private=True)
    paths = [f"/u/{child.username}/", f"/u/{child.username}/2026/", f"/api/v1/players/{child.username}/",
             f"/api/v1/players/{child.username}/ratings/"]  # fmt: skip

    for viewer in (make_player(), other, None):
        for path in paths:
            assert visit(viewer, path).status_code == 404, path
        for path in ("/api/v1/players/?search=child", "/api/v1/games/", "/games/archive/", "/waiting/"):
            page = visit(viewer, path)
            assert page.status_code == 200, path
            assert child.username not in page.content.decode(), path
    for viewer in (made.teacher, pupil, child, make_moderator()):
        assert visit(viewer, paths[0]).status_code == 200
    assert child.username not in visit(made.teacher, "/api/v1/players/?search=child").content.decode()


def test_T5_the_api_makes_accounts_and_cards_and_a_retry_gets_the_same():
    made = make_class()
    visitor = browser(made.teacher)
    post = lambda path, body, key: visitor.post(  # noqa: E731
        f"/api/v1/classes/{made.pk}/{path}/", json.dumps(body), content_type="application/json",
        headers={"Idempotency-Key": key},
    )  # fmt: skip

    first, again = (post("children", {"names": ["Aino", ""]}, "one") for _ in range(2))

    assert (first.status_code, first.json()) == (201, again.json())
    assert [card["child"] for card in first.json()["results"]] == ["Aino", ""]
    name = first.json()["results"][0]["player"]
    card = post("cards", {"player": name}, "two")
    assert (card.status_code, card.json()["player"]) == (201, name)
    pupils = visitor.get(f"/api/v1/classes/{made.pk}/pupils/").json()["results"]
    assert sorted(pupil["child"] for pupil in pupils) == ["", "Aino"]


def test_T6_the_end_of_a_class_deletes_names_now_and_accounts_after_30_days():
    made = make_class(None, pupil := make_player())
    child = make_child(made)
    game = make_game(black=child, white=pupil, now=NOON)
    founding.delete_class(asked(made.teacher), made.pk)

    row = Child.objects.get(pk=child.pk)
    assert (row.classroom, row.name, row.ends_at) == (None, "", NOON + days(30))
    assert children.delete_ended_accounts(now=NOON + days(30)) == 0
    assert children.delete_ended_accounts(now=NOON + days(30) + timedelta(hours=2)) == 1
    gone = Player.objects.get(pk=child.pk)
    assert (gone.is_active, gone.is_child, gone.shown_name) == (False, False, "deleted player")
    assert not Child.objects.exists()
    assert Game.objects.get(pk=game.pk).is_finished


def test_T6_a_removed_child_ends_and_the_others_stay():
    made = make_class()
    aino, bea = make_child(made), make_child(made, "Bea")

    joining.remove_pupil(asked(made.teacher), made.pk, aino)

    assert Child.objects.get(pk=aino.pk).ends_at == NOON + days(30)
    assert Child.objects.get(pk=bea.pk).ends_at is None
    assert children.delete_ended_accounts(now=NOON + days(31)) == 1


def test_T6_a_deleted_teacher_ends_the_classes():
    made = make_class()
    child = make_child(made)

    delete(player=made.teacher, now=NOON)

    assert not Classroom.objects.exists()
    assert Child.objects.get(pk=child.pk).ends_at is not None


def test_T6_one_account_that_cannot_be_deleted_does_not_stop_the_others(monkeypatch):
    made = make_class()
    for name in ("Aino", "Bea"):
        make_child(made, name)
    Child.objects.all().end_accounts(NOON)
    does, failed = children.account_deletion.delete, []

    def fails_once(**named):
        if not failed:
            failed.append(named)
            raise ValueError
        does(**named)

    monkeypatch.setattr(children.account_deletion, "delete", fails_once)

    assert children.delete_ended_accounts(now=NOON + days(31)) == 1


@pytest.fixture
def ask(django_capture_on_commit_callbacks):
    """Ask for the e-mail to a guardian, and send it."""

    def post(card, email=PARENT):
        with django_capture_on_commit_callbacks(execute=True):
            return browser().post(card.guardian_path, {"email": email})

    return post


def link_in_mail():
    return re.search(r"/classes/confirm/\S+", mail.outbox[-1].body)[0]


def test_T7_a_guardian_takes_the_account_over(client, ask):
    made = make_class()
    card = cards_of(made, "Aino")[0]
    client.post(card.sign_in_path)
    guardian = browser()
    assert guardian.get(card.guardian_path).status_code == 200
    assert ask(card, "Parent@Example.org").status_code == 302
    assert mail.outbox[-1].to == [PARENT]
    path = link_in_mail()
    assert guardian.get(path).status_code == 200
    assert Player.objects.get(pk=card.child.pk).is_child

    weak = guardian.post(path, {"password1": "12345", "password2": "12345"})
    answer = guardian.post(path, {"password1": "seven herons fly", "password2": "seven herons fly"})

    assert (weak.status_code, answer.status_code) == (400, 302)
    player = Player.objects.get(pk=card.child.pk)
    assert (player.is_child, player.is_guest, player.email) == (False, False, PARENT)
    assert EmailAddress.objects.get(user=player).verified
    assert player.check_password("seven herons fly")
    assert client.get("/classes/").status_code == 302
    assert not Child.objects.exists()
    assert guardian.get(path).status_code == 404
    assert guardian.get(card.guardian_path).status_code == 404
    founding.delete_class(asked(made.teacher), made.pk)
    assert children.delete_ended_accounts(now=NOON + days(60)) == 0
    assert Player.objects.get(pk=player.pk).is_active


def test_T7_within_30_days_of_the_end_only():
    made = make_class()
    child = make_child(made)
    founding.delete_class(asked(made.teacher), made.pk)
    answer = GuardianTakeover(Child.objects.get(pk=child.pk), PARENT, "seven herons fly")

    for number, player in enumerate((child, made.teacher)):
        UserSession.objects.create(user=player, session_key=f"{number}" * 32, ip="127.0.0.1")
    refused(errors.NoSuchCard, guardians.convert_child_to_player, answer, NOON + days(30))
    assert guardians.convert_child_to_player(answer, NOON + days(29)) == child
    assert UserSession.objects.get().user == made.teacher, "the child's sessions end"


def test_T7_only_the_address_of_another_account_is_notified(ask):
    make_player("parent")
    card = cards_of(make_class(), "Aino")[0]

    page = ask(card)

    assert page.status_code == 302
    assert "/classes/confirm/" not in mail.outbox[-1].body
    refused(
        errors.AddressTaken,
        guardians.convert_child_to_player,
        GuardianTakeover(card.child, PARENT, "seven herons fly"),
        NOON,
    )
    assert Player.objects.get(pk=card.child.pk).is_child


def test_T7_a_new_card_ends_the_guardians_links(ask):
    made = make_class()
    card = cards_of(made, "Aino")[0]
    ask(card)
    path, answer = link_in_mail(), GuardianTakeover(card.child, PARENT, "seven herons fly")

    children.issue_new_card(asked(made.teacher), made.pk, card.child.player)

    assert browser().get(path).status_code == 404
    assert browser().get(card.guardian_path).status_code == 404
    refused(errors.NoSuchCard, guardians.convert_child_to_player, answer, NOON)


def test_T7_a_guardians_e_mails_are_limited():
    card = cards_of(make_class(), "Aino")[0]
    for number in range(5):
        guardians.send_guardian_link(card.child, f"p{number}@example.org")

    refused(errors.TooManyGuardianEmails, guardians.send_guardian_link, card.child, "p6@example.org")
    assert browser().post(card.guardian_path, {"email": "p7@example.org"}).status_code == 429


def test_T7_a_server_without_mail_does_not_claim_that_it_sent_an_e_mail(settings):
    card = cards_of(make_class(), "Aino")[0]
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"

    answer = browser().post(card.guardian_path, {"email": PARENT}, follow=True).content.decode()

    assert "This server can&#x27;t send e-mails." in answer
    assert "We&#x27;ve sent you" not in answer


def test_T5_the_links_on_cards_have_the_public_address(settings, monkeypatch):
    """The teacher may read the page at another address, such as that of the machine itself."""
    settings.IGO_URL, made, seen = "https://go.example.org", make_class(), []
    monkeypatch.setattr("classes.views.children.qr_code", lambda text: seen.append(text) or "data:,")

    visit(made.teacher, f"/classes/{made.pk}/children/", {"names": "Aino", "key": "k"})

    assert [text.rsplit("/", 3)[0] for text in seen] == ["https://go.example.org/classes"] * 2


def test_T5_children_see_no_links_that_are_not_for_them():
    made = make_class()
    child, other, stranger = make_child(made), make_child(made, "Bea"), make_player()
    page = browser(child)
    new, far, near = (
        page.get(path).content.decode() for path in ("/new/", f"/u/{stranger.username}/", f"/u/{other.username}/")
    )

    assert 'value="anyone"' not in new
    assert 'value="player"' in new
    for text in ("/opponents/", "/waiting/"):
        assert f'href="{text}"' not in new[new.index("<main") :], text
    for text in ("/messages/", "/following/"):
        assert text not in far, text
        assert text in visit(stranger, f"/u/{made.teacher.username}/").content.decode(), text
    assert "/new/?to=" not in far
    assert f"/new/?to={other.username}" in near
    assert 'value="anyone"' in visit(stranger, "/new/").content.decode()
