"""The URLs of streams, tokens, webhooks and devices in the API."""

from api.routes import with_and_without_slash
from programs.api import apps, devices, streams, tokens, webhook_views

urlpatterns = [
    *with_and_without_slash("token", tokens.TokenView),
    *with_and_without_slash("tokens", tokens.TokensView),
    *with_and_without_slash("tokens/<int:token_id>", tokens.RevokeTokenView),
    *with_and_without_slash("me/apps", apps.RegisteredAppsView),
    *with_and_without_slash("me/apps/<str:client_id>", apps.DeleteAppView),
    *with_and_without_slash("me/grants", apps.AppGrantsView),
    *with_and_without_slash("me/grants/<str:client_id>", apps.RevokeAppAccessView),
    *with_and_without_slash("games/<int:game_id>/events", streams.GameEventsView, slash=False),
    *with_and_without_slash("events", streams.EventsView, slash=False),
    *with_and_without_slash("me/push", devices.PushDevicesView),
    *with_and_without_slash("me/push/<int:device_id>", devices.RemovePushDeviceView),
    *with_and_without_slash("webhooks", webhook_views.WebhooksView),
    *with_and_without_slash("webhooks/<int:webhook_id>", webhook_views.DeleteWebhookView),
    *with_and_without_slash("webhooks/<int:webhook_id>/enable", webhook_views.EnableWebhookView),
]
