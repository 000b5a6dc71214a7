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
from tournaments.errors import BadAct
from tournaments.forms import ActForm
from tournaments.models import Tournament
from tournaments.services.acts import TournamentAct
from tournaments.services.changing import ProposalEdit
from tournaments.services.costing import ChangeCost, CostCriterion, compare_proposal_costs
from wording import words

COST_NAMES: dict[CostCriterion, Promise] = {
    CostCriterion.REPEATED: gettext_lazy("Pairs who have already met"),
    CostCriterion.FORBIDDEN: gettext_lazy("Players who must not be paired"),
    CostCriterion.SCORE: gettext_lazy("Score difference between opponents"),
    CostCriterion.FAMILY: gettext_lazy("Pairs from the same family"),
    CostCriterion.CLUB: gettext_lazy("Pairs from the same club"),
    CostCriterion.CLUB_GROUP: gettext_lazy("Pairs from clubs in the same group"),
    CostCriterion.FLOATS: gettext_lazy("Players paired up or down again"),
    CostCriterion.COLORS: pgettext_lazy("text", "Colour imbalance"),
    CostCriterion.HANDICAP: gettext_lazy("Total handicap, in stones"),
    CostCriterion.BYE: gettext_lazy("Previous byes (player receiving the bye)"),
}


@dataclass(frozen=True, slots=True)
class CostRow:
    """A criterion with its values before and after the change, and the effect of the change ("" for none)."""

    name: str
    before: int
    after: int
    verdict: str


def rows_of_costs(costs: Iterable[ChangeCost]) -> list[CostRow]:
    """Return a row for each criterion, with its name and the effect of the change as text."""
    return [CostRow(str(COST_NAMES[one.criterion]), one.before, one.after, _effect_text(one)) for one in costs]


def _effect_text(cost: ChangeCost) -> str:
    if cost.after > cost.before:
        return pgettext("pairing", "worse")
    return pgettext("pairing", "better") if cost.after < cost.before else ""


def change_preview_context(request: HttpRequest, shown: Tournament) -> dict[str, Any]:
    """Return the template context for the change of a proposal that the query string describes: the change as text, and
    its effect on each criterion. Raises BadAct, NoSuchPlayer, and the errors of `compare_proposal_costs`."""
    form = ActForm({**request.GET.dict(), "do": request.GET.get("change", "")})
    if not form.is_valid():
        raise BadAct(field="player")
    data, act = form.act_input(), form.act()
    one, other = data.named_player(), data.named_player("other")
    costs = compare_proposal_costs(
        player_of(request), shown.pk, act.value, ProposalEdit(one.pk, other.pk, data.proposal)
    )
    text = _("%(one)s swaps with %(other)s") if act is TournamentAct.SWAP else _("%(one)s (Black) – %(other)s (White)")
    return {
        "costs": rows_of_costs(costs),
        "change": words.isolated(text, one=one.shown_name, other=other.shown_name),
        "checked": {"do": act.value, "player": one.username, "other": other.username, "proposal": data.proposal},
    }


__all__ = ["change_preview_context", "rows_of_costs"]
