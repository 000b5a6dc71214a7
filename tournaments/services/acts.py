"""Directors' actions by name, for the directors' page and the API (E55)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext_lazy as _

from accounts.core.lookup import get_player_by_name
from accounts.models import Player
from games.services.idempotency import PlayerRequest
from ratings.ranks import Rank
from tournaments.errors import BadActInput

from . import (
    advancing,
    bars,
    changing,
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


class TournamentAct(StrEnum):
    """Directors' actions. The values are part of the API."""

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
    LABELS = "labels"
    DIRECTOR = "director"
    NO_DIRECTOR = "no_director"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActInput:
    """The input of a director's action. Each action uses only the fields that it needs. Players are given by name."""

    player: str = ""
    other: str = ""
    round: int | None = None
    board: int | None = None
    result: str = ""
    halves: int | None = None
    days: int | None = None
    rank: str = ""
    correction: int = 0
    family: str | None = None
    club_group: str | None = None
    bar: str = ""
    floor: str = ""
    proposal: str = ""
    text: str = ""
    reason: str = ""
    seeds: Sequence[str] | None = None
    instead_of: Sequence[str] = ()

    def named_player(self, name: str = "player") -> Player:
        """Return the player named in this field. Raises BadActInput, NoSuchPlayer."""
        text: str = getattr(self, name)
        if not text.strip():
            raise BadActInput(field=name, sentence=_("Enter a player's username."))
        return get_player_by_name(text.strip())

    def seed_order(self) -> seeding.SeedOrder:
        """Return the new seeds, and the seeds that they replace. Raises BadActInput."""
        if self.seeds is None:
            raise BadActInput(field="seeds")
        return seeding.SeedOrder(self.seeds, self.instead_of)

    def pairing_labels(self) -> directing.PairingLabels:
        """Return the labels to set. Raises BadActInput if there are none."""
        if self.family is None and self.club_group is None:
            raise BadActInput(field="family")
        return directing.PairingLabels(self.family, self.club_group)

    def whole_number(self, name: str) -> int:
        """Return the number in this field. Raises BadActInput."""
        found: int | None = getattr(self, name)
        if found is None:
            raise BadActInput(field=name)
        return found

    def chosen_rank(self, name: str = "rank") -> Rank:
        """Return the rank in this field. Raises BadActInput."""
        text: str = getattr(self, name)
        found = Rank.parse(text.strip())
        if found is None:
            raise BadActInput(field=name, sentence=_("Enter a rank from 30k to 9d."))
        return found


Do = Callable[[PlayerRequest, int, ActInput], object]

_ACTS: dict[TournamentAct, Do] = {
    TournamentAct.OPEN: lambda who, pk, data: drafting.open_entry(who, pk),
    TournamentAct.START: lambda who, pk, data: starting.start_tournament(who, pk, data.proposal),
    TournamentAct.CANCEL: lambda who, pk, data: drafting.cancel_tournament(who, pk, data.reason),
    TournamentAct.CLOSE: lambda who, pk, data: advancing.confirm_results(who, pk),
    TournamentAct.INVITE: lambda who, pk, data: entering.invite_player(
        who, pk, data.named_player(), data.chosen_rank() if data.rank.strip() else None
    ),
    TournamentAct.APPROVE: lambda who, pk, data: entering.answer_application(who, pk, data.named_player(), accept=True),
    TournamentAct.DECLINE: lambda who, pk, data: entering.answer_application(
        who, pk, data.named_player(), accept=False
    ),
    TournamentAct.REMOVE: lambda who, pk, data: leaving.remove_player(who, pk, data.named_player(), data.reason),
    TournamentAct.PROPOSE: lambda who, pk, data: proposing.propose_next_round(who, pk),
    TournamentAct.SWAP: lambda who, pk, data: changing.swap_players_in_proposal(
        who, pk, changing.ProposalEdit(data.named_player().pk, data.named_player("other").pk, data.proposal)
    ),
    TournamentAct.FIX: lambda who, pk, data: fixing.pair_players_in_proposal(
        who, pk, changing.ProposalEdit(data.named_player().pk, data.named_player("other").pk, data.proposal)
    ),
    TournamentAct.SEED: lambda who, pk, data: seeding.set_seeds(who, pk, data.seed_order(), data.reason),
    TournamentAct.BARS: lambda who, pk, data: bars.set_bar_and_floor(
        who, pk, (data.chosen_rank("bar"), data.chosen_rank("floor")), data.reason
    ),
    TournamentAct.EXCHANGE: lambda who, pk, data: staging.exchange_sections(
        who, pk, (data.named_player(), data.named_player("other"))
    ),
    TournamentAct.REPLACE: lambda who, pk, data: replacing.replace_player(
        who, pk, (data.named_player(), data.named_player("other") if data.other.strip() else None), data.reason
    ),
    TournamentAct.TIME: lambda who, pk, data: replacing.add_days_to_clocks(
        who, pk, data.named_player(), (data.whole_number("days"), data.reason)
    ),
    TournamentAct.EXTEND: lambda who, pk, data: directing.extend_round(
        who, pk, data.whole_number("round"), data.whole_number("days")
    ),
    TournamentAct.COPY: lambda who, pk, data: copying.copy_tournament(who, pk),
    TournamentAct.ONCE: lambda who, pk, data: copying.stop_repeating(who, pk),
    TournamentAct.PUBLISH: lambda who, pk, data: proposing.publish_proposal(who, pk, data.proposal),
    TournamentAct.FORBID: lambda who, pk, data: directing.forbid_pairing(
        who, pk, (data.named_player(), data.named_player("other")), data.reason
    ),
    TournamentAct.ALLOW: lambda who, pk, data: directing.allow_pairing(
        who, pk, (data.named_player(), data.named_player("other"))
    ),
    TournamentAct.RESULT: lambda who, pk, data: directing.set_result(
        who, pk, (data.whole_number("round"), data.whole_number("board")), (data.result, data.reason)
    ),
    TournamentAct.ADJUST: lambda who, pk, data: directing.adjust_points(
        who, pk, data.named_player(), (data.whole_number("halves"), data.reason)
    ),
    TournamentAct.RANK: lambda who, pk, data: directing.correct_rank(
        who, pk, data.named_player(), (data.chosen_rank(), data.correction, data.reason)
    ),
    TournamentAct.LABELS: lambda who, pk, data: directing.set_pairing_labels(
        who, pk, data.named_player(), data.pairing_labels()
    ),
    TournamentAct.DIRECTOR: lambda who, pk, data: directing.set_director(
        who, pk, data.named_player(), is_director=True
    ),
    TournamentAct.NO_DIRECTOR: lambda who, pk, data: directing.set_director(
        who, pk, data.named_player(), is_director=False
    ),
    TournamentAct.NOTICE: lambda who, pk, data: directing.send_tournament_notice(
        who, pk, data.text, data.named_player() if data.player.strip() else None
    ),
}


def perform_act(request: PlayerRequest, tournament_id: int, act: TournamentAct, data: ActInput) -> object:
    """Perform a director's action and return its result, which for `copy` is the new tournament. Raises BadActInput if
    input is missing, NoSuchPlayer, and the errors of the action."""
    return _ACTS[act](request, tournament_id, data)
