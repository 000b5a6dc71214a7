"""Limits of tokens, sessions, names, restrictions, blocks and waiting e-mails (S06, S13, I9)."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.http import HttpResponse
from django.utils import timezone

from accounts.core import outbox, renaming
from accounts.core.audit import StaffContext
from accounts.core.guests import NotForGuests
from accounts.core.outbox import GOOD_FOR, KEPT_FOR, LARGEST_PICTURE, PAUSES, EmailPicture, PictureEmail
from accounts.core.renaming import BETWEEN_NAMES, RESERVED_FOR, RenamedLately
from accounts.core.restrictions import (
    FOR_GOOD,
    Suspended,
    check_allowed,
    is_restricted,
    lift_restriction,
    restrict_player,
)
from accounts.models import ApiToken, Block, FormerName, Player, QueuedEmail, Restriction, StaffAction
from accounts.models.restriction import RestrictionKind as Restrict
from accounts.privacy import account_deletion, blocking
from accounts.security import sessions, tokens
from accounts.security.guests import sign_in_new_guest
from accounts.security.live_sessions import LiveAccess, valid_accesses
from accounts.security.login_throttle import SignInAttempt, remember_device
from accounts.security.passwords import LONGEST_PASSWORD, MaximumLengthValidator, ServiceWordsValidator
from accounts.security.scopes import FOR_BOTS, FOR_MODERATORS, USUAL
from accounts.security.staff_permissions import StaffPermission, may, staff_with_permission
from accounts.security.tokens import BETWEEN_NOTES_OF_USE, CannotCreateToken, NewToken
from programs.models import Device
from tests.factories import NOON, days, make_moderator, make_player

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def refused(refusal, do, *arguments, **named):
    with pytest.raises(refusal) as caught:
        do(*arguments, **named)
    return caught.value


def made(player=None, scopes=USUAL, days_=1, now=NOON):
    return tokens.make_token(player=player or make_player(), wanted=NewToken("program", scopes, days_), now=now)


def test_a_token_is_good_until_it_expires_and_while_its_player_is_there():
    player = make_player()
    row, text = made(player)
    forever, endless = made(player, days_=None)
    assert tokens.authenticate_token(text, NOON + days(1) - SECOND) == row
    assert tokens.authenticate_token(text, NOON + days(1)) is None
    assert tokens.authenticate_token(endless, NOON + days(4000)) == forever
    assert tokens.authenticate_token("igo_" + "x" * 43, NOON) is None
    Player.objects.filter(pk=player.pk).update(is_active=False)
    assert tokens.authenticate_token(endless, NOON) is None


def test_a_use_of_a_token_is_noted_every_five_minutes():
    _, text = made()
    later = NOON + BETWEEN_NOTES_OF_USE
    for now, noted in ((NOON, NOON), (later, NOON), (later + SECOND, later + SECOND)):
        tokens.authenticate_token(text, now)
        assert ApiToken.objects.get().last_used_at == noted


def test_which_tokens_are_made_and_how_many(monkeypatch):
    player, bot, moderator = make_player(), make_player(is_bot=True), make_moderator()
    for wrong in ([], ["no:such"], [FOR_BOTS], [FOR_MODERATORS]):
        assert str(refused(CannotCreateToken, made, player, wrong).reason)
    refused(CannotCreateToken, made, bot, [FOR_MODERATORS])
    assert made(bot, [FOR_BOTS])[0].scopes == [FOR_BOTS]
    assert made(moderator, [FOR_MODERATORS])[0].scopes == [FOR_MODERATORS]
    refused(NotForGuests, made, make_player(is_guest=True))
    assert tokens.MOST_TOKENS == 50
    monkeypatch.setattr(tokens, "MOST_TOKENS", 2)
    for _ in range(2):
        made(player)
    refused(CannotCreateToken, made, player)


def test_a_token_is_revoked_by_its_player_and_forgotten_a_month_after_it_expired():
    player = make_player()
    row, text = made(player)
    assert not tokens.revoke_token(player=make_player(), token_id=row.pk)
    assert tokens.revoke_token(player=player, token_id=row.pk)
    assert tokens.authenticate_token(text, NOON) is None
    for days_ in (1, 2, None):
        made(player, days_=days_)
    assert tokens.delete_expired_tokens(NOON + days(31)) == 0
    assert tokens.delete_expired_tokens(NOON + days(31) + SECOND) == 1
    assert ApiToken.objects.count() == 2
    kept, _ = made()
    tokens.revoke_all_tokens(player.pk)
    assert list(ApiToken.objects.all()) == [kept]


def session(player, *, until=None, password=None, key=None):
    """A session of this player, as signing in makes it."""
    store = SessionStore()
    hashed = player.get_session_auth_hash() if password is None else password
    store.update({SESSION_KEY: str(player.pk), HASH_SESSION_KEY: hashed})
    store.create()
    Session.objects.filter(pk=store.session_key).update(expire_date=until or NOON + days(9))
    UserSession.objects.create(user=player, session_key=store.session_key, ip="127.0.0.1", last_seen_at=NOON)
    return store.session_key


def test_S06_what_is_open_stays_open_while_session_password_and_account_are_good():
    player, other = make_player(), make_player()
    good, old, late = session(player), session(player, password="another"), session(player, until=NOON)
    theirs = session(other)
    (token, _), (spent, _) = made(player), made(player, days_=0)
    ways = {
        "good": LiveAccess(player.pk, good), "old": LiveAccess(player.pk, old), "late": LiveAccess(player.pk, late),
        "theirs": LiveAccess(player.pk, theirs), "token": LiveAccess(player.pk, token=token.pk),
        "spent": LiveAccess(player.pk, token=spent.pk), "nobody": LiveAccess(10**6, good),
        "nothing": LiveAccess(player.pk),
    }  # fmt: skip
    open_now = lambda now=NOON: {name for name, way in ways.items() if way in valid_accesses(ways.values(), now)}  # noqa: E731
    assert open_now() == {"good", "token"}
    Player.objects.filter(pk=player.pk).update(suspended_until=NOON + SECOND)
    assert open_now() == set()
    assert open_now(NOON + SECOND) == {"good", "token"}
    Player.objects.filter(pk=player.pk).update(password="another")
    assert open_now(NOON + SECOND) == {"token"}
    Player.objects.filter(pk=player.pk).update(is_active=False)
    assert open_now(NOON + SECOND) == set()


def test_S06_sessions_are_listed_and_ended_one_by_one_or_all_but_one():
    player, other = make_player(), make_player()
    keys = [session(player) for _ in range(3)]
    session(player, until=NOON)
    session(player, password="another")
    theirs = session(other)
    listed = lambda: {row.session_key for row in sessions.sessions_of(player, NOON)}  # noqa: E731
    assert listed() == set(keys)
    rows = {row.session_key: row.pk for row in UserSession.objects.all()}
    assert not sessions.end_session(player=player, session_id=rows[theirs])
    assert sessions.end_session(player=player, session_id=rows[keys[0]])
    assert listed() == set(keys[1:])
    assert sessions.end_sessions(player=player, but=keys[1]) == 3
    assert listed() == {keys[1]}
    assert {row.pk for row in Session.objects.all()} == {keys[1], theirs}


def test_the_latest_of_browser_and_program_says_when_somebody_was_here():
    browser, program, both, never = (make_player() for _ in range(4))
    for player in (browser, both):
        session(player)
    for player, at in ((program, NOON - SECOND), (both, NOON + SECOND)):
        row, _ = made(player)
        ApiToken.objects.filter(pk=row.pk).update(last_used_at=at)
    made(never)
    make_player(last_login=NOON)
    assert sessions.last_seen_times([one.pk for one in (browser, program, both, never)]) == {
        browser.pk: NOON, program.pk: NOON - SECOND, both.pk: NOON + SECOND,
    }  # fmt: skip


def test_a_name_is_changed_after_thirty_days_and_reserved_for_a_year():
    player = make_player("before")
    renaming.rename_player(player=player, name="after", now=NOON)
    assert renaming.rename_allowed_at(player) == NOON + BETWEEN_NAMES == NOON + days(30)
    refused(RenamedLately, renaming.rename_player, player=player, name="later", now=NOON + days(30) - SECOND)
    assert renaming.find_by_former_name("before", NOON + days(1)).pk == player.pk
    assert renaming.is_name_taken("before", NOON + RESERVED_FOR - SECOND)
    assert not renaming.is_name_taken("before", NOON + RESERVED_FOR - SECOND, but=player), "they may take it back"
    assert renaming.delete_expired_names(NOON + RESERVED_FOR - SECOND) == 0
    assert not renaming.is_name_taken("before", NOON + RESERVED_FOR)
    assert renaming.find_by_former_name("before", NOON + RESERVED_FOR) is None
    assert renaming.delete_expired_names(NOON + RESERVED_FOR) == 1
    renaming.rename_player(player=player, name="later", now=NOON + days(30))
    assert Player.objects.get(pk=player.pk).username == "later"
    assert renaming.is_name_taken("later", NOON)
    assert not renaming.is_name_taken("later", NOON, but=player)
    assert renaming.rename_allowed_at(make_player()) is None


def test_a_name_that_was_taken_away_is_for_signing_in_only():
    player, other = make_player("rude"), make_player("before")
    renaming.rename_player(player=other, name="after", now=NOON)
    renaming.block_name(player, NOON)
    assert renaming.find_by_removed_name("rude").pk == player.pk
    assert renaming.find_by_removed_name("before") is None, "that one was left"
    assert renaming.find_by_former_name("rude", NOON) is None
    assert renaming.rename_allowed_at(player) is None, "they are free to choose another"
    assert renaming.is_name_taken("rude", NOON)
    renaming.block_name(player, NOON + days(1))
    assert FormerName.objects.get(player=player).until == NOON + days(1) + RESERVED_FOR
    renaming.unblock_name("rude")
    assert renaming.find_by_removed_name("rude") is None


def test_the_longest_restriction_of_a_kind_is_in_force_until_it_is_lifted():
    player, other, staff = make_player(), make_player(), StaffContext(make_moderator(), NOON, "rude")
    first = restrict_player(player, Restrict.MUTED, NOON + days(2), staff)
    restrict_player(player, Restrict.MUTED, NOON + days(1), staff)
    assert (player.muted_until, Player.objects.get(pk=player.pk).muted_until) == (NOON + days(2), NOON + days(2))
    assert [is_restricted(player, Restrict.MUTED, NOON + after) for after in (days(2) - SECOND, days(2))] == [
        True,
        False,
    ]
    assert not is_restricted(player, Restrict.BARRED, NOON)
    for _ in range(2):
        lift_restriction(first, staff)
    player.refresh_from_db()
    assert player.muted_until == NOON + days(1), "the other one stays"
    assert [one.action for one in StaffAction.objects.order_by("pk")] == ["restrict", "restrict", "lift"]
    assert (Restriction.objects.get(pk=first.pk).lifted_at, first.reason) == (NOON, "rude")
    endless = restrict_player(player, Restrict.SUSPENDED, None, staff)
    assert (player.suspended_until, endless.end) == (FOR_GOOD, None)
    assert refused(Suspended, check_allowed, player, NOON).data["until"] is None
    assert (StaffAction.objects.latest("pk").about["until"], Player.objects.get(pk=other.pk).muted_until) == (
        None,
        None,
    )
    lift_restriction(first, staff)
    assert Player.objects.get(pk=player.pk).suspended_until == FOR_GOOD


def test_blocks_are_once_bounded_and_not_of_oneself(monkeypatch):
    player, others = make_player(), [make_player() for _ in range(3)]
    monkeypatch.setattr(blocking, "MOST_BLOCKS", 2)
    for other in others[:2]:
        blocking.block_player(player=player, other=other, now=NOON)
    assert refused(blocking.CannotBlock, blocking.block_player, player=player, other=others[2], now=NOON).data == {
        "reason": "too_many"
    }
    assert refused(blocking.CannotBlock, blocking.block_player, player=others[0], other=others[0], now=NOON)
    refused(NotForGuests, blocking.block_player, player=make_player(is_guest=True), other=player, now=NOON)
    assert blocking.has_blocked(player, others[0])
    assert not blocking.has_blocked(others[0], player)
    between = lambda one, *more: blocking.is_blocked_between(one.pk, *(other.pk for other in more))  # noqa: E731
    assert [between(player, others[2], others[0]), between(others[0], player), between(player, others[2])] == [
        True, True, False,
    ]  # fmt: skip
    blocking.unblock_player(player=player, other=others[0])
    assert [(row.player, row.blocked) for row in Block.objects.all()] == [(player, others[1])]


def test_S13_a_password_has_up_to_256_characters_and_more_than_words_of_this_server(settings):
    settings.IGO_URL = "https://play.example.org"
    MaximumLengthValidator().validate("x" * LONGEST_PASSWORD)
    refused(ValidationError, MaximumLengthValidator().validate, "x" * (LONGEST_PASSWORD + 1))
    for password in ("Baduk-1234!", "komi komi komi", "play.example.org"):
        refused(ValidationError, ServiceWordsValidator().validate, password)
    for password in ("12345678", "komi stairs", ""):
        ServiceWordsValidator().validate(password)


def test_permissions_are_of_staff_with_a_second_factor_who_are_there_and_not_suspended():
    moderator, plain, closed, suspended = make_moderator(), make_player(), make_moderator(), make_moderator()
    Player.objects.filter(pk=closed.pk).update(is_active=False)
    Player.objects.filter(pk=suspended.pk).update(suspended_until=timezone.now() + days(1))
    alone = make_player(is_staff=True)
    alone.groups.set(moderator.groups.all())
    people = [Player.objects.get(pk=one.pk) for one in (moderator, plain, closed, suspended, alone)]
    assert [may(one, StaffPermission.RULE) for one in people] == [True, False, False, False, False]
    assert not may(people[0], StaffPermission.ADMINISTER)
    assert set(staff_with_permission(StaffPermission.RULE)) == {moderator, alone}
    assert not staff_with_permission(StaffPermission.ADMINISTER).exists()


def make_email(**parts):
    return EmailMessage(**{"subject": "s", "body": "b", "to": ["aino@example.org"], **parts})


def test_I9_the_outbox_takes_plain_e_mails_to_one_address_and_those_with_a_picture():
    html = EmailMultiAlternatives("s", "b", to=["aino@example.org"])
    html.attach_alternative("<p>b</p>", "text/html")
    attached, twice = make_email(), PictureEmail("s", "b", to=["aino@example.org"], html="<p>b</p>")
    attached.attach("a.txt", "text", "text/plain")
    twice.attach_alternative("<p>again</p>", "text/html")
    large = PictureEmail(
        "s", "b", to=["a@b.c"], html="<p>b</p>", picture=EmailPicture("p", b"x" * (LARGEST_PICTURE + 1))
    )
    filed = PictureEmail("s", "b", to=["a@b.c"], html="<p>b</p>", picture=EmailPicture("p", b"x"))
    filed.attach("a.txt", "text", "text/plain")
    page = make_email()
    page.content_subtype = "html"
    for bad in (
        page, make_email(to=["a@b.c", "d@e.f"]), make_email(cc=["a@b.c"]), make_email(to=[]),
        make_email(reply_to=["a@b.c"]), html, attached,
        twice, large, filed,
    ):  # fmt: skip
        refused(ValueError, outbox.store_email, bad, now=NOON)
    assert not QueuedEmail.objects.exists()
    board = PictureEmail(
        "s", "b", to=["Aino@Example.org"], html="<p>b</p>", picture=EmailPicture("p", b"x" * LARGEST_PICTURE)
    )
    found = outbox.decrypt_message(outbox.store_email(board, now=NOON))
    assert (found.html, found.picture) == ("<p>b</p>", EmailPicture("p", b"x" * LARGEST_PICTURE))
    bare = outbox.decrypt_message(
        outbox.store_email(PictureEmail("s", "b", to=["aino@example.org"], html="<p>b</p>"), now=NOON)
    )
    assert (bare.alternatives[0].content, bare.attachments, bare.picture) == ("<p>b</p>", [], None)
    text_only = PictureEmail("s", "b", to=["aino@example.org"])
    assert text_only.alternatives == text_only.attachments == []
    assert type(outbox.decrypt_message(outbox.store_email(text_only, now=NOON))) is EmailMessage
    plain = outbox.store_email(make_email(), now=NOON)
    assert type(outbox.decrypt_message(plain)) is EmailMessage
    assert outbox.decrypt_message(plain).extra_headers["Auto-Submitted"] == "auto-generated"
    assert [row.address for row in QueuedEmail.objects.all()] == ["aino@example.org"] * 4


def test_I9_a_try_that_would_come_too_late_is_given_up_at_once_and_kept_for_a_week():
    row = outbox.store_email(make_email(), now=NOON)
    assert row.expires_at == NOON + GOOD_FOR
    taken = outbox.claim_next(NOON + GOOD_FOR - PAUSES[0] - SECOND)
    assert outbox.record_failure(taken, "away", NOON + GOOD_FOR - PAUSES[0] - SECOND) == PAUSES[0]
    again = outbox.claim_next(NOON + GOOD_FOR - SECOND)
    at = NOON + GOOD_FOR - PAUSES[1]
    assert outbox.record_failure(again, "away", at) is None
    row.refresh_from_db()
    assert (row.given_up_at, row.sealed, row.last_error) == (at, "", "away")
    assert outbox.delete_given_up(at + KEPT_FOR) == 0
    assert outbox.delete_given_up(at + KEPT_FOR + SECOND) == 1


def test_I9_what_waits_for_somebody_goes_with_them_at_all_their_addresses():
    player = make_player("aino")
    EmailAddress.objects.create(user=player, email="Second@example.org", verified=True)
    for address in ("aino@example.org", "second@example.org", "babak@example.org"):
        outbox.store_email(make_email(to=[address]), now=NOON)
    outbox.delete_emails_of(player)
    assert [row.address for row in QueuedEmail.objects.all()] == ["babak@example.org"]


def test_F38_a_deleted_account_keeps_no_way_in_no_power_and_no_choice():
    player, other = make_moderator("aino", language="fi", bio="hello"), make_player()
    session(player)
    made(player)
    kept, _ = made(other)
    for _ in range(2):
        account_deletion.delete(player=player, now=NOON)
    gone = Player.objects.get(pk=player.pk)
    assert (gone.is_active, gone.deleted_at, gone.bio, gone.language, gone.email) == (False, NOON, "", "", "")
    assert (gone.is_staff, gone.groups.count(), gone.has_usable_password()) == (False, 0, False)
    assert list(ApiToken.objects.all()) == [kept]
    assert not UserSession.objects.filter(user=player).exists()
    (goodbye,) = QueuedEmail.objects.all()
    assert "Tilisi on poistettu" in outbox.decrypt_message(goodbye).body, "in their language"
    assert renaming.is_name_taken("aino", NOON + days(4000)), "for good"


def test_S06_what_was_added_in_a_session_ends_with_it():
    player = make_player()
    ended, kept = session(player), session(player)
    for key in (ended, kept):
        Device.objects.create(player=player, session=key, digest=key, name="x", created_at=NOON, next_try_at=NOON)
    row = UserSession.objects.get(session_key=ended)
    sessions.end_session(player=player, session_id=row.pk)
    assert [device.session for device in Device.objects.all()] == [kept]


def test_S11_a_device_that_the_owner_has_used_has_ten_wrong_tries_of_its_own(rf, settings):
    player = make_player("aino")
    answer = HttpResponse()
    remember_device(rf.get("/"), answer, player)
    known = rf.get("/", headers={"cookie": answer.cookies.output(header="", attrs=[]).strip()})
    tries = [SignInAttempt(known, "aino").count_and_get_wait() for _ in range(11)]
    assert [wait is None for wait in tries] == [True] * 10 + [False]
    assert SignInAttempt(rf.get("/"), "aino").count_and_get_wait() is None, "a stranger's tries are others"
    again = HttpResponse()
    remember_device(known, again, player)
    assert not again.cookies, "it is known already"


def test_S11_wrong_passwords_count_until_one_is_right_and_from_many_networks_together(rf):
    make_player("aino")
    attempt = lambda network: SignInAttempt(rf.get("/", REMOTE_ADDR=f"192.0.2.{network}"), "aino")  # noqa: E731
    for _ in range(12):
        right = attempt(1)
        assert right.count_and_get_wait() is None
        right.uncount()
    for network in range(1, 6):
        assert [attempt(network).count_and_get_wait() is None for _ in range(12)] == [True] * 10 + [False] * 2
    assert [attempt(6).count_and_get_wait() is None for _ in range(4)] == [True, True, False, False], (
        "fifty are wrong in all"
    )
    assert 0 < attempt(6).count_and_get_wait() <= 900
    right = attempt(7)
    assert right.count_and_get_wait() is None
    right.uncount()
    assert [attempt(7).count_and_get_wait() is None for _ in range(3)] == [True, True, False]


def test_S11_the_name_and_the_address_of_an_account_count_together_and_no_other_does(rf):
    make_player("aino")
    make_player("babak")
    attempt = lambda login: SignInAttempt(rf.get("/"), login).count_and_get_wait() is None  # noqa: E731
    assert [attempt(login) for login in ("babak", " BABAK@example.org ") * 5] == [True] * 10
    assert not attempt("babak@example.org")
    assert not attempt("Babak")
    assert attempt("aino@example.org")
    assert attempt("nobody@example.org")
    assert attempt("ba\x00bak")


def test_S13_without_an_address_of_the_server_only_its_words_are_refused(settings):
    settings.IGO_URL = ""
    ServiceWordsValidator().validate("correct horse")
    refused(ValidationError, ServiceWordsValidator().validate, "baduk")


def test_a_guest_has_a_name_with_four_digits_and_the_look_that_was_chosen(client, settings):
    settings.IGO_HOUSE_BOT = "0"
    names = set()
    for _ in range(20):
        request = client.get("/").wsgi_request
        request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = "fi"
        request.session = SessionStore()
        names.add(sign_in_new_guest(request).username)
    assert all(re.fullmatch(r"guest-[1-9]\d{3}", name) for name in names)
    assert set(Player.objects.filter(username__in=names).values_list("language", "is_guest")) == {("fi", True)}
