"""Challenges on a ladder, and what their ends do to the order (E61 to E64, E66)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from accounts.core.guests import check_kept
from accounts.core.restrictions import check_allowed, is_under
from accounts.models import Block, Player
from accounts.models.restriction import RestrictionKind as Restricted
from accounts.security.sessions import last_seen
from games import events
from games.models import Action, Vacation
from games.models.event_ref import EventRef
from games.services.beginning import Beginning, begin
from games.services.idempotency import PlayerRequest
from ladders.errors import CannotChallenge, NotOnLadder
from ladders.models import Ladder, LadderGame, LadderMove, Rung
from notifications.models import Notice
from rules import Color, Phase, Reason, Setup
from rules.outcome import DRAWS
from tournaments.announcing import CompetitionEvent, tell_of, tell_programs
from tournaments.systems import ladder as systems
from tournaments.systems.ladder import Absence, Between, End, Ended, Hold, Refusal

from .ladders import Places, check_open, end_hold, locked_ladder, out, put_on_hold

MONTH = timedelta(days=30)
CHECKED_EVERY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Standing:
    """A ladder as one of its players sees it: enough to decide which places can be challenged."""

    mine: Rung
    now: datetime
    given: Counter[int]
    received: Counter[int]
    playing: frozenset[int]
    last: dict[int, datetime]
    blocked: frozenset[int]
    away: frozenset[int] = field(default=frozenset())

    def refusal(self, rung: Rung, named_place: int | None = None) -> Refusal | None:
        """Return why this place cannot be challenged; None if it can."""
        last = self.last.get(rung.pk)
        between = Between(
            blocked=rung.player_id in self.blocked,
            playing=rung.pk in self.playing,
            days_since_last=None if last is None else (self.now - last).days,
            named_place=named_place,
        )
        return systems.refusal(self._as_rung(self.mine), self._as_rung(rung), between)

    def _as_rung(self, rung: Rung) -> systems.Rung:
        assert rung.place is not None
        return systems.Rung(
            rung.pk, rung.place, self.given[rung.pk], self.received[rung.pk], Hold(rung.hold),
            rung.player_id in self.away,
        )  # fmt: skip


def standing_of(mine: Rung, now: datetime) -> Standing:
    """Six queries, however many are on the ladder."""
    people = dict(Rung.objects.filter(ladder=mine.ladder_id).standing().values_list("pk", "player_id"))
    away = Vacation.objects.filter(player__in=people.values(), begin__lte=now, end__gt=now)
    absent = frozenset(away.values_list("player_id", flat=True))
    running = LadderGame.objects.filter(ladder=mine.ladder_id, booked_at=None).values_list("challenger", "defender")
    given: Counter[int] = Counter()
    received: Counter[int] = Counter()
    playing: set[int] = set()
    for challenger, defender in running:
        given[challenger] += people.get(defender) not in absent
        received[defender] += people.get(challenger) not in absent
        if mine.pk in (challenger, defender):
            playing.add(defender if challenger == mine.pk else challenger)
    blocks = Block.objects.filter(Q(player=mine.player_id) | Q(blocked=mine.player_id))
    blocked = {one if other == mine.player_id else other for one, other in blocks.values_list("player", "blocked")}
    return Standing(
        mine, now, given, received, frozenset(playing), _last_with(mine), frozenset(blocked), absent
    )  # fmt: skip


def _last_with(mine: Rung) -> dict[int, datetime]:
    """Return when the last game with each player ended, as far as it matters."""
    ended = LadderGame.objects.filter(Q(challenger=mine) | Q(defender=mine), booked_at__isnull=False)
    rows = ended.filter(game__finished_at__isnull=False).order_by("game__finished_at")
    found: dict[int, datetime] = {}
    for challenger, defender, at in rows.values_list("challenger", "defender", "game__finished_at"):
        assert at is not None
        found[defender if challenger == mine.pk else challenger] = at
    return found


def challenge(request: PlayerRequest, ladder_id: int, defender: Player, place: int) -> LadderGame:
    """Challenge a player at the place where one saw them: the game starts (E61, E62). Raises NoSuchLadder,
    LadderClosed, ClubIsClosed, NotOnLadder, CannotChallenge, NotForGuests, NewGamesBlocked, Suspended."""
    player, now = request.player, request.now
    check_allowed(player, now, Restricted.BARRED)
    check_kept(player)
    with transaction.atomic():
        rows = Player.objects.select_for_update(no_key=True).filter(pk__in={player.pk, defender.pk}).order_by("pk")
        people = {one.pk: one for one in rows}
        ladder = locked_ladder(ladder_id)
        check_open(ladder)
        rungs = {rung.player_id: rung for rung in ladder.rungs.standing().filter(player__in=people)}
        if player.pk not in rungs or defender.pk not in rungs:
            raise NotOnLadder
        mine, other = rungs[player.pk], rungs[defender.pk]
        refusal = standing_of(mine, now).refusal(other, place)
        if refusal is not None:
            raise CannotChallenge(why=refusal.value)
        return _start(ladder, (mine, other), people, now)


def _start(ladder: Ladder, pair: tuple[Rung, Rung], people: dict[int, Player], now: datetime) -> LadderGame:
    mine, other = pair
    black, white = (one.player_id for one in (pair if _has_black(ladder, mine, other) else (other, mine)))
    setup = Setup(width=ladder.width, height=ladder.height, ruleset=ladder.ruleset, komi=ladder.agreed_komi)
    reason = ladder.unrated_reason
    if not reason and any(is_under(one, Restricted.UNRATED, now) for one in people.values()):
        reason = "restricted"
    game = begin(Beginning(ladder, setup, (black, white), reason, event=EventRef("ladder", ladder.pk)), now)
    made = LadderGame.objects.create(ladder=ladder, challenger=mine, defender=other, game=game, at=now)
    Notice.objects.create(
        player=people[other.player_id], by=people[mine.player_id], kind="ladder_challenged", game=game, created_at=now
    )
    events.game_started(game)
    about = {"ladder": ladder.pk, "act": "challenged"}
    pair_of = (mine.player_id, other.player_id)
    tell_programs(CompetitionEvent.LADDER_CHALLENGED, pair_of, game=game, by=people[mine.player_id], about=about)
    return made


def _has_black(ladder: Ladder, mine: Rung, other: Rung) -> bool:
    """Return whether the challenger has Black: the two alternate, starting with a draw."""
    one, two = sorted((mine.pk, other.pk))
    met = LadderGame.objects.filter(
        Q(challenger=mine, defender=other) | Q(challenger=other, defender=mine), ladder=ladder
    ).count()
    drawn = hashlib.sha256(f"{ladder.pk}:{one}:{two}".encode()).digest()[0]
    return (mine.pk == one) == ((met + drawn) % 2 == 0)


def to_book() -> QuerySet[LadderGame]:
    """Return games of ladders that have ended and are not processed, in the order of their ends (E66)."""
    rows = LadderGame.objects.filter(booked_at=None, game__phase=Phase.FINISHED.value)
    return rows.order_by("game__finished_at", "pk")


def book(game_id: int, now: datetime) -> bool:
    """Apply the end of a game to the order, once, under the lock of the ladder (E63, E66)."""
    ladder_id = LadderGame.objects.values_list("ladder_id", flat=True).get(pk=game_id)
    with transaction.atomic():
        ladder = locked_ladder(ladder_id)
        rows = LadderGame.objects.select_related("game", "challenger", "defender")
        played = rows.filter(pk=game_id, booked_at=None, game__phase=Phase.FINISHED.value).first()
        if played is None:
            return False
        ended = ended_as(played)
        winner = {played.challenger_id: played.challenger, played.defender_id: played.defender}[ended.winner]
        loser = played.defender if winner is played.challenger else played.challenger
        played.booked_at, played.end = now, ended.end.value
        played.winner = winner if ended.end in (End.BOARD, End.EARLY) else None
        played.save(update_fields=["booked_at", "end", "winner"])
        _count_wins(played, ended)
        places = Places(ladder, now)
        _move(places, played, ended)
        on_time = played.game.end_reason == Reason.TIME.value and played.winner is not None
        for rung in (winner, loser):
            if rung is loser or not on_time:
                _lapse(places, rung, on_time=on_time)
        return True


def _count_wins(played: LadderGame, ended: Ended) -> None:
    """Count consecutive wins (E66): a draw or a loss resets them, a game that does not count changes nothing."""
    if ended.end is End.NOTHING:
        return
    for rung in (played.challenger, played.defender):
        rung.wins = rung.wins + 1 if rung == played.winner else 0
        rung.most_wins = max(rung.wins, rung.most_wins)
        rung.save(update_fields=["wins", "most_wins"])


def _move(places: Places, played: LadderGame, ended: Ended) -> None:
    """Change the order, and write a line for the one of the two who moved."""
    before = places.order
    after = systems.moved(before, ended)
    if after == before:
        return
    lower = max((played.challenger, played.defender), key=lambda rung: before.index(rung.pk))
    upper = played.defender if lower is played.challenger else played.challenger
    beaten = ended.end is End.EARLY and ended.winner == lower.pk
    mover = places.rungs[(upper if beaten else lower).pk]
    why = "drew" if ended.end is End.DRAW else "won" if mover.pk == ended.winner else "lost"
    places.change(mover, why, lambda _: after, played.game_id)
    people = [played.challenger.player_id, played.defender.player_id]
    tell_of(places.ladder, people, "ladder_moved", places.now)


def ended_as(played: LadderGame) -> Ended:
    """Return how a finished game counts (E63)."""
    game, one, other = played.game, played.challenger, played.defender
    black = next(seat.player_id for seat in game.seat_list() if seat.color == Color.BLACK)
    by_color = {Color.BLACK: one if one.player_id == black else other}
    by_color[Color.WHITE] = other if by_color[Color.BLACK] is one else one
    if game.end_reason == Reason.CANCELLED.value and played.declined is not None:
        lost = Color(played.declined)
        return Ended(by_color[lost.opponent].pk, by_color[lost].pk, End.EARLY)
    if game.winner is None:
        end = End.DRAW if game.end_reason in DRAWS else End.NOTHING
        return Ended(one.pk, other.pk, end)
    won = Color(game.winner)
    end = End.BOARD
    if game.end_reason == Reason.FORFEIT.value:
        end = End.EARLY
    elif game.end_reason == Reason.TIME.value:
        rows = Action.objects.filter(game=game, kind__in=("play", "pass"), color__isnull=False)
        moves = dict(rows.values_list("color").annotate(count=Count("pk")))
        end = systems.end_on_time(moves.get(Color.BLACK, 0), moves.get(Color.WHITE, 0))
    return Ended(by_color[won].pk, by_color[won.opponent].pk, end)


def _lapse(places: Places, rung: Rung, *, on_time: bool) -> None:
    """Apply a loss on time: a hold, after two in a row the end; any other end resets the count (E64)."""
    rung.refresh_from_db()
    lapses = rung.lapses + 1 if on_time else 0
    if lapses != rung.lapses:
        rung.lapses = lapses
        rung.save(update_fields=["lapses"])
    if rung.place is None:
        return
    follows = systems.after_time_losses(lapses)
    if follows is Absence.WITHDRAWN:
        out(rung, places.ladder, places.now, "timed_out")
        tell_of(places.ladder, [rung.player_id], "ladder_out", places.now)
    elif follows is Absence.HOLD and not rung.hold:
        put_on_hold(rung, Hold.TIMED_OUT, places.now)


def to_check(now: datetime) -> QuerySet[Ladder]:
    """Ladders whose absences were not looked at for a day."""
    due = Q(checked_at=None) | Q(checked_at__lte=now - CHECKED_EVERY)
    return Ladder.objects.filter(due, closed_at=None)


def check(ladder_id: int, now: datetime) -> bool:
    """End holds of those who have moved since; hold or withdraw those who are away; let own holds cost places (E64)."""
    with transaction.atomic():
        ladder = locked_ladder(ladder_id)
        if ladder.checked_at is not None and ladder.checked_at > now - CHECKED_EVERY:
            return False
        ladder.checked_at = now
        ladder.save(update_fields=["checked_at"])
        rungs = list(ladder.rungs.standing())
        seen = last_seen([rung.player_id for rung in rungs])
        resting = _rested(rungs, now)
        for rung in rungs:
            rung.ladder = ladder
            _check_rung(ladder, rung, (seen.get(rung.player_id), resting.get(rung.player_id)), now)
        return True


def _rested(rungs: Iterable[Rung], now: datetime) -> dict[int, datetime]:
    """Return until when each player was on vacation recently, which is not absence."""
    rows = Vacation.objects.filter(player__in=[rung.player_id for rung in rungs], begin__lte=now)
    found: dict[int, datetime] = {}
    for player, end in rows.order_by("end").values_list("player_id", "end"):
        found[player] = min(end, now)
    return found


def _check_rung(ladder: Ladder, rung: Rung, seen: tuple[datetime | None, datetime | None], now: datetime) -> None:
    known = max(at for at in (*seen, rung.joined_at) if at is not None)
    if rung.hold in (Hold.TIMED_OUT, Hold.UNSEEN) and rung.held_at is not None:
        acted = Action.objects.filter(
            game__ladder_game__ladder=ladder, seat__player=rung.player_id, received_at__gt=rung.held_at
        )
        if acted.exists() or (rung.hold == Hold.UNSEEN and known > rung.held_at):
            end_hold(rung)
    if rung.hold == Hold.OWN and rung.held_at is not None:
        months = (now - rung.held_at) // MONTH
        if months > rung.hold_months:
            costs = systems.HOLD_COSTS * (months - rung.hold_months)
            Places(ladder, now).change(rung, "hold", lambda order: systems.lowered(order, rung.pk, costs))
            rung.hold_months = months
            rung.save(update_fields=["hold_months"])
    follows = systems.after_days_unseen((now - known).days)
    if follows is Absence.WITHDRAWN:
        out(rung, ladder, now, "unseen")
        tell_of(ladder, [rung.player_id], "ladder_out", now)
    elif follows is Absence.HOLD and not rung.hold:
        put_on_hold(rung, Hold.UNSEEN, now)


__all__ = ["LadderMove", "Standing", "book", "challenge", "check", "ended_as", "standing_of", "to_book", "to_check"]
