"""Forms for reports, decisions and appeals."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player, Restriction
from accounts.security.staff_permissions import StaffPermission, may
from foundation.text import check_text
from games.models import Game, Message
from games.verbs.rulings import Ruling, possible_rulings
from moderation.models import Case
from moderation.models.case import REPORTABLE, CaseKind
from moderation.models.decision import REASONS, AppealOutcome, GamesAfterSuspension, Measure
from moderation.models.report import LONGEST_TEXT
from moderation.services.cases import LONGEST_NOTE
from moderation.services.clubs import MEASURES as CLUB_MEASURES
from moderation.services.clubs import reported_clubs, visible_reported_club_notices
from moderation.services.decisions import LONGEST_REASON
from moderation.services.events_and_matches import visible_reported_events
from moderation.services.measures import RESTRICTIONS, Sanction, possible_measures
from rules.order import IN_TURNS, OrderOfPlay
from social.models import Post
from wording.words import RULING_NAMES

DAYS = {
    1: pgettext_lazy("option", "1 day"),
    3: pgettext_lazy("option", "3 days"),
    7: pgettext_lazy("option", "7 days"),
    14: pgettext_lazy("option", "14 days"),
    30: pgettext_lazy("text", "30 days"),
    90: pgettext_lazy("text", "90 days"),
}
FOR_GOOD = 0
MESSAGE, POST, CLUB_NOTICE = "message-", "post-", "club-notice-"
"""Prefixes of form values: a chat message, another message, a club notice."""


def _textarea(rows: int) -> forms.Textarea:
    return forms.Textarea(attrs={"rows": rows, "dir": "auto"})


def _duration_choices(*, for_good: bool) -> list[tuple[int, Any]]:
    last = [(FOR_GOOD, pgettext_lazy("option", "indefinitely"))] if for_good else []
    return [*DAYS.items(), *last]


def restriction_end_after(days: int, now: datetime) -> datetime | None:
    """Return when a restriction of this many days ends, None if it has no end."""
    return None if days == FOR_GOOD else now + timedelta(days=days)


class ReportForm(forms.Form):
    """The form of a report: its kind, and the reporter's text."""

    kind = forms.ChoiceField(
        label=_("What is your report about?"),
        choices=[(kind.value, kind.label) for kind in REPORTABLE],
        widget=forms.RadioSelect,
    )
    text = forms.CharField(
        label=pgettext_lazy("label", "What happened?"),
        max_length=LONGEST_TEXT,
        required=False,
        validators=[check_text],
        widget=_textarea(4),
        help_text=_("Only moderators can read your report. The player won't learn who reported them."),
    )


class GamePlayerReportForm(ReportForm):
    """The form of a spectator's report about a player of a game."""

    field_order = ["player", "kind", "text"]

    def __init__(self, *args: Any, game: Game, viewer: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = [seat.player for seat in game.seat_list() if seat.player_id != viewer.pk]
        choices = [(player.username, player.shown_name) for player in others]
        self.fields["player"] = forms.ChoiceField(
            label=_("Who is your report about?"), choices=choices, initial=choices[0][0]
        )
        self.order_fields(self.field_order)


class TeamMatchReportForm(ReportForm):
    """The form of a report about someone in a team match."""

    field_order = ["player", "kind", "text"]

    def __init__(self, *args: Any, people: Sequence[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(player.username, player.shown_name) for player in people]
        self.fields["player"] = forms.ChoiceField(label=_("Who is your report about?"), choices=choices)
        self.order_fields(self.field_order)


class CaseNoteForm(forms.Form):
    """A note for the other moderators."""

    text = forms.CharField(
        label=_("Note for other moderators"),
        max_length=LONGEST_NOTE,
        validators=[check_text],
        widget=_textarea(3),
    )


class DecisionForm(forms.Form):
    """The form of a decision in a case. It offers only the measures that the moderator's permissions allow."""

    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    measure = forms.ChoiceField(label=pgettext_lazy("label", "Decision"))
    days = forms.TypedChoiceField(label=_("Length of the restriction"), coerce=int, initial=7)
    message = forms.ChoiceField(label=_("Message to hide"), required=False)
    club = forms.TypedChoiceField(
        label=pgettext_lazy("label", "Related club"), coerce=int, required=False, empty_value=None
    )
    event = forms.ChoiceField(label=pgettext_lazy("label", "Related event"), required=False)
    restriction = forms.TypedChoiceField(label=_("Restriction to lift"), coerce=int, required=False, empty_value=None)
    games_then = forms.ChoiceField(
        label=_("If the account is suspended, what happens to games in progress after the one-day appeal period?"),
        choices=GamesAfterSuspension.choices,
        initial=GamesAfterSuspension.PLAY_ON,
    )
    reason_key = forms.ChoiceField(
        label=pgettext_lazy("label", "Reason"),
        choices=[("", pgettext_lazy("option", "another reason")), *REASONS.items()],
        required=False,
    )
    reason = forms.CharField(
        label=pgettext_lazy("label", "Explanation"),
        max_length=LONGEST_REASON,
        required=False,
        validators=[check_text],
        widget=_textarea(3),
        help_text=_("The explanation will be shown to the player."),
    )
    note = forms.CharField(
        label=_("Note for other moderators"),
        max_length=LONGEST_NOTE,
        required=False,
        validators=[check_text],
        widget=_textarea(2),
    )
    ends_case = forms.BooleanField(label=_("Close the case with this decision"), required=False, initial=True)

    def __init__(self, *args: Any, case: Case, staff: Player, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seen"].initial = case.decisions.count()
        messages, restrictions = _message_choices(case), _restriction_choices(case, now)
        clubs = [] if case.player is None else [(club.pk, club.name) for club in reported_clubs(case)]
        events = [] if case.player is None else [*visible_reported_events(case).items()]
        nothing_to = {
            Measure.HIDE: not messages,
            Measure.LIFT: not restrictions,
            Measure.HIDE_PROFILE: case.player is None or not (case.player.bio or case.player.picture),
            **dict.fromkeys(CLUB_MEASURES, not clubs),
            Measure.HIDE_EVENT: not events,
        }
        measures = [measure for measure in possible_measures(case, staff) if not nothing_to.get(measure)]
        self._set_choices("measure", [(measure.value, measure.label) for measure in measures])
        self._set_choices("days", _duration_choices(for_good=may(staff, StaffPermission.ADMINISTER)))
        self._set_choices("message", [("", pgettext_lazy("option", "choose")), *messages])
        self._set_choices("club", [("", pgettext_lazy("option", "choose")), *clubs])
        self._set_choices("event", [("", pgettext_lazy("option", "choose")), *events])
        self._set_choices("restriction", [("", pgettext_lazy("option", "choose")), *restrictions])
        for name, needs in (
            ("days", set(RESTRICTIONS)),
            ("message", {Measure.HIDE}),
            ("club", set(CLUB_MEASURES)),
            ("event", {Measure.HIDE_EVENT}),
            ("restriction", {Measure.LIFT}),
            ("games_then", {Measure.SUSPENDED}),
        ):
            if not needs & set(measures):
                del self.fields[name]

    def _set_choices(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data. An error is added if the measure needs a message, club, event or restriction and
        none is chosen, or if one is chosen that the measure does not use."""
        data = super().clean() or {}
        needed = (
            ("message", (Measure.HIDE,)),
            ("club", CLUB_MEASURES),
            ("event", (Measure.HIDE_EVENT,)),
            ("restriction", (Measure.LIFT,)),
        )
        measure = data.get("measure")
        for name, measures in needed:
            if measure in measures and not data.get(name):
                self.add_error(name, pgettext_lazy("option", "Choose one."))
            elif measure and measure not in measures and data.get(name):
                self.add_error(
                    name, _("This field doesn't apply to the decision you chose. Clear it or choose another decision.")
                )
        return data

    def sanction(self, now: datetime) -> Sanction:
        """Return the sanction that the moderator chose, as decide_case() takes it. `now` is when its duration
        begins."""
        data = self.cleaned_data
        measure = Measure(data["measure"])
        return Sanction(
            measure=measure,
            reason=data["reason"],
            reason_key=data["reason_key"],
            until=restriction_end_after(data["days"], now) if measure in RESTRICTIONS else None,
            ends_case=data["ends_case"],
            note=data["note"],
            message=_message_id(data.get("message"), MESSAGE),
            post=_message_id(data.get("message"), POST),
            club_notice=_message_id(data.get("message"), CLUB_NOTICE),
            club=data.get("club"),
            event=data.get("event", ""),
            restriction=data.get("restriction"),
            games_then=GamesAfterSuspension(data.get("games_then") or GamesAfterSuspension.PLAY_ON),
            seen=data["seen"],
        )


def _message_id(chosen: str | None, kind: str) -> int | None:
    """Return the id in `chosen`, a kind of message followed by an id. Return None if it has another kind, or if no
    message was chosen."""
    return int(chosen.removeprefix(kind)) if chosen and chosen.startswith(kind) else None


def _message_choices(case: Case) -> list[tuple[str, str]]:
    """Return the player's reported messages, and their latest messages in the chat of the case's game."""
    if case.player is None:
        return []
    evidence = [one for row in case.reports.all() for one in row.evidence]
    messages = Message.objects.filter(author=case.player, hidden_at=None)
    shown = [one["id"] for one in evidence if one["what"] == "message"]
    reported = list(messages.filter(pk__in=shown).order_by("-pk")[:50])
    others: list[Message] = []
    if case.game_id is not None:
        others = list(messages.filter(game=case.game_id).exclude(pk__in=shown).order_by("-pk")[:20])
    elsewhere = [one["id"] for one in evidence if one["what"] == "post"]
    posts = Post.objects.filter(author=case.player, hidden_at=None, pk__in=elsewhere).order_by("-pk")[:50]
    return [
        *((f"{CLUB_NOTICE}{notice.pk}", notice.text[:60]) for notice in visible_reported_club_notices(case)),
        *((f"{POST}{post.pk}", post.words[:60]) for post in posts),
        *((f"{MESSAGE}{message.pk}", message.words[:60]) for message in [*reported, *others]),
    ]


def _restriction_choices(case: Case, now: datetime) -> list[tuple[int, str]]:
    rows = Restriction.objects.in_force(now).filter(player=case.player)
    return [(row.pk, row.get_kind_display()) for row in rows]


class AppealAnswerForm(forms.Form):
    """The form of a moderator's answer to an appeal: the outcome, the new duration of a changed restriction, and an
    explanation."""

    outcome = forms.ChoiceField(
        label=pgettext_lazy("noun", "Answer"), choices=AppealOutcome.choices, widget=forms.RadioSelect
    )
    days = forms.TypedChoiceField(label=_("New duration, starting now"), coerce=int, initial=7)
    reason = forms.CharField(
        label=pgettext_lazy("label", "Explanation"),
        max_length=LONGEST_REASON,
        validators=[check_text],
        widget=_textarea(3),
        help_text=_("Your answer is final. It will be shown to the player."),
    )

    def __init__(self, *args: Any, case: Case, staff: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["days"].choices = _duration_choices(for_good=may(staff, StaffPermission.ADMINISTER))  # type: ignore[attr-defined]
        measure = case.appeal.decision.measure if hasattr(case, "appeal") else ""
        possible = [
            outcome for outcome in AppealOutcome if not (outcome == AppealOutcome.LIFTED and measure == Measure.GAME)
        ]
        if measure not in (*RESTRICTIONS, Measure.GAME):
            possible.remove(AppealOutcome.CHANGED)
        if measure not in RESTRICTIONS:
            del self.fields["days"]
        self.fields["outcome"].choices = [(outcome.value, outcome.label) for outcome in possible]  # type: ignore[attr-defined]


class ReverseDecisionForm(forms.Form):
    """The form for reversing a decision: the reason."""

    reason = forms.CharField(
        label=_("Reason for the reversal"), max_length=LONGEST_REASON, validators=[check_text], widget=_textarea(2)
    )


class AppealForm(forms.Form):
    """The text of an appeal."""

    text = forms.CharField(
        label=_("Why should the decision be changed?"),
        max_length=LONGEST_TEXT,
        validators=[check_text],
        widget=_textarea(5),
    )


class CaseRulingForm(forms.Form):
    """The form of a ruling in a case's game: the action, its fields and the reason. Rulings that need points are made
    on the game's page."""

    number = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    key = forms.CharField(min_length=8, max_length=64, widget=forms.HiddenInput)
    ruling = forms.ChoiceField(label=pgettext_lazy("label", "Result"))
    reason = forms.CharField(
        label=pgettext_lazy("label", "Explanation"),
        max_length=LONGEST_REASON,
        validators=[check_text],
        widget=_textarea(3),
        help_text=_("Anyone who can see the game can read the reason."),
    )
    ends_case = forms.BooleanField(label=_("Close the case with this decision"), required=False, initial=True)

    def __init__(self, *args: Any, fields: tuple[str, ...], order: OrderOfPlay = IN_TURNS, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        possible = (ruling for ruling in possible_rulings(order) if ruling is not Ruling.RANKING)
        choices = [(ruling.value, RULING_NAMES[ruling]) for ruling in possible]
        self.fields["ruling"].choices = choices  # type: ignore[attr-defined]
        for name in set(_OF_VERBS) - set(fields):
            del self.fields[name]


_OF_VERBS = ("ruling",)


class QueueFilterForm(forms.Form):
    """The form that filters and orders the queue of cases."""

    VIEWS = {
        "open": pgettext_lazy("cases", "Open"),
        "mine": pgettext_lazy("cases", "Mine"),
        "closed": pgettext_lazy("cases", "Closed"),
    }
    view = forms.ChoiceField(label=pgettext_lazy("label", "Cases"), choices=list(VIEWS.items()), required=False)
    order = forms.ChoiceField(
        label=pgettext_lazy("label", "Sort by"),
        choices=[("", pgettext_lazy("option", "oldest first")), ("score", _("most reported first"))],
        required=False,
    )
    kind = forms.ChoiceField(
        label=pgettext_lazy("label", "Type"),
        choices=[("", pgettext_lazy("option", "all")), *CaseKind.choices],
        required=False,
    )
    page = forms.IntegerField(min_value=1, max_value=100000, required=False, widget=forms.HiddenInput)
