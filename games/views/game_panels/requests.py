"""Open requests of the sides, and the menu of available actions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import Player
from games import verbs
from games.models import SeatOffer
from games.services.successors import open_seat_offers
from wording import dates, words

from .panel import GamePanel


@dataclass(frozen=True, slots=True)
class ShownRequest:
    """An open request: its text, whether it is the viewer's own, and the form fields for replying to it. `can_withdraw`
    is False for the server's question."""

    name: str
    text: SafeString
    is_mine: bool
    path: str | None
    yes: Promise
    no: Promise
    can_withdraw: bool


@dataclass(frozen=True, slots=True)
class MenuItem:
    """An item of the menu: the last part of its URL, its label, and whether the page asks for confirmation."""

    path: str
    label: Promise | str
    asks_first: bool


class RequestsPanel(GamePanel):
    """The panel with open requests and the actions that are possible now."""

    @property
    def has_request_to_answer(self) -> bool:
        """Return whether the viewer has to reply to a request, a proposal of dead stones, a partner's question, or a
        player who would take a seat."""
        return bool(self.must_answer_proposal or self.has_other_request_to_answer)

    @property
    def has_other_request_to_answer(self) -> bool:
        """Return whether the viewer has to reply to something other than a proposal of dead stones: a request, a
        partner's question, or a player who would take a seat."""
        return bool(self.requests_to_answer or self.asking_partner or self.opponents_seat_candidate)

    @property
    def requests_to_answer(self) -> list[ShownRequest]:
        """Return the open requests of others that the viewer can accept or decline."""
        return [one for one in self._open_requests if not one.is_mine]

    @property
    def own_requests(self) -> list[ShownRequest]:
        """Return the viewer's own open requests."""
        return [one for one in self._open_requests if one.is_mine]

    @cached_property
    def _open_requests(self) -> list[ShownRequest]:
        if self.me is None:
            return []
        return [
            self._shown_request(verbs.AGREEMENTS[name], asked)
            for name, asked in self.game.requests.items()
            if f"answer_{name}" in self.may or asked["seat"] == self.me.index
        ]

    def _shown_request(self, agreement: verbs.Agreement, asked: dict[str, Any]) -> ShownRequest:
        mine = self.me is not None and asked["seat"] == self.me.index
        asker = next(seat for seat in self.game.seat_list() if seat.index == asked["seat"])
        values = {"name": format_html("<bdi>{}</bdi>", asker.player.shown_name)}
        if "to" in asked:
            values["to"] = format_html("{}", words.localized_number(asked["to"]))
        if "lead" in asked:
            values["lead"] = format_html("{}", words.localized_number(asked["lead"]))
        if "until" in asked:
            until = dates.full_time(datetime.fromisoformat(asked["until"]))
            values["until"] = format_html("<bdi>{}</bdi>", until)
        sentence = str(agreement.request_by_reader if mine else agreement.request_to_reader)
        text = format_html(sentence % {name: f"{{{name}}}" for name in values}, **values)
        path = verbs.VERBS[f"answer_{agreement.name}"].path
        return ShownRequest(agreement.name, text, mine, path, agreement.yes, agreement.no, "asks" not in asked)

    @property
    def asking_partner(self) -> Player | None:
        """Return the viewer's partner who asks whether to resign, or None if no partner asks (V36)."""
        question = self.state.course.question
        if self.me is None or question is None or question.color != self.me.color or self.has_asked_partners:
            return None
        return next(seat.player for seat in self.game.seat_list() if seat.index == question.yes[0])

    @property
    def has_asked_partners(self) -> bool:
        """Return whether the viewer has asked their partners whether to resign."""
        question = self.state.course.question
        return self.me is not None and question is not None and question.yes[0] == self.me.index

    @cached_property
    def seat_offers(self) -> list[SeatOffer]:
        """Return the open invitations to vacant seats, for players of the game (V39)."""
        return [] if self.me is None or not self.shows_current_position else open_seat_offers(self.game, self.now)

    @property
    def opponents_seat_candidate(self) -> Player | None:
        """Return the player who has agreed to take a vacant seat of the viewer's opponents and waits for the viewer's
        consent. Return None if there is none."""
        if self.me is None or "admit_successor" not in self.may:
            return None
        seats, color = self.game.seat_list(), self.me.color
        return next(one.player for one in self.seat_offers if one.agreed_at and seats[one.index].color != color)

    @property
    def own_team_seat_offer(self) -> SeatOffer | None:
        """Return the open invitation that the viewer's own team has made, or None if there is none."""
        seats = self.game.seat_list()
        return next((one for one in self.seat_offers if self.me and seats[one.index].color == self.me.color), None)

    def _menu_label(self, verb: type[verbs.Verb]) -> Promise | str:
        """Return the verb's label in the menu. In a teaching game the label of an undo does not mention a
        request (C37)."""
        return _("Undo my last move") if verb.name == "request_undo" and self.game.teaching else verb.menu

    @property
    def menu(self) -> list[MenuItem]:
        """Return the menu items of the actions that are possible now."""
        open_now = (verb for name, verb in verbs.VERBS.items() if name in self.may)
        return [
            MenuItem(verb.path, self._menu_label(verb), verb.confirmation(self.actor) is not None)
            for verb in open_now
            if verb.menu and verb.path is not None
        ]
