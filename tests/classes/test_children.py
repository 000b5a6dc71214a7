"""Children's accounts: their contacts and permissions (T5)."""

import html
import re

import pytest
from django.contrib.auth.hashers import check_password

from accounts.core.children import may_be_known_to
from accounts.core.guests import NotForChildren, NotForGuests
from accounts.core.lookup import NoSuchPlayer, find_visible_player, get_player_by_name
from accounts.models import Player
from accounts.privacy import blocking
from accounts.privacy.blocking import is_blocked_between
from challenges import services as offers
from challenges.errors import CannotChallenge
from challenges.server_bots import bot_name
from challenges.services import OfferRecipients
from classes import errors
from classes.models import Child, Pupil
from classes.services import children, joining
from games.errors import ChatClosed
from games.services import chat
from games.services.idempotency import PlayerRequest
from games.services.unused_guests import delete_unused_guests
from games.terms import Terms
from moderation import services as moderation
from moderation.models.case import CaseKind
from social.services.permission import is_writing_closed
from tests.classes.helpers import make_child, make_class, standing
from tests.clubs.helpers import asked
from tests.factories import NOON, days, make_game, make_moderator, make_player
from tests.support.browsers import browser
from tests.tournaments.helpers import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def school():
    return School()


class School:
    """A class with a teacher, two children and a pupil who is grown up; another class with a child; a stranger."""

    def __init__(self):
        self.teacher, self.pupil, self.stranger = make_player("teacher"), make_player("pupil"), make_player("stranger")
        self.classroom = make_class(self.teacher, self.pupil)
        self.aino, self.bea = make_child(self.classroom, "Aino"), make_child(self.classroom, "Bea")
        self.other = make_class(make_player("other-teacher"), name="Others")
        self.elsewhere = make_child(self.other, "Carl")
        self.moderator = make_moderator("moderator")

    @property
    def inside(self):
        return [self.teacher, self.pupil, self.bea]

    @property
    def outside(self):
        return [self.stranger, self.elsewhere, self.other.teacher, self.moderator]


def page_of(player, path):
    return browser(player).get(path).content.decode()


def offer(player, to):
    return offers.create_challenge(PlayerRequest(player, NOON), Terms(), OfferRecipients(opponent=to))


def test_T5_a_teacher_makes_accounts_in_a_batch_with_names_of_their_own_and_codes():
    teacher = make_player(language="fi")
    made = make_class(teacher)

    cards = children.create_child_accounts(asked(teacher), made.pk, children.parse_names("Aino\n\n Bea  Maria \n"))

    assert [card.child.name for card in cards] == ["Aino", "Bea Maria"]
    for card in cards:
        player = Player.objects.get(pk=card.child.pk)
        assert (player.is_guest, player.is_child, player.email, player.language) == (True, True, "", "fi")
        assert check_password(card.code, player.password)
        assert card.code not in player.password
        assert "aino" not in player.username
        assert standing(made, player) == "pupil"
    assert len({card.code for card in cards} | {card.child.player.username for card in cards}) == 4


def test_T5_a_number_makes_as_many_accounts_without_names():
    made = make_class()

    cards = children.create_child_accounts(asked(made.teacher), made.pk, children.parse_names("3"))

    assert [card.child.name for card in cards] == ["", "", ""]


def test_T5_a_batch_has_bounds_and_stores_nothing_beyond_them(monkeypatch):
    made = make_class()
    for names in ([], [""] * 41, ["x" * 41], ["a\nb"], ["\u202ex"]):
        refused(errors.BadClass, children.create_child_accounts, asked(made.teacher), made.pk, names)
    monkeypatch.setattr(children, "MOST_PUPILS", 2)
    refused(errors.ClassFull, children.create_child_accounts, asked(made.teacher), made.pk, ["a", "b", "c"])

    assert not Player.objects.filter(is_child=True).exists()
    assert not Pupil.objects.exists()


def test_T5_only_the_teacher_makes_accounts_and_cards(school):
    for player, refusal in (
        (school.pupil, errors.NotTeacher), (school.aino, errors.NotTeacher), (school.moderator, errors.NotTeacher),
        (school.stranger, errors.NoSuchClass), (school.elsewhere, errors.NoSuchClass),
        (school.other.teacher, errors.NoSuchClass),
    ):  # fmt: skip
        refused(refusal, children.create_child_accounts, asked(player), school.classroom.pk, ["Dora"])
        refused(refusal, children.issue_new_card, asked(player), school.classroom.pk, school.bea)

    for other in (school.elsewhere, school.pupil, school.stranger):
        refused(errors.NotPupil, children.issue_new_card, asked(school.teacher), school.classroom.pk, other)
    assert Child.objects.count() == 3


def test_T5_the_form_sent_twice_makes_the_accounts_once():
    made = make_class()
    request = PlayerRequest(made.teacher, NOON, "key")

    children.create_child_accounts(request, made.pk, ["Aino"])

    refused(errors.ChildrenAlreadyCreated, children.create_child_accounts, request, made.pk, ["Aino"])
    assert Child.objects.count() == 1


def test_T5_a_teacher_makes_ten_batches_a_day():
    made = make_class()
    for _ in range(10):
        children.create_child_accounts(asked(made.teacher), made.pk, [""])

    refused(errors.TooManyCards, children.create_child_accounts, asked(made.teacher), made.pk, [""])


def test_T5_only_the_class_and_moderators_know_a_child(school):
    for viewer in (*school.inside, school.aino, school.moderator):
        assert get_player_by_name(school.aino.username, viewer) == school.aino
    for viewer in (school.stranger, school.elsewhere, school.other.teacher, None):
        refused(NoSuchPlayer, get_player_by_name, school.aino.username, viewer)
    refused(NoSuchPlayer, get_player_by_name, school.aino.username)
    assert find_visible_player("teacher", None) == school.teacher


def test_T5_only_the_class_and_the_servers_bots_play_a_child_privately_and_unrated(school):
    bot, stranger_bot = make_player(bot_name(1), is_bot=True), make_player("clever", is_bot=True)

    for other in [*school.inside, bot]:
        made = offer(school.aino, other)
        assert (made.private, made.opponent) == (True, other)
        game = offers.accept_challenge(PlayerRequest(other, NOON), made.pk)
        assert (game.private, game.rated) == (True, False)
    for other in school.inside:
        game = offers.accept_challenge(PlayerRequest(school.aino, NOON), offer(other, school.aino).pk)
        assert (game.private, game.rated, game.is_with_guest) == (True, False, True)
    for other in [*school.outside, stranger_bot]:
        refused(CannotChallenge, offer, school.aino, other)
        refused(CannotChallenge, offer, other, school.aino)


def test_T5_a_child_finds_play_next_to_every_name_of_the_class_and_the_forms_say_unrated(school):
    names = re.findall(r'href="/new/\?to=([\w-]+)"', page_of(school.aino, school.classroom.get_absolute_url()))
    assert sorted(names) == sorted(player.username for player in school.inside)
    shown = page_of(school.pupil, school.classroom.get_absolute_url())
    assert "/new/?to=teacher" not in shown, "for children only"

    for viewer, path in (
        (school.aino, "/new/?to=teacher&rated=on"), (school.aino, "/new/"),
        (school.teacher, f"/new/?to={school.aino.username}"),
        (school.teacher, offer(school.aino, school.teacher).counter_url),
    ):  # fmt: skip
        shown = page_of(viewer, path)
        assert "random colours, unrated, private" in shown, path
        assert "Games with children are private and unrated." in shown, path
    assert "random colours, rated" in page_of(school.pupil, "/new/?to=teacher")
    sent = browser(school.aino).post("/new/", {"opponent_kind": "player", "opponent": "nobody-here"})
    assert sent.status_code == 400
    assert "Games with children are" in sent.content.decode()


def test_T5_a_child_offers_no_game_to_everyone_and_takes_none_of_others(school):
    public = offers.create_challenge(PlayerRequest(school.pupil, NOON), Terms())
    linked = offers.create_challenge(PlayerRequest(school.pupil, NOON), Terms(), OfferRecipients(by_link=True))

    refused(NotForChildren, offers.create_challenge, PlayerRequest(school.aino, NOON), Terms())
    refused(
        NotForChildren,
        offers.create_challenge,
        PlayerRequest(school.aino, NOON),
        Terms(),
        OfferRecipients(by_link=True),
    )
    refused(NotForChildren, offers.accept_challenge, PlayerRequest(school.aino, NOON), public.pk)
    refused(NotForChildren, offers.accept_challenge, PlayerRequest(school.aino, NOON), linked.pk, token=linked.token)


def test_T5_nobody_writes_to_a_child_and_no_child_writes(school):
    for other in (*school.inside, *school.outside):
        assert is_writing_closed(other, school.aino)
    game = offers.accept_challenge(PlayerRequest(school.teacher, NOON), offer(school.aino, school.teacher).pk)
    refused(ChatClosed, chat.send_message, PlayerRequest(school.teacher, NOON), game.pk, "hello")
    refused(NotForChildren, chat.send_message, PlayerRequest(school.aino, NOON), game.pk, "hello")


def test_T5_pages_of_messages_and_following_send_a_child_home(client, school):
    public = make_game(black=school.teacher, white=school.stranger)
    for path in (
        "/messages/", "/messages/to/teacher/", "/following/", "/following/games/", f"/g/{public.pk}/follow/",
    ):  # fmt: skip
        client.force_login(school.aino)
        sent_home = client.get(path, follow=True)
        assert sent_home.redirect_chain[0] == ("/", 302), path
        assert str(NotForChildren.sentence) in html.unescape(sent_home.content.decode())
        client.force_login(school.pupil)
        assert client.get(path).status_code == 200, path
    for path in (f"/g/{public.pk}/", "/archive/"):
        client.force_login(school.aino)
        assert "follow" not in client.get(path).content.decode().lower().replace("nofollow", "")


def test_T5_a_child_who_leaves_the_class_meets_nobody(school):
    joining.remove_pupil(asked(school.teacher), school.classroom.pk, school.aino)

    for other in school.inside:
        refused(CannotChallenge, offer, other, school.aino)
        assert not may_be_known_to(school.aino, other)
    refused(NotForChildren, joining.leave_class, asked(school.bea), school.classroom.pk)


def test_T5_a_block_holds_also_with_whom_children_may_meet(school):
    bot = make_player(bot_name(1), is_bot=True)
    blocking.block_player(player=school.stranger, other=bot, now=NOON)
    for one, other in ((bot, school.stranger), (school.stranger, bot)):
        assert is_blocked_between(one.pk, other.pk)
        assert not is_blocked_between(one.pk, school.pupil.pk)


def test_T5_a_block_inside_the_class_holds(school):
    blocking.block_player(player=school.pupil, other=school.aino, now=NOON)

    refused(CannotChallenge, offer, school.aino, school.pupil)
    assert not is_blocked_between(school.aino.pk, school.teacher.pk)
    assert is_blocked_between(school.teacher.pk, school.aino.pk, school.elsewhere.pk)


def test_T5_a_child_may_ask_moderators_for_help(school):
    target = moderation.target_player(school.aino, school.teacher.username)

    moderation.report_player(
        target=target, complaint=moderation.ReportContent(CaseKind.ABUSE, school.aino, "help"), now=NOON
    )

    refused(NotForGuests, moderation.report_player, target=target,
            complaint=moderation.ReportContent(CaseKind.ABUSE, make_player(is_guest=True), "x"), now=NOON)  # fmt: skip


def test_T5_a_child_is_in_one_class_that_the_teacher_chose(school):
    school.other.invite_key = "k" * 43
    school.other.save()

    refused(NotForChildren, joining.join_class, asked(school.aino), school.other.pk, "k" * 43)
    refused(errors.CannotInvitePupil, joining.invite_pupil, asked(school.other.teacher), school.other.pk, school.aino)


def test_T5_an_unused_account_of_a_child_is_kept(school):
    Player.objects.filter(pk=school.aino.pk).update(last_login=NOON)

    assert delete_unused_guests(now=NOON + days(300)) == 0


def test_T5_a_new_card_ends_the_code_and_the_links_of_the_old_one(school):
    old = children.create_child_accounts(asked(school.teacher), school.classroom.pk, ["Dora"])[0]
    secret = children.card_secret(old.child, children.SIGN_IN)
    assert children.find_child_by_secret(secret, children.SIGN_IN) == old.child
    assert children.find_child_by_secret(secret, children.GUARDIAN) is None

    new = children.issue_new_card(asked(school.teacher), school.classroom.pk, old.child.player)

    player = Player.objects.get(pk=old.child.pk)
    assert (check_password(old.code, player.password), check_password(new.code, player.password)) == (False, True)
    assert children.find_child_by_secret(secret, children.SIGN_IN) is None
    assert (
        children.find_child_by_secret(children.card_secret(new.child, children.SIGN_IN), children.SIGN_IN) == old.child
    )
    assert children.find_child_by_secret("nonsense", children.SIGN_IN) is None
