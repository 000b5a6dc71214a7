"""The directors' page, which shows and performs the actions that are possible now."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.core.lookup import NoSuchPlayer
from foundation.refusals import Refusal
from games.views.requests import player_of, received_at
from tournaments import tables, terms_words
from tournaments.errors import BadPairings
from tournaments.forms import ENCODING_NAMES, DirectorActForm, PairingsFileForm
from tournaments.models import (
    IN_PLAY,
    EntryState,
    NextStage,
    Pairing,
    Round,
    RoundState,
    Stage,
    Tournament,
    TournamentState,
)
from tournaments.models.log import REASONS
from tournaments.models.play import RESULT_NAMES, RESULTS
from tournaments.models.tournament_options import BY_SCORE, WITH_HANDICAPS, RoundStart
from tournaments.services import acts, importing
from tournaments.services.acts import TournamentAct
from tournaments.services.advancing import ROUND_PAUSE, tournaments_to_pair
from tournaments.services.bars import may_set_bar_and_floor
from tournaments.services.entering import may_enter_late
from tournaments.services.fixing import BY_HAND
from tournaments.services.previewing import find_previewed_round, may_preview_first_round
from tournaments.services.proposing import find_next_round, is_proposal_current
from tournaments.services.revising import entries_not_agreed
from tournaments.services.rows import count_entered
from tournaments.services.seeding import may_seed
from tournaments.services.staging import may_exchange_sections
from tournaments.systems.types import SystemKind
from wording import words

from .costs import change_preview_context
from .results import reversible_result_rows, undecided_rows
from .shared import get_tournament_or_404, page_head_context, player_request
from .shown import PairingRow, rows_of_round

MOST_LISTED = 200
MOST_ROWS = 32
"""The number of players with a row of their own before the start."""
PAIRINGS = {
    "file": gettext_lazy("This is not an OpenGotha or Pairgoth tournament file. Choose another file."),
    "encoding": gettext_lazy("This file's character encoding is not supported. Save it as UTF-8."),
    "games": gettext_lazy("The file's pairings are not valid. Correct the file and try again: %(name)s"),
    "value": gettext_lazy("The file has a value that is not valid: %(name)s. Correct it, or save the file again."),
    "round": gettext_lazy("This file has no pairings for the next round. Pair the round in your program first."),
    "unknown": gettext_lazy("%(name)s is not playing in this round."),
    "twice": gettext_lazy("%(name)s is paired twice in this round."),
    "missing": gettext_lazy("%(name)s plays in this round but is missing from the file."),
    "pair": gettext_lazy("Two players who have blocked each other are paired. Pair the round again."),
}
"""Messages about why pairings were rejected, by code."""
PAIRING_GIVEN_UP_AFTER = timedelta(minutes=5)
"""The time after which a round that the server has not paired counts as one that it cannot pair."""
MOST_PROPOSED = 100
"""The number of proposed pairings on this page; the page of the round shows all."""
MOST_OPEN = 50
"""The number of games without a result that have buttons on this page; directors use a tool for the others."""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def directors_page(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Return the page with all directors' actions. If the query string describes a change of the proposed pairings, the
    page shows how the change would affect each pairing criterion. POST performs an action. Raises Http404 if the viewer
    is not a director."""
    shown = get_tournament_or_404(request, tournament_id)
    context = page_head_context(request, shown, "direct")
    if not context["directs"]:
        raise Http404
    if request.method == "POST":
        return _perform_act(request, shown, context)
    if "change" in request.GET:
        try:
            context |= change_preview_context(request, shown)
        except (Refusal, NoSuchPlayer) as refusal:
            return _render_page(request, shown, context | {"refused": refusal.message()}, status=refusal.http_status)
    return _render_page(request, shown, context)


def _perform_act(request: HttpRequest, shown: Tournament, context: dict[str, Any]) -> HttpResponse:
    form = DirectorActForm(request.POST)
    if not form.is_valid():
        return _render_page(request, shown, context | {"form": form}, status=400)
    try:
        made = acts.perform_act(player_request(request), shown.pk, form.act(), form.act_input())
    except (Refusal, NoSuchPlayer) as refusal:
        return _render_page(request, shown, context | {"refused": refusal.message()}, status=refusal.http_status)
    messages.success(request, pgettext("text", "Done."))
    pages = {TournamentAct.OPEN: shown, TournamentAct.CANCEL: shown, TournamentAct.COPY: made}
    to = pages.get(form.act())
    return redirect(to) if isinstance(to, Tournament) else redirect("tournaments:direct", shown.pk)


@require_POST
@login_required
def import_uploaded_pairings(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Propose the pairings in an uploaded OpenGotha or Pairgoth file for the next round, and redirect to the directors'
    page, which shows them for review (E97). If the file is not valid, return the directors' page with the error."""
    shown = get_tournament_or_404(request, tournament_id)
    context = page_head_context(request, shown, "direct")
    if not context["directs"]:
        raise Http404
    form = PairingsFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _render_page(
            request, shown, context | {"refused": _("Choose an OpenGotha or Pairgoth file.")}, status=400
        )
    try:
        number = importing.round_for_imported_pairings(shown).number
        seats = importing.read_pairings_file(form.content(), number)
        importing.propose_pairings(player_request(request), shown.pk, number, seats)
    except BadPairings as refusal:
        text = words.isolated(str(refusal.cause or PAIRINGS[refusal.data["why"]]), name=_refused_part(refusal.data))
        return _render_page(request, shown, context | {"refused": text}, status=400)
    except Refusal as refusal:
        return _render_page(request, shown, context | {"refused": refusal.message()}, status=refusal.http_status)
    messages.success(request, _("Pairings proposed. Review them, then publish."))
    return redirect("tournaments:direct", shown.pk)


def _refused_part(data: Mapping[str, Any]) -> str:
    """Return the name or text in a file that a refusal is about, and its place in the file if known."""
    values = {key: words.localized_number(number) for key, number in data.get("place", {}).items()}
    values["text"] = data.get("name", "")
    if "line" in values:
        return pgettext("place in a file", "line %(line)s, column %(column)s") % values
    if "table" in values:
        return pgettext("place in a file", "round %(round)s, table %(table)s") % values
    return pgettext("place in a file", "round %(round)s: %(text)s") % values if "round" in values else values["text"]


def _render_page(request: HttpRequest, shown: Tournament, context: dict[str, Any], status: int = 200) -> HttpResponse:
    following = find_next_round(shown) if shown.state == TournamentState.RUNNING else find_previewed_round(shown)
    proposed = following is not None and following.state == RoundState.PROPOSED
    is_open = shown.state == TournamentState.OPEN
    present = shown.entries.filter(state__in=IN_PLAY if is_open else (EntryState.ENTERED,)).select_related("player")
    people = present.prefetch_related("player__ratings").order_by("player__username")[:MOST_LISTED]
    waits = shown.entries.filter(state=EntryState.APPLIED).select_related("player").prefetch_related("player__ratings")
    chosen, lists_tools = request.GET.get("player", ""), len(people) > MOST_ROWS
    chosen_entry = present.filter(player__username__iexact=chosen.strip()).first() if lists_tools else None
    if lists_tools and chosen and chosen_entry is None:
        context.setdefault("refused", NoSuchPlayer().message())
    is_stale = proposed and following is not None and not is_proposal_current(shown, following)
    decided = reversible_result_rows(shown, player_of(request).pk)
    starts_soon = following is not None and not proposed and _will_server_pair_soon(shown, received_at(request))
    in_pause = context["has_bracket"] and any(
        not row.pairing.counted or row.pairing.round.stage_id != context["stage"].pk for row in decided
    )
    games = Pairing.objects.filter(round__tournament=shown, white__isnull=False).published()
    unfinished = open_of_round = undecided_rows(shown, player_of(request).pk, in_bracket=context["has_bracket"])
    games, rounds = games.exclude(round__state=RoundState.DONE), shown.rounds.order_by("-number")
    current = rounds.filter(state__in=(RoundState.PUBLISHED, RoundState.PLAYING)).first() if unfinished else None
    if current is not None and context["stage"].kind in BY_SCORE:  # elsewhere rounds overlap
        games = games.filter(round=current)
        open_of_round = [one for one in unfinished if one.pairing.round_id == current.pk]
    games_of_round = games.count()
    starts_by_limit = bool(shown.at_once) and shown.following == RoundStart.OVER
    awaited = list(entries_not_agreed(shown).select_related("player").order_by("answer_by", "pk")[:MOST_LISTED])
    context |= {
        "next_round": following,
        "entered": (entered := count_entered(shown)),
        "lacking": max(0, shown.fewest - entered),
        "current_round": current,
        "has_more_rounds": _does_round_follow(shown, context["stages"][-1]),
        "has_games_to_start": starts_by_limit and games.without_started_game().exists(),
        "next_starts": terms_words.next_round_sentence(shown, context["stages"][-1]),
        "may_import": shown.state == TournamentState.RUNNING
        and following is not None
        and following.stage.kind in BY_SCORE,
        "encodings": list(ENCODING_NAMES.items()),
        "may_fix": following is not None and following.stage.kind in BY_HAND,
        "may_preview_first_round": may_preview_first_round(shown, context["stage"]),
        "is_stale": is_stale,
        "may_publish": not awaited and not is_stale,
        "may_start": not awaited and (is_stale or not proposed),
        "is_proposed": proposed,
        "proposal": _proposal_rows(following),
        "open_rows": unfinished[:MOST_OPEN],
        "has_more_open": len(unfinished) > MOST_OPEN,
        "open_of_round": open_of_round,
        "games_of_round": games_of_round,
        "decided_rows": decided,
        "waits": in_pause or starts_soon,
        "starts_soon": starts_soon,
        "reasons": [(key, str(name)) for key, name in REASONS.items()],
        "entrants": people,
        "lists_tools": lists_tools,
        "chosen": chosen,
        "chosen_entry": chosen_entry,
        "people": [entry.player for entry in people],
        "applicants": list(waits.order_by("at")[:MOST_LISTED]),
        "kept_apart": shown.forbidden.select_related("one__player", "other__player").order_by("pk")[:MOST_LISTED],
        "to_agree": awaited,
        "directors": shown.directors.select_related("player"),
        "may_replace": shown.state == TournamentState.RUNNING
        and shown.entries.filter(state=EntryState.WAITING).exists(),
        "may_exchange": may_exchange_sections(shown),
        "may_seed": may_seed(shown),
        "has_labels": (context["is_open"] or context["is_running"]) and context["stage"].kind in WITH_HANDICAPS,
        "may_notify": shown.state in (TournamentState.OPEN, TournamentState.RUNNING, TournamentState.REVIEW),
        "may_invite": is_open or may_enter_late(shown),
        "may_set_bar_and_floor": may_set_bar_and_floor(shown),
        "results": [(one.value, name) for one, name in (RESULT_NAMES if context["has_bracket"] else RESULTS).items()],
        "has_tools": context["is_open"] or context["is_running"] or (context["may_act"] and context["has_begun"]),
        "me": player_of(request),
    }
    return render(request, "tournaments/direct.html", context, status=status)


def _does_round_follow(shown: Tournament, stage: Stage) -> bool:
    """Return whether a round follows in this stage, the current one, or in the stage after its sections, whose rounds
    do not exist yet."""
    if stage.kind == SystemKind.SECTIONS and (len(stage.groups) > 1 or stage.then == NextStage.KNOCKOUT):
        return True
    return shown.rounds.filter(state__in=(RoundState.PLANNED, RoundState.PROPOSED)).exists()


def _will_server_pair_soon(shown: Tournament, now: datetime) -> bool:
    """Return whether the server will pair the next round within a minute. Return False if pairing has been due for
    PAIRING_GIVEN_UP_AFTER: the server then cannot pair the round, and directors must."""
    due, overdue = tournaments_to_pair(now + ROUND_PAUSE), tournaments_to_pair(now - PAIRING_GIVEN_UP_AFTER)
    failed = overdue.filter(pk=shown.pk, started_at__lte=now - PAIRING_GIVEN_UP_AFTER)
    return due.filter(pk=shown.pk).exists() and not failed.exists()


def _proposal_rows(following: Round | None) -> list[PairingRow]:
    """Return the first rows of the proposed pairings, [] if the round `following` is not proposed."""
    if following is None or following.state != RoundState.PROPOSED:
        return []
    return rows_of_round(tables.pairings_of_round(following, slice(MOST_PROPOSED)))
