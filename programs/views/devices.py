"""The settings page for devices with push messages: the list, adding this device, and removing a device."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.core.push_key import public_key, push_key
from accounts.security.sessions import device_name
from foundation.text import whole_number
from games.views.requests import player_of, received_at
from programs.errors import BadPushSubscription, NoSuchPushDevice
from programs.models.device import PushSubscription
from programs.services import devices
from programs.services.origins import origin_sentence


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def devices_page(request: HttpRequest) -> HttpResponse:
    """Return the page with the player's devices that get push messages. POST adds the current device with its browser's
    subscription.

    If the browser has replaced the subscription of a known device, POST has the previous URL in `known`; the device is
    then updated without showing a page.
    """
    if request.method != "POST":
        return _render_devices(request)
    posted = request.POST
    subscription = PushSubscription(*(posted.get(name, "")[:2000] for name in ("endpoint", "p256dh", "auth")))
    origin = devices.PushDeviceOrigin(
        device_name(request.headers.get("User-Agent", "")), request.session.session_key or ""
    )
    player = player_of(request)
    try:
        if "known" in posted:
            known = posted["known"][:2000]
            is_ours = devices.renew_push_subscription(
                player=player, subscription=subscription, known=known, origin=origin
            )
            return HttpResponse(status=204 if is_ours else 404)
        devices.add_device(player=player, subscription=subscription, origin=origin, now=received_at(request))
    except BadPushSubscription as refusal:
        return _render_devices(request, status=400, refusal=refusal.message())
    messages.success(request, _("Notifications turned on. This device will notify you when a game is waiting for you."))
    return redirect("programs:devices")


def _render_devices(request: HttpRequest, *, status: int = 200, **more: Any) -> HttpResponse:
    context = {
        "devices": [(row, origin_sentence(row)) for row in devices.push_devices_of(player_of(request))],
        "push_key": public_key(push_key()),
        **more,
    }
    return render(request, "programs/devices.html", context, status=status)


@require_POST
@login_required
def remove_device_view(request: HttpRequest) -> HttpResponse:
    """Remove the device with the submitted `id`, which then gets no more push messages, and redirect to the page of
    devices. POST only."""
    number = whole_number(request.POST.get("id"), 15)
    if number is None:
        raise Http404
    try:
        devices.remove_device(device_id=number, player=player_of(request))
    except NoSuchPushDevice as error:
        raise Http404 from error
    messages.success(request, _("The device has been removed."))
    return redirect("programs:devices")
