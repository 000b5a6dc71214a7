"""Pages with the explained count, the second confirmation, playing on from a file, and all records in one archive."""

from __future__ import annotations

import io
import re
import zipfile
from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from sgfmill import sgf as sgfmill

from challenges.models import Challenge
from games import sgf_export, verbs
from games.models import Game
from rules import Color
from rules.variants.presets import PRESETS
from tests.factories import act, make_moderator, make_player, reload, side, to_act
from tests.games.verbs.test_agreements import ROUND, position
from tests.support.games import dead, make_game
from tests.support.games import just_stopped as stopped
from tests.support.pages import tight
from tests.support.seated import seated

pytestmark = pytest.mark.django_db


def do(game, verb, **arguments):
    return act(game, verb, now=timezone.now(), **arguments)


def propose(game, *vertices):
    return do(game, verbs.Propose, dead=dead(game, *vertices))


@pytest.fixture
def browse(client):
    """Sign someone in."""

    def as_(player):
        client.force_login(player)
        return client

    return as_


def post(client, game, verb, **fields):
    data = {"number": reload(game).number, "key": f"key-{verb}-{reload(game).number}", **fields}
    return client.post(f"/g/{game.pk}/{verb}/", data)


def test_the_count_of_a_proposal_is_explained_to_everybody_R62(client):
    game = stopped()
    propose(game, "B5", "H5")

    text = tight(client.get(f"/g/{game.pk}/count/").content.decode())

    assert "BrainKing" in text
    for name in ("Japanese rules", "Chinese rules", "AGA rules"):
        assert name in text
    dead = r"Points under dead stones</summary>.*Black</b> \(1\): <bdi[^>]*>B5<.*White</b> \(1\): <bdi[^>]*>H5<"
    assert re.search(dead, text, re.DOTALL)
    assert re.search(r"Territory\s*<small>[^<]+</small></th><td>36</td><td>27</td><td>Black.\+9</td>", text)


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        ({"komi": "6.5"}, "Black gives komi for moving first."),
        ({"komi": "6.5", "rule_set": "japanese"}, "White gets komi because Black moved first."),
        ({"komi": "-6.5"}, ""),
        ({"komi": "-6.5", "rule_set": "japanese"}, ""),
        ({"komi": "0.5", "handicap": 2, "rule_set": "japanese"}, ""),
    ],
)
def test_only_komi_for_the_first_move_is_explained_as_that_R62(client, terms, reason):
    game = make_game(moves="E5 D4 F6 pass pass", **{**terms, "komi": Decimal(terms["komi"])})
    propose(game)

    text = tight(client.get(f"/g/{game.pk}/count/").content.decode())

    shown = re.search(r'<th scope="row">Komi\s*(?:<small>([^<]*)</small>)?</th>', text)
    assert (shown[1] or "") == reason


def test_the_page_of_a_rejection_is_headed_by_it_and_shows_its_form_R12(browse):
    game = stopped()
    propose(game, "B5", "H5")
    page = browse(to_act(game))

    rejecting = tight(page.get(f"/g/{game.pk}/?reject=1").content.decode())
    deciding = tight(page.get(f"/g/{game.pk}/").content.decode())

    assert "Reject the marking</h1>" in rejecting
    assert "Reject the marking…" not in rejecting
    assert "Reject the marking</h1>" not in deciding
    assert "Do you agree?" in deciding


def test_the_marking_side_sees_the_count_of_its_draft_and_nobody_else_R62(browse, client):
    game = stopped()

    assert browse(to_act(game)).get(f"/g/{game.pk}/count/").status_code == 200
    assert browse(side(game, Color.WHITE)).get(f"/g/{game.pk}/count/").status_code == 302


def test_an_area_count_says_the_halves_too_R22(client):
    game = stopped(rule_set="chinese")
    propose(game, "B5", "H5")

    assert "Black has 45 points and needs more than 44.25 to win" in client.get(f"/g/{game.pk}/count/").content.decode()


def test_an_aga_count_is_shown_both_ways_R23(client):
    game = stopped(rule_set="aga")
    propose(game, "B5", "H5")

    text = tight(client.get(f"/g/{game.pk}/count/").content.decode())

    row = r'<tr><th scope="row">(AGA rules|Same rules, counting territory[^<]*)</th>.*?<td>([^<]*)</td></tr>'
    (_, by_area), (_, by_territory) = re.findall(row, text)
    assert by_area == by_territory


def test_a_doubtful_proposal_is_accepted_on_a_second_page_R60(browse):
    game = stopped()
    propose(game, "B5")
    white = browse(side(game, Color.WHITE))

    page = white.get(f"/g/{game.pk}/").content.decode()
    assert "Check again" in page
    assert f'href="/g/{game.pk}/accept/"' in page
    assert post(white, game, "accept", proposal=1).status_code == 409
    assert not reload(game).is_finished

    second = white.get(f"/g/{game.pk}/accept/").content.decode()
    assert "H5" in second
    assert 'name="confirmed" value="1"' in second
    assert post(white, game, "accept", proposal=1, confirmed="1").status_code == 302
    assert reload(game).result == "B+33.5"


def test_a_proposal_without_doubt_is_accepted_at_once(browse):
    game = stopped()
    propose(game, "B5", "H5")
    white = browse(side(game, Color.WHITE))

    assert white.get(f"/g/{game.pk}/accept/").status_code == 302
    assert post(white, game, "accept", proposal=1).status_code == 302
    assert reload(game).is_finished


def test_a_reason_for_a_rejection_runs_in_its_own_direction_R16(browse):
    game = stopped()
    propose(game)
    client = browse(to_act(game))
    post(client, game, "reject", proposal="1", then="mark", reason="B5 is dead.")

    text = tight(client.get(f"/g/{game.pk}/").content.decode())

    assert "Mark the dead stones again. <bdi>B5 is dead.</bdi>" in text


def test_no_result_is_proposed_and_agreed_on_the_pages_R8(browse):
    game = make_game(position=position(), moves=f"{ROUND} {ROUND}")
    black = browse(side(game, Color.BLACK))
    assert "End without a result…" in black.get(f"/g/{game.pk}/").content.decode()
    assert black.get(f"/g/{game.pk}/no-result/").status_code == 200
    post(black, game, "no-result")

    white = browse(side(game, Color.WHITE))
    assert "Agree to no result" in white.get(f"/g/{game.pk}/").content.decode()
    post(white, game, "no-result-answer", allow="yes")

    assert reload(game).end_reason == "no_result"
    assert "No result" in white.get(f"/g/{game.pk}/").content.decode()


def test_a_moderator_decides_on_a_page_and_players_cannot_R26(browse):
    game = make_game(moves="E5 D4")
    staff = browse(make_moderator())
    assert f"/g/{game.pk}/decide/" in staff.get(f"/g/{game.pk}/").content.decode()
    assert "Both players lose" in staff.get(f"/g/{game.pk}/decide/").content.decode()

    player = browse(to_act(game))
    assert player.get(f"/g/{game.pk}/decide/").status_code == 302
    assert post(player, game, "decide", ruling="black", reason="me").status_code == 403

    staff = browse(make_moderator())
    assert post(staff, game, "decide", ruling="both_lose", reason="Both were absent.").status_code == 302
    page = staff.get(f"/g/{game.pk}/").content.decode()
    assert "Both players lose" in page
    assert "Both were absent." in page


FILE = b"(;GM[1]SZ[9]KM[6.5]RU[Japanese];B[ba];W[aa];B[ab];W[ee])"
TERMS = {"opponent_kind": "anyone", "rule_set": "japanese", "komi": "6.5", "color": "black", "time": "days_3"}


def upload(client, data=FILE, **fields):
    return client.post("/new/sgf/", {"file": SimpleUploadedFile("game.sgf", data), **fields})


def sealed(answer) -> str:
    return re.search(r'name="position" value="([^"]+)"', answer.content.decode())[1]


def test_an_sgf_file_becomes_an_offer_to_play_on(browse):
    creator = browse(make_player())
    answer = upload(creator)
    assert "The position after move 4 in your file." in answer.content.decode()
    assert 'action="/new/"' in answer.content.decode()

    made = creator.post("/new/", {**TERMS, "position": sealed(answer)})
    page = creator.get(made.url).content.decode()

    offer = Challenge.objects.get()
    assert offer.position["start"][0] == ".X......."
    assert offer.position["prisoners"] == [1, 0]
    assert "Starting position" in page
    assert "unrated" in page


def test_an_earlier_position_of_the_file_can_be_chosen(browse):
    answer = upload(browse(make_player()), moves="1")

    assert "The position after move 1 in your file." in answer.content.decode()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"hello", "This file contains no game."),
        (b"(;SZ[9]\n;B[zz])", "Line 2: This point is not on the board. Correct the file."),
        (b"(;GM[2])", "Line 1: This file is for another game, not Go. Choose another file."),
        (b"x" * 1_000_001, "The file is larger than 1 MB. Choose a smaller file."),
        (b"(;" * 30_000, "The file has too many moves, variations or marks. Choose a smaller file."),
        (b"(;SZ[9])" * 501, "The file has more than 500 games. Split it into smaller files."),
    ],
)
def test_a_bad_file_is_refused_with_its_line(browse, data, sentence):
    answer = upload(browse(make_player()), data)

    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert not Challenge.objects.exists()


@pytest.mark.parametrize("forged", ["x", "x:y:z", "eyJhIjoxfQ:1abcde:AAAA", "\x00", "é"])
def test_a_position_that_the_server_did_not_read_is_refused(browse, forged):
    answer = browse(make_player()).post("/new/", {**TERMS, "size": "9", "handicap": "0", "position": forged})

    assert answer.status_code == 400
    assert not Challenge.objects.exists()


def test_all_my_games_come_as_one_zip_that_other_programs_read(browse):
    me = make_player()
    played = make_game(black=me, moves="E5 D4 pass pass")
    propose(played)
    make_game(white=me)
    make_game()

    answer = browse(me).get("/games/mine.zip")
    archive = zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))

    assert answer["Content-Type"] == "application/zip"
    assert archive.testzip() is None
    assert len(archive.namelist()) == 2
    games = [sgfmill.Sgf_game.from_bytes(archive.read(name)) for name in archive.namelist()]
    assert sorted(len(game.get_main_sequence()) for game in games) == [1, 6]


def test_the_zip_takes_the_same_number_of_statements_for_any_number_of_games(browse):
    me, other = make_player(), make_player()
    reader, counts = browse(me), []
    for _ in range(2):
        for _ in range(3):
            make_game(black=me, white=other, moves="E5 D4")
        reader.get("/games/")
        with CaptureQueriesContext(connection) as asked:
            b"".join(reader.get("/games/mine.zip").streaming_content)
        counts.append(len(asked))

    assert counts[0] == counts[1]


def test_the_records_of_variants_are_written_without_reading_each_position():
    games = [seated(PRESETS[name], now=timezone.now()) for name in ("capture", "torus", "pair", "blind")]
    do(games[3], verbs.Resign)

    with CaptureQueriesContext(connection) as asked:
        assert len(list(sgf_export.sgf_files_of(Game.objects.all()))) == 4
    assert not [query["sql"] for query in asked if '"snapshot"' in query["sql"]]


def test_a_player_without_games_gets_an_empty_archive(browse):
    answer = browse(make_player()).get("/games/mine.zip?page=3")

    assert zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))).namelist() == []
    assert not Game.objects.exists()
