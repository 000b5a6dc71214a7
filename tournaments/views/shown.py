"""Table rows for tournament pages, as text in the reader's language: pairings, log lines and results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import npgettext, pgettext

from accounts.models import Player
from tournaments.change_words import change_sentences
from tournaments.log_words import LogRow, before_after_text, linked_name
from tournaments.models import LogLine, Pairing
from tournaments.models.log import ACTS
from tournaments.models.play import RESULT_NAMES
from tournaments.result_words import handicap_text
from tournaments.systems.types import EventResult
from wording import words

NO_PICTURES: Mapping[int, str] = {}


@dataclass(frozen=True, slots=True)
class PairingRow:
    """A pairing: its players by colour, its state, the URL of its game, and a picture of the board ("" if there is
    none)."""

    pairing: Pairing
    standing: str
    why: list[str]
    picture: str = field(default="", kw_only=True)

    @property
    def handicap(self) -> str:
        """Return the handicap's stones or komi as text; "" for an even game."""
        return handicap_text(self.pairing.handicap, self.pairing.komi)

    @property
    def black(self) -> Player:
        """Return the player with Black, or with the bye."""
        return self.pairing.black.player

    @property
    def white(self) -> Player | None:
        """Return the player with White; None for a bye."""
        return None if self.pairing.white is None else self.pairing.white.player


def rows_of_round(pairings: Iterable[Pairing], pictures: Mapping[int, str] = NO_PICTURES) -> list[PairingRow]:
    """Return rows for pairings, with the board pictures in `pictures`. Players and games must be loaded."""
    return [
        PairingRow(one, pairing_result_text(one), pairing_reasons(one), picture=pictures.get(one.pk, ""))
        for one in pairings
    ]


def pairing_result_text(pairing: Pairing) -> str:
    """Return the state of a pairing as text: bye, a director's result, the game's own result, or in progress."""
    if pairing.white is None:
        return pgettext("pairing", "bye")
    if pairing.result:
        return str(RESULT_NAMES[EventResult(pairing.result)])
    if pairing.game is None:
        return pgettext("pairing", "not started")
    return (
        words.result_sentence_of_columns(pairing.game) if pairing.game.is_finished else pgettext("text", "in progress")
    )


def pairing_reasons(pairing: Pairing) -> list[str]:
    """Return sentences on why these two players were paired (E85)."""
    homes = {one.home_id for one in (pairing.black, pairing.white) if one is not None}
    return [
        _pairing_reason_text(str(one["name"]))
        for one in pairing.reasons
        if one["weight"] and 10 * one["weight"] >= 9 * one["most"] and (one["name"] != "club" or None not in homes)
    ]


def _pairing_reason_text(name: str) -> str:
    values = {
        "director": _("paired by a director"),
        "not_met": _("the two had not met before"),
        "score": _("their scores were close"),
        "drawn": _("one player was paired down and the other up"),
        "seeding": _("they were matched by position in the score group"),
        "colors": _("the pairing balances the colours"),
        "club": _("they are from different clubs"),
    }
    return values.get(name, name.replace("_", " "))


def log_rows(lines: Iterable[LogLine]) -> list[LogRow[LogLine]]:
    """Return rows for log lines. The lines' players must be loaded."""
    return [LogRow(one, _log_sentence(one), _change_text(one)) for one in lines]


def _log_sentence(line: LogLine) -> SafeString:
    values = {
        "name": linked_name(line.about),
        "other": linked_name(line.other),
        "round": words.localized_number(line.round or 0),
        "board": words.localized_number(line.board or 0),
    }
    return words.isolated(str(ACTS[line.act]), **values)


def _change_text(line: LogLine) -> str:
    if line.changes:
        return format_html_join("\xa0· ", "{}", ((text,) for text in change_sentences(line.changes)))
    before, after = (_log_value(line, value) for value in line.values_for_reader)
    if line.act == "result" and not line.after:
        after = _("the game's actual result")
    return before_after_text(before, after)


def _log_value(line: LogLine, value: str) -> str:
    if line.act == "result" and value:
        return str(RESULT_NAMES[EventResult(value)])
    if line.act == "started" and value:
        players = npgettext("number", "%(shown)s player", "%(shown)s players", int(value))
        return players % {"shown": words.localized_number(int(value))}
    return value
