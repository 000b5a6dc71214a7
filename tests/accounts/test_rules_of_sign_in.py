"""Limits of guests, the first administrator, secret addresses, two-factor authentication and permissions (S06 to
S15)."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Token as OAuthToken
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Group
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from accounts.core import renaming, site
from accounts.core.guests import is_closed_to_guests
from accounts.core.lookup import NoSuchPlayer, get_player_by_name
from accounts.core.outbox import decrypt_message
from accounts.models import ApiToken, Player, QueuedEmail, SecurityEvent, SiteSettings
from accounts.security import first_admin, guests, login_throttle, second_factor, sessions, tokens
from accounts.security.guests import AccountDetails, NameTakenMeanwhile, find_player_by_secret, guest_secret
from accounts.security.live_sessions import LiveAccess, valid_accesses
from accounts.security.scopes import USUAL
from accounts.security.sessions import SECONDS_BETWEEN_NOTES, SessionUseMiddleware, device_name, player_ids_seen_since
from accounts.security.staff_permissions import (
    GRADES,
    StaffPermission,
    create_missing_staff_groups,
    disable_staff_permissions,
    may,
    staff_with_permission,
)
from games.models import TimeSettings
from games.services.vacations import CALENDAR
from tests.factories import NOON, days, give_second_factor, make_moderator, make_player
from tests.support.oauth import grant

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def request_of(client, player=None, **cookies):
    """A request of this player's browser, with a session of its own."""
    request = client.get("/").wsgi_request
    request.session, request.user = SessionStore(), player
    request.COOKIES.update(cookies)
    return request


# Guests


def test_a_private_link_is_a_guests_until_they_have_an_account_or_are_gone():
    guest, player = make_player(is_guest=True), make_player()
    assert find_player_by_secret(guest_secret(guest)) == guest
    assert find_player_by_secret(guest_secret(player)) == player, "the page says that the guest has signed up"
    assert [find_player_by_secret(secret) for secret in ("", "x", guest_secret(guest)[:-1])] == [None] * 3
    Player.objects.filter(pk=guest.pk).update(is_active=False)
    assert find_player_by_secret(guest_secret(guest)) is None
    child = make_player(is_guest=True, is_child=True)
    assert find_player_by_secret(guest_secret(child)) is None, "children sign in with the card of their teacher"


def test_a_guests_link_is_sent_in_their_language_and_the_address_is_not_kept():
    guest = Player.objects.create_user("guest-1234", is_guest=True, language="fi")
    guests.email_guest_link(guest, "aino@example.org")
    written = QueuedEmail.objects.get()
    body = decrypt_message(written).body
    link = next(line for line in body.splitlines() if line.startswith("http"))
    assert find_player_by_secret(urlsplit(link).path.rstrip("/").rpartition("/")[2]) == guest
    assert "Open this link" not in body
    assert (written.address, Player.objects.get(pk=guest.pk).email) == ("aino@example.org", "")


def test_a_guest_becomes_an_account_once_with_name_password_and_address(client):
    guest, other = make_player(is_guest=True), make_player("taken")
    request = request_of(client, guest)
    with pytest.raises(NameTakenMeanwhile):
        guests.convert_guest(request, AccountDetails("taken", "seven stones", ""))
    assert Player.objects.get(pk=guest.pk).is_guest
    for name in ("aino", "babak"):
        guests.convert_guest(request, AccountDetails(name, "seven stones", "aino@example.org"))
    found = Player.objects.get(pk=guest.pk)
    assert (found.username, found.email, found.is_guest) == ("aino", "aino@example.org", False)
    assert found.check_password("seven stones")
    assert request.user == found
    assert not request.user.is_guest
    assert list(EmailAddress.objects.filter(user=guest).values_list("email", "verified")) == [
        ("aino@example.org", False)
    ]
    assert SecurityEvent.objects.filter(player=guest, kind="signed_up").count() == 1
    bare = make_player(is_guest=True)
    guests.convert_guest(request_of(client, bare), AccountDetails("cyrus", "seven stones", ""))
    assert (Player.objects.get(pk=bare.pk).email, EmailAddress.objects.filter(user=bare).count()) == ("", 0)
    assert other.username == "taken"


def test_a_guests_name_is_free_and_has_nine_digits_where_four_are_taken(client, monkeypatch, settings):
    cookies = {settings.LANGUAGE_COOKIE_NAME: "xx", settings.THEME_COOKIE_NAME: "dark"}
    asked = []
    monkeypatch.setattr(guests, "is_name_taken", lambda name, now: asked.append(name) or len(name) < 12)
    player = guests._create_guest(request_of(client, **cookies))
    assert ([len(name) for name in asked], len(player.username)) == ([10] * 20 + [15], 15)
    assert (player.language, player.theme) == ("", "dark")
    monkeypatch.setattr(guests, "is_name_taken", lambda name, now: True)
    with pytest.raises(NameTakenMeanwhile):
        guests._create_guest(request_of(client))


def test_which_pages_lead_guests_to_signing_up():
    closed = [is_closed_to_guests(*page) for page in (
        ("mfa_index", ""), ("accounts:settings_tab", "account"), ("clubs:new", ""), ("account_email", ""),
        ("accounts:settings_tab", "play"), ("games:game", ""),
    )]  # fmt: skip
    assert closed == [True] * 4 + [False] * 2


def test_a_player_is_found_by_name_in_any_case_while_the_account_is_open():
    player = make_player("Aino")
    assert get_player_by_name("aINO") == player
    Player.objects.filter(pk=player.pk).update(is_active=False)
    for name in ("aino", "nobody"):
        with pytest.raises(NoSuchPlayer):
            get_player_by_name(name)


# The first administrator


def test_S15_the_link_of_the_first_administrator_works_once_within_a_day():
    secret = first_admin.new_secret(NOON)
    until = NOON + first_admin.GOOD_FOR
    assert days(1) == first_admin.GOOD_FOR
    assert [first_admin.is_link_valid(secret, at) for at in (NOON, until - SECOND, until)] == [True, True, False]
    assert not first_admin.is_link_valid("guessed", NOON)
    newer = first_admin.new_secret(NOON)
    assert [first_admin.is_link_valid(one, NOON) for one in (secret, newer)] == [False, True]

    for bad, at in (("guessed", NOON), (newer, until)):
        with pytest.raises(first_admin.AdminLinkInvalid):
            first_admin.make_first_admin(bad, at, make_player)
    with pytest.raises(ZeroDivisionError):
        first_admin.make_first_admin(newer, NOON, lambda: 1 // 0)
    assert not Player.objects.exists()

    player = first_admin.make_first_admin(newer, NOON, make_player)
    player.refresh_from_db()
    assert (player.is_staff, player.is_superuser) == (True, True)
    assert SiteSettings.objects.values_list("link_digest", "link_until").get() == ("", None)
    assert not first_admin.is_link_valid(newer, NOON)
    assert first_admin.new_secret(NOON) is None


@pytest.mark.parametrize("missing", ["is_superuser", "is_staff", "is_active"])
def test_S15_an_administrator_is_an_active_superuser_of_the_staff(missing):
    rights = {"is_superuser": True, "is_staff": True, "is_active": True}
    make_player(**rights | {missing: False})
    assert not first_admin.has_admin()
    secret = first_admin.new_secret(NOON)
    make_player(**rights)
    assert first_admin.has_admin()
    assert not first_admin.is_link_valid(secret, NOON)
    with pytest.raises(first_admin.AdminLinkInvalid):
        first_admin.make_first_admin(secret, NOON, make_player)


# Secret addresses


def test_a_secret_address_is_its_owners_until_it_is_replaced_or_ended_or_the_password_changes():
    player, other = make_player(), make_player()
    first, theirs = CALENDAR.create(player), CALENDAR.create(other)
    second = CALENDAR.create(player)
    assert [CALENDAR.find_owner(secret) for secret in (first, second, theirs, "")] == [None, player, other, None]
    assert len(first) == 43, "256 random bits"
    CALENDAR.revoke(player)
    assert [CALENDAR.find_owner(secret) for secret in (second, theirs)] == [None, other]
    third = CALENDAR.create(player)
    other.set_password("seven stones in a row")
    other.save()
    assert [CALENDAR.find_owner(secret) for secret in (third, theirs)] == [player, None]
    Player.objects.filter(pk=player.pk).update(is_active=False)
    assert CALENDAR.find_owner(third) is None
    assert TimeSettings.objects.get(player=player).calendar == third


# Two-factor authentication


def test_recovery_codes_alone_are_no_second_factor():
    player = make_player()
    assert not second_factor.has_second_factor(player)
    Authenticator.objects.create(user=player, type=Authenticator.Type.RECOVERY_CODES, data={})
    give_second_factor(make_player())
    assert not second_factor.has_second_factor(player)
    Authenticator.objects.create(user=player, type=Authenticator.Type.WEBAUTHN, data={})
    assert second_factor.has_second_factor(player)


def test_apps_and_passkeys_are_named_after_the_server_and_the_player():
    player, adapter = make_player("aino"), second_factor.SecondFactorAdapter()
    assert (adapter.get_totp_issuer(), adapter.get_totp_label(player)) == (site.name(), "aino")
    assert adapter.get_public_key_credential_user_entity(player)["name"] == "aino"
    kind = Authenticator.Type.WEBAUTHN
    assert adapter.generate_authenticator_name(player, kind) == "Passkey 1"
    for owner in (player, make_player()):
        Authenticator.objects.create(user=owner, type=kind, data={})
    give_second_factor(player)
    assert adapter.generate_authenticator_name(player, kind) == "Passkey 2"
    assert adapter.decrypt(adapter.encrypt("secret")) == "secret"
    assert second_factor.to_ascii_digits("۱۲٣४x") == "1234x"


def test_S12_only_the_players_own_app_accepts_a_code_whatever_passkeys_there_are(client, monkeypatch):
    monkeypatch.setattr(second_factor, "_use_time_step", lambda row, code: row.user_id == int(code))
    player, other = (give_second_factor(one := make_player()) and one for _ in range(2))
    Authenticator.objects.create(user=player, type=Authenticator.Type.WEBAUTHN, data={})
    assert second_factor.check_and_use_code(request_of(client), player, str(player.pk)).user == player
    with pytest.raises(second_factor.WrongCode):
        second_factor.check_and_use_code(request_of(client), player, str(other.pk))


def test_S12_a_right_code_costs_no_try_and_a_wrong_one_does(client, monkeypatch):
    player, counted = make_player(), []
    monkeypatch.setattr(second_factor, "count_attempt", lambda *counts: counted.append(1))
    monkeypatch.setattr(second_factor, "uncount_attempt", lambda *counts: counted.pop())
    with pytest.raises(second_factor.WrongCode):
        second_factor.check_and_use_code(request_of(client), player, "000000")
    assert counted == [1]
    row = Authenticator(user=player, type=Authenticator.Type.TOTP)
    monkeypatch.setattr(second_factor, "_spend_code", lambda player, code: row)
    assert second_factor.check_and_use_code(request_of(client), player, "000000") == row
    assert counted == [1]
    monkeypatch.setattr(second_factor, "count_attempt", lambda *counts: 7.0)
    with pytest.raises(second_factor.TooManyCodeAttempts) as caught:
        second_factor.check_and_use_code(request_of(client), player, "000000")
    assert caught.value.wait == 7.0


def test_addresses_are_confirmed_before_signing_in_where_the_server_asks_for_it(settings):
    player, other = make_player(), make_player()
    EmailAddress.objects.create(user=player, email=player.email, verified=False)
    EmailAddress.objects.create(user=other, email=other.email, verified=True)
    settings.IGO_CONFIRM_EMAIL = True
    assert [login_throttle.may_sign_in(one) for one in (player, other)] == [False, True]
    settings.IGO_CONFIRM_EMAIL = False
    assert login_throttle.may_sign_in(player)


# Sessions and tokens


@pytest.mark.parametrize(
    ("agent", "device"),
    [("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
     ("Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36", "Chrome, Android"),
     ("Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 Edg/126.0", "Edge, Windows"),
     ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1", "Safari, iPhone"),
     ("curl/8.5 (Linux)", "Linux"), ("Opera OPR/99", "Opera"), ("", "?")],
)  # fmt: skip
def test_a_session_is_named_by_browser_and_system(agent, device):
    assert device_name(agent) == device


def test_where_a_session_is_used_is_noted_every_five_minutes_and_not_for_visitors(monkeypatch):
    noted, now = [], [1000.0]
    monkeypatch.setattr(sessions, "_record_use", noted.append)
    monkeypatch.setattr(sessions.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(sessions, "MOST_NOTED", 2)
    serve = SessionUseMiddleware(lambda request: "answer")

    def visit(key, user=None):
        request = SimpleNamespace(session=SimpleNamespace(session_key=key), user=user or Player())
        assert serve(request) == "answer"
        return len(noted)

    assert [visit("a"), visit("a"), visit("b"), visit("c", object()), visit(None)] == [1, 1, 2, 2, 2]
    now[0] += SECONDS_BETWEEN_NOTES - 1
    assert visit("a") == 2
    now[0] += 1
    assert [visit("a"), visit("b"), visit("a")] == [3, 4, 4]
    assert [visit("c"), visit("b"), visit("a")] == [5, 5, 6], "the one that was noted longest ago is forgotten"


def test_a_visit_with_a_session_is_noted_with_its_browser(client):
    player = make_player()
    client.force_login(player)
    UserSession.objects.all().delete()
    client.get("/help/", headers={"user-agent": "Firefox/1 Linux"})
    row = UserSession.objects.get()
    assert (row.user, row.session_key, row.user_agent) == (player, client.session.session_key, "Firefox/1 Linux")


def test_players_are_seen_from_the_time_of_a_session_on():
    early, late = make_player(), make_player()
    for player, at in ((early, NOON - SECOND), (late, NOON)):
        UserSession.objects.create(user=player, session_key=f"k{player.pk}", ip="127.0.0.1", last_seen_at=at)
    program, mail = make_player(), make_player()
    row, _ = tokens.make_token(player=program, wanted=tokens.NewToken("program", USUAL, 7), now=NOON)
    ApiToken.objects.filter(pk=row.pk).update(last_used_at=NOON)
    sessions.record_use_without_browser(mail, NOON)
    assert set(player_ids_seen_since(NOON)) == {late.pk, program.pk, mail.pk}
    Player.objects.filter(pk=early.pk).update(last_login=NOON + days(1))
    Player.objects.filter(pk=late.pk).update(last_login=NOON - days(1))
    assert sessions.last_seen_times([early.pk, late.pk]) == {early.pk: NOON + days(1), late.pk: NOON}


def test_ended_sessions_and_revoked_tokens_are_announced(monkeypatch):
    player, ended, revoked = make_player(), [], []
    monkeypatch.setattr(sessions.sessions_ended, "send", lambda sender, **sent: ended.append(sent))
    monkeypatch.setattr(tokens.access_ended, "send", lambda sender, **sent: revoked.append(sent))
    assert sessions.end_sessions(player=player) == 0
    assert ended == []
    UserSession.objects.create(user=player, session_key="key", ip="127.0.0.1", last_seen_at=NOON)
    assert sessions.end_sessions(player=player) == 1
    assert ended == [{"player_id": player.pk, "keys": ["key"]}]
    row, text = tokens.make_token(player=player, wanted=tokens.NewToken("program", USUAL, 7), now=NOON)
    assert (row.name, row.hint, row.created_at, row.expires_at) == ("program", text[:12], NOON, NOON + days(7))
    assert tokens.revoke_token(player=player, token_id=row.pk)
    assert revoked == [{"player_id": player.pk}]
    events = SecurityEvent.objects.filter(player=player).order_by("pk").values_list("kind", "detail")
    assert list(events) == [("token_made", "program"), ("token_revoked", "program")]


def test_S06_a_programs_access_stays_open_while_its_grant_is_valid(app):
    player, other = make_player(), make_player()
    grant(player, app)
    row = OAuthToken.objects.get(type=OAuthToken.Type.ACCESS_TOKEN)
    access = LiveAccess(player.pk, grant=row.pk)
    assert valid_accesses([access, LiveAccess(other.pk, grant=row.pk + 99)], timezone.now()) == {access}
    tokens.revoke_all_tokens(other.pk)
    assert valid_accesses([access], timezone.now()) == {access}
    OAuthToken.objects.filter(pk=row.pk).update(expires_at=timezone.now() - SECOND)
    assert valid_accesses([access], timezone.now()) == set()
    tokens.revoke_all_tokens(player.pk)
    assert not OAuthToken.objects.exists()


def test_a_token_is_kept_for_a_month_after_it_has_expired_with_those_that_never_do():
    player = make_player()
    for length in (None, 1):
        tokens.make_token(player=player, wanted=tokens.NewToken("x", USUAL, length), now=NOON)
    assert [tokens.delete_expired_tokens(NOON + days(31) + after) for after in (timedelta(0), SECOND)] == [0, 1]
    assert ApiToken.objects.get().expires_at is None


# Staff permissions


def test_permissions_rest_for_a_program_without_the_scope_and_are_asked_for_once(django_assert_num_queries):
    moderator = Player.objects.get(pk=make_moderator().pk)
    assert may(moderator, StaffPermission.MODERATE)
    with django_assert_num_queries(0):
        assert may(moderator, StaffPermission.RULE)
        assert not may(moderator, StaffPermission.ADMINISTER)
    disable_staff_permissions(moderator)
    assert not may(moderator, StaffPermission.MODERATE)


def test_permissions_come_from_a_group_from_oneself_or_from_being_superuser_and_count_once():
    moderator, superuser = make_moderator(), make_player(is_staff=True, is_superuser=True)
    direct, plain, closed, suspended = (make_player(is_staff=True) for _ in range(4))
    permission = Group.objects.get(name="helpers").permissions.get()
    for one in (direct, plain, closed, suspended, moderator):
        one.user_permissions.add(permission)
    Player.objects.filter(pk=plain.pk).update(is_staff=False)
    Player.objects.filter(pk=closed.pk).update(is_active=False)
    Player.objects.filter(pk=suspended.pk).update(suspended_until=timezone.now() + days(1))
    found = sorted(staff_with_permission(StaffPermission.MODERATE).values_list("pk", flat=True))
    assert found == sorted([moderator.pk, superuser.pk, direct.pk])
    Player.objects.filter(pk=suspended.pk).update(suspended_until=timezone.now() - SECOND)
    assert staff_with_permission(StaffPermission.MODERATE).filter(pk=suspended.pk).count() == 1
    assert set(staff_with_permission(StaffPermission.ADMINISTER)) == {superuser}


def test_missing_groups_are_made_with_their_permissions_and_staff_are_moderators():
    staff, superuser, player = make_player(is_staff=True), make_player(is_staff=True, is_superuser=True), make_player()
    Group.objects.get(name="helpers").permissions.clear()
    Group.objects.exclude(name="helpers").delete()
    create_missing_staff_groups()
    has = {group.name: {one.codename for one in group.permissions.all()} for group in Group.objects.all()}
    assert has == {"helpers": set()} | {name: {*GRADES[name]} for name in ("moderators", "administrators")}
    assert list(Group.objects.get(name="moderators").user_set.all()) == [staff]
    assert not superuser.groups.exists()
    assert not player.groups.exists()


def test_a_withheld_name_is_for_nobody_and_closed_accounts_leave_no_redirect():
    player, other = make_player("before"), make_player()
    renaming.rename_player(player=player, name="after", now=NOON)
    assert renaming.find_by_former_name("Before", NOON) == player
    assert [renaming.find_by_former_name(name, NOON) for name in ("bef0re", "x" * 31, "be\x00fore")] == [None] * 3
    assert renaming.is_name_taken("before", NOON, but=other)
    Player.objects.filter(pk=player.pk).update(is_active=False)
    assert renaming.find_by_former_name("before", NOON) is None
    renaming.block_name(other, NOON)
    assert renaming.is_name_taken(other.username, NOON, but=player)
    Player.objects.filter(pk=other.pk).update(username="moved", name_key="moved")
    name = other.former_names.get()
    assert (name.name, name.until) == ("", NOON + renaming.RESERVED_FOR)
