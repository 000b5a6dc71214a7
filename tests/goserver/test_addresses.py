"""The addresses that `serve` prints and answers, and the addresses of links in e-mails."""

import socket

import pytest

from goserver.conf.configuration import HERE
from goserver.startup import addresses


@pytest.fixture(autouse=True)
def defaults(settings):
    settings.ALLOWED_HOSTS, settings.PRODUCTION, settings.IGO_URL = list(HERE), False, "http://localhost:8000"


def test_a_server_for_this_machine_is_at_localhost_where_passkeys_work():
    found = addresses.find_server_urls("127.0.0.1", 8080, {})

    assert (found.here, found.others, found.public) == ("http://localhost:8080", [], "http://localhost:8080")


def test_a_server_for_the_network_answers_at_the_machines_own_addresses_and_name():
    found = addresses.find_server_urls("0.0.0.0", 8080, {})

    assert f"http://{socket.gethostname().lower()}:8080" in found.others
    assert {"localhost", "127.0.0.1", "[::1]", socket.gethostname().lower()} <= set(found.hosts)
    assert not [address for address in found.others if "127." in address or "[::1]" in address]


def test_the_configured_name_comes_first_and_leads_links_in_emails(settings):
    settings.ALLOWED_HOSTS = ["go.lan"]

    found = addresses.find_server_urls("0.0.0.0", 8080, {"ALLOWED_HOSTS": "go.lan"})

    assert (found.here, found.public) == ("http://localhost:8080", "http://go.lan:8080")
    assert {"go.lan", "localhost", "127.0.0.1"} <= set(found.hosts)


@pytest.mark.parametrize(("host", "name"), [("192.0.2.7", "192.0.2.7"), ("2001:db8::7", "[2001:db8::7]"), ("go", "go")])
def test_a_server_at_one_address_answers_there(host, name):
    found = addresses.find_server_urls(host, 80, {})

    assert found.others == [f"http://{name}:80"]
    assert name in found.hosts


def test_in_production_only_configured_names_and_this_machine_are_let_in(settings):
    settings.ALLOWED_HOSTS, settings.PRODUCTION, settings.IGO_URL = ["go.example.org"], True, "https://go.example.org"

    found = addresses.find_server_urls("0.0.0.0", 8000, {"ALLOWED_HOSTS": "go.example.org"})

    assert found.hosts == ["go.example.org", *HERE]
    assert (found.here, found.others) == ("https://go.example.org", [])


def test_an_address_of_ones_own_choice_is_the_only_one_printed(settings):
    settings.IGO_URL = "https://go.example.org/"

    found = addresses.find_server_urls("0.0.0.0", 8000, {"IGO_URL": "https://go.example.org/"})

    assert (found.here, found.others, found.public) == ("https://go.example.org", [], "https://go.example.org")
    assert "go.example.org" in found.hosts
