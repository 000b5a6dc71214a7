"""The state of one game for clients: board, turn, prisoners, proposal, and information for this viewer only."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any, cast

import api_types as shapes
from foundation import timesource
from foundation.iso_times import iso_time
from games import verbs
from games.api.outputs import game_row_json
from games.errors import NothingToScore
from games.event_names import ruling_of
from games.game_view import GameView
from games.models import Draft, Game
from games.services.deadlines import clock_now
from games.services.discrepancy import discrepancy_to_confirm, proposal_difference_in
from games.services.suggestions import dead_stone_suggestion_of, is_suggestion_pending
from rules import (
    ByColor,
    Color,
    GameState,
    Phase,
    Point,
    Reason,
    Score,
    Stage,
    check_whole_chains,
    explain_score_of_state,
    has_threefold_repetition,
    illegal_points,
    illegality,
    legal_points,
    parse_vertex,
    score_of,
    vertex,
)
from rules.calendar import AddedOffTime, TimeStretch
from rules.clock import SideClockState
from rules.errors import RulesError, SuperkoViolation
from rules.outcome import format_points
from rules.variants.agreement import sides_to_answer
from rules.variants.view import illegal_attempts_left
from wording.letters import letter


def game_state_json(show: GameView, *, legal: bool, line: bool = False) -> shapes.Game:
    """Return everything about the game that this viewer may see. With `legal`, the legal points are included; with
    `line`, all moves."""
    game, state, now = show.game, show.state, timesource.now()
    return {
        **game_row_json(game),
        "stage": state.stage.value,
        "board": show.visible_rows(state),
        "view": _visibility_json(game, state, show),
        "last_move": _last_move_json(show, state),
        "prisoners": _ints_by_letter(state.prisoners),
        "pass_stones": _ints_by_letter(state.pass_stones),
        "passes": state.passes,
        "settling": None
        if state.dispute is None
        else {
            "turns": _ints_by_letter(state.dispute.turns),
            "handed_over": _ints_by_letter(state.dispute.handed_over),
        },
        "proposal": _proposal_json(state),
        "rejections": state.rejection_count,
        "end_phase": _end_phase_json(state),
        "requests": [_request_json(game, name, asked) for name, asked in game.requests.items()],
        "undo_request": _undo_request_json(game),
        "no_result": {
            "possible": not game.is_finished and not game.has_hidden_info and has_threefold_repetition(state),
            "asked_by": _agreement_requester_letter(game, "no_result"),
        },
        "clock": _clock_json(game, now),
        "pause_offer": _pause_offer_json(game),
        "doubt": _discrepancy_json(game, state, show),
        "suggestion": _suggestion_json(game, state, show),
        "marking": _marking_draft_json(game, state, show),
        "ruling": _event_ruling_json(game),
        "rules": game.setup["ruleset"],
        "legal": _legal_moves_json(state) if legal and not show.hides_info else None,
        "line": _moves_json(game) if line and not game.has_hidden_info else None,
        "actions": [verb.name for verb in verbs.available_verbs(show, now) if verb.in_api],
    }


def _visibility_json(game: Game, state: GameState, show: GameView) -> shapes.SeenAs:
    """Return which information about the position is hidden from this viewer now (V61)."""
    return {
        "kind": game.agreed_variant.to_full_json()["view"]["kind"],
        "sealed": game.has_hidden_info,
        "hidden": show.hides_info,
        "tries_left": illegal_attempts_left(state) if game.has_hidden_info else None,
    }


def _last_move_json(show: GameView, state: GameState) -> shapes.Move | None:
    move = show.last_move(state)
    if move is None:
        return None
    point = None if move.point is None else vertex(move.point, state.setup.height)
    return {"color": letter(move.color), "point": point}


def _ints_by_letter(values: ByColor[int]) -> shapes.ByColor:
    return cast("shapes.ByColor", values.by_letter(int))


def _proposal_json(state: GameState) -> shapes.Proposal | None:
    proposal = state.proposal
    if proposal is None:
        return None
    height = state.setup.height
    return {
        "number": proposal.number,
        "by": letter(proposal.by),
        "dead": [vertex(point, height) for point in sorted(proposal.dead)],
        "score": score_json(proposal.score, height),
        "awaited": [letter(color) for color in sides_to_answer(state)],
    }


def _text_by_letter(values: ByColor[Decimal]) -> shapes.TextByColor:
    return cast("shapes.TextByColor", values.by_letter(format_points))


def score_json(score: Score, height: int) -> shapes.Score:
    """Return the JSON of a score: its terms, totals and each side's territory. `height` is the height of the board."""
    data = score.to_json(height)
    return {
        "terms": [cast("shapes.Term", {"name": term.name, **_text_by_letter(term.points)}) for term in score.terms],
        "totals": _text_by_letter(score.totals),
        "margin": format_points(score.margin if len(score.territory.values) == 2 else score.lead),
        "winner": letter(score.winner),
        "ranking": ["".join(color.letter for color in place) for place in score.ranking],
        "territory": cast("shapes.PointsByColor", {c.letter: data[c.name.lower()] for c, _ in score.territory.items()}),
        "dame": data["dame"],
        "seki": data["seki"],
        "open_borders": data["open_borders"],
    }


def _end_phase_json(state: GameState) -> shapes.EndPhase:
    """Return how often play has stopped, and how a dispute about dead stones can now continue: by resuming play, by a
    play-out on the board, or by ending the game (R17)."""
    stopped = state.phase is Phase.STONE_REMOVAL
    return {
        "count": state.stops,
        "settled": state.dispute_ended,
        "may_resume": stopped and state.may_resume and not state.dispute_ended,
        "may_settle": state.may_play_out,
        "rejection_ends": stopped and state.dispute_ended,
    }


def _discrepancy_json(game: Game, state: GameState, show: GameView) -> shapes.Doubt | None:
    """Return how the open proposal differs from the server's count, or None if it does not. Players always see the
    difference; others see it only if accepting the proposal needs a second confirmation (R60)."""
    if is_suggestion_pending(game):
        return None
    discrepancy = discrepancy_to_confirm(game, state)
    found = proposal_difference_in(game, state) if discrepancy is None and show.seat is not None else discrepancy
    if found is None:
        return None
    return {
        "stones": [vertex(point, state.setup.height) for point in sorted(found.stones)],
        "estimate": found.estimate.sgf_result,
        "points": format_points(found.points),
        "other_winner": found.other_winner,
        "unsure": [vertex(point, state.setup.height) for point in sorted(discrepancy.unsure)] if discrepancy else [],
        "confirmation": discrepancy is not None,
    }


def _suggestion_json(game: Game, state: GameState, show: GameView) -> shapes.Suggestion | None:
    """Return the stones that the server suggests as dead and the resulting score, which both players see after play
    has stopped. Return None while the suggestion is being computed."""
    if state.phase is not Phase.STONE_REMOVAL or show.seat is None or is_suggestion_pending(game):
        return None
    dead, height = dead_stone_suggestion_of(game).dead, state.setup.height
    return {
        "dead": [vertex(point, height) for point in sorted(dead)],
        "result": score_of(state, dead).sgf_result,
    }


def explained_score_json(state: GameState, dead: Collection[Point] | None) -> shapes.Count:
    """Return the JSON of the explained count with these stones dead, after play has stopped (R62). Without `dead`, the
    dead stones of the open proposal or of the result are used.

    Raises NothingToScore if the game has no count, NotAStone for a point without a stone, and PartOfAChain if only some
    stones of a chain are given (R18).
    """
    if dead is None or state.phase is not Phase.STONE_REMOVAL:
        by_score = state.outcome is None or state.outcome.reason is Reason.SCORE
        if dead is not None or state.proposal is None or not by_score:
            raise NothingToScore
        dead = state.proposal.dead
    check_whole_chains(state.board, frozenset(dead))
    explained, height = explain_score_of_state(state, dead), state.setup.height
    half = explained.half_count
    return {
        "dead": [vertex(point, height) for point in sorted(dead)],
        "score": score_json(explained.score, height),
        "points": {
            vertex(point, height): {"why": count.why.value, "color": letter(count.color)}
            for point, count in explained.points.items()
        },
        "side_by_side": {key: _totals_json(score) for key, score in explained.side_by_side.items()},
        "by_territory": None if explained.by_territory is None else _totals_json(explained.by_territory),
        "half_count": None if half is None else {"B": format_points(half.black), "needed": format_points(half.needed)},
    }


def _totals_json(score: Score) -> shapes.Totals:
    return {"result": score.sgf_result, "totals": _text_by_letter(score.totals)}


def _clock_json(game: Game, now: datetime) -> shapes.Clock | None:
    """Return the clocks now, with durations in seconds, or None for a game without a clock."""
    clock = clock_now(game, now)
    sides = {
        color.letter: shown for color, facts in clock.facts.items() if (shown := _side_clock_json(facts)) is not None
    }
    if not sides:
        return None
    values = {
        "at": iso_time(now),
        "deadline": None if clock.due is None else iso_time(clock.due.instant),
        "reasons": [] if clock.due is None else [_added_off_time_json(one) for one in clock.due.reasons],
        "standing_still": _clock_stop_json(clock.standing),
        "graces": game.graces,
        **sides,
    }
    return cast("shapes.Clock", values)


def _added_off_time_json(why: AddedOffTime) -> shapes.Added:
    return {"kind": why.kind.value, "seconds": round(why.duration.total_seconds())}


def _clock_stop_json(now: TimeStretch | None) -> shapes.StandingStill | None:
    """Return why the running clock is stopped now and until when, or None while it runs."""
    if now is None or now.kind is None:
        return None
    return {"kind": now.kind.value, "until": iso_time(now.end)}


TICKING = ("at", "left", "main_time", "period_left")


def without_ticking(state: shapes.Game) -> Mapping[str, object]:
    """Return the state without the values that change every second while a clock runs. Two states are equal in this
    form if a client would see no other change."""
    clock = state["clock"]
    if clock is None:
        return state
    sides = {name: _without_ticking_fields(value) for name, value in clock.items() if isinstance(value, dict)}
    return {**state, "clock": {**_without_ticking_fields(clock), **sides}}


def _without_ticking_fields(shown: Mapping[str, object] | None) -> dict[str, object]:
    return {name: value for name, value in (shown or {}).items() if name not in TICKING}


def _side_clock_json(facts: SideClockState | None) -> shapes.Facts | None:
    if facts is None:
        return None
    return {
        "running": facts.is_running,
        "left": round(facts.left.total_seconds()),
        "main_time": round(facts.main.total_seconds()),
        "in_overtime": facts.in_overtime,
        "period_left": None if facts.period is None else round(facts.period.total_seconds()),
        "period_number": facts.period_number,
        "stones": facts.stones,
    }


def _request_json(game: Game, name: str, asked: dict[str, Any]) -> shapes.OpenRequest:
    colors = {seat.index: letter(seat.color) for seat in game.seat_list()}
    agreed = list(asked.get("agreed", ()))
    return {
        "request": name,
        "by": _requester_letter(game, asked),
        "by_seat": asked["seat"],
        "agreed": [colors[seat] for seat in agreed],
        "agreed_seats": agreed,
    }


def _requester_letter(game: Game, asked: dict[str, Any]) -> shapes.Color:
    """Return the letter of the colour that made the open request `asked`, a value of `Game.requests`."""
    return letter(next(seat.color for seat in game.seat_list() if seat.index == asked["seat"]))


def _agreement_requester_letter(game: Game, agreement: str) -> shapes.Color | None:
    """Return the letter of the colour that made the open request of the agreement with this name, or None if there is
    none."""
    asked = game.requests.get(agreement)
    return None if asked is None else _requester_letter(game, asked)


def _pause_offer_json(game: Game) -> shapes.PauseOffer | None:
    asked = game.requests.get("pause")
    if asked is None:
        return None
    return {"by": _requester_letter(game, asked), "by_seat": asked["seat"], "until": asked["until"]}


def _undo_request_json(game: Game) -> shapes.UndoRequest | None:
    asked = game.requests.get("undo")
    return (
        None
        if asked is None
        else shapes.UndoRequest(to=asked["to"], by=_requester_letter(game, asked), by_seat=asked["seat"])
    )


def _event_ruling_json(game: Game) -> shapes.EventRuling | None:
    """Return the JSON of the event's ruling on the game, or None if there is none. The ruling may differ from the
    game's own result (E4)."""
    found = ruling_of(game)
    if found is None:
        return None
    return {"result": found.result, "reason": found.reason or None, "by": found.by or None}


def _marking_draft_json(game: Game, state: GameState, show: GameView) -> shapes.Marking | None:
    """Return the suggested dead stones with the viewer's own draft, or None unless it is the viewer's turn to mark dead
    stones (R11)."""
    if state.stage is not Stage.MARKING or show.seat is None or not show.may_read_draft:
        return None
    draft = Draft.objects.filter(seat=show.seat, number=game.state_number).first()
    opinion_failed = bool((game.second_opinion or {}).get("failed"))
    return {
        "pending": is_suggestion_pending(game),
        "suggested": game.suggested_dead or [],
        "unsure": game.unsure_stones or [],
        "second_opinion": None if opinion_failed else game.second_opinion,
        "second_opinion_failed": opinion_failed,
        "draft": None if draft is None else draft.dead,
    }


def _legal_moves_json(state: GameState) -> shapes.Legal | None:
    """Return the legal points of the side to play, and the error for each illegal empty point."""
    if state.stage is not Stage.PLAY:
        return None
    height, refused = state.setup.height, illegal_points(state)
    superko = (point for point, code in refused.items() if code == SuperkoViolation.code)
    return {
        "points": [vertex(point, height) for point in legal_points(state)],
        "refused": {vertex(p, height): code for p, code in refused.items()},
        "repeats": {vertex(p, height): _repeated_move_number(illegality(state, p)) for p in superko},
    }


def _moves_json(game: Game) -> shapes.Line:
    """Return the moves of the game, without undone moves. Handicap stones are part of the setup, not of the moves."""
    start, moves = game.agreed_setup.board(), list[shapes.Move]()
    rows = game.actions.filter(kind__in=("play", "pass", "undo", "place_handicap")).order_by("number")
    for kind, color, payload in rows.values_list("kind", "color", "payload"):
        if kind == "undo":
            del moves[payload["to"] :]
        elif kind == "place_handicap":
            stones = (parse_vertex(text, game.width, game.height) for text in payload["points"])
            start = start.with_stones((Color.BLACK, point) for point in stones)
        else:
            moves.append({"color": letter(color or 0), "point": payload.get("point")})
    return {"start": start.rows(), "moves": moves}


def _repeated_move_number(error: RulesError | None) -> int | None:
    """Return the number of the move whose position would be repeated, or None if the error is another one."""
    return error.move_number if isinstance(error, SuperkoViolation) else None
