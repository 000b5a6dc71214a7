"""Glicko-2, after Mark Glickman, "Example of the Glicko-2 system" (2013), http://www.glicko.net/glicko/glicko2.pdf.

Numbers are on the displayed scale, on which a new player has 1500. Nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log, pi, sqrt

TAU = 0.5
"""The system constant, which limits changes of volatility; Glickman recommends 0.3 to 1.2."""
NEW_RATING, LARGEST_DEVIATION, NEW_VOLATILITY = 1500.0, 350.0, 0.06
_SCALE = 173.7178
_PRECISION = 1e-6


@dataclass(frozen=True, slots=True)
class Strength:
    """A player's strength. The true strength is within two deviations of the rating with 95 % probability. `volatility`
    is how erratic the player's results are, on Glickman's own scale."""

    rating: float = NEW_RATING
    deviation: float = LARGEST_DEVIATION
    volatility: float = NEW_VOLATILITY


NEW = Strength()


def age_strength(strength: Strength, periods: float) -> Strength:
    """Return the strength after this many rating periods without a game; fractions are allowed. The deviation never
    exceeds a new player's deviation, and negative time changes nothing."""
    grown = sqrt((strength.deviation / _SCALE) ** 2 + max(periods, 0.0) * strength.volatility**2) * _SCALE
    return Strength(strength.rating, min(grown, LARGEST_DEVIATION), strength.volatility)


def update_strength(
    strength: Strength, results: Iterable[tuple[Strength, float]], tau: float = TAU, weight: float = 1.0
) -> Strength:
    """Return the strength after one rating period with these results (Glickman's steps 2 to 8). A result is the
    opponent's strength before the period and the score (1 won, 0.5 drawn, 0 lost). Without results, the period counts
    as one without a game.

    With a `weight` between 0 and 1 the period counts as this fraction of a period: the log-likelihood of its results
    and the added volatility are multiplied by the weight.
    """
    mu, phi = (strength.rating - NEW_RATING) / _SCALE, strength.deviation / _SCALE
    inverse_variance = surprise = 0.0
    for opponent, score in results:
        g = _uncertainty_weight(opponent.deviation / _SCALE)
        expected = 1 / (1 + exp(-g * (mu - (opponent.rating - NEW_RATING) / _SCALE)))
        inverse_variance += weight * g**2 * expected * (1 - expected)
        surprise += weight * g * (score - expected)
    if not inverse_variance:
        return age_strength(strength, weight)
    variance = 1 / inverse_variance
    volatility = _new_volatility(strength.volatility, _RatingPeriod(phi, variance, variance * surprise), tau)
    new_phi = 1 / sqrt(1 / (phi**2 + weight * volatility**2) + inverse_variance)
    rating = (mu + new_phi**2 * surprise) * _SCALE + NEW_RATING
    return Strength(rating, min(new_phi * _SCALE, LARGEST_DEVIATION), volatility)


def _uncertainty_weight(phi: float) -> float:
    """Return Glickman's g(phi) (step 3), the weight of a result against a player with this deviation. It is smaller if
    the player's rating is less certain."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


@dataclass(frozen=True, slots=True)
class _RatingPeriod:
    """Glickman's phi (step 2), v (step 3) and delta (step 4): the deviation before the results, the variance of the
    rating due to the results, and the rating change that they imply."""

    phi: float
    variance: float
    delta: float


def _new_volatility(sigma: float, period: _RatingPeriod, tau: float) -> float:
    """Return the new volatility (Glickman's step 5): the root of his function f, found by the Illinois algorithm as he
    does."""
    start, phi, variance, delta = log(sigma**2), period.phi, period.variance, period.delta

    def f(x: float) -> float:
        square = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - square) / (2 * square**2) - (x - start) / tau**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _PRECISION:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
