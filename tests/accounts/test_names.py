"""Usernames: similar names (UTS 39, B14), and changing a name."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts.core.renaming import RenamedLately, delete_expired_names, is_name_taken, rename_player
from accounts.models import FormerName, Player, SecurityEvent
from accounts.names import check_name, lookalike_form
from clubs import names
from tests.factories import make_player
from tests.support.browsers import browser

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("one", "other"),
    [("раура", "paypa"), ("ѕсоре", "scope"), ("хасе", "xace"), ("ΟΧΑ", "oxa"), ("аmy", "amy"), ("۱۲۳ali", "123ali"),
     ("lgor", "Igor"), ("0scar", "Oscar"), ("modern", "modem"), ("straße", "strasse"), ("İnci", "inci"),
     ("علی\u200cرضا", "علیرضا"), ("علي", "علی"),
     ("น้ำ", "น\u0e49\u0e4d\u0e32"), ("Լևոն", "Լեւոն"), ("ශ්\u200dරී", "ශ්රී"), ("Oʻzbek", "ozbek"), ("Maʼmura", "mamura"),
     ("Ẹ\u0300gbá", "egba"), ("كامران", "کامران"), ("a-b", "a.b"), ("vvin", "win"), ("Ωmega", "ωmega")],
)  # fmt: skip
def test_names_that_can_be_taken_for_each_other_are_one(one, other):
    assert lookalike_form(one) == lookalike_form(other)


@pytest.mark.parametrize(
    "name",
    ["ai\u200dno", "ai\u200cno", "ai\u2060no", "\u202eonia", "\u2066aino\u2069", "aino\u0301\u0301", "ai\u00adno",
     "pаypal", "αlpha", "アino", "ainoا", "ﬁnn", "𝐚𝐢𝐧𝐨", "①②", "dеleted", "ｄｅｌｅｔｅｄ", "deIeted",
     "بـاب", "ـباب", "ʼaino", "ʻaino", "々佐", "ー", "ーサー", "佐ー木", "aー", "さ々", "ア一サ一", "ゝさ", "さヽ",
     "กา็็", "่กา", "กาअ", "ก" + "่ี" * 3, "aิ", "अा्ा्ा",
     "علی\u200c\u200cرضا", "رضا\u200cعلی", "\u200cعلی", "علی\u200c", "علی\u200c2",
     "ශ්\u200d", "ශ\u200dරී", "a\u200dino", "\u200dක", "ක්\u200d\u200dර", "র\u200dয",
     "aiʻʻno", "aiʼʼno", "Аʻйно", "b〇b", "〇b", "サ〇",
     "aino\u0336", "ainó\u0301", "Ẹ\u0300\u0301\u0304gba", "\u0300aino", "か\u0300", "م\u0301",
     "aino\u034f", "\ufeffaino", "\u115f\u1160", "\u1160\u1160", "한\u1160국", "\u3164\u3164", "\uffa0\uffa0"],
)  # fmt: skip
def test_invisible_turned_and_mixed_letters_are_refused(name):
    with pytest.raises(ValidationError):
        check_name(name)


@pytest.mark.parametrize(
    "name",
    ["佐々木", "アーサー", "サーシャ", "すゞ", "みすず", "スヽム", "らーめん", "ジョー-2", "ゆう子", "代々木",
     "สมชาย", "แม่น้อย", "เด็กๆ", "ສົມໄຊ", "सरस्वती", "हिन्दी", "தமிழ்", "বাংলা", "မောင်", "ភក្តី", "བསྟན", "გიორგი",
     "Արամ", "ሰላም", "ㄅㄆㄇ", "이창호", "علی", "علی\u200cرضا", "Ääkkö", "Пётр", "趙治勲", "黃嘉嘉",
     "ශ්\u200dරී", "ප්\u200dරියන්ත", "র\u200d্যাব", "क्\u200dष", "Oʻzbek", "Gʻulom", "Maʼmura", "Марʼяна",
     "Ẹ\u0300gbá", "Ṣọ\u0301lá", "O\u030d", "李〇", "二〇〇一", "น้ำ", "อำนาจ", "ຄຳ", "ໜູ", "Լևոն"],
)  # fmt: skip
def test_names_have_the_letters_of_their_own_script(name):
    check_name(name)
    assert lookalike_form(name)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("か\u3099く", "がく"),
        ("ｱｰｻｰ", "アーサー"),
        ("Ａｉｎｏ２", "Aino2"),
        ("a\u0308iti", "äiti"),
        ("佐々木", "佐々木"),
        ("น้ำ", "น้ำ"),
        ("อำนาจ", "อำนาจ"),
        ("ຄຳ", "ຄຳ"),
        ("Լևոն", "Լևոն"),
        ("ප්\u200dරියන්ත", "ප්\u200dරියන්ත"),
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("E\u0323\u0300gba\u0301", "Ẹ\u0300gbá"),
    ],
)
def test_decomposed_full_width_and_half_width_letters_become_the_ordinary_ones(written, name):
    fields = {"username": written, "password1": "a long enough phrase", "time_zone": "UTC"}

    answer = Client().post("/accounts/signup/", fields)

    assert answer.status_code == 302, answer.content.decode()
    assert [player.username for player in Player.objects.all()] == [name]
    assert Player.objects.find_by_name(written) == Player.objects.get()
    rename_player(player=Player.objects.get(), name="babak", now=timezone.now())
    assert (
        rename_player(player=Player.objects.get(), name=written, now=timezone.now() + timedelta(days=31)).username
        == name
    )


@pytest.mark.parametrize("name", ["ދިވެހި", "ᏣᎳᎩ", "ᐃᓄᒃᑎᑐᑦ", "ꦗꦮ"])
def test_a_script_without_names_is_refused_for_that_reason(name):
    with pytest.raises(ValidationError, match="this script"):
        check_name(name)
    with pytest.raises(ValidationError, match="this script"):
        names.check_club_name(name * 2, 3, 60)


@pytest.mark.parametrize(
    "name",
    ["L’Étoile du Go", "東京・碁会", "サーシャ・クラブ", "Go – Club", "“Atari” Go", "Клуб «Го» №1", "「碁」の会",
     "9×9 Go", "باشگاه گو، تهران", "Oʻzbek Go", "ශ්\u200dරී Go", "二〇〇一 Go"],
)  # fmt: skip
def test_E75_a_club_has_the_signs_that_people_write(name):
    names.check_club_name(name, 3, 60)


@pytest.mark.parametrize("sign", "☺*<@\u00b9")
def test_E75_a_sign_that_a_club_cannot_have_is_named(sign):
    with pytest.raises(ValidationError, match=re.escape(f"“{sign}”")):
        names.check_club_name(f"Go{sign} Club", 3, 60)


def test_vowels_and_tones_tell_names_apart():
    assert len(set(map(lookalike_form, ["กุน", "กูน", "แม่น", "แม้น", "कि", "की", "क्य", "कय"]))) == 8


def test_a_player_takes_another_name_and_the_old_one_leads_to_it(aino):
    answer = browser(aino).post("/settings/name/", {"name": "kaisa"})

    assert answer.status_code == 302
    assert Player.objects.get().username == "kaisa"
    assert Client().get("/u/Aino/")["Location"] == "/u/kaisa/"
    assert Client().get("/u/a1no/").status_code == 404
    assert SecurityEvent.objects.filter(kind="name_changed", detail="aino → kaisa").exists()


@pytest.mark.parametrize("name", ["aino", "AINO", "a1no", "ai.no"])
def test_nobody_else_takes_the_old_name_for_a_year(aino, name):
    now = timezone.now()
    rename_player(player=aino, name="kaisa", now=now)

    Client().post("/accounts/signup/", {"username": name, "password1": "a long enough phrase"})
    with pytest.raises(ValidationError):
        rename_player(player=make_player("babak"), name=name, now=now)

    assert Player.objects.count() == 2
    assert not is_name_taken(name, now + timedelta(days=366))
    assert delete_expired_names(now + timedelta(days=366)) == 1


def test_a_name_is_changed_once_in_thirty_days_and_its_capitals_at_any_time(aino):
    now = timezone.now()
    rename_player(player=aino, name="kaisa", now=now)

    with pytest.raises(RenamedLately):
        rename_player(player=aino, name="liisa", now=now + timedelta(days=29))
    assert rename_player(player=aino, name="Kaisa", now=now).username == "Kaisa"
    assert rename_player(player=aino, name="aino", now=now + timedelta(days=31)).username == "aino"
    assert [row.name for row in FormerName.objects.all()] == ["Kaisa"]


@pytest.mark.parametrize("name", ["b", "admin", "bаbak", "babak", "BABAK", "babak\x00", "x" * 31, "", "deleted"])
def test_a_name_that_cannot_be_or_is_taken_is_refused_and_nothing_stored(aino, name):
    make_player("babak")

    page = browser(aino).post("/settings/name/", {"name": name})
    api = browser(aino).put("/api/v1/me/name/", {"name": name}, content_type="application/json")

    assert (page.status_code, api.status_code) == (400, 400)
    assert b'role="alert"' in page.content
    assert Player.objects.filter(username="aino").exists()
    assert not FormerName.objects.exists()


def test_a_program_changes_the_name_and_is_shown_when_again(aino):
    client = browser(aino)

    assert client.put("/api/v1/me/name/", {"name": "kaisa"}, content_type="application/json").status_code == 200
    refused = client.put("/api/v1/me/name/", {"name": "liisa"}, content_type="application/json")

    assert (refused.status_code, refused.json()["code"]) == (409, "renamed_lately")
    assert refused.json()["until"]
