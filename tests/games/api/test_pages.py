"""Paginated lists: a client that reads all pages gets every row once, even if games are played in the meantime."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.utils import timezone

from challenges import services as challenging
from games import services, verbs
from games.models import Game, Message
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from moderation.models.decision import Measure
from notifications.models import Notice
from rules import Color
from study.services import comments as commenting
from tests import factories
from tests.automatch.helpers import ListsOfSearches
from tests.classes.helpers import ListsOfClasses
from tests.clubs.helpers import ListsOfClubs
from tests.discussion.helpers import ListsOfDiscussions
from tests.factories import act, make_moderator, make_player, play, reload, side
from tests.learn.helpers import ListsOfCollections
from tests.library.helpers import ListsOfRecords
from tests.moderation import helpers as moderation
from tests.ratings.test_games import resigned
from tests.social.helpers import ListsOfPeople
from tests.study.boards import ListsOfBoards
from tests.support.callers import Caller
from tests.support.schema import schema
from tests.team_matches.helpers import ListsOfMatches
from tests.tournaments.helpers import ListsOfTournaments
from tournaments.models import Entry

pytestmark = pytest.mark.django_db

ROWS = ListsOfPeople.rows
KEYS = {
    "boards": "key",
    "collections": "key",
    "player_lessons": "key",
    "player_ratings": "game", "players": "username", "stars": "game", "follows": "player", "followers": "player",
    "tournament_entries": "player", "tournament_log": "number",
    "ladder_moves": "number", "ladder_challenges": "number", "search_matches": "number", "league_log": "number",
    "team_match_log": "number",
    "club_members": "player", "club_requests": "player", "club_log": "number",
}  # fmt: skip
"""The fields that identify a row where it is not its own number."""


def walk(caller, path, meanwhile=lambda page: None, **query):
    """The rows of all pages in order; after each page something happens."""
    page, rows, pages = caller.get(path, limit=2, **query).json(), [], 0
    while True:
        rows += page["results"]
        if page["next"] is None:
            return rows
        meanwhile(pages)
        pages += 1
        to = urlsplit(page["next"])
        page = caller.client.get(f"{to.path}?{to.query}", headers=caller.headers).json()


def games_of(aino, babak, count=ROWS):
    now = timezone.now()
    return [factories.make_game(black=aino, white=babak, now=now - timedelta(hours=n)) for n in range(count)]


def test_no_game_is_left_out_or_doubled_while_moves_are_played_between_two_pages(client):
    aino, babak = make_player(), make_player()
    games = games_of(aino, babak)

    def play_in_the_oldest_and_the_newest(page):
        for game in (games[page], games[-1 - page]):
            play(game, "E5" if reload(game).number == 0 else "C3", now=timezone.now())

    rows = walk(Caller(client, aino), "games/", play_in_the_oldest_and_the_newest)

    assert [row["id"] for row in rows] == [game.pk for game in reversed(games)]


def test_no_game_is_left_out_or_doubled_while_games_end_and_begin_between_two_pages(client):
    aino, babak = make_player(), make_player()
    games = games_of(aino, babak)

    def end_one_and_begin_another(page):
        act(games[page], verbs.Resign, by=aino, now=timezone.now())
        act(games[-1 - page], verbs.Resign, by=babak, now=timezone.now())
        factories.make_game(black=aino, white=babak, now=timezone.now())

    rows = walk(Caller(client, aino), "games/", end_one_and_begin_another, mine="true")

    assert [row["id"] for row in rows] == [game.pk for game in reversed(games)]


def test_games_that_still_wait_are_all_there_while_others_are_answered_between_two_pages(client):
    aino, babak = make_player(), make_player()
    games = games_of(aino, babak)

    def answer_what_was_listed(page):
        play(games[-1 - 2 * page], "E5", now=timezone.now())  # it leaves the list from its first rows

    rows = walk(Caller(client, aino), "games/", answer_what_was_listed, waiting="true")

    assert [row["id"] for row in rows] == [game.pk for game in reversed(games)]


def test_the_pages_before_lead_back_to_the_first(client):
    aino, babak = make_player(), make_player()
    games = games_of(aino, babak, 5)
    caller = Caller(client, aino)

    first = caller.get("games/", limit=2).json()
    play(games[0], "E5", now=timezone.now())
    second = caller.client.get(first["next"], headers=caller.headers).json()
    back = caller.client.get(second["previous"], headers=caller.headers).json()

    assert [row["id"] for row in back["results"]] == [row["id"] for row in first["results"]]


class Lists(
    ListsOfPeople,
    ListsOfTournaments,
    ListsOfMatches,
    ListsOfSearches,
    ListsOfClubs,
    ListsOfDiscussions,
    ListsOfRecords,
    ListsOfCollections,
    ListsOfClasses,
    ListsOfBoards,
):
    """Every list in pages: its rows, and what happens to them between two pages."""

    def __init__(self):
        self.now = timezone.now()
        self.aino, self.babak = make_player(), make_player()
        self.chief = make_moderator(grade="administrators")
        self.game = factories.make_game(black=self.aino, white=self.babak, now=self.now)

    def games(self):
        games_of(self.aino, self.babak)
        return "games/"

    def challenges(self):
        for _ in range(ROWS):
            challenging.create_challenge(PlayerRequest(self.babak, self.now), Terms())
        return "challenges/"

    def messages(self):
        for number in range(ROWS):
            services.send_message(PlayerRequest(self.aino, self.now), self.game.pk, f"hello {number}")
        return f"games/{self.game.pk}/messages/"

    def notices(self):
        for number in range(ROWS):
            Notice.objects.create(player=self.aino, kind="game_started", created_at=self.now - timedelta(number))
        return "notices/"

    def player_ratings(self):
        for _ in range(ROWS):
            resigned(black=self.aino, white=make_player(), now=self.now)
        return f"players/{self.aino.username}/ratings/"

    def reports(self):
        for _ in range(ROWS):
            moderation.report(make_player(), by=self.aino, now=self.now)
        return "reports/"

    def decisions(self):
        for _ in range(ROWS):
            moderation.decide(moderation.report(self.aino, now=self.now), self.chief, Measure.WARN, days=None)
        return "decisions/"

    def comments(self):
        for number in range(ROWS):
            commenting.add_comment(PlayerRequest(self.aino, self.now), self.game.pk, "", f"a thought, {number}")
        return f"games/{self.game.pk}/comments/"

    def happen(self, page):
        """Rows come, and the times of those that are there change."""
        moved = self.now + timedelta(hours=1 + page)
        Game.objects.update(last_action_at=moved)
        Message.objects.filter(game=self.game).update(said_at=self.now)
        Entry.objects.update(at=moved)
        Notice.objects.create(player=self.aino, kind="game_started", created_at=self.now - timedelta(days=99))


@pytest.mark.once  # on SQLite, the list of games is tested below, while games start, continue and end
def test_every_list_in_pages_gives_every_row_once(client):
    lists = Lists()
    caller = Caller(client, lists.aino)
    paged = {
        operation["operationId"]
        for methods in schema()["paths"].values()
        for operation in methods.values()
        if any(parameter["name"] == "cursor" for parameter in operation.get("parameters", []))
    }

    for name in sorted(paged):
        path = getattr(lists, name)()
        whole = caller.get(path, limit=100).json()["results"]
        rows = walk(caller, path, lists.happen)

        key = KEYS.get(name, "id")
        assert len(whole) >= ROWS, name
        assert [row[key] for row in rows] == [row[key] for row in whole], name
        assert len({row[key] for row in rows}) == len(rows), name


def test_a_page_of_no_rows_or_of_too_many_is_refused_by_every_list(client):
    lists = Lists()
    caller = Caller(client, lists.aino)
    paths = ["games/", "challenges/", "notices/", "reports/", "decisions/", f"games/{lists.game.pk}/messages/",
             f"players/{lists.aino.username}/ratings/"]  # fmt: skip

    for path in paths:
        for limit in ("0", "101", "-1", "1.5", ""):
            answer = caller.get(path, limit=limit)
            assert (answer.status_code, list(answer.json()["errors"])) == (400, ["limit"]), (path, limit)


def test_a_player_of_the_other_colour_is_in_the_same_list(client):
    games = games_of(make_player(), babak := make_player(), 3)

    assert {row["id"] for row in walk(Caller(client, babak), "games/", mine="true")} == {game.pk for game in games}
    assert side(games[0], Color.WHITE) == babak
