"""The URLs of playing from e-mails."""

from django.urls import URLPattern, URLResolver, path

from mail_play.views import inbound, link

app_name = "mail_play"
urlpatterns: list[URLPattern | URLResolver] = [
    path("mail/inbound/", inbound.receive_email, name="inbound"),
    path("mail/inbound", inbound.receive_email),  # a redirect would lose the e-mail
    path("mail/<str:turn>/", link.play_by_link_page, name="link"),
]
