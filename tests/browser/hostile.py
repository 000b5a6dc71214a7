"""Texts that try to inject code, and a database in which every stored text is one of them (S20).

`python manage.py shell -c "from tests.browser import hostile; hostile.fill()"` fills the database and prints the pages
to open for each user.
"""

from __future__ import annotations

import itertools
import json
import os
import secrets
from datetime import timedelta
from typing import Any

from allauth.mfa.models import Authenticator
from django.test import override_settings
from django.utils import timezone

from accounts.core import audit
from accounts.models import ApiToken, Player, SecurityKind
from accounts.security import oauth
from games import verbs
from games.models import Game
from games.services import send_message, write_note
from games.services.idempotency import PlayerRequest
from games.verbs import Ruling
from moderation import services
from moderation.models import Case
from moderation.models.decision import AppealOutcome, Measure
from rules import AfterRejection
from tests.access.visitors import session_of
from tests.factories import act, make_game, make_moderator, make_player
from tests.moderation import helpers

DO = ("alert(1)", "confirm(1)", "prompt(1)", "print()", "top.hit=1")
HTML = (
    "<script>{}</script>", "<ScRiPt>{}</sCrIpT>", "<script src=data:,{}></script>", "<img src=x onerror={}>",
    "<svg onload={}>", "<svg><script>{}</script></svg>", "<body onload={}>", "<iframe srcdoc='<script>{}</script>'>",
    "<iframe src=javascript:{}></iframe>", "<details open ontoggle={}>", "<video><source onerror={}></video>",
    "<input autofocus onfocus={}>", "<marquee onstart={}>", "<object data=javascript:{}>", "<embed src=javascript:{}>",
    "<a href=javascript:{}>x</a>", "<form action=javascript:{}><button>x", "<math><mi xlink:href=javascript:{}>x",
    "<style>@import 'javascript:{}'</style>", "<link rel=stylesheet href=javascript:{}>", "<base href=javascript:{}//>",
    "<meta http-equiv=refresh content='0;url=javascript:{}'>", "<template><script>{}</script></template>",
    "<noscript><p title='</noscript><img src=x onerror={}>'>", "<textarea></textarea><script>{}</script>",
    "</title><script>{}</script>", "</textarea><img src=x onerror={}>", "</style><img src=x onerror={}>",
    "--><script>{}</script><!--", "]]><script>{}</script>",
)  # fmt: skip
ODD = (
    '"><script>alert(1)</script>', "'><script>alert(1)</script>", '" onmouseover="alert(1)',
    "' autofocus onfocus='alert(1)",
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:msgbox(1)",
    "&lt;script&gt;alert(1)&lt;/script&gt;", "&#60;script&#62;alert(1)&#60;/script&#62;",
    "\\u003cscript\\u003ealert(1)",
    "{{ 7|add:7 }}", "{% load static %}", "${alert(1)}", "{{constructor.constructor('alert(1)')()}}",
    "</bdi></a></li></ul></main><h1 id=hit>x</h1>", "<!--", "<![CDATA[<img src=x onerror=alert(1)>]]>",
    "<?xml version='1.0'?>",
    "http://x/\\\" onclick=alert(1) y=", "https://x.org/'onmouseover='alert(1)", "[x](javascript:alert(1))",
    "<img src=`x` onerror=alert(1)>", "<<script>alert(1)//<</script>", "<svg/onload=alert(1)//",
    "<a\thref=java&#9;script:alert(1)>x",
)  # fmt: skip
TEXTS = [*(form.format(do) for do, form in itertools.product(DO, HTML)), *ODD]
"""A hundred and fifty and more, one line each."""


def blocks(longest: int) -> list[str]:
    """All of them, in as few texts of at most so many characters as their order allows."""
    found = [""]
    for text in TEXTS:
        if len(found[-1]) + len(text) + 1 > longest:
            found.append("")
        found[-1] += f"\n{text}"
    return [block.strip() for block in found]


def pieces(longest: int) -> list[str]:
    """The same by day; at night each of them alone."""
    return TEXTS if os.environ.get("IGO_NIGHTLY") else blocks(longest)


def fill() -> None:
    """Say all of them wherever something can be said, and print the pages that show it: addresses by session."""
    with override_settings(IGO_REPORTS="9999/day", PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        print(json.dumps(_filled()))


def _filled() -> dict[str, list[str]]:
    now = timezone.now()
    black, white, first, second = make_player("loud"), make_player("calm"), make_moderator(), make_moderator()
    chief = make_moderator(grade="administrators", is_superuser=True)
    game = make_game(black=black, white=white, now=now)
    public = [_profile(number, text) for number, text in enumerate(blocks(500))]
    _things_of(black)
    _chat(game, black)
    result = _decided(black, white, first, now)
    cases = [_reported(black, now), *result["cases"], _ruled(white, black, first, now)]
    admin_pages = [
        "accounts/player/", f"accounts/player/{black.pk}/change/", "accounts/securityevent/", "accounts/staffaction/",
        "accounts/restriction/", f"games/game/{game.pk}/change/",
        *(f"moderation/case/{case.pk}/change/" for case in cases),
        f"accounts/player/{public[0].pk}/change/",
    ]  # fmt: skip
    some = result["games"] if os.environ.get("IGO_NIGHTLY") else result["games"][:3]  # moderators open all, even by day
    profiles = [person.get_absolute_url() for person in public]
    here, app = game.get_absolute_url(), black.owned_app  # type: ignore[attr-defined]
    consent = (
        f"/oauth/authorize?client_id={app.pk}&redirect_uri=http://localhost/back&response_type=code&scope=game:read"
        f"&state=s&code_challenge={'x' * 43}&code_challenge_method=S256"
    )
    own = ["/settings/programs/", "/settings/security/", "/settings/account/", "/accounts/email/", "/settings/data/"]
    return {
        session_of(black): [
            f"{here}?chat=1",
            "/decisions/",
            *result["appeals"],
            "/notifications/",
            *own,
            consent,
            *profiles[:1],
        ],
        session_of(white): [f"{here}?chat=1", *some, "/reports/", "/decisions/"],
        session_of(second): [
            "/mod/",
            "/mod/?view=closed",
            *(case.get_absolute_url() for case in cases),
            *result["games"],
        ],
        session_of(chief): [f"/admin/{page}" for page in admin_pages],
        "": [*profiles, *some, "/games/archive/"],
    }


def _profile(number: int, text: str) -> Player:
    return make_player(f"profile{number}", bio=text)


def _things_of(player: Player) -> None:
    """Create a player's named objects, and a browser name, with hostile texts."""
    now = timezone.now()
    for text in TEXTS:
        ApiToken.objects.create(player=player, name=text[:60], digest=secrets.token_hex(32), scopes=[], created_at=now)
        Authenticator.objects.create(user=player, type="webauthn", data={"name": text[:60], "credential": {}})
        audit.log_security_event(SecurityKind.DENIED, player, detail=text)
    app = oauth.register_app(player=player, name=TEXTS[0][:60], redirect_uris=["http://localhost/back"])
    player.owned_app = app  # type: ignore[attr-defined]
    Player.objects.filter(pk=player.pk).update(email='"<svg/onload=alert(1)>"@example.org')


def _chat(game: Game, player: Player) -> None:
    for text in pieces(1000):
        send_message(PlayerRequest(player, timezone.now()), game.pk, text)
    write_note(game_id=game.pk, player=player, text=blocks(4000)[0], now=timezone.now())


def _reported(player: Player, now: Any) -> Case:
    """A case with every text as a report, as a note and as evidence."""
    case = None
    keeper = make_moderator()
    for text in pieces(500):
        Player.objects.filter(pk=player.pk).update(bio=text)
        case = helpers.report(player, text=text, now=now)
        services.add_case_note(case_id=case.pk, staff=keeper, text=text, now=now)
    assert case is not None
    return case


def _decided(player: Player, other: Player, staff: Player, now: Any) -> dict[str, Any]:
    """Decisions, appeals and answers with every text; a message that was hidden for a reason."""
    cases, appeals = [], []
    for text in blocks(900):
        made = helpers.decide(helpers.report(player, now=now), staff, Measure.WARN, reason=text, note=text, now=now)
        cases.append(made.case)
        appeals.append(f"/decisions/{made.pk}/appeal/")
        appeal = services.appeal_decision(decision_id=made.pk, player=player, text=text, now=now)
        keeper = make_moderator()
        services.answer_appeal(
            case_id=appeal.case_id, staff=keeper, verdict=services.AppealAnswer(AppealOutcome.UPHELD, text), now=now
        )
        cases.append(appeal.case)
    game = make_game(black=player, white=other, moves="E5 E4", now=now)
    message = send_message(PlayerRequest(player, now), game.pk, TEXTS[0])
    case = helpers.report(player, by=other, text=TEXTS[3], now=now)
    hidden = {"message": message.pk, "reason": blocks(900)[0], "ends_case": False}
    helpers.decide(case, staff, Measure.HIDE, now=now, **hidden)
    helpers.decide(case, staff, Measure.MUTED, reason=blocks(900)[1], days=3, now=now + timedelta(seconds=1))
    return {"cases": [*cases, case], "appeals": appeals, "games": [f"{game.get_absolute_url()}?chat=1", *_rulings(now)]}


def _rulings(now: Any) -> list[str]:
    """Games whose result was given for every text as the reason, and a marking that was rejected for it."""
    pages = []
    for text in blocks(400):
        game = make_game(moves="E5 E4 pass pass", now=now)
        act(game, verbs.Propose, dead=frozenset(), now=now)
        act(game, verbs.Reject, proposal=1, then=AfterRejection.MARK, reason=text, now=now)
        act(game, verbs.Decide, by=make_moderator(), ruling=Ruling.BOTH_LOSE, reason=text, now=now)
        pages.append(game.get_absolute_url())
    return pages


def _ruled(player: Player, other: Player, staff: Player, now: Any) -> Case:
    """The case of a ruling for every text."""
    game = make_game(black=player, white=other, now=now)
    act(game, verbs.Decide, by=make_moderator(), ruling=Ruling.BOTH_LOSE, reason=blocks(900)[0], now=now)
    return Case.objects.filter(game=game).latest("pk")
