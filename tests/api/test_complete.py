"""The API can do everything that pages can, and the reverse: the forms of pages compared with the operations."""

from __future__ import annotations

import re
from pathlib import Path

from django import forms as django_forms

from accounts.forms import TABS, NewTokenForm, RegisterAppForm
from api.people import inputs as people_inputs
from api.people.notifications import ChannelsSerializer, KindsSerializer, NotificationsSerializer
from challenges.api import inputs
from challenges.forms.counter import CounterForm
from challenges.forms.offers import ChallengeForm
from challenges.models import Challenge
from games import verbs
from games.api import inputs as game_inputs
from games.api.inputs import (
    GameFilterSerializer,
    NightSerializer,
    TimeSettingsPatchSerializer,
    VacationSerializer,
    WeekSerializer,
)
from games.forms import VacationAndReminderForm, WeeklyOffTimeForm
from games.views.game import PATHS
from games.views.lists import GameSearchForm
from games.views.time_settings import _CHANGES as TIME_CHANGES
from notifications.forms import NoticesForm
from notifications.models import NoticeSettings
from notifications.preferences import NoticePreferences
from programs.api import inputs as program_inputs
from programs.views.settings import _CHANGES as PROGRAM_CHANGES
from tests.support.schema import schema

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"

BESIDE_THE_RECORD = {"marks": "marks", "chat": "say", "note": "note_write", "rematch": "rematch"}
# Every other form of the site, by where it is sent, and the operations that do the same.
FORMS = {
    "challenges:new": {"challenge_create"},
    "challenges:new_from_sgf": {"challenge_create"},
    "challenges:play_bot": {"challenge_create"},
    "counter_url": {"challenge_counter"},
    "challenge": {
        "challenge_accept",
        "challenge_decline",
        "challenge_withdraw",
        "challenge_seat",
        "challenge_seats",
        "challenge_start",
        "challenge_bid",
    },
    "games:archive": {"games"},
    "games:order": {"me_change"},
    "notifications:notices": {"notices_read"},
    "notifications:settings": {"my_notifications_change"},
    "notifications feed": {"feed_make", "feed_end"},
    "notifications address": {"address_try"},
    "notifications unmute": {"game_unmute"},
    "games:mute": {"game_mute", "game_unmute"},
    "games:count": {"count"},
    "games:plan": {"plan_write", "plan_end"},
    "sharing:openings": {"openings"},
    "learn:ranks": {"rank_convert"},
    "learn:start_rank": {"starting_rank_state", "starting_rank_delete"},
    "learn:step": {"lesson_try"},
    "learn:problem": {"problem_try", "problem_answer"},
    "learn:problems_due": {"problems_repeat"},
    "learn:make_problem": {"problem_make"},
    "learn:problems_from_sgf": {"problems_read"},
    "learn:problems_daily": {"problem_daily_change"},
    "settings": {"me_change"},
    "accounts:name": {"me_rename"},
    "accounts:export": {"me_export"},
    "delete the account": {"me_delete"},
    "accounts:block": {"block", "unblock"},
    "accounts:end_session": {"session_end", "sessions_end"},
    "accounts:language": {"me_change"},
    "accounts:theme": {"me_change"},
    "time vacation-start": {"vacation_start"},
    "time vacation-end": {"vacation_end"},
    "time week": {"my_week"},
    "time choices": {"my_time_change"},
    "time calendar": {"calendar_make", "calendar_end"},
    "programs:devices": {"device_add"},
    "programs:remove_device": {"device_remove"},
    "programs token": {"token_create"},
    "programs revoke-token": {"token_revoke", "token_delete"},
    "programs app": {"app_register"},
    "programs delete-app": {"app_delete"},
    "programs end-access": {"grant_end"},
    "programs webhook": {"webhook_create"},
    "programs delete-webhook": {"webhook_delete"},
    "programs enable-webhook": {"webhook_enable"},
    "programs bot": {"become_bot"},
    "study:change": {"tree_change"},
    "study:read_in": {"tree_read"},
    "study:share": {"tree_share", "my_study_change"},
    "study:hide": set(),
    "study:new_board": {"board_make"},
    "study:change_board": {"board_change"},
    "study:edit_board": {"board_edit", "board_share", "board_delete"},
    "study:hide_board": set(),
    "study:ask": {"board_ask"},
    "study:question": {"board_question_change", "board_question_withdraw"},
    "study:layers": set(),
    "study:delete_comment": {"comment_withdraw"},
    "study:say": {"comment", "variation"},
    "study:remove": {"variations_remove"},
    "study:invite": {"teacher"},
    "moderation report": {"report"},
    "moderation appeal": {"appeal"},
    "social:follow": {"follow", "unfollow"},
    "social:star": {"star", "unstar"},
    "social:dismiss_bulletin": {"bulletin_dismiss"},
    "social:bulletin": {"vote"},
    "social:mute_player": {"mute", "unmute"},
    "social:write": {"post_write"},
    "social:mute": {"thread_mute"},
    "social:archive": {"thread_mute"},
    "moderation:act": set(),
    "accounts:change_picture": set(),
    "clubs:change_crest": {"club_crest_store", "club_crest_remove"},
    "accounts:return_link": set(),
    "moderation:undo": set(),
    "tournaments:new": {"tournament_create"},
    "tournaments:edit": {"tournament_change"},
    "tournaments:entry": {"tournament_enter", "tournament_withdraw", "tournament_stay", "tournament_consent"},
    "tournaments:federation_file": {"tournament_federation_file"},
    "tournaments:players_list": {"tournament_match_players"},
    "accounts:federations": {"federation_data", "federation_data_store", "federation_data_delete"},
    "tournaments:direct": {"tournament_act", "tournament_costs"},
    "tournaments:pairings": {"tournament_pair"},
    "ladders:new_ladder": {"ladder_create"},
    "automatch:searches": {"search_create"},
    "automatch:search": {"search_cancel", "search_widen"},
    "leagues:new_league": {"league_create"},
    "leagues:membership": {"league_membership"},
    "leagues:challenge_in_league": {"league_challenge"},
    "leagues:direct_league": {"league_act"},
    "team_matches:new_match": {"team_match_create"},
    "team_matches:match_place": {"team_match_place"},
    "team_matches:match_act": {"team_match_act"},
    "ladders:place": {"ladder_rung"},
    "ladders:close_ladder": {"ladder_close"},
    "ladders:challenge_place": {"ladder_challenge"},
    "discussion:act": {"topic_change"},
    "discussion:withdraw": {"topic_post_withdraw"},
    "library:library": {"library_add"},
    "library:choose": {"library_add"},
    "library:share": {"library_share"},
    "learn:new_collection": {"collection_make"},
    "learn:edit_collection": {
        "collection_change",
        "collection_delete",
        "collection_upload",
        "collection_problem_delete",
    },
    "learn:share_collection": {"collection_share"},
    "learn:hide_collection": set(),
    "learn:collection_problem": {"collection_try"},
    "learn:new_own_lesson": {"player_lesson_make"},
    "learn:edit_own_lesson": {
        "player_lesson_change",
        "player_lesson_delete",
        "player_lesson_add",
        "player_lesson_page_delete",
    },
    "learn:new_page": {"player_lesson_add"},
    "learn:edit_page": {"player_lesson_replace"},
    "learn:share_own_lesson": {"player_lesson_share"},
    "learn:hide_own_lesson": set(),
    "learn:own_page": {"player_lesson_try"},
    "library:hide": set(),
    "library:act": {"library_change", "library_delete"},
    "classes:new": {"class_create"},
    "classes:edit": {"class_change"},
    "classes:delete": {"class_delete"},
    "classes:membership": {"class_membership"},
    "classes:act": {"class_act"},
    "classes:new_position": {"class_position_give"},
    "classes:position": {"class_position_play", "class_position_stop"},
    "classes:children": {"class_children"},
    "classes:card": {"class_card"},
    "classes:sign_in": set(),
    "classes:report": set(),
    "classes:hide": set(),
    "classes:hide_message": set(),
    "classes:report_message": set(),
    "classes:guardian": set(),
    "classes:confirm": set(),
    "clubs:new": {"club_found"},
    "clubs:edit": {"club_change"},
    "clubs:membership": {"club_membership"},
    "clubs:act": {"club_act"},
    "clubs:invite": {"club_invite_many"},
    "clubs:import": {"club_import", "club_import_delete"},
    "clubs:names": {"club_name_map"},
    "machine_review:review": {"machine_review_ask", "machine_reviews_choose"},
}
# Forms that are about signing in at a browser, or only choose what a page shows.
OF_BROWSERS = {
    "account_login", "account_logout", "account_signup", "account_reset_password", "account_change_password",
    "account_email", "account_reauthenticate", "account_confirm_email", "admin", "idp:oidc:authorization",
    "games:home", "mfa_authenticate", "mfa_login_webauthn", "mfa_reauthenticate_webauthn", "mfa_add_webauthn",
    "openid_connect_login", "socialaccount_signup", "socialaccount_connections",
}  # fmt: skip
FOR_PROGRAMS_ONLY = {"server", "players"}
# What pages show, and the operations that read the same.
READS = {
    "games:home": set(), "games:my_games": {"games", "challenges"}, "games:next_game": {"next_game"},
    "games:seat": {"seat_offers", "seat_answer"},
    "games:archive": {"games", "games_export"}, "games:my_records": {"records"}, "notifications:notices": {"notices"},
    "games:time_settings": {"my_time"},
    "notifications:settings": {"my_notifications"}, "programs:settings": {"tokens", "apps", "grants", "webhooks"},
    "programs:devices": {"devices"}, "games:offline": {"games"},
    "learn:ranks": {"rank_table", "rank_convert", "starting_rank"}, "learn:lessons": {"lessons"},
    "learn:step": {"lesson"},
    "learn:collections": {"collections"}, "learn:collection": {"collection"},
    "learn:collection_problem": {"collection_problem"},
    "learn:new_collection": set(), "learn:edit_collection": {"collection_audience"},
    "learn:own_lessons": {"player_lessons"}, "learn:own_lesson": {"player_lesson"},
    "learn:own_page": {"player_lesson_page"}, "learn:new_own_lesson": set(), "learn:new_page": set(),
    "learn:edit_own_lesson": {"player_lesson_audience"}, "learn:edit_page": {"player_lesson_source"},
    "learn:own_lesson_file": {"player_lesson_source"},
    "learn:problems": {"problems"}, "learn:problem": {"problem"}, "learn:problem_today": {"problem_today"},
    "learn:players_problems": {"problems_of_players"}, "learn:problems_daily": {"problem_daily"},
    "learn:problems_feed": {"problem_today"},
    "learn:problems_due": {"problems_due"},
    "games:profile": {"player", "player_ratings"}, "challenges:waiting_room": {"challenges"},
    "challenges:challenge": {"challenge"},
    "games:game": {"game", "actions", "messages", "note", "game_events"}, "games:sgf": {"sgf", "sgf_file"},
    "games:count": {"count"}, "games:plan": {"plan"},
    "moderation:reports": {"reports"}, "moderation:decisions": {"decisions"},
    "accounts:settings": {"me"}, "accounts:security": {"sessions"},
    "accounts:blocks": {"blocks"}, "live": {"events"}, "study:analysis": {"tree"},
    "social:following": {"follows", "followers"}, "social:stars": {"stars"},
    "social:bulletins": {"bulletins"}, "social:translate_post": {"translate"},
    "discussion:topics": {"topics"}, "discussion:club": {"topics"}, "discussion:new": {"topic_start"},
    "discussion:topic": {"topic", "topic_posts", "topic_reply"}, "discussion:news": {"topic_posts"},
    "library:library": {"library"}, "library:record": {"library_record", "library_audience"},
    "library:shared": {"library_shared"}, "library:positions": {"library_positions"},
    "library:search": {"library_search"},
    "library:file": {"library_file"}, "library:download": {"library_download"},
    "social:talk": {"talk", "talk_say", "mutes"}, "social:threads": {"threads", "posts_found"},
    "social:thread": {"posts", "thread_read"},
    "machine_review:review": {"machine_review", "machine_reviews_choice"}, "machine_review:estimate": {"estimate"},
    "tournaments:tournaments": {"tournaments"}, "tournaments:tournament": {"tournament"},
    "tournaments:players": {"tournament_entries"}, "tournaments:round": {"tournament_pairings"},
    "tournaments:standings": {"tournament_standings", "tournament_sections"}, "tournaments:log": {"tournament_log"},
    "ladders:ladders": {"ladders"}, "ladders:ladder": {"ladder", "ladder_places", "ladder_challenges"},
    "ladders:ladder_history": {"ladder_moves"}, "tournaments:news": {"tournaments"},
    "tournaments:games": {"tournament_games"},
    "tournaments:calendar": {"tournaments"}, "tournaments:tournament_news": {"tournament_log"},
    "automatch:searches": {"searches"}, "automatch:search": {"search", "search_matches"},
    "automatch:found": {"search_matches"},
    "leagues:leagues": {"leagues"}, "leagues:league": {"league", "league_season"},
    "leagues:season": {"league_season"}, "leagues:league_log": {"league_log"},
    "team_matches:matches": {"team_matches"}, "team_matches:match": {"team_match"},
    "team_matches:match_log": {"team_match_log"},
    "tournaments:file": {"tournament_file"}, "tournaments:bracket": {"tournament_bracket"},
    "classes:classes": {"classes"}, "classes:class": {"class_details", "class_pupils", "class_messages"},
    "classes:games": {"class_games"},
    "classes:position": {"class_position"}, "classes:messages": {"class_messages"},
    "clubs:clubs": {"clubs"}, "clubs:club": {"club"}, "clubs:members": {"club_members"},
    "clubs:notices": {"club_notices"}, "clubs:manage": {"club_requests", "club_log"},
    "clubs:games": {"club_games"}, "clubs:imported_game": {"club_game"}, "clubs:import": {"club_imports"},
    "clubs:names": {"club_names"},
    "study:boards": {"boards"}, "study:board": {"board"}, "study:board_sgf": {"board_sgf"},
    "study:new_board": set(), "study:edit_board": {"board_audience"},
    "study:review": {"review", "my_study"}, "study:comments": {"comments"},
}  # fmt: skip


def operations() -> dict[str, dict]:
    return {
        operation["operationId"]: operation for methods in schema()["paths"].values() for operation in methods.values()
    }


def body_fields(name: str) -> set[str]:
    modules = (game_inputs, people_inputs, inputs, program_inputs)
    return set(next(getattr(module, name) for module in modules if hasattr(module, name))().fields)


def test_every_verb_of_a_games_page_is_an_action_or_an_operation_and_the_other_way_round():
    assert set(PATHS) == set(verbs.BY_PATH) | set(BESIDE_THE_RECORD)
    assert {verb.name for verb in verbs.BY_PATH.values()} == set(verbs.IN_API)
    assert set(BESIDE_THE_RECORD.values()) <= set(operations())


def test_every_operation_has_a_page_and_every_page_an_operation():
    known = {name for found in (*FORMS.values(), *READS.values()) for name in found}

    assert known | set(BESIDE_THE_RECORD.values()) | {"act"} | FOR_PROGRAMS_ONLY == set(operations())


def test_the_forms_of_time_and_of_programs_are_all_in_the_table():
    assert {f"time {what}" for what in TIME_CHANGES} <= set(FORMS)
    assert {f"programs {what}" for what in PROGRAM_CHANGES} <= set(FORMS)
    assert {what for what in FORMS if what.startswith("time ")} == {f"time {what}" for what in TIME_CHANGES}
    assert {what for what in FORMS if what.startswith("programs ")} == {f"programs {what}" for what in PROGRAM_CHANGES}


def test_every_form_in_a_template_leads_to_a_known_place():
    unknown = []
    for template in TEMPLATES.rglob("*.html"):
        for tag in re.findall(r"<form\b[^>]*>", template.read_text()):
            place = re.search(r"\{% url '([\w:]+)'", tag)
            name = place[1] if place else ""
            is_known = name in FORMS or name in OF_BROWSERS or name in ("games:act", "games:time_change")
            is_known = is_known or name in ("programs:change", "notifications:change") or not name
            if not is_known:
                unknown.append((template.name, tag))

    assert unknown == []


def test_the_fields_of_an_offer_are_those_of_the_form():
    form = set(ChallengeForm().fields)
    parts = {*ChallengeForm.clock_parts, "black_needs", "white_needs", "on_stop", "keep", "hidden_from"}
    parts |= {"black_members", "white_members", "team_clock", "players", "colors", "komi_each", "captures_each"}
    parts |= {"level"}
    """One value of the API is several fields of the form; the level of the computer is its name."""
    renamed = {"opponent_kind": "link", "position": "sgf"}

    of_page = {renamed.get(name, name) for name in form - parts}
    of_api = body_fields("ChallengeSerializer")

    assert of_page == of_api - {"days", "moves", "seats"}  # people are placed on the page of the offer
    # days is short for time; moves goes with sgf, as on its page
    offer = Challenge(
        width=9, height=9, rule_set="japanese", color="black", time_control={"system": "none"}, off_time=[]
    )
    counter = {renamed.get(name, name) for name in set(CounterForm(offer=offer).fields) - parts}
    assert counter == body_fields("CounterSerializer") - {"days", "moves", "token"}


def test_the_settings_are_those_of_the_forms():
    of_pages = {name for _, _, form in TABS.values() for name in form.base_fields}

    assert of_pages == body_fields("MeSerializer")
    released = {"remind_by_mail", "remind_day", "remind_hours"}
    assert set(VacationAndReminderForm.base_fields) | released == set(TimeSettingsPatchSerializer().fields)
    form = set(NoticesForm(preferences=NoticePreferences(NoticeSettings())).fields)
    cells = {f"{kind}-{channel}" for kind in KindsSerializer().fields for channel in ChannelsSerializer().fields}
    assert form == set(NotificationsSerializer().fields) - {"kinds"} | cells
    week = {"zone", "weekend", "begin", "end"}
    assert len(WeeklyOffTimeForm.base_fields) >= 3
    assert set(WeekSerializer().fields) - {"night"} | set(NightSerializer().fields) == week
    assert set(VacationSerializer().fields) == {"until"}
    assert set(RegisterAppForm.base_fields) == body_fields("AppSerializer")
    assert set(NewTokenForm.base_fields) | {"scopes"} == body_fields("TokenSerializer") - {
        "username",
        "password",
        "code",
    }


def test_the_archive_is_searched_by_the_same_fields():
    assert set(GameSearchForm.base_fields) - {"page", "after", "before"} <= set(GameFilterSerializer().fields)
    phases = {value for value, _ in GameSearchForm.base_fields["phase"].choices} - {""}
    assert phases <= set(GameFilterSerializer().fields["phase"].choices)
    assert isinstance(GameSearchForm.base_fields["size"], django_forms.ChoiceField)
