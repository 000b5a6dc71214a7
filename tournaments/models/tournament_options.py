"""The options of a tournament, each declared once with its name, help text, choices and limits (E10, E13, E20 to E52).

Forms, API requests and responses, copies and checks use these fields. A new option needs a field here, a field in
api_types, and the code that uses it. The API's descriptions are in api_types; `SENT` has those that differ in requests.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from challenges.limit_words import limit_sentences
from challenges.limits import OpponentLimits
from foundation.options import range_validators
from ratings.fields import RankField
from ratings.ranks import Rank
from rules.variants.variant import MOST_STONES
from tournaments.systems.types import Criterion, SystemKind
from wording import words

from .terms import NamedEvent

FEWEST, MOST = 2, 1000
MOST_IN_ROUND_ROBIN = 25
MOST_ROUNDS = 20
LATEST_START = timedelta(days=366)
LONGEST_ROUND = 366
GAMES_EACH = {
    SystemKind.ROUND_ROBIN: (1, 2), SystemKind.SECTIONS: (1, 2), SystemKind.GROUPS: (1, 2),
    SystemKind.KNOCKOUT: (1, 3, 5), SystemKind.DOUBLE_KNOCKOUT: (1, 3, 5),
}  # fmt: skip
"""The possible numbers of games between two players in a round robin, or in a knockout match; one in other systems
(E20, E38)."""
BY_SCORE = (SystemKind.SWISS, SystemKind.MCMAHON, SystemKind.GROUPS)
"""The systems that pair by score; they allow late entries and skipped rounds (E26)."""
WITH_HANDICAPS = (SystemKind.SWISS, SystemKind.MCMAHON)
"""Systems with handicaps by score (E35)."""
IN_TURN = (SystemKind.ROUND_ROBIN, SystemKind.SECTIONS)
"""The systems whose games are known at the start, so that several can be played at the same time (E20)."""
GROUPED = (SystemKind.GROUPS, SystemKind.SECTIONS)
MOST_IN_GROUP, MOST_IN_OPEN_GROUP = 25, 10
"""The largest size of a group or section, and of one that anyone may enter (E25, E31)."""
TIEBREAKS = (
    Criterion.SOS, Criterion.SOS_1, Criterion.SOS_2, Criterion.SODOS, Criterion.SOSOS, Criterion.DIRECT,
    Criterion.RANK, Criterion.RATING, Criterion.LOT,
)  # fmt: skip
"""The tie-breaks that an organiser may choose to apply after the points, instead of the usual ones (E30 to E34)."""
MOST_TIEBREAKS = 4

KIND_NAMES = {
    SystemKind.ROUND_ROBIN: pgettext_lazy("tournament system", "round robin"),
    SystemKind.SWISS: pgettext_lazy("tournament system", "Swiss system"),
    SystemKind.MCMAHON: pgettext_lazy("tournament system", "McMahon system"),
    SystemKind.GROUPS: _("McMahon in groups"),
    SystemKind.SECTIONS: pgettext_lazy("tournament system", "sections"),
    SystemKind.KNOCKOUT: pgettext_lazy("tournament system", "knockout"),
    SystemKind.DOUBLE_KNOCKOUT: pgettext_lazy("tournament system", "double elimination"),
}
"""The pairing systems that tournaments can use."""


class EntryPolicy(models.TextChoices):
    """Which players may enter (E10)."""

    OPEN = "open", _("anyone who meets the requirements")
    CLUB = "club", pgettext_lazy("who may enter", "club members")
    APPROVAL = "approval", _("anyone a director approves")
    INVITATION = "invitation", _("players who are invited")


class StartCondition(models.TextChoices):
    """When the tournament starts (E13)."""

    HAND = "hand", _("when a director starts it")
    DATE = "date", _("on a set date")
    FULL = "full", _("when all places are taken")


class Repeats(models.TextChoices):
    """How often a tournament that starts on a date repeats (E13)."""

    NEVER = "", pgettext_lazy("option", "never")
    WEEK = "week", pgettext_lazy("option", "every week")
    MONTH = "month", pgettext_lazy("option", "every month")
    QUARTER = "quarter", _("every three months")


class RoundStart(models.TextChoices):
    """When the next round starts (E21)."""

    OVER = "over", _("when the last game in a round has ended")
    DATE = "date", _("when the round's time is up and all its games have ended")
    HAND = "hand", _("when a director starts the next round")


class AfterTimeout(models.TextChoices):
    """The consequence of losing a game on time (E51)."""

    ASK = "ask", _("the player is withdrawn unless they confirm within three days that they will continue")
    OUT = "out", _("the player is removed")
    IGNORE = "ignore", _("no further consequences")


class KnockoutSeeding(models.TextChoices):
    """How players without a director's seed are seeded in a knockout (E38)."""

    RANK = "rank", _("by rank: the strongest players meet last")
    DRAWN = "drawn", _("drawn by lot")


class SectionAssignment(models.TextChoices):
    """How players are assigned to sections (E31)."""

    SNAKE = "snake", _("by rank, so that sections are equally strong")
    DRAWN = "drawn", _("drawn by lot")
    HAND = "hand", _("manually (filled by rank, then adjusted by directors before the first round)")


class NextStage(models.TextChoices):
    """The stage that follows sections (E31)."""

    SECTIONS = "sections", _("sections of winners until one player is left (the final is first to three wins)")
    KNOCKOUT = "knockout", _("a knockout between the section winners")


class MissedRoundWorth(models.TextChoices):
    """How many points a missed round is worth (E137)."""

    USUAL = "", pgettext_lazy("points", "default")
    NONE = "none", pgettext_lazy("points", "none")
    HALF = "half", pgettext_lazy("points", "half a point")
    POINT = "point", pgettext_lazy("points", "one point")


class FloaterPlace(models.TextChoices):
    """Which players of a score group are paired with another group, by their place in the group (E138)."""

    MIDDLE = "", _("players in the middle of the group")
    TOP = "top", _("players at the top of the group")
    BOTTOM = "bottom", _("players at the bottom of the group")


class StageOptions(models.Model):
    """How a stage is paired and scored. In a McMahon, all players of rank `bar` or stronger start with the same score,
    and so do all of rank `floor` or weaker. `tiebreaks` has names from TIEBREAKS; empty means the usual ones. With
    `half_for_missed`, missed games count half in SOS (E34). `absence` is the worth of a missed round (E137).
    `drawn_down` and `drawn_up` choose who of a score group meets a lower or higher group (E138). `drawing` assigns
    players to sections. The first `best` of a section advance, or all in first place if it is 0. The next stage is
    `then`; in a knockout its matches have `final_games` games."""

    kind = models.CharField(
        pgettext_lazy("of a tournament", "Format"), max_length=15,
        choices=[(kind.value, name) for kind, name in KIND_NAMES.items()],
    )  # fmt: skip
    rounds = models.PositiveSmallIntegerField(
        pgettext_lazy("field", "Rounds"), default=5, validators=range_validators(1, MOST_ROUNDS),
        help_text=_("Only for Swiss, McMahon and McMahon in groups. In other formats, the number of rounds depends "
                    "on the number of players."),
    )  # fmt: skip
    games_each = models.PositiveSmallIntegerField(
        _("Games with each opponent"), default=1, validators=range_validators(1, 5),
        choices=[(1, pgettext_lazy("option", "one")), (2, _("two, with colours swapped")),
                 (3, pgettext_lazy("option", "three")), (5, pgettext_lazy("option", "five"))],
        help_text=_("Round robins, sections and groups can have two games. Knockout matches can have three or five."),
    )  # fmt: skip
    group_size = models.PositiveSmallIntegerField(
        _("Players per section or group"), default=8, validators=range_validators(2, MOST_IN_GROUP),
        help_text=_("Maximum size of a section or group. At most 10 if anyone may enter."),
    )  # fmt: skip
    drawing = models.CharField(
        _("Assignment to sections"), max_length=5, choices=SectionAssignment, default=SectionAssignment.SNAKE
    )  # fmt: skip
    best = models.PositiveSmallIntegerField(
        _("Qualifiers per section"), default=0, validators=range_validators(0, MOST_IN_GROUP),
        help_text=_("0 = everyone tied for first place advances."),
    )  # fmt: skip
    then = models.CharField(_("After the sections"), max_length=8, choices=NextStage, default=NextStage.SECTIONS)
    final_games = models.PositiveSmallIntegerField(
        _("Games per match in the knockout after the sections"), default=1, choices=[(1, "1"), (3, "3"), (5, "5")],
        help_text=_("Applies to the knockout between the section winners."),
    )  # fmt: skip
    third_place = models.BooleanField(
        pgettext_lazy("of a tournament", "Third-place game"), default=False,
        help_text=_("Only for single-elimination knockouts, including a knockout after sections."),
    )  # fmt: skip
    seeding = models.CharField(pgettext_lazy("field", "Seeding"), max_length=5, choices=KnockoutSeeding, default="rank")
    bar = RankField(pgettext_lazy("field", "McMahon bar"), default=33)
    floor = RankField(pgettext_lazy("field", "McMahon floor"), default=10)
    tiebreaks = models.JSONField(default=list, blank=True)
    half_for_missed = models.BooleanField(
        _("Half a point for unplayed games"), default=False, db_default=False,
        help_text=_("Counts each unplayed game as half a point in opponents' SOS. "
                    "Only for Swiss, McMahon and McMahon in groups."),
    )  # fmt: skip
    absence = models.CharField(
        _("Points for a missed round"), max_length=5, blank=True, default="", db_default="", choices=MissedRoundWorth,
        help_text=_("The default is none in Swiss, and half a point in McMahon."),
    )  # fmt: skip
    drawn_down = models.CharField(
        _("Players paired down"), max_length=6, blank=True, default="", db_default="", choices=FloaterPlace,
        help_text=_("Which players in an odd-sized score group are paired with players from the group below. Swiss and "
                    "McMahon only."),
    )  # fmt: skip
    drawn_up = models.CharField(
        _("Players paired up"), max_length=6, blank=True, default="", db_default="", choices=FloaterPlace,
        help_text=_("Which players in the lower score group are paired with players from the group above."),
    )  # fmt: skip
    clubs_apart = models.BooleanField(
        _("Keep club members apart"), default=True, db_default=True,
        help_text=_("Members of the same club meet late, except in the top group and from 1d up. "
                    "Swiss and McMahon only. Not for hidden member lists."),
    )  # fmt: skip
    club_groups_apart = models.BooleanField(
        _("Keep groups of clubs apart"), default=True, db_default=True,
        help_text=_("Directors group clubs. Members of clubs in the same group meet as late as possible."),
    )  # fmt: skip

    class Meta:
        abstract = True


class RoundOptions(models.Model):
    """How rounds follow each other, and what happens to players who lose on time or enter late. In a round robin, a
    player has `at_once` games at a time; 0 means round by round (E20). `handicaps` depend on rank or score (E35), and
    are given as komi with `komi_handicap` (E139). With `families_apart`, members of a family meet late, except in the
    top group and from 1d (E141). With `strike_out`, games of players who leave a round robin early are void (E52).
    `late_entry` ends when half of the rounds have started (E26). `without_review` skips the review of results (E57)."""

    at_once = models.PositiveSmallIntegerField(
        pgettext_lazy("field", "Simultaneous games"), default=0, validators=range_validators(0, MOST),
        help_text=_("Round robins and sections only. Maximum number of games at the same time. The next starts "
                    "when one ends. 0 = round by round."),
    )  # fmt: skip
    handicaps = models.BooleanField(
        pgettext_lazy("games of a tournament", "With handicap"), default=False,
        help_text=_("Based on rank in Swiss and on score in McMahon. Handicap tournaments are unrated. Handicap "
                    "games have 0.5 komi, even without stones."),
    )  # fmt: skip
    komi_handicap = models.BooleanField(
        _("Komi instead of handicap stones"), default=False, db_default=False,
        help_text=_("In handicap games, komi is used instead of stones."),
    )  # fmt: skip
    families_apart = models.BooleanField(
        _("Keep families apart"), default=False, db_default=False,
        help_text=_("Family names are compared if both players use their real names in result files. Directors can "
                    "also mark families."),
    )  # fmt: skip
    following = models.CharField(_("The next round starts"), max_length=4, choices=RoundStart, default=RoundStart.OVER)
    round_days = models.PositiveSmallIntegerField(
        _("Days per round"), null=True, blank=True, validators=range_validators(1, LONGEST_ROUND),
        help_text=_("When the time is up, a director rules on unfinished games. Leave empty for no limit."),
    )  # fmt: skip
    after_timeout = models.CharField(
        _("After a loss on time"), max_length=6, choices=AfterTimeout, default=AfterTimeout.ASK
    )
    strike_out = models.BooleanField(
        _("Void the games of players who drop out early"), default=True, db_default=True,
        help_text=_("Applies to players removed for losing on time before half of their games were decided on the "
            "board. Only for round robins and sections."),
    )  # fmt: skip
    late_entry = models.BooleanField(
        pgettext_lazy("field", "Late entry"), default=False,
        help_text=_("Only for Swiss, McMahon and McMahon in groups. Late entry closes once half the rounds have "
                    "started. Missed rounds count as absences."),
    )  # fmt: skip
    without_review = models.BooleanField(
        _("Results are final without a review"), default=False, db_default=False,
        help_text=_("If ticked, results are final as soon as the last game ends. Otherwise a director confirms them, "
                    "or the server does after a week."),
    )  # fmt: skip

    stones_to_capture = models.PositiveSmallIntegerField(
        _("Capture Go: stones to capture"), default=0, db_default=0, validators=range_validators(0, MOST_STONES),
        help_text=_("The first player to capture this many stones wins. All games are unrated. 0 = standard Go."),
    )  # fmt: skip

    class Meta:
        abstract = True

    @property
    def takes_late_entries(self) -> bool:
        """Return whether players may enter after the start, until half of the rounds have started (E26)."""
        return self.late_entry


class EntryOptions(models.Model):
    """Which players may enter (E10), and when the tournament starts (E13)."""

    entering = models.CharField(
        pgettext_lazy("label", "Eligibility"), max_length=10, choices=EntryPolicy, default=EntryPolicy.OPEN
    )
    fewest = models.PositiveSmallIntegerField(
        pgettext_lazy("of a tournament", "Minimum players"), default=4, validators=range_validators(FEWEST, MOST)
    )
    most = models.PositiveSmallIntegerField(
        pgettext_lazy("of a tournament", "Maximum players"), default=16, validators=range_validators(FEWEST, MOST)
    )
    lowest_rank = RankField(pgettext_lazy("field", "Lowest rank"), null=True, blank=True)
    highest_rank = RankField(pgettext_lazy("field", "Highest rank"), null=True, blank=True)
    established = models.BooleanField(
        _("Only players with an established rank"), default=True,
        help_text=_("An established rank has no question mark."),
    )  # fmt: skip
    asks_proof = models.BooleanField(
        _("Require proof of declared ranks"), default=False, db_default=False,
        help_text=_("Players without an established rank declare their rank and add a link that proves it, such as "
                    "their page on another server."),
    )  # fmt: skip
    least_games = models.PositiveSmallIntegerField(
        _("Minimum finished games"), default=0, validators=range_validators(0, 1000)
    )
    starting = models.CharField(
        pgettext_lazy("of a tournament", "Start"), max_length=4, choices=StartCondition, default=StartCondition.HAND
    )
    starts_at = models.DateTimeField(
        _("Start date (UTC)"), null=True, blank=True,
        help_text=_("If too few players enter, the start is postponed by a week. If there are still too few after "
            "that, the tournament is cancelled."),
    )  # fmt: skip
    repeats = models.CharField(
        pgettext_lazy("of a tournament", "Repeat"), max_length=7, choices=Repeats, default=Repeats.NEVER, blank=True,
        help_text=_("Needs a start date. When one tournament starts, entry to the next opens automatically."),
    )  # fmt: skip

    class Meta:
        abstract = True

    @property
    def entry_condition_texts(self) -> Iterator[str]:
        """Yield the conditions of entry (rank limits, number of finished games) as texts in the reader's language."""
        lowest, highest = (None if rank is None else Rank(rank) for rank in (self.lowest_rank, self.highest_rank))
        yield from limit_sentences(OpponentLimits(lowest=lowest, highest=highest, established=self.established), None)
        if self.least_games:
            text = ngettext("%(shown)s finished game needed", "%(shown)s finished games needed", self.least_games)
            yield text % {"shown": words.localized_number(self.least_games)}


TOURNAMENT_OPTIONS = (NamedEvent, RoundOptions, EntryOptions)
"""The models that declare the options of a tournament; those of its stages are declared by StageOptions."""

SYSTEMS = {
    "at_once": IN_TURN,
    "handicaps": WITH_HANDICAPS,
    "strike_out": IN_TURN,
    "komi_handicap": WITH_HANDICAPS,
    "half_for_missed": BY_SCORE,
    "absence": BY_SCORE,
    "drawn_down": WITH_HANDICAPS,
    "drawn_up": WITH_HANDICAPS,
    "clubs_apart": WITH_HANDICAPS,
    "club_groups_apart": WITH_HANDICAPS,
    "families_apart": WITH_HANDICAPS,
    "late_entry": BY_SCORE,
}
"""The systems to which an option applies, for options that do not apply to all."""

SHOWN: dict[str, Promise] = {
    "strike_out": _(
        "If a player is removed for losing on time before half of their games have been decided on the board, "
        "none of their games count."
    ),
    "half_for_missed": _("Unplayed games count as half a point in opponents' SOS."),
    "late_entry": _("until half of the rounds have started (missed rounds count as absences)"),
    "without_review": _("as soon as the last game has ended"),
    "asks_proof": _("If you declare a rank, add a link that proves it."),
}
"""The sentence on a tournament's page below the name of a yes-or-no option that is on."""

SENT = {
    "rounds": "Swiss, McMahon, groups: how many rounds; the others have as many as they need.",
    "group_size": "Sections, groups: the maximum number of players in each; at most 10 if `entering` is `open`.",
    "drawing": "Sections: equally strong by rank, drawn, or by hand (the act `exchange` before the first round).",
    "seeding": "Knockout: by rank, or drawn by lot.",
    "following": "When the next round starts: when the games of a round are over, when its `round_days` are as well, "
    "or by hand.",
    "round_days": "The days after which a director decides about games of a round that are still in progress.",
    "after_timeout": "What happens after a loss on time.",
    "strike_out": "Round robin, sections: whether all games of a player are void if losses on time end their "
    "tournament before half of the games were played out.",
    "entering": "Who may enter.",
    "lowest_rank": "The lowest rank that may enter.",
    "highest_rank": "The highest rank that may enter.",
    "starting": "When it starts.",
    "starts_at": "With `starting` `date`: when, ISO 8601 with a zone.",
    "repeats": "With `starting` `date`: how often it repeats; empty for once.",
}
"""The API's description of an option in requests, if it differs from that in responses."""


def enabled_option_texts(*rows: models.Model, kind: str) -> Iterator[tuple[str, Promise]]:
    """Yield name and description of each yes-or-no option that is on in these rows and applies to the system `kind`."""
    for row in rows:
        for field in row._meta.fields:
            if field.name in SHOWN and getattr(row, field.name) and kind in SYSTEMS.get(field.name, (kind,)):
                yield str(field.verbose_name), SHOWN[field.name]
