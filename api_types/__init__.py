"""What the API answers, as types. The server's OpenAPI schema is made from them, so they are the schema.

Points are vertices such as "K11". Colours are "B" and "W". Moments are ISO 8601 in UTC, durations whole seconds; the
points of a score and komi are decimals written as text. The string below a field says what it means, in the schema too.

Server and client import this package; it imports nothing of theirs.
"""

from .actions import Outcome, Receipt, Receipts
from .apps import App, Apps, Grant, Grants
from .challenges import Again, Challenge, Challenges, OfferStatus
from .chat import Message, Messages, Note
from .clocks import Added, Clock, Facts, PauseOffer, StandingStill
from .common import ByColor, Color, Moment, Page, PointsByColor, TextByColor
from .end_phase import Doubt, EndPhase, Marking, Marks, Proposal, SecondOpinion, Settling, Suggestion
from .events import Event, GameEvent, Hello
from .game import Game, Legal, Line, Move, NoResult, OpenRequest, UndoRequest
from .games import GameRecord, GameRow, Games, Phase, SeatOf, Sgf
from .moderation import Appeal, AppealOutcome, Decision, Decisions, GamesThen, Report, ReportAnswer, Reports
from .my_time import Calendar, MyTime, Night, SavedGame, Vacation, VacationBegun, Week
from .notices import Notice, Notices, Read
from .people import Blocked, Blocks, Me, Person, Profile, Record
from .problem import FieldError, Problem
from .ratings import Rating, RatingEvent, RatingEvents
from .score import Count, HalfCount, Score, Term, Totals, WhyCounted
from .sessions import Ended, Session, Sessions
from .terms import Position, RatingTerms, RuleSet, TimeControl, TimeTerms
from .tokens import NewToken, Token, Tokens
from .webhooks import Webhook, Webhooks

__all__ = [
    "Added",
    "Again",
    "App",
    "Appeal",
    "AppealOutcome",
    "Apps",
    "Blocked",
    "Blocks",
    "ByColor",
    "Calendar",
    "Challenge",
    "Challenges",
    "Clock",
    "Color",
    "Count",
    "Decision",
    "Decisions",
    "Doubt",
    "EndPhase",
    "Ended",
    "Event",
    "Facts",
    "FieldError",
    "Game",
    "GameEvent",
    "GameRecord",
    "GameRow",
    "Games",
    "GamesThen",
    "Grant",
    "Grants",
    "HalfCount",
    "Hello",
    "Legal",
    "Line",
    "Marking",
    "Marks",
    "Me",
    "Message",
    "Messages",
    "Moment",
    "Move",
    "MyTime",
    "NewToken",
    "Night",
    "NoResult",
    "Note",
    "Notice",
    "Notices",
    "OfferStatus",
    "OpenRequest",
    "Outcome",
    "Page",
    "PauseOffer",
    "Person",
    "Phase",
    "PointsByColor",
    "Position",
    "Problem",
    "Profile",
    "Proposal",
    "Rating",
    "RatingEvent",
    "RatingEvents",
    "RatingTerms",
    "Read",
    "Receipt",
    "Receipts",
    "Record",
    "Report",
    "ReportAnswer",
    "Reports",
    "RuleSet",
    "SavedGame",
    "Score",
    "SeatOf",
    "SecondOpinion",
    "Session",
    "Sessions",
    "Settling",
    "Sgf",
    "StandingStill",
    "Suggestion",
    "Term",
    "TextByColor",
    "TimeControl",
    "TimeTerms",
    "Token",
    "Tokens",
    "Totals",
    "UndoRequest",
    "Vacation",
    "VacationBegun",
    "Webhook",
    "Webhooks",
    "Week",
    "WhyCounted",
]
