"""Data about games for the e-mails of many players, read with the same few queries for any number of e-mails."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import F, Q

from games.emails.ways import EmailTurn, WaysToPlay, create_ways_to_play
from games.event_names import load_events
from games.models import Action, Game, Message, Seat
from notifications.models import EmailDetail
from notifications.services import asking
from notifications.services.emails import EmailContent

MOST_ACTIONS = 40
"""The number of a game's last actions that are searched for news since the reader's last action."""
MOST_MESSAGES = 20


@dataclass(frozen=True, slots=True)
class EmailFacts:
    """The data of many e-mails, by game id. `actions` and `messages` are the last ones of each game, oldest first.
    `ways` is how each turn can be played from its e-mail, by seat id. `answered` has the ids of notices whose requests
    have been answered."""

    games: dict[int, Game]
    actions: dict[int, list[Action]] = field(default_factory=lambda: defaultdict(list))
    messages: dict[int, list[Message]] = field(default_factory=lambda: defaultdict(list))
    ways: dict[int, WaysToPlay] = field(default_factory=dict)
    answered: set[int] = field(default_factory=set)

    def since_own_action(self, game: Game, seat: Seat) -> tuple[list[Action], list[Message]]:
        """Return the other players' actions since this seat's last action, and their messages since then, at most
        MOST_ACTIONS and MOST_MESSAGES. Messages between that action and the next one are included."""
        actions = self.actions[game.pk]
        own = max((row.number for row in actions if row.seat_id == seat.pk), default=0)
        messages = [row for row in self.messages[game.pk] if row.number >= own and row.author_id != seat.player_id]
        return [row for row in actions if row.number > own], messages[-MOST_MESSAGES:]


def load_facts(contents: Collection[EmailContent], now: datetime) -> EmailFacts:
    """Read and return the data that these e-mails need, in a fixed number of queries."""
    numbers = {pk for content in contents for pk in _game_ids_of(content)}
    games = Game.objects.filter(pk__in=numbers).defer("position_keys").with_seats()
    facts = EmailFacts({game.pk: game for game in games})
    load_events(facts.games.values())
    lately = Action.objects.filter(game__in=games, number__gt=F("game__number") - MOST_ACTIONS)
    for action in lately.order_by("game_id", "number"):
        facts.actions[action.game_id].append(action)
    detailed = [content for content in contents if content.settings.level != EmailDetail.NOTICE]
    _load_messages_into(facts, {pk for content in detailed for pk in _game_ids_of(content)})
    facts.ways.update(create_ways_to_play([turn for content in contents for turn in _turns_of(content, facts)], now))
    facts.answered.update(
        asking.answered_notice_ids(one.notice for content in contents for one in content.items if one.notice)
    )
    return facts


def _turns_of(content: EmailContent, facts: EmailFacts) -> Iterable[EmailTurn]:
    """Yield the games of this e-mail in which the reader is on turn."""
    for pk in dict.fromkeys(_game_ids_of(content)):
        game = facts.games.get(pk)
        if game is not None and game.turn is not None and game.seat_on_turn().player_id == content.player.pk:
            yield EmailTurn(game, game.seat_on_turn(), content.settings)


def _game_ids_of(content: EmailContent) -> Iterable[int]:
    return (one.game_id for one in content.items if one.game_id is not None)


def _load_messages_into(facts: EmailFacts, games: set[int]) -> None:
    if not games:
        return
    lately = Q(number__gte=F("game__number") - MOST_ACTIONS)
    messages = Message.objects.filter(lately, game__in=games, hidden_at__isnull=True)
    for message in messages.select_related("author").order_by("said_at", "pk"):
        facts.messages[message.game_id].append(message)
