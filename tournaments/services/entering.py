"""Enter a tournament: conditions, the waiting list, invitations and approval (E10, E12)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from accounts.core.federations import federation_data_of
from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from accounts.security.sessions import last_seen_times
from challenges.limits import MOST_RUNNING
from clubs.errors import NotMember
from clubs.services.rights import is_member
from foundation.refusals import Refusal
from games.models import Game, Seat
from games.services.idempotency import PlayerRequest
from ratings.ranks import Rank
from ratings.standing import find_overall_rating, load_ratings
from tournaments import errors
from tournaments.announcing import ActAuthor, notify_players
from tournaments.models import (
    AuthorRole,
    Entry,
    EntryPolicy,
    EntryState,
    RoundState,
    StartCondition,
    Tournament,
    TournamentState,
)

from .freezing import FROZEN, set_frozen_fields
from .rows import check_state, count_entered, find_entry, lock_for_director, lock_visible_tournament
from .waking import wake

OUT = (EntryState.DECLINED, EntryState.WITHDRAWN, EntryState.INVITED)
"""The states of an entry from which the player can enter again."""
_REMOVED = _("A director has removed you from this tournament, so you can't enter again.")
_IS_IN = _("This player has already entered or asked to enter.")
_NOT_AGAIN = _("This player was removed from the tournament and can't enter again.")
_NO_PLACE = _("All places are taken.")
AWAY = timedelta(days=14)
"""How long a player must have been absent before they are asked to confirm before the start."""


class EntryStatement(NamedTuple):
    """A player's statements on entry: a rank, a link as proof ("" for none), the revision of the rules that the player
    saw (None for the current rules), and whether result files may include the real name (E131)."""

    rank: Rank | None = None
    proof: str = ""
    revision: int | None = None
    shares_name: bool = False


UNSTATED = EntryStatement()
check_link = URLValidator(schemes=["http", "https"])


def enter_tournament(
    request: PlayerRequest, tournament_id: int, *, waiting: bool = False, stated: EntryStatement = UNSTATED
) -> Entry:
    """Enter the tournament. If directors approve entries, apply instead; if all places are taken and `waiting` is true,
    join the waiting list. A stated rank counts if the player has no established rank (E108).

    Raises NoSuchTournament, EntryClosed, AlreadyEntered, EventFull, NotInvited, NotMember, RankTooLow, RankTooHigh,
    RankNotEstablished, RankNeeded, TooFewGames, TooManyGames, BotNotAllowed, NotForGuests, NewGamesBlocked, Suspended,
    ProofNeeded and NoFederationData. Raises BadActInput for a link that is not valid, and RulesChanged if the player
    saw other rules than the current ones (E11).
    """
    with transaction.atomic():
        tournament = lock_visible_tournament(request.player, tournament_id)
        entry = find_entry(tournament, request.player.pk)
        refusal = entry_refusal(request, tournament, entry, stated.rank)
        if isinstance(refusal, errors.EventFull) and waiting and tournament.state == TournamentState.OPEN:
            refusal = None
        if refusal is not None:
            raise refusal
        if stated.revision not in (None, tournament.revision):
            raise errors.RulesChanged(revision=tournament.revision)
        state = _state_of_new_entry(tournament, entry)
        made = _save_entry(tournament, request.player, state, request.now)
        _store_statement(made, _checked_statement(tournament, request.player, stated), earlier_stated_rank(entry))
        act = {EntryState.APPLIED: "applied", EntryState.WAITING: "waiting"}.get(state, "entered")
        if state == EntryState.ENTERED and tournament.state == TournamentState.RUNNING:
            act = "late"
            _start_late_entry(tournament, made)
        ActAuthor(request.player, AuthorRole.PLAYER, request.now).log(tournament, act, about=request.player)
        if state == EntryState.ENTERED:
            notify_players(tournament, [request.player.pk], "event_place", request.now)
        _wake_background_if_full(tournament)
        return made


def has_established_rank(player: Player) -> bool:
    """Return whether the player has a rank without a question mark."""
    load_ratings(player)
    rating = find_overall_rating(player)
    return rating is not None and not rating.is_provisional


def _checked_statement(tournament: Tournament, player: Player, stated: EntryStatement) -> EntryStatement:
    """Return the player's statement. Rank and proof are left out if no rank is stated or the player has an established
    rank. Raises ProofNeeded, NoFederationData, and BadActInput if the proof is not a valid link."""
    if stated.shares_name:
        check_has_real_name(player)
    if stated.rank is None or has_established_rank(player):
        return UNSTATED._replace(shares_name=stated.shares_name)
    if tournament.asks_proof and not stated.proof:
        raise errors.ProofNeeded
    try:
        if stated.proof:
            check_link(stated.proof)
    except ValidationError:
        raise errors.BadActInput(field="proof") from None
    return stated


def check_has_real_name(player: Player) -> None:
    """Raise NoFederationData if the player has not entered a real name."""
    if not federation_data_of([player.pk]):
        raise errors.NoFederationData


def _store_statement(entry: Entry, stated: EntryStatement, earlier: int | None) -> None:
    """Store the player's statement. If the statement has no rank, store `earlier`, which is the player's
    `earlier_stated_rank` (E134)."""
    entry.stated = earlier if stated.rank is None else stated.rank.steps
    if stated.rank is not None or earlier is None:
        entry.proof = stated.proof
    entry.shares_name = stated.shares_name
    entry.save(update_fields=["stated", "proof", "shares_name"])


def entry_refusal(
    request: PlayerRequest, tournament: Tournament, entry: Entry | None, stated: Rank | None = None
) -> Refusal | None:
    """Return the error that `enter_tournament` would raise, None if the player may enter. Blocks between players do not
    prevent entry (E12, E85)."""
    player = request.player
    if tournament.state == TournamentState.DRAFT:
        return errors.NoSuchTournament()
    if tournament.state != TournamentState.OPEN and not may_enter_late(tournament):
        return errors.EntryClosed()
    if entry is not None and entry.state not in states_before_entry(tournament):
        return errors.AlreadyEntered(
            state=entry.state, sentence=_REMOVED if entry.state == EntryState.REMOVED else None
        )
    try:
        check_allowed(player, request.now, Restricted.BARRED)
        if player.is_bot:
            raise errors.BotNotAllowed
        check_not_guest(player)
    except Refusal as refusal:
        return refusal
    if tournament.entering == EntryPolicy.INVITATION and not _is_admitted(entry):
        return errors.NotInvited()
    if tournament.entering == EntryPolicy.CLUB and not is_member(player, tournament.club_id or 0):
        return NotMember()
    return (
        _rank_refusal(tournament, player, entry, stated)
        or _games_refusal(tournament, player)
        or _places_refusal(tournament)
    )


def states_before_entry(tournament: Tournament) -> tuple[EntryState, ...]:
    """Return the states of an entry from which the player can enter now. After the start places are no longer given to
    the waiting list, so its players can enter late like others (E26)."""
    return OUT if tournament.state == TournamentState.OPEN else (*OUT, EntryState.WAITING)


def may_enter_late(tournament: Tournament) -> bool:
    """Return whether the tournament is in progress and still accepts players, which ends when half of its rounds have
    started (E26)."""
    if tournament.state != TournamentState.RUNNING or not tournament.takes_late_entries:
        return False
    begun = len(begun_round_numbers(tournament))
    return 2 * begun <= tournament.rounds.count()


def begun_round_numbers(tournament: Tournament) -> list[int]:
    """Return the numbers of the rounds that are published or over."""
    rows = tournament.rounds.exclude(state__in=(RoundState.PLANNED, RoundState.PROPOSED))
    return list(rows.order_by("number").values_list("number", flat=True))


def _start_late_entry(tournament: Tournament, entry: Entry) -> None:
    """Set the number and the current rank of a late entry. Missed rounds count as absences. A returning player keeps
    the old number."""
    missed = [number for number in begun_round_numbers(tournament) if number > (entry.last_round or 0)]
    last = tournament.entries.aggregate(last=Max("number"))["last"] or 0
    set_frozen_fields([(entry, entry.number or last + 1)])
    entry.skips, entry.last_round = sorted({*entry.skips, *missed}), None
    entry.save(update_fields=[*FROZEN, "skips", "last_round"])
    transaction.on_commit(wake)


def _rank_refusal(tournament: Tournament, player: Player, entry: Entry | None, stated: Rank | None) -> Refusal | None:
    """Return why the tournament's rank limits exclude the player, None if they do not. A player without an established
    rank must state one if the tournament requires proof, or if the rank found otherwise is not within the limits (E10,
    E108)."""
    is_established = has_established_rank(player)
    if tournament.established and not is_established:
        return errors.RankNotEstablished()
    lowest, highest = tournament.lowest_rank, tournament.highest_rank
    given, rating = _rank_set_or_stated(entry, None if is_established else stated), find_overall_rating(player)
    steps = rating.rank.steps if given is None and rating is not None else given
    is_low = lowest is not None and (steps is None or steps < lowest)
    is_high = highest is not None and (steps is None or steps > highest)
    if given is None and not is_established and (is_low or is_high or tournament.asks_proof):
        return errors.RankNeeded()
    if is_low:
        return errors.RankTooLow(lowest=str(Rank(lowest or 0)))
    return errors.RankTooHigh(highest=str(Rank(highest or 0))) if is_high else None


def _rank_set_or_stated(entry: Entry | None, stated: Rank | None) -> int | None:
    """Return the rank set by a director, otherwise the stated rank, otherwise the rank on a director's list, in steps
    above 30k; None if there is none of these."""
    if entry is not None and entry.number is None and entry.rank is not None:
        return entry.rank
    if stated is not None:
        return stated.steps
    return earlier_stated_rank(entry)


def earlier_stated_rank(entry: Entry | None) -> int | None:
    """Return the rank that is kept if the player enters without stating one, in steps above 30k, None if there is none:
    the rank on a director's list, or what the player stated when they joined the waiting list."""
    return entry.stated if entry is not None and _is_admitted(entry) else None


def _games_refusal(tournament: Tournament, player: Player) -> Refusal | None:
    if Game.objects.running_of(player)[:MOST_RUNNING].count() >= MOST_RUNNING:
        return errors.TooManyGames(most=MOST_RUNNING)
    needed = tournament.least_games
    finished = Seat.objects.ended().filter(player=player).values("pk")[:needed].count() if needed else 0
    return errors.TooFewGames(needed=needed, finished=finished) if finished < needed else None


def _places_refusal(tournament: Tournament) -> Refusal | None:
    if count_entered(tournament) < tournament.most:
        return None
    return errors.EventFull(sentence=None if tournament.state == TournamentState.OPEN else _NO_PLACE)


def _is_admitted(entry: Entry | None) -> bool:
    """Return whether directors need not admit the player: they were invited, or are on the waiting list."""
    return entry is not None and entry.state in (EntryState.INVITED, EntryState.WAITING)


def _state_of_new_entry(tournament: Tournament, entry: Entry | None) -> EntryState:
    if tournament.entering == EntryPolicy.APPROVAL and not _is_admitted(entry):
        return EntryState.APPLIED
    return EntryState.WAITING if count_entered(tournament) >= tournament.most else EntryState.ENTERED


def _save_entry(tournament: Tournament, player: Player, state: EntryState, now: datetime) -> Entry:
    """Create the player's entry with this state, or update it if there is one, and return it. The entry agrees to the
    current rules."""
    values = {"state": state, "at": now, "revision": tournament.revision}
    made, _ = Entry.objects.update_or_create(tournament=tournament, player=player, defaults=values)
    return made


def _wake_background_if_full(tournament: Tournament) -> None:
    if tournament.starting == StartCondition.FULL and count_entered(tournament) >= tournament.most:
        transaction.on_commit(wake)


def entries_of_unseen_players(entries: Sequence[Entry], now: datetime) -> list[Entry]:
    """Return the entries whose players have not been seen for two weeks (E13)."""
    seen = last_seen_times([entry.player_id for entry in entries])
    return [one for one in entries if max(seen.get(one.player_id, one.at), one.at) < now - AWAY]


def fill_free_places(tournament: Tournament, now: datetime) -> None:
    """Give free places to players on the waiting list, longest waiting first. In the last days before a dated start,
    skip absent players, because they could not confirm in time (E13). The caller must have locked the tournament's
    row."""
    free = tournament.most - count_entered(tournament)
    rows = list(tournament.entries.filter(state=EntryState.WAITING).select_related("player").order_by("at", "pk"))
    if tournament.asked_at is not None:
        gone = {entry.pk for entry in entries_of_unseen_players(rows, now)}
        rows = [entry for entry in rows if entry.pk not in gone]
    for entry in rows[: max(free, 0)]:
        entry.state = EntryState.ENTERED
        entry.save(update_fields=["state"])
        ActAuthor.server(now).log(tournament, "moved_up", about=entry.player)
        notify_players(tournament, [entry.player_id], "event_place", now)


def answer_application(request: PlayerRequest, tournament_id: int, player: Player, *, accept: bool) -> Entry:
    """Approve or decline a player's application. Raises NotDirector, WrongState, NotEntered, EventFull."""
    with transaction.atomic():
        tournament, acting = lock_for_admission(request, tournament_id)
        entry = find_entry(tournament, player.pk)
        if entry is None or entry.state != EntryState.APPLIED:
            raise errors.PlayerNotEntered(sentence=_("This player is not waiting for approval."))
        if accept and count_entered(tournament) >= tournament.most:
            raise errors.EventFull(sentence=_NO_PLACE)
        entry.state, entry.at = EntryState.ENTERED if accept else EntryState.DECLINED, request.now
        entry.save(update_fields=["state", "at"])
        if accept and tournament.state == TournamentState.RUNNING:
            _start_late_entry(tournament, entry)
        acting.log(tournament, "approved" if accept else "declined", about=player)
        notify_players(tournament, [player.pk], "event_place" if accept else "event_act", request.now)
        _wake_background_if_full(tournament)
        return entry


def lock_for_admission(request: PlayerRequest, tournament_id: int) -> tuple[Tournament, ActAuthor]:
    """Return the tournament, locked, and the director as the author of actions. Raises NoSuchTournament, NotDirector,
    and WrongState unless the tournament accepts players."""
    tournament, acting = lock_for_director(request, tournament_id)
    if not may_enter_late(tournament):
        check_state(tournament, TournamentState.OPEN)
    return tournament, acting


def invite_player(request: PlayerRequest, tournament_id: int, player: Player, rank: Rank | None = None) -> Entry:
    """Invite a player, and return the entry. If the player has no established rank, `rank` counts as their stated rank
    (E134). Repeating this changes nothing. Raises NotDirector, WrongState, AlreadyEntered, BotNotAllowed."""
    with transaction.atomic():
        tournament, acting = lock_for_admission(request, tournament_id)
        if player.is_bot:
            raise errors.BotNotAllowed
        entry = find_entry(tournament, player.pk)
        if entry is not None and entry.state not in OUT:
            is_removed = entry.state == EntryState.REMOVED
            raise errors.AlreadyEntered(state=entry.state, sentence=_NOT_AGAIN if is_removed else _IS_IN)
        return invite_players(tournament, acting, [(player, rank)])[0]


def invite_players(
    tournament: Tournament, acting: ActAuthor, wanted: Sequence[tuple[Player, Rank | None]]
) -> list[Entry]:
    """Invite these players to a tournament that `lock_for_admission` returned. Return the entries of all these players
    who are now invited, including those who were invited before. Bots, and players who have entered, are skipped.

    Each player is paired with a rank, which counts if the player has no established rank.
    """
    known = {one.player_id: one for one in tournament.entries.filter(player__in=[player for player, _ in wanted])}
    invited, made = [], []
    for player, rank in wanted:
        entry = known.get(player.pk) or Entry(tournament=tournament, player=player)
        if player.is_bot or (entry.pk is not None and entry.state not in OUT):
            continue
        invited.append(entry)
        if entry.state == EntryState.INVITED:
            continue
        entry.state, entry.at, entry.revision = EntryState.INVITED, acting.now, tournament.revision
        if rank is not None and not has_established_rank(player):
            entry.stated = rank.steps
        made.append(entry)
    Entry.objects.bulk_create([one for one in made if one.pk is None])
    Entry.objects.bulk_update([one for one in made if one.player_id in known], ["state", "at", "revision", "stated"])
    people = [player for player, _ in wanted if player.pk in {one.player_id for one in made}]
    acting.log_each(tournament, "invited", people)
    notify_players(tournament, [one.pk for one in people], "event_invited", acting.now)
    return invited
