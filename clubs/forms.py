"""Strictly validated forms of clubs."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.models import ClubRole
from clubs.models.club import LONGEST_LETTERS, ClubOptions
from clubs.models.membership import LONGEST_SENTENCE
from clubs.models.notice import LONGEST_NOTICE
from clubs.services.acts import ManagerAct, ManagerActInput
from clubs.services.founding import ClubDetails
from foundation.options import adds_option_fields
from foundation.text import check_text

ABOUT, EMBLEM = ("name", "joining", "place", "link", "about"), ("letters", "shape", "shade")


@adds_option_fields(ClubOptions, but=("letters",))
class ClubForm(forms.Form):
    """A club's name, description and settings."""

    letters = forms.CharField(
        label=pgettext_lazy("label", "Initials"), max_length=LONGEST_LETTERS, required=False,
        help_text=_("One or two characters from the club's name, in order. Leave empty to use the name's initials."),
    )  # fmt: skip

    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the form's fields in groups, each with its heading. The first group has no heading ("")."""
        rest = [name for name in self.fields if name not in (*ABOUT, *EMBLEM)]
        named = [
            ("", ABOUT),
            (pgettext_lazy("label", "Emblem"), EMBLEM),
            (_("Rules and members"), rest),
        ]
        return [(str(title), [self[name] for name in names]) for title, names in named]

    def club_details(self) -> ClubDetails:
        """Return the submitted data, as create_club() and change_club() take it."""
        return ClubDetails(**self.cleaned_data)


class MembershipForm(forms.Form):
    """A player's action on their membership: join or leave the club, or choose whether to get its notices."""

    do = forms.ChoiceField(choices=[(one, one) for one in ("join", "leave", "notices")])
    sentence = forms.CharField(max_length=LONGEST_SENTENCE, required=False, validators=[check_text])
    key = forms.CharField(max_length=43, required=False)
    gets_notices = forms.BooleanField(required=False)


class ManagerActForm(forms.Form):
    """A manager's action with its input."""

    do = forms.ChoiceField(choices=[(one.value, one.value) for one in ManagerAct])
    player = forms.CharField(max_length=30, required=False)
    role = forms.ChoiceField(choices=[("", ""), *ClubRole.choices], required=False)
    reason = forms.CharField(max_length=LONGEST_SENTENCE, required=False, validators=[check_text])
    text = forms.CharField(max_length=LONGEST_NOTICE, required=False, validators=[check_text])
    notice = forms.IntegerField(min_value=1, max_value=2**31, required=False)

    def act_input(self) -> ManagerActInput:
        """Return the submitted fields as the input of the action."""
        return ManagerActInput(**{name: value for name, value in self.cleaned_data.items() if name != "do"})
