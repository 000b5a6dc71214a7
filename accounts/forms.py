"""Forms for signing up, signing in, and settings."""

from __future__ import annotations

import unicodedata
from datetime import time
from functools import lru_cache
from typing import Any

from allauth.account import forms as allauth
from django import forms
from django.utils.functional import Promise
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.allauth_forms import PASSWORD, STRONG
from accounts.countries import country_choices
from accounts.models import FederationProfile, Player
from accounts.names import LONGEST
from accounts.security.guests import AccountDetails
from accounts.security.passwords import LONGEST_PASSWORD
from accounts.security.scopes import FOR_BOTS, FOR_MODERATORS, SCOPES
from accounts.security.staff_permissions import StaffPermission, may
from foundation.number_fields import DigitsField
from foundation.text import check_single_line, check_text
from foundation.time_zones import zone_names

LONGEST_LOGIN = 254


class LoginForm(allauth.LoginForm):  # type: ignore[misc]
    """Asks for the name or e-mail address, and the password. The fields allow pasting and password managers."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login, password = self.fields["login"], self.fields["password"]
        login.label = _("Name or e-mail address")
        login.widget.attrs.update(autocomplete="username", autocapitalize="none", spellcheck="false", dir="auto")
        _limit_length(login, LONGEST_LOGIN)
        _limit_length(password, LONGEST_PASSWORD)
        password.label, password.help_text = PASSWORD, ""
        remove_placeholders(self)


class SignupForm(allauth.SignupForm):  # type: ignore[misc]
    """Asks for a name, a password and an e-mail address. The address is required only if addresses are confirmed.

    The time zone is the browser's, "" if unknown. `email_when` is when e-mails about games are sent, as a value of
    notifications.kinds.EmailTiming, or "" if the form did not ask.
    """

    field_order = ("username", "password1", "email", "email_when", "time_zone")  # the password is the second question

    time_zone = forms.CharField(required=False, widget=forms.HiddenInput)
    email_when = forms.ChoiceField(
        label=_("When it's your turn"),
        choices=[
            ("daily", _("One e-mail a day for all your games")),
            ("now", _("An e-mail right away")),
            ("off", pgettext_lazy("option", "No e-mails")),
        ],
        initial="daily",
        required=False,
        widget=forms.RadioSelect,
        help_text=_("Only used if you enter an e-mail address. You can change this in Settings, under Notifications."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, email = self.fields["username"], self.fields["email"]
        name.label = pgettext_lazy("text", "Name")
        name.help_text = Player._meta.get_field("username").help_text
        name.widget.attrs.update(autocapitalize="none", spellcheck="false", dir="auto", maxlength=str(LONGEST))
        email.label = pgettext_lazy("text", "E-mail address") if email.required else _("E-mail address (optional)")
        email.help_text = _("Lets you reset your password if you forget it. No one else can see your address.")
        self.fields["password1"].label = PASSWORD
        self.fields["password1"].help_text = STRONG
        _limit_length(self.fields["password1"], LONGEST_PASSWORD)
        remove_placeholders(self)

    def clean_time_zone(self) -> str:
        """Return a time zone that the settings offer, or ""."""
        zone: str = self.cleaned_data["time_zone"]
        return zone if zone in dict(time_zone_choices()) else ""


class GuestSignupForm(SignupForm):
    """Turns a guest into a full account. If another account has the address, the page does not reveal this; only an
    e-mail to that address does."""

    def account_details(self) -> AccountDetails:
        """Return the account's details from the form. The address is "" if another account has it."""
        email = "" if self.account_already_exists else self.cleaned_data.get("email", "")
        return AccountDetails(self.cleaned_data["username"], self.cleaned_data["password1"], email)


class GuestLinkEmailForm(forms.Form):
    """Asks for the e-mail address to which a guest's private link is sent."""

    email = forms.EmailField(label=pgettext_lazy("label", "E-mail address"), max_length=254)


def remove_placeholders(form: forms.Form) -> None:
    """Remove the fields' placeholders, because their labels have the same text and stay visible."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


def _limit_length(field: forms.Field, most: int) -> None:
    assert isinstance(field, forms.CharField)
    field.max_length = most
    field.validators.append(forms.CharField(max_length=most).validators[0])
    field.widget.attrs["maxlength"] = str(most)


@lru_cache(maxsize=1)
def time_zone_choices() -> list[tuple[str, str]]:
    """Return the time zones to choose from, each as its IANA name and its label."""
    names = sorted(zone for zone in zone_names() if "/" in zone or zone == "UTC")
    return [(name, name.replace("_", " ")) for name in names]


class TimeZoneSelect(forms.Select):
    """A select field with all time zones, about 600. The HTML of the options is built in one step, because Django would
    render a template for each option."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Return the same HTML as Django's widget, apart from white space, without rendering a template for each time
        zone."""
        empty = forms.Select(self.attrs).render(name, None, attrs, renderer)
        options = _zone_options().replace(f'"{value}">', f'"{value}" selected>')
        return mark_safe(empty.replace("</select>", f"{options}</select>"))  # noqa: S308 - names of zones only


@lru_cache(maxsize=1)
def _zone_options() -> str:
    return format_html_join("\n", '<option value="{}">{}</option>', time_zone_choices())


class TimeOfDaySelect(forms.Select):
    """A select field with the half hours of a day and the chosen time, because browsers show a time field with twelve
    hours to people whose language has twenty-four."""

    def __init__(self) -> None:
        times = [f"{hour:02}:{minute:02}" for hour in range(24) for minute in (0, 30)]
        super().__init__(choices=[("", pgettext_lazy("time of day", "None")), *((one, one) for one in times)])

    def format_value(self, value: Any) -> list[str]:
        """Return the value as hours and minutes."""
        return [f"{value:%H:%M}" if isinstance(value, time) else str(value or "")]

    def optgroups(self, name: str, value: list[str], attrs: dict[str, Any] | None = None) -> list[Any]:
        """Return the options: the half hours of a day, and the chosen time if it is a different one."""
        if value not in [[key] for key, _label in self.choices]:
            self.choices = [*self.choices, (value[0], value[0])]
        return super().optgroups(name, value, attrs)


class AppearanceForm(forms.ModelForm):  # type: ignore[type-arg]
    """The settings of how pages and boards look: their themes, and coordinates."""

    class Meta:
        model = Player
        fields = ("theme", "board_theme", "show_coordinates")
        widgets = {"theme": forms.RadioSelect, "board_theme": forms.RadioSelect}
        help_texts = {
            "theme": _("“Automatic” follows your device's setting."),
            "board_theme": _("Only you see this board. Your opponents choose their own."),
            "show_coordinates": _(
                "Letters and numbers along the edges. The move list and the chat use them to name points."
            ),
        }


class PlayPreferencesForm(forms.ModelForm):  # type: ignore[type-arg]
    """The settings of what happens after a move: the next page, the order of games, sounds, and whether ranks are
    shown."""

    class Meta:
        model = Player
        fields = ("after_sending", "next_order", "sounds", "sees_ranks")
        widgets = {"after_sending": forms.RadioSelect, "next_order": forms.RadioSelect}
        help_texts = {
            "after_sending": _("The page you see after you play a move."),
            "next_order": _("Also used to sort My games. Set a game's priority in its notes."),
            "sees_ranks": _("Untick to hide all ranks from you on pages and in e-mails, including your own."),
            "sounds": _("Short sounds for stones, captures and your turn while the site is open."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["next_order"].required = False

    def clean_next_order(self) -> str:
        """Return the chosen order of the games that wait for a move, or the current order if the field is missing."""
        return str(self.cleaned_data["next_order"] or self.instance.next_order)


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]
    """Profile settings that others can see."""

    country = forms.ChoiceField(
        label=pgettext_lazy("field", "country"),
        choices=lambda: [("", pgettext_lazy("option", "Not shown")), *country_choices()],
        required=False,
        help_text=_("The country's flag is shown on your profile."),
    )

    class Meta:
        model = Player
        fields = ("bio", "country", "shows_watching", "hides_rank")
        widgets = {"bio": forms.Textarea(attrs={"rows": 4, "dir": "auto"})}
        help_texts = {
            "bio": _("Shown to everyone on your profile. At most 500 characters."),
            "shows_watching": _("Hidden spectators are counted but not named."),
            "hides_rank": _("Others can't see your rank or ratings. Tournament directors can still see your rank."),
        }


class FederationForm(forms.ModelForm):  # type: ignore[type-arg]
    """Real name, and player numbers at federations, for result files."""

    country = forms.ChoiceField(
        label=pgettext_lazy("field", "country"),
        choices=lambda: [("", pgettext_lazy("option", "None")), *country_choices()],
        required=False,
    )

    class Meta:
        model = FederationProfile
        fields = (
            "family_name", "given_name", "country", "club", "egd_pin", "aga_number", "ffg_licence", "is_findable",
        )  # fmt: skip
        widgets = {
            **{name: forms.TextInput(attrs={"dir": "auto"}) for name in ("family_name", "given_name", "club")},
            **{
                name: forms.TextInput(attrs={"inputmode": "numeric", "class": "ltr"})
                for name in ("egd_pin", "aga_number", "ffg_licence")
            },
        }
        field_classes = dict.fromkeys(("egd_pin", "aga_number", "ffg_licence"), DigitsField)
        help_texts = {
            "family_name": _("In Latin letters, as registered with your federation."),
            "club": _("The EGD shortens the club's name to four characters."),
            "egd_pin": _("Your 8-digit number in the European Go Database."),
            "aga_number": _("Your American Go Association membership number."),
            "ffg_licence": _("Your 7-digit French Go Federation licence number."),
            "is_findable": _(
                "If a director imports a list with your EGD PIN, they'll see your account and can invite you."
            ),
        }


class LanguageForm(forms.ModelForm):  # type: ignore[type-arg]
    """Language, time zone, and the digits and calendar of Persian pages."""

    time_zone = forms.ChoiceField(
        label=pgettext_lazy("label", "time zone"),
        choices=time_zone_choices,
        widget=TimeZoneSelect,
        help_text=_("Used to show deadlines."),
    )

    class Meta:
        model = Player
        fields = ("language", "digits", "calendar", "time_zone")
        widgets = {"digits": forms.RadioSelect, "calendar": forms.RadioSelect}
        help_texts = {
            "language": _("The language of pages and e-mails."),
            "digits": _("Coordinates always use Latin letters and digits."),
            "calendar": _("The calendar used for dates on Persian pages and in e-mails."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Create the form. The digits and the calendar are only shown on Persian pages."""
        super().__init__(*args, **kwargs)
        for name in ("digits", "calendar"):
            if get_language() != "fa" and name not in self.data:
                del self.fields[name]


class AccessibilityForm(forms.ModelForm):  # type: ignore[type-arg]
    """Accessibility settings."""

    class Meta:
        model = Player
        fields = ("theme", "motion")
        widgets = {"theme": forms.RadioSelect, "motion": forms.RadioSelect}
        help_texts = {
            "theme": _("“High contrast” uses a white board with black lines, and strong colours everywhere."),
            "motion": _("Without animation, stones and rings appear immediately."),
        }


class DeleteAccountForm(forms.Form):
    """Asks players to type their own name as confirmation, because deletion cannot be undone."""

    another_name = _("This is not your name. Type your name exactly as shown.")
    name = forms.CharField(
        label=_("Your name, to confirm"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "dir": "auto"}),
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player

    def clean_name(self) -> str:
        """Return the name; raise ValidationError if it is not the player's."""
        # The names of older accounts are in plain NFKC, which takes some letters apart that `normalize_name` keeps.
        name = self.player.username
        if unicodedata.normalize("NFKC", self.cleaned_data["name"]) != unicodedata.normalize("NFKC", name):
            raise forms.ValidationError(self.another_name)
        return name


class DeleteAccountByStaffForm(DeleteAccountForm):
    """Asks an administrator to type another player's name as confirmation, and the reason for the audit log."""

    another_name = _("This is not the account's name. Type the name exactly as shown.")
    field_order = ["name", "reason"]
    reason = forms.CharField(label=pgettext_lazy("label", "Reason"), max_length=1000, validators=[check_text])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Player's name, to confirm")


class ChangeNameForm(forms.Form):
    """Asks for the account's new name."""

    name = forms.CharField(
        label=pgettext_lazy("label", "Name"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false", "dir": "auto"}),
        help_text=Player._meta.get_field("username").help_text,
    )


LIFETIMES = (
    (30, pgettext_lazy("option", "30 days")),
    (90, pgettext_lazy("option", "90 days")),
    (366, pgettext_lazy("text", "one year")),
    (0, pgettext_lazy("option", "never expires")),
)


class NewTokenForm(forms.Form):
    """Creates a personal token."""

    name = forms.CharField(
        label=pgettext_lazy("label", "Name"),
        max_length=60,
        validators=[check_single_line],
        help_text=_("A name to recognise the token by, such as “My laptop”."),
    )
    days = forms.TypedChoiceField(label=pgettext_lazy("label", "Expiry"), choices=LIFETIMES, coerce=int, initial=90)
    scopes = forms.MultipleChoiceField(label=pgettext_lazy("label", "Permissions"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        special = {FOR_BOTS: player.is_bot, FOR_MODERATORS: may(player, StaffPermission.MODERATE)}
        choices = [(name, f"{meaning} ({name})") for name, meaning in SCOPES.items() if special.get(name, True)]
        self.fields["scopes"].choices = choices  # type: ignore[attr-defined]
        self.fields["scopes"].initial = ["game:read", "game:play", "challenge:read", "challenge:write"]

    def clean_days(self) -> int | None:
        """Return the days until the token expires, None if it never does."""
        return self.cleaned_data["days"] or None


class RegisterAppForm(forms.Form):
    """Registers a program that asks other players for access."""

    name = forms.CharField(
        label=pgettext_lazy("label", "App name"),
        max_length=60,
        validators=[check_single_line],
        help_text=_("Shown to players when the app asks for access."),
    )
    redirect_uris = forms.CharField(
        label=pgettext_lazy("label", "Redirect URIs"),
        max_length=3000,
        widget=forms.Textarea(attrs={"rows": 2, "dir": "ltr", "spellcheck": "false"}),
        help_text=_("One URI per line: https://…, http://127.0.0.1/…, or an app's own (org.example.app:/done)."),
    )


TABS: dict[str, tuple[Promise, Promise, type[forms.ModelForm]]] = {  # type: ignore[type-arg]
    "board": (pgettext_lazy("option", "Board"), _("Theme and coordinates"), AppearanceForm),
    "play": (pgettext_lazy("settings", "Play"), _("After a move, sounds and ranks"), PlayPreferencesForm),
    "account": (pgettext_lazy("text", "Account"), _("About me, e-mail address"), ProfileForm),
    "language": (pgettext_lazy("option", "Language"), _("Language, digits, calendar, time zone"), LanguageForm),
    "access": (pgettext_lazy("text", "Accessibility"), _("Contrast and motion"), AccessibilityForm),
}
"""Every settings page by the last part of its URL: name, summary and form."""
