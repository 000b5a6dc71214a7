"""Team matches on the page and in the API (E40, E78, E96, E99)."""

from __future__ import annotations

import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from games.models import Game
from ratings.ranks import Rank
from team_matches.models import MatchTeam, TeamMatch
from team_matches.services import teams
from team_matches.tables import MatchScore, RoundScore
from team_matches.words import verdict_sentence
from tests.clubs.helpers import make_club
from tests.factories import make_moderator, make_player
from tests.support.callers import Caller
from tests.support.pages import tight
from tests.team_matches.helpers import Clubs
from tests.tournaments.helpers import asked, look
from tests.tournaments.test_ranks_in_events import rank

pytestmark = pytest.mark.django_db
FORM = {
    "guest": "oulu go", "boards": "2", "rounds": "1", "size": "9", "rule_set": "japanese", "time": "days_3",
    "rated": "on",
}  # fmt: skip


def page(client, path, player=None, **headers):
    if player is None:
        client.logout()
    else:
        client.force_login(player)
    answer = client.get(path, headers=headers)
    assert answer.status_code == 200
    return tight(answer.content.decode())


def send(client, path, who, **fields):
    """Post the form, and return the text of the next page."""
    client.force_login(who)
    return tight(client.post(path, fields, follow=True).content.decode())


def test_E40_E78_a_whole_match_by_page(client):
    clubs = Clubs()
    home = clubs.home.get_absolute_url()
    assert f'/team-matches/new/?club={clubs.home.pk}"' in page(client, home, clubs.owners[0])
    assert "/team-matches/new/" not in page(client, home, clubs.a[1])
    may = ["/team-matches/new/" in page(client, "/team-matches/", one) for one in (clubs.owners[0], clubs.a[1], None)]
    assert may == [True, False, False]
    new = page(client, f"/team-matches/new/?club={clubs.home.pk}", clubs.owners[0])
    assert f'<option value="{clubs.home.pk}" selected>' in new

    client.force_login(clubs.owners[0])
    unknown = client.post("/team-matches/new/", {**FORM, "club": clubs.home.pk, "guest": "Nowhere"})
    assert (unknown.status_code, TeamMatch.objects.count()) == (400, 0)
    assert "Club not found. Check the name." in unknown.content.decode()
    own = client.post("/team-matches/new/", {**FORM, "club": clubs.home.pk, "guest": "Tampere Go"})
    assert "This setting conflicts with the match" in own.content.decode()
    client.post("/team-matches/new/", {**FORM, "club": clubs.home.pk})
    match = TeamMatch.objects.get()
    path = match.get_absolute_url()

    assert 'value="accept"' not in page(client, path, clubs.owners[0])
    assert 'value="withdraw"' in page(client, path, clubs.owners[0])
    assert 'value="accept"' in page(client, path, clubs.owners[1])
    send(client, f"{path}act/", clubs.owners[1], do="accept")
    assert 'list="members-home"' in page(client, path, clubs.a[0])
    assert "members-home" not in page(client, path, clubs.b[0])
    send(client, f"{path}act/", clubs.a[0], do="ask", player="a2", side="home")
    assert "Your club has invited you to play" in page(client, path, clubs.a[1])
    for player in (*clubs.a[:2], *clubs.b[:2]):
        send(client, f"{path}place/", player, do="play")
    assert "Only club members can do this." in send(client, f"{path}place/", make_player(), do="play")
    twice = send(client, f"{path}act/", clubs.a[0], do="lineup", side="home", players=["a1", "a1"])
    assert "Someone is listed twice in this lineup. Choose each player only once." in twice
    for team, side in ((clubs.a, "home"), (clubs.b, "away")):
        names = [one.username for one in team[:2]]
        saved = send(client, f"{path}act/", team[0], do="lineup", side=side, players=names)
        assert f'value="{names[1]}" selected' in saved
        assert "lineup confirmed" in send(client, f"{path}act/", team[0], do="ready", side=side)

    look(timezone.now())

    shown = page(client, path)
    assert Game.objects.count() == 2
    assert all(game.get_absolute_url() in shown for game in Game.objects.all())
    own = page(client, path, clubs.a[0])
    assert own.index("match-score") < own.index("own-game") < own.index("team-boards")
    assert 'value="ready"' not in shown
    for text in ("Two clubs play", "<bdi>Tampere Go</bdi>", "<bdi>Oulu Go</bdi>"):
        assert text in page(client, "/team-matches/")
    log = page(client, f"{path}log/")
    assert "confirmed its lineup" in log
    assert "Round <bdi>1</bdi> started" in log
    assert "Tampere Go – Oulu Go" in page(client, home)
    assert "دور" in page(client, path, **{"accept-language": "fa"})


def test_moderators_decide_by_page_and_no_one_else_is_shown_how(client):
    clubs = Clubs()
    match = clubs.running()
    path = match.get_absolute_url()
    for player in (None, clubs.owners[0], clubs.a[0]):
        assert 'value="cancel"' not in page(client, path, player)
    chief = make_moderator()
    assert 'value="cancel"' in page(client, path, chief)
    missing = send(client, f"{path}act/", chief, do="result", round="1", board="1", result="both_lose", reason="")
    assert "reason" in missing
    send(client, f"{path}act/", chief, do="result", round="1", board="1", result="both_lose", reason="Nobody came")
    assert match.games.get(board=1).result == "both_lose"
    assert "Nobody came" in page(client, f"{path}log/")
    assert "Choose what you want to do." in send(client, f"{path}act/", chief, do="explode")


def test_a_board_shows_the_stored_rank_and_whose_turn_it_is_with_the_time_left(client):
    clubs = Clubs()
    match = clubs.running()
    Game.objects.update(deadline=timezone.now() + timedelta(days=2, minutes=5))
    board = match.games.get(board=1)
    black = (board.home, board.away)[match.team_with_black(1, 1) == MatchTeam.AWAY]
    row = page(client, match.get_absolute_url()).partition('<ul class="team-boards">')[2].partition("</li>")[0]
    (turn,) = re.findall(r'<span class="who on">.*?</small>', row)
    assert f">{black.username}<" in turn
    assert "to move" in turn
    assert "2 d left" in " ".join(turn.split())
    rank = Rank(match.members.get(player=black).rank)
    assert f'<bdi class="rank ltr">{rank}</bdi>' in turn

    Game.objects.update(turn=1)
    row = page(client, match.get_absolute_url()).partition('<ul class="team-boards">')[2].partition("</li>")[0]
    assert f">{black.username}<" not in row.partition('class="who on"')[2].partition("</small>")[0]


def test_E78_who_has_no_club_sees_that_and_what_there_is_not_is_404(client):
    client.force_login(make_player())
    answer = client.post("/team-matches/new/", {**FORM, "club": make_club(name="Not mine").pk})
    assert (answer.status_code, answer.headers["Location"], TeamMatch.objects.count()) == (302, "/clubs/", 0)
    refusal = "You are not allowed to create tournaments or ladders for this club."
    assert refusal in client.get("/clubs/").content.decode()
    for path in ("/team-matches/1/", "/team-matches/1/log/"):
        assert client.get(path).status_code == 404


def test_E99_a_whole_match_by_program(client):
    clubs = Clubs()
    one, other = (Caller(client, owner) for owner in clubs.owners)
    terms = {"size": 9, "days": 3}
    wrong = one.post("team-matches", club=clubs.home.pk, guest=clubs.home.pk, terms=terms)
    assert (wrong.status_code, wrong.json()["code"], wrong.json()["field"]) == (400, "bad_match", "guest")
    made = one.post("team-matches", "again", club=clubs.home.pk, guest=clubs.away.pk, boards=2, terms=terms)
    same = one.post("team-matches", "again", club=clubs.home.pk, guest=clubs.away.pk, boards=2, terms=terms)
    assert (made.status_code, made.json()["state"], same.json()) == (201, "offered", made.json())
    path = f"team-matches/{made.json()['id']}"
    assert one.post(f"{path}/acts", act="accept").json()["code"] == "not_member"
    assert other.post(f"{path}/acts", act="accept").json()["state"] == "lineup"
    players = {player: Caller(client, player) for player in (*clubs.a[:2], *clubs.b[:2])}
    for caller in players.values():
        assert caller.post(f"{path}/place", do="play").json()["my_answer"] == "plays"
    for captain, names in ((clubs.a[0], ["a1", "a2"]), (clubs.b[0], ["b1", "b2"])):
        refused = players[captain].post(f"{path}/acts", act="lineup", players=["nobody"])
        assert refused.json()["code"] == "no_such_player"
        players[captain].post(f"{path}/acts", act="lineup", players=names)
        ready = players[captain].post(f"{path}/acts", act="ready").json()
    assert ready["ready"] == ["home", "away"]

    look(timezone.now())

    shown = one.get(path).json()
    assert [(game["board"], game["home"], game["away"], game["black"]) for game in shown["games"]] == [
        (1, "a1", "b1", "away"), (2, "a2", "b2", "home"),
    ]  # fmt: skip
    assert {game["result"] for game in shown["games"]} == {"undecided"}
    players[clubs.b[0]].act(Game.objects.get(pk=shown["games"][0]["game"]), "resign")
    shown = one.get(path).json()
    assert (shown["leads_by"], shown["board_wins"]) == ("board_wins", {"home": "1", "away": "0"})
    players[clubs.b[1]].act(Game.objects.get(pk=shown["games"][1]["game"]), "resign")
    shown = one.get(path).json()
    assert (shown["leads"], shown["leads_by"], shown["points"]) == ("home", "points", {"home": "2", "away": "0"})
    assert [line["act"] for line in one.get(f"{path}/log").json()["results"]][:2] == ["started", "ready"]
    assert one.get("team-matches/99").json()["code"] == "no_such_match"


@pytest.mark.parametrize(
    ("by", "ending"),
    [
        ("points", "on team points."),
        ("board_wins", "on board wins."),
        ("upper_boards", "on upper-board wins."),
        ("mean_rating", "on average rating."),
    ],
)
def test_E40_the_verdict_is_one_sentence_for_each_criterion(by, ending):
    table = MatchScore((RoundScore(1, (), (2, 0)),), (2, 0), (2, 0), MatchTeam.HOME, by)
    club = SimpleNamespace(name="Oulu Go")
    running, over = (SimpleNamespace(state=state, club_of=lambda side: club) for state in ("running", "done"))

    assert verdict_sentence(running, table) == f"<bdi>Oulu Go</bdi> is ahead {ending}"
    assert verdict_sentence(over, table) == f"<bdi>Oulu Go</bdi> has won {ending}"


def test_a_lineup_that_is_not_set_proposes_the_players_by_rank(client):
    clubs = Clubs()
    match = clubs.accepted()
    for player, label in ((clubs.a[1], "9k"), (clubs.a[2], "3k")):
        rank(player, label)
        teams.set_will_play(asked(player), match.pk, plays=True)

    shown = page(client, match.get_absolute_url(), clubs.a[0])

    assert re.findall(r'<option value="(\w+)" selected', shown) == ["a3", "a2"]
    assert all("Available:" in page(client, match.get_absolute_url(), *who) for who in ((), (clubs.b[0],)))
    path = f"{match.get_absolute_url()}act/"
    confirmed = send(client, path, clubs.a[0], do="ready", side="home", players=["a3", "a2"])
    assert "lineup confirmed" in confirmed, "saved as well"


def test_E40_a_cleared_lineup_is_not_confirmed_as_it_was_saved(client):
    clubs = Clubs()
    match = clubs.accepted()
    path = f"{match.get_absolute_url()}act/"
    for player in clubs.a[:2]:
        teams.set_will_play(asked(player), match.pk, plays=True)
    send(client, path, clubs.a[0], do="lineup", side="home", players=["a1", "a2"])

    refused = send(client, path, clubs.a[0], do="ready", side="home", players=["", ""])

    assert "lineup confirmed" not in refused
    assert re.findall(r'<option value="(\w+)" selected', refused) == ["a1", "a2"], "nothing is half done"
    assert "lineup confirmed" in send(client, path, clubs.a[0], do="ready", side="home"), (
        "what is saved, without players"
    )


def test_E40_players_below_an_empty_board_stay_on_theirs_and_the_board_is_forfeited(client):
    clubs = Clubs()
    match = clubs.ordered(a=3, b=3, boards=3)
    path, api = f"{match.get_absolute_url()}act/", f"team-matches/{match.pk}/acts"

    shown = send(client, path, clubs.a[0], do="ready", side="home", players=["a1", "", "a2"])
    by_program = Caller(client, clubs.b[0])
    assert by_program.post(api, act="lineup", players=["b1", "b2", ""]).status_code == 200
    by_program.post(api, act="ready")

    assert re.findall(r'<option value="(\w*)" selected|<select id="board-home-(\d)"', shown) == [
        ("", "1"), ("a1", ""), ("", "2"), ("", "3"), ("a2", ""),
    ]  # fmt: skip
    assert re.findall(r"<bdi>(a\d)</bdi></a>|(no one)", shown.split('class="players"')[1].split("</ol>")[0]) == [
        ("a1", ""), ("", "no one"), ("a2", ""),
    ]  # fmt: skip
    look(timezone.now())
    games = by_program.get(f"team-matches/{match.pk}").json()["games"]
    assert [(one["home"], one["away"], one["result"]) for one in games] == [
        ("a1", "b1", "undecided"), (None, "b2", "white_by_default"), ("a2", None, "white_by_default"),
    ]  # fmt: skip


def test_the_list_shows_the_boards_of_a_match_that_is_played_and_when_another_starts(client):
    clubs = Clubs()
    clubs.running()
    clubs.accepted()

    played, waiting = page(client, "/team-matches/").split('class="offer event-row')[1:]

    assert played.count("<svg") == 2
    assert "Watch" in played
    assert "<svg" not in waiting.partition("</li>")[0]
    assert title_of(waiting) == ["Tampere Go", "–", "Oulu Go"]
    assert title_of(played) == ["Tampere Go", "0 : 0", "Oulu Go"]
    assert "starts by" in waiting

    TeamMatch.objects.update(guest=None)
    assert "deleted" in title_of(page(client, "/team-matches/"))


def title_of(row):
    return re.findall(r"<(?:bdi|b|small)>(.*?)</[bs]", row.partition("</h2>")[0])
