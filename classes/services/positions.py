"""Homework positions: assign them, and play them out against the server's bot or a classmate (T13, T14)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, Prefetch, Q
from django.utils.translation import gettext_lazy as _

from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from accounts.privacy.blocking import is_blocked_between
from challenges.models import ChallengeStatus
from challenges.services import OfferRecipients, accept_challenge, create_challenge, withdraw_challenge
from challenges.services.rows import lock_players
from challenges.services.server_bot import BOT_TIME, play_server_bot
from challenges.sgf_import import position_json, read_upload
from classes import access, errors
from classes.models import POSITION, Classroom, HomeworkGame, HomeworkPosition
from foundation.refusals import Refusal
from games.access import game_for
from games.errors import BadTerms, NoSuchGame, RecordSealed
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.sgf_export import read_record, sgf_of_actions
from games.terms import LARGEST_SIZE, SMALLEST_SIZE, ColorPreference, Terms
from rules import ORDINARY, Board, ByColor, Color, sgf
from rules.clock import TimeControl
from rules.variants.presets import PRESETS

from .founding import lock_for_teacher
from .homework import checked_due_date_and_items

MOST_SHOWN = 300
CLASSMATE_TIME = TimeControl.days_per_move(timedelta(days=7))
WAITS = Q(game=None) & (Q(offer__status=ChallengeStatus.OPEN) | Q(offer=None, player__is_child=True))
"""The filter for pupils who wait for a classmate. Children wait without an offer, because their offers name a player
(T5)."""
BAD_ROWS = _(
    "Draw 5 to 25 rows of the same length. Use only the characters “.”, “X” and “O”. Every chain must have a liberty."
)
ONE_SOURCE = _("Choose only one of an SGF file, a game and a typed position.")
BAD_GAME = _("Enter the number of a finished game that you can see.")
TWO_COLORS = _("The position must use only two colours.")


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionSource:
    """The source of a position: an SGF file or a finished game after this many moves (None means all), or the rows of a
    drawn board. `first` ("B" or "W") replaces the player to move."""

    sgf: bytes | str = ""
    game: int | None = None
    rows: str = ""
    moves: int | None = None
    first: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionToAssign:
    """A position to assign as homework: its source, and the other values of HomeworkPosition."""

    name: str
    source: PositionSource
    rule_set: str
    komi: Decimal | None = None
    level: int | None = None
    color: str = ColorPreference.BLACK


def assign_position(
    request: PlayerRequest, class_id: int, wanted: PositionToAssign, due: date | None
) -> HomeworkPosition:
    """Assign a position as homework. Raises BadClass, BadSgf, NoSuchClass, NotTeacher, TooMuchHomework, Suspended."""
    access.visible_class(request.player, class_id)
    made = HomeworkPosition(
        name=" ".join(wanted.name.split()), start=_position_values(request.player, wanted.source),
        rule_set=wanted.rule_set, komi=wanted.komi, level=wanted.level, color=wanted.color,
    )  # fmt: skip
    try:
        made.clean_fields(exclude={"homework"})
        terms_of_position(made).check()
    except ValidationError as error:
        raise errors.BadClass.from_validation(error) from error
    except BadTerms as error:
        raise errors.BadClass(field=error.fields[0], why=error.message()) from error
    with transaction.atomic():
        classroom = lock_for_teacher(request, class_id)
        last_day, there = checked_due_date_and_items(request, classroom, due)
        numbers = [int(item.removeprefix(POSITION)) for item in there if item.startswith(POSITION)]
        classroom.positions_made = max(classroom.positions_made, *numbers, 0) + 1
        classroom.save(update_fields=["positions_made"])
        made.homework = classroom.homework.create(item=f"{POSITION}{classroom.positions_made}", due=last_day)
        made.save()
        return made


def board_of_source(viewer: Player, source: PositionSource) -> Board:
    """Return the start board of a position from this source. Raises BadClass or BadSgf if the position cannot be
    assigned."""
    return HomeworkPosition(start=_position_values(viewer, source)).position.board


def _position_values(viewer: Player, source: PositionSource) -> dict[str, object]:
    """Return the values for HomeworkPosition.start from this source. Raises BadClass, BadSgf."""
    if sum([bool(source.sgf), source.game is not None, bool(source.rows.strip())]) != 1:
        raise errors.BadClass(field="rows", also=("sgf", "game"), why=ONE_SOURCE)
    if source.rows.strip():
        position, handicap = sgf.SgfPosition(_read_board(source.rows), Color.BLACK, ByColor(0, 0), 0), 0
    else:
        text = source.sgf or _game_record(viewer, source.game or 0)
        upload = read_upload(text, source.moves)
        position, handicap = upload.position, upload.handicap
    if max(position.board.cells) > Color.WHITE:
        raise errors.BadClass(field="sgf" if source.sgf else "game", why=TWO_COLORS)
    start = position_json(position)
    return {**start, "first": source.first or start["first"], "handicap": handicap}


def _read_board(rows: str) -> Board:
    """Return the board from its drawn rows. Raises BadClass."""
    lines = rows.upper().split()
    sizes = {len(lines), *map(len, lines)}
    if set("".join(lines)) - set(".XO") or min(sizes) < SMALLEST_SIZE or max(sizes) > LARGEST_SIZE:
        raise errors.BadClass(field="rows", why=BAD_ROWS)
    try:
        board = Board.from_rows(lines)
    except ValueError as error:
        raise errors.BadClass(field="rows", why=BAD_ROWS) from error
    if any(not board.chain_at(point).liberties for point in board.points() if board[point] is not None):
        raise errors.BadClass(field="rows", why=BAD_ROWS)
    return board


def _game_record(viewer: Player, game_id: int) -> str:
    """Return the record of a finished game that the teacher may see. Raises BadClass."""
    try:
        game = game_for(viewer, game_id, people=True)
        if game.is_finished:
            return sgf_of_actions(game, read_record(game), reasons=False)
    except (NoSuchGame, RecordSealed) as error:
        raise errors.BadClass(field="game", why=BAD_GAME) from error
    raise errors.BadClass(field="game", why=BAD_GAME)


def get_homework_position(classroom: Classroom, number: int) -> HomeworkPosition:
    """Return the class's homework position with this number. Raises NoSuchHomework."""
    rows = HomeworkPosition.objects.filter(homework__classroom=classroom, homework__item=f"{POSITION}{number}")
    found = rows.select_related("homework").first()
    if found is None:
        raise errors.NoSuchHomework
    return found


def play_position(request: PlayerRequest, class_id: int, number: int) -> HomeworkGame:
    """Start the pupil's game from a position, or return their game in progress. If the opponent is a classmate, start
    the game with a classmate who is waiting, or wait with an open offer.

    Children cannot offer games by link, so they wait without an offer (T5). Raises NoSuchClass, NoSuchHomework,
    NotPupil, and the errors of `create_challenge` and `accept_challenge`.
    """
    player = request.player
    seen = access.visible_class(player, class_id)
    if seen.role != access.ClassRole.PUPIL:
        raise errors.NotPupil
    found = get_homework_position(seen.classroom, number)
    asked = PlayerRequest(player, request.now)  # a retry finds the first game below, so the offer needs no key
    with transaction.atomic():
        if not HomeworkPosition.objects.select_for_update(no_key=True).filter(pk=found.pk).exists():
            raise errors.NoSuchHomework
        open_one = find_unfinished_game(found, player)
        if open_one is not None:
            return open_one
        if found.level is not None:
            game = play_server_bot(asked, terms_of_position(found), found.level)
            return found.games.create(player=player, game=game)
        return _play_with_classmate(asked, found)


def stop_waiting(request: PlayerRequest, class_id: int, number: int) -> None:
    """Stop waiting for a classmate, and withdraw the open offer if there is one. Raises NoSuchClass, NoSuchHomework,
    NotPupil."""
    seen = access.visible_class(request.player, class_id)
    if seen.role != access.ClassRole.PUPIL:
        raise errors.NotPupil
    found = get_homework_position(seen.classroom, number)
    with transaction.atomic():
        list(HomeworkPosition.objects.select_for_update(no_key=True).filter(pk=found.pk).values_list("pk"))
        for row in found.games.filter(WAITS, player=request.player):
            if row.offer_id is not None:
                withdraw_challenge(request, row.offer_id)
            row.delete()


def _play_with_classmate(request: PlayerRequest, homework_position: HomeworkPosition) -> HomeworkGame:
    present = homework_position.homework.classroom.pupils.current().values("player")
    waiting = homework_position.games.filter(WAITS, player__in=present).exclude(player=request.player)
    for other in waiting.select_related("offer", "player").order_by("pk"):
        if is_blocked_between(request.player.pk, other.player_id):
            continue
        try:
            with transaction.atomic():
                game = _start_game(request, homework_position, other)
        except Refusal:  # such as a classmate who may not start games now
            continue
        other.game = game
        other.save(update_fields=["game"])
        return homework_position.games.create(player=request.player, game=game)
    if request.player.is_child:
        check_allowed(request.player, request.now, Restricted.BARRED)
        return homework_position.games.create(player=request.player)
    offer = create_challenge(request, terms_of_position(homework_position), OfferRecipients(by_link=True))
    return homework_position.games.create(player=request.player, offer=offer)


def _start_game(request: PlayerRequest, homework_position: HomeworkPosition, waiting_row: HomeworkGame) -> Game:
    """Start and return the pupil's game with the classmate who waits in `waiting_row`. If one of the two is a child,
    who cannot use open offers, the classmate's open offer is replaced by one addressed to the pupil."""
    if waiting_row.offer is not None and not request.player.is_child:
        return accept_challenge(request, waiting_row.offer.pk, token=waiting_row.offer.token)
    lock_players(request.player.pk, waiting_row.player_id)
    theirs = PlayerRequest(waiting_row.player, request.now)
    named = create_challenge(theirs, terms_of_position(homework_position), OfferRecipients(request.player))
    if waiting_row.offer is not None:
        withdraw_challenge(theirs, waiting_row.offer.pk)
    return accept_challenge(request, named.pk)


def terms_of_position(homework_position: HomeworkPosition) -> Terms:
    """Return the terms of the games that are played from this position. They are unrated."""
    position = homework_position.position
    return Terms(
        width=position.board.width,
        height=position.board.height,
        rule_set=homework_position.rule_set,
        komi=homework_position.komi,
        handicap=homework_position.start["handicap"],
        color=ColorPreference.RANDOM if homework_position.level is None else homework_position.color,
        time=CLASSMATE_TIME if homework_position.level is None else BOT_TIME,
        rated=False,
        position=position,
        variant=PRESETS["torus"] if position.board.wraps else ORDINARY,
    )


def find_unfinished_game(homework_position: HomeworkPosition, player: Player) -> HomeworkGame | None:
    """Return the player's row for this position with a game in progress, or with which they wait for a classmate.
    Return None if there is neither."""
    is_open = Q(game__finished_at=None, game__isnull=False) | WAITS
    return homework_position.games.filter(is_open, player=player).select_related("offer").order_by("-pk").first()


def games_from_position(
    homework_position: HomeworkPosition, seen: access.SeenClass, viewer: Player | None
) -> list[HomeworkGame]:
    """Return the games from this position with their pupils, the newest first: all pupils' games for the teacher, their
    own for a pupil. A fixed number of queries.

    Private games that the viewer may not see are left out, except that the teacher gets children's games with `opens`
    set to False.
    """
    if viewer is None or seen.role not in (access.ClassRole.TEACHER, access.ClassRole.PUPIL):
        return []
    visible = Game.objects.visible_to(viewer).filter(pk=OuterRef("game"))
    rows = homework_position.games.filter(game__isnull=False).annotate(opens=Exists(visible))
    if seen.teaches:
        rows = rows.filter(Q(opens=True) | Q(player__is_child=True))
    else:
        rows = rows.filter(opens=True, player=viewer)
    games = Game.objects.defer("snapshot", "position_keys").with_people()
    return list(rows.select_related("player").order_by("-pk").prefetch_related(Prefetch("game", games))[:MOST_SHOWN])
