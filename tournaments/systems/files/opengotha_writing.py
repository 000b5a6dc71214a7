"""Write OpenGotha's tournament files (E97)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from xml.sax.saxutils import quoteattr

from tournaments.systems.standings import criteria_of_table
from tournaments.systems.types import (
    Criterion,
    Entrant,
    EntryId,
    EventResult,
    PairingValue,
    ScoreGroupPairing,
    StageData,
    StageSystem,
    SystemKind,
)

from .egd import ResultFileEvent
from .opengotha_reading import DRAWN, MOST_ROUNDS, RESULTS
from .ranks import STRONGEST, WEAKEST, rank_text

_RESULTS = {result: name for name, result in reversed(RESULTS.items())}
_CRITERIA = {
    Criterion.POINTS: "NBW", Criterion.MMS: "MMS", Criterion.SOS: "SOS?", Criterion.SOS_1: "SOS?M1",
    Criterion.SOS_2: "SOS?M2", Criterion.SODOS: "SODOS?", Criterion.SOSOS: "SOSOS?", Criterion.DIRECT: "SDC",
    Criterion.RANK: "RANK", Criterion.RATING: "RATING",
}  # fmt: skip
"""OpenGotha's names of the criteria; the question mark becomes M or W: by MMS or by wins."""
_MOST_CRITERIA = 6


def write_opengotha(system: StageSystem, field: StageData, facts: ResultFileEvent) -> str:
    """Return the tournament in OpenGotha 3 format: players, games, byes and settings.

    Void games are written as draws by forfeit. Struck games, adjustments, seeds and lots are left out, because the
    format does not have them. The system must not be groups, because OpenGotha allows a player only one game per round.
    """
    keys = _names_and_keys(field.entries)
    games = [one for one in field.pairings if not one.is_bye and one.result is not EventResult.STRUCK]
    lines = [
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
        _opening_tag("Tournament", {"dataVersion": "201", "fullVersionNumber": "3.51", "runningMode": "SAL"}),
        "<Players>",
        *(_player_tag(entry, keys[entry.id][0], system.rounds) for entry in field.entries),
        "</Players>",
        "<Games>",
        *(_game_tag(one, keys) for one in games),
        "</Games>",
        *_bye_tags(field.pairings, keys),
        "<TournamentParameterSet>",
        _empty_tag("GeneralParameterSet", _general_settings(system, facts)),
        _empty_tag("HandicapParameterSet", _handicap_settings(system)),
        "<PlacementParameterSet>",
        "<PlacementCriteria>",
        *_placement_tags(system),
        "</PlacementCriteria>",
        "</PlacementParameterSet>",
        _empty_tag("PairingParameterSet", _pairing_settings(system)),
        "</TournamentParameterSet>",
        "</Tournament>",
    ]
    return "\n".join(lines) + "\n"


_Names = tuple[str, str]
_Keys = Mapping[EntryId, tuple[_Names, str]]


def _names_and_keys(entries: Iterable[Entrant]) -> dict[EntryId, tuple[_Names, str]]:
    """Return the family name, given name and key of each entry, by entry id. A number is added to a duplicate key."""
    found: dict[EntryId, tuple[_Names, str]] = {}
    taken: set[str] = set()
    for entry in sorted(entries, key=lambda one: one.id):
        name, _, first = _valid_xml_text(entry.name).partition(" ")
        name = name or "-"
        while (key := (name + first).replace(" ", "").upper()) in taken:
            first = f"{first} {entry.id}".strip()
        taken.add(key)
        found[entry.id] = ((name, first), key)
    return found


def _player_tag(entry: Entrant, names: _Names, rounds: int) -> str:
    plays = "".join("1" if entry.plays(round_) else "0" for round_ in range(1, rounds + 1)).ljust(MOST_ROUNDS, "1")
    rank = rank_text(entry.rank)
    return _empty_tag(
        "Player",
        {
            "agaExpirationDate": "", "agaId": "", "club": entry.club, "country": entry.country, "egfPin": "",
            "ffgLicence": "", "ffgLicenceStatus": "", "firstName": names[1], "grade": rank, "name": names[0],
            "participating": plays[:MOST_ROUNDS], "rank": rank, "rating": str(entry.rating), "ratingOrigin": "MAN",
            "registeringStatus": "FIN", "smmsCorrection": str(entry.correction),
        },
    )  # fmt: skip


def _game_tag(pairing: PairingValue, keys: _Keys) -> str:
    assert pairing.white is not None
    return _empty_tag(
        "Game",
        {
            "blackPlayer": keys[pairing.black][1], "handicap": str(pairing.handicap), "knownColor": "true",
            "result": _RESULTS[pairing.result], "roundNumber": str(pairing.round), "tableNumber": str(pairing.board),
            "whitePlayer": keys[pairing.white][1],
        },
    )  # fmt: skip


def _bye_tags(pairings: Iterable[PairingValue], keys: _Keys) -> list[str]:
    byes = [one for one in pairings if one.is_bye and one.result is not EventResult.STRUCK]
    rows = [_empty_tag("ByePlayer", {"player": keys[one.black][1], "roundNumber": str(one.round)}) for one in byes]
    return ["<ByePlayers>", *rows, "</ByePlayers>"] if rows else []


def _general_settings(system: StageSystem, facts: ResultFileEvent) -> dict[str, str]:
    bar, floor = (system.bar, system.floor) if system.kind is SystemKind.MCMAHON else (STRONGEST, WEAKEST)
    return {
        "bInternet": "true", "basicTime": str(facts.minutes), "beginDate": facts.first_day, "endDate": facts.last_day,
        "complementaryTimeSystem": "SUDDENDEATH",
        "genCountNotPlayedGamesAsHalfPoint": str(system.unplayed_as_half).lower(),
        "genMMBar": rank_text(bar), "genMMFloor": rank_text(floor),
        "genMMS2ValueAbsent": str(system.absent), "genMMS2ValueBye": str(system.bye), "genMMZero": "30K",
        "genNBW2ValueAbsent": str(system.absent_in_swiss), "genNBW2ValueBye": str(system.bye),
        "genRoundDownNBWMMS": str(system.starts_by_rank).lower(),
        "komi": str(system.komi / 2), "location": facts.place, "name": facts.name, "numberOfCategories": "1",
        "numberOfRounds": str(min(system.rounds, MOST_ROUNDS)), "shortName": "event", "size": "19",
    }  # fmt: skip


def _handicap_settings(system: StageSystem) -> dict[str, str]:
    rule = system.handicaps
    return {
        "hdBasedOnMMS": str(rule.by_score if rule else False).lower(),
        "hdCeiling": str(rule.most if rule else 0),
        "hdCorrection": str(rule.reduction if rule else 0),
        "hdNoHdRankThreshold": rank_text(rule.threshold if rule else 0),
    }


def _pairing_settings(system: StageSystem) -> dict[str, str]:
    """Return the settings of the pairing. Those that our systems do not have get OpenGotha's usual values."""
    modes = {part: name for name, part in DRAWN.items()}
    return {
        "paiBaAvoidDuplGame": "500000000000000", "paiBaBalanceWB": "1000000", "paiBaDeterministic": "true",
        "paiBaRandom": "0", "paiMaAdditionalPlacementCritSystem1": "Rating",
        "paiMaAdditionalPlacementCritSystem2": "Rating", "paiMaAvoidMixingCategories": "0",
        "paiMaCompensateDUDD": "true", "paiMaDUDDLowerMode": modes[system.drawn_up],
        "paiMaDUDDUpperMode": modes[system.drawn_down], "paiMaDUDDWeight": "100000000",
        "paiMaLastRoundForSeedSystem1": str(system.seeding_rounds), "paiMaMaximizeSeeding": "5000000",
        "paiMaMinimizeScoreDifference": "100000000000", "paiMaSeedSystem1": _seed_system_name(system.seeding),
        "paiMaSeedSystem2": _seed_system_name(system.later_seeding), "paiSeAvoidSameGeo": str(system.club_weight),
        "paiSeBarThresholdActive": "true", "paiSeDefSecCrit": str(system.club_weight), "paiSeMinimizeHandicap": "0",
        "paiSeNbWinsThresholdActive": "false", "paiSePreferMMSDiffRatherThanSameClub": "3",
        "paiSePreferMMSDiffRatherThanSameClubsGroup": "2" if system.groups_apart else "0",
        "paiSePreferMMSDiffRatherThanSameCountry": "0", "paiSeRankThreshold": "1D", "paiStandardNX1Factor": "0.5",
    }  # fmt: skip


def _seed_system_name(seeding: ScoreGroupPairing) -> str:
    return seeding.value.replace("_", "").upper()


def _placement_tags(system: StageSystem) -> list[str]:
    letter = "M" if system.starts_by_rank else "W"
    names = [_CRITERIA[one].replace("?", letter) for one in criteria_of_table(system) if one in _CRITERIA][
        :_MOST_CRITERIA
    ]
    names += ["NULL"] * (_MOST_CRITERIA - len(names))
    return [
        _empty_tag("PlacementCriterion", {"name": name, "number": str(at)}) for at, name in enumerate(names, start=1)
    ]


def _opening_tag(name: str, attributes: Mapping[str, str]) -> str:
    return f"<{name} {' '.join(f'{key}={quoteattr(_valid_xml_text(value))}' for key, value in attributes.items())}>"


def _empty_tag(name: str, attributes: Mapping[str, str]) -> str:
    return f"{_opening_tag(name, attributes)[:-1]}/>"


def _valid_xml_text(text: str) -> str:
    """Return the text without characters that are not allowed in XML. Line breaks and tabs become spaces."""
    text = re.sub(r"[^\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]+", " ", text)
    return " ".join(text.split())
