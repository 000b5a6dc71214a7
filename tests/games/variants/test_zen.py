"""Zen Go: three players play both colours in turn, agree on the score, and no one wins (V73 to V76)."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Player
from challenges.errors import BotCannotPlayVariant
from challenges.models import Challenge
from challenges.server_bots import bot_name
from challenges.services import OfferRecipients, create_challenge
from games import verbs
from games.errors import BadTerms
from games.game_view import GameView
from games.management.commands.check_games import find_record_faults
from games.models import Game, Seat
from games.models.action import rules_actions
from games.services.account_deletion import end_all_games
from games.services.idempotency import PlayerRequest
from games.services.people import games_summary
from games.services.suspension import end_games_of_suspended
from games.services.timeouts import apply_timeout
from games.sgf_export import sgf_of_actions
from games.terms import Terms
from games.time_errors import CannotGrantTimeNow
from notifications.models import Notice
from rules import AfterRejection, parse_vertex
from rules.clock import TimeControl
from rules.errors import NotYourTurn, WrongPhase
from rules.variants import Variant, VariantSeats
from rules.variants.presets import PRESETS
from rules.variants.variant import TeamClock
from sharing.cards import make_share_card
from sharing.previews import game_title
from tests.factories import NOON, act, make_player, reload
from tests.support.browsers import browser
from tests.support.callers import Caller
from tests.support.seated import seated
from wording import words

pytestmark = pytest.mark.django_db
ZEN = PRESETS["zen"]
NAMES = ("aino", "babak", "cyrus")


@pytest.fixture
def three(client):
    """Three players by API, by name."""
    return {name: Caller(client, make_player(name)) for name in NAMES}


@pytest.fixture
def game():
    """A game after a turn of each."""
    found = seated(ZEN, now=timezone.now())
    for point in ("E5", "D4", "F6"):
        do(found, None, verbs.Play, point=parse_vertex(point, 9, 9))
    return reload(found)


def by(game, seat):
    return reload(game).seat_list()[seat].player


def do(game, seat, verb, **values):
    now = reload(game)
    player = now.seat_on_turn().player if seat is None else by(game, seat)
    return act(now, verb, by=player, now=timezone.now(), **values)


def stop(game):
    for _ in range(3):
        do(game, None, verbs.Pass)


def end(game):
    """All pass, one marks, the others accept."""
    stop(game)
    do(game, None, verbs.Propose, dead=frozenset())
    for _ in range(2):
        do(game, None, verbs.Accept, proposal=reload(game).state().proposal_count, confirmed=True)
    return reload(game)


def colors(game):
    return "".join("BW"[seat.color - 1] for seat in reload(game).seat_list())


def names_of(game, seat):
    return {verb.name for verb in verbs.available_verbs(GameView(reload(game), by(game, seat)), timezone.now())}


def test_a_game_goes_from_its_offer_to_its_end_by_api_V73_V74_V75(three):
    wanted = {"size": 7, "variant": {"seats": [3]}, "rule_set": "japanese", "seats": list(NAMES)}
    made = three["aino"].post("challenges/", **wanted)
    assert made.status_code == 201, made.content
    for name in NAMES[1:]:
        answer = three[name].post(f"challenges/{made.json()['id']}/seat/")
        assert answer.status_code == 201, answer.content
    game = Game.objects.get(pk=answer.json()["game"])
    assert (game.agreed_variant, game.rated, game.unrated_reason, game.analysis) == (ZEN, False, "variant", False)
    for number, color in enumerate("BWBWBWB"):
        name = NAMES[number % 3]
        state = three["aino"].get(f"games/{game.pk}/").json()
        assert (state["seat"], state["to_play"], state["players"][number % 3]["color"]) == (number % 3, color, color)
        other = three[NAMES[(number + 1) % 3]].act(game, "play", point="D4").json()
        assert (other["code"], other["seat"]) == ("not_your_turn", str(number % 3 + 1))
        done = three[name].act(game, "play", point="ABCDEFG"[number] + "3").json()
        assert (done["color"], done["seat"], done["turn"]) == (color, number % 3, (number + 1) % 3)
    for name in ("babak", "cyrus"):
        assert three[name].act(game, "pass").json()["stage"] == "play"
    assert three["aino"].act(game, "pass").json()["stage"] == "marking"
    assert three["babak"].act(game, "propose", dead=[]).status_code == 200
    state = three["aino"].get(f"games/{game.pk}/").json()
    assert (state["seat"], state["proposal"]["awaited"]) == (2, [state["to_play"]])
    assert three["aino"].act(game, "accept", proposal=1, confirmed=True).json()["code"] == "not_your_turn"
    for name in ("cyrus", "aino"):
        assert three[name].act(game, "accept", proposal=1, confirmed=True).status_code == 200
    ended = reload(game)
    assert (ended.phase, ended.end_reason, ended.winner, find_record_faults(ended)) == ("finished", "score", None, [])
    assert {seat.result for seat in ended.seat_list()} == {"none"}
    assert ended.result[:2] in ("B+", "W+")
    finished = three["aino"].get(f"games/{game.pk}/").json()
    assert (finished["result"], finished["ranking"]) == (ended.result, None)


FORM = {"opponent_kind": "link", "size": "9", "rule_set": "chinese", "color": "random", "handicap": "0",
        "time": "days_3", "variant": "zen"}  # fmt: skip


def test_by_page_three_people_take_seats_play_and_end_the_game_V73_V74_V75():
    people = {name: make_player(name) for name in NAMES}
    pages = {name: browser(person) for name, person in people.items()}
    assert pages["aino"].post("/new/", FORM).status_code == 302
    offer = Challenge.objects.get()
    assert offer.agreed_variant == ZEN
    shown = pages["aino"].get(offer.get_absolute_url()).content.decode()
    assert "3 players take turns" in shown
    assert "there is no winner" in shown
    assert "Player 1" in shown
    assert "Player 3" in shown
    link = f"{offer.get_absolute_url()}?token={offer.token}" if offer.token else offer.get_absolute_url()
    for name in NAMES[1:]:
        free = next(place.index for place in offer.place_list() if place.player_id is None)
        pages[name].get(link)
        pages[name].post(link, {"answer": f"sit {free}", "token": offer.token})
        offer = Challenge.objects.get()
    game = Game.objects.get()
    path = game.get_absolute_url()
    for person in people.values():
        assert browser(person).get(path).status_code == 200
    end(game)
    for viewer in (*people.values(), None):
        page = browser(viewer) if viewer else browser()
        assert "is ahead by" in page.get(path).content.decode()
        assert "Zen Go" in page.get(path).content.decode()


def test_the_form_offers_three_five_or_seven_players_V78():
    page = browser(make_player())
    for players in ("3", "5", "7"):
        assert page.post("/new/", {**FORM, "color": "white", "players": players}).status_code == 302
        assert Challenge.objects.latest("pk").agreed_variant == Variant(seats=VariantSeats((int(players),)))
    for players in ("4", "9", "x"):
        assert page.post("/new/", {**FORM, "players": players}).status_code == 400, players
    shown = page.get("/new/?variant=zen&players=5").content.decode()
    assert '<option value="5" selected>' in shown
    sentence = re.search(r'id="sentence">([^<]*)<', shown)[1]
    assert sentence.startswith("Zen Go, ")
    assert "colours" not in sentence


@pytest.mark.parametrize("players", [5, 7])
def test_more_players_pass_mark_and_accept_in_turn_V73_V74_V78(players):
    game = seated(Variant(seats=VariantSeats((players,))), now=timezone.now())
    for number in range(players):
        do(game, number, verbs.Play, point=parse_vertex("ABCDEFG"[number] + "5", 9, 9))
    assert colors(game)[0] == "W"
    for number in range(players):
        assert reload(game).phase == "play"
        do(game, number, verbs.Pass)
    do(game, 0, verbs.Propose, dead=frozenset())
    for number in range(1, players):
        assert reload(game).phase == "stone_removal"
        do(game, number, verbs.Accept, proposal=1, confirmed=True)
    ended = reload(game)
    assert (ended.phase, ended.winner, find_record_faults(ended)) == ("finished", None, [])
    shown = browser(by(game, 0)).get(game.get_absolute_url()).content.decode()
    assert shown.count('<div class="strip ') == players


def test_an_offer_of_seats_has_no_counter_offer_V78():
    page = browser(make_player())
    page.post("/new/", {**FORM, "players": "5"})
    offer = Challenge.objects.get()
    answer = browser(make_player()).get(offer.counter_url)
    assert (answer.status_code, answer.url) == (302, offer.get_absolute_url())


def test_every_seat_has_the_color_of_its_turn_in_lists_and_on_the_page_V73(game):
    assert colors(game) == "WWB"
    do(game, None, verbs.Play, point=parse_vertex("C3", 9, 9))
    assert colors(game) == "WBB"
    assert list(Seat.objects.filter(game=game).order_by("index").values_list("color", flat=True)) == [2, 1, 1]
    shown = browser(by(game, 1)).get(game.get_absolute_url()).content.decode()
    assert "Black to play" in shown or "Your move" in shown
    for number in range(3):
        assert browser(by(game, number)).get("/games/").status_code == 200
    Seat.objects.filter(game=game, index=1).update(color=2)
    assert find_record_faults(reload(game)) != []
    assert find_record_faults(reload(game), mend=True) == []


def test_captures_and_komi_are_those_of_colours_and_only_the_seat_on_turn_has_a_clock_V79():
    game = seated(ZEN, now=timezone.now())
    Game.objects.filter(pk=game.pk).update(komi="6.5")
    for point in ("A1", "A2", "E5", "B1"):
        do(game, None, verbs.Play, point=parse_vertex(point, 9, 9))
    shown = browser(by(game, 0)).get(game.get_absolute_url()).content.decode()
    assert [captures for captures, _text in re.findall(r'data-captures="(.)">([^<]*)<', shown)] == ["B", "W"]
    colors = re.search(r'<ul class="shared">(.*?)</ul>', shown, re.DOTALL)[1]
    rows = [" ".join(re.sub("<[^>]+>", "", row).split()) for row in colors.split("</li>")[:-1]]
    assert rows == ["Black · 0 captures", "White · 1 capture · komi 6.5"]
    assert shown.count("komi 6.5</span>") == 1
    assert len(re.findall(r'<div class="clock">\s*<time', shown)) == 1
    earlier = browser(by(game, 0)).get(f"{game.get_absolute_url()}?move=0").content.decode()
    assert 'data-captures="W">0 captures<' in earlier
    pair = seated(PRESETS["pair"], now=timezone.now())
    team = browser(by(pair, 0)).get(pair.get_absolute_url()).content.decode()
    assert (team.count("data-captures"), 'class="shared"' in team) == (4, False)
    assert len(re.findall(r'<div class="clock">\s*<time', team)) == 4
    members = seated(Variant(seats=VariantSeats((2, 2), TeamClock.MEMBER)), now=timezone.now())
    team = browser(by(members, 0)).get(members.get_absolute_url()).content.decode()
    assert len(re.findall(r'<div class="clock">\s*<time', team)) == 1


def test_marking_goes_round_and_the_proposer_may_take_it_back_V74(game):
    stop(game)
    assert "propose" in names_of(game, 0)
    marking = browser(by(game, 0)).get(game.get_absolute_url()).content.decode()
    assert "✕ dead\xa0· ■ □ territory" in marking
    assert "All other players will check your marking and answer." in marking
    do(game, 0, verbs.Propose, dead=frozenset())
    shown = browser(by(game, 1)).get(game.get_absolute_url()).content.decode()
    assert f"{by(game, 0).username}</bdi> sent this marking" in shown
    waiting = browser(by(game, 2)).get(game.get_absolute_url()).content.decode()
    assert "Waiting for an answer from:" in waiting
    assert by(game, 1).username in waiting.partition("Waiting for an answer from:")[2][:300]
    do(game, 1, verbs.Accept, proposal=1, confirmed=True)
    assert "withdraw" in names_of(game, 0)
    for seat in (1, 2):
        assert "withdraw" not in names_of(game, seat)
        with pytest.raises(NotYourTurn):
            do(game, seat, verbs.Withdraw, proposal=1)
    do(game, 0, verbs.Withdraw, proposal=1)
    assert (reload(game).turn, "propose" in names_of(game, 0)) == (0, True)
    do(game, 0, verbs.Propose, dead=frozenset())
    do(game, 1, verbs.Reject, proposal=2, then=AfterRejection.RESUME, reason="one more ko")
    again = reload(game)
    assert (again.phase, again.turn, find_record_faults(again)) == ("play", 1, [])
    assert f"{by(game, 1).username}" in browser().get(game.get_absolute_url()).content.decode()
    assert "settle" not in names_of(game, 1)


def test_the_score_of_the_colors_is_shown_and_wins_of_no_one_are_counted_V75(game):
    ended = end(game)
    assert (ended.result, ended.winner) == ("B+1", None)
    assert (
        words.result_sentence_of_columns(ended)
        == words.result_sentence(ended.state().outcome)
        == "Black is ahead by one point, but there is no winner"
    )
    for seat in ended.seat_list():
        summary = games_summary(seat.player, seat.player)
        assert (summary.results, summary.tally.won, summary.tally.lost) == ((), 0, 0)
    assert Notice.objects.filter(kind="game_finished").count() == 3
    page = browser(by(game, 0))
    for path in (ended.get_absolute_url(), "/notifications/", f"/u/{by(game, 1).username}/", "/games/"):
        shown = page.get(path).content.decode()
        assert "You won" not in shown, path
        assert "You lost" not in shown, path
    assert "there is no winner" in page.get("/games/archive/").content.decode()


def test_a_draw_cannot_be_offered_and_a_win_cannot_be_claimed_V75(game):
    for number in range(24):
        do(game, None, verbs.Play, point=parse_vertex("ABCDEFGHJ"[number % 9] + "137"[number // 9], 9, 9))
    assert "request_draw" not in names_of(game, 0)
    with pytest.raises(WrongPhase):
        do(game, 0, verbs.VERBS["request_draw"])


def test_a_player_who_leaves_ends_the_game_for_all_V76():
    def begun():
        found = seated(ZEN, now=timezone.now())
        for point in ("E5", "D4", "F6"):
            do(found, None, verbs.Play, point=parse_vertex(point, 9, 9))
        return found

    resigned, closed, suspended, late = begun(), begun(), begun(), seated(ZEN)
    assert {"resign"} == names_of(resigned, 2) & {"resign", "ask_to_resign", "leave", "answer_partner"}
    asked = verbs.VERBS["resign"].confirmation(
        verbs.actor_of(GameView(reload(resigned), by(resigned, 2)), timezone.now())
    )
    assert asked.explanation == "The game will end for all players, without a result."
    do(resigned, 2, verbs.Resign)
    end_all_games(by(closed, 1), timezone.now())
    end_games_of_suspended(player=by(suspended, 1), annul=False, reason="x", now=timezone.now())
    assert apply_timeout(game_id=late.pk, now=NOON + timedelta(days=4))
    reasons = {resigned: "resignation", closed: "resignation", suspended: "forfeit", late: "time"}
    for game, reason in reasons.items():
        ended = reload(game)
        assert (ended.end_reason, ended.result, ended.winner, find_record_faults(ended)) == (reason, "Void", None, [])
        assert {seat.result for seat in ended.seat_list()} == {"none"}
    assert words.result_sentence_of_columns(reload(resigned)) == "No result because a player resigned"
    assert words.result_sentence_of_columns(reload(late)) == "No result because a player ran out of time"


def test_an_undo_is_asked_by_the_last_player_and_allowed_by_both_others_V76(game):
    for seat in (0, 1):
        with pytest.raises(NotYourTurn):
            do(game, seat, verbs.RequestUndo)
    do(game, 2, verbs.RequestUndo)
    do(game, 1, verbs.AnswerUndo, allow=True)
    assert reload(game).move_number == 3
    assert "answer_undo" not in names_of(game, 1)
    do(game, 0, verbs.AnswerUndo, allow=True)
    back = reload(game)
    assert (back.move_number, back.turn, colors(game), find_record_faults(back)) == (2, 2, "BWB", [])


def test_everyone_but_the_player_on_turn_may_give_time_V76(game):
    with pytest.raises(CannotGrantTimeNow):
        do(game, 0, verbs.GrantTime, days=1)
    for seat in (1, 2):
        before = reload(game).deadline
        do(game, seat, verbs.GrantTime, days=1)
        assert reload(game).deadline > before
    assert {notice.player for notice in Notice.objects.filter(kind="time_granted")} == {by(game, 0)}


def test_players_of_zen_go_write_freely_to_each_other_V76(game):
    shown = browser(by(game, 1)).get(game.get_absolute_url()).content.decode()
    assert 'id="text"' in shown
    assert "answer_partner" not in names_of(game, 1)


def test_terms_that_do_not_fit_are_refused_V73_V76(three):
    asked = PlayerRequest(Player.objects.get(username="aino"), timezone.now())
    hour = timedelta(hours=1)
    for time in (TimeControl.fischer(72 * hour, 24 * hour, 168 * hour), TimeControl.absolute(720 * hour)):
        with pytest.raises(BadTerms):
            create_challenge(asked, Terms(variant=ZEN, time=time), OfferRecipients())
    bot = make_player(bot_name(1), is_bot=True)
    with pytest.raises((BotCannotPlayVariant, BadTerms)):
        create_challenge(asked, Terms(variant=ZEN), OfferRecipients(bot))
    create_challenge(
        asked, Terms(variant=Variant(seats=VariantSeats((5,))), time=TimeControl.none()), OfferRecipients()
    )
    for seats in ([1], [2], [4], [9], [3, 3, 3], ["3"], [True]):
        refused = three["aino"].post("challenges/", size=9, variant={"seats": seats})
        assert refused.status_code == 400, seats
    found = {}
    three["babak"].post("challenges/", size=9, variant={"seats": [2, 2]})
    for kind in ("zen", "pair", "ordinary", "torus"):
        rows = three["cyrus"].get(f"challenges/?variant={kind}").json()["results"]
        found[kind] = [row["variant"]["seats"] for row in rows]
    assert found == {"zen": [[5]], "pair": [[2, 2]], "ordinary": [], "torus": []}


def test_the_record_has_every_move_in_its_color_and_all_names_V75(game):
    ended = end(game)
    names = ", ".join(seat.player.shown_name for seat in ended.seat_list())
    text = sgf_of_actions(ended, rules_actions(ended), reasons=False)
    for written in (f"PB[{names}]", f"PW[{names}]", "RE[B+1]"):
        assert written in text
    assert "BT[" not in text
    assert "dispute" not in text, "disputes are not played out (V74)"
    assert ";B[ee]" in text.replace("\n", "")
    assert ";W[df]" in text.replace("\n", "")
    assert game_title(ended) == names
    card = make_share_card(ended, ended.move_number)
    assert ([side.name for side in card.sides], "there is no winner" in card.headline) == (names.split(", "), True)
    for path in (".sgf", "/6.png", "/6.svg", "/6/card.svg", ".gif"):
        assert browser().get(f"/g/{ended.pk}{path}").status_code == 200, path


def test_an_open_request_names_its_seat_because_seats_share_colours_V73(game, client):
    asker = (reload(game).turn - 1) % 3
    do(game, asker, verbs.RequestUndo)
    state = Caller(client, by(game, asker)).get(f"games/{game.pk}").json()
    assert [request["by_seat"] for request in state["requests"]] == [asker]
    assert state["undo_request"]["by_seat"] == asker


def test_only_the_seat_on_turn_marks_although_another_has_its_colour_V74(game):
    stop(game)
    seats, turn = reload(game).seat_list(), reload(game).turn
    shown = [seat.index for seat in seats if GameView(reload(game), seat.player).may_read_draft]
    assert shown == [turn]


def test_the_creator_takes_any_seat_V32_V73():
    aino, _babak = browser(make_player("aino")), make_player("babak")
    path = aino.post("/new/", {**FORM, "players": "3"}).headers["Location"]
    assert 'id="seat0"' in aino.get(path).content.decode()

    aino.post(path, {"answer": "arrange", "seat": ["babak", "aino", ""]})

    seats = [place.player and place.player.username for place in Challenge.objects.get().place_list()]
    assert seats == ["babak", "aino", None]
    assert 'id="seat1"' in aino.get(path).content.decode()


def test_texts_about_marking_and_the_chat_name_all_other_players_V74_V76(game):
    page = browser(by(game, 0)).get(f"/g/{game.pk}/").content.decode()
    assert "The other players can see what you write." in page
    stop(game)

    page = browser(reload(game).seat_on_turn().player).get(f"/g/{game.pk}/").content.decode()
    assert "for all other players to accept or reject" in page
    assert "your opponent" not in page
