"""Folded templates render the same as Django's own loaders and tags (foundation.folding, foundation.template_tags)."""

import re
from enum import IntEnum

import pytest
from django import forms
from django.template import Context, Engine, TemplateDoesNotExist, TemplateSyntaxError, engines
from django.template.autoreload import get_template_directories, template_changed
from django.template.loader import render_to_string
from django.urls import NoReverseMatch, reverse
from django.utils import translation
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from foundation.folding import fold_constants
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
        {% url 'games:act' game.pk 'play' %} {% url 'games:game' game_id=game.pk %} {% url 'games:profile' "it's" %}
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
    "braces.html": """{% load i18n %}{% translate "{{ n }}" %} {% translate "{# n #}" %} {% translate "{% now" %}
        {% blocktranslate %}a { b } {{ p }}{% endblocktranslate %}""",
    "tags of two parts.html": """{% load i18n %}{{% translate "# a" %} #}
        {# a {% translate "b #" %}}
        {{% blocktranslate %}# a{% endblocktranslate %} #}""",
    "verbatim.html": """{% load i18n %}{% verbatim %}{{ n }} {% translate "Chat" %}{% endverbatim %}{{ n }}
        {% verbatim mine %}{% endverbatim %}{% url 'games:help' %}{% endverbatim mine %}""",
    "comments.html": """{% load i18n %}{# {% translate "Chat" %} #}a{% comment "why" %}{% translate "Chat" %}
        {{ n|nothing }}{% blocktranslate %}{% include "nowhere.html" %}{% endcomment %}b""",
    "marked.html": """{% load i18n %}{% translate '\u200fChat\u200e' %}
        {% blocktranslate %}\u2067{{ p }}\u2069{% endblocktranslate %}""",
    "markup.html": """{% load i18n %}{% translate "<b>a</b> & b" %}{% translate "a"|upper %}{% translate "a" noop %}
        {% autoescape off %}{% translate "<b>" %}{% url 'games:profile' 'a&b' %}{{ p }}{% endautoescape %}
        {% blocktranslate with q=p %}<b>{{ q }}</b> &{% endblocktranslate %}{{ q }}
        {% filter upper %}{% translate "Chat" %}{{ p }}{% endfilter %}""",
    "percent.html": """{% load i18n %}{% translate "100 %" %} {% translate "%(n)s" %} {% translate "50 %% off" %}
        {% blocktranslate %}5 % of {{ n }}, %(p)s{% endblocktranslate %}""",
    "quotes.html": """{% load i18n %}{% translate "say \\"no\\"" %} {% translate 'it\\'s' %} {% translate _("Chat") %}
        {% translate "Chat" context "" %} {% translate "" %}|""",
    "loads.html": "{% include 'static.html' %}{% include 'static.html' with n=5 %}{{ n }}",
    "static.html": "{% load static from static %}{% load i18n %}{% static 'a b.css' %}{% translate 'Chat' %}{{ n }}",
    "files.html": """{% load static %}{% static 'css/base.css' %} {% static "it's.css" %} {% static name %}
        {% static 'a' as b %}{{ b }}""",
    "blocks.html": """{% include "block.html" %}{% include "grown.html" %}{% include "./foot.html" %}
        {% include "deep.html" with deep="12" %}""",
    "block.html": "{% block main %}of an included one{% endblock %}",
    "grown.html": "{% extends 'base.html' %}{% block main %}{{ n }}{% endblock %}",
    "deep.html": "{{ deep }}{% if deep %}{% include 'deep.html' with deep=deep|slice:'1:' %}{% endif %}",
    "in finnish.html": """{% load i18n %}{% translate 'Chat' %}
        {% language 'fi' %}{% translate 'Chat' %}{% endlanguage %}""",
    "escaped.html": "{% autoescape off %}{{ p }}{% load i18n %}{% translate 'Chat' %}{% endautoescape %}{{ p }}",
}


class Number(IntEnum):
    TWO = 2


class Lost(Exception):
    silent_variable_failure = True


class Thing:
    pk, name, none, rows = 7, "<b>", None, ["x", "y"]
    kind = Exception

    def message(self) -> str:
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


@pytest.mark.parametrize(
    ("source", "folded"),
    [
        ("a\n  · b ·\n c", "a\xa0· b\xa0·\n c"),
        ("{{ n }} · 5", "{% show n %}\xa0· 5"),
        ("a\n {% if n %}· {{ n }}{% endif %}", "a{% if n %}\xa0· {% show n %}{% endif %}"),
        ("a\n {% if n %}\n  · {{ n }} {% endif %}\n ·", "a{% if n %}\xa0· {% show n %}{% endif %}\xa0·"),
        ("<b>\n a\n </b>\n · b", "<b>\n a</b>\xa0· b"),
        ("{% if n %}a\n{% endif %}\n{% if p %}· b{% endif %}", "{% if n %}a{% endif %}{% if p %}\xa0· b{% endif %}"),
        ("{% load i18n %}{% translate 'a · b' %}", "{% load i18n %}a\xa0· b"),
        ("(·) 5·6", "(·) 5·6"),
    ],
)
def test_a_line_never_starts_with_a_separator(source, folded):
    assert fold_constants(source) == folded


NAMES = {"i18n": "django.templatetags.i18n", "static": "django.templatetags.static"}


def engine(loader: str, *builtins: str, sources: dict[str, str] = SOURCES, debug: bool = False) -> Engine:
    loaders = [(loader, [("django.template.loaders.locmem.Loader", sources)])]
    return Engine(loaders=loaders, libraries=NAMES, builtins=list(builtins), debug=debug)


OURS = ("foundation.folding.ConstantFoldingLoader", "foundation.template_tags")
FOLDED, STOCK = engine(*OURS), engine("django.template.loaders.cached.Loader")


def context() -> Context:
    known = {"game": Thing(), "may": {"play": True}, "p": "<K11>", "n": 2, "text": "abc", "call": lambda: "called"}
    shown = {"many": 1234567, "part": 1234.5, "quoted": "\"'&", "safe": mark_safe("<b>"), "number_of": Number.TWO}
    return Context({**known, **shown, "word": "Chat", "view": "games:help", "name": "foot.html", "parent": "base.html"})


@pytest.mark.parametrize("grouped", [False, True])
@pytest.mark.parametrize("name", SOURCES)
def test_every_template_renders_what_django_renders_in_every_language(name, grouped, settings):
    settings.USE_THOUSAND_SEPARATOR = grouped
    for language in ("en", "fi", "fa", "fi"):
        with translation.override(language):
            expected = STOCK.get_template(name).render(context())
            for _ in range(2):
                assert FOLDED.get_template(name).render(context()) == expected


I18N, STATIC = "{% load i18n %}", "{% load static %}"
BECOMES = [
    (I18N + "{% translate 'Skip to content' %}", I18N + "Siirry sisältöön"),
    (I18N + '{% trans "Play" context "header" %}', I18N + "Pelaa"),
    (I18N + """{% translate "it's" %}""", I18N + "it's"),
    (STATIC + "{% static 'css/base.css' %}", STATIC + "/static/css/base.css"),
    ("{% url 'games:my_games' %}", "/games/"),
    (I18N + "{% blocktranslate trimmed %}\n  Skip to content\n{% endblocktranslate %}", I18N + "Siirry sisältöön"),
    (I18N + "{% blocktranslate context 'header' %}Play{% endblocktranslate %}", I18N + "Pelaa"),
    (I18N + "{% blocktrans %}{{ n }} of it{% endblocktrans %}", I18N + "{% show n %} of it"),
    (
        I18N + "{% blocktranslate with a=b|upper c=d %}{{ a }}, {{ c }}{% endblocktranslate %}",
        I18N + "{% with a=b|upper c=d %}{% show a %}, {% show c %}{% endwith %}",
    ),
    ("{{ game.name|upper }}", "{% show game.name|upper %}"),
]


@pytest.mark.parametrize(("source", "folded"), BECOMES)
def test_constants_become_text(source, folded):
    with translation.override("fi"):
        assert fold_constants(source) == folded


STAYS = [
    I18N + "{% translate word %}",
    I18N + "{% translate 'Chat' as said %}",
    I18N + "{% translate 'Chat'|upper %}",
    I18N + "{% translate '{' %}",
    I18N + "{% blocktranslate count n=n %}{{ n }} move{% plural %}{{ n }} moves{% endblocktranslate %}",
    I18N + "{% blocktranslate asvar said %}Chat{% endblocktranslate %}",
    I18N + "{% blocktranslate %}{{ game.name }}{% endblocktranslate %}",
    I18N + "{% language 'fi' %}{% translate 'Chat' %}{% endlanguage %}",
    STATIC + """{% static "it's.css" %}""",
    STATIC + "{% static path %}",
    "{% url 'games:game' game_id=1 %}",
    "{% url 'games:game' 1 %}",
    "{% url 'games:nowhere' %}",
    "{% url 'admin:index' %}",
    "{% verbatim %}{{ n }}{% endverbatim %}",
    "{# {{ n }} #}",
    "{% translate 'Chat' %}",
    "{% load translate from i18n %}{% translate 'Chat' %}",
    "{% static 'css/base.css' %}",
    "{% include 'foot.html' %}",
]


@pytest.mark.parametrize("source", STAYS)
def test_what_may_differ_from_page_to_page_stays_a_tag(source):
    assert fold_constants(source) == source


@pytest.mark.parametrize(
    "tag", ["{% translate 'Chat' %}", "{% static 'a' %}", "{% blocktranslate %}a{% endblocktranslate %}"]
)
def test_a_tag_whose_library_was_not_loaded_is_refused(tag):
    with pytest.raises(TemplateSyntaxError):
        engine(*OURS, sources={"a.html": tag}).get_template("a.html")


def test_a_static_file_that_the_manifest_does_not_have_is_refused_when_it_is_rendered(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"}
    }
    template = engine(*OURS, sources={"a.html": STATIC + "{% static 'no.css' %}"}).get_template("a.html")
    with pytest.raises(ValueError, match=r"no\.css"):
        template.render(Context())


def test_a_translation_without_its_values_is_left_to_django(monkeypatch):
    """Django then uses the English message."""
    catalog = {"{n} left": "", "%(n)s left": "%(m)s jäljellä"}
    monkeypatch.setattr("foundation.folding.gettext", lambda message: catalog.get(message, message))
    source = I18N + "{% blocktranslate %}{{ n }} left{% endblocktranslate %}"
    assert fold_constants(source) == source


def test_a_percent_sign_is_two_in_catalogs_and_one_on_pages(monkeypatch):
    catalog = {"5 %% off": "5 %% pois", "%(n)s %% off": "%(n)s %% pois"}
    monkeypatch.setattr("foundation.folding.gettext", lambda message: catalog[message])
    assert fold_constants(I18N + "{% translate '5 % off' %}") == I18N + "5 % pois"
    block = "{% blocktranslate %}{{ n }} % off{% endblocktranslate %}"
    assert fold_constants(I18N + block) == I18N + "{% show n %} % pois"


@pytest.mark.parametrize("number", [7.0, True, [7]])
def test_an_address_of_a_value_that_only_equals_a_number_is_djangos(number):
    template = engine(*OURS, sources={"a.html": "{% url 'games:act' n 'play' %}"}).get_template("a.html")
    for equal in (7, 1):
        assert template.render(Context({"n": equal})) == f"/g/{equal}/play/"
    with pytest.raises(NoReverseMatch):
        template.render(Context({"n": number}))


def test_with_debug_the_source_stays_as_it_is():
    sources = {"a.html": I18N + "{% translate 'Chat' %}{{ n }}"}
    assert engine(*OURS, sources=sources, debug=True).get_template("a.html").source == sources["a.html"]


def test_the_quick_tags_are_used():
    nodes = FOLDED.get_template("included.html").nodelist
    assert [type(node).__name__ for node in nodes if "Include" in type(node).__name__] == [
        "LiteralIncludeNode", "IncludeNode", "IncludeNode"
    ]  # fmt: skip
    kinds = [type(node).__name__ for node in FOLDED.get_template("addresses.html").nodelist]
    assert [kind for kind in kinds if "URL" in kind] == [
        "LiteralURLNode",
        "URLNode",
        "LiteralURLNode",
        "URLNode",
        "LiteralURLNode",
        "URLNode",
    ]


@pytest.mark.parametrize("debug", [False, True])
def test_an_edited_template_is_noticed_as_with_django(settings, tmp_path, debug):
    """By `runserver`, which watches the folders and sends a signal; also in a template that includes it."""
    options = settings.TEMPLATES[0]["OPTIONS"] | {"debug": debug}
    settings.TEMPLATES = [settings.TEMPLATES[0] | {"DIRS": [tmp_path], "OPTIONS": options}]
    (tmp_path / "whole.html").write_text("{% include 'part.html' %}")
    part = tmp_path / "part.html"
    part.write_text("before")
    assert render_to_string("whole.html") == "before"

    part.write_text("after")
    assert tmp_path in get_template_directories()
    template_changed(None, part)

    assert render_to_string("whole.html") == "after"


@pytest.mark.parametrize("widget", [forms.Select, forms.SelectMultiple, forms.NumberInput, forms.RadioSelect])
@pytest.mark.parametrize("value", ["a&b", "", 2, None])
def test_a_field_is_djangos_apart_from_white_space(widget, value):
    choices = [("a&b", "<i>"), (2, "two"), ("More <", [(None, mark_safe("<b>")), ("", gettext_lazy("Chat"))])]
    attrs = {"id": "<x>", "required": True, "disabled": False, "step": 0.5, "maxlength": 1200, "data-none": None,
             "placeholder": gettext_lazy("Chat"), "class": mark_safe("a&amp;b"), "data-'s": 'say "no"'}  # fmt: skip
    field = widget(attrs, choices) if issubclass(widget, forms.Select | forms.RadioSelect) else widget(attrs)
    with translation.override("fi"):
        ours, theirs = (
            re.sub(r"\s+", " ", field.render("name & <more>", value, renderer=renderer)).replace("> <", "><")
            for renderer in (forms.renderers.TemplatesSetting(), forms.renderers.DjangoTemplates())
        )
    assert ours == theirs


def test_no_library_overrides_a_tag_that_is_folded():
    libraries = engines["django"].engine.template_libraries
    own = {name for name, library in libraries.items() if library.tags.keys() & {"translate", "static", "show"}}
    assert own == {"i18n", "static"}


def test_a_template_that_does_not_exist_is_refused():
    missing = engine(*OURS, sources={"a.html": "{% include 'nowhere.html' %}"}).get_template("a.html")
    for _ in range(2):
        with pytest.raises(TemplateDoesNotExist):
            FOLDED.get_template("nowhere.html")
        with pytest.raises(TemplateDoesNotExist):
            missing.render(Context())


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
