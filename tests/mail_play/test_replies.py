"""Playing by a reply to an e-mail (C68): valid replies and senders, only once; one answer, and never a loop."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage

import pytest
from allauth.account.models import EmailAddress
from django.urls import reverse
from django.utils import timezone, translation

from accounts.core import outbox
from accounts.core.audit import StaffContext
from accounts.core.restrictions import restrict_player
from accounts.models import QueuedEmail
from accounts.models.restriction import RestrictionKind
from foundation.decoding import superset_codec
from games import verbs
from games.emails.writing import thread_id_of
from games.verbs import ActionRequest
from goserver.conf import configuration
from goserver.conf.setting_kinds import InvalidSetting
from mail_play import reading
from mail_play.automatic import is_automatic
from mail_play.models import MailToken
from mail_play.services import replies
from mail_play.services.replies import IncomingMail
from notifications.kinds import Channel, EmailTiming, NoticeGroup
from notifications.services import choosing
from rules import Color
from tests.factories import make_moderator, make_player, reload, side
from tests.mail_play.test_links import emails_now, reader
from tests.support.games import just_stopped, make_game, suggested

pytestmark = pytest.mark.django_db
OURS = "igo@play.example.org"


@pytest.fixture(autouse=True)
def _with_replies(settings):
    settings.IGO_REPLY_ADDRESS = OURS
    settings.IGO_IMAP_URL = "imap://igo:secret@127.0.0.1:1"


@dataclass
class Turn:
    """A game, its player to move, and the e-mail that told them."""

    game: object
    player: object
    email_message: object
    names: list = field(default_factory=list)

    @property
    def address(self):
        return self.email_message.extra_headers["Reply-To"]

    def send(self, text, *, subtype="plain", now=None, **headers):
        """Have a reply come in; the answers to it."""
        before = set(QueuedEmail.objects.values_list("pk", flat=True))
        taken = replies.process_reply(IncomingMail(self.raw(text, subtype=subtype, **headers)), now or timezone.now())
        assert taken
        return [outbox.decrypt_message(one) for one in QueuedEmail.objects.exclude(pk__in=before)]

    def raw(self, text, *, subtype="plain", **headers):
        email_message = EmailMessage()
        self.names.append("x")
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        defaults = {
            "From": f"Me <{self.player.email}>", "To": self.address, "Subject": "Re: your move",
            "Message-ID": f"<{len(self.names)}@example.org>",
        }  # fmt: skip
        for name, value in {**defaults, **given}.items():
            email_message[name] = value
        email_message.set_content(text, subtype=subtype)
        return email_message.as_bytes()

    @property
    def moves(self):
        return reload(self.game).move_number


def turn(**terms):
    """A turn of someone who plays by replies."""
    black = reader(play_by_link=False, play_by_reply=True)
    game = make_game(notify=True, black=black, days=3, **terms)
    (email_message,) = (one for one in emails_now() if one.to == [black.email])
    return Turn(game, black, email_message)


def test_the_first_line_plays_and_the_answer_says_so_and_starts_no_loop():
    one = turn()
    local, domain = one.address.split("@")
    assert domain == "play.example.org"
    assert len(local) == len("igo+") + 32
    assert one.address in one.email_message.body

    (answer,) = one.send("\n  E5 \n\nOn Monday Igo wrote:\n> Your move\n> D4\n")
    assert one.moves == 1
    assert answer.to == [one.player.email]
    assert answer.subject.endswith(": E5 recorded")
    assert one.game.get_absolute_url() in answer.body
    assert answer.extra_headers["Auto-Submitted"] == "auto-replied"
    assert answer.extra_headers["In-Reply-To"] == "<1@example.org>"
    assert answer.extra_headers["References"].split() == [thread_id_of(one.game.pk), "<1@example.org>"]
    assert "Reply-To" not in answer.extra_headers
    assert "igo+" not in answer.body


@pytest.mark.parametrize(
    ("text", "subtype"),
    [
        ("e5", "plain"),
        ("\u200eE5\n", "plain"),
        ("> D4\n\nE5\n> C3", "plain"),
        ("<html><head><style>D4</style></head><body><blockquote>D4</blockquote><div>E5</div></body></html>", "html"),
        ("<script>D4</script><p><b>E</b>5</p><p>D4</p>", "html"),
        ("<pre>E5\n&gt; x</pre>", "html"),
        ("<div>&#8203;</div><div>E5</div>", "html"),
        ("<div>On Monday <i>Igo</i> wrote:</div><br><blockquote>D4</blockquote><p>E5</p>", "html"),
        *[(f"{mark}E5\ufe0e\u202c", "plain") for mark in "\u2068\u2067\u202b\u061c\u200b\u2060\xad"],
        ("\u200b\n\u2060\nE5", "plain"),
        ("On 5/5/26, Igo wrote:\n> D4\n\nE5", "plain"),
        ("On Tuesday, 5 May 2026 at 10:00, Igo <igo@example.org>\nwrote:\n\n> D4\n>\n> C3\n\nE5", "plain"),
        ("E5\nOn Monday, Igo wrote:\n> D4", "plain"),
        ("Igo のメール：\n> D4\n\nE5", "plain"),
        ("E5\n> D4", "plain"),
    ],
)
def test_quoted_text_html_and_marks_of_direction_are_read_as_people_mean_them(text, subtype):
    one = turn()
    (answer,) = one.send(text, subtype=subtype)
    assert answer.subject.endswith(": E5 recorded")


@pytest.mark.parametrize(
    "text", ["E5 please", "I resign", "resign.", "accept", "play E5", "", "On Monday:\n> E5", "Z99"]
)
def test_what_is_no_move_plays_nothing_and_says_how_it_is_done(text):
    one = turn()
    (answer,) = one.send(text)
    assert answer.subject.endswith(": no move was played")
    assert not one.moves
    assert not reload(one.game).is_finished
    assert one.send("E5")[0].subject.endswith(": E5 recorded"), "it can be sent again"


def test_passing_and_resigning_by_the_whole_word():
    one = turn()
    assert one.send("Pass")[0].subject.endswith(": pass recorded")
    assert one.moves == 1
    other = turn()
    assert other.send("resign")[0].subject.endswith(": resign recorded")
    assert reload(other.game).winner == Color.WHITE


def test_accepting_needs_the_number_of_the_proposal():
    """Issue 16: `accept 3`."""
    white = reader(play_by_link=False, play_by_reply=True)
    choosing.store_notice_choices(white, {NoticeGroup.ANSWER: {Channel.EMAIL: EmailTiming.NOW}})
    game = suggested(just_stopped(white=white))
    emails_now()
    black = side(game, Color.BLACK)
    stones = verbs.fields.Vertices().read(["B5", "H5"], game)
    verbs.perform(ActionRequest(game.pk, black, game.number, None, timezone.now()), verbs.Propose(stones))
    (email_message,) = (one for one in emails_now() if one.to == [white.email])
    assert "accept 1" in email_message.body
    one = Turn(game, white, email_message)
    assert one.send("accept 2")[0].subject.endswith(": no move was played")
    assert one.send("accept")[0].subject.endswith(": no move was played")
    assert not reload(game).is_finished
    assert one.send("accept 1")[0].subject.endswith(": accept 1 recorded")
    assert reload(game).is_finished


def test_a_refusal_of_the_rules_is_in_the_players_language():
    one = turn(moves="E5 D4")
    one.player.language = "fi"
    one.player.save()
    (answer,) = one.send("E5")
    assert "no move was played" not in answer.subject
    assert "kivi" in answer.body
    assert one.moves == 2
    one.player.language = ""
    one.player.save()
    with translation.override("fi"):
        (answer,) = one.send("E5")
    assert "kivi" not in answer.body, "the server's language"


def test_C68_a_reply_of_a_player_whose_address_is_no_longer_confirmed_plays_nothing():
    one = turn()
    EmailAddress.objects.filter(user=one.player).update(verified=False)
    assert one.send("E5") == []
    assert one.moves == 0


def test_a_reply_counts_once_also_when_it_comes_again():
    one = turn()
    again = one.raw("E5")
    for times in range(3):
        replies.process_reply(IncomingMail(again), timezone.now())
        assert one.moves == 1, times
    assert QueuedEmail.objects.filter(address=one.player.email).count() == 2, "the turn, and one answer"
    (later,) = one.send("D4")
    assert "already been played" in later.body
    assert one.moves == 1


def test_after_five_answers_it_is_silent():
    one = turn()
    assert [len(one.send("hello")) for _ in range(7)] == [1] * 5 + [0] * 2


def test_strangers_forgers_programs_and_bounces_play_nothing_and_get_no_answer(settings):
    one = turn()
    for headers in (
        {"From": "stranger@example.org"},
        {"From": f"{one.player.email}, other@example.org"},
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List_Id": "<go.example.org>"},
        {"Return_Path": "<>"},
        {"Authentication_Results": "mx.example.org; spf=pass; dmarc=fail (p=none) header.from=example.org"},
    ):
        assert not one.send("E5", **headers), headers
    settings.IGO_REPLY_AUTHSERV = "mx.play.example.org"
    assert not one.send("E5"), "our receiver has not said it"
    forged = "mx.play.example.org; dmarc=pass"
    assert not one.send("E5", Authentication_Results="other.example.org; dmarc=pass")
    assert not one.moves
    assert one.send("E5", Authentication_Results=forged.upper().replace("DMARC=PASS", "dkim=pass; dmarc=pass"))
    assert one.moves == 1


def test_what_our_receiver_wrote_stands_above_what_was_forged_below():
    raw = (
        b"Authentication-Results: mx.us; dkim=none; dmarc=fail\r\nAuthentication-Results: mx.us; dmarc=pass\r\n"
        b"From: a@example.org\r\n\r\nE5\r\n"
    )
    assert reading.fails_dmarc(reading.parse_email(raw), "mx.us")
    assert reading.fails_dmarc(reading.parse_email(b"From: a@example.org\r\n\r\n"), "mx.us")
    assert not reading.fails_dmarc(reading.parse_email(raw.replace(b"fail", b"pass")), "mx.us")


def test_an_unknown_secret_and_an_e_mail_to_nobody_are_no_business_of_ours():
    one = turn()
    for to in (OURS, "igo+short@play.example.org", "igo+" + "0" * 32 + "@elsewhere.example.org"):
        assert not replies.process_reply(IncomingMail(one.raw("E5", To=to)), timezone.now())
    assert replies.process_reply(IncomingMail(one.raw("E5", To=f"igo+{'0' * 32}@play.example.org")), timezone.now())
    assert not one.moves
    assert QueuedEmail.objects.filter(address=one.player.email).count() == 1
    for rubbish in (b"", b"\x00\xff" * 50, b"From: \xff\r\nTo: =?x?q?=\r\n\r\n"):
        assert not replies.process_reply(IncomingMail(rubbish), timezone.now())


def test_late_stale_undone_finished_suspended_and_switched_off_play_nothing():
    late = turn()
    MailToken.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert "too old" in late.send("E5")[0].body

    stale = turn()
    verbs.perform(ActionRequest(stale.game.pk, stale.player, 0, None, timezone.now()), verbs.Pass())
    assert "moved on" in stale.send("E5")[0].body
    assert stale.moves == 1

    undone = turn(moves="E5 D4")
    white = side(undone.game, Color.WHITE)
    verbs.perform(ActionRequest(undone.game.pk, white, undone.game.number, None, timezone.now()), verbs.RequestUndo())
    number = reload(undone.game).number
    verbs.perform(
        ActionRequest(undone.game.pk, undone.player, number, None, timezone.now()), verbs.AnswerUndo(allow=True)
    )
    assert "moved on" in undone.send("C3")[0].body
    assert undone.moves == 1

    over = turn()
    white = side(over.game, Color.WHITE)
    verbs.perform(ActionRequest(over.game.pk, white, over.game.number, None, timezone.now()), verbs.Resign())
    assert "The game is over." in over.send("E5")[0].body

    off = turn()
    choosing.store_notice_choices(off.player, {}, play_by_reply=False)
    assert "turned off" in off.send("E5")[0].body

    suspended = turn()
    restrict_player(
        suspended.player, RestrictionKind.SUSPENDED, None, StaffContext(make_moderator(), timezone.now(), "insults")
    )
    assert suspended.send("E5")[0].subject.endswith(": no move was played")
    assert not suspended.moves


def test_one_that_is_too_large_is_not_read_and_says_so():
    one = turn()
    (answer,) = one.send("E5\n" + "x" * 70_000)
    assert "64 kB" in answer.body
    assert not one.moves


def test_an_e_mail_of_several_games_has_an_address_for_each_and_no_reply_to():
    black = reader(play_by_link=False, play_by_reply=True)
    games = [make_game(notify=True, black=black, days=3) for _ in range(2)]
    (email_message,) = emails_now()
    assert "Reply-To" not in email_message.extra_headers
    assert email_message.body.count("igo+") == len(games)


def test_without_a_mailbox_there_is_no_address_and_the_page_says_so(settings, client):
    settings.IGO_REPLY_ADDRESS = settings.IGO_IMAP_URL = ""
    black = reader(play_by_link=False, play_by_reply=True)
    make_game(notify=True, black=black, days=3)
    (email_message,) = emails_now()
    assert "Reply-To" not in email_message.extra_headers
    client.force_login(make_player())
    assert "does not accept e-mail replies" in client.get(reverse("notifications:settings")).content.decode()


def test_settings_that_fit_together_only():
    url = {"IGO_IMAP_URL": "imaps://igo:secret@mail.example.org"}
    assert configuration.read_settings({**url, "IGO_REPLY_ADDRESS": OURS})["IGO_REPLY_ADDRESS"] == OURS
    for wrong in (url, {"IGO_REPLY_ADDRESS": OURS}, {**url, "IGO_REPLY_ADDRESS": "igo+x@example.org"}):
        with pytest.raises(InvalidSetting):
            configuration.read_settings(wrong)
    with pytest.raises(InvalidSetting) as refused:
        configuration.read_settings({"IGO_IMAP_URL": "pop3://igo:hidden-word@mail", "IGO_REPLY_ADDRESS": OURS})
    assert "hidden-word" not in str(refused.value)
    door = {"IGO_INBOUND_SECRET": "igo:" + "x" * 20, "IGO_REPLY_ADDRESS": OURS}
    with pytest.raises(InvalidSetting):
        configuration.read_settings(door)
    configuration.read_settings({**door, "EMAIL_URL": "anymail+postmark://?server_token=x"})


@pytest.mark.parametrize(
    "label", ["iso-8859-8-i", "windows-874", "x-unknown", "unicode-1-1-utf-7x", "hex", "a\\0b", ""]
)
def test_a_charset_that_python_does_not_know_leaves_ascii_readable(label):
    """Issue 37: real mail programs label what they send with names that Python has no codec for."""
    raw = (
        f'Content-Type: text/plain; charset="{label}"\r\nContent-Transfer-Encoding: 8bit\r\n\r\n'.encode()
        + b"Q16\r\n\r\n> \xe0\xe1 move\r\n"
    )
    assert reading.first_line(reading.parse_email(raw)) == "Q16"


@pytest.mark.parametrize(
    "label",
    ["x-sjis", "Windows-31J", "iso-2022-jp-ms", "cp50220", "cp50221", "x-gbk", "shift_jis", "gbk", "ks_c_5601-1987"],
)
def test_names_of_charsets_that_only_mail_programs_use_are_read(label):
    codec = "iso2022_jp" if label.startswith(("iso-2022", "cp5")) else superset_codec(label)
    raw = f'Content-Type: text/plain; charset="{label}"\r\n\r\n'.encode() + "Ｑ１６".encode(codec)
    assert reading.first_line(reading.parse_email(raw)) == "Q16"


@pytest.mark.parametrize(
    "encoding", ["base64 ", "base64\t", "\r\n base64", "base64 (RFC 2045)", "(a (b)) BASE64", "base64; x=y", '"base64"']
)
def test_the_name_of_the_transfer_encoding_stands_among_blanks_and_comments(encoding):
    raw = f"Content-Type: text/plain\r\nContent-Transfer-Encoding: {encoding}\r\n\r\nUTE2DQo=\r\n".encode()
    assert reading.first_line(reading.parse_email(raw)) == "Q16"


def test_charsets_that_python_knows_are_read():
    raw = b'Content-Type: text/plain; charset="utf-16-le"\r\nContent-Transfer-Encoding: base64\r\n\r\nUQAxADYACgA=\r\n'
    assert reading.first_line(reading.parse_email(raw)) == "Q16"


@pytest.mark.parametrize(
    "subject",
    [
        "Automatic reply:", "Automatic reply: Re: aino: your move", "AUTO-REPLY", "Out of Office: Re: x",
        "Automaattinen vastaus: Vs: x", "Poissaoloviesti", "Automatische Antwort: AW: x", "Abwesenheitsnotiz",
        "Autosvar: SV: x", "Réponse automatique : x", "=?utf-8?b?UsOpcG9uc2UgYXV0b21hdGlxdWU=?=",
        "=?iso-8859-1?q?Respuesta_autom=E1tica?=", "=?utf-8?b?2b7Yp9iz2K4g2K7ZiNiv2qnYp9ix?=: x", "自动答复: x",
    ],
)  # fmt: skip
def test_the_subject_of_an_automatic_reply_is_recognised(subject):
    assert is_automatic(reading.parse_email(f"Subject: {subject}\n\nE5".encode()))


@pytest.mark.parametrize("subject", ["Re: Automatic reply", "Re: aino: your move", "AW: Ihr Zug", "", "=?x?b?%?="])
def test_the_subject_of_a_person_is_none(subject):
    assert not is_automatic(reading.parse_email(f"Subject: {subject}\n\nE5".encode()))


@pytest.mark.parametrize(
    "header",
    [
        "Auto-Submitted: auto-replied (vacation)", "Auto-Submitted: auto-generated; x=y", "Precedence: auto_reply",
        "X-Precedence: bulk", "X-Autoreply: yes", "X-Autorespond: x", "X-Auto-Reply: 1", "X-Mail-Autoreply: x",
        "Content-Type: multipart/report; boundary=a", "From: MAILER-DAEMON@example.org",
    ],
)  # fmt: skip
def test_the_headers_of_programs_are_recognised(header):
    assert is_automatic(reading.parse_email(f"{header}\n\nE5".encode()))
    for no in ("No", "no (person)", "no; x=y"):
        assert not is_automatic(reading.parse_email(f"Auto-Submitted: {no}\n\nE5".encode()))


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("a@example.org", "a@example.org"),
        ("<a@example.org>", "a@example.org"),
        ("Aino (TUNI) <a@example.org>", "a@example.org"),
        ('"Mäki, Aino" <a@example.org>', "a@example.org"),
        ("=?utf-8?q?M=C3=A4ki=2C_Aino?= <a@example.org>", "a@example.org"),
        ("a@example.org (Aino)", "a@example.org"),
        ("Aino <a@example.org> (home)", "a@example.org"),
        ("(c) a@example.org", "a@example.org"),
        ("(a (b)) Aino < a@example.org >", "a@example.org"),
        ('"(" <a@example.org>, ")" <b@example.org>', ""),
        ("(<a@example.org>) <b@example.org>", ""),
        ("a@example.org, b@example.org", ""),
        ("a@example.org)b@example.net", ""),
        ("a@example.org <b@example.net>, c", ""),
        ("<a@example.org> <b@example.net>", ""),
        ("Group: a@example.org;", ""),
        ("", ""),
    ],
)
def test_who_sent_it_is_one_address_or_nobody(written, address):
    """CVE-2023-27043, and a comma in a name that is an encoded word."""
    assert reading.sender_of(reading.parse_email(f"From: {written}\n\nE5".encode())) == address


def test_the_first_line_is_found_in_any_of_a_few_parts():
    parts = (
        "Content-Type: multipart/mixed; boundary=out\n\npreamble E1\n--out\n"
        "Content-Type: multipart/alternative; boundary=outin\n\n--outin\nContent-Type: text/html\n\n<p>E2</p>\n"
        "--outin  \nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nE3 ä\n--outin--\n\n"
        "--out\nContent-Disposition: attachment\n\nE4\n--out--\nE5"
    )
    assert reading.first_line(reading.parse_email(parts.encode())) == "E3 ä"
    assert reading.first_line(reading.parse_email(parts.replace("text/plain", "image/png").encode())) == "E2"
    assert reading.first_line(reading.parse_email(parts.replace("\n", "\r\n").encode())) == "E3 ä"


@pytest.mark.parametrize("plain", ["", " \n", "\u200b\n"])
def test_an_empty_plain_part_is_not_the_text(plain):
    raw = (
        "Content-Type: multipart/mixed; boundary=out\n\n--out\nContent-Type: multipart/alternative; boundary=in\n\n"
        f"--in\nContent-Type: text/plain; charset=utf-8\n\n{plain}\n--in\nContent-Type: text/html\n\n<p>E2</p>\n"
        "--in--\n--out\nContent-Type: text/plain\n\nSent by a mailing list\n--out--\n"
    )
    assert reading.first_line(reading.parse_email(raw.encode())) == "E2"
    assert reading.first_line(reading.parse_email(raw.replace("/html", "/x").encode())) == "Sent by a mailing list"


@pytest.mark.parametrize("written", ["igo+{}@xn--bcher-kva.example", "IGO+{}@bücher.example"])
def test_a_domain_beyond_ascii_is_found_in_both_notations(written):
    raw = f"To: {written.format('0' * 32)}\n\nE5".encode()
    assert reading.find_secret(raw, "igo@bücher.example") == "0" * 32
    assert reading.find_secret(raw, "igo@xn--bcher-kva.example") == "0" * 32


@pytest.mark.parametrize("address", ["igo@.de", "igo@exa..mple"])
def test_a_domain_that_is_not_valid_is_found_as_it_is_written(address):
    secret = "0" * 32
    raw = f"To: {address.replace('@', f'+{secret}@')}\n\nE5".encode()
    assert reading.find_secret(raw, address) == secret
