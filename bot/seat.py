"""Decide the bot's next action in a game, from the game's state alone.

Every action includes the number of its state and an idempotency key derived from it. So a lost response, a restart or
two bots with one account never cause an action twice.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import api_types as shapes
from gtp import EngineError
from igo_client import ApiError, Client
from rules.errors import RulesError
from rules.handicap import fixed_points, max_fixed_stones
from rules.notation import vertex

from .capture import choose_move
from .table import BuiltInPlayer, EngineBoard, vertices_with_signs
from .terms import OfferRules

logger = logging.getLogger(__name__)

REJECTIONS_UNTIL_THE_SERVER_JUDGES = 3
"""The number of rejections after which the bot follows the server's estimate, so that games between bots end."""
REASON = "My count differs: check the stones that are marked."
SECONDS_BETWEEN_LOOKS = 0.5
LOOKS_FOR_THE_SUGGESTION = 10
REFUSED = 422
CONFIRMATION_REQUIRED = "look_twice"


@dataclass(frozen=True, slots=True)
class BotTools:
    """The tools that a bot needs in every game: the API client, the engine's table, and the rules for offers and
    requests."""

    client: Client
    table: EngineBoard
    rules: OfferRules


class BotSeat:
    """The bot's side in one game, at one state of the game."""

    def __init__(self, means: BotTools, game: shapes.Game, color: str) -> None:
        self.client, self.table, self.rules = means.client, means.table, means.rules
        self.game, self.color = game, color
        if game["variant"]["wraps"] and not self.table.can_join_edges():
            self.table = EngineBoard(BuiltInPlayer)

    def act(self) -> bool:
        """Perform the next action. Return False if there is none. Raises ApiError, NoAnswer, EngineError."""
        return self._answer_request() or self._act_if_to_play()

    def _send_action(self, kind: str, **fields: Any) -> None:
        number = self.game["number"]
        self.client.act(self.game["id"], kind, number, f"bot:{self.game['id']}:{number}:{kind}", **fields)

    def _answer_request(self) -> bool:
        """Reply to the opponent's open request, such as an undo. Return False if there is none."""
        agrees = {"answer_undo": self.rules.undo, "answer_no_result": True, "answer_pause": True, "answer_draw": False}
        for kind, allow in agrees.items():
            if kind in self.game["actions"]:
                self._send_action(kind, allow=allow)
                return True
        return False

    def _act_if_to_play(self) -> bool:
        if self.game["to_play"] != self.color:
            return False
        turns = {
            "handicap": self._place_handicap,
            "play": self._play_move,
            "marking": self._propose_dead,
            "deciding": self._answer_proposal,
        }
        turn = turns.get(self.game["stage"])
        if turn is not None:
            turn()
        return turn is not None

    def _place_handicap(self) -> None:
        self._send_action("place_handicap", points=self._handicap_points())

    def _handicap_points(self) -> list[str]:
        """Return the engine's handicap points if they are valid, otherwise the standard points. If there are too few of
        them, other points are added."""
        wanted = self.game["handicap"]
        try:
            points = self.table.handicap_points(self.game)
        except EngineError:
            points = []
        if len(set(points)) == wanted and set(points) <= set(vertices_with_signs(self.game["board"] or [], ".")):
            return points
        usual = list(_standard_handicap_points(self.game))
        return list(dict.fromkeys([*usual, *vertices_with_signs(self.game["board"] or [], ".")]))[:wanted]

    def _play_move(self) -> None:
        move = self._choose_move()
        if move in ("pass", "resign"):
            self._send_action(move)
            return
        try:
            self._send_action("play", point=move)
        except ApiError as refusal:
            if not _is_illegal_move(refusal):
                raise
            self._log_rejected_move(move, refusal.code)
            self._play_fallback_move()

    def _log_rejected_move(self, move: str, code: str) -> None:
        """Log a move of the engine that the server rejected with this error code, and the engine's board."""
        number = len((self.game["line"] or {"moves": []})["moves"]) + 1
        logger.warning(
            "game %s, move %s: %s %s of the engine is illegal (%s); another move is played. The engine's board:\n%s",
            self.game["id"], number, self.color, move, code, self.table.engine_board_text(),
        )  # fmt: skip

    def _choose_move(self) -> str:
        """Return the move to play. The capture player chooses it if captures decide the game, or if the engine passes
        although passing is not allowed. Otherwise the engine chooses it."""
        variant = self.game["variant"]
        decided_by_captures = bool(variant["goal"]["captures"])
        if not decided_by_captures:
            move = self.table.choose_move(self.game, self.color)
            if move != "pass" or variant["passing"]:
                return move
        self.game = self.client.game(self.game["id"], line=True, legal=True)
        return choose_move(self.game, self.color, random.Random(self.game["number"]))  # noqa: S311 - a game, not a secret

    def _play_fallback_move(self) -> None:
        """Play a move of the built-in player, or pass, instead of the engine's illegal move."""
        legal = self.client.game(self.game["id"], legal=True)["legal"]
        move = EngineBoard(BuiltInPlayer).choose_move(self.game, self.color)
        if legal is not None and move in legal["points"]:
            self._send_action("play", point=move)
        else:
            self._send_action("pass")

    def _propose_dead(self) -> None:
        dead = self._dead_stones()
        try:
            self._send_action("propose", dead=dead)
        except ApiError as refusal:
            if not _is_illegal_move(refusal) or not dead:
                raise
            self._send_action("propose", dead=[])

    def _dead_stones(self) -> list[str]:
        """Return the dead stones according to the engine. Use the server's suggestion if the engine has none or if
        there have been too many rejections."""
        if self._uses_server_marking:
            return self._suggested_dead()
        try:
            return self.table.dead_stones(self.game)
        except EngineError:
            return self._suggested_dead()

    def _suggested_dead(self) -> list[str]:
        """Return the stones that the server considers dead, after waiting a short time for its suggestion, or [] if
        there is none."""
        for _ in range(LOOKS_FOR_THE_SUGGESTION):
            marking = self.game["marking"]
            if marking is None or not marking["pending"]:
                break
            time.sleep(SECONDS_BETWEEN_LOOKS)
            self.game = self.client.game(self.game["id"], line=True)
        return [] if marking is None else marking["suggested"]

    @property
    def _uses_server_marking(self) -> bool:
        return self.game["rejections"] >= REJECTIONS_UNTIL_THE_SERVER_JUDGES

    def _answer_proposal(self) -> None:
        """Accept or reject the opponent's proposal."""
        proposal = self.game["proposal"]
        assert proposal is not None
        agrees = self._equals_own_marking(proposal)
        if agrees or (agrees is None and self._scores_at_least_own_marking(proposal)):
            try:
                self._send_action("accept", proposal=proposal["number"], **({"confirmed": True} if agrees else {}))
            except ApiError as refusal:
                if refusal.code != CONFIRMATION_REQUIRED:
                    raise
            else:
                return
        self._reject_proposal(proposal)

    def _equals_own_marking(self, proposal: shapes.Proposal) -> bool | None:
        """Return whether the proposal has the same dead stones as the bot's engine finds, or None if it differs, so
        that the scores must be compared.

        If the bot uses the server's marking, or the engine fails, return whether the server agrees with the proposal.
        """
        if self._uses_server_marking:
            return not self._acceptance_needs_confirmation
        try:
            dead = self.table.dead_stones(self.game)
        except EngineError:
            return not self._acceptance_needs_confirmation
        return True if set(dead) == set(proposal["dead"]) else None

    @property
    def _acceptance_needs_confirmation(self) -> bool:
        doubt = self.game["doubt"]
        return doubt is not None and doubt["confirmation"]

    def _scores_at_least_own_marking(self, proposal: shapes.Proposal) -> bool:
        """Return whether the proposal gives the bot at least the score of its own marking. After a dispute was played
        out, the bot's marking has no dead stones."""
        dead = [] if self.game["end_phase"]["rejection_ends"] else self.table.dead_stones(self.game)
        own = self.client.count(self.game["id"], dead)["score"]
        return self._own_lead(proposal["score"]) >= self._own_lead(own)

    def _own_lead(self, score: shapes.Score) -> Decimal:
        lead = Decimal(score["totals"]["B"]) - Decimal(score["totals"]["W"])
        return lead if self.color == "B" else -lead

    def _reject_proposal(self, proposal: shapes.Proposal) -> None:
        """Reject the proposal. After the first rejection, and once the bot uses the server's marking, stones are marked
        again if that is possible. Otherwise the dispute is played out or play resumes, so that the game ends."""
        first = self.game["rejections"] == 0
        ways = ["mark", "settle", "resume"] if first or self._uses_server_marking else ["settle", "resume", "mark"]
        for then in ways:
            try:
                self._send_action("reject", proposal=proposal["number"], then=then, reason=REASON)
            except ApiError as refusal:
                if not _is_illegal_move(refusal) or then == ways[-1]:
                    raise
            else:
                return


def _is_illegal_move(refusal: ApiError) -> bool:
    """Return whether the server rejected an action because the rules of Go forbid it. Otherwise it was rejected because
    the game has changed in the meantime."""
    changed = ("idempotency_key_reused", "not_your_turn", "wrong_phase", "game_over", "stale_proposal")
    return refusal.status == REFUSED and refusal.code not in changed


def _standard_handicap_points(game: shapes.Game) -> Iterable[str]:
    most = max_fixed_stones(game["width"], game["height"])
    try:
        points = fixed_points(game["width"], game["height"], min(game["handicap"], most))
    except RulesError:
        return []
    return [vertex(point, game["height"]) for point in points]
