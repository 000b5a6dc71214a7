"""The addresses of classes in the API."""

from api.routes import both
from classes.api import positions, views

urlpatterns = [
    *both("classes", views.ClassesView),
    *both("classes/<int:class_id>", views.ClassView),
    *both("classes/<int:class_id>/pupils", views.PupilsView),
    *both("classes/<int:class_id>/children", views.ChildrenView),
    *both("classes/<int:class_id>/cards", views.CardsView),
    *both("classes/<int:class_id>/messages", views.MessagesView),
    *both("classes/<int:class_id>/membership", views.MembershipView),
    *both("classes/<int:class_id>/acts", views.ClassActsView),
    *both("classes/<int:class_id>/positions", positions.PositionsView),
    *both("classes/<int:class_id>/positions/<int:number>", positions.PositionView),
]
