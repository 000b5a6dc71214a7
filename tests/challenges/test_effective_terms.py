"""An offer shows the same terms everywhere, and they are the terms of the game that accepting it starts."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.core import outbox
from accounts.models import Player, QueuedEmail
from challenges import services as challenging
from challenges.effective import ISOLATE
from challenges.models import Challenge
from challenges.services import OfferRecipients, ShownTerms
from challenges.sgf_import import read_upload
from foundation.languages import END, LTR
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.terms import UNRATED_REASONS, Terms
from notifications.kinds import Channel, EmailTiming, NoticeGroup
from notifications.models import Notice
from notifications.services import choosing, emails, scheduling
from rules import Color
from rules.clock import TimeControl
from rules.variants.presets import PRESETS
from tests.factories import make_player, side
from tests.ratings.test_pages import known
from tests.support.pages import tight

pytestmark = pytest.mark.django_db

SIX_KYU, FIVE_KYU, TWO_KYU = 1500, 1560, 1800
NINE = {"width": 9, "height": 9}


@dataclass(frozen=True, slots=True)
class Offered:
    """An offer by a player of `rank` to a six kyu, and the text that one sees: phrases in order, and why unrated."""

    terms: dict[str, Any]
    phrases: list[str]
    unrated: str = ""
    rank: int = SIX_KYU
    absent: list[str] = field(default_factory=list)

    @property
    def must_be_read(self) -> bool:
        return bool({"variant", "position", "komi_by"} & set(self.terms))


PLAIN = ["9×9", "BrainKing rules", "3 days per move"]
OFFERS = {
    "plain": Offered(NINE, [*PLAIN, "no handicap", "komi 3.5", "colours drawn at random", "rated"]),
    "stones": Offered(
        {"width": 19, "height": 19, "handicap": 4, "color": "white"},
        ["19×19", "BrainKing rules", "3 days per move", "Handicap: 4 stones", "komi 0.5", "you play Black", "unrated"],
        "handicap",
    ),
    "own komi": Offered(
        NINE | {"komi": Decimal("0.5"), "color": "black"},
        [*PLAIN, "no handicap", "komi 0.5", "you play White", "unrated"],
        "komi",
    ),
    "stones by rank": Offered(
        {"width": 19, "height": 19, "by_rank": True},
        ["19×19", "BrainKing rules", "3 days per move", "Handicap: 4 stones", "komi 0.5", "you play Black", "unrated"],
        "handicap",
        rank=TWO_KYU,
    ),
    "komi by rank": Offered(
        {"width": 19, "height": 19, "by_rank": True, "by_komi": True},
        ["19×19", "BrainKing rules", "3 days per move", "no handicap", "you play Black", "unrated"],
        "komi",
        rank=FIVE_KYU,
    ),
    "equal ranks": Offered(
        NINE | {"by_rank": True}, [*PLAIN, "no handicap", "komi 3.5", "colours drawn at random", "rated"]
    ),
    "private": Offered(
        NINE | {"private": True, "analysis": False},
        [*PLAIN, "no handicap", "komi 3.5", "colours drawn at random", "rated", "private", "no analysis board"],
    ),
    "teaching": Offered(
        NINE | {"teaching": True, "color": "both"},
        [*PLAIN, "no handicap", "komi 3.5", "two games, one with each colour", "unrated", "teaching game"],
        "teaching",
    ),
    "unrated by choice, another rule set": Offered(
        NINE | {"rated": False, "rule_set": "chinese"},
        ["9×9", "Chinese rules", "3 days per move", "no handicap", "komi 7.5", "colours drawn at random", "unrated"],
        "chosen",
    ),
    "no clock": Offered(
        NINE | {"time": TimeControl.none()},
        ["9×9", "BrainKing rules", "no clock", "no handicap", "komi 3.5", "colours drawn at random", "unrated"],
        "no_clock",
    ),
    "another size": Offered(
        {"width": 7, "height": 7},
        ["7×7", "BrainKing rules", "3 days per move", "no handicap", "komi 3.5", "colours drawn at random", "unrated"],
        "size",
    ),
    "variant": Offered(
        NINE | {"variant": PRESETS["capture"]},
        ["9×9", "Capture Go", *PLAIN[1:], "no handicap", "colours drawn at random", "unrated"],
        "variant",
        absent=["komi"],
    ),
    "hidden view": Offered(
        NINE | {"variant": PRESETS["one_color"]},
        ["9×9", "One-colour Go", "no handicap", "komi 3.5", "unrated", "no analysis board"],
        "variant",
    ),
    "position": Offered(
        NINE | {"position": read_upload("(;SZ[9]AB[ee]AW[cc])").position},
        [*PLAIN, "no handicap", "komi 3.5", "colours drawn at random", "unrated", "from a set-up position"],
        "position",
    ),
    "komi agreed on": Offered(
        NINE | {"komi_by": "open"}, [*PLAIN, "bidding for komi first", "unrated"], "komi", absent=["no handicap"]
    ),
}
KINDS = pytest.mark.parametrize("offered", OFFERS.values(), ids=OFFERS)


def offer(offered: Offered) -> tuple[Challenge, Player]:
    """Return this challenge to a player who wants e-mails about offers, and that player."""
    creator, joiner = known(offered.rank), known(SIX_KYU)
    EmailAddress.objects.create(user=joiner, email=joiner.email, primary=True, verified=True)
    choosing.store_notice_choices(joiner, {NoticeGroup.ANSWER: {Channel.EMAIL: EmailTiming.NOW}})
    asked = PlayerRequest(creator, timezone.now())
    return challenging.create_challenge(asked, Terms(**offered.terms), OfferRecipients(opponent=joiner)), joiner


def seen(path: str, player: Player) -> str:
    """A page as this person sees it, without what keeps phrases apart."""
    client = Client()
    client.force_login(player)
    return plain(client.get(path).content.decode())


def plain(text: str) -> str:
    for sign in (LTR, ISOLATE, END, "<bdi>", "</bdi>", '<bdi class="ltr">'):
        text = text.replace(sign, "")
    return tight(text)


def e_mail(player: Player) -> str:
    scheduling.schedule_email_items(timezone.now())
    emails.queue_due_emails(timezone.now())
    sent = [outbox.decrypt_message(one) for one in QueuedEmail.objects.all()]
    return plain(next(one.body for one in sent if player.email in one.to))


@KINDS
def test_notice_list_and_e_mail_say_the_same_terms(offered):
    challenge, joiner = offer(offered)
    terms = challenge.terms_for_viewer(joiner)
    line = " · ".join(terms.in_words)
    phrases = plain(line).split(" · ")

    assert [phrase for phrase in phrases if phrase in offered.phrases] == offered.phrases
    assert not [phrase for phrase in phrases for absent in offered.absent if absent in phrase]
    notice = seen(reverse("notifications:notices"), joiner)
    listed = seen(reverse("games:my_games"), joiner)
    assert all(plain(" · ".join(part)) in listed for part in (terms.main_words, terms.other_words))
    for text in (notice, e_mail(joiner)):
        assert plain(line) in text
    for text in (notice, listed, e_mail(joiner)):
        assert html.unescape(str(UNRATED_REASONS[offered.unrated] if offered.unrated else "")) in html.unescape(text)
    assert ('value="accept"' in notice) == (not offered.must_be_read)


@KINDS
def test_the_page_of_the_offer_says_them_one_by_one(offered):
    challenge, joiner = offer(offered)

    page = html.unescape(seen(challenge.get_absolute_url(), joiner))

    terms = dict(re.findall(r"<dt> ?(.*?) ?</dt> ?<dd> ?(.*?) ?</dd>", page))
    creator = challenge.creator.shown_name
    reason = "unrated" if offered.unrated == "chosen" else str(UNRATED_REASONS.get(offered.unrated, ""))
    rows = {
        "no handicap": ("Handicap", "none"),
        "Handicap: 4 stones": ("Handicap", "4 stones"),
        "you play Black": ("Colours", f"{creator} plays White"),
        "you play White": ("Colours", f"{creator} plays Black"),
        "colours drawn at random": ("Colours", "drawn at random"),
        "two games, one with each colour": ("Colours", "two games, one with each colour"),
        "rated": ("Rated or unrated", "rated"),
        "unrated": ("Rated or unrated", reason),
        "private": ("Visible to", "the two players only"),
        "no analysis board": ("Analysis board and conditional moves", "not allowed"),
        "no clock": ("Time", "No clock."),
        "bidding for komi first": ("Komi", "open auction"),
    }
    for phrase in offered.phrases:
        if re.fullmatch(r"komi [0-9.]+", phrase):
            assert terms["Komi"] == phrase.removeprefix("komi ")
        elif phrase in rows:
            name, value = rows[phrase]
            assert value in terms[name], phrase
    assert ("Teaching game" in terms) == ("teaching game" in offered.phrases)
    assert ("Starting position" in page) == ("from a set-up position" in offered.phrases)


@KINDS
def test_programs_get_the_same_terms_and_the_game_has_them(offered):
    challenge, joiner = offer(offered)
    client = Client()
    client.force_login(joiner)

    body = client.get(f"/api/v1/challenges/{challenge.pk}/").json()

    stones = 4 if "Handicap: 4 stones" in offered.phrases else 0
    komi = next((one.removeprefix("komi ") for one in offered.phrases if re.fullmatch(r"komi [0-9.]+", one)), "")
    assert body["handicap"] == stones
    assert body["komi"] == komi or not komi
    assert (body["rated"], body["unrated_reason"]) == (not offered.unrated, offered.unrated or None)
    if offered.terms.get("komi_by"):
        return
    shown = ShownTerms(body["handicap"], body["color"], Decimal(body["komi"]))
    game = challenging.accept_challenge(PlayerRequest(joiner, timezone.now()), challenge.pk, shown=shown)
    assert (game.handicap, game.komi) == (stones, Decimal(body["komi"]))
    assert (game.rated, game.unrated_reason) == (not offered.unrated, offered.unrated)
    assert game.private == ("private" in offered.phrases)
    for phrase, color in (("you play Black", Color.BLACK), ("you play White", Color.WHITE)):
        assert phrase not in offered.phrases or side(game, color) == joiner


def test_the_accept_button_of_a_notice_starts_what_the_notice_shows():
    challenge, joiner = offer(OFFERS["komi by rank"])
    client = Client()
    client.force_login(joiner)
    form = re.search(
        r'<form class="row".*?</form>', client.get(reverse("notifications:notices")).content.decode(), re.S
    )
    assert form is not None
    sent = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[0]))

    answer = client.post(challenge.get_absolute_url(), {**sent, "answer": "accept"})

    game = Game.objects.get()
    assert answer.headers["Location"] == game.get_absolute_url()
    assert (game.komi, game.unrated_reason, side(game, Color.BLACK)) == (Decimal(sent["komi"]), "komi", joiner)


def test_an_offer_that_is_over_has_no_terms_for_its_reader():
    challenge, joiner = offer(Offered({"color": "white"}, ["you play Black"]))
    assert "you play Black" in seen(challenge.get_absolute_url(), joiner)

    challenging.withdraw_challenge(PlayerRequest(challenge.creator, timezone.now()), challenge.pk)
    assert "you play Black" not in seen(challenge.get_absolute_url(), joiner)


def test_a_bot_that_joins_is_shown_that_the_game_is_unrated():
    creator, bot = make_player(), make_player(is_bot=True)
    asked = PlayerRequest(creator, timezone.now())
    challenge = challenging.create_challenge(asked, Terms(**NINE), OfferRecipients(by_link=True))

    assert challenge.terms_for_viewer(bot).unrated_reason == "bot"
    assert challenge.terms_for_viewer(make_player()).rated


def test_nobody_whose_rank_is_unknown_is_promised_a_rated_game():
    creator = known(SIX_KYU)
    challenge = challenging.create_challenge(
        PlayerRequest(creator, timezone.now()), Terms(**NINE, by_rank=True), OfferRecipients()
    )

    phrases = challenge.terms_for_viewer(None).in_words

    assert "rated" not in phrases
    assert phrases[-2:] == ["handicap by rank", "rated only if the ranks are equal"]


def test_who_is_not_signed_in_reads_which_colour_its_creator_takes():
    creator = make_player("maker")
    challenge = challenging.create_challenge(
        PlayerRequest(creator, timezone.now()), Terms(**NINE, color="white"), OfferRecipients()
    )

    assert "maker plays White" in plain(" · ".join(challenge.terms_for_viewer(None).in_words))
    assert "you play White" in challenge.terms_for_viewer(creator).in_words


def test_the_page_of_notices_asks_as_much_for_ten_offers_as_for_two():
    joiner = known(SIX_KYU)
    counts = []
    for more in (2, 8):
        for _ in range(more):
            asked = PlayerRequest(known(TWO_KYU), timezone.now())
            challenging.create_challenge(asked, Terms(by_rank=True), OfferRecipients(opponent=joiner))
        with CaptureQueriesContext(connection) as asked_of:
            seen(reverse("notifications:notices"), joiner)
        counts.append(len(asked_of))

    assert Notice.objects.filter(player=joiner).count() == 10
    assert counts[0] == counts[1]
