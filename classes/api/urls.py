"""The URLs of classes in the API."""

from api.routes import with_and_without_slash
from classes.api import positions, views

urlpatterns = [
    *with_and_without_slash("classes", views.ClassesView),
    *with_and_without_slash("classes/<int:class_id>", views.ClassView),
    *with_and_without_slash("classes/<int:class_id>/pupils", views.PupilsView),
    *with_and_without_slash("classes/<int:class_id>/games", views.ClassGamesView),
    *with_and_without_slash("classes/<int:class_id>/children", views.CreateChildAccountsView),
    *with_and_without_slash("classes/<int:class_id>/cards", views.IssueSignInCardView),
    *with_and_without_slash("classes/<int:class_id>/messages", views.ClassMessagesView),
    *with_and_without_slash("classes/<int:class_id>/membership", views.ClassMembershipView),
    *with_and_without_slash("classes/<int:class_id>/acts", views.TeacherActView),
    *with_and_without_slash("classes/<int:class_id>/positions", positions.AssignHomeworkPositionView),
    *with_and_without_slash("classes/<int:class_id>/positions/<int:number>", positions.HomeworkPositionView),
]
