"""Simultaneous games: one player against many from one offer (C210 to C212)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.core.guests import NotForGuests
from accounts.core.restrictions import NewGamesBlocked, Suspended
from accounts.models import Player
from accounts.models.restriction import RestrictionKind
from accounts.privacy.blocking import block_player
from challenges import access, services
from challenges.errors import (
    BotsCannotSeekGames,
    CannotChallenge,
    ChallengeAlreadyClosed,
    NoSuchChallenge,
    NothingToStart,
    RankOutsideLimits,
    SeatNotAvailable,
    SeatRequired,
)
from challenges.limits import OpponentLimits
from challenges.models import Challenge, ChallengeStatus, Place
from challenges.services import OfferRecipients
from games import verbs
from games.errors import BadTerms, NotTheOwner
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.services.next_games import next_game_number
from games.terms import Terms
from notifications.models import Notice
from programs.models import Event
from ratings.ranks import Rank
from rules import Color, Point
from tests.challenges.test_new_game_page import OFFER
from tests.factories import NOON, act, make_player
from tests.ratings.test_pages import known, page
from tests.support.browsers import browser

pytestmark = pytest.mark.django_db
BY_RANK = Terms(by_rank=True)
TEN_KYU, SIX_KYU, TWO_KYU = 1250, 1500, 1800


def simul(host: Player, terms: Terms | None = None, *, by_link: bool = False, **limits) -> Challenge:
    limits = {"simul_places": 3, **limits}
    to = OfferRecipients(by_link=by_link, limits=OpponentLimits(**limits))
    return services.create_challenge(PlayerRequest(host, NOON), terms or Terms(width=9, height=9), to)


def join(offer: Challenge, player: Player) -> Challenge:
    return services.take_place(PlayerRequest(player, NOON), offer.pk, token=offer.token)


def start(offer: Challenge, by: Player | None = None) -> Challenge:
    return services.start_simul(PlayerRequest(by or offer.creator, NOON), offer.pk)


def opponents(offer: Challenge) -> list[Player]:
    return [game.seat_list()[index].player for game in games(offer) for index in (0, 1)
            if game.seat_list()[index].player_id != offer.creator_id]  # fmt: skip


def games(offer: Challenge) -> list[Game]:
    return list(Game.objects.filter(event_kind="simul", event_number=offer.pk).order_by("pk"))


def status_of(offer: Challenge) -> str:
    return Challenge.objects.get(pk=offer.pk).status


def kinds(player: Player) -> list[str]:
    return list(Notice.objects.filter(player=player).order_by("pk").values_list("kind", flat=True))


def begun(host: Player, players: list[Player], terms: Terms | None = None, **limits) -> Challenge:
    offer = simul(host, terms or Terms(width=9, height=9, color="black"), **limits)
    for player in players:
        join(offer, player)
    return start(offer)


def test_C210_the_host_starts_a_game_with_each_player_who_has_a_place():
    host, players = make_player("host"), [make_player(), make_player()]
    offer = simul(host)
    for player in players:
        join(offer, player)
    assert not games(offer)
    assert kinds(host) == ["simul_joined", "simul_joined"]
    changed = Event.objects.filter(kind="challenge.changed", challenge=offer)
    assert {event.player for event in changed} == {host, *players}

    start(offer)

    assert opponents(offer) == players
    offer.refresh_from_db()
    assert (offer.status, offer.games_left, offer.game) == (ChallengeStatus.ACCEPTED, 0, None)
    assert [part.game for part in offer.parts.order_by("pk")] == games(offer)
    assert [place.game for place in offer.simul_places_taken] == games(offer)
    assert [kinds(player) for player in players] == [["simul_started"]] * 2
    with pytest.raises(ChallengeAlreadyClosed):
        join(offer, make_player())


def test_C210_the_games_start_when_all_places_are_taken():
    host, players = make_player(), [make_player() for _ in range(3)]
    offer = simul(host, simul_starts="full")
    for player in players[:2]:
        assert join(offer, player).status == ChallengeStatus.OPEN

    assert join(offer, players[2]).status == ChallengeStatus.ACCEPTED

    assert opponents(offer) == players
    assert kinds(host) == ["simul_joined"] * 3 + ["simul_started"]


def test_C210_each_game_starts_as_soon_as_a_player_joins():
    host, players = make_player(), [make_player() for _ in range(2)]
    offer = simul(host, simul_places=2, simul_starts="at_once")

    first = services.accept_challenge(PlayerRequest(players[0], NOON), offer.pk)

    assert games(offer) == [first]
    assert status_of(offer) == ChallengeStatus.OPEN
    with pytest.raises(NothingToStart):
        start(offer)
    services.accept_challenge(PlayerRequest(players[1], NOON), offer.pk)
    assert opponents(offer) == players
    assert status_of(offer) == ChallengeStatus.ACCEPTED
    assert kinds(host) == ["game_started"] * 2


def test_C210_a_player_has_one_place_and_can_give_it_up():
    host, player = make_player(), make_player()
    offer = simul(host)
    join(offer, player)
    join(offer, player)
    assert Place.objects.filter(offer=offer).count() == 1

    services.decline_challenge(PlayerRequest(player, NOON), offer.pk)

    assert not Place.objects.filter(offer=offer).exists()
    assert kinds(host) == ["simul_joined", "simul_left"]
    with pytest.raises(NothingToStart):
        start(offer)


def test_C210_there_are_no_more_players_than_places():
    offer = simul(make_player(), simul_places=2)
    join(offer, make_player())
    join(offer, make_player())

    with pytest.raises(SeatNotAvailable):
        join(offer, make_player())


def test_C210_whoever_had_a_place_is_notified_when_the_host_withdraws():
    host, player = make_player(), make_player()
    offer = simul(host)
    join(offer, player)

    services.withdraw_challenge(PlayerRequest(host, NOON), offer.pk)

    assert kinds(player) == ["simul_cancelled"]
    assert status_of(offer) == ChallengeStatus.WITHDRAWN
    assert not games(offer)


def test_C210_closing_a_simul_with_games_keeps_its_page():
    host, player = make_player(), make_player()
    offer = simul(host, simul_starts="at_once")
    services.accept_challenge(PlayerRequest(player, NOON), offer.pk)

    services.withdraw_challenge(PlayerRequest(host, NOON), offer.pk)

    assert status_of(offer) == ChallengeStatus.ACCEPTED
    assert page(offer.get_absolute_url()).count('class="card"') == 1


def test_C211_each_game_has_the_handicap_of_its_pair_and_is_then_unrated():
    host, even, weaker = known(TWO_KYU), known(TWO_KYU), known(TEN_KYU)
    offer = begun(host, [even, weaker], BY_RANK)

    first, second = games(offer)

    assert (first.handicap, first.rated, first.unrated_reason) == (0, True, "")
    assert second.handicap >= 2
    assert (second.rated, second.unrated_reason) == (False, "handicap")
    assert second.seat_list()[0].player == weaker


@pytest.mark.parametrize(
    ("terms", "limits", "field"),
    [
        ({}, {"simul_places": 1}, "simul_places"),
        ({}, {"simul_places": 51}, "simul_places"),
        ({}, {"simul_starts": "later"}, "simul_starts"),
        ({}, {"games": 2}, "simul_places"),
        ({"color": "both"}, {}, "simul_places"),
        ({"komi_by": "secret"}, {}, "simul_places"),
    ],
)
def test_C210_what_does_not_fit_a_simul_is_refused(terms, limits, field):
    with pytest.raises(BadTerms) as refusal:
        simul(make_player(), Terms(width=9, height=9, **terms), **limits)
    assert refusal.value.data["field"] == field
    assert not Challenge.objects.exists()


def test_C210_only_those_whom_the_host_lets_in_may_join():
    host = make_player()
    offer = simul(host, lowest=Rank.parse("6k"))
    with pytest.raises(RankOutsideLimits):
        join(offer, known(TEN_KYU))
    with pytest.raises(SeatNotAvailable):
        join(offer, host)
    with pytest.raises(BotsCannotSeekGames):
        join(offer, make_player(is_bot=True))
    with pytest.raises(NotForGuests):
        join(offer, make_player(is_guest=True))
    with pytest.raises(Suspended):
        join(offer, make_player(suspended_until=NOON + timedelta(days=1)))
    with pytest.raises(NewGamesBlocked):
        join(offer, make_player(barred_until=NOON + timedelta(days=1)))
    assert not Place.objects.exists()
    with pytest.raises(SeatRequired):
        services.accept_challenge(PlayerRequest(known(SIX_KYU), NOON), offer.pk)
    join(offer, known(SIX_KYU))
    with pytest.raises(NotTheOwner):
        start(offer, by=known(SIX_KYU))


def test_C210_guests_take_no_part_by_a_link_either():
    offer = simul(make_player(), by_link=True, simul_starts="at_once")
    guest = make_player(is_guest=True)
    with pytest.raises(NotForGuests):
        services.accept_challenge(PlayerRequest(guest, NOON), offer.pk, token=offer.token)
    assert "Play as a guest" not in page(offer.get_absolute_url())


def test_C210_a_link_simul_needs_its_link_and_a_block_closes_it():
    host, blocked, player = make_player(), make_player(), make_player()
    offer = simul(host, by_link=True)
    with pytest.raises(NoSuchChallenge):
        services.take_place(PlayerRequest(player, NOON), offer.pk)
    join(offer, player)
    block_player(player=host, other=blocked, now=NOON)
    with pytest.raises(CannotChallenge):
        join(offer, blocked)


def test_C210_a_block_between_two_of_the_players_does_not_matter():
    offer = simul(make_player())
    one, other = make_player(), make_player()
    block_player(player=one, other=other, now=NOON)
    join(offer, one)
    join(offer, other)
    assert opponents(start(offer)) == [one, other]


@pytest.mark.parametrize("why", ["suspended", "barred", "blocked"])
def test_C210_whoever_may_not_play_at_the_start_has_no_game(why):
    host, one, other = make_player(), make_player(), make_player()
    offer = simul(host)
    join(offer, one)
    join(offer, other)
    if why == "blocked":
        block_player(player=other, other=host, now=NOON)
    else:
        kind = RestrictionKind.SUSPENDED if why == "suspended" else RestrictionKind.BARRED
        Player.objects.filter(pk=other.pk).update(**{f"{kind.value}_until": NOON + timedelta(days=1)})

    start(offer)

    assert opponents(offer) == [one]
    assert Place.objects.filter(offer=offer).count() == 1


def test_C211_the_host_goes_from_board_to_board_of_the_simul():
    host, players = make_player("host"), [make_player() for _ in range(3)]
    offer = begun(host, players)
    other = begun(host, [make_player()])
    boards = [game.pk for game in games(offer)]
    assert next_game_number(host, boards[0]) == boards[1]
    assert next_game_number(host, boards[2]) == boards[0]
    html = page(games(offer)[2].get_absolute_url(), host)
    assert html.count('href="/g/') >= 2
    assert f'id="next-game" href="/g/{boards[0]}/"' in html
    assert "Simultaneous games by host" in html
    assert f'href="/challenge/{offer.pk}/"' in html

    for game in games(offer)[:2]:
        act(game, verbs.Play, point=Point(4, 4), by=host)

    assert next_game_number(host, boards[2]) == games(other)[0].pk
    assert next_game_number(host) in (boards[2], games(other)[0].pk)
    assert next_game_number(players[0], boards[0]) is None


def test_C212_the_page_shows_all_boards_the_turn_and_the_result_so_far():
    host, players = make_player("host"), [make_player() for _ in range(3)]
    offer = begun(host, players)
    url = f"/challenge/{offer.pk}/"
    first, second, third = games(offer)
    act(first, verbs.Resign, by=players[0])

    html = page(url, host)

    assert "2 of 3 games are in progress" in html
    assert "<dt>Won</dt><dd>1</dd>" in html
    assert "<dt>Lost</dt><dd>0</dd>" in html
    assert html.count('<li><a class="card') == 3
    assert "Your move" in html
    assert f'href="{second.get_absolute_url()}">Play your move' in html
    act(second, verbs.Resign, by=host)
    act(third, verbs.Resign, by=host)
    html = page(url)
    assert "All games have ended" in html
    assert "<dt>Lost</dt><dd>2</dd>" in html


def test_C212_who_sees_a_simul_and_its_boards():
    host, player, stranger, blocked = (make_player() for _ in range(4))
    offer = begun(host, [player])
    block_player(player=host, other=blocked, now=NOON)
    url = f"/challenge/{offer.pk}/"
    seen = [browser(viewer).get(url).status_code for viewer in (host, player, stranger, None, blocked)]
    assert seen == [200, 200, 200, 200, 404]
    assert access.visible_challenge(stranger, offer.pk) == offer

    hidden = begun(host, [player], Terms(width=9, height=9, private=True))
    url = f"/challenge/{hidden.pk}/"
    seen = [browser(viewer).get(url).status_code for viewer in (host, player, stranger, None, blocked)]
    assert seen == [200, 200, 404, 404, 404]


def test_C212_a_player_of_a_private_simul_sees_only_their_own_board():
    host, one, other = make_player(), make_player(), make_player()
    offer = begun(host, [one, other], Terms(width=9, height=9, private=True))
    url = f"/challenge/{offer.pk}/"
    assert page(url, one).count('<li><a class="card') == 1
    assert page(url, host).count('<li><a class="card') == 2
    boards = browser(one).get(f"/api/v1/challenges/{offer.pk}/").json()["simul_boards"]
    assert [board["game"] for board in boards] == [games(offer)[0].pk, None]


def test_C212_a_simul_by_link_is_watched_by_everyone_once_it_has_started():
    offer = simul(make_player(), by_link=True)
    join(offer, make_player())
    assert Client().get(f"/challenge/{offer.pk}/").status_code == 404
    token = offer.get_absolute_url()
    start(offer)
    assert Client().get(f"/challenge/{offer.pk}/").status_code == 200
    assert Client().get(token).status_code == 200
    assert offer.token not in page(f"/challenge/{offer.pk}/")


def test_C212_the_queries_of_the_page_do_not_grow_with_the_boards():
    def queries(count: int) -> int:
        offer = begun(make_player(), [make_player() for _ in range(count)], simul_places=9)
        page(f"/challenge/{offer.pk}/")
        with CaptureQueriesContext(
            connection,
        ) as asked:
            page(f"/challenge/{offer.pk}/")
        return len(asked)

    assert queries(2) == queries(8)


def test_C210_the_page_of_a_new_game_asks_for_a_simul_and_its_page_joins_and_starts_it():
    host, player = make_player("host"), make_player()
    sent = {**OFFER, "simul_places": "2", "simul_starts": "host"}
    assert browser(host).post("/new/", sent).status_code == 302
    offer = Challenge.objects.get()
    assert (offer.simul_places, offer.simul_starts) == (2, "host")
    url = offer.get_absolute_url()
    assert "simultaneous games: 2 of 2 places free" in page("/waiting/", player)
    assert "Take a place" in page(url, player)

    assert browser(player).post(url, {"answer": "sit"}).status_code == 302
    assert "Give up place" in page(url, player)
    assert browser(player).post(url, {"answer": "start"}).status_code == 403
    assert "Start 1 game" in page(url, host)
    assert browser(host).post(url, {"answer": "start"})["Location"] == url

    assert len(games(offer)) == 1


def test_C210_programs_offer_join_and_start_simuls(client):
    def post(player: Player, path: str, **body):
        client.force_login(player)
        headers = {"Idempotency-Key": f"{player.pk}{path}"}
        return client.post(f"/api/v1/{path}", body, "application/json", headers=headers)

    host, player = make_player(), make_player()
    made = post(host, "challenges/", size=9, simul_places=4).json()
    assert (made["simul_places"], made["simul_starts"], made["simul_boards"]) == (4, "host", [])
    path = f"challenges/{made['id']}/"
    assert post(player, f"{path}accept/").json()["code"] == "take_a_seat"
    assert post(host, f"{path}start/").json()["code"] == "nothing_to_start"
    joined = post(player, f"{path}seat/")
    assert joined.status_code == 201
    assert joined.json()["simul_boards"] == [{"player": player.username, "rank": None, "game": None}]
    assert joined.json()["games_left"] == 3
    assert joined.json()["seats"] == []
    assert post(player, f"{path}start/").status_code == 403

    Challenge.objects.update(created_at=timezone.now())
    client.force_login(host)
    started = client.post(f"/api/v1/{path}start/", {}, "application/json")

    assert started.status_code == 200, started.json()
    game = Game.objects.get()
    assert started.json()["simul_boards"][0]["game"] == game.pk
    event = client.get(f"/api/v1/games/{game.pk}/").json()["event"]
    assert (event["kind"], event["id"]) == ("simul", made["id"])
    assert event["name"] == f"Simultaneous games by {host.username}"
    assert game.seat_list()[0].color == Color.BLACK
