"""Komi by auction, or named by one player while the other chooses the colour, as on the Dragon Go Server."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Block
from accounts.privacy.data_export import export_archive
from challenges import services
from challenges.errors import BidRequired, BidTooLow, ChallengeAlreadyClosed, NoSuchChallenge, NotYourBid
from challenges.limits import OpponentLimits
from challenges.models import Bidding, Challenge, ChallengeStatus
from challenges.services import Bid, OfferRecipients
from challenges.services.bidding import STEP, end_overdue_biddings, visible_bidding
from challenges.services.leaving import end_offers_of_deleted, withdraw_offers
from games import events
from games.errors import BadTerms
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.terms import ColorPreference, Terms
from notifications.models import Notice
from programs.models import Event
from rules import Color
from tests.factories import make_player, side
from tests.support.callers import Caller
from tests.support.pages import tight

pytestmark = pytest.mark.django_db
HALF = Decimal("6.5")
NOW = timezone.now()


def asked(player, now=NOW):
    return PlayerRequest(player, now)


def offer(creator, komi_by="secret", to=None, **terms):
    return services.create_challenge(
        asked(creator), Terms(width=9, height=9, komi_by=komi_by, **terms), to or OfferRecipients()
    )


def bid(player, made, komi=None, color="", now=NOW):
    result = Bid(None if komi is None else Decimal(komi), color)
    return services.place_bid(asked(player, now), made.pk, result)


def game_of(made):
    """Komi and who has Black in the game that it has become."""
    game = Game.objects.get(pk=Challenge.objects.get(pk=made.pk).game_id)
    return game.komi, side(game, Color.BLACK)


@pytest.fixture
def two():
    return make_player("aino"), make_player("babak")


@pytest.mark.parametrize(("first", "second", "black"), [("6.5", "8", 1), ("8", "6.5", 0), ("-3", "-3.5", 0)])
def test_in_a_secret_auction_the_higher_bid_has_black_and_gives_that_komi(two, first, second, black):
    aino, babak = two
    made = offer(aino)
    bid(babak, made, second)
    assert Challenge.objects.get().status == ChallengeStatus.BIDDING
    assert Game.objects.count() == 0

    bid(aino, made, first)

    assert game_of(made) == (max(Decimal(first), Decimal(second)), two[black])
    accepted = Challenge.objects.get()
    assert (accepted.status, accepted.komi, accepted.bidding.due_at) == (
        ChallengeStatus.ACCEPTED,
        game_of(made)[0],
        None,
    )
    assert Notice.objects.get(kind="game_started").player == babak
    assert Game.objects.get().unrated_reason == "komi", "R43: also where it is the rule set's own"


def test_equal_secret_bids_are_decided_by_lot(two):
    aino, babak = two
    blacks = set()
    for _ in range(40):
        made = offer(aino)
        bid(babak, made, "7")
        bid(aino, made, "7")
        komi, black = game_of(made)
        assert komi == 7
        blacks.add(black.username)
        if len(blacks) == 2:
            break
    assert blacks == {"aino", "babak"}


def test_a_secret_bid_may_be_changed_and_shows_itself_to_nobody_before_both_are_there(two, client):
    aino, babak = two
    made = offer(aino)
    bid(babak, made, "77.5")
    bid(babak, made, "88.5")
    Caller(client, babak).post(f"challenges/{made.pk}/bid", komi="99.5")

    assert (visible_bidding(made_again(made), babak).mine, visible_bidding(made_again(made), aino).theirs) == (
        Decimal("99.5"),
        None,
    )
    caller = Caller(client, aino)
    shown = caller.get(f"challenges/{made.pk}").json()["bidding"]
    assert shown == {
        "my_bid": None, "their_bid": None, "they_have_bid": True, "can": "bid", "due_at": shown["due_at"],
    }  # fmt: skip
    client.force_login(aino)
    pages = [client.get(path).content.decode() for path in (made.get_absolute_url(), "/games/", "/notifications/")]
    events = json.dumps(caller.get("events").json()) + json.dumps(caller.get("challenges").json())
    export = zipfile.ZipFile(io.BytesIO(b"".join(export_archive(aino))))
    exported = "".join(export.read(name).decode(errors="replace") for name in export.namelist())
    for number in ("77.5", "88.5", "99.5"):
        assert not any(number in text for text in (*pages, events, exported))
    assert "99.5" in str(list(Bidding.objects.values()))
    assert caller.get(f"challenges/{made.pk}").json()["komi"] == "3.5", "the rule set's own, until it is settled"


def made_again(made):
    return Challenge.objects.with_people().get(pk=made.pk)


def test_in_an_open_auction_each_bids_more_until_one_takes_white(two):
    aino, babak = two
    made = offer(aino, "open", OfferRecipients(babak))
    with pytest.raises(BadTerms):
        bid(babak, made, color="white")
    bid(babak, made, "5")
    for komi in ("5", "4.5"):
        with pytest.raises(BidTooLow) as caught:
            bid(aino, made, komi)
        assert caught.value.data == {"above": "5"} or caught.value.data == {"above": "5.0"}
    with pytest.raises(NotYourBid):
        bid(babak, made, "9")
    for color in ("black", "both"):
        with pytest.raises(BadTerms):
            bid(aino, made, color=color)
    bid(aino, made, "6")
    bid(babak, made, "6.5")

    bid(aino, made, color="white")

    assert game_of(made) == (HALF, babak)


@pytest.mark.parametrize(
    ("komi_by", "namer", "color", "black"),
    [("creator", 0, "black", 1), ("creator", 0, "white", 0), ("joiner", 1, "black", 0), ("joiner", 1, "white", 1)],
)
def test_one_names_the_komi_and_the_other_chooses_the_colour(two, komi_by, namer, color, black):
    made = offer(two[0], komi_by)
    bid(two[1], made)  # joins
    chooser = two[1 - namer]
    with pytest.raises(NotYourBid):
        bid(chooser, made, color=color)
    with pytest.raises(BadTerms):
        bid(two[namer], made, color="black")
    bid(two[namer], made, "6.5")
    with pytest.raises(NotYourBid):
        bid(two[namer], made, "7.5")
    with pytest.raises(BadTerms):
        bid(chooser, made, "7.5")
    with pytest.raises(BadTerms):
        bid(chooser, made, color="both")

    bid(chooser, made, color=color)

    assert game_of(made) == (HALF, two[black])


def test_terms_that_do_not_go_with_it_and_who_cannot_bid(two):
    aino, babak = two
    for wrong in (
        {"handicap": 2},
        {"komi": HALF},
        {"color": ColorPreference.BLACK},
        {"by_rank": True},
        {"komi_by": "dice"},
    ):
        with pytest.raises(BadTerms) as caught:
            offer(aino, **{"komi_by": "secret", **wrong})
        assert caught.value.data["field"] in ("komi_by", "by_rank")
    with pytest.raises(BadTerms):
        offer(aino, "secret", OfferRecipients(make_player(is_bot=True)))
    with pytest.raises(BadTerms):
        offer(make_player(is_bot=True), "secret", OfferRecipients(babak))
    with pytest.raises(BadTerms):
        offer(aino, "secret", OfferRecipients(limits=OpponentLimits(games=3)))
    made = offer(aino)
    with pytest.raises(BidRequired):
        services.accept_challenge(asked(babak), made.pk)
    with pytest.raises(NotYourBid):
        bid(aino, made, "5")
    for komi in ("151", "6.7"):
        with pytest.raises(BadTerms):
            bid(babak, made, komi)
    assert Challenge.objects.get().status == ChallengeStatus.OPEN, "nothing is stored, and nobody has joined"
    ordinary = services.create_challenge(asked(aino), Terms(width=9, height=9))
    with pytest.raises(NoSuchChallenge):
        bid(babak, ordinary, "5")


def test_who_has_joined_is_the_opponent_and_nobody_else_sees_or_joins_it(two):
    aino, babak = two
    other = make_player()
    made = offer(aino)
    assert made in Challenge.objects.in_waiting_room()
    bid(babak, made)
    assert made not in Challenge.objects.in_waiting_room()
    with pytest.raises(NoSuchChallenge):
        bid(other, made, "5")
    assert not Challenge.objects.visible_to(other).exists()
    assert visible_bidding(made_again(made), other) is None
    linked = offer(aino, "open", OfferRecipients(by_link=True))
    services.place_bid(asked(babak), linked.pk, Bid(HALF), token=linked.token)
    with pytest.raises(NoSuchChallenge):
        services.place_bid(asked(other), linked.pk, Bid(HALF), token=linked.token)
    for player in two:
        kinds = Notice.objects.filter(player=player).values_list("kind", flat=True)
        assert list(kinds) == (["komi_bid", "komi_bid"] if player == aino else [])
        assert Event.objects.filter(player=player, kind="challenge.changed").count() == 2


def test_both_programs_learn_that_a_bidding_has_become_a_game(two):
    aino, babak = two
    made = offer(aino)
    bid(babak, made, "5")
    assert not Event.objects.filter(kind="challenge.accepted").exists()
    bid(aino, made, "7")
    accepted = Event.objects.filter(kind="challenge.accepted", challenge=made)
    assert {event.player for event in accepted} == {aino, babak}


def test_either_may_end_it_and_a_bidding_that_is_late_does_not_begin(two):
    aino, babak = two
    ways = (
        lambda made: services.withdraw_challenge(asked(aino), made.pk),
        lambda made: services.decline_challenge(asked(babak), made.pk),
        lambda made: withdraw_offers(player=babak, now=NOW),
        lambda made: end_offers_of_deleted(aino, NOW),
    )
    for way in ways:
        made = offer(aino)
        bid(babak, made, "5")
        way(made)
        with pytest.raises(ChallengeAlreadyClosed):
            bid(aino, made, "5")
    late = offer(aino)
    bid(babak, late, "5")
    with pytest.raises(ChallengeAlreadyClosed):
        bid(aino, late, "5", now=NOW + STEP)
    assert end_overdue_biddings(now=NOW + STEP - timedelta(seconds=1)) == 0
    assert end_overdue_biddings(now=NOW + STEP) == 1
    assert end_overdue_biddings(now=NOW + STEP) == 0
    assert Challenge.objects.get(pk=late.pk).status == ChallengeStatus.DECLINED
    assert {one.player for one in Notice.objects.filter(kind="komi_lapsed")} == set(two)
    assert Game.objects.count() == 0


def test_who_has_blocked_the_other_meanwhile_does_not_play(two):
    aino, babak = two
    made = offer(aino)
    bid(babak, made, "5")
    Block.objects.create(player=aino, blocked=babak, at=NOW)
    client = Client()
    answer = Caller(client, aino).post(f"challenges/{made.pk}/bid", komi="6")
    assert (answer.json()["code"], Game.objects.count()) == ("cannot_challenge", 0)


def test_by_program_the_whole_way_and_what_is_wrong(two, client):
    aino, babak = (Caller(client, player) for player in two)
    wrong = aino.post("challenges", size=9, komi_by="secret", komi="6.5")
    assert (wrong.status_code, wrong.json()["field"]) == (400, "komi_by")
    made = aino.post("challenges", size=9, komi_by="open").json()
    assert (made["komi_by"], made["bidding"], made["rated"], made["unrated_reason"]) == ("open", None, False, "komi")
    path = f"challenges/{made['id']}"
    assert babak.post(f"{path}/accept").json()["code"] == "bid_for_komi"
    for komi in ("six", "6.25", "1000", "151"):
        assert babak.post(f"{path}/bid", komi=komi).status_code == 400
    joined = babak.post(f"{path}/bid", komi="5").json()
    assert (joined["status"], joined["opponent"], joined["bidding"]["my_bid"]) == ("bidding", "babak", "5")
    assert babak.post(f"{path}/bid", komi="9").json()["code"] == "not_your_bid"
    low = aino.post(f"{path}/bid", komi="5")
    assert (low.status_code, low.json()["code"]) == (400, "bid_too_low")
    assert aino.post(f"{path}/bid", color="black").json()["code"] == "bad_terms"
    assert [row["id"] for row in aino.get("challenges").json()["results"]] == [made["id"]]
    done = aino.post(f"{path}/bid", color="white").json()
    assert (done["status"], done["komi"], done["bidding"]["their_bid"]) == ("accepted", "5", "5")
    assert babak.get(path).json()["bidding"]["my_bid"] == "5"
    game = aino.get(f"games/{done['game']}").json()
    assert game["komi"] == "5"
    assert game_of(Challenge.objects.get()) == (5, two[1])


def test_by_page_without_javascript_on_the_forms_that_are_there(two):
    aino, babak = Client(), Client()
    for browser, player in ((aino, two[0]), (babak, two[1])):
        browser.force_login(player)
    terms = {"opponent_kind": "player", "opponent": "babak", "size": "9", "rule_set": "japanese", "time": "days_3"}
    made = aino.post("/new/", {**terms, "color": "random", "handicap": "0", "komi_by": "creator"})
    path = made.headers["Location"]
    page = tight(babak.get(path).content.decode())
    assert "sets the komi and the opponent chooses the colour" in page
    assert 'value="join"' in page
    assert 'value="accept"' not in page
    page = tight(babak.post(path, {"answer": "join"}, follow=True).content.decode())
    assert "It's <bdi>aino</bdi>'s turn to bid or choose." in page
    assert path in babak.get("/games/").content.decode()
    assert "Set this komi" in aino.get(path).content.decode()
    for komi, text in (("", "Enter your komi bid."), ("6.3", "such as 6.5"), ("1000", "150")):
        refused = aino.post(path, {"answer": "bid", "komi": komi})
        assert (refused.status_code, text in refused.content.decode()) == (400, True)
    aino.post(path, {"answer": "bid", "komi": "7.5"})
    assert "Which colour do you want with a komi of 7.5?" in tight(babak.get(path).content.decode())
    started = babak.post(path, {"answer": "white"})
    assert started.headers["Location"] == f"/g/{Game.objects.get().pk}/"
    assert (Game.objects.get().komi, side(Game.objects.get(), Color.BLACK)) == (Decimal("7.5"), two[0])
    assert "is to bid" not in tight(Client().get(path).content.decode())


def test_a_list_of_them_asks_as_much_as_of_one(two, client):
    aino, babak = two
    client.force_login(aino)
    client.get("/games/")
    counts = []
    for _ in range(2):
        for _ in range(3):
            bid(babak, offer(aino), "5")
        with CaptureQueriesContext(connection) as done:
            assert client.get("/games/").status_code == 200
        counts.append(len(done))
    assert counts[0] == counts[1]


def test_the_pages_of_both_are_told_that_a_bidding_has_lapsed(two, monkeypatch):
    notified = []
    made = offer(two[0])
    bid(two[1], made, "5")
    monkeypatch.setattr(events, "signal_player_lists_changed", lambda *players: notified.extend(players))
    end_overdue_biddings(now=NOW + STEP)
    assert set(notified) >= {player.pk for player in two}
