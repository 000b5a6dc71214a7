"""Permissions to make, accept, counter, withdraw and bid for an offer, and the results (R43, V32, V50, V61, F38)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from accounts.core.guests import NotForGuests
from accounts.core.lookup import NoSuchPlayer
from accounts.core.restrictions import NewGamesBlocked, Suspended
from accounts.models import Block, Player
from challenges import services
from challenges.errors import (
    BidRequired,
    BidTooLow,
    BotCannotPlayVariant,
    BotIsBusy,
    BotsCannotSeekGames,
    CannotAcceptOwnChallenge,
    CannotChallenge,
    ChallengeAlreadyClosed,
    NoSuchChallenge,
    NotYourBid,
    RankOutsideLimits,
    SeatNotAvailable,
    SeatRequired,
    TermsChanged,
)
from challenges.limits import OpponentLimits
from challenges.models import Bidding, Challenge, ChallengeStatus, Place
from challenges.services import (
    Bid,
    OfferRecipients,
    answering,
    bidding,
    leaving,
    offering,
    places,
    rematches,
    server_bot,
)
from challenges.services.answering import ShownTerms
from games import verbs
from games.errors import BadTerms, NotFinished, NotTheOwner
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.terms import ColorPreference, KomiBy, Terms
from notifications.models import Notice
from programs.models import Event
from programs.models.event import EventKind
from ratings.ranks import Rank
from rules import Color
from rules.variants import Variant, VariantColors
from rules.variants.presets import team_go
from rules.variants.variant import MOST_STONES
from tests.factories import NOON, act, days, make_game, make_player, side
from tests.tournaments.helpers import refused
from tests.tournaments.test_entry_conditions import ranked

pytestmark = pytest.mark.django_db
SMALL = Terms(width=9, height=9)
RENGO = replace(SMALL, variant=team_go((2, 2)))
SECOND = timedelta(seconds=1)


def asked(player, now=NOON, key=None):
    return PlayerRequest(player, now, key) if key else PlayerRequest(player, now)


def offer(creator, terms=SMALL, **to):
    return services.create_challenge(asked(creator), terms, OfferRecipients(**to))


def accept(player, made, now=NOON, **expected):
    return services.accept_challenge(asked(player, now), made.pk, **expected)


def restricted(player, field="barred_until"):
    Player.objects.filter(pk=player.pk).update(**{field: NOON + days(1)})
    player.refresh_from_db()
    return player


def notified(kind):
    return sorted(Notice.objects.filter(kind=kind).values_list("player__username", flat=True))


def block(one, other):
    return Block.objects.create(player=one, blocked=other, at=NOON)


@pytest.mark.parametrize(("field", "refusal"), [("barred_until", NewGamesBlocked), ("suspended_until", Suspended)])
def test_who_may_not_start_games_neither_offers_accepts_counters_nor_bids(field, refusal):
    player, other = restricted(make_player(), field), make_player()
    plain, sealed = offer(other), offer(other, replace(SMALL, komi_by="secret"))
    seated = offer(other, RENGO)
    for do in (
        lambda: offer(player), lambda: accept(player, plain), lambda: places.take_place(asked(player), seated.pk),
        lambda: services.counter_challenge(asked(player), plain.pk, SMALL),
        lambda: services.place_bid(asked(player), sealed.pk, Bid(Decimal(6))),
        lambda: places.change_seating(asked(player), seated.pk, ()),
    ):  # fmt: skip
        refused(refusal, do)
    assert accept(player, plain, NOON + days(1)), "it is over"


def test_guests_and_bots_offer_and_accept_only_among_those_who_may():
    guest, bot, player = make_player(is_guest=True), make_player(is_bot=True), make_player()
    for to in (None, player):
        refused(NotForGuests, offer, guest, opponent=to)
    refused(NotForGuests, accept, guest, offer(player))
    refused(NotForGuests, services.counter_challenge, asked(guest), offer(player).pk, SMALL)
    refused(NotForGuests, services.place_bid, asked(guest), offer(player, replace(SMALL, komi_by="secret")).pk, Bid())
    refused(NotForGuests, places.take_place, asked(guest), offer(player, RENGO).pk)
    assert accept(guest, offer(bot, opponent=guest)), "a bot made the offer"
    assert offer(guest, opponent=bot).with_bot
    refused(BotsCannotSeekGames, offer, bot)
    refused(BotsCannotSeekGames, accept, bot, offer(player))
    linked = offer(player, by_link=True)
    game = accept(bot, linked, token=linked.token)
    assert (game.rated, game.unrated_reason) == (False, "bot")
    assert accept(bot, offer(player, opponent=bot))
    refused(CannotAcceptOwnChallenge, offer, player, opponent=player)
    refused(BadTerms, offer, player, replace(SMALL, komi_by="secret"), opponent=bot)
    refused(BadTerms, offer, bot, replace(SMALL, komi_by="secret"), opponent=player)
    refused(
        BotCannotPlayVariant, services.place_bid, asked(bot), offer(player, replace(SMALL, komi_by="secret")).pk, Bid()
    )
    refused(BotCannotPlayVariant, places.take_place, asked(bot), offer(player, RENGO).pk)


def test_a_bot_plays_no_more_games_than_it_may(monkeypatch):
    monkeypatch.setattr(answering, "MOST_GAMES_OF_A_BOT", 1)
    bot = make_player(is_bot=True)
    for _ in range(2):
        make_game()
    first, second = offer(make_player(), opponent=bot), offer(make_player(), opponent=bot)
    assert accept(bot, first)
    refused(BotIsBusy, accept, bot, second)
    refused(BotIsBusy, accept, second.creator, offer(bot, opponent=second.creator))


def test_who_knows_of_an_offer_and_what_cannot_be_accepted():
    creator, opponent, stranger = make_player(), make_player(), make_player()
    sent, linked, plain = offer(creator, opponent=opponent), offer(creator, by_link=True), offer(creator)
    refused(NoSuchChallenge, accept, stranger, sent)
    refused(NoSuchChallenge, accept, stranger, linked)
    refused(NoSuchChallenge, accept, stranger, linked, token="x")
    refused(NoSuchChallenge, services.withdraw_challenge, asked(creator), 10**6)
    refused(CannotAcceptOwnChallenge, accept, creator, plain)
    refused(CannotAcceptOwnChallenge, services.counter_challenge, asked(creator), plain.pk, SMALL)
    refused(NotTheOwner, services.withdraw_challenge, asked(stranger), plain.pk)
    refused(NotTheOwner, services.decline_challenge, asked(stranger), plain.pk)
    refused(SeatRequired, accept, stranger, offer(creator, RENGO))
    refused(SeatRequired, services.counter_challenge, asked(stranger), offer(creator, RENGO).pk, SMALL)
    refused(BidRequired, accept, stranger, offer(creator, replace(SMALL, komi_by="secret")))
    refused(NoSuchChallenge, services.place_bid, asked(stranger), plain.pk, Bid(Decimal(6)))
    refused(BadTerms, services.counter_challenge, asked(stranger), plain.pk, RENGO)
    barrier = block(creator, stranger)
    refused(CannotChallenge, accept, stranger, plain)
    refused(CannotChallenge, services.counter_challenge, asked(stranger), plain.pk, SMALL)
    refused(CannotChallenge, offer, stranger, opponent=creator)
    barrier.delete()
    services.withdraw_challenge(asked(creator, NOON + days(1)), plain.pk)
    plain.refresh_from_db()
    assert (plain.status, plain.answered_at) == (ChallengeStatus.WITHDRAWN, NOON + days(1))
    for do in (
        lambda: accept(stranger, plain), lambda: services.withdraw_challenge(asked(creator), plain.pk),
        lambda: services.counter_challenge(asked(stranger), plain.pk, SMALL),
    ):  # fmt: skip
        refused(ChallengeAlreadyClosed, do)
    Player.objects.filter(pk=opponent.pk).update(deleted_at=NOON)
    refused(NoSuchPlayer, offer, creator, opponent=opponent)


def test_what_is_kept_and_shown_when_an_offer_is_declined_countered_or_accepted():
    creator, other = make_player("aino"), make_player("babak")
    declined, countered, anyones = offer(creator, opponent=other), offer(creator, opponent=other), offer(creator)
    assert notified("challenged") == ["babak", "babak"]
    services.decline_challenge(asked(other, NOON + days(1)), declined.pk)
    assert notified("challenge_declined") == ["aino"]
    answer = services.counter_challenge(asked(other, NOON + days(1)), countered.pk, replace(SMALL, width=13, height=13))
    assert (answer.creator, answer.opponent, answer.answer_to) == (other, creator, countered)
    assert notified("challenge_countered") == ["aino"]
    second = services.counter_challenge(asked(other), anyones.pk, replace(SMALL, komi=Decimal("0.5")))
    rows = {one.pk: (one.status, one.answered_at) for one in Challenge.objects.all()}
    assert [rows[one.pk] for one in (declined, countered, anyones, second)] == [
        (ChallengeStatus.DECLINED, NOON + days(1)), (ChallengeStatus.COUNTERED, NOON + days(1)),
        (ChallengeStatus.OPEN, None), (ChallengeStatus.OPEN, None),
    ]  # fmt: skip
    game = accept(other, anyones, NOON + days(2))
    anyones.refresh_from_db()
    assert (anyones.status, anyones.game, anyones.answered_at) == (ChallengeStatus.ACCEPTED, game, NOON + days(2))
    assert anyones.games_left == 0
    assert notified("game_started") == ["aino"]


def test_an_offer_of_several_games_stays_open_until_the_last_and_each_is_kept():
    creator = make_player("aino")
    made = offer(creator, by_link=True, limits=OpponentLimits(games=3))
    games = [accept(make_player(), made, NOON + number * SECOND, token=made.token) for number in range(2)]
    made.refresh_from_db()
    assert (made.status, made.games_left, made.game) == (ChallengeStatus.OPEN, 1, None)
    parts = Challenge.objects.filter(part_of=made).order_by("pk")
    kept = [(one.game, one.status, one.token, one.games, one.games_left, one.answered_at) for one in parts]
    assert kept == [
        (game, ChallengeStatus.ACCEPTED, "", 1, 0, NOON + number * SECOND) for number, game in enumerate(games)
    ]
    last = accept(make_player(), made, token=made.token)
    made.refresh_from_db()
    assert (made.status, made.games_left, made.game) == (ChallengeStatus.ACCEPTED, 0, last)
    assert notified("game_started") == ["aino"] * 3


def test_both_colours_are_two_games_and_one_is_led_to_the_game_that_one_begins():
    creator, other = make_player(), make_player()
    made = offer(creator, replace(SMALL, color=ColorPreference.BOTH))
    game = accept(other, made)
    assert side(game, Color.BLACK) == other
    assert Game.objects.count() == 2
    assert {side(one, Color.BLACK) for one in Game.objects.all()} == {creator, other}
    made.refresh_from_db()
    assert made.status == ChallengeStatus.ACCEPTED
    for wish, black in ((ColorPreference.BLACK, creator), (ColorPreference.WHITE, other)):
        assert side(accept(other, offer(creator, replace(SMALL, color=wish))), Color.BLACK) == black


def test_an_offer_by_ranks_is_accepted_as_it_was_shown():
    creator, other = make_player(), make_player()
    made = offer(creator, replace(SMALL, by_rank=True, rated=False))
    refused(TermsChanged, accept, other, made)
    meant = made.for_joiner(other)
    refused(TermsChanged, accept, other, made, shown=ShownTerms(meant.handicap + 1, meant.color))
    assert accept(other, made, shown=ShownTerms(meant.handicap, meant.color, Decimal(1))), "the komi is not by ranks"
    plain = offer(creator, replace(SMALL, color=ColorPreference.BLACK))
    refused(TermsChanged, accept, other, plain, shown=ShownTerms(0, ColorPreference.WHITE))
    assert accept(other, plain, shown=ShownTerms(0, ColorPreference.BLACK))


def test_an_unrated_game_begins_where_one_of_the_two_may_play_no_rated_ones():
    player, other = restricted(make_player(), "unrated_until"), make_player()
    for one, two in ((player, other), (other, player)):
        assert accept(two, offer(one)).unrated_reason == "restricted"
    assert accept(other, offer(player), NOON + days(1)).rated


def test_R43_what_a_bid_may_be_and_whose_turn_it_is():
    creator, other, stranger = make_player("aino"), make_player("babak"), make_player()
    made = offer(creator, replace(SMALL, komi_by=KomiBy.SEALED.value))
    refused(NotYourBid, services.place_bid, asked(creator), made.pk, Bid(Decimal(6)))
    refused(BadTerms, services.place_bid, asked(other), made.pk, Bid(Decimal(6), "white"))
    services.place_bid(asked(other), made.pk, Bid())
    found = Bidding.objects.get(offer=made)
    assert (found.due_at, found.joiner_bid) == (NOON + bidding.STEP, None)
    made = Challenge.objects.get(pk=made.pk)
    assert [bidding.visible_bidding(made, viewer) for viewer in (stranger, None)] == [None, None]
    assert [bidding.visible_bidding(made, viewer).can for viewer in (creator, other)] == ["bid", "bid"]
    refused(NoSuchChallenge, services.place_bid, asked(stranger), made.pk, Bid(Decimal(6)))
    barrier = block(creator, other)
    refused(CannotChallenge, services.place_bid, asked(other), made.pk, Bid(Decimal(6)))
    barrier.delete()
    refused(ChallengeAlreadyClosed, services.place_bid, asked(other, NOON + bidding.STEP), made.pk, Bid(Decimal(6)))
    services.place_bid(asked(other, NOON + bidding.STEP - SECOND), made.pk, Bid(Decimal(6)))
    assert Bidding.objects.get(offer=made).due_at == NOON + 2 * bidding.STEP - SECOND
    assert notified("komi_bid") == ["aino", "aino"]


def test_R43_in_an_open_auction_bids_rise_and_white_ends_it():
    creator, other = make_player("aino"), make_player("babak")
    made = offer(creator, replace(SMALL, komi_by=KomiBy.OPEN.value))
    refused(BadTerms, services.place_bid, asked(other), made.pk, Bid(color="white"))
    services.place_bid(asked(other), made.pk, Bid(Decimal(3)))
    for low in (3, 2):
        refused(BidTooLow, services.place_bid, asked(creator), made.pk, Bid(Decimal(low)))
    refused(BadTerms, services.place_bid, asked(creator), made.pk, Bid(color="black"))
    refused(BadTerms, services.place_bid, asked(creator), made.pk, Bid(Decimal(4), "white"))
    refused(NotYourBid, services.place_bid, asked(other), made.pk, Bid(Decimal(4)))
    services.place_bid(asked(creator), made.pk, Bid(Decimal(4)))
    done = services.place_bid(asked(other, NOON + days(1)), made.pk, Bid(color="white"))
    assert (done.game.komi, side(done.game, Color.BLACK)) == (Decimal(4), creator)
    assert notified("game_started") == ["aino"]


@pytest.mark.parametrize("names_joiner", [True, False])
def test_R43_one_names_the_komi_and_the_other_chooses_the_colour(names_joiner):
    for wish in ("black", "white"):
        creator, other = make_player(), make_player()
        made = offer(creator, replace(SMALL, komi_by=(KomiBy.JOINER if names_joiner else KomiBy.CREATOR).value))
        services.place_bid(asked(other), made.pk, Bid())
        names, chooses = (other, creator) if names_joiner else (creator, other)
        refused(NotYourBid, services.place_bid, asked(chooses), made.pk, Bid(color=wish))
        services.place_bid(asked(names), made.pk, Bid(Decimal("2.5")))
        refused(BadTerms, services.place_bid, asked(chooses), made.pk, Bid(Decimal(2)))
        refused(BadTerms, services.place_bid, asked(chooses), made.pk, Bid(Decimal(2), wish))
        offer_of = Challenge.objects.select_related("bidding").get(pk=made.pk)
        seen = {player: bidding.visible_bidding(offer_of, player).can for player in (names, chooses)}
        assert seen == {names: "", chooses: "choose"}
        done = services.place_bid(asked(chooses), made.pk, Bid(color=wish))
        assert done.game.komi == Decimal("2.5")
        assert side(done.game, Color.BLACK) == (chooses if wish == "black" else names)


def test_R43_a_bid_that_does_not_come_ends_the_offer_for_both():
    creator, other = make_player("aino"), make_player("babak")
    made, later = (offer(creator, replace(SMALL, komi_by="secret")) for _ in range(2))
    services.place_bid(asked(other), made.pk, Bid(Decimal(6)))
    services.place_bid(asked(other, NOON + SECOND), later.pk, Bid(Decimal(6)))
    assert bidding.end_overdue_biddings(now=NOON + bidding.STEP - SECOND) == 0
    assert bidding.end_overdue_biddings(now=NOON + bidding.STEP) == 1
    made.refresh_from_db()
    assert (made.status, made.answered_at) == (ChallengeStatus.DECLINED, NOON + bidding.STEP)
    assert notified("komi_lapsed") == ["aino", "babak"]
    services.place_bid(asked(creator, NOON + 2 * SECOND), later.pk, Bid(Decimal(5)))
    assert bidding.end_overdue_biddings(now=NOON + days(9)) == 0


def seated(creator, *people):
    """An offer of a game of two against two; these are meant for the first seats, the creator first."""
    places_of = [creator, *people, *[None] * (3 - len(people))]
    return offer(creator, RENGO, seats=tuple(places_of), by_link=True)


def test_V32_seats_are_taken_left_and_agreed_upon():
    creator, second, third, fourth = people = [make_player(name) for name in ("aino", "bea", "carl", "dora")]
    made = seated(creator, second)
    assert notified("challenged") == ["bea"]
    rows = list(Place.objects.filter(offer=made).order_by("index").values_list("player", "confirmed_at"))
    assert rows == [(creator.pk, NOON), (second.pk, None), (None, None), (None, None)]
    take = lambda player, **where: places.take_place(asked(player), made.pk, token=made.token, **where)  # noqa: E731
    refused(NoSuchChallenge, places.take_place, asked(third), made.pk, token="x")
    refused(SeatNotAvailable, take, third, index=1)
    refused(SeatNotAvailable, take, second, index=2)
    barrier = block(third, second)
    refused(CannotChallenge, take, third)
    barrier.delete()
    take(third, index=3)
    services.decline_challenge(asked(third), made.pk)
    assert notified("challenge_declined") == ["aino"]
    refused(NotTheOwner, services.decline_challenge, asked(creator), made.pk)
    take(third)
    assert Place.objects.get(offer=made, player=third).index == 2
    take(second)
    assert not Game.objects.exists()
    game = take(fourth).game
    assert {seat.player_id for seat in game.seat_list()} == {player.pk for player in people}
    assert notified("game_started") == ["aino", "bea", "carl"]
    made.refresh_from_db()
    assert (made.status, made.games_left) == (ChallengeStatus.ACCEPTED, 0)
    result = Event.objects.filter(kind=EventKind.GAME_STARTED, game=game).values_list("player", flat=True)
    assert sorted(result) == sorted(player.pk for player in people), "programs hear of it"
    refused(ChallengeAlreadyClosed, take, fourth)
    refused(ChallengeAlreadyClosed, services.decline_challenge, asked(third), made.pk)


def test_V32_the_average_ranks_of_two_teams_suggest_a_handicap_once_everybody_is_known():
    people = [ranked(rank) for rank in ("15k", "1k", "15k", "1k")]
    found = places.suggest_team_handicap(seated(*people))
    assert (found.steps, found.first_is_weaker) == (2, True)
    assert places.suggest_team_handicap(seated(*people[:3])) is None, "a seat is free"
    assert places.suggest_team_handicap(seated(*people[:3], make_player())) is None, "one has no rating"
    three = replace(SMALL, variant=Variant(colors=VariantColors(3)))
    assert places.suggest_team_handicap(offer(people[0], three, seats=tuple(people[:3]))) is None, "three colours"


def test_V32_who_arranges_seats_and_who_has_to_agree_again():
    creator, second, third = make_player("aino"), make_player("bea"), make_player("carl")
    made = seated(creator, second)
    places.take_place(asked(second), made.pk, token=made.token)
    arrange = lambda player, *seats: places.change_seating(asked(player), made.pk, seats)  # noqa: E731
    refused(NotTheOwner, arrange, second, creator, second, None, None)
    for bad in ((creator, second, None), (creator, second, second, None), (second, third, None, None),
                (creator, creator, None, None)):  # fmt: skip
        refused(BadTerms, arrange, creator, *bad)
    refused(BotCannotPlayVariant, arrange, creator, creator, make_player(is_bot=True), None, None)
    barrier = block(third, creator)
    refused(CannotChallenge, arrange, creator, creator, second, third, None)
    barrier.delete()
    arrange(creator, creator, second, None, None)
    assert Place.objects.get(offer=made, player=second).confirmed_at == NOON, "nothing has changed"
    arrange(creator, creator, None, second, third)
    agreed = Place.objects.filter(offer=made).order_by("index").values_list("player", "confirmed_at")
    assert list(agreed) == [(creator.pk, NOON), (None, None), (second.pk, None), (third.pk, None)]
    assert (notified("seats_changed"), notified("challenged")) == (["bea"], ["bea", "carl"])


def test_F38_offers_of_who_leaves_end_and_their_seats_are_free():
    leaver, other = make_player(), make_player()
    mine, sent, to_me, plain = (
        offer(leaver), offer(leaver, opponent=other), offer(other, opponent=leaver), offer(other),
    )  # fmt: skip
    place = seated(other, leaver)
    leaving.end_offers_of_deleted(leaver, NOON + days(1))
    rows = {one.pk: (one.status, one.answered_at) for one in Challenge.objects.all()}
    end = NOON + days(1)
    assert [rows[one.pk] for one in (mine, sent, to_me, plain, place)] == [
        (ChallengeStatus.WITHDRAWN, end), (ChallengeStatus.WITHDRAWN, end), (ChallengeStatus.DECLINED, end),
        (ChallengeStatus.OPEN, None), (ChallengeStatus.OPEN, None),
    ]  # fmt: skip
    assert set(Place.objects.filter(offer=place).values_list("player", flat=True)) == {other.pk, None}
    again, bid_for = offer(other), offer(other, replace(SMALL, komi_by="secret"))
    services.place_bid(asked(leaver), bid_for.pk, Bid(Decimal(6)))
    assert leaving.withdraw_offers(player=leaver, now=end) == 1, "a bid ends"
    assert leaving.withdraw_offers(player=other, now=end) == 3
    again.refresh_from_db()
    assert again.status == ChallengeStatus.WITHDRAWN


def test_C103_a_game_with_the_servers_own_bot(settings):
    settings.IGO_HOUSE_BOT = True
    player = make_player()
    refused(BotIsBusy, server_bot.play_server_bot, asked(player))
    bot = make_player(settings.IGO_HOUSE_BOT_NAME)
    refused(BotIsBusy, server_bot.play_server_bot, asked(player))
    Player.objects.filter(pk=bot.pk).update(is_bot=True)
    assert server_bot.find_unstarted_bot_game(player) is None
    game = server_bot.play_server_bot(asked(player), replace(server_bot.FIRST_GAME, rated=True))
    assert (game.rated, game.width, side(game, Color.BLACK)) == (False, 9, player)
    assert server_bot.find_unstarted_bot_game(player) == game
    assert server_bot.find_unstarted_bot_game(make_player()) is None
    capture = server_bot.capture_game_terms(9, 3)
    assert server_bot.find_unstarted_bot_game(player, capture) is None
    small = server_bot.play_server_bot(asked(player), server_bot.capture_game_terms(5, 1))
    assert (server_bot.find_unstarted_bot_game(player, server_bot.capture_game_terms(5, 1)), small.width) == (small, 5)
    for size, needed in ((4, 1), (10, 1), (5, 0)):
        refused(BadTerms, server_bot.capture_game_terms, size, needed)
    Player.objects.filter(pk=bot.pk).update(is_active=False)
    refused(BotIsBusy, server_bot.find_server_bot)
    Player.objects.filter(pk=bot.pk).update(is_active=True)
    settings.IGO_HOUSE_BOT = False
    refused(BotIsBusy, server_bot.find_server_bot)


def test_a_rematch_is_on_the_same_terms_with_the_colours_exchanged_and_is_accepted_by_asking_for_it():
    black, white, stranger = make_player(), make_player(), make_player()
    game = make_game(black=black, white=white, rated=False)
    again = lambda player: rematches.offer_or_accept_rematch(game_id=game.pk, player=player, now=NOON)  # noqa: E731
    refused(NotFinished, again, black)
    act(game, verbs.Resign)
    refused(NotTheOwner, again, stranger)
    made = again(black)
    assert (made.opponent, made.color, made.rematch_of) == (white, ColorPreference.WHITE, game)
    assert (made.komi, made.rated_wanted) == (None, False)
    assert again(black) == made, "asked twice"
    second = again(white)
    assert isinstance(second, Game)
    assert side(second, Color.BLACK) == white
    plain = make_game(black=black, white=white, komi=Decimal("0.5"))
    act(plain, verbs.Resign)
    offered = rematches.offer_or_accept_rematch(game_id=plain.pk, player=white, now=NOON)
    assert (offered.color, offered.komi, offered.rated_wanted) == (ColorPreference.BLACK, Decimal("0.5"), True)


def test_to_whom_an_offer_may_be_and_with_what_limits():
    creator, other = make_player(), make_player()
    refused(BadTerms, offer, creator, opponent=other, limits=OpponentLimits(games=2))
    refused(BadTerms, offer, creator, RENGO, opponent=other)
    for terms in (RENGO, replace(SMALL, variant=Variant(colors=VariantColors(3)))):
        refused(BadTerms, offer, creator, terms, limits=OpponentLimits(games=2))
    refused(BadTerms, offer, creator, replace(SMALL, komi_by="secret"), limits=OpponentLimits(games=2))
    refused(BadTerms, offer, creator, seats=(creator, other))
    to = OfferRecipients(opponent=other).for_terms(RENGO, creator)
    assert (to.opponent, to.by_link, to.seats) == (None, True, (creator, other, None, None))
    assert OfferRecipients(opponent=other).for_terms(SMALL, creator) == OfferRecipients(opponent=other)
    assert OfferRecipients().for_terms(RENGO, creator) == OfferRecipients()
    assert offering.with_places(OfferRecipients(), creator, 4).seats == (creator, None, None, None)
    assert offering.with_places(OfferRecipients(), creator, 2).seats == ()
    assert (offer(creator).token, bool(offer(creator, by_link=True).token)) == ("", True)
    everybody = (creator, other, make_player(), make_player())
    assert offer(creator, RENGO, seats=everybody).token, "no one else finds it in the waiting room"
    assert not offer(creator, RENGO).token


def test_a_retry_of_an_acceptance_is_the_game_that_it_began():
    creator, player = make_player(), make_player()
    made = offer(creator, opponent=player)
    games = [services.accept_challenge(asked(player, key="one"), made.pk) for _ in range(2)]
    assert games[0] == games[1]
    assert Game.objects.count() == 1


def test_C103_a_first_game_of_capture_go_is_on_five_to_nine_lines_to_as_many_stones_as_the_variant_has():
    for size, needed in ((5, 1), (9, MOST_STONES)):
        assert server_bot.capture_game_terms(size, needed).width == size
    for size, needed in ((4, 1), (10, 1), (9, 0), (9, MOST_STONES + 1)):
        refused(BadTerms, server_bot.capture_game_terms, size, needed)


def test_V50_colours_are_drawn_where_more_than_two_play_and_the_maker_wants_it():
    creator, three = make_player(), replace(SMALL, variant=Variant(colors=VariantColors(3)))
    drawn = [(terms, by_lot, offer(creator, terms, by_lot=by_lot, by_link=True).by_lot)
             for terms in (three, SMALL) for by_lot in (True, False)]  # fmt: skip
    assert drawn == [(three, True, True), (three, False, False), (SMALL, True, False), (SMALL, False, False)]


def test_R43_who_is_beyond_the_limits_of_an_offer_does_not_bid_for_it():
    made = offer(
        make_player(), replace(SMALL, komi_by=KomiBy.SEALED.value), limits=OpponentLimits(lowest=Rank.parse("5k"))
    )
    refused(RankOutsideLimits, services.place_bid, asked(ranked("9k")), made.pk, Bid())
    services.place_bid(asked(ranked("3k")), made.pk, Bid())
    assert Challenge.objects.get(pk=made.pk).status == ChallengeStatus.BIDDING
