"""The operations about notification settings."""

from __future__ import annotations

from typing import cast

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.models import Player
from api import fields
from api.base import IF_MATCH, Api
from api.etags import check_if_match
from api.fields import Number, StrictBooleanField, StrictSerializer, TimeOfDay, conflict_error
from api.once import retryable
from api.schemas import answers, texts_of_fields
from notifications.kinds import LABELS, Channel, EmailTiming, NoticeGroup
from notifications.models import EmailDetail, GameMute, QuietHoursChoice
from notifications.preferences import NoticePreferences, preferences_of
from notifications.services import addresses, choosing
from notifications.services.scheduling import players_with_email

MOST_MUTED = 500


def _field_text(shape: str, field: str) -> str:
    return texts_of_fields()[shape][field]


class ChannelsSerializer(StrictSerializer):
    """The channels of one kind of notification. Omitted channels do not change."""

    bell = StrictBooleanField(required=False, help_text=_field_text("NoticeChannels", "bell"))
    letter = serializers.ChoiceField(
        choices=EmailTiming.values, required=False, help_text=_field_text("NoticeChannels", "letter")
    )
    push = StrictBooleanField(required=False, help_text=_field_text("NoticeChannels", "push"))
    sound = StrictBooleanField(required=False, help_text=_field_text("NoticeChannels", "sound"))


class KindsSerializer(StrictSerializer):
    """Kinds of notifications by name. Omitted kinds do not change."""

    turn = ChannelsSerializer(required=False, help_text=_field_text("NoticeKinds", "turn"))
    time = ChannelsSerializer(required=False, help_text=_field_text("NoticeKinds", "time"))
    answer = ChannelsSerializer(required=False, help_text=_field_text("NoticeKinds", "answer"))
    game = ChannelsSerializer(required=False, help_text=_field_text("NoticeKinds", "game"))
    message = ChannelsSerializer(required=False, help_text=_field_text("NoticeKinds", "message"))
    followed = ChannelsSerializer(required=False, help_text=_field_text("NoticeKinds", "followed"))
    staff = ChannelsSerializer(required=False, help_text=_field_text("NoticeKinds", "staff"))


class NotificationsSerializer(StrictSerializer):
    """Notification settings. Omitted settings do not change."""

    kinds = KindsSerializer(required=False, help_text=_field_text("MyNotifications", "kinds"))
    level = serializers.ChoiceField(
        choices=EmailDetail.values, required=False, help_text=_field_text("MyNotifications", "level")
    )
    daily_at = Number(min_value=0, max_value=23, required=False, help_text=_field_text("MyNotifications", "daily_at"))
    quiet = serializers.ChoiceField(
        choices=QuietHoursChoice.values, required=False, help_text=_field_text("MyNotifications", "quiet")
    )
    quiet_begin = TimeOfDay(required=False, help_text=_field_text("MyNotifications", "quiet_begin"))
    quiet_end = TimeOfDay(required=False, help_text=_field_text("MyNotifications", "quiet_end"))
    play_by_link = StrictBooleanField(required=False, help_text=_field_text("MyNotifications", "play_by_link"))
    play_by_reply = StrictBooleanField(required=False, help_text=_field_text("MyNotifications", "play_by_reply"))


class NotificationsView(Api):
    """Reads your notification settings; changes them."""

    scopes = {"GET": "account:read", "PATCH": "notify:write"}
    body = NotificationsSerializer

    @extend_schema(operation_id="my_notifications", responses=answers(shapes.MyNotifications))
    def get(self, request: Request) -> Response:
        """Return your notification settings: channels by kind, how e-mails look, and when they may be sent."""
        return Response(_settings_json(self.player))

    @extend_schema(
        operation_id="my_notifications_change",
        request=NotificationsSerializer,
        parameters=[IF_MATCH],
        responses=answers(shapes.MyNotifications),
    )
    def patch(self, request: Request) -> Response:
        """Change your notification settings. Fields that are left out do not change."""
        data = dict(self.read_body(request).validated_data)
        check_if_match(request, _settings_json(self.player))
        row = preferences_of(self.player).settings
        hours = {name: data.get(name, getattr(row, name)) for name in ("quiet", "quiet_begin", "quiet_end")}
        begin, end = hours["quiet_begin"], hours["quiet_end"]
        if hours["quiet"] == QuietHoursChoice.OWN and (begin is None or end is None or begin == end):
            message = "Quiet hours of your own need a beginning and another end."
            raise conflict_error(message, "quiet_end", "quiet_begin", "quiet")
        choosing.store_notice_choices(self.player, data.pop("kinds", {}), **data)
        return Response(_settings_json(self.player))


def _settings_json(player: Player) -> shapes.MyNotifications:
    preferences = preferences_of(player)
    row = preferences.settings
    muted = GameMute.objects.filter(player=player).order_by("game_id").values_list("game_id", flat=True)
    return {
        "kinds": cast("shapes.NoticeKinds", {str(kind): _channels_json(preferences, kind) for kind in LABELS}),
        "level": row.level,
        "daily_at": row.daily_at,
        "quiet": row.quiet,
        "quiet_begin": None if row.quiet_begin is None else f"{row.quiet_begin:%H:%M}",
        "quiet_end": None if row.quiet_end is None else f"{row.quiet_end:%H:%M}",
        "play_by_link": row.play_by_link,
        "play_by_reply": row.play_by_reply,
        "muted": list(muted[:MOST_MUTED]),
        "has_feed": bool(row.feed),
        "address": _address_state(player),
    }


def _channels_json(preferences: NoticePreferences, kind: NoticeGroup) -> shapes.NoticeChannels:
    return {
        "bell": preferences.wants(kind, Channel.BELL),
        "letter": str(preferences.email_timing_of(kind)),
        "push": preferences.wants(kind, Channel.PUSH),
        "sound": preferences.wants(kind, Channel.SOUND),
    }


def _address_state(player: Player) -> str:
    if not player.email:
        return "none"
    if addresses.are_emails_stopped(player.email):
        return "refused"
    return "good" if player.pk in players_with_email([player.pk]) else "unconfirmed"


class TurnFeedUrlView(Api):
    """Creates the secret address of the feed of your turns; revokes it."""

    scopes = {"POST": "notify:write", "DELETE": "notify:write"}

    @retryable(sealed=True)
    @extend_schema(operation_id="feed_make", request=fields.NothingSerializer, responses=answers(shapes.TurnFeed, 201))
    def post(self, request: Request) -> Response:
        """Create a new secret URL for the feed of your turns. The previous URL stops working. The new one is only shown
        in this response."""
        self.read_body(request)
        return Response(
            shapes.TurnFeed(path=f"/feeds/{choosing.FEED.create(self.player)}.atom"), status.HTTP_201_CREATED
        )

    @extend_schema(operation_id="feed_end", responses=answers(None, 204))
    def delete(self, request: Request) -> Response:
        """Revoke the secret URL of your feed."""
        choosing.FEED.revoke(self.player)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ResumeEmailsView(Api):
    """Resumes e-mails to your address after its mail server refused them."""

    scopes = {"POST": "notify:write"}

    @retryable()
    @extend_schema(operation_id="address_try", request=fields.NothingSerializer, responses=answers(None, 204))
    def post(self, request: Request) -> Response:
        """Resume e-mails to your address after its mail server refused five in a row."""
        self.read_body(request)
        addresses.resume_emails(self.player)
        return Response(status=status.HTTP_204_NO_CONTENT)
