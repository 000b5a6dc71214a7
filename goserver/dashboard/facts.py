"""The sections of the dashboard, with a constant, bounded number of queries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db.models import Count, Min, Q, QuerySet
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.core import mail_server
from accounts.core.outbox import KEPT_FOR, MOST_WAITING
from accounts.models import QueuedEmail, SecurityEvent, SecurityKind
from foundation import timesource
from games.models import Game, Heartbeat, Outage
from games.services.outages import BEAT
from games.services.timeouts import are_timeouts_suspended
from goserver.operations import machine
from programs.models import Webhook
from rules import Phase
from rules.clock import TimeoutPolicy
from wording import dates, time_words, words

MOST = 1000
"""The number up to which rows are counted; above it the dashboard shows "more than" this number."""
LATE = timedelta(minutes=2)
"""The delay after which an unfinished expired game means that no sweeper runs, unless the service has only just
started."""
LATE_LETTER = timedelta(minutes=10)
"""The waiting time after which an e-mail means that the mail server, or the sending, has a problem."""
QUIET = 6 * BEAT
"""The time without a heartbeat after which the service counts as stopped."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of the dashboard: label, value, link; `is_bad` if someone should act."""

    name: str
    value: str
    is_bad: bool = False
    url: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A titled group of lines of the dashboard."""

    key: str
    title: str
    facts: list[Fact]


def sections(now: datetime) -> list[Section]:
    """Return the sections of the dashboard at this time."""
    made: list[tuple[str, str, Callable[[datetime], Iterator[Fact]]]] = [
        ("queue", pgettext("dashboard", "Queue"), _queue),
        ("games", pgettext("option", "Games"), _games),
        ("time", _("Clock and deadline checker"), _time),
        ("letters", _("E-mail and webhooks"), _outgoing),
        ("people", pgettext("option", "People"), _people),
        ("machine", pgettext("section of the start page", "Server"), _machine),
        ("parts", pgettext("section of the start page", "Services"), _parts),
    ]
    return [Section(key, title, list(facts(now))) for key, title, facts in made]


def _count_and_text(rows: QuerySet[Any]) -> tuple[int, str]:
    """Return the number of rows, and the same as text; counted up to MOST in the order of an index."""
    found = rows.values("pk")[: MOST + 1].count()
    return found, words.number(found) if found <= MOST else _("more than %(n)s") % {"n": words.number(MOST)}


def _ago_text(at: datetime | None, now: datetime) -> str:
    if at is None:
        return pgettext("text", "never")
    if now - at < timedelta(seconds=1):
        return pgettext("text", "just now")
    return pgettext("dashboard", "%(time)s ago") % {"time": time_words.span(now - at)}


def _queue(now: datetime) -> Iterator[Fact]:
    if not apps.is_installed("moderation"):
        yield Fact(pgettext("text", "Reports"), _("disabled on this server"))
        return
    case: Any = apps.get_app_config("moderation").get_model("Case")
    cases = case.objects.filter(state="open").order_by("opened_at")
    yield Fact(pgettext("dashboard", "Open cases"), _count_and_text(cases)[1], url=_address("moderation:queue"))
    oldest = cases.first()
    if oldest is not None:
        late = now - oldest.opened_at > timedelta(days=settings.IGO_QUEUE_DAYS)
        yield Fact(
            pgettext("dashboard", "Oldest case"), _ago_text(oldest.opened_at, now), late, oldest.get_absolute_url()
        )


def _address(name: str) -> str:
    try:
        return reverse(name)
    except NoReverseMatch:
        return ""


def _games(now: datetime) -> Iterator[Fact]:
    changelist = reverse("admin:games_game_changelist")
    for phase, name in (
        (Phase.PLAY, pgettext("dashboard", "In progress")),
        (Phase.STONE_REMOVAL, _("Agreeing on the score")),
    ):
        running = Game.objects.filter(phase=phase.value).order_by("-last_action_at")
        yield Fact(name, _count_and_text(running)[1], url=f"{changelist}?phase={phase.value}")
    late = Game.objects.filter(deadline__lt=now - LATE).order_by("deadline")
    found, shown = _count_and_text(late.exclude(lateness=TimeoutPolicy.CLAIM.value))
    yield Fact(_("Out of time, not ended yet"), shown, is_bad=bool(found) and not are_timeouts_suspended(now))
    yield Fact(_("Won on time, not claimed"), _count_and_text(late.filter(lateness=TimeoutPolicy.CLAIM.value))[1])


def _time(now: datetime) -> Iterator[Fact]:
    heart = Heartbeat.objects.first()
    beat = None if heart is None else heart.at
    stopped = settings.IGO_WATCH_CLOCK and (beat is None or now - beat > QUIET)
    yield Fact(pgettext("dashboard", "Last heartbeat"), _ago_text(beat, now), is_bad=stopped)
    yield Fact(pgettext("dashboard", "Running since"), _instant(None if heart is None else heart.started_at))
    alarm = timesource.source.alarm or (heart.alarm if heart is not None else "")
    yield Fact(pgettext("dashboard", "Clock"), alarm or pgettext("dashboard", "OK"), is_bad=bool(alarm))
    outages = Outage.objects.filter(end__gte=now - timedelta(days=7)).order_by("end")
    yield Fact(
        _("Outages in the last seven days"), _count_and_text(outages)[1], url=reverse("admin:games_outage_changelist")
    )
    owed, shown = _count_and_text(outages.filter(credited_at__isnull=True))
    yield Fact(_("Outages not yet credited to players' clocks"), shown, is_bad=bool(owed))


def _instant(at: datetime | None) -> str:
    return "–" if at is None else dates.instant(at)


def _outgoing(now: datetime) -> Iterator[Fact]:
    changelist = reverse("admin:accounts_queuedemail_changelist")
    yield Fact(
        pgettext("dashboard", "E-mail delivery"),
        mail_server.host() or _("this process's log"),
        url=_address("accounts:site"),
    )
    waiting = QueuedEmail.objects.waiting().aggregate(
        count=Count("pk"), oldest=Min("made_at"), failing=Count("pk", filter=~Q(last_error=""))
    )
    yield Fact(
        pgettext("dashboard", "Queued e-mails"),
        words.number(waiting["count"]),
        waiting["count"] > MOST_WAITING // 2,
        changelist,
    )
    if waiting["oldest"] is not None:
        yield Fact(_("Oldest queued e-mail"), _ago_text(waiting["oldest"], now), now - waiting["oldest"] > LATE_LETTER)
    yield Fact(_("Failed e-mails that will be retried"), words.number(waiting["failing"]))
    given_up = QueuedEmail.objects.given_up(now - KEPT_FOR)
    latest = given_up.values_list("given_up_at", flat=True).first()
    lately = latest is not None and latest >= now - timedelta(days=1)
    url = f"{changelist}?given_up=yes"
    yield Fact(_("E-mails abandoned in the last seven days"), _count_and_text(given_up)[1], lately, url)
    failing = Webhook.objects.filter(failing_since__isnull=False, disabled_at__isnull=True)
    yield Fact(pgettext("dashboard", "Failing webhooks"), _count_and_text(failing.order_by("pk"))[1])


def _people(now: datetime) -> Iterator[Fact]:
    log = _address("admin:accounts_securityevent_changelist")
    week = SecurityEvent.objects.filter(at__gte=now - timedelta(days=7), kind=SecurityKind.SIGNED_UP).order_by("-at")
    accounts = reverse("admin:accounts_player_changelist")
    yield Fact(_("Accounts created in the last seven days"), _count_and_text(week)[1], url=accounts)
    latest = SecurityEvent.objects.filter(at__gte=now - timedelta(days=1)).order_by("-at").values("pk")[:MOST]
    kinds = SecurityEvent.objects.filter(pk__in=latest).order_by().values_list("kind").annotate(Count("pk"))
    for kind, count in sorted(kinds, key=lambda row: -row[1]):
        name = _("%(what)s (last 24 hours)") % {"what": SecurityKind(kind).label}
        yield Fact(name, words.number(count), url=log)


def _machine(now: datetime) -> Iterator[Fact]:
    free, whole = machine.disk()
    yield Fact(
        _("Free disk space"), f"{words.number(_giga(free))} / {words.number(_giga(whole))} GB", free * 10 < whole
    )
    yield Fact(pgettext("dashboard", "Database"), machine.database())
    yield Fact(pgettext("dashboard", "Database size"), f"{words.number(_mega(machine.database_size()))} MB")
    for name, version in machine.versions():
        yield Fact(name, version)


def _giga(size: int) -> float:
    return round(size / 1e9, 1)


def _mega(size: int) -> float:
    return round(size / 1e6, 1)


def _parts(now: datetime) -> Iterator[Fact]:
    here, by_redis = _("in this process"), "Redis"
    yield Fact(pgettext("dashboard", "Real-time messaging"), by_redis if settings.REDIS_URL else here)
    yield Fact(_("Rate limits and cache"), by_redis if settings.REDIS_URL else here)
    yield Fact(pgettext("dashboard", "Deadline checker"), here if settings.IGO_SWEEPER else _("in another process"))
    yield _worker()
    yield Fact(
        pgettext("dashboard", "Server bot"),
        settings.IGO_HOUSE_BOT_NAME if settings.IGO_HOUSE_BOT else pgettext("text", "none"),
    )
    yield Fact(
        pgettext("dashboard", "Second-opinion engine"),
        pgettext("dashboard", "yes") if settings.IGO_GTP_ENGINE else pgettext("text", "none"),
    )


def _worker() -> Fact:
    if not settings.REDIS_URL:
        return Fact(pgettext("dashboard", "Worker"), _("None. Tasks run in this process."))
    found = machine.workers()
    return Fact(
        pgettext("dashboard", "Worker"), ", ".join(found) or pgettext("dashboard", "not responding"), is_bad=not found
    )
