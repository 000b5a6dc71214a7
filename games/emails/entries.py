"""One game as a part of an e-mail, in the active language: sentences, moves, messages, the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import Player
from games.dispute_words import NOTIFIED_KINDS, scoring_sentence_of, scoring_sentences, was_play_resumed
from games.emails import subjects
from games.emails.facts import EmailFacts
from games.emails.scoring import OpenProposal, open_proposal_in
from games.emails.truth import is_notice_still_true, is_on_turn
from games.emails.ways import NO_WAY, WaysToPlay
from games.event_names import event_of
from games.game_view import GameView
from games.models import Action, Game, Message
from games.notice_names import joined_opponent_names, name_for_notice, opponent_names_in
from games.sgf_export import player_names
from notifications.kinds import DIGESTS, NoticeGroup, notice_group_of
from notifications.models import KINDS, EmailDetail, EmailItem
from notifications.services.emails import EmailContent
from rules import Stage, vertex
from wording import dates, words
from wording.board_text import board_text, marking_legend, position_legend

LEVELS = [EmailDetail.NOTICE, EmailDetail.MOVES, EmailDetail.BOARD, EmailDetail.PICTURE]


@dataclass(frozen=True, slots=True)
class EmailEntry:
    """One part of an e-mail, about a game or something else. It has `sentences`, then `details`, and the path of its
    page. `subject` is the subject if the e-mail has only this entry. `name` is the player named in that subject, "" for
    none. `view` is set if the e-mail shows the board."""

    sentences: list[str]
    details: list[str]
    path: str
    view: GameView | None = None
    last: str = ""
    way: WaysToPlay = NO_WAY
    subject: str = ""
    name: str = ""
    proposed: OpenProposal | None = None
    game_id: int | None = None
    is_turn: bool = False


def current_entries(content: EmailContent, facts: EmailFacts, now: datetime) -> list[EmailEntry]:
    """Return an entry for each game of the e-mail, in order of urgency, then one for each notice about something else.
    Notices that are no longer true are left out. Games in which the reader has to act come first, by deadline."""
    player, items, level = content.player, content.items, content.settings.level
    by_game: dict[int, list[EmailItem]] = {}
    apart = []
    for one in items:
        if one.notice_id in facts.answered:
            continue
        if one.game_id in facts.games:
            by_game.setdefault(one.game_id or 0, []).append(one)
        elif one.notice is not None and not _is_left_out_as_read(one):
            apart.append(_notice_entry(one, player))
    games = [(facts.games[pk], some) for pk, some in by_game.items()]
    games.sort(key=lambda pair: _urgency_key(pair[0], player))
    found = [_game_entry(game, player, (some, facts, level), now) for game, some in games]
    return [entry for entry in found if entry is not None] + apart


def _is_left_out_as_read(item: EmailItem) -> bool:
    """Return whether the e-mail leaves out this notice, because it belongs to a digest and was already read on the
    site."""
    return item.notice is not None and item.when in DIGESTS and item.notice.read_at is not None


def _urgency_key(game: Game, player: Player) -> tuple[bool, bool, float]:
    deadline = None if game.deadline is None else game.deadline.timestamp()
    return (not is_on_turn(game, player), deadline is None, deadline or 0.0)


def _notice_entry(item: EmailItem, player: Player) -> EmailEntry:
    """Return the entry of a notice that is not about a game. For an offer, the entry includes the terms for this
    player."""
    notice = item.notice
    assert notice is not None
    name = name_for_notice(notice, ())
    path = notice.path or reverse("notifications:notices")
    if not notice.path and notice.challenge is not None:
        path = notice.challenge.get_absolute_url()
    sentence = str(notice.sentence) % {"name": name, "title": notice.title}
    is_of_event = notice.title and "%(title)s" not in str(notice.sentence)
    details = [notice.title] if is_of_event else []
    if notice.challenge is not None:
        terms = notice.challenge.terms_for_viewer(player)
        details += [" · ".join(terms.in_words), *filter(None, [terms.why_unrated])]
    about = "" if notice.by is None else name
    short = subjects.event_subject(notice.kind, notice.title) or subjects.notices_subject(
        [notice.kind], name, urgent=False
    )
    return EmailEntry([sentence], details, path, subject=short or subjects.shorten_subject(sentence), name=about)


def _game_entry(
    game: Game, player: Player, about: tuple[list[EmailItem], EmailFacts, str], now: datetime
) -> EmailEntry | None:
    """Return the entry of a game, or None if nothing about it is still true. If the reader is on turn, the entry begins
    with that, even if something else caused the e-mail, because a reply to the e-mail plays the turn."""
    items, facts, level = about
    seat, is_turn = game.seat_of(player), is_on_turn(game, player)
    actions, messages = ([], []) if seat is None else facts.since_own_action(game, seat)
    already_notified = NOTIFIED_KINDS if seat is not None and not any(map(scoring_sentence_of, actions)) else ()
    unread = [
        one
        for one in items
        if one.notice is not None and not _is_left_out_as_read(one) and one.kind not in already_notified
    ]
    notices = [one for one in unread if is_notice_still_true(one, game, player, facts.actions[game.pk])]
    if not notices and not (is_turn and any(one.notice is None for one in items)):
        return None
    show, detail = GameView(game, player), LEVELS.index(EmailDetail(level))
    name = joined_opponent_names(game, seat)
    proposed = open_proposal_in(show) if is_turn else None
    has_board = detail >= LEVELS.index(EmailDetail.BOARD) and seat is not None
    lines = [*_event_lines(game), _progress_line(game, player, now), *([] if proposed is None else proposed.lines)]
    if detail >= LEVELS.index(EmailDetail.MOVES):
        lines += _changes_since_last_action(show, actions, messages)
    return EmailEntry(
        subject=_game_subject(show, notices, was_play_resumed(actions, game)),
        sentences=_game_sentences(show, notices, actions),
        details=lines,
        path=next((one.notice.path for one in notices if one.notice and one.notice.path), game.get_absolute_url()),
        name=name,
        view=show if has_board else None,
        proposed=proposed,
        last=_last_vertex(show),
        way=NO_WAY if seat is None else facts.ways.get(seat.pk, NO_WAY),
        game_id=game.pk,
        is_turn=is_turn,
    )


def _game_subject(show: GameView, notices: list[EmailItem], is_resumed: bool) -> str:
    game, seat = show.game, show.seat
    name, kinds = joined_opponent_names(game, seat), [one.kind for one in notices]
    if seat is not None and game.is_finished and "game_finished" in kinds:
        return subjects.end_of_game_subject(game, seat, name)
    if _has_turn(show):
        urgent = subjects.notices_subject(kinds, name, urgent=True)
        return urgent or subjects.turn_subject(show.state_without_history.stage, name, continues=is_resumed)
    own = subjects.notices_subject(kinds, name, urgent=False) if seat is not None else ""
    return own or subjects.shorten_subject(_notice_sentence(notices[0], show))


def _has_turn(show: GameView) -> bool:
    return show.seat is not None and show.game.turn == show.seat.index


def _game_sentences(show: GameView, notices: list[EmailItem], actions: list[Action]) -> list[str]:
    """Return the sentences about the game: whose turn it is, the actions of the scoring phase, and other notices."""
    scoring = scoring_sentences(actions, show.game) if show.seat is not None else []
    others = [_notice_sentence(one, show) for one in notices if one.kind not in NOTIFIED_KINDS or show.seat is None]
    turn = [_turn_sentence(show)] if _has_turn(show) else []
    return list(dict.fromkeys([*turn, *scoring, *others])) or [_notice_sentence(one, show) for one in notices]


def _notice_sentence(item: EmailItem, show: GameView) -> str:
    notice, game, seat = item.notice, show.game, show.seat
    assert notice is not None
    name = name_for_notice(notice, opponent_names_in(game, seat))
    if item.kind == "game_finished" and seat is not None and game.winner is not None:
        won = game.winner == seat.color
        return (_("You won against %(name)s") if won else _("You lost to %(name)s")) % {"name": name}
    return str(KINDS[item.kind]) % {"name": name, "title": notice.title}


def _turn_sentence(show: GameView) -> str:
    name, stage = joined_opponent_names(show.game, show.seat), show.state_without_history.stage
    if stage is Stage.MARKING:
        return _("Mark the dead stones in your game with %(name)s") % {"name": name}
    if stage is Stage.DECIDING:
        return _("Accept or reject the score in your game with %(name)s") % {"name": name}
    return _("Your move against %(name)s") % {"name": name}


def _event_lines(game: Game) -> list[str]:
    """Return a line with the game's event and the URL of the event page; an empty list without an event."""
    event = event_of(game)
    return [] if event is None else [f"{event}: {settings.IGO_URL.rstrip('/')}{event.path}"]


def _progress_line(game: Game, player: Player, now: datetime) -> str:
    """Return the board size and the number of moves, with the result or the time left, as text. The end of the reader's
    time is on a second line."""
    size, moves = (
        words.board_size_text(game.width, game.height),
        pgettext("text", "move %(n)s") % {"n": words.localized_number(game.move_number)},
    )
    if game.result:
        return f"{size} · {moves} · {words.result_sentence_of_columns(game)}"
    if game.deadline is None or not is_on_turn(game, player):
        return f"{size} · {moves}"
    left = words.time_left_text(game.deadline, now)
    until = _("Your time runs out on %(when)s.") % {"when": dates.full_time(game.deadline)}
    return f"{size} · {moves} · {left}\n{until}"


def _changes_since_last_action(show: GameView, actions: list[Action], messages: list[Message]) -> list[str]:
    """Return the other players' moves and messages since this side's last action, without undone moves."""
    moves: list[Action] = []
    for action in actions:
        if action.kind in ("play", "pass"):
            moves.append(action)
        else:
            moves = [move for move in moves if move.effect["move_number"] <= action.effect["move_number"]]
    receipts = [show.receipt(action) for action in moves]
    words_of = [_move_text(receipt) for receipt in receipts if receipt["kind"] == "pass" or "point" in receipt]
    lines = [_("Since your last move: %(moves)s") % {"moves": words.join_as_list(words_of)}] if words_of else []
    return lines + [f"{message.author.shown_name}: {message.shown_text}" for message in messages]


def _move_text(receipt: object) -> str:
    assert isinstance(receipt, dict)
    return str(receipt.get("point") or pgettext("text", "pass"))


def _last_vertex(show: GameView) -> str:
    """Return the vertex of the last stone, or "" after a pass and before the first move."""
    last = show.last_move()
    return "" if last is None or last.point is None else vertex(last.point, show.game.height)


def distinct_groups(items: Sequence[EmailItem]) -> list[NoticeGroup]:
    """Return the groups of notices that these items belong to, each once."""
    return list(dict.fromkeys(notice_group_of(one.kind) for one in items))


def picture_text(entry: EmailEntry) -> str:
    """Return the board as text with coordinates and a legend of the colours, or "" for an entry without a board."""
    if entry.view is None:
        return ""
    board, last, game = entry.view.board(), entry.view.last_move(), entry.view.game
    legend = position_legend(board, None if game.rotates_colors else player_names(game))
    if entry.proposed is None:
        return f"{board_text(board, last)}\n\n{legend}"
    return f"{board_text(board, last, entry.proposed.marking)}\n\n{legend}\n{marking_legend()}"
