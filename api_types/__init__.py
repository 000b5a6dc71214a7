"""The types of the API's responses. The server generates its OpenAPI schema from them.

Points are vertices such as "K11". Colours are "B" and "W". Times are ISO 8601 in UTC, and durations are whole seconds.
The points of a score and komi are decimals written as text. The string below a field describes it, in the schema as
well.

The server and the client import this package, which imports nothing from them.
"""

from .actions import Acted, Outcome, Receipt, Receipts
from .apps import App, Apps, Grant, Grants
from .boards import (
    BoardMade,
    BoardQuestion,
    DemoBoard,
    DemoBoardRow,
    DemoBoards,
    QuestionState,
)
from .bulletins import Answer, Bulletin, Bulletins
from .challenges import (
    Again,
    Challenge,
    ChallengeMade,
    Challenges,
    FileRemark,
    KomiBy,
    OfferBid,
    OfferBidding,
    OfferLimits,
    OfferStatus,
    PlaceOf,
    SameOpponent,
    SimulBoard,
    SimulStart,
)
from .chat import Message, Messages, Note
from .classes import (
    Class,
    ClassCard,
    ClassCards,
    Classes,
    ClassHomework,
    ClassMembership,
    ClassMessage,
    ClassMessages,
    ClassPosition,
    ClassPositionGame,
    ClassPositionGames,
    ClassPositionPlay,
    ClassProgress,
    ClassPupil,
    ClassPupils,
    ClassRole,
    ClassRow,
    ClassStanding,
    PupilColor,
)
from .clocks import Added, Clock, Facts, PauseOffer, StandingStill
from .clubs import (
    Club,
    ClubAct,
    ClubEmblem,
    ClubImport,
    ClubImportError,
    ClubImports,
    ClubImportState,
    ClubInvitationRefused,
    ClubInvitations,
    ClubJoining,
    ClubLog,
    ClubMember,
    ClubMembers,
    ClubMembership,
    ClubNotice,
    ClubNotices,
    ClubRequest,
    ClubRequests,
    ClubRole,
    ClubRow,
    Clubs,
    ClubStanding,
    GameServer,
    ImportedGame,
    ImportedGames,
    ImportedName,
    ImportedNames,
    ImportedPlayer,
    ImportedRecord,
)
from .collections import (
    CollectionProblem,
    CollectionProblemRow,
    CollectionUpload,
    CollectionUploadFile,
    LinkAudience,
    ProblemCollection,
    ProblemCollectionPage,
    ProblemCollections,
)
from .common import ByColor, Color, Moment, Page, PointsByColor, TextByColor
from .discussion import Topic, Topics
from .end_phase import Doubt, EndPhase, Marking, Marks, Proposal, SecondOpinion, Settling, Suggestion
from .events import Event, EventAbout, GameEvent, Hello
from .follows import Follow, Follows, Star, Stars
from .game import EventRuling, Game, Legal, Line, Move, NoResult, OpenRequest, SeenAs, UndoRequest
from .games import EventKind, EventOfGame, GameRecord, GameRow, Games, NextGame, Phase, SeatOf, Sgf
from .go_problems import (
    DailyProblem,
    GoProblem,
    GoProblemAnswer,
    GoProblemLine,
    GoProblemOutcome,
    GoProblemRow,
    GoProblems,
    GoProblemsDue,
    GoProblemsRead,
    OwnGoProblem,
    OwnGoProblems,
)
from .ladders import (
    Ladder,
    LadderGame,
    LadderGames,
    LadderHold,
    LadderMove,
    LadderMoves,
    LadderPlace,
    LadderPlaces,
    LadderRow,
    Ladders,
    WhyNot,
)
from .leagues import (
    League,
    LeagueGame,
    LeagueGroup,
    LeagueGroupGame,
    LeagueGroupLine,
    LeagueLog,
    LeagueLogLine,
    LeagueRow,
    Leagues,
    LeagueSeason,
)
from .lessons import (
    Lesson,
    LessonMove,
    LessonOutcome,
    LessonRow,
    Lessons,
    LessonStep,
    PlayerLesson,
    PlayerLessonPages,
    PlayerLessons,
    PlayerLessonSource,
)
from .library import (
    LibraryAdded,
    LibraryAudience,
    LibraryContinuation,
    LibraryGamePlace,
    LibraryPlace,
    LibraryPositions,
    LibraryRecord,
    LibraryRecords,
    LibraryRefusedFile,
)
from .machine_review import Estimate, Judged, MachineReview, MoveLoss, PointsOfSides, ReviewChoice
from .messages import FoundPost, FoundPosts, Post, Posts, Thread, Threads
from .moderation import Appeal, AppealOutcome, Decision, Decisions, GamesThen, Report, ReportAnswer, Reports
from .my_time import Calendar, MyTime, Night, SavedGame, Vacation, VacationBegun, Week
from .notices import MyNotifications, Notice, NoticeChannels, NoticeKinds, Notices, Read, TurnFeed
from .openings import Continuation, Openings
from .people import Blocked, Blocks, FederationData, Me, People, Person, Profile, Record
from .plans import Branch, Plan
from .player_lists import ListedPlayer, ListedPlayers, WhyNotInvited
from .problem import FieldError, Problem
from .push import Device, Devices
from .ranks import RankConversion, RankRange, RankRanges, RankRow, RankSource, RankTable, StartingRank
from .ratings import Rating, RatingEvent, RatingEvents
from .score import Count, HalfCount, Score, Term, Totals, WhyCounted
from .searches import Match, Matches, Search, Searches, SearchNow
from .seat_offers import SeatOffer, SeatOffers
from .server import Server, ServerLimits, ServerLinks, ServerRuleSet, ServerSizes
from .sessions import Ended, Session, Sessions
from .study import (
    Comment,
    Comments,
    MachineLines,
    NodeLoss,
    Proposed,
    ReaderVariations,
    RecordMove,
    Review,
    SharedTree,
    Shown,
    StudyChoice,
    Tree,
    TreeCut,
    TreeNode,
    TreeRead,
    TreeSaved,
)
from .talk import Muted, Remark, Remarks
from .team_matches import (
    TeamMatch,
    TeamMatchClub,
    TeamMatches,
    TeamMatchGame,
    TeamMatchLog,
    TeamMatchLogLine,
    TeamMatchMember,
    TeamMatchRow,
    TeamMatchScore,
)
from .terms import (
    AgreedTerms,
    PlayedAs,
    Position,
    RatingTerms,
    RuleSet,
    TimeControl,
    TimeTerms,
    Variant,
)
from .tokens import NewToken, Token, Tokens
from .tournament_logs import TournamentLog, TournamentLogLine
from .tournaments import (
    BracketName,
    EntryStatus,
    PairReason,
    RoundStatus,
    Tournament,
    TournamentBracket,
    TournamentChange,
    TournamentCost,
    TournamentCosts,
    TournamentEntries,
    TournamentEntry,
    TournamentKind,
    TournamentMatch,
    TournamentPairing,
    TournamentPairings,
    TournamentResult,
    TournamentRow,
    Tournaments,
    TournamentSection,
    TournamentSections,
    TournamentStanding,
    TournamentStandings,
    TournamentState,
)
from .translations import Translation
from .webhooks import Webhook, Webhooks

__all__ = [
    "Acted", "Added", "Again", "AgreedTerms", "Answer", "App", "Appeal", "AppealOutcome", "Apps", "Blocked", "Blocks",
    "BoardMade", "BoardQuestion", "BracketName", "Branch", "Bulletin", "Bulletins", "ByColor",
    "Calendar", "Challenge", "ChallengeMade", "Challenges", "Class", "ClassCard", "ClassCards", "ClassHomework",
    "ClassMembership", "ClassMessage", "ClassMessages", "ClassPosition", "ClassPositionGame", "ClassPositionGames",
    "ClassPositionPlay", "ClassProgress", "ClassPupil", "ClassPupils", "ClassRole", "ClassRow", "ClassStanding",
    "Classes", "Clock", "Club", "ClubAct", "ClubEmblem", "ClubImport", "ClubImportError", "ClubImportState",
    "ClubImports", "ClubInvitationRefused", "ClubInvitations", "ClubJoining", "ClubLog", "ClubMember", "ClubMembers",
    "ClubMembership", "ClubNotice", "ClubNotices", "ClubRequest", "ClubRequests", "ClubRole", "ClubRow", "ClubStanding",
    "Clubs", "CollectionProblem", "CollectionProblemRow", "CollectionUpload",
    "CollectionUploadFile", "Color", "Comment", "Comments", "Continuation", "Count", "DailyProblem", "Decision",
    "Decisions", "DemoBoard", "DemoBoardRow", "DemoBoards", "Device", "Devices", "Doubt", "EndPhase", "Ended",
    "EntryStatus", "Estimate", "Event", "EventAbout", "EventKind", "EventOfGame", "EventRuling", "Facts",
    "FederationData", "FieldError", "FileRemark", "Follow", "Follows", "FoundPost", "FoundPosts", "Game", "GameEvent",
    "GameRecord", "GameRow", "GameServer", "Games", "GamesThen", "GoProblem", "GoProblemAnswer", "GoProblemLine",
    "GoProblemOutcome", "GoProblemRow", "GoProblems", "GoProblemsDue", "GoProblemsRead", "Grant", "Grants", "HalfCount",
    "Hello", "ImportedGame", "ImportedGames", "ImportedName", "ImportedNames", "ImportedPlayer", "ImportedRecord",
    "Judged", "KomiBy", "Ladder", "LadderGame", "LadderGames", "LadderHold", "LadderMove", "LadderMoves", "LadderPlace",
    "LadderPlaces", "LadderRow", "Ladders", "League", "LeagueGame", "LeagueGroup", "LeagueGroupGame", "LeagueGroupLine",
    "LeagueLog", "LeagueLogLine", "LeagueRow", "LeagueSeason", "Leagues", "Legal", "Lesson", "LessonMove",
    "LessonOutcome", "LessonRow", "LessonStep", "Lessons", "LibraryAdded", "LibraryAudience", "LibraryContinuation",
    "LibraryGamePlace", "LibraryPlace", "LibraryPositions", "LibraryRecord", "LibraryRecords", "LibraryRefusedFile",
    "Line", "LinkAudience", "ListedPlayer", "ListedPlayers", "MachineLines", "MachineReview", "Marking", "Marks",
    "Match", "Matches", "Me", "Message", "Messages", "Moment", "Move", "MoveLoss", "Muted", "MyNotifications",
    "MyTime", "NewToken", "NextGame", "Night", "NoResult", "NodeLoss", "Note", "Notice", "NoticeChannels",
    "NoticeKinds", "Notices", "OfferBid", "OfferBidding", "OfferLimits", "OfferStatus", "OpenRequest", "Openings",
    "Outcome", "OwnGoProblem", "OwnGoProblems", "Page", "PairReason", "PauseOffer", "People", "Person", "Phase",
    "PlaceOf", "Plan", "PlayedAs", "PlayerLesson", "PlayerLessonPages", "PlayerLessonSource", "PlayerLessons",
    "PointsByColor", "PointsOfSides", "Position", "Post", "Posts", "Problem", "ProblemCollection",
    "ProblemCollectionPage", "ProblemCollections", "Profile", "Proposal", "Proposed", "PupilColor", "QuestionState",
    "RankConversion", "RankRange", "RankRanges", "RankRow", "RankSource", "RankTable", "Rating", "RatingEvent",
    "RatingEvents", "RatingTerms", "Read", "ReaderVariations", "Receipt", "Receipts", "Record", "RecordMove", "Remark",
    "Remarks", "Report", "ReportAnswer", "Reports", "Review", "ReviewChoice", "RoundStatus", "RuleSet", "SameOpponent",
    "SavedGame", "Score", "Search", "SearchNow", "Searches", "SeatOf", "SeatOffer", "SeatOffers", "SecondOpinion",
    "SeenAs", "Server", "ServerLimits", "ServerLinks", "ServerRuleSet", "ServerSizes", "Session", "Sessions",
    "Settling", "Sgf", "SharedTree", "Shown", "SimulBoard", "SimulStart", "StandingStill", "Star", "Stars",
    "StartingRank", "StudyChoice", "Suggestion", "TeamMatch", "TeamMatchClub", "TeamMatchGame", "TeamMatchLog",
    "TeamMatchLogLine", "TeamMatchMember", "TeamMatchRow", "TeamMatchScore", "TeamMatches", "Term", "TextByColor",
    "Thread", "Threads", "TimeControl", "TimeTerms", "Token", "Tokens", "Topic", "Topics", "Totals", "Tournament",
    "TournamentBracket", "TournamentChange", "TournamentCost", "TournamentCosts", "TournamentEntries",
    "TournamentEntry", "TournamentKind", "TournamentLog", "TournamentLogLine", "TournamentMatch", "TournamentPairing",
    "TournamentPairings", "TournamentResult", "TournamentRow", "TournamentSection", "TournamentSections",
    "TournamentStanding", "TournamentStandings", "TournamentState", "Tournaments", "Translation", "Tree", "TreeCut",
    "TreeNode", "TreeRead", "TreeSaved", "TurnFeed", "UndoRequest", "Vacation", "VacationBegun", "Variant", "Webhook",
    "Webhooks", "Week", "WhyCounted", "WhyNot", "WhyNotInvited",
]  # fmt: skip
