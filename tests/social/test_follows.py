"""Following players and games (C81)."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.privacy import account_deletion
from accounts.privacy.blocking import block_player, unblock_player
from games import verbs
from games.errors import NoSuchGame
from notifications.models import Notice
from rules import Color
from social.errors import CannotFollow, GameNotPublic, InvalidNoteOrTag, NewPlayerCannotWrite, TooManyFollows
from social.models import Follow, Star
from social.services import follows
from tests.factories import NOON, act, make_game, make_moderator, make_player, side
from tests.social.test_messages import browser, old, write

pytestmark = pytest.mark.django_db


def follow(player, *others):
    for other in others:
        follows.follow_player(player=player, other=other, now=NOON)


def star(player, game, **words):
    return follows.follow_game(player=player, game_id=game.pk, label=follows.FollowedGameLabel(**words), now=NOON)


def kinds(player):
    return sorted(Notice.objects.filter(player=player).values_list("kind", flat=True))


def test_who_is_followed_is_notified_once_and_two_who_follow_each_other_are_friends():
    aino, babak = old(), old()
    follow(aino, babak)
    follow(aino, babak)
    follows.unfollow_player(player=aino, other=babak)
    follow(aino, babak)
    assert kinds(babak) == ["follower"]
    assert not follows.are_friends(aino, babak)

    follow(babak, aino)

    assert follows.are_friends(babak, aino)
    page = browser(aino).get("/following/").content.decode()
    assert (page.count("friend</span>"), "Followers" in page) == (1, False)
    profile = browser(aino).get(babak.get_absolute_url()).content.decode()
    assert ("Unfollow" in profile, "friend</span>" in profile) == (True, True)


def test_a_newcomer_writes_to_friends_and_to_nobody_who_does_not_follow_back_C80():
    newcomer, friend = make_player(date_joined=NOON - timedelta(days=1)), old()
    follow(newcomer, friend)
    with pytest.raises(NewPlayerCannotWrite):
        write(newcomer, friend)
    follow(friend, newcomer)
    write(newcomer, friend)


def test_a_block_ends_what_the_two_follow_of_each_other_and_nothing_else():
    aino, babak, other = old(), old(), old()
    follow(aino, babak, other)
    follow(babak, aino)
    theirs, ours, others = (
        make_game(notify=True, black=babak),
        make_game(notify=True, black=aino, white=babak),
        make_game(notify=True, black=other),
    )
    for game in (theirs, ours, others):
        star(aino, game)

    block_player(player=babak, other=aino, now=NOON)

    assert [row.followed for row in Follow.objects.all()] == [other]
    assert {row.game_id for row in Star.objects.all()} == {ours.pk, others.pk}
    for player, followed in ((aino, babak), (babak, aino), (aino, aino), (aino, old(is_guest=True))):
        with pytest.raises(CannotFollow):
            follow(player, followed)
    with pytest.raises(CannotFollow):
        star(aino, theirs)
    unblock_player(player=babak, other=aino)
    follow(aino, babak)


def test_public_games_are_followed_with_a_note_and_a_tag_that_nobody_else_sees():
    aino, game = old(), make_game(notify=True, moves="D4")
    mine = browser(aino)
    answer = mine.post(f"/g/{game.pk}/follow/", {"note": "CANARY note", "tag": "joseki"})
    assert answer.headers["Location"] == "/following/games/"
    mine.post(f"/g/{game.pk}/follow/", {"note": "CANARY two", "tag": "joseki"})
    assert (Star.objects.get().note, Star.objects.get().at) == ("CANARY two", Star.objects.get().at)

    page = mine.get("/following/games/?tag=joseki").content.decode()

    assert ("CANARY two" in page, "joseki" in page) == (True, True)
    assert "CANARY" not in mine.get("/following/games/?tag=other").content.decode()
    for stranger in (side(game, Color.BLACK), make_moderator(grade="administrators")):
        for path in ("/following/games/", f"/g/{game.pk}/follow/", game.get_absolute_url(), "/api/v1/stars/"):
            assert "CANARY" not in browser(stranger).get(path).content.decode()
    mine.post(f"/g/{game.pk}/follow/", {"do": "stop"})
    assert not Star.objects.exists()


def test_private_games_are_not_followed_and_absent_for_strangers():
    game = make_game(notify=True, private=True)
    with pytest.raises(GameNotPublic):
        star(side(game, Color.BLACK), game)
    with pytest.raises(NoSuchGame):
        star(old(), game)
    public = make_game(notify=True)
    for field, text in (("note", "x" * 501), ("tag", "x" * 31), ("tag", "a\nb")):
        with pytest.raises(InvalidNoteOrTag) as refused:
            star(old(), public, **{field: text})
        assert f"Shorten the {field} to at most" in refused.value.message()
    assert not Star.objects.exists()


def test_there_is_a_largest_number_of_players_and_games_that_one_follows(monkeypatch):
    monkeypatch.setattr(follows, "MOST_FOLLOWED", 1)
    aino, game = old(), make_game(notify=True)
    follow(aino, old())
    star(aino, game)
    star(aino, game, tag="again")
    with pytest.raises(TooManyFollows):
        follow(aino, old())
    with pytest.raises(TooManyFollows):
        star(aino, make_game(notify=True))


def test_followers_hear_that_a_player_has_begun_and_that_a_game_has_ended():
    fan, aino, babak = old(), old(), old()
    follow(fan, aino, babak)
    follow(babak, aino)
    make_game(notify=True, black=aino, private=True)
    assert kinds(fan) == []

    game = make_game(notify=True, black=aino, white=babak, moves="D4 E5")
    make_game(notify=True, black=aino)
    star(fan, game)
    star(aino, game)
    assert kinds(fan) == ["followed_began"]
    assert "</bdi> has started a game" in browser(fan).get("/notifications/").content.decode()
    Notice.objects.update(read_at=None)
    assert not Notice.objects.filter(player=babak, kind="followed_began", game=game).exists()
    act(game, verbs.Resign)

    assert kinds(fan) == ["followed_began", "followed_ended"]
    assert "followed_ended" not in kinds(aino)
    page = browser(fan).get("/notifications/").content.decode()
    assert "A game that you follow has ended" in page


def test_the_api_follows_lists_and_ends_it():
    aino, babak = old("aino"), old("babak")
    game = make_game(notify=True)
    mine = browser(aino)
    assert mine.put("/api/v1/follows/babak/", {}, "application/json").status_code == 204
    assert [(row["player"], row["friend"]) for row in mine.get("/api/v1/follows/").json()["results"]] == [
        ("babak", False)
    ]
    assert [row["player"] for row in browser(babak).get("/api/v1/followers/").json()["results"]] == ["aino"]
    assert mine.put("/api/v1/follows/aino/", {}, "application/json").json()["code"] == "cannot_follow"
    assert mine.delete("/api/v1/follows/babak/").status_code == 204
    answer = mine.put(f"/api/v1/stars/{game.pk}/", {"tag": "opening"}, "application/json").json()
    assert (answer["game"], answer["note"], answer["tag"]) == (game.pk, "", "opening")
    assert [row["tag"] for row in mine.get("/api/v1/stars/").json()["results"]] == ["opening"]
    assert mine.delete(f"/api/v1/stars/{game.pk}/").status_code == 204
    assert mine.delete(f"/api/v1/stars/{2**63}/").status_code == 404
    assert (Follow.objects.count(), Star.objects.count()) == (0, 0)


def test_what_one_follows_goes_with_the_account():
    aino, babak, game = old(), old(), make_game(notify=True)
    follow(aino, babak)
    follow(babak, aino)
    star(aino, game)
    account_deletion.delete(player=aino, now=NOON)
    assert (Follow.objects.count(), Star.objects.count()) == (0, 0)


def on_my_games(player) -> str:
    """The row of followed players' games on My games, "" without one."""
    page = browser(player).get("/games/").content.decode()
    return page.split("Games by players you follow")[1].split("</ul>")[0] if "players you follow" in page else ""


def test_my_games_shows_public_games_of_friends_and_otherwise_of_followed_players():
    viewer, friend, other = map(old, ("viewer", "friend", "other"))
    make_game(black=viewer, white=make_player("third"), now=NOON)
    theirs, others = make_game(black=friend, now=NOON), make_game(black=other, now=NOON)
    secret, own = make_game(black=friend, private=True, now=NOON), make_game(black=friend, white=viewer, now=NOON)
    assert on_my_games(viewer) == ""
    for followed in (friend, other):
        follows.follow_player(player=viewer, other=followed, now=NOON)
    row = on_my_games(viewer)
    assert theirs.get_absolute_url() in row
    assert others.get_absolute_url() in row
    assert secret.get_absolute_url() not in row
    assert own.get_absolute_url() not in row
    follows.follow_player(player=friend, other=viewer, now=NOON)
    row = on_my_games(viewer)
    assert theirs.get_absolute_url() in row
    assert others.get_absolute_url() not in row


def test_followed_players_games_take_the_same_number_of_statements_for_any_number_of_games():
    viewer, friend = old("viewer"), make_player()
    follows.follow_player(player=viewer, other=friend, now=NOON)
    client, counts = browser(viewer), []
    for _ in range(2):
        make_game(black=viewer, now=NOON)
        make_game(black=friend, now=NOON)
        client.get("/games/")
        with CaptureQueriesContext(connection) as asked:
            client.get("/games/")
        counts.append(len(asked))
    assert counts[0] == counts[1]
