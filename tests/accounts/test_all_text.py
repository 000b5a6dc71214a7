"""Every public text field refuses or removes invisible characters (B02, B14); no field is forgotten."""

from __future__ import annotations

import importlib
import json
import pkgutil

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone
from rest_framework import serializers

import accounts
import api
import automatch
import challenges
import classes as of_classes
import clubs
import games
import ladders
import leagues
import learn
import machine_review
import mail_play
import moderation
import notifications
import programs
import sharing
import social
import study
import team_matches
import tournaments
from accounts.countries import check_country
from accounts.names import check_name
from accounts.security import tokens
from foundation.text import check_single_line, check_text, clean_text
from games.models import Message
from games.services import notes
from rules import Color
from tests.accounts.test_bad_input import HARMLESS, NEVER
from tests.factories import make_game, side

CHECKS = (check_text, check_single_line, check_name, check_country)
COMPARED = "it is compared with what there is, and not kept"
PLAIN = "what is kept of it is points, numbers or an address in ASCII"
SECRET = "a secret, which nobody reads"
CLEANED = "clean_text leaves out what cannot be shown, when it is said"
NOTATION = ("rows", "before", "right", "answer", "after", "answers", "rings", "claims", "statistics", "dead")
NOT_CHECKED = {
    **dict.fromkeys(
        [f"{form}.{name}" for form in ("LessonPageForm", "PageSerializer") for name in NOTATION]
        + ["HomeworkPositionForm.rows", "ClassPositionSerializer.rows"],
        "read by the rules",
    ),
    "CollectionSerializer.level": "a rank, by its pattern", "CollectionChangeSerializer.level": "a pattern",
    "CollectionFileSerializer.sgf": "read by the rules", "LinkAudienceSerializer.players": "names that are found",
    "key": "the name of one intention, for the server alone",
    "password": SECRET, "code": SECRET, "password1": SECRET, "password2": SECRET, "oldpassword": SECRET,
    "credential": SECRET,
    "mail_password": SECRET, "mail_sender": "an address, checked as one",
    "token": COMPARED, "username": COMPARED, "login": COMPARED, "opponent": COMPARED,
    "player": COMPARED, "seeds": COMPARED, "instead_of": COMPARED,
    "proof": "an address on the web, checked as one",
    "point": PLAIN, "points": PLAIN, "dead": PLAIN, "url": PLAIN, "redirect_uris": PLAIN,
    "egd_pin": PLAIN, "aga_number": PLAIN, "ffg_licence": PLAIN,
    "ImportSerializer.content": "a file, read and bounded by the import",
    "CrestSerializer.content": "a picture, read and drawn again",
    "PlayerListForm.text": "a list, read line by line",
    "komi": PLAIN, "zone": PLAIN, "sgf": PLAIN, "email": "an address, which is confirmed",
    "ids": PLAIN, "time_zone": "one of the names that the server knows",
    "position": "made and signed by the server", "cursor": "made by the server",
    "DeleteAccountForm.name": COMPARED, "DeleteAccountByStaffForm.name": COMPARED,
    "ChangeNameForm.name": "check_name, in accounts.core.renaming",
    "NameSerializer.name": "check_name, in accounts.core.renaming",
    "ChatForm.text": CLEANED, "MessageSerializer.text": CLEANED, "PostSerializer.text": CLEANED,
    "lowest_rank": PLAIN, "highest_rank": PLAIN, "node": PLAIN, "moves": PLAIN, "CommentSerializer.text": CLEANED,
    "shown": PLAIN, "QuestionSerializer.text": CLEANED,
    "q": COMPARED, "item": COMPARED, "guest": COMPARED, "players": COMPARED,
    "invitation": COMPARED, "letters": "letters of the name only (clubs.services.founding)",
    "link": "an address, checked as one",
    "other": COMPARED, "proposal": COMPARED, "starts_at": PLAIN, "rank": PLAIN,
    "bar": PLAIN, "floor": PLAIN, "marks": PLAIN, "area": PLAIN,
    "seats": COMPARED, "black": COMPARED, "white": COMPARED, "komi_each": PLAIN,
    "stones": PLAIN, "goal": COMPARED, "first": COMPARED,
    "StarSerializer.note": CLEANED, "StarSerializer.tag": CLEANED,
    "GameSearchForm.after": PLAIN, "GameSearchForm.before": PLAIN,
    "games.api.inputs._Action.message": CLEANED,
    "PlanChangeForm.at": PLAIN, "PlanChangeForm.theirs": PLAIN, "PlanChangeForm.mine": PLAIN,
    "PushSubscriptionSerializer.endpoint": "an address, checked as one", "PushSubscriptionSerializer.p256dh": PLAIN,
    "PushSubscriptionSerializer.auth": PLAIN,
    "games.action_forms.NoteAndPriorityForm.text": CLEANED, "games.api.inputs.NoteSerializer.text": CLEANED,
}  # fmt: skip


ROOMS_WITH_FORMS = (
    accounts, api, automatch, challenges, of_classes, clubs, games, ladders, leagues, learn, machine_review, mail_play,
    moderation, notifications, programs, sharing, social, study, team_matches, tournaments,
)  # fmt: skip
SWITCHED_ON = {"accounts.security.club_login"}
"""Modules imported only with certain settings; they have no text fields of ours."""


def classes():
    for package in ROOMS_WITH_FORMS:
        for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if ".migrations" in found.name or ".management" in found.name or found.name in SWITCHED_ON:
                continue
            module = importlib.import_module(found.name)
            for one in vars(module).values():
                if isinstance(one, type) and one.__module__ == module.__name__:
                    yield one


def text_fields():
    """Every text field of every form and serializer of ours: the class, its name, the field."""
    for one in classes():
        if issubclass(one, serializers.Serializer):
            declared, kinds = one().get_fields(), serializers.CharField
        elif issubclass(one, forms.BaseForm):
            declared, kinds = one.base_fields, forms.CharField
        else:
            continue
        for name, field in declared.items():
            field = getattr(field, "child", field)
            if isinstance(field, kinds):
                yield one, name, [*field.validators, *of_model(one, name)]


def of_model(one, name):
    """Return the validators of the model's field, which a model form also applies."""
    model = getattr(getattr(one, "_meta", None), "model", None)
    kept = {field.name: field for field in model._meta.fields} if model is not None else {}
    return kept[name].validators if name in kept else []


def test_no_text_field_is_forgotten():
    forgotten = []
    for one, name, validators in text_fields():
        ways = (name, f"{one.__name__}.{name}", f"{one.__module__}.{one.__name__}.{name}")
        if not any(check in validators for check in CHECKS) and not set(ways) & set(NOT_CHECKED):
            forgotten.append(ways[-1])

    assert forgotten == []
    assert len(list(text_fields())) > 40


@pytest.mark.parametrize("name", NEVER)
def test_text_loses_what_cannot_be_seen_and_is_then_as_it_may_be(name):
    kept = clean_text(f"hello {NEVER[name]} you")

    assert kept.startswith("hello ")
    assert kept.endswith(" you")
    check_text(kept)


@pytest.mark.parametrize("text", [*HARMLESS, "می‌روم", "کتاب‌هایِ من", "کتاب‌", "👩🏽‍🚀 ❤️‍🔥", "क्‍ष", "two\nlines"])
def test_what_people_write_stays_as_it_is(text):
    check_text(text)
    assert clean_text(text) == text.strip()


@pytest.mark.parametrize("text", ["ad\u200cmin", "a\u200d\u200db", "\u200cسلام", "سل\u200c\u200cام", "1\u200d2"])
def test_a_joiner_that_joins_nothing_is_refused(text):
    with pytest.raises(ValidationError):
        check_text(text)
    check_text(clean_text(text))


@pytest.mark.parametrize("text", ["two\nlines", "a\ttab", "cr\rlf"])
def test_a_label_is_one_line(text):
    with pytest.raises(ValidationError):
        check_single_line(text)


@pytest.mark.django_db
def test_nothing_invisible_gets_into_what_others_read():
    game = make_game(now=timezone.now())
    black, hidden = side(game, Color.BLACK), "a\u202eb\u200bc\u2066d\ufeffe\u2060f"
    _, text = tokens.make_token(player=black, wanted=tokens.NewToken("t", list(USUAL_SCOPES), 1), now=timezone.now())
    headers = {"Authorization": f"Bearer {text}", "Idempotency-Key": "12345678"}
    browser = Client()
    browser.force_login(black)
    browser.post("/accounts/reauthenticate/", {"password": "correct horse"})

    def send(path, **body):
        return Client().post(f"/api/v1/{path}", json.dumps(body), "application/json", headers=headers).status_code

    assert send(f"games/{game.pk}/messages/", text=hidden) == 201
    assert browser.post(f"/g/{game.pk}/chat/", {"number": 0, "key": "abcdefgh", "text": hidden}).status_code == 302
    assert set(Message.objects.values_list("text", flat=True)) == {"abcdef"}
    assert notes.write_note(game_id=game.pk, player=black, text=hidden, now=timezone.now()).text == "abcdef"
    assert send("me/apps/", name=hidden, redirect_uris=["https://example.org/"]) == 400
    assert send(f"games/{game.pk}/actions/", kind="reject", expected=0, proposal=1, then="mark", reason=hidden) == 400
    assert send("reports/", player=side(game, Color.WHITE).username, kind="chat", text=hidden) == 400
    for form, body in {
        "app": {"name": hidden, "redirect_uris": "https://example.org/"},
        "token": {"name": hidden, "days": 30, "scopes": ["game:read"]},
    }.items():
        assert browser.post(f"/settings/programs/{form}/", body).status_code == 400
    assert black.api_tokens.count() == 1


USUAL_SCOPES = ("account:write", "game:play", "chat:write", "game:read")
