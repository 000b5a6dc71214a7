"""Administrators' announcements to everyone, with an optional vote (C83)."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.core.guests import NotForGuests
from accounts.models import StaffAction
from accounts.privacy import account_deletion
from social.errors import AlreadyVoted, CannotVote
from social.models import Bulletin, BulletinText, Dismissal, Vote
from social.services import bulletins
from tests.factories import NOON, days, make_moderator, make_player
from tests.social.helpers import make_bulletin
from tests.social.test_messages import browser, old

pytestmark = pytest.mark.django_db
ASKED = {"question": "Which size?", "answers": "9x9\n13x13\n19x19"}


def vote(player, bulletin, choice, now=NOON):
    bulletins.record_vote(player=player, bulletin=bulletin, choice=choice, now=now)


def chief():
    return make_moderator(grade="administrators")


def test_everybody_reads_a_bulletin_in_their_language_until_they_dismiss_it():
    found = make_bulletin(chief())
    for language, title in (("en", "News"), ("fi", "Uutisia"), ("fa", "خبرها")):
        page = browser(old(language=language)).get("/games/").content.decode()
        assert f'href="/bulletins/{found.pk}/"><span dir="auto">{title}</span>' in page
    mine = browser(old())
    mine.post(f"/bulletins/{found.pk}/dismiss/")
    assert "News" not in mine.get("/games/").content.decode()
    assert "News" in Client().get("/bulletins/").content.decode()


def test_a_new_player_is_not_shown_bulletins_from_before_they_joined():
    make_bulletin(chief())
    assert "News" in browser(make_player(date_joined=NOON)).get("/games/").content.decode()
    for fields in ({}, {"is_guest": True}):
        newcomer = make_player(date_joined=NOON + days(1), **fields)
        assert "News" not in browser(newcomer).get("/games/").content.decode()
    assert "News" in browser(newcomer).get("/bulletins/").content.decode()


def test_a_new_player_sees_a_bulletin_that_has_an_end_although_it_began_before():
    now = timezone.now()
    make_bulletin(chief(), now=now - days(1), ends=now + days(7))
    newcomer = make_player(date_joined=now)
    assert "News" in browser(newcomer).get("/games/").content.decode()


def test_a_bulletin_is_up_from_when_until_when_and_is_no_secret_afterwards():
    staff = chief()
    past = make_bulletin(staff, ends=NOON + days(1))
    to_come = make_bulletin(staff, now=NOON + days(2000))
    assert list(bulletins.published_bulletins(NOON)) == [past]
    assert list(bulletins.published_bulletins(NOON + days(1))) == []
    codes = [[client.get(f"/bulletins/{one.pk}/").status_code for one in (past, to_come)] for client in
             (Client(), browser(staff))]  # fmt: skip
    assert codes == [[200, 404], [200, 200]]


def test_everybody_has_one_vote_and_sees_the_results_after_it():
    found = make_bulletin(chief(), ends=NOON + days(1), **ASKED)
    aino, babak, guest = old(), old(), old(is_guest=True)
    poll = bulletins.find_poll(found, aino, NOON)
    assert (poll.can_vote, [votes for _, votes in poll.answers]) == (True, [None] * 3)
    vote(aino, found, 1)
    vote(babak, found, 1)
    for wrong in (3, -1):
        with pytest.raises(CannotVote):
            vote(old(), found, wrong)
    with pytest.raises(AlreadyVoted):
        vote(aino, found, 2)
    with pytest.raises(NotForGuests):
        vote(guest, found, 0)
    with pytest.raises(CannotVote):
        vote(old(), found, 0, NOON + days(1))
    mine = bulletins.find_poll(found, aino, NOON)
    assert ([votes for _, votes in mine.answers], mine.mine, mine.can_vote) == ([0, 2, 0], 1, False)
    assert [votes for _, votes in bulletins.find_poll(found, guest, NOON).answers] == [None] * 3
    over = bulletins.find_poll(found, Client(), NOON + days(1))
    assert ([votes for _, votes in over.answers], over.total) == ([0, 2, 0], 2)


def test_the_pages_and_the_api_vote():
    found = make_bulletin(chief(), **ASKED)
    mine, theirs = browser(old()), browser(old())
    assert "13x13</span>: " not in mine.get(f"/bulletins/{found.pk}/").content.decode()
    mine.post(f"/bulletins/{found.pk}/", {"choice": "1"})
    assert "13x13</span>: <b>1</b>" in mine.get(f"/bulletins/{found.pk}/").content.decode()
    assert mine.post(f"/bulletins/{found.pk}/", {"choice": "0"}).status_code == 409
    assert mine.post(f"/bulletins/{found.pk}/", {"choice": "x"}).status_code == 400
    (row,) = theirs.get("/api/v1/bulletins/").json()["results"]
    assert (row["title"], row["vote"], row["answers"][1]) == ("News", None, {"text": "13x13", "votes": None})
    path = f"/api/v1/bulletins/{found.pk}"
    assert theirs.post(f"{path}/vote/", {"choice": 1}, "application/json").status_code == 204
    assert theirs.post(f"{path}/vote/", {"choice": 1}, "application/json").json()["code"] == "already_voted"
    assert theirs.post(f"{path}/dismiss/", {}, "application/json").status_code == 204
    (row,) = theirs.get("/api/v1/bulletins/").json()["results"]
    assert (row["vote"], [one["votes"] for one in row["answers"]]) == (1, [0, 2, 0])
    assert [row["vote"] for row in Client().get("/api/v1/bulletins/").json()["results"]] == [None]


def filled(**more):
    words = {"title": "Title", "text": "Text", "question": "", "answers": ""}
    return {"begins": "2026-03-01T12:00", "ends": "", **{
        f"{code}-{name}": value for code in ("en", "fi", "fa") for name, value in words.items()
    }, **more}  # fmt: skip


def test_administrators_write_and_change_bulletins_and_the_log_says_so():
    staff, moderator = chief(), make_moderator()
    assert browser(moderator).post("/bulletins/new/", filled()).status_code == 404
    office = browser(staff)
    asked = {f"{code}-question": "So?" for code in ("en", "fi", "fa")}
    answers = {f"{code}-answers": "yes\nno" for code in ("en", "fi", "fa")}
    for wrong in ({"fi-title": ""}, {"ends": "2026-02-01T12:00"}, asked, {**asked, **answers, "fa-answers": "one"},
                  {**asked, **answers, "fa-answers": "one\ntwo\nthree"}, {"en-title": "a\u202eb"}):  # fmt: skip
        assert office.post("/bulletins/new/", filled(**wrong)).status_code == 400
    assert not Bulletin.objects.exists()

    office.post("/bulletins/new/", filled(**asked, **answers))

    found = Bulletin.objects.get()
    assert found.texts.count() == 3
    vote(make_player(), found, 1)
    office.post(f"/bulletins/{found.pk}/edit/", filled(**{"fi-title": "Muutettu"}))
    kept = BulletinText.objects.get(language="fi")
    assert (kept.title, kept.question, kept.choices) == ("Muutettu", "So?", ["yes", "no"])
    assert list(StaffAction.objects.values_list("action", flat=True).order_by("pk")) == ["bulletin", "bulletin changed"]


def test_votes_and_what_was_dismissed_go_with_the_account():
    found, aino = make_bulletin(chief(), **ASKED), old()
    vote(aino, found, 0)
    bulletins.dismiss_bulletin(player=aino, bulletin=found)
    account_deletion.delete(player=aino, now=NOON)
    assert (Vote.objects.count(), Dismissal.objects.count()) == (0, 0)


def test_the_form_opens_the_readers_language_and_those_with_errors():
    staff = chief()
    office = browser(staff)

    def opened(page):
        return [(part.code, part.is_open) for part in page.context["parts"]]

    assert opened(office.get("/bulletins/new/")) == [("en", True), ("fi", False), ("fa", False)]
    office.cookies["django_language"] = "fa"
    assert opened(office.get("/bulletins/new/")) == [("fa", True), ("en", False), ("fi", False)]
    page = office.post("/bulletins/new/", filled(**{"fi-title": ""}))
    assert opened(page) == [("fa", True), ("en", False), ("fi", True)]
    text = page.content.decode()
    assert 'href="#id_fi-title"' in text
    assert text.count("button primary") == 1


def test_the_question_is_folded_until_there_is_one():
    found = make_bulletin(chief(), **ASKED)
    office = browser(chief())
    asks = [[part.is_poll_expanded for part in office.get(path).context["parts"]] for path in
            ("/bulletins/new/", f"/bulletins/{found.pk}/edit/")]  # fmt: skip
    assert asks == [[False] * 3, [True] * 3]


def test_the_results_of_a_vote_are_bars_once_the_reader_has_voted():
    found = make_bulletin(chief(), **ASKED)
    voters = [old() for _ in range(3)]
    for voter, choice in zip(voters, (0, 0, 2), strict=True):
        vote(voter, found, choice)

    seen = browser(voters[0]).get(f"/bulletins/{found.pk}/").content.decode()
    before = browser(old()).get(f"/bulletins/{found.pk}/").content.decode()

    assert seen.count('viewBox="0 0 3 1"') == 3
    assert [f'<rect width="{votes}" height="1"/>' in seen for votes in (2, 0, 1)] == [True] * 3
    assert "<rect" not in before.split('class="poll"')[1].split("</section>")[0]


def test_the_list_shows_how_a_bulletin_begins_and_whether_there_is_a_vote():
    make_bulletin(chief(), text="It begins like this", **ASKED)
    make_bulletin(chief())
    voter, asked = browser(old()), Bulletin.objects.order_by("pk")[0]
    page = Client().get("/bulletins/").content.decode()
    button = f'class="button" href="{asked.get_absolute_url()}"'
    assert button in page
    voter.post(asked.get_absolute_url(), {"choice": "1"})
    assert button not in voter.get("/bulletins/").content.decode()
    assert "It begins like this" in page
