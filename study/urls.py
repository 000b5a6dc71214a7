"""The URLs of studying."""

from django.urls import URLPattern, URLResolver, path

from study.views import analysis, boards, files, review, writing

app_name = "study"
urlpatterns: list[URLPattern | URLResolver] = [
    path("g/<int:game_id>/analysis/", analysis.analysis_page, name="analysis"),
    path("g/<int:game_id>/analysis/change/", analysis.change_analysis, name="change"),
    path("g/<int:game_id>/analysis/sgf/", files.import_variations_file, name="read_in"),
    path("g/<int:game_id>/comments/", writing.comments_during_game_page, name="comments"),
    path("g/<int:game_id>/comments/withdraw/", writing.delete_comment, name="delete_comment"),
    path("g/<int:game_id>/review/", review.review_page, name="review"),
    path("g/<int:game_id>/review/say/", writing.add_variation_or_comment, name="say"),
    path("g/<int:game_id>/review/layers/", review.choose_layers, name="layers"),
    path("g/<int:game_id>/review/remove/", writing.delete_own_variations, name="remove"),
    path("g/<int:game_id>/review/teacher/", writing.invite_teacher, name="invite"),
    path("g/<int:game_id>/review/share/", review.share_analysis, name="share"),
    path("g/<int:game_id>/review/hide/", review.hide_from_review, name="hide"),
    path("boards/", boards.visible_boards_page, name="boards"),
    path("boards/new/", boards.new_board, name="new_board"),
    path("boards/<slug:board>/", boards.board_page, name="board"),
    path("boards/<slug:board>/change/", boards.change_board, name="change_board"),
    path("boards/<slug:board>/edit/", boards.edit_board, name="edit_board"),
    path("boards/<slug:board>/hide/", boards.hide_board, name="hide_board"),
    path("boards/<slug:board>/sgf/", boards.board_sgf, name="board_sgf"),
    path("boards/<slug:board>/questions/", boards.ask_question, name="ask"),
    path("boards/<slug:board>/questions/<int:question_id>/", boards.change_question, name="question"),
]
