"""The projector in a browser: textual-serve on loopback, so many browsers and no more."""

from __future__ import annotations

import logging
import os
from importlib import import_module
from typing import Any

from engine.refusal import Refused

HOST = "127.0.0.1"
"""Never another: there is no password and no encryption. A reverse proxy stands in front."""


def serve(command: str, port: int, public_url: str | None, most: int, title: str) -> None:
    """Serve `command` until Ctrl+C; `Refused` where textual-serve is missing or the port is
    taken."""
    try:
        server_module: Any = import_module("textual_serve.server")
        web: Any = import_module("aiohttp.web")
    except ImportError as error:
        raise Refused(
            "the pages cannot be served",
            "textual-serve is not installed",
            "install topboard with it: pip install 'topboard[serve]'",
        ) from error
    _refuse_taken(port)
    # children are looked for beside this program, whatever folder it was started in
    house = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    known = [house, *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(known)
    limited = _limited(server_module.Server, web, most)
    limited(command, host=HOST, port=port, title=title, public_url=public_url).serve()


def _limited(server: Any, web: Any, most: int) -> Any:
    """The kind of server that this is: `most` browsers, and no files."""

    class Limited(server):  # type: ignore[misc]
        """Refuses browsers beyond the limit, and hands no files out."""

        browsers = 0

        async def handle_websocket(self, request: Any) -> Any:
            if self.browsers >= most:
                raise web.HTTPServiceUnavailable(text=f"{most} browsers are looking already")
            self.browsers += 1
            try:
                return await super().handle_websocket(request)
            finally:
                self.browsers -= 1

        async def handle_download(self, request: Any) -> Any:
            raise web.HTTPNotFound(text="there is nothing to download")

        def initialize_logging(self) -> None:
            logging.basicConfig(level=logging.WARNING)

        async def on_startup(self, app: Any) -> None:
            print(f"serving on {self.public_url} (this machine only); Ctrl+C ends it", flush=True)

    return Limited


def _refuse_taken(port: int) -> None:
    import socket

    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            why = error.strerror or str(error)
            raise Refused(f"port {port} cannot be used", why, "give another with --port") from error
