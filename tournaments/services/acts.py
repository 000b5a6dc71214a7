"""The acts of directors by their names: the page and the API call the same (E55)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from accounts.core.lookup import player_named
from accounts.models import Player
from games.services.idempotency import PlayerRequest
from ratings.ranks import Rank
from tournaments.errors import BadAct

from . import (
    advancing,
    bars,
    copying,
    directing,
    drafting,
    entering,
    fixing,
    leaving,
    proposing,
    replacing,
    seeding,
    staging,
    starting,
)


class Act(StrEnum):
    """What directors do. The names are part of the API."""

    OPEN = "open"
    START = "start"
    CANCEL = "cancel"
    CLOSE = "close"
    INVITE = "invite"
    APPROVE = "approve"
    DECLINE = "decline"
    REMOVE = "remove"
    PROPOSE = "propose"
    SWAP = "swap"
    FIX = "fix"
    SEED = "seed"
    BARS = "bars"
    EXCHANGE = "exchange"
    REPLACE = "replace"
    TIME = "time"
    EXTEND = "extend"
    COPY = "copy"
    ONCE = "once"
    PUBLISH = "publish"
    FORBID = "forbid"
    ALLOW = "allow"
    RESULT = "result"
    ADJUST = "adjust"
    RANK = "rank"
    DIRECTOR = "director"
    NO_DIRECTOR = "no_director"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What an act may be told; each takes what it needs. Players by their names."""

    player: str = ""
    other: str = ""
    round: int | None = None
    board: int | None = None
    result: str = ""
    halves: int | None = None
    days: int | None = None
    rank: str = ""
    correction: int = 0
    bar: str = ""
    floor: str = ""
    proposal: str = ""
    text: str = ""
    reason: str = ""
    seeds: Sequence[str] | None = None
    instead_of: Sequence[str] = ()

    def person(self, name: str = "player") -> Player:
        """The player of this field. Raises BadAct, NoSuchPlayer."""
        text: str = getattr(self, name)
        if not text.strip():
            raise BadAct(field=name)
        return player_named(text.strip())

    def order(self) -> seeding.Order:
        """Who is to be seeded, and instead of whom. Raises BadAct."""
        if self.seeds is None:
            raise BadAct(field="seeds")
        return seeding.Order(self.seeds, self.instead_of)

    def number(self, name: str) -> int:
        """The number in this field. Raises BadAct."""
        found: int | None = getattr(self, name)
        if found is None:
            raise BadAct(field=name)
        return found

    def ranked(self, name: str = "rank") -> Rank:
        """The rank in this field. Raises BadAct."""
        text: str = getattr(self, name)
        found = Rank.parse(text.strip())
        if found is None:
            raise BadAct(field=name)
        return found


Do = Callable[[PlayerRequest, int, Told], object]

_ACTS: dict[Act, Do] = {
    Act.OPEN: lambda who, pk, told: drafting.open_entry(who, pk),
    Act.START: lambda who, pk, told: starting.start(who, pk),
    Act.CANCEL: lambda who, pk, told: drafting.cancel(who, pk, told.reason),
    Act.CLOSE: lambda who, pk, told: advancing.close(who, pk),
    Act.INVITE: lambda who, pk, told: entering.invite(who, pk, told.person()),
    Act.APPROVE: lambda who, pk, told: entering.answer(who, pk, told.person(), accept=True),
    Act.DECLINE: lambda who, pk, told: entering.answer(who, pk, told.person(), accept=False),
    Act.REMOVE: lambda who, pk, told: leaving.remove(who, pk, told.person(), told.reason),
    Act.PROPOSE: lambda who, pk, told: proposing.propose(who, pk),
    Act.SWAP: lambda who, pk, told: proposing.swap(
        who, pk, proposing.Swap(told.person().pk, told.person("other").pk, told.proposal)
    ),
    Act.FIX: lambda who, pk, told: fixing.fix(
        who, pk, proposing.Swap(told.person().pk, told.person("other").pk, told.proposal)
    ),
    Act.SEED: lambda who, pk, told: seeding.seed(who, pk, told.order(), told.reason),
    Act.BARS: lambda who, pk, told: bars.set_bars(who, pk, (told.ranked("bar"), told.ranked("floor")), told.reason),
    Act.EXCHANGE: lambda who, pk, told: staging.exchange(who, pk, (told.person(), told.person("other"))),
    Act.REPLACE: lambda who, pk, told: replacing.replace(
        who, pk, (told.person(), told.person("other") if told.other.strip() else None), told.reason
    ),
    Act.TIME: lambda who, pk, told: replacing.add_time(who, pk, told.person(), (told.number("days"), told.reason)),
    Act.EXTEND: lambda who, pk, told: directing.extend(who, pk, told.number("round"), told.number("days")),
    Act.COPY: lambda who, pk, told: copying.copy(who, pk),
    Act.ONCE: lambda who, pk, told: copying.stop_repeating(who, pk),
    Act.PUBLISH: lambda who, pk, told: proposing.publish(who, pk, told.proposal),
    Act.FORBID: lambda who, pk, told: directing.forbid(who, pk, (told.person(), told.person("other")), told.reason),
    Act.ALLOW: lambda who, pk, told: directing.allow(who, pk, (told.person(), told.person("other"))),
    Act.RESULT: lambda who, pk, told: directing.set_result(
        who, pk, (told.number("round"), told.number("board")), (told.result, told.reason)
    ),
    Act.ADJUST: lambda who, pk, told: directing.adjust(who, pk, told.person(), (told.number("halves"), told.reason)),
    Act.RANK: lambda who, pk, told: directing.correct_rank(
        who, pk, told.person(), (told.ranked(), told.correction, told.reason)
    ),
    Act.DIRECTOR: lambda who, pk, told: directing.set_director(who, pk, told.person(), is_one=True),
    Act.NO_DIRECTOR: lambda who, pk, told: directing.set_director(who, pk, told.person(), is_one=False),
    Act.NOTICE: lambda who, pk, told: directing.give_notice(who, pk, told.text),
}


def perform(request: PlayerRequest, tournament_id: int, act: Act, told: Told) -> object:
    """Do it, and return what came of it: of `copy` the new tournament. Raises BadAct when something is missing,
    NoSuchPlayer, and what the act raises."""
    return _ACTS[act](request, tournament_id, told)
