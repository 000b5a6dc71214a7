"""Games name their event: on pages, in lists, the API, records, notices and e-mails (E4, E57, E98)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags
from sgfmill.sgf import Sgf_game

from accounts.core import outbox
from accounts.models import QueuedEmail
from games.models import Game, Seat
from ladders.services import climbing
from leagues.services import free_games
from notifications.kinds import Channel, EmailTiming, NoticeGroup
from notifications.models import Notice
from notifications.services import choosing, emails, scheduling
from team_matches.models import TeamBoard
from team_matches.services import team_games
from tests.challenges.test_simuls import join, simul, start
from tests.factories import NOON, make_game, make_moderator, make_player
from tests.leagues.helpers import make_league, running
from tests.team_matches.helpers import Clubs
from tournaments.game_events import visible_events
from tournaments.models import Pairing, Tournament
from tournaments.services import directing

from .helpers import asked, make_ladder, make_running, pairings

pytestmark = pytest.mark.django_db


def of_tournament():
    tournament, _people = make_running(4)
    return pairings(tournament, 1)[0].game, "Spring Open", 1, f"/tournaments/{tournament.pk}/", "tournament"


def of_ladder():
    one, other = make_player(), make_player()
    ladder = make_ladder(one, other)
    game = climbing.challenge_player(asked(other), ladder.pk, one, 1).game
    return game, "Small board", None, f"/ladders/{ladder.pk}/", "ladder"


def of_league():
    league = make_league(*(make_player() for _ in range(5)))
    pairing = running(league)[0]
    game, number = Game.objects.get(pk=pairing.game_id), Pairing.objects.get(pk=pairing.pk).round.number
    return game, pairing.round.tournament.name, number, f"/leagues/{league.pk}/seasons/1/", "league"


def of_free_league():
    one, other, *rest = (make_player() for _ in range(5))
    league = make_league(one, other, *rest, free=True)
    game = free_games.start_free_game(asked(one), league.pk, other).game
    return game, "Small league 1", None, f"/leagues/{league.pk}/seasons/1/", "league"


def of_team_match():
    match = Clubs().running()
    game = TeamBoard.objects.filter(match=match, board=2)[0].game
    return game, "Tampere Go – Oulu Go", 1, f"/team-matches/{match.pk}/", "team_match"


def of_simul():
    host = make_player("host")
    offer = simul(host)
    for _ in range(2):
        join(offer, make_player())
    start(offer)
    game = Game.objects.filter(event_kind="simul", event_number=offer.pk)[0]
    return game, "Simultaneous games by host", None, f"/challenge/{offer.pk}/", "simul"


KINDS = [of_tournament, of_ladder, of_league, of_free_league, of_team_match, of_simul]


@pytest.fixture(params=KINDS, ids=lambda made: made.__name__)
def played(request):
    """A game of an event, the event's name, the round, the address of its page, and its kind."""
    return SimpleNamespace(**dict(zip(("game", "name", "round", "path", "kind"), request.param(), strict=True)))


@pytest.mark.parametrize("first", [KINDS, KINDS[::-1]], ids=["in order", "reversed"])
def test_games_of_all_kinds_of_events_are_named_by_one_query(first):
    """PostgreSQL joins such a union in pairs, from the first; events without and with a number come in any order."""
    games = [make()[0] for make in first]
    refs = [replace(game.event_ref, round=None) for game in games]

    with CaptureQueriesContext(connection) as queries:
        found = visible_events(refs)

    assert set(found) == set(refs)
    assert len(queries) == 1


@pytest.mark.parametrize("path", ["/games/", "/games/?view=list", "/", "/api/v1/games/?mine=true"])
def test_my_games_lists_games_of_all_kinds_of_events_together(path):
    made, player = [make() for make in KINDS], make_player()
    for game, *_ in made:
        Seat.objects.filter(pk=game.seat_on_turn().pk).update(player=player)

    page = signed_in(player).get(path, follow=True).content.decode()

    assert [name for _game, name, *_ in made if name not in page] == []


def test_the_club_of_a_team_match_that_comes_first_is_read_first_in_persian():
    game, name, _round, path, _kind = of_team_match()
    first, second = name.split(" – ")
    player = Seat.objects.filter(game=game).earliest("pk").player
    expected = f"\u2067\u2068{first}\u2069 – \u2068{second}\u2069\u2069"
    Notice.objects.create(player=player, kind="match_accepted", path=path, title=name, created_at=NOON)
    pages = [game.get_absolute_url(), "/notifications/", TeamBoard.objects.get(game=game).match.club.get_absolute_url()]

    for page in pages:
        for language, shown in (("fa", expected), ("en", name)):
            answer = signed_in(player).get(page, headers={"accept-language": language})
            assert shown in answer.content.decode(), (page, language)


def words(played) -> str:
    return played.name if played.round is None else f"round {played.round}"


def signed_in(player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def to_move(game: Game):
    return Game.objects.get(pk=game.pk).seat_on_turn().player


def test_the_page_of_the_game_names_its_event_and_leads_to_it(played):
    for client in (Client(), signed_in(to_move(played.game))):
        page = client.get(f"/g/{played.game.pk}/").content.decode()
        assert f'href="{played.path}"' in page
        assert played.name in page
        assert words(played) in strip_tags(page)


def test_my_games_names_the_event_as_boards_and_as_a_list(played):
    mover = to_move(played.game)
    waits = next(seat.player for seat in played.game.seat_list() if seat.player_id != mover.pk)
    for player in (mover, waits):
        for view in ("", "?view=list"):
            page = signed_in(player).get(f"/games/{view}").content.decode()
            assert played.name in page, view
            assert words(played) in strip_tags(page), view
    assert f'href="{played.path}"' in signed_in(mover).get("/games/?view=list").content.decode()


def test_the_api_names_the_event_in_the_state_and_in_rows(played, settings):
    want = {"kind": played.kind, "name": played.name, "round": played.round, "url": settings.IGO_URL + played.path}
    client = signed_in(to_move(played.game))
    state = client.get(f"/api/v1/games/{played.game.pk}/").json()
    row = next(one for one in client.get("/api/v1/games/?mine=true").json()["results"] if one["id"] == played.game.pk)
    for event in (state["event"], row["event"]):
        assert played.name in event["name"]
        assert {**event, "name": played.name} == {"id": event["id"], **want}
    assert state["ruling"] is None


def test_the_record_has_the_event_and_the_round_as_sgfmill_reads_them(played):
    text = Client().get(f"/g/{played.game.pk}.sgf").content
    root = Sgf_game.from_bytes(text).get_root()

    assert played.name in root.get("EV")
    assert (root.get("RO") if root.has_property("RO") else None) == (
        None if played.round is None else str(played.round)
    )
    assert played.name in root.get("GN")


def test_notices_and_e_mails_name_the_event(played):
    player = to_move(played.game)
    EmailAddress.objects.get_or_create(user=player, email=player.email, defaults={"primary": True, "verified": True})
    choosing.store_notice_choices(player, {NoticeGroup.TURN: {Channel.EMAIL: EmailTiming.NOW}})
    page = signed_in(player).get("/notifications/").content.decode()
    assert played.name in page

    scheduling.schedule_email_items(NOON + timedelta(minutes=5))
    emails.queue_due_emails(NOON + timedelta(minutes=5))
    (email,) = [one for one in map(outbox.decrypt_message, QueuedEmail.objects.all()) if one.to == [player.email]]
    assert played.name in email.body
    assert played.path in email.body
    assert words(played) in email.body


def test_a_game_of_no_event_names_none_and_asks_for_none():
    game = make_game()
    assert Client().get(f"/api/v1/games/{game.pk}/").json()["event"] is None
    record = Client().get(f"/g/{game.pk}.sgf").content
    assert not any(Sgf_game.from_bytes(record).get_root().has_property(name) for name in ("EV", "RO", "GN"))


def test_all_events_of_a_list_are_named_by_one_statement():
    one, other = make_player(), make_player()
    while Game.objects.awaiting(one).count() < 2:  # chance gives the colours
        ladder = make_ladder(make_player(), one, other)
        climbing.challenge_player(asked(other), ladder.pk, one, 2)
    make_running(2)
    client = signed_in(one)

    def statements(path: str) -> list[str]:
        client.get(path)
        with CaptureQueriesContext(connection) as seen:
            assert client.get(path).content.decode().count("Small board") >= 2
        return [query["sql"] for query in seen if '"competitions_ladder"' in query["sql"]]

    for path in ("/games/", "/games/?view=list", "/api/v1/games/?mine=true"):
        assert len(statements(path)) == 1, path
    assert len(statements("/notifications/")) <= 2, "the turns, and the notices of other games"


def test_an_event_that_not_everybody_may_see_is_not_named():
    game, name, *_ = of_tournament()
    Tournament.objects.update(opened_at=None)

    page = signed_in(to_move(game)).get(f"/g/{game.pk}/").content.decode()
    assert name not in page
    assert Client().get(f"/api/v1/games/{game.pk}/").json()["event"] is None
    assert b"EV[" not in Client().get(f"/g/{game.pk}.sgf").content


def test_a_renamed_event_is_named_as_it_is_called_now():
    game, name, *_ = of_tournament()
    Tournament.objects.update(name="Autumn Open")

    page = Client().get(f"/g/{game.pk}/").content.decode()
    assert ("Autumn Open" in page, name in page) == (True, False)


def test_E4_a_directors_ruling_is_shown_on_the_game_with_its_reason():
    tournament, _people = make_running(4)
    pairing = pairings(tournament, 1)[0]
    client = Client()
    path = f"/api/v1/games/{pairing.game_id}/"
    before = client.get(path)
    directing.set_result(
        asked(tournament.owner), tournament.pk, (1, pairing.board), ("both_lose", "They used an engine")
    )

    page = client.get(f"/g/{pairing.game_id}/").content.decode()
    assert "Result in this event: both lose." in page
    assert "They used an engine" in page
    assert tournament.owner.shown_name in page
    answer = client.get(path, headers={"If-None-Match": before["ETag"]})
    assert answer.status_code == 200, "a ruling changes the answer"
    assert answer.json()["ruling"] == {
        "result": "both_lose", "reason": "They used an engine", "by": tournament.owner.shown_name
    }  # fmt: skip

    directing.set_result(asked(tournament.owner), tournament.pk, (1, pairing.board), ("", "They did not"))
    assert client.get(path).json()["ruling"] is None
    assert "Result in this event" not in client.get(f"/g/{pairing.game_id}/").content.decode()


def test_E4_a_default_without_a_reason_is_shown_as_the_servers():
    tournament, _people = make_running(4)
    pairing = pairings(tournament, 1)[0]
    Pairing.objects.filter(pk=pairing.pk).update(result="black_by_default")

    page = Client().get(f"/g/{pairing.game_id}/").content.decode()
    assert "Result in this event: Black wins by forfeit." in page
    assert "Decided by" not in page


def test_E40_a_moderators_ruling_about_a_board_is_shown_on_the_game():
    match = Clubs().running()
    game = TeamBoard.objects.get(match=match, board=1).game
    ruling = team_games.BoardRuling(1, 1, "draw", "A fault of the server")
    team_games.set_result(asked(make_moderator()), match.pk, ruling)

    assert Client().get(f"/api/v1/games/{game.pk}/").json()["ruling"]["reason"] == "A fault of the server"


@pytest.mark.parametrize("kind", ["event_started", "event_act"])
def test_E98_notices_about_an_event_name_it(kind):
    tournament, people = make_running(2)
    Notice.objects.create(player=people[0], kind=kind, title=tournament.name, path="/", created_at=NOON)

    assert tournament.name in signed_in(people[0]).get("/notifications/").content.decode()
    assert Notice.objects.filter(player=people[0], kind="event_started")[0].title == tournament.name
