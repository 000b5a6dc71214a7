"""Time systems and durations shared by the tests of clocks."""

from datetime import UTC, datetime, timedelta

from rules import Color
from rules.clock import TimeControl

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY, HOUR, MINUTE, SECOND = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)
NOTHING = timedelta(0)
BLACK, WHITE = Color.BLACK, Color.WHITE

ABSOLUTE = TimeControl.absolute(60 * MINUTE)
BYO_YOMI = TimeControl.byo_yomi(10 * MINUTE, 5, 30 * SECOND)
CANADIAN = TimeControl.canadian(10 * MINUTE, 5, 3 * MINUTE)
FISCHER = TimeControl.fischer(3 * DAY, DAY)
DAYS = TimeControl.days_per_move(3 * DAY)
NONE = TimeControl.none()
