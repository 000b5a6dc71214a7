"""The template context of a case's page: reports, notes, the game with its proposals and chat, the player's history."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from accounts.models import Player, Restriction
from accounts.security.staff_permissions import StaffPermission, may
from games.access import game_for
from games.models import Seat
from games.models.action import rules_actions
from games.models.results import SeatResult
from games.services.suggestions import dead_stone_suggestion_of, ensure_dead_stone_suggestion
from games.views.game_page import GamePage
from moderation.access import cases_for, reports_about_own_clubs
from moderation.models import Appeal, BoardLook, Case, CaseNote, Decision, Report
from moderation.services.board_views import full_board_if_viewed
from moderation.services.evidence import readable_post_ids
from moderation.services.measures import permission_to_answer, possible_measures
from rules import Board, Reason, Stage, find_discrepancy, replay_states, score_of, vertex
from wording import words
from wording.board_svg import board_svg

MOST_PAST = 50


@dataclass(frozen=True, slots=True)
class ShownProposal:
    """One proposal of the game: the marked stones, the resulting score, and the server's estimate."""

    number: str
    by: str
    dead: str
    score: str
    estimate: str
    differs_much: bool


@dataclass(frozen=True, slots=True)
class PlayerReliability:
    """Numbers of a player's finished games that show how reliable the player is."""

    finished: int
    lost_on_time: int
    resigned: int

    @property
    def completed_percentage(self) -> int:
        """Return the percentage of finished games that were not lost on time."""
        return 100 if not self.finished else round(100 * (self.finished - self.lost_on_time) / self.finished)


class CasePage:
    """The context of a case's page. Templates read its attributes."""

    def __init__(self, case: Case, staff: Player, now: datetime) -> None:
        self.case, self.staff, self.now = case, staff, now
        self.is_held = case.is_held_by_another(staff.pk, now)
        self.can_act = case.is_open and not self.is_held
        self.is_mine = self.can_act and case.taken_by_id == staff.pk and (case.taken_until or now) > now
        self.can_rule = self.can_act and case.game is not None and may(staff, StaffPermission.RULE)
        self.measures = possible_measures(case, staff)
        self.can_answer = self.can_act and self.appeal is not None and may(staff, permission_to_answer(self.appeal))

    @cached_property
    def reports(self) -> list[Report]:
        """Return the reports with their evidence."""
        return list(self.case.reports.select_related("reporter", "game"))

    @cached_property
    def readable_posts(self) -> set[int]:
        """Return the ids of the reported posts that the moderator may also read in their conversation, so that the page
        can link to them."""
        return readable_post_ids((one for report in self.reports for one in report.evidence), self.staff)

    @cached_property
    def notes(self) -> list[CaseNote]:
        """Return the notes of the moderators."""
        return list(self.case.notes.select_related("author"))

    @cached_property
    def decisions(self) -> list[tuple[Decision, bool]]:
        """Return the decisions in this case, each with whether the viewer may reverse it."""
        rows = self.case.decisions.select_related("by", "appeal", "message")
        return [(row, self._may_undo(row)) for row in rows]

    def _may_undo(self, row: Decision) -> bool:
        is_theirs = row.by_id == self.staff.pk or may(self.staff, StaffPermission.ADMINISTER)
        return is_theirs and row.can_be_undone(self.now) and not hasattr(row, "appeal")

    @property
    def appeal(self) -> Appeal | None:
        """Return the appeal that the case is about, or None for other cases."""
        return getattr(self.case, "appeal", None)

    # the game

    @cached_property
    def game(self) -> GamePage | None:
        """Return the game's board, record and chat, None if the case has no game."""
        found = None if self.case.game_id is None else game_for(self.staff, self.case.game_id)
        return None if found is None else GamePage(found, self.staff, self.now)

    @property
    def can_view_full_board(self) -> bool:
        """Return whether to offer the moderator the full board, which is hidden now. Each view is recorded
        (services.board_views)."""
        hides = self.game is not None and self.game.show.hides_info
        return hides and self.can_act and bool(self.reports) and self.full_board is None

    @cached_property
    def full_board(self) -> Board | None:
        """Return the full board of a game with hidden information, if the moderator has recorded a view of the current
        position. Otherwise return None."""
        hides_info = self.game is not None and self.game.show.hides_info
        return full_board_if_viewed(self.case, self.staff) if hides_info else None

    @property
    def full_board_svg(self) -> str:
        """Return the full board as SVG, "" if it is not shown."""
        return "" if self.full_board is None else board_svg(self.full_board)

    @cached_property
    def board_views(self) -> list[BoardLook]:
        """Return the records of which moderators viewed the full board, and when."""
        return list(self.case.looks.select_related("by"))

    @cached_property
    def proposals(self) -> list[ShownProposal]:
        """Return all proposals in the game, in order, including rejected and withdrawn ones."""
        if self.game is None or self.game.game.has_hidden_info:
            return []
        game = self.game.game
        ensure_dead_stone_suggestion(game)
        suggested = dead_stone_suggestion_of(game)
        found = []
        for state in replay_states(game.agreed_setup, rules_actions(game)):
            proposal = state.proposal
            if proposal is None or proposal.by is None or state.stage is not Stage.DECIDING:
                continue
            stones = frozenset(point for point in suggested.dead if state.board[point] is not None)
            dead = words.join_as_list(vertex(point, game.height) for point in sorted(proposal.dead))
            found.append(
                ShownProposal(
                    number=words.localized_number(proposal.number),
                    by="" if proposal.by is None else str(words.COLOR_NAMES[proposal.by]),
                    dead=dead,
                    score=words.lead_text(proposal.score),
                    estimate=words.lead_text(score_of(state, stones)),
                    differs_much=find_discrepancy(state, proposal, suggested.dead, suggested.unsure) is not None,
                )
            )
        return found

    # the person

    @cached_property
    def player_reliability(self) -> PlayerReliability | None:
        """Return the player's numbers of games, None if the case is not about a player."""
        if self.case.player is None:
            return None
        ended = Seat.objects.filter(player=self.case.player).ended()
        lost = ended.filter(result=SeatResult.LOST)
        on_time, resigned = (
            lost.filter(game__end_reason=reason.value).count() for reason in (Reason.TIME, Reason.RESIGNATION)
        )
        return PlayerReliability(ended.count(), on_time, resigned)

    @cached_property
    def other_open_cases(self) -> list[Case]:
        """Return other open cases about the same player that the viewer may handle."""
        if self.case.player is None:
            return []
        rows = cases_for(self.staff, self.now).open().filter(player=self.case.player).exclude(pk=self.case.pk)
        return list(rows.order_by("pk")[:MOST_PAST])

    @cached_property
    def earlier_decisions(self) -> list[Decision]:
        """Return the decisions about the player in other cases, the latest first, without cases about the viewer's
        clubs and appeals in them."""
        if self.case.player is None:
            return []
        rows = Decision.objects.filter(player=self.case.player).exclude(case=self.case)
        about_clubs = reports_about_own_clubs(self.staff).values("case")
        rows = rows.exclude(case__in=about_clubs).exclude(case__appeal__decision__case__in=about_clubs)
        return list(rows.select_related("by", "case")[:MOST_PAST])

    @cached_property
    def restrictions(self) -> list[Restriction]:
        """Return the player's current restrictions."""
        if self.case.player is None:
            return []
        return list(Restriction.objects.in_force(self.now).filter(player=self.case.player))
