"""Notices as list items of a page, with a picture of the board. The games of all items are read together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING

from django.db.models import F
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import Player
from foundation.keyset import Key
from games.cards import SOON, GameCard, cards_of, result_or_turn_text, with_events
from games.dispute_words import REJECTED, placeholder_values, rejection_reason_sentence, scoring_sentence_of
from games.event_names import isolate_team_match_names
from games.game_view import GameView
from games.models import Action, Game
from games.notice_names import joined_names, name_for_notice
from games.services.listing import visible_games_by_keys
from games.thumbnails import thumbnails
from notifications.kinds import CLOCK_KINDS
from notifications.models import KINDS, Notice
from rules import Phase, vertex
from wording import words
from wording.dates import NEAR

if TYPE_CHECKING:
    from games.access import Viewer

MOST_TURNS = 3


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """One row in a list of notices: the newest notice about a game, or a notice about something else. `path` is the
    path of its page, "" if it has none. `notice` is None for a row that only says that the player has to act in a game.
    `more` is the number of older notices that share the row, and `unread` the ids of all its unread notices.
    `wants_you` is whether the player has to act now, and `due` the deadline of the game's next move."""

    sentence: SafeString
    detail: SafeString | str
    at: datetime
    path: str
    picture: SafeString | None
    notice: Notice | None = None
    unread: tuple[int, ...] = ()
    more: int = 0
    game_id: int | None = None
    wants_you: bool = False
    due: datetime | None = None

    def urgency(self) -> tuple[bool, float]:
        """Return the key by which rows that want the player to act come first, nearest deadline first."""
        return not self.wants_you, self.due.timestamp() if self.wants_you and self.due else float("inf")


def notices_by_day(
    notices: Iterable[Notice], player: Player, now: datetime, turns: Iterable[NoticeRow] = ()
) -> list[tuple[str, list[NoticeRow]]]:
    """Return the rows of a list of notices as pairs of a heading, such as "Today", and the rows under it. Rows that
    want the player to act come first (`turns` and notices), nearest deadline first. The others keep their order.

    All notices about a game share one row, which shows the newest; an accepted challenge counts as a notice about its
    game. Notices of one day with the same sentence also share a row. A notice that only says that a game has started is
    left out if the game already has moves. The notices need `by`, `game`, `challenge` and the challenge's game loaded.
    """
    subjects: dict[tuple[object, ...], list[Notice]] = {}
    for notice in notices:
        if not _is_outdated_start_notice(notice):
            subjects.setdefault(_row_key_of(notice), []).append(notice)
    shown = [about[0] for about in subjects.values()]
    games = [game for game in map(_game_of, shown) if game is not None]
    cards = {card.pk: card for card in with_events(cards_of(player, games)[0])}
    pictures = thumbnails({(card.pk, card.number, card.color) for card in cards.values()}, player)
    rejected = _rejections_by_notice(shown)
    rows = [
        replace(
            _notice_row(newest, cards.get(game_id_of_notice(newest) or 0), (pictures, rejected.get(newest.pk)), now),
            unread=tuple(one.pk for one in (newest, *older) if one.read_at is None),
            more=len(older),
        )
        for newest, *older in subjects.values()
    ]
    rows = sorted([*turns, *rows], key=NoticeRow.urgency)
    return [(heading, list(same)) for heading, same in groupby(rows, lambda row: _day_heading(row, now))]


def _game_of(notice: Notice) -> Game | None:
    """Return the notice's game, or the game that its challenge has led to."""
    return notice.game if notice.challenge is None else notice.challenge.game


def _is_outdated_start_notice(notice: Notice) -> bool:
    """Return whether the notice says only that a game has started, and its game has moves and is in progress."""
    game = _game_of(notice)
    if game is None or game.is_finished or game.state_number < 2:
        return False
    return notice.kind == "game_started" or notice.challenge is not None


def game_id_of_notice(notice: Notice) -> int | None:
    return notice.game_id if notice.challenge is None else notice.challenge.game_id


def _row_key_of(notice: Notice) -> tuple[object, ...]:
    """Return the key of the row in which this notice is listed: its game's id; for an offer without a game, the notice
    itself; otherwise the notice's sentence and day."""
    if game_id_of_notice(notice) is not None:
        return (game_id_of_notice(notice),)
    if notice.challenge_id is not None:
        return "notice", notice.pk
    return notice.kind, notice.path, notice.title, notice.by_id, timezone.localtime(notice.created_at).date()


def _day_heading(row: NoticeRow, now: datetime) -> str:
    if row.wants_you:
        return pgettext("notification", "Waiting for you")
    days = (timezone.localtime(now).date() - timezone.localtime(row.at).date()).days
    if days < 1:
        return pgettext("text", "Today")
    if days == 1:
        return pgettext("notification", "Yesterday")
    return pgettext("notification", "This week") if days < NEAR.days else pgettext("notification", "Earlier")


def _rejections_by_notice(notices: list[Notice]) -> dict[int, Action]:
    """Return the rejections of proposals that these notices are about, by notice id. Takes one query if there are
    any."""
    about = {(notice.game_id, notice.created_at): notice.pk for notice in notices if notice.kind == REJECTED}
    if not about:
        return {}
    games = {game_id for game_id, _at in about if game_id is not None}
    rows = Action.objects.filter(game__in=games, kind="reject", received_at__in={at for _game, at in about})
    return {about[row.game_id, row.received_at]: row for row in rows if (row.game_id, row.received_at) in about}


def _notice_row(
    notice: Notice, card: GameCard | None, drawn: tuple[dict[int, SafeString], Action | None], now: datetime
) -> NoticeRow:
    pictures, rejected = drawn
    path = notice.path
    if not path and card is not None:
        path = card.path
    elif not path and notice.challenge is not None:
        path = notice.challenge.get_absolute_url()
    return NoticeRow(
        sentence=_notice_sentence(notice, card, rejected),
        detail=_notice_title(notice)
        if card is None
        else _game_detail(card, now, "" if rejected is None else rejection_reason_sentence(rejected)),
        at=notice.created_at,
        path=path,
        picture=None if card is None else pictures[card.pk],
        notice=notice,
        game_id=game_id_of_notice(notice),
        wants_you=_wants_action(notice, card),
        due=None if card is None else card.deadline,
    )


def _wants_action(notice: Notice, card: GameCard | None) -> bool:
    """Return whether the notice is a challenge to answer, or a warning about the time for a move that is still due."""
    if card is not None:
        return card.my_turn and notice.kind in CLOCK_KINDS
    offer = notice.challenge
    return offer is not None and offer.is_open and offer.opponent_id == notice.player_id


def _notice_sentence(notice: Notice, card: GameCard | None, rejected: Action | None) -> SafeString:
    name = name_for_notice(notice, [] if card is None else [one.shown_name for one in card.opponents])
    if rejected is not None:
        return words.isolated(scoring_sentence_of(rejected), **placeholder_values(rejected, name))
    text = str(notice.sentence)
    ends = notice.kind == "game_finished"
    if notice.challenge is not None and card is not None:  # the challenge has become this game
        text, ends = str(KINDS["game_finished" if card.result else "game_started"]), bool(card.result)
    if ends and card is not None and card.winner is not None and card.color is not None:
        text = _("You won against %(name)s") if card.winner == card.color else _("You lost to %(name)s")
    return words.isolated(text, name=name, title=notice.title)


def _notice_title(notice: Notice) -> str:
    """Return the title of a notice that is not about a game, or "" if its sentence includes the title."""
    if "%(title)s" in notice.sentence:
        return ""
    return isolate_team_match_names(notice.title) if notice.kind.startswith("match_") else notice.title


def _game_detail(card: GameCard, now: datetime, reason: str) -> SafeString:
    return _with_reason_above(
        reason, _with_event(card, format_html("{}\xa0· {}", card.board_size_html, result_or_turn_text(card, now)))
    )


def _with_event(card: GameCard, sentence: SafeString) -> SafeString:
    """Return the sentence with the name of the game's event in front, if the game has one."""
    return format_html("{}\xa0· {}", card.event.name_html, sentence) if card.event else sentence


def _time_left_html(card: GameCard, now: datetime, last: Action | None) -> SafeString:
    soon = SOON if words.is_running_short(card.deadline, now) else ""
    left = words.time_left_text(card.deadline, now)
    standing = _with_event(card, format_html("{}\xa0· <span{}>{}</span>", card.board_size_html, soon, left))
    return _with_reason_above("" if last is None else rejection_reason_sentence(last), standing)


def _with_reason_above(reason: str, standing: SafeString) -> SafeString:
    return format_html("<bdi>{}</bdi><br>{}", reason, standing) if reason else standing


def turns_without_newer_notice(notices: Iterable[Notice], player: Player, now: datetime) -> list[NoticeRow]:
    """Return the rows of `turn_rows`, except for games with a notice in `notices` (newest first) that is newer than the
    turn."""
    about: dict[int | None, list[Notice]] = {}
    for notice in notices:
        about.setdefault(game_id_of_notice(notice), []).append(notice)
    return [
        replace(row, unread=tuple(notice.pk for notice in older if notice.read_at is None))
        for row in turn_rows(player, now)
        for older in [about.get(row.game_id, [])]
        if not older or older[0].created_at <= row.at
    ]


def turn_rows(player: Player, now: datetime) -> list[NoticeRow]:
    """Return rows for the games in which this player has to act, nearest deadline first, at most MOST_TURNS, each with
    the opponent's last action."""
    waiting = Game.objects.awaiting(player).order_by(F("deadline").asc(nulls_last=True), "pk")
    games = list(waiting.defer("position_keys")[:MOST_TURNS])
    by_number = {game.pk: game for game in games}
    cards = with_events(cards_of(player, games)[0])
    drawn = thumbnails([(card.pk, card.number, card.color) for card in cards], player)
    last = {row.game_id: row for row in _last_actions_of(games)}
    return [
        NoticeRow(
            sentence=_turn_sentence(by_number[card.pk], card, last.get(card.pk), player),
            detail=_time_left_html(card, now, last.get(card.pk)),
            at=by_number[card.pk].last_action_at,
            path=card.path,
            picture=drawn[card.pk],
            game_id=card.pk,
            wants_you=True,
            due=card.deadline,
        )
        for card in cards
    ]


def _last_actions_of(games: list[Game]) -> Iterable[Action]:
    """Return the last action that changed the position of each game, with its player. One query."""
    last = Action.objects.filter(game__in=games, number=F("game__state_number"))
    return last.select_related("seat__player")


def _turn_sentence(game: Game, card: GameCard, last: Action | None, player: Player) -> SafeString:
    name = joined_names([one.shown_name for one in card.opponents])
    by = name if last is None or last.seat is None else last.seat.player.shown_name
    if last is not None and scoring_sentence_of(last):
        if last.seat is not None and last.seat.player_id == player.pk:  # whose rejection gave them the turn
            return format_html(_("Play continues in your game with {name}"), name=name)
        return words.isolated(scoring_sentence_of(last), **placeholder_values(last, by))
    if game.phase != Phase.PLAY.value:
        return words.isolated(_("%(name)s is waiting for you to continue scoring"), name=name)
    move = GameView(game, player).last_move()
    if move is None or last is None or last.kind not in ("play", "pass") or move.color.value == card.color:
        return words.isolated(_("It's your turn in your game with %(name)s"), name=name)
    if move.point is None:
        return words.isolated(pgettext("notification", "%(name)s passed"), name=by)
    return words.isolated(_("%(name)s played %(point)s"), name=by, point=vertex(move.point, game.height))


def profile_game_rows(
    person: Player, viewer: Viewer, recent: list[Key], shared: list[Key]
) -> tuple[list[NoticeRow], list[NoticeRow]]:
    """Return two lists of rows for a profile, as the viewer may see them. The first has this person's games (`recent`)
    from that person's side. The second has their games against the viewer (`shared`) from the viewer's side. A key is
    the time of the last action and the number of a game; the order of keys is preserved."""
    lists = cards_of(person, *(visible_games_by_keys(keys, viewer) for keys in (recent, shared) if keys))
    cards = {card.pk: card for some in lists for card in some}
    drawn = thumbnails([(card.pk, card.number, None) for card in cards.values()], viewer)
    return (
        [_profile_row(cards[pk], at, drawn, _result_for_profile_owner) for at, pk in recent if pk in cards],
        [_profile_row(cards[pk], at, drawn, _result_for_viewer) for at, pk in shared if pk in cards],
    )


def _profile_row(
    card: GameCard, at: datetime, drawn: dict[int, SafeString], side: Callable[[GameCard], SafeString]
) -> NoticeRow:
    return NoticeRow(side(card), _progress_text(card), at, card.path, drawn[card.pk])


def _progress_text(card: GameCard) -> SafeString:
    progress = words.result_sentence_of_columns(card) or pgettext("text", "move %(n)s") % {
        "n": words.localized_number(card.move_number)
    }
    return format_html("{}\xa0· {}", card.board_size_html, progress)


def _result_for_profile_owner(card: GameCard) -> SafeString:
    name = pgettext("notification", "Your opponent") if card.opponent is None else card.opponent.shown_name
    if not card.result:
        return words.isolated(_("Playing against %(name)s"), name=name)
    if card.winner is None:
        return words.isolated(_("Game with %(name)s: no winner"), name=name)
    return words.isolated(_("Won against %(name)s") if card.winner == card.color else _("Lost to %(name)s"), name=name)


def _result_for_viewer(card: GameCard) -> SafeString:
    if card.winner is None:
        return words.isolated(pgettext("notification", "No winner"))
    return words.isolated(
        pgettext("notification", "You lost") if card.winner == card.color else pgettext("notification", "You won")
    )
