"""Signing in, where tokens and secrets are kept, and what is safe to show."""

from __future__ import annotations

import asyncio
import json
import threading
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

import hostline
from conftest import Script

# One pixel.
PNG = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9Q"
    "DwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


class Site(BaseHTTPRequestHandler):
    """A server that wants a sign-in, and the issuer that gives it, at one address."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        """Says nothing."""

    def say(self, status: int, body: Any = None, **headers: str) -> None:
        text = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    @property
    def base(self) -> str:
        return f"http://{self.headers['Host']}"

    def do_GET(self) -> None:
        at = urlsplit(self.path)
        if "oauth-protected-resource" in at.path:
            self.say(200, {"resource": f"{self.base}/mcp", "authorization_servers": [self.base]})
        elif "oauth-authorization-server" in at.path:
            endpoints = {
                f"{name}_endpoint": f"{self.base}/{path}"
                for name, path in (
                    ("authorization", "authorize"),
                    ("token", "token"),
                    ("registration", "register"),
                )
            }
            self.say(
                200,
                {
                    "issuer": self.base,
                    **endpoints,
                    "response_types_supported": ["code"],
                    "code_challenge_methods_supported": ["S256"],
                    "token_endpoint_auth_methods_supported": ["none"],
                },
            )
        elif at.path == "/authorize":
            asked = {name: values[0] for name, values in parse_qs(at.query).items()}
            back = urlencode({"code": "c", "state": asked["state"]})
            self.say(302, Location=f"{asked['redirect_uri']}?{back}")
        else:
            self.say(404)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/register":
            self.say(201, {**json.loads(body), "client_id": "registered"})
        elif self.path == "/token":
            self.say(200, {"access_token": "t", "token_type": "Bearer", "expires_in": 3600})
        elif self.headers.get("Authorization") != "Bearer t":
            where = f"{self.base}/.well-known/oauth-protected-resource/mcp"
            self.say(401, WWW_Authenticate=f'Bearer resource_metadata="{where}"')
        else:
            self.serve(json.loads(body))

    def serve(self, message: dict[str, Any]) -> None:
        """Is a server of an older version."""
        if message.get("method") == "initialize":
            result: dict[str, Any] = {
                "protocolVersion": "2025-06-18",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "site", "version": "1"},
            }
        elif message.get("method") == "tools/list":
            result = {"tools": []}
        else:
            self.say(202)
            return
        self.say(200, {"jsonrpc": "2.0", "id": message["id"], "result": result})


@pytest.fixture
def site() -> Iterator[str]:
    """The address of a server that wants a sign-in."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/mcp"
    server.shutdown()
    server.server_close()


class Keeper(hostline.Delegate):
    """Opens addresses by itself, and keeps records."""

    def __init__(self) -> None:
        self.opened: list[hostline.OpenAddressQuestion] = []
        self.kept: dict[str, str] = {}

    async def open_address(self, question: hostline.OpenAddressQuestion) -> None:
        self.opened.append(question)
        request = urllib.request.urlopen
        await asyncio.to_thread(lambda: request(question.address).read())

    def load_record(self, question: hostline.RecordQuestion) -> hostline.KeptRecord:
        return hostline.KeptRecord(record=self.kept.get(question.name))

    def save_record(self, question: hostline.SaveRecordQuestion) -> None:
        self.kept[question.name] = question.record

    def remove_record(self, question: hostline.RecordQuestion) -> hostline.RemovedRecord:
        return hostline.RemovedRecord(self.kept.pop(question.name, None) is not None)

    def list_records(self, question: hostline.ListRecordsQuestion) -> hostline.RecordNames:
        return hostline.RecordNames(sorted(self.kept))


def connecting(site: str, delegate: Keeper, **more: Any) -> hostline.Connecting[hostline.Client]:
    return hostline.connect(
        site,
        protocol="2025-06-18",
        auth="oauth",
        token_store=hostline.DelegateStore(),
        delegate=delegate,
        **more,
    )


async def test_the_delegate_opens_the_page_and_keeps_the_token(site: str) -> None:
    delegate = Keeper()
    async with connecting(site, delegate) as server:
        assert await server.list_tools() == []
        status = await server.account_status()
        assert status.session is not None
        assert status.session.client_id == "registered"
    (opened,) = delegate.opened
    assert opened.target == site
    assert opened.address.startswith(site.replace("/mcp", "/authorize"))
    assert list(delegate.kept) == [f"account/{site}"]

    async with connecting(site, delegate) as server:
        assert await server.list_tools() == []
        assert await server.sign_out()
    assert len(delegate.opened) == 1, "a token that is kept is used"
    assert delegate.kept == {}


async def test_a_store_is_opened_without_a_server(site: str) -> None:
    delegate = Keeper()
    async with connecting(site, delegate):
        pass
    store = hostline.DelegateStore()
    async with hostline.open_accounts(token_store=store, delegate=delegate) as accounts:
        status = await accounts.status(site)
        assert status.session is not None
        assert await accounts.sign_out(site)
        assert not await accounts.sign_out(site)


async def test_accounts_that_are_closed_say_so(site: str) -> None:
    accounts = await hostline.open_accounts(token_store=hostline.MemoryStore(name="closed"))
    await accounts.close()
    await accounts.close()
    with pytest.raises(hostline.ClosedError):
        await accounts.list_secrets()
    with pytest.raises(hostline.InvalidInputError):
        await hostline.connect(site, auth="none", oauth=hostline.OAuthOptions())


async def test_without_a_person_a_sign_in_is_an_error(site: str) -> None:
    oauth = hostline.OAuthOptions(attended=False)
    with pytest.raises(hostline.AuthRequiredError):
        await connecting(site, Keeper(), oauth=oauth)
    with pytest.raises(hostline.AuthRequiredError):
        await hostline.connect(site, protocol="2025-06-18")


async def test_secrets_are_kept_and_forgotten_by_their_names() -> None:
    store = hostline.MemoryStore(name="secrets")
    async with hostline.open_accounts(token_store=store) as accounts:
        await accounts.set_secret("token", "hush")
        async with hostline.open_accounts(token_store=store) as same:
            assert await same.list_secrets() == ["token"]
        assert await accounts.remove_secret("token")
        assert not await accounts.remove_secret("token")
        with pytest.raises(hostline.InvalidInputError):
            await accounts.set_secret("no name", "hush")


async def test_a_store_that_fails_is_an_error_of_the_store() -> None:
    class Broken(Keeper):
        def list_records(self, question: hostline.ListRecordsQuestion) -> hostline.RecordNames:
            raise OSError("the disk is full")

    store = hostline.DelegateStore()
    async with hostline.open_accounts(token_store=store, delegate=Broken()) as accounts:
        with pytest.raises(hostline.StorageError, match="the disk is full"):
            await accounts.list_secrets()


async def test_an_icon_becomes_a_picture_or_a_reason(script: Script) -> None:
    async with hostline.connect(script()) as server:
        shown = await server.icon([hostline.Icon(PNG)], 16)
        assert isinstance(shown, hostline.SafeIcon)
        assert (shown.png[:4], shown.width) == (b"\x89PNG", 16)
        refused = await server.icon([hostline.Icon("http://example.com/a.png")], 16)
        assert isinstance(refused, hostline.RefusedIcon)
        assert refused.reason == "address"


def test_what_could_write_on_the_screen_is_made_visible() -> None:
    assert hostline.display_safe("\x1b[2Jgone") == "␛[2Jgone"
    assert hostline.display_safe("two\r\nlines", lines=True) == "two\nlines"
    assert hostline.display_safe("too long", most=5) == "too …"
