"""The addresses of classes."""

from django.urls import URLPattern, URLResolver, path

from classes.views import children, lists, moderating, pages, positions

app_name = "classes"
urlpatterns: list[URLPattern | URLResolver] = [
    path("classes/", lists.classes, name="classes"),
    path("classes/new/", lists.new, name="new"),
    path("classes/<int:class_id>/", pages.page, name="class"),
    path("classes/<int:class_id>/edit/", lists.edit, name="edit"),
    path("classes/<int:class_id>/delete/", pages.delete, name="delete"),
    path("classes/<int:class_id>/membership/", pages.membership, name="membership"),
    path("classes/<int:class_id>/messages/", pages.class_messages, name="messages"),
    path("classes/<int:class_id>/children/", children.children, name="children"),
    path("classes/<int:class_id>/card/", children.card, name="card"),
    path("classes/card/<str:secret>/", children.sign_in, name="sign_in"),
    path("classes/guardian/<str:secret>/", children.guardian, name="guardian"),
    path("classes/confirm/<str:secret>/", children.confirm, name="confirm"),
    path("classes/<int:class_id>/report/", moderating.report, name="report"),
    path("classes/<int:class_id>/report/<int:message_id>/", moderating.report, name="report_message"),
    path("classes/<int:class_id>/hide/", moderating.hide, name="hide"),
    path("classes/<int:class_id>/hide/<int:message_id>/", moderating.hide, name="hide_message"),
    path("classes/<int:class_id>/act/", pages.act, name="act"),
    path("classes/<int:class_id>/positions/", positions.new, name="new_position"),
    path("classes/<int:class_id>/positions/<int:number>/", positions.position, name="position"),
]
