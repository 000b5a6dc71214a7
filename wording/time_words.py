"""Texts about clocks, in the current language: the time control, the time left, the reasons of a deadline (R50 to
R56)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from functools import reduce

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, npgettext, pgettext, pgettext_lazy

from rules.calendar import Deadline, TimeStretch
from rules.clock import NO_CAP, SideClockState, TimeControl, TimeoutPolicy, TimeSystem
from rules.off_time import OffTimeKind
from wording.dates import full_time
from wording.words import duration_text, join_as_list, localized_number

OFF_TIME_NAMES: dict[OffTimeKind, Promise] = {
    OffTimeKind.VACATION: pgettext_lazy("text", "vacation"),
    OffTimeKind.WEEKEND: pgettext_lazy("time", "weekends"),
    OffTimeKind.NIGHT: pgettext_lazy("time", "nights"),
    OffTimeKind.PAUSE: gettext_lazy("pauses by agreement"),
    OffTimeKind.OUTAGE: pgettext_lazy("time", "server outages"),
}
_ADDED: dict[OffTimeKind, Promise] = {
    OffTimeKind.VACATION: pgettext_lazy("time", "+%(time)s (vacation)"),
    OffTimeKind.WEEKEND: pgettext_lazy("time", "+%(time)s (weekend)"),
    OffTimeKind.NIGHT: pgettext_lazy("time", "+%(time)s (night)"),
    OffTimeKind.PAUSE: pgettext_lazy("time", "+%(time)s (pause)"),
    OffTimeKind.OUTAGE: gettext_lazy("+%(time)s (server outage)"),
}


def duration_in_full(time: timedelta) -> str:
    """Return a duration in full: "3 days", "1 day 12 hours", "30 minutes". Seconds are included only under an hour."""
    days, seconds = time.days, time.seconds
    hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
    parts = []
    if days:
        parts.append(npgettext("number", "%(n)s day", "%(n)s days", days) % {"n": localized_number(days)})
    if hours:
        parts.append(npgettext("number", "%(n)s hour", "%(n)s hours", hours) % {"n": localized_number(hours)})
    if minutes:
        parts.append(npgettext("number", "%(n)s minute", "%(n)s minutes", minutes) % {"n": localized_number(minutes)})
    if seconds and not days and not hours:
        parts.append(npgettext("number", "%(n)s second", "%(n)s seconds", seconds) % {"n": localized_number(seconds)})
    return reduce(_join_units, parts) if parts else ""


def _join_units(longer: str, shorter: str) -> str:
    """Return "1 day 12 hours". Persian joins the units of a duration with "and"."""
    return pgettext("units of a duration", "%(longer)s %(shorter)s") % {"longer": longer, "shorter": shorter}


def time_control_name(control: TimeControl) -> str:
    """Return the name of the time control, short enough for a table."""
    values = _placeholder_values(control)
    match control.system:
        case TimeSystem.NONE:
            return pgettext("time", "no clock")
        case TimeSystem.DAYS:
            return _("%(move)s per move") % values
        case TimeSystem.ABSOLUTE:
            return _("%(main)s for the whole game") % values
        case TimeSystem.FISCHER if control.cap >= NO_CAP:
            return _("%(main)s, +%(increment)s per move") % values
        case TimeSystem.FISCHER:
            return _("%(main)s, +%(increment)s per move, at most %(cap)s") % values
        case TimeSystem.BYO_YOMI:
            return _("%(main)s + byo-yomi %(periods)s × %(period)s") % values
        case TimeSystem.CANADIAN:
            return _("%(main)s + %(stones)s stones in %(period)s (Canadian)") % values


def _placeholder_values(control: TimeControl) -> dict[str, str]:
    return {
        "move": duration_in_full(control.per_move),
        "main": duration_in_full(control.main_time) or _("no main time"),
        "period": duration_in_full(control.period_time),
        "increment": duration_in_full(control.increment),
        "cap": duration_in_full(control.cap),
        "periods": localized_number(control.periods or 0),
        "stones": localized_number(control.stones),
    }


def time_control_meaning(control: TimeControl) -> str:
    """Return sentences that describe the time control, and what happens when time runs out in a strict game."""
    values = _placeholder_values(control)
    match control.system:
        case TimeSystem.NONE:
            return _("No clock. You can't lose on time. The game is unrated.")
        case TimeSystem.DAYS:
            return _("You lose if you don't move within %(move)s.") % values
        case TimeSystem.ABSOLUTE:
            return _("Each side has %(main)s for the whole game. You lose when your time runs out.") % values
        case TimeSystem.FISCHER if control.cap >= NO_CAP:
            text = _("Each side starts with %(main)s. Each move adds %(increment)s. You lose when your time runs out.")
            return text % values
        case TimeSystem.FISCHER:
            text = _(
                "Each side starts with %(main)s. Each move adds %(increment)s, up to %(cap)s in total. You lose "
                "when your time runs out."
            )
            return text % values
        case TimeSystem.BYO_YOMI:
            return _byo_yomi_meaning(control) % values
        case TimeSystem.CANADIAN:
            return _canadian_meaning(control) % values


def _byo_yomi_meaning(control: TimeControl) -> str:
    if control.main_time:
        return _(
            "Each side has %(main)s, then %(periods)s periods of %(period)s. Move within a period and you keep it. "
            "You lose when your last period runs out."
        )
    return _(
        "Each side has %(periods)s periods of %(period)s. Move within a period and you keep it. You lose when your "
        "last period runs out."
    )


def _canadian_meaning(control: TimeControl) -> str:
    if control.main_time:
        return _("Each side has %(main)s, then must play %(stones)s stones every %(period)s. You lose if you don't.")
    return _("Each side must play %(stones)s stones every %(period)s. You lose if you don't.")


SYSTEM_NAMES: dict[str, Promise] = {
    TimeSystem.DAYS.value: gettext_lazy("Simple: time per move"),
    TimeSystem.FISCHER.value: gettext_lazy("Fischer: extra time for every move"),
    TimeSystem.BYO_YOMI.value: gettext_lazy("Byo-yomi: periods of one move each"),
    TimeSystem.CANADIAN.value: gettext_lazy("Canadian: several stones per period"),
    TimeSystem.ABSOLUTE.value: gettext_lazy("Absolute: time for the whole game"),
}
TIMEOUT_POLICY_NAMES: dict[TimeoutPolicy, Promise] = {
    TimeoutPolicy.STRICT: gettext_lazy("strict: you lose on time"),
    TimeoutPolicy.CLAIM: gettext_lazy("claim: your opponent can claim the win or give you more days"),
    TimeoutPolicy.FRIENDLY: gettext_lazy("friendly: three days are added automatically, once per game"),
}
_TIMEOUT_POLICIES: dict[TimeoutPolicy, Promise] = {
    TimeoutPolicy.STRICT: gettext_lazy("You lose when your time runs out."),
    TimeoutPolicy.CLAIM: gettext_lazy(
        "When your time runs out, you can still move. Your opponent can claim the win or give you more days. If they "
        "do nothing, the game ends after 30 days."
    ),
    TimeoutPolicy.FRIENDLY: gettext_lazy(
        "The first time either player's time runs out, three days are added automatically. The next time, the game "
        "ends."
    ),
}


def clock_sentences(control: TimeControl, policy: TimeoutPolicy) -> str:
    """Return sentences that name the time control and explain what happens when a side's time runs out under this
    policy. Each thing is said once: a name such as "3 days per move" needs no explanation."""
    name, meaning = time_control_name(control), time_control_meaning(control)
    match control.system:
        case TimeSystem.NONE:
            return meaning
        case TimeSystem.DAYS | TimeSystem.ABSOLUTE:
            return f"{name}. {_TIMEOUT_POLICIES[policy]}"
    return f"{name}. {meaning}" if policy is TimeoutPolicy.STRICT else f"{name}. {meaning} {_TIMEOUT_POLICIES[policy]}"


WEEKDAYS = {
    1: pgettext_lazy("time", "Monday"),
    2: pgettext_lazy("time", "Tuesday"),
    3: pgettext_lazy("time", "Wednesday"),
    4: pgettext_lazy("time", "Thursday"),
    5: pgettext_lazy("time", "Friday"),
    6: pgettext_lazy("time", "Saturday"),
    7: pgettext_lazy("time", "Sunday"),
}
"""The names of the ISO weekdays."""


def weekend_text(weekend: Iterable[int]) -> str:
    """Return the days of a weekend as text."""
    return join_as_list(WEEKDAYS[day] for day in sorted(weekend)) or pgettext("weekend", "none")


def off_time_text(kinds: Iterable[OffTimeKind]) -> str:
    """Return a phrase that lists when the clocks stop in a game with these kinds of off time, such as nights and
    weekends, or a phrase that says that they never stop except during server outages."""
    names = [str(OFF_TIME_NAMES[kind]) for kind in OffTimeKind if kind in frozenset(kinds)]
    if not names:
        return _("never, except during server outages")
    return join_as_list(names)


def clock_text(facts: SideClockState | None) -> str:
    """Return one side's clock as text: the time left, such as "2 d 21 h", in Canadian overtime with the stones to play
    ("5 stones in 3 d 4 h"), "no clock" or "time has run out"."""
    if facts is None:
        return pgettext("time", "no clock")
    if facts.is_out:
        return _("time has run out")
    if facts.stones and facts.in_overtime and facts.period is not None:
        text = ngettext("%(n)s stone in %(time)s", "%(n)s stones in %(time)s", facts.stones)
        return text % {"n": localized_number(facts.stones), "time": duration_text(facts.left)}
    return duration_text(facts.left)


def overtime_text(control: TimeControl, facts: SideClockState | None) -> str:
    """Return the part of a clock's text that comes after the time left: the current byo-yomi period, or the overtime
    that follows the main time. Return "" if there is neither."""
    if facts is None or facts.period is None or facts.is_out:
        return ""
    values = {
        **_placeholder_values(control),
        "n": localized_number(facts.period_number or 0),
        "all": localized_number(facts.periods or 0),
    }
    if facts.in_overtime and facts.period_number is not None:
        return _("period %(n)s of %(all)s, %(period)s each") % values
    if facts.in_overtime:
        return ""
    if control.system is TimeSystem.BYO_YOMI:
        return _("then %(periods)s periods of %(period)s") % values
    return _("then %(stones)s stones in %(period)s") % values


_STANDING: dict[OffTimeKind, Promise] = {
    OffTimeKind.OUTAGE: gettext_lazy("Clock stopped until %(when)s because of a server outage"),
    OffTimeKind.PAUSE: gettext_lazy("Paused until %(when)s"),
    OffTimeKind.VACATION: gettext_lazy("On vacation until %(when)s"),
    OffTimeKind.WEEKEND: gettext_lazy("Paused for the weekend until %(when)s"),
    OffTimeKind.NIGHT: gettext_lazy("Paused for the night until %(when)s"),
}


def stopped_sentence(stretch: TimeStretch | None) -> str:
    """Return a sentence that says why the clock is stopped, and until when in the reader's time zone. Return "" if the
    clock runs."""
    if stretch is None or stretch.kind is None:
        return ""
    return str(_STANDING[stretch.kind]) % {"when": full_time(stretch.end)}


def added_time_texts(deadline: Deadline | None) -> list[str]:
    """Return texts about the time by which nights, weekends and other off time moved the deadline, one for each kind,
    such as "+9 hours night"."""
    if deadline is None:
        return []
    return [str(_ADDED[added.kind]) % {"time": duration_in_full(added.duration)} for added in deadline.reasons]
