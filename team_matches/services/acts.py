"""Acts of captains, managers and moderators in a team match by name, shared by the page and the API (E40)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from accounts.core.lookup import player_named
from accounts.models import Player
from games.services.idempotency import PlayerRequest
from team_matches.models import Side
from tournaments.errors import BadAct

from . import team_games, team_matches, teams


class MatchAct(StrEnum):
    """Acts in a team match. The names are part of the API."""

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
    """The input of an act; each act uses the fields that it needs. `players` are names, from the top board down.
    `side` is home or away, for people who lead both teams."""

    player: str = ""
    players: tuple[str, ...] = ()
    side: str = ""
    round: int = 0
    board: int = 0
    result: str = ""
    reason: str = ""

    def person(self) -> Player:
        """Return the player. Raises BadAct, NoSuchPlayer."""
        if not self.player.strip():
            raise BadAct(field="player")
        return player_named(self.player.strip())

    def people(self) -> list[Player]:
        """Return the players in order. Raises NoSuchPlayer."""
        return [player_named(name.strip()) for name in self.players if name.strip()]

    def team(self) -> Side | None:
        """Return the team; None if it is not given."""
        return Side[self.side.upper()] if self.side in ("home", "away") else None


Do = Callable[[PlayerRequest, int, MatchActInput], object]

_ACTS: dict[MatchAct, Do] = {
    MatchAct.ACCEPT: lambda who, pk, data: team_matches.accept(who, pk),
    MatchAct.DECLINE: lambda who, pk, data: team_matches.decline(who, pk),
    MatchAct.WITHDRAW: lambda who, pk, data: team_matches.withdraw(who, pk),
    MatchAct.ASK: lambda who, pk, data: teams.ask(who, pk, data.person(), data.team()),
    MatchAct.LINEUP: lambda who, pk, data: teams.order(who, pk, data.people(), data.team()),
    MatchAct.READY: lambda who, pk, data: teams.ready(who, pk, data.team()),
    MatchAct.RESULT: lambda who, pk, data: team_games.set_result(
        who, pk, team_games.Ruling(data.round, data.board, data.result, data.reason)
    ),
    MatchAct.CANCEL: lambda who, pk, data: team_games.cancel(who, pk, data.reason),
}


def perform(request: PlayerRequest, match_id: int, act: MatchAct, data: MatchActInput) -> None:
    """Perform the act. Raises BadAct if input is missing, NoSuchPlayer, and what the act raises."""
    _ACTS[act](request, match_id, data)
