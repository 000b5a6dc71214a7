"""Limits of messages, labels, followed games and the game of the week (C80, C81)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import verbs
from games.errors import NoSuchGame
from games.models import Game
from games.services.idempotency import PlayerRequest
from notifications.models import Notice
from social.errors import (
    InvalidNoteOrTag,
    InvalidPostContent,
    NewPlayerCannotWrite,
    NoSuchThread,
    TooManyFollows,
    TooManyPosts,
)
from social.models import LONGEST_NOTE, LONGEST_POST, LONGEST_TAG, Dismissal, Follow, Post, Star, ThreadSide
from social.services import bulletins, follows, leaving, moderating, talk, threads, weekly
from social.services.permission import FIRST_WEEK
from social.services.threads import TextOrQuickReply
from tests.factories import NOON, act, days, make_game, make_moderator, make_player
from tests.social.helpers import make_bulletin
from tests.social.test_bulletins import chief
from tests.social.test_follows import follow, star
from tests.social.test_messages import old, write
from tests.social.test_talk import say

pytestmark = pytest.mark.django_db
SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)


def unread_of(player, post):
    return threads.thread_side_of_player(player, post.thread_id).unread


def test_C80_a_newcomer_writes_to_strangers_from_the_eighth_day_on_and_a_bot_never():
    other, bot = old(), old(is_bot=True)
    newcomer = make_player(date_joined=NOON - FIRST_WEEK + SECOND)
    with pytest.raises(NewPlayerCannotWrite) as caught:
        write(newcomer, other)
    assert caught.value.data["until"]
    write(newcomer, other, now=NOON + SECOND)
    with pytest.raises(NewPlayerCannotWrite) as caught:
        write(bot, other)
    assert caught.value.data["until"] is None


@pytest.mark.parametrize("known", ["staff", "friend", "opponent", "writer"])
def test_C80_a_newcomer_writes_to_those_they_know(known):
    newcomer = make_player(date_joined=NOON)
    other = make_moderator() if known == "staff" else old()
    write(old(), newcomer)
    make_game(black=old(), white=other)
    stranger = old()
    make_game(black=stranger, white=other)
    if known == "friend":
        follow(newcomer, other)
        follow(other, newcomer)
    elif known == "opponent":
        make_game(black=newcomer, white=other)
    elif known == "writer":
        write(other, newcomer)
    assert write(newcomer, other)
    with pytest.raises(NewPlayerCannotWrite):
        write(newcomer, stranger)


def test_C80_a_newcomer_does_not_know_who_has_written_to_somebody_else():
    third, other, newcomer, fourth, last = old(), old(), make_player(date_joined=NOON), old(), old()
    for writer, reader in ((other, third), (other, fourth), (last, third)):
        write(writer, reader)
    for stranger in (other, last):
        with pytest.raises(NewPlayerCannotWrite):
            write(newcomer, stranger)


def test_C80_a_message_has_up_to_2000_characters_or_is_a_known_quick_reply():
    assert TextOrQuickReply("x" * LONGEST_POST).cleaned().text == "x" * LONGEST_POST
    quick = next(iter(threads.QUICK_REPLIES))
    assert TextOrQuickReply("not this", quick).cleaned() == TextOrQuickReply(quick=quick)
    for words in (
        TextOrQuickReply("x" * (LONGEST_POST + 1)),
        TextOrQuickReply(" "),
        TextOrQuickReply("hello", "unknown"),
    ):
        with pytest.raises(InvalidPostContent):
            words.cleaned()


def test_C80_a_retry_is_the_first_message_and_each_reader_has_one_unread_notice_a_conversation():
    aino, babak, cyrus = old(), old(), old()
    first = write(aino, babak, key="key")
    assert write(aino, babak, key="key") == first
    write(aino, babak, now=NOON + HOUR)
    write(cyrus, babak)
    write(babak, aino)
    assert (unread_of(babak, first), unread_of(aino, first)) == (2, 1)
    notices = Notice.objects.filter(player=babak, kind="private_message").order_by("pk")
    assert [notice.by for notice in notices] == [aino, cyrus]
    assert threads.thread_side_of_player(babak, first.thread_id).last_at == NOON
    threads.mark_thread_read(threads.thread_side_of_player(babak, first.thread_id), NOON)
    assert [notice.read_at for notice in notices.all()] == [NOON, None]
    write(aino, babak)
    assert notices.all().count() == 3
    with pytest.raises(NoSuchThread):
        threads.thread_side_of_player(cyrus, first.thread_id)
    assert threads.find_thread_side_with(aino, cyrus) is None


def test_C80_a_conversation_is_as_new_as_its_last_message_for_both():
    aino, babak, cyrus = old(), old(), old()
    write(aino, babak)
    write(aino, cyrus)
    write(babak, aino, now=NOON + HOUR)
    at = set(ThreadSide.objects.values_list("player", "other", "last_at"))
    assert at == {
        (aino.pk, babak.pk, NOON + HOUR), (babak.pk, aino.pk, NOON + HOUR), (aino.pk, cyrus.pk, NOON),
        (cyrus.pk, aino.pk, NOON),
    }  # fmt: skip


def test_C80_a_muted_conversation_is_silent_for_the_one_who_muted_it():
    aino, babak = old(), old()
    post = write(aino, babak)
    side = threads.thread_side_of_player(babak, post.thread_id)
    Notice.objects.all().delete()
    threads.set_thread_muted(side, muted=True)
    assert unread_of(babak, post) == 0
    write(aino, babak)
    assert unread_of(babak, post) == 0
    assert not Notice.objects.exists()
    write(babak, aino)
    assert unread_of(aino, post) == 1
    threads.set_thread_muted(side, muted=False)
    write(aino, babak)
    assert unread_of(babak, post) == 1
    threads.set_thread_muted(side, muted=False)
    assert unread_of(babak, post) == 1
    assert not threads.thread_side_of_player(aino, post.thread_id).muted


def test_C80_an_archived_conversation_is_read_and_comes_back_with_a_message():
    aino, babak = old(), old()
    post, elsewhere = write(aino, babak), write(old(), babak)
    side = threads.thread_side_of_player(babak, post.thread_id)
    threads.set_thread_archived(side, NOON, archived=True)
    assert (unread_of(babak, post), threads.thread_side_of_player(babak, post.thread_id).archived) == (0, True)
    assert unread_of(babak, elsewhere) == Notice.objects.unread().filter(player=babak).count() == 1
    write(aino, babak)
    sides = ThreadSide.objects.filter(thread=post.thread)
    assert set(sides.values_list("player", "archived")) == {(aino.pk, False), (babak.pk, False)}
    threads.set_thread_archived(side, NOON, archived=False)
    assert unread_of(babak, post) == 1
    threads.set_thread_muted(side, muted=True)
    threads.set_thread_archived(side, NOON, archived=True)
    write(aino, babak)
    assert sides.get(player=babak).archived
    write(babak, aino)
    assert not sides.get(player=babak).archived, "one's own message brings back what is muted"


def test_C80_a_search_finds_texts_of_ones_own_conversations_without_hidden_ones():
    aino, babak, cyrus = old(), old(), old()
    found, hidden = write(aino, babak, "A ladder"), write(aino, babak, "ladder again")
    write(babak, cyrus, "ladder")
    write(aino, babak, "net")
    moderating.hide_post(post_id=hidden.pk, reason="rude", now=NOON)
    assert set(threads.search_private_messages(aino, "ladder")) == {found}
    assert Post.objects.get(pk=hidden.pk).hidden_reason == "rude"


def test_C81_a_label_has_500_characters_and_a_tag_of_30_on_one_line():
    longest = follows.FollowedGameLabel("x" * LONGEST_NOTE, "y" * LONGEST_TAG)
    assert longest.cleaned() == longest
    for label in (
        follows.FollowedGameLabel("x" * (LONGEST_NOTE + 1)), follows.FollowedGameLabel(tag="y" * (LONGEST_TAG + 1)),
        follows.FollowedGameLabel(tag="a\nb"),
    ):  # fmt: skip
        with pytest.raises(InvalidNoteOrTag):
            label.cleaned()


def test_C81_up_to_500_games_and_players_are_followed_and_labels_of_those_may_change(monkeypatch):
    assert follows.MOST_FOLLOWED == 500
    monkeypatch.setattr(follows, "MOST_FOLLOWED", 2)
    player, games, others = old(), [make_game() for _ in range(3)], [old() for _ in range(3)]
    for game in games[:2]:
        star(player, game)
    changed = follows.follow_game(
        player=player, game_id=games[0].pk, label=follows.FollowedGameLabel("a"), now=NOON + days(1)
    )
    assert (changed.note, changed.at, Star.objects.count()) == ("a", NOON, 2)
    with pytest.raises(TooManyFollows):
        star(player, games[2])
    star(old(), games[2])
    follow(player, *others[:2])
    with pytest.raises(TooManyFollows):
        follow(player, others[2])
    follow(player, others[0])
    follow(others[0], others[2])
    assert follows.find_followed_game(player, games[2].pk) is None
    assert follows.find_followed_game(player, games[0].pk) == changed
    follows.unfollow_game(player=player, game_id=10**6)
    with pytest.raises(NoSuchGame):
        follows.unfollow_game(player=player, game_id=10**30)


def test_C81_my_games_shows_the_latest_public_games_in_progress_of_friends(monkeypatch):
    player, friend, followed, bot = old(), old(), old(), old(is_bot=True)
    assert follows.games_of_friends_or_followed(player) is None
    follow(player, followed, bot)
    theirs = make_game(black=followed)
    make_game(black=bot)
    make_game(black=followed, private=True)
    make_game(black=followed, white=player)
    act(make_game(black=followed), verbs.Resign)
    assert list(follows.games_of_friends_or_followed(player)) == [theirs]
    follow(player, friend)
    assert list(follows.games_of_friends_or_followed(player)) == [theirs]
    follow(friend, player)
    games = [make_game(black=friend) for _ in range(3)]
    Game.objects.filter(pk=games[0].pk).update(last_action_at=NOON + days(1))
    assert list(follows.games_of_friends_or_followed(player)) == [games[0], games[2], games[1]]
    monkeypatch.setattr(follows, "MOST_GAMES", 2)
    assert list(follows.games_of_friends_or_followed(player)) == [games[0], games[2]]
    assert {row.player: row.is_friend for row in follows.follower_rows(player)} == {friend: True}
    assert {row.followed: row.is_friend for row in follows.followed_player_rows(player)} == {
        followed: False, bot: False, friend: True,
    }  # fmt: skip


def test_C81_a_block_ends_following_both_ways_and_of_the_others_games_but_ones_own():
    one, other, third = old(), old(), old()
    for player in (one, other):
        follow(player, third)
    follow(one, other)
    follow(other, one)
    follow(third, one, other)
    both, theirs, elsewhere = make_game(black=one, white=other), make_game(black=other), make_game()
    for game in (both, theirs, elsewhere):
        star(one, game)
        star(third, game)
    follows.end_follows_by_block(one.pk, other.pk)
    assert {(row.player, row.followed) for row in Follow.objects.all()} == {
        (one, third), (other, third), (third, one), (third, other),
    }  # fmt: skip
    assert {row.game for row in Star.objects.filter(player=one)} == {both, elsewhere}
    assert Star.objects.filter(player=third).count() == 3


@pytest.mark.parametrize(
    ("ended", "voted", "votes", "chosen"),
    [(timedelta(0), HOUR, 2, True), (-SECOND, HOUR, 2, False), (days(7) - SECOND, days(7) - SECOND, 2, True),
     (days(7), HOUR, 2, False), (HOUR, days(7) - SECOND, 2, True), (HOUR, days(7), 2, False), (HOUR, HOUR, 1, False)],
)  # fmt: skip
def test_the_game_of_the_week_has_ended_and_has_two_followers_between_two_mondays(ended, voted, votes, chosen):
    monday = NOON.replace(hour=0)
    game = make_game()
    act(game, verbs.Resign)
    for table in (Game.objects.filter(pk=game.pk), game.seats.all()):
        table.update(finished_at=monday + ended)
    for _ in range(votes):
        follows.follow_game(player=old(), game_id=game.pk, label=follows.FollowedGameLabel(), now=monday + voted)
    weekly._found.clear()
    found = weekly.game_of_the_week(monday + days(7))
    assert found == (game.pk if chosen else None)
    assert weekly.game_of_the_week(monday + days(14) - SECOND) == found


def test_C82_a_retry_of_a_remark_is_the_first_one_and_it_has_the_number_of_its_position():
    fan, game = old(), make_game(moves="E5 D4")
    first = say(fan, game, "a thought", key="key")
    assert say(fan, game, "a thought", key="key") == first
    assert (first.number, first.said_at, first.author, first.node) == (2, NOON, fan, "")
    assert talk.visible_comments(old(), game).count() == 1
    with pytest.raises(InvalidPostContent):
        talk.add_spectator_comment(PlayerRequest(fan, NOON), game.pk, TextOrQuickReply("x" * (talk.LONGEST_REMARK + 1)))


def test_C82_comments_among_spectators_count_towards_the_limit_of_messages(settings):
    settings.IGO_MESSAGES = "1/hour"
    fan, game = old(), make_game(moves="E5 D4")
    say(fan, game, "a thought")
    with pytest.raises(TooManyPosts):
        say(fan, game, "another")


def test_C82_one_spectator_of_two_is_shown_again():
    player, one, other = old(), old(), old()
    for who in (one, other):
        talk.mute_spectator(player=player, other=who)
    talk.unmute_spectator(player=player, other=one)
    assert talk.players_muted_by(player) == [other]


def test_C4_C37_comments_in_a_game_to_teach_by_were_open_at_once_and_stay():
    author, game = old(), make_game(moves="D4", teaching=True, rated=False)
    post = Post.objects.create(game=game, number=1, node="main.1", author=author, text="hm", said_at=NOON)
    leaving.delete_sealed_move_comments(author, NOON)
    assert list(Post.objects.all()) == [post]


def test_C83_a_dismissed_bulletin_is_dismissed_by_its_reader_and_the_latest_is_shown_first():
    staff, reader = chief(), old()
    first, second = make_bulletin(staff), make_bulletin(staff, now=NOON + HOUR, ends=NOON + days(1))
    for _ in range(2):
        bulletins.dismiss_bulletin(player=reader, bulletin=first)
    assert Dismissal.objects.values_list("player", "bulletin").get() == (reader.pk, first.pk)
    assert list(bulletins.published_bulletins(NOON + HOUR)) == [second, first]
    assert list(bulletins.published_bulletins(NOON)) == [first]
    assert (bulletins.MOST_SHOWN, threads.LONGEST_SEARCH) == (20, 100)


def test_C80_who_writes_too_much_may_write_again_after_the_next_full_second(monkeypatch):
    monkeypatch.setattr(threads.limits, "count_hit", lambda *_: 3.2)
    with pytest.raises(TooManyPosts) as caught:
        threads.count_towards_message_limit(old())
    assert caught.value.data["retry_after"] == 4
