"""One game as an e-mail tells of it, in the language that is on: sentences, moves, messages, the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Player
from games.event_names import event_of
from games.game_view import GameView
from games.letters.facts import Facts
from games.letters.ways import NO_WAY, Way
from games.models import Game, Seat
from notifications.kinds import DIGESTS, Kind, kind_of
from notifications.models import KINDS, Level, WaitingNotice
from notifications.services.letters import Parcel
from rules import Phase, vertex
from wording import dates, words
from wording.board_text import board_text

LEVELS = [Level.NOTICE, Level.MOVES, Level.BOARD, Level.PICTURE]


@dataclass(frozen=True, slots=True)
class Entry:
    """What an e-mail says of one game, or of what is about no game: `sentences` first, then `details`, and where there
    is more of it. `view` is there when the board belongs to it."""

    sentences: list[str]
    details: list[str]
    path: str
    view: GameView | None = None
    last: str = ""
    way: Way = NO_WAY
    game_id: int | None = None


def entries_of(parcel: Parcel, facts: Facts, now: datetime) -> list[Entry]:
    """What is still true of it: the games that wait first, the nearest deadline first."""
    player, told, level = parcel.player, parcel.told, parcel.settings.level
    by_game: dict[int, list[WaitingNotice]] = {}
    apart = []
    for one in told:
        if one.game_id in facts.games:
            by_game.setdefault(one.game_id or 0, []).append(one)
        elif one.notice is not None and not _is_read(one):
            apart.append(_apart(one))
    games = [(facts.games[pk], some) for pk, some in by_game.items()]
    games.sort(key=lambda pair: _urgency(pair[0], player))
    found = [_entry(game, player, (some, facts, level), now) for game, some in games]
    return [entry for entry in found if entry is not None] + apart


def _is_read(one: WaitingNotice) -> bool:
    """What was read on the bell before its digest left is not told once more."""
    return one.notice is not None and one.when in DIGESTS and one.notice.read_at is not None


def _urgency(game: Game, player: Player) -> tuple[bool, bool, float]:
    deadline = None if game.deadline is None else game.deadline.timestamp()
    return (not _is_on_turn(game, player), deadline is None, deadline or 0.0)


def _is_on_turn(game: Game, player: Player) -> bool:
    return game.turn is not None and game.seat_on_turn().player_id == player.pk


def _apart(one: WaitingNotice) -> Entry:
    """A notice that is about no game."""
    notice = one.notice
    assert notice is not None
    name = _("Your opponent") if notice.by is None else notice.by.shown_name
    path = notice.path or reverse("notifications:notices")
    if not notice.path and notice.challenge is not None:
        path = notice.challenge.get_absolute_url()
    sentence = str(notice.sentence)
    details = [notice.title] if notice.title and "%(title)s" not in sentence else []
    return Entry([sentence % {"name": name, "title": notice.title}], details, path)


def _entry(game: Game, player: Player, about: tuple[list[WaitingNotice], Facts, str], now: datetime) -> Entry | None:
    """The game, None when nothing of what was to be told is true any more."""
    told, facts, level = about
    seat = game.seat_of(player)
    notices = [one for one in told if one.notice is not None and not _is_read(one)]
    mine = [one for one in told if one.notice is None] if seat is not None and _is_on_turn(game, player) else []
    if seat is None and not notices:
        return None
    if not mine and not notices:
        return None
    sentences = [_sentence(one, game, seat) for one in notices] + ([_turn(game, seat)] if mine and seat else [])
    show, detail = GameView(game, player), LEVELS.index(Level(level))
    lines = [*_event(game), _standing(game, player, now)]
    if seat is not None and detail >= LEVELS.index(Level.MOVES):
        lines += _since(show, seat, facts)
    has_board = detail >= LEVELS.index(Level.BOARD) and seat is not None
    path = next((one.notice.path for one in notices if one.notice and one.notice.path), game.get_absolute_url())
    way = NO_WAY if seat is None else facts.ways.get(seat.pk, NO_WAY)
    return Entry(list(dict.fromkeys(sentences)), lines, path, show if has_board else None, _last(show), way, game.pk)


def _sentence(one: WaitingNotice, game: Game, seat: Seat | None) -> str:
    notice = one.notice
    assert notice is not None
    name = _opponent(game, seat) if notice.by is None else notice.by.shown_name
    if one.kind == "game_finished" and seat is not None and game.winner is not None:
        won = game.winner == seat.color
        return (_("You won against %(name)s") if won else _("You lost to %(name)s")) % {"name": name}
    return str(KINDS[one.kind]) % {"name": name}


def _turn(game: Game, seat: Seat) -> str:
    if game.phase != Phase.PLAY.value:
        return _("%(name)s waits for you in the scoring") % {"name": _opponent(game, seat)}
    return _("Your move against %(name)s") % {"name": _opponent(game, seat)}


def _opponent(game: Game, seat: Seat | None) -> str:
    return _("Your opponent") if seat is None else game.opponents(seat)[0].player.shown_name


def _event(game: Game) -> list[str]:
    """The event that the game belongs to, and where its page is."""
    event = event_of(game)
    return [] if event is None else [f"{event}: {settings.IGO_URL.rstrip('/')}{event.path}"]


def _standing(game: Game, player: Player, now: datetime) -> str:
    """Size, moves, and the result or what time is left."""
    size, moves = f"{game.width}×{game.height}", _("move %(n)s") % {"n": words.number(game.move_number)}
    if game.result:
        return f"{size} · {moves} · {words.result_of(game)}"
    if game.deadline is None or not _is_on_turn(game, player):
        return f"{size} · {moves}"
    left = words.time_left(game.deadline, now)
    until = _("Your time runs out on %(when)s.") % {"when": dates.instant(game.deadline)}
    return f"{size} · {moves} · {left}\n{until}"


def _since(show: GameView, seat: Seat, facts: Facts) -> list[str]:
    """What the others did and said since this side's last action."""
    actions, messages = facts.since(show.game, seat)
    told = [show.receipt(action) for action in actions if action.kind in ("play", "pass")]
    moves = [_move(receipt) for receipt in told if receipt["kind"] == "pass" or "point" in receipt]
    lines = [_("Since your last move: %(moves)s") % {"moves": ", ".join(moves)}] if moves else []
    return lines + [f"{message.author.shown_name}: {message.shown_text}" for message in messages]


def _move(receipt: object) -> str:
    assert isinstance(receipt, dict)
    return str(receipt.get("point") or _("pass"))


def _last(show: GameView) -> str:
    """Where the last stone was played, "" after a pass and before the first."""
    last = show.last_move()
    return "" if last is None or last.point is None else vertex(last.point, show.game.height)


def kinds_of(told: Sequence[WaitingNotice]) -> list[Kind]:
    """The kinds of what is told, each once."""
    return list(dict.fromkeys(kind_of(one.kind) for one in told))


def picture_text(entry: Entry) -> str:
    """The board as text, with its letters and numbers; "" where none belongs to it."""
    if entry.view is None:
        return ""
    return board_text(entry.view.board(), entry.view.last_move())
