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
from foundation.keyset import Merged, Stream, in_order, page_at
from foundation.refusals import Refusal
from games.event_boards import boards_of, row_pictures
from games.models import Game
from games.views.requests import place_asked, player_of, received_at
from ratings.fields import RANK_CHOICES
from tournaments import access, bracket_shown, exporting, tables, terms_words
from tournaments.change_words import changes_in_words
from tournaments.errors import EventFull, NoSuchBracket, NoSuchFile, NoSuchRound, RanksHidden
from tournaments.forms import EntryForm
from tournaments.models import Entry, EntryState, Pairing, RoundState, State, Tournament
from tournaments.models.tournament_options import BY_SCORE, shown_options
from tournaments.services import consenting, entering, leaving, staying
from tournaments.services.copying import next_start
from tournaments.services.revising import changes_for
from tournaments.services.rows import count_entered, entry_of
from tournaments.systems.brackets import Bracket as Part
from tournaments.systems.types import Kind
from wording.time_words import span

from .asked import found, frame, number_asked, request_of
from .shown import lines_of_log, rows_of_round

MOST_MINE, MOST_FIRST, MOST_PICTURES = 20, 10, 24
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
    """Return the overview: the viewer's games first, then entry and terms, the current round, and the top of the
    table."""
    shown = found(request, tournament_id)
    context = frame(request, shown, "about") | _about_me(request, shown) | _about_play(shown)
    size = max(shown.width, shown.height)
    context |= {
        "entered": count_entered(shown),
        "people": [] if context["rounds"] else _first_people(shown),
        "boards": boards_of(Game.objects.filter(pairing__round__tournament=shown), request.user),
        "criteria": tables.criteria_of(shown),
        "shown_options": shown_options(context["stage"], shown, kind=context["stage"].kind),
        "next_start": next_start(shown, received_at(request)),
        "next_one": Tournament.objects.opened().filter(previous=shown).first(),
        "longest": span(tables.longest(shown.agreed_time, size)),
        "next_starts": terms_words.following_of(shown, context["stage"]),
        "without_a_game": terms_words.without_a_game(shown, context["stage"]),
        "handicap": terms_words.handicap_of(shown, context["stage"]),
        "komi": terms_words.komi_of(shown, context["stage"]),
        "usual_moves": tables.USUAL_MOVES[min(tables.USUAL_MOVES, key=lambda usual: abs(usual - size))],
    }
    context["is_of_a_series"] = any((context["next_start"], context["next_one"], shown.previous_id))
    return render(request, "tournaments/tournament.html", context)


def _first_people(shown: Tournament) -> list[Player]:
    first = shown.entries.filter(state=EntryState.ENTERED).select_related("player").order_by("pk")
    return [entry.player for entry in first[:MOST_FIRST]]


def _about_me(request: HttpRequest, shown: Tournament) -> dict[str, Any]:
    may_enter = shown.state == State.OPEN or entering.may_enter_late(shown)
    if not isinstance(request.user, Player):
        return {"may_enter": may_enter}
    player = player_of(request)
    mine = entry_of(shown, player.pk)
    refusal = entering.refusal_for(shown, player, mine, received_at(request))
    return {
        "mine": mine,
        "is_in": mine is not None and mine.state in IN,
        "may_state_rank": may_enter and not entering.has_established_rank(player),
        "has_real_name": bool(federation_data_of([player.pk])),
        "may_share_name": mine is not None and mine.state not in consenting.NOT_IN,
        "rank_choices": [name for _steps, name in reversed(RANK_CHOICES)],
        "is_invited": mine is not None and mine.state == EntryState.INVITED,
        "refusal": refusal if may_enter else None,
        "may_enter": may_enter,
        "may_wait": isinstance(refusal, EventFull) and shown.state == State.OPEN,
        "skippable": _skippable(shown, mine),
        "is_refused": refusal is not None and not (isinstance(refusal, EventFull) and shown.state == State.OPEN),
        "may_withdraw": mine is not None and mine.state in IN and shown.state in (State.OPEN, State.RUNNING),
        "changes": changes_in_words(changes_for(shown, mine)),
        "my_rows": rows_of_round(_my_pairings(mine)) if mine is not None and mine.number is not None else [],
    }


def _skippable(shown: Tournament, mine: Entry | None) -> list[tuple[int, bool]]:
    """Return the numbers of future rounds that the viewer may skip, with whether the viewer skips them (E26)."""
    stage = access.stage_of(shown)
    is_in = mine is not None and mine.state == EntryState.ENTERED and shown.state == State.RUNNING
    if mine is None or not is_in or stage.kind not in BY_SCORE:
        return []
    begun = len(entering.begun_rounds(shown))
    return [(number, number in mine.skips) for number in range(begun + 1, stage.rounds + 1)]


def _my_pairings(mine: Entry) -> list[Pairing]:
    rows = Pairing.objects.filter(Q(black=mine) | Q(white=mine)).shown()
    return list(tables.with_people(rows).order_by("-round__number")[:MOST_MINE])


def _about_play(shown: Tournament) -> dict[str, Any]:
    if shown.started_at is None:
        return {"rounds": []}
    return {"rounds": _rounds(shown), "table": tables.table_of(shown, None, slice(MOST_FIRST))}


def _rounds(shown: Tournament) -> list[Any]:
    return list(shown.rounds.exclude(state=RoundState.PROPOSED).order_by("number"))


@require_POST
@login_required
def entry(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Enter, join the waiting list, withdraw, confirm, set rounds to skip, or share the real name."""
    shown = found(request, tournament_id)
    form = EntryForm(request.POST)
    try:
        if not form.is_valid():
            messages.error(request, _("Choose what you want to do."))
        elif form.cleaned_data["do"] in ("enter", "wait"):
            waiting = form.cleaned_data["do"] == "wait"
            made = entering.enter(request_of(request), tournament_id, waiting=waiting, stated=form.stated())
            messages.success(request, _MESSAGES[EntryState(made.state)])
        elif form.cleaned_data["do"] == "confirm":
            staying.confirm(request_of(request), tournament_id, form.cleaned_data["revision"])
            messages.success(request, _("You are staying in the tournament."))
        elif form.cleaned_data["do"] == "skip":
            staying.skip(request_of(request), tournament_id, form.cleaned_data["rounds"])
            messages.success(request, pgettext("text", "Saved."))
        elif form.cleaned_data["do"] in ("share", "hide"):
            consenting.share_name(request_of(request), tournament_id, shares=form.cleaned_data["do"] == "share")
            messages.success(request, pgettext("text", "Saved."))
        else:
            leaving.withdraw(request_of(request), tournament_id, now=form.cleaned_data["do"] == "resign")
            messages.success(request, _("You have withdrawn."))
    except Refusal as refusal:
        messages.error(request, refusal.message())
    return redirect(shown)


class _EntryMessages:
    """The messages after a player's action on their entry, in the reader's language."""

    def __getitem__(self, state: EntryState) -> str:
        if state == EntryState.WAITING:
            return _("You are on the waiting list.")
        return _("A director will review your entry.") if state == EntryState.APPLIED else _("You have entered.")


_MESSAGES = _EntryMessages()


@require_safe
def players(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Return the page of entrants in the order of entry with their scores, followed by the waiting list."""
    shown = found(request, tournament_id)
    states = (EntryState.ENTERED, EntryState.WAITING)
    if access.role_of(request.user, shown) is not None:
        states += (EntryState.APPLIED, EntryState.INVITED)  # type: ignore[assignment]
    rows = shown.entries.filter(state__in=states)
    page = page_at(Merged([Stream(rows)]), place_asked(request.GET, by_time=False), A_PAGE)
    entries = Entry.objects.filter(pk__in=[number for _at, number in page.keys])
    entries = entries.select_related("player").prefetch_related("player__ratings")
    table = None if shown.started_at is None else tables.table_of(shown)
    scores = {} if table is None else {line.entry.pk: line.named[0] for line in table.lines if line.named}
    context = frame(request, shown, "players") | {
        "entries": [(one, scores.get(one.pk)) for one in in_order(page.keys, entries)],
        "found": page,
    }
    return render(request, "tournaments/players.html", context)


@require_safe
def round_page(request: HttpRequest, tournament_id: int, round_number: int) -> HttpResponse:
    """Return the page of a round's pairings. A proposal is shown to directors only."""
    shown = found(request, tournament_id)
    context = frame(request, shown, "rounds")
    try:
        round_ = access.round_for(shown, round_number, directs=context["directs"])
    except NoSuchRound as error:
        raise Http404 from error
    here = _Page.asked(request, round_.pairings.count())
    pairings = tables.pairings_of(round_, here.wanted)
    pictures = row_pictures(Game.objects.filter(pairing__in=pairings[:MOST_PICTURES]), "pairing", request.user)
    context |= {
        "round": round_,
        "rounds": _rounds(shown),
        "pairings": rows_of_round(pairings, pictures),
        "page": here.number,
        "pages": here.all,
    }
    return render(request, "tournaments/round.html", context)


@require_safe
def standings(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Return the cross table; query parameters: `round`, the round after which, and `page`."""
    shown = found(request, tournament_id)
    if shown.started_at is None:
        raise Http404
    if access.first_stage_of(shown).kind == Kind.SECTIONS:
        return _sections(request, shown)
    here = _Page.asked(request, shown.entries.starters().count())
    table = tables.table_of(shown, number_asked(request, "round"), here.wanted)
    context = frame(request, shown, "standings")
    context |= {
        "table": table,
        "lines": table.lines,
        "page": here.number,
        "pages": here.all,
        "rounds": _rounds(shown),
        "files": exporting.forms_of(shown),
        "federation_files": exporting.federation_forms() if context["directs"] else [],
    }
    return render(request, "tournaments/standings.html", context)


@dataclass(frozen=True, slots=True)
class _Page:
    """A page of a paginated table: its number, and the number of pages."""

    number: int
    count: int

    @classmethod
    def asked(cls, request: HttpRequest, rows: int) -> _Page:
        """Return the page in the query parameter `page`, or the nearest existing one."""
        count = max(1, -(-rows // A_PAGE))
        return cls(min(max(number_asked(request, "page") or 1, 1), count), count)

    @property
    def wanted(self) -> slice:
        """Return the slice of the table's rows on this page."""
        return slice((self.number - 1) * A_PAGE, self.number * A_PAGE)

    @property
    def all(self) -> Iterable[int]:
        """Return the numbers of all pages; none if there is only one."""
        return range(1, self.count + 1) if self.count > 1 else ()


def _sections(request: HttpRequest, shown: Tournament) -> HttpResponse:
    """Return the tables of the sections of a stage (query parameter `stage`), a few per page, and the overall
    places."""
    context = frame(request, shown, "standings")
    dealt = [one for one in context["stages"] if one.kind == Kind.SECTIONS]
    number = number_asked(request, "stage")
    stage = next((one for one in dealt if one.number == number), dealt[-1])
    pages = max(1, -(-len(stage.groups) // SECTIONS_A_PAGE))
    page = min(max(number_asked(request, "page") or 1, 1), pages)
    context |= {
        "stage_shown": stage,
        "dealt": dealt,
        "sections": tables.sections_of(shown, stage, slice((page - 1) * SECTIONS_A_PAGE, page * SECTIONS_A_PAGE)),
        "page": page,
        "pages": range(1, pages + 1) if pages > 1 else (),
        "rounds": _rounds(shown),
        "files": exporting.forms_of(shown),
        "federation_files": exporting.federation_forms() if context["directs"] else [],
    }
    return render(request, "tournaments/sections.html", context)


@require_safe
def bracket(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Return the bracket of a knockout, as a picture and as a table."""
    shown = found(request, tournament_id)
    try:
        drawn = bracket_shown.bracket_for(shown)
    except NoSuchBracket as error:
        raise Http404 from error
    parts = [
        (name, [row for row in drawn.rows if row.match.plan.bracket is part and not row.is_bye])
        for part, name in PART_NAMES.items()
    ]
    context = frame(request, shown, "bracket") | {
        "bracket": drawn,
        "parts": [(name, rows) for name, rows in parts if rows],
    }
    return render(request, "tournaments/bracket.html", context)


@require_safe
def file(request: HttpRequest, tournament_id: int, form: str) -> HttpResponse:
    """Return the results as a file (E97)."""
    try:
        return exporting.as_download(found(request, tournament_id), form, request.user)
    except NoSuchFile as error:
        raise Http404 from error
    except RanksHidden as refusal:
        messages.error(request, refusal.message())
        return redirect("tournaments:tournament", tournament_id)


@require_safe
def log(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Return the log, newest first."""
    shown = found(request, tournament_id)
    seen = access.log_for(request.user, shown)
    page = page_at(Merged([Stream(seen)]), place_asked(request.GET, by_time=False), A_PAGE_OF_LOG)
    lines = seen.filter(pk__in=[number for _at, number in page.keys]).select_related("by", "about", "other")
    context = frame(request, shown, "log") | {"lines": lines_of_log(in_order(page.keys, lines)), "found": page}
    return render(request, "tournaments/log.html", context)
