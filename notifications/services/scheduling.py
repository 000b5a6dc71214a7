"""Turn new notices and turns into pending e-mail items, many at once with a fixed number of queries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Player
from foundation import timesource
from notifications import preferences
from notifications.kinds import Channel, EmailTiming, NoticeGroup, notice_group_of
from notifications.models import EmailItem, Notice, NoticeSettings, RefusedAddress, TurnChange
from notifications.services import hours

MOST_AT_ONCE = 500
AT_REST = timedelta(seconds=2)
"""The delay before a turn is processed, so that quick successive moves become one notification."""


@dataclass(frozen=True, slots=True)
class NoticeOrTurn:
    """A notice or a turn about which a player may get an e-mail. `notice` is None for a turn."""

    player_id: int
    kind: str
    at: datetime
    game_id: int | None = None
    notice: Notice | None = None


def schedule_email_items(now: datetime | None = None) -> int:
    """Create an EmailItem for each new notice and turn that its player wants by e-mail, with the time when it may be
    sent. Return how many were processed, at most MOST_AT_ONCE notices and as many turns. Parallel processes process
    different rows."""
    now = now or timesource.now()
    given = TurnChange.objects.filter(at__lte=now - AT_REST)
    if not given.exists() and not Notice.objects.filter(pending=True).exists():
        return 0  # most looks: on SQLite no one who writes waits for them
    with transaction.atomic():
        notices = list(
            Notice.objects.filter(pending=True).select_for_update(skip_locked=True, no_key=True)
            .order_by("pk")[:MOST_AT_ONCE]
        )  # fmt: skip
        turns = list(
            given.select_for_update(skip_locked=True)
            .order_by("pk")[:MOST_AT_ONCE]
        )  # fmt: skip
        if not notices and not turns:
            return 0
        news = [NoticeOrTurn(one.player_id, one.kind, one.created_at, one.game_id, one) for one in notices]
        news += [NoticeOrTurn(one.player_id, one.kind, one.at, one.game_id) for one in _latest_turns(turns)]
        _schedule_items(news, now)
        Notice.objects.filter(pk__in=[one.pk for one in notices]).update(pending=False)
        TurnChange.objects.filter(pk__in=[one.pk for one in turns]).delete()
    return len(notices) + len(turns)


def _latest_turns(turns: list[TurnChange]) -> list[TurnChange]:
    """Return the latest turn of each game; earlier turns are outdated."""
    return list({one.game_id: one for one in turns}.values())


def _schedule_items(notifications: list[NoticeOrTurn], now: datetime) -> None:
    people = preferences.preferences_of_all(one.player_id for one in notifications)
    muted = preferences.muted_player_game_pairs(one.game_id for one in notifications if one.game_id is not None)
    _mark_read_without_bell(notifications, people, now)
    reached, games = (
        players_with_email(people),
        _existing_games(one.game_id for one in notifications if one.notice is None),
    )
    waiting = []
    for one in notifications:
        kind = notice_group_of(one.kind)
        is_muted = (one.player_id, one.game_id) in muted and kind is not NoticeGroup.TIME
        is_gone = one.notice is None and one.game_id not in games
        when = people[one.player_id].email_timing_of(kind)
        if one.player_id in reached and when != EmailTiming.OFF and not is_muted and not is_gone:
            waiting.append(_make_email_item(one, when))
    _store_email_items(waiting, people, reached)


def _existing_games(games: Iterable[int | None]) -> set[int]:
    """Return the ids of the games among these that still exist. Rows of turns can outlive their games."""
    model = EmailItem._meta.get_field("game").related_model
    assert isinstance(model, type)
    return set(QuerySet(model).filter(pk__in={pk for pk in games if pk is not None}).values_list("pk", flat=True))


def _make_email_item(notification: NoticeOrTurn, when: EmailTiming) -> EmailItem:
    return EmailItem(
        player_id=notification.player_id,
        notice=notification.notice,
        game_id=notification.game_id,
        kind=notification.kind,
        when=when,
        at=notification.at,
    )


def _mark_read_without_bell(
    notifications: list[NoticeOrTurn], people: dict[int, preferences.NoticePreferences], now: datetime
) -> None:
    """Mark notices as read if their player does not want this kind to be shown on pages."""
    silent = [
        one.notice.pk
        for one in notifications
        if one.notice is not None and not people[one.player_id].wants(notice_group_of(one.kind), Channel.BELL)
    ]
    if silent:
        Notice.objects.unread().filter(pk__in=silent).update(read_at=now)


def players_with_email(players: Iterable[int]) -> dict[int, Player]:
    """Return the players who can get e-mails, by id. They have an open account and a confirmed address that accepts
    e-mails, and are not bots, whose programs read the events. Three queries."""
    wanted = set(players)
    people = Player.objects.filter(pk__in=wanted, is_active=True, is_bot=False, is_guest=False).exclude(email="")
    found = {one.pk: one for one in people}
    confirmed = EmailAddress.objects.filter(user__in=list(found), verified=True).values_list("user_id", "email")
    good = {(pk, address.lower()) for pk, address in confirmed}
    addresses = {one.email.lower() for one in found.values()}
    stopped = RefusedAddress.objects.filter(address__in=addresses, stopped_at__isnull=False)
    refused = set(stopped.values_list("address", flat=True))
    return {
        pk: one for pk, one in found.items() if (pk, one.email.lower()) in good and one.email.lower() not in refused
    }


def _store_email_items(
    waiting: list[EmailItem], people: dict[int, preferences.NoticePreferences], reached: dict[int, Player]
) -> None:
    """Store the waiting items and each player's next e-mail time. Stored items about earlier turns of the same games
    are deleted."""
    if not waiting:
        return
    of_each: dict[int, list[EmailItem]] = {}
    for one in waiting:
        of_each.setdefault(one.player_id, []).append(one)
    unknown = [pk for pk in of_each if people[pk].settings.pk is None]
    NoticeSettings.objects.bulk_create([NoticeSettings(player_id=pk) for pk in unknown], ignore_conflicts=True)
    mine = NoticeSettings.objects.filter(player__in=list(of_each))
    rows = list(mine.select_for_update(no_key=True).order_by("pk"))  # one order, so that no one waits in a circle
    turns = [one.game_id for one in waiting if one.notice is None]
    EmailItem.objects.filter(notice__isnull=True, game__in=turns).delete()
    EmailItem.objects.bulk_create(waiting, ignore_conflicts=True)
    for row in rows:
        due = min(hours.send_time_of(one, row, reached[row.player_id]) for one in of_each[row.player_id])
        row.next_email_at = due if row.next_email_at is None else min(due, row.next_email_at)
    NoticeSettings.store(rows, "next_email_at")
