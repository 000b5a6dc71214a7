"""The differences between rule sets as text: one row for each field of `rules.RuleSet`, one text for each value."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from operator import attrgetter

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from rules import RULE_SETS, RuleSet
from rules.ruleset import CountingMethod, HandicapCompensation, HandicapPlacement, KoRule, PassStones, SelfCaptureRule
from rules.scoring import SEKI_IS_EMPTY


@dataclass(frozen=True, slots=True)
class RuleTexts:
    """The texts for a rule: a short one for tables, and a sentence."""

    short: Promise
    sentence: Promise


@dataclass(frozen=True, slots=True)
class RuleClaim:
    """A sentence about the rules, and the keys of the rule sets for which it is true."""

    words: RuleTexts
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """A difference between rule sets: its label, the function that reads its value, and the texts for each value."""

    label: Promise
    value: Callable[[RuleSet], Hashable]
    words: Mapping[Hashable, RuleTexts]

    def words_under(self, ruleset: RuleSet) -> RuleTexts:
        """Return the texts for the value that this rule set has. Raises KeyError for a value without texts."""
        return self.words[self.value(ruleset)]

    @property
    def claims(self) -> list[RuleClaim]:
        """Return every sentence that applies to at least one rule set, with the keys of those rule sets."""
        wordings = {id(words): words for words in self.words.values()}
        found = (RuleClaim(words, _rule_sets_with_words(self, words)) for words in wordings.values())
        return [claim for claim in found if claim.keys]


def _rule_sets_with_words(row: RuleDifference, words: RuleTexts) -> tuple[str, ...]:
    return tuple(key for key, ruleset in RULE_SETS.items() if row.words_under(ruleset) is words)


_FREE_PASS = RuleTexts(
    gettext_lazy("only while playing out a dispute"),
    gettext_lazy(
        "A pass costs nothing. But while a dispute is being played out, every pass gives the opponent a stone."
    ),
)

ROWS: dict[str, RuleDifference] = {
    "counting": RuleDifference(
        pgettext_lazy("rules", "Counting"),
        attrgetter("counting"),
        {
            CountingMethod.BRAINKING: RuleTexts(
                gettext_lazy("territory minus stones lost"),
                gettext_lazy(
                    "Your score is your territory minus your own stones that were captured or are dead. "
                    "Komi is subtracted from Black's score."
                ),
            ),
            CountingMethod.TERRITORY: RuleTexts(
                gettext_lazy("territory and prisoners"),
                gettext_lazy(
                    "Your score is your territory, plus one point for each stone you captured and each of your "
                    "opponent's dead stones. White gets komi."
                ),
            ),
            CountingMethod.AREA: RuleTexts(
                gettext_lazy("stones and territory"),
                gettext_lazy(
                    "Your score is your living stones and your territory. Prisoners do not matter. White gets komi."
                ),
            ),
            CountingMethod.AGA: RuleTexts(
                gettext_lazy("stones and territory, or territory and prisoners"),
                gettext_lazy(
                    "Your score is your living stones and your territory. White gets komi. Counting territory, "
                    "prisoners and pass stones gives the same margin."
                ),
            ),
        },
    ),
    "ko": RuleDifference(
        pgettext_lazy("rules", "Ko"),
        attrgetter("ko"),
        {
            KoRule.SIMPLE: RuleTexts(
                gettext_lazy("no immediate recapture"),
                gettext_lazy(
                    "You can't repeat the position after your own previous turn. Longer repetitions are allowed."
                ),
            ),
            KoRule.POSITIONAL: RuleTexts(
                gettext_lazy("no repeated positions"),
                gettext_lazy("No earlier whole-board position may be repeated (positional superko)."),
            ),
            KoRule.SITUATIONAL: RuleTexts(
                gettext_lazy("no repeated positions with the same player to move"),
                gettext_lazy(
                    "No earlier whole-board position may be repeated with the same player to move "
                    "(situational superko)."
                ),
            ),
        },
    ),
    "repetition": RuleDifference(
        pgettext_lazy("rules", "Endless repetition"),
        lambda ruleset: ruleset.ko is KoRule.SIMPLE,
        {
            True: RuleTexts(
                gettext_lazy("no result, if agreed"),
                gettext_lazy(
                    "If a position occurs for the third time with the same player to move, the players can agree to "
                    "end the game without a result. To propose this ending, use the menu next to the board. A "
                    "moderator can also end the game without a result."
                ),
            ),
            False: RuleTexts(
                pgettext_lazy("rules", "can't happen"),
                gettext_lazy("Superko keeps play from going in circles."),
            ),
        },
    ),
    "self_capture": RuleDifference(
        pgettext_lazy("rules", "Self-capture"),
        attrgetter("self_capture"),
        {
            SelfCaptureRule.FORBIDDEN: RuleTexts(
                pgettext_lazy("rules", "forbidden"),
                gettext_lazy("A move that captures nothing and leaves its own chain without liberties is illegal."),
            ),
            SelfCaptureRule.ALLOWED: RuleTexts(
                pgettext_lazy("rules", "allowed"),
                gettext_lazy("A move may leave its own chain without liberties. That chain is then removed."),
            ),
        },
    ),
    "dead": RuleDifference(
        pgettext_lazy("text", "Dead stones"),
        attrgetter("all_stones_alive"),
        {
            False: RuleTexts(
                gettext_lazy("marked at the end"),
                gettext_lazy("You don't need to capture dead stones. They are marked when play has stopped."),
            ),
            True: RuleTexts(
                gettext_lazy("none (all stones are alive)"),
                gettext_lazy(
                    "All stones on the board count as alive and none can be marked. Capture dead stones before you "
                    "pass."
                ),
            ),
        },
    ),
    "seki": RuleDifference(
        pgettext_lazy("rules", "Seki"),
        lambda ruleset: ruleset.counting in SEKI_IS_EMPTY,
        {
            True: RuleTexts(
                pgettext_lazy("rules", "no territory"),
                gettext_lazy("Points in seki are not territory."),
            ),
            False: RuleTexts(
                gettext_lazy("surrounded points count"),
                gettext_lazy("Even in seki, empty points bordered by only one colour count for that colour."),
            ),
        },
    ),
    "ties": RuleDifference(
        pgettext_lazy("rules", "Tied score"),
        attrgetter("ties_to_black"),
        {
            False: RuleTexts(
                pgettext_lazy("rules", "a draw"),
                gettext_lazy("If both players have the same number of points, the game is a draw."),
            ),
            True: RuleTexts(
                pgettext_lazy("text", "Black wins"),
                gettext_lazy(
                    "If both players have the same number of points, Black wins. A whole-number komi therefore "
                    "counts as half a point less."
                ),
            ),
        },
    ),
    "handicap": RuleDifference(
        pgettext_lazy("rules", "Handicap stones"),
        attrgetter("handicap_placement"),
        {
            HandicapPlacement.FIXED: RuleTexts(
                gettext_lazy("on fixed points"),
                gettext_lazy("Handicap stones are placed on fixed points before play, and White moves first."),
            ),
            HandicapPlacement.FREE: RuleTexts(
                pgettext_lazy("rules", "anywhere"),
                gettext_lazy("Black places the handicap stones anywhere, all on the first turn."),
            ),
        },
    ),
    "compensation": RuleDifference(
        gettext_lazy("Compensation for handicap"),
        attrgetter("compensation"),
        {
            HandicapCompensation.NONE: RuleTexts(
                pgettext_lazy("text", "none"),
                gettext_lazy("White gets no points for handicap stones."),
            ),
            HandicapCompensation.PER_STONE: RuleTexts(
                gettext_lazy("one point per stone"),
                gettext_lazy("White gets one point for every handicap stone."),
            ),
            HandicapCompensation.PER_STONE_AFTER_FIRST: RuleTexts(
                gettext_lazy("one point per stone after the first"),
                gettext_lazy("With area scoring, White gets one point for every handicap stone after the first."),
            ),
        },
    ),
    "pass_stones": RuleDifference(
        pgettext_lazy("text", "Pass stones"),
        attrgetter("pass_stones"),
        {
            PassStones.NEVER: _FREE_PASS,
            PassStones.IN_DISPUTES: _FREE_PASS,
            PassStones.ALWAYS: RuleTexts(
                gettext_lazy("with every pass"),
                gettext_lazy("Every pass gives the opponent a stone."),
            ),
        },
    ),
    "last_pass": RuleDifference(
        pgettext_lazy("rules", "Last pass"),
        attrgetter("last_pass_white"),
        {
            False: RuleTexts(
                pgettext_lazy("rules", "either player's"),
                gettext_lazy("Two passes in a row stop play, whichever player passes last."),
            ),
            True: RuleTexts(
                pgettext_lazy("rules", "White's"),
                gettext_lazy(
                    "Two passes in a row stop play if the second is White's. Otherwise, White must pass once more."
                ),
            ),
        },
    ),
    "resuming": RuleDifference(
        gettext_lazy("First player after resuming"),
        attrgetter("resumer_moves_first"),
        {
            True: RuleTexts(
                gettext_lazy("the player who resumed"),
                gettext_lazy("The player who resumes play moves first."),
            ),
            False: RuleTexts(
                gettext_lazy("the opponent of the player who resumed"),
                gettext_lazy("The opponent of the player who resumes play moves first."),
            ),
        },
    ),
    "rejection": RuleDifference(
        gettext_lazy("After a rejection"),
        attrgetter("rejection_always_settles"),
        {
            False: RuleTexts(
                gettext_lazy("marking again, resuming play or playing out the dispute"),
                gettext_lazy("After a rejection, players mark again, resume play or play out the dispute."),
            ),
            True: RuleTexts(
                gettext_lazy("playing out the dispute"),
                gettext_lazy("After a rejected marking, the dispute is always played out."),
            ),
        },
    ),
}

ABOUT: dict[str, Promise] = {
    "brainking": gettext_lazy(
        "The rules of the game site BrainKing. Stones you lose are subtracted from your score. The players mark the "
        "dead stones and agree on the score."
    ),
    "japanese": gettext_lazy("The most widely used rules, in Japan and most other countries."),
    "korean": gettext_lazy("The Korean rules. On this server they work exactly like the Japanese rules."),
    "chinese": gettext_lazy("The Chinese rules, the best-known rules with area scoring."),
    "aga": gettext_lazy(
        "The rules of the American Go Association. Every pass gives the opponent a stone and White passes last, so "
        "both ways of counting give the same result."
    ),
    "bga": gettext_lazy("The rules of the British Go Association. On this server they are the same as the AGA rules."),
    "new_zealand": gettext_lazy(
        "The New Zealand Go Society's concise rules. Komi is a whole number, so a game can end in a draw."
    ),
    "tromp_taylor": gettext_lazy(
        "A brief and exact version of the rules by John Tromp and Bill Taylor. No one has to judge which stones "
        "are dead."
    ),
    "ing": gettext_lazy(
        "The rules of Ing Chang-ki, from Taiwan. Komi is 8 points, and Black wins ties. Counting stones and "
        "territory here gives the same result as Ing's own way of counting. Instead of Ing's ko rule, no earlier "
        "position may be repeated."
    ),
    "leaflet": gettext_lazy(
        "Rules for beginners, without komi. Disputes are always played out on the board, so beginners don't need a "
        "referee."
    ),
}
"""The description and origin of each rule set (R30)."""
