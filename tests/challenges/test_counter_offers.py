"""Answering an offer with other terms."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from challenges import services as challenging
from challenges.errors import CannotAcceptOwnChallenge, ChallengeAlreadyClosed, NoSuchChallenge
from challenges.models import Challenge, ChallengeStatus
from challenges.services import OfferRecipients
from games.errors import BadTerms, IdempotencyKeyReused
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from notifications.models import Notice
from rules.clock import TimeControl
from tests.factories import NOON, days, make_player

pytestmark = pytest.mark.django_db


def offer(creator, to=None, **terms):
    by_link = terms.pop("by_link", False)
    return challenging.create_challenge(
        PlayerRequest(creator, NOON), Terms(**terms), OfferRecipients(opponent=to, by_link=by_link)
    )


def counter(challenge, player, terms=None, key=None, **more):
    terms = terms or Terms(width=9, height=9)
    return challenging.counter_challenge(PlayerRequest(player, NOON, key), challenge.pk, terms, **more)


def test_the_one_who_was_challenged_answers_with_other_terms(aino, babak):
    first = offer(aino, babak)

    second = counter(first, babak)

    first.refresh_from_db()
    assert first.status == ChallengeStatus.COUNTERED
    assert (second.creator, second.opponent, second.width, second.answer_to) == (babak, aino, 9, first)
    assert Notice.objects.filter(player=aino, kind="challenge_countered", challenge=second).exists()


def test_both_may_go_on_until_one_accepts(aino, babak):
    first = offer(aino, babak)
    third = counter(counter(first, babak), aino, Terms(width=13, height=13))

    game = challenging.accept_challenge(PlayerRequest(babak, NOON), third.pk)

    assert game.width == 13
    for gone in Challenge.objects.exclude(pk=third.pk):
        assert gone.status == ChallengeStatus.COUNTERED
        with pytest.raises(ChallengeAlreadyClosed):
            challenging.accept_challenge(PlayerRequest(gone.opponent, NOON), gone.pk)


def test_an_offer_to_anyone_stays_open_when_somebody_answers_it(aino, babak):
    for first in (offer(aino), offer(aino, by_link=True)):
        made = counter(first, babak, token=first.token)
        first.refresh_from_db()

        assert (first.status, made.opponent) == (ChallengeStatus.OPEN, aino)


def test_nobody_answers_what_is_not_theirs_to_answer(aino, babak):
    stranger = make_player()
    with pytest.raises(CannotAcceptOwnChallenge):
        counter(offer(aino), aino)
    with pytest.raises(NoSuchChallenge):
        counter(offer(aino, babak), stranger)
    with pytest.raises(NoSuchChallenge):
        counter(offer(aino, by_link=True), stranger, token="wrong")
    gone = offer(aino, babak)
    challenging.withdraw_challenge(PlayerRequest(aino, NOON), gone.pk)
    with pytest.raises(ChallengeAlreadyClosed):
        counter(gone, babak)


def test_bad_terms_change_nothing(aino, babak):
    first = offer(aino, babak)

    with pytest.raises(BadTerms):
        counter(first, babak, Terms(width=99))

    first.refresh_from_db()
    assert (first.status, Challenge.objects.count()) == (ChallengeStatus.OPEN, 1)


def test_a_retry_makes_one_offer(aino, babak):
    first = offer(aino, babak)

    made = {counter(first, babak, key="k").pk for _ in range(2)}

    assert len(made) == 1
    with pytest.raises(IdempotencyKeyReused):
        counter(first, babak, Terms(width=13, height=13), key="k")


def test_the_form_begins_with_the_terms_of_the_offer_and_the_colours_exchanged(aino, babak):
    first = offer(
        aino, babak, width=7, height=9, color="black", handicap=2, rule_set="chinese",
        time=TimeControl.fischer(days(5), days(2), days(6)), private=True,
    )  # fmt: skip
    client = Client()
    client.force_login(babak)

    page = client.get(first.counter_url).content.decode()
    form = client.get(first.counter_url).context["form"]

    assert form["color"].value() == "white"
    assert (form["width"].value(), form["height"].value(), form["size"].value()) == (7, 9, "custom")
    assert (form["rule_set"].value(), form["handicap"].value(), form["private"].value()) == ("chinese", 2, True)
    assert (form["system"].value(), form["main_time"].value()) == ("fischer", days(5))
    assert "aino" in page
    assert 'name="opponent"' not in page


def test_the_page_sends_other_terms_as_it_shows_them(aino, babak):
    first = offer(aino, babak, width=9, height=9)
    client = Client()
    client.force_login(babak)
    page = client.get(first.counter_url)
    data = {}
    for name, field in page.context["form"].fields.items():
        value = page.context["form"][name].value()
        parts = {name: value}
        if hasattr(field.widget, "widgets"):
            parts = dict(zip((f"{name}_0", f"{name}_1"), field.widget.decompress(value), strict=True))
        data |= {key: part for key, part in parts.items() if part is not None and part is not False}

    answer = client.post(first.counter_url, {**data, "size": "13"})

    made = Challenge.objects.exclude(pk=first.pk).get()
    assert answer["Location"] == made.get_absolute_url()
    assert (made.width, made.time_control, made.opponent) == (13, first.time_control, aino)
    theirs = Client()
    theirs.force_login(aino)
    shown = theirs.get(made.get_absolute_url()).content.decode()
    assert re.search(r"counter-offer", shown)


def test_only_the_other_side_gets_to_the_form(aino, babak):
    first = offer(aino, babak)
    for player, status in ((aino, 302), (make_player(), 404)):
        client = Client()
        client.force_login(player)
        assert client.get(first.counter_url).status_code == status
    assert Client().get(first.counter_url)["Location"].startswith("/accounts/login/")
