"""Rows of the directors' page with buttons that set or reverse a game's result (E100, E101)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, F, OuterRef, Q

from foundation import timesource
from games.event_boards import event_pictures
from games.models import Game
from tournaments import tables
from tournaments.models import LogLine, Pairing, Round, RoundState, Tournament
from tournaments.models.play import RESULT_NAMES, RESULTS, PairingQuerySet
from tournaments.systems.types import EventResult

from .shown import PairingRow, pairing_reasons, pairing_result_text

MOST_LISTED, MOST_PICTURES = 200, 24
FORFEITS = (EventResult.BLACK_BY_DEFAULT, EventResult.WHITE_BY_DEFAULT)
WINS = (EventResult.BLACK_WINS, EventResult.WHITE_WINS)


@dataclass(frozen=True, slots=True)
class ResultChoices:
    """The choices of a form that sets a result: the preselected reason, the most likely results, and all other results.
    Each result is a tuple of value and name."""

    reason: str
    usual: list[tuple[str, str]]
    others: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class UndecidedRow(PairingRow):
    """A row for a game without a result, with the results that a director can choose. `own` means that the director
    plays in the game."""

    choices: ResultChoices
    own: bool

    @property
    def is_overdue(self) -> bool:
        """Return whether the time of the game's round is up (E24)."""
        ends = self.pairing.round.ends_at
        return ends is not None and ends <= timesource.now()


def undecided_rows(shown: Tournament, viewer_id: int, *, in_bracket: bool) -> list[UndecidedRow]:
    """Return rows for the games without a result, first the games of overdue rounds, then the others by time left
    (E105). At most MOST_LISTED rows are returned, and the first of them have pictures of their boards. A fixed number
    of queries."""
    rows = Pairing.objects.filter(round__tournament=shown).published().undecided()
    late_first = F("round__ends_at").asc(nulls_last=True), F("game__deadline").asc(nulls_last=True)
    found = list(tables.with_players_and_games(rows).order_by(*late_first, "round__number", "board")[:MOST_LISTED])
    choices = _result_choices(in_bracket=in_bracket)
    games = Game.objects.filter(pairing__in=found[:MOST_PICTURES])
    pictures = event_pictures(games, "pairing", AnonymousUser()) if found else {}
    return [
        UndecidedRow(
            one,
            pairing_result_text(one),
            pairing_reasons(one),
            choices[_have_both_moved(one)],
            _plays_in_pairing(one, viewer_id),
            picture=pictures.get(one.pk, ""),
        )
        for one in found
    ]  # fmt: skip


def _result_choices(*, in_bracket: bool) -> dict[bool, ResultChoices]:
    """Return the choices for games that have begun (key True), where wins come first, and for other games (key False),
    where forfeits come first. In a bracket, the choices include the result `struck`. The choices are computed once for
    hundreds of rows."""
    names = {one: str(name) for one, name in (RESULT_NAMES if in_bracket else RESULTS).items()}
    return {
        has_begun: ResultChoices(
            reason,
            [(one.value, str(RESULT_NAMES[one])) for one in usual],
            [(one.value, name) for one, name in names.items() if one not in usual],
        )
        for has_begun, reason, usual in ((True, "ruling", WINS), (False, "no_show", FORFEITS))
    }


def _have_both_moved(pairing: Pairing) -> bool:
    """Return whether each player has made a move in the game."""
    return pairing.game is not None and pairing.game.move_number >= 2


def _plays_in_pairing(pairing: Pairing, viewer_id: int) -> bool:
    return viewer_id in (pairing.black.player_id, None if pairing.white is None else pairing.white.player_id)


def reversible_result_rows(shown: Tournament, viewer_id: int) -> list[PairingRow]:
    """Return rows for games whose result was set by a director and can be reversed. These are games of the latest
    round. In a bracket they also include games of earlier rounds whose results the bracket has not used yet. Three
    queries."""
    latest = shown.rounds.exclude(state__in=(RoundState.PLANNED, RoundState.PROPOSED)).order_by("-number").first()
    if latest is None:
        return []
    return _rows_of_others_pairings(
        tables.with_players_and_games(_pairings_with_set_result(latest)).order_by("round__number", "board")[
            :MOST_LISTED
        ],
        viewer_id,
    )


def _pairings_with_set_result(latest: Round) -> PairingQuerySet:
    ruled = LogLine.objects.filter(
        tournament=latest.tournament_id, act="result", round=OuterRef("round__number"), board=OuterRef("board")
    )
    wanted = Q(round=latest) | Q(round__tournament=latest.tournament_id, counted=False)
    return Pairing.objects.filter(Exists(ruled), wanted).exclude(result="")


def _rows_of_others_pairings(pairings: Iterable[Pairing], viewer_id: int) -> list[PairingRow]:
    return [PairingRow(one, pairing_result_text(one), []) for one in pairings if not _plays_in_pairing(one, viewer_id)]


__all__ = ["reversible_result_rows", "undecided_rows"]
