"""The data that games store about a player, for the export of personal data (accounts.privacy.data_export)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player
from accounts.privacy.data_export import Export
from games.models import Action, Draft, Game, Message, Note, Plan, SeatOffer, SeatOfferState, TimeSettings, Vacation
from games.sgf_export import MOST_RECORDS, sgf_files_of
from rules import Phase


def add_games_to_export(export: Export, **kwargs: object) -> None:
    """Add the player's games and related data to the export."""
    export.add_section("games/", _("your games, as SGF"), ("games.Seat.player",), _sgf_files)
    _add_actions_to_export(export)
    _add_settings_to_export(export)
    export.exclude_fields(
        {
            "games.IdempotencyKey.player": "answers to repeated requests, kept for a week",
        }
    )


def _sgf_files(player: Player) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield the names and texts of game records. A limited number of games is read at a time to save memory."""
    numbers = list(Game.objects.of(player).order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(numbers), MOST_RECORDS):
        for name, text in sgf_files_of(Game.objects.filter(pk__in=numbers[start : start + MOST_RECORDS])):
            yield f"games/{name}", [text]


def _add_actions_to_export(export: Export) -> None:
    export.add_rows(
        "actions", _("your actions in games: moves, proposals, requests"), (),
        lambda player: Action.objects.filter(_actions_by(player)).exclude(_HIDDEN).order_by("pk").values(
            "game_id", "number", "kind", "color", "payload", "received_at"
        ),
    )  # fmt: skip
    export.add_rows(
        "messages", _("your chat messages"), ("games.Message.author",),
        lambda player: Message.objects.filter(author=player).order_by("pk").values(
            "game_id", "number", "said_at", "text", "quick"
        ),
    )  # fmt: skip
    export.add_rows(
        "notes", _("your private notes about games"), (),
        lambda player: Note.objects.filter(seat__player=player).values(
            "seat__game_id", "text", "priority", "changed_at"
        ),
    )  # fmt: skip
    export.add_rows(
        "plans", _("your conditional moves"), (),
        lambda player: Plan.objects.filter(seat__player=player).values(
            "seat__game_id", "branches", "is_armed", "saved_at"
        ),
    )  # fmt: skip
    export.add_rows(
        "drafts", _("dead-stone markings you have not proposed yet"), (),
        lambda player: Draft.objects.filter(seat__player=player).values("seat__game_id", "number", "dead"),
    )  # fmt: skip

    offers = SeatOffer.objects.order_by("pk")
    export.add_rows(
        "seat_offers",
        _("invitations to empty seats of team games"),
        ("games.SeatOffer.player", "games.SeatOffer.by", "games.SeatOffer.former"),
        lambda player: offers.filter(Q(player=player) | Q(by=player) | Q(former=player)).values(
            "game_id", "index", "player__username", "by__username", "former__username", "made_at", "agreed_at", "state"
        ),
    )


_HIDDEN = Q(game__setup__variant__view__isnull=False, game__phase=Phase.PLAY.value)
"""Actions of games that may have hidden information now (V62); they are exported after play has stopped."""


def _actions_by(player: Player) -> Q:
    """Return a filter for the actions by this player. If a seat had several players one after the other (V39), only
    actions from this player's time in the seat are included."""
    on_seat = Q(game=OuterRef("game"), index=OuterRef("seat__index"), state=SeatOfferState.TAKEN)
    taken = SeatOffer.objects.filter(on_seat)
    before_me = taken.filter(player=player, number__gt=OuterRef("number"))
    left_by_me = taken.filter(former=player, number__gt=OuterRef("number"))
    return (Q(seat__player=player) | Exists(left_by_me)) & ~Exists(before_me)


def _add_settings_to_export(export: Export) -> None:
    shown = [field.attname for field in TimeSettings._meta.concrete_fields if field.name not in ("id", "calendar")]
    export.add_rows(
        "time", _("your weekend, night and reminder settings"), ("games.TimeSettings.player",),
        lambda player: TimeSettings.objects.filter(player=player).values(*shown),
    )  # fmt: skip
    export.add_rows(
        "vacations", pgettext_lazy("data export", "your vacations"), ("games.Vacation.player",),
        lambda player: Vacation.objects.filter(player=player).values("begin", "end", "automatic"),
    )  # fmt: skip
