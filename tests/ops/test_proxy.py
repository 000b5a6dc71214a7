"""The proxy as in docker-compose.yml: nginx with our settings, as a process."""

from __future__ import annotations

import http.client
import re
import socket
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest

from goserver.middleware import bodies
from tests.ops.test_compose import ROOT, SERVICES
from tests.support import servers
from tests.support.deployment import filled_in
from tests.support.programs import need


@contextmanager
def proxy(folder: Path, rate: str, burst: int):
    """The shipped configuration in front of nothing: what passes its limits gets 503."""
    port, nobody = servers.free_port(), servers.free_port()
    config = folder / "nginx.conf"
    ours = filled_in(
        {
            **SERVICES["proxy"]["environment"],
            "LISTEN": f"127.0.0.1:{port}",
            "WEB": f"127.0.0.1:{nobody}",
            "SOCKETS": f"127.0.0.1:{nobody}",
            "NGINX_LOCAL_RESOLVERS": "127.0.0.1:53",
            "TRUSTED_PROXY": "127.0.0.1",
            "REQUEST_RATE": rate,
            "REQUESTS_AT_ONCE": str(burst),
        }
    )
    config.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/log; user root;\nevents {{}}\n"
        f"http {{ access_log off; client_body_temp_path {folder}; proxy_temp_path {folder};\n{ours} }}\n"
    )
    process = subprocess.Popen([need("nginx"), "-c", str(config), "-e", str(folder / "log")])
    try:
        assert servers.wait_until_open(port)
        yield port
    finally:
        process.terminate()
        process.wait(20)


@pytest.mark.parametrize("path", ["/", "/ws/me/", "/api/v1/events"])
def test_the_proxy_counts_an_ipv4_address_or_the_64_of_an_ipv6_address_as_one_S27(tmp_path, path):
    def ask(address: str) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("GET", path, headers={"X-Forwarded-For": address})
        status = connection.getresponse().status
        connection.close()
        return status

    one_customer = ["2001:db8:a:a::1", "2001:db8:a:a:ffff::2", "2001:0db8:000a:000a::3", "2001:db8:a:a:1:2:3:4"]
    with_line_feeds = ["2001:db8:a0a:a0a::1", "2001:db8:a0a:a0a:a0a::1", "2001:db8:a0a:a0a::a0a", "2001:db8:a0a:a0a::2"]
    mapped = ["198.51.100.1", "::ffff:198.51.100.1", "198.51.100.1", "::ffff:c633:6401"]
    with proxy(tmp_path, rate="1r/m", burst=2) as port:
        for addresses in (one_customer, with_line_feeds, mapped):
            assert [ask(address) == 429 for address in addresses] == [False, False, False, True], addresses
        for another in ("2001:db8:a:b::1", "198.51.100.2", "::ffff:198.51.100.10", "2001:db8:a0a:a0b::1"):
            assert ask(another) != 429, another


SMUGGLED = [
    "Content-Length: 4\r\nTransfer-Encoding: chunked",
    "Transfer-Encoding: chunked\r\nContent-Length: 4",
    "Content-Length: 4\r\nContent-Length: 5",
    "Content-Length: +4",
    "Content-Length: 4, 4",
    "Content-Length: -1",
    "Content-Length: 0x4",
    "Transfer-Encoding: chunked, identity",
    "Transfer-Encoding: xchunked",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
    "Transfer-Encoding : chunked",
    "Transfer-Encoding:\x0bchunked",
]


@pytest.mark.parametrize("headers", SMUGGLED)
def test_the_proxy_refuses_what_has_two_lengths_or_none_that_is_sure_S29(tmp_path, headers):
    with proxy(tmp_path, rate="100r/s", burst=50) as port, socket.create_connection(("127.0.0.1", port), 10) as raw:
        raw.sendall(f"POST /games/ HTTP/1.1\r\nHost: go\r\n{headers}\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n".encode())
        answer = raw.makefile("rb").readline().decode()

    assert answer.split()[1] in ("400", "411", "501"), answer


def test_proxies_let_the_same_bodies_through_as_the_server_S25():
    shipped = (ROOT / "deploy" / "nginx.conf").read_text()

    for paths, most in ((bodies.FILES, bodies.LARGEST_FILE), (bodies.LISTS, bodies.LARGEST_LIST)):
        pattern = paths.pattern.replace(r"\d{1,9}", "[0-9]+").replace("{1,16}", "+").replace("/?", "/?$")
        location = shipped.split(f"location ~ ^{pattern} {{")[1].split("\n    }")[0]
        assert f"client_max_body_size {most // 1000}k;" in location
    assert f"max_size {bodies.LARGEST_LIST // 1000}KB" in (ROOT / "deploy" / "Caddyfile").read_text()


def test_the_proxy_bounds_the_sockets_of_one_network_S27():
    shipped = (ROOT / "deploy" / "nginx.conf").read_text()
    sockets = shipped.split("location /ws/ {")[1].split("\n    }")[0]

    assert "limit_conn_zone $network zone=sockets" in shipped
    assert re.search(r"limit_conn sockets \d+;", sockets)
    assert re.search(r"limit_req zone=each burst=\S+ nodelay;", sockets)
