"""The form that imports a file into the player's analysis."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from challenges.sgf_import import decode_upload, remark_sentence
from games.errors import GameError
from games.views.requests import player_of, received_at
from study.services import files
from wording.refusals import sentence_for
from wording.words import with_localized_digits

from .analysis import analysis_off_page, own_tree_if_allowed
from .analysis_page import AnalysisPage


@login_required
@require_POST
def import_variations_file(request: HttpRequest, game_id: int) -> HttpResponse:
    """Import variations from an uploaded SGF file into the viewer's analysis, and redirect to it. A message says how
    many moves were added and what was left out."""
    opened, upload = own_tree_if_allowed(request, game_id), request.FILES.get("file")
    if opened is None:
        return analysis_off_page(request, game_id)
    try:
        source = decode_upload(b"" if upload is None else upload.read())
        added, left_out = files.import_file_into_tree(player_of(request), game_id, source.text, received_at(request))
    except GameError as refusal:
        context = {"page": AnalysisPage(opened, ""), "refusal": sentence_for(refusal)}
        return render(request, "study/analysis.html", context, status=refusal.http_status)
    text = ngettext("%(n)s move added.", "%(n)s moves added.", added) % {"n": with_localized_digits(str(added))}
    lines = [str(files.LEFT_OUT[word]) % {"n": with_localized_digits(str(number))} for word, number in left_out.items()]
    messages.success(request, " ".join([text, *(f"{line}." for line in lines)]))
    for remark in source.remarks:
        messages.warning(request, remark_sentence(remark))
    return redirect("study:analysis", game_id)
