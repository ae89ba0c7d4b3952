"""The projector in browsers: a small server on loopback, a bound on everything a visitor can ask.

Of textual-serve come the terminal in the page (`static/`) and the packets that Textual's own driver
for browsers speaks. Its server is not used: it believes any size, waits without end for a program
that does not end, asks neither where a page comes from nor what it is called, and leaves half-open
connections open.
"""

from __future__ import annotations

import asyncio
import html
import json
import os
import signal
import string
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from textual.geometry import Size

from engine.refusal import Refused, installing
from tui.projector.visitors import SERVER
from tui.terminal.app import bounded

HOST = "127.0.0.1"
"""Never another: there is no password and no encryption. A reverse proxy is in front."""
PAGE = Path(__file__).with_name("browser.html")
LARGEST_MESSAGE = 4096
"""Bytes of what a browser says: a key, a size."""
MOST_TYPED = 64
"""Characters of a key; a paste is not a key."""
MESSAGES_A_SECOND = 60
"""A held-down key repeats 30 times; a client that sends more is not a visitor."""
LARGEST_PACKET = 8 << 20
"""Bytes that a projector paints at once."""
STARTS_AT_ONCE = 2
"""Projectors that start at the same moment: each takes half a second of a processor."""
START_SECONDS = 20.0
SEND_SECONDS = 20.0
"""How long a page may take on its way; a visitor who takes nothing has gone."""
END_SECONDS = 3.0
"""What a projector has for its end; then it is killed."""
IDLE_SECONDS = 10.0
"""How long a connection may ask for nothing."""
LOOK_SECONDS = 0.25
SPARE_CONNECTIONS = 60
"""Beside those of the browsers: pages and scripts being fetched."""
PRELUDE = b"__GANGLION__\n"
"""What Textual's driver for browsers says first."""


def serve(command: Sequence[str], port: int, public_url: str | None, most: int, title: str) -> None:
    """Serve `command` until Ctrl+C; `Refused` where textual-serve is missing or the port is
    taken."""
    try:
        static = Path(import_module("textual_serve").__file__ or "").parent / "static"
        web: Any = import_module("aiohttp.web")
    except ImportError as error:
        raise Refused(
            "the pages cannot be served",
            "textual-serve is not installed",
            installing("textual-serve"),
        ) from error
    _refuse_taken(port)
    # children are looked for beside this program, whatever folder it was started in
    house = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    known = [house, *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(known)
    asyncio.run(Server(web, static, command, port, public_url, most, title).run())


class Server:
    """Pages and projectors for `most` browsers at a time."""

    def __init__(
        self,
        web: Any,
        static: Path,
        command: Sequence[str],
        port: int,
        public_url: str | None,
        most: int,
        title: str,
    ) -> None:
        self.web, self.static, self.command = web, static, command
        self.port, self.public_url, self.most, self.title = port, public_url, most, title
        self.browsers = 0
        self._starts = asyncio.Semaphore(STARTS_AT_ONCE)
        self._idle: dict[Any, float] = {}
        """By connection since when it has asked for nothing."""
        self._asking: set[Any] = set()
        """Connections that are being answered."""
        names = [f"{name}:{port}" for name in (HOST, "localhost")]
        self.origins = {f"http://{name}" for name in names}
        self.hosts = set(names)
        if port == 80:
            self.hosts |= {HOST, "localhost"}
            self.origins |= {f"http://{HOST}", "http://localhost"}
        if public_url is not None:
            parts = urlsplit(public_url.lower())
            self.hosts.add(parts.netloc)
            self.origins.add(f"{parts.scheme}://{parts.netloc}")

    async def run(self) -> None:
        """Until Ctrl+C, or the signal to end."""
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, ended.set)
        runner = self.web.AppRunner(
            self.app(), handle_signals=False, access_log=None, keepalive_timeout=IDLE_SECONDS,
            shutdown_timeout=END_SECONDS,
        )  # fmt: skip
        await runner.setup()
        await self.web.TCPSite(runner, HOST, self.port, backlog=64).start()
        watch = asyncio.create_task(self._watch(runner))
        url = self.public_url or f"http://{HOST}:{self.port}"
        print(f"serving on {url} (this machine only); Ctrl+C ends it", flush=True)
        await ended.wait()
        watch.cancel()
        await runner.cleanup()

    def app(self) -> Any:
        """The pages, and who may have them."""

        async def checked(request: Any, handler: Any) -> Any:
            return await self._checked(request, handler)

        middle = self.web.middleware(checked)
        app = self.web.Application(middlewares=[middle], client_max_size=LARGEST_MESSAGE)
        app.router.add_get("/", self._page)
        app.router.add_get("/ws", self._visit)
        app.router.add_static("/static", self.static)
        return app

    async def _checked(self, request: Any, handler: Any) -> Any:
        """Another name for this machine is how a page of elsewhere comes in."""
        self._idle.pop(request.protocol, None)
        self._asking.add(request.protocol)
        try:
            if request.host.lower() not in self.hosts:
                raise self.web.HTTPForbidden(text="this server is called otherwise")
            answer = await handler(request)
        finally:
            self._asking.discard(request.protocol)
            self._idle[request.protocol] = asyncio.get_running_loop().time()
        if not answer.prepared:
            answer.headers["X-Content-Type-Options"] = "nosniff"
            answer.headers["X-Frame-Options"] = "DENY"
        return answer

    async def _page(self, request: Any) -> Any:
        at = urlsplit(self.public_url or f"http://{request.host}")
        socket = f"{'wss' if at.scheme == 'https' else 'ws'}://{at.netloc}/ws"
        size = request.query.get("fontsize", "")
        page = string.Template(PAGE.read_text(encoding="utf-8")).substitute(
            title=html.escape(self.title, quote=True),
            socket=html.escape(socket, quote=True),
            size=size if size.isascii() and size.isdigit() and len(size) < 3 else "16",
        )
        return self.web.Response(text=page, content_type="text/html")

    async def _visit(self, request: Any) -> Any:
        if request.headers.get("Origin", "").lower() not in self.origins:
            raise self.web.HTTPForbidden(text="the page that asks is not of this server")
        if self.browsers >= self.most:
            raise self.web.HTTPServiceUnavailable(text=f"{self.most} browsers are looking already")
        self.browsers += 1
        try:
            socket = self.web.WebSocketResponse(heartbeat=15, max_msg_size=LARGEST_MESSAGE)
            await socket.prepare(request)
            size = _size(request.query.get("width"), request.query.get("height"))
            await self._show(socket, size)
            with suppress(Exception):
                await socket.close()
            return socket
        finally:
            self.browsers -= 1

    async def _show(self, socket: Any, size: Size) -> None:
        """A projector for a browser, as long as both are there."""
        async with self._starts:
            child = await self._started(size)
            try:
                assert child.stdout is not None
                async with asyncio.timeout(START_SECONDS):
                    await child.stdout.readuntil(PRELUDE)
            except BaseException as error:
                await _ended(child)
                if isinstance(error, OSError | EOFError | asyncio.LimitOverrunError):
                    return
                raise
        ways = [
            asyncio.create_task(_to_browser(child, socket)),
            asyncio.create_task(_to_projector(socket, child)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.shield(_ended(child))

    async def _started(self, size: Size) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *self.command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={
                **os.environ,
                "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
                "TEXTUAL_FPS": "30",
                "TEXTUAL_COLOR_SYSTEM": "truecolor",
                "COLUMNS": str(size.width),
                "LINES": str(size.height),
                "ROWS": str(size.height),
                SERVER: str(os.getpid()),
            },
        )

    async def _watch(self, runner: Any) -> None:
        """Connections that ask for nothing are closed: after a while, and the oldest of them at
        once where there are too many."""
        loop = asyncio.get_running_loop()
        while True:
            now, there = loop.time(), set(runner.server.connections)
            for one in there - self._asking - set(self._idle):
                self._idle[one] = now
            self._idle = {one: since for one, since in self._idle.items() if one in there}
            oldest = sorted(self._idle, key=lambda one: self._idle[one])
            spare = len(there) - self.most - SPARE_CONNECTIONS
            for at, one in enumerate(oldest):
                if (at < spare or now - self._idle[one] > IDLE_SECONDS) and one.transport:
                    one.transport.abort()
            await asyncio.sleep(LOOK_SECONDS)


def _size(width: Any, height: Any) -> Size:
    """A size as a browser claims it; 80 by 24 where it claims none."""
    try:
        return bounded(Size(int(str(width)[:9]), int(str(height)[:9])))
    except ValueError:
        return Size(80, 24)


async def _to_browser(child: asyncio.subprocess.Process, socket: Any) -> None:
    """What the projector paints; until it ends, or the browser takes nothing any more."""
    assert child.stdout is not None
    with suppress(OSError, EOFError, RuntimeError):
        while True:
            head = await child.stdout.readexactly(5)
            length = int.from_bytes(head[1:], "big")
            if length > LARGEST_PACKET:
                return
            sent = await child.stdout.readexactly(length)
            if head[:1] == b"D":
                async with asyncio.timeout(SEND_SECONDS):
                    await socket.send_bytes(sent)
            elif head[:1] == b"M" and json.loads(sent).get("type") == "exit":
                return  # no addresses to open, no files to be had


async def _to_projector(socket: Any, child: asyncio.subprocess.Process) -> None:
    """Keys and sizes; until the browser goes, or says what no browser says."""
    loop = asyncio.get_running_loop()
    second, count = loop.time(), 0
    with suppress(OSError, RuntimeError):
        async for message in socket:
            if loop.time() - second >= 1:
                second, count = loop.time(), 0
            count += 1
            packet = await _packet(socket, getattr(message, "data", None))
            if packet is None or count > MESSAGES_A_SECOND:
                return
            assert child.stdin is not None
            child.stdin.write(packet)
            async with asyncio.timeout(SEND_SECONDS):
                await child.stdin.drain()


async def _packet(socket: Any, said: object) -> bytes | None:
    """What the projector is told of a browser's message; None for anything else."""
    try:
        message: Any = json.loads(said) if isinstance(said, str) else [None]
        kind, *rest = message
        if kind == "stdin" and isinstance(rest[0], str) and len(rest[0]) <= MOST_TYPED:
            return _framed(b"D", rest[0].encode("utf-8", "replace"))
        if kind == "resize":
            size = _size(rest[0]["width"], rest[0]["height"])
            packet = {"type": "resize", "width": size.width, "height": size.height}
            return _framed(b"M", json.dumps(packet).encode())
        if kind in ("focus", "blur"):
            return _framed(b"M", json.dumps({"type": kind}).encode())
        if kind == "ping":
            async with asyncio.timeout(SEND_SECONDS):
                await socket.send_json(["pong", str(rest[0])[:MOST_TYPED]])
            return b""
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return b"" if kind == "stdin" else None  # a paste: nothing is typed at a projector


def _framed(kind: bytes, data: bytes) -> bytes:
    return kind + len(data).to_bytes(4, "big") + data


async def _ended(child: asyncio.subprocess.Process) -> None:
    """No projector outlives its visitor."""
    with suppress(ProcessLookupError):
        child.terminate()
    try:
        async with asyncio.timeout(END_SECONDS):
            await child.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            child.kill()
        await child.wait()


def _refuse_taken(port: int) -> None:
    import socket

    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            why = error.strerror or str(error)
            raise Refused(f"port {port} cannot be used", why, "give another with --port") from error
