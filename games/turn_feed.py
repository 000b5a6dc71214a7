"""The games in which a player has to act, as a feed (Atom, RFC 4287) at a secret URL."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from accounts.core import site
from accounts.core.feeds import PlainTextAtomFeed
from accounts.models import Player
from games import seen
from games.game_view import GameView
from games.models import Game
from games.notice_names import joined_opponent_names
from rules import Phase, vertex
from wording import dates, words

MOST_ENTRIES = 100


def atom_feed_of(player: Player, now: datetime, address: Callable[[str], str], path: str) -> bytes:
    """Return the Atom feed of the games in which this player has to act, newest first, with an entry for each turn.
    Three queries for any number of games. `address` makes an absolute URL from a path; `path` is the path of the
    feed."""
    seen.mark_all_seen(player.pk)
    waiting = Game.objects.awaiting(player).defer("position_keys").with_seats().order_by("-last_action_at", "-pk")
    feed = PlainTextAtomFeed(
        title=_("Go: my turns"), link=address("/"), description="", language=get_language(),
        feed_url=address(path), feed_guid=f"{address('/')}#turns-{player.pk}", author_name=site.name(),
    )  # fmt: skip
    for game in waiting[:MOST_ENTRIES]:
        link = address(game.get_absolute_url())
        feed.add_item(
            title=_entry_title(game, player), link=link, description=_entry_description(game, player),
            unique_id=f"{link}#{game.state_number}", updateddate=game.last_action_at, pubdate=game.last_action_at,
        )  # fmt: skip
    return feed.writeString("utf-8").encode()


def _entry_title(game: Game, player: Player) -> str:
    seat = game.seat_of(player)
    name = joined_opponent_names(game, seat)
    if game.phase != Phase.PLAY.value:
        return _("%(name)s is waiting for you to continue scoring") % {"name": name}
    return _("Your move against %(name)s") % {"name": name}


def _entry_description(game: Game, player: Player) -> str:
    """Return the text of a feed entry: the last move, the board size, and when the player's time runs out."""
    show = GameView(game, player)
    last = None if show.state_without_history.is_resumed else show.last_move()
    parts = [words.board_size_text(game.width, game.height)]
    if last is not None:
        parts.append(pgettext("text", "pass") if last.point is None else vertex(last.point, game.height))
    if game.deadline is not None:
        parts.append(_("Your time runs out on %(when)s.") % {"when": dates.full_time(game.deadline)})
    return " · ".join(parts)
