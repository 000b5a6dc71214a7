"""E-mails from strangers: read in linear time, whatever they contain (issue 37)."""

from __future__ import annotations

import gc
import json
import random
import time

import pytest
from django.test import RequestFactory
from django.utils import timezone

from mail_play import reading
from mail_play.automatic import is_automatic
from mail_play.services import replies
from mail_play.services.replies import IncomingMail
from tests.mail_play.test_replies import OURS, turn

SECRET = "igo+" + "0" * 32 + "@play.example.org"
SMALL, LARGE = 15_000, 60_000
TOO_MUCH = 7
"""Times the processor time of SMALL: work that grows with the size takes 4 times as much, with its square 16 times."""
ROUNDS, MOST_ROUNDS = 15, 120


def in_headers(text):
    return f"From: a@example.org\nTo: {SECRET}\n{text}\n\nE5\n".encode()


def in_body(kind, text):
    return f"From: a@example.org\nTo: {SECRET}\nContent-Type: {kind}\n\n{text}".encode()


def nested(size):
    heads = [f"--b{n}\nContent-Type: multipart/mixed; boundary=b{n + 1}\n\n" for n in range(size // 50)]
    return in_body("multipart/mixed; boundary=b0", "".join(heads) + "E5\n")


HEADERS = {
    "many addresses": "Cc: {a,}",
    "many angles": "Cc: {<}",
    "nested comments": "Cc: {(}",
    "comments that do not end": "From: a{(}",
    "comments in comments": "Auto-Submitted: ({()}",
    "a comment about an encoding": "Content-Transfer-Encoding: {(a}",
    "quotes": 'From: {"}',
    "parameters": "Content-Type: text/plain{;a=b}",
    "quoted parameters": 'Content-Type: text/plain{;"}',
    "a quote that does not end": 'Content-Type: text/plain; a="{;}',
    "encoded words that do not end": "Subject: {=?a?q?x}",
    "encoded words": "Subject: {=?utf-8?q?a?= }",
    "results of a receiver": "Authentication-Results: x;{; dmarc }",
    "many headers": "{a:\n}b: c",
    "folded": "Subject: a\n{ a\n}b: c",
    "spaces": "X: {  }",
    "half a secret": "Cc: {igo+}",
    "many secrets": f"Cc: {{{SECRET}}}",
}
BODIES = {
    "many parts": ("multipart/mixed; boundary=a", "{--a\n\n}"),
    "almost boundaries": ("multipart/mixed; boundary=a", "{--a        x\n}"),
    "messages in messages": ("message/rfc822", "{Content-Type: message/rfc822\n\n}"),
    "marks on one letter": ("text/plain; charset=utf-8", "a{\u0301\u0327}"),
    "punycode": ("text/plain; charset=punycode", "a-{b}"),
    "quoted lines": ("text/plain", "{> a\n}"),
    "lines before a quote": ("text/plain", "{" + "a" * 40 + ":\n}"),
    "invisible lines": ("text/plain; charset=utf-8", "{\u200b\n\u2060}"),
    "tags that do not end": ("text/html", "{<a}"),
    "only brackets": ("text/html", "{<}"),
    "comments": ("text/html", "{<!--}"),
    "declarations": ("text/html", "{<![CDATA[}"),
    "attributes that do not end": ("text/html", "{<a b='}"),
    "scripts": ("text/html", "{<script></script }"),
    "quotes in HTML": ("text/html", "{<template></blockquote>}"),
    "references": ("text/html", "{&#}"),
    "one long reference": ("text/html", "&#{9}"),
}


def filled(pattern, size):
    """The pattern with what stands in braces as often as makes this many characters."""
    before, _brace, rest = pattern.partition("{")
    unit, _brace, after = rest.rpartition("}")
    return before + unit * (size // len(unit.encode())) + after


def hostile(name, size):
    if name == "nested parts":
        return nested(size)
    if name in HEADERS:
        return in_headers(filled(HEADERS[name], size))
    kind, pattern = BODIES[name]
    return in_body(kind, filled(pattern, size))


def read(raw):
    email_message = reading.parse_email(raw)
    is_automatic(email_message)
    return [
        reading.find_secret(raw, OURS), reading.sender_of(email_message), reading.fails_dmarc(email_message, "mx"),
        reading.first_line(email_message),
    ]  # fmt: skip


def growth(work, small, large):
    """How many times as much of this thread's processor time the large one takes, by the quickest of rounds by turns.

    A busy machine makes single rounds slow, so there are more rounds while the answer is too much. Garbage is not
    collected during the rounds: that takes longer if other tests have left much, and mostly falls into the large one.
    """

    def cost(what):
        before = time.thread_time()
        work(what)
        return time.thread_time() - before

    rounds: list[tuple[float, float]] = []
    gc.disable()
    try:
        while True:
            rounds.append((cost(small), cost(large)))
            found = min(large for _, large in rounds) / min(small for small, _ in rounds)
            if len(rounds) >= ROUNDS and (found < TOO_MUCH or len(rounds) == MOST_ROUNDS):
                return found
    finally:
        gc.enable()


@pytest.mark.parametrize("name", [*HEADERS, *BODIES, "nested parts"])
def test_four_times_as_long_takes_about_four_times_the_time(name):
    found = growth(read, hostile(name, SMALL), hostile(name, LARGE))
    assert found < TOO_MUCH, found


@pytest.mark.parametrize("piece", ['"\\', '\\"', "(", "()", "(a", '"('])
def test_comments_are_removed_in_linear_time(piece):
    def removed(size):
        return reading.without_comments("(" + piece * size)

    assert growth(removed, SMALL // 30, LARGE // 30) < TOO_MUCH


@pytest.mark.django_db
def test_nothing_is_parsed_before_its_secret_is_known(settings, monkeypatch):
    settings.IGO_REPLY_ADDRESS = OURS
    monkeypatch.setattr(reading, "parse_email", lambda raw: pytest.fail("it was parsed"))
    assert replies.process_reply(IncomingMail(hostile("many addresses", LARGE)), timezone.now())
    assert not replies.process_reply(IncomingMail(in_headers("").replace(SECRET.encode(), b"")), timezone.now())


@pytest.mark.parametrize("is_raw", [True, False])
def test_what_a_mail_service_hands_over_is_not_parsed_by_its_library(settings, is_raw):
    """Issue 37: the second door, like the mailbox."""
    settings.ANYMAIL = {"WEBHOOK_SECRET": "a:b", "POSTMARK_SERVER_TOKEN": "x"}
    settings.IGO_REPLY_ADDRESS = OURS
    from mail_play.views.inbound import _anymail_view_of

    view = _anymail_view_of("postmark").view_class()

    def handed_over(size):
        addresses = "a@example.org," * (size // 14)
        raw = {"RawEmail": in_headers(f"Cc: {addresses}\nContent-Type: text/plain{';a=b' * 1000}").decode()}
        parsed = {"Cc": addresses, "To": SECRET, "CcFull": [], "TextBody": "E5", "HtmlBody": "", "Attachments": []}
        common = {"From": "a@example.org", "OriginalRecipient": "", "MessageID": "1", "Date": "", "Subject": "x"}
        headers = [{"Name": "Cc", "Value": addresses}]
        body = {**common, "Headers": headers, **(raw if is_raw else parsed)}
        return RequestFactory().post("/", json.dumps(body), "application/json")

    def work(request):
        (event,) = view.parse_events(request)
        return event.message.raw

    small, large = handed_over(SMALL // 2), handed_over(LARGE // 2)
    assert read(work(small))[-1] == "E5"
    assert growth(work, small, large) < TOO_MUCH


def test_a_service_that_has_decoded_a_subject_makes_no_headers_of_its_lines():
    from mail_play.webhook_mail import UnparsedEmail

    made = UnparsedEmail.construct(
        from_email="a\ud800@example.org",
        subject="x\r\nAuthentication-Results: mx; dmarc=pass\r\n\r\nresign",
        text="E5\n\ud800",
    )
    email_message = reading.parse_email(made.raw)
    assert "Authentication-Results" not in email_message
    assert reading.first_line(email_message) == "E5"


@pytest.mark.django_db
def test_a_player_may_send_one_that_costs_much_to_parse(settings):
    settings.IGO_REPLY_ADDRESS = OURS
    settings.IGO_IMAP_URL = "imap://127.0.0.1:1"
    one = turn()
    raw = b"Cc: " + b"a@example.org, " * 3000 + b"\n" + one.raw("E5")
    assert replies.process_reply(IncomingMail(raw), timezone.now())
    assert one.moves == 1


def test_no_rubbish_is_too_much_for_it():
    """A little fuzzing: each of these is read, whatever comes of it."""
    rnd = random.Random(37)
    pool = [hostile(name, 300) for name in [*HEADERS, *BODIES, "nested parts"]]
    pieces = [
        "\n", "\n\n", "\r\n", "Content-Type: ", "multipart/mixed; boundary=a", "boundary*0=", "charset*=a\0b''c",
        "charset=", "\0", "=?utf-8?b?", "?=", "--a", "--a--", '"', "\xff", "<", "&#99999999;", "; a*=x; a*1=y",
        "utf-16", "; charset*99999999999=a", "hex", "base64",
    ]  # fmt: skip
    for _ in range(3000):
        raw = bytearray(rnd.choice(pool))
        for _ in range(rnd.randint(1, 12)):
            at = rnd.randrange(len(raw) + 1)
            raw[at : at + rnd.randint(0, 20)] = rnd.choice(pieces).encode("latin-1")
        read(bytes(raw))


HEADER_PAIRS = [["From", "a@example.org"], ["To", SECRET], ["Subject", "x"]]
RAW = in_headers("Subject: x").decode()
ENVELOPE = json.dumps({"from": "a", "to": [SECRET]})
RELAYED = {"content": {"email_rfc822": RAW, "email_rfc822_is_base64": False}, "rcpt_to": SECRET, "msg_from": "a"}
MAILGUN = {"recipient": SECRET, "timestamp": "1", "token": "t", "signature": "s"}


@pytest.mark.filterwarnings("ignore:django-anymail has dropped")
@pytest.mark.parametrize(
    ("service", "form", "data"),
    [
        ("mailgun", True, {**MAILGUN, "body-mime": RAW}),
        ("mailgun", True, {**MAILGUN, "message-headers": json.dumps(HEADER_PAIRS), "body-plain": "E5"}),
        ("sendgrid", True, {"email": RAW, "envelope": ENVELOPE}),
        (
            "sendgrid",
            True,
            {"headers": RAW.partition("\n\n")[0], "text": "E5", "envelope": ENVELOPE, "charsets": '{"text": "UTF-8"}'},
        ),
        ("sparkpost", False, [{"msys": {"relay_message": {"protocol": "smtp", **RELAYED}}}]),
        ("mailjet", False, {"Headers": dict(HEADER_PAIRS), "Text-part": "E5", "Parts": [], "Recipient": SECRET}),
    ],
)
def test_every_service_hands_over_who_wrote_what(settings, service, form, data):
    settings.ANYMAIL = {"WEBHOOK_SECRET": "a:b", "MAILGUN_API_KEY": "x"}
    from mail_play.views.inbound import _anymail_view_of

    factory = RequestFactory()
    request = factory.post("/", data) if form else factory.post("/", json.dumps(data), "application/json")
    (event,) = _anymail_view_of(service).view_class().parse_events(request)
    email_message = reading.parse_email(event.message.raw)
    found = (
        reading.find_secret(event.message.raw, OURS),
        reading.sender_of(email_message),
        reading.first_line(email_message),
    )
    assert found == ("0" * 32, "a@example.org", "E5")
