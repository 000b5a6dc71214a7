"""The pages and API operations of problems: no account, no script; solved problems, and repetition."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from accounts.privacy.account_deletion import delete
from accounts.privacy.data_export import export_archive
from foundation import timesource
from learn.models import Repeating, Tally, Tried
from learn.problems.collection import problems_of_goal, server_problems
from learn.services import progress, tries
from tests.factories import make_player
from tests.support.pages import tight

pytestmark = pytest.mark.django_db

PROBLEM = problems_of_goal("live")[0]
PATH = f"/problems/{PROBLEM.key}/"
RIGHT = PROBLEM.right.split()[0]
WRONG = next(name for name in PROBLEM.stored["lines"] if name not in PROBLEM.right.split() and name != "elsewhere")


def visitor(lang: str = "en") -> Client:
    return Client(headers={"accept-language": lang})


def get(path: str, client: Client | None = None, lang: str = "en") -> str:
    answer = (client or visitor(lang)).get(path)
    assert answer.status_code == 200
    return unescape(tight(answer.content.decode()))


def signed_in(player) -> Client:
    client = visitor()
    client.force_login(player)
    return client


@pytest.mark.parametrize(("lang", "direction"), [("en", "ltr"), ("fi", "ltr"), ("fa", "rtl")])
def test_every_page_in_every_language(lang, direction):
    for path in ("/problems/", PATH, f"{PATH}?point={WRONG}"):
        html = get(path, lang=lang)
        assert f'<html lang="{lang}" dir="{direction}"' in html
        assert html.count("<h1") == 1
        assert " style=" not in html


def test_no_page_asks_the_database_for_a_visitor_but_once_an_hour(django_assert_num_queries):
    visitor().get("/problems/")
    with django_assert_num_queries(0):
        for path in ("/problems/", PATH, f"{PATH}?point={WRONG}", f"{PATH}?point={RIGHT}", "/problems/today/"):
            visitor().get(path)


def test_any_cache_may_keep_a_problem_and_nobody_elses_answer():
    for path in (PATH, f"{PATH}?point={WRONG}", f"/problems/{PROBLEM.key}.sgf"):
        assert visitor().get(path)["Cache-Control"] == "public, max-age=300"
    assert visitor().get(f"{PATH}?point={RIGHT}")["Cache-Control"] == "private, no-store"


def test_every_point_is_a_button_and_the_answer_is_shown_only_after_a_try():
    html = get(PATH)

    form = re.search(r'<form class="board" method="get"[^>]*>(.*?)</form>', html, re.DOTALL)
    assert form is not None
    assert len(re.findall(r'name="point" value="\w+" aria-label="[^"]+"', form[1])) == len(PROBLEM.board.cells)
    assert "Right." not in html
    assert "circled" in form[1]


def test_a_wrong_point_is_refuted_on_the_board_and_a_right_one_leads_on():
    wrong, right = get(f"{PATH}?point={WRONG}"), get(f"{PATH}?point={RIGHT}")

    assert "Try again" in wrong
    assert "plays" in wrong
    assert "Right." in right
    assert "Next problem" in right
    assert "Try again" not in right


def test_who_gives_up_is_shown_the_answer_and_has_not_solved_it_C104():
    player = make_player("aino")
    client = signed_in(player)
    assert f'href="{PATH}?answer=1#lesson"' in get(PATH, client)
    html = get(f"{PATH}?answer=1", client)

    assert f"The answer: <bdi>{RIGHT}</bdi>" in html
    assert "Right." not in html.split("<details")[0]
    assert "Show the answer" not in html
    assert progress.progress_of_player(player) == {}
    assert Tried.objects.get().was_right is False
    assert visitor().get(f"{PATH}?answer=1")["Cache-Control"] == "public, max-age=300"


def test_every_first_move_with_what_follows_is_shown_after_solving_or_giving_up_C104():
    assert "All first moves" not in get(PATH)
    assert "All first moves" not in get(f"{PATH}?point={WRONG}")
    for query in (f"point={RIGHT}", "answer=1"):
        lines = get(f"{PATH}?{query}").split("All first moves")[1].split("</details>")[0]
        assert lines.count("<li>") == len(PROBLEM.stored["lines"])
        for name, follows in PROBLEM.stored["lines"].items():
            assert name == "elsewhere" or f'?point={name}#lesson"><bdi>{name}</bdi>' in lines
            assert follows in lines
        assert lines.index(RIGHT) < lines.index(WRONG)


def test_the_answer_is_given_by_the_api_C110():
    player = make_player("aino")
    body = signed_in(player).post(f"/api/v1/problems/{PROBLEM.key}/answer", {}, content_type="application/json").json()

    assert body["answers"] == PROBLEM.right.split()
    assert {line["move"]: " ".join(line["follows"]) for line in body["lines"]} == PROBLEM.stored["lines"]
    assert [line["right"] for line in body["lines"]].count(True) == len(body["answers"])
    assert Tried.objects.get().was_right is False


def test_a_problem_says_its_area_author_and_licence_C104():
    body = visitor().get(f"/api/v1/problems/{PROBLEM.key}").json()

    assert body["area"] == sorted(PROBLEM.stored["area"].split())
    assert (body["author"], body["licence"]) == ("Igo", "AGPL-3.0-or-later")
    file = visitor().get(f"/problems/{PROBLEM.key}.sgf").content.decode()
    assert "AN[Igo]" in file
    assert "CP[AGPL-3.0-or-later]" in file


@pytest.mark.parametrize(("path", "status"), [
    ("/problems/live-0/", 404), ("/problems/chess-1/", 404), ("/problems/live-1.txt", 404),
    ("/problems/sets/chess.sgf", 404), (f"{PATH}?point=Q16", 400), (f"{PATH}?point=pass", 400),
])  # fmt: skip
def test_what_there_is_not_is_refused(path, status):
    assert visitor().get(path).status_code == status


def test_the_problem_of_the_day_leads_to_it_C106():
    answer = visitor().get("/problems/today/")

    assert answer.status_code == 302
    assert "Problem of the day" in get(answer["Location"])


def test_sets_are_files():
    answer = visitor().get("/problems/sets/kill.sgf")

    assert answer["Content-Type"].startswith("application/x-go-sgf")
    assert answer.content.decode().count("GN[kill-") == len(problems_of_goal("kill"))


def test_what_is_solved_is_kept_in_the_browser_and_comes_along_C103():
    client = visitor()
    client.get(f"{PATH}?point={WRONG}")
    assert "learn" not in client.cookies
    client.get(f"{PATH}?point={RIGHT}")
    assert get("/problems/", client).count('class="is-done"') == 1
    player = make_player("aino")
    assert client.post("/accounts/login/", {"login": "aino", "password": "correct horse"}).status_code == 302

    assert progress.progress_of_player(player) == {"live-problems": 1}


def test_the_list_shows_the_next_problem_with_its_board_and_counts_the_solved_ones_C103():
    client = visitor()
    fresh = get("/problems/", client)
    first = re.findall(r'<article class="first large">.*?</article>', fresh, re.DOTALL)[0]
    assert re.search(r"<h1>\s*Go problems\s*</h1>", fresh)
    assert re.search(r'class="button primary" href="/problems/[\w-]+/">\s*Start', first)
    assert "<svg" in first
    assert fresh.count("open>") == 1, "only the grade of the next problem is unfolded"
    assert fresh.count('aria-hidden="true"><svg') > fresh.count("<h3>") > 4, "each group has a picture"
    client.get(f"{PATH}?point={RIGHT}")
    html = get("/problems/", client)
    assert f"1 of {len(server_problems())} problems solved" in html
    assert "Continue" in html


def test_everything_done_fits_into_the_cookie():
    items = {progress.progress_item_of_problem(problem)[0] for problem in server_problems().values()}
    from learn.lessons import LESSONS

    everything = progress.sign_progress({key: progress.all_page_bits(key) for key in (*LESSONS, *items)})
    assert len(everything) < progress.LONGEST_COOKIE


def test_only_the_first_try_counts_and_results_move_the_grade_C104():
    for number in range(tries.ENOUGH):
        player = make_player(f"player{number}")
        tries.record_try(player, PROBLEM, right=False)
        tries.record_try(player, PROBLEM, right=True)
    tries._grades.clear()

    tally = Tally.objects.get(problem=PROBLEM.key)
    assert (tally.tried, tally.right) == (tries.ENOUGH, 0)
    assert tries.adjusted_grades()[PROBLEM.key] == min(PROBLEM.grade + 1, 4)


def test_what_is_tried_comes_back_after_days_for_those_who_want_it_C107(monkeypatch):
    player = make_player("aino")
    tries.record_try(player, PROBLEM, right=True)
    assert Tried.objects.get().due is None
    tries.set_repetition(player, wanted=True)
    waits, now = [], timezone.now()
    for _ in range(3):
        monkeypatch.setattr(timesource, "now", lambda now=now: now)
        tries.record_try(player, PROBLEM, right=False)
        row = Tried.objects.get()
        waits.append((row.due - now) / timedelta(days=1))
        now = row.due

    assert all(wait >= 1 for wait in waits)
    monkeypatch.setattr(timesource, "now", lambda: now)
    assert tries.due_problems(player) == [PROBLEM]
    tries.set_repetition(player, wanted=False)
    assert tries.due_problems(player) == []


def test_the_list_of_what_is_due_is_opt_in_and_apart_C107():
    player = make_player("aino")
    client = signed_in(player)
    assert "Start reviewing" in get("/problems/due/", client)
    assert not Repeating.objects.exists()
    assert client.post("/problems/due/", {"repeat": "on"}).status_code == 302

    html = get("/problems/due/", client)
    assert "No problems are due now." in html
    client.get(f"{PATH}?point={WRONG}")
    Tried.objects.update(due=timezone.now() - timedelta(days=1))
    due = get("/problems/due/", client)
    assert re.search(rf'class="button primary big" href="{PATH}">\s*Start with this problem', due)
    assert 'class="mk o' in due, "the circled stones of the task"
    assert visitor().get("/problems/due/").status_code == 302


def test_the_page_of_what_is_due_asks_no_more_for_more_rows(django_assert_max_num_queries):
    player = make_player("aino")
    client = signed_in(player)
    tries.set_repetition(player, wanted=True)
    past = timezone.now() - timedelta(days=1)
    Tried.objects.bulk_create(
        Tried(player=player, problem=key, was_right=False, at=past, due=past) for key in list(server_problems())[:40]
    )
    with django_assert_max_num_queries(12):
        assert get("/problems/due/", client).count('<h2><a href="/problems/') == 40


def test_looking_with_head_changes_nothing():
    signed_in(make_player("aino")).head(f"{PATH}?point={RIGHT}")

    assert not Tried.objects.exists()


def test_it_is_taken_along_and_goes_with_the_account():
    player = make_player("aino")
    tries.set_repetition(player, wanted=True)
    tries.record_try(player, PROBLEM, right=True)
    archive = zipfile.ZipFile(io.BytesIO(b"".join(export_archive(player))))

    assert f'"problem": "{PROBLEM.key}"' in archive.read("problems.jsonl").decode()
    delete(player=player, now=timezone.now())
    assert not Tried.objects.exists()
    assert not Repeating.objects.exists()
    assert Tally.objects.get().tried == 1


def test_problems_in_the_api_C110():
    client = visitor()
    rows = client.get("/api/v1/problems").json()["results"]
    assert len(rows) == len(server_problems())
    assert [row["grade"] for row in rows] == sorted(row["grade"] for row in rows)
    one = client.get(f"/api/v1/problems/{PROBLEM.key}").json()
    assert (one["rows"], one["page"], one["done"]) == (PROBLEM.stored["rows"], PATH, False)
    assert client.get("/api/v1/problems/today").json()["problem"] in server_problems()
    assert client.get("/api/v1/problems/chess-1").status_code == 404


def test_an_answer_in_the_api_is_judged_and_counted_C110():
    player = make_player("aino")
    client = signed_in(player)

    def tried(point):
        return client.post(f"/api/v1/problems/{PROBLEM.key}", {"point": point}, content_type="application/json")

    wrong = tried(WRONG).json()
    assert (wrong["right"], wrong["answers"]) == (False, [])
    assert len(wrong["moves"]) > 1
    assert tried(RIGHT).json()["answers"] == PROBLEM.right.split()
    assert Tried.objects.get().was_right is False
    assert progress.progress_of_player(player) == {"live-problems": 1}
    assert tried("Q16").status_code == 400
    due = client.put("/api/v1/problems/due", {"repeating": True}, content_type="application/json")
    assert due.json() == {"repeating": True, "due": []}
    assert visitor().get("/api/v1/problems/due").status_code == 401
