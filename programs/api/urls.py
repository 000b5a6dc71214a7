"""The API's URLs of this app."""

from api.routes import both
from programs.api import apps, devices, streams, tokens, webhook_views

urlpatterns = [
    *both("token", tokens.TokenView),
    *both("tokens", tokens.TokensView),
    *both("tokens/<int:token_id>", tokens.OneTokenView),
    *both("me/apps", apps.AppsView),
    *both("me/apps/<str:client_id>", apps.AppView),
    *both("me/grants", apps.GrantsView),
    *both("me/grants/<str:client_id>", apps.GrantView),
    *both("games/<int:game_id>/events", streams.GameEventsView, slash=False),
    *both("events", streams.EventsView, slash=False),
    *both("me/push", devices.DevicesView),
    *both("me/push/<int:device_id>", devices.DeviceView),
    *both("webhooks", webhook_views.WebhooksView),
    *both("webhooks/<int:webhook_id>", webhook_views.WebhookView),
    *both("webhooks/<int:webhook_id>/enable", webhook_views.EnableView),
]
