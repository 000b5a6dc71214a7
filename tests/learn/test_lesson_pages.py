"""The lesson pages: no account, no JavaScript, cacheable; and a player's progress (C103)."""

from __future__ import annotations

import io
import re
import zipfile
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from accounts.privacy.account_deletion import delete
from accounts.privacy.data_export import export_archive
from learn.lessons import COURSE, JOSEKI, LESSONS
from learn.models import Progress
from learn.outcomes import all_choices, right_choices
from learn.services import progress
from tests.factories import make_player
from tests.support.pages import tight
from wording.board_svg import small_board_svg

pytestmark = pytest.mark.django_db

ALL = [f"/learn/{lesson.key}/{number}/" for lesson in COURSE.values() for number, _ in lesson.numbered_pages()]
SOME = [path for path in ALL if path.endswith(("/1/", "/36/"))]


def visitor(lang: str = "en") -> Client:
    return Client(headers={"accept-language": lang})


def get(path: str, lang: str = "en", client: Client | None = None) -> str:
    answer = (client or visitor(lang)).get(path)
    assert answer.status_code == 200
    return unescape(tight(answer.content.decode()))


@pytest.mark.parametrize("path", ["/learn/", "/learn/play/", *SOME])
@pytest.mark.parametrize(("lang", "direction"), [("en", "ltr"), ("fi", "ltr"), ("fa", "rtl")])
def test_every_page_in_every_language(path, lang, direction):
    html = get(path, lang)

    assert f'<html lang="{lang}" dir="{direction}"' in html
    assert html.count("<h1") == 1
    assert " style=" not in html


@pytest.mark.parametrize("path", [*SOME, "/learn/", "/learn/play/", "/learn/ko/1/?point=A1", "/learn/ko/1/?point=C3"])
def test_no_page_asks_the_database_for_a_visitor(path, django_assert_num_queries):
    with django_assert_num_queries(0):
        visitor().get(path)


def test_a_page_shows_where_it_is_in_its_lesson_and_the_tasks_after_it():
    html, steps = get("/learn/capture/2/"), LESSONS["capture"].steps

    dots = re.findall(r'<i(?: class="([\w-]+)")?></i>', html)
    assert dots == ["is-done", "now", *[""] * (len(steps) - 2)]
    following = re.findall(r'<a class="card-text" href="(/learn/[^"]+)">([^<]+)</a>', html)
    assert following == [(f"/learn/capture/{at}/", str(steps[at - 1].task)) for at in range(3, len(steps) + 1)]


def test_a_point_can_be_typed_until_the_answer_is_right():
    typed = '<input id="point"'

    assert typed in get("/learn/ko/1/")
    assert typed in get("/learn/ko/1/?point=A1")
    assert typed not in get("/learn/ko/1/?point=C3")


def test_a_phone_shows_the_corner_of_a_joseki_and_all_stones_lie_in_it():
    for lesson in JOSEKI.values():
        for number, step in lesson.numbered_pages():
            is_corner = 'class="corner"' in get(f"/learn/{lesson.key}/{number}/")
            assert is_corner == (step.statistics == "K10 T19")
            if is_corner:
                board = step.start.board
                assert all(point.column >= 8 and point.row <= 9 for point in board.points() if board[point])


def test_any_cache_may_keep_a_page_of_a_lesson():
    for path in ("/learn/ko/1/", "/learn/ko/1/?point=A1"):
        answer = visitor().get(path)
        assert answer["Cache-Control"] == "public, max-age=300"
        assert {"Accept-Language", "Cookie"} <= set(answer["Vary"].split(", "))
        assert not answer.cookies
        assert "csrfmiddlewaretoken" not in answer.content.decode()


def test_what_is_somebodys_own_is_kept_by_no_cache():
    client = visitor()
    assert client.get("/learn/ko/1/?point=C3")["Cache-Control"] == "private, no-store"
    assert client.get("/learn/ko/1/?point=C3")["Cache-Control"] == "public, max-age=300"
    client.force_login(make_player())
    assert client.get("/learn/ko/1/")["Cache-Control"] == "private, no-store"


def test_every_point_of_the_board_is_a_button_that_needs_no_script():
    html = get("/learn/territory/2/")

    form = re.search(r'<form class="board" method="get"[^>]*>(.*?)</form>', html, re.DOTALL)
    assert form is not None
    names = re.findall(r'name="point" value="(\w+)" aria-label="([^"]+)"', form[1])
    assert len(names) == 81
    assert ("A9", "A 9, empty") in names
    assert ("F9", "F 9, white") in names
    assert 'tabindex="-1"' not in form[1]


def test_a_right_choice_is_shown_and_leads_on():
    html = get("/learn/ko/1/?point=C3")

    assert "Captured. But now your own stone at C3 has only one liberty left." in html
    assert '<a class="button primary" rel="next" href="/learn/ko/2/">' in html
    assert "Try again" not in html


def test_a_wrong_choice_shows_its_consequence_and_lets_one_try_again():
    html = get("/learn/ko/1/?point=A1")

    assert "White connects at C3" in html
    assert "<li>Black plays A1</li><li>White plays C3</li>" in html.replace("> <", "><")
    assert "Try again" in html


def test_what_is_no_point_is_refused_with_what_to_do():
    answer = visitor().get("/learn/ko/1/", {"point": "Q16"})

    assert answer.status_code == 400
    assert "not on the board" in answer.content.decode()
    assert not answer.cookies


@pytest.mark.parametrize("path", ["/learn/chess/1/", "/learn/ko/0/", "/learn/ko/9/", "/learn/ko/", "/learn/Ko/1/"])
def test_what_there_is_not_is_not_there(path):
    assert visitor().get(path).status_code == 404


def test_pages_lead_from_the_first_to_a_first_game_and_answer_a_right_choice_and_a_wrong_one(settings):
    settings.IGO_HOUSE_BOT = settings.IGO_OPEN_FOR_SIGNUP = True
    seen, path = [], "/learn/liberties/1/"
    while path.startswith("/learn/") and path != "/learn/play/":
        seen.append(path)
        html = get(path)
        found = re.search(r'rel="next" href="([^"]+)"', html)
        path = found[1] if found else "/learn/play/"
    assert seen == ALL
    assert 'action="/play/"' in get("/learn/play/")
    for lesson in LESSONS.values():
        for number, step in lesson.numbered_pages():
            right = right_choices(step)
            assert "notice success" in get(f"/learn/{lesson.key}/{number}/?point={right[0]}"), (lesson.key, number)
            for wrong in [one for one in all_choices(step) if one not in right][:1]:
                assert "notice info" in get(f"/learn/{lesson.key}/{number}/?point={wrong}"), (lesson.key, number)


def test_capture_go_grows_from_board_to_board_C103(settings):
    settings.IGO_HOUSE_BOT = settings.IGO_OPEN_FOR_SIGNUP = True
    html = get("/learn/play/")

    games = re.findall(r'name="capture" value="(\d+)"> ?<input type="hidden" name="size" value="(\d+)"', html)
    assert games == [("1", "5"), ("3", "7"), ("5", "9")]
    assert "7×7, 3 stones" in html


def test_newcomers_are_led_here():
    home = get("/")

    assert 'href="/learn/"' in home.split("<main")[1]
    assert 'href="/learn/liberties/1/"' in home.split("<main")[1]
    assert '<a class="wide-only" href="/learn/">' in home


def test_the_game_says_whose_it_is_and_the_leaflet_is_named_C101_C102():
    assert "This game is our own" in get("/learn/game/1/")
    assert "Paatero's beginners' leaflet (2008)" in get("/learn/")


def test_the_browser_keeps_what_is_done_C103():
    client = visitor()
    client.get("/learn/ko/1/?point=A1")
    assert "learn" not in client.cookies
    client.get("/learn/ko/1/?point=C3")
    client.get("/learn/chains/2/?point=C3")

    html = get("/learn/", client=client)
    assert html.count('class="is-done"') == 2
    assert html.count('class="now"') == 2
    assert "Continue: Liberties" in html
    assert re.search(r"<h1>\s*Learn Go\s*</h1>", html)


def test_joseki_follow_the_course_and_lead_back_to_the_list_P14():
    client = visitor()
    client.cookies["learn"] = progress.sign_progress({key: progress.all_page_bits(key) for key in COURSE})
    html = get("/learn/", client=client)
    last = list(JOSEKI.values())[-1]

    assert "Continue: 3-3 invasion: the extension" in html
    assert html.index('id="joseki"') < html.index('href="/learn/joseki-invasion/1/">3-3 invasion')
    end = get(f"/learn/{last.key}/{len(last.steps)}/")
    assert "Play your first game" not in end
    assert re.search(r'href="/learn/">\s*All lessons', end)
    assert "Play your first game" in get("/learn/etiquette/3/")


def test_a_joseki_is_shown_by_its_corner_P14():
    cards = re.findall(r'<div class="board" aria-hidden="true">(.*?)</div>', get("/learn/"), re.DOTALL)

    assert ['viewBox="8.5 -.56 10.06 10.06"' in card for card in cards] == [key in JOSEKI for key in LESSONS]


def test_the_headline_says_how_many_lessons_are_done_C103():
    client = visitor()
    client.cookies["learn"] = progress.sign_progress({"ko": 0b1111, "chains": 0b1})

    assert re.search(r"<h1>\s*1 of 19 lessons done\s*</h1>", get("/learn/", client=client))


def test_every_lesson_has_a_picture_of_its_first_board():
    html = get("/learn/")

    assert html.split("<main")[1].count("<svg") == len(LESSONS)


def test_all_lessons_fit_into_the_cookie_C103():
    everything = progress.sign_progress({key: progress.all_page_bits(key) for key in LESSONS})

    assert len(everything) < progress.LONGEST_COOKIE


@pytest.mark.parametrize("value", ["ko:1:forged", "ko:f", "", "x" * 5000, progress._signer.sign("ko:zz.chess:1.ko")])
def test_a_cookie_that_is_not_ours_says_nothing(value):
    client = visitor()
    client.cookies["learn"] = value

    assert 'class="is-done"' not in get("/learn/", client=client)


def test_pages_that_there_are_not_are_left_out_of_the_cookie(rf):
    request = rf.get("/learn/")
    request.COOKIES["learn"] = progress.sign_progress({"ko": 0xFFFF, "chess": 1})

    assert progress.progress_in_browser(request) == {"ko": 0b1111}


def test_what_was_done_comes_along_when_somebody_signs_in_C103():
    player = make_player("aino")
    progress.add_progress(player, {"ko": 0b10})
    client = visitor()
    client.get("/learn/ko/1/?point=C3")
    client.get("/learn/eyes/1/?point=B5")
    assert client.post("/accounts/login/", {"login": "aino", "password": "correct horse"}).status_code == 302

    assert progress.progress_of_player(player) == {"ko": 0b11, "eyes": 1}
    assert get("/learn/", client=client).count('class="is-done"') == 3
    assert client.cookies["learn"].value == ""


def test_what_was_done_comes_along_when_somebody_signs_up_by_the_form_C103():
    client = visitor("fa")
    client.get("/learn/ko/1/?point=C3")
    client.get("/learn/eyes/1/?point=B5")
    form = get("/accounts/signup/", client=client)
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
    fields |= {"username": "aino", "password1": "a long enough phrase"}
    assert client.post("/accounts/signup/", fields).status_code == 302

    assert progress.progress_of_player(Player.objects.get(username="aino")) == {"ko": 1, "eyes": 1}
    assert get("/learn/", client=client).count('class="is-done"') == 2
    assert client.cookies["learn"].value == ""


def test_progress_of_a_player_is_a_row_for_each_lesson_C111():
    player = make_player("aino")
    client = visitor()
    client.force_login(player)
    for path in (
        "/learn/ko/1/?point=C3",
        "/learn/ko/1/?point=C3",
        "/learn/ko/4/?point=B3",
        "/learn/capture/1/?point=D3",
    ):
        client.get(path)

    assert progress.progress_of_player(player) == {"ko": 0b1001, "capture": 1}
    assert "learn" not in client.cookies


def test_looking_with_head_changes_nothing():
    player = make_player("aino")
    client = visitor()
    client.force_login(player)
    client.head("/learn/ko/1/?point=C3")

    assert not Progress.objects.exists()


def test_progress_is_taken_along_and_goes_with_the_account():
    player = make_player("aino")
    progress.add_progress(player, {"ko": 3})
    archive = zipfile.ZipFile(io.BytesIO(b"".join(export_archive(player))))

    assert '"item": "ko", "done": 3' in archive.read("lessons.jsonl").decode()
    delete(player=player, now=timezone.now())
    assert not Progress.objects.exists()


def test_no_lesson_is_shown_by_an_empty_board():
    html = get("/learn/")
    cards = re.findall(r'<div class="board" aria-hidden="true">(.*?)</div>', html, re.DOTALL)
    assert len(cards) == len(LESSONS)
    whole_game = cards[list(LESSONS).index("game")]
    stones = [step.start.board for step in LESSONS["game"].steps if sum(map(bool, step.start.board.cells)) == 10]
    assert str(small_board_svg(stones[0], None)) == whole_game


def test_the_next_tasks_have_pictures_of_their_boards_unless_they_continue_this_position():
    capture = LESSONS["capture"]
    html = get("/learn/capture/1/")
    assert str(small_board_svg(capture.steps[1].start.board, None)) in html
    for step in capture.steps[1:4]:
        assert str(step.task) in unescape(html)

    game = get("/learn/game/10/")
    assert "Next in this lesson" in game
    assert 'class="small"' not in game, "it would show the answer"


def test_no_two_lessons_have_the_same_picture_and_only_the_next_group_is_open():
    html = get("/learn/")
    cards = re.findall(r'<div class="board" aria-hidden="true">(.*?)</div>', html, re.DOTALL)

    assert len(set(cards)) == len(cards)
    assert re.findall(r'<details class="grade course" (\w*)>', html) == ["open", "", "", "", "", ""]
