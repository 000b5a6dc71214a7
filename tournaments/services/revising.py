"""Change a tournament before its start. Once someone has entered, entrants must agree to changed rules within 72 hours,
or they are withdrawn (E11)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from clubs.services.rights import check_may_make_events
from foundation.options import option_names
from games.services.idempotency import PlayerRequest
from tournaments.access import first_stage
from tournaments.announcing import ActAuthor, notify_players
from tournaments.errors import BadTournament
from tournaments.models import Entry, LogLine, StartCondition, Tournament, TournamentState
from tournaments.models.terms import EvenTerms
from tournaments.models.tournament_options import RoundOptions, StageOptions

from .drafting import TournamentPlan
from .entering import fill_free_places
from .rows import check_owner_or_moderator, check_state, count_entered, lock_for_director
from .waking import wake

AGREE_WITHIN = timedelta(hours=72)
RULES = frozenset({*option_names(EvenTerms, StageOptions, RoundOptions), "starting", "starts_at"}) - {"club"}
"""The options that entrants agree to. The others are the name, the description, and who else may enter."""

UNLOGGED = ("name", "about", "club_id")
"""Options whose old values are not written to the log. They are texts, which moderators may have to hide, and no one
can change the log."""
Changes = dict[str, list[Any]]
"""The values before and after, by the names of the options."""
_TOO_FEW_PLACES = _("More players than this have already entered. Choose a larger number.")
_TOO_SOON = _("Players have 72 hours to agree to the new terms. Choose a later start.")


def revise_tournament(request: PlayerRequest, tournament_id: int, plan: TournamentPlan) -> Tournament:
    """Change a draft, or a tournament that is open for entry. Entrants are asked to agree to changed rules, and the
    tournament does not start until all have answered (E11).

    Raises NotOwner, WrongState, and the errors of `drafting.create_draft`. Also raises BadTournament if there are fewer
    places than players, or if the start is so near that entrants would not have 72 hours to answer.
    """
    plan.check(request.now)
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        check_owner_or_moderator(acting)
        check_state(tournament, TournamentState.DRAFT, TournamentState.OPEN)
        if plan.club not in (None, tournament.club_id):
            check_may_make_events(request.player, plan.club)
        stage = first_stage(tournament)
        changes = {**_set_columns(tournament, plan.columns), **_set_columns(stage, plan.stage)}
        tournament.save(update_fields=list(plan.columns))
        stage.save(update_fields=list(plan.stage))
        if changes and tournament.state == TournamentState.OPEN:
            _log_revision_and_ask(tournament, acting, changes)
        return tournament


def _set_columns(row: Any, values: dict[str, Any]) -> Changes:
    """Set these columns of a row. Return the changed values."""
    changes = {name: [getattr(row, name), value] for name, value in values.items() if getattr(row, name) != value}
    for name, value in values.items():
        setattr(row, name, value)
    return changes


def _log_revision_and_ask(tournament: Tournament, acting: ActAuthor, changes: Changes) -> None:
    if count_entered(tournament) > tournament.most:
        raise BadTournament(field="most", why=_TOO_FEW_PLACES)
    logged = {name: pair for name, pair in changes.items() if name not in UNLOGGED}
    line = acting.log(tournament, "revised", changes=logged)
    if "starts_at" in changes:
        tournament.asked_at, tournament.regular_at, tournament.postponed = None, None, False
    if "kind" in changes:
        tournament.entries.update(skips=[])  # not every system has rounds that can be skipped
    elif "rounds" in changes:
        _drop_skips_above(tournament, changes["rounds"][1])
    if RULES & changes.keys():
        tournament.rounds.all().delete()  # a preview of round 1
        before, tournament.revision = tournament.revision, line.pk
        _ask_for_agreement(tournament, acting, before)
    tournament.save(update_fields=["revision", "asked_at", "regular_at", "postponed"])
    fill_free_places(tournament, acting.now)
    if tournament.starting == StartCondition.FULL:
        transaction.on_commit(wake)


def _drop_skips_above(tournament: Tournament, rounds: int) -> None:
    """Let no entry skip rounds that the tournament no longer has."""
    entries = [entry for entry in tournament.entries.all() if max(entry.skips, default=0) > rounds]
    for entry in entries:
        entry.skips = [number for number in entry.skips if number <= rounds]
    Entry.objects.bulk_update(entries, ["skips"], batch_size=200)


def _ask_for_agreement(tournament: Tournament, acting: ActAuthor, before: int) -> None:
    """Ask entrants to agree if the current rules differ from the rules to which they agreed. If a change was reverted,
    entrants need no longer answer. `before` is the previous revision."""
    entries = list(tournament.entries.with_place_or_waiting())
    lines = _revisions_since(tournament, min((entry.revision for entry in entries), default=0))
    asked = []
    for entry in entries:
        if entry.player_id != getattr(acting.by, "pk", None) and _merge_changes(lines, entry.revision):
            entry.asked_at, entry.answer_by = acting.now, acting.now + AGREE_WITHIN
            asked.append(entry.player_id)
            continue
        if entry.revision < before:
            entry.asked_at = entry.answer_by = None
        entry.revision = tournament.revision
    starts_at = tournament.starts_at
    if asked and starts_at is not None and starts_at <= acting.now + AGREE_WITHIN:
        raise BadTournament(field="starts_at", why=_TOO_SOON)
    Entry.objects.bulk_update(entries, ["revision", "asked_at", "answer_by"], batch_size=200)
    notify_players(tournament, asked, "event_revised", acting.now)


def changes_not_agreed(tournament: Tournament, entry: Entry | None) -> Changes:
    """Return the changed rules to which this entrant has not agreed yet. At most one query."""
    if entry is None or tournament.state != TournamentState.OPEN or entry.revision >= tournament.revision:
        return {}
    return _merge_changes(_revisions_since(tournament, entry.revision), entry.revision)


def entries_not_agreed(tournament: Tournament) -> QuerySet[Entry]:
    """Return the entries of players who have not agreed to the current rules yet."""
    return tournament.entries.with_place_or_waiting().filter(revision__lt=tournament.revision)


def _revisions_since(tournament: Tournament, revision: int) -> list[tuple[int, Changes]]:
    rows = LogLine.objects.filter(tournament=tournament, act="revised", pk__gt=revision).order_by("pk")
    return [(number, changes or {}) for number, changes in rows.values_list("pk", "changes")]


def _merge_changes(lines: Iterable[tuple[int, Changes]], revision: int) -> Changes:
    """Return the rules that differ from the rules of this revision, each with its first and last value."""
    found: Changes = {}
    for number, changes in lines:
        if number > revision:
            for name, (before, after) in changes.items():
                found[name] = [found[name][0] if name in found else before, after]
    return {name: pair for name, pair in found.items() if name in RULES and pair[0] != pair[1]}


__all__ = ["AGREE_WITHIN", "RULES", "Changes", "changes_not_agreed", "entries_not_agreed", "revise_tournament"]
