"""Run a bot: any GTP engine that plays on the server through the public API.

The server has all state. At the start, after a lost connection and every few minutes the bot checks all its games and
offers. In between, events name the games to check. If a game fails, it is tried again later and does not stop the
others.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from typing import Any

import api_types as shapes
from gtp import EngineError
from igo_client import ApiError, Client, NoAnswer

from .seat import BotSeat, BotTools
from .table import SECONDS, BuiltInPlayer, EngineBoard, EngineProcess
from .terms import OfferRules

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 180.0
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 300.0
FAILURES_UNTIL_THE_BUILT_IN_PLAYER = 3
MOST_STEPS = 8
"""The largest number of actions in one game before the bot continues with the next game."""
AGAIN = {"stale_number", "stale_proposal", "idempotency_key_reused", "not_your_turn", "wrong_phase", "game_over"}
"""Codes of refusals because the state has changed."""
NOT_LET_IN = 401
EVERYTHING, OFFERS = 0, -1
"""Special entries among the ids of games to check: all games and offers, or only the offers."""


class BotRunner:
    """Runs a bot on the server. `command` starts its engine, and `rules` decide which offers the bot accepts."""

    def __init__(self, client: Client, command: Sequence[str], rules: OfferRules, seconds: float = SECONDS) -> None:
        self.client, self.rules = client, rules
        self.table, self.reserve = (
            EngineBoard(lambda: EngineProcess(command, seconds), seconds),
            EngineBoard(BuiltInPlayer),
        )
        self.name = ""
        self.news: SimpleQueue[Any] = SimpleQueue()
        self.due: dict[int, float] = {}
        self.seen: dict[int, int] = {}
        self.failures: Counter[int] = Counter()

    def run(self) -> None:
        """Play until the process ends. Raises ApiError if the server rejects the bot's token."""
        self.name = self.client.me()["username"]
        self.due[EVERYTHING] = time.monotonic()
        threading.Thread(target=self._queue_events, name="events", daemon=True).start()
        try:
            while True:
                self._process_events()
                self._run_oldest_check()
        finally:
            self.table.close()

    def _queue_events(self) -> None:
        """Read the bot's event stream, and put the events into a queue for the thread that plays. An error is queued as
        well."""
        try:
            for event in self.client.events():
                self.news.put(event)
        except Exception as error:
            self.news.put(error)

    def _process_events(self) -> None:
        """Wait until an event arrives or a check is due, and process all events that have arrived."""
        wait = max(0.0, min(self.due.values()) - time.monotonic())
        try:
            while True:
                self._handle_event(self.news.get(timeout=wait))
                wait = 0.0
        except Empty:
            return

    def _handle_event(self, event: Any) -> None:
        if isinstance(event, Exception):
            raise event
        now = time.monotonic()
        if event["type"] == "hello":
            self.due[EVERYTHING] = now
            return
        if event["challenge"] is not None:
            self.due[OFFERS] = now
        if event["game"] is not None and not self._has_acted_on(event):
            self.due[event["game"]] = now

    def _has_acted_on(self, event: shapes.Event) -> bool:
        """Return whether the bot has already acted on the state of the game that the event reports, or on a later
        one."""
        action = event["action"]
        return action is not None and action["number"] <= self.seen.get(action["game"], 0)

    def _run_oldest_check(self) -> None:
        """Run the check that has been due for longest, if any is due: of one game, of the offers, or of everything.
        Only one is run, so that new events are processed between checks."""
        what = min(self.due, key=self.due.__getitem__)
        if self.due[what] <= time.monotonic():
            self._run_check(what)

    def _run_check(self, what: int) -> None:
        """Check one game, the offers or everything: `what` is a game's id, OFFERS or EVERYTHING. The bot acts if it has
        to. A check that fails is scheduled again. Raises ApiError if the server does not accept the token
        (NOT_LET_IN)."""
        self.due.pop(what)
        try:
            if what == EVERYTHING:
                self._schedule_all_checks()
            elif what == OFFERS:
                self._answer_offers()
            else:
                self._act_in_game(what)
        except Exception as error:
            if isinstance(error, ApiError) and error.status == NOT_LET_IN:
                raise
            self._schedule_retry(what, error)
        else:
            self.failures.pop(what, None)

    def _schedule_retry(self, what: int, error: Exception) -> None:
        pause = min(FIRST_PAUSE * 2 ** self.failures[what], LONGEST_PAUSE)
        self.failures[what] = min(self.failures[what] + 1, 20)
        self.due[what] = time.monotonic() + pause
        expected = isinstance(error, ApiError | NoAnswer | EngineError)
        place = {EVERYTHING: "looking at all games", OFFERS: "looking at the offers"}.get(what, f"game {what}")
        logger.warning("%s failed, again in %d s: %s", place, pause, error, exc_info=None if expected else error)

    def _schedule_all_checks(self) -> None:
        running, now = self._running_game_ids(), time.monotonic()
        for what in (OFFERS, *running):
            self.due.setdefault(what, now)
        self.seen = {game_id: number for game_id, number in self.seen.items() if game_id in running}
        self.due.setdefault(EVERYTHING, now + SECONDS_BETWEEN_LOOKS)

    def _running_game_ids(self) -> set[int]:
        return {row["id"] for row in self.client.games(mine=True, phase="running")}

    def _answer_offers(self) -> None:
        """Accept or decline every open offer to the bot. If sending a reply fails, the next check sends it again."""
        offers = [one for one in self.client.challenges() if one["opponent"] == self.name and one["status"] == "open"]
        playing = len(self._running_game_ids()) if offers else 0
        for offer in offers:
            try:
                playing += self._answer_offer(offer, playing)
            except (ApiError, NoAnswer, EngineError) as error:
                logger.warning("offer %s: %s", offer["id"], error)

    def _answer_offer(self, offer: shapes.Challenge, playing: int) -> bool:
        """Accept or decline the offer. Return whether a game has started. `playing` is how many games the bot plays
        now."""
        decline_reason = self.rules.decline_reason(offer, playing)
        if decline_reason is None and not self.table.can_play_on(offer["width"], offer["height"]):
            decline_reason = "the size of the board"
        if decline_reason is not None:
            logger.info("offer %s is declined: %s", offer["id"], decline_reason)
            self.client.decline(offer["id"])
            return False
        game = self.client.accept_challenge(offer["id"], shown=offer, key=f"bot:accept:{offer['id']}")
        self.due[game["id"]] = time.monotonic()
        return True

    def _act_in_game(self, game_id: int) -> None:
        """Act in a game as long as the bot has something to do, at most MOST_STEPS times."""
        for _ in range(MOST_STEPS):
            game = self.client.game(game_id, line=True)
            color = next((seat["color"] for seat in game["players"] if seat["username"] == self.name), None)
            if color is None or game["phase"] == "finished" or not self._act_once(game, color):
                self.seen[game_id] = game["number"]
                return
        self.due[game_id] = time.monotonic() + FIRST_PAUSE

    def _act_once(self, game: shapes.Game, color: str) -> bool:
        """Act in the game. Return False if there is nothing to do, and True if the bot acted or the game has changed
        and must be fetched again."""
        helpless = self.failures[game["id"]] >= FAILURES_UNTIL_THE_BUILT_IN_PLAYER
        table = self.reserve if helpless else self.table
        try:
            return BotSeat(BotTools(self.client, table, self.rules), game, color).act()
        except ApiError as refusal:
            if refusal.code not in AGAIN:
                raise
            return True
