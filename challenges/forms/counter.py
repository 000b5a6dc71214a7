"""The form of a counter-offer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from challenges.models import Challenge
from games.terms import OFFERED_SIZES, PRESETS, ColorPreference, KomiBy, yes_no_terms_of
from rules import Variant
from rules.clock import time_control_fields_of
from rules.variants.presets import preset_of

from .limits import LIMITS
from .offers import ChallengeForm, sign_position
from .variants import FOR_MORE_PLAYERS, OF_MORE_PLAYERS, initial_values_of_variant, variant_from_raw_values


class CounterForm(ChallengeForm):
    """The form of a counter-offer to the creator of an offer. The initial values are the offer's terms with colours
    exchanged. Only variants for two players can be chosen."""

    def __init__(self, *args: Any, offer: Challenge, **kwargs: Any) -> None:
        super().__init__(*args, initial=_initial_terms(offer), **kwargs)
        self.offered = offer.agreed_variant
        for name in ("opponent_kind", "opponent", "level", *LIMITS, *FOR_MORE_PLAYERS):
            del self.fields[name]
        kinds: Any = self.fields["variant"]
        kinds.choices = [(key, name) for key, name in kinds.choices if key not in OF_MORE_PLAYERS]

    def chosen_variant(self) -> Variant:
        """Return the chosen variant. Parts of the offered variant for which the form has no field are kept, unless
        another variant is chosen."""
        chosen, shown = super().chosen_variant(), variant_from_raw_values(initial_values_of_variant(self.offered))
        if chosen == shown:
            return self.offered
        return replace(chosen, wraps=self.offered.wraps) if preset_of(chosen) == preset_of(shown) else chosen


def _initial_terms(offer: Challenge) -> dict[str, Any]:
    """Return an offer's terms, with colours exchanged, as the initial values of a counter-offer."""
    control = offer.agreed_time
    preset = next((key for key, known in PRESETS.items() if known == control), "custom")
    lines, square = str(offer.width), offer.width == offer.height and offer.width in OFFERED_SIZES
    named = {KomiBy.CREATOR.value: KomiBy.JOINER.value, KomiBy.JOINER.value: KomiBy.CREATOR.value}
    exchanged = {ColorPreference.BLACK: ColorPreference.WHITE, ColorPreference.WHITE: ColorPreference.BLACK}
    return {
        "size": lines if square else "custom",
        "width": offer.width,
        "height": offer.height,
        "rule_set": offer.rule_set,
        "komi": offer.komi,
        "by_rank": offer.by_rank,
        "by_komi": offer.by_komi,
        "komi_by": named.get(offer.komi_by, offer.komi_by),
        "handicap": offer.handicap,
        "color": exchanged.get(ColorPreference(offer.color), offer.color),
        "time": preset,
        "system": control.system.value,
        **{name: getattr(control, name) for name in time_control_fields_of(control.system)},
        "lateness": offer.lateness,
        "off_time": offer.off_time,
        "rated": offer.rated_wanted,
        **yes_no_terms_of(offer),
        "strict": offer.is_strict,
        **initial_values_of_variant(offer.agreed_variant),
        "position": "" if offer.position is None else sign_position({**offer.position, "handicap": offer.handicap}),
    }
