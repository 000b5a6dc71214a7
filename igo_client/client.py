"""A synchronous client of the API with typed responses: methods for frequent requests, and every operation in
`Client.api`.

Requests without a response are repeated. Every POST carries an Idempotency-Key that is created once per call, so
nothing is done twice. A refusal raises ApiError.
"""

from __future__ import annotations

import uuid
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

from . import api_types as shapes
from .operations import Operations
from .transport import Transport, Waits

MOST_STATES_KEPT = 256
"""The number of game states that are cached, so that the server need not send unchanged ones again."""
ROWS = 100


class Client:
    """A client of one account at one server. Use it in one thread; streams may be followed in another."""

    def __init__(  # noqa: PLR0913 - published
        self,
        url: str,
        token: str,
        *,
        headers: dict[str, str] | None = None,
        timeout: float = 30.0,
        patience: float = 90.0,
    ) -> None:
        self.transport = Transport(url, token, headers or {}, Waits(timeout, patience))
        self.api = Operations(self.transport)
        """Every operation of the API by its name in the OpenAPI document, such as `api.ladder_rung(3, do="join")`."""
        self._states: OrderedDict[str, tuple[str, shapes.Game]] = OrderedDict()

    # Myself

    def me(self) -> shapes.Me:
        """Return your own account."""
        return cast(shapes.Me, self._get("me/"))

    def become_bot(self) -> shapes.Me:
        """Make this account a bot, permanently."""
        return cast(shapes.Me, self._post("me/bot/"))

    def server(self) -> shapes.Server:
        """Return the server's name, version, rule sets and limits."""
        return cast(shapes.Server, self._get(""))

    def players(
        self, *, search: str | None = None, min_rank: str | None = None, max_rank: str | None = None
    ) -> Iterator[shapes.Person]:
        """Yield the players whose name begins with `search`. Without `search`, yield the players who have a rank, the
        strongest first. `min_rank` and `max_rank` are ranks such as "5k"."""
        asked = {"search": search, "min_rank": min_rank, "max_rank": max_rank}
        query = {name: value for name, value in asked.items() if value is not None}
        return cast("Iterator[shapes.Person]", self._pages("players/", query))

    def player(self, username: str) -> shapes.Profile:
        """Return the profile of a player."""
        return cast(shapes.Profile, self._get(f"players/{username}/"))

    def notices(self) -> Iterator[shapes.Notice]:
        """Yield your notices, newest first."""
        return cast("Iterator[shapes.Notice]", self._pages("notices/", {}))

    def read_notices(self) -> int:
        """Mark all notices as read and return how many there were."""
        return cast(shapes.Read, self._post("notices/"))["read"]

    def my_time(self) -> shapes.MyTime:
        """Return your vacation, weekend, night and reminders."""
        return cast(shapes.MyTime, self._get("me/time/"))

    def start_vacation(self, until: str | None = None) -> shapes.VacationBegun:
        """Start a vacation, which stops your clocks, until the time `until` (ISO 8601). By default, it lasts as long as
        you have vacation left.

        In the response, `shortened` is true if you have less vacation left than you requested.
        """
        return cast(shapes.VacationBegun, self._post("me/vacation/", {} if until is None else {"until": until}))

    def end_vacation(self) -> None:
        """End your vacation."""
        self._delete("me/vacation/")

    # Offers

    def challenges(self) -> Iterator[shapes.Challenge]:
        """Yield the open games of the waiting room, and the open offers by you and to you, the newest first."""
        return cast("Iterator[shapes.Challenge]", self._pages("challenges/", {}))

    def challenge(self, challenge_id: int) -> shapes.Challenge:
        """Return the offer with this number."""
        return cast(shapes.Challenge, self._get(f"challenges/{challenge_id}/"))

    def offer(self, *, key: str | None = None, **terms: Any) -> shapes.Challenge:
        """Offer a game and return the offer. The terms are the body of the operation `challenge_create`, such as
        size=9, opponent="babak" or days=3."""
        return cast(shapes.Challenge, self._post("challenges/", terms, key))

    def player_ratings(self, username: str) -> Iterator[shapes.RatingEvent]:
        """Yield a player's rating changes by rated games, the newest first."""
        return cast("Iterator[shapes.RatingEvent]", self._pages(f"players/{username}/ratings/", {}))

    def accept_challenge(
        self, challenge_id: int, *, token: str = "", shown: shapes.Challenge | None = None, key: str | None = None
    ) -> shapes.Game:
        """Accept an offer and return the game that starts. For an offer whose terms depend on ranks, `shown` must be
        the offer as you saw it."""
        body: dict[str, Any] = {"token": token} if token else {}
        if shown is not None:
            body |= {"handicap": shown["handicap"], "color": shown["color"]}
        return cast(shapes.Game, self._post(f"challenges/{challenge_id}/accept/", body, key))

    def decline(self, challenge_id: int) -> shapes.Challenge:
        """Decline an offer."""
        return cast(shapes.Challenge, self._post(f"challenges/{challenge_id}/decline/"))

    def counter(self, challenge_id: int, *, key: str | None = None, **terms: Any) -> shapes.Challenge:
        """Answer an offer with other terms and return the new offer."""
        return cast(shapes.Challenge, self._post(f"challenges/{challenge_id}/counter/", terms, key))

    def withdraw_challenge(self, challenge_id: int) -> None:
        """Withdraw your offer."""
        self._delete(f"challenges/{challenge_id}/")

    def rematch(self, game_id: int) -> shapes.Again:
        """Offer a rematch to the opponent of a finished game, or accept the opponent's offer. Return the offer or the
        new game."""
        return cast(shapes.Again, self._post(f"games/{game_id}/rematch/"))

    # Games

    def games(self, **filters: Any) -> Iterator[shapes.GameRow]:
        """Yield the games that match these filters, the newest first. Filters are the query parameters of the operation
        `games`, such as mine=True, waiting=True, phase="running", player="aino" or size=9."""
        query = {name: str(value).lower() if isinstance(value, bool) else value for name, value in filters.items()}
        return cast("Iterator[shapes.GameRow]", self._pages("games/", query))

    def game(self, game_id: int, *, legal: bool = False, line: bool = False) -> shapes.Game:
        """Return the complete state of a game. With `legal` it includes the legal points, with `line` all moves. A
        state that has not changed is returned from the client's cache."""
        query = {name: "1" for name, wanted in (("legal", legal), ("line", line)) if wanted}
        place = f"{game_id} {sorted(query)}"
        etag, kept = self._states.pop(place, ("", None))
        headers = {"If-None-Match": etag} if kept is not None else {}
        answer = self.transport.ask("GET", f"games/{game_id}/", params=query, headers=headers)
        state = kept if answer.status_code == 304 and kept is not None else cast(shapes.Game, answer.json())
        self._states[place] = (answer.headers.get("ETag", etag), state)
        while len(self._states) > MOST_STATES_KEPT:
            self._states.popitem(last=False)
        return state

    def actions(self, game_id: int, after: int = 0) -> Iterator[shapes.Receipt]:
        """Yield the actions of a game after the action number `after`, in order."""
        while True:
            page = cast(shapes.Receipts, self._get(f"games/{game_id}/actions/", {"after": after}))["results"]
            if not page:
                return
            yield from page
            after = page[-1]["number"]

    def act(self, game_id: int, kind: str, expected: int, key: str | None = None, **fields: Any) -> shapes.Receipt:
        """Perform an action in a game and return its receipt. `kind` and `fields` are those of the operation `act`, and
        `expected` is the number of the last action that you saw."""
        body = {"kind": kind, "expected": expected, **fields}
        return cast(shapes.Receipt, self._post(f"games/{game_id}/actions/", body, key))

    def play(self, game_id: int, point: str, expected: int, key: str | None = None) -> shapes.Receipt:
        """Play a stone."""
        return self.act(game_id, "play", expected, key, point=point)

    def pass_(self, game_id: int, expected: int, key: str | None = None) -> shapes.Receipt:
        """Pass."""
        return self.act(game_id, "pass", expected, key)

    def resign(self, game_id: int, expected: int, key: str | None = None) -> shapes.Receipt:
        """Resign."""
        return self.act(game_id, "resign", expected, key)

    def place_handicap(
        self, game_id: int, points: Iterable[str], expected: int, key: str | None = None
    ) -> shapes.Receipt:
        """Place the stones of a free handicap."""
        return self.act(game_id, "place_handicap", expected, key, points=list(points))

    def propose(self, game_id: int, dead: Iterable[str], expected: int, key: str | None = None) -> shapes.Receipt:
        """Propose exactly these stones as dead."""
        return self.act(game_id, "propose", expected, key, dead=list(dead))

    def withdraw_proposal(self, game_id: int, proposal: int, expected: int, key: str | None = None) -> shapes.Receipt:
        """Withdraw your proposal."""
        return self.act(game_id, "withdraw", expected, key, proposal=proposal)

    def accept(  # noqa: PLR0913 - published
        self, game_id: int, proposal: int, expected: int, key: str | None = None, *, confirmed: bool = False
    ) -> shapes.Receipt:
        """Accept the proposal with the number `proposal`. With `confirmed`, also accept a proposal about which the
        server has doubts."""
        more = {"confirmed": True} if confirmed else {}
        return self.act(game_id, "accept", expected, key, proposal=proposal, **more)

    def reject(  # noqa: PLR0913 - published
        self, game_id: int, proposal: int, then: str, expected: int, key: str | None = None, *, reason: str = ""
    ) -> shapes.Receipt:
        """Reject the proposal with the number `proposal`. `then` is what you want next: mark, resume (in the first end
        phase), or settle (play the dispute out, or end the game)."""
        more = {"reason": reason} if reason else {}
        return self.act(game_id, "reject", expected, key, proposal=proposal, then=then, **more)

    def resume(self, game_id: int, expected: int, key: str | None = None) -> shapes.Receipt:
        """Resume play instead of marking dead stones."""
        return self.act(game_id, "resume", expected, key)

    def settle(self, game_id: int, expected: int, key: str | None = None) -> shapes.Receipt:
        """Demand that the dispute about dead stones is played out on the board. After it has been played out, demand
        that the board is scored as it is."""
        return self.act(game_id, "settle", expected, key)

    def stop(self, game_id: int, expected: int, key: str | None = None) -> shapes.Receipt:
        """Stop play to mark dead stones. This is possible after your opponent has answered three of your passes in a
        row with moves."""
        return self.act(game_id, "stop", expected, key)

    def answer(  # noqa: PLR0913 - published
        self, game_id: int, what: str, allow: bool, expected: int, key: str | None = None
    ) -> shapes.Receipt:
        """Answer the opponent's request, and return the receipt. `what` is the kind of request (undo, no_result, pause
        or draw), and `allow` is whether you agree."""
        return self.act(game_id, f"answer_{what}", expected, key, allow=allow)

    def marks(self, game_id: int, dead: Iterable[str], expected: int) -> shapes.Marks:
        """Replace your draft of dead stones, which is not a proposal yet."""
        return cast(shapes.Marks, self._put(f"games/{game_id}/marks/", {"dead": list(dead), "expected": expected}))

    def messages(self, game_id: int) -> Iterator[shapes.Message]:
        """Yield the messages of the game's chat, the latest first."""
        return cast("Iterator[shapes.Message]", self._pages(f"games/{game_id}/messages/", {}))

    def say(self, game_id: int, text: str, key: str | None = None) -> shapes.Message:
        """Write a message in the game's chat."""
        return cast(shapes.Message, self._post(f"games/{game_id}/messages/", {"text": text}, key))

    def note(self, game_id: int) -> shapes.Note:
        """Return your private note about a game."""
        return cast(shapes.Note, self._get(f"games/{game_id}/note/"))

    def write_note(self, game_id: int, text: str) -> shapes.Note:
        """Replace your private note about a game."""
        return cast(shapes.Note, self._put(f"games/{game_id}/note/", {"text": text}))

    def count(self, game_id: int, dead: Iterable[str] | None = None) -> shapes.Count:
        """Return the score with these dead stones, by default with those of the open proposal or of the result."""
        query = {} if dead is None else {"dead": ",".join(dead)}
        return cast(shapes.Count, self._get(f"games/{game_id}/count/", query))

    def sgf(self, game_id: int) -> str:
        """Return the record of a game as SGF."""
        return cast(shapes.Sgf, self._get(f"games/{game_id}/sgf/"))["sgf"]

    # Following

    def events(self, since: int | None = None) -> Iterator[shapes.Hello | shapes.Event]:
        """Yield your events after the number `since` (default: from now on), endlessly, across connections.

        Every connection begins with a "hello"; `missed` there means that the state has to be fetched.
        """
        return cast("Iterator[shapes.Hello | shapes.Event]", self.transport.follow("events", since))

    def game_events(self, game_id: int, since: int | None = None) -> Iterator[shapes.Hello | shapes.GameEvent]:
        """Yield the actions and other events of one game after the number `since`, endlessly, as `events` does."""
        return cast(
            "Iterator[shapes.Hello | shapes.GameEvent]", self.transport.follow(f"games/{game_id}/events", since)
        )

    # How

    def _get(self, path: str, query: dict[str, Any] | None = None) -> Any:
        return self.transport.ask("GET", path, params=query).json()

    def _put(self, path: str, body: dict[str, Any]) -> Any:
        return self.transport.ask("PUT", path, json=body).json()

    def _post(self, path: str, body: dict[str, Any] | None = None, key: str | None = None) -> Any:
        headers = {"Idempotency-Key": key or uuid.uuid4().hex}
        return self.transport.ask("POST", path, json=body or {}, headers=headers).json()

    def _delete(self, path: str) -> None:
        self.transport.ask("DELETE", path, headers={"Idempotency-Key": uuid.uuid4().hex})

    def _pages(self, path: str, query: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the rows of all pages of a list. Only the cursor is taken from the URL of a next page, because the
        client may reach the server at another address."""
        query = {"limit": ROWS, **query}
        while True:
            page = self._get(path, query)
            yield from page["results"]
            if page["next"] is None:
                return
            query["cursor"] = parse_qs(urlsplit(page["next"]).query)["cursor"][0]
