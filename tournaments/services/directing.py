"""Directors' actions: results, points, ranks, pairs to keep apart, other directors, notices (E54 to E56)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from clubs.errors import TooManyNotices
from foundation import limits
from foundation.text import clean_text
from games.services.idempotency import PlayerRequest
from ratings.ranks import Rank
from tournaments.announcing import ActAuthor, director_ids, notify_players
from tournaments.errors import BadActInput, PlayerNotEntered
from tournaments.models import (
    IN_PLAY,
    Adjustment,
    Director,
    Entry,
    EntryState,
    Forbidden,
    LogLine,
    Pairing,
    Round,
    RoundState,
    Tournament,
    TournamentState,
)
from tournaments.models.log import LONGEST_REASON
from tournaments.models.play import RESULT_NAMES, RESULTS
from tournaments.models.tournament_options import LONGEST_ROUND
from tournaments.systems.types import KNOCKOUTS

from .correcting import notify_if_others_advance, reopen_round
from .drafting import player_ids_in_states
from .rows import (
    check_not_own_game,
    check_owner_or_moderator,
    check_state,
    cleaned_reason,
    current_stage,
    find_entry,
    lock_for_director,
    lock_tournament,
)
from .waking import wake

MOST_DIRECTORS = 5
MOST_HALVES = 40
CORRECTIONS = range(-1, 3)
PLAYED = (TournamentState.RUNNING, TournamentState.REVIEW, TournamentState.FINISHED)


def set_result(request: PlayerRequest, tournament_id: int, place: tuple[int, int], ruling: tuple[str, str]) -> Pairing:
    """Set the result of the pairing in this round at this board (`place` has both numbers); in a match, of its last
    game. Return the pairing. `ruling` is the result and the reason. The result "" reverses an earlier ruling, so that
    the game's own result counts again; repeating this changes nothing. The game, its rating and published rounds do not
    change (E4, E92, E101). Raises NotDirector, WrongState, BadActInput, OwnGameAffected, ReasonNeeded."""
    (number, board), (result, reason) = place, ruling
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        check_state(tournament, *PLAYED)
        pairing = _find_pairing(tournament, number, board)
        people = (pairing.black.player_id, None if pairing.white is None else pairing.white.player_id)
        check_not_own_game(request.player, people)
        _check_result(pairing, result)
        reason = cleaned_reason(reason)
        if not result and not pairing.result:
            return pairing  # reversed before, such as by a second click
        before, pairing.result = pairing.result, result
        pairing.counted = pairing.round.stage.kind not in KNOCKOUTS
        pairing.save(update_fields=["result", "counted"])
        acting.log(tournament, "result", round=number, board=board, before=before, after=result, reason=reason)
        reopen_round(tournament, pairing, acting)
        notify_if_others_advance(tournament, pairing, acting)
        notify_players(tournament, [pk for pk in people if pk is not None], "event_act", request.now)
        transaction.on_commit(wake)
        return pairing


def _find_pairing(tournament: Tournament, number: int, board: int) -> Pairing:
    rows = Pairing.objects.filter(round__tournament=tournament, round__number=number, board=board).published()
    found = rows.select_related("black__player", "white__player", "round__stage").order_by("-match_game").first()
    if found is None:
        raise BadActInput(field="board", sentence=_("This round has no such board. Check the board number."))
    return found


def _check_result(pairing: Pairing, result: str) -> None:
    """Raise BadActInput for a bye, an unknown result, or if "" would leave a pairing without a game undecided in a
    finished round. The result `struck` is only for knockouts, for players who no longer belong in the match after a
    correction (E92)."""
    known = RESULT_NAMES if pairing.round.stage.kind in KNOCKOUTS else RESULTS
    if pairing.white_id is None or (result and result not in {one.value for one in known}):
        raise BadActInput(field="result")
    if not result and pairing.game_id is None and pairing.round.state == RoundState.DONE:
        raise BadActInput(field="result")


def adjust_points(request: PlayerRequest, tournament_id: int, player: Player, points: tuple[int, str]) -> Adjustment:
    """Add or subtract half points, with a reason. They count in the current stage. Raises NotDirector, WrongState,
    NotEntered, OwnGameAffected, BadActInput, ReasonNeeded."""
    halves, reason = points
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        check_state(tournament, *PLAYED)
        entry = _numbered_entry_of_other_player(tournament, request.player, player)
        if halves == 0 or abs(halves) > MOST_HALVES:
            raise BadActInput(field="halves", sentence=_("Enter a number of half points other than 0."))
        stage = current_stage(tournament)
        since = stage.first_round if stage.number > 1 else 0
        made = Adjustment.objects.create(tournament=tournament, entry=entry, halves=halves, round=since)
        acting.log(tournament, "adjusted", about=player, after=_points_text(halves), reason=cleaned_reason(reason))
        notify_players(tournament, [player.pk], "event_act", request.now)
        return made


def _points_text(halves: int) -> str:
    return f"{halves / 2:+g}"


def _numbered_entry_of_other_player(tournament: Tournament, director: Player, player: Player) -> Entry:
    """Return the player's entry, which has a number because the tournament has started. Raises OwnGameAffected if the
    player is the director, and NotEntered if there is no such entry."""
    check_not_own_game(director, (player.pk,))
    entry = find_entry(tournament, player.pk)
    if entry is None or entry.number is None:
        raise PlayerNotEntered
    return entry


def _entry_for_rank_change(tournament: Tournament, director: Player, player: Player) -> Entry:
    """Return the entry of a player whose rank the director may set. Raises OwnGameAffected if this is the director.
    Raises NotEntered if the player has not entered; while entry is open, also if they have left."""
    if tournament.state != TournamentState.OPEN:
        return _numbered_entry_of_other_player(tournament, director, player)
    check_not_own_game(director, (player.pk,))
    entry = find_entry(tournament, player.pk)
    if entry is None or entry.state not in IN_PLAY:
        raise PlayerNotEntered
    return entry


def correct_rank(request: PlayerRequest, tournament_id: int, player: Player, corrected: tuple[Rank, int, str]) -> Entry:
    """Set a player's rank while entry is open, or correct the rank frozen at the start. Also change McMahon's initial
    score by -1 to 2 points (E10, E33, E108).

    `corrected` is the rank, the change in points, and the reason. Raises NotDirector, WrongState, NotEntered,
    OwnGameAffected, BadActInput, ReasonNeeded.
    """
    rank, correction, reason = corrected
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        check_state(tournament, TournamentState.OPEN, TournamentState.RUNNING)
        entry = _entry_for_rank_change(tournament, request.player, player)
        if correction not in CORRECTIONS:
            raise BadActInput(field="correction")
        before = _rank_text(entry)
        entry.rank, entry.correction = rank.steps, correction
        entry.save(update_fields=["rank", "correction"])
        acting.log(
            tournament, "rank", about=player, before=before, after=_rank_text(entry), reason=cleaned_reason(reason)
        )
        notify_players(tournament, [player.pk], "event_act", request.now)
        return entry


def _rank_text(entry: Entry) -> str:
    if entry.rank is None:
        return entry.shown_rank
    rank = str(Rank(entry.rank))
    return f"{rank} {entry.correction:+}" if entry.correction else rank


class PairingLabels(NamedTuple):
    """A player's family and club group, by which the pairing keeps players apart. "" removes a label, and None leaves
    it unchanged."""

    family: str | None = None
    club_group: str | None = None


def set_pairing_labels(request: PlayerRequest, tournament_id: int, player: Player, labels: PairingLabels) -> Entry:
    """Set the labels by which the pairing keeps this player apart from others. A club group also applies to the other
    members of the player's club (E140, E141).

    Repeating this changes nothing. Raises NotDirector, WrongState, NotEntered, and OwnGameAffected for the director's
    own entry.
    """
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        check_state(tournament, TournamentState.OPEN, TournamentState.RUNNING)
        check_not_own_game(request.player, (player.pk,))
        entry = find_entry(tournament, player.pk)
        if entry is None or entry.state not in IN_PLAY:
            raise PlayerNotEntered
        before = PairingLabels(entry.family, entry.club_group)
        if labels.family is not None:
            entry.family = labels.family.strip()
        if labels.club_group is not None:
            entry.club_group = labels.club_group.strip()
        if before != (entry.family, entry.club_group):
            entry.save(update_fields=["family", "club_group"])
            # without the labels, which may name a family: the log is public and is never deleted
            acting.log(tournament, "labels", about=player)
        return entry


def forbid_pairing(request: PlayerRequest, tournament_id: int, pair: tuple[Player, Player], reason: str) -> Forbidden:
    """Avoid pairing two players, as far as the round can be paired otherwise (E85). Raises NotDirector, WrongState,
    NotEntered, BadActInput, ReasonNeeded, and OwnGameAffected if the director is one of them (E54)."""
    one, other = pair
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        check_state(tournament, TournamentState.OPEN, TournamentState.RUNNING)
        entries = [find_entry(tournament, player.pk) for player in pair]
        found = sorted(entry.pk for entry in entries if entry is not None and entry.state in IN_PLAY)
        if one.pk == other.pk:
            raise BadActInput(field="other", sentence=_("Choose two different players."))
        check_not_own_game(request.player, [player.pk for player in pair])
        if len(found) != 2:
            raise PlayerNotEntered
        made, is_new = Forbidden.objects.get_or_create(tournament=tournament, one_id=found[0], other_id=found[1])
        if is_new:
            acting.log(tournament, "forbidden", about=one, other=other, reason=cleaned_reason(reason))
        return made


def allow_pairing(request: PlayerRequest, tournament_id: int, pair: tuple[Player, Player]) -> None:
    """Allow the pairing of two players that a director kept apart. Repeating this changes nothing. Raises NotDirector,
    WrongState, BadActInput, OwnGameAffected."""
    one, other = pair
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        check_state(tournament, TournamentState.OPEN, TournamentState.RUNNING)
        numbers = sorted(tournament.entries.filter(player__in=(one.pk, other.pk)).values_list("pk", flat=True))
        if len(numbers) != 2:
            raise BadActInput(field="other")
        check_not_own_game(request.player, [player.pk for player in pair])
        if Forbidden.objects.filter(tournament=tournament, one=numbers[0], other=numbers[1]).delete()[0]:
            acting.log(tournament, "allowed", about=one, other=other)


def set_director(request: PlayerRequest, tournament_id: int, player: Player, *, is_director: bool) -> None:
    """Make a player a director, or remove this role if `is_director` is false. Only the organiser may do this, and
    there are at most five directors. Repeating this changes nothing.

    Raises NotOwner, WrongState, BadActInput, NotForGuests.
    """
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        check_owner_or_moderator(acting)
        rows = Director.objects.filter(tournament=tournament)
        if not is_director:
            if rows.filter(player=player).delete()[0]:
                acting.log(tournament, "no_director", about=player)
            return
        check_not_guest(player)
        if player.is_bot or player.pk == tournament.owner_id:
            raise BadActInput(field="player", sentence=_("The organiser and bots can't be directors."))
        if not rows.filter(player=player).exists():
            if rows.count() >= MOST_DIRECTORS:
                raise BadActInput(
                    field="player", sentence=_("A tournament can have at most five directors. Remove one first.")
                )
            Director.objects.create(tournament=tournament, player=player)
            acting.log(tournament, "director", about=player)
            notify_players(tournament, [player.pk], "event_act", request.now)


def extend_round(request: PlayerRequest, tournament_id: int, number: int, days: int) -> Round:
    """Extend a round in progress by this many days (E24). Raises NotDirector, WrongState, BadActInput."""
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        check_state(tournament, TournamentState.RUNNING)
        found = tournament.rounds.filter(number=number, state__in=(RoundState.PUBLISHED, RoundState.PLAYING)).first()
        if found is None:
            raise BadActInput(field="round", sentence=_("This round is not in progress. Choose a round in progress."))
        if found.ends_at is None:
            raise BadActInput(field="round", sentence=_("This round has no time limit, so it can't be extended."))
        if not 1 <= days <= LONGEST_ROUND:
            raise BadActInput(field="days")
        before, found.ends_at = found.ends_at, max(found.ends_at, request.now) + timedelta(days=days)
        found.save(update_fields=["ends_at"])
        acting.log(tournament, "extended", round=number, before=f"{before:%Y-%m-%d}", after=f"{found.ends_at:%Y-%m-%d}")
        return found


def notify_overdue_round(round_id: int, now: datetime) -> bool:
    """Notify directors once, also in the log, that a round's time is over while games are in progress. No game ends
    because of this (E24). Return False if they were notified already."""
    tournament_id = Round.objects.values_list("tournament_id", flat=True).get(pk=round_id)
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        found = overdue_rounds(now).filter(pk=round_id).first()
        if found is None:
            return False
        ActAuthor.server(now).log(tournament, "overdue", round=found.number)
        notify_players(tournament, director_ids(tournament), "event_overdue", now)
        return True


def overdue_rounds(now: datetime) -> QuerySet[Round]:
    """Return rounds whose time is over, which have games in progress, and about which directors have not been
    notified."""
    notified = LogLine.objects.filter(
        tournament=OuterRef("tournament_id"), act="overdue", round=OuterRef("number"), at__gte=OuterRef("ends_at")
    )
    rows = Round.objects.filter(state=RoundState.PLAYING, ends_at__lte=now, tournament__state=TournamentState.RUNNING)
    return rows.exclude(Exists(notified))


NOTICES_RATE = "10/day"
"""How many notices an event's directors may send to one player, and to all players."""


def count_notice_towards_limit(request: PlayerRequest, recipients: str) -> None:
    """Count a notice towards today's limit for notices to these recipients of an event. Raises Muted, Suspended,
    TooManyNotices."""
    check_allowed(request.player, request.now, Restricted.MUTED)
    wait = limits.count_hit("event-notices", recipients, NOTICES_RATE)
    if wait is not None:
        raise TooManyNotices(
            seconds=int(wait) + 1,
            sentence=_("You've reached today's limit of 10 messages to these players. Try again tomorrow."),
        )


def send_tournament_notice(request: PlayerRequest, tournament_id: int, text: str, player: Player | None = None) -> None:
    """Send a notice to all entrants or to one player, and log it. The log line of a notice to one player is visible
    only to that player and directors (E104). Raises NotDirector, WrongState, BadActInput, NotEntered, Muted,
    TooManyNotices."""
    cleaned = clean_text(text)
    if not 1 <= len(cleaned) <= LONGEST_REASON:
        raise BadActInput(field="text")
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        check_state(tournament, TournamentState.OPEN, TournamentState.RUNNING, TournamentState.REVIEW)
        if player is not None:
            entry = find_entry(tournament, player.pk)
            if entry is None or entry.state not in (*IN_PLAY, EntryState.WITHDRAWN):
                raise PlayerNotEntered
        count_notice_towards_limit(request, f"{tournament.pk}:{'all' if player is None else player.pk}")
        act = "notice" if player is None else "message"
        people = player_ids_in_states(tournament, *IN_PLAY) if player is None else [player.pk]
        acting.log(tournament, act, about=player, reason=cleaned)
        notify_players(tournament, people, f"event_{act}", request.now)


__all__ = [
    "MOST_DIRECTORS",
    "PairingLabels",
    "adjust_points",
    "allow_pairing",
    "correct_rank",
    "count_notice_towards_limit",
    "extend_round",
    "forbid_pairing",
    "notify_overdue_round",
    "send_tournament_notice",
    "set_director",
    "set_pairing_labels",
    "set_result",
]
