"""The data of `manage.py demo` besides games: tournaments, a club, a conversation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol

from accounts.models import Player
from clubs.models import Club, ClubNotice, ClubRole, Membership, MemberStanding
from clubs.services.audiences import Audience
from clubs.services.founding import ClubDetails
from clubs.services.rows import update_member_count
from discussion import services as discussing
from discussion.services import NewTopic
from games import verbs
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from goserver.management.demo_teaching import create_teaching_demo
from library.models import Record
from library.services import sharing, uploading
from library.services.reading import UploadedFile
from library.services.shelving import FolderAndTags
from library.services.uploading import UploadRequest
from ratings.standing import find_overall_rating
from rules.clock import TimeControl
from social.models import Bulletin, BulletinText, Dismissal
from social.services import follows, threads
from social.services.threads import TextOrQuickReply
from team_matches.models import TeamBoard
from team_matches.services import team_matches, teams
from team_matches.services.team_matches import TeamMatchPlan
from tournaments.models import Pairing, Tournament
from tournaments.models.tournament_options import StartCondition
from tournaments.services import drafting, due, entering, starting
from tournaments.services.advancing import ROUND_PAUSE
from tournaments.services.drafting import TournamentPlan
from tournaments.services.freezing import UNRATED
from tournaments.systems.types import SystemKind

BEGAN = timedelta(days=17)
SECOND_ROUND = timedelta(days=4)
MATCH_BEGAN = timedelta(days=3)
ENTRY_TIME = timedelta(days=12)
NOTICES = (
    ("The next meeting is at the library.", BEGAN),
    ("The match against Harbour Go needs three players. Answer on its page by Friday.", timedelta(days=9)),
    ("On Tuesday we review the first games of the match. Bring a game of your own.", timedelta(days=2)),
)
"""Notices of a club: each text, and how long ago it was posted."""
TOPICS = (
    (
        NewTopic(
            title="Weekend meeting in Oulu", text="We meet on the first Saturday in January. Beginners are welcome."
        ),
        ("I'm coming with two friends.",),
        timedelta(days=6),
    ),
    (
        NewTopic(title="How many games at a time?", text="I have twenty and lose track. How many are too many?"),
        ("Ten. I write a note about my plan in each.", "> I have twenty\n\nSo do I. Conditional moves help."),
        timedelta(days=2),
    ),
    (NewTopic(title="Ladders on 9×9", text="Do you run, or look for a ladder breaker first?"), (), timedelta(hours=3)),
)
"""Topics of the whole server: each with the replies, and how long ago it was started."""
PER_MOVE = TimeControl.days_per_move(timedelta(days=3))


class RecordedGame(Protocol):
    """Protocol of a recorded game on 9x9. `moves` are vertices, separated by spaces."""

    @property
    def moves(self) -> str: ...


class PlayMoves(Protocol):
    """Protocol of a function that plays moves in a demo game, the first at `started`."""

    def __call__(self, game_id: int, moves: list[str], started: datetime) -> None: ...


@dataclass(frozen=True)
class DemoGames:
    """The recorded games, and the function that plays their moves."""

    records: Sequence[RecordedGame]
    play: PlayMoves


def demo_steps(
    people: list[Player], records: Sequence[RecordedGame], play: PlayMoves, now: datetime
) -> Iterator[Callable[[], None]]:
    """Yield the functions that create a Swiss tournament in its second round, a tournament open for entry, team
    matches, a conversation, follows, a library, bulletins and a class."""
    director, *entrants = people[1:]
    yield partial(_create_swiss, director, entrants, DemoGames(records, play), now)
    yield partial(_create_mcmahon, entrants, now - timedelta(days=2))
    yield partial(_create_clubs, people, DemoGames(records, play), now)
    yield partial(_create_topics, people, now)
    yield partial(_create_conversations, people[0], people[7], people[2], now)
    yield partial(_create_follows, people[0], people[1:5], now)
    yield partial(_create_library, people[0], now)
    yield partial(_share_records, people[1:], now)
    yield partial(_create_bulletins, people, now)
    yield partial(create_teaching_demo, people[0], people[1:4], now)


def _create_swiss(director: Player, entrants: list[Player], boards: DemoGames, now: datetime) -> None:
    plan = TournamentPlan(
        name="Autumn Cup",
        about="Three rounds on the small board, three days a move. Everyone is welcome.",
        terms=Terms(width=9, height=9, time=PER_MOVE, rated=False),
        kind=SystemKind.SWISS,
        rounds=3,
        round_days=10,
        established=False,
    )
    running = _create_open_tournament(director, plan, [director, *entrants], now - BEGAN)
    starting.start_tournament(PlayerRequest(director, now - BEGAN), running.pk)
    run_due_tournament_steps(now - BEGAN)
    for pairing, record in zip(pairings_in_progress(running), boards.records, strict=False):
        moves = record.moves.split()
        play_and_resign(pairing, moves[: len(moves) // 2 * 2 - 3], boards.play, now - BEGAN)
    run_due_tournament_steps(now - SECOND_ROUND)
    for pairing, record, number in zip(
        pairings_in_progress(running), reversed(boards.records), (18, 16, 13), strict=False
    ):
        boards.play(game_id_of(pairing), record.moves.split()[:number], now - SECOND_ROUND)


def _create_mcmahon(entrants: list[Player], now: datetime) -> None:
    plan = TournamentPlan(
        name="Winter McMahon",
        about="For all ranks: stronger players start higher, so games are even from the first round on.",
        terms=Terms(width=19, height=19, time=PER_MOVE),
        kind=SystemKind.MCMAHON,
        rounds=4,
        established=False,
        fewest=6,
        most=32,
        starting=StartCondition.DATE,
        starts_at=(now + ENTRY_TIME).replace(hour=18, minute=0, second=0, microsecond=0),
    )
    _create_open_tournament(entrants[-1], plan, entrants[:4], now)


def _create_clubs(people: list[Player], boards: DemoGames, now: datetime) -> None:
    plan = ClubDetails(
        name="Riverside Go", place="Tampere", shade="teal", joining="request",
        about="We meet on Tuesday evenings and play slow games here in between.", rules="Review your games together.",
    )  # fmt: skip
    club = _create_club(plan, people[:6], now - BEGAN)
    for text, ago in NOTICES:
        ClubNotice.objects.create(club=club, author=people[0], text=text, at=now - ago)
    _create_discussion(club, people, now - timedelta(days=1))
    _create_team_matches(club, people[5:], now - MATCH_BEGAN)
    run_due_tournament_steps(now - MATCH_BEGAN)
    games = TeamBoard.objects.filter(game__isnull=False).order_by("board").values_list("game_id", flat=True)
    for game_id, record, number in zip(games, boards.records, (12, 9), strict=False):
        boards.play(game_id, record.moves.split()[:number], now - MATCH_BEGAN)


def _create_discussion(club: Club, people: list[Player], now: datetime) -> None:
    new = NewTopic(title="Which book after the first one?", text="I have read one on shape. What next?", club=club.pk)
    topic = discussing.start_topic(PlayerRequest(people[1], now), new)
    for player, text in ((people[0], "One with problems. Ten a day."), (people[2], "> What next?\n\nPlay more games.")):
        discussing.reply_to_topic(PlayerRequest(player, now), topic.pk, text)


def _create_topics(people: list[Player], now: datetime) -> None:
    for author, (new, replies, ago) in zip(people[2:], TOPICS, strict=False):
        topic = discussing.start_topic(PlayerRequest(author, now - ago), new)
        for player, text in zip(people[:2], replies, strict=False):
            discussing.reply_to_topic(PlayerRequest(player, now - ago + timedelta(hours=1)), topic.pk, text)


def _create_club(plan: ClubDetails, people: list[Player], now: datetime) -> Club:
    """Return a new club of these people: the owner, a captain, and members. With more than five people, the last one
    asks to join."""
    club = Club(founder=people[0], created_at=now, checked_at=now)
    plan.copy_to(club)
    club.save()
    for number, player in enumerate(people):
        standing = MemberStanding.APPLIED if number == 5 else MemberStanding.MEMBER
        role = (ClubRole.OWNER, ClubRole.CAPTAIN, ClubRole.MEMBER)[min(number, 2)]
        Membership.objects.create(
            club=club, player=player, standing=standing, role=role, at=now, joined_at=now, role_at=now,
            sentence="I have just moved to town." if standing == MemberStanding.APPLIED else "",
        )  # fmt: skip
    update_member_count(club)
    return club


def _create_team_matches(home: Club, guests: list[Player], now: datetime) -> None:
    """Create two matches with a club of these guests. One is played on two boards; for the other, both clubs set their
    lineups."""
    plan = ClubDetails(name="Harbour Go", place="Turku", shade="blue", about="Weiqi by the sea.")
    away = _create_club(plan, guests, now)
    teams_of = [list(club.memberships.filter(standing=MemberStanding.MEMBER).order_by("pk")) for club in (home, away)]
    for boards, size, is_played in ((2, 9, True), (3, 13, False)):
        terms = Terms(width=size, height=size, time=PER_MOVE, rated=False)
        wanted = TeamMatchPlan(club=home.pk, guest=away.pk, terms=terms, boards=boards)
        match = team_matches.challenge_club(PlayerRequest(teams_of[0][0].player, now), wanted)
        team_matches.accept_match(PlayerRequest(teams_of[1][0].player, now), match.pk)
        for team in teams_of:
            captain = PlayerRequest(team[1].player, now)
            for member in team[1 : boards + 1]:
                teams.set_will_play(PlayerRequest(member.player, now), match.pk, plays=True)
            if not is_played and len(team) == boards:
                teams.set_will_play(PlayerRequest(team[0].player, now), match.pk, plays=True)
            if is_played:
                lineup = sorted((one.player for one in team[1 : boards + 1]), key=_rank_sort_key)
                teams.set_lineup(captain, match.pk, lineup)
                teams.confirm_lineup(captain, match.pk)


def _rank_sort_key(player: Player) -> float:
    """Return the sort key by rank, strongest first. Unrated players count as average."""
    found = find_overall_rating(player)
    return -(UNRATED if found is None else found.rating)


def _create_open_tournament(owner: Player, plan: TournamentPlan, entrants: list[Player], now: datetime) -> Tournament:
    tournament = drafting.create_draft(PlayerRequest(owner, now), plan)
    drafting.open_entry(PlayerRequest(owner, now), tournament.pk)
    for player in entrants:
        entering.enter_tournament(PlayerRequest(player, now), tournament.pk)
    return tournament


def run_due_tournament_steps(now: datetime) -> None:
    """Run the tournaments' tasks that are due at this time, and those that are due after the pause between two
    rounds."""
    for at in (now, now + ROUND_PAUSE):
        while due.run_all_background_steps(at):
            pass


def pairings_in_progress(tournament: Tournament) -> list[Pairing]:
    """Return the pairings whose games are in progress."""
    rows = Pairing.objects.filter(round__tournament=tournament, game__isnull=False, game__finished_at=None)
    return list(rows.select_related("white__player").order_by("board"))


def game_id_of(pairing: Pairing) -> int:
    """Return the id of the pairing's game."""
    assert pairing.game_id is not None
    return pairing.game_id


def play_and_resign(pairing: Pairing, moves: list[str], play: PlayMoves, started: datetime) -> None:
    """Play these moves in the pairing's game, then let White resign."""
    play(game_id_of(pairing), moves, started)
    assert pairing.white is not None
    number = Game.objects.values_list("number", flat=True).get(pk=game_id_of(pairing))
    resigned = started + timedelta(hours=5) * (len(moves) + 1)
    verbs.perform(
        verbs.ActionRequest(game_id_of(pairing), pairing.white.player, number, None, resigned), verbs.Resign()
    )


def _create_bulletins(people: list[Player], now: datetime) -> None:
    """Create three bulletins that these people have dismissed, so that they are only in the list."""
    news = BulletinText(
        title="Two new tournaments", text="Winter McMahon is open to all ranks. Autumn Cup is in its second round."
    )
    poll = BulletinText(
        title="Which tournament next?", text="The directors plan the spring season. Vote until the end of the month.",
        question="What would you play in?", answers="A 9×9 knockout\nA 13×13 Swiss\nA 19×19 league",
    )  # fmt: skip
    pause = BulletinText(
        title="Games over the holidays", text="Going away? Add a vacation in Settings, and your clocks will pause."
    )
    for text, age in ((pause, BEGAN + timedelta(days=9)), (news, BEGAN), (poll, SECOND_ROUND)):
        text.bulletin = Bulletin.objects.create(begins=now - age, by=people[0])
        text.language = "en"
        text.save()
        Dismissal.objects.bulk_create(Dismissal(bulletin=text.bulletin, player=player) for player in people)


def _create_follows(player: Player, others: list[Player], now: datetime) -> None:
    """Make `player` friends with all of these others but the first, who only follows `player`."""
    follower, *followed = others
    follows.follow_player(player=follower, other=player, now=now - timedelta(days=1))
    for at, other in enumerate(followed, 4):
        follows.follow_player(player=player, other=other, now=now - timedelta(days=at))
        follows.follow_player(player=other, other=player, now=now - timedelta(days=at))


def _create_conversations(one: Player, other: Player, earlier: Player, now: datetime) -> None:
    for player, friend in ((one, other), (other, one)):
        follows.follow_player(player=player, other=friend, now=now - timedelta(days=3))
    for player, friend, hours, text in (
        (earlier, one, 50, "Thanks for the game. I never saw the ladder coming."),
        (one, other, 20, "Did you see the Winter McMahon? Entry is open."),
        (other, one, 18, "I did. A McMahon with nineteen lines takes long, but I am tempted."),
    ):
        threads.write_message(PlayerRequest(player, now - timedelta(hours=hours)), friend, TextOrQuickReply(text))
    if side := threads.find_thread_side_with(one, earlier):
        threads.set_thread_archived(side, now, archived=True)


LECTURE = """(;GM[1]FF[4]SZ[19]PB[Honinbo Shusaku]PW[Gennan Inseki]BR[4d]WR[8d]EV[Castle towns]DT[1846-09-11]RE[B+2]
C[The game of the ear-reddening move.];B[qd];W[dc];B[pq];W[oc];B[cp]C[Black has taken three corners.]
(;W[cf];B[ep];W[qo];B[pe];W[np];B[po]LB[po:A])(;W[qo]C[White could also approach here first.];B[op];W[cf]))"""
OWN_GAMES = "".join(
    f"(;GM[1]FF[4]SZ[9]PB[Aino]PW[{name}]DT[2025-0{month}-12]EV[Club evening]RU[Japanese]KM[6.5]RE[{result}]{moves})"
    for month, (name, result, moves) in enumerate(
        [
            ("Babak", "B+R", ";B[ee];W[ge];B[cc];W[gc];B[cg];W[gg]"),
            ("Chen", "W+3.5", ";B[gc];W[cg];B[cc];W[gg];B[ec];W[eg];B[ee]"),
            ("Dara", "B+12.5", ";B[ce];W[ge];B[dg];W[fc];B[fh];W[dc];B[cc];W[cb];B[hg]"),
        ],
        start=3,
    )
)
"""Invented games for the demo's library."""
STUDIED = [
    f"(;GM[1]FF[4]SZ[19]PB[{black}]PW[{white}]EV[Study evening]DT[2025-1{month}-04]RU[Japanese]KM[6.5]RE[{result}]"
    f";B[qd];W[dc];B[pq];W[oc];B[cp]{moves})"
    for month, (black, white, result, moves) in enumerate(
        [
            ("Babak", "Emil", "W+R", ";W[cf];B[ep];W[pe];B[qe];W[pf];B[qg];W[qo];B[op]"),
            ("Hana", "Goran", "B+R", ";W[cf];B[ep];W[qo];B[op];W[pn];B[de];W[ce]"),
            ("Cyrus", "Dara", "B+4.5", ";W[qo];B[op];W[cf];B[ep];W[qj];B[de];W[ce]"),
        ]
    )
]  # fmt: skip
"""Invented games with the opening of `LECTURE`, which players share with everyone."""


def _create_library(owner: Player, now: datetime) -> None:
    files = [UploadedFile("castle.sgf", LECTURE.encode())]
    uploading.upload_and_keep(owner, UploadRequest(files), FolderAndTags("Classics", ("lecture",)), now)
    uploading.upload_and_keep(
        owner,
        UploadRequest([UploadedFile("club.sgf", OWN_GAMES.encode())]),
        FolderAndTags("Club evenings", ("own games",)),
        now,
    )


def _share_records(players: list[Player], now: datetime) -> None:
    for player, text in zip(players, STUDIED, strict=False):
        files = [UploadedFile("study.sgf", text.encode())]
        uploading.upload_and_keep(player, UploadRequest(files), FolderAndTags("Study evenings"), now)
        record = Record.objects.kept().filter(owner=player).earliest("pk")
        sharing.share_record(player, record.pk, Audience(everyone=True), now)
