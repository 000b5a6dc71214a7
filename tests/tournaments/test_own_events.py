"""The server's own events, and closing a ladder permanently."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import translation

from games import verbs
from ladders.errors import LadderClosed
from ladders.models import Ladder
from ladders.services import climbing, closing, ladders, own_ladders
from notifications.models import Notice
from rules.clock import TimeControl
from tests.factories import NOON, make_moderator, make_player
from tournaments.announcing import notify_about
from tournaments.errors import NotOwner, ReasonNeeded
from tournaments.models import Tournament, TournamentState
from tournaments.models.own import ServerSeries, server_event_key
from tournaments.services import entering, own_events

from .helpers import acts_of, asked, look, make_ladder, make_open, reload

pytestmark = pytest.mark.django_db
DECEMBER = datetime(2026, 12, 5, tzinfo=UTC)
JANUARY = datetime(2027, 1, 1, 12, 5, tzinfo=UTC)


@pytest.fixture
def own(settings):
    settings.IGO_OWN_EVENTS = True


def there() -> set[str]:
    """The keys of the server's own events."""
    return {*Ladder.objects.values_list("own", flat=True), *Tournament.objects.values_list("own", flat=True)}


def test_notices_of_the_servers_events_have_their_name_in_the_readers_language():
    tournament, people = make_open(), [make_player(language=language) for language in ("en", "fi", "")]
    tournament.own = server_event_key(ServerSeries.MCMAHON, 2027, 1)
    with translation.override("fa"):
        notify_about(tournament, [one.pk for one in people], "event_started", NOON)
    titles = [Notice.objects.get(player=one).title for one in people]
    for one, title in zip(people, titles, strict=True):
        with translation.override(one.language or "en"):
            assert title == tournament.shown_name[:60]
    assert len({*titles}) == 2


def test_the_server_holds_no_events_unless_it_is_set_to():
    look(DECEMBER)

    assert there() == set()


def test_two_ladders_a_month_and_a_mcmahon_every_quarter_each_once(own):
    for missing, create_once in (
        (own_events.missing_server_tournaments, own_events.create_server_tournament_once),
        (own_ladders.missing_ladders, own_ladders.create_ladder_once),
    ):
        for one in missing(DECEMBER):
            assert create_once(one, DECEMBER)
            assert not create_once(one, DECEMBER), "a process that looked at the same time makes none"
    look(DECEMBER)

    assert there() == {"ladder9:2026-12", "ladder19:2026-12", "mcmahon:2027-1"}
    made = Tournament.objects.get()
    assert (made.state, made.owner, made.starts_at) == (
        TournamentState.OPEN,
        None,
        datetime(2027, 1, 1, 12, tzinfo=UTC),
    )
    sizes = {one.own: (one.width, one.height) for one in (made, *Ladder.objects.all())}
    assert sizes == {"ladder9:2026-12": (9, 9), "ladder19:2026-12": (19, 19), "mcmahon:2027-1": (19, 19)}
    ladder = Ladder.objects.get(own="ladder9:2026-12")
    assert (ladder.name, ladder.unrated_reason) == ("9×9 ladder, 12/2026", "")
    with translation.override("fi"):
        assert ladder.shown_name == "9×9-tikapuusarja 12/2026"
    page = Client().get(ladder.get_absolute_url(), headers={"accept-language": "fa"}).content.decode()
    assert "۱۲/۲۰۲۶" in page
    assert "هر ماه یک نردبان تازه" in page
    for path in (made.get_absolute_url(), "/tournaments/", "/ladders/", f"{made.get_absolute_url()}log/"):
        assert Client().get(path).status_code == 200
    assert Client().get(f"/api/v1/tournaments/{made.pk}/").json()["organiser"] is None


@pytest.mark.parametrize(
    ("month", "key", "starts_at"),
    [
        (1, "mcmahon:2026-2", datetime(2026, 4, 1, 12, tzinfo=UTC)),
        (3, "mcmahon:2026-2", datetime(2026, 4, 1, 12, tzinfo=UTC)),
        (4, "mcmahon:2026-3", datetime(2026, 7, 1, 12, tzinfo=UTC)),
        (9, "mcmahon:2026-4", datetime(2026, 10, 1, 12, tzinfo=UTC)),
        (10, "mcmahon:2027-1", datetime(2027, 1, 1, 12, tzinfo=UTC)),
    ],
)
def test_the_tournament_of_the_next_quarter_can_be_entered_until_it_starts(own, month, key, starts_at):
    (found,) = own_events.missing_server_tournaments(datetime(2026, month, 1, tzinfo=UTC))
    assert (found.key, found.starts_at) == (key, starts_at)


def test_a_month_later_who_played_goes_on_and_the_tournament_starts_by_itself(own):
    look(DECEMBER)
    december, tournament = Ladder.objects.get(own="ladder9:2026-12"), Tournament.objects.get()
    aino, babak, emre, idle = (make_player() for _ in range(4))
    for player in (aino, babak, emre, idle):
        ladders.join_ladder(asked(player, DECEMBER + timedelta(hours=1)), december.pk)
        entering.enter_tournament(asked(player, DECEMBER), tournament.pk)
    ladders.pause_place(asked(idle, DECEMBER), december.pk)
    climbing.challenge_player(asked(babak, JANUARY - timedelta(days=1)), december.pk, aino, 1)

    look(JANUARY)

    assert there() >= {"ladder9:2027-1", "ladder19:2027-1", "mcmahon:2027-2"}
    january = Ladder.objects.get(own="ladder9:2027-1")
    assert [place_row.player for place_row in january.ladder_places.current()] == [aino, babak, emre]
    assert notified("ladder_month") == {
        aino.pk,
        babak.pk,
        emre.pk,
    }
    page, answer = Client().get(december.get_absolute_url()).content.decode(), f"/api/v1/ladders/{january.pk}/"
    assert f'rel="next" href="{january.get_absolute_url()}"' in page
    assert 'rel="prev"' not in page
    assert (
        f'rel="prev" href="{december.get_absolute_url()}"' in Client().get(january.get_absolute_url()).content.decode()
    )
    assert [Client().get(answer).json()[name] for name in ("previous", "next")] == [december.pk, None]
    assert reload_own("mcmahon:2027-2").previous == tournament
    december.refresh_from_db()
    assert (december.closed_at, december.closed_by) == (JANUARY, None)
    assert reload_own("mcmahon:2027-1").state == TournamentState.RUNNING
    game = december.games.get().game
    verbs.perform(verbs.ActionRequest(game.pk, aino, game.number, None, JANUARY), verbs.Resign())
    look(JANUARY)
    assert december.ladder_places.get(player=babak).place == 1, "a game that was running is booked still"
    look(JANUARY + timedelta(days=40))
    february = Ladder.objects.get(own="ladder9:2027-2")
    assert not february.ladder_places.exists(), "who did not play on it for a month is not taken along again"


def test_games_of_the_server_s_events_have_times_that_fit_them():
    hours, day = timedelta(hours=12), timedelta(days=1)
    assert TimeControl.fischer(3 * day, hours, 5 * day) == own_events.QUICK
    assert TimeControl.fischer(5 * day, hours, 7 * day) == own_events.SLOW
    assert (own_events.ROUNDS, own_events.MOST) == (4, 200)
    assert dict(own_events.SIZES.values()) == {9: own_events.QUICK, 19: own_events.SLOW}


def test_the_series_of_the_server_is_linked_whatever_other_tournaments_there_are(own):
    events = []
    for month in (1, 4, 7):
        (one,) = own_events.missing_server_tournaments(now := datetime(2026, month, 1, tzinfo=UTC))
        assert own_events.create_server_tournament_once(one, now)
        assert own_events.missing_server_tournaments(now) == []
        events.append(Tournament.objects.get(own=one.key))
        assert (acts_of(events[-1]), events[-1].late_entry) == (["created", "opened"], True)
        make_open()
    assert [one.previous for one in events] == [None, *events[:2]]


def notified(kind: str) -> set[int]:
    return {*Notice.objects.filter(kind=kind).values_list("player", flat=True)}


def reload_own(key: str) -> Tournament:
    return reload(Tournament.objects.get(own=key))


def test_the_organiser_or_a_moderator_closes_a_ladder_for_a_reason_and_running_games_count_E66(client):
    me, browser = make_player(), client
    client.force_login(me)
    aino, babak, moderator = make_player(), make_player(), make_moderator()
    ladder = make_ladder(me, aino, babak)
    climbing.challenge_player(asked(babak), ladder.pk, aino, 2)
    for player, reason, refusal in ((aino, "spam", NotOwner), (me, " ", ReasonNeeded), (aino, "", NotOwner)):
        with pytest.raises(refusal):
            closing.close_ladder(asked(player), ladder.pk, reason)
    assert "Close the ladder" in browser.get(ladder.get_absolute_url()).content.decode()

    browser.post(f"{ladder.get_absolute_url()}close/", {"reason": "The <end> of it"})

    ladder.refresh_from_db()
    assert (ladder.closed_by, ladder.closed_why) == (me, "The <end> of it")
    assert notified("ladder_closed") == {me.pk, aino.pk, babak.pk}
    for refused in (
        lambda: closing.close_ladder(asked(moderator), ladder.pk, "again"),
        lambda: ladders.join_ladder(asked(make_player()), ladder.pk),
        lambda: climbing.challenge_player(asked(babak), ladder.pk, me, 1),
    ):
        with pytest.raises(LadderClosed):
            refused()
    page = browser.get(ladder.get_absolute_url()).content.decode()
    assert "The &lt;end&gt; of it" in page
    assert "/challenge/" not in page
    assert ladder.name not in browser.get("/ladders/").content.decode()
    assert ladder.name in browser.get("/ladders/?which=past").content.decode()
    assert [one["id"] for one in browser.get("/api/v1/ladders/?state=closed").json()["results"]] == [ladder.pk]
    assert browser.get(f"/api/v1/ladders/{ladder.pk}/").json()["closed_why"] == "The <end> of it"
    game = ladder.games.get().game
    verbs.perform(verbs.ActionRequest(game.pk, aino, game.number, None, NOON), verbs.Resign())
    look()
    assert ladder.ladder_places.get(player=babak).place == 2
    other = make_ladder(make_player())
    closing.close_ladder(asked(moderator), other.pk, "advertising")
    other.refresh_from_db()
    assert other.closed_by == moderator
