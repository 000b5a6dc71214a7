"""The finished games of a tournament as SGF files in a zip archive (E97)."""

from __future__ import annotations

from collections.abc import Iterator

from django.contrib.auth.models import AnonymousUser

from accounts.models import Player
from foundation.archive import zip_texts
from games.models import Game
from games.sgf_export import iterate_records, sgf_of_actions
from rules import Phase
from tournaments.models import Pairing, Tournament


def zip_of_finished_games(tournament: Tournament, viewer: Player | None) -> Iterator[bytes]:
    """Yield a zip archive, in pieces, of all finished games that this viewer may see. Files are named by round, board
    and game. Games with hidden information are left out. Takes a few queries for every fifty games."""
    rows = Pairing.objects.filter(round__tournament=tournament, game__phase=Phase.FINISHED.value).published()
    places = {
        game: f"r{number:02}-b{board:03}-{game}.sgf"
        for game, number, board in rows.order_by("round__number", "board", "match_game").values_list(
            "game_id", "round__number", "board"
        )
    }
    seen = Game.objects.visible_to(viewer or AnonymousUser()).finished()
    found = iterate_records(list(places), seen)
    return zip_texts((places[game.pk], [sgf_of_actions(game, record, reasons=False)]) for game, record in found)
