"""The JSON representation of ladders."""

from __future__ import annotations

from typing import Any, cast

import api_types as shapes
from accounts.models import Player
from api.options import values_of
from foundation.iso_times import iso_time
from ladders.models import Ladder, LadderGame, LadderMove, LadderOptions, LadderPlace
from ladders.services.climbing import ChallengeOptions
from ladders.services.own_ladders import adjacent_ladders
from tournaments.api.event_outputs import event_terms_json


def ladder_json(shown: Ladder, viewer: Player | None) -> shapes.Ladder:
    """Return the JSON of a ladder as this viewer sees it. Takes three queries, or five queries for a ladder run by the
    server itself."""
    before, after = adjacent_ladders(shown)
    ladder_places = shown.ladder_places.current()
    mine = None if viewer is None else ladder_places.filter(player=viewer).first()
    made = {
        "id": shown.pk,
        "name": shown.shown_name,
        "about": shown.shown_about,
        "club": shown.club_id,
        "organiser": None if shown.owner is None else shown.owner.username,
        **values_of(shown, LadderOptions),
        **event_terms_json(shown),
        "players": ladder_places.count(),
        "closed_at": None if shown.closed_at is None else iso_time(shown.closed_at),
        "closed_why": shown.closed_why or None,
        "previous": None if before is None else before.pk,
        "next": None if after is None else after.pk,
        "my_place": None if mine is None else mine.place,
        "my_hold": None if mine is None else _hold_json(mine),
    }
    return cast("shapes.Ladder", made)


def _hold_json(ladder_place: LadderPlace) -> shapes.LadderHold | None:
    return cast("shapes.LadderHold", ladder_place.hold) if ladder_place.hold else None


def ladder_row_json(shown: Ladder) -> shapes.LadderRow:
    """Return the JSON of a ladder in a list."""
    return {"id": shown.pk, "name": shown.shown_name, "width": shown.width, "height": shown.height}


def place_json(ladder_place: LadderPlace, standing: ChallengeOptions | None) -> shapes.LadderPlace:
    """Return the JSON of a place, with the reason why the viewer cannot challenge its player. The reason is null if
    they can, and if `standing` (the viewer's challenge options) is None. The place's player must be loaded."""
    assert ladder_place.place is not None
    refusal = None if standing is None else standing.refusal(ladder_place)
    return {
        "place": ladder_place.place,
        "player": ladder_place.player.username,
        "best": ladder_place.best or ladder_place.place,
        "wins": ladder_place.wins,
        "most_wins": ladder_place.most_wins,
        "hold": _hold_json(ladder_place),
        "why_not": None if refusal is None else refusal.value,
    }


def ladder_game_json(ladder_game: LadderGame) -> shapes.LadderGame:
    """Return the JSON of a challenge. Its players must be loaded."""
    return {
        "number": ladder_game.pk,
        "challenger": ladder_game.challenger.player.username,
        "defender": ladder_game.defender.player.username,
        "game": ladder_game.game_id,
        "at": iso_time(ladder_game.at),
        "end": cast(Any, ladder_game.end or None),
        "winner": None if ladder_game.winner is None else ladder_game.winner.player.username,
    }


def place_change_json(change: LadderMove) -> shapes.LadderMove:
    """Return the JSON of a change of a player's place. The player must be loaded."""
    return {
        "number": change.pk,
        "at": iso_time(change.at),
        "player": change.ladder_place.player.username,
        "why": cast(Any, change.why),
        "before": change.before,
        "after": change.after,
        "game": change.game_id,
    }
