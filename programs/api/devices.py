"""The operations about devices that get push messages."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.core.push_key import public_key, push_key
from accounts.security.sessions import device_name
from api.base import Api
from api.once import retryable
from api.schemas import answers
from foundation.iso_times import iso_time
from programs.api.inputs import PushSubscriptionSerializer
from programs.models import Device
from programs.models.device import PushSubscription
from programs.services import devices


def _device_json(row: Device) -> shapes.Device:
    return {
        "id": row.pk,
        "name": row.name,
        "created_at": iso_time(row.created_at),
        "last_success_at": iso_time(row.last_success_at),
        "failing_since": iso_time(row.failing_since),
    }


class PushDevicesView(Api):
    """Lists your devices that get push notifications; adds one."""

    scopes = {"GET": "notify:write", "POST": "notify:write"}
    body = PushSubscriptionSerializer

    @extend_schema(operation_id="devices", responses=answers(shapes.Devices))
    def get(self, request: Request) -> Response:
        """List your devices that get push notifications, with the server's key for adding one."""
        found = [_device_json(row) for row in devices.push_devices_of(self.player)]
        return Response(shapes.Devices(key=public_key(push_key()), results=found))

    @retryable()
    @extend_schema(
        operation_id="device_add",
        request=PushSubscriptionSerializer,
        responses=answers(shapes.Device) | answers(shapes.Device, 201),
    )
    def post(self, request: Request) -> Response:
        """Send push notifications to a device from now on (RFC 8030). It gets `{"kind", "game", "number"}`, encrypted.
        Sending the same address again changes its keys. You can have ten devices. The address must be HTTPS on the
        public internet. A device is removed when its push service reports that it is gone. It is also removed with the
        session, the token or the program's access that added it."""
        data = self.read_body(request).validated_data
        name = data.get("name") or device_name(request.headers.get("User-Agent", ""))
        session = "" if request.auth else request.session.session_key or ""
        origin = devices.PushDeviceOrigin(name, session, request.auth)
        subscription = PushSubscription(data["endpoint"], data["p256dh"], data["auth"])
        row, is_new = devices.add_device(player=self.player, subscription=subscription, origin=origin, now=self.now)
        return Response(_device_json(row), status.HTTP_201_CREATED if is_new else status.HTTP_200_OK)


class RemovePushDeviceView(Api):
    """Removes one of your devices, which then gets no more push notifications."""

    scopes = {"DELETE": "notify:write"}

    @extend_schema(operation_id="device_remove", responses=answers(None, 204))
    def delete(self, request: Request, device_id: int) -> Response:
        """Remove a device: it gets no more push notifications."""
        devices.remove_device(device_id=device_id, player=self.player)
        return Response(status=status.HTTP_204_NO_CONTENT)
