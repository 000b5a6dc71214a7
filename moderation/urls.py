"""The URLs of moderation."""

from django.urls import path

from moderation.services.events_and_matches import EVENTS
from moderation.views import mine, queue, reporting

app_name = "moderation"
urlpatterns = [
    path("report/player/<str:name>/", reporting.report_player, name="report_player"),
    path("report/game/<int:game_id>/", reporting.report_game, name="report_game"),
    path("report/message/<int:message_id>/", reporting.report_message, name="report_message"),
    path("report/post/<int:post_id>/", reporting.report_post, name="report_post"),
    *(
        path(f"report/{kind}/<int:{kind}_id>/", reporting.report_event, {"kind": kind}, name=f"report_{kind}")
        for kind in EVENTS
    ),
    path("report/team-match/<int:match_id>/", reporting.report_match, name="report_match"),
    path("report/record/<int:record_id>/", reporting.report_record, name="report_record"),
    path("report/collection/<slug:collection>/", reporting.report_material, name="report_material"),
    path("report/board/<slug:board>/", reporting.report_board, name="report_board"),
    path("report/question/<int:question_id>/", reporting.report_question, name="report_question"),
    path("report/club/<int:club_id>/", reporting.report_club, name="report_club"),
    path("report/club-notice/<int:notice_id>/", reporting.report_club_notice, name="report_club_notice"),
    path("reports/", reporting.my_reports, name="reports"),
    path("decisions/", mine.my_decisions, name="decisions"),
    path("decisions/<int:decision_id>/appeal/", mine.appeal_page, name="appeal"),
    path("mod/", queue.queue_page, name="queue"),
    path("mod/case/<int:case_id>/", queue.case_page, name="case"),
    path("mod/case/<int:case_id>/<slug:what>/", queue.perform_case_action, name="act"),
    path("mod/decision/<int:decision_id>/undo/", queue.undo_decision, name="undo"),
]
