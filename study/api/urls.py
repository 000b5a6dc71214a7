"""The URLs of studying in the API."""

from api.routes import with_and_without_slash
from study.api import boards, comments, views

urlpatterns = [
    *with_and_without_slash("games/<int:game_id>/tree", views.OwnAnalysisView),
    *with_and_without_slash("games/<int:game_id>/tree/sgf", views.ImportIntoTreeView),
    *with_and_without_slash("games/<int:game_id>/tree/sharing", views.AnalysisSharingView),
    *with_and_without_slash("games/<int:game_id>/comments", comments.CommentsView),
    *with_and_without_slash("games/<int:game_id>/comments/<int:comment_id>", comments.DeleteCommentView),
    *with_and_without_slash("games/<int:game_id>/review", views.ReviewView),
    *with_and_without_slash("games/<int:game_id>/review/variations", comments.VariationsView),
    *with_and_without_slash("games/<int:game_id>/review/teachers", comments.InviteTeacherView),
    *with_and_without_slash("boards", boards.BoardsView),
    *with_and_without_slash("boards/<slug:board>", boards.BoardView),
    *with_and_without_slash("boards/<slug:board>/changes", boards.BoardChangesView),
    *with_and_without_slash("boards/<slug:board>/sgf", boards.BoardSgfView),
    *with_and_without_slash("boards/<slug:board>/audience", boards.BoardAudienceView),
    *with_and_without_slash("boards/<slug:board>/questions", boards.AskBoardQuestionView),
    *with_and_without_slash("boards/<slug:board>/questions/<int:question_id>", boards.BoardQuestionView),
    *with_and_without_slash("me/study", views.SharingDefaultView),
]
