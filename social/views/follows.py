"""Pages of followed players and games, and the page for a game's note and tag."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.core.lookup import NoSuchPlayer, get_player_by_name
from foundation.keyset import MergedStreams, Stream, read_page, rows_in_key_order
from foundation.refusals import Refusal
from games import access
from games.cards import GameCard, cards_of
from games.errors import NoSuchGame
from games.services.listing import visible_games_by_keys
from games.views.requests import player_of, received_at, requested_page
from ratings.standing import load_ratings
from social.models import LONGEST_NOTE, LONGEST_TAG, Star
from social.services import follows
from social.services.follows import FollowedGameLabel
from wording import words

A_PAGE = 30
MOST_SHOWN = 500
MOST_TAGS = 30


@require_safe
@login_required
def followed_players_page(request: HttpRequest) -> HttpResponse:
    """Return the page with the players whom the viewer follows, and the viewer's followers. Friends are marked."""
    player = player_of(request)
    followed, followers = follows.followed_player_rows(player)[:MOST_SHOWN], follows.follower_rows(player)[:MOST_SHOWN]
    load_ratings(*(row.followed for row in followed), *(row.player for row in followers))
    only = [row for row in followers if not row.is_friend]  # type: ignore[attr-defined]
    return render(request, "social/following.html", {"followed": followed, "followers": only})


@require_POST
@login_required
def follow_or_unfollow_player(request: HttpRequest) -> HttpResponse:
    """Follow or unfollow a player, and redirect to the player's profile, or to the list if the form was there."""
    player = player_of(request)
    try:
        other = get_player_by_name(request.POST.get("name", ""))
        if request.POST.get("do") == "unfollow":
            follows.unfollow_player(player=player, other=other)
        else:
            follows.follow_player(player=player, other=other, now=received_at(request))
    except NoSuchPlayer as error:
        raise Http404 from error
    except Refusal as refusal:
        messages.error(request, refusal.message())
    return redirect("social:following" if request.POST.get("from") == "list" else other)


@require_safe
@login_required
def followed_games_page(request: HttpRequest) -> HttpResponse:
    """Return the page with followed games, the latest first. `?tag=` filters by tag."""
    player, tag = player_of(request), request.GET.get("tag", "")[:LONGEST_TAG]
    rows = follows.followed_game_rows(player, tag)
    page = read_page(MergedStreams([Stream(rows)]), requested_page(request.GET, by_time=False), A_PAGE)
    stars = rows_in_key_order(page.keys, Star.objects.filter(pk__in=[number for _, number in page.keys]))
    cards = {
        card.pk: card
        for card in cards_of(player, visible_games_by_keys([(0, star.game_id) for star in stars], player))[0]
    }
    tags = follows.followed_game_rows(player).exclude(tag="").order_by("tag").values_list("tag", flat=True).distinct()
    context = {
        "rows": [
            (star, cards[star.game_id], _move_or_result_text(cards[star.game_id]))
            for star in stars
            if star.game_id in cards
        ],
        "found": page,
        "tag": tag,
        "tags": tags[:MOST_TAGS],
        "query": urlencode({"tag": tag}) if tag else "",
    }
    return render(request, "social/stars.html", context)


def _move_or_result_text(card: GameCard) -> str:
    return words.result_sentence_of_columns(card) or pgettext("text", "move %(n)s") % {
        "n": words.localized_number(card.move_number)
    }


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def follow_game_page(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the page with the form for a followed game's private note and tag. POST follows the game or changes these,
    or unfollows the game."""
    player = player_of(request)
    try:
        shown = access.game_for(player, game_id)
    except NoSuchGame as error:
        raise Http404 from error
    star, refusal = follows.find_followed_game(player, game_id), None
    note, tag = ("", "") if star is None else (star.note, star.tag)
    if request.method == "POST":
        note, tag = request.POST.get("note", ""), request.POST.get("tag", "")
        if request.POST.get("do") == "stop":
            follows.unfollow_game(player=player, game_id=game_id)
            messages.success(request, _("You've unfollowed this game."))
            return redirect(shown)
        try:
            follows.follow_game(
                player=player, game_id=game_id, label=FollowedGameLabel(note, tag), now=received_at(request)
            )
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, _("You're now following this game."))
            return redirect("social:stars")
    context = {
        "game": shown, "star": star, "note": note, "tag": tag, "refusal": "" if refusal is None else refusal.message(),
        "longest_note": LONGEST_NOTE, "longest_tag": LONGEST_TAG,
    }  # fmt: skip
    return render(request, "social/star.html", context, status=200 if refusal is None else refusal.http_status)
