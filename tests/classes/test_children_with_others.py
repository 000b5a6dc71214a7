"""Children and others: their teacher watches their games, and strangers cannot write to them (T3, T5)."""

from dataclasses import replace
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.core.guests import NotForChildren
from accounts.core.lookup import NoSuchPlayer
from accounts.models import Block
from accounts.privacy.account_deletion import delete
from challenges import services as offers
from challenges.errors import CannotChallenge, NoSuchChallenge
from challenges.limits import OpponentLimits
from challenges.models import Challenge, ChallengeStatus
from challenges.server_bots import bot_name
from challenges.services import OfferRecipients
from classes import access as classes_access
from classes.models import HomeworkGame
from classes.services import founding, games, joining, positions
from clubs.errors import RecipientsRefused
from clubs.services.audiences import Audience, audience_of
from foundation import timesource
from games import access, verbs
from games.models import Game, Seat, Vacation
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from learn.models import Material
from learn.services import materials
from learn.services.materials import MaterialDetails
from live import following
from rules.variants.presets import team_go
from social.models import Post
from study.access import visible_trees
from study.errors import MayNotComment
from study.models import Sharing, StudySettings, Tree
from study.services import board_questions, boards, comments
from study.services.board_questions import NewQuestion
from study.services.boards import NewBoard
from tests.classes.helpers import make_child, make_class, put
from tests.classes.test_children import School
from tests.classes.test_positions import give, start
from tests.clubs.helpers import asked
from tests.factories import NOON, act, make_game, make_player, reload
from tests.support.browsers import browser
from tests.tournaments.helpers import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def school():
    return School()


def private(black, white):
    return make_game(black=black, white=white, private=True)


def sees(viewer, game):
    """Whether this person may watch the game, by every way that looks a game up."""
    found = {
        Game.objects.visible_to(viewer).filter(pk=game.pk).exists(),
        access.may_watch(viewer, Game.objects.get(pk=game.pk)),
        following.record_visit_if_may_watch(viewer, game.pk),
        following.viewer_state_of(game.pk, viewer) is not None,
        *(browser(viewer).get(f"/{path}").status_code == 200
          for path in (f"g/{game.pk}/", f"g/{game.pk}.sgf", f"api/v1/games/{game.pk}/")),
    }  # fmt: skip
    assert len(found) == 1, found
    return found.pop()


def test_T5_a_teacher_watches_the_games_of_children_with_people_of_the_class_and_with_bots(school):
    bot = make_player(bot_name(1), is_bot=True)
    others = [school.pupil, school.stranger, school.elsewhere, school.other.teacher]
    with_pupil = private(school.aino, school.pupil)
    for game in (private(school.aino, school.bea), private(school.aino, bot), with_pupil):
        assert sees(school.teacher, game)
        assert not any(sees(viewer, game) for viewer in others if viewer != school.pupil)
    assert sees(school.pupil, with_pupil)
    for game in (
        private(school.pupil, make_player("friend")),
        private(school.aino, school.stranger),
        private(school.aino, school.elsewhere),
        private(bot, school.pupil),
    ):
        assert not sees(school.teacher, game)
        assert not sees(school.other.teacher, game)


def test_T5_a_pupil_who_leaves_takes_their_games_with_children_along(school):
    game = private(school.aino, school.pupil)

    joining.leave_class(asked(school.pupil), school.classroom.pk)

    assert not sees(school.teacher, game)


def test_T5_a_child_takes_vacations_and_withdraws_offers_as_any_player(school):
    child = browser(school.aino)
    until = (timesource.now() + timedelta(days=3)).date().isoformat()
    answer = child.post("/api/v1/me/vacation/", {"until": f"{until}T12:00:00Z"}, content_type="application/json")
    offer = offers.create_challenge(PlayerRequest(school.aino, NOON), Terms(), OfferRecipients(school.bea))

    withdrawn = child.delete(f"/api/v1/challenges/{offer.pk}/")

    assert answer.status_code in (200, 201), answer.content
    assert Vacation.objects.filter(player=school.aino).exists()
    assert withdrawn.status_code in (200, 204), withdrawn.content
    offer.refresh_from_db()
    assert offer.status == ChallengeStatus.WITHDRAWN


def test_T3_the_page_of_the_class_has_the_games_of_children_for_the_teacher_only(school):
    game = private(school.aino, school.bea)
    path = school.classroom.get_absolute_url()

    assert f"/g/{game.pk}/" in browser(school.teacher).get(path).content.decode()
    assert f"/g/{game.pk}/" not in browser(school.pupil).get(path).content.decode()


def test_T5_the_teacher_of_a_removed_child_watches_no_more(school):
    game = private(school.aino, school.bea)

    joining.remove_pupil(asked(school.teacher), school.classroom.pk, school.aino)

    assert not sees(school.teacher, game)


def test_T5_only_the_teacher_comments_on_the_games_of_children(school):
    game, other = private(school.aino, school.pupil), private(school.aino, school.bea)
    for one in (game, other):
        act(one, verbs.Resign, by=school.aino)

    refused(MayNotComment, comments.add_comment, PlayerRequest(school.pupil, NOON), game.pk, "", "Meet me")
    refused(MayNotComment, comments.add_comment, PlayerRequest(school.moderator, NOON), game.pk, "", "hello")
    comments.add_comment(PlayerRequest(school.teacher, NOON), other.pk, "", "Well played")

    assert [post.text for post in Post.objects.all()] == ["Well played"]


def test_T5_analyses_do_not_carry_texts_to_or_from_children(school):
    game = private(school.aino, school.pupil)
    act(game, verbs.Resign, by=school.aino)
    for seat in Seat.objects.filter(game=game):
        Tree.objects.create(seat=seat, shared=True if seat.player == school.pupil else None)
    StudySettings.objects.create(player=school.aino, sharing=Sharing.ALWAYS)

    game = reload(game)
    for player in (school.aino, school.pupil):
        assert [tree.seat.player for tree in visible_trees(player, game)] == [player]
    assert games.latest_reviewed_games([school.bea.pk], school.pupil, NOON) == []


def test_T5_only_the_teacher_shares_with_children(school):
    names = Audience(players=(school.aino.username,))

    for owner, refusal in ((school.teacher, None), (school.pupil, RecipientsRefused), (school.stranger, NoSuchPlayer)):
        made = materials.create_material(owner, Material.Kind.PROBLEMS, MaterialDetails("Corners"), NOON)
        if refusal:
            refused(refusal, materials.share_material, owner, made, names, NOON)
        else:
            assert audience_of(materials.share_material(owner, made, names, NOON)) == names


def test_T5_a_child_gets_no_seat_next_to_strangers(school):
    rengo = replace(Terms(width=9, height=9), variant=team_go((2, 2)))
    to = OfferRecipients(school.aino).for_terms(rengo, school.teacher)

    refused(CannotChallenge, offers.create_challenge, PlayerRequest(school.teacher, NOON), rengo, to)


def test_T5_strangers_do_not_learn_from_blocking_that_there_is_a_child(school):
    for name in (school.aino.username, "nobody"):
        assert browser(school.stranger).post("/block/", {"name": name}).status_code == 404
        assert browser(school.stranger).put(f"/api/v1/me/blocks/{name}/").status_code == 404
    assert not Block.objects.exists()
    assert browser(school.pupil).put(f"/api/v1/me/blocks/{school.aino.username}/").status_code == 204


@pytest.mark.parametrize("first", ["aino", "pupil"])
@pytest.mark.parametrize("second", ["bea", "grown"])
def test_T13_children_play_homework_with_classmates(school, first, second):
    grown = make_player("grown")
    one, two = getattr(school, first), grown if second == "grown" else school.bea
    put(school.classroom, grown)
    found = give(school.classroom, level=None)

    waiting = start(found, one)
    assert start(found, one) == waiting
    assert (waiting.game, waiting.offer is None) == (None, one.is_child)
    assert "waiting for a classmate" in browser(one).get(found.get_absolute_url()).content.decode()
    begun = start(found, two)

    game = begun.game
    waiting.refresh_from_db()
    assert waiting.game == game
    assert {seat.player for seat in game.seat_list()} == {one, two}
    assert (game.private, game.rated) == (one.is_child or two.is_child, False)
    assert HomeworkGame.objects.filter(game=game).count() == 2
    if waiting.offer is not None:
        assert waiting.offer.status == (ChallengeStatus.WITHDRAWN if two.is_child else ChallengeStatus.ACCEPTED)


def test_T14_the_teacher_sees_the_homework_of_children(school, settings):
    settings.IGO_HOUSE_BOT = True
    make_player(bot_name(2), is_bot=True)
    found = give(school.classroom)
    game = start(found, school.aino).game

    assert f"/g/{game.pk}/" in browser(school.teacher).get(found.get_absolute_url()).content.decode()
    rows = positions.games_from_position(
        found, classes_access.visible_class(school.teacher, school.classroom.pk), school.teacher
    )
    assert [row.game for row in rows] == [game]


def test_T5_a_child_signs_in_with_the_code_where_addresses_are_confirmed(client, settings):
    settings.IGO_CONFIRM_EMAIL, settings.ACCOUNT_EMAIL_VERIFICATION = True, "mandatory"
    child, player = make_child(make_class()), make_player("unconfirmed")
    EmailAddress.objects.filter(user=player).delete()

    for name, enters in ((child.username, True), (player.username, False)):
        client.logout()
        client.post("/accounts/login/", {"login": name, "password": "correct horse"})
        assert ("_auth_user_id" in client.session) == enters


@pytest.mark.parametrize("end", ["class", "child", "teacher"])
def test_T6_the_end_ends_the_offers_of_children_and_to_them(school, end):
    made = offers.create_challenge(PlayerRequest(school.aino, NOON), Terms(), OfferRecipients(school.pupil))
    received = offers.create_challenge(PlayerRequest(school.pupil, NOON), Terms(), OfferRecipients(school.aino))
    other = offers.create_challenge(PlayerRequest(school.pupil, NOON), Terms(), OfferRecipients(school.stranger))

    if end == "class":
        founding.delete_class(asked(school.teacher), school.classroom.pk)
    elif end == "child":
        joining.remove_pupil(asked(school.teacher), school.classroom.pk, school.aino)
    else:
        delete(player=school.teacher, now=NOON)

    states = [Challenge.objects.get(pk=one.pk).status for one in (made, received, other)]
    assert states == [
        ChallengeStatus.WITHDRAWN,
        ChallengeStatus.DECLINED,
        ChallengeStatus.OPEN,
    ]


def test_T6_the_end_of_a_class_takes_as_many_queries_with_three_children_as_with_one(school):
    queries = []
    for names in (["One"], ["Two", "Three", "Four"]):
        made = make_class(school.teacher)
        for name in names:
            make_child(made, name)
        with CaptureQueriesContext(connection) as ended:
            founding.delete_class(asked(school.teacher), made.pk)
        queries.append(len(ended))
    assert queries[1] == queries[0]


def test_T6_a_class_ends_only_after_the_teacher_has_ticked_the_box(school):
    path, teacher = f"/classes/{school.classroom.pk}/", browser(school.teacher)

    answer = teacher.post(f"{path}delete/", follow=True)

    assert "Tick the box first" in answer.content.decode()
    assert teacher.get(path).status_code == 200
    assert teacher.post(f"{path}delete/", {"sure": "yes"}).status_code == 302
    assert teacher.get(path).status_code == 404


def simul(host, **terms):
    to = OfferRecipients(by_link=True, limits=OpponentLimits(simul_places=3))
    return offers.create_challenge(PlayerRequest(host, NOON), Terms(width=9, height=9, color="black", **terms), to)


def take(offer, player):
    return offers.take_place(PlayerRequest(player, NOON), offer.pk, token=offer.token)


def test_T19_a_child_takes_a_place_in_the_teachers_private_simul(school):
    offer = simul(school.teacher, private=True)
    shown = browser(school.aino).get(offer.get_absolute_url()).content.decode()
    assert 'value="sit"' in shown

    for player in (school.aino, school.pupil):
        take(offer, player)
    offers.start_simul(PlayerRequest(school.teacher, NOON), offer.pk)

    started = Game.objects.filter(event_kind="simul", event_number=offer.pk)
    white = [game.seat_list()[1].player for game in started.order_by("pk")]
    assert white == [school.aino, school.pupil]
    assert [(game.private, game.rated) for game in started.order_by("pk")] == [(True, False), (True, True)]
    page = browser(school.aino).get(offer.get_absolute_url()).content.decode()
    assert school.pupil.username not in page


def test_T19_only_people_of_the_class_see_which_children_have_a_place_in_a_simul(school, client):
    to = OfferRecipients(limits=OpponentLimits(simul_places=3))
    offer = offers.create_challenge(PlayerRequest(school.teacher, NOON), Terms(private=True), to)
    take(offer, school.aino)

    for viewer in (school.teacher, school.pupil, school.bea, school.aino, school.stranger, school.other.teacher, None):
        reader = client if viewer is None else browser(viewer)
        for path in (offer.get_absolute_url(), f"/api/v1/challenges/{offer.pk}/", "/api/v1/challenges/"):
            answer = reader.get(path)
            knows = school.aino.username in answer.content.decode()
            assert knows == (viewer in (school.teacher, school.pupil, school.bea, school.aino)), (viewer, path)
            assert answer.status_code == 200


def test_T19_a_list_of_simuls_with_children_takes_as_many_queries_as_one(school):
    to = OfferRecipients(limits=OpponentLimits(simul_places=3))
    queries = []
    for _ in range(3):
        offer = offers.create_challenge(PlayerRequest(school.teacher, NOON), Terms(private=True), to)
        take(offer, school.aino)
        with CaptureQueriesContext(connection) as read:
            assert Client().get("/api/v1/challenges/").status_code == 200
        queries.append(len(read))
    assert queries[2] == queries[0]


@pytest.mark.parametrize("wrong", ["public", "other teacher", "pupil's"])
def test_T19_children_take_no_place_in_other_simuls(school, wrong):
    host = {"public": school.teacher, "other teacher": school.other.teacher, "pupil's": school.pupil}[wrong]
    offer = simul(host, private=wrong != "public")

    with pytest.raises((NotForChildren, CannotChallenge, NoSuchChallenge)):
        take(offer, school.aino)

    assert not offer.simul_places_taken


def test_T19_only_the_teacher_sees_what_a_child_asks_about_a_board(school):
    board, _ = boards.create_board(school.teacher, NewBoard("Openings"), NOON)
    boards.share_board(school.teacher, board.key, Audience(everyone=True), NOON)
    path = board.get_absolute_url()
    assert 'name="text"' in browser(school.aino).get(path).content.decode()
    browser(school.aino).post(f"{path}questions/", {"text": "Why there?"})

    seen = [
        "Why there?" in browser(one).get(path).content.decode()
        for one in (school.teacher, school.aino, school.bea, school.pupil, school.stranger, None)
    ]

    assert seen == [True, True, False, False, False, False]
    with pytest.raises(NotForChildren):
        board_questions.ask_question(school.elsewhere, board.key, NewQuestion("Me too?"), NOON)
