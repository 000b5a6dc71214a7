"""Valid variants of an offer in the API, and the errors about the invalid part (V1, V61)."""

from __future__ import annotations

import itertools

import pytest
from django.test import Client

from challenges.models import Challenge
from foundation import limits
from rules import Variant
from rules.variants.presets import PRESETS
from tests.factories import make_player

pytestmark = pytest.mark.django_db

MANY = {"rule_set": "chinese"}


@pytest.fixture
def offered():
    """Ask for an offer; the answer."""
    client, keys = Client(), itertools.count()
    client.force_login(make_player("aino"))

    def offer(variant, **terms):
        limits.reset_counts()
        return client.post(
            "/api/v1/challenges/",
            {"size": 9, "variant": variant, **terms},
            "application/json",
            headers={"Idempotency-Key": f"offer-{next(keys)}"},
        )

    return offer


def test_every_preset_and_valid_mixture_is_offered_as_it_was_asked_for_V1(offered, subtests):
    asked = {name: variant.to_json() for name, variant in PRESETS.items()} | {
        "to twenty and one": {"goal": {"captures": [20, 1], "on_stop": "count"}},
        "fading for Black": {"view": {"kind": "fading", "keep": 50, "of": "B"}},
        "eight against eight": {"seats": [8, 8], "clock": "member"},
        "one against two": {"seats": [1, 2]},
        "six with komi": {"colors": {"count": 6, "komi": ["0", "1", "2", "3.5", "4", "-5"]}},
        "all at once": {"colors": {"count": 4}, "goal": {"captures": [1, 2, 3, 4]}, "view": {"kind": "one_color"}},
    }
    for name, variant in asked.items():
        with subtests.test(name):
            answer = offered(variant, **MANY)

            assert answer.status_code == 201, answer.content
            body = Variant.from_json(answer.json()["variant"])
            assert body == Variant.from_json(Challenge.objects.get(pk=answer.json()["id"]).variant)
            assert body == Variant.from_json(variant)


CANNOT_BE = {
    "goal": [
        *({"goal": {"captures": [n, 1]}} for n in (0, 21, -1, 10**30)),
        *({"goal": {"captures": captures}} for captures in ([1], [1, 1, 1])),
        {"goal": {"captures": [], "on_stop": "count"}},
    ],
    "view": [
        *({"view": {"kind": "fading", "keep": keep}} for keep in (0, 51, -1)),
        {"view": {"kind": "none", "keep": 3}},
        {"view": {"kind": "none", "of": "R"}},
        {"view": {"kind": "open", "of": "B"}},
        {"view": {"kind": "none", "tries": 0}},
    ],
    "colors": [
        *({"colors": {"count": count}} for count in (0, 1, 7)),
        *({"colors": {"count": 3, "komi": komi}} for komi in (["0"], ["0"] * 4)),
        {"colors": {"count": 2, "komi": ["0", "1"]}},
    ],
    "seats": [
        *({"seats": seats} for seats in ([9, 8], [8, 9], [0, 2], [1], [1, 1], [2, 2, 2], [17, 0], [-1, 4])),
        {"seats": [2, 2], "colors": {"count": 3}},
    ],
    "clock": [{"clock": "member"}],
    "passing": [{"passing": False, "colors": {"count": 3}}],
}
"""By the part that the sentence is about."""
CANNOT_BE_READ = [
    *({"goal": {"captures": captures}} for captures in ([1.5, 1], ["1", 1], [True, 1], None, "x")),
    *({"view": {"kind": "fading", "keep": keep}} for keep in (None, "3", True, 2.5)),
    *({"colors": {"count": count}} for count in ("3", None, True, 2.5)),
    *({"colors": {"count": 3, "komi": [komi, "0", "0"]}} for komi in (5, "x", None, [])),
    {"goal": {"captures": [1, 1], "on_stop": "x"}}, {"goal": {"on_stop": "count"}}, {"view": {"kind": "own"}},
    {"view": {"keep": 3}}, {"view": {"kind": "none", "of": "xx"}}, {"view": {"kind": "none", "of": ""}},
    {"seats": None}, {"seats": "2"}, {"seats": [2, 2], "clock": "x"}, {"another": 1}, [], "capture", 7,
]  # fmt: skip


def test_a_part_that_cannot_be_is_refused_with_what_it_may_be_and_nothing_is_stored_V61(offered, subtests):
    for part, variants in CANNOT_BE.items():
        for variant in variants:
            with subtests.test(str(variant)):
                answer = offered(variant, **MANY)

                assert answer.status_code == 400, answer.content
                assert answer.json()["code"] == "invalid"
                (name, (error,)) = next(iter(answer.json()["errors"].items()))
                assert name.startswith(f"variant.{part}")
                assert error["code"] == "bad_variant"
                assert error["message"].startswith(f"{part}: ")
    assert not Challenge.objects.exists()


def test_what_is_no_variant_at_all_is_refused_with_how_to_write_one(offered, subtests):
    for variant in CANNOT_BE_READ:
        with subtests.test(str(variant)):
            answer = offered(variant, **MANY)

            assert answer.status_code == 400, answer.content
            assert answer.json()["errors"]["variant"][0]["message"].startswith("Write an object such as")
    assert not Challenge.objects.exists()


def test_terms_that_do_not_go_with_a_variant_are_refused_by_their_name(offered, subtests):
    three, pair = {"colors": {"count": 3}}, {"seats": [2, 2]}
    refused = [
        ("rule_set", three, {"rule_set": "japanese"}),
        ("handicap", three, {**MANY, "handicap": 2}),
        ("komi", three, {**MANY, "komi": "6.5"}),
        ("lateness", three, {**MANY, "lateness": "claim"}),
        ("lateness", pair, {"lateness": "claim"}),
        ("opponent", pair, {"opponent": "babak"}),
        *(
            ("variant", {"colors": {"count": 3, "komi": [komi, "0", "0"]}}, MANY)
            for komi in ("0.25", "1000", "-151", "1e9", "1e999999", "NaN", "sNaN", "Infinity", "-Infinity")
        ),
    ]
    make_player("babak")
    for field, variant, terms in refused:
        with subtests.test(f"{variant} {terms}"):
            answer = offered(variant, **terms)

            assert answer.status_code == 400, answer.content
            body = answer.json()
            assert (body.get("field") or next(iter(body["errors"]))) == field
            assert body["detail"]
    assert not Challenge.objects.exists()
