"""Detect e-mails that a program sent. Replying to them could cause another automatic reply (RFC 3834)."""

from __future__ import annotations

import unicodedata
from email.message import Message

from mail_play import reading

_BULK = frozenset({"bulk", "junk", "list", "auto_reply", "auto-reply"})
_ROBOTS = frozenset({"mailer-daemon", "postmaster", "noreply", "no-reply"})
_SAYS_SO = (
    "List-Id",
    "X-Autoreply",
    "X-Auto-Reply",
    "X-Autoreply-From",
    "X-Autorespond",
    "X-Auto-Respond",
    "X-Autoresponder",
    "X-Mail-Autoreply",
)
"""Headers that only programs set."""
SUBJECTS = (
    # English, Finnish, Swedish
    "automatic reply", "auto reply", "auto-reply", "autoreply", "auto response", "auto-response", "autoresponse",
    "automated reply", "automated response", "out of office", "out of the office", "out-of-office", "vacation reply",
    "automaattinen vastaus", "automaattivastaus", "poissaoloviesti", "poissaoloilmoitus", "lomavastaus",
    "poissa toimistosta", "autosvar", "automatiskt svar", "frånvaro",
    # German, Dutch, Danish and Norwegian
    "automatische antwort", "abwesenheitsnotiz", "abwesenheitsmeldung", "automatisch antwoord", "afwezigheidsbericht",
    "automatisk svar", "fraværsmelding",
    # French, Spanish, Portuguese, Italian
    "réponse automatique", "absence du bureau", "respuesta automática", "fuera de la oficina", "resposta automática",
    "risposta automatica", "fuori sede",
    # Polish, Czech, Hungarian, Turkish, Russian, Ukrainian
    "automatyczna odpowiedź", "automatická odpověď", "automatikus válasz", "otomatik yanıt", "автоответ",
    "автоматический ответ", "автоматична відповідь",
    # Persian, Arabic, Hebrew, Japanese, Chinese, Korean
    "پاسخ خودکار", "رد تلقائي", "מענה אוטומטי", "תשובה אוטומטית", "自動応答", "自動返信", "自动答复", "自动回复",
    "自動回覆", "자동 회신", "부재중",
)  # fmt: skip
"""The beginnings of subjects of automatic replies, as mail programs write them. A person's reply begins with "Re:"."""


def is_automatic(email: Message) -> bool:
    """Return whether a program sent the e-mail, judging by its headers and its subject."""
    submitted = reading.without_comments(reading.raw_header(email, "Auto-Submitted")).partition(";")[0]
    if submitted.strip().lower() not in ("", "no"):
        return True
    if any(reading.raw_header(email, name).strip().lower() in _BULK for name in ("Precedence", "X-Precedence")):
        return True
    if any(name in email for name in _SAYS_SO) or email.get_content_type() == "multipart/report":
        return True
    is_bounce = reading.raw_header(email, "Return-Path").strip() == "<>"
    return is_bounce or _is_robot_address(reading.sender_of(email)) or _has_automatic_subject(email)


def _is_robot_address(address: str) -> bool:
    return address.partition("@")[0].lower() in _ROBOTS


def _has_automatic_subject(email: Message) -> bool:
    plain = unicodedata.normalize("NFKC", reading.decoded_header(email, "Subject")).casefold()
    return " ".join(plain.split()).startswith(_FOLDED)


_FOLDED = tuple(unicodedata.normalize("NFKC", subject).casefold() for subject in SUBJECTS)
