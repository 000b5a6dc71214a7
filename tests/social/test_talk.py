"""Spectators' chat under a public game: hidden from its players until the end (C82, C1)."""

import io
import zipfile
from contextlib import suppress

import pytest
from django.test import Client
from django.utils import timezone

from accounts.core.audit import StaffContext
from accounts.core.restrictions import Muted, restrict_player
from accounts.models.restriction import RestrictionKind
from accounts.privacy import account_deletion, data_export
from accounts.privacy.blocking import block_player
from games import verbs
from games.errors import NoSuchGame
from games.game_view import GameView
from games.services.idempotency import PlayerRequest
from live.shared import ActionsRequest, read_updates
from moderation import services as moderation
from moderation.models import Case, Report
from moderation.models.case import CaseKind
from notifications.models import Notice
from programs.models import Event
from rules import Color
from social.errors import CannotMute, GameNotPublic, InvalidPostContent, NoSuchPost, SpectatorCommentsSealed
from social.models import Post
from social.services import talk
from social.services.threads import TextOrQuickReply
from tests.factories import NOON, act, make_game, make_moderator, make_player, side
from tests.social.test_messages import browser, old

pytestmark = pytest.mark.django_db
CANARY = "CANARY-OF-THE-SPECTATORS"


def say(player, game, text=CANARY, *, key=None, quick=""):
    return talk.add_spectator_comment(PlayerRequest(player, NOON, key), game.pk, TextOrQuickReply(text, quick))


def ways_out(game):
    """Every address that says something of a game or of a player."""
    pk = game.pk
    names = [seat.player.username for seat in game.seat_list()]
    yield from (f"/g/{pk}/", f"/g/{pk}/?chat=1", f"/g/{pk}/talk/", f"/g/{pk}/follow/", f"/g/{pk}/time/", f"/g/{pk}.sgf")
    yield from (
        "/games/",
        "/games/mine.zip",
        "/notifications/",
        "/games/archive/",
        "/following/games/",
    )
    yield from ("/messages/", "/reports/", "/decisions/", *(f"/u/{name}/" for name in names))
    for part in ("", "/actions", "/messages", "/talk", "/sgf", "/game.sgf", "/note"):
        yield f"/api/v1/games/{pk}{part}/"
    yield from ("/api/v1/games/", "/api/v1/notices/", "/api/v1/threads/", "/api/v1/reports/", "/api/v1/games/export/")
    yield from (f"/report/post/{post.pk}/" for post in Post.objects.all())


def read(client, path):
    answer = client.get(path)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    with suppress(zipfile.BadZipFile):
        file = zipfile.ZipFile(io.BytesIO(body))
        body = b"".join(file.read(name) for name in file.namelist())
    return answer.status_code, body.decode("utf-8", "replace")


def frames_of(game, *viewers):
    """Return the frames that these viewers' sockets receive from the start of the game."""
    asked = ActionsRequest(game.pk, 0, {GameView(game, viewer).audience: viewer for viewer in viewers})
    return str([found.frames for found in read_updates([asked])])


def leaks(client, game):
    return [path for path in ways_out(game) if CANARY in read(client, path)[1]]


def exported(player):
    file = zipfile.ZipFile(io.BytesIO(b"".join(data_export.export_archive(player))))
    return b"".join(file.read(name) for name in file.namelist()).decode()


def test_spectators_talk_and_nothing_of_it_reaches_the_players_or_visitors_before_the_end_C82():
    staff = make_moderator(grade="administrators")
    now = timezone.now()
    game = make_game(white=staff, moves="D4 E5", now=now)
    players, fan = [seat.player for seat in game.seat_list()], old()
    mine = browser(fan)
    mine.post(f"/g/{game.pk}/talk/", {"text": CANARY})
    assert f"/g/{game.pk}/talk/" in leaks(browser(old()), game)
    complaint = moderation.ReportContent(CaseKind.ABUSE, old())
    moderation.report_player(target=moderation.target_post(old(), Post.objects.get().pk), complaint=complaint, now=NOON)
    for _ in range(2):
        for viewer in (*map(browser, players), Client()):
            assert leaks(viewer, game) == []
            assert read(viewer, f"/g/{game.pk}/talk/")[0] == read(viewer, f"/api/v1/games/{game.pk}/talk/")[0] == 403
            assert f"/g/{game.pk}/talk/" not in read(viewer, f"/g/{game.pk}/")[1]
        for player in players:
            assert CANARY not in exported(player)
            with pytest.raises(NoSuchPost):
                moderation.target_post(player, Post.objects.get().pk)
            with pytest.raises(SpectatorCommentsSealed):
                say(player, game)
        assert not Notice.objects.filter(player__in=players, kind="case_waits").exists()
        assert CANARY not in frames_of(game, *players, old()) + "".join(str(row) for row in Event.objects.values())
        if not game.number > 2:  # the end phase does not open it either
            act(game, verbs.Pass, now=now)
            act(game, verbs.Pass, now=now)
            game.refresh_from_db()
    assert Post.objects.count() == 1

    act(game, verbs.Resign, by=players[0], now=now)

    for viewer in (*map(browser, players), Client()):
        assert set(leaks(viewer, game)) >= {f"/g/{game.pk}/talk/", f"/api/v1/games/{game.pk}/talk/"}
    say(players[0], game, "so that is what you thought")
    assert CANARY not in exported(players[0])
    assert CANARY in exported(fan)


def test_private_games_have_no_talk_and_strangers_do_not_learn_that_they_are_there():
    game = make_game(private=True)
    with pytest.raises(NoSuchGame):
        say(old(), game)
    with pytest.raises(GameNotPublic):
        say(make_moderator(), game)
    assert [read(browser(old()), f"{path}{game.pk}/talk/")[0] for path in ("/g/", "/api/v1/games/")] == [404, 404]


def test_a_remark_says_when_it_was_written_and_a_retry_writes_it_once():
    game, fan = make_game(moves="D4 E5"), old()
    say(fan, game, "joseki", key="once")
    say(fan, game, "joseki", key="once")
    assert [(post.text, post.number) for post in Post.objects.all()] == [("joseki", 2)]
    for text in ("", "x" * 1001):
        with pytest.raises(InvalidPostContent):
            say(fan, game, text)


def test_muted_players_and_guests_say_nothing():
    game, fan = make_game(), old()
    restrict_player(fan, RestrictionKind.MUTED, None, StaffContext(make_moderator(), NOON, "x"))
    with pytest.raises(Muted):
        say(fan, game)
    guest = browser(old(is_guest=True))
    assert guest.post(f"/g/{game.pk}/talk/", {"text": "x"}).status_code == 403
    assert Post.objects.count() == 0


def test_one_reads_nothing_of_those_one_has_muted_or_blocked_or_who_have_blocked_one():
    game, reader = make_game(), old()
    muted, blocked, blocking, texts = old(), old(), old(), old()
    for player in (muted, blocked, blocking, texts):
        say(player, game, f"by {player.username}.")
    mine = browser(reader)
    mine.post(f"/g/{game.pk}/talk/mute/", {"name": muted.username, "do": "mute"})
    block_player(player=reader, other=blocked, now=NOON)
    block_player(player=blocking, other=reader, now=NOON)

    page = read(mine, f"/g/{game.pk}/talk/")[1]
    rows = mine.get(f"/api/v1/games/{game.pk}/talk/").json()["results"]

    assert [f"by {player.username}." in page for player in (muted, blocked, blocking, texts)] == [False] * 3 + [True]
    assert [row["author"] for row in rows] == [texts.username]
    mine.post(f"/g/{game.pk}/talk/mute/", {"name": muted.username, "do": "unmute"})
    assert f"by {muted.username}." in read(mine, f"/g/{game.pk}/talk/")[1]
    with pytest.raises(CannotMute):
        talk.mute_spectator(player=reader, other=reader)


@pytest.mark.parametrize("blocks", ["the player", "the fan"])
@pytest.mark.parametrize("over", [False, True])
def test_one_writes_nothing_under_the_game_of_somebody_with_whom_one_is_blocked_C82(blocks, over):
    game, fan, other = make_game(now=NOON), old(), old()
    player = side(game, Color.WHITE)
    if over:
        act(game, verbs.Resign, by=player, now=NOON)
    one, two = (player, fan) if blocks == "the player" else (fan, player)
    block_player(player=one, other=two, now=NOON)

    mine, path = browser(fan), f"/g/{game.pk}/talk/"
    by_api = mine.post(
        f"/api/v1/games/{game.pk}/talk/", {"text": "x"}, "application/json", headers={"Idempotency-Key": "k"}
    )
    by_page = mine.post(path, {"text": "x"})

    assert (by_api.status_code, by_api.json()["code"], by_page.status_code) == (403, "talk_closed", 403)
    assert "You can&#x27;t write in this game&#x27;s spectator chat." in by_page.content.decode()
    assert not Post.objects.exists()
    assert ['name="text"' in read(browser(player), path)[1] for player in (fan, other)] == [False, True]
    say(other, game, "everybody else writes")
    assert Post.objects.count() == 1


def test_a_reported_remark_goes_to_moderators_who_do_not_play_with_what_is_around_it():
    seated, staff = make_moderator(), make_moderator()
    game, fan = make_game(black=seated), old()
    posts = [say(fan, game, f"number {n}") for n in range(3)]
    complaint = moderation.ReportContent(CaseKind.ABUSE, old())
    moderation.report_player(target=moderation.target_post(old(), posts[1].pk), complaint=complaint, now=NOON)
    case = Case.objects.get()
    assert [one["text"] for one in Report.objects.get().evidence[0]["around"]] == ["number 0", "number 2"]
    assert set(Notice.objects.filter(kind="case_waits").values_list("player", flat=True)) == {staff.pk}
    assert browser(seated).get(case.get_absolute_url()).status_code in (403, 404)


def test_the_api_says_lists_and_mutes():
    game, fan, other = make_game(now=timezone.now()), old("aino"), old("babak")
    mine = browser(fan)
    path, headers = f"/api/v1/games/{game.pk}/talk/", {"Idempotency-Key": "k"}
    answer = mine.post(path, {"quick": "good_move"}, "application/json", headers=headers)
    assert (answer.status_code, answer.json()["text"], answer.json()["number"]) == (201, "Good move.", 0)
    assert [row["author"] for row in browser(other).get(path).json()["results"]] == ["aino"]
    assert browser(other).put("/api/v1/me/muted/aino/", {}, "application/json").status_code == 204
    assert browser(other).get(path).json()["results"] == []
    assert browser(other).get("/api/v1/me/muted/").json() == {"results": ["aino"]}
    assert browser(other).delete("/api/v1/me/muted/aino/").status_code == 204
    player = browser(side(game, Color.BLACK))
    assert player.get(path).json()["code"] == "talk_sealed"
    assert player.post(path, {"text": "x"}, "application/json", headers=headers).status_code == 403


def test_messages_of_a_deleted_player_stay_without_the_name():
    game, fan = make_game(), make_player("somebody")
    say(fan, game, "a thought")
    account_deletion.delete(player=fan, now=NOON)
    page = read(browser(old()), f"/g/{game.pk}/talk/")[1]
    assert ("a thought" in page, "somebody" in page, "deleted player" in page) == (True, False, True)
