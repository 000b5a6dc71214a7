"""The URLs of classes."""

from django.urls import URLPattern, URLResolver, path

from classes.views import children, lists, moderating, pages, positions

app_name = "classes"
urlpatterns: list[URLPattern | URLResolver] = [
    path("classes/", lists.class_list, name="classes"),
    path("classes/new/", lists.new_class, name="new"),
    path("classes/<int:class_id>/", pages.class_page, name="class"),
    path("classes/<int:class_id>/edit/", lists.edit_class, name="edit"),
    path("classes/<int:class_id>/delete/", pages.delete_class, name="delete"),
    path("classes/<int:class_id>/membership/", pages.change_membership, name="membership"),
    path("classes/<int:class_id>/messages/", pages.class_messages, name="messages"),
    path("classes/<int:class_id>/games/", pages.class_games, name="games"),
    path("classes/<int:class_id>/children/", children.children_page, name="children"),
    path("classes/<int:class_id>/card/", children.new_card_page, name="card"),
    path("classes/card/<str:secret>/", children.sign_in_by_card, name="sign_in"),
    path("classes/guardian/<str:secret>/", children.guardian_page, name="guardian"),
    path("classes/confirm/<str:secret>/", children.confirm_guardian, name="confirm"),
    path("classes/<int:class_id>/report/", moderating.report_class, name="report"),
    path("classes/<int:class_id>/report/<int:message_id>/", moderating.report_class, name="report_message"),
    path("classes/<int:class_id>/hide/", moderating.hide_class_texts, name="hide"),
    path("classes/<int:class_id>/hide/<int:message_id>/", moderating.hide_class_texts, name="hide_message"),
    path("classes/<int:class_id>/act/", pages.perform_teacher_act, name="act"),
    path("classes/<int:class_id>/positions/", positions.new_position, name="new_position"),
    path("classes/<int:class_id>/positions/<int:number>/", positions.position_page, name="position"),
]
