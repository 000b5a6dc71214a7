"""The page where a director seeds players before the start."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods

from foundation.refusals import Refusal
from ratings.standing import find_overall_rating
from tournaments.errors import SeedingChanged
from tournaments.models import Entry, Tournament
from tournaments.seeding_form import SeedingForm
from tournaments.services.seeding import MOST_SEEDS, may_seed, seeded_among, set_seeds

from .shared import get_tournament_or_404, page_head_context, player_request


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def seeding(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Return the page where directors enter a seed for each player, while entry is open. POST stores the seeds, and
    redirects to the page with the entrants."""
    shown = get_tournament_or_404(request, tournament_id)
    context = page_head_context(request, shown, "direct")
    if not context["directs"] or not may_seed(shown):
        raise Http404
    form = SeedingForm(request.POST if request.method == "POST" else None, entries=_entries_to_seed(shown))
    if form.is_valid():
        try:
            set_seeds(player_request(request), shown.pk, form.new_seed_order(), form.cleaned_data["reason"])
        except SeedingChanged as changed:
            form.set_seen_names(changed.data["seeds"])
            now = seeded_among(_entries_to_seed(shown))
            return _render_page(
                request, context | {"form": form, "changed": changed, "now_seeded": now}, changed.http_status
            )
        except Refusal as refusal:
            return _render_page(request, context | {"form": form, "refused": refusal.message()}, refusal.http_status)
        messages.success(request, pgettext("text", "Done."))
        return redirect("tournaments:players", shown.pk)
    return _render_page(request, context | {"form": form}, 400 if form.is_bound else 200)


def _render_page(request: HttpRequest, context: dict[str, Any], status: int) -> HttpResponse:
    return render(request, "tournaments/seeding.html", context, status=status)


def _entries_to_seed(shown: Tournament) -> list[Entry]:
    """Return the seeded players, followed by the others by rating, up to the largest number of seeds."""
    rows = Entry.objects.filter(tournament=shown).entered().select_related("player")

    def strength(entry: Entry) -> tuple[int, float, str]:
        rated = find_overall_rating(entry.player)
        return entry.seed or MOST_SEEDS + 1, 0 if rated is None else -rated.rating, entry.player.username

    return sorted(rows.prefetch_related("player__ratings"), key=strength)[:MOST_SEEDS]
