"""The pages and API of clubs, their events, and moderation (E75 to E79, E99)."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.privacy.blocking import block_player
from clubs.errors import LadderOfSizeExists, MayNotMakeEvents, NotMember
from clubs.models import Club, ClubNotice, ClubRole, JoiningPolicy
from clubs.services import ending, joining, managing, notices
from games.terms import Terms
from ladders.models import Ladder
from ladders.services import closing, ladders
from ladders.services.ladders import LadderPlan
from leagues.models import League
from leagues.services import leagues, seasons
from leagues.services.leagues import LeaguePlan
from moderation import services as moderation
from moderation.models import Appeal, Case
from moderation.models.decision import AppealOutcome, Measure
from notifications.models import Notice
from programs.models import Event
from tests.clubs.helpers import add, asked, make_club, standing
from tests.clubs.test_membership import play
from tests.factories import NOON, make_game, make_moderator, make_player
from tests.tournaments.helpers import look, make_ladder, plan, refused
from tests.tournaments.test_pages_and_api import program_of, send, signed_in
from tournaments.models import Entry, EntryPolicy
from tournaments.services import drafting, entering

pytestmark = pytest.mark.django_db

FORM = {
    "name": "Tampere Go", "place": "Tampere", "about": "We meet on Tuesdays.", "rules": "Be kind.",
    "link": "https://example.org/", "letters": "", "shape": "shield", "shade": "teal", "joining": "request",
    "events_by": "manager",
}  # fmt: skip


def test_E75_E78_a_club_is_founded_joined_and_moderated_by_hand():
    owner, member = make_player("aino"), make_player("bea")
    client, other = signed_in(owner), signed_in(member)
    assert "ten finished games" in client.get("/clubs/new/").content.decode()
    assert client.post("/clubs/new/", FORM).status_code == 403
    play(owner, 10)
    assert client.post("/clubs/new/", {**FORM, "name": "Moderators"}).status_code == 400
    path = client.post("/clubs/new/", FORM).headers["Location"]
    assert client.post("/clubs/new/", FORM).status_code == 409, "the name is taken"

    page = other.get(path).content.decode()
    for text in ("Tampere Go", "We meet on Tuesdays.", "Be kind.", "of-shield of-teal", "Ask to join"):
        assert text in page
    other.post(f"{path}membership/", {"do": "join", "sentence": "I live near"})
    assert "You have asked to join" in other.get(path).content.decode()
    assert "I live near" in client.get(f"{path}manage/").content.decode()
    assert other.get(f"{path}manage/").status_code == 404
    client.post(f"{path}act/", {"do": "admit", "player": "bea"})
    client.post(f"{path}act/", {"do": "role", "player": "bea", "role": "captain"})
    client.post(f"{path}act/", {"do": "notice", "text": "See you on Tuesday"})
    assert "See you on Tuesday" in other.get(f"{path}notices/").content.decode()
    assert Notice.objects.filter(player=member, kind="club_notice").count() == 1
    make_game(black=member, white=owner)
    page = other.get(path).content.decode()
    assert page.index('aria-labelledby="own-game"') < page.index("We meet on Tuesdays.") < page.index("See you on")
    other.post(f"{path}act/", {"do": "notice", "text": "no"})
    assert ClubNotice.objects.count() == 1, "captains write no notices"
    other.post(f"{path}membership/", {"do": "notices"})
    client.post(f"{path}act/", {"do": "notice", "text": "Another"})
    assert Notice.objects.filter(player=member, kind="club_notice").count() == 1, "muted"

    client.post(f"{path}edit/", {**FORM, "name": "Pirkkala Go", "place": "Pirkkala", "hidden_members": "on"})
    page = other.get("/clubs/").content.decode()
    assert page.count("Pirkkala Go") == 1
    assert '<span class="tag">captain</span>' in page
    assert "Pirkkala Go" in signed_in(make_player()).get("/clubs/?q=PIRK").content.decode()
    assert "No clubs found" in other.get("/clubs/?q=tampere").content.decode()
    stranger = signed_in(make_player())
    assert "bea" not in stranger.get(f"{path}members/").content.decode()
    assert "captain" in other.get(f"{path}members/").content.decode()
    client.post(f"{path}act/", {"do": "link"})
    key = Club.objects.get().invite_key
    stranger.post(f"{path}membership/", {"do": "join", "key": key})
    assert "bea" in stranger.get(f"{path}members/").content.decode()


def test_E76_a_link_and_hidden_members_stay_hidden_and_pages_cost_the_same_with_many_members():
    owner = make_player()
    club = make_club(owner, hidden_members=True)
    managing.create_invitation_link(asked(owner), club.pk)
    key = Club.objects.get().invite_key
    stranger = signed_in(make_player())
    for where in ("", "members/", "notices/"):
        assert key not in stranger.get(f"/clubs/{club.pk}/{where}").content.decode()
    assert f"invitation={key}" in signed_in(owner).get(f"/clubs/{club.pk}/manage/").content.decode()
    Club.objects.update(hidden_members=False)

    def cost(path):
        with CaptureQueriesContext(connection) as asked_for:
            assert stranger.get(path).status_code == 200
        return len(asked_for)

    paths = [f"/clubs/{club.pk}/", f"/clubs/{club.pk}/members/", f"/clubs/{club.pk}/notices/", "/clubs/"]
    few, people = [], [make_player() for _ in range(3)]
    for number, player in enumerate(people):
        add(club, player, ClubRole.MANAGER)
        make_game(black=player, white=owner, size=9)
        notices.write_notice(asked(owner), club.pk, f"notice {number}")
        make_club(player, name=f"Another club {number}")
        if not few:
            few = [cost(path) for path in paths]
    assert [cost(path) for path in paths] == few


def test_a_request_to_join_says_nothing_to_a_manager_with_whom_one_is_blocked():
    owner, manager, asking = make_player(), make_player(), make_player()
    club = make_club(owner, joining=JoiningPolicy.REQUEST)
    add(club, manager, ClubRole.MANAGER)
    block_player(player=owner, other=asking, now=NOON)

    joining.join_club(asked(asking), club.pk, sentence="I know where you live")

    for player, reads in ((owner, False), (manager, True)):
        page = signed_in(player).get(f"/clubs/{club.pk}/manage/").content.decode()
        (row,) = program_of(player, "clubs:manage").get(f"/api/v1/clubs/{club.pk}/requests").json()["results"]
        assert (asking.username in page, "I know where" in page, bool(row["sentence"])) == (True, reads, reads)


def test_E99_the_same_by_the_api_once_for_a_key():
    owner, member = make_player("aino"), make_player("bea")
    play(owner, 10)
    program, other = program_of(owner, "clubs:manage"), program_of(member, "clubs:manage")
    assert send(program_of(owner, "game:read"), "/api/v1/clubs", name="X").json()["code"] == "scope_missing"
    head = {"Idempotency-Key": "the-key-of-a-club"}
    body = {"name": "Tampere Go", "place": "Tampere", "joining": "request", "letters": "TG"}
    made = [program.post("/api/v1/clubs", body, content_type="application/json", headers=head) for _ in range(2)]
    assert [one.status_code for one in made] == [201, 201]
    assert made[0].json() == made[1].json()
    assert Club.objects.count() == 1
    number = made[0].json()["id"]
    path = f"/api/v1/clubs/{number}"
    assert made[0].json()["my_role"] == "owner"

    asked_for = send(other, f"{path}/membership", do="join", sentence="Hello")
    assert asked_for.json() == {"club": number, "standing": "applied", "role": None, "gets_notices": True}
    assert program.get(f"{path}/requests").json()["results"][0]["sentence"] == "Hello"
    assert other.get(f"{path}/requests").json()["code"] == "not_manager"
    (result,) = Event.objects.filter(kind="club_request")
    assert (result.player, result.by, result.about) == (owner, member, {"club": number}), "for streams and webhooks"
    assert send(program, f"{path}/acts", act="admit", player="bea").status_code == 200
    assert send(program, f"{path}/acts", act="role", player="bea", role="manager").status_code == 200
    assert send(program, f"{path}/acts", act="role", player="bea").json()["field"] == "role"
    assert send(other, f"{path}/acts", act="notice", text="Hello all").status_code == 200
    assert other.get(f"{path}/notices").json()["results"][0]["text"] == "Hello all"
    changed = program.patch(path, {"hidden_members": True, "about": "Hi"}, content_type="application/json").json()
    assert (changed["hidden_members"], changed["about"], changed["emblem"]["letters"]) == (True, "Hi", "TG")
    renamed = other.patch(path, {"name": "Bea's"}, content_type="application/json").json()
    assert renamed["code"] == "not_club_owner"
    assert program_of(make_player(), "clubs:manage").get(f"{path}/members").json()["code"] == "not_member"
    assert [one["player"] for one in other.get(f"{path}/members").json()["results"]] == ["bea", "aino"]
    link = send(program, f"{path}/acts", act="link").json()["invitation"]
    third = make_player()
    joined = send(program_of(third, "clubs:manage"), f"{path}/membership", do="join", invitation=link).json()
    assert joined["role"] == "member"
    assert program_of(third, "clubs:manage").get(path).json()["invitation"] is None
    acts = [one["act"] for one in program.get(f"{path}/acts").json()["results"]]
    assert acts == ["joined", "linked", "changed", "notice", "role", "admitted", "founded"]
    assert send(program, f"{path}/membership", do="leave").json()["code"] == "owner_stays"


def test_E75_E99_programs_hear_which_field_cannot_be_so_and_why():
    owner = make_player()
    play(owner, 10)
    program = program_of(owner, "clubs:manage")
    for wrong, field, why in (
        ({"name": "Two  spaces"}, "name", "characters that are not allowed"),
        ({"name": "Moderators"}, "name", "reserved"),
        ({"name": "Go", "letters": "ZZ"}, "letters", "Choose different ones"),
    ):
        answer = send(program, "/api/v1/clubs/", **{"name": "Tampere Go", **wrong})
        body = answer.json()
        assert (answer.status_code, body["code"], body["field"]) == (400, "bad_club", field)
        assert why in body["detail"]
    assert not Club.objects.exists()


def test_E77_an_owner_closes_a_club_with_members_and_what_has_not_begun_ends_with_it():
    owner, member, manager = make_player(), make_player(), make_player()
    club = make_club(owner, member)
    add(club, manager, ClubRole.MANAGER)
    ladder = make_ladder(owner, member, club=club.pk)
    cup = drafting.create_draft(asked(owner), plan(name="Cup", entering=EntryPolicy.CLUB, club=club.pk))
    drafting.open_entry(asked(owner), cup.pk)
    path = f"/api/v1/clubs/{club.pk}/acts"
    refused_ = send(program_of(manager, "clubs:manage"), path, act="close", reason="tired")
    assert refused_.json()["code"] == "not_club_owner"
    program = program_of(owner, "clubs:manage")
    for act, field, text in (
        ("close", "reason", "Enter a reason."),
        ("notice", "text", "Enter a message of 1 to 2,000 characters."),
        ("invite", "player", "Enter a player's username."),
    ):
        answer = send(program, path, act=act).json()
        assert (answer["field"], answer["detail"]) == (field, text)
    client = signed_in(owner)
    assert 'value="close"' in client.get(f"/clubs/{club.pk}/manage/").content.decode()
    done = client.post(f"/clubs/{club.pk}/act/", {"do": "close", "reason": "We have moved."})
    assert (done.status_code, done["Location"]) == (302, "/clubs/")

    for one in (club, ladder, cup):
        one.refresh_from_db()
    assert (club.is_open, ladder.closed_at is None, cup.state) == (False, False, "cancelled")
    assert ladder.closed_why == cup.log.get(act="cancelled").reason == "We have moved."
    notices = Notice.objects.filter(kind="club_closed").values_list("player", flat=True)
    assert set(notices) == {member.pk, manager.pk}
    for visitor in (client, signed_in(member)):
        page = visitor.get(f"/clubs/{club.pk}/")
        assert (page.status_code, "We have moved." in page.content.decode()) == (200, True)
    assert client.get(f"/clubs/{club.pk}/members/").status_code == 404

    club.acts.update(by=None)
    page = signed_in(member).get(f"/clubs/{club.pk}/").content.decode()
    assert ("We have moved." in page, "Moderators closed it." in page) == (True, False), "its owner is not known"
    for visitor in (Client(), signed_in(make_player())):
        assert visitor.get(f"/clubs/{club.pk}/").status_code == 404

    again = make_club(owner, member)
    answer = send(program, f"/api/v1/clubs/{again.pk}/acts", act="close", reason="We have moved.")
    assert (answer.status_code, answer.json()["id"]) == (200, again.pk)


def test_E10_E78_events_of_a_club_are_for_members_and_a_ladder_has_a_size_of_its_own():
    owner, member, stranger = make_player(), make_player(), make_player()
    club = make_club(owner, member)
    wanted = plan(entering=EntryPolicy.CLUB)
    refused(drafting.BadTournament, drafting.create_draft, asked(owner), wanted)
    of_club = plan(name="Club cup", entering=EntryPolicy.CLUB, club=club.pk)
    refused(MayNotMakeEvents, drafting.create_draft, asked(member), of_club)
    refused(NotMember, drafting.create_draft, asked(stranger), of_club)
    cup = drafting.open_entry(asked(owner), drafting.create_draft(asked(owner), of_club).pk)
    refused(NotMember, entering.enter_tournament, asked(stranger), cup.pk)
    entering.enter_tournament(asked(member), cup.pk)

    ladder = ladders.create_ladder(asked(owner), LadderPlan(name="9x9", terms=Terms(width=9, height=9), club=club.pk))
    another = LadderPlan(name="again", terms=Terms(width=9, height=9), club=club.pk)
    refused(LadderOfSizeExists, ladders.create_ladder, asked(owner), another)
    refused(NotMember, ladders.join_ladder, asked(stranger), ladder.pk)
    ladders.join_ladder(asked(member), ladder.pk)
    page = signed_in(stranger).get(f"/clubs/{club.pk}/").content.decode()
    assert "Club cup" in page
    assert f"/ladders/{ladder.pk}/" in page
    assert f"?club={club.pk}" not in page
    page = signed_in(owner).get(f"/clubs/{club.pk}/").content.decode()
    assert f"/tournaments/new/?club={club.pk}" in page
    assert "no club" in signed_in(owner).get(f"/ladders/new/?club={club.pk}").content.decode()
    assert club.name in signed_in(stranger).get(f"/tournaments/{cup.pk}/").content.decode()

    joining.leave_or_withdraw_request(asked(member), club.pk)

    assert Ladder.objects.get().ladder_places.get(player=member).place is None, "off the club's ladder"


def test_E78_a_club_has_one_open_ladder_for_each_size():
    owner = make_player()
    club = make_club(owner)

    def create(size):
        return ladders.create_ladder(
            asked(owner), LadderPlan(name="x", terms=Terms(width=size, height=size), club=club.pk)
        )

    first = create(9)
    refused(LadderOfSizeExists, create, 9)
    closing.close_ladder(asked(owner), first.pk, "over")
    assert create(9).pk != first.pk, "the old one is closed"
    assert create(13).width == 13


def test_E78_the_overview_shows_games_of_members_to_those_who_may_see_the_members():
    owner, member, gone = make_player(), make_player(), make_player()
    club = make_club(owner, member, gone)
    joining.leave_or_withdraw_request(asked(gone), club.pk)
    theirs, other = make_game(black=member), make_game(black=gone)
    path, stranger = f"/clubs/{club.pk}/", signed_in(make_player())

    page = stranger.get(path).content.decode()
    assert (f"/g/{theirs.pk}/" in page, f"/g/{other.pk}/" in page) == (True, False)

    Club.objects.filter(pk=club.pk).update(hidden_members=True)
    assert f"/g/{theirs.pk}/" not in stranger.get(path).content.decode()
    assert f"/g/{theirs.pk}/" in signed_in(owner).get(path).content.decode()


def test_E10_E78_a_league_of_a_club_is_for_its_members_and_who_leaves_the_club_leaves_it():
    owner, waits, stranger = make_player(), make_player(), make_player()
    players = [make_player() for _ in range(4)]
    club = make_club(owner, waits, *players)
    plan_of = LeaguePlan(name="Club league", terms=Terms(width=9, height=9), club=club.pk)
    refused(NotMember, leagues.create_league, asked(stranger), plan_of)
    refused(MayNotMakeEvents, leagues.create_league, asked(waits), plan_of)
    new = f"/leagues/new/?club={club.pk}"
    assert new in signed_in(owner).get(f"/clubs/{club.pk}/").content.decode()
    assert f'value="{club.pk}" selected' in signed_in(owner).get(new).content.decode()
    program = program_of(owner, "events:direct", "events:play")
    body = {"name": "Club league", "terms": {"size": 9, "days": 3}, "club": club.pk}
    answer = send(program, "/api/v1/leagues", **body)
    assert (answer.status_code, answer.json()["club"]) == (201, club.pk)
    league = League.objects.get()
    page = signed_in(stranger).get(f"/leagues/{league.pk}/").content.decode()
    assert club.name in page
    assert "Only club members can join a club league." in page
    assert "Join the league" not in page
    assert "Join the league" in signed_in(waits).get(f"/leagues/{league.pk}/").content.decode()
    refused(NotMember, leagues.join_league, asked(stranger), league.pk)
    for player in players:
        leagues.join_league(asked(player), league.pk)
    seasons.start_first_season(asked(owner), league.pk)
    look()
    leagues.join_league(asked(waits), league.pk)
    page = signed_in(stranger).get(f"/clubs/{club.pk}/").content.decode()
    assert f"/leagues/{league.pk}/" in page
    assert "/tournaments/" not in page.split("<main")[1].split("</main")[0], "its groups are behind its page"

    for gone in (waits, players[0]):
        joining.leave_or_withdraw_request(asked(gone), club.pk)
    members = dict(league.members.values_list("player", "state"))
    assert (members[waits.pk], members[players[0].pk]) == ("left", "playing")
    assert league.members.get(player=players[0]).stays is False
    assert Entry.objects.get(player=players[0]).state == "withdrawn", "no more games, the running ones go on"
    refused(NotMember, leagues.set_next_season_answer, asked(players[0]), league.pk, stays=True)

    ending.close_club_by_owner(asked(owner), club.pk, "We have moved.")
    assert League.objects.get().closed_at is not None
    assert League.objects.get().log.first().reason == "We have moved."


def decide(case, staff, measure, **more):
    sanction = moderation.Sanction(measure=measure, reason_key="name", **more)
    return moderation.decide_case(case_id=case.pk, staff=staff, sanction=sanction, now=NOON)


def test_E79_reported_texts_are_hidden_a_name_is_taken_a_club_closed_with_reason_and_appeal():
    owner, reporter, staff = make_player(), make_player(), make_moderator()
    club = make_club(owner, make_player(), name="Awful name", about="Awful text")
    written = notices.write_notice(asked(owner), club.pk, "Awful notice")
    client = signed_in(reporter)
    for path in (f"/report/club/{club.pk}/", f"/report/club-notice/{written.pk}/"):
        assert "Awful" in client.get(path).content.decode()
        assert client.post(path, {"kind": "profile", "text": "look"}).status_code == 302
    assert signed_in(owner).get(f"/report/club/{club.pk}/").status_code == 200
    case = Case.objects.get()
    page = signed_in(staff).get(f"/mod/case/{case.pk}/").content.decode()
    assert "Close a club" in page

    made = [
        decide(case, staff, measure, club=club.pk, ends_case=False)
        for measure in (Measure.HIDE_CLUB, Measure.RENAME_CLUB)
    ]
    decide(case, staff, Measure.HIDE, club_notice=written.pk, ends_case=False)
    club.refresh_from_db()
    assert club.about == ""
    assert club.name.startswith("Club ")
    assert "Awful" not in client.get(f"/clubs/{club.pk}/notices/").content.decode()
    assert client.get(f"/report/club-notice/{written.pk}/").status_code == 404
    closed = decide(case, staff, Measure.CLOSE_CLUB, club=club.pk)
    assert client.get(f"/clubs/{club.pk}/").status_code == 404
    assert "Club closed" in signed_in(owner).get("/decisions/").content.decode()

    other = make_moderator()
    moderation.appeal_decision(decision_id=closed.pk, player=owner, text="Please", now=NOON)
    verdict = moderation.AppealAnswer(AppealOutcome.LIFTED, "You are right")
    moderation.answer_appeal(case_id=Appeal.objects.get().case_id, staff=other, verdict=verdict, now=NOON)
    for one in reversed(made):
        moderation.undo_decision(decision_id=one.pk, staff=staff, reason="wrong", now=NOON)

    club.refresh_from_db()
    assert (club.name, club.about, club.closed_at) == ("Awful name", "Awful text", None)
    assert standing(club, owner) == "member"


def test_the_pages_of_a_new_club_or_class_ask_for_a_confirmed_address_only_where_it_is_required(client, settings):
    client.force_login(make_player())
    for path in ("/clubs/new/", "/classes/new/"):
        for settings.IGO_CONFIRM_EMAIL in (True, False):
            shown = client.get(path).content.decode()
            assert ("You need a confirmed e-mail address" in shown) == settings.IGO_CONFIRM_EMAIL, path
            assert "ten finished games" in shown


def test_E78_E99_the_sixth_notice_of_a_day_says_when_the_next_is_possible():
    club = make_club()
    program = program_of(club.founder, "clubs:manage")

    def post():
        return send(program, f"/api/v1/clubs/{club.pk}/acts/", act="notice", text="News")

    assert [post().status_code for _ in range(5)] == [200] * 5
    refused = post()
    assert refused.status_code == 429
    assert refused.json()["code"] == "too_many_notices"
    assert refused["Retry-After"] == str(refused.json()["seconds"])
