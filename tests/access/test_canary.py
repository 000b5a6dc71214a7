"""Secrets never leave: what only some may read is looked for in every answer to everybody (S03, S04)."""

import pytest
from django.contrib.sessions.models import Session

from accounts.core import audit
from accounts.models import Player, SecurityKind
from games.models import TimeSettings
from games.services import write_note
from moderation import services
from moderation.models import Case
from programs.models import Webhook
from tests.access import table
from tests.access.visitors import VISITORS
from tests.factories import give_second_factor
from tests.moderation import helpers

pytestmark = pytest.mark.django_db

STAFF = {"helper", "moderator", "administrator"}
# Who may read what; whatever is not here is for nobody.
READERS = {
    "canary said in a private game": {"player", "opponent"} | STAFF,
    "canary noted by the player": {"player"},
    "canary.player@example.org": {"player", "program", "administrator"},
    "canary reported": {"opponent"} | STAFF,
    "canary noted by staff": STAFF,
}
OWN = {"browser": {"player", "administrator"}, "webhook secret": {"player"}, "calendar secret": {"player"}}


@pytest.fixture
def secrets(place, rf):
    """The texts that may not be seen, and who may see them all the same."""
    now = place.public.started_at
    player, reporter = place.people["player"], place.people["opponent"]
    helpers.insult(place.private, place.people["opponent"], "canary said in a private game", now=now)
    write_note(game_id=place.private.pk, player=player, text="canary noted by the player", now=now)
    Player.objects.filter(pk=player.pk).update(email="canary.player@example.org")
    request = rf.get("/", headers={"User-Agent": "canary browser of the player"})
    audit.note(SecurityKind.SIGNED_IN, player, request)
    case = helpers.report(place.people["stranger"], by=reporter, text="canary reported", now=now)
    staff = place.chief
    services.write_note(case_id=case.pk, staff=staff, text="canary noted by staff", now=now)
    assert Case.objects.get(pk=place.values["case_id"]).pk == case.pk
    found = dict(READERS)
    found[give_second_factor(player)] = set()
    found |= {person.password: set() for person in place.people.values()}
    found |= {token.digest: set() for token in player.api_tokens.all()}
    found |= {row.session_key: set() for row in Session.objects.all()}
    found["canary browser of the player"] = OWN["browser"]
    found[Webhook.objects.get(player=player).secret] = OWN["webhook secret"]
    for row in TimeSettings.objects.filter(player=player).exclude(calendar=""):
        found[row.calendar] = OWN["calendar secret"]
    return found


def test_what_is_not_for_everybody_stands_in_no_answer_to_others(place, secrets):
    seen, leaks = set(), []
    for route in table.routes():
        for asked in table.all_asked(place, route):
            for visitor in VISITORS:
                text = table.text_of(place, visitor, asked)
                found = {secret for secret in secrets if secret in text}
                seen |= {(secret, visitor) for secret in found}
                leaks += [(secret, visitor, asked.label) for secret in found if visitor not in secrets[secret]]

    assert leaks == []
    for secret in READERS:
        assert any((secret, visitor) in seen for visitor in VISITORS), f"the walk does not see {secret}"
