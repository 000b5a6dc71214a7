"""What captains, managers and moderators do in a team match, by names: the page and the API call the same (E40)."""

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
    """What is done in a team match. The names are part of the API."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    ASK = "ask"
    LINEUP = "lineup"
    READY = "ready"
    RESULT = "result"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTold:
    """What an act may be told; each takes what it needs. Players by name, from the top board down.
    `side`: home or away, from those who lead both teams."""

    player: str = ""
    players: tuple[str, ...] = ()
    side: str = ""
    round: int = 0
    board: int = 0
    result: str = ""
    reason: str = ""

    def person(self) -> Player:
        """The player. Raises BadAct, NoSuchPlayer."""
        if not self.player.strip():
            raise BadAct(field="player")
        return player_named(self.player.strip())

    def people(self) -> list[Player]:
        """The players, in their order. Raises NoSuchPlayer."""
        return [player_named(name.strip()) for name in self.players if name.strip()]

    def team(self) -> Side | None:
        """The team; None when it was not said."""
        return Side[self.side.upper()] if self.side in ("home", "away") else None


Do = Callable[[PlayerRequest, int, MatchTold], object]

_ACTS: dict[MatchAct, Do] = {
    MatchAct.ACCEPT: lambda who, pk, told: team_matches.accept(who, pk),
    MatchAct.DECLINE: lambda who, pk, told: team_matches.decline(who, pk),
    MatchAct.WITHDRAW: lambda who, pk, told: team_matches.withdraw(who, pk),
    MatchAct.ASK: lambda who, pk, told: teams.ask(who, pk, told.person(), told.team()),
    MatchAct.LINEUP: lambda who, pk, told: teams.order(who, pk, told.people(), told.team()),
    MatchAct.READY: lambda who, pk, told: teams.ready(who, pk, told.team()),
    MatchAct.RESULT: lambda who, pk, told: team_games.set_result(
        who, pk, team_games.Ruling(told.round, told.board, told.result, told.reason)
    ),
    MatchAct.CANCEL: lambda who, pk, told: team_games.cancel(who, pk, told.reason),
}


def perform(request: PlayerRequest, match_id: int, act: MatchAct, told: MatchTold) -> None:
    """Do it. Raises BadAct when something is missing, NoSuchPlayer, and what the act raises."""
    _ACTS[act](request, match_id, told)
