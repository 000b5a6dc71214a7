"""The moderation pages for players, reporters and two moderators, and their absence for everyone else."""

from __future__ import annotations

import itertools
import os
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import StaffAction
from games import verbs
from games.models import Message
from moderation import services
from moderation.models import Appeal, Case, CaseNote, Decision, Report
from moderation.models.case import CaseKind
from moderation.models.decision import Measure
from rules import AfterRejection, Color, parse_vertex
from tests.factories import act, give_second_factor, make_game, make_moderator, make_player, reload, side
from tests.moderation.helpers import decide, insult, report
from tests.support.browsers import browser
from tests.support.pages import tight

pytestmark = pytest.mark.django_db


def rejected_twice(**terms):
    """A game in which two proposals were rejected, one of them far from the estimate."""
    game = make_game(moves="E5 D4 pass pass", now=timezone.now(), **terms)
    for dead in ([], ["E5"]):
        act(game, verbs.Propose, dead=[parse_vertex(text, 9, 9) for text in dead], now=timezone.now())
        number = reload(game).state().proposal.number
        act(game, verbs.Reject, proposal=number, then=AfterRejection.MARK, reason="no", now=timezone.now())
    return reload(game)


def test_the_page_of_a_case_has_all_that_is_needed():
    game = rejected_twice()
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    insult(game, black, "take it or leave it", now=timezone.now())
    browser(white).post(f"/report/game/{game.pk}/", {"player": black.username, "kind": "score", "text": "E5 lives"})
    case = Case.objects.get()

    page = tight(browser(make_moderator()).get(f"/mod/case/{case.pk}/").content.decode())

    for part in ("<svg", "E5 lives", "take it or leave it", "Proposals", "The server's count",
                 "Scoring, requests and rulings", "Set the result", "Suspend", "history", white.username):  # fmt: skip
        assert part in page
    assert len(re.findall(r'<th scope="row">\d</th><td>(Black|White)</td>', page)) == 2


def test_a_case_has_the_evidence_first_and_one_primary_action():
    game = rejected_twice()
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    browser(white).post(f"/report/game/{game.pk}/", {"player": black.username, "kind": "score", "text": "E5 lives"})
    path = f"/mod/case/{Case.objects.get().pk}/"
    staff = browser(make_moderator())

    def main_of(answer):
        return tight(answer.content.decode().split("<main")[1])

    def primary(page):
        return re.findall(r'<button class="button primary">([^<]+)</button>', page)

    def is_open(page, title):
        return re.search(rf"<details[^>]*?(open)?><summary><h2>{title}", page)[1] == "open"

    untaken = main_of(staff.get(path))
    assert primary(untaken) == ["Take this case"]
    places = [
        untaken.index(text)
        for text in ("E5 lives", "<svg", "<h2>Decide", "history", "<h2>Notes", "<h2>Make a ruling in")
    ]
    assert places == sorted(places)
    closed = ("Decide the case", "The player", "Notes", "Make a ruling in the game")
    assert not any(is_open(untaken, title) for title in closed)

    staff.post(f"{path}take/")
    taken = main_of(staff.get(path))
    assert "open · assigned to you until" in " ".join(re.sub("<[^>]*>", "", staff.get(path).content.decode()).split())
    assert primary(taken) == ["Decide"]
    assert is_open(taken, "Decide the case")
    for act_name, title in (("note", "Notes"), ("rule", "Make a ruling in the game")):
        refused = staff.post(f"{path}{act_name}/", {"verb": "decide"})
        assert is_open(main_of(refused), title), act_name


def test_each_grade_sees_the_forms_that_it_may_use():
    game = make_game(black=make_player(bio="text"), now=timezone.now())
    player = side(game, Color.BLACK)
    target = services.target_message(side(game, Color.WHITE), insult(game, player, now=timezone.now()).pk)
    first = report(player, kind=CaseKind.ESCAPING, now=timezone.now())
    decide(first, make_moderator(), Measure.UNRATED, now=timezone.now())
    case = services.report_player(
        target=target, complaint=services.ReportContent(CaseKind.ABUSE, side(game, Color.WHITE), ""), now=timezone.now()
    ).case

    def choices(grade):
        page = browser(make_moderator(grade=grade)).get(f"/mod/case/{case.pk}/").content.decode()
        return set(re.findall(r'<option value="(\w+)"', page)) & set(Measure.values)

    assert choices("helpers") == {"none", "warn", "hide", "hide_profile"}
    assert choices("moderators") - choices("helpers") == {"muted", "unrated", "barred", "suspended", "lift"}
    assert choices("administrators") - choices("moderators") == {"rename"}


def test_what_cannot_be_done_is_not_offered():
    case = report(make_player(), now=timezone.now())

    form = browser(make_moderator(grade="administrators")).get(f"/mod/case/{case.pk}/").context["decision_form"]

    assert not {"hide", "hide_profile", "lift"} & {value for value, _ in form.fields["measure"].choices}
    assert not {"message", "restriction"} & set(form.fields)


def test_what_somebody_looks_at_is_shown_and_refused_to_others_with_409():
    case = report(make_player(), now=timezone.now())
    first, second = make_moderator(), make_moderator()
    browser(first).post(f"/mod/case/{case.pk}/take/")

    queue = browser(second).get("/mod/").content.decode()
    answer = browser(second).post(
        f"/mod/case/{case.pk}/decide/",
        {"measure": "warn", "seen": 0, "days": 7, "games_then": "play_on", "reason": "x"},
    )

    assert f"<bdi>{first.username}</bdi> is looking at this" in queue
    assert answer.status_code in (400, 409)
    assert not Decision.objects.exists()
    assert case.pk in [c.pk for c, _ in browser(first).get("/mod/?view=mine").context["cases"]]
    assert not browser(second).get("/mod/?view=mine").context["cases"]


def test_a_decision_sent_twice_is_made_once():
    case, staff = report(make_player(), now=timezone.now()), make_moderator()
    data = {"measure": "warn", "seen": 0, "days": 7, "games_then": "play_on", "reason": "x"}

    answers = [browser(staff).post(f"/mod/case/{case.pk}/decide/", data).status_code for _ in range(2)]

    assert answers == [302, 409]
    assert Decision.objects.count() == 1


def test_a_message_that_is_to_be_hidden_is_chosen():
    game, staff = make_game(now=timezone.now()), make_moderator()
    message = insult(game, side(game, Color.BLACK), now=timezone.now())
    browser(side(game, Color.WHITE)).post(f"/report/message/{message.pk}/", {"kind": "abuse"})
    data = {"measure": "hide", "seen": 0, "days": 7, "games_then": "play_on", "reason": "x", "message": ""}

    answer = browser(staff).post(f"/mod/case/{Case.objects.get().pk}/decide/", data)

    assert answer.status_code == 400
    assert "Choose one." in answer.content.decode()
    assert not Decision.objects.exists()


def test_on_the_admin_site_there_are_no_cases_in_which_one_has_a_part_either():
    one, other = make_moderator(grade="administrators"), make_moderator(grade="administrators")
    opponent = make_player()
    make_game(black=one, white=opponent, now=timezone.now())
    case = report(opponent, now=timezone.now())

    path = f"/admin/moderation/case/{case.pk}/change/"
    assert browser(other).get(path).status_code == 200
    assert browser(one).get(path).status_code == 302
    assert opponent.username not in browser(one).get("/admin/moderation/case/").content.decode()


def test_the_other_open_cases_about_the_person_are_a_link_away():
    player = make_player()
    first = report(player, now=timezone.now())
    second = report(player, kind=CaseKind.ABUSE, now=timezone.now())

    page = browser(make_moderator()).get(f"/mod/case/{first.pk}/").content.decode()

    assert first != second
    assert f'href="/mod/case/{second.pk}/"' in page


def test_whose_profile_was_hidden_finds_out_why_from_the_profile():
    player = make_player(bio="a bad text")
    decide(report(player, now=timezone.now()), make_moderator(), Measure.HIDE_PROFILE, now=timezone.now())

    own, others = (browser(who).get(player.get_absolute_url()).content.decode() for who in (player, make_player()))

    assert "[hidden by a moderator]" in own
    assert "[hidden by a moderator]" in others
    hint = '<a href="/decisions/">Why?</a>'
    assert hint in own
    assert hint not in others


def test_a_case_of_ones_own_is_not_there_and_not_to_be_had():
    staff = make_moderator()
    case = report(staff, text="canary", now=timezone.now())
    client = browser(staff)

    assert "canary" not in client.get("/mod/").content.decode()
    assert client.get("/mod/").context["waiting"] == 0
    answer = client.get(f"/mod/case/{case.pk}/")
    assert answer.status_code == 404
    assert answer.content[:800] == client.get("/mod/case/999999/").content[:800]
    assert client.post(f"/mod/case/{case.pk}/take/").status_code == 404


def test_a_moderator_learns_of_no_decision_that_they_are_part_of():
    staff, chief = make_moderator(), make_moderator(grade="administrators")
    about_them = decide(report(staff, now=timezone.now()), chief, Measure.WARN, days=None, now=timezone.now())
    client = browser(staff)

    answers = [
        client.post(f"/mod/decision/{number}/undo/", {"reason": "a mistake"})
        for number in (about_them.pk, about_them.pk + 1)
    ]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert Decision.objects.get().undone_at is None


def test_lists_take_the_same_number_of_statements_for_any_number_of_rows():
    staff, player = make_moderator(), make_player()
    decided = make_moderator()

    def more():
        for _ in range(4):
            game = make_game(now=timezone.now())
            about = side(game, Color.BLACK)
            for reporter in (player, make_player()):
                case = report(about, by=reporter, now=timezone.now())
            decide(report(player, now=timezone.now()), decided, Measure.WARN, now=timezone.now())
            decide(report(about, kind=CaseKind.ABUSE, now=timezone.now()), decided, Measure.WARN, now=timezone.now())
        return case

    more()
    counts = []
    for _ in range(2):
        case = more()
        found = []
        for client, path in (
            (browser(staff), "/mod/"), (browser(staff), "/mod/?view=closed"), (browser(player), "/reports/"),
            (browser(player), "/decisions/"), (browser(staff), f"/mod/case/{case.pk}/"),
        ):  # fmt: skip
            client.get(path)
            with CaptureQueriesContext(connection) as asked:
                assert client.get(path).status_code == 200
            found.append(len(asked))
        counts.append(found)
    assert counts[0] == counts[1]


def test_a_queue_of_one_page_shows_no_page_numbers(monkeypatch):
    for _ in range(2):
        report(make_player(), now=timezone.now())
    staff = browser(make_moderator())
    assert "page 1 of" not in tight(staff.get("/mod/").content.decode())
    monkeypatch.setattr("moderation.views.queue.A_PAGE", 1)
    assert "page 1 of 2" in tight(staff.get("/mod/").content.decode())


@pytest.mark.parametrize("query", ["view=none", "order=x", "kind=x", "page=0", "page=x", "page=99999"])
def test_bad_queries_of_the_queue_are_answered(query):
    assert browser(make_moderator()).get(f"/mod/?{query}").status_code in (200, 400)


@pytest.mark.parametrize("what", ["take", "leave", "note", "decide", "rule", "answer", "dance"])
def test_bad_forms_in_a_case_are_refused_and_store_nothing(what):
    case = report(make_player(), now=timezone.now())
    client = browser(make_moderator())

    for data in ({"measure": "game", "reason": "\x00"}, {"verb": "resign"}, {"measure": "hide", "message": "x"}):
        assert client.post(f"/mod/case/{case.pk}/{what}/", data).status_code in (302, 400, 404, 409)

    assert not any(model.objects.exists() for model in (Decision, StaffAction, CaseNote))


def test_forms_of_keeping_order_need_the_csrf_token_and_permissions():
    case = report(make_player(), now=timezone.now())
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(make_moderator())

    assert strict.post(f"/mod/case/{case.pk}/take/").status_code == 403
    powerless, careless = make_player(is_staff=True), make_player(is_staff=True)
    give_second_factor(powerless)
    for who, status in ((make_player(), 404), (powerless, 404), (careless, 302)):
        assert browser(who).post(f"/mod/case/{case.pk}/take/").status_code == status
        assert browser(who).get("/mod/").status_code == status
    assert Case.objects.get().taken_by is None


STAGED = 30 if os.environ.get("IGO_NIGHTLY") else 9


def test_staged_cases_by_two_moderators():
    """Every case is decided once, every reporter answered, every decision logged once; an appeal goes to the other."""
    one, two = make_moderator(), make_moderator(grade="administrators")
    clients = itertools.cycle([(one, browser(one)), (two, browser(two))])
    kinds = itertools.cycle(["abuse", "profile", "program", "stalling", "sandbagging", "escaping", "other"])
    measures = itertools.cycle(["none", "warn", "muted", "unrated", "barred", "suspended", "hide_profile", "hide"])
    reporters = [make_player() for _ in range(10)]
    people = []
    for number in range(STAGED):
        player = make_player(bio="a bad text")
        game = make_game(black=player, now=timezone.now())
        insult(game, player, now=timezone.now())
        people.append(player)
        for reporter in (reporters[number % 10], reporters[(number + 3) % 10]):
            kind = "abuse" if number % 8 == 7 else next(kinds)
            path = f"/report/game/{game.pk}/"
            sent = browser(reporter).post(path, {"player": player.username, "kind": kind, "text": "look"})
            assert sent.status_code == 302
    waiting = Case.objects.count()
    assert waiting >= STAGED

    done = 0
    for case_id in list(Case.objects.order_by("opened_at", "pk").values_list("pk", flat=True)):
        _, client = next(clients)
        page = client.get(f"/mod/case/{case_id}/").content.decode()
        assert client.post(f"/mod/case/{case_id}/take/").status_code == 302
        wanted = next(measures)
        case = Case.objects.get(pk=case_id)
        message = Message.objects.filter(author=case.player, hidden_at=None).first()
        if (wanted == "hide" and message is None) or (wanted == "hide_profile" and not case.player.bio):
            wanted = "warn"
        data = {
            "measure": wanted,
            "seen": 0,
            "days": 7,
            "games_then": "play_on",
            "reason": "a reason",
            "ends_case": "on",
        }
        data |= {} if wanted != "hide" else {"message": f"message-{message.pk}"}
        assert f'value="{wanted}"' in page
        assert client.post(f"/mod/case/{case_id}/decide/", data).status_code == 302
        done += 1

    assert done == waiting == Decision.objects.count()
    assert not Case.objects.open().exists()
    assert not Report.objects.filter(answer="").exists()
    for decision in Decision.objects.all():
        assert StaffAction.objects.filter(about__decision=decision.pk).count() == 1
    assert {a.staff for a in StaffAction.objects.all()} == {one, two}

    muted = Decision.objects.filter(measure="muted", by=one).first() or Decision.objects.filter(measure="muted").first()
    browser(muted.player).post(f"/decisions/{muted.pk}/appeal/", {"text": "it was a joke"})
    appeal = Appeal.objects.get()
    first, other = (one, two) if muted.by == one else (two, one)
    data = {"outcome": "lifted", "days": 7, "reason": "it was"}
    assert browser(first).post(f"/mod/case/{appeal.case_id}/answer/", data).status_code == 404
    assert browser(other).post(f"/mod/case/{appeal.case_id}/answer/", data).status_code == 302
    assert "The decision has been reversed." in browser(muted.player).get("/decisions/").content.decode()


def test_nobody_else_sees_reports_notes_evidence_or_the_log():
    """Canaries in all that is for moderators, through every page (RELIABILITY S03, S04)."""
    staff, reporter, stranger = make_moderator(), make_player(), make_player()
    game = make_game(now=timezone.now())
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    case = report(black, by=reporter, text="canary-report", now=timezone.now())
    decide(case, staff, Measure.WARN, ends_case=False, note="canary-note", now=timezone.now())
    Report.objects.update(
        evidence=[{"what": "message", "id": 1, "game": game.pk, "author": "x", "text": "canary-evidence"}]
    )
    StaffAction.objects.first()
    paths = ["/", "/games/", f"/g/{game.pk}/", f"/u/{black.username}/", "/reports/", "/decisions/", "/notifications/",
             "/mod/", f"/mod/case/{case.pk}/", "/games/archive/", f"/api/v1/games/{game.pk}/", "/api/v1/notices/",
             f"/api/v1/players/{black.username}/", f"/api/v1/games/{game.pk}/actions/", "/admin/"]  # fmt: skip

    canaries = ("canary-report", "canary-note", "canary-evidence", staff.username)
    visitors = {"black": black, "white": white, "reporter": reporter, "stranger": stranger, "": None}
    seen = set()
    for name, who in visitors.items():
        client = browser(who)
        for path in paths:
            page = client.get(path, follow=True).content.decode()
            seen |= {(name, canary) for canary in canaries if canary in page}

    assert seen == {("reporter", "canary-report")}
    assert "canary-note" in browser(staff).get(f"/mod/case/{case.pk}/").content.decode()
