"""How a change of a proposed round affects the pairing's criteria, as text in the reader's language (E123)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from games.views.requests import player_of
from tournaments.errors import BadActInput
from tournaments.forms import DirectorActForm
from tournaments.models import Tournament
from tournaments.services.acts import TournamentAct
from tournaments.services.changing import ProposalEdit
from tournaments.services.costing import CriterionChange, PairingCriterion, compare_proposal_costs
from wording import words

COST_NAMES: dict[PairingCriterion, Promise] = {
    PairingCriterion.REPEATED: gettext_lazy("Pairs who have already met"),
    PairingCriterion.FORBIDDEN: gettext_lazy("Players who must not be paired"),
    PairingCriterion.SCORE: gettext_lazy("Score difference between opponents"),
    PairingCriterion.FAMILY: gettext_lazy("Pairs from the same family"),
    PairingCriterion.CLUB: gettext_lazy("Pairs from the same club"),
    PairingCriterion.CLUB_GROUP: gettext_lazy("Pairs from clubs in the same group"),
    PairingCriterion.FLOATS: gettext_lazy("Players paired up or down again"),
    PairingCriterion.COLORS: pgettext_lazy("text", "Colour imbalance"),
    PairingCriterion.HANDICAP: gettext_lazy("Total handicap, in stones"),
    PairingCriterion.BYE: gettext_lazy("Previous byes (player receiving the bye)"),
}


@dataclass(frozen=True, slots=True)
class CriterionChangeRow:
    """A criterion with its values before and after the change, and the effect of the change ("" for none)."""

    name: str
    before: int
    after: int
    verdict: str


def criterion_change_rows(costs: Iterable[CriterionChange]) -> list[CriterionChangeRow]:
    """Return a row for each criterion, with its name and the effect of the change as text."""
    return [
        CriterionChangeRow(str(COST_NAMES[one.criterion]), one.before, one.after, _effect_text(one)) for one in costs
    ]


def _effect_text(cost: CriterionChange) -> str:
    if cost.after > cost.before:
        return pgettext("pairing", "worse")
    return pgettext("pairing", "better") if cost.after < cost.before else ""


def change_preview_context(request: HttpRequest, shown: Tournament) -> dict[str, Any]:
    """Return the template context for the change of a proposal that the query string describes: the change as text, and
    its effect on each criterion. Raises BadActInput, NoSuchPlayer, and the errors of `compare_proposal_costs`."""
    form = DirectorActForm({**request.GET.dict(), "do": request.GET.get("change", "")})
    if not form.is_valid():
        raise BadActInput(field="player")
    data, act = form.act_input(), form.act()
    one, other = data.named_player(), data.named_player("other")
    costs = compare_proposal_costs(
        player_of(request), shown.pk, act.value, ProposalEdit(one.pk, other.pk, data.proposal)
    )
    text = _("%(one)s swaps with %(other)s") if act is TournamentAct.SWAP else _("%(one)s (Black) – %(other)s (White)")
    return {
        "costs": criterion_change_rows(costs),
        "change": words.isolated(text, one=one.shown_name, other=other.shown_name),
        "checked": {"do": act.value, "player": one.username, "other": other.username, "proposal": data.proposal},
    }


__all__ = ["change_preview_context", "criterion_change_rows"]
