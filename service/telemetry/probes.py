"""What a platform asks of a replica, beside the metrics: plain HTTP there, whether or not the calls take TLS.

`/livez`   200 while the event loop turns; a replica that hangs is to be started anew
`/readyz`  200 from when it serves until it begins to stop; calls are to go elsewhere before and after

Neither asks the store. It is the same for all replicas: without it every one of them says UNAVAILABLE with
STORE_UNAVAILABLE, which clients repeat, and to restart them or to take them out would leave nobody to say so.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

TURNS_WITHIN = 2.0  # seconds


class Probes:
    """Answers from threads of its own, about the loop that it is made in."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.serving = False

    def beside(self, metrics: WSGIApplication) -> WSGIApplication:
        """An application that answers the probes, and everything else as before."""

        def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
            match environ["PATH_INFO"]:
                case "/livez":
                    well, said = self._turns(), "the event loop does not turn"
                case "/readyz":
                    well, said = self.serving, "not serving"
                case _:
                    return metrics(environ, start_response)
            status = "200 OK" if well else "503 Service Unavailable"
            start_response(status, [("content-type", "text/plain; charset=utf-8")])
            return [b"ok\n" if well else f"{said}\n".encode()]

        return answer

    def stop_serving(self) -> None:
        self.serving = False

    def _turns(self) -> bool:
        turned = threading.Event()
        self._loop.call_soon_threadsafe(turned.set)
        return turned.wait(TURNS_WITHIN)
