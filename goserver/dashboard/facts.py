"""The sections of the dashboard. The number of queries is constant."""

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
class DashboardLine:
    """One line of the dashboard: label, value, link. `is_bad` means that an administrator should act."""

    name: str
    value: str
    is_bad: bool = False
    url: str = ""


@dataclass(frozen=True, slots=True)
class DashboardSection:
    """A titled group of lines of the dashboard."""

    key: str
    title: str
    facts: list[DashboardLine]


def dashboard_sections(now: datetime) -> list[DashboardSection]:
    """Return the sections of the dashboard with the values at `now`."""
    made: list[tuple[str, str, Callable[[datetime], Iterator[DashboardLine]]]] = [
        ("queue", pgettext("dashboard", "Queue"), _report_lines),
        ("games", pgettext("option", "Games"), _game_lines),
        ("time", _("Clock and deadline checker"), _clock_lines),
        ("emails", _("E-mail and webhooks"), _delivery_lines),
        ("people", pgettext("option", "People"), _security_lines),
        ("machine", pgettext("section of the start page", "Server"), _server_machine_lines),
        ("parts", pgettext("section of the start page", "Services"), _service_lines),
    ]
    return [DashboardSection(key, title, list(facts(now))) for key, title, facts in made]


def _count_and_text(rows: QuerySet[Any]) -> tuple[int, str]:
    """Return the number of rows, and the number as text. Only MOST + 1 rows are counted; if there are that many, the
    text is "more than MOST". Sort the rows by an index, because the count follows their order."""
    found = rows.values("pk")[: MOST + 1].count()
    return found, words.localized_number(found) if found <= MOST else _("more than %(n)s") % {
        "n": words.localized_number(MOST)
    }


def _ago_text(at: datetime | None, now: datetime) -> str:
    if at is None:
        return pgettext("text", "never")
    if now - at < timedelta(seconds=1):
        return pgettext("text", "just now")
    return pgettext("dashboard", "%(time)s ago") % {"time": time_words.duration_in_full(now - at)}


def _report_lines(now: datetime) -> Iterator[DashboardLine]:
    if not apps.is_installed("moderation"):
        yield DashboardLine(pgettext("text", "Reports"), _("disabled on this server"))
        return
    case: Any = apps.get_app_config("moderation").get_model("Case")
    cases = case.objects.filter(state="open").order_by("opened_at")
    yield DashboardLine(
        pgettext("dashboard", "Open cases"), _count_and_text(cases)[1], url=_reverse_or_empty("moderation:queue")
    )
    oldest = cases.first()
    if oldest is not None:
        late = now - oldest.opened_at > timedelta(days=settings.IGO_QUEUE_DAYS)
        yield DashboardLine(
            pgettext("dashboard", "Oldest case"), _ago_text(oldest.opened_at, now), late, oldest.get_absolute_url()
        )


def _reverse_or_empty(name: str) -> str:
    try:
        return reverse(name)
    except NoReverseMatch:
        return ""


def _game_lines(now: datetime) -> Iterator[DashboardLine]:
    changelist = reverse("admin:games_game_changelist")
    for phase, name in (
        (Phase.PLAY, pgettext("dashboard", "In progress")),
        (Phase.STONE_REMOVAL, _("Agreeing on the score")),
    ):
        running = Game.objects.filter(phase=phase.value).order_by("-last_action_at")
        yield DashboardLine(name, _count_and_text(running)[1], url=f"{changelist}?phase={phase.value}")
    late = Game.objects.filter(deadline__lt=now - LATE).order_by("deadline")
    found, shown = _count_and_text(late.exclude(lateness=TimeoutPolicy.CLAIM.value))
    yield DashboardLine(_("Out of time, not ended yet"), shown, is_bad=bool(found) and not are_timeouts_suspended(now))
    yield DashboardLine(
        _("Won on time, not claimed"), _count_and_text(late.filter(lateness=TimeoutPolicy.CLAIM.value))[1]
    )


def _clock_lines(now: datetime) -> Iterator[DashboardLine]:
    heart = Heartbeat.objects.first()
    beat = None if heart is None else heart.at
    stopped = settings.IGO_WATCH_CLOCK and (beat is None or now - beat > QUIET)
    yield DashboardLine(pgettext("dashboard", "Last heartbeat"), _ago_text(beat, now), is_bad=stopped)
    yield DashboardLine(
        pgettext("dashboard", "Running since"), _instant_text(None if heart is None else heart.started_at)
    )
    alarm = timesource.source.clock_problem or (heart.alarm if heart is not None else "")
    yield DashboardLine(pgettext("dashboard", "Clock"), alarm or pgettext("dashboard", "OK"), is_bad=bool(alarm))
    outages = Outage.objects.filter(end__gte=now - timedelta(days=7)).order_by("end")
    yield DashboardLine(
        _("Outages in the last seven days"), _count_and_text(outages)[1], url=reverse("admin:games_outage_changelist")
    )
    owed, shown = _count_and_text(outages.filter(credited_at__isnull=True))
    yield DashboardLine(_("Outages not yet credited to players' clocks"), shown, is_bad=bool(owed))


def _instant_text(at: datetime | None) -> str:
    return "–" if at is None else dates.full_time(at)


def _delivery_lines(now: datetime) -> Iterator[DashboardLine]:
    changelist = reverse("admin:accounts_queuedemail_changelist")
    yield DashboardLine(
        pgettext("dashboard", "E-mail delivery"),
        mail_server.host_name() or _("this process's log"),
        url=_reverse_or_empty("accounts:site"),
    )
    waiting = QueuedEmail.objects.waiting().aggregate(
        count=Count("pk"), oldest=Min("made_at"), failing=Count("pk", filter=~Q(last_error=""))
    )
    yield DashboardLine(
        pgettext("dashboard", "Queued e-mails"),
        words.localized_number(waiting["count"]),
        waiting["count"] > MOST_WAITING // 2,
        changelist,
    )
    if waiting["oldest"] is not None:
        yield DashboardLine(
            _("Oldest queued e-mail"), _ago_text(waiting["oldest"], now), now - waiting["oldest"] > LATE_LETTER
        )
    yield DashboardLine(_("Failed e-mails that will be retried"), words.localized_number(waiting["failing"]))
    given_up = QueuedEmail.objects.given_up(now - KEPT_FOR)
    latest = given_up.values_list("given_up_at", flat=True).first()
    lately = latest is not None and latest >= now - timedelta(days=1)
    url = f"{changelist}?given_up=yes"
    yield DashboardLine(_("E-mails abandoned in the last seven days"), _count_and_text(given_up)[1], lately, url)
    failing = Webhook.objects.filter(failing_since__isnull=False, disabled_at__isnull=True)
    yield DashboardLine(pgettext("dashboard", "Failing webhooks"), _count_and_text(failing.order_by("pk"))[1])


def _security_lines(now: datetime) -> Iterator[DashboardLine]:
    log = _reverse_or_empty("admin:accounts_securityevent_changelist")
    week = SecurityEvent.objects.filter(at__gte=now - timedelta(days=7), kind=SecurityKind.SIGNED_UP).order_by("-at")
    accounts = reverse("admin:accounts_player_changelist")
    yield DashboardLine(_("Accounts created in the last seven days"), _count_and_text(week)[1], url=accounts)
    latest = SecurityEvent.objects.filter(at__gte=now - timedelta(days=1)).order_by("-at").values("pk")[:MOST]
    kinds = SecurityEvent.objects.filter(pk__in=latest).order_by().values_list("kind").annotate(Count("pk"))
    for kind, count in sorted(kinds, key=lambda row: -row[1]):
        name = _("%(what)s (last 24 hours)") % {"what": SecurityKind(kind).label}
        yield DashboardLine(name, words.localized_number(count), url=log)


def _server_machine_lines(now: datetime) -> Iterator[DashboardLine]:
    free, whole = machine.free_and_total_disk()
    yield DashboardLine(
        _("Free disk space"),
        f"{words.localized_number(_in_gigabytes(free))} / {words.localized_number(_in_gigabytes(whole))} GB",
        free * 10 < whole,
    )
    yield DashboardLine(pgettext("dashboard", "Database"), machine.database_version())
    yield DashboardLine(
        pgettext("dashboard", "Database size"), f"{words.localized_number(_in_megabytes(machine.database_size()))} MB"
    )
    for name, version in machine.component_versions():
        yield DashboardLine(name, version)


def _in_gigabytes(size: int) -> float:
    return round(size / 1e9, 1)


def _in_megabytes(size: int) -> float:
    return round(size / 1e6, 1)


def _service_lines(now: datetime) -> Iterator[DashboardLine]:
    here, by_redis = _("in this process"), "Redis"
    yield DashboardLine(pgettext("dashboard", "Real-time messaging"), by_redis if settings.REDIS_URL else here)
    yield DashboardLine(_("Rate limits and cache"), by_redis if settings.REDIS_URL else here)
    yield DashboardLine(
        pgettext("dashboard", "Deadline checker"), here if settings.IGO_SWEEPER else _("in another process")
    )
    yield _worker_line()
    yield DashboardLine(
        pgettext("dashboard", "Server bot"),
        settings.IGO_HOUSE_BOT_NAME if settings.IGO_HOUSE_BOT else pgettext("text", "none"),
    )
    yield DashboardLine(
        pgettext("dashboard", "Second-opinion engine"),
        pgettext("dashboard", "yes") if settings.IGO_GTP_ENGINE else pgettext("text", "none"),
    )


def _worker_line() -> DashboardLine:
    if not settings.REDIS_URL:
        return DashboardLine(pgettext("dashboard", "Worker"), _("None. Tasks run in the web process."))
    found = machine.answering_workers()
    return DashboardLine(
        pgettext("dashboard", "Worker"),
        words.join_as_list(found) or pgettext("dashboard", "not responding"),
        is_bad=not found,
    )
