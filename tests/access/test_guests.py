"""Guests' permissions in the API: every operation of the OpenAPI document, called with a guest's cookie."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.utils import timezone

from accounts.core.guests import NotForGuests
from accounts.core.renaming import rename_player
from accounts.models import Block, Player
from accounts.privacy.blocking import block_player
from accounts.security.oauth import register_app
from accounts.security.tokens import NewToken, make_token
from challenges import services as challenging
from challenges.services import OfferRecipients
from games import services, verbs
from games.services.bots import become_bot
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from moderation import services as moderating
from moderation.models.case import CaseKind
from moderation.services.events_and_matches import EVENTS
from programs.models import Webhook
from programs.services.webhooks import add_webhook
from tests.access.table import BODIES
from tests.access.visitors import Place
from tests.factories import act, make_game, make_player
from tests.learn.helpers import A_PAGE
from tests.support.schema import schema
from tests.tournaments.helpers import make_open

pytestmark = pytest.mark.django_db
TERMS = {"size": 9, "days": 3}
EVENT = {"name": "Guests of Oulu", "terms": TERMS}
WITH_A_PASSWORD = {"token_create", "me_delete", "me_export"}
"""Operations that ask for the password, which guests do not have: pages export and delete for guests."""


@dataclass(frozen=True)
class Call:
    """An operation that changes something: its body, and the object in the place that it concerns."""

    body: dict[str, Any] | None = None
    about: dict[str, str] = field(default_factory=dict)


OPEN = {
    "act": Call({"kind": "play", "point": "E5", "expected": 0}, {"game_id": "another"}),
    "address_try": Call(),
    "bulletin_dismiss": Call(),
    "calendar_end": Call(),
    "calendar_make": Call(),
    "challenge_decline": Call(None, {"challenge_id": "unwanted"}),
    "device_add": Call(),
    "federation_data_delete": Call(),
    "feed_end": Call(),
    "feed_make": Call(),
    "game_mute": Call(),
    "game_unmute": Call(),
    "lesson_try": Call(),
    "machine_reviews_choose": Call(),
    "me_change": Call({"language": "fi"}),
    "mute": Call(),
    "my_notifications_change": Call(),
    "my_study_change": Call(),
    "my_time_change": Call(),
    "my_week": Call({"zone": "Europe/Helsinki", "weekend": [5, 6]}),
    "note_write": Call(),
    "notices_read": Call(),
    "plan_end": Call(),
    "plan_write": Call({"branches": [], "expected": 0}),
    "problem_answer": Call(),
    "problem_daily_change": Call(),
    "problem_try": Call(),
    "problems_repeat": Call(),
    "sessions_end": Call(),
    "starting_rank_delete": Call(),
    "tree_change": Call(),
    "tree_read": Call(),
    "unblock": Call(),
    "unfollow": Call(),
    "unmute": Call(),
    "unstar": Call(),
    "variations_remove": Call(),
}
"""Operations open to guests: play their game, learn, and choose what only they see."""
REFUSED = {
    "app_register": Call({"name": "Guests of Oulu", "redirect_uris": ["https://example.org/"]}),
    "become_bot": Call(),
    "block": Call(),
    "challenge_accept": Call(),
    "challenge_bid": Call(),
    "challenge_counter": Call(TERMS),
    "challenge_create": Call(TERMS),
    "challenge_seat": Call(),
    "class_create": Call({"name": "Beginners"}),
    "class_membership": Call({"do": "join"}),
    "club_found": Call({"name": "Guests of Oulu"}),
    "club_membership": Call({"do": "join"}),
    "collection_make": Call({"name": "Corners"}),
    "player_lesson_make": Call({"name": "Captures"}),
    "board_ask": Call({"text": "Why there?"}),
    "board_change": Call({"shown": "000000000000"}),
    "board_share": Call({"everyone": True}),
    "board_make": Call({"name": "Ladders"}),
    "comment": Call(),
    "federation_data_store": Call({"family_name": "Virtanen"}),
    "follow": Call(),
    "ladder_challenge": Call({"player": "player", "place": 1}),
    "ladder_create": Call(EVENT),
    "ladder_rung": Call({"do": "join"}),
    "library_add": Call({"sgf": "(;SZ[9])"}),
    "library_share": Call({"everyone": True}),
    "league_challenge": Call({"player": "player"}),
    "league_create": Call(EVENT),
    "league_membership": Call({"do": "join"}),
    "me_rename": Call({"name": "somebody"}),
    "post_write": Call(),
    "problems_read": Call({"sgf": "(;SZ[9])"}),
    "report": Call({"kind": "abuse", "player": "player"}),
    "say": Call(),
    "search_create": Call({"sizes": [9], "clocks": ["days_3"]}),
    "star": Call({}, {"game_id": "public"}),
    "starting_rank_state": Call({"system": "kgs", "rank": "7k"}),
    "talk_say": Call(None, {"game_id": "public"}),
    "teacher": Call({"username": "player"}, {"game_id": "finished"}),
    "team_match_create": Call({"terms": TERMS, "club": 1, "guest": 2}),
    "team_match_place": Call({"do": "play"}),
    "topic_start": Call({"title": "Hello", "text": "hello"}),
    "tournament_create": Call({**EVENT, "kind": "swiss"}),
    "tournament_enter": Call({}, {"tournament_id": "open"}),
    "tree_share": Call(),
    "vacation_start": Call(),
    "variation": Call(None, {"game_id": "finished"}),
    "vote": Call(),
    "webhook_create": Call({"url": "https://example.org/hook"}),
}
"""Operations that need an account: those about other people, and those that outlast a guest."""
NOTHING = {
    "app_delete": Call(),
    "appeal": Call({"text": "no"}),
    "challenge_seats": Call({"seats": ["player", None, None]}),
    "challenge_start": Call(),
    "challenge_withdraw": Call(),
    "class_act": Call(),
    "class_card": Call(),
    "class_position_give": Call(),
    "class_position_play": Call(),
    "class_position_stop": Call(),
    "class_change": Call(),
    "class_children": Call(),
    "class_delete": Call(),
    "club_act": Call(),
    "club_crest_remove": Call(),
    "club_crest_store": Call(),
    "club_import": Call(),
    "club_import_delete": Call(),
    "club_invite_many": Call(),
    "club_name_map": Call(),
    "topic_change": Call(),
    "topic_post_withdraw": Call(),
    "topic_reply": Call(),
    "club_change": Call(),
    "collection_change": Call({"name": "Corners"}),
    "collection_delete": Call(),
    "collection_problem_delete": Call(),
    "collection_share": Call({"everyone": True}),
    "collection_try": Call(),
    "board_delete": Call(),
    "board_edit": Call({"name": "Ladders"}),
    "board_question_change": Call({"state": "answered"}),
    "board_question_withdraw": Call(),
    "player_lesson_add": Call(A_PAGE),
    "player_lesson_change": Call({"name": "Captures"}),
    "player_lesson_delete": Call(),
    "player_lesson_page_delete": Call(),
    "player_lesson_replace": Call(A_PAGE),
    "player_lesson_share": Call({"everyone": True}),
    "player_lesson_try": Call(),
    "collection_upload": Call({"sgf": "(;SZ[9])"}),
    "comment_withdraw": Call(),
    "device_remove": Call(),
    "grant_end": Call(),
    "ladder_close": Call({"reason": "no"}),
    "league_act": Call(),
    "library_change": Call({"folder": "no"}),
    "library_delete": Call(),
    "machine_review_ask": Call(),
    "marks": Call({"dead": [], "expected": 0}),
    "problem_make": Call(None, {"game_id": "private"}),
    "rematch": Call(),
    "search_cancel": Call(),
    "search_widen": Call(),
    "seat_answer": Call(),
    "session_end": Call(),
    "team_match_act": Call(),
    "thread_mute": Call({"muted": True}),
    "thread_read": Call(),
    "token_delete": Call(),
    "token_revoke": Call(),
    "tournament_act": Call(),
    "tournament_change": Call({**EVENT, "kind": "swiss"}),
    "tournament_consent": Call({"shares_name": True}),
    "tournament_federation_file": Call({}, {"form": "egd"}),
    "tournament_match_players": Call({"players": "Aino"}),
    "tournament_pair": Call({"pairings": [{"black": "player", "white": "player"}]}),
    "tournament_stay": Call(),
    "tournament_withdraw": Call(),
    "translate": Call({"post": 1}),
    "vacation_end": Call(),
    "webhook_delete": Call(),
    "webhook_enable": Call(),
}
"""Operations that answer 4xx because a guest lacks the object, or cannot have it now."""


@pytest.fixture
def place() -> Place:
    """Return the place of all visitors, with a guest who plays a bot and was challenged by a player."""
    place, now = Place(), timezone.now()
    guest, bot, player = make_player("guest-4821", is_guest=True), make_player(is_bot=True), place.people["player"]
    place.join("guest", guest)
    offer, unwanted = (
        challenging.create_challenge(PlayerRequest(player, now), Terms(), OfferRecipients(opponent=guest)).pk
        for _ in range(2)
    )
    with_bot, another, finished = (make_game(black=guest, white=bot, now=now) for _ in range(3))
    act(finished, verbs.Resign, by=guest, now=now)
    games = {"public": place.public.pk, "private": place.private.pk, "another": another.pk, "finished": finished.pk}
    place.values |= {"game_id": with_bot.pk, "challenge_id": offer, "unwanted": unwanted, "form": "csv", "egd": "egd"}
    place.values |= {**games, "open": make_open(player, now).pk}
    return place


def changing() -> dict[str, tuple[str, str]]:
    """Return the operations of the OpenAPI document that change something: each with its method and path."""
    return {
        operation["operationId"]: (method.upper(), path)
        for path, methods in schema()["paths"].items()
        for method, operation in methods.items()
        if method != "get"
    }


def answers(place: Place, calls: dict[str, Call]) -> dict[str, tuple[int, str]]:
    """Return the answers to the guest, by operation: the status, and the code of a refusal."""
    return {name: _answer(place, *changing()[name], call) for name, call in calls.items()}


def _answer(place: Place, method: str, path: str, call: Call) -> tuple[int, str]:
    values = {**place.values, **{what: place.values[which] for what, which in call.about.items()}}
    where = re.sub(r"{(\w+)}", lambda found: str(values[found[1]]), path)
    body = BODY_AT.get(path.strip("/"), {}) if call.body is None else call.body
    text = json.dumps(body).replace(': "player"', f': "{values["name"]}"')
    headers = {"Idempotency-Key": f"{method} {path}"}
    answer = place.come("guest").generic(method, where, text, content_type="application/json", headers=headers)
    return answer.status_code, answer.json()["code"] if answer.status_code >= 400 else ""


BODY_AT = {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route).strip("/"): body for route, body in BODIES.items()}


def test_every_operation_that_changes_something_is_in_one_of_the_tables():
    tables = [set(OPEN), set(REFUSED), set(NOTHING), WITH_A_PASSWORD]

    assert set.union(*tables) == set(changing())
    assert sum(map(len, tables)) == len(changing())


def test_a_guest_may_do_what_is_about_the_guest_alone(place):
    assert {name: code for name, (status, code) in answers(place, OPEN).items() if status >= 300} == {}


def test_services_refuse_a_guest_all_that_takes_an_account(place):
    found = answers(place, REFUSED)

    assert {name: answer for name, answer in found.items() if answer != (403, "guest")} == {}
    guest = place.people["guest"]
    assert not Block.objects.filter(player=guest)
    assert not Webhook.objects.filter(player=guest)
    assert Player.objects.get(pk=guest.pk).username == "guest-4821"


def test_a_guest_writes_nothing_on_the_profile_that_everybody_reads(place):
    """The account page redirects guests; the preferences next to the profile are open to them."""
    guest = place.people["guest"]

    about = _answer(place, *changing()["me_change"], Call({"bio": "Hei!", "theme": "dark"}))

    assert about == (403, "guest")
    fresh = Player.objects.get(pk=guest.pk)
    assert (fresh.bio, fresh.theme) == ("", "")


def test_what_a_guest_cannot_have_is_not_there(place):
    found = answers(place, NOTHING)

    assert {name: answer for name, answer in found.items() if answer[0] < 401 or answer[1] == "guest"} == {}


def test_reading_refuses_no_guest_anything(place):
    for path, methods in schema()["paths"].items():
        if "get" in methods:
            assert _answer(place, "GET", path, Call({}))[1] != "guest", path


def test_services_refuse_a_guest_whoever_calls_them():
    guest, other, now = make_player(is_guest=True), make_player(), timezone.now()
    complaint = moderating.ReportContent(CaseKind.PROFILE, guest)
    calls: dict[str, Callable[[], object]] = {
        "rename": lambda: rename_player(player=guest, name="somebody", now=now),
        "block": lambda: block_player(player=guest, other=other, now=now),
        "report": lambda: moderating.report_player(
            target=moderating.target_player(guest, other.username), complaint=complaint, now=now
        ),
        "app": lambda: register_app(player=guest, name="x", redirect_uris=["https://example.org/"]),
        "token": lambda: make_token(player=guest, wanted=NewToken("x", ["account:read"], 1), now=now),
        "webhook": lambda: add_webhook(player=guest, url="https://example.org/", now=now),
        "bot": lambda: become_bot(player=guest),
        "vacation": lambda: services.start_vacation(player=guest, now=now),
    }

    allowed = []
    for name, do in calls.items():
        with suppress(NotForGuests):
            do()
            allowed.append(name)
    assert allowed == []


def test_pages_lead_a_guest_whom_a_service_refuses_to_where_the_account_is_kept(place):
    visitor, values = place.come("guest"), place.values

    events = [f"/report/{kind}/{values[f'{kind}_id']}/" for kind in EVENTS]
    for path in ("/block/", *events, f"/report/team-match/{values['match_id']}/"):
        assert visitor.post(path, {"name": values["name"]}).headers.get("Location") == "/accounts/keep/", path
    answer = visitor.post("/settings/time/vacation-start/", {"days": "7"})
    assert (answer.status_code, "create an account first" in answer.content.decode()) == (403, True)


def test_a_guest_lets_no_program_act_for_the_account(place):
    app = register_app(player=place.people["player"], name="app", redirect_uris=["https://example.org/"])
    query = {"client_id": app.pk, "redirect_uri": "https://example.org/", "response_type": "code", "state": "x",
             "scope": "account:read", "code_challenge": "x" * 43, "code_challenge_method": "S256"}  # fmt: skip

    assert place.come("guest").get("/oauth/authorize", query).headers.get("Location") == "/accounts/keep/"
