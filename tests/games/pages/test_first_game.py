"""Newcomers' pages: the first board against the computer, and the end of a first game."""

import pytest
from django.utils import timezone

from accounts.models import Player
from challenges.services.server_bot import BOT_TIME
from foundation import cpu_slots
from games import verbs
from games.models import Game
from games.services.turning_point import LEAST, STAYS, TurningPoint, find_largest_swing, find_turning_point
from games.views.game_panels.first import FirstGameAndEndPanel
from rules import Color
from tests.factories import act, make_game, make_player, play, play_somewhere
from tests.support.browsers import browser

pytestmark = pytest.mark.django_db
SENTENCE = "Tap an intersection, then press Play. Try to surround more of the board than the computer."


@pytest.fixture(autouse=True)
def bot(settings) -> Player:
    settings.IGO_HOUSE_BOT = True
    return Player.objects.create_user(settings.IGO_HOUSE_BOT_NAME, is_bot=True)


def page_of(visitor, game: Game) -> str:
    return " ".join(visitor.get(game.get_absolute_url()).content.decode().split())


def page_object(visitor, game: Game):
    return visitor.get(game.get_absolute_url()).context["page"]


def first_board(visitor=None):
    visitor = visitor or browser()
    visitor.post("/play/")
    game = Game.objects.latest("pk")
    return visitor, game


@pytest.mark.parametrize("name", ["", "aino"])
def test_the_first_board_says_one_sentence_and_leaves_out_what_can_wait(name):
    visitor, game = first_board(browser(make_player(name)) if name else None)

    page = page_of(visitor, game)

    assert SENTENCE in page
    assert (
        page.count(
            "<li>",
            page.index("The rules in brief"),
            page.index("</ol>", page.index("The rules in brief")),
        )
        == 3
    )
    for left_out in ('id="time"', 'id="share"', "request-undo", "request-draw", "Time and pauses", "data-deadline"):
        assert left_out not in page, left_out


def test_the_first_board_has_no_draw_even_when_one_could_be_proposed():
    visitor, game = first_board()
    play_somewhere(game, 12, timezone.now())
    assert "draw" in {item.path.split("-")[-1] for item in super(FirstGameAndEndPanel, page_object(visitor, game)).menu}

    assert f"{game.get_absolute_url()}draw/" not in page_of(visitor, game)


def test_capture_go_has_rules_of_its_own():
    visitor = browser()
    visitor.post("/play/", {"capture": "3", "size": "7"})

    assert SENTENCE not in page_of(visitor, Game.objects.get())


def test_who_has_finished_a_game_sees_the_whole_page_of_the_next():
    visitor, game = first_board()
    act(game, verbs.Resign, by=Player.objects.get(is_guest=True), now=timezone.now())
    visitor, game = first_board(visitor)

    page = page_of(visitor, game)

    assert SENTENCE not in page
    assert 'id="share"' in page
    assert 'id="chat"' not in page, "guests cannot write, not to the computer either"


def test_a_first_game_against_a_person_is_an_ordinary_one():
    aino = make_player("aino")

    page = page_of(browser(aino), make_game(black=aino, white=make_player("babak"), size=9, now=timezone.now()))

    assert SENTENCE not in page
    assert 'id="time"' in page


def test_the_computer_asks_for_no_days_per_move():
    first_board()
    aino = browser(make_player("aino"))
    form = {"opponent_kind": "bot", "size": "9", "rule_set": "japanese", "color": "black", "handicap": "0"}
    aino.post("/new/", {**form, "time": "days_1"})
    aino.post("/new/", {**form, "time": "fischer"})

    by_click, by_form, chosen = Game.objects.order_by("pk")
    assert by_click.agreed_time == by_form.agreed_time == BOT_TIME
    assert chosen.agreed_time.system == "fischer"


def test_a_lost_first_game_ends_with_a_way_to_go_on():
    visitor, game = first_board()
    guest = Player.objects.get(is_guest=True)
    act(game, verbs.Resign, by=guest, now=timezone.now())

    page = page_of(visitor, game)

    assert "You finished your first game" in page
    assert "Most players lose their first games," in page
    assert "Rematch with 2 handicap stones" in page
    assert 'href="/new/?to=igo-bot&amp;size=9&amp;rule_set=' in page
    assert 'href="/learn/territory/1/"' in page
    assert 'href="/accounts/keep/">Keep your games' in page
    rematch = " ".join(visitor.get("/new/?to=igo-bot&size=9&handicap=2&color=black").content.decode().split())
    assert "2 handicap stones" in rematch


def test_a_won_first_game_offers_no_handicap():
    aino, babak = make_player("aino"), make_player("babak")
    game = make_game(black=aino, white=babak, size=9, now=timezone.now())
    act(game, verbs.Resign, by=babak, now=timezone.now())

    page = page_of(browser(aino), game)

    assert "You finished your first game" in page
    assert "Most players lose" not in page
    assert "handicap stones" not in page
    assert "Keep your games" not in page  # an account has them
    assert "You finished your first game" not in page_of(browser(), game)


def test_the_turning_point_is_the_move_that_changed_the_count_most_for_ten_moves():
    leads = [0.0] * 12 + [-20.0] * 15 + [-29.0] * 15

    assert find_largest_swing(leads) == TurningPoint(12, 20, Color.WHITE)
    assert find_largest_swing([-lead for lead in leads]) == TurningPoint(12, 20, Color.BLACK)


def test_a_change_that_does_not_last_ten_moves_or_is_small_is_no_turning_point():
    brief = [0.0] * 12 + [30.0] * STAYS + [0.0] * 5
    late = [0.0] * 20 + [30.0] * STAYS
    small = [0.0] * 12 + [LEAST - 1.0] * 30

    assert [find_largest_swing(leads) for leads in (brief, late, small, [], [0.0])] == [None] * 5


def test_a_game_of_few_moves_has_no_turning_point(django_assert_num_queries):
    game = make_game(black=make_player("aino"), white=make_player("babak"), size=9, now=timezone.now())
    play(game, "E5", now=timezone.now())

    assert find_turning_point(game) is None
    with django_assert_num_queries(0):
        assert find_turning_point(game) is None  # kept


def decided_game(before_the_end=lambda game: None) -> Game:
    """A finished game: Black surrounds and takes White's chain on the third line, then both play on elsewhere."""
    now = timezone.now()
    game = make_game(black=make_player("aino"), white=make_player("babak"), size=9, now=now)
    moves = "E5 E4 D4 D5 F4 C5 E3 E9 G5 J9 G6 J8 G4 J7 D3 H9 F3 G9 C4 A9 B4 A8 B5 A7 B6 A6 C6 A5 D6 A4"
    for number, point in enumerate(moves.split()):
        if number == STAYS:
            before_the_end(Game.objects.get(pk=game.pk))
        play(game, point, now=now)
    act(game, verbs.Resign, by=Player.objects.get(username="babak"), now=now)
    return Game.objects.get(pk=game.pk)


def test_a_capture_that_decides_a_game_is_named_on_its_page():
    game = decided_game()

    page = page_of(browser(Player.objects.get(username="babak")), game)

    assert "made the biggest difference" in page


def test_a_busy_process_shows_the_end_of_a_first_game_without_its_turning_point_and_tries_again(monkeypatch):
    game = decided_game()
    monkeypatch.setattr(cpu_slots, "LONGEST_WAIT", 0.01)
    with cpu_slots.cpu_slot(), cpu_slots.cpu_slot():
        assert find_turning_point(game) is None
    assert find_turning_point(game) is not None


def test_what_was_found_before_a_game_went_on_is_not_kept():
    game = decided_game(before_the_end=find_turning_point)

    assert find_turning_point(game) is not None


def test_the_panel_of_a_finished_game_names_its_parts_in_order_and_finds_the_turning_point_on_request():
    game = decided_game()
    other = make_game(black=Player.objects.get(username="babak"), white=make_player("hana"), now=timezone.now())
    act(other, verbs.Resign, by=Player.objects.get(username="babak"), now=timezone.now())
    babak = browser(Player.objects.get(username="babak"))

    page = page_of(babak, game)
    panel = page[page.index('id="ended"') : page.index("</section>", page.index('id="ended"'))]
    parts = ["/review/", "/rematch/", "/end.gif"]
    assert [part for part in parts if part in panel] == parts
    assert sorted(parts, key=panel.index) == parts
    assert "made the biggest difference" not in page
    assert 'href="?turn=1"' in page
    assert "css/ended.css" in panel  # a page that is open when the game ends loads no new head

    found = babak.get(f"{game.get_absolute_url()}?turn=1").content.decode()
    assert "made the biggest difference" in " ".join(found.split())
    assert "made the biggest difference" in page_of(babak, game)  # as long as the process remembers it
    assert 'href="?turn=1"' not in page_of(browser(), game)


def test_a_game_in_progress_offers_no_turning_point():
    decided_game()
    babak = Player.objects.get(username="babak")
    game = make_game(black=babak, moves="E5 D4", now=timezone.now())
    assert 'href="?turn=1"' not in page_of(browser(babak), game)


def test_a_visitor_cannot_have_the_turning_point_computed():
    game = decided_game()

    page = browser().get(f"{game.get_absolute_url()}?turn=1").content.decode()

    assert "made the biggest difference" not in page
    assert 'href="?turn=1"' not in page
    assert "/rematch/" not in page
