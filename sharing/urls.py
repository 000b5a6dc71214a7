"""The URLs of sharing games."""

from django.urls import path

from sharing.views import embed, oembed, openings, pictures, tournaments

app_name = "sharing"
urlpatterns = [
    path("preview.png", pictures.site_preview_png, name="site_preview"),
    path("g/<int:game_id>/<int:move>.png", pictures.share_card_png, name="preview"),
    path("g/<int:game_id>/<int:move>.svg", pictures.position_svg, name="drawing"),
    path("g/<int:game_id>/<int:move>/card.svg", pictures.share_card_svg, name="card"),
    path("g/<int:game_id>.gif", pictures.game_animation, name="film"),
    path("g/<int:game_id>/end.gif", pictures.game_animation, {"only_end": True}, name="end_film"),
    path("embed/g/<int:game_id>/", embed.embed_page, name="embed"),
    path("embed/tournaments/<int:tournament_id>/", tournaments.embed_tournament, name="embed_tournament"),
    path("oembed/", oembed.oembed, name="oembed"),
    path("oembed", oembed.oembed),  # programs that follow no redirects call it by either address
    path("openings/", openings.openings, name="openings"),
]
