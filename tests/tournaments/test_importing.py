"""Pairings made by other programs (E97)."""

from __future__ import annotations

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import Player
from ratings.suggestions import points_of_rank_difference
from tests.factories import make_player
from tournaments.forms import PairingsFileForm
from tournaments.models import RoundStart, RoundState
from tournaments.services import importing, proposing

from .helpers import asked, look, make_running, pairings

pytestmark = pytest.mark.django_db


@pytest.fixture
def paired():
    """A tournament of four whose first round is not paired, its director's client, its players and its pairs."""
    tournament, people = make_running(4, played={"following": RoundStart.HAND, "rounds": 2})
    return tournament, client_of(tournament.owner), people


def client_of(player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def gotha(tournament, client, pairs) -> bytes:
    """Return our own file as OpenGotha would write it, with these pairs in round 1."""
    text = client.get(f"/tournaments/{tournament.pk}/files/xml/").content.decode()
    rows = "".join(
        f'<Game blackPlayer="{black.shown_name.upper()}" whitePlayer="{white.shown_name.upper()}" handicap="0" '
        f'knownColor="true" result="RESULT_UNKNOWN" roundNumber="1" tableNumber="{board}"/>'
        for board, (black, white) in enumerate(pairs, start=1)
    )
    before, _games, after = text.partition("<Games>")
    return (
        before + "<Games>" + rows + after if _games else text.replace("<Games/>", f"<Games>{rows}</Games>")
    ).encode()


def send(tournament, client, data: bytes, encoding: str = ""):
    file = SimpleUploadedFile("spring.xml", data, "application/xml")
    return client.post(f"/tournaments/{tournament.pk}/pairings/", {"file": file, "encoding": encoding}, follow=True)


def shown(tournament) -> list[tuple]:
    return [(one.black.player, one.white.player) for one in pairings(tournament, 1)]


def test_E97_pairings_of_opengotha_are_proposed_and_published_as_they_are(paired):
    tournament, client, (a, b, c, d) = paired
    pairs = [(d, a), (b, c)]

    page = send(tournament, client, gotha(tournament, client, pairs)).content.decode()

    assert "Pairings proposed" in page
    assert shown(tournament) == pairs
    round_ = tournament.rounds.get(number=1)
    assert round_.state == RoundState.PROPOSED
    proposing.publish_proposal(asked(tournament.owner), tournament.pk, round_.proposal)
    look()
    assert all(one.game is not None for one in pairings(tournament, 1))
    assert send(tournament, client, gotha(tournament, client, pairs)).status_code == 409


def test_E97_a_file_in_an_encoding_of_several_bytes_is_read(paired):
    tournament, client, (a, b, c, d) = paired
    text = gotha(tournament, client, [(d, a), (b, c)]).decode().replace("UTF-8", "Shift_JIS", 1)

    page = send(tournament, client, text.replace('club="', 'club="碁', 1).encode("shift_jis")).content.decode()

    assert "Pairings proposed" in page
    assert shown(tournament) == [(d, a), (b, c)]


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("cp1251", "Шикшин"),
        ("cp1250", "Dvořák"),
        ("cp932", "山田"),
        ("gb18030", "王伟"),
        ("cp1254", "Şahin"),
        ("cp1257", "Jānis"),
        ("cp1253", "Γιάννης"),
        ("cp1255", "דוד"),
        ("cp1256", "علي"),
        ("cp874", "สม"),
        ("big5hkscs", "陳"),
    ],
)
def test_E136_the_director_chooses_the_encoding_of_a_file_that_declares_another(paired, encoding, name):
    tournament, client, (a, b, c, d) = paired
    Player.objects.filter(pk=a.pk).update(username=name)
    a.refresh_from_db()
    data = gotha(tournament, client, [(d, a), (b, c)]).decode().encode(encoding)

    assert "Pairings proposed" not in send(tournament, client, data).content.decode()
    page = send(tournament, client, data, encoding=encoding).content.decode()

    assert "Pairings proposed" in page
    assert shown(tournament) == [(d, a), (b, c)]


def test_E136_pairings_of_pairgoth_are_proposed(paired):
    tournament, client, (a, b, c, d) = paired
    players = [{"id": 2 * at, "name": one.username, "rank": -9} for at, one in enumerate((a, b, c, d), start=1)]
    games = [[{"id": 1, "t": 1, "b": 8, "w": 2, "h": 0, "r": "?"}, {"id": 2, "t": 2, "b": 4, "w": 6, "h": 0, "r": "?"}]]
    file = {"type": "INDIVIDUAL", "rounds": 2, "pairing": {"type": "SWISS"}, "players": players, "games": games}

    page = send(tournament, client, json.dumps(file).encode("utf-16")).content.decode()

    assert "Pairings proposed" in page
    assert shown(tournament) == [(d, a), (b, c)]


def test_E97_what_does_not_fit_is_refused_and_stores_nothing(paired):
    tournament, client, (a, b, c, _d) = paired
    stranger = make_player()
    for pairs, text in (
        ([(a, b), (c, stranger)], "&lt;Game&gt; 2: whitePlayer="),
        ([(a, b), (c, a)], "pairings are not valid"),
        ([(a, b)], "missing from the file"),
        ([], "no pairings for the next round"),
    ):
        answer = send(tournament, client, gotha(tournament, client, pairs))
        assert (answer.status_code, text in answer.content.decode()) == (400, True), text
    assert send(tournament, client, b"<html/>").status_code == 400
    answer = send(tournament, client, b'<?xml version="1.0" encoding="Shift_JIS"?><Tournament name="\x81"/>')
    assert (answer.status_code, "Save it as UTF-8" in answer.content.decode()) == (400, True)
    assert Client().post(f"/tournaments/{tournament.pk}/pairings/").status_code == 302
    other = Client()
    other.force_login(a)
    assert send(tournament, other, b"").status_code == 404
    assert tournament.rounds.get(number=1).state == RoundState.PLANNED


def test_E136_the_place_in_a_file_is_named_in_the_readers_language(paired):
    tournament, client, (a, b, c, d) = paired
    data = gotha(tournament, client, [(a, b), (c, d)])
    tournament.owner.language = "fi"
    tournament.owner.save(update_fields=["language"])
    for old, new, place in (
        (b'handicap="0"', b'handicap="10"', "kierros 1, pöytä 1"),
        (b"</Games>", b"</Game>", ", sarake "),
    ):
        assert old in data
        assert place in send(tournament, client, data.replace(old, new)).content.decode()


def test_E136_the_size_of_a_file_counts_before_its_conversion(paired):
    tournament, client, (a, b, c, d) = paired
    data = gotha(tournament, client, [(a, d), (b, c)]) + b"<!--%b-->" % (b"\xe4" * 2_500_000)
    form = PairingsFileForm({"encoding": "cp1251"}, {"file": SimpleUploadedFile("spring.xml", data)})

    assert form.is_valid()
    assert len(importing.read_pairings_file(form.content(), 1)) == 2


def test_E99_programs_propose_pairings_of_their_own(paired):
    tournament, client, (a, b, c, d) = paired
    path = f"/api/v1/tournaments/{tournament.pk}/rounds/1/pairings/"

    def post(*pairs):
        body = {"pairings": [{"black": x.username, "white": None if y is None else y.username} for x, y in pairs]}
        return client.post(path, json.dumps(body), content_type="application/json")

    for pairs, why in (
        ([(a, make_player()), (c, d)], "unknown"),
        ([(a, b), (a, d)], "twice"),
        ([(a, b), (c, None)], "missing"),
        ([(a, b), (c, None), (d, None)], "pair"),
    ):
        answer = post(*pairs)
        assert (answer.status_code, answer.json()["code"], answer.json()["why"]) == (400, "bad_pairings", why)
    assert post((c, b), (a, d)).status_code == 200
    assert shown(tournament) == [(c, b), (a, d)]
    wrong = client.post(path.replace("rounds/1", "rounds/2"), path, content_type="application/json")
    assert wrong.status_code == 400


@pytest.mark.parametrize("by_komi", [False, True])
def test_E97_E139_imported_handicaps_are_stones_or_komi_as_in_the_tournament(by_komi):
    played = {"following": RoundStart.HAND, "rounds": 2, "handicaps": True, "komi_handicap": by_komi}
    tournament, people = make_running(6, played=played)
    pairs = zip(people[::2], people[1::2], (0, 1, 3), strict=True)
    seats = [importing.NamedSeats(black.username, white.username, handicap) for black, white, handicap in pairs]

    round_ = importing.propose_pairings(asked(tournament.owner), tournament.pk, 1, seats)
    proposing.publish_proposal(asked(tournament.owner), tournament.pk, round_.proposal)
    look()

    games = [one.game for one in pairings(tournament, 1)]
    even = tournament.agreed_komi
    wanted = (
        [(0, even - points_of_rank_difference(1, 9)), (0, even - points_of_rank_difference(3, 9))]
        if by_komi
        else [(0, 0.5), (3, 0.5)]
    )
    assert [(game.handicap, game.komi) for game in games] == [(0, even), *wanted]
    texts = {f"{stones} stones" if stones else f"komi {komi:g}".replace("-", "−") for stones, komi in wanted}
    for path in ("rounds/1/", "print/1/", "standings/", "direct/"):
        page = client_of(tournament.owner).get(f"/tournaments/{tournament.pk}/{path}").content.decode()
        found = set(re.findall(r"<small>((?:komi|H?\d)[^<]*)</small>", page))
        assert {one.replace("H3", "3 stones") for one in found} == texts, path
