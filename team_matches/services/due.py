"""The background work on team matches, for the signal tournaments.signals.steps_requested."""

from __future__ import annotations

from tournaments.services.due import BackgroundStep, make_background_step

from . import team_games, team_matches

STEPS = (
    # Challenges of teams that lapse, their rounds that start and end.
    make_background_step(
        "let a challenge lapse", team_matches.unanswered_challenges, team_matches.end_unanswered_challenge
    ),
    make_background_step("start a team match", team_games.matches_to_start, team_games.start_round_or_cancel),
    make_background_step(
        "end a round of teams", lambda now: team_games.matches_with_round_over(), team_games.finish_round
    ),
)


def team_match_steps(**_: object) -> tuple[BackgroundStep, ...]:
    """Return the steps of the background work on team matches."""
    return STEPS
