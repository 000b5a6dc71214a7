"""Let a director pair two players in a proposal (E55)."""

from __future__ import annotations

from games.services.idempotency import PlayerRequest
from tournaments.errors import NotInThisRound, WrongState
from tournaments.models import Entry, Pairing, Round, Stage, Tournament
from tournaments.models.tournament_options import BY_SCORE
from tournaments.systems.types import SystemKind

from .changing import ProposalEdit, edit_proposal

BY_HAND = tuple(kind for kind in BY_SCORE if kind is not SystemKind.GROUPS)
"""The systems in which everyone has one game a round and any two players may be paired."""


def pair_players_in_proposal(request: PlayerRequest, tournament_id: int, wanted: ProposalEdit) -> Round:
    """Pair two players in the proposed round, the first as Black unless a handicap requires otherwise. Their previous
    opponents are paired with each other, or one of them gets the bye. A new proposal for the round discards this
    change.

    Raises NotDirector, WrongState, PairingsChanged, BadActInput, OwnGameAffected.
    """
    return edit_proposal(request, tournament_id, wanted, ("fixed", pair_players))


def pair_players(tournament: Tournament, stage: Stage, pairings: list[Pairing], wanted: ProposalEdit) -> list[Pairing]:
    """Pair two players in these pairings, without saving. Return the changed pairings. Raises WrongState,
    BadActInput."""
    if stage.kind not in BY_HAND:
        raise WrongState(state=tournament.state)
    first, second = _seat_of_player(pairings, wanted.one, "player"), _seat_of_player(pairings, wanted.other, "other")
    if wanted.one == wanted.other:
        raise NotInThisRound(field="other")
    changed = list({one.pk: one for one in (first[0], second[0])}.values())
    left = [one for row in changed for one in (row.black, row.white) if one not in (first[1], second[1])]
    changed[0].black, changed[0].white = first[1], second[1]
    if len(changed) == 2:
        black, white = sorted(left, key=lambda one: one is None)
        assert black is not None  # a round has one bye
        changed[1].black, changed[1].white = black, white
    return changed


def _seat_of_player(pairings: list[Pairing], player_id: int, field: str) -> tuple[Pairing, Entry]:
    """Return this player's pairing, and their entry in it. Raises BadActInput for `field` if the player is not
    paired."""
    for row in pairings:
        for entry in (row.black, row.white):
            if entry is not None and entry.player_id == player_id:
                return row, entry
    raise NotInThisRound(field=field)


__all__ = ["BY_HAND", "pair_players", "pair_players_in_proposal"]
