"""Notifications of a player."""

from typing import TypedDict

from .common import Moment, Page
from .words import EmailLevel, EmailState, EmailWhen, QuietHours


class Notice(TypedDict):
    """A notification."""

    id: int
    """The number of the notice."""
    kind: str
    """The kind of notification: a key."""
    game: int | None
    """The number of the notification's game; null for none."""
    challenge: int | None
    """The number of the notification's offer; null for none."""
    path: str | None
    """The path of the page that the notification links to; null for none."""
    by: str | None
    """The name of the player who caused the notification; null for the server."""
    created_at: Moment
    """When the notification was created (UTC)."""
    read: bool
    """Whether the notification has been read."""


class Notices(Page):
    """A page of notices, the newest first."""

    results: list[Notice]
    """The notices of this page."""


class Read(TypedDict):
    """How many notices were marked as read."""

    read: int
    """The number of notifications."""


class NoticeChannels(TypedDict):
    """By which channels you get one kind of notification."""

    bell: bool
    """Whether notifications of this kind are shown at the bell."""
    letter: EmailWhen
    """When e-mails are sent: `now`, as an `hourly` or `daily` digest, or `off` for never."""
    push: bool
    """Whether notifications of this kind are pushed to the devices on which you allowed that."""
    sound: bool
    """Whether an open page plays a sound, if sounds are on (`sounds` in your settings)."""


class NoticeKinds(TypedDict):
    """For each kind of notification, the channels by which you get it."""

    turn: NoticeChannels
    """It is your turn."""
    time: NoticeChannels
    """Your time is running short, or ran out."""
    answer: NoticeChannels
    """You are asked something: a challenge, an undo or a pause."""
    game: NoticeChannels
    """A game started or ended, or the players agreed on something."""
    message: NoticeChannels
    """You received a message."""
    followed: NoticeChannels
    """Players and games that you follow."""
    staff: NoticeChannels
    """From the moderators and the server."""


class MyNotifications(TypedDict):
    """Your notification settings."""

    kinds: NoticeKinds
    """The channels of each kind."""
    level: EmailLevel
    """The content of e-mails about games: `notice`, or also the `moves` and messages, or also the `board` as text or
    as a `picture`."""
    daily_at: int
    """The hour at which daily e-mails leave, 0 to 23, in your time zone."""
    quiet: QuietHours
    """Which hours are quiet: the night of your `clock`, your `own`, or `none`."""
    quiet_begin: str | None
    """When your own quiet hours begin, such as `22:00`, in your time zone; null for none."""
    quiet_end: str | None
    """When your own quiet hours end, such as `08:00`; null for none."""
    play_by_link: bool
    """Whether e-mails about your turn have a link that plays that move without signing in."""
    play_by_reply: bool
    """Whether a reply to an e-mail about your turn plays a move, if this server accepts replies."""
    muted: list[int]
    """The numbers of muted games, at most 500. You are notified only when time is running short there."""
    has_feed: bool
    """Whether you have a secret address with your turns, for feed readers."""
    address: EmailState
    """Whether e-mails reach you: `good`; `unconfirmed`; `refused` five times in a row by the address's mail server; or
    `none`, without an address."""


class TurnFeed(TypedDict):
    """The secret URL of the feed of your turns."""

    path: str
    """The path of the address on this server."""
