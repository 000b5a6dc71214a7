"""The pages of one tournament: overview, players, rounds, standings, log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy
from django.views.decorators.http import require_POST, require_safe

from accounts.core.federations import federation_data_of
from accounts.models import Player
from foundation.keyset import MergedStreams, Stream, read_page, rows_in_key_order
from foundation.refusals import Refusal
from games.event_boards import event_boards, event_pictures
from games.models import Game
from games.views.requests import player_of, received_at, requested_page
from ratings.fields import RANK_CHOICES
from ratings.ranks import Rank
from tournaments import access, bracket_shown, exporting, tables, terms_words
from tournaments.change_words import change_sentences
from tournaments.errors import EventFull, NoSuchBracket, NoSuchRound, RankNeeded, RankTooHigh, RankTooLow
from tournaments.forms import EntryActForm
from tournaments.models import Entry, EntryState, Pairing, RoundState, Tournament, TournamentState
from tournaments.models.tournament_options import BY_SCORE, enabled_option_texts
from tournaments.services import consenting, entering, leaving, staying
from tournaments.services.copying import next_start_in_series
from tournaments.services.revising import changes_not_agreed
from tournaments.services.rows import count_entered, find_entry
from tournaments.systems.brackets import BracketPart as Part
from tournaments.systems.types import SystemKind
from wording.time_words import duration_in_full

from .shared import get_tournament_or_404, page_head_context, player_request, requested_number
from .shown import PairingRow, log_rows, rows_of_round

MOST_MINE, MOST_FIRST, MOST_PICTURES, MOST_SHOWN = 20, 10, 24, 4
A_PAGE = 100
A_PAGE_OF_LOG = 50
SECTIONS_A_PAGE = 12
PART_NAMES = {
    Part.UPPER: pgettext_lazy("bracket", "Upper bracket"),
    Part.LOWER: pgettext_lazy("bracket", "Lower bracket"),
    Part.FINAL: pgettext_lazy("bracket", "Final"),
    Part.SECOND_FINAL: pgettext_lazy("bracket", "Second final"),
    Part.THIRD_PLACE: pgettext_lazy("bracket", "Third place"),
}
IN = (EntryState.ENTERED, EntryState.WAITING, EntryState.APPLIED, EntryState.INVITED)


@require_safe
def tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Return the tournament's overview page: the viewer's games first, then entry and terms, the current round, and the
    top of the standings."""
    shown = get_tournament_or_404(request, tournament_id)
    context = (
        page_head_context(request, shown, "about")
        | _viewer_entry_context(request, shown)
        | _rounds_and_table_context(shown)
    )
    size = max(shown.width, shown.height)
    context |= {
        "entered": count_entered(shown),
        "has_planned_rounds": context["stage"].kind in BY_SCORE,
        "people": [] if context["rounds"] else _first_entrants(shown),
        "boards": event_boards(Game.objects.filter(pairing__round__tournament=shown), request.user),
        "criteria": tables.criterion_names(shown),
        "enabled_option_texts": enabled_option_texts(context["stage"], shown, kind=context["stage"].kind),
        "next_start": next_start_in_series(shown, received_at(request)),
        "next_one": Tournament.objects.opened().filter(previous=shown).first(),
        "longest": duration_in_full(tables.longest_game_duration(shown.agreed_time, size)),
        "next_starts": terms_words.next_round_sentence(shown, context["stage"]),
        "without_a_game": terms_words.missed_round_sentence(shown, context["stage"]),
        "handicap": terms_words.handicap_sentences(shown, context["stage"]),
        "komi": terms_words.komi_sentence(shown, context["stage"]),
        "usual_moves": tables.USUAL_MOVES[min(tables.USUAL_MOVES, key=lambda usual: abs(usual - size))],
    }
    context["is_of_a_series"] = any((context["next_start"], context["next_one"], shown.previous_id))
    return render(request, "tournaments/tournament.html", context)


def _first_entrants(shown: Tournament) -> list[Player]:
    first = shown.entries.entered().select_related("player").order_by("pk")
    return [entry.player for entry in first[:MOST_FIRST]]


def _viewer_entry_context(request: HttpRequest, shown: Tournament) -> dict[str, Any]:
    may_enter = shown.state == TournamentState.OPEN or entering.may_enter_late(shown)
    if not isinstance(request.user, Player):
        return {"may_enter": may_enter}
    player = player_of(request)
    mine = find_entry(shown, player.pk)
    refusal = entering.entry_refusal(player_request(request), shown, mine)
    may_state_rank = may_enter and not entering.has_established_rank(player)
    may_fit_by_rank = may_state_rank and isinstance(refusal, RankNeeded | RankTooLow | RankTooHigh)
    is_settled = mine is not None and mine.state in IN and mine.state not in entering.states_before_entry(shown)
    is_full = isinstance(refusal, EventFull) or (may_fit_by_rank and count_entered(shown) >= shown.most)
    may_wait = is_full and shown.state == TournamentState.OPEN
    is_refused = refusal is not None and not may_wait and not may_fit_by_rank
    has_real_name = bool(federation_data_of([player.pk]))
    is_asked_on_entry = may_enter and not is_settled and not is_refused and has_real_name
    kept = entering.earlier_stated_rank(mine)
    return {
        "mine": mine,
        "is_in": mine is not None and mine.state in IN,
        "may_state_rank": may_state_rank,
        "may_fit_by_rank": may_fit_by_rank,
        "needs_rank": isinstance(refusal, RankNeeded),
        "kept_rank": None if kept is None else str(Rank(kept)),
        "has_real_name": has_real_name,
        "may_share_name": mine is not None
        and mine.state not in consenting.NOT_IN
        and (mine.number is not None or not is_asked_on_entry),  # those who played can change it without entering again
        "rank_choices": [name for _steps, name in reversed(RANK_CHOICES)],
        "is_invited": mine is not None and mine.state == EntryState.INVITED,
        "refusal": refusal if may_enter else None,
        "may_enter": may_enter and not is_settled,
        "may_wait": may_wait,
        "skippable": _skippable_rounds(shown, mine),
        "is_refused": is_refused,
        "may_withdraw": mine is not None
        and mine.state in IN
        and shown.state in (TournamentState.OPEN, TournamentState.RUNNING),
        "changes": change_sentences(changes_not_agreed(shown, mine)),
        "my_rows": rows_of_round(_pairings_of_entry(mine)) if mine is not None and mine.number is not None else [],
    }


def _skippable_rounds(shown: Tournament, entry: Entry | None) -> list[tuple[int, bool]]:
    """Return the numbers of future rounds that the viewer may skip, each with whether they skip it (E26)."""
    stage = access.current_stage(shown)
    is_on = shown.state in (TournamentState.OPEN, TournamentState.RUNNING)
    if entry is None or not is_on or entry.state != EntryState.ENTERED or stage.kind not in BY_SCORE:
        return []
    begun = len(entering.begun_round_numbers(shown))
    return [(number, number in entry.skips) for number in range(begun + 1, stage.rounds + 1)]


def _pairings_of_entry(entry: Entry) -> list[Pairing]:
    rows = Pairing.objects.filter(Q(black=entry) | Q(white=entry)).published()
    return list(tables.with_players_and_games(rows).order_by("-round__number")[:MOST_MINE])


def _rounds_and_table_context(shown: Tournament) -> dict[str, Any]:
    if shown.started_at is None:
        return {"rounds": []}
    return {"rounds": _published_rounds(shown), "table": tables.standings_table_of(shown, None, slice(MOST_FIRST))}


def _published_rounds(shown: Tournament) -> list[Any]:
    return list(shown.rounds.exclude(state=RoundState.PROPOSED).order_by("number"))


@require_POST
@login_required
def act_on_entry(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Perform the viewer's action on their entry, and redirect: enter, join the waiting list, withdraw, confirm, choose
    rounds to skip, or change the consent to the real name."""
    shown = get_tournament_or_404(request, tournament_id)
    form = EntryActForm(request.POST)
    try:
        if not form.is_valid():
            messages.error(request, _("Choose what you want to do."))
        elif form.cleaned_data["do"] in ("enter", "wait"):
            waiting = form.cleaned_data["do"] == "wait"
            made = entering.enter_tournament(
                player_request(request), tournament_id, waiting=waiting, stated=form.entry_statement()
            )
            messages.success(request, _MESSAGES[EntryState(made.state)])
        elif form.cleaned_data["do"] == "confirm":
            staying.confirm_entry(player_request(request), tournament_id, form.cleaned_data["revision"])
            messages.success(request, _("You are staying in the tournament."))
        elif form.cleaned_data["do"] == "skip":
            staying.set_skipped_rounds(player_request(request), tournament_id, form.cleaned_data["rounds"])
            messages.success(request, pgettext("text", "Saved."))
        elif form.cleaned_data["do"] in ("share", "hide"):
            consenting.set_federation_name_consent(
                player_request(request), tournament_id, shares=form.cleaned_data["do"] == "share"
            )
            messages.success(request, pgettext("text", "Saved."))
        else:
            leaving.withdraw_from_tournament(
                player_request(request), tournament_id, now=form.cleaned_data["do"] == "resign"
            )
            messages.success(request, _("You have withdrawn from the tournament."))
    except Refusal as refusal:
        messages.error(request, refusal.message())
    return redirect(shown)


class _EntryMessages:
    """Messages after a player's action on their entry, in the reader's language."""

    def __getitem__(self, state: EntryState) -> str:
        if state == EntryState.WAITING:
            return _("You have joined the waiting list.")
        return (
            _("You have asked to enter. A director will review your entry.")
            if state == EntryState.APPLIED
            else _("You have entered the tournament.")
        )


_MESSAGES = _EntryMessages()


@require_safe
def players(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Return the page with the entrants and their scores, and the waiting list. Directors also see applications and
    invitations."""
    shown = get_tournament_or_404(request, tournament_id)
    states = (EntryState.ENTERED, EntryState.WAITING)
    if access.director_role(request.user, shown) is not None:
        states += (EntryState.APPLIED, EntryState.INVITED)  # type: ignore[assignment]
    rows = shown.entries.filter(state__in=states)
    page = read_page(MergedStreams([Stream(rows)]), requested_page(request.GET, by_time=False), A_PAGE)
    entries = Entry.objects.filter(pk__in=[number for _at, number in page.keys])
    entries = entries.select_related("player").prefetch_related("player__ratings")
    table = None if shown.started_at is None else tables.standings_table_of(shown)
    scores = {}
    if table is not None:
        scores = {line.entry.pk: (table.columns[0], line.values[0]) for line in table.lines if line.values}
    games = _public_games_of_latest_round(shown)
    listed = rows_in_key_order(page.keys, entries)
    if not page.previous and not page.next:
        listed.sort(key=lambda one: one.player.shown_name.casefold())
    context = page_head_context(request, shown, "players") | {
        "entries": [(one, scores.get(one.pk), games.get(one.pk)) for one in listed],
        "entered": count_entered(shown),
        "found": page,
    }
    return render(request, "tournaments/players.html", context)


@dataclass(frozen=True, slots=True)
class _LatestRoundGame:
    """A player's game of the latest round."""

    game_id: int
    round: int
    opponent: Player


def _public_games_of_latest_round(shown: Tournament) -> dict[int, _LatestRoundGame]:
    """Return the public games of the latest published round, by entry id. Only the games of the first boards are
    returned. A fixed number of queries."""
    latest = shown.rounds.exclude(state__in=(RoundState.PLANNED, RoundState.PROPOSED)).order_by("-number").first()
    if latest is None:
        return {}
    pairings = latest.pairings.filter(white__isnull=False, game__private=False).order_by("board")
    return {
        entry.pk: _LatestRoundGame(one.game_id, latest.number, opponent.player)
        for one in pairings.select_related("black__player", "white__player")[:A_PAGE]
        if one.game_id is not None and one.white is not None
        for entry, opponent in ((one.black, one.white), (one.white, one.black))
    }


@require_safe
def round_page(request: HttpRequest, tournament_id: int, round_number: int) -> HttpResponse:
    """Return the page of a round's pairings. Proposed pairings are shown only to directors."""
    shown = get_tournament_or_404(request, tournament_id)
    context = page_head_context(request, shown, "rounds")
    try:
        round_ = access.visible_round(shown, round_number, directs=context["directs"])
    except NoSuchRound as error:
        raise Http404 from error
    here = _TablePage.from_query(request, round_.pairings.count())
    pairings = tables.pairings_of_round(round_, here.row_slice)
    pictures = event_pictures(Game.objects.filter(pairing__in=pairings[:MOST_PICTURES]), "pairing", request.user)
    context |= {
        "round": round_,
        "rounds": _published_rounds(shown),
        "pairings": rows_of_round(pairings, pictures),
        "page": here.number,
        "pages": here.numbers,
    }
    return render(request, "tournaments/round.html", context)


@require_safe
def standings(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Return the page with the standings after the round `round` (query parameter). `page` is the page of a long
    table."""
    shown = get_tournament_or_404(request, tournament_id)
    if shown.started_at is None:
        raise Http404
    if access.first_stage(shown).kind == SystemKind.SECTIONS:
        return _sections_page(request, shown)
    here = _TablePage.from_query(request, shown.entries.ever_took_part().count())
    table = tables.standings_table_of(shown, requested_number(request, "round"), here.row_slice)
    context = page_head_context(request, shown, "standings")
    context |= {
        "table": table,
        "lines": table.lines,
        "games": _first_boards_of_round(shown, table.through, request.user),
        "page": here.number,
        "pages": here.numbers,
        "rounds": _published_rounds(shown),
    } | _result_files_context(shown, directs=context["directs"])
    return render(request, "tournaments/standings.html", context)


def _first_boards_of_round(shown: Tournament, number: int, viewer: Any) -> list[PairingRow]:
    """Return rows for the first boards of a round with pictures, which are shown next to the standings. Return [] if
    the viewer may see none of the games."""
    pairings = tables.with_players_and_games(Pairing.objects.filter(round__in=shown.rounds.filter(number=number)))
    first = list(pairings.published().order_by("board", "match_game", "pk")[:MOST_SHOWN])
    pictures = event_pictures(Game.objects.filter(pairing__in=first), "pairing", viewer)
    return rows_of_round(first, pictures) if pictures else []


def _result_files_context(shown: Tournament, *, directs: bool) -> dict[str, list[tuple[str, str]]]:
    """Return the template context with a tournament's files: those for everyone, and for directors those for
    federations, which have real names. A format of the second list is left out of the first."""
    for_federations = exporting.federation_file_formats(shown) if directs else []
    files = [one for one in exporting.result_file_formats(shown) if one[1] not in dict(for_federations).values()]
    return {"files": files, "federation_files": for_federations}


@dataclass(frozen=True, slots=True)
class _TablePage:
    """A page of a paginated table: its number, and the total number of pages."""

    number: int
    count: int

    @classmethod
    def from_query(cls, request: HttpRequest, rows: int) -> _TablePage:
        """Return the page given by the query parameter `page`, or the nearest existing page."""
        count = max(1, -(-rows // A_PAGE))
        return cls(min(max(requested_number(request, "page") or 1, 1), count), count)

    @property
    def row_slice(self) -> slice:
        """Return the slice that selects this page's rows from all rows of the table."""
        return slice((self.number - 1) * A_PAGE, self.number * A_PAGE)

    @property
    def numbers(self) -> Iterable[int]:
        """Return the numbers of all pages, or none if there is only one page."""
        return range(1, self.count + 1) if self.count > 1 else ()


def _sections_page(request: HttpRequest, shown: Tournament) -> HttpResponse:
    """Return the page with the tables of a stage's sections (query parameter `stage`), a few per page, and the overall
    places."""
    context = page_head_context(request, shown, "standings")
    dealt = [one for one in context["stages"] if one.kind == SystemKind.SECTIONS]
    number = requested_number(request, "stage")
    stage = next((one for one in dealt if one.number == number), dealt[-1])
    pages = max(1, -(-len(stage.groups) // SECTIONS_A_PAGE))
    page = min(max(requested_number(request, "page") or 1, 1), pages)
    context |= {
        "stage_shown": stage,
        "dealt": dealt,
        "sections": tables.section_tables(shown, stage, slice((page - 1) * SECTIONS_A_PAGE, page * SECTIONS_A_PAGE)),
        "page": page,
        "pages": range(1, pages + 1) if pages > 1 else (),
        "rounds": _published_rounds(shown),
    } | _result_files_context(shown, directs=context["directs"])
    return render(request, "tournaments/sections.html", context)


@require_safe
def bracket(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Return the page with a knockout's bracket, as a drawing and as a table."""
    shown = get_tournament_or_404(request, tournament_id)
    try:
        drawn = bracket_shown.bracket_for(shown)
    except NoSuchBracket as error:
        raise Http404 from error
    parts = [
        (name, [row for row in drawn.rows if row.match.plan.bracket is part and not row.is_bye])
        for part, name in PART_NAMES.items()
    ]
    context = page_head_context(request, shown, "bracket") | {
        "bracket": drawn,
        "parts": [(name, rows) for name, rows in parts if rows],
    }
    return render(request, "tournaments/bracket.html", context)


@require_safe
def log(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Return the page with the log, newest first."""
    shown = get_tournament_or_404(request, tournament_id)
    seen = access.visible_log_lines(request.user, shown)
    page = read_page(MergedStreams([Stream(seen)]), requested_page(request.GET, by_time=False), A_PAGE_OF_LOG)
    lines = seen.filter(pk__in=[number for _at, number in page.keys]).select_related("by", "about", "other")
    context = page_head_context(request, shown, "log") | {
        "lines": log_rows(rows_in_key_order(page.keys, lines)),
        "found": page,
    }
    return render(request, "tournaments/log.html", context)
