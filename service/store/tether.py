"""Run as a script: becomes the given command, which the kernel ends when the process that started it dies.

A script of its own rather than a `preexec_fn`, because code between fork and exec may deadlock where other threads run.
The kernel watches the starting *thread*, hence `EmbeddedServer.start` insists on the main one.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main(parent: int, command: list[str]) -> None:
    if sys.platform == "linux":
        # SIGTERM, so that the server writes out its file in order even then.
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it died before the call above
            return
    os.execv(command[0], command)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
