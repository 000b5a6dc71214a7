"""The form for the terms of an offer, strictly validated."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

from django import forms
from django.conf import settings
from django.core import signing
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.core import site
from accounts.models import Player
from challenges.server_bots import LEVELS, level_of_bot_name
from challenges.services.server_bot import BOT_TIME
from challenges.sgf_import import ImportedSgf, position_from_json, position_json
from foundation.number_fields import DecimalField, IntegerField
from games.terms import (
    ALLOWED_KINDS,
    LARGEST_KOMI,
    LARGEST_SIZE,
    MOST_HANDICAP,
    MOST_PERIODS,
    MOST_STONES,
    MOST_TAUGHT_HANDICAP,
    OFFERED_SIZES,
    PRESETS,
    RATING_RULES,
    SMALLEST_KOMI,
    SMALLEST_SIZE,
    USUAL_KINDS,
    YES_NO,
    ColorPreference,
    KomiBy,
    Terms,
    is_time_control_offered,
)
from games.yes_no import STRICT_LABEL, YesNoTerm, with_strict_terms
from rules import DEFAULT_RULE_SET, sgf
from rules.clock import NO_CAP, TimeControl, TimeoutPolicy, TimeSystem, time_control_fields_of
from wording import words
from wording.time_words import (
    OFF_TIME_NAMES,
    SYSTEM_NAMES,
    TIMEOUT_POLICY_NAMES,
    time_control_meaning,
    time_control_name,
)
from wording.words import RULE_SET_CHOICES

from .durations import DurationField
from .limits import LimitFields
from .variants import VariantFields

USUAL_LEVEL = 3
"""The level of the server's bot that is preselected on the new-game page."""
POSITION_SALT = "games.position"
POSITION_SECONDS = 24 * 60 * 60


class ChallengeForm(VariantFields, LimitFields):
    """The form for the terms of an offer, and for its opponent."""

    opponent_kind = forms.ChoiceField(
        label=pgettext_lazy("label", "Opponent"),
        choices=[
            ("anyone", pgettext_lazy("option", "Anyone")),
            ("player", pgettext_lazy("option", "A player")),
            ("link", pgettext_lazy("option", "A friend")),
            ("bot", pgettext_lazy("option", "The computer")),
        ],
        widget=forms.RadioSelect,
        initial="anyone",
    )
    level = forms.TypedChoiceField(
        label=pgettext_lazy("label", "Computer level"), coerce=int, required=False, empty_value=str(LEVELS)
    )
    opponent = forms.CharField(
        label=pgettext_lazy("label", "Name"),
        max_length=30,
        required=False,
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "spellcheck": "false", "dir": "auto", "placeholder": " "}
        ),
        help_text=_("Leave empty to get a link that you can send."),
    )
    size = forms.ChoiceField(
        label=pgettext_lazy("label", "Board"),
        choices=[
            *((str(n), words.board_size_lazy(n, n)) for n in OFFERED_SIZES),
            ("custom", pgettext_lazy("option", "Custom size")),
        ],
        widget=forms.RadioSelect,
        initial="19",
    )
    width = IntegerField(
        label=pgettext_lazy("label", "Board width"), min_value=SMALLEST_SIZE, max_value=LARGEST_SIZE, required=False
    )
    height = IntegerField(
        label=pgettext_lazy("label", "Board height"), min_value=SMALLEST_SIZE, max_value=LARGEST_SIZE, required=False
    )
    rule_set = forms.ChoiceField(
        label=pgettext_lazy("label", "Rules"), initial=lambda: site.default_rule_set_key(DEFAULT_RULE_SET)
    )
    by_rank = forms.BooleanField(
        label=_("Handicap by rank"),
        required=False,
        help_text=_("Handicap, colours and komi depend on the ranks of the two players."),
    )
    by_komi = forms.BooleanField(
        label=_("Komi instead of stones"),
        required=False,
        help_text=_(
            "With handicap by rank, Black places no stones. Instead, White's komi is 13 points lower for each handicap "
            "stone."
        ),
    )
    color = forms.ChoiceField(
        label=pgettext_lazy("label", "Your colour"),
        choices=ColorPreference.choices,
        widget=forms.RadioSelect,
        initial=ColorPreference.RANDOM,
    )
    handicap = forms.TypedChoiceField(
        label=pgettext_lazy("label", "Handicap"),
        coerce=int,
        choices=[
            (0, pgettext_lazy("handicap", "none")),
            *((n, n) for n in range(2, MOST_HANDICAP + 1)),
            (
                pgettext_lazy("option", "Teaching game"),
                [(n, n) for n in range(MOST_HANDICAP + 1, MOST_TAUGHT_HANDICAP + 1)],
            ),
        ],
        initial=0,
        help_text=_("Black gets this many stones. Handicap games are always unrated."),
    )
    komi = DecimalField(
        label=pgettext_lazy("label", "Komi"),
        min_value=SMALLEST_KOMI,
        max_value=LARGEST_KOMI,
        max_digits=4,
        decimal_places=1,
        required=False,
        help_text=_("Leave empty to use the rule set's default komi. Any other komi makes the game unrated."),
    )
    komi_by = forms.ChoiceField(
        label=_("Agree on komi and colours"),
        choices=KomiBy.choices,
        required=False,
        help_text=_(
            "The players will agree on komi and colours before the game starts. The colour, handicap and komi chosen "
            "here will be ignored."
        ),
    )
    time = forms.ChoiceField(label=pgettext_lazy("label", "Time"), widget=forms.RadioSelect, initial="days_3")
    system = forms.ChoiceField(
        label=pgettext_lazy("label", "Time control"),
        choices=list(SYSTEM_NAMES.items()),
        initial="byo_yomi",
        required=False,
    )
    per_move = DurationField(label=_("Time per move"), initial=timedelta(days=2))
    main_time = DurationField(label=pgettext_lazy("label", "Main time"), initial=timedelta(days=7))
    increment = DurationField(label=_("Increment per move"), initial=timedelta(days=1))
    cap = DurationField(
        label=pgettext_lazy("label", "Maximum time"),
        initial=timedelta(days=14), help_text=_("Leave empty for no maximum."),
    )  # fmt: skip
    period_time = DurationField(label=_("Time per period"), initial=timedelta(days=1))
    periods = IntegerField(
        label=pgettext_lazy("label", "Periods"), min_value=1, max_value=MOST_PERIODS, initial=5, required=False
    )
    stones = IntegerField(label=_("Stones per period"), min_value=1, max_value=MOST_STONES, initial=10, required=False)
    lateness = forms.ChoiceField(
        label=_("When time runs out"),
        choices=[(policy.value, name) for policy, name in TIMEOUT_POLICY_NAMES.items()],
        initial=TimeoutPolicy.STRICT.value,
        required=False,
    )
    off_time = forms.MultipleChoiceField(
        label=pgettext_lazy("label", "Clock pauses"),
        choices=[(kind.value, OFF_TIME_NAMES[kind]) for kind in ALLOWED_KINDS],
        widget=forms.CheckboxSelectMultiple,
        initial=[kind.value for kind in USUAL_KINDS],
        required=False,
        help_text=_("Players set their own weekend and night hours. Only the pauses you tick apply in this game."),
    )
    rated = forms.BooleanField(label=pgettext_lazy("label", "Rated"), required=False, initial=True)
    strict = forms.BooleanField(
        label=STRICT_LABEL,
        required=False,
        help_text=_("Conditional moves are also turned off. The chat will open when the game is over."),
    )
    position = forms.CharField(max_length=8000, required=False, widget=forms.HiddenInput)

    clock_parts = ("system", "per_move", "main_time", "increment", "cap", "period_time", "periods", "stones")

    rating_rules = RATING_RULES

    @property
    def clocks(self) -> list[tuple[str, str]]:
        """Return the name and the description of each preset time control."""
        return [(time_control_name(control), time_control_meaning(control)) for control in PRESETS.values()]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.update({name: _yes_no_field(term) for name, term in YES_NO.items()})
        opened = self._unsign_position(self["position"].value() or "")
        self.start = None if opened is None else position_from_json(opened)
        self.start_handicap = 0 if opened is None else int(opened["handicap"])
        if self.start is not None:
            for name in ("size", "width", "height", "rated", "handicap", "by_rank", "by_komi", "start_from"):
                del self.fields[name]
        self.fields["rule_set"].choices = RULE_SET_CHOICES  # type: ignore[attr-defined]
        numbers = [
            (n, words.isolated(str(pgettext_lazy("the computer", "Level %(n)s")), n=words.localized_number(n)))
            for n in range(1, LEVELS + 1)
        ]
        self.fields["level"].choices = numbers  # type: ignore[attr-defined]
        presets = [(key, time_control_name(control)) for key, control in PRESETS.items()]
        self.fields["time"].choices = [*presets, ("custom", pgettext_lazy("option", "Custom time"))]  # type: ignore[attr-defined]

    def fix_terms_with_child(self) -> None:
        """Fix the terms that a game with a child always has: unrated and private (T5)."""
        for name, value in {"rated": False, "private": True}.items():
            if name in self.fields:
                self.fields[name].disabled = True
                self.initial[name] = value
        if "rated" in self.fields:
            self["rated"].help_text = _("Games with children are private and unrated.")

    def clean_komi(self) -> Decimal | None:
        """Return the komi. Raises ValidationError if it is not a whole or half number."""
        komi: Decimal | None = self.cleaned_data["komi"]
        if komi is not None and (komi * 2) % 1:
            raise forms.ValidationError(_("The komi must be a whole number or end in .5, such as 6.5."))
        return komi

    def clean_position(self) -> sgf.SgfPosition | None:
        """Return the start position from the signed hidden field. Raises ValidationError if its signature is invalid or
        expired."""
        if self.start is None and self.cleaned_data["position"]:
            raise forms.ValidationError(_("Upload the file again."))
        return self.start

    @staticmethod
    def _unsign_position(sealed: str) -> dict[str, Any] | None:
        try:
            found: dict[str, Any] = signing.loads(sealed, salt=POSITION_SALT, max_age=POSITION_SECONDS)
        except signing.BadSignature:
            return None
        return found

    @staticmethod
    def signed_position(upload: ImportedSgf) -> str:
        """Return the position and the handicap of an uploaded file as signed text for the hidden field."""
        return sign_position({**position_json(upload.position), "handicap": upload.handicap})

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data. If the opponent is to be a named player and the name is empty, the offer becomes a
        private link. Errors are added for a custom size without width or height, and for a handicap with a start
        position."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("opponent_kind") == "player" and not data.get("opponent") and "opponent" not in self.errors:
            data["opponent_kind"] = "link"
        if data.get("size") == "custom" and not (data.get("width") and data.get("height")):
            self.add_error("width", _("Enter a board size from 5 to 25."))
        if data.get("start_from") and (data.get("by_rank") or data.get("handicap")):
            self.add_error("start_from", _("A handicap game must start from an empty board."))
        data["control"] = self._chosen_time_control(data)
        return data

    def _chosen_time_control(self, data: dict[str, Any]) -> TimeControl | None:
        """Return the chosen time control, or a custom one from the fields of the chosen system."""
        if data.get("time") != "custom":
            return PRESETS.get(data.get("time", ""))
        system = TimeSystem(data.get("system") or TimeSystem.DAYS)
        names = time_control_fields_of(system)
        data["cap"] = data.get("cap") or NO_CAP
        missing = [name for name in names if not data.get(name) and name != "main_time"]
        for name in missing:
            if name not in self.errors:
                self.add_error(name, _("Enter a value for this time control."))
        if missing:
            return None
        try:
            values: dict[str, Any] = {name: data[name] or timedelta(0) for name in names}
            control = TimeControl(system, **values)
        except ValueError:
            control = None  # its parts do not fit together
        if control is None or not is_time_control_offered(control):
            self.add_error(
                "system",
                _("The main time can be at most a year. All other times must be between 1 minute and 60 days."),
            )
        return control

    def terms(self) -> Terms:
        """Return the chosen terms of a valid form, as services take them."""
        data = self.cleaned_data
        width, height = self._board_lines()
        return Terms(
            **self._handicap_terms(),
            width=width,
            height=height,
            rule_set=data["rule_set"],
            time=data["control"],
            lateness=TimeoutPolicy(data["lateness"] or TimeoutPolicy.STRICT),
            off_time=tuple(kind for kind in ALLOWED_KINDS if kind.value in data["off_time"]),
            rated=data.get("rated", False),
            **with_strict_terms({name: data[name] for name in YES_NO}, strict=bool(data.get("strict"))),
            position=data["position"] or self.chosen_start_position(width, height),
            variant=self.chosen_variant(),
        )

    def bot_terms(self) -> Terms:
        """Return the terms for a game against the server's bot. A time control of days per move is replaced by the
        bot's own."""
        terms = self.terms()
        return replace(terms, time=BOT_TIME) if self.cleaned_data["time"].startswith("days_") else terms

    def _handicap_terms(self) -> dict[str, Any]:
        """Return the arguments of `Terms` about handicap, komi and colour. Hidden fields are ignored: with a handicap
        by rank all of them, and with more than two players the colour."""
        data = self.cleaned_data
        if data.get("by_rank"):
            return {"by_rank": True, "by_komi": data.get("by_komi", False)}
        if data.get("komi_by"):
            return {"komi_by": data["komi_by"], "handicap": self.start_handicap}
        handicap = data.get("handicap", self.start_handicap)
        color = data["color"] if len(self.chosen_variant().order.seats) == 2 else ColorPreference.RANDOM
        return {"komi": data["komi"], "handicap": handicap, "color": color}

    def _board_lines(self) -> tuple[int, int]:
        """Return the width and height of the board in lines."""
        data = self.cleaned_data
        if data["position"] is not None:
            return data["position"].board.width, data["position"].board.height
        if data["size"] == "custom":
            return data["width"], data["height"]
        return int(data["size"]), int(data["size"])


def initial_values_for(player: Player) -> dict[str, Any]:
    """Return the initial values of the new-game page. For a guest, these are a game against the server's bot on the
    small board."""
    guest = {"opponent_kind": "bot", "size": "9", "level": 1}
    return guest if player.is_guest and settings.IGO_HOUSE_BOT else {"level": USUAL_LEVEL}


def initial_from_query(query: QueryDict) -> dict[str, Any]:
    """Return the initial values from the new-game page's query string, in which `to` is the opponent's name. Invalid
    values are rejected only when the form is submitted."""
    known = [name for name in (*ChallengeForm.base_fields, *YES_NO) if name in query and name != "position"]
    asked: dict[str, Any] = {name: query[name][:30] for name in known}
    if "off_time" in query:
        asked["off_time"] = query.getlist("off_time")[:10]
    if query.get("to"):
        asked |= {"opponent": query["to"][:30], "opponent_kind": "player"}
    level = level_of_bot_name(asked.get("opponent", "")) if settings.IGO_HOUSE_BOT else None
    if level is not None:
        asked |= {"opponent_kind": "bot", "level": level}
    return asked


def _yes_no_field(term: YesNoTerm) -> forms.BooleanField:
    return forms.BooleanField(label=str(term.label), help_text=str(term.help), initial=term.proposed, required=False)


def sign_position(data: dict[str, Any]) -> str:
    """Return the JSON values of a start position as signed text for a hidden field."""
    return signing.dumps(data, salt=POSITION_SALT, compress=True)
