"""The addresses of studying in the API."""

from api.routes import both
from study.api import boards, comments, views

urlpatterns = [
    *both("games/<int:game_id>/tree", views.TreeView),
    *both("games/<int:game_id>/tree/sgf", views.TreeFileView),
    *both("games/<int:game_id>/tree/sharing", views.SharingView),
    *both("games/<int:game_id>/comments", comments.CommentsView),
    *both("games/<int:game_id>/comments/<int:comment_id>", comments.CommentView),
    *both("games/<int:game_id>/review", views.ReviewView),
    *both("games/<int:game_id>/review/variations", comments.VariationsView),
    *both("games/<int:game_id>/review/teachers", comments.TeachersView),
    *both("boards", boards.BoardsView),
    *both("boards/<slug:board>", boards.BoardView),
    *both("boards/<slug:board>/changes", boards.BoardChangesView),
    *both("boards/<slug:board>/sgf", boards.BoardFileView),
    *both("boards/<slug:board>/audience", boards.BoardAudienceView),
    *both("boards/<slug:board>/questions", boards.BoardQuestionsView),
    *both("boards/<slug:board>/questions/<int:question_id>", boards.BoardQuestionView),
    *both("me/study", views.StudyView),
]
