"""A tournament before entry: made, changed, opened; and cancelled (E1, E2)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.core.guests import check_kept
from accounts.core.restrictions import check_allowed
from accounts.models.restriction import RestrictionKind as Restricted
from clubs.services.rights import check_may_make_events
from competitions.announcing import Acting, tell
from competitions.errors import BadTournament, BotNotAllowed
from competitions.models import (
    AfterTimeout,
    Drawing,
    Entering,
    EntryState,
    Following,
    Repeats,
    Role,
    Seeding,
    Stage,
    Starting,
    State,
    Then,
    Tournament,
)
from competitions.models.tournament import KIND_NAMES, LONGEST_ABOUT, LONGEST_NAME
from competitions.systems.types import KNOCKOUTS, Criterion, Kind
from games.errors import BadTerms
from games.services.idempotency import PlayerRequest
from games.terms import ALLOWED_KINDS, ColorWish, Terms
from ratings.ranks import STRONGEST, WEAKEST, Rank
from rules import ORDINARY
from rules.clock import System
from rules.off_time import OffTimeKind

from .rows import check_owner, check_reason, check_state, locked_for_director

FEWEST, MOST = 2, 1000
MOST_IN_ROUND_ROBIN = 25
MOST_ROUNDS = 20
MOST_DRAFTS = 5
LATEST_START = timedelta(days=366)
MOST_LEAST_GAMES = 1000
LONGEST_ROUND = 366
GAMES_EACH = {
    Kind.ROUND_ROBIN: (1, 2), Kind.SECTIONS: (1, 2), Kind.GROUPS: (1, 2), Kind.KNOCKOUT: (1, 3, 5),
    Kind.DOUBLE_KNOCKOUT: (1, 3, 5),
}  # fmt: skip
"""How many games two may play: in a round robin, or in a match of a knockout; elsewhere one (E20, E38)."""
BY_SCORE = (Kind.SWISS, Kind.MCMAHON, Kind.GROUPS)
"""Systems that pair by score: with late entries and rounds that one may skip (E26)."""
WITH_HANDICAPS = (Kind.SWISS, Kind.MCMAHON)
"""Systems with handicaps by score (E35)."""
GROUPED = (Kind.GROUPS, Kind.SECTIONS)
MOST_IN_GROUP, MOST_IN_OPEN_GROUP, USUAL_GROUP = 25, 10, 8
"""How many play in a group or section, also where anybody may enter, and usually (E25, E31)."""
FINAL_GAMES = (1, 3, 5)
TIEBREAKS = (
    Criterion.SOS, Criterion.SOS_1, Criterion.SOS_2, Criterion.SODOS, Criterion.SOSOS, Criterion.DIRECT,
    Criterion.RANK, Criterion.RATING, Criterion.LOT,
)  # fmt: skip
"""What an organiser may choose after the points, instead of what the system usually has (E30 to E34)."""
MOST_TIEBREAKS = 4
USUAL_OFF_TIME = (OffTimeKind.VACATION, OffTimeKind.WEEKEND)
"""What stops clocks in events unless they have it otherwise: no pauses by agreement (E23)."""
IN_TURN = (Kind.ROUND_ROBIN, Kind.SECTIONS)
"""Systems whose games are known at the start, so that one may play so many at a time (E20)."""
GROUP_FIELDS = ("group_size", "drawing", "best", "then", "final_games")
"""What is asked about groups and sections (E31, E37)."""


_DECIDED = _("The event decides this itself. Leave it out.")
_NEEDS_CLOCK = _("Games of events need a clock. Choose a time control.")


def plain_terms(terms: Terms) -> None:
    """Raise BadTerms unless these are even games of ordinary Go, public, on an empty board and with a clock: colours
    and handicaps are not agreed but come of who is paired."""
    terms.check()
    decided = {
        "handicap": 0,
        "color": ColorWish.RANDOM,
        "by_rank": False,
        "by_komi": False,
        "komi_by": "",
        "position": None,
        "variant": ORDINARY,
    }
    for name, value in (decided | {"private": False, "teaching": False}).items():
        if getattr(terms, name) != value:
            raise BadTerms(field=name, why=_DECIDED)
    if terms.time.system is System.NONE:
        raise BadTerms(field="time", why=_NEEDS_CLOCK)


def terms_columns(terms: Terms) -> dict[str, Any]:
    """What is written into a row of `EvenTerms`."""
    return {
        "width": terms.width,
        "height": terms.height,
        "rule_set": terms.rule_set,
        "komi": terms.komi,
        "time_control": terms.time.to_json(),
        "lateness": terms.lateness.value,
        "off_time": [kind.value for kind in ALLOWED_KINDS if kind in terms.off_time],
        "rated_wanted": terms.rated,
        "analysis": terms.analysis,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """How it is played. `bar` and `floor` are McMahon's, in steps above 30k."""

    kind: Kind = Kind.SWISS
    rounds: int = 5
    games_each: int = 1
    at_once: int = 0
    handicaps: bool = False
    following: Following = Following.OVER
    round_days: int | None = None
    bar: int = 33
    floor: int = 10
    tiebreaks: tuple[Criterion, ...] = ()
    after_timeout: AfterTimeout = AfterTimeout.ASK
    strike_out: bool = True
    half_for_missed: bool = False
    late_entry: bool = False
    third_place: bool = False
    seeding: Seeding = Seeding.RANK
    group_size: int = USUAL_GROUP
    drawing: Drawing = Drawing.SNAKE
    best: int = 0
    then: Then = Then.SECTIONS
    final_games: int = 1

    @property
    def has_knockout(self) -> bool:
        """Whether a single knockout is a part of it."""
        return self.kind is Kind.KNOCKOUT or (self.kind is Kind.SECTIONS and self.then == Then.KNOCKOUT)

    def check(self) -> None:
        """Raise BadTournament naming the first field that does not fit."""
        _need(self.kind in KIND_NAMES, "kind")
        _need(1 <= self.rounds <= MOST_ROUNDS, "rounds")
        _need(self.games_each in GAMES_EACH.get(self.kind, (1,)), "games_each", "kind")
        _need(not self.third_place or self.has_knockout, "third_place", "kind", "then")
        _need(self.kind not in KNOCKOUTS or self.following == Following.OVER, "following", "kind")
        by_date = self.following == Following.DATE
        _need(not by_date or (self.round_days is not None and not self.at_once), "following", "round_days", "at_once")
        _need(self.kind not in KNOCKOUTS or not self.tiebreaks, "tiebreaks", "kind")
        _need(not self.half_for_missed or self.kind in BY_SCORE, "half_for_missed", "kind")
        _need(0 <= self.at_once <= MOST and (not self.at_once or self.kind in IN_TURN), "at_once", "kind")
        _need(not self.handicaps or self.kind in WITH_HANDICAPS, "handicaps", "kind")
        _need(self.round_days is None or 1 <= self.round_days <= LONGEST_ROUND, "round_days")
        known = len(set(self.tiebreaks)) == len(self.tiebreaks) <= MOST_TIEBREAKS
        _need(known and set(self.tiebreaks) <= set(TIEBREAKS), "tiebreaks")
        _need(not self.late_entry or self.kind in BY_SCORE, "late_entry", "kind")
        _need(WEAKEST <= self.floor <= self.bar <= STRONGEST, "floor", "bar")
        _need(2 <= self.group_size <= MOST_IN_GROUP, "group_size")
        _need(0 <= self.best < self.group_size, "best", "group_size")
        _need(self.final_games in FINAL_GAMES, "final_games")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Who may enter, and when it starts."""

    entering: Entering = Entering.OPEN
    fewest: int = 4
    most: int = 16
    lowest: Rank | None = None
    highest: Rank | None = None
    established: bool = True
    least_games: int = 0
    starting: Starting = Starting.HAND
    starts_at: datetime | None = None
    repeats: Repeats = Repeats.NEVER

    def check(self, now: datetime, kind: Kind) -> None:
        """Raise BadTournament naming the first field that does not fit."""
        most = MOST_IN_ROUND_ROBIN if kind is Kind.ROUND_ROBIN else MOST
        _need(FEWEST <= self.most <= most, "most", "kind")
        _need(FEWEST <= self.fewest <= self.most, "fewest", "most")
        _need(self.lowest is None or self.highest is None or self.lowest <= self.highest, "highest_rank", "lowest_rank")
        _need(0 <= self.least_games <= MOST_LEAST_GAMES, "least_games")
        _need((self.starting == Starting.DATE) == (self.starts_at is not None), "starts_at", "starting")
        _need(self.repeats == Repeats.NEVER or self.starting == Starting.DATE, "repeats", "starting")
        _need(self.starts_at is None or now < self.starts_at <= now + LATEST_START, "starts_at")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a tournament is to be."""

    name: str
    terms: Terms
    about: str = ""
    club: int | None = None
    played: Played = field(default_factory=Played)
    limits: Limits = field(default_factory=Limits)

    def check(self, now: datetime) -> None:
        """Raise BadTournament or BadTerms naming the first field that does not fit.

        The tournament decides colours and handicap; its games are of ordinary Go, public, begin on an empty board and
        have a clock.
        """
        _need(1 <= len(self.name.strip()) <= LONGEST_NAME, "name")
        _need(len(self.about) <= LONGEST_ABOUT, "about")
        plain_terms(self.terms)
        _need(self.club is not None or self.limits.entering != Entering.CLUB, "entering", "club")
        self.played.check()
        self.limits.check(now, self.played.kind)
        is_small = self.played.group_size <= MOST_IN_OPEN_GROUP or self.limits.entering != Entering.OPEN
        _need(self.played.kind not in GROUPED or is_small, "group_size", "entering")

    @property
    def columns(self) -> dict[str, Any]:
        """What is written into the row of the tournament."""
        terms, limits, played = self.terms, self.limits, self.played
        return {
            "name": self.name.strip(),
            "about": self.about.strip(),
            "club_id": self.club,
            **terms_columns(terms),
            "handicaps": played.handicaps,
            "following": played.following,
            "round_days": played.round_days,
            "at_once": played.at_once,
            "after_timeout": played.after_timeout,
            "strike_out": played.strike_out,
            "late_entry": played.late_entry,
            "entering": limits.entering,
            "fewest": limits.fewest,
            "most": limits.most,
            "lowest_rank": None if limits.lowest is None else limits.lowest.steps,
            "highest_rank": None if limits.highest is None else limits.highest.steps,
            "established": limits.established,
            "least_games": limits.least_games,
            "starting": limits.starting,
            "starts_at": limits.starts_at,
            "repeats": limits.repeats,
        }

    @property
    def stage(self) -> dict[str, Any]:
        """What is written into the row of its stage."""
        played = self.played
        names = ("rounds", "games_each", "third_place", "seeding", "bar", "floor", "half_for_missed", *GROUP_FIELDS)
        tiebreaks = [one.value for one in played.tiebreaks]
        return {"kind": played.kind.value, "tiebreaks": tiebreaks, **{name: getattr(played, name) for name in names}}


def plan_of(said: dict[str, Any], terms: Terms) -> Plan:
    """The plan that the form or the API has read: ranks are steps above 30k, or None. Checks nothing."""
    return Plan(
        name=said["name"],
        about=said["about"],
        club=said.get("club"),
        terms=terms,
        played=Played(
            kind=Kind(said["kind"]), following=Following(said["following"]),
            **{name: said[name] for name in ("rounds", "games_each", "at_once", "handicaps", "round_days")},
            tiebreaks=tuple(Criterion(name) for name in said["tiebreaks"]),
            after_timeout=AfterTimeout(said["after_timeout"]), late_entry=said["late_entry"],
            third_place=said["third_place"], seeding=Seeding(said["seeding"]), drawing=Drawing(said["drawing"]),
            then=Then(said["then"]),
            **{name: said[name] for name in ("bar", "floor", "group_size", "best", "final_games")},
            **{name: said[name] for name in ("strike_out", "half_for_missed")},
        ),
        limits=Limits(
            entering=Entering(said["entering"]), starting=Starting(said["starting"]), repeats=Repeats(said["repeats"]),
            lowest=said["lowest_rank"], highest=said["highest_rank"],
            **{name: said[name] for name in ("fewest", "most", "established", "least_games", "starts_at")},
        ),
    )  # fmt: skip


def _need(condition: bool, name: str, *also: str) -> None:
    if not condition:
        raise BadTournament(field=name, also=also)


def create(request: PlayerRequest, plan: Plan) -> Tournament:
    """Make a draft. Raises BadTournament, BadTerms, NotForGuests, BotNotAllowed, NewGamesBlocked, Suspended."""
    player = request.player
    check_allowed(player, request.now, Restricted.BARRED)
    check_kept(player)
    if player.is_bot:
        raise BotNotAllowed
    plan.check(request.now)
    if plan.club is not None:
        check_may_make_events(player, plan.club)
    with transaction.atomic():
        if Tournament.objects.filter(owner=player, state=State.DRAFT).count() >= MOST_DRAFTS:
            raise BadTournament(field="name")
        made = Tournament.objects.create(owner=player, created_at=request.now, **plan.columns)
        Stage.objects.create(tournament=made, **plan.stage)
        Acting(player, Role.OWNER, request.now).log(made, "created")
        return made


def revise(request: PlayerRequest, tournament_id: int, plan: Plan) -> Tournament:
    """Change a draft: once entry is open its terms stand (E11). Raises what `create` does, NotOwner, WrongState."""
    plan.check(request.now)
    with transaction.atomic():
        tournament, acting = locked_for_director(request, tournament_id)
        check_owner(acting)
        check_state(tournament, State.DRAFT)
        if plan.club not in (None, tournament.club_id):
            check_may_make_events(request.player, plan.club)
        for name, value in plan.columns.items():
            setattr(tournament, name, value)
        tournament.save(update_fields=list(plan.columns))
        tournament.stages.filter(number=1).update(**plan.stage)
        return tournament


def open_entry(request: PlayerRequest, tournament_id: int) -> Tournament:
    """Open entry: everybody sees it, and its terms stand. Raises NotOwner, WrongState, BadTournament when its date has
    passed."""
    with transaction.atomic():
        tournament, acting = locked_for_director(request, tournament_id)
        check_owner(acting)
        check_state(tournament, State.DRAFT)
        _need(tournament.starts_at is None or tournament.starts_at > request.now, "starts_at")
        tournament.state, tournament.opened_at = State.OPEN, request.now
        tournament.save(update_fields=["state", "opened_at"])
        acting.log(tournament, "opened")
        return tournament


def cancel(request: PlayerRequest, tournament_id: int, reason: str) -> Tournament:
    """Call the tournament off; games that are running go on. Raises NotOwner, WrongState, ReasonNeeded."""
    with transaction.atomic():
        tournament, acting = locked_for_director(request, tournament_id)
        check_owner(acting)
        check_state(tournament, State.DRAFT, State.OPEN, State.RUNNING)
        call_off(tournament, acting, check_reason(reason) if tournament.state != State.DRAFT else reason)
        return tournament


def call_off(tournament: Tournament, acting: Acting, reason: str) -> None:
    """Cancel it and tell everybody in it. Under its lock."""
    tournament.state, tournament.ended_at = State.CANCELLED, acting.now
    tournament.save(update_fields=["state", "ended_at"])
    acting.log(tournament, "cancelled", reason=reason)
    states = (EntryState.ENTERED, EntryState.WAITING, EntryState.APPLIED)
    tell(tournament, players_in(tournament, *states), "event_cancelled", acting.now)


def players_in(tournament: Tournament, *states: EntryState) -> list[int]:
    """The players whose entries are in one of these states."""
    return list(tournament.entries.filter(state__in=states).values_list("player_id", flat=True))


__all__ = ["Limits", "Plan", "Played", "call_off", "cancel", "create", "open_entry", "revise"]
