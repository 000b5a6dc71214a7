"""The small board of an offer: its position before the first move, for this viewer (R40, R41, R44)."""

from __future__ import annotations

import pytest
from django.utils import timezone

from challenges import services as challenging
from challenges.models import Challenge
from challenges.services import OfferRecipients
from challenges.templatetags.challenges import first_board
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from rules import Board, Color
from rules.handicap import fixed_points
from tests.factories import make_player
from tests.ratings.test_pages import known, page
from tests.support.pages import tight
from wording.board_svg import small_board_svg

pytestmark = pytest.mark.django_db

NINE = {"width": 9, "height": 9}
FIVE_KYU, TWO_KYU = 1560, 1800


def offer(creator, **terms) -> Challenge:
    return challenging.create_challenge(
        PlayerRequest(creator, timezone.now()), Terms(**{**NINE, **terms}), OfferRecipients()
    )


def drawn(stones: int) -> str:
    points = fixed_points(9, 9, stones) if stones else ()
    return small_board_svg(Board.empty(9, 9).with_stones((Color.BLACK, point) for point in points), None)


@pytest.mark.parametrize(
    ("terms", "stones"),
    [
        ({"rule_set": "japanese", "handicap": 4}, 4),
        ({"rule_set": "japanese"}, 0),
        ({"rule_set": "tromp_taylor", "handicap": 4}, 0),
    ],
)
def test_handicap_stones_are_drawn_where_they_have_fixed_points_R40_R41(terms, stones):
    aino, babak = make_player("aino"), make_player("babak")
    challenge = offer(aino, **terms)

    for path in ("/waiting/", challenge.get_absolute_url()):
        for viewer in (aino, babak):
            assert tight(drawn(stones)) in page(path, viewer), (path, viewer)


def test_stones_by_rank_are_those_of_the_viewer_R44():
    aino, babak = known(TWO_KYU), known(FIVE_KYU)
    challenge = offer(aino, by_rank=True, width=19, height=19, rule_set="japanese")

    seen = small_board_svg(challenge.for_joiner(babak).agreed_setup().board(), None)
    assert challenge.for_joiner(babak).handicap == 3
    assert first_board(challenge, babak) == seen != first_board(challenge, aino)


def test_a_start_position_is_on_the_card_of_its_offer():
    aino, babak = make_player("aino"), make_player("babak")
    start = Board.empty(9, 9).with_stones([(Color.BLACK, point) for point in fixed_points(9, 9, 3)])
    challenge = offer(aino)
    challenge.position = {"start": start.rows(), "first": "W", "prisoners": [0, 0]}
    challenge.save()

    assert tight(small_board_svg(start, None)) in page("/waiting/", babak)
