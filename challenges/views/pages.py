"""Pages for finding someone to play: the waiting room, a new offer, and one offer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.core import site
from accounts.core.guests import NotForGuests
from accounts.core.hidden_ranks import is_rank_shown
from accounts.core.lookup import find_visible_player, get_player_by_name
from accounts.core.restrictions import NewGamesBlocked, Suspended
from accounts.models import Player
from challenges import access, services
from challenges.errors import ChallengeAlreadyClosed, NoSuchChallenge
from challenges.forms.answers import ShownTermsForm
from challenges.forms.cards import NewGameFormData
from challenges.forms.counter import CounterForm
from challenges.forms.offers import ChallengeForm, initial_from_query, initial_values_for
from challenges.forms.records import SgfUploadForm
from challenges.kinds import KINDS, ORDINARY, filter_of_kind
from challenges.models import Challenge, ChallengeStatus
from challenges.refusals import set_refusals
from challenges.services import OfferRecipients, ShownTerms, must_sign_up
from challenges.sgf_import import BadSgf, ImportedSgf, read_upload, remark_sentence
from challenges.views import bids, invitations, seats, simuls
from foundation.qr_code import qr_code
from games.access import may_watch
from games.errors import BadTerms, GameError
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.terms import OFFERED_SIZES
from games.views.requests import player_of, received_at
from ratings.standing import find_rank, load_ratings
from ratings.suggestions import suggest_handicap
from rules import DEFAULT_RULE_SET, RULE_SETS, Variant
from rules.variants.presets import preset_of
from wording import words
from wording.refusals import sentence_for
from wording.variant_words import PRESET_NAMES

MOST_OFFERS = 100


@require_safe
def waiting_room(request: HttpRequest) -> HttpResponse:
    """Return the page with open offers, filtered by variant. Offers that the viewer can accept come first, and each
    group is sorted newest first."""
    kind = request.GET.get("variant", "")
    kind = kind if kind in KINDS else ""
    rows = Challenge.objects.in_waiting_room().without_blocks_with(request.user)
    offers = list((rows.filter(filter_of_kind(kind)) if kind else rows).with_people()[:MOST_OFFERS])
    viewer = access.viewer_with_ratings(request.user)
    set_refusals(offers, viewer, received_at(request))
    mine = [offer for offer in offers if offer.creator_id == request.user.pk]
    others = [offer.for_joiner(viewer) for offer in offers if offer.creator_id != request.user.pk]
    others.sort(key=lambda offer: offer.refusal is not None)
    context = {"mine": mine, "others": others, "kind": kind, "kinds": _variant_filters(), "ordinary": ORDINARY}
    return render(request, "challenges/waiting_room.html", context)


def _variant_filters() -> list[tuple[str, str]]:
    """Return the keys and names of the page's filters. The key "" means all variants."""
    names = {"": pgettext("text", "All"), ORDINARY: pgettext("variant", "Standard Go"), **PRESET_NAMES}
    return [(kind, str(names[kind])) for kind in ("", *KINDS)]


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_offer(request: HttpRequest) -> HttpResponse:
    """Return the page with the form of a new offer. POST creates the offer, or the game against the server's bot, and
    redirects."""
    player = player_of(request)
    if request.method == "POST":
        form = ChallengeForm(request.POST)
        made = _create_from_form(request, form) if form.is_valid() else None
        if made is not None:
            return redirect(made)
    else:
        form = ChallengeForm(initial=initial_values_for(player) | initial_from_query(request.GET))
    opponent = _find_named_opponent(form, player)
    context = _form_context(form, player, opponent) | {"suggestions": _handicap_suggestions(player, opponent)}
    return render(request, "challenges/new.html", context, status=400 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_from_sgf(request: HttpRequest) -> HttpResponse:
    """Return the form for uploading an SGF file. POST reads the file, and returns the new-game page with the file's
    position."""
    form = SgfUploadForm(request.POST, request.FILES) if request.method == "POST" else SgfUploadForm()
    if request.method == "POST" and form.is_valid():
        try:
            upload = read_upload(form.cleaned_data["file"], form.cleaned_data["moves"])
        except BadSgf as refusal:
            form.add_error("moves" if "moves" in refusal.fields else "file", sentence_for(refusal))
        else:
            remarks = [remark_sentence(remark) for remark in upload.remarks]
            context = _form_context(_form_from_upload(upload), player_of(request)) | {"remarks": remarks}
            return render(request, "challenges/new.html", context)
    return render(request, "challenges/new_from_sgf.html", {"form": form}, status=400 if form.errors else 200)


def _form_from_upload(upload: ImportedSgf) -> ChallengeForm:
    initial = {
        "position": ChallengeForm.signed_position(upload),
        "rule_set": upload.rule_set or site.default_rule_set_key(DEFAULT_RULE_SET),
        "komi": upload.komi,
        "variant": preset_of(Variant(wraps=upload.position.board.wraps)),
    }
    return ChallengeForm(initial=initial)


def _form_context(form: ChallengeForm, player: Player, opponent: Player | None = None) -> dict[str, Any]:
    if player.is_child or (opponent is not None and opponent.is_child):
        form.fix_terms_with_child()
    return {"form": form, "cards": NewGameFormData(form), "rule_sets": RULE_SETS, "position": form.start}


def _find_named_opponent(form: ChallengeForm, player: Player) -> Player | None:
    """Return the player whose name is in the form's `opponent` field. Return None if there is no such player, or the
    player of the form may not know them."""
    if form["opponent_kind"].value() != "player":
        return None
    found = find_visible_player(form["opponent"].value() or "", player)
    return None if found is None or not found.is_active or found.pk == player.pk else found


def _handicap_suggestions(player: Player, opponent: Player | None) -> list[tuple[str, SafeString]]:
    """Return the usual board sizes, each with the handicap suggested for a game against the opponent."""
    if opponent is None or not is_rank_shown(opponent):
        return []
    load_ratings(player, opponent)
    mine, theirs = find_rank(player), find_rank(opponent)
    return [
        (words.board_size_text(lines, lines), words.rank_terms_sentence(suggestion, opponent.username))
        for lines in OFFERED_SIZES
        for suggestion in [suggest_handicap(mine, theirs, lines=lines)]
    ]


def _create_from_form(request: HttpRequest, form: ChallengeForm) -> Challenge | Game | None:
    """Create the offer, or the game against the bot, and return it. Return None if the form has errors."""
    kind = form.cleaned_data["opponent_kind"]
    asked = PlayerRequest(player_of(request), received_at(request))
    try:
        if kind == "bot":
            return services.play_server_bot(asked, form.bot_terms(), int(form.cleaned_data["level"]))
        return services.create_challenge(
            asked,
            form.terms(),
            OfferRecipients(
                opponent=_named_opponent(form, asked.player) if kind == "player" else None,
                by_link=kind == "link",
                limits=form.limits(),
            ).for_terms(form.terms(), asked.player),
        )
    except BadTerms as refusal:
        form.add_error(refusal.data["field"], sentence_for(refusal))
    except GameError as refusal:
        about_other = kind == "player" and not isinstance(refusal, NewGamesBlocked | Suspended | NotForGuests)
        form.add_error("opponent" if about_other else None, sentence_for(refusal))
    return None


def _named_opponent(form: ChallengeForm, player: Player) -> Player:
    return get_player_by_name(form.cleaned_data["opponent"].strip(), player)


@require_http_methods(["GET", "HEAD", "POST"])
def offer_page(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """Return the page of one offer, with its exact terms and the buttons to answer it. POST performs the chosen answer,
    such as accept, decline or withdraw, and redirects."""
    return _show_or_answer_offer(request, _or_404(lambda: access.visible_challenge(request.user, challenge_id)))


@require_http_methods(["GET", "HEAD", "POST"])
def offer_page_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Return the page of an offer with a private link, by its token. POST performs the chosen answer, as for
    `offer_page`."""
    return _show_or_answer_offer(request, _or_404(lambda: access.challenge_by_token(token)))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def counter_offer(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """Return the counter-offer form. POST creates the counter-offer."""
    return _counter_page(request, _or_404(lambda: access.visible_challenge(request.user, challenge_id)))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def counter_offer_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Return the form of a counter-offer to an offer with a private link. POST creates the counter-offer."""
    return _counter_page(request, _or_404(lambda: access.challenge_by_token(token)))


def _or_404(find: Callable[[], Challenge]) -> Challenge:
    try:
        return find()
    except NoSuchChallenge as error:
        raise Http404 from error


def _counter_page(request: HttpRequest, offer: Challenge) -> HttpResponse:
    if offer.creator_id == request.user.pk or offer.status != ChallengeStatus.OPEN or offer.has_more_than_two_seats:
        return redirect(offer)
    form = CounterForm(request.POST if request.method == "POST" else None, offer=offer)
    if form.is_valid():
        try:
            made = services.counter_challenge(
                PlayerRequest(player_of(request), received_at(request)), offer.pk, form.terms(), token=offer.token
            )
        except BadTerms as refusal:
            form.add_error(refusal.data["field"], sentence_for(refusal))
        except GameError as refusal:
            form.add_error(None, sentence_for(refusal))
        else:
            return redirect(made)
    context = _form_context(form, player_of(request), offer.creator) | {"answered": offer}
    return render(request, "challenges/new.html", context, status=400 if form.errors else 200)


def _show_or_answer_offer(request: HttpRequest, offer: Challenge) -> HttpResponse:
    if request.method != "POST":
        return _offer_page(request, offer)
    if request.user.is_authenticated or request.POST.get("answer") != "guest":
        return _perform_answer(request, offer)
    try:
        return invitations.accept_as_guest(request, offer)
    except GameError as refusal:
        return _refusal_page(request, offer, refusal)


def _refusal_page(request: HttpRequest, offer: Challenge, refusal: GameError) -> HttpResponse:
    """Return the offer's current page with the reason why the answer was refused."""
    found = access.reloaded_challenge(offer)
    late = "" if found is None else invitations.too_late_sentence(found, request.user.pk)
    if found is None or (isinstance(refusal, NoSuchChallenge) and not late):
        raise Http404
    if late and isinstance(refusal, NoSuchChallenge | ChallengeAlreadyClosed):
        return _offer_page(request, found, refusal=late, status=ChallengeAlreadyClosed.http_status)
    return _offer_page(request, found, refusal=sentence_for(refusal), status=refusal.http_status)


def _offer_page(request: HttpRequest, offer: Challenge, *, refusal: str = "", status: int = 200) -> HttpResponse:
    mine = offer.creator_id == request.user.pk
    viewer = access.viewer_with_ratings(request.user)
    own_game = access.game_of_player(offer, viewer)
    if own_game is not None:
        return redirect(own_game)
    set_refusals([offer], viewer, received_at(request))
    offer = offer.for_joiner(viewer)
    link = request.build_absolute_uri(offer.get_absolute_url()) if offer.token else ""
    context = {
        "challenge": offer,
        "why": "" if offer.suggestion is None else _explain_terms(offer, request),
        "mine": mine,
        "begun": offer.parts.order_by("pk").select_related("opponent") if mine and offer.games > 1 else [],
        "open": offer.status == ChallengeStatus.OPEN,
        "link": link,
        "is_visitors_link": bool(link) and viewer is None,
        "qr": qr_code(link) if link and mine and offer.is_open else "",
        "needs_account": viewer is not None and viewer.is_guest and must_sign_up(offer, viewer),
        "may_be_guest": invitations.may_guests_accept(offer),
        "refusal": refusal,
        "game_to_watch": offer.game if offer.game and may_watch(request.user, offer.game) else None,
        **bids.bids_context(offer, viewer),
        **seats.seats_context(offer, viewer, request.POST.getlist("seat") if refusal else None),
        **simuls.simul_context(offer, request.user),
    }
    invited = (
        offer.token
        and offer.is_open
        and not (mine or offer.has_more_than_two_seats or offer.komi_by or offer.simul_places)
    )
    page = "challenges/invitation.html" if invited else "challenges/challenge.html"
    page = "challenges/simul.html" if context.get("has_begun") else page
    return render(request, page, context, status=status)


def _explain_terms(offer: Challenge, request: HttpRequest) -> SafeString:
    """Return a text that explains to the viewer how the handicap, colours and komi follow from the players' ranks. The
    text names no ranks if the viewer does not see the other player's (C202)."""
    assert offer.suggestion is not None
    mine = offer.creator_id == request.user.pk
    other = offer.opponent if mine else offer.creator
    if other is not None and not is_rank_shown(other):
        return conditional_escape(_("Handicap, colours and komi depend on the ranks of the two players."))
    suggestion = offer.suggestion if mine else offer.suggestion.with_players_swapped
    return words.rank_terms_sentence(suggestion, "" if other is None else other.username)


@login_required
def _perform_answer(request: HttpRequest, offer: Challenge) -> HttpResponse:
    asked = PlayerRequest(player_of(request), received_at(request))
    try:
        match request.POST.get("answer", "").split(" "):
            case ["sit", *index] if offer.has_more_than_two_seats or offer.starts_games_together:
                seat = int(index[0]) if index and index[0].isdecimal() and len(index[0]) < 3 else None
                sat = services.take_place(asked, offer.pk, token=offer.token, index=seat)
                return redirect(sat.game or sat)
            case ["arrange" | "lot"] if offer.has_more_than_two_seats:
                return redirect(seats.change_seating_from_form(request, asked, offer))
            case [do] if offer.komi_by and do in bids.ANSWERS:
                done = bids.perform_bid_action(request, asked, offer)
                if isinstance(done, str):
                    return _offer_page(request, offer, refusal=done, status=400)
                return redirect(done.game or done)
            case ["accept"]:
                return redirect(
                    services.accept_challenge(asked, offer.pk, token=offer.token, shown=_shown_terms(request))
                )
            case ["start" | "decline" | "withdraw" as do]:
                return _redirect_after(do, _OTHERS[do](asked, offer.pk))
            case _:
                return _offer_page(request, offer, refusal=_("Choose an answer."), status=400)
    except GameError as refusal:
        return _refusal_page(request, offer, refusal)


_OTHERS = {
    "start": services.start_simul,
    "decline": services.decline_challenge,
    "withdraw": services.withdraw_challenge,
}
"""The services of the buttons that need only the offer, by the button's value."""


def _redirect_after(do: str, offer: Challenge) -> HttpResponse:
    """Return the redirect after the action `do`: to a simul whose page remains, otherwise to the open offers."""
    stays = offer.simul_places is not None and (do == "start" or offer.status == ChallengeStatus.ACCEPTED)
    return redirect(offer) if stays else redirect("challenges:waiting_room")


def _shown_terms(request: HttpRequest) -> ShownTerms | None:
    """Return the terms that the page showed to the player, as submitted. Return None if they are not valid."""
    form = ShownTermsForm(request.POST)
    return form.shown_terms() if form.is_valid() else None
