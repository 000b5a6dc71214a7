"""The page of conditional moves without a script, hidden from everyone else (C1, C21)."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import services, verbs
from games.models import Plan
from games.services.idempotency import PlayerRequest
from rules import Color
from tests.factories import act, make_game, make_moderator, make_player, play, reload, side
from tests.support.pages import tight

pytestmark = pytest.mark.django_db
B, W = Color.BLACK, Color.WHITE


@pytest.fixture
def game():
    return make_game(
        black=make_player("aino"), white=make_player("miho"), moves="E5 D5", now=timezone.now(), private=False
    )


def signed_in(player):
    client = Client()
    client.force_login(player)
    return client


def text_of(answer):
    """Return a page's text without tags."""
    return tight(re.sub(r"<[^>]+>", "", answer.content.decode()))


def save(client, game, theirs, mine, **text):
    """Send the form that the page shows for these two moves."""
    address = f"/g/{game.pk}/plan/"
    page = client.get(address, {"at": text.get("at", ""), "theirs": theirs, "mine": mine})
    form = re.search(r'<form method="post" class="form" id="save">.*?</form>', page.content.decode(), re.DOTALL)
    assert form is not None, text_of(page)
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0]))
    return client.post(address, {**fields, **text})


def test_an_answer_is_chosen_on_the_board_saved_continued_and_played_C21(game):
    white, address = signed_in(side(game, W)), f"/g/{game.pk}/plan/"

    assert "Choose a move for aino on the board" in text_of(white.get(address))
    assert "Choose your reply to E6 on the board" in text_of(white.get(address, {"point": "E6"}))
    chosen = white.get(address, {"theirs": "E6", "point": "D6"})
    assert "If aino plays E6, you play D6" in text_of(chosen)
    assert not Plan.objects.exists()
    assert save(white, game, "E6", "D6").status_code == 302
    assert save(white, game, "pass", "C3", at="E6")["Location"] == f"{address}?at=E6,pass"
    assert Plan.objects.get().branches == [["E6", "D6", [["pass", "C3"]]]]
    page = text_of(white.get(f"/g/{game.pk}/"))
    assert "If aino plays E6, you play D6" in page
    assert "Then, if aino passes, you play C3" in page

    play(game, "E6", now=timezone.now())

    page = text_of(white.get(f"/g/{game.pk}/"))
    assert "1 conditional move was played for you." in page
    assert "If aino plays E6" not in page
    assert Plan.objects.get().branches == [["pass", "C3"]]


def rows(page: str) -> list[tuple[int, str]]:
    """The answers as the page lists them: how far each is moved in, and its words."""
    found = re.findall(r'<li class="d(\d+)"[^>]*>(.*?)</li>', page, re.DOTALL)
    return [(int(depth), tight(re.sub(r"<[^>]+>", "", re.sub(r"<form.*?</form>", "", text, flags=re.DOTALL))).strip())
            for depth, text in found]  # fmt: skip


def test_a_chain_is_moved_in_step_by_step_and_alternatives_stand_side_by_side(game):
    white, address = signed_in(side(game, W)), f"/g/{game.pk}/plan/"
    save(white, game, "E6", "D6")
    save(white, game, "E7", "D7", at="E6")
    save(white, game, "E8", "D8", at="E6,E7")
    save(white, game, "F5", "F6")

    for path in (address, f"/g/{game.pk}/"):
        assert rows(white.get(path).content.decode()) == [
            (1, "If aino plays E6, you play D6"),
            (2, "Then, if aino plays E7, you play D7"),
            (3, "Then, if aino plays E8, you play D8"),
            (1, "If aino plays F5, you play F6"),
        ], path


def test_after_each_change_the_page_stays_where_it_was(game):
    white, address = signed_in(side(game, W)), f"/g/{game.pk}/plan/"

    assert save(white, game, "e6", "d6")["Location"] == f"{address}?at=E6"
    assert save(white, game, "E7", "D7", at="E6")["Location"] == f"{address}?at=E6,E7"
    assert re.search(r'<button[^>]*value="D7"[^>]*data-s="W"', white.get(f"{address}?at=E6,E7").content.decode())
    waits = {"what": "wait", "holds": "on", "at": "E6,E7", "number": 2, "version": 2}
    assert white.post(address, waits)["Location"] == f"{address}?at=E6,E7"
    removed = {"what": "remove", "at": "E6,E7", "number": 2, "version": 3}
    assert white.post(address, removed)["Location"] == f"{address}?at=E6"
    assert white.post(address, {**removed, "at": "E6", "version": 4})["Location"] == address


def test_answers_are_removed_one_by_one_and_all_at_once(game):
    white, address = signed_in(side(game, W)), f"/g/{game.pk}/plan/"
    for theirs, mine in (("E6", "D6"), ("F5", "F6"), ("pass", "pass")):
        save(white, game, theirs, mine, may_end_play="on")

    fields = {"number": 2, "version": 3}
    assert white.post(address, {**fields, "what": "remove", "at": "F5"}).status_code == 302
    assert Plan.objects.get().branches == [["E6", "D6"], ["pass", "pass", [], True]]
    assert white.post(address, {**fields, "version": 4, "what": "wait"}).status_code == 302
    assert not Plan.objects.get().holds
    assert white.post(address, {**fields, "version": 5, "what": "end"}).status_code == 302
    assert (Plan.objects.get().branches, reload(game).armed) == ([], 0)


def test_what_cannot_be_saved_is_shown_and_stores_nothing_C11(game):
    white, address = signed_in(side(game, W)), f"/g/{game.pk}/plan/"
    good = {"what": "add", "number": 2, "version": 0, "theirs": "E6", "mine": "D6"}

    assert "There is already a stone on that point." in text_of(white.get(address, {"point": "D5"}))
    for text, status in (
        ({"theirs": "E6", "mine": "E5"}, 422),
        ({"theirs": "E6", "mine": ""}, 400),
        ({"theirs": "Z99"}, 422),
        ({"what": "remove", "at": "E6"}, 409),
        ({"what": "everything"}, 400),
        ({"version": 4}, 409),
        ({"number": 1}, 409),
        ({"theirs": "pass", "mine": "pass"}, 422),
    ):
        answer = white.post(address, {**good, **text})
        assert (answer.status_code, 'role="alert"' in answer.content.decode()) == (status, True), text
    assert not Plan.objects.exists()
    black = signed_in(side(game, B))
    assert "You can set conditional moves while it is the other player's turn." in text_of(black.get(address))
    assert black.post(address, good).status_code == 422


def test_an_answer_that_waits_is_a_stone_that_is_not_sent_C15(game):
    white, now = signed_in(side(game, W)), timezone.now()
    save(white, game, "E6", "D6")
    services.send_message(PlayerRequest(side(game, B), timezone.now()), game.pk, "Are you sure?")

    play(game, "E6", now=now)

    page = white.get(f"/g/{game.pk}/").content.decode()
    assert "Not played yet: D6" in re.sub(r"<[^>]+>", "", page)
    assert "was not played. Read the other player" in tight(page)


CHANGES = re.compile(
    r'name="(?:csrfmiddlewaretoken|key)" value="\w+"|"request": ?"\w+"|"(?:at|left|main_time)":[^,]*,|\d+ (?:h|min|d)\b'
)
"""What differs from one request to the next."""


def outputs(game, clients):
    """All that other people get of the game, without what differs every time."""
    paths = (
        f"/g/{game.pk}/", f"/g/{game.pk}.sgf", f"/g/{game.pk}/time/", f"/g/{game.pk}/plan/", "/games/", "/u/miho/",
        "/notifications/", f"/api/v1/games/{game.pk}/", f"/api/v1/games/{game.pk}/actions/",
        "/api/v1/events?since=0&wait=0", f"/api/v1/games/{game.pk}/events?since=0&wait=0",
        f"/api/v1/games/{game.pk}/plan/", "/api/v1/notices/",
        f"/admin/games/game/{game.pk}/change/", f"/admin/games/seat/?q={game.pk}", "/api/v1/players/miho/",
    )  # fmt: skip
    found = {}
    for name, client in clients.items():
        for path in paths:
            found[name, path] = CHANGES.sub("", client.get(path).content.decode())
    return found


def test_nobody_else_sees_a_difference_whether_there_are_conditional_moves_C1(game):
    moderator = make_moderator("hana")
    clients = {"opponent": signed_in(side(game, B)), "visitor": Client(), "moderator": signed_in(moderator)}
    outputs(game, clients)
    before = outputs(game, clients)
    save(signed_in(side(game, W)), game, "E6", "D6")

    after = outputs(game, clients)

    assert {key for key in before if before[key] != after[key]} == set()
    assert any("E5" in text for text in after.values())


def test_the_page_takes_no_more_statements_for_more_answers(game):
    white, counts = signed_in(side(game, W)), []
    white.get(f"/g/{game.pk}/plan/")
    for theirs, mine in (("E6", "D6"), ("F5", "F6"), ("G5", "G6")):
        save(white, game, theirs, mine)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            white.get(f"/g/{game.pk}/plan/")
        counts.append(len(asked))

    assert len(set(counts)) == 1
    act(game, verbs.Resign, by=side(game, B))
    assert white.get(f"/g/{game.pk}/plan/")["Location"] == f"/g/{game.pk}/"
