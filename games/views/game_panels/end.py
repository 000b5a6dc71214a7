"""The scoring of a game on its page: marked stones, the score, the proposal and warnings about it, and ways to end a
dispute."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Draft
from games.services.discrepancy import discrepancy_to_confirm
from games.services.suggestions import is_suggestion_pending
from rules import Color, Discrepancy, Phase, Point, Proposal, Reason, Score, Stage, score_of, vertex
from rules.clock import TimeoutEffect, timeout_effect_of
from rules.variants.agreement import sides_to_answer
from wording import words

from .panel import GamePanel


@dataclass(frozen=True, slots=True)
class EngineOpinion:
    """A second opinion on dead stones by an engine: the engine's name, the vertices of the stones it considers dead,
    and the vertices where this differs from the marking."""

    engine: str
    dead: str
    differs: str


@dataclass(frozen=True, slots=True)
class SideTotal:
    """The total score of a side."""

    color: Color
    name: str
    points: str


class ScoringPanel(GamePanel):
    """The panel for marking dead stones and scoring, with the actions available now."""

    @property
    def may_resume(self) -> bool:
        """Return whether a player who rejects the proposal may choose to resume play."""
        return self.present.may_resume

    @property
    def can_score_played_out_board(self) -> bool:
        """Return whether the viewer may now end the game, with the board scored as it is, after the dispute has been
        played out (R17)."""
        return "settle" in self.may and self.present.dispute_ended

    @property
    def dispute_options_text(self) -> str:
        """Return sentences for players about what they can do if they disagree on dead stones (R17). Return "" for
        other viewers and while play has not stopped."""
        if self.me is None or not self.shows_current_position or self.present.phase is not Phase.STONE_REMOVAL:
            return ""
        if self.present.dispute_ended:
            return _(
                "The dispute has been played out. If this marking is rejected, the game will end as it stands, with "
                "all stones alive."
            )
        if not self.plays_out_disputes:
            return _(
                "If you disagree, mark the stones again or resume play. After the second rejected marking, you can "
                "call a referee."
            )
        after = _("If the final marking is also rejected, the game will end as it stands, with all stones alive.")
        if self.present.may_play_out:
            return (
                _("Either of you can now demand that the dispute be played out. The other player can't refuse.")
                + " "
                + after
            )
        if self.must_play_out:
            return _("If the marking is rejected, the dispute will be played out on the board.") + " " + after
        return (
            _("If you disagree, either of you can resume play once.")
            + " "
            + _("When play stops again, either of you can ask to play out the dispute on the board.")
            + " "
            + after
        )

    @property
    def time_out_consequence(self) -> str:
        """Return a sentence on what happens if the viewer does not answer the proposal in time (R52). Return "" if the
        viewer has nothing to answer or there is no deadline."""
        if not self.must_answer_proposal or self.game.deadline is None:
            return ""
        up = timeout_effect_of(self.game.timeout_policy, self.game.graces)
        text = str(_SILENCE[self.discrepancy is not None, up is TimeoutEffect.CLAIMABLE])
        if self.discrepancy is not None and self.game.rotates_colors:
            text = _(
                "If your time runs out, the game will end without a result, because the server couldn't confirm this "
                "marking."
            )
        extra = (
            " " + _("When your time first runs out, you'll get three extra days.") if up is TimeoutEffect.GRACE else ""
        )
        return text + extra

    @property
    def pass_stones_text(self) -> str:
        """Return as text how many pass stones each side has given in the current play-out of a dispute (R15). Return ""
        if no dispute is being played out."""
        dispute = self.present.dispute
        if dispute is None:
            return ""
        given = dispute.handed_over
        return _("Pass stones: Black %(black)s, White %(white)s.") % {
            "black": words.localized_number(given.black),
            "white": words.localized_number(given.white),
        }

    @cached_property
    def dead(self) -> frozenset[Point]:
        """Return the stones that the page shows as dead: those of the proposal or result, otherwise the viewer's draft
        or the server's suggestion."""
        if not self.shows_current_position:
            return frozenset()
        if self.scored_proposal is not None:
            return self.scored_proposal.dead
        if not self.can_mark:
            return frozenset()
        return self._parse_points(self.suggested if self._draft is None else self._draft.dead)

    @cached_property
    def _draft(self) -> Draft | None:
        return Draft.objects.filter(seat=self.me, number=self.game.state_number).first()

    @property
    def previous_marking(self) -> list[str] | None:
        """Return the draft's marking before its last change, as vertices. Return None if no change can be undone."""
        draft = self._draft
        return draft.past[-1] if draft is not None and draft.past else None

    @property
    def second_opinion(self) -> EngineOpinion | None:
        """Return the engine's second opinion, compared with the open proposal or else with the viewer's marking. Return
        None if no engine has given one."""
        found = self.game.second_opinion
        if not found or found.get("failed") or not self._is_opinion_about_position:
            return None
        proposed = self.present.proposal
        others = self._parse_points(found["dead"]) ^ (self.dead if proposed is None else proposed.dead)
        differs = words.join_as_list(vertex(point, self.game.height) for point in sorted(others))
        return EngineOpinion(found["engine"], " ".join(found["dead"]), differs)

    @property
    def second_opinion_failed(self) -> bool:
        """Return whether an engine was asked for a second opinion and failed."""
        return self._is_opinion_about_position and bool((self.game.second_opinion or {}).get("failed"))

    @property
    def _is_opinion_about_position(self) -> bool:
        """Return whether the engine's second opinion is about the position that the page shows."""
        return self.shows_current_position and self.stage in (Stage.MARKING, Stage.DECIDING)

    @property
    def is_suggestion_pending(self) -> bool:
        """Return whether the server is still computing which stones it suggests as dead."""
        return is_suggestion_pending(self.game)

    @property
    def suggested(self) -> list[str]:
        """Return the server's suggestion as vertices, or [] while it is being computed."""
        return list(self.game.suggested_dead or [])

    @property
    def unsure_stones_text(self) -> str:
        """Return as text the vertices of the stones whose status the server cannot determine. Return "" unless the
        viewer has to mark dead stones."""
        if not self.can_mark:
            return ""
        return words.join_as_list(text for group in self.game.unsure_stones or [] for text in group)

    @property
    def dead_vertices(self) -> str:
        """Return the stones marked as dead as vertices separated by spaces, which is the value of a form field."""
        return " ".join(vertex(point, self.game.height) for point in sorted(self.dead))

    @cached_property
    def score(self) -> Score | None:
        """Return the score of the open or accepted proposal, or else of the viewer's marking. Return None if there is
        neither, and for an earlier position."""
        if not self.shows_current_position:
            return None
        if self.scored_proposal is not None:
            return self.scored_proposal.score
        return score_of(self.present, self.dead) if self.can_mark else None

    @property
    def side_totals(self) -> list[SideTotal]:
        """Return each side's total in `score`."""
        totals = [] if self.score is None else self.score.totals.items()
        return [
            SideTotal(color, str(words.COLOR_NAMES[color]), words.localized_number(points)) for color, points in totals
        ]

    @property
    def proposer(self) -> str:
        """Return the name of the player who made the open proposal, or "" if a moderator made it."""
        by = self.game.proposing_seat(self.present)
        return "" if by is None else by.player.shown_name

    @property
    def sides_without_reply(self) -> list[SideTotal]:
        """Return the sides that have not replied to the open proposal, in a game of more than two colours. If players
        share the colours, return only the player on turn."""
        if self.game.rotates_colors and self.stage is Stage.DECIDING:
            on = self.game.seat_on_turn()
            return [SideTotal(Color(on.color), on.player.shown_name, "")]
        waiting = [] if self.has_two_colors else sides_to_answer(self.present)
        return [SideTotal(color, str(words.COLOR_NAMES[color]), "") for color in waiting]

    @property
    def plays_out_disputes(self) -> bool:
        """Return whether a dispute about dead stones can be played out on the board."""
        return self.game.agreed_variant.plays_out_disputes

    @property
    def has_two_colors(self) -> bool:
        """Return whether two colours play."""
        return self.game.agreed_variant.two_sided

    @property
    def lead_text(self) -> str:
        """Return the winner and the margin of `score` as text, or "" without a score."""
        return "" if self.score is None else words.lead_text(self.score)

    @property
    def scored_proposal(self) -> Proposal | None:
        """Return the open proposal, or in a game that ended by score the proposal that became the result. Return None
        if there is none."""
        outcome = self.present.outcome
        if outcome is not None and outcome.reason is not Reason.SCORE:
            return None
        return self.present.proposal

    @property
    def score_rows(self) -> list[words.ScoreRow]:
        """Return the rows of the score table: each term, then the total."""
        return [] if self.score is None else words.score_rows(self.score)

    @property
    def differences_from_suggestion(self) -> frozenset[Point]:
        """Return the stones because of which accepting the proposal needs a second confirmation (R60). If there are
        none, return the stones that only the proposal or only the server's suggestion marks as dead."""
        if (
            self.present.proposal is None
            or not self.shows_current_position
            or self.game.is_finished
            or is_suggestion_pending(self.game)
        ):
            return frozenset()
        if not self.has_two_colors:
            return frozenset()
        if self.discrepancy is not None:
            return self.discrepancy.stones
        return self.present.proposal.dead ^ self._parse_points(self.suggested)

    @property
    def differences_from_suggestion_text(self) -> str:
        """Return the vertices of `differences_from_suggestion` as text."""
        return words.join_as_list(vertex(point, self.game.height) for point in sorted(self.differences_from_suggestion))

    @cached_property
    def discrepancy(self) -> Discrepancy | None:
        """Return why accepting the proposal needs a second confirmation (R60), or None if it does not."""
        return (
            discrepancy_to_confirm(self.game, self.present)
            if self.must_answer_proposal and not is_suggestion_pending(self.game)
            else None
        )

    @property
    def disputed_stones_text(self) -> str:
        """Return as text the vertices of the stones because of which accepting the proposal needs a second
        confirmation."""
        stones = frozenset() if self.discrepancy is None else self.discrepancy.stones
        return words.join_as_list(vertex(point, self.game.height) for point in sorted(stones))

    @property
    def estimated_lead(self) -> str:
        """Return the winner and the margin by the server's estimate as text, or "" if accepting needs no second
        confirmation."""
        return "" if self.discrepancy is None else words.lead_text(self.discrepancy.estimate)

    @property
    def has_explained_score(self) -> bool:
        """Return whether the page shows a score, so that it can link to the page that explains the score."""
        return self.score is not None

    @property
    def open_borders_text(self) -> str:
        """Return the vertices of the points where a territory of `score` has a gap in its border, as text."""
        points = frozenset() if self.score is None else self.score.open_borders
        return words.join_as_list(vertex(point, self.game.height) for point in sorted(points))

    @property
    def must_play_out(self) -> bool:
        """Return whether the rules of this game require that the dispute is played out after a proposal is rejected."""
        return self.game.agreed_setup.ruleset.rejection_always_settles and self.plays_out_disputes


_SILENCE = {
    (False, False): gettext_lazy("If your time runs out, this marking will count as accepted."),
    (False, True): gettext_lazy("If your time runs out, your opponent can treat this marking as accepted."),
    (True, False): gettext_lazy(
        "If your time runs out, you'll lose the game. The server couldn't confirm this marking, so it won't count as "
        "accepted."
    ),
    (True, True): gettext_lazy(
        "If your time runs out, your opponent can claim a win on time. The server couldn't confirm this marking, so "
        "it won't count as accepted."
    ),
}
"""Sentences on a time-out while a proposal is open, by whether the server could not confirm it and whether the opponent
has to claim the win."""
