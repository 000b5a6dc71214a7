"""Cases in which listed refusals occur, for operations where no request body alone causes them."""

from __future__ import annotations

HIDDEN = "tests/games/variants/test_hidden.py::"
PROOFS: dict[str, set[tuple[str, int]]] = {
    "tests/challenges/test_bidding.py::test_by_program_the_whole_way_and_what_is_wrong": {("challenge_bid", 409)},
    "tests/clubs/test_imported_names.py::"
    "test_E150_E151_the_api_refuses_strangers_and_more_games_than_a_club_may_have": {
        ("club_import", 409), ("club_name_map", 409)
    },
    "tests/ratings/test_start.py::test_E152_after_a_rated_game_the_api_refuses_to_change_the_start": {
        ("starting_rank_delete", 409), ("starting_rank_state", 409)
    },
    "tests/games/api/test_counting.py::test_a_part_of_a_chain_is_refused_with_the_rest_R18": {("marks", 422)},
    "tests/games/api/test_counting.py::test_any_marking_can_be_counted_while_play_has_stopped_R62": {("count", 422)},
    f"{HIDDEN}test_everything_is_shown_when_play_first_stops_and_stays_shown_V23": {("sgf", 409), ("sgf_file", 409)},
    f"{HIDDEN}test_the_server_keeps_no_notes_while_something_is_hidden_V24": {
        ("comment", 409), ("note_write", 409), ("star", 409)
    },
    "tests/games/variants/test_successors.py::test_who_may_no_longer_take_the_seat_is_refused_by_the_api_V39": {
        ("seat_answer", 409)
    },
    "tests/games/verbs/test_long_chains.py::"
    "test_conditional_moves_are_as_deep_by_the_api_as_by_the_rules_and_no_deeper_C11": {("plan_write", 422)},
    "tests/machine_review/test_pages.py::test_nothing_of_a_running_game_is_ever_given_to_an_engine_C50": {
        ("estimate", 409)
    },
    "tests/tournaments/test_real_names.py::test_E131_programs_agree_and_only_the_player_sees_it": {
        ("tournament_consent", 409)
    },
    "tests/tournaments/test_costs_of_changes.py::test_E123_by_page_and_by_program": {("tournament_costs", 409)},
    "tests/study/test_tree_files.py::test_bad_files_are_refused_and_store_nothing_C36": {("tree_read", 422)},
}  # fmt: skip
"""The operations and statuses that must occur in each test; otherwise it fails (tests/conftest.py)."""
