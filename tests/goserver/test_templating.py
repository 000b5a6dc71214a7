"""Templates render the same in the quick way as in Django's own (foundation.templating)."""

from enum import IntEnum

import pytest
from django.template import Context, Engine, TemplateDoesNotExist
from django.urls import NoReverseMatch, reverse
from django.utils import translation
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import mark_safe

from foundation import templating
from foundation.paths import path_of

SOURCES = {
    "base.html": """{% load i18n %}<h1>{% translate 'My games' %}</h1>{% block main %}old{% endblock %}
        {% include 'foot.html' %}""",
    "page.html": """{% extends 'base.html' %}{% load i18n %}
        {% block main %}{% translate 'Chat' %}{{ block.super }}{% endblock %}""",
    "leaf.html": """{% extends 'page.html' %}{% block main %}{{ block.super }}{{ n }}{% endblock %}""",
    "chosen.html": """{% extends parent %}{% block main %}{{ p }}{% endblock %}""",
    "choices.html": """{% for row in game.rows %}
        {% if nobody %}a{% elif game.none %}b{% elif nobody.pk %}c{% else %}d{{ row }}{% endif %}{% endfor %}
        {% if game.rows.1 %}e{% endif %}{% if may.play and n == 2 %}f{% endif %}
        {% if game.name|length > 2 %}g{% endif %}{% if not may.pass %}h{% endif %}
        {% if "" %}i{% elif 1 %}j{% endif %}""",
    "foot.html": "{% load i18n %}<i>{% translate 'Moves' %} {{ n }}</i>",
    "addresses.html": """{% url 'games:my_games' %} {% url 'games:game' game.pk %} {% url view %}
        {% url 'games:act' game.pk 'play' %} {% url 'games:game' game_id=game.pk %}
        {% url 'games:game' game.pk as here %}[{{ here }}]""",
    "sentences.html": """{% load i18n %}{% translate 'Play' context 'header' %} {% translate word %}
        {% translate 'Chat' as said %}[{{ said }}] {% translate 'a & b' %} {% translate '100 %' %}""",
    "values.html": """{% load i18n %}
        {% blocktranslate with point=p trimmed %} Play <bdi>{{ point }}</bdi> {% endblocktranslate %}
        {% blocktranslate %}{{ missing }} and {{ p }} left, 5 %{% endblocktranslate %}
        {% blocktranslate count n=n %}{{ n }} move{% plural %}{{ n }} moves{% endblocktranslate %}
        {% blocktranslate asvar kept %}move {{ n }}{% endblocktranslate %}[{{ kept }}]""",
    "variables.html": """{{ game.pk }} {{ game.name }} {{ game.none }} {{ game.said }} {{ game.rows.1 }}
        {{ may.play }} {{ may.pass }} {{ may.items }} {{ nobody }} {{ nobody.pk }} {{ call }} {{ game.kind }}
        {{ text.upper }} {{ text.0 }} {% if nobody %}a{% elif may.play and not may.pass %}b{% endif %}
        {% for row in game.rows %}{{ row }},{% endfor %} {{ game.name|default:game.pk }} {{ game.lost }}
        {{ game.delete }} {% with x=game.pk %}{{ x }}{% endwith %}""",
    "included.html": """{% include 'foot.html' with n=3 %}{% include 'foot.html' with n=4 only %}
        {% include name %}{{ n }}""",
    "shown.html": """{{ n }} {{ many }} {{ part }} {{ p }} {{ quoted }} {{ safe }} {{ true }} {{ missing }}
        {{ number_of }}
        {% autoescape off %}{{ p }}{{ n }}{{ safe }}{% endautoescape %}{{ "<i>" }}{{ 5 }}{{ n|add:1 }}""",
    "rows.html": """{% for row in game.rows %}{% include 'row.html' %}{% endfor %}
        {% include 'keeps.html' %}[{{ here }}]{% for row in game.rows %}{% include 'once.html' %}{% endfor %}""",
    "row.html": "{% cycle 'a' 'b' %}{{ row }}",
    "keeps.html": "{% url 'games:help' as here %}{{ here }}",
    "once.html": "{% ifchanged %}same{% endifchanged %}",
    "token.html": "<form>{% csrf_token %}</form>",
    "escaped.html": "{% autoescape off %}{{ p }}{% load i18n %}{% translate 'Chat' %}{% endautoescape %}{{ p }}",
}


class Number(IntEnum):
    TWO = 2


class Lost(Exception):
    silent_variable_failure = True


class Thing:
    pk, name, none, rows = 7, "<b>", None, ["x", "y"]
    kind = Exception

    def said(self) -> str:
        return "said & done"

    def delete(self) -> str:
        return "deleted"

    delete.alters_data = True  # type: ignore[attr-defined]

    @property
    def lost(self) -> str:
        raise Lost

    @property
    def broken(self) -> str:
        raise AttributeError("inside")


def engine(loader: str) -> Engine:
    return Engine(
        loaders=[(loader, [("django.template.loaders.locmem.Loader", SOURCES)])],
        libraries={"i18n": "django.templatetags.i18n", "static": "django.templatetags.static"},
    )


QUICK, SLOW = (engine(f"{module}.Loader") for module in ("foundation.templating", "django.template.loaders.cached"))


def context() -> Context:
    known = {"game": Thing(), "may": {"play": True}, "p": "<K11>", "n": 2, "text": "abc", "call": lambda: "called"}
    shown = {"many": 1234567, "part": 1234.5, "quoted": "\"'&", "safe": mark_safe("<b>"), "number_of": Number.TWO}
    return Context({**known, **shown, "word": "Chat", "view": "games:help", "name": "foot.html", "parent": "base.html"})


@pytest.mark.parametrize("name", SOURCES)
def test_every_template_says_in_every_language_what_it_says_in_djangos_way(name):
    for language in ("en", "fi", "fa", "fi"):
        with translation.override(language):
            slow = SLOW.get_template(name).render(context())
            for _ in range(2):
                assert QUICK.get_template(name).render(context()) == slow


def test_the_quick_way_was_taken():
    kinds = {type(node).__name__ for node in QUICK.get_template("base.html").nodelist}
    assert {"Run", "Inclusion"} <= kinds, kinds
    assert {"Address"} <= {type(node).__name__ for node in QUICK.get_template("addresses.html").nodelist}
    assert {"Choice"} <= {type(node).__name__ for node in QUICK.get_template("choices.html").nodelist}
    assert {"Token"} <= {type(node).__name__ for node in QUICK.get_template("token.html").nodelist}
    assert {"Extension"} <= {type(node).__name__ for node in QUICK.get_template("leaf.html").nodelist}


@pytest.mark.filterwarnings("ignore:Calling format_html")
@pytest.mark.parametrize("token", ["aB3", SimpleLazyObject(lambda: "aB3"), "NOTPROVIDED", '">', "", None])
def test_a_token_is_written_as_django_writes_it(token):
    quick, slow = (made.get_template("token.html") for made in (QUICK, SLOW))

    assert quick.render(Context({"csrf_token": token})) == slow.render(Context({"csrf_token": token}))


def test_an_error_inside_a_property_is_no_missing_name():
    with pytest.raises(AttributeError, match="inside"):
        templating.Value("game.broken").resolve(context())


def test_a_template_that_is_not_there_is_refused():
    for _ in range(2):
        with pytest.raises(TemplateDoesNotExist):
            QUICK.get_template("nowhere.html")


ADDRESSES = [
    ("games:my_games",),
    ("games:game", 7),
    ("games:game", 900_000_001),
    ("games:act", 7, "play"),
    ("games:profile", "a bä%s"),
    ("sharing:preview", 7, 150),
]


@pytest.mark.parametrize("asked", ADDRESSES)
def test_an_address_is_what_django_says_it_is(asked):
    for _ in range(2):
        assert path_of(*asked) == reverse(asked[0], args=asked[1:])


@pytest.mark.parametrize("asked", [("games:game",), ("games:game", -1), ("games:nowhere", 1), ("games:game", 1, 2)])
def test_an_address_that_there_is_not_is_refused(asked):
    with pytest.raises(NoReverseMatch):
        path_of(*asked)
