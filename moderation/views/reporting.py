"""Pages on which players report something or someone, and see their reports."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.core.lookup import NoSuchPlayer
from clubs.errors import NoSuchClub, NoSuchClubNotice
from foundation import timesource
from games.access import game_for
from games.errors import GameError, NoSuchGame
from games.views.requests import player_of, received_at
from ladders.errors import NoSuchLadder
from leagues.errors import NoSuchLeague
from learn.errors import NoSuchMaterial
from library.errors import NoSuchRecord
from moderation import services
from moderation.errors import CannotReport, NoSuchMessage
from moderation.forms import GamePlayerReportForm, ReportForm, TeamMatchReportForm
from moderation.models import Report
from moderation.models.case import CaseKind
from moderation.services import ReportTarget
from moderation.services.events_and_matches import reportable_people
from moderation.services.evidence import readable_post_ids
from social.errors import NoSuchPost
from study.errors import NoSuchBoard
from team_matches.access import team_match_with_clubs
from team_matches.errors import NoSuchMatch
from tournaments.errors import NoSuchTournament
from wording.refusals import sentence_for

MOST_SHOWN = 100
NOTHING_THERE = (
    NoSuchPlayer, NoSuchGame, NoSuchMessage, NoSuchPost, NoSuchClub, NoSuchClubNotice, NoSuchTournament, NoSuchLadder,
    NoSuchLeague, NoSuchMatch, NoSuchRecord, NoSuchMaterial, NoSuchBoard, CannotReport,
)  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_player(request: HttpRequest, name: str) -> HttpResponse:
    """Return the form that reports a player's name, profile or behaviour. POST sends the report."""
    return report_form_page(request, lambda: services.target_player(player_of(request), name), CaseKind.PROFILE)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_message(request: HttpRequest, message_id: int) -> HttpResponse:
    """Return the form that reports a message in a game's chat. POST sends the report."""
    return report_form_page(request, lambda: services.target_message(player_of(request), message_id), CaseKind.ABUSE)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_post(request: HttpRequest, post_id: int) -> HttpResponse:
    """Return the form that reports a message outside the chat of a game. POST sends the report."""
    return report_form_page(request, lambda: services.target_post(player_of(request), post_id), CaseKind.ABUSE)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_club(request: HttpRequest, club_id: int) -> HttpResponse:
    """Return the form that reports the name or the texts of a club. POST sends the report."""
    return report_form_page(request, lambda: services.target_club(player_of(request), club_id), CaseKind.PROFILE)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_club_notice(request: HttpRequest, notice_id: int) -> HttpResponse:
    """Return the form that reports a club notice. POST sends the report."""
    return report_form_page(request, lambda: services.target_club_notice(player_of(request), notice_id), CaseKind.ABUSE)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_event(request: HttpRequest, kind: str, **number: int) -> HttpResponse:
    """Return the form that reports the name or the description of an event of this kind. POST sends the report.
    `number` has only the event's id."""
    [event_id] = number.values()
    find = partial(services.target_event, kind, player_of(request), event_id)
    return report_form_page(request, find, CaseKind.PROFILE)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_record(request: HttpRequest, record_id: int) -> HttpResponse:
    """Return the form that reports a shared record. POST sends the report."""
    return report_form_page(request, lambda: services.target_record(player_of(request), record_id), CaseKind.ABUSE)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_material(request: HttpRequest, collection: str) -> HttpResponse:
    """Return the form that reports a shared problem collection. POST sends the report."""
    return report_form_page(request, lambda: services.target_material(player_of(request), collection), CaseKind.ABUSE)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_board(request: HttpRequest, board: str) -> HttpResponse:
    """Return the form that reports a demonstration board. POST sends the report."""
    return report_form_page(request, lambda: services.target_board(player_of(request), board), CaseKind.ABUSE)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_question(request: HttpRequest, question_id: int) -> HttpResponse:
    """Return the form that reports a question on a demonstration board. POST sends the report."""
    return report_form_page(request, lambda: services.target_question(player_of(request), question_id), CaseKind.ABUSE)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_match(request: HttpRequest, match_id: int) -> HttpResponse:
    """Return the form that reports someone in a team match. POST sends the report."""
    viewer = player_of(request)
    try:
        match = team_match_with_clubs(match_id)
    except NoSuchMatch as error:
        raise Http404 from error
    people = reportable_people(viewer, match)
    form = TeamMatchReportForm(request.POST if request.method == "POST" else None, people=people)
    name = form.data.get("player") or next((player.username for player in people), "")
    target = _target_or_404(lambda: services.target_match(viewer, match_id, str(name)))
    return _handle_report_form(request, target, form, match.get_absolute_url())


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_game(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the form that reports a player of this game. POST sends the report."""
    viewer = player_of(request)
    try:
        game = game_for(viewer, game_id)
    except NoSuchGame as error:
        raise Http404 from error
    form = GamePlayerReportForm(request.POST if request.method == "POST" else None, game=game, viewer=viewer)
    name = form.data.get("player") or form.fields["player"].initial
    target = _target_or_404(lambda: services.target_game(viewer, game_id, str(name)))
    return _handle_report_form(request, target, form, game.get_absolute_url())


def _target_or_404(find: Callable[[], ReportTarget]) -> ReportTarget:
    try:
        return find()
    except NOTHING_THERE as error:
        raise Http404 from error


def report_form_page(request: HttpRequest, find: Callable[[], ReportTarget], kind: CaseKind) -> HttpResponse:
    """Return the form that reports this target, with this kind selected. POST sends the report. `find` returns the
    target; its errors become a 404."""
    target = _target_or_404(find)
    form = ReportForm(request.POST if request.method == "POST" else None, initial={"kind": kind})
    return _handle_report_form(request, target, form, _target_url(target))


def _target_url(target: ReportTarget) -> str:
    """Return the URL of the reported object's page; for a chat message, the game's chat."""
    path: str = target.evidence.get("path", "")
    chat = "" if target.game is None else f"{target.game.get_absolute_url()}?chat=1#chat"
    return path or chat or target.player.get_absolute_url()


def _handle_report_form(request: HttpRequest, target: ReportTarget, form: ReportForm, back: str) -> HttpResponse:
    """Return the page with the report form. POST sends the report and redirects to the viewer's reports. `back` is the
    URL of the page's back link."""
    refusal, status = "", 200
    if request.method == "POST":
        if form.is_valid():
            kind = CaseKind(form.cleaned_data["kind"])
            complaint = services.ReportContent(kind, player_of(request), form.cleaned_data["text"])
            try:
                services.report_player(target=target, complaint=complaint, now=received_at(request))
            except GameError as error:
                refusal, status = sentence_for(error), error.http_status
            else:
                messages.success(
                    request, _("Report sent. Thank you. A moderator will look into it, and you'll get an answer.")
                )
                return redirect("moderation:reports")
        else:
            status = 400
    readable_posts = readable_post_ids([target.evidence], player_of(request))
    context = {"target": target, "form": form, "back": back, "refusal": refusal, "readable_posts": readable_posts}
    return render(request, "moderation/report.html", context, status=status)


@require_safe
@login_required
def my_reports(request: HttpRequest) -> HttpResponse:
    """Return the page with the viewer's reports and the moderators' answers."""
    rows = Report.objects.filter(reporter=player_of(request)).select_related("case__player", "game").order_by("-at")
    return render(request, "moderation/reports.html", {"reports": rows[:MOST_SHOWN], "now": timesource.now()})
