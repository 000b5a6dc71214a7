"""The addresses of studying."""

from django.urls import URLPattern, URLResolver, path

from study.views import analysis, boards, files, review, writing

app_name = "study"
urlpatterns: list[URLPattern | URLResolver] = [
    path("g/<int:game_id>/analysis/", analysis.analysis, name="analysis"),
    path("g/<int:game_id>/analysis/change/", analysis.change, name="change"),
    path("g/<int:game_id>/analysis/sgf/", files.read_in, name="read_in"),
    path("g/<int:game_id>/comments/", writing.comments, name="comments"),
    path("g/<int:game_id>/comments/withdraw/", writing.delete_comment, name="delete_comment"),
    path("g/<int:game_id>/review/", review.review, name="review"),
    path("g/<int:game_id>/review/say/", writing.post_review, name="say"),
    path("g/<int:game_id>/review/layers/", review.choose_layers, name="layers"),
    path("g/<int:game_id>/review/remove/", writing.remove, name="remove"),
    path("g/<int:game_id>/review/teacher/", writing.invite, name="invite"),
    path("g/<int:game_id>/review/share/", review.share, name="share"),
    path("g/<int:game_id>/review/hide/", review.hide, name="hide"),
    path("boards/", boards.all_boards, name="boards"),
    path("boards/new/", boards.new, name="new_board"),
    path("boards/<slug:board>/", boards.board, name="board"),
    path("boards/<slug:board>/change/", boards.change, name="change_board"),
    path("boards/<slug:board>/edit/", boards.edit, name="edit_board"),
    path("boards/<slug:board>/share/", boards.share, name="share_board"),
    path("boards/<slug:board>/hide/", boards.hide, name="hide_board"),
    path("boards/<slug:board>/sgf/", boards.sgf, name="board_sgf"),
    path("boards/<slug:board>/questions/", boards.ask, name="ask"),
    path("boards/<slug:board>/questions/<int:question_id>/", boards.question, name="question"),
]
