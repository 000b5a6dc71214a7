"""A synchronous client of the API: what programs do most, typed answers; and every operation in `Client.api`.

Whatever is lost on the way is asked again: every POST carries an Idempotency-Key that is made once per call, so nothing
is done twice. A refusal is an ApiError.
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
"""States of games that are remembered, so that the server need not send them again."""
ROWS = 100


class Client:
    """One account's access to one server. A client is for one thread; streams may be followed in another one."""

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
        """Who I am."""
        return cast(shapes.Me, self._get("me/"))

    def become_bot(self) -> shapes.Me:
        """Make this account a bot, for good."""
        return cast(shapes.Me, self._post("me/bot/"))

    def server(self) -> shapes.Server:
        """Return the server's name, version, rule sets and limits."""
        return cast(shapes.Server, self._get(""))

    def players(
        self, *, search: str | None = None, min_rank: str | None = None, max_rank: str | None = None
    ) -> Iterator[shapes.Person]:
        """Players whose name begins with `search`; without it those with a rank, the strongest first."""
        asked = {"search": search, "min_rank": min_rank, "max_rank": max_rank}
        query = {name: value for name, value in asked.items() if value is not None}
        return cast("Iterator[shapes.Person]", self._pages("players/", query))

    def player(self, username: str) -> shapes.Profile:
        """A player."""
        return cast(shapes.Profile, self._get(f"players/{username}/"))

    def notices(self) -> Iterator[shapes.Notice]:
        """Yield your notices, newest first."""
        return cast("Iterator[shapes.Notice]", self._pages("notices/", {}))

    def read_notices(self) -> int:
        """Mark all notices as read; how many there were."""
        return cast(shapes.Read, self._post("notices/"))["read"]

    def my_time(self) -> shapes.MyTime:
        """My vacation, weekend, night and reminders."""
        return cast(shapes.MyTime, self._get("me/time/"))

    def start_vacation(self, until: str | None = None) -> shapes.VacationBegun:
        """Let my clocks stop until then (ISO 8601), or for as long as there is vacation left.

        `shortened` in the answer: there is not this much left.
        """
        return cast(shapes.VacationBegun, self._post("me/vacation/", {} if until is None else {"until": until}))

    def end_vacation(self) -> None:
        """Come back."""
        self._delete("me/vacation/")

    # Offers

    def challenges(self) -> Iterator[shapes.Challenge]:
        """The waiting room, and the open offers that I made or was made, the newest first."""
        return cast("Iterator[shapes.Challenge]", self._pages("challenges/", {}))

    def challenge(self, challenge_id: int) -> shapes.Challenge:
        """One offer."""
        return cast(shapes.Challenge, self._get(f"challenges/{challenge_id}/"))

    def offer(self, *, key: str | None = None, **terms: Any) -> shapes.Challenge:
        """Offer a game: size=9, opponent="babak", days=3, ..."""
        return cast(shapes.Challenge, self._post("challenges/", terms, key))

    def player_ratings(self, username: str) -> Iterator[shapes.RatingEvent]:
        """What each rated game made of someone's ratings, the newest first."""
        return cast("Iterator[shapes.RatingEvent]", self._pages(f"players/{username}/ratings/", {}))

    def accept_challenge(
        self, challenge_id: int, *, token: str = "", shown: shapes.Challenge | None = None, key: str | None = None
    ) -> shapes.Game:
        """Join; the game starts. `shown` is the offer as it was seen, which one by ranks needs."""
        body: dict[str, Any] = {"token": token} if token else {}
        if shown is not None:
            body |= {"handicap": shown["handicap"], "color": shown["color"]}
        return cast(shapes.Game, self._post(f"challenges/{challenge_id}/accept/", body, key))

    def decline(self, challenge_id: int) -> shapes.Challenge:
        """Say no to an offer."""
        return cast(shapes.Challenge, self._post(f"challenges/{challenge_id}/decline/"))

    def counter(self, challenge_id: int, *, key: str | None = None, **terms: Any) -> shapes.Challenge:
        """Answer an offer with other terms."""
        return cast(shapes.Challenge, self._post(f"challenges/{challenge_id}/counter/", terms, key))

    def withdraw_challenge(self, challenge_id: int) -> None:
        """Take my offer back."""
        self._delete(f"challenges/{challenge_id}/")

    def rematch(self, game_id: int) -> shapes.Again:
        """Offer the opponent of a finished game another one, or accept such an offer."""
        return cast(shapes.Again, self._post(f"games/{game_id}/rematch/"))

    # Games

    def games(self, **filters: Any) -> Iterator[shapes.GameRow]:
        """Games, the newest first: mine=True, waiting=True, phase="running", player="aino", size=9, ..."""
        query = {name: str(value).lower() if isinstance(value, bool) else value for name, value in filters.items()}
        return cast("Iterator[shapes.GameRow]", self._pages("games/", query))

    def game(self, game_id: int, *, legal: bool = False, line: bool = False) -> shapes.Game:
        """The whole state; on request where one may play, and all moves. What has not changed is not sent again."""
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
        """The record after number `after`."""
        while True:
            page = cast(shapes.Receipts, self._get(f"games/{game_id}/actions/", {"after": after}))["results"]
            if not page:
                return
            yield from page
            after = page[-1]["number"]

    def act(self, game_id: int, kind: str, expected: int, key: str | None = None, **fields: Any) -> shapes.Receipt:
        """Do one action; `expected` is the number of the state that it answers."""
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
        """Propose that these stones are dead, and no others."""
        return self.act(game_id, "propose", expected, key, dead=list(dead))

    def withdraw_proposal(self, game_id: int, proposal: int, expected: int, key: str | None = None) -> shapes.Receipt:
        """Take my proposal back."""
        return self.act(game_id, "withdraw", expected, key, proposal=proposal)

    def accept(  # noqa: PLR0913 - published
        self, game_id: int, proposal: int, expected: int, key: str | None = None, *, confirmed: bool = False
    ) -> shapes.Receipt:
        """Accept proposal number `proposal`; `confirmed` is the second confirmation of one in doubt."""
        more = {"confirmed": True} if confirmed else {}
        return self.act(game_id, "accept", expected, key, proposal=proposal, **more)

    def reject(  # noqa: PLR0913 - published
        self, game_id: int, proposal: int, then: str, expected: int, key: str | None = None, *, reason: str = ""
    ) -> shapes.Receipt:
        """Reject it; `then` is mark, resume (in the first end phase) or settle (play it out, or end)."""
        more = {"reason": reason} if reason else {}
        return self.act(game_id, "reject", expected, key, proposal=proposal, then=then, **more)

    def resume(self, game_id: int, expected: int, key: str | None = None) -> shapes.Receipt:
        """Play on instead of marking."""
        return self.act(game_id, "resume", expected, key)

    def settle(self, game_id: int, expected: int, key: str | None = None) -> shapes.Receipt:
        """Demand that the dispute is settled on the board; after a settling, that the board is counted as it stands."""
        return self.act(game_id, "settle", expected, key)

    def stop(self, game_id: int, expected: int, key: str | None = None) -> shapes.Receipt:
        """Stop play and mark, when three of my passes in a row were answered by plays."""
        return self.act(game_id, "stop", expected, key)

    def answer(  # noqa: PLR0913 - published
        self, game_id: int, what: str, allow: bool, expected: int, key: str | None = None
    ) -> shapes.Receipt:
        """Answer the opponent's request: `what` is undo, no_result or pause."""
        return self.act(game_id, f"answer_{what}", expected, key, allow=allow)

    def marks(self, game_id: int, dead: Iterable[str], expected: int) -> shapes.Marks:
        """Set my draft of dead stones."""
        return cast(shapes.Marks, self._put(f"games/{game_id}/marks/", {"dead": list(dead), "expected": expected}))

    def messages(self, game_id: int) -> Iterator[shapes.Message]:
        """The chat, the latest first."""
        return cast("Iterator[shapes.Message]", self._pages(f"games/{game_id}/messages/", {}))

    def say(self, game_id: int, text: str, key: str | None = None) -> shapes.Message:
        """Say something."""
        return cast(shapes.Message, self._post(f"games/{game_id}/messages/", {"text": text}, key))

    def note(self, game_id: int) -> shapes.Note:
        """My private note."""
        return cast(shapes.Note, self._get(f"games/{game_id}/note/"))

    def write_note(self, game_id: int, text: str) -> shapes.Note:
        """Replace my note."""
        return cast(shapes.Note, self._put(f"games/{game_id}/note/", {"text": text}))

    def count(self, game_id: int, dead: Iterable[str] | None = None) -> shapes.Count:
        """The count of these dead stones, else of the open proposal or of the result."""
        query = {} if dead is None else {"dead": ",".join(dead)}
        return cast(shapes.Count, self._get(f"games/{game_id}/count/", query))

    def sgf(self, game_id: int) -> str:
        """The record as SGF."""
        return cast(shapes.Sgf, self._get(f"games/{game_id}/sgf/"))["sgf"]

    # Following

    def events(self, since: int | None = None) -> Iterator[shapes.Hello | shapes.Event]:
        """What happens to me, from number `since` on (the present by default), forever and over broken connections.

        Every connection begins with a "hello"; `missed` there means that the state has to be fetched.
        """
        return cast("Iterator[shapes.Hello | shapes.Event]", self.transport.follow("events", since))

    def game_events(self, game_id: int, since: int | None = None) -> Iterator[shapes.Hello | shapes.GameEvent]:
        """The same for the actions of one game."""
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
        """The rows of all pages. Of the next page's address only the cursor is taken: we know where the server is."""
        query = {"limit": ROWS, **query}
        while True:
            page = self._get(path, query)
            yield from page["results"]
            if page["next"] is None:
                return
            query["cursor"] = parse_qs(urlsplit(page["next"]).query)["cursor"][0]
