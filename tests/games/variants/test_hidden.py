"""One-colour Go and blind Go between two people: announcements, refusals, and the end of hiding (V20 to V29)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import timezone, translation

from challenges.errors import BotCannotPlayVariant
from challenges.forms.counter import CounterForm
from challenges.models import Challenge
from challenges.services import OfferRecipients, create_challenge, offer_or_accept_rematch
from games import verbs
from games.errors import BadTerms, IllegalHiddenInfoMove, RecordSealed
from games.game_view import GameView
from games.models import Message
from games.models.action import rules_actions
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from rules import AfterRejection, Color
from rules.errors import OffBoard, PointOccupied
from rules.variants import HiddenInformation, Variant, ViewKind
from tests.factories import act, make_game, make_player, play, reload
from tests.support.browsers import browser
from wording.variant_words import variant_sentences

pytestmark = pytest.mark.django_db

ONE_COLOR = Variant(view=HiddenInformation(ViewKind.ONE_COLOR))
NOTHING = Variant(view=HiddenInformation(ViewKind.NONE))
FADING = Variant(view=HiddenInformation(ViewKind.FADING, 1))
EYE = "A2 H8 B1 H7 J1"
"""White may not play at A1, where a stone would have no liberty."""


def started(variant, moves=EYE, **more):
    return make_game(variant=variant, moves=moves, now=timezone.now(), **more)


def asked(game, point, key="12345678", by=None):
    """The answer of the API to a stone there."""
    player = by or game.seat_on_turn().player
    body = {"kind": "play", "point": point, "expected": reload(game).number}
    path = f"/api/v1/games/{game.pk}/actions"
    return browser(player).post(path, body, "application/json", headers={"Idempotency-Key": key})


@pytest.mark.parametrize("variant", [ONE_COLOR, NOTHING, FADING])
def test_a_turn_has_three_tries_and_the_fourth_loses_it_V28(variant):
    game = started(variant)
    answers = [asked(game, "A1", key=f"key {n} of four") for n in range(4)]
    assert [answer.status_code for answer in answers] == [422] * 4
    assert {answer.json()["code"] for answer in answers} == {"illegal"}
    assert [answer.json()["tries_left"] for answer in answers] == [2, 1, 0, None]
    assert [answer.json()["number"] for answer in answers] == [6, 7, 8, 9]
    game = reload(game)
    assert (game.turn, game.move_number) == (0, 6)
    black, white = (GameView(game, seat.player) for seat in game.seat_list())
    for show in (black, white):
        texts = [receipt for receipt in show.receipts() if receipt["kind"] == "try"]
        assert len(texts) == 4
        assert not any("point" in receipt for receipt in texts)
    assert "A1" not in repr(black.receipts())


def test_a_retry_gets_the_same_refusal_and_tries_nothing_V28():
    game = started(NOTHING)
    first = asked(game, "A1")
    number = reload(game).number
    body = {"kind": "play", "point": "A1", "expected": number - 1}
    again = browser(game.seat_on_turn().player).post(
        f"/api/v1/games/{game.pk}/actions", body, "application/json", headers={"Idempotency-Key": "12345678"}
    )
    assert (again.status_code, again.json()) == (first.status_code, first.json())
    assert reload(game).number == number


def test_one_color_reveals_what_can_be_seen_and_blind_reveals_nothing_V22_V27():
    one = started(ONE_COLOR)
    assert asked(one, "A2").json()["code"] == "occupied"
    assert asked(one, "T19").json()["code"] == "off_board"
    assert reload(one).number == 5
    for variant in (NOTHING, FADING):
        game = started(variant)
        assert asked(game, "A2").json()["code"] == asked(game, "A1", key="another key").json()["code"] == "illegal"
        assert asked(game, "T19", key="a third key").json()["code"] == "off_board"
        assert reload(game).number == 7


def test_all_illegal_points_are_refused_in_the_same_words_V27():
    texts = set()
    for point in ("A1", "A2", "H8", "J1"):
        answer = asked(started(NOTHING), point).json()
        answer.pop("instance", None)
        texts.add(repr(sorted(answer.items())))
    assert len(texts) == 1


def test_only_who_is_hidden_from_tries_V26():
    game = started(Variant(view=HiddenInformation(ViewKind.NONE, of=Color.BLACK)))
    assert asked(game, "A1").json()["code"] == "self_capture"
    with pytest.raises(PointOccupied):
        play(game, "A2", now=timezone.now())
    assert reload(game).number == 5


def test_a_message_is_not_sent_with_a_try_and_the_try_is_stored():
    game = started(NOTHING)
    who = verbs.ActionRequest(game.pk, game.seat_on_turn().player, game.number, None, timezone.now())
    done = verbs.perform_from_input(who, verbs.Play, {"point": "A1"}, "here I am")
    with pytest.raises(IllegalHiddenInfoMove):
        done.raise_if_illegal_attempt()
    assert reload(game).number == 6
    assert not Message.objects.exists()


@pytest.mark.parametrize("variant", [ONE_COLOR, NOTHING, FADING])
def test_everything_is_shown_when_play_first_stops_and_stays_shown_V23(variant):
    game = started(variant, "D4 F6 C3 G7")
    player = game.seat_list()[0].player
    paths = [f"/g/{game.pk}.sgf", f"/api/v1/games/{game.pk}/sgf", f"/api/v1/games/{game.pk}/game.sgf"]
    assert [browser(player).get(path).status_code for path in paths] == [409] * 3
    for sealed in (game.state, lambda: rules_actions(game), lambda: GameView(game, player).sgf()):
        with pytest.raises(RecordSealed):
            sealed()
    for _ in range(2):
        play(game, "pass", now=timezone.now())
    game = reload(game)
    assert [browser(player).get(path).status_code for path in paths] == [200] * 3
    body = browser().get(f"/api/v1/games/{game.pk}?line=1").json()
    assert body["board"][5] == "...X....."
    assert body["view"] == {**body["view"], "sealed": False, "hidden": False}
    assert [move["point"] for move in body["line"]["moves"][:2]] == ["D4", "F6"]
    assert "D4" in browser().get(f"{game.get_absolute_url()}?move=1").content.decode()
    act(game, verbs.Propose, dead=(), now=timezone.now())
    act(game, verbs.Reject, proposal=1, then=AfterRejection.RESUME, reason="", now=timezone.now())
    assert not reload(game).has_hidden_info


def test_a_resignation_opens_it_V23():
    game = started(NOTHING)
    act(game, verbs.Resign, now=timezone.now())
    assert "A2" in GameView(reload(game), game.seat_list()[0].player).sgf() or not reload(game).has_hidden_info


def test_the_state_says_what_is_hidden_V61():
    game = started(FADING, "D4 F6")
    body = browser().get(f"/api/v1/games/{game.pk}?legal=1&line=1").json()
    assert (body["legal"], body["line"]) == (None, None)
    assert body["board"][3] == "?????O???"
    assert body["view"] == {"kind": "fading", "sealed": True, "hidden": True, "tries_left": 3}
    assert body["last_move"] == {"color": "W", "point": "F6"}
    one = browser().get(f"/api/v1/games/{started(ONE_COLOR, 'D4 F6').pk}").json()
    assert (one["board"][3], one["board"][5]) == (".....S...", "...S.....")
    assert browser().get(f"/api/v1/games/{started(NOTHING, 'D4 F6').pk}").json()["board"] is None
    ordinary = browser().get(f"/api/v1/games/{make_game(moves='D4').pk}").json()
    assert ordinary["view"] == {"kind": "open", "sealed": False, "hidden": False, "tries_left": None}


def test_the_page_says_in_words_what_is_drawn_V65():
    game = started(ONE_COLOR, "A2 A1 H8 G7 B1")
    player = game.seat_on_turn().player
    page = browser(player).get(game.get_absolute_url()).content.decode()
    assert re.search(r'value="H8"[^>]*aria-label="H 8, stone" data-s="S"', page)
    assert "Captured: A1." in page
    assert 'class="n"' in page
    assert 'class="b" d="M' not in page
    assert "?move=" not in page.split('class="record moves"')[1].split("</p>")[0]
    blind = started(NOTHING, "A2 A1 H8 G7 B1")
    page = browser(player).get(blind.get_absolute_url()).content.decode()
    assert re.search(r'value="H8"[^>]*aria-label="H 8, unknown"', page)
    assert "The last move captured 1 stone." in page
    assert "data-s=" not in page


def test_without_a_script_a_point_is_typed_chosen_and_tried_V29():
    game = started(NOTHING)
    page = browser(game.seat_on_turn().player)
    chosen = page.get(f"{game.get_absolute_url()}?point=A1").content.decode()
    assert 'name="point" value="A1"' in chosen
    result = page.post(f"/g/{game.pk}/play/", {"number": game.number, "key": "1" * 16, "point": "A1"})
    assert result.status_code == 422
    assert "Illegal move. You have 2 more tries this turn." in result.content.decode()
    assert "1 illegal move tried this turn." in browser().get(game.get_absolute_url()).content.decode()


def test_nothing_is_analysed_while_it_is_hidden_V3():
    game = started(ONE_COLOR)
    player = game.seat_on_turn().player
    assert not game.analysis
    assert browser(player).get(f"/g/{game.pk}/analysis/").status_code in (302, 403, 404, 409)
    with pytest.raises(OffBoard):
        act(game, verbs.Play, point=(25, 25), now=timezone.now())


def test_the_server_keeps_no_notes_while_something_is_hidden_V24():
    game = started(ONE_COLOR)
    player = game.seat_on_turn().player
    page, path = browser(player), f"/api/v1/games/{game.pk}"
    headers = {"Idempotency-Key": "12345678"}

    def codes():
        asked = [
            page.put(f"{path}/note", {"text": "A2 is mine"}, "application/json"),
            page.put(f"/api/v1/stars/{game.pk}", {"note": "A2 is mine"}, "application/json"),
            page.post(f"{path}/comments", {"text": "A2 is mine"}, "application/json", headers=headers),
        ]
        return [answer.json().get("code") or answer.status_code for answer in asked]

    assert codes() == ["notes_closed", "notes_closed", "sealed"]
    assert page.put(f"{path}/note", {"text": "", "priority": "high"}, "application/json").status_code == 200
    shown = page.get(f"{game.get_absolute_url()}?notes=1").content.decode()
    assert "Notes are not available until play stops for the first time." in shown
    assert 'id="note"' not in shown
    for _ in range(2):
        play(game, "pass", now=timezone.now())
    assert codes() == [200, 200, 201]
    assert "A2 is mine" in page.get(game.get_absolute_url()).content.decode()


APPS = (
    "games",
    "challenges",
    "tournaments",
    "ladders",
    "leagues",
    "team_matches",
    "live",
    "sharing",
    "study",
    "programs",
    "mail_play",
    "moderation",
    "machine_review",
    "social",
    "learn",
)
WHOLE = re.compile(r"\bwhole_(?:state|record)\(|\.snapshot\b|GameState\.from_json|\.position_keys\b")
MAY = {
    "games/models/game.py", "games/models/results.py", "games/models/seal.py", "games/models/action.py",
    "games/game_view.py",
    "games/services/record.py", "games/services/beginning.py", "games/services/mass_timeouts.py",
    "games/services/predictions.py",
    "games/verbs/agreements.py", "games/verbs/time.py", "games/management/commands/check_games.py",
    "machine_review/services/positions.py", "moderation/services/board_views.py",
}  # fmt: skip
"""Those who change games or prove them, and the view; computer analyses compare the keys of running positions, a
moderator of a reported game looks at its true board (V63), and results are predicted in ordinary games only (C204)."""


def test_nobody_else_reads_the_whole_position_V62():
    root = Path(__file__).resolve().parents[3]
    files = [path for app in APPS for path in (root / app).rglob("*.py") if "migrations" not in path.parts]
    found = {str(path.relative_to(root)) for path in files if WHOLE.search(path.read_text())}
    assert len(files) > 100
    assert found - MAY == set()


def test_terms_with_something_hidden_allow_no_analysis_and_no_teaching():
    with pytest.raises(BadTerms):
        Terms(variant=NOTHING, teaching=True).check()


def test_the_forms_offer_it_in_words_and_programs_as_a_value_V1_V25_V26():
    page = browser(make_player())
    wanted = {"opponent_kind": "anyone", "size": "9", "rule_set": "japanese", "color": "black", "handicap": "0",
              "time": "days_3", "variant": "blind", "keep": "3", "hidden_from": "W"}  # fmt: skip
    assert page.post("/new/", wanted).status_code == 302
    offer = Challenge.objects.get()
    assert offer.agreed_variant == Variant(view=HiddenInformation(ViewKind.FADING, 3, Color.WHITE))
    assert (offer.unrated_reason, offer.analysis) == ("variant", False)
    counter = CounterForm(offer=offer)
    assert [counter[name].value() for name in ("variant", "keep", "hidden_from")] == ["blind", 3, "W"]
    shown = page.get(offer.get_absolute_url()).content.decode()
    assert "Until play stops for the first time, only the stones of the last 3 turns are shown." in shown
    assert "view is limited. Black sees the whole board." in shown
    for name, value in (("keep", "51"), ("hidden_from", "x")):
        assert page.post("/new/", {**wanted, name: value}).status_code == 400, name
    body = {"size": 9, "variant": {"view": {"kind": "one_color"}}}
    made = page.post("/api/v1/challenges/", body, "application/json", headers={"Idempotency-Key": "12345678"})
    assert (made.status_code, made.json()["variant"]["view"]["kind"]) == (201, "one_color")


def test_a_rematch_keeps_it_and_no_bot_is_offered_it_V61(settings):
    game = started(FADING)
    act(game, verbs.Resign, now=timezone.now())
    again = offer_or_accept_rematch(game_id=game.pk, player=game.seat_list()[0].player, now=timezone.now())
    assert again.agreed_variant == FADING
    with pytest.raises(BotCannotPlayVariant):
        bot = make_player(is_bot=True)
        create_challenge(PlayerRequest(make_player(), timezone.now()), Terms(variant=FADING), OfferRecipients(bot))


@pytest.mark.parametrize("language", ["en", "fi", "fa"])
def test_it_is_explained_in_every_language(language):
    with translation.override(language):
        texts = {variant_sentences(variant) for variant in (ONE_COLOR, NOTHING, FADING)}
    assert len(texts) == 3
    assert (language == "en") == any("stones" in text for text in texts)


def test_an_undo_goes_back_over_tries_and_shows_what_was_last_then():
    game = started(NOTHING, "A2 H8 B1 H7 J1")
    asked(game, "A1")
    play(game, "C3", now=timezone.now())
    white = game.seat_of_color(Color.WHITE).player
    act(game, verbs.RequestUndo, by=white, now=timezone.now())
    act(game, verbs.AnswerUndo, by=game.seat_of_color(Color.BLACK).player, allow=True, now=timezone.now())
    game = reload(game)
    assert (game.move_number, game.has_hidden_info, game.full_state().course.tries) == (5, True, 1)
    receipts = GameView(game, white).receipts()
    assert [receipt["point"] for receipt in receipts if "point" in receipt] == ["J1"]
    assert not any(receipt["captured"] for receipt in receipts)
