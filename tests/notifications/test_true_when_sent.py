"""E-mails and notices are true and complete when they are sent (issue 37, section 2; R12 to R17, R60)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone
from django.utils.html import strip_tags

from challenges import services as challenging
from challenges.services import OfferRecipients
from games import calendar_feed, services, turn_feed, verbs
from games.notices import notices_by_day, turn_rows
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from games.verbs import ActionRequest
from notifications.kinds import Channel, EmailTiming, NoticeGroup
from notifications.models import Notice
from notifications.services import choosing
from rules import AfterRejection, Color, Point
from rules.variants.presets import PRESETS
from tests.factories import make_game, make_player, reload, side
from tests.mail_play.test_links import emails_now
from tests.mail_play.test_replies import OURS
from tests.notifications.test_emails import DAY, play, send_due
from tests.support.games import dead, just_stopped, suggested
from tests.support.seated import seated

pytestmark = pytest.mark.django_db
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def reader(name="", language="", **chosen):
    """Someone who gets an e-mail about everything at once."""
    player = make_player(name, language=language)
    return wants_emails(player, **chosen)


def wants_emails(player, **chosen):
    EmailAddress.objects.get_or_create(user=player, email=player.email, primary=True, verified=True)
    now = {Channel.EMAIL: EmailTiming.NOW}
    choosing.store_notice_choices(
        player,
        dict.fromkeys(
            (
                NoticeGroup.TURN,
                NoticeGroup.ANSWER,
                NoticeGroup.GAME,
                NoticeGroup.MESSAGE,
            ),
            now,
        ),
        quiet="none",
        **chosen,
    )
    return player


@pytest.fixture
def with_replies(settings):
    settings.IGO_REPLY_ADDRESS, settings.IGO_IMAP_URL = OURS, "imap://127.0.0.1:1"


def act(game, color, verb, **fields):
    game = reload(game)
    request = ActionRequest(game.pk, side(game, color), game.number, None, timezone.now())
    verbs.perform(request, verb(**fields))
    return reload(game)


def proposed(stones, **people):
    """A game in which Black has proposed that these stones are dead: White's B5 is, in Black's territory."""
    game = suggested(just_stopped(**people))
    emails_now()
    return act(game, Color.BLACK, verbs.Propose, dead=frozenset(dead(game, *stones)))


def only(letters, player):
    (found,) = (one for one in letters if one.to == [player.email])
    return found


def bell(player):
    """Return the text of the notices page."""
    groups = notices_by_day(Notice.objects.filter(player=player).select_related("by", "game"), player, timezone.now())
    rows = [*turn_rows(player, timezone.now()), *(row for _day, rows in groups for row in rows)]
    return [strip_tags(f"{row.sentence} {row.detail}") for row in rows]


@pytest.mark.usefixtures("with_replies")
def test_the_e_mail_that_takes_accept_shows_what_would_be_accepted_R12():
    white = reader(play_by_reply=True, level="picture")
    game = proposed(["B5", "H5"], white=white)
    black = side(game, Color.BLACK).username

    email = only(emails_now(), white)

    assert email.subject == f"{black}: check the score"
    for part in (
        f"Proposal 1, by {black}:", "Result: Black\xa0+5.5", "Marked as dead: B5, H5", "Komi: ", "Total: Black ",
        "accept 1", "Dead stones are in lower case.", "\n 5  b o b b X O w x w  5\n",
    ):  # fmt: skip
        assert part in email.body, email.body
    assert "Check again" not in email.body
    assert "Marked as dead: B5, H5" in email.html
    assert email.picture.png != _unmarked(game)


def _unmarked(game):
    from games.game_view import GameView
    from wording.board_png import board_png

    show = GameView(game, side(game, Color.WHITE))
    return board_png(show.board(), show.last_move())


@pytest.mark.usefixtures("with_replies")
def test_a_proposal_in_doubt_is_shown_with_a_warning_and_is_not_offered_to_a_reply_R60():
    white = reader(play_by_reply=True)
    proposed([f"F{row}" for row in range(1, 10)], white=white)

    email = only(emails_now(), white)

    assert "Check again. The server's count is" in email.body
    assert "F5" in email.body
    assert "confirm a second time on the game page" in email.body
    assert "accept 1" not in email.body


@pytest.mark.parametrize(
    ("then", "sentence"),
    [
        (AfterRejection.RESUME, "rejected proposal 1. Play continues."),
        (AfterRejection.MARK, "rejected proposal 1 and is marking the dead stones again."),
    ],
)
def test_a_rejection_says_who_why_and_what_follows_R12(then, sentence):
    black = reader()
    game = proposed(["B5"], black=black, rule_set="japanese")
    white = side(game, Color.WHITE).username
    act(game, Color.WHITE, verbs.Reject, proposal=1, then=then, reason="B5 <lives>")

    email = only(emails_now(), black)

    assert f"{white} {sentence}" in email.body
    assert "Reason: B5 <lives>" in email.body
    assert "your dead stones" not in email.body
    texts = bell(black)
    assert all("passed" not in text for text in texts), texts
    assert any(f"{white} {sentence}" in text and "Reason: B5 &lt;lives&gt;" in text for text in texts), texts
    if then is AfterRejection.RESUME:
        assert email.subject == f"{white}: play has resumed, your move"
        assert email.body.startswith(f"Your move against {white}\n{white} {sentence}")
        assert texts[0].startswith(f"{white} {sentence}")
    else:
        assert email.subject == f"{white}: marking rejected"


def test_a_resumption_is_notified_R14():
    black, white = reader(), reader()
    game = just_stopped(black=black, white=white, rule_set="japanese")
    emails_now()
    game = act(game, Color.BLACK, verbs.Resume)
    assert game.seat_on_turn().player == white
    email = only(emails_now(), white)
    assert f"{black.username} resumed play instead of marking dead stones." in email.body
    assert email.subject == f"{black.username}: play has resumed, your move"
    assert bell(white)[0].startswith(f"{black.username} resumed play")


def test_a_rejection_that_was_acted_on_since_is_no_news():
    black = reader()
    choosing.store_notice_choices(
        black,
        {NoticeGroup.GAME: {Channel.EMAIL: EmailTiming.DAILY}, NoticeGroup.TURN: {Channel.EMAIL: EmailTiming.OFF}},
    )
    game = proposed(["B5"], black=black, rule_set="japanese")
    game = act(game, Color.WHITE, verbs.Reject, proposal=1, then=AfterRejection.RESUME)
    act(game, Color.BLACK, verbs.Pass)
    assert not [one for one in emails_now(timedelta(days=2)) if one.to == [black.email]]


def test_a_greeting_with_the_first_move_is_in_the_e_mail():
    """Issue 37: `said_at__gt`."""
    white = reader()
    game = make_game(notify=True, white=white, now=timezone.now(), days=3)
    emails_now()
    black = side(game, Color.BLACK)
    request = ActionRequest(game.pk, black, game.number, None, timezone.now())
    verbs.perform_from_input(request, verbs.Play, {"point": "E5"}, "hello, have fun")

    email = only(emails_now(), white)

    assert f"{black.username}: hello, have fun" in email.body
    assert email.subject == f"{black.username}: your move"
    assert email.body.startswith(f"Your move against {black.username}\n")


def test_a_greeting_before_the_first_move_is_in_the_e_mail():
    black = reader()
    game = make_game(notify=True, black=black, now=timezone.now(), days=3)
    white = side(game, Color.WHITE)
    services.send_message(PlayerRequest(white, timezone.now()), game.pk, "good luck")
    email = only(emails_now(), black)
    assert f"{white.username}: good luck" in email.body
    assert email.subject == f"{white.username}: your move"


@pytest.mark.usefixtures("with_replies")
def test_a_challenge_that_was_answered_is_left_out_and_a_reply_plays_the_move():
    player = reader(play_by_reply=True)
    for kind in (NoticeGroup.TURN, NoticeGroup.ANSWER):
        choosing.store_notice_choices(player, {kind: {Channel.EMAIL: EmailTiming.DAILY}})
    game = make_game(notify=True, black=player, now=DAY, days=3)
    answered, waits = (
        challenging.create_challenge(
            PlayerRequest(make_player(name), DAY), Terms(width=9, height=9), OfferRecipients(opponent=player)
        )
        for name in ("gone", "here")
    )
    challenging.decline_challenge(PlayerRequest(player, DAY), answered.pk)
    Notice.objects.filter(kind="game_started").delete()

    (email,) = (one for one in send_due(DAY + timedelta(days=1)) if one.to == [player.email])

    assert "gone" not in email.body
    assert "here has challenged you to a game" in email.body
    assert waits.get_absolute_url() in email.body
    assert email.extra_headers["Reply-To"].startswith("igo+"), "one game, and something else"
    assert email.subject == f"{side(game, Color.WHITE).username}: your move"


def test_a_request_that_was_answered_and_a_move_that_was_taken_back_are_left_out():
    white = reader()
    for kind in (NoticeGroup.TURN, NoticeGroup.ANSWER, NoticeGroup.MESSAGE):
        choosing.store_notice_choices(white, {kind: {Channel.EMAIL: EmailTiming.DAILY}})
    game = make_game(notify=True, white=white, now=DAY, days=3)
    game = play(game, "E5", DAY + HOUR)
    black = side(game, Color.BLACK)
    verbs.perform(ActionRequest(game.pk, black, game.number, None, DAY + 2 * HOUR), verbs.RequestUndo())
    Notice.objects.filter(kind="game_started").delete()
    services.send_message(PlayerRequest(black, DAY + 2 * HOUR), game.pk, "sorry")
    asked = only(send_due(DAY + timedelta(hours=20)), white)
    assert "has asked for an undo" in asked.body

    Notice.objects.filter(player=white).update(pending=True)
    number = reload(game).number
    verbs.perform(ActionRequest(game.pk, white, number, None, DAY + 21 * HOUR), verbs.AnswerUndo(allow=True))
    play(reload(game), "C3", DAY + 22 * HOUR)
    choosing.store_notice_choices(
        white,
        {
            kind: {Channel.EMAIL: EmailTiming.NOW}
            for kind in (NoticeGroup.TURN, NoticeGroup.ANSWER, NoticeGroup.MESSAGE)
        },
    )
    later = only(send_due(DAY + 23 * HOUR), white)
    assert "has asked for an undo" not in later.body
    assert "Since your last move: C3" in later.body


def test_a_move_that_was_taken_back_without_asking_is_left_out_C37():
    """In a teaching game a move is undone at once: two moves since, of which one is gone."""
    white = reader()
    game = make_game(notify=True, white=white, now=DAY, days=3, teaching=True)
    black = side(game, Color.BLACK)
    game = play(game, "E5", DAY + HOUR)
    verbs.perform(ActionRequest(game.pk, black, game.number, None, DAY + 2 * HOUR), verbs.RequestUndo())
    play(reload(game), "C3", DAY + 3 * HOUR)
    email = only(send_due(DAY + 4 * HOUR), white)
    assert "Since your last move: C3\n" in email.body


def test_a_start_is_left_out_once_the_game_has_ended_and_the_end_is_in_the_e_mail():
    black = reader()
    for kind in (NoticeGroup.TURN, NoticeGroup.GAME):
        choosing.store_notice_choices(black, {kind: {Channel.EMAIL: EmailTiming.DAILY}})
    game = make_game(notify=True, black=black, now=DAY, days=3)
    white = side(game, Color.WHITE)
    verbs.perform(ActionRequest(game.pk, white, game.number, None, DAY + HOUR), verbs.Resign())
    email = only(send_due(DAY + timedelta(days=1)), black)
    assert email.subject == f"{white.username}: you won"
    assert "has started" not in email.body


def test_a_declined_result_is_left_out_once_the_game_has_ended_C204():
    black = reader()
    game = make_game(black=black, now=DAY, days=3)
    declined = {"player": black, "kind": "result_declined", "game": game}
    Notice.objects.create(**declined, created_at=DAY + HOUR)
    assert "declined the predicted result" in only(send_due(DAY + 2 * HOUR), black).body

    Notice.objects.create(**declined, created_at=DAY + 3 * HOUR)
    white = side(game, Color.WHITE)
    verbs.perform(ActionRequest(game.pk, white, game.number, None, DAY + 4 * HOUR), verbs.Resign())
    email = only(send_due(DAY + 5 * HOUR), black)
    assert email.subject == f"{white.username}: you won"
    assert "predicted result" not in email.body


def test_more_time_makes_a_reminder_untrue():
    black = reader()
    game = make_game(black=black, now=DAY, days=3)
    Notice.objects.create(player=black, kind="clock_day", game=game, created_at=DAY + HOUR)
    white = side(game, Color.WHITE)
    verbs.perform(ActionRequest(game.pk, white, game.number, None, DAY + 2 * HOUR), verbs.GrantTime(days=3))
    assert "less than a day" not in only(send_due(DAY + 3 * HOUR), black).body


def test_subjects_have_fifty_characters_at_most_and_begin_with_the_opponent():
    long = "Aleksanteri-Konstantin-Ilmari1"
    black = reader(language="fi")
    games = [make_game(notify=True, black=black, white=make_player(long), now=DAY, days=3)]
    subjects = [only(send_due(DAY + MINUTE), black).subject]
    games += [make_game(notify=True, black=black, now=DAY, days=3) for _ in range(2)]
    subjects.append(only(send_due(DAY + HOUR), black).subject)
    Notice.objects.create(player=black, kind="clock_hours", game=games[0], created_at=DAY + 2 * HOUR)
    subjects.append(only(send_due(DAY + 2 * HOUR), black).subject)
    Notice.objects.create(player=black, kind="league_season", created_at=DAY + 3 * HOUR)
    subjects.append(only(send_due(DAY + 3 * HOUR), black).subject)
    assert all(len(subject) <= 50 for subject in subjects), subjects
    assert subjects[0].startswith(long[:15])
    assert subjects[2].startswith(long[:15])


@pytest.mark.parametrize(
    ("kind", "subject"),
    [
        ("event_act", "Autumn Cup: director's decision"),
        ("league_notice", "Autumn Cup: message to all players"),
        ("event_stray", "Autumn Cup: decide who advances"),
        ("club_notice", "Autumn Cup: new notice"),
    ],
)
def test_the_subject_of_an_e_mail_about_an_event_begins_with_its_name(kind, subject):
    black = reader()
    choosing.store_notice_choices(black, {one: {Channel.EMAIL: EmailTiming.NOW} for one in NoticeGroup})
    Notice.objects.create(player=black, kind=kind, title="Autumn Cup", path="/tournaments/1/", created_at=DAY)

    assert only(send_due(DAY + HOUR), black).subject == subject


@pytest.fixture
def pairs():
    """Return the seats of a Pair Go game, in order: two partners against two, with all notifications on."""
    game = seated(PRESETS["pair"], now=timezone.now())
    for seat in game.seat_list():
        wants_emails(seat.player)
    emails_now()
    return game


def test_partners_are_never_called_opponents_V30(pairs):
    first, second, third, fourth = (seat.player for seat in pairs.seat_list())
    Notice.objects.create(player=first, by=third, kind="game_started", game=pairs, created_at=timezone.now())
    email = only(emails_now(), first)
    names = f"{second.username}, {fourth.username}"
    assert f"Your game with {names} has started" in email.body
    assert third.username not in email.body.split("\n")[0]
    (started,) = (text for text in bell(first) if "has started" in text)
    assert names in started
    assert third.username not in started


def test_the_one_who_moved_is_named_and_not_the_next_opponent_V31(pairs):
    """Before the fourth seat comes the third: the first of the other colour after the fourth is the first seat."""
    first, second, third, fourth = (seat.player for seat in pairs.seat_list())
    for player, move in (
        (first, verbs.Play(Point(2, 2))),
        (second, verbs.Play(Point(6, 6))),
        (third, verbs.Play(Point(4, 4))),
    ):
        verbs.perform(ActionRequest(pairs.pk, player, reload(pairs).number, None, timezone.now()), move)
    assert bell(fourth)[0].startswith(f"{third.username} played E5")
    assert only(emails_now(), fourth).body.startswith(f"Your move against {first.username}, {third.username}\n")


def test_those_who_get_time_from_a_pair_are_notified(pairs):
    first, second, third, _fourth = (seat.player for seat in pairs.seat_list())
    request = ActionRequest(pairs.pk, second, reload(pairs).number, None, timezone.now())
    verbs.perform(request, verbs.GrantTime(days=1))
    notices = set(Notice.objects.filter(kind="time_granted").values_list("player", flat=True))
    assert notices == {first.pk, third.pk}, "and not the giver's partner"


def test_calendar_and_feed_of_turns_name_the_opponents_V30(pairs):
    first, second, third, fourth = (seat.player for seat in pairs.seat_list())
    names = f"{second.username}, {fourth.username}"
    pages = [
        feed(first, timezone.now(), lambda path: f"http://localhost{path}", *paths)
        .decode()
        .replace("\r\n ", "")
        .replace("\\,", ",")
        for feed, *paths in ((calendar_feed.calendar_of,), (turn_feed.atom_feed_of, "/feeds/aino.atom"))
    ]
    for page in pages:
        assert names in page, page
        assert third.username not in page
