"""The seating of an offer with more than two seats on the offer's page (V32)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.core.lookup import get_player_by_name
from accounts.models import Player
from challenges import services
from challenges.models import Challenge, Place
from challenges.services.places import suggest_team_handicap
from games.services.idempotency import PlayerRequest
from rules.variants.seats import seat_name
from wording import words


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """A seat on the offer's page. `entered` is the player's name in the seat's input, and `is_asked` is whether the
    page has this input, because the creator arranges the seats."""

    place: Place
    entered: str
    is_asked: bool

    @property
    def index(self) -> int:
        """Return the seat's index in the order of play."""
        return self.place.index

    @property
    def player(self) -> Player | None:
        """Return the player in this seat, None if it is free."""
        return self.place.player

    @property
    def player_id(self) -> int | None:
        """Return the id of the player in this seat, None if it is free."""
        return self.place.player_id

    @property
    def confirmed_at(self) -> object:
        """Return when the player in this seat agreed, None if not yet."""
        return self.place.confirmed_at

    @property
    def color_name(self) -> str:
        """Return the name of the seat's colour, or of its place if the players share the colours."""
        if self.place.offer.agreed_variant.order.rotates_colors:
            return pgettext("a seat", "Player %(number)s") % {"number": words.localized_number(self.index + 1)}
        return str(words.COLOR_NAMES[self.place.color])

    @property
    def label(self) -> str:
        """Return the label of the seat's input for screen readers."""
        if self.place.offer.agreed_variant.order.rotates_colors:
            return self.color_name
        name = seat_name(self.place.offer.agreed_variant.order, self.index)
        return _("%(side)s, seat %(seat)s") % {"side": self.color_name, "seat": name}

    @property
    def take_label(self) -> str:
        """Return the label of the button that takes the seat, for screen readers."""
        return _("Take this seat: %(seat)s") % {"seat": self.label}


def seats_context(offer: Challenge, player: Player | None, entered: list[str] | None = None) -> dict[str, Any]:
    """Return the template context for the seats, {} for a game with two seats. `entered` has the submitted names after
    an error."""
    if not offer.has_more_than_two_seats:
        return {}
    places = offer.place_list()
    names = (
        entered if entered is not None and len(entered) == len(places) else [_player_name(place) for place in places]
    )
    own = offer.place_of(player)
    found = suggest_team_handicap(offer)
    each_a_color = not offer.agreed_variant.two_sided
    arranges = player is not None and offer.creator_id == player.pk and offer.is_open
    return {
        "seats": [ShownPlace(place, name, is_asked=arranges) for place, name in zip(places, names, strict=True)],
        "own_place": own,
        "each_a_color": each_a_color,
        "may_sit": player is not None and own is None and offer.is_open,
        "suggested": "" if found is None else _suggestion_text(found.stones, found.first_is_weaker),
    }


def _player_name(place: Place) -> str:
    return "" if place.player is None else place.player.username


def _suggestion_text(stones: int, black_is_weaker: bool) -> str:
    """Return a sentence with the handicap suggested by the teams' average ranks (V30)."""
    if not stones:
        return _("Based on the teams' average ranks, no handicap is suggested.")
    weaker = pgettext("text", "Black") if black_is_weaker else pgettext("text", "White")
    values = {"stones": words.localized_number(stones), "side": weaker}
    text = _(
        "Going by average rank, %(side)s is the weaker team. The suggested handicap is %(stones)s stones, with this "
        "team as Black."
    )
    return text % values


def change_seating_from_form(request: HttpRequest, asked: PlayerRequest, offer: Challenge) -> Challenge:
    """Change the seating to the submitted names, where an empty field means a free seat, and return the offer. Raises
    NoSuchPlayer, and the errors of `services.change_seating`."""
    names = [name.strip()[:30] for name in request.POST.getlist("seat")[:20]]
    seating = tuple(get_player_by_name(name) if name else None for name in names)
    return services.change_seating(asked, offer.pk, seating, by_lot=request.POST.get("answer") == "lot")
