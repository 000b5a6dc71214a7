"""The words that a field of an answer can have, where the server takes them from a list of its own.

To a type checker they are text, so that a client that was checked against an older list goes on working with a newer
one. In the schema they are enumerations.
"""

from typing import Annotated

After = Annotated[str, ("stay", "next")]
"""What a page shows after a move was sent."""
AnswerTo = Annotated[str, ("mark", "resume", "settle", "end")]
"""What is to follow a rejected proposal."""
BoardStyle = Annotated[str, ("wood", "paper", "slate", "contrast")]
Button = Annotated[str, ("pass", "resign")]
"""What may be chosen in a lesson besides points."""
CalendarName = Annotated[str, ("", "solar")]
Compensated = Annotated[str, ("none", "per_stone", "per_stone_after_first")]
CountedBy = Annotated[str, ("brainking", "territory", "area", "aga")]
CountedFor = Annotated[
    str, ("living_stone", "territory", "under_dead_stone", "dame", "open_border", "false_eye", "seki")
]
CriterionName = Annotated[
    str, ("points", "mms", "sos", "sos_1", "sos_2", "sodos", "sosos", "direct", "rank", "rating", "seed", "lot", "free")
]
"""What orders a table."""
DigitsName = Annotated[str, ("", "latin")]
EmailWhen = Annotated[str, ("now", "hourly", "daily", "off")]
"""When an e-mail leaves."""
EmailLevel = Annotated[str, ("notice", "moves", "board", "picture")]
"""What e-mails about games say."""
EmailState = Annotated[str, ("good", "unconfirmed", "refused", "none")]
"""Whether e-mails reach somebody."""
EndReason = Annotated[
    str,
    (
        "score", "resignation", "time", "forfeit", "capture", "no_move", "no_result", "agreement", "both_lose",
        "cancelled", "annulled",
    ),
]  # fmt: skip
"""Why a game is over."""
EventRulingResult = Annotated[
    str,
    (
        "black_wins", "white_wins", "draw", "black_by_default", "white_by_default", "both_lose", "both_win", "void",
        "struck",
    ),
]  # fmt: skip
"""What an event makes of a game."""
FileRemarkCode = Annotated[
    str, ("komi", "handicap", "to_play", "charset_wrong", "charset_guessed", "characters")
]  # fmt: skip
"""What of a file was ignored, guessed or replaced."""
KoRule = Annotated[str, ("simple", "positional", "situational")]
Language = Annotated[str, ("", "en", "fi", "fa")]
MotionName = Annotated[str, ("", "none")]
NotePriority = Annotated[str, ("high", "normal", "low")]
OffTime = Annotated[str, ("pause", "vacation", "weekend", "night")]
"""When clocks may stop."""
OrderOfGames = Annotated[str, ("deadline", "waiting", "opponent", "priority")]
PairedFor = Annotated[str, ("not_met", "score", "drawn", "seeding", "colors", "club", "director")]
"""What spoke for a pair."""
PassStones = Annotated[str, ("never", "always", "settling")]
PhaseName = Annotated[str, ("play", "stone_removal", "finished")]
QuietHours = Annotated[str, ("clock", "own", "none")]
RequestName = Annotated[str, ("undo", "no_result", "pause", "draw")]
"""What a side can ask all others to agree on."""
ReviewFailure = Annotated[str, ("engine", "silence", "bad_record", "fault", "position_in_play", "not_finished")]
SelfCapture = Annotated[str, ("forbidden", "multi_stone", "allowed")]
StageName = Annotated[str, ("handicap", "play", "marking", "deciding", "finished")]
"""What is to be done in a game."""
StandsStill = Annotated[str, ("outage", "pause", "vacation", "weekend", "night")]
"""Why a clock stops."""
StonesPlaced = Annotated[str, ("fixed", "free")]
TermName = Annotated[str, ("territory", "stones", "captured", "dead", "pass_stones", "komi", "compensation", "ties")]
"""A line of a score."""
ThemeName = Annotated[str, ("", "light", "dark", "contrast")]
TimeoutPolicy = Annotated[str, ("strict", "claim", "friendly")]
"""What happens when time runs out."""
WantedColor = Annotated[str, ("random", "black", "white", "both")]
"""The colour that the creator of an offer wants."""
