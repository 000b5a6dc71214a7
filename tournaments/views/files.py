"""Calendars and feeds of tournaments and clubs in the reader's language, result files, and files for directors (E97,
E98)."""

from __future__ import annotations

from collections.abc import Iterable
from html import unescape

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST, require_safe

from accounts.core.feeds import PlainTextAtomFeed, feed_response, new_feed
from accounts.models import Player
from clubs.views.shared import club_or_404 as club_found
from foundation import timesource
from tournaments import exporting
from tournaments.calendars import calendar_of_club, public_calendar
from tournaments.errors import NoSuchFile, NoSuchTournament, NotDirector, RanksHidden
from tournaments.log_words import LogRow
from tournaments.models import LogLine, Tournament
from tournaments.records import zip_of_finished_games
from tournaments.tables import standings_table_of
from wording.words import join_as_list

from .shared import get_tournament_or_404, player_request
from .shown import log_rows

MOST_NEWS = 50
OF_ALL = ("opened", "postponed", "started", "cancelled", "review", "closed")
"""The kinds of log lines that the public feed of all tournaments includes."""
OF_ONE = (*OF_ALL, "published", "round_done", "result", "notice")


@require_safe
def all_events_calendar(request: HttpRequest) -> HttpResponse:
    """Return the calendar of all tournaments' starts and rounds and all leagues' seasons (iCalendar, RFC 5545)."""
    return _calendar_response(public_calendar(timesource.now(), request.build_absolute_uri))


@require_safe
def club_calendar(request: HttpRequest, club_id: int) -> HttpResponse:
    """Return the calendar of a club's tournaments, seasons and team matches (iCalendar, RFC 5545)."""
    shown = club_found(request, club_id)
    return _calendar_response(calendar_of_club(shown, timesource.now(), request.build_absolute_uri))


def _calendar_response(text: bytes) -> HttpResponse:
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")


@require_safe
def tournaments_feed(request: HttpRequest) -> HttpResponse:
    """Return an Atom feed (RFC 4287) of all tournaments' openings, starts and ends."""
    lines = LogLine.objects.filter(act__in=OF_ALL, tournament__in=Tournament.objects.listed().values("pk"))
    feed = new_feed(request, pgettext("feed", "Go tournaments"), reverse("tournaments:tournaments"))
    return _feed_of_log(request, feed, lines.select_related("tournament", "about", "other").order_by("-pk")[:MOST_NEWS])


@require_safe
def tournament_feed(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Return an Atom feed (RFC 4287) of one tournament's rounds, decisions, notices and end."""
    shown = get_tournament_or_404(request, tournament_id)
    lines = shown.log.filter(act__in=OF_ONE).select_related("tournament", "about", "other").order_by("-pk")
    return _feed_of_log(request, new_feed(request, shown.shown_name, shown.get_absolute_url()), lines[:MOST_NEWS])


@require_safe
def download_results(request: HttpRequest, tournament_id: int, form: str) -> HttpResponse:
    """Return the tournament's results in the file format `form` as a download (E97). If a player hides their rank,
    redirect everyone except directors to the tournament's page."""
    try:
        return exporting.results_download(get_tournament_or_404(request, tournament_id), form, request.user)
    except NoSuchFile as error:
        raise Http404 from error
    except RanksHidden as refusal:
        messages.error(request, refusal.message())
        return redirect("tournaments:tournament", tournament_id)


@require_safe
def download_finished_games(request: HttpRequest, tournament_id: int) -> StreamingHttpResponse:
    """Return a tournament's finished games as SGF files in a zip archive (E97)."""
    shown = get_tournament_or_404(request, tournament_id)
    viewer = request.user if isinstance(request.user, Player) else None
    answer = StreamingHttpResponse(zip_of_finished_games(shown, viewer), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="tournament-{shown.pk}.zip"'
    return answer


@require_POST
@login_required
def download_federation_file(request: HttpRequest, tournament_id: int, form: str) -> HttpResponse:
    """Return the tournament's result file for the federation `form` as a download (E132, E133). Raises Http404 if the
    viewer is not a director."""
    try:
        return exporting.make_federation_file(player_request(request), tournament_id, form)
    except (NoSuchFile, NoSuchTournament, NotDirector) as error:
        raise Http404 from error


def _feed_of_log(request: HttpRequest, feed: PlainTextAtomFeed, lines: Iterable[LogLine]) -> HttpResponse:
    for row in log_rows(lines):
        _add_feed_item(request, feed, row)
    return feed_response(feed)


def _add_feed_item(request: HttpRequest, feed: PlainTextAtomFeed, row: LogRow[LogLine]) -> None:
    line = row.line
    link = request.build_absolute_uri(line.tournament.get_absolute_url())
    sentence = unescape(strip_tags(row.sentence))
    texts = [text for text in (row.change, row.reason, *_winners_if_confirmed(line)) if text]
    feed.add_item(
        title=f"{line.tournament.shown_name}: {sentence}", link=link, description=" · ".join(texts),
        unique_id=f"{link}#log-{line.pk}", updateddate=line.at, pubdate=line.at,
    )  # fmt: skip


def _winners_if_confirmed(line: LogLine) -> list[str]:
    """Return a list with the winners' names as one text, for the log line that confirms the results; [] for other
    lines."""
    if line.act != "closed":
        return []
    first = [row.player.shown_name for row in standings_table_of(line.tournament).lines if row.place == 1]
    return [join_as_list(first)]
