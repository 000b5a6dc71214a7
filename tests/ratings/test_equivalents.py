"""The comparison of rating systems: the numbers come from the sources, and uncertainty is shown (issue 17)."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from ratings.equivalents import SOURCES, TABLE, RankRange, RankSystem, equivalent_ranks
from ratings.ranks import Rank
from tests.support.pages import tight


def ranges_of(source: str, system: str, rank: str) -> set[tuple[str | None, ...]]:
    """EGF, AGA, KGS, DGS in the rows of this source that have this rank."""
    rows = [
        row for row in TABLE if row.source.key == source and Rank.parse(rank) in row.ranks.get(RankSystem(system), ())
    ]
    order = (RankSystem.EGF, RankSystem.AGA, RankSystem.KGS, RankSystem.DGS)
    return {tuple(str(row.ranks[s].weakest) if s in row.ranks else None for s in order) for row in rows}


@pytest.mark.parametrize(
    ("egf", "row"),
    [("28k", "26k 20k None"), ("20k", "17k 15k 21k"), ("15k", "11k 10k 15k"), ("10k", "6k 6k 9k"), ("1k", "3d 2d 1d"),
     ("1d", "4d 3d 2d"), ("5d", "7d 6d 5d"), ("6d", "8d 7d None")],
)  # fmt: skip
def test_rows_of_senseis_library_are_as_it_has_them(egf, row):
    assert {" ".join(map(str, found[1:])) for found in ranges_of("senseis", "egf", egf)} == {row}


def test_senseis_library_has_36_rows_and_two_for_some_ranks():
    assert sum(row.source.key == "senseis" for row in TABLE) == 36
    assert ranges_of("senseis", "egf", "14k") == {("14k", "10k", "9k", "14k"), ("14k", "9k", "9k", "13k")}


@pytest.mark.parametrize(
    ("kgs", "dgs"), [("20k", "28k"), ("15k", "21k"), ("7k", "11k"), ("4d", "2d"), ("7d", "6d")]
)  # fmt: skip
def test_ranks_of_kgs_are_what_the_dragon_go_server_takes_them_for(kgs, dgs):
    assert dgs in {row[3] for row in ranges_of("dragon", "kgs", kgs)}


@pytest.mark.parametrize(
    ("egf", "dgs"),
    [("26k", "26k"), ("25k", "26k"), ("18k", "19k"), ("17k", "17k"), ("13k", "12k"), ("9k", "8k"), ("8k", "8k"),
     ("6d", "6d")],
)  # fmt: skip
def test_ranks_of_the_egf_are_what_the_dragon_go_server_takes_them_for(egf, dgs):
    assert {row[3] for row in ranges_of("dragon", "egf", egf)} == {dgs}


def test_the_dragon_go_server_takes_ranks_of_the_aga_for_three_less():
    rows = [row.ranks for row in TABLE if row.source.key == "dragon"]

    assert {row[RankSystem.AGA].weakest.steps - row[RankSystem.DGS].weakest.steps for row in rows} == {3}


def test_where_the_sources_differ_the_answer_is_the_whole_range():
    found = equivalent_ranks(RankSystem.KGS, Rank.parse("7k"))

    assert ranges_of("senseis", "kgs", "7k") == {("12k", "7k", "7k", "11k")}
    assert ranges_of("dragon", "kgs", "7k") == {("12k", "8k", "7k", "11k")}
    assert found[RankSystem.AGA] == RankRange(Rank.parse("8k"), Rank.parse("7k"))


def test_ogs_agrees_with_the_egf_up_to_5k_and_is_between_it_and_the_aga_above():
    assert equivalent_ranks(RankSystem.EGF, Rank.parse("5k"))[RankSystem.OGS] == RankRange(
        Rank.parse("5k"), Rank.parse("5k")
    )
    assert equivalent_ranks(RankSystem.EGF, Rank.parse("1d"))[RankSystem.OGS] == RankRange(
        Rank.parse("1d"), Rank.parse("4d")
    )


def test_what_no_source_says_is_not_known():
    assert equivalent_ranks(RankSystem.EGF, Rank.parse("30k"))[RankSystem.KGS] is None
    assert equivalent_ranks(RankSystem.OGS, Rank.parse("30k"))[RankSystem.EGF] is not None


@pytest.mark.parametrize("source", [source.key for source in SOURCES])
def test_in_every_source_the_rows_rise_in_all_systems(source):
    rows = [row.ranks for row in TABLE if row.source.key == source]

    for system in RankSystem:
        found = [ranks[system] for ranks in rows if system in ranks]
        assert [range_.weakest for range_ in found] == sorted(range_.weakest for range_ in found)
        assert [range_.strongest for range_ in found] == sorted(range_.strongest for range_ in found)


def test_every_source_is_named_and_used():
    assert {row.source for row in TABLE} == set(SOURCES)
    assert all(source.url.startswith("https://") for source in SOURCES)


@pytest.mark.parametrize(
    ("igs", "row"),
    [("17k", "17k 14k 12k 18k"), ("13k", "14k 10k 9k 14k"), ("13k", "14k 9k 9k 13k"), ("1k", "2k 2d 1d 1k"),
     ("1d", "1k 3d 2d 1d"), ("4d", "3d 6d 5d 4d"), ("5d", "4d 6d 5d 4d"), ("7d", "6d 8d 7d None")],
)  # fmt: skip
def test_E152_ranks_of_igs_are_in_the_rows_of_senseis_library(igs, row):
    assert row in {" ".join(map(str, found)) for found in ranges_of("senseis", "igs", igs)}


def test_E152_beginners_of_igs_have_no_rank_that_could_be_compared():
    assert equivalent_ranks(RankSystem.IGS, Rank.parse("18k"))[RankSystem.EGF] is None
    assert equivalent_ranks(RankSystem.EGF, Rank.parse("18k"))[RankSystem.IGS] is None


def page(query: str = "", lang: str = "en") -> str:
    answer = Client(headers={"accept-language": lang}).get(f"/ranks/{query}")
    assert answer.status_code == 200
    return unescape(tight(answer.content.decode()))


@pytest.mark.django_db
def test_the_page_has_the_table_its_sources_and_the_doubt():
    text = page()

    assert "A rank means little without its system" in text
    assert all(source.url in text for source in SOURCES)
    assert text.count('<th scope="row">') == 36
    assert "EGF (Europe): " not in text


@pytest.mark.django_db
@pytest.mark.parametrize("lang", ["en", "fi", "fa"])
def test_the_page_answers_without_scripts_in_three_languages(lang):
    text = page("?system=kgs&rank=7k", lang)

    assert '<bdi class="ltr">8k–\u20607k</bdi>' in text.split("<table>")[0]


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["?system=kgs&rank=99k", "?system=fide&rank=7k", "?rank=7k"])
def test_the_page_says_what_is_no_rank(query):
    assert Client().get(f"/ranks/{query}").status_code == 400


@pytest.mark.django_db
def test_help_leads_to_the_page(client):
    assert 'href="/ranks/"' in client.get("/help/").content.decode()


@pytest.mark.django_db
def test_the_api_has_the_table_and_one_rank(client):
    table, one = client.get("/api/v1/ranks/").json(), client.get("/api/v1/ranks/kgs/7k/").json()

    assert {row["source"] for row in table["rows"]} == {source["key"] for source in table["sources"]}
    assert len(table["rows"]) == len(TABLE)
    assert one["ranks"]["aga"] == {"weakest": "8k", "strongest": "7k"}
    assert client.get("/api/v1/ranks/egf/30k").json()["ranks"]["kgs"] is None
    assert client.get("/api/v1/ranks/kgs/31k/").status_code == 404
    assert client.get("/api/v1/ranks/fide/7k/").status_code == 404
