"""Sign in with a name, a password and a code in the request's body."""

from __future__ import annotations

from django.contrib.auth import authenticate
from rest_framework import exceptions
from rest_framework.request import Request

from accounts.models import Player
from accounts.security import second_factor
from accounts.security.login_throttle import SignInAttempt, may_sign_in


def authenticate_player(request: Request, name: str, password: str, code: str) -> Player:
    """Return the player with this name and password. With two-factor authentication, the code must also be right.

    Raises Throttled, AuthenticationFailed, PermissionDenied.
    """
    attempt = SignInAttempt(request, name)
    wait = attempt.count_and_get_wait()
    if wait is not None:
        raise exceptions.Throttled(wait)
    user = authenticate(request, username=name, password=password)
    if not isinstance(user, Player):
        raise exceptions.AuthenticationFailed("Name or password is wrong.")
    attempt.uncount()
    if not may_sign_in(user):
        raise exceptions.PermissionDenied("Confirm your e-mail address first.", "email_not_confirmed")
    if second_factor.has_second_factor(user):
        _check_code(request, user, code)
    return user


def _check_code(request: Request, player: Player, code: str) -> None:
    if not code:
        detail = "This account has two-factor authentication: send a code of the app, or a recovery code, as code."
        raise exceptions.PermissionDenied(detail, "second_factor_required")
    try:
        second_factor.check_and_use_code(request, player, code)
    except second_factor.TooManyCodeAttempts as error:
        raise exceptions.Throttled(error.wait) from error
    except second_factor.WrongCode as error:
        raise exceptions.PermissionDenied("The code is wrong, or was used before.", "second_factor_wrong") from error
