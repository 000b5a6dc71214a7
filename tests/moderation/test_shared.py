"""Reports about shared records and problem collections (L8, P6)."""

from __future__ import annotations

import pytest

from accounts.privacy.blocking import block_player
from clubs.services.audiences import Audience
from learn.services import materials
from library.services import sharing
from moderation.models import Case
from tests.factories import NOON, make_moderator, make_player
from tests.learn.helpers import make_collection
from tests.library.helpers import add
from tests.moderation.test_api import post, program
from tests.tournaments.test_pages_and_api import signed_in

pytestmark = pytest.mark.django_db
AWFUL = "(;SZ[9]PB[Awful]PW[Text];B[ee]C[Awful comment])"


def shared_record(owner):
    record = add(owner, AWFUL)[0]
    sharing.share_record(owner, record.pk, Audience(everyone=True), NOON)
    return record, f"/report/record/{record.pk}/", {"record": record.pk}


def shared_collection(owner):
    material = make_collection(owner, about="Awful comment")
    materials.share_material(owner, material, Audience(everyone=True), NOON)
    return material, f"/report/collection/{material.key}/", {"collection": material.key}


@pytest.mark.parametrize("shared", [shared_record, shared_collection])
def test_L8_P6_what_is_shared_is_reported_on_its_page_and_the_report_keeps_its_text(shared):
    owner, reporter, staff = make_player(), make_player(), make_moderator()
    row, path, _ = shared(owner)
    client = signed_in(reporter)

    assert path in client.get(row.get_absolute_url()).content.decode()
    assert path not in signed_in(owner).get(row.get_absolute_url()).content.decode()
    assert client.post(path, {"kind": "abuse", "text": "look"}).status_code == 302
    row.delete()

    case = Case.objects.get()
    assert case.player == owner
    assert "Awful comment" in signed_in(staff).get(f"/mod/case/{case.pk}/").content.decode()


@pytest.mark.parametrize("shared", [shared_record, shared_collection])
def test_L8_P6_what_somebody_cannot_see_they_cannot_report(shared):
    owner, reporter = make_player(), make_player()
    _, path, _ = shared(owner)
    block_player(player=owner, other=reporter, now=NOON)

    assert signed_in(reporter).get(path).status_code == 404
    assert not Case.objects.exists()


@pytest.mark.parametrize("shared", [shared_record, shared_collection])
def test_L8_P6_what_is_shared_is_reported_through_the_api(shared):
    owner, reporter = make_player(), make_player()
    _, _, named = shared(owner)

    answer = post(program(reporter), "reports", {"kind": "abuse", **named})

    assert answer.status_code == 201
    assert Case.objects.get().player == owner
