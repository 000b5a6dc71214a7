"""The JSON representation of offers."""

from __future__ import annotations

from typing import cast

import api_types as shapes
from accounts.models import Player
from api.options import values_of
from api.people.outputs import rank_json
from challenges.access import visible_simul_places
from challenges.limits import LimitOptions
from challenges.models import Challenge, Place
from challenges.services.bidding import visible_bidding
from challenges.sgf_import import ImportedSgf, remark_sentence
from foundation.iso_times import iso_time
from games.api.outputs import rating_terms_json, time_terms_json, variant_json, yes_no_terms_json
from rules.outcome import format_points
from wording.letters import letter


def _place_json(place: Place) -> shapes.PlaceOf:
    return {
        "index": place.index,
        "color": letter(place.color),
        "player": None if place.player is None else place.player.username,
        "rank": None if place.player is None else rank_json(place.player),
        "agreed": place.confirmed_at is not None,
    }


def _simul_board_json(place: Place, viewer: Player | None) -> shapes.SimulBoard:
    assert place.player is not None
    sees = viewer is not None and viewer.pk in (place.player_id, place.offer.creator_id)
    return {
        "player": place.player.username,
        "rank": rank_json(place.player),
        "game": place.game_id if sees or not place.offer.private else None,
    }


def _bidding_json(offer: Challenge, viewer: Player | None) -> shapes.OfferBidding | None:
    seen = visible_bidding(offer, viewer)
    if seen is None:
        return None
    return {
        "my_bid": None if seen.mine is None else format_points(seen.mine),
        "their_bid": None if seen.theirs is None else format_points(seen.theirs),
        "they_have_bid": seen.has_theirs,
        "can": cast("shapes.OfferBid | None", seen.can or None),
        "due_at": None if seen.due_at is None else iso_time(seen.due_at),
    }


def challenge_json(offer: Challenge, viewer: Player | None) -> shapes.Challenge:
    """Return the JSON of an offer with its exact terms. Terms that depend on ranks are those for this viewer. Only the
    creator gets the token of a private link. Call `set_refusals` first, because `cannot_accept` uses its result."""
    offer = offer.for_joiner(viewer)
    terms = offer.terms_for_viewer(viewer)
    mine = viewer is not None and offer.creator_id == viewer.pk
    return {
        "id": offer.pk,
        "creator": offer.creator.username,
        "creator_rank": rank_json(offer.creator),
        "opponent": None if offer.opponent is None else offer.opponent.username,
        "opponent_rank": None if offer.opponent is None else rank_json(offer.opponent),
        "token": offer.token if offer.token and mine else None,
        "width": terms.width,
        "height": terms.height,
        "rule_set": terms.rule_set,
        "komi": format_points(terms.komi),
        "handicap": terms.handicap,
        "color": terms.color,
        "by_rank": offer.by_rank,
        "by_komi": terms.by_komi,
        "komi_by": cast("shapes.KomiBy | None", offer.komi_by or None),
        "bidding": _bidding_json(offer, viewer),
        **time_terms_json(offer),
        "rated": terms.rated,
        "unrated_reason": terms.unrated_reason or None,
        "rating_terms": rating_terms_json(terms.width) if terms.rated else None,
        **yes_no_terms_json(offer),
        **variant_json(offer),
        **cast("shapes.OfferLimits", values_of(offer, LimitOptions)),
        "position": offer.position,
        "status": cast("shapes.OfferStatus", offer.status),
        "answer_to": offer.answer_to_id,
        "game": offer.game_id,
        "games_left": offer.places_left,
        "part_of": offer.part_of_id,
        "seats": [_place_json(place) for place in offer.place_list()] if offer.has_more_than_two_seats else [],
        "simul_boards": [_simul_board_json(place, viewer) for place in visible_simul_places(offer, viewer)],
        "seats_by_lot": offer.by_lot,
        "cannot_accept": None if offer.refusal is None else offer.refusal.code,
        "created_at": iso_time(offer.created_at),
    }


def created_offer_json(offer: Challenge, viewer: Player, upload: ImportedSgf | None) -> shapes.ChallengeMade:
    """Return the JSON of a new offer. `remarks` list what was ignored or guessed in the uploaded record."""
    remarks = () if upload is None else upload.remarks
    shown = [shapes.FileRemark(code=one.code, value=one.value, detail=remark_sentence(one)) for one in remarks]
    return {**challenge_json(offer, viewer), "remarks": shown}
