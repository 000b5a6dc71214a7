"""Detect players who make the opponent wait, in the scoring phase or in positions that are clearly lost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby, pairwise
from typing import Any

from django.conf import settings
from django.db.models import F

from games.models import Action, Game, Seat
from games.services.mass_timeouts import is_clearly_lost
from rules import Color, Phase, Reason, Stage

from .finding import EvidenceLine, Finding, finding_strength
from .played import DecidedGame, decided_games, finished_game_ids

KIND = "stalling"
END_PHASE = (Stage.MARKING.value, Stage.DECIDING.value)
LAST = 12
"""How many of a game's last actions are searched for long waits in a lost position."""
WAITS = 3
"""How many slow turns among the last actions count as making the opponent wait."""

_FIELDS = ("game_id", "number", "kind", "color", "received_at", "effect")


@dataclass(frozen=True, slots=True)
class _EndedTurn:
    """A turn that has ended: its game, phase and player, and the share of its time that was used."""

    game: int
    color: Color
    stage: str
    share: float

    @property
    def is_slow(self) -> bool:
        return bool(self.share >= settings.IGO_SIGNAL_SLOW_SHARE)


def find_stalling(now: datetime, since: datetime) -> list[Finding]:
    """Return findings about players who make their opponents wait, in either of two ways.

    In the scoring phase, a player used nearly all the time of at least IGO_SIGNAL_SLOW_TURNS turns, and of at least
    half of their turns. Or a player made slow moves in at least IGO_SIGNAL_LOST_GAMES clearly lost games.
    """
    in_end_phase, in_lost = _games_with_slow_scoring(now, since), _games_slowly_lost(now, since)
    return [
        _make_finding(player, in_end_phase[player], in_lost[player])
        for player in sorted({*in_end_phase, *in_lost})
        if _are_enough_for_finding(in_end_phase[player], in_lost[player])
    ]


def _are_enough_for_finding(slow: list[int], lost: list[int]) -> bool:
    return bool(len(slow) >= settings.IGO_SIGNAL_SLOW_TURNS or len(lost) >= settings.IGO_SIGNAL_LOST_GAMES)


def _games_with_slow_scoring(now: datetime, since: datetime) -> dict[int, list[int]]:
    """Return, by player id, the ids of games in which the player was slow in the scoring phase, once for each slow
    turn. Players are left out if fewer than half of their turns in this phase were slow."""
    changed = Game.objects.filter(phase=Phase.STONE_REMOVAL.value, last_action_at__gte=since, last_action_at__lte=now)
    latest = changed.order_by("-last_action_at").values_list("pk", flat=True)
    open_ones = list(latest[: settings.IGO_SIGNAL_GAMES])
    turns: dict[int, list[_EndedTurn]] = defaultdict(list)
    for games in (open_ones, finished_game_ids(now, since)):
        players = _player_ids_by_seat(games)
        rows = Action.objects.filter(game__in=games, received_at__lte=now).exclude(kind="play")
        for turn in _ended_turns(rows.order_by("game_id", "number").values_list(*_FIELDS)):
            player = players.get((turn.game, turn.color))
            if player is not None and turn.stage in END_PHASE:
                turns[player].append(turn)
    slow = {player: [turn.game for turn in made if turn.is_slow] for player, made in turns.items()}
    return defaultdict(list, {player: of for player, of in slow.items() if 2 * len(of) >= len(turns[player])})


def _player_ids_by_seat(games: list[int]) -> dict[tuple[int, Color], int]:
    """Return the player ids in these games by game id and colour, without bots."""
    rows = Seat.objects.filter(game__in=games, player__is_bot=False)
    return {(game, Color(color)): player for game, color, player in rows.values_list("game_id", "color", "player_id")}


def _games_slowly_lost(now: datetime, since: datetime) -> dict[int, list[int]]:
    """Return, by player id, the ids of games that the player lost clearly and late, with slow moves."""
    late = {
        game.game: game
        for game in decided_games(now, since)
        if game.reason in (Reason.TIME, Reason.RESIGNATION) and game.moves * 4 >= game.area and not game.loser_is_bot
    }
    rows = Action.objects.filter(game__in=late, number__gt=F("game__number") - LAST)
    waits: dict[int, int] = defaultdict(int)
    for turn in _ended_turns(rows.order_by("game_id", "number").values_list(*_FIELDS)):
        if turn.is_slow and turn.stage == Stage.PLAY.value and turn.color is late[turn.game].loser_color:
            waits[turn.game] += 1
    slow = [game for game, count in waits.items() if count >= WAITS]
    found: dict[int, list[int]] = defaultdict(list)
    for game in Game.objects.filter(pk__in=slow).only("setup", "snapshot", "position_keys"):
        if _was_clearly_lost(game, late[game.pk]):
            found[late[game.pk].loser].append(game.pk)
    return found


def _was_clearly_lost(game: Game, lost: DecidedGame) -> bool:
    return is_clearly_lost(replace(game.state(), to_play=lost.loser_color))


def _ended_turns(rows: Iterable[Any]) -> Iterator[_EndedTurn]:
    """Yield the turns that these actions ended, game by game. Turns without a clock are left out."""
    for game, of_game in groupby(rows, key=lambda row: row[0]):
        began: datetime | None = None
        for before, after in pairwise(of_game):
            effect, at, ended_at = before[5], before[4], after[4]
            began = began or at
            if (effect["to_play"], effect["stage"]) == (after[5]["to_play"], after[5]["stage"]):
                continue
            if effect["deadline"] is not None and effect["to_play"] is not None:
                whole = (datetime.fromisoformat(effect["deadline"]) - began).total_seconds()
                share = (ended_at - began).total_seconds() / whole if whole > 0 else 0.0
                yield _EndedTurn(game, Color.from_letter(effect["to_play"]), effect["stage"], share)
            began = None


def _make_finding(player: int, slow: list[int], lost: list[int]) -> Finding:
    evidence: list[EvidenceLine] = []
    if len(slow) >= settings.IGO_SIGNAL_SLOW_TURNS:
        evidence.append(("slow_turns", {"turns": len(slow), "games": len(set(slow))}))
    if len(lost) >= settings.IGO_SIGNAL_LOST_GAMES:
        evidence.append(("lost_waits", {"games": len(lost)}))
    strongest = max(
        finding_strength(len(slow), settings.IGO_SIGNAL_SLOW_TURNS),
        finding_strength(len(lost), settings.IGO_SIGNAL_LOST_GAMES),
    )
    return Finding(KIND, player, (), tuple(sorted({*slow, *lost})), strongest, tuple(evidence))
