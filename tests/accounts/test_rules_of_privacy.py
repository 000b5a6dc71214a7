"""Limits of renaming, restrictions, blocks, the outbox, changed addresses and deleted accounts (F38, I9)."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import pytest
from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client
from allauth.mfa.models import Authenticator
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.utils import translation

from accounts.core import outbox, renaming
from accounts.core.addresses import make_email_only_address
from accounts.core.audit import StaffContext
from accounts.core.guests import NotForGuests
from accounts.core.outbox import LONGEST_ERROR, PAUSES, TAKEN_FOR
from accounts.core.restrictions import (
    Muted,
    NewGamesBlocked,
    Suspended,
    check_allowed,
    lift_restriction,
    restrict_player,
)
from accounts.models import (
    Block,
    FederationProfile,
    FormerName,
    Player,
    PlayerPicture,
    QueuedEmail,
    Restriction,
    SecurityEvent,
    StaffAction,
)
from accounts.models.restriction import RestrictionKind as Kind
from accounts.privacy import account_deletion, blocking, data_export
from accounts.security import first_admin, guests, oauth, oauth_tokens, passwords, sessions, tokens
from tests.factories import NOON, days, give_second_factor, make_moderator, make_player
from tests.support.oauth import BACK

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def make_email(to="aino@example.org", **parts):
    return EmailMessage(**{"subject": "s", "body": "b", "to": [to], **parts})


# Names


def renamed(player, name, at=NOON):
    renaming.rename_player(player=player, name=name, now=at)
    return Player.objects.get(pk=player.pk).username


def test_case_and_accents_of_a_name_may_be_changed_at_any_time():
    player = make_player("aino")
    for name in ("Aino", "AINO", "AINO"):
        assert renamed(player, name) == name
    assert not FormerName.objects.exists()
    events = SecurityEvent.objects.filter(player=player, kind="name_changed").order_by("pk")
    assert list(events.values_list("detail", flat=True)) == ["aino → Aino", "Aino → AINO"]
    assert renamed(player, "babak") == "babak"


def test_a_name_is_refused_where_it_is_taken_looks_like_one_or_is_none():
    player = make_player("aino")
    make_player("babak")
    left = make_player("cyrus")
    renamed(left, "dora")
    for name in ("babak", "Babak", "bаbak", "cyrus", "", "a b"):
        with pytest.raises(ValidationError):
            renamed(player, name)
    with pytest.raises(NotForGuests):
        renamed(make_player(is_guest=True), "emre")
    assert Player.objects.get(pk=player.pk).username == "aino"


def test_a_reserved_name_is_taken_and_another_is_not():
    renamed(make_player("cyrus"), "dora")
    taken = [renaming.is_name_taken(name, NOON) for name in ("cyrus", "CYRUS", "dora", "emre")]
    assert taken == [True, True, True, False]
    assert not renaming.is_name_taken("cyrus", NOON + days(365))
    assert renaming.find_by_former_name("emre", NOON) is None


def test_an_old_name_that_is_taken_back_is_no_longer_a_former_one():
    player = make_player("first")
    renamed(player, "second")
    renamed(player, "first", NOON + days(30))
    assert list(FormerName.objects.values_list("name", "at", "until")) == [
        ("second", NOON + days(30), NOON + days(30) + renaming.RESERVED_FOR)
    ]
    assert renaming.rename_allowed_at(player) == NOON + days(60)


# Restrictions and blocks


def test_each_restriction_refuses_its_own_and_a_suspension_everything():
    player, by = make_player(), StaffContext(make_moderator(), NOON, "rude")
    check_allowed(player, NOON, Kind.MUTED, Kind.BARRED)
    muted = restrict_player(player, Kind.MUTED, NOON + days(1), by)
    restrict_player(player, Kind.BARRED, NOON + days(2), by)
    check_allowed(player, NOON)
    for kind, refusal, until in ((Kind.MUTED, Muted, days(1)), (Kind.BARRED, NewGamesBlocked, days(2))):
        with pytest.raises(refusal) as caught:
            check_allowed(player, NOON, kind)
        assert caught.value.data["until"].startswith((NOON + until).strftime("%Y-%m-%d"))
        check_allowed(player, NOON + until, kind)
    assert (muted.begin, muted.end, muted.by, muted.reason) == (NOON, NOON + days(1), by.staff, "rude")
    restrict_player(player, Kind.SUSPENDED, NOON + days(1), by)
    with pytest.raises(Suspended):
        check_allowed(player, NOON)


def test_lifting_ends_a_restriction_once_while_it_is_in_force():
    player, by = make_player(), StaffContext(make_moderator(), NOON, "rude")
    row = restrict_player(player, Kind.MUTED, NOON + days(1), by)
    other = restrict_player(make_player(), Kind.MUTED, NOON + days(1), by)
    assert row.player.muted_until == player.muted_until == NOON + days(1)
    lift_restriction(row, StaffContext(by.staff, NOON + days(1)))
    assert not StaffAction.objects.filter(action="lift").exists()
    lift_restriction(row, StaffContext(by.staff, NOON + days(1) - SECOND))
    row.refresh_from_db()
    assert (row.lifted_at, row.lifted_by) == (NOON + days(1) - SECOND, by.staff)
    assert Player.objects.get(pk=player.pk).muted_until is None
    log = StaffAction.objects.get(action="lift")
    assert (log.player, log.about["kind"]) == (player, Kind.MUTED.value)
    assert Restriction.objects.get(pk=other.pk).lifted_at is None
    assert Player.objects.get(pk=other.player_id).muted_until == NOON + days(1)


def test_a_block_is_announced_and_kept_from_its_first_time_on(monkeypatch):
    player, other, third = (make_player() for _ in range(3))
    sent = []
    monkeypatch.setattr(blocking.player_blocked, "send", lambda sender, **values: sent.append(values))
    for at in (NOON, NOON + days(1)):
        blocking.block_player(player=player, other=other, now=at)
    assert (Block.objects.get().at, sent[0]) == (NOON, {"player_id": player.pk, "other_id": other.pk})
    blocking.block_player(player=third, other=player, now=NOON)
    blocking.block_player(player=third, other=other, now=NOON)
    assert [list(found) for found in blocking.blocked_id_queries(player)] == [[other.pk], [third.pk]]
    blocking.unblock_player(player=other, other=player)
    assert Block.objects.count() == 3
    assert not blocking.is_blocked_between(player.pk)


# Addresses


def test_a_changed_address_is_the_only_one_and_a_removed_one_leaves_none():
    by = make_moderator(grade="administrators")
    player, other = make_player("aino", language="fi"), make_player()
    for owner in (player, other):
        EmailAddress.objects.create(user=owner, email=owner.email, verified=True, primary=True)
    player.email = "new@example.org"
    make_email_only_address(player=player, old_address="aino@example.org", by=by, now=NOON)
    found = EmailAddress.objects.filter(user=player).values_list("email", "primary", "verified")
    assert list(found) == [("new@example.org", True, False)]
    written = QueuedEmail.objects.get()
    assert written.address == "aino@example.org"
    assert "The administrators" not in outbox.decrypt_message(written).body, "in their language"
    log = StaffAction.objects.get()
    assert (log.action, log.staff, log.player, log.at) == ("address", by, player, NOON)
    assert SecurityEvent.objects.filter(player=player, kind="address_changed").count() == 1
    with translation.override("fi"):
        make_email_only_address(player=other, old_address="old@example.org", by=by, now=NOON)
    written = QueuedEmail.objects.latest("pk")
    assert "The administrators" in outbox.decrypt_message(written).body, "in the server's, whoever changes it"
    player.email = ""
    make_email_only_address(player=player, old_address="", by=by, now=NOON)
    assert [row.user for row in EmailAddress.objects.all()] == [other]
    assert QueuedEmail.objects.count() == 2


# The outbox


def test_I9_as_many_e_mails_wait_as_fit_and_none_of_those_that_are_too_many(monkeypatch):
    monkeypatch.setattr(outbox, "MOST_WAITING", 2)
    assert outbox.store_emails([], now=NOON) == []
    assert len(outbox.store_emails([make_email(), make_email()], now=NOON)) == 2
    assert outbox.store_emails([make_email()], now=NOON) == []
    outbox.delete_sent(QueuedEmail.objects.first())
    row = outbox.store_email(make_email(), now=NOON, good_for=days(2))
    assert (row.made_at, row.due_at, row.expires_at, row.tries) == (NOON, NOON, NOON + days(2), 0)


def test_I9_due_e_mails_are_taken_by_tries_then_by_time_and_locked_for_two_minutes():
    late, early = outbox.store_email(make_email(), now=NOON), outbox.store_email(make_email(), now=NOON - SECOND)
    tried = outbox.store_email(make_email(), now=NOON - days(0.5))
    QueuedEmail.objects.filter(pk=tried.pk).update(tries=1)
    future = outbox.store_email(make_email(), now=NOON + SECOND)
    assert [outbox.claim_next(NOON) for _ in range(4)] == [early, late, tried, None]
    late.refresh_from_db()
    assert (late.tries, late.taken_until) == (1, NOON + TAKEN_FOR)
    outbox.delete_sent(early)
    assert set(QueuedEmail.objects.all()) == {late, tried, future}


@pytest.mark.parametrize(("tries", "after", "taken"), [(5, days(0.5), True), (6, days(0.5), False), (0, days(1), False),
                                                       (0, days(1) - SECOND, True)])  # fmt: skip
def test_I9_an_e_mail_is_given_up_after_six_tries_or_a_day(tries, after, taken):
    row = outbox.store_email(make_email(), now=NOON)
    QueuedEmail.objects.filter(pk=row.pk).update(tries=tries, last_error="away")
    assert len(PAUSES) == 5
    assert (outbox.claim_next(NOON + after) == row) is taken
    row.refresh_from_db()
    assert (row.given_up_at is None) is taken
    assert row.last_error == "away"


def test_I9_a_failure_frees_the_e_mail_for_its_next_try():
    outbox.store_email(make_email(), now=NOON)
    taken = outbox.claim_next(NOON)
    assert outbox.record_failure(taken, "away", NOON) == PAUSES[0]
    row = QueuedEmail.objects.get()
    assert (row.due_at, row.taken_until, row.last_error) == (NOON + PAUSES[0], None, "away")
    assert outbox.claim_next(NOON + PAUSES[0] - SECOND) is None
    assert outbox.claim_next(NOON + PAUSES[0]) == row


def test_an_error_is_kept_on_one_line_without_the_words_of_the_e_mail():
    message = make_email(
        subject="Your secretword", body="https://igo.example/reset/canarykey12/", headers={"X": "header-value"}
    )
    error = OSError("554 canarykey12 secretword header-value publicword short\nline")
    assert outbox.redact_error(error, message) == "OSError: 554 … … … publicword short line"
    assert outbox.redact_error(error, None) == "OSError: 554 canarykey12 secretword header-value publicword short line"
    assert len(outbox.redact_error(OSError("ab " * 200), None)) == LONGEST_ERROR


def test_the_sender_has_the_servers_name_unless_it_has_its_own(settings, monkeypatch):
    monkeypatch.setattr(outbox.site, "name", lambda: "Tampere Go")
    for setting, shown in (("go@täti.fi", "Tampere Go <go@xn--tti-qla.fi>"), ("Go <go@a.org>", "Go <go@a.org>")):
        monkeypatch.setattr(outbox.mail_server, "sender_address", lambda setting=setting: setting)
        found = outbox.decrypt_message(outbox.store_email(make_email(), now=NOON))
        assert found.from_email == shown
        assert found.extra_headers["Message-ID"].endswith(f"@{shown.rpartition('@')[2].rstrip('>')}>")
    own = outbox.decrypt_message(
        outbox.store_email(make_email(from_email="other@b.org", headers={"X-A": "b"}), now=NOON)
    )
    assert (own.from_email, own.extra_headers["X-A"]) == ("other@b.org", "b")
    settings.IGO_URL = "https://Go.Täti.fi:8443"
    assert outbox.server_domain() == "go.xn--tti-qla.fi.8443"


def test_administrators_make_waiting_e_mails_due_and_leave_others_alone(monkeypatch):
    by = make_moderator(grade="administrators")
    waits, sending, due, other = (outbox.store_email(make_email(), now=NOON) for _ in range(4))
    QueuedEmail.objects.filter(pk__in=[waits.pk, sending.pk, other.pk]).update(due_at=NOON + days(1))
    QueuedEmail.objects.filter(pk=sending.pk).update(taken_until=NOON + SECOND)
    chosen = QueuedEmail.objects.exclude(pk=other.pk)
    assert [outbox.make_due_now(chosen, by=by, now=NOON) for _ in range(2)] == [1, 0]
    assert set(QueuedEmail.objects.filter(due_at=NOON)) == {waits, due}
    log = StaffAction.objects.get()
    assert (log.action, log.about, log.staff) == ("resend_emails", {"count": 1, "emails": [waits.pk]}, by)


# Deletion and export


def test_F38_with_an_account_go_its_programs_factors_addresses_pictures_and_blocks():
    player, other = make_player("aino"), make_player()
    for owner in (player, other):
        oauth.register_app(player=owner, name="program", redirect_uris=[BACK])
        give_second_factor(owner)
        EmailAddress.objects.create(user=owner, email=owner.email, verified=True)
        PlayerPicture.objects.create(player=owner, digest="x", webp="x", at=NOON)
        FederationProfile.objects.create(player=owner, family_name="x")
    outbox.store_email(make_email(player.email), now=NOON)
    third = make_player()
    for one, two in ((player, other), (other, player), (other, third)):
        blocking.block_player(player=one, other=two, now=NOON)
    renaming.rename_player(player=player, name="babak", now=NOON)

    account_deletion.delete(player=Player.objects.get(pk=player.pk), now=NOON)

    for model, field in ((Client, "owner"), (Authenticator, "user"), (EmailAddress, "user"),
                         (PlayerPicture, "player"), (FederationProfile, "player")):  # fmt: skip
        assert {getattr(row, field) for row in model.objects.all()} == {other}, model
    assert [(row.player, row.blocked) for row in Block.objects.all()] == [(other, third)]
    assert set(FormerName.objects.values_list("player", "name")) == {(None, "")}
    assert renaming.is_name_taken("aino", NOON)
    assert renaming.is_name_taken("babak", NOON + days(4000))
    gone = Player.objects.get(pk=player.pk)
    assert gone.username.startswith("deleted-")
    assert gone.deleted_at == NOON
    assert list(SecurityEvent.objects.filter(player=player).values_list("kind", flat=True)) == ["deleted"]
    assert not StaffAction.objects.exists()
    (goodbye,) = QueuedEmail.objects.all()
    assert goodbye.address == "aino@example.org"


def test_F38_an_administrators_deletion_is_logged_and_announced_and_needs_no_address(monkeypatch):
    by, player = make_moderator(grade="administrators"), Player.objects.create_user("aino")
    ended = []
    monkeypatch.setattr(account_deletion.access_ended, "send", lambda sender, **sent: ended.append(sent))
    for _ in range(2):
        account_deletion.delete(player=player, now=NOON, by=by, reason="asked us")
    log = StaffAction.objects.get()
    assert (log.action, log.staff, log.reason, log.player) == ("delete", by, "asked us", player)
    assert ended == [{"player_id": player.pk}]
    assert not QueuedEmail.objects.exists()


@pytest.mark.parametrize(("language", "title"), [("", "Your account has been deleted"), ("fi", "Tilisi on poistettu")])
def test_F38_the_last_e_mail_is_in_the_players_language_or_the_servers(language, title):
    player = make_player(language=language)
    with translation.override("fa"):
        account_deletion.delete(player=player, now=NOON)
    assert title in outbox.decrypt_message(QueuedEmail.objects.get()).subject


def test_F38_staff_lose_groups_and_permissions_with_their_account():
    player = make_moderator()
    player.user_permissions.add(player.groups.get().permissions.first())
    account_deletion.delete(player=player, now=NOON)
    gone = Player.objects.get(pk=player.pk)
    assert (gone.groups.count(), gone.user_permissions.count(), gone.is_staff) == (0, 0, False)


def test_an_export_says_what_it_covers_and_what_it_leaves_out():
    export = data_export.Export()
    export.add_rows(
        "rows", "some rows", ("a.B.c",), lambda player: Player.objects.filter(pk=player.pk).values("username")
    )
    export.exclude_fields({"a.B.d": "a secret"})
    (section,) = export.sections
    assert (section.name, section.covers, export.left_out) == ("rows.jsonl", ("a.B.c",), {"a.B.d": "a secret"})
    player = make_player("aino")
    ((path, lines),) = section.files(player)
    assert (path, list(lines)) == ("rows.jsonl", ['{"username": "aino"}\n'])
    assert {"accounts.Block.player", "accounts.Block.blocked"} <= data_export.declared_fields()


def test_the_limits_of_accounts():
    minute, hour = timedelta(minutes=1), timedelta(hours=1)
    assert (1000, days(30), days(365)) == (blocking.MOST_BLOCKS, renaming.BETWEEN_NAMES, renaming.RESERVED_FOR)
    assert (20 * SECOND, 2 * minute, 10 * minute, hour, 4 * hour) == PAUSES
    assert (2 * minute, days(1), days(7)) == (TAKEN_FOR, outbox.GOOD_FOR, outbox.KEPT_FOR)
    assert (outbox.MOST_WAITING, outbox.MOST_NAMED, LONGEST_ERROR) == (20_000, 100, 200)
    assert (outbox.LARGEST_PICTURE, data_export.ROWS_AT_ONCE) == (100_000, 1000)
    assert (30 * SECOND, days(366), 500) == (oauth_tokens.GRACE, oauth_tokens.LONGEST_FAMILY, oauth_tokens.LONGEST)
    assert (tokens.MOST_TOKENS, tokens.LONGEST_DAYS, tokens.USUAL_DAYS) == (50, 366, 90)
    assert (5 * minute, days(1)) == (tokens.BETWEEN_NOTES_OF_USE, first_admin.GOOD_FOR)
    assert (passwords.LONGEST_PASSWORD, guests.TRIES, sessions.MOST_NOTED) == (256, 20, 20_000)


def test_T5_a_child_elsewhere_keeps_no_others_apart():
    one, other, third = (make_player() for _ in range(3))
    child = make_player(is_guest=True, is_child=True)
    assert not blocking.is_blocked_between(one.pk, other.pk, third.pk)
    assert blocking.is_blocked_between(one.pk, other.pk, child.pk)
    assert blocking.is_blocked_between(child.pk, one.pk)
    assert not blocking.is_blocked_between(child.pk, child.pk)
    Block.objects.create(player=third, blocked=one, at=NOON)
    assert blocking.is_blocked_between(one.pk, other.pk, third.pk)
    assert not blocking.is_blocked_between(one.pk, other.pk)


@pytest.mark.parametrize("is_on", [True, False])
def test_external_accounts_are_exported_where_one_can_sign_in_with_them(monkeypatch, is_on):
    monkeypatch.setattr(data_export.apps, "is_installed", lambda name: is_on and name == "allauth.socialaccount")
    monkeypatch.setattr(
        data_export.apps, "get_app_config", lambda label: SimpleNamespace(get_model=lambda name: Player)
    )
    export = data_export.Export()

    data_export.declare_account_data(export)

    names = [section.name for section in export.sections]
    assert ("sign_in_elsewhere.jsonl" in names) is is_on
    assert "addresses.jsonl" in names
