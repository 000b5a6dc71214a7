"""Rule sets as data (R30)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType
from typing import Any

HANDICAP_KOMI = Decimal("0.5")


class CountingMethod(StrEnum):
    """The ways to count the points at the end of a game."""

    BRAINKING = "brainking"
    """R20: territory minus the player's lost stones; komi is subtracted from Black."""
    TERRITORY = "territory"
    """R21: territory plus prisoners."""
    AREA = "area"
    """R22: stones plus territory."""
    AGA = "aga"
    """R23: area; counting territory with pass stones gives the same result."""


class KoRule(StrEnum):
    """The ko rules: which positions may not be repeated (R5)."""

    SIMPLE = "simple"
    POSITIONAL = "positional"
    SITUATIONAL = "situational"


class SelfCaptureRule(StrEnum):
    """Whether players may capture their own chains: never, only chains of several stones, or always (R4)."""

    FORBIDDEN = "forbidden"
    MULTI_STONE = "multi_stone"
    ALLOWED = "allowed"


class HandicapPlacement(StrEnum):
    """How handicap stones are placed: on fixed points, or where Black chooses (R40, R41)."""

    FIXED = "fixed"
    FREE = "free"


class HandicapCompensation(StrEnum):
    """White's points for handicap stones under area scoring: none, one for each stone, or one for each stone after the
    first."""

    NONE = "none"
    PER_STONE = "per_stone"
    PER_STONE_AFTER_FIRST = "per_stone_after_first"


class PassStones(StrEnum):
    """When a player who passes gives a stone to the opponent: never, always, or only while a dispute is played out."""

    NEVER = "never"
    ALWAYS = "always"
    IN_DISPUTES = "settling"  # as in terms of released versions


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A rule set. A game stores its own copy of all its fields (R30).

    `komi` is the komi of even games on 9x9, 13x13 and 19x19 boards. `resumer_moves_first` is whether the player who
    resumes play moves first; otherwise the opponent does (R14). With `ties_to_black` Black wins when the totals are
    equal; a whole komi is then worth half a point less.
    """

    key: str
    counting: CountingMethod
    ko: KoRule
    self_capture: SelfCaptureRule
    komi: tuple[Decimal, Decimal, Decimal]
    handicap_placement: HandicapPlacement
    compensation: HandicapCompensation
    pass_stones: PassStones
    last_pass_white: bool = False
    resumer_moves_first: bool = True
    all_stones_alive: bool = False
    rejection_always_settles: bool = False
    ties_to_black: bool = False

    def default_komi(self, width: int, height: int, handicap: int) -> Decimal:
        """Return the default komi for a board of this size (R31). It is the komi for the nearest of the sizes 9, 13 and
        19. With a handicap it is 0.5."""
        if handicap:
            return HANDICAP_KOMI
        size = max(width, height)
        return self.komi[0] if size <= 11 else self.komi[1] if size <= 16 else self.komi[2]

    def compensation_for(self, handicap: int) -> int:
        """Return White's compensation, in points, for this many handicap stones under area scoring."""
        if self.compensation is HandicapCompensation.PER_STONE:
            return handicap
        if self.compensation is HandicapCompensation.PER_STONE_AFTER_FIRST:
            return max(0, handicap - 1)
        return 0

    def to_json(self) -> dict[str, Any]:
        """Return the rule set as JSON."""
        data = {**asdict(self), "komi": [str(value) for value in self.komi]}
        if not self.ties_to_black:
            del data["ties_to_black"]
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> RuleSet:
        """Return the rule set from its to_json()."""
        nine, thirteen, nineteen = (Decimal(value) for value in data["komi"])
        values = {field.name: data[field.name] for field in fields(cls) if field.name in data}
        return cls(
            **{
                **values,
                "counting": CountingMethod(data["counting"]),
                "ko": KoRule(data["ko"]),
                "self_capture": SelfCaptureRule(data["self_capture"]),
                "komi": (nine, thirteen, nineteen),
                "handicap_placement": HandicapPlacement(data["handicap_placement"]),
                "compensation": HandicapCompensation(data["compensation"]),
                "pass_stones": PassStones(data["pass_stones"]),
            }
        )


def _komi_by_size(nine: str, thirteen: str = "", nineteen: str = "") -> tuple[Decimal, Decimal, Decimal]:
    return Decimal(nine), Decimal(thirteen or nine), Decimal(nineteen or nine)


def _japanese_rule_set(key: str) -> RuleSet:
    return RuleSet(
        key=key,
        counting=CountingMethod.TERRITORY,
        ko=KoRule.SIMPLE,
        self_capture=SelfCaptureRule.FORBIDDEN,
        komi=_komi_by_size("6.5"),
        handicap_placement=HandicapPlacement.FIXED,
        compensation=HandicapCompensation.NONE,
        pass_stones=PassStones.NEVER,
        resumer_moves_first=False,
    )


def _aga_rule_set(key: str) -> RuleSet:
    return RuleSet(
        key=key,
        counting=CountingMethod.AGA,
        ko=KoRule.SITUATIONAL,
        self_capture=SelfCaptureRule.FORBIDDEN,
        komi=_komi_by_size("7.5"),
        handicap_placement=HandicapPlacement.FIXED,
        compensation=HandicapCompensation.PER_STONE_AFTER_FIRST,
        pass_stones=PassStones.ALWAYS,
        last_pass_white=True,
    )


def _area_rule_set(key: str, ko: KoRule, komi: str) -> RuleSet:
    return RuleSet(
        key=key,
        counting=CountingMethod.AREA,
        ko=ko,
        self_capture=SelfCaptureRule.ALLOWED,
        komi=_komi_by_size(komi),
        handicap_placement=HandicapPlacement.FREE,
        compensation=HandicapCompensation.NONE,
        pass_stones=PassStones.NEVER,
        all_stones_alive=key == "tromp_taylor",
    )


DEFAULT_RULE_SET = "brainking"

RULE_SETS: Mapping[str, RuleSet] = MappingProxyType(
    {
        rules.key: rules
        for rules in (
            RuleSet(
                key="brainking",
                counting=CountingMethod.BRAINKING,
                ko=KoRule.SIMPLE,
                self_capture=SelfCaptureRule.FORBIDDEN,
                komi=_komi_by_size("3.5", "4.5", "5.5"),
                handicap_placement=HandicapPlacement.FIXED,
                compensation=HandicapCompensation.NONE,
                pass_stones=PassStones.NEVER,
            ),
            _japanese_rule_set("japanese"),
            _japanese_rule_set("korean"),
            replace(
                _area_rule_set("chinese", KoRule.POSITIONAL, "7.5"),
                self_capture=SelfCaptureRule.FORBIDDEN,
                compensation=HandicapCompensation.PER_STONE,
            ),
            _aga_rule_set("aga"),
            _aga_rule_set("bga"),
            _area_rule_set("new_zealand", KoRule.SITUATIONAL, "7"),
            _area_rule_set("tromp_taylor", KoRule.POSITIONAL, "7.5"),
            replace(_area_rule_set("ing", KoRule.POSITIONAL, "8"), ties_to_black=True),
            RuleSet(
                key="leaflet",
                counting=CountingMethod.TERRITORY,
                ko=KoRule.POSITIONAL,
                self_capture=SelfCaptureRule.FORBIDDEN,
                komi=_komi_by_size("0"),
                handicap_placement=HandicapPlacement.FIXED,
                compensation=HandicapCompensation.NONE,
                pass_stones=PassStones.IN_DISPUTES,
                rejection_always_settles=True,
            ),
        )
    }
)
"""Every rule set that the server offers, by its key."""
