"""The end of the game: marking, proposing, accepting, rejecting, playing on (R10 to R16)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db import transaction

from accounts.models import Player
from games import access
from games.errors import LookTwice
from games.models import Draft, Game, Seat
from rules import (
    Accept,
    Color,
    Doubt,
    GameState,
    Point,
    Propose,
    Reject,
    Resume,
    Score,
    Settle,
    Stage,
    Then,
    Withdraw,
    check_whole_chains,
    doubt_about,
    score_of,
    vertex,
)
from rules.errors import NotYourTurn, WrongPhase

from .seam import Receipt, act, check_current, notify, opponents
from .suggestions import ensure_suggestion_of, suggestion_of

LONGEST_REASON = 500


def mark(*, game_id: int, player: Player, dead: Iterable[Point], expected: int, now: datetime) -> Draft:
    """Keep the marking side's draft: these stones, and no others, are marked dead (R10, R11).

    It sets the whole marking, so that a repeated request changes nothing.
    """
    with transaction.atomic():
        game, seat = access.locked_game_for(player, game_id)
        check_current(game, expected=expected, now=now)
        state = game.state()
        _check_marking(state, seat)
        stones = sorted(set(dead))
        check_whole_chains(state.board, frozenset(stones))
        draft, _ = Draft.objects.update_or_create(
            seat=seat,
            defaults={
                "number": game.state_number,
                "dead": [vertex(point, game.height) for point in stones],
            },
        )
        return draft


def _check_marking(state: GameState, seat: Seat) -> None:
    if state.stage is not Stage.MARKING:
        raise WrongPhase
    if state.to_play != seat.color:
        raise NotYourTurn


def propose(
    *,
    game_id: int,
    player: Player,
    dead: Iterable[Point],
    expected: int,
    key: str | None,
    now: datetime,
) -> Receipt:
    """Submit a marking as the next numbered proposal (R11, R12). Raises PartOfAChain (R18)."""
    stones = frozenset(dead)

    def build(game: Game, seat: Seat, state: GameState) -> Propose:
        if state.stage is Stage.MARKING and state.to_play == seat.color:
            check_whole_chains(state.board, stones)
        return Propose(Color(seat.color), stones)

    ensure_suggestion_of(game_id)
    return act(
        game_id=game_id,
        player=player,
        build=build,
        expected=expected,
        key=key,
        now=now,
        request={"verb": "propose", "dead": sorted(map(list, stones))},
    )


def withdraw(*, game_id: int, player: Player, number: int, expected: int, key: str | None, now: datetime) -> Receipt:
    """Take back one's own proposal `number` while it is unanswered (R12)."""
    return act(
        game_id=game_id,
        player=player,
        build=lambda game, seat, state: Withdraw(Color(seat.color), number),
        expected=expected,
        key=key,
        now=now,
        request={"verb": "withdraw", "proposal": number},
    )


def accept(
    *,
    game_id: int,
    player: Player,
    number: int,
    expected: int,
    key: str | None,
    now: datetime,
    confirmed: bool = False,
) -> Receipt:
    """Accept proposal `number`: its score is the result (R13).

    Raises LookTwice when the proposal is in doubt and this is not the second confirmation (R60).
    """

    def build(game: Game, seat: Seat, state: GameState) -> Accept:
        doubt = doubt_in(game, state)
        asked = state.to_play == seat.color and state.proposal is not None and state.proposal.number == number
        if doubt is not None and asked and not confirmed:
            raise _look_twice(state, doubt)
        return Accept(Color(seat.color), number)

    ensure_suggestion_of(game_id)
    return act(
        game_id=game_id,
        player=player,
        build=build,
        expected=expected,
        key=key,
        now=now,
        request={"verb": "accept", "proposal": number, "confirmed": confirmed},
    )


def doubt_in(game: Game, state: GameState) -> Doubt | None:
    """What speaks against the open proposal (R60), None when there is none or nothing does."""
    if state.stage is not Stage.DECIDING or state.proposal is None:
        return None
    found = suggestion_of(game)
    return doubt_about(state, state.proposal, found.dead, found.unsure)


@dataclass(frozen=True, slots=True)
class Difference:
    """How the open proposal differs from the server's own count, however little: the stones about which they differ,
    that count, by how many points, and whether the winner is another."""

    stones: frozenset[Point]
    estimate: Score
    points: Decimal
    other_winner: bool


def difference_in(game: Game, state: GameState) -> Difference | None:
    """How the open proposal differs from the server's suggestion, None when there is none or they are the same."""
    proposal = state.proposal
    if state.stage is not Stage.DECIDING or proposal is None or state.setup.ruleset.all_stones_alive:
        return None
    suggested = suggestion_of(game).dead
    stones, counted = suggested ^ proposal.dead, score_of(state, suggested)
    if not stones:
        return None
    apart = abs(counted.margin - proposal.score.margin)
    return Difference(stones, counted, apart, counted.winner is not proposal.score.winner)


def _look_twice(state: GameState, doubt: Doubt) -> LookTwice:
    assert state.proposal is not None
    return LookTwice(
        stones=[vertex(point, state.setup.height) for point in sorted(doubt.stones)],
        proposed=state.proposal.score.written,
        estimated=doubt.estimate.written,
        unsure=[vertex(point, state.setup.height) for point in sorted(doubt.unsure)],
    )


def reject(
    *,
    game_id: int,
    player: Player,
    number: int,
    then: Then,
    reason: str,
    expected: int,
    key: str | None,
    now: datetime,
) -> Receipt:
    """Reject proposal `number`, say what comes next and, if one likes, why (R12).

    After a settling nothing comes next, whatever is asked for: the game ends, counted as it stands (R17).
    """

    def build(game: Game, seat: Seat, state: GameState) -> Reject:
        notify("proposal_rejected", *opponents(game, seat), game=game, by=player, now=now)
        return Reject(Color(seat.color), number, Then.END if state.settled else then, reason)

    return act(
        game_id=game_id,
        player=player,
        build=build,
        expected=expected,
        key=key,
        now=now,
        request={"verb": "reject", "proposal": number, "then": then.value, "reason": reason},
    )


def resume(*, game_id: int, player: Player, expected: int, key: str | None, now: datetime) -> Receipt:
    """Play on instead of marking (R14)."""
    return act(
        game_id=game_id,
        player=player,
        build=lambda game, seat, state: Resume(Color(seat.color)),
        expected=expected,
        key=key,
        now=now,
        request={"verb": "resume"},
    )


def settle(*, game_id: int, player: Player, expected: int, key: str | None, now: datetime) -> Receipt:
    """Demand that the dispute is settled on the board, whoever has to act; after a settling, that the game ends,
    counted as it stands (R17).

    Raises WrongPhase, TooEarlyToSettle in the first end phase of a game.
    """

    def build(game: Game, seat: Seat, state: GameState) -> Settle:
        if not state.settled:
            notify("settling_demanded", *opponents(game, seat), game=game, by=player, now=now)
        return Settle(Color(seat.color))

    return act(
        game_id=game_id,
        player=player,
        build=build,
        expected=expected,
        key=key,
        now=now,
        request={"verb": "settle"},
    )
