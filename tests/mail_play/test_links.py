"""Playing with the link of an e-mail (C67): by the right player, once, and not by programs that follow links or send
forms."""

from __future__ import annotations

import re
from datetime import timedelta
from html.parser import HTMLParser
from urllib.parse import urlencode, urljoin

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.core import outbox
from accounts.core.audit import StaffContext
from accounts.core.restrictions import restrict_player
from accounts.models import QueuedEmail
from accounts.models.restriction import RestrictionKind
from accounts.security.sessions import last_seen_times
from games import services, verbs
from games.services.idempotency import PlayerRequest
from games.services.plans import find_plan
from games.verbs import ActionRequest
from games.verbs.planning import PlanToSave, save_plan
from mail_play.models import MailToken
from mail_play.services import tokens
from notifications.forms import NoticesForm
from notifications.kinds import Channel, EmailTiming, NoticeGroup
from notifications.preferences import preferences_of, settings_or_defaults
from notifications.services import choosing, emails, scheduling
from rules import Color
from tests.factories import make_moderator, make_player, reload, side
from tests.support.games import make_game

pytestmark = pytest.mark.django_db


def reader(name="", **chosen):
    """Someone who gets an e-mail at once when it is their turn, and has chosen links in it."""
    player = make_player(name)
    EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)
    channels = {
        NoticeGroup.TURN: {Channel.EMAIL: EmailTiming.NOW},
        NoticeGroup.GAME: {Channel.EMAIL: EmailTiming.OFF},
    }
    choosing.store_notice_choices(player, channels, **{"quiet": "none", "play_by_link": True, **chosen})
    return player


def emails_now(later=timedelta(seconds=10)):
    """The e-mails that leave now."""
    QueuedEmail.objects.all().delete()
    scheduling.schedule_email_items(timezone.now() + later)
    emails.queue_due_emails(timezone.now() + later)
    return [outbox.decrypt_message(one) for one in QueuedEmail.objects.order_by("pk")]


def link_in(email_message):
    (found,) = re.findall(r"/mail/[0-9a-f]{32}/", email_message.body)
    return found


def invited(**terms):
    """A game in which it is the turn of a reader, and the address of the link that they got."""
    black = terms.pop("black", None) or reader()
    game = make_game(notify=True, black=black, days=3, **terms)
    (email_message,) = (one for one in emails_now() if one.to == [black.email])
    return game, link_in(email_message)


def moves_of(game):
    return reload(game).move_number


def send(client, link, point, **more):
    return client.post(link, {"point": point, "sure": "on", **more})


def test_a_link_shows_the_board_without_a_session_and_plays_once_confirmed(client):
    game, link = invited()
    page = client.get(link)
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    assert page["X-Robots-Tag"] == "noindex"
    assert 'name="point" value="E5"' in page.content.decode()

    chosen = client.get(link, {"point": "E5"}).content.decode()
    assert 'type="hidden" name="point" value="E5"' in chosen
    assert not moves_of(game)

    client = Client(enforce_csrf_checks=True)
    asked = client.get(link, {"point": "E5"})
    token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', asked.content.decode())[1]
    assert send(client, link, "E5").status_code == 403
    played = send(client, link, "E5", csrfmiddlewaretoken=token)
    assert played.status_code == 302
    assert moves_of(game) == 1
    done = client.get(link)
    assert "Your move has been recorded" in done.content.decode()
    assert game.get_absolute_url() in done.content.decode()
    assert not client.session.keys(), "nobody is signed in by it"


def test_only_a_hash_of_the_secret_is_kept_and_e_mails_without_the_choice_have_none():
    game, link = invited()
    secret = link.split("/")[2]
    (row,) = MailToken.objects.all()
    assert len(bytes.fromhex(secret)) * 8 == 128
    assert row.hash == tokens.hash_of_secret(secret)
    assert secret not in str(vars(row))
    assert row.until == game.deadline

    make_game(notify=True, black=reader(play_by_link=False), days=3)
    (email_message,) = emails_now()
    assert "/mail/" not in email_message.body
    assert MailToken.objects.count() == 1


def test_a_pass_is_played_and_nothing_but_plays_and_passes(client):
    game, link = invited()
    for word in ("resign", "accept 1", "", "Z99", "J10"):
        assert send(client, link, word).status_code in (400, 422)
    assert not moves_of(game)
    assert not reload(game).is_finished
    assert send(client, link, "pass").status_code == 302
    assert moves_of(game) == 1


def test_E64_a_move_by_e_mail_is_a_visit(client):
    player = reader()
    _game, link = invited(black=player)
    client.get(link)
    assert last_seen_times([player.pk]) == {}
    send(client, link, "E5")
    assert set(last_seen_times([player.pk])) == {player.pk}


def test_a_refused_move_can_be_tried_again(client):
    _game, link = invited(moves="E5 D4")
    refused = send(client, link, "E5")
    assert refused.status_code == 422
    assert "already a stone" in refused.content.decode()
    assert send(client, link, "C3").status_code == 302


def test_when_the_game_moved_on_elsewhere_the_page_says_so_and_leads_to_the_game(client):
    game, link = invited()
    verbs.perform(ActionRequest(game.pk, side(game, Color.BLACK), game.number, None, timezone.now()), verbs.Pass())
    for answer in (client.get(link), send(client, link, "E5")):
        page = answer.content.decode()
        assert answer.status_code == 410
        assert "The game has moved on since this e-mail was sent." in page
        assert game.get_absolute_url() in page
        assert 'name="point"' not in page, "no board"
    assert moves_of(game) == 1


def test_a_link_is_void_after_an_undo_the_end_the_deadline_and_when_it_is_switched_off(client):
    game, link = invited(moves="E5 D4")
    white, black = side(game, Color.WHITE), side(game, Color.BLACK)
    verbs.perform(ActionRequest(game.pk, white, game.number, None, timezone.now()), verbs.RequestUndo())
    game = reload(game)
    verbs.perform(ActionRequest(game.pk, black, game.number, None, timezone.now()), verbs.AnswerUndo(allow=True))
    assert send(client, link, "C3").status_code == 410

    _game, link = invited()
    MailToken.objects.update(until=timezone.now() - timedelta(seconds=1))
    late = send(client, link, "C3")
    assert late.status_code == 410
    assert "too old" in late.content.decode()

    game, link = invited()
    choosing.store_notice_choices(side(game, Color.BLACK), {}, play_by_link=False)
    off = send(client, link, "C3")
    assert off.status_code == 410
    assert "turned off" in off.content.decode()

    game, link = invited()
    verbs.perform(ActionRequest(game.pk, side(game, Color.WHITE), game.number, None, timezone.now()), verbs.Resign())
    assert "The game is over." in client.get(link).content.decode()


def test_nobody_guesses_and_a_closed_or_suspended_account_plays_nothing(client):
    game, link = invited()
    for wrong in ("0" * 32, "x", "0" * 31, "../admin"):
        assert client.get(f"/mail/{wrong}/").status_code == 404
    black = side(game, Color.BLACK)
    restrict_player(black, RestrictionKind.SUSPENDED, None, StaffContext(make_moderator(), timezone.now(), "insults"))
    assert send(client, link, "E5").status_code == 403
    assert not moves_of(game)
    black.is_active = False
    black.save()
    assert client.get(link).status_code == 404


class _Found(HTMLParser):
    """The links of a page, and its forms with what a browser would send of each as it is."""

    def __init__(self, text):
        super().__init__()
        self.links, self.forms, self.form = [], [], None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        result = dict(attrs)
        if tag == "a" and result.get("href"):
            self.links.append(result["href"])
        if tag == "form":
            self.form = (result.get("method", "get"), result.get("action", ""), {}, [])
            self.forms.append(self.form)
        if self.form and tag == "input" and result.get("name") and result.get("type") != "checkbox":
            self.form[2][result["name"]] = result.get("value", "")
        if self.form and tag == "button" and result.get("name"):
            self.form[3].append((result["name"], result.get("value", "")))

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None


def _scan(client, address, depth, seen):
    """Follow every link below /mail/ and send every form there, with each of its first buttons, from page to page."""
    if depth == 0 or address in seen or not address.startswith("/mail/"):
        return
    seen.add(address)
    page = _Found(client.get(address).content.decode())
    for to in page.links:
        _scan(client, urljoin(address, to), depth - 1, seen)
    for method, action, fields, buttons in page.forms:
        target = urljoin(address, action or address.split("?")[0])
        if not target.startswith("/mail/"):
            continue
        for pressed in [{}, *({name: value} for name, value in buttons[:3])]:
            sent = {**fields, **pressed}
            if method == "get":
                _scan(client, f"{target}?{urlencode(sent)}", depth - 1, seen)
            else:
                client.post(target, sent)


def test_a_scanner_that_follows_links_presses_buttons_and_sends_forms_plays_nothing(client):
    game, link = invited()
    seen = set()
    _scan(client, link, 4, seen)
    assert any("point=A9" in address for address in seen), "it came to the second step"
    _scan(client, f"{link}?point=pass", 3, seen)
    assert not moves_of(game)
    assert send(client, link, "E5").status_code == 302, "and the player still can"


def test_e_mail_and_page_have_nothing_that_is_sealed(client):
    """C1: plan, note and chat stand in neither."""
    black = reader()
    game = make_game(notify=True, black=black, days=3, moves="E5")
    white = side(game, Color.WHITE)
    now = timezone.now()
    services.write_note(game_id=game.pk, player=black, text="canary-note", now=now)
    services.send_message(PlayerRequest(white, now), game.pk, "canary-chat")
    save_plan(ActionRequest(game.pk, black, game.number, None, now), PlanToSave([["C7", "G3"]], 0, None))
    verbs.perform(ActionRequest(game.pk, white, game.number, None, now), verbs.Pass())
    seat = reload(game).seat_of(black)
    assert find_plan(seat) is not None
    link = link_in(next(one for one in emails_now() if one.to == [black.email]))
    for address in (link, f"{link}?point=D4"):
        page = client.get(address).content.decode()
        assert "canary" not in page
        assert 'value="G3"' not in page or "?point" not in address
    email_message = next(iter(QueuedEmail.objects.all()))
    assert "canary-note" not in outbox.decrypt_message(email_message).body


def test_the_page_is_in_the_players_language(client):
    black = reader()
    black.language = "fi"
    black.save()
    _game, link = invited(black=black)
    page = client.get(link, headers={"Accept-Language": "en"})
    assert page["Content-Language"] == "fi"
    assert 'lang="fi"' in page.content.decode()


def test_the_links_of_an_e_mail_are_stored_in_one_statement():
    black = reader()
    for _ in range(12):
        make_game(notify=True, black=black, days=3)
    scheduling.schedule_email_items(timezone.now() + timedelta(seconds=10))
    with CaptureQueriesContext(connection) as asked:
        emails.queue_due_emails(timezone.now() + timedelta(seconds=10))
    stored = [one for one in asked if "INSERT" in one["sql"] and "mail_play_mailtoken" in one["sql"]]
    assert len(stored) == 1
    assert MailToken.objects.count() == 12


def test_what_ran_out_long_ago_is_deleted(client):
    _game, link = invited()
    tokens.delete_old_tokens(now=timezone.now() + timedelta(days=30))
    assert client.get(link).status_code == 200
    tokens.delete_old_tokens(now=timezone.now() + timedelta(days=120))
    assert client.get(link).status_code == 404


def test_the_choice_is_made_on_the_page_of_settings(client):
    player = make_player()
    client.force_login(player)
    address = reverse("notifications:settings")
    assert not settings_or_defaults(player).play_by_link, "it is chosen, not given"
    form = NoticesForm(None, preferences=preferences_of(player))
    chosen = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    sent = {name: value for name, value in chosen.items() if value not in (False, None)}
    assert client.post(address, {**sent, "play_by_link": "on"}).status_code == 302
    assert settings_or_defaults(player).play_by_link
