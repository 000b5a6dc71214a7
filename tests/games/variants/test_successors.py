"""A successor for a team member who has left (V39): invited, agreed, accepted by an opponent."""

from __future__ import annotations

import io
import json
import uuid
import zipfile
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.core.audit import StaffContext
from accounts.core.restrictions import restrict_player
from accounts.models.restriction import RestrictionKind
from accounts.privacy import account_deletion
from accounts.privacy.blocking import block_player
from accounts.privacy.data_export import export_archive
from games import verbs
from games.errors import CannotTakeSeat, NoOwnRequest, NoSuchGame, NoVacantSeat
from games.management.commands.check_games import find_record_faults
from games.models import Game, Note, Plan, SeatOffer
from games.services import successors
from games.services.idempotency import PlayerRequest
from games.services.timeouts import apply_timeout
from notifications.models import Notice
from rules.errors import NotYourTurn
from rules.variants import Variant, VariantSeats
from rules.variants.presets import PRESETS
from rules.variants.variant import TeamClock
from tests.factories import make_moderator, make_player, reload
from tests.games.test_sgf_export import parsed
from tests.games.variants.test_teams import by, do, names_of, on_turn_plays
from tests.support.browsers import browser
from tests.support.callers import Caller
from tests.support.seated import seated

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


@pytest.fixture
def game():
    """A game of two against two, after a turn of each; Black's second player has left."""
    found = seated(PRESETS["pair"], now=timezone.now())
    for point in ("C3", "D3", "C5", "D5"):
        on_turn_plays(found, point)
    do(found, 2, verbs.Leave)
    return reload(found)


@pytest.fixture
def cyrus():
    """Return the player whom Black's first player invites as a partner."""
    return make_player("cyrus")


def invite(game, player, seat=0):
    return do(game, seat, verbs.InviteSuccessor, username=player.username)


def agrees(game, player, *, allow=True):
    successors.answer_invitation(PlayerRequest(player, timezone.now()), game.pk, allow=allow)


def notices_of(player):
    return list(Notice.objects.filter(player=player).order_by("pk").values_list("kind", flat=True))


def test_the_team_invites_one_opponent_accepts_and_the_seat_plays_again_V39(game, cyrus):
    former, partner = by(game, 2), by(game, 0)
    Note.objects.create(seat=game.seat_list()[2], text="mine alone", changed_at=timezone.now())
    Plan.objects.create(seat=game.seat_list()[2], saved_at=timezone.now())
    assert "invite_successor" in names_of(game, 0)
    assert not {"invite_successor", "admit_successor"} & names_of(game, 1)
    invite(game, cyrus)
    assert notices_of(cyrus) == ["seat_offered"]
    assert "admit_successor" not in names_of(game, 1)
    agrees(game, cyrus)
    assert {"seat_agreed"} <= set(notices_of(by(game, 1))) & set(notices_of(by(game, 3)))
    assert "admit_successor" not in names_of(game, 0)
    do(game, 3, verbs.AnswerSuccessor, allow=True)
    now = reload(game)
    assert (by(now, 2), now.left_seats, find_record_faults(now)) == (cyrus, set(), [])
    assert (now.actions.last().kind, notices_of(cyrus)[-1], notices_of(partner)[-1]) == (
        "come_in",
        "seat_given",
        "seat_taken",
    )
    assert not Note.objects.exists()
    assert not Plan.objects.exists()
    with pytest.raises(NoOwnRequest):
        do(game, 1, verbs.AnswerSuccessor, allow=True)
    for number, seat in enumerate((0, 1, 2, 3)):
        assert reload(game).turn == seat
        on_turn_plays(game, "ABCD"[number] + "8")
    assert reload(game).seat_of(former) is None
    assert find_record_faults(reload(game)) == []


def test_the_record_says_where_a_seat_changed_hands_and_other_programs_read_it_V64(game, cyrus):
    invite(game, cyrus)
    agrees(game, cyrus)
    do(game, 3, verbs.AnswerSuccessor, allow=True)
    on_turn_plays(game, "A8")

    nodes = parsed(game).get_main_sequence()

    texts = [node.get("C") for node in nodes if node.has_property("C")]
    assert texts == ["Black loses a member.", "Black has a new member."]
    assert [node.get_move() for node in nodes[1:]][4:] == [(None, None), (None, None), ("b", (7, 0))]
    assert cyrus.username in nodes[0].get("BT")


def test_what_was_done_on_the_seat_stays_its_former_players_V39(game, cyrus):
    former = by(game, 2)
    invite(game, cyrus)
    agrees(game, cyrus)
    do(game, 1, verbs.AnswerSuccessor, allow=True)
    on_turn_plays(game, "E8")
    on_turn_plays(game, "F8")
    on_turn_plays(game, "G8")

    assert [row["kind"] for row in exported(cyrus, "actions")] == ["come_in", "play"]
    assert "come_in" not in [row["kind"] for row in exported(former, "actions")]
    assert [row["payload"]["point"] for row in _plays(former)] == ["C5"]
    assert [row["payload"]["point"] for row in _plays(cyrus)] == ["G8"]
    for player in (former, cyrus, by(game, 0)):
        assert [row["player__username"] for row in exported(player, "seat_offers")] == ["cyrus"]
    assert exported(by(game, 1), "seat_offers") == []


def _plays(player):
    return [row for row in exported(player, "actions") if row["kind"] == "play"]


def exported(player, name):
    """The rows of this file in the export of all that is kept about a player."""
    with zipfile.ZipFile(io.BytesIO(b"".join(export_archive(player)))) as files:
        return [json.loads(line) for line in files.read(f"{name}.jsonl").splitlines()]


def test_after_seven_days_the_seat_is_skipped_for_good_V39(game, cyrus, monkeypatch):
    invite(game, cyrus)
    late = timezone.now() + 7 * DAY
    assert successors.find_vacant_seat(reload(game), 1, late - DAY / 24) is not None
    assert successors.find_vacant_seat(reload(game), 1, late) is None
    assert successors.open_seat_offers(reload(game), late) == []
    with pytest.raises(NoSuchGame):
        successors.answer_invitation(PlayerRequest(cyrus, late), game.pk, allow=True)
    monkeypatch.setattr(successors, "FOR", 0 * DAY)
    with pytest.raises(NoVacantSeat) as refused:
        invite(game, cyrus)
    assert refused.value.message() == "The seven days for filling the empty seat are over."


def test_who_may_not_take_the_seat_is_not_invited_and_nothing_says_why_V39(game, cyrus):
    blocked, barred, bot = make_player("dariush"), make_player("elham"), make_player("robo", is_bot=True)
    block_player(player=by(game, 3), other=blocked, now=timezone.now())
    restrict_player(barred, RestrictionKind.BARRED, None, StaffContext(make_moderator(), timezone.now(), "x"))
    for nobody in (blocked, barred, bot, by(game, 1), by(game, 2), make_player("gone", is_active=False)):
        with pytest.raises(CannotTakeSeat):
            invite(game, nobody)
    with pytest.raises(CannotTakeSeat):
        do(game, 0, verbs.InviteSuccessor, username="nobody at all")
    with pytest.raises(NoVacantSeat) as refused:
        invite(game, cyrus, seat=1)
    assert refused.value.message() == "Your team has no empty seat."
    with pytest.raises(NotYourTurn):
        invite(game, cyrus, seat=2)
    assert not SeatOffer.objects.exists()

    invite(game, cyrus)
    agrees(game, cyrus)
    block_player(player=cyrus, other=by(game, 1), now=timezone.now())
    with pytest.raises(CannotTakeSeat):
        do(game, 3, verbs.AnswerSuccessor, allow=True)
    assert reload(game).left_seats == {2}


def test_who_may_no_longer_take_the_seat_is_refused_by_the_api_V39(game, cyrus, client):
    invite(game, cyrus)
    block_player(player=cyrus, other=by(game, 1), now=timezone.now())

    answer = Caller(client, cyrus).post(f"games/{game.pk}/seat/", allow=True)

    assert (answer.status_code, answer.json()["code"]) == (409, "cannot_take_seat")


def test_declined_by_either_the_team_may_invite_somebody_else_V39(game, cyrus):
    dariush, elham = make_player("dariush"), make_player("elham")
    invite(game, cyrus)
    agrees(game, cyrus, allow=False)
    assert notices_of(by(game, 0))[-1] == "seat_declined"
    with pytest.raises(NoSuchGame):
        agrees(game, cyrus)
    invite(game, dariush)
    assert SeatOffer.objects.get(player=cyrus).state == "declined"
    agrees(game, dariush)
    do(game, 1, verbs.AnswerSuccessor, allow=False)
    assert (notices_of(by(game, 0))[-1], notices_of(dariush)[-1]) == ("seat_refused", "seat_refused")
    invite(game, cyrus)
    invite(game, elham)
    with pytest.raises(NoSuchGame):
        agrees(game, cyrus)
    agrees(game, elham)
    do(game, 1, verbs.AnswerSuccessor, allow=True)
    assert by(game, 2) == elham


def test_who_ran_out_of_time_is_replaced_as_who_left_is_V38_V39(cyrus):
    game = seated(Variant(seats=VariantSeats((2, 2), TeamClock.MEMBER)), now=timezone.now() - 4 * DAY)
    assert apply_timeout(game_id=game.pk, now=timezone.now())
    assert reload(game).left_seats == {0}
    invite(game, cyrus, seat=2)
    agrees(game, cyrus)
    do(game, 1, verbs.AnswerSuccessor, allow=True)
    assert (by(game, 0), reload(game).left_seats, find_record_faults(reload(game))) == (cyrus, set(), [])


def test_a_private_game_is_shown_only_once_the_seat_is_taken_V39(game, cyrus):
    Game.objects.filter(pk=game.pk).update(private=True)
    invite(game, cyrus)
    client = browser(cyrus)
    page, path = f"/g/{game.pk}/", f"/g/{game.pk}/seat/"
    assert client.get(page).status_code == 404
    received = client.get("/notifications/").content.decode()
    assert path in received
    assert Notice.objects.get(player=cyrus).game is None
    assert by(game, 2).shown_name in client.get(path).content.decode()
    assert browser(make_player()).get(path).status_code == 404
    assert client.post(path, {"allow": "yes"}).status_code == 302
    assert client.get(path).status_code == 404
    opponent = browser(by(game, 1))
    shown = opponent.get(page).content.decode()
    assert "empty seat. Do you accept?" in shown
    form = {"number": reload(game).number, "key": str(uuid.uuid4()), "allow": "yes"}
    assert opponent.post(f"{page}admit-successor/", form).status_code == 302
    assert client.get(page).status_code == 200


def test_the_same_by_the_api_V39(game, cyrus, client):
    team, opponent, invited = Caller(client, by(game, 0)), Caller(client, by(game, 1)), Caller(client, cyrus)
    stranger = Caller(client, make_player())
    path = f"games/{game.pk}/seat/"
    assert team.act(game, "invite_successor", username="cyrus").status_code == 200
    assert invited.get(path).json()["results"][0]["agreed"] is False
    assert stranger.get(path).status_code == 404
    assert stranger.post(path, allow=True).status_code == 404
    assert invited.post(path, allow=True).json()["results"][0]["agreed"] is True
    assert opponent.get(path).json()["results"][0]["player"] == "cyrus"
    assert opponent.act(game, "admit_successor", allow=True).json()["kind"] == "come_in"
    assert invited.get(f"games/{game.pk}/").json()["number"] == reload(game).number


def test_an_invitation_withdraws_an_earlier_one_to_its_seat_and_none_of_another_game_V39(game, cyrus):
    other = seated(PRESETS["pair"], now=timezone.now())
    for point in ("C3", "D3", "C5", "D5"):
        on_turn_plays(other, point)
    do(other, 2, verbs.Leave)
    invite(other, cyrus)
    for player in (make_player(), cyrus):
        invite(game, player)
    assert [one.game for one in SeatOffer.objects.filter(state="open").order_by("pk")] == [other, game]


def test_an_invitation_leaves_that_to_a_seat_of_the_other_team_V39(game, cyrus):
    do(game, 1, verbs.Leave)
    other = make_player()
    invite(game, other, seat=3)
    invite(game, cyrus)
    assert {one.player for one in SeatOffer.objects.filter(state="open")} == {other, cyrus}


def test_the_others_hear_that_a_member_has_left_with_the_account_V39(game):
    leaves, *others = (by(game, seat) for seat in (1, 0, 3))
    Notice.objects.all().delete()
    account_deletion.delete(player=leaves, now=timezone.now())
    assert [notices_of(player).count("member_left") for player in others] == [1, 1]
    assert reload(game).left_seats == {1, 2}
