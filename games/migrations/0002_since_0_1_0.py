"""What has changed since 0.1.0. New databases get it as well as those of 0.1.0."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models
from django.db.models import Case, F, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Coalesce

from foundation.migrating import CombinedOperation

ASIDES = (
    "undo_request", "undo_decline", "no_result_request", "no_result_decline", "grace", "grant_time", "pause_request",
    "pause_decline", "pause", "report_stalling", "unrate", "call_referee", "adjust_clock",
)
"""Actions of 0.1.0 that leave the position as it is."""
DRAWS = ("score", "agreement")
"""Ends without a winner that are draws."""
SECOND_EDITION = {"stops": 0, "stopped_at": 0, "withdrawals": 0, "settled": False}
RENAMED = {
    ("accounts", "letter"): ("accounts", "queuedemail"),
    ("games", "challenge"): ("challenges", "challenge"),
    ("games", "event"): ("programs", "event"),
    ("games", "feed"): ("programs", "feed"),
    ("games", "notice"): ("notifications", "notice"),
    ("games", "webhook"): ("programs", "webhook"),
    ("ratings", "book"): ("ratings", "ratingledger"),
}
"""Models of 0.1.0 that have another app or name. Their tables have not."""


def keep_rows(apps, schema_editor):
    """Bring the rows of a database of 0.1.0 up to date."""
    rename_content_types(apps.get_model("contenttypes", "ContentType"), apps.get_model("auth", "Permission"))
    game, action, draft, seat = (apps.get_model("games", name) for name in ("Game", "Action", "Draft", "Seat"))
    number_states(game, action, draft)
    use_second_edition(game, action)
    gather_requests(game)
    fill_seats(game, seat)
    renumber_reminders(game)


def rename_content_types(content_type, permission):
    """Let permissions and the admin site's log follow the renamed models."""
    for (old_app, old), (new_app, new) in RENAMED.items():
        content_type.objects.filter(app_label=old_app, model=old).update(app_label=new_app, model=new)
        for verb in ("add", "change", "delete", "view"):
            found = permission.objects.filter(content_type__app_label=new_app, codename=f"{verb}_{old}")
            found.update(codename=f"{verb}_{new}")


def number_states(game, action, draft):
    """Store the number of the last action that changed the position; valid drafts stay valid."""
    changes = action.objects.filter(game=OuterRef("pk")).exclude(kind__in=ASIDES).order_by("-number")
    game.objects.update(state_number=Coalesce(Subquery(changes.values("number")[:1]), 0))
    valid = draft.objects.filter(number=F("seat__game__number")).exclude(number=F("seat__game__state_number"))
    for row in valid.select_related("seat__game").iterator():
        draft.objects.filter(pk=row.pk).update(number=row.seat.game.state_number)


def use_second_edition(game, action):
    """R17 for running games in which play has never stopped: only the end phase differs between the editions, so the
    record of such a game means the same under both. All others go on by the rules that they were played by."""
    for row in game.objects.filter(phase="play").iterator(chunk_size=200):
        effects = action.objects.filter(game=row).values_list("effect", flat=True)
        if "edition" in row.setup or any(effect.get("stage") == "marking" for effect in effects):
            continue
        row.setup["edition"] = 2
        row.snapshot.update(SECOND_EDITION)
        row.save(update_fields=["setup", "snapshot"])


def gather_requests(game):
    """Store what a side asks the other to agree on in one column, by its name."""
    asked = Q(undo_to__isnull=False) | Q(no_result_seat__isnull=False) | Q(pause_offer__isnull=False)
    for row in game.objects.filter(asked).iterator():
        requests = {}
        if row.undo_to is not None:
            requests["undo"] = {"seat": row.undo_seat, "to": row.undo_to}
        if row.no_result_seat is not None:
            requests["no_result"] = {"seat": row.no_result_seat}
        if row.pause_offer is not None:
            requests["pause"] = {**row.pause_offer, "outlasts_moves": True}
        game.objects.filter(pk=row.pk).update(requests=requests)


def fill_seats(game, seat):
    """Copy what lists of games are sorted and filtered by into the seats."""
    of_game = game.objects.filter(pk=OuterRef("game_id"))
    copied = ("private", "rated", "rule_set", "started_at", "finished_at")
    size = Case(When(width=F("height"), then=F("width")), default=0)
    result = Case(
        When(~Q(phase="finished"), then=Value("")),
        When(end_reason="both_lose", then=Value("both_lost")),
        When(winner__isnull=True, end_reason__in=DRAWS, then=Value("drawn")),
        When(winner__isnull=True, then=Value("none")),
        When(winner=OuterRef("color"), then=Value("won")),
        default=Value("lost"),
    )
    seat.objects.update(
        **{name: Subquery(of_game.values(name)) for name in copied},
        size=Subquery(of_game.values(found=size)),
        result=Subquery(of_game.values(found=result)),
    )


def renumber_reminders(game):
    """Renumber what games in progress were reminded of: a day, six hours, and a win to claim were 1, 2 and 3."""
    running = game.objects.filter(turn__isnull=False)
    for before, now in ((3, 8), (2, 5), (1, 3)):
        running.filter(reminded=before).update(reminded=now)


class Migration(migrations.Migration):

    replaces = [('games', '0006_predicted_results')]

    dependencies = [
        ('accounts', '0001_initial'),
        ('auth', '0012_alter_user_first_name_max_length'),
        ('contenttypes', '0002_remove_content_type_name'),
        ('games', '0001_initial'),
    ]

    operations = [
        # Indexes of 0.1.0 that others serve as well. New databases do not have them.
        migrations.RunSQL(
            sql=[
                'DROP INDEX IF EXISTS game_finished',
                'DROP INDEX IF EXISTS game_recent',
                'DROP INDEX IF EXISTS games_action_game_id_84e59f39',
                'DROP INDEX IF EXISTS games_action_seat_id_8f611b57',
                'DROP INDEX IF EXISTS games_game_rematch_of_id_87bab117',
                'DROP INDEX IF EXISTS games_idempotencykey_player_id_18794955',
                'DROP INDEX IF EXISTS games_message_game_id_a6664ff7',
                'DROP INDEX IF EXISTS games_seat_game_id_ad720f5b',
                'DROP INDEX IF EXISTS games_seat_player_id_15ebc6ad',
                'DROP INDEX IF EXISTS games_vacation_player_id_6eeefea7',
            ],
        ),
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='Plan',
                    fields=[
                        ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='plan', serialize=False, to='games.seat')),
                        ('version', models.PositiveIntegerField(default=0)),
                        ('branches', models.JSONField(default=list)),
                        ('is_armed', models.BooleanField(default=False)),
                        ('held', models.CharField(blank=True, default='', max_length=4)),
                        ('holds', models.BooleanField(default=True)),
                        ('saved_at', models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name='SeatOffer',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seat_offers', to='games.game')),
                        ('index', models.PositiveSmallIntegerField()),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('former', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('made_at', models.DateTimeField()),
                        ('until', models.DateTimeField()),
                        ('agreed_at', models.DateTimeField(null=True)),
                        ('state', models.CharField(default='open', max_length=8)),
                        ('number', models.PositiveIntegerField(null=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('game', 'index'), name='one_open_offer_a_seat')],
                    },
                ),
                migrations.AddField(
                    model_name='game',
                    name='end_phase',
                    field=models.PositiveIntegerField(blank=True, null=True),
                ),
                migrations.AddField(
                    model_name='game',
                    name='event_number',
                    field=models.PositiveBigIntegerField(editable=False, null=True),
                ),
                migrations.AddField(
                    model_name='game',
                    name='event_round',
                    field=models.PositiveSmallIntegerField(editable=False, null=True),
                ),
                migrations.AddField(
                    model_name='game',
                    name='suggestion_claimed_at',
                    field=models.DateTimeField(blank=True, null=True),
                ),
                migrations.AddField(
                    model_name='game',
                    name='unsure_stones',
                    field=models.JSONField(blank=True, null=True),
                ),
                migrations.AddField(
                    model_name='seat',
                    name='finished_at',
                    field=models.DateTimeField(null=True),
                ),
            ],
        ),
        CombinedOperation(
            operations=[
                migrations.AddField(
                    model_name='draft',
                    name='past',
                    field=models.JSONField(db_default=[], default=list),
                ),
                migrations.AddField(
                    model_name='game',
                    name='analysis',
                    field=models.BooleanField(db_default=True, default=True, verbose_name='analysis'),
                ),
                migrations.AddField(
                    model_name='game',
                    name='armed',
                    field=models.PositiveSmallIntegerField(db_default=0, default=0),
                ),
                migrations.AddField(
                    model_name='game',
                    name='by_search',
                    field=models.BooleanField(db_default=False, default=False),
                ),
                migrations.AddField(
                    model_name='game',
                    name='event_kind',
                    field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=10),
                ),
                migrations.AddField(
                    model_name='game',
                    name='has_planned_moves',
                    field=models.BooleanField(db_default=False, default=False),
                ),
                migrations.AddField(
                    model_name='game',
                    name='requests',
                    field=models.JSONField(blank=True, default=dict),
                ),
                migrations.AddField(
                    model_name='game',
                    name='state_number',
                    field=models.PositiveIntegerField(default=0, verbose_name='number of the last action that changed the position'),
                ),
                migrations.AddField(
                    model_name='game',
                    name='teaching',
                    field=models.BooleanField(db_default=False, default=False, verbose_name='teaching game'),
                ),
                migrations.AddField(
                    model_name='message',
                    name='quick',
                    field=models.CharField(blank=True, db_default='', default='', max_length=12),
                ),
                migrations.AddField(
                    model_name='note',
                    name='priority',
                    field=models.SmallIntegerField(choices=[(-1, 'Low'), (0, 'Normal'), (1, 'High')], db_default=0, default=0, verbose_name='priority'),
                ),
                migrations.AddField(
                    model_name='outage',
                    name='credited_upto',
                    field=models.BigIntegerField(default=0, editable=False),
                ),
                migrations.AddField(
                    model_name='seat',
                    name='private',
                    field=models.BooleanField(db_default=False, default=False),
                ),
                migrations.AddField(
                    model_name='seat',
                    name='rated',
                    field=models.BooleanField(db_default=False, default=False),
                ),
                migrations.AddField(
                    model_name='seat',
                    name='result',
                    field=models.CharField(blank=True, choices=[('won', 'Won'), ('lost', 'Lost'), ('drawn', 'Drawn'), ('both_lost', 'Both Lost'), ('none', 'None')], db_default='', default='', max_length=9),
                ),
                migrations.AddField(
                    model_name='seat',
                    name='rule_set',
                    field=models.CharField(db_default='', default='', max_length=20),
                ),
                migrations.AddField(
                    model_name='seat',
                    name='size',
                    field=models.PositiveSmallIntegerField(db_default=0, default=0),
                ),
                migrations.AddField(
                    model_name='seat',
                    name='started_at',
                    field=models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
                ),
                migrations.AddField(
                    model_name='seat',
                    name='variant',
                    field=models.CharField(blank=True, db_default='', default='', max_length=12),
                ),
                migrations.AddField(
                    model_name='seat',
                    name='weekend_zone',
                    field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=40),
                ),
                migrations.AddField(
                    model_name='game',
                    name='chat',
                    field=models.BooleanField(db_default=True, default=True, verbose_name='chat'),
                ),
                migrations.AddField(
                    model_name='game',
                    name='result_asked',
                    field=models.PositiveSmallIntegerField(editable=False, null=True),
                ),
                migrations.AddField(
                    model_name='game',
                    name='seen_number',
                    field=models.PositiveIntegerField(db_default=0, default=0, editable=False),
                ),
                migrations.AddField(
                    model_name='game',
                    name='undo',
                    field=models.BooleanField(db_default=True, default=True, verbose_name='undo'),
                ),
                migrations.AddField(
                    model_name='game',
                    name='undo_unseen',
                    field=models.BooleanField(db_default=False, default=False, verbose_name='undo of unseen moves'),
                ),
                migrations.AddField(
                    model_name='timesettings',
                    name='remind_more',
                    field=models.PositiveSmallIntegerField(db_default=0, default=0, editable=False),
                ),
            ],
        ),
        migrations.RunPython(keep_rows),
        CombinedOperation(
            operations=[
                migrations.RemoveField(
                    model_name='game',
                    name='no_result_seat',
                ),
                migrations.RemoveField(
                    model_name='game',
                    name='pause_offer',
                ),
                migrations.RemoveField(
                    model_name='game',
                    name='undo_seat',
                ),
                migrations.RemoveField(
                    model_name='game',
                    name='undo_to',
                ),
                migrations.AddIndex(
                    model_name='game',
                    index=models.Index(condition=models.Q(('finished_at__isnull', False)), fields=['-finished_at', '-id'], name='game_ended'),
                ),
                migrations.AddIndex(
                    model_name='game',
                    index=models.Index(condition=models.Q(('phase', 'finished'), _negated=True), fields=['-last_action_at', '-id'], name='game_running'),
                ),
                migrations.AddIndex(
                    model_name='game',
                    index=models.Index(condition=models.Q(('phase', 'stone_removal')), fields=['-last_action_at'], name='game_marking'),
                ),
                migrations.AddIndex(
                    model_name='game',
                    index=models.Index(condition=models.Q(('phase', 'stone_removal'), ('suggested_dead__isnull', True)), fields=['-last_action_at'], name='game_without_suggestion'),
                ),
                migrations.AddIndex(
                    model_name='game',
                    index=models.Index(condition=models.Q(('end_reason', ''), _negated=True), fields=['end_reason', '-id'], name='game_ends'),
                ),
                migrations.AddIndex(
                    model_name='game',
                    index=models.Index(condition=models.Q(('rematch_of__isnull', False)), fields=['rematch_of'], name='game_rematch'),
                ),
                migrations.AddIndex(
                    model_name='seat',
                    index=models.Index(fields=['player', '-game'], include=('private', 'rule_set', 'size', 'rated', 'started_at', 'finished_at'), name='seat_of_player'),
                ),
                migrations.AddIndex(
                    model_name='seat',
                    index=models.Index(condition=models.Q(('finished_at__isnull', True)), fields=['player', '-game'], include=('private',), name='seat_running'),
                ),
                migrations.AddIndex(
                    model_name='seat',
                    index=models.Index(condition=models.Q(('finished_at__isnull', False)), fields=['player', '-finished_at', '-game'], include=('private', 'rule_set', 'size', 'rated', 'result'), name='seat_ended'),
                ),
                migrations.AddIndex(
                    model_name='seat',
                    index=models.Index(condition=models.Q(('private', True)), fields=['player', '-game'], include=('finished_at', 'size', 'color', 'result'), name='seat_private'),
                ),
                migrations.AddIndex(
                    model_name='seat',
                    index=models.Index(condition=models.Q(('finished_at__isnull', False)), fields=['player', 'private', 'size', 'color', 'result'], name='seat_results'),
                ),
                migrations.AddIndex(
                    model_name='seat',
                    index=models.Index(condition=models.Q(('index', 0)), fields=['private', '-game'], include=('rated', 'started_at', 'finished_at'), name='games_newest'),
                ),
                migrations.AddIndex(
                    model_name='seat',
                    index=models.Index(condition=models.Q(('index', 0), ('finished_at__isnull', True)), fields=['private', '-game'], name='games_newest_running'),
                ),
                migrations.AddIndex(
                    model_name='seat',
                    index=models.Index(condition=models.Q(('index', 0)), fields=['private', 'rule_set', '-game'], include=('size', 'rated'), name='games_newest_rules'),
                ),
                migrations.AddIndex(
                    model_name='seat',
                    index=models.Index(condition=models.Q(('index', 0)), fields=['private', 'size', '-game'], include=('rule_set', 'rated'), name='games_newest_size'),
                ),
                migrations.AddIndex(
                    model_name='seat',
                    index=models.Index(condition=models.Q(('index', 0), models.Q(('variant', ''), _negated=True)), fields=['private', 'variant', '-game'], name='games_newest_variant'),
                ),
                migrations.AddIndex(
                    model_name='seat',
                    index=models.Index(condition=models.Q(('index', 0), models.Q(('variant', ''), _negated=True), ('finished_at__isnull', False)), fields=['private', 'variant', '-finished_at', '-game'], name='games_ended_variant'),
                ),
                migrations.AddIndex(
                    model_name='seat',
                    index=models.Index(condition=models.Q(('index', 0)), fields=['private', '-started_at', '-game'], name='games_begun'),
                ),
                migrations.AddIndex(
                    model_name='seat',
                    index=models.Index(condition=models.Q(('index', 0), ('finished_at__isnull', False)), fields=['private', '-finished_at', '-game'], include=('rated',), name='games_ended'),
                ),
                migrations.AddIndex(
                    model_name='seat',
                    index=models.Index(condition=models.Q(('index', 0), ('finished_at__isnull', False)), fields=['private', 'rule_set', '-finished_at', '-game'], include=('size', 'rated'), name='games_ended_rules'),
                ),
                migrations.AddIndex(
                    model_name='seat',
                    index=models.Index(condition=models.Q(('index', 0), ('finished_at__isnull', False)), fields=['private', 'size', '-finished_at', '-game'], include=('rule_set', 'rated'), name='games_ended_size'),
                ),
                migrations.AddIndex(
                    model_name='timesettings',
                    index=models.Index(models.F('remind_more'), condition=models.Q(('remind_more__gt', 0)), name='reminded_at_more_times'),
                ),
            ],
        ),
    ]
