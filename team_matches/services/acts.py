"""The actions of captains, managers and moderators in a team match by name, shared by the page and the API (E40)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from accounts.core.lookup import get_player_by_name
from accounts.models import Player
from games.services.idempotency import PlayerRequest
from team_matches.models import MatchTeam
from tournaments.errors import BadActInput

from . import team_games, team_matches, teams


class MatchAct(StrEnum):
    """Actions in a team match. The names are part of the API."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    ASK = "ask"
    LINEUP = "lineup"
    READY = "ready"
    RESULT = "result"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchActInput:
    """The input of an action. Each action uses only the fields that it needs. `players` are names from the top board
    down, "" for a board without a player. `side` is home or away, for people who lead both teams."""

    player: str = ""
    players: tuple[str, ...] = ()
    side: str = ""
    round: int = 0
    board: int = 0
    result: str = ""
    reason: str = ""

    def named_player(self) -> Player:
        """Return the named player. Raises BadActInput, NoSuchPlayer."""
        if not self.player.strip():
            raise BadActInput(field="player")
        return get_player_by_name(self.player.strip())

    def named_lineup(self) -> list[Player | None]:
        """Return the player of each board, None for a board without one. Raises NoSuchPlayer."""
        return [get_player_by_name(name) if name else None for name in map(str.strip, self.players)]

    def chosen_team(self) -> MatchTeam | None:
        """Return the chosen team, None if none is given."""
        return MatchTeam[self.side.upper()] if self.side in ("home", "away") else None


Do = Callable[[PlayerRequest, int, MatchActInput], object]

_ACTS: dict[MatchAct, Do] = {
    MatchAct.ACCEPT: lambda who, pk, data: team_matches.accept_match(who, pk),
    MatchAct.DECLINE: lambda who, pk, data: team_matches.decline_match(who, pk),
    MatchAct.WITHDRAW: lambda who, pk, data: team_matches.withdraw_match(who, pk),
    MatchAct.ASK: lambda who, pk, data: teams.ask_member_to_play(who, pk, data.named_player(), data.chosen_team()),
    MatchAct.LINEUP: lambda who, pk, data: teams.set_lineup(who, pk, data.named_lineup(), data.chosen_team()),
    MatchAct.READY: lambda who, pk, data: teams.confirm_lineup(who, pk, data.chosen_team()),
    MatchAct.RESULT: lambda who, pk, data: team_games.set_result(
        who, pk, team_games.BoardRuling(data.round, data.board, data.result, data.reason)
    ),
    MatchAct.CANCEL: lambda who, pk, data: team_games.cancel_match_as_moderator(who, pk, data.reason),
}


def perform_act(request: PlayerRequest, match_id: int, act: MatchAct, data: MatchActInput) -> None:
    """Perform the action. Raises BadActInput if input is missing, NoSuchPlayer, and the errors of the action."""
    _ACTS[act](request, match_id, data)
