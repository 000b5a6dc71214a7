"""The URLs of studying in the API."""

from api.routes import with_and_without_slash
from study.api import boards, comments, views

urlpatterns = [
    *with_and_without_slash("games/<int:game_id>/tree", views.TreeView),
    *with_and_without_slash("games/<int:game_id>/tree/sgf", views.TreeFileView),
    *with_and_without_slash("games/<int:game_id>/tree/sharing", views.SharingView),
    *with_and_without_slash("games/<int:game_id>/comments", comments.CommentsView),
    *with_and_without_slash("games/<int:game_id>/comments/<int:comment_id>", comments.CommentView),
    *with_and_without_slash("games/<int:game_id>/review", views.ReviewView),
    *with_and_without_slash("games/<int:game_id>/review/variations", comments.VariationsView),
    *with_and_without_slash("games/<int:game_id>/review/teachers", comments.TeachersView),
    *with_and_without_slash("boards", boards.BoardsView),
    *with_and_without_slash("boards/<slug:board>", boards.BoardView),
    *with_and_without_slash("boards/<slug:board>/changes", boards.BoardChangesView),
    *with_and_without_slash("boards/<slug:board>/sgf", boards.BoardFileView),
    *with_and_without_slash("boards/<slug:board>/audience", boards.BoardAudienceView),
    *with_and_without_slash("boards/<slug:board>/questions", boards.BoardQuestionsView),
    *with_and_without_slash("boards/<slug:board>/questions/<int:question_id>", boards.BoardQuestionView),
    *with_and_without_slash("me/study", views.StudyView),
]
