"""Limits of following, chat, messages and polls, and effects on one player or game only (C80 to C83)."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.core.audit import StaffContext
from accounts.core.guests import NotForGuests
from accounts.core.restrictions import Suspended
from accounts.models import Player
from foundation import hints
from foundation.statements import LARGEST_NUMBER
from games import verbs
from games.errors import NoSuchGame, NotesClosed
from games.services import send_message as chat
from games.services.idempotency import PlayerRequest
from notifications.models import Notice
from rules.variants import HiddenInformation, Variant, ViewKind
from social.errors import (
    CannotFollow,
    CannotMute,
    CannotVote,
    NewPlayerCannotWrite,
    NoSuchBulletin,
    NoSuchPost,
    SpectatorCommentsSealed,
    TranslatorUnavailable,
)
from social.models import BulletinText, Dismissal, Follow, Mute, Post, Star, Topic, Vote
from social.services import bulletins, follows, leaving, moderating, talk, threads, translating
from social.services.permission import is_writing_closed
from social.services.threads import TextOrQuickReply
from tests.accounts.test_data_export import lines, opened
from tests.factories import NOON, act, days, make_game, make_moderator, make_player
from tests.social.helpers import make_bulletin
from tests.social.test_bulletins import ASKED, chief, vote
from tests.social.test_follows import follow, kinds, star
from tests.social.test_messages import old, write
from tests.social.test_talk import say
from tests.social.test_translations import service  # noqa: F401

pytestmark = pytest.mark.django_db


def refused(refusal, do, *arguments, **named):
    with pytest.raises(refusal):
        do(*arguments, **named)


def gone_people():
    """A guest, someone who is deleted and someone whose account is closed."""
    return [make_player(is_guest=True), make_player(deleted_at=NOON), make_player(is_active=False)]


def test_C81_nobody_is_followed_who_is_gone_or_a_guest_and_guests_follow_nobody():
    player = old()
    for other in (player, *gone_people()):
        refused(CannotFollow, follow, player, other)
    game = make_game()
    refused(NotForGuests, follow, make_player(is_guest=True), player)
    refused(NotForGuests, star, make_player(is_guest=True), game)
    suspended = old(suspended_until=NOON + days(1))
    refused(Suspended, follow, suspended, player)
    assert (Follow.objects.count(), Star.objects.count()) == (0, 0)


def test_C81_who_follows_several_players_follows_each_and_each_is_notified():
    player, others = old(), [old() for _ in range(2)]
    follow(player, *others)
    assert {row.followed for row in follows.followed_player_rows(player)} == set(others)
    assert [kinds(other) for other in others] == [["follower"]] * 2
    follow(others[1], others[0])
    follows.unfollow_player(player=player, other=others[0])
    assert {row.followed for row in follows.followed_player_rows(player)} == {others[1]}
    assert {row.followed for row in follows.followed_player_rows(others[1])} == {others[0]}


def test_C81_a_game_is_followed_no_more_without_the_others_and_a_tag_names_some():
    player, games = old(), [make_game() for _ in range(3)]
    for game, tag in zip(games, ("joseki", "joseki", ""), strict=True):
        star(player, game, tag=tag)
    star(old(), games[0], tag="joseki")
    assert {row.game for row in follows.followed_game_rows(player, "joseki")} == set(games[:2])
    assert {row.game for row in follows.followed_game_rows(player)} == set(games)
    follows.unfollow_game(player=player, game_id=games[0].pk)
    assert {row.game for row in follows.followed_game_rows(player)} == set(games[1:])
    assert Star.objects.count() == 3
    follows.unfollow_game(player=player, game_id=LARGEST_NUMBER)
    refused(NoSuchGame, follows.unfollow_game, player=player, game_id=LARGEST_NUMBER + 1)


def test_C81_the_end_of_a_game_is_news_to_the_followers_of_that_game_only():
    fan, other, gone, games = old(), old(), old(), [make_game(notify=True) for _ in range(2)]
    star(fan, games[0])
    star(gone, games[0])
    star(other, games[1])
    Player.objects.filter(pk=gone.pk).update(deleted_at=NOON)
    act(games[0], verbs.Resign)
    assert [kinds(one) for one in (fan, other, gone)] == [["followed_ended"], [], []]


def test_C81_another_notice_of_a_player_does_not_stand_for_that_they_have_begun_a_game():
    fan, player = old(), old()
    follow(fan, player)
    Notice.objects.create(player=fan, by=player, kind="private_message", path="/messages/1/", created_at=NOON)
    make_game(notify=True, black=player)
    assert kinds(fan) == ["followed_began", "private_message"]


def test_C81_the_beginning_of_a_game_is_news_to_the_followers_of_its_players_once_each():
    fan, aino, babak, bot = old(), old(), old(), old(is_bot=True)
    follow(fan, aino, babak, bot)
    make_game(notify=True)
    make_game(notify=True, black=bot)
    assert kinds(fan) == []
    for player in (aino, babak, babak):
        make_game(notify=True, black=player)
    assert kinds(fan) == ["followed_began"] * 2


def test_C4_comments_that_nobody_could_read_yet_go_with_the_account_and_others_stay():
    author = old()
    running, finished = make_game(moves="D4"), make_game(moves="D4")
    act(finished, verbs.Resign)
    for game in (running, finished):
        for node in ("", "main.1"):
            Post.objects.create(game=game, number=1, node=node, author=author, text="hm", said_at=NOON)
    leaving.delete_sealed_move_comments(author, NOON + days(1))
    left = Post.objects.values_list("game", "node").order_by("pk")
    assert list(left) == [(running.pk, ""), (finished.pk, ""), (finished.pk, "main.1")]


def test_C82_a_game_that_ends_with_the_account_takes_its_sealed_comments_along():
    author, game = old(), make_game(moves="D4")
    act(game, verbs.Resign)
    Post.objects.create(game=game, number=1, node="main.1", author=author, text="hm", said_at=NOON)
    leaving.delete_sealed_move_comments(author, NOON)
    assert not Post.objects.exists()


def test_C80_what_goes_with_an_account_is_its_own():
    gone, other, third, game = old(), old(), old(), make_game()
    write(gone, other)
    kept = write(other, third)
    for player in (gone, other):
        star(player, game)
        talk.mute_spectator(player=player, other=third)
    leaving.delete_messages_and_follows(gone)
    assert [row.player for row in Star.objects.all()] == [other]
    assert [(row.player, row.muted) for row in Mute.objects.all()] == [(other, third)]
    assert threads.thread_side_of_player(third, kept.thread_id).other == other
    assert threads.find_thread_side_with(other, gone) is not None, "the other keeps their half"


def test_C80_C83_votes_dismissals_and_read_notices_of_others_stay():
    staff, gone, other = chief(), old(), old()
    found = make_bulletin(staff, ends=NOON + days(1), **ASKED)
    for player in (gone, other):
        vote(player, found, 0)
        bulletins.dismiss_bulletin(player=player, bulletin=found)
    write(gone, other)
    write(other, gone)
    side = threads.find_thread_side_with(other, gone)
    threads.mark_thread_read(side, NOON)
    assert list(Notice.objects.unread().values_list("player", flat=True)) == [gone.pk]
    talk.mute_spectator(player=other, other=gone)
    follow(other, gone, staff)
    leaving.delete_messages_and_follows(gone)
    assert not Mute.objects.exists()
    assert [row.followed for row in Follow.objects.all()] == [staff]
    assert [row.player for row in (Vote.objects.get(), Dismissal.objects.get())] == [other, other]


def test_C80_moderators_get_the_ten_messages_around_a_remark_of_the_same_game():
    game, fans = make_game(moves="D4"), [old() for _ in range(2)]
    text = [say(fans[number % 2], game, f"remark {number}") for number in range(13)]
    elsewhere = say(fans[0], make_game(moves="D4"), "elsewhere")
    texts = lambda post: [one.text for one in moderating.nearest_messages(post)]  # noqa: E731
    assert texts(text[6]) == [f"remark {number}" for number in (1, 2, 3, 4, 5, 7, 8, 9, 10, 11)]
    assert texts(text[0]) == [f"remark {number}" for number in range(1, 11)]
    assert texts(text[12]) == [f"remark {number}" for number in range(2, 12)]
    assert texts(elsewhere) == []


def test_C80_a_hidden_message_is_shown_again_and_one_that_is_gone_is_not():
    aino, babak = old(), old()
    post = write(aino, babak)
    moderating.hide_post(post_id=post.pk, reason="rude", now=NOON)
    refused(NoSuchPost, moderating.visible_post, babak, post.pk)
    moderating.unhide_post(post_id=post.pk)
    assert moderating.visible_post(babak, post.pk) == post
    post.delete()
    moderating.unhide_post(post_id=post.pk or 10**6)


def test_C80_nobody_writes_to_who_cannot_answer():
    player = old()
    assert [is_writing_closed(player, other) for other in (player, *gone_people(), old())] == [True] * 4 + [False]


def test_C80_a_message_of_one_character_is_read_by_its_reader_alone():
    aino, babak = old(), old()
    post = write(aino, babak, "?")
    unread = lambda player: threads.thread_side_of_player(player, post.thread_id).unread  # noqa: E731
    assert (unread(aino), unread(babak)) == (0, 1)
    threads.mark_thread_read(threads.thread_side_of_player(babak, post.thread_id), NOON)
    assert (unread(babak), Notice.objects.unread().filter(player=babak).count()) == (0, 0)
    assert TextOrQuickReply("?").cleaned() == TextOrQuickReply("?")


def test_C82_guests_are_not_offered_to_write_and_write_nothing():
    game = make_game()
    assert [talk.may_comment(player, game) for player in (old(), make_player(is_guest=True))] == [True, False]
    refused(
        NotForGuests,
        talk.add_spectator_comment,
        PlayerRequest(make_player(is_guest=True), NOON),
        game.pk,
        TextOrQuickReply("hm"),
    )


def test_C82_somebody_is_muted_for_one_reader_and_unmuted_by_that_one_only(monkeypatch):
    readers, loud = [old() for _ in range(2)], old()
    for reader in readers:
        talk.mute_spectator(player=reader, other=loud)
    talk.unmute_spectator(player=readers[0], other=loud)
    assert [talk.players_muted_by(reader) for reader in readers] == [[], [loud]]
    monkeypatch.setattr(talk, "MOST_MUTED", 1)
    refused(CannotMute, talk.mute_spectator, player=readers[1], other=old())
    refused(CannotMute, talk.mute_spectator, player=readers[0], other=readers[0])
    talk.mute_spectator(player=readers[0], other=old())


def test_C83_the_bounds_of_a_vote():
    found = make_bulletin(chief(), ends=NOON + days(1), **ASKED)
    for wrong in (-1, 3):
        refused(CannotVote, vote, old(), found, wrong)
    for choice in (0, 2):
        vote(old(), found, choice)
    refused(CannotVote, vote, old(), found, 0, NOON + days(1))
    refused(CannotVote, vote, old(), found, 0, found.begins - days(1))
    vote(old(), found, 0, found.begins)
    refused(CannotVote, vote, old(), make_bulletin(chief()), 0)
    assert found.votes.count() == 3


def test_C83_results_are_seen_after_ones_vote_or_the_end():
    found, voter, guest = make_bulletin(chief(), ends=NOON + days(1), **ASKED), old(), make_player(is_guest=True)
    vote(voter, found, 1)
    votes = lambda viewer, now: [count for _, count in bulletins.find_poll(found, viewer, now).answers]  # noqa: E731
    assert votes(old(), NOON) == [None] * 3
    assert votes(voter, NOON) == votes(old(), NOON + days(1)) == [0, 1, 0]
    may = lambda viewer, now: bulletins.find_poll(found, viewer, now).can_vote  # noqa: E731
    assert [may(one, NOON) for one in (old(), voter, guest, None)] == [True, False, False, False]
    assert not may(old(), NOON + days(1))


def test_C83_the_question_of_a_bulletin_with_votes_stays_and_its_words_change():
    staff = chief()
    found = make_bulletin(staff, ends=NOON + days(9), **ASKED)
    context = StaffContext(staff, NOON, "as asked")

    def change(bulletin, question):
        texts = [BulletinText(language=one.language, title="New", text="New words", question=question, answers="a\nb")
                 for one in bulletin.texts.all()]  # fmt: skip
        bulletins.save_bulletin(bulletin, texts, context)
        return set(BulletinText.objects.filter(bulletin=bulletin).values_list("title", "question"))

    assert change(found, "Which one?") == {("New", "Which one?")}, "nobody has voted"
    vote(old(), bulletins.visible_bulletin(staff, found.pk, NOON), 0)
    other = make_bulletin(staff, question="Another?", answers="yes\nno")
    assert change(found, "Or which?") == {("New", "Which one?")}
    assert set(other.texts.values_list("question", flat=True)) == {"Another?"}
    BulletinText.objects.filter(bulletin=found, language="fi").delete()
    values = {"title": "New", "text": "New words", "question": "?", "answers": "a"}
    texts = [BulletinText(language=code, **values) for code in ("en", "fi")]
    bulletins.save_bulletin(found, texts, context)
    assert dict(found.texts.values_list("language", "question")) == {"en": "Which one?", "fi": "?"}


def test_C83_a_bulletin_to_come_is_seen_by_administrators():
    staff = chief()
    found = make_bulletin(staff, now=NOON + days(2))
    for viewer in (old(), make_moderator(), AnonymousUser()):
        refused(NoSuchBulletin, bulletins.visible_bulletin, viewer, found.pk, NOON)
    assert bulletins.visible_bulletin(staff, found.pk, NOON) == found
    assert bulletins.visible_bulletin(AnonymousUser(), found.pk, NOON + days(2)) == found


@pytest.mark.parametrize(("source", "kept"), [("x" * 12, "x" * 12), ("x" * 13, ""), ("й", ""), (5, "")])
def test_the_language_that_a_translation_service_names_is_kept_where_it_can_be_one(service, source, kept):  # noqa: F811
    service.answer = (200, json.dumps({"translatedText": "moi", "detectedLanguage": {"language": source}}).encode())
    assert translating.translate_text(old(), f"hello {source}", "fi").source == kept


def test_C82_who_plays_in_a_game_that_runs_says_nothing_under_it_and_a_spectator_does():
    game = make_game(moves="D4")
    player = Player.objects.get(pk=game.seat_list()[0].player_id)
    refused(SpectatorCommentsSealed, say, player, game)
    refused(SpectatorCommentsSealed, talk.visible_comments, None, game)
    say(old(), game, "a thought")
    assert talk.visible_comments(old(), game).count() == 1


def test_V24_who_plays_keeps_no_note_and_no_tag_while_something_is_hidden():
    game = make_game(variant=Variant(view=HiddenInformation(ViewKind.ONE_COLOR)), rated=False, moves="E5")
    player = game.seat_list()[0].player
    for words in ({"note": "a wall"}, {"tag": "wall"}):
        refused(NotesClosed, star, player, game, **words)
        assert star(old(), game, **words), "who does not play sees no more than anybody"
    assert star(player, game).note == ""


def test_C80_C81_pages_of_who_is_notified_are_refreshed(monkeypatch, django_capture_on_commit_callbacks):
    hinted = []
    monkeypatch.setattr(hints.sender, "publish", lambda hint: hinted.extend(hint.players))
    fan, player, reader = old(), old(), old()
    follow(fan, player)
    with django_capture_on_commit_callbacks(execute=True):
        make_game(notify=True, black=player)
    assert fan.pk in hinted
    hinted.clear()
    with django_capture_on_commit_callbacks(execute=True):
        write(player, reader)
    assert hinted == [reader.pk]


def test_C81_a_friend_is_who_follows_back_and_no_other_follow_makes_one():
    player, followed, fan, third = (old() for _ in range(4))
    follow(player, followed, third)
    follow(fan, player)
    follow(followed, third)
    follow(third, fan)
    assert {row.followed: row.is_friend for row in follows.followed_player_rows(player)} == {
        followed: False,
        third: False,
    }
    assert {row.player: row.is_friend for row in follows.follower_rows(player)} == {fan: False}
    for one, other in ((player, followed), (followed, player), (player, fan), (fan, player)):
        assert not follows.are_friends(one, other)
    follow(followed, player)
    assert follows.are_friends(player, followed)
    assert {row.followed: row.is_friend for row in follows.followed_player_rows(player)} == {
        followed: True,
        third: False,
    }


def test_C80_ones_own_message_opens_no_conversation_to_a_newcomer():
    newcomer, other = make_player(date_joined=NOON), old()
    follow(newcomer, other)
    follow(other, newcomer)
    write(newcomer, other)
    follows.unfollow_player(player=other, other=newcomer)
    refused(NewPlayerCannotWrite, write, newcomer, other)
    write(other, newcomer)
    assert write(newcomer, other)


def test_C80_moderators_get_what_is_around_a_message_in_its_conversation_and_at_its_move_only():
    aino, babak, cyrus, game = old(), old(), old(), make_game(moves="D4")
    first, second, elsewhere = write(aino, babak, "one"), write(babak, aino, "two"), write(aino, cyrus, "three")
    assert moderating.nearest_messages(first) == [second]
    assert moderating.nearest_messages(elsewhere) == []
    remarks = [
        Post.objects.create(game=game, number=1, node=node, author=aino, text="hm", said_at=NOON)
        for node in ("", "main.1", "", "main.1")
    ]
    assert moderating.nearest_messages(remarks[0]) == [remarks[2]]
    assert moderating.nearest_messages(remarks[3]) == [remarks[1]]


def test_a_translation_has_up_to_8000_characters_and_an_answer_up_to_64_kibibytes(service):  # noqa: F811
    service.answer = (200, json.dumps({"translatedText": "x" * 8001}).encode())
    assert translating.translate_text(old(), "a long text", "fi").text == "x" * 8000
    body = json.dumps({"translatedText": "moi"}).encode()
    for size, text in ((64 * 1024, "moi"), (64 * 1024 + 1, None)):
        service.answer = (200, body.ljust(size))
        if text is None:
            refused(TranslatorUnavailable, translating.translate_text, old(), f"hello {size}", "fi")
        else:
            assert translating.translate_text(old(), f"hello {size}", "fi").text == text


def test_C4_each_kind_of_message_is_in_its_own_section_of_the_export():
    author, other, game = old(), old(), make_game(moves="D4")
    private, remark = write(author, other), say(author, game, "a thought")
    comment = Post.objects.create(game=game, number=1, node="main.1", author=author, text="hm", said_at=NOON)
    topic = Topic.objects.create(author=author, title="Komi", at=NOON, last_at=NOON)
    said = Post.objects.create(topic=topic, number=1, author=author, text="6.5", said_at=NOON)
    write(other, author)
    files = opened(author)
    found = {name: [row["id"] for row in lines(files, name)] for name in (
        "private_messages", "remarks", "comments", "discussion_posts", "discussion_topics",
    )}  # fmt: skip
    assert found == {
        "private_messages": [private.pk], "remarks": [remark.pk], "comments": [comment.pk],
        "discussion_posts": [said.pk], "discussion_topics": [topic.pk],
    }  # fmt: skip


def test_C82_the_message_that_is_translated_is_the_one_that_was_chosen():
    game = make_game(moves="D4")
    player = game.seat_list()[0].player
    first, second = (chat(PlayerRequest(player, NOON), game.pk, text) for text in ("one", "two"))
    assert [translating.visible_chat_message(player, one.pk).words for one in (second, first)] == ["two", "one"]
    refused(NoSuchPost, translating.visible_chat_message, player, second.pk + 1)


def test_two_translations_are_asked_for_at_a_time(service):  # noqa: F811
    for taken in (1, 2):
        translating._turns.acquire()
        if taken == 1:
            assert translating.translate_text(old(), "one is taken", "fi").text
        else:
            refused(TranslatorUnavailable, translating.translate_text, old(), "two are taken", "fi")
    for _ in range(2):
        translating._turns.release()
    assert translating.translate_text(old(), "none is taken", "fi").text


def test_C82_talk_is_of_one_game_and_a_thousand_players_may_be_muted():
    game, other, fan = make_game(moves="D4"), make_game(moves="D4"), old()
    post = say(fan, game, "a thought")
    say(fan, other, "another")
    assert list(talk.visible_comments(old(), game)) == [post]
    assert talk.MOST_MUTED == 1000
