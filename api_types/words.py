"""The values of enumerated fields, taken from the server's lists of them.

Type checkers see them as plain text, so that a client that was checked against an older list continues to work with a
newer one. In the schema they are enumerations.
"""

from typing import Annotated

After = Annotated[str, ("stay", "next", "list")]
"""The page to show after a move was sent: the same game or the next one."""
AnswerTo = Annotated[str, ("mark", "resume", "settle", "end")]
"""The step that follows a rejected proposal."""
BoardStyle = Annotated[str, ("wood", "paper", "slate", "contrast", "bamboo", "walnut", "jade", "indigo")]
Button = Annotated[str, ("pass", "resign")]
"""A choice in a lesson other than a point."""
CalendarName = Annotated[str, ("", "solar")]
Compensated = Annotated[str, ("none", "per_stone", "per_stone_after_first")]
CountedBy = Annotated[str, ("brainking", "territory", "area", "aga")]
CountedFor = Annotated[
    str, ("living_stone", "territory", "under_dead_stone", "dame", "open_border", "false_eye", "seki")
]
CriterionName = Annotated[
    str, ("points", "mms", "sos", "sos_1", "sos_2", "sodos", "sosos", "direct", "rank", "rating", "seed", "lot", "free")
]
"""A criterion that orders a table."""
DigitsName = Annotated[str, ("", "latin")]
EmailWhen = Annotated[str, ("now", "hourly", "daily", "off")]
"""When an e-mail leaves."""
EmailLevel = Annotated[str, ("notice", "moves", "board", "picture")]
"""The content of e-mails about games."""
EmailState = Annotated[str, ("good", "unconfirmed", "refused", "none")]
"""Whether e-mails reach the player."""
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
"""The result of a game in its event."""
FileRemarkCode = Annotated[
    str, ("komi", "handicap", "to_play", "charset_wrong", "charset_guessed", "characters")
]  # fmt: skip
"""The part of a file that was ignored, guessed or replaced."""
KoRule = Annotated[str, ("simple", "positional", "situational")]
MotionName = Annotated[str, ("", "none")]
NotePriority = Annotated[str, ("high", "normal", "low")]
OffTime = Annotated[str, ("pause", "vacation", "weekend", "night")]
"""When clocks may stop."""
OrderOfGames = Annotated[str, ("deadline", "waiting", "opponent", "priority")]
PairedFor = Annotated[str, ("not_met", "score", "drawn", "seeding", "colors", "club", "director")]
"""A reason for a pairing."""
PassStones = Annotated[str, ("never", "always", "settling")]
PhaseName = Annotated[str, ("play", "stone_removal", "finished")]
QuietHours = Annotated[str, ("clock", "own", "none")]
RequestName = Annotated[str, ("undo", "no_result", "pause", "draw", "result")]
"""A request of one side to which all others have to agree."""
ReviewFailure = Annotated[str, ("engine", "silence", "bad_record", "fault", "position_in_play", "not_finished")]
SelfCapture = Annotated[str, ("forbidden", "multi_stone", "allowed")]
StageName = Annotated[str, ("handicap", "play", "marking", "deciding", "finished")]
"""The stage of a game: what is to be done next."""
StandsStill = Annotated[str, ("outage", "pause", "vacation", "weekend", "night")]
"""Why a clock stops."""
StonesPlaced = Annotated[str, ("fixed", "free")]
TermName = Annotated[str, ("territory", "stones", "captured", "dead", "pass_stones", "komi", "compensation", "ties")]
"""A line of a score."""
ThemeName = Annotated[str, ("", "light", "dark", "contrast")]
TimeoutPolicy = Annotated[str, ("strict", "claim", "friendly")]
"""The consequence of running out of time."""
WantedColor = Annotated[str, ("random", "black", "white", "both")]
"""The colour that the creator of an offer wants."""
