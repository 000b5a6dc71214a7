"""A private link to a game: the sender's and the receiver's pages, and playing as a guest."""

import re

import pytest
from django.utils import timezone

from accounts.models import Player, QueuedEmail
from challenges import services as challenging
from challenges.limits import OpponentLimits
from challenges.models import Challenge, ChallengeStatus
from challenges.services import OfferRecipients
from foundation import limits
from games import services
from games.errors import ChatClosed
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.terms import ColorPreference, Terms
from ratings.ranks import Rank
from tests.factories import make_player, play
from tests.support.browsers import browser

pytestmark = pytest.mark.django_db
TERMS = Terms(width=9, height=9, color=ColorPreference.WHITE)


def link(creator: Player, terms: Terms = TERMS, to: OfferRecipients | None = None) -> str:
    asked = PlayerRequest(creator, timezone.now())
    return challenging.create_challenge(asked, terms, to or OfferRecipients(by_link=True)).get_absolute_url()


def text(page) -> str:
    return " ".join(page.content.decode().split())


def accepted_as_guest():
    """A visitor who has opened a link and plays as a guest, and the game."""
    sender, visitor = make_player("aino"), browser()
    answer = visitor.post(link(sender), {"answer": "guest"})
    game = Game.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    return visitor, sender, game


def test_the_page_of_a_link_names_the_sender_shows_the_board_and_folds_the_terms():
    page = text(browser().get(link(make_player("aino"))))

    assert "<bdi>aino</bdi> wants to play a game of Go with you" in page
    assert '<div class="board">' in page
    assert "Play as a guest" in page
    assert "I already have an account" in page
    assert "<details> <summary>Game settings</summary>" in page


def test_a_visitor_plays_a_person_by_a_link_unrated_and_without_chat():
    _visitor, sender, game = accepted_as_guest()
    guest = Player.objects.get(is_guest=True)

    assert [seat.player for seat in game.seat_list()] == [guest, sender]
    assert (game.rated, game.unrated_reason) == (False, "guest")
    with pytest.raises(ChatClosed):
        services.send_message(PlayerRequest(sender, timezone.now()), game.pk, "hello")
    assert 'id="chat"' not in text(browser(sender).get(game.get_absolute_url()))


def test_a_guest_may_accept_a_second_link():
    visitor, _sender, _game = accepted_as_guest()
    other = link(make_player("babak"))

    assert "Accept and play" in text(visitor.get(other))
    assert visitor.post(other, {"answer": "accept", "handicap": "0", "color": "white"}).status_code == 302
    assert Game.objects.count() == 2
    assert Player.objects.filter(is_guest=True).count() == 1


def test_where_sign_up_is_closed_the_page_promises_no_guest(settings):
    settings.IGO_OPEN_FOR_SIGNUP = False
    path, visitor = link(make_player("aino")), browser()

    page = text(visitor.get(path))
    visitor.post(path, {"answer": "guest"})

    assert "Play as a guest" not in page
    assert "Sign in to play" in page
    assert not Player.objects.filter(is_guest=True).exists()


def test_a_link_that_asks_for_a_rank_lets_no_guest_in():
    to = OfferRecipients(by_link=True, limits=OpponentLimits(lowest=Rank.parse("20k")))
    path, visitor = link(make_player("aino"), to=to), browser()

    page = text(visitor.get(path))
    visitor.post(path, {"answer": "guest"})

    assert "Play as a guest" not in page
    assert not Player.objects.filter(is_guest=True).exists()


def test_an_offer_to_anyone_lets_no_guest_in():
    path, visitor = link(make_player("aino"), to=OfferRecipients()), browser()

    visitor.post(path, {"answer": "guest"})

    assert Challenge.objects.get().status == ChallengeStatus.OPEN
    assert not Player.objects.filter(is_guest=True).exists()


def test_guests_of_links_count_for_the_limit_of_their_network(settings):
    settings.IGO_GUESTS = "1/hour"
    sender = make_player("aino")
    assert browser().post(link(sender), {"answer": "guest"}).status_code == 302

    assert browser().post(link(sender), {"answer": "guest"}).status_code == 429
    assert Player.objects.filter(is_guest=True).count() == 1


def test_a_handicap_by_rank_is_accepted_as_it_is_meant_for_a_guest():
    path = link(make_player("aino"), Terms(by_rank=True))

    assert browser().post(path, {"answer": "guest"}).status_code == 302
    assert Game.objects.get().unrated_reason == "guest"


def test_the_sender_can_copy_share_and_scan_the_link():
    sender = make_player("aino")
    path = link(sender)

    page = text(browser(sender).get(path))

    assert f'value="http://testserver{path}"' in page
    assert 'data-do="copy" hidden' in page
    assert 'data-do="share" hidden' in page
    assert 'src="data:image/svg+xml;base64,' in page


def test_after_the_first_move_a_guest_is_asked_for_a_way_back():
    visitor, _sender, game = accepted_as_guest()
    assert 'id="guest"' not in text(visitor.get(game.get_absolute_url()))

    play(game, "E5", now=timezone.now())

    assert 'href="/accounts/guest/"' in text(visitor.get(game.get_absolute_url()))


def test_the_private_link_of_a_guest_opens_the_games_on_another_device():
    visitor, _sender, game = accepted_as_guest()
    guest = Player.objects.get(is_guest=True)
    page = visitor.get("/accounts/guest/")
    path = page.context["link"].removeprefix("http://testserver")
    other = browser()

    assert f"Continue as <bdi>{guest.username}</bdi>" in text(other.get(path))
    assert "_auth_user_id" not in other.session  # opening the link alone signs no one in
    assert other.post(path)["Location"] == "/games/"
    assert other.session["_auth_user_id"] == str(guest.pk)
    assert other.get(game.get_absolute_url()).status_code == 200


def test_a_guest_gets_the_private_link_by_e_mail(settings, mailoutbox, django_capture_on_commit_callbacks):
    settings.IGO_URL = "https://go.example.org"
    visitor, _sender, game = accepted_as_guest()
    play(game, "E5", now=timezone.now())
    assert 'action="/accounts/guest/"' in text(visitor.get(game.get_absolute_url()))

    assert visitor.post("/accounts/guest/", {"email": "not an address"}).status_code == 400
    with django_capture_on_commit_callbacks(execute=True):
        assert visitor.post("/accounts/guest/", {"email": "me@example.org"})["Location"] == "/accounts/guest/"

    (email,) = mailoutbox
    assert email.to == ["me@example.org"]
    (path,) = re.findall(r"https://go\.example\.org(/accounts/guest/\S+)", email.body)
    other = browser()
    other.post(path)
    assert other.session["_auth_user_id"] == str(Player.objects.get(is_guest=True).pk)
    assert Player.objects.get(is_guest=True).email == ""


def test_a_network_sends_few_private_links_and_accounts_none():
    visitor, _sender, _game = accepted_as_guest()
    answers = [visitor.post("/accounts/guest/", {"email": "me@example.org"}).status_code for _ in range(11)]
    assert (answers.count(302), answers[-1]) == (10, 429)
    assert QueuedEmail.objects.count() == 10
    limits.reset_counts()
    assert browser(make_player("cyrus")).post("/accounts/guest/", {"email": "me@example.org"})["Location"] == "/"
    assert QueuedEmail.objects.count() == 10


def test_the_page_for_guests_shows_the_link_a_qr_code_and_push():
    visitor, _sender, _game = accepted_as_guest()

    page = text(visitor.get("/accounts/guest/"))

    assert "data:image/svg+xml;base64," in page
    assert 'href="/settings/devices/"' in page
    assert visitor.get("/settings/devices/").status_code == 200


def test_the_game_page_confirms_the_e_mail_and_asks_no_more():
    visitor, _sender, game = accepted_as_guest()
    play(game, "E5", now=timezone.now())
    path = game.get_absolute_url()

    answer = visitor.post("/accounts/guest/", {"email": "me@example.org", "next": path})

    assert answer["Location"] == path
    page = text(visitor.get(path))
    assert "We've sent you the link." in page
    assert "Send the link" not in page
    elsewhere = {"email": "me@example.org", "next": "https://example.org/"}
    assert visitor.post("/accounts/guest/", elsewhere)["Location"] == "/accounts/guest/"


def test_the_private_link_of_a_guest_who_signed_up_leads_to_signing_in():
    visitor, _sender, _game = accepted_as_guest()
    path = visitor.get("/accounts/guest/").context["link"]
    Player.objects.filter(is_guest=True).update(is_guest=False, username="zoe")
    other = browser()

    answer = other.get(path)

    assert answer.status_code == 410
    assert "These games belong to an account now" in text(answer)
    assert 'href="/accounts/login/">Sign in' in text(answer)
    assert "zoe" not in text(answer)
    assert other.post(path).status_code == 410
    assert "_auth_user_id" not in other.session


def test_the_private_link_ends_with_the_guest():
    visitor, _sender, _game = accepted_as_guest()
    path = visitor.get("/accounts/guest/").context["link"]
    Player.objects.filter(is_guest=True).update(is_active=False)

    assert browser().get(path).status_code == 404
    assert browser().post(path).status_code == 404


def test_a_guessed_private_link_opens_nothing():
    assert browser().post("/accounts/guest/MQ:1vAAAA:guess/").status_code == 404


def test_who_has_an_account_needs_no_private_link():
    assert browser(make_player("aino")).get("/accounts/guest/")["Location"] == "/"


def accepted_as_player():
    """A player who accepted a link, the sender, the game and the link."""
    sender, joiner = make_player("aino"), make_player("babak")
    path = link(sender)
    asked = PlayerRequest(joiner, timezone.now())
    game = challenging.accept_challenge(asked, Challenge.objects.get().pk, token=path.split("/")[-2])
    return browser(joiner), sender, game, path


def test_an_accepted_link_leads_the_guest_who_accepted_it_to_the_game():
    visitor, sender, game = accepted_as_guest()
    path = Challenge.objects.get().get_absolute_url()

    assert visitor.get(path)["Location"] == game.get_absolute_url()
    assert visitor.post(path, {"answer": "accept"})["Location"] == game.get_absolute_url()
    assert browser(sender).get(path)["Location"] == game.get_absolute_url()


def test_an_accepted_link_leads_the_player_who_accepted_it_to_the_game():
    player, _sender, game, path = accepted_as_player()

    assert player.get(path)["Location"] == game.get_absolute_url()


def test_strangers_read_that_a_link_was_accepted_and_may_watch():
    _player, _sender, game, path = accepted_as_player()

    page = text(browser().get(path))

    assert "This offer has been accepted" in page
    assert f'href="{game.get_absolute_url()}">Watch the game' in page
    assert "open your private link or the link in our e-mail" in page
    other = text(browser(make_player("cyrus")).get(path))
    assert "Watch the game" in other
    assert "open your private link" not in other


def test_an_accepted_link_does_not_show_strangers_a_private_game():
    _player, _sender, game, path = accepted_as_player()
    Game.objects.update(private=True)

    page = text(browser().get(path))

    assert "This offer has been accepted" in page
    assert "Watch the game" not in page
    assert game.get_absolute_url() not in page


def test_a_visitor_who_is_too_late_reads_that_someone_else_was_faster():
    _player, _sender, _game, path = accepted_as_player()
    visitor = browser()

    answer = visitor.post(path, {"answer": "guest"})

    assert answer.status_code == 409
    assert "Someone else accepted this offer just before you." in text(answer)
    assert "_auth_user_id" not in visitor.session
    late = browser(make_player("cyrus")).post(path, {"answer": "accept"})
    assert "Someone else accepted this offer just before you." in text(late)


def test_a_withdrawn_link_says_so():
    path = link(make_player("aino"))
    Challenge.objects.update(status=ChallengeStatus.WITHDRAWN)

    page = text(browser().get(path))
    late = text(browser(make_player("cyrus")).post(path, {"answer": "accept"}))

    assert "This offer has been withdrawn" in page
    assert "you accepted it yourself" not in page
    assert "This offer was withdrawn just before you answered." in late


def test_a_creator_who_withdraws_twice_does_not_read_of_an_answer():
    creator = make_player("aino")
    path = link(creator)
    Challenge.objects.update(status=ChallengeStatus.WITHDRAWN)

    late = text(browser(creator).post(path, {"answer": "withdraw"}))

    assert "just before you" not in late


@pytest.mark.parametrize("status", [ChallengeStatus.ACCEPTED, ChallengeStatus.BIDDING])
def test_a_player_who_is_too_late_for_a_public_offer_reads_that_someone_else_was_faster(monkeypatch, status):
    path = link(make_player("aino"), to=OfferRecipients())
    other, accept = make_player("bela"), challenging.accept_challenge

    def accept_too_late(*args, **kwargs):
        Challenge.objects.update(status=status, opponent=other)
        return accept(*args, **kwargs)

    monkeypatch.setattr(challenging, "accept_challenge", accept_too_late)
    late = browser(make_player("cyrus")).post(path, {"answer": "accept"})

    assert late.status_code == 409
    assert "Someone else accepted this offer just before you." in text(late)
    assert "answered with a counter-offer" not in text(late)
