"""Searches as text in the reader's language."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from accounts.core.hidden_ranks import is_rank_shown
from automatch.matching_rules import MismatchReason
from automatch.models import PauseReason, Search
from automatch.services.making import WidenablePreference
from automatch.shown import MatchForPlayer, WaitingReasons
from foundation.languages import END, LTR
from games.terms import PRESETS
from ratings.ranks import Rank
from wording import words
from wording.time_words import time_control_name

_WIDER: dict[WidenablePreference, Promise] = {
    WidenablePreference.RANKS: gettext_lazy("Widen the rank range by three ranks in each direction"),
    WidenablePreference.SIZES: gettext_lazy("All three board sizes"),
    WidenablePreference.CLOCKS: gettext_lazy("All time controls"),
    WidenablePreference.RULES: gettext_lazy("Also allow other rules"),
    WidenablePreference.HANDICAP: gettext_lazy("Allow games with or without handicap"),
}


def _join_list(parts: list[str]) -> str:
    return pgettext("between the parts of a list", ", ").join(parts)


def _board_size_text(size: int) -> str:
    return words.board_size_text(size, size)


def _rank_text(steps: int) -> str:
    return f"{LTR}{Rank(steps)}{END}"


def widen_button_label(what: WidenablePreference) -> str:
    """Return the label of the button that widens this preference of a search."""
    return str(_WIDER[what])


def pause_reason_text(reasons: WaitingReasons) -> str:
    """Return a text on why a search is paused, "" if it is not."""
    if not reasons.asleep:
        return ""
    return pgettext("search", "Paused: %(reason)s.") % {"reason": PauseReason(reasons.asleep).label}


def waiting_reason_texts(reasons: WaitingReasons, search: Search) -> list[str]:
    """Return sentences on why the search has not found anyone. A sentence gives a reason, and the number of waiting
    players whom only this reason excludes."""
    boards = _join_list([_board_size_text(size) for size in search.sizes])
    if not reasons.waiting:
        return [_("No one else is looking for a game right now.")]
    sentences = [_only_reason_text(reason, count, boards) for reason, count in reasons.alone.most_common()]
    return [text for text in sentences if text] or [
        _("Every waiting player fails to match your search in at least two ways."),
    ]


def _only_reason_text(reason: MismatchReason, count: int, boards: str) -> str:
    texts = {
        MismatchReason.RANK: ngettext(
            "No one in your rank range is waiting for a game on %(boards)s, but %(n)s player outside this range is.",
            "No one in your rank range is waiting for a game on %(boards)s, but %(n)s players outside this range are.",
            count,
        ),
        MismatchReason.SIZE: ngettext(
            "%(n)s player would be a match, but wants a board other than %(boards)s.",
            "%(n)s players would be a match, but want a board other than %(boards)s.",
            count,
        ),
        MismatchReason.CLOCK: ngettext(
            "%(n)s player would be a match, but wants a different time control.",
            "%(n)s players would be a match, but want a different time control.",
            count,
        ),
        MismatchReason.RULES: ngettext(
            "%(n)s player would be a match, but wants a different rule set.",
            "%(n)s players would be a match, but want a different rule set.",
            count,
        ),
        MismatchReason.HANDICAP: ngettext(
            "%(n)s player would be a match, but wants a different handicap setting.",
            "%(n)s players would be a match, but want a different handicap setting.",
            count,
        ),
        MismatchReason.BARRED: ngettext(
            "%(n)s player would be a match, but is playing you, has played you in the last seven days, or is blocked.",
            "%(n)s players would be a match, but are playing you, have played you in the last seven days, or are "
            "blocked.",
            count,
        ),
    }
    text = texts.get(reason, "")
    return text and text % {"n": words.localized_number(count), "boards": boards}


def preference_texts(search: Search) -> list[str]:
    """Return the search's preferences as texts."""
    handicap = {
        "no": pgettext("search", "even games"),
        "either": _("with or without handicap"),
        "yes": _("handicap by rank"),
    }
    rules = str(words.RULE_SET_NAMES[search.rule_set])
    return [
        _join_list([_board_size_text(size) for size in search.sizes]),
        _join_list([time_control_name(PRESETS[clock]) for clock in search.clocks if clock in PRESETS]),
        _rank_range_text(search),
        handicap[search.handicap],
        pgettext("a preference: no other rules", "%(rules)s only") % {"rules": rules} if search.insists else rules,
    ]


def _rank_range_text(search: Search) -> str:
    up, down = search.up, search.down
    if up is None and down is None:
        return pgettext("search", "any rank")
    if up is None:
        text = ngettext(
            "any stronger rank, up to %(down)s rank weaker", "any stronger rank, up to %(down)s ranks weaker", down or 0
        )
    elif down is None:
        text = ngettext(
            "up to %(up)s rank stronger, any weaker rank", "up to %(up)s ranks stronger, any weaker rank", up
        )
    else:
        text = ngettext(
            "up to %(up)s rank stronger, %(down)s weaker", "up to %(up)s ranks stronger, %(down)s weaker", up
        )
    return text % {"up": words.localized_number(up or 0), "down": words.localized_number(down or 0)}


def match_reason_texts(found: MatchForPlayer) -> list[str]:
    """Return texts on why these two players were matched: common preferences, their ranks on this board size, and who
    had waited longer."""
    match = found.match
    distance = match.distance
    ranks = {
        "mine": _rank_text(found.my_rank),
        "theirs": _rank_text(found.their_rank),
        "n": words.localized_number(distance),
    }
    near = ngettext("%(n)s rank apart", "%(n)s ranks apart", distance) if distance else _("of the same rank")
    sentences = [
        _board_size_text(match.size),
        time_control_name(PRESETS[match.clock]) if match.clock in PRESETS else match.clock,
    ]
    if is_rank_shown(found.opponent):
        about = _("on this board size, your rank was %(mine)s and your opponent's was %(theirs)s")
        sentences += [about % ranks, near % ranks]
    if found.waited_longer:
        sentences.append(_("you had waited longer, and your opponent's rank was the closest match"))
    else:
        sentences.append(_("your opponent had waited longer, and your rank was the closest match"))
    return sentences
