"""A game's menu links to an analysis board only if there is one (C31, V3)."""

from __future__ import annotations

import pytest
from django.utils import timezone

from rules import ORDINARY
from rules.variants.presets import PRESETS
from tests.support.browsers import browser
from tests.support.seated import seated

pytestmark = pytest.mark.django_db


def test_the_menu_leads_to_an_analysis_board_only_where_it_is_allowed_C31_V3(subtests):
    for name, variant in {"ordinary": ORDINARY, **PRESETS}.items():
        with subtests.test(name):
            game = seated(variant, now=timezone.now())
            player = browser(game.seat_list()[0].player)
            address = f"/g/{game.pk}/analysis/"

            is_linked = f'href="{address}"' in player.get(f"/g/{game.pk}/").content.decode()

            assert is_linked == (player.get(address).status_code == 200) == variant.allows_analysis
