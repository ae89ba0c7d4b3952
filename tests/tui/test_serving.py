"""`topboard serve` under visitors who mean harm: sizes, messages, strangers, connections that say
nothing, and projectors that must not outlive them. All on this machine, through real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tui.projector import browser
from tui.projector.browser import _packet as packet_of
from tui.projector.browser import _size as claimed
from tui.terminal.app import MOST_COLUMNS, MOST_ROWS

aiohttp = pytest.importorskip("aiohttp", reason="the extra `serve` is not installed")
pytest.importorskip("textual_serve", reason="the extra `serve` is not installed")

ROOT = Path(__file__).parent.parent.parent
MOST = 3


class Hall:
    """A server and its port."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port
        self.origin = f"http://127.0.0.1:{port}"

    def url(self, size: str = "width=80&height=24") -> str:
        return f"{self.origin}/ws?{size}"

    def children(self) -> list[int]:
        """Processes of projectors that are still there."""
        task = Path(f"/proc/{self.process.pid}/task")
        found: list[int] = []
        for thread in task.iterdir():
            with contextlib.suppress(OSError):
                found += map(int, (thread / "children").read_text().split())
        return found

    def memory(self) -> int:
        """Megabytes of the server and its projectors."""
        total = 0
        for pid in (self.process.pid, *self.children()):
            with contextlib.suppress(OSError):
                status = Path(f"/proc/{pid}/status").read_text()
                total += sum(int(x.split()[1]) for x in status.splitlines() if "VmRSS" in x)
        return total >> 10


@pytest.fixture
def hall(event: Path) -> Iterator[Hall]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = [sys.executable, "-m", "tui", "serve", str(event), "--port", str(port), "--most"]
    process = subprocess.Popen([*words, str(MOST)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert f"127.0.0.1:{port}" in process.stdout.readline()
    yield Hall(process, port)
    process.kill()
    process.wait(20)
    process.stdout.close()


class Visitor:
    """A browser at the hall's server; it reads all the while, as browsers do."""

    def __init__(self, line: Any) -> None:
        self.line = line
        self.bytes = 0
        self.texts: list[str] = []
        self._reads = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self.line:
            if message.type is aiohttp.WSMsgType.BINARY:
                self.bytes += len(message.data)
            else:
                self.texts.append(message.data)

    async def say(self, *words: object) -> None:
        await self.line.send_str(json.dumps(words))

    async def sees_more(self) -> None:
        """A picture after what was said."""
        before = self.bytes
        await until(lambda: self.bytes > before + 500)

    async def is_sent_away(self) -> None:
        async with asyncio.timeout(120):
            await self._reads
        assert self.line.closed


@contextlib.asynccontextmanager
async def visit(hall: Hall, size: str = "width=80&height=24") -> AsyncIterator[Visitor]:
    """Somebody at the hall's server, with a picture painted."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(hall.url(size), origin=hall.origin) as line,
    ):
        visitor = Visitor(line)
        await visitor.sees_more()
        yield visitor


async def until(condition: Callable[[], bool], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.1)


async def test_a_browser_gets_the_page_from_this_machine_alone(hall: Hall) -> None:
    async with aiohttp.ClientSession(hall.origin) as session:
        async with session.get("/") as page:
            assert f"ws://127.0.0.1:{hall.port}/ws" in await page.text()
        async with session.get("/download/x") as page:
            assert page.status == 404


async def test_a_visitor_sees_the_pages_and_the_projector_ends_with_him(hall: Hall) -> None:
    async with visit(hall) as visitor:
        assert len(hall.children()) == 1
        await visitor.say("ping", "17")
        await visitor.say("stdin", "n")
        await visitor.say("resize", {"width": 100, "height": 30})
        await visitor.sees_more()
        assert [json.loads(text) for text in visitor.texts] == [["pong", "17"]]
    await until(lambda: not hall.children())


WAITING = "import time; print('__GANGLION__', flush=True); time.sleep(60)"
"""A projector that has nothing to paint."""


async def test_a_browser_whose_connection_had_waited_is_not_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Browsers fetch the page, or open a connection to be ready, and ask for more on it later."""
    monkeypatch.setattr(browser, "IDLE_SECONDS", 1.0)
    static = Path(str(pytest.importorskip("textual_serve").__file__)).parent / "static"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-c", WAITING]
    web = importlib.import_module("aiohttp.web")
    server = browser.Server(web, static, command, port, None, 3, "Kent")
    running = asyncio.create_task(server.run())
    try:
        async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
            await answered(session)
            await asyncio.sleep(3 * browser.LOOK_SECONDS)
            async with session.ws_connect("/ws", origin=f"http://127.0.0.1:{port}") as line:
                with pytest.raises(TimeoutError):
                    await line.receive(timeout=2 * browser.IDLE_SECONDS)
                assert not line.closed
    finally:
        if not running.done():
            signal.raise_signal(signal.SIGTERM)
        await running


async def answered(session: Any) -> None:
    """The page is there."""
    for _ in range(100):
        with contextlib.suppress(aiohttp.ClientConnectionError):
            async with session.get("/") as answer:
                assert "terminal" in await answer.text()
                return
        await asyncio.sleep(0.1)
    raise AssertionError("nothing is served")


async def test_no_size_takes_memory(hall: Hall) -> None:
    """Two visits took 12 GB."""
    async with visit(hall, "width=65535&height=65535") as one, visit(hall) as other:
        for visitor in (one, other):
            await visitor.say("resize", {"width": 10**15, "height": 10**15})
        await other.sees_more()
        await asyncio.sleep(1)
        assert hall.memory() < 500
    await until(lambda: not hall.children())


@pytest.mark.parametrize(
    "claim", ["65535", "9" * 5000, "-1", "x", "", None, "\uff11\uff10", "1e9", 10**30]
)
def test_a_claimed_size_is_one_that_can_be_painted(claim: object) -> None:
    size = claimed(claim, claim)
    assert 1 <= size.width <= MOST_COLUMNS
    assert 1 <= size.height <= MOST_ROWS


NO_WORDS = (
    "[", "{}", '["stdin"]', '["resize", 7]', '["resize", {"width": []}]', "[" * 4000, "NaN",
    '["open_url", "x"]', '["stdin", 5]', '"x"', "[]", '["resize", {}]', '["deliver", {}]',
)  # fmt: skip


@pytest.mark.parametrize("said", [*NO_WORDS, None, b"bytes"])
async def test_what_no_browser_says_is_none(said: object) -> None:
    packet = await packet_of(None, said)
    assert packet is None or packet == b""


async def test_a_paste_types_nothing() -> None:
    assert await packet_of(None, json.dumps(["stdin", "q" * 1000])) == b""


async def test_what_no_browser_says_ends_the_visit(hall: Hall) -> None:
    for said in ("[", "x" * 5000):
        async with visit(hall) as visitor:
            await visitor.line.send_str(said)
            await visitor.is_sent_away()
        await until(lambda: not hall.children())


@pytest.mark.faults
async def test_a_flood_of_messages_ends_the_visit(hall: Hall) -> None:
    async with visit(hall) as visitor:
        with contextlib.suppress(ConnectionError):
            for _ in range(500):
                await visitor.say("resize", {"width": 80, "height": 24})
        await visitor.is_sent_away()
    await until(lambda: not hall.children())


async def test_a_page_of_elsewhere_gets_nothing(hall: Hall) -> None:
    """Cross-site WebSocket hijacking: the browser says whose page it is."""
    for origin in ("http://evil.example", "null", None, "https://127.0.0.1"):
        async with aiohttp.ClientSession() as session:
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await session.ws_connect(hall.url(), origin=origin)
        assert refused.value.status == 403, origin
        assert not hall.children(), origin


async def test_a_name_that_leads_here_from_elsewhere_gets_nothing(hall: Hall) -> None:
    """DNS rebinding: the name is the stranger's own, the address is this machine's."""
    for host in ("evil.example", "evil.example:80", "127.0.0.1", "[::1]"):
        async with aiohttp.ClientSession() as session:
            for path in ("/", "/ws", "/static/js/textual.js"):
                async with session.get(hall.origin + path, headers={"Host": host}) as answer:
                    assert answer.status == 403, (host, path)


@pytest.mark.faults
async def test_no_more_browsers_than_are_let_in(hall: Hall) -> None:
    async with contextlib.AsyncExitStack() as there:
        for _ in range(MOST):
            await there.enter_async_context(visit(hall))
        async with aiohttp.ClientSession() as session:
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await session.ws_connect(hall.url(), origin=hall.origin)
        assert refused.value.status == 503
    await until(lambda: not hall.children())
    async with visit(hall):
        pass


async def test_connections_that_ask_for_nothing_lock_nobody_out(hall: Hall) -> None:
    """Three hundred half-open ones, half of them in the middle of a request."""
    mute = []
    for n in range(300):
        one = socket.create_connection(("127.0.0.1", hall.port))
        if n % 2:
            one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-")
        mute.append(one)
    await asyncio.sleep(1)
    async with visit(hall):
        assert len(os.listdir(f"/proc/{hall.process.pid}/fd")) < 150
    for one in mute:
        one.close()


@pytest.mark.faults
async def test_a_visitor_who_vanishes_leaves_nothing(hall: Hall) -> None:
    """The line is cut without a word."""
    async with visit(hall) as visitor:
        transport = visitor.line._response.connection.transport
        transport.abort()
        await until(lambda: not hall.children())


@pytest.mark.faults
async def test_a_visitor_who_takes_nothing_is_given_up(hall: Hall) -> None:
    """Half open: the handshake is made, then nothing is read and no ping is answered."""
    with socket.create_connection(("127.0.0.1", hall.port)) as line:
        line.sendall(
            b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: %s\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            % (hall.port, hall.origin.encode())
        )
        await until(lambda: bool(hall.children()))
        await until(lambda: not hall.children(), 60)


@pytest.mark.parametrize(
    "how", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.faults)]
)
async def test_no_projector_outlives_the_server(hall: Hall, how: signal.Signals) -> None:
    async with visit(hall):
        (child,) = hall.children()
        hall.process.send_signal(how)
        await asyncio.to_thread(hall.process.wait, 20)
        await until(lambda: not running(child))


@pytest.mark.faults
async def test_a_projector_that_does_not_end_is_killed(hall: Hall) -> None:
    async with visit(hall):
        (child,) = hall.children()
        os.kill(child, signal.SIGSTOP)  # it can hear no word to end
    await until(lambda: not running(child), 20)


def running(pid: int) -> bool:
    """Whether that process is there and is no corpse."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
