"""What people send about clubs, read strictly."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.validators import URLValidator
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Joining, Role
from clubs.models.club import (
    LONGEST_LETTERS,
    LONGEST_LINK,
    LONGEST_NAME,
    LONGEST_PLACE,
    LONGEST_TEXT,
    SHORTEST_NAME,
    Shade,
    Shape,
)
from clubs.models.membership import LONGEST_SENTENCE
from clubs.models.notice import LONGEST_NOTICE
from clubs.services.acts import Doing, Told
from clubs.services.founding import ClubPlan
from foundation.text import check_line, check_text

PLANNED = (
    "name", "about", "rules", "place", "link", "letters", "shape", "shade", "joining", "hidden_members", "events_by",
)  # fmt: skip


def _area(rows: int) -> forms.Textarea:
    return forms.Textarea(attrs={"rows": rows, "dir": "auto"})


class ClubForm(forms.Form):
    """What a club is called, says and allows."""

    name = forms.CharField(
        label=_("Name of the club"), min_length=SHORTEST_NAME, max_length=LONGEST_NAME, validators=[check_line]
    )
    place = forms.CharField(
        label=_("Place"), max_length=LONGEST_PLACE, required=False, validators=[check_line],
        help_text=_("A town, a country, or “online”. People find clubs by it."),
    )  # fmt: skip
    about = forms.CharField(
        label=_("About the club"), max_length=LONGEST_TEXT, required=False, validators=[check_text], widget=_area(4)
    )
    rules = forms.CharField(
        label=_("Rules of the club"), max_length=LONGEST_TEXT, required=False, validators=[check_text], widget=_area(4)
    )
    link = forms.CharField(
        label=_("Web page"), max_length=LONGEST_LINK, required=False, validators=[URLValidator(schemes=["https"])],
        widget=forms.URLInput(attrs={"placeholder": "https://"}),
    )  # fmt: skip
    letters = forms.CharField(
        label=_("Initials"), max_length=LONGEST_LETTERS, required=False,
        help_text=_("One or two letters, from the name and in its order. Empty: the first ones."),
    )  # fmt: skip
    shape = forms.ChoiceField(label=_("Shape"), choices=Shape.choices, initial=Shape.STONE)
    shade = forms.ChoiceField(label=_("Colour"), choices=Shade.choices, initial=Shade.BLACK)
    joining = forms.ChoiceField(label=_("Membership"), choices=Joining.choices, initial=Joining.OPEN)
    hidden_members = forms.BooleanField(label=_("Only members see who is one"), required=False)
    events_by = forms.ChoiceField(
        label=_("Who makes tournaments and ladders of the club"), initial=Role.MANAGER,
        choices=[
            (Role.OWNER, _("the owner")), (Role.MANAGER, _("managers")), (Role.CAPTAIN, _("captains and managers")),
            (Role.MEMBER, _("all members")),
        ],
    )  # fmt: skip

    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields as the page asks for them, under their headings."""
        named = [
            (_("Club"), ("name", "place", "about", "rules", "link")),
            (_("Emblem"), ("letters", "shape", "shade")),
            (_("Members"), ("joining", "hidden_members", "events_by")),
        ]
        return [(str(title), [self[name] for name in names]) for title, names in named]

    def plan(self) -> ClubPlan:
        """What the club is to be."""
        return ClubPlan(**{name: self.cleaned_data[name] for name in PLANNED})


def as_initial(club: Club) -> dict[str, Any]:
    """A club as the form begins with it."""
    return {name: getattr(club, name) for name in PLANNED}


class MembershipForm(forms.Form):
    """Joining and leaving, and whether one hears of notices."""

    do = forms.ChoiceField(choices=[(one, one) for one in ("join", "leave", "notices")])
    sentence = forms.CharField(max_length=LONGEST_SENTENCE, required=False, validators=[check_text])
    key = forms.CharField(max_length=43, required=False)
    told = forms.BooleanField(required=False)


class ActForm(forms.Form):
    """What somebody who manages the club does, with what it is told."""

    do = forms.ChoiceField(choices=[(one.value, one.value) for one in Doing])
    player = forms.CharField(max_length=30, required=False)
    role = forms.ChoiceField(choices=[("", ""), *Role.choices], required=False)
    reason = forms.CharField(max_length=LONGEST_SENTENCE, required=False, validators=[check_text])
    text = forms.CharField(max_length=LONGEST_NOTICE, required=False, validators=[check_text])
    notice = forms.IntegerField(min_value=1, max_value=2**31, required=False)

    def told(self) -> Told:
        """What it is told."""
        return Told(**{name: value for name, value in self.cleaned_data.items() if name != "do"})
