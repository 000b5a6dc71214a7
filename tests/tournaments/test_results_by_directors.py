"""Directors set results next to the games, with prepared reasons, and reverse them (E100, E101)."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone, translation

from games.models import Game
from tests.factories import NOON, make_moderator, make_player
from tests.tournaments.helpers import acts_of, asked, look, lose, make_open, make_running, pairings, reload, white_loses
from tournaments.errors import BadActInput, WrongState
from tournaments.log_words import LogRow
from tournaments.models import LogLine, RoundStart, RoundState, StartCondition, Tournament, TournamentState
from tournaments.services import advancing, directing, due, entering, leaving, proposing
from tournaments.services.advancing import ROUND_PAUSE
from tournaments.systems.types import EventResult

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def signed_in(player):
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(player)
    return client


def rule(tournament, pairing, result, reason="no_show"):
    seat = (pairing.round.number, pairing.board)
    return directing.set_result(asked(tournament.owner), tournament.pk, seat, (result, reason))


def take_back(tournament, pairing):
    return rule(tournament, pairing, "", "mistake")


def test_E21_the_next_round_is_published_a_minute_later_at_the_earliest():
    tournament, _ = make_running(4)
    white_loses(tournament, 1)
    due.run_all_background_steps(NOON)
    assert tournament.rounds.get(number=1).state == RoundState.DONE
    due.run_all_background_steps(NOON + MINUTE - timedelta(seconds=1))
    assert tournament.rounds.get(number=2).state == RoundState.PLANNED
    due.run_all_background_steps(NOON + MINUTE)
    assert tournament.rounds.get(number=2).published_at == NOON + MINUTE


def test_E21_in_the_minute_before_an_automatic_round_directors_are_not_asked_to_pair_it():
    tournament, _ = make_running(4)
    white_loses(tournament, 1)
    due.run_all_background_steps(timezone.now())

    page = signed_in(tournament.owner).get(f"/tournaments/{tournament.pk}/direct/").content.decode()

    assert "Round 2 will be paired and published in about a minute." in page
    assert 'value="propose"' not in page
    tournament.rounds.filter(number=1).update(done_at=timezone.now() - 7 * MINUTE)
    page = signed_in(tournament.owner).get(f"/tournaments/{tournament.pk}/direct/").content.decode()
    assert 'value="propose"' in page, "the server could not pair it"


def test_E101_a_result_taken_back_within_the_minute_lets_the_round_go_on():
    tournament, _ = make_running(4)
    one, other = pairings(tournament, 1)
    rule(tournament, one, EventResult.BLACK_WINS.value)
    rule(tournament, other, EventResult.WHITE_BY_DEFAULT.value)
    due.run_all_background_steps(NOON)
    proposing.propose_next_round(asked(tournament.owner), tournament.pk)

    take_back(tournament, other)

    assert tournament.rounds.get(number=1).state == RoundState.PLAYING
    assert tournament.rounds.get(number=2).state == RoundState.PLANNED
    assert pairings(tournament, 2) == []
    look(NOON + MINUTE)
    assert tournament.rounds.get(number=2).state == RoundState.PLANNED, "a game is being played again"
    assert "reopened" in acts_of(tournament)


def test_E101_a_result_of_the_last_round_taken_back_ends_the_review():
    tournament, _ = make_running(2, played={"rounds": 1})
    (one,) = pairings(tournament, 1)
    rule(tournament, one, EventResult.BLACK_WINS.value)
    look()
    assert reload(tournament).state == TournamentState.REVIEW
    take_back(tournament, one)
    assert (reload(tournament).state, reload(tournament).ended_at) == (TournamentState.RUNNING, None)


def test_E101_without_a_review_the_last_result_can_be_reversed_for_a_minute():
    tournament, _ = make_running(2, played={"rounds": 1}, without_review=True)
    (one,) = pairings(tournament, 1)
    rule(tournament, one, EventResult.BLACK_WINS.value)
    due.run_all_background_steps(NOON + MINUTE - timedelta(seconds=1))
    assert reload(tournament).state == TournamentState.RUNNING
    take_back(tournament, one)
    lose(one, one.black.player)
    due.run_all_background_steps(NOON + MINUTE)
    assert reload(tournament).state == TournamentState.FINISHED


def test_E92_published_rounds_stay_when_an_earlier_result_is_taken_back():
    tournament, _ = make_running(4)
    one, other = pairings(tournament, 1)
    rule(tournament, one, EventResult.BLACK_WINS.value)
    lose(other, other.white.player)
    look()
    assert tournament.rounds.get(number=2).state == RoundState.PLAYING
    take_back(tournament, one)
    assert tournament.rounds.get(number=1).state == RoundState.DONE


def test_E100_a_ready_made_reason_is_shown_in_each_readers_language():
    tournament, _ = make_running(2)
    rule(tournament, pairings(tournament, 1)[0], EventResult.BLACK_WINS.value)
    row = LogRow(LogLine.objects.get(tournament=tournament, act="result"), "")
    shown = set()
    for language in ("en", "fi", "fa"):
        with translation.override(language):
            shown.add(row.reason)
    assert len(shown) == 3
    assert "no_show" not in shown


def test_E107_the_next_round_can_start_while_only_a_game_of_a_withdrawn_player_is_unfinished():
    tournament, _ = make_running(6, played={"following": RoundStart.HAND})
    request = asked(tournament.owner)
    round_by_hand(tournament, 1)
    one, other, last = pairings(tournament, 1)
    for pairing in (one, other):
        lose(pairing, pairing.white.player)
    look()
    with pytest.raises(WrongState):
        proposing.propose_next_round(request, tournament.pk)
    leaving.withdraw_from_tournament(asked(last.white.player), tournament.pk)
    look()
    assert tournament.rounds.get(number=2).state == RoundState.PLANNED, "it starts by hand"
    assert "Pair round 2" in signed_in(tournament.owner).get(f"/tournaments/{tournament.pk}/direct/").content.decode()

    proposed = proposing.propose_next_round(request, tournament.pk)
    proposing.publish_proposal(request, tournament.pk, proposed.proposal)
    assert current_round_of(tournament) == (2, 2), "published, and not started yet"
    look()
    assert current_round_of(tournament) == (2, 2), "the other open game is of round 1"

    assert tournament.rounds.get(number=1).state == RoundState.PLAYING
    assert tournament.rounds.get(number=2).state == RoundState.PLAYING
    seated = {pk for one in pairings(tournament, 2) for pk in (one.black_id, one.white_id)}
    assert last.white_id not in seated
    assert last.black_id in seated


def round_by_hand(tournament, number):
    request = asked(tournament.owner)
    proposed = proposing.propose_next_round(request, tournament.pk)
    assert proposed.number == number
    proposing.publish_proposal(request, tournament.pk, proposed.proposal)
    look()


@pytest.mark.parametrize("leaves", [True, False])
def test_E107_the_next_round_starts_by_itself_while_only_games_of_withdrawn_players_are_unfinished(leaves):
    tournament, _ = make_running(6)
    one, other, last = pairings(tournament, 1)
    for pairing in (one, other):
        lose(pairing, pairing.white.player)
    if leaves:
        leaving.withdraw_from_tournament(asked(last.white.player), tournament.pk)
    look()
    assert tournament.rounds.get(number=2).state == RoundState.PLANNED, "a minute after the last game"
    look(NOON + 2 * ROUND_PAUSE)
    assert tournament.rounds.get(number=2).state == (RoundState.PLAYING if leaves else RoundState.PLANNED)
    for number in (1, 2, 3):
        white_loses(tournament, number)
        look(NOON + 2 * (number + 1) * ROUND_PAUSE)
    assert reload(tournament).state == TournamentState.REVIEW


def test_E107_a_tournament_without_opponents_ends_after_the_game_of_a_withdrawn_player():
    tournament, _ = make_running(2)
    (only,) = pairings(tournament, 1)
    for entry in (only.black, only.white):
        leaving.withdraw_from_tournament(asked(entry.player), tournament.pk)
    look(NOON + 2 * ROUND_PAUSE)
    assert tournament.rounds.get(number=1).state == RoundState.PLAYING
    assert reload(tournament).state == TournamentState.RUNNING
    white_loses(tournament, 1)
    look(NOON + 3 * ROUND_PAUSE)
    look(NOON + 5 * ROUND_PAUSE)
    assert tournament.rounds.get(number=1).state == RoundState.DONE
    assert reload(tournament).state == TournamentState.REVIEW


def test_E107_no_round_is_paired_during_the_last_game_of_players_who_have_all_withdrawn(monkeypatch):
    tournament, _ = make_running(2)
    (only,) = pairings(tournament, 1)
    for entry in (only.black, only.white):
        leaving.withdraw_from_tournament(asked(entry.player), tournament.pk)
    monkeypatch.setattr(advancing, "pair_and_publish", lambda *_: pytest.fail("paired"))

    assert not advancing.pair_next_round(reload(tournament), NOON + 2 * ROUND_PAUSE)


def current_round_of(tournament):
    page = signed_in(tournament.owner).get(f"/tournaments/{tournament.pk}/direct/")
    return page.context["current_round"].number, len(page.context["open_of_round"])


def test_E107_directors_read_how_many_places_are_taken_without_the_waiting_list():
    made = make_open(most=2)
    for _ in range(3):
        entering.enter_tournament(asked(make_player()), made.pk, waiting=True)
    page = signed_in(made.owner).get(f"/tournaments/{made.pk}/direct/").content.decode()
    assert "2 of 2 places taken" in page


class Director:
    """A director in a browser without scripts, who counts clicks and typed fields. A list costs a click, a choice that
    is already made none."""

    def __init__(self, player):
        self.client, self.clicks, self.typed, self.path, self.page = signed_in(player), 0, 0, "", ""

    def open(self, path):
        response = self.client.get(path, follow=True)
        self.path, self.page = response.request["PATH_INFO"], response.content.decode()

    def come_back(self, tournament):
        """On another day, from the page that opens for everyone who has signed in."""
        self.open("/")
        self.follow(f"/tournaments/{tournament.pk}/direct/")

    def follow(self, path):
        assert f'href="{path.partition("?")[0]}' in self.page or f'href="{path}"' in self.page, path
        self.clicks += 1
        response = self.client.get(self.path + path if path.startswith("?") else path)
        self.path, self.page = response.request["PATH_INFO"], response.content.decode()

    def send(self, button, typed=None, chosen=None):
        """Press a button of a form, by its name and value, after filling in and choosing what is not there yet."""
        form = self._form(f'name="{button[0]}" value="{button[1]}"')
        self.typed += len(typed or {})
        names = [f'name="{name}"' for name in (*(typed or {}), *(chosen or {}))]
        self.clicks += 1 + len(chosen or {}) + self._folds(form, [f'name="{button[0]}" value="{button[1]}"', *names])
        data = {**_filled(form), **(typed or {}), **(chosen or {}), button[0]: button[1]}
        response = self.client.post(self.path, data, follow=True)
        assert response.status_code == 200, re.findall(r"error.*", response.content.decode())
        self.path, self.page = response.request["PATH_INFO"], response.content.decode()

    def _folds(self, form, parts):
        """How many closed folds are around these parts of a form: opening each is a click."""
        start, found = self.page.index(form), set()
        for part in parts:
            around = []
            for fold in re.finditer(r"<details\b[^>]*>|</details>", self.page[: start + form.index(part)]):
                if fold.group().startswith("</"):
                    around.pop()
                else:
                    around.append(fold)
            found |= {fold.start() for fold in around if not re.search(r"\bopen\b", fold.group())}
        return len(found)

    def _form(self, button):
        forms = re.findall(r"<form.*?</form>", self.page, re.DOTALL)
        return next(form for form in forms if button in form)


def _filled(form):
    """Return the data that a browser would send from a form without changes."""
    data = {}
    for tag in re.findall(r"<input\b[^>]*>", form):
        found = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        is_choice = found.get("type") in ("checkbox", "radio")
        if "name" in found and (not is_choice or re.search(r"\bchecked\b", tag)):
            data.setdefault(found["name"], []).append(found.get("value", "on" if is_choice else ""))
    for name, options in re.findall(r'<select\b[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.DOTALL):
        values = re.findall(r'<option value="([^"]*)"([^>]*)>', options)
        data[name] = next((value for value, more in values if "selected" in more), values[0][0])
    for name in re.findall(r'<textarea\b[^>]*name="([^"]+)"', form):
        data[name] = ""
    return data


def _round_over(tournament, number):
    white_loses(tournament, number)
    look()


def test_E102_a_swiss_with_trouble_takes_ten_clicks_and_five_typed_fields():
    """A no-show, a late entry, two withdrawals and a ruled dispute in three rounds, from "New tournament" to "Close".
    Each return to the directors' page begins at the page of the director's games, and its click counts."""
    owner, people = make_player(), [make_player() for _ in range(6)]
    director = Director(owner)
    director.open("/tournaments/")
    director.follow("/tournaments/new/")
    director.send(("then", "open"), typed={"name": "Autumn Swiss", "rounds": "3"})
    tournament = owner.tournaments.get()
    for player in people:
        entering.enter_tournament(asked(player, timezone.now()), tournament.pk)
    assert reload(tournament).starting == StartCondition.DATE
    owner.tournaments.update(starts_at=timezone.now())
    look(timezone.now())

    director.come_back(tournament)
    director.send(("result", "black_by_default"))  # a no-show
    entering.enter_tournament(asked(make_player(), timezone.now()), tournament.pk)  # late
    _round_over(tournament, 1)
    leaving.withdraw_from_tournament(asked(people[0], timezone.now()), tournament.pk)
    look(timezone.now())
    game = next(one for one in pairings(tournament, 2) if one.result == "" and one.game_id is not None)
    Game.objects.filter(pk=game.game_id).update(move_number=40)
    gone = next(one for one in people[1:] if one.pk not in (game.black.player_id, game.white.player_id))
    director.come_back(tournament)
    director.follow(f"?player={gone.username}")
    director.send(("do", "remove"))  # who asked the director for it
    director.send(("result", "white_wins"))  # a dispute, with the ready-made reason
    for number in (2, 3):
        _round_over(tournament, number)
    director.come_back(tournament)
    director.send(("do", "close"))

    assert reload(tournament).state == TournamentState.FINISHED
    assert tournament.entries.filter(number__isnull=False).count() == 7
    reasons = set(LogLine.objects.filter(tournament=tournament).values_list("reason", flat=True))
    assert {"no_show", "asked", "ruling"} <= reasons
    assert director.clicks <= 10, (director.clicks, director.typed)
    assert director.typed <= 5, director.typed


def test_E102_my_games_lists_the_tournaments_that_one_directs_until_they_are_over():
    tournament, people = make_running(2, played={"rounds": 1})
    second = make_player()
    directing.set_director(asked(tournament.owner), tournament.pk, second, is_director=True)
    link = f'href="/tournaments/{tournament.pk}/direct/"'

    def shown_to(player):
        return link in signed_in(player).get("/games/").content.decode()

    assert [shown_to(one) for one in (tournament.owner, second, people[0])] == [True, True, False]
    tournament.owner.tournaments.update(state=TournamentState.FINISHED)
    assert not shown_to(second)


def test_E57_after_the_end_the_organiser_sees_no_tools_that_only_moderators_may_use():
    tournament, people = make_running(2, played={"rounds": 1})
    path = f"/tournaments/{tournament.pk}/direct/"
    moderator = make_moderator()
    for_play = {"result", "adjust", "remove", "rank", "time", "forbid", "notice"}
    for_owner = {"director", "cancel"}
    always = {"copy"}

    def tools(player):
        page = signed_in(player).get(path, {"player": people[0].username}).content.decode()
        return set(re.findall(r'name="do" value="(\w+)">', page)), re.findall(r'<h[23] id="(\w+-tools)"', page)

    assert tools(tournament.owner)[0] >= for_play | for_owner | always
    assert tools(tournament.owner)[1] == ["player-tools", "round-tools", "event-tools"]

    one = pairings(tournament, 1)[0]
    rule(tournament, one, EventResult.WHITE_WINS.value)
    look()
    assert reload(tournament).state == TournamentState.REVIEW
    assert "Undo the result" in signed_in(tournament.owner).get(path).content.decode()
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.FINISHED, finished_at=NOON)

    assert "Undo the result" not in signed_in(tournament.owner).get(path).content.decode()
    assert tools(tournament.owner) == (always, ["event-tools"])
    assert tools(moderator)[0] == {"result", "adjust", "director"} | always
    with pytest.raises(WrongState):
        rule(tournament, one, EventResult.BLACK_WINS.value, "ruling")
    answer = signed_in(moderator).post(
        path, {"do": "result", "round": 1, "board": 1, "result": "black_wins", "reason_key": "ruling"}
    )
    assert (answer.status_code, pairings(tournament, 1)[0].result) == (302, "black_wins")


def test_E101_another_result_of_a_finished_round_does_not_reopen_it():
    tournament, _people = make_running(4)
    make_running(2)  # whose game continues
    board = pairings(tournament, 1)[0].board
    white_loses(tournament, 1)
    due.run_all_background_steps(NOON)

    directing.set_result(asked(tournament.owner), tournament.pk, (1, board), ("draw", "agreed by phone"))

    assert tournament.rounds.get(number=1).state == RoundState.DONE


def test_E92_only_matches_of_a_knockout_are_voided_for_players_who_do_not_belong_there():
    tournament, _people = make_running(4)
    seat = (1, pairings(tournament, 1)[0].board)

    with pytest.raises(BadActInput) as refused:
        directing.set_result(asked(tournament.owner), tournament.pk, seat, ("struck", "another has won"))

    assert refused.value.data["field"] == "result"


def test_E92_a_bye_and_a_default_of_a_finished_round_keep_their_results():
    tournament, _people = make_running(5)
    bye = next(one for one in pairings(tournament, 1) if one.white is None)
    ruled = next(one for one in pairings(tournament, 1) if one.white is not None)
    owner = asked(tournament.owner)
    with pytest.raises(BadActInput):
        directing.set_result(owner, tournament.pk, (1, bye.board), ("black_wins", "by phone"))

    white_loses(tournament, 1)
    due.run_all_background_steps(NOON)
    tournament.rounds.get(number=1).pairings.filter(pk=ruled.pk).update(game=None, result="black_by_default")

    with pytest.raises(BadActInput):
        directing.set_result(owner, tournament.pk, (1, ruled.board), ("", "a mistake"))


def test_E92_a_pairing_that_is_only_proposed_gets_no_result():
    tournament, _people = make_running(4, played={"following": "hand"})
    owner = asked(tournament.owner)
    proposing.propose_next_round(owner, tournament.pk)

    with pytest.raises(BadActInput) as refused:
        directing.set_result(owner, tournament.pk, (1, 1), ("black_wins", "by phone"))

    assert refused.value.data["field"] == "board"


def test_E101_a_result_that_no_director_has_set_is_not_reversed_again():
    tournament, _people = make_running(4)
    one = pairings(tournament, 1)[0]
    rule(tournament, one, EventResult.BLACK_WINS.value)
    take_back(tournament, one)
    before = acts_of(tournament)

    take_back(tournament, one)

    assert acts_of(tournament) == before
