"""WeasyPrint kept warm.

Loads WeasyPrint and its fonts once, then forks a process for each document, so that a document has a process of its own
that can be ended alone, and none pays for the loading. The protocol is a line of JSON each way; the end of the input ends
it.
"""

import ctypes
import json
import logging
import os
import resource
import select
import signal
import sys

import weasyprint

logging.getLogger("weasyprint").setLevel(logging.CRITICAL)


def say(**message):
    # One write of less than a pipe's buffer: lines of several processes never mix.
    os.write(1, (json.dumps(message) + "\n").encode())


class Fence:
    """Nothing but data: is fetched; what else is asked for is counted."""

    def __init__(self):
        self.blocked = 0

    def fetch(self, url, timeout=10, ssl_context=None):
        if url.startswith("data:"):
            return weasyprint.default_url_fetcher(url, timeout, ssl_context)
        self.blocked += 1
        raise ValueError("outside references are not loaded")


def render(source, target):
    fence = Fence()
    html = weasyprint.HTML(filename=source, base_url="about:blank", url_fetcher=fence.fetch, encoding="utf-8")
    html.write_pdf(target)
    return fence.blocked


def end_with_parent(parent):
    PR_SET_PDEATHSIG = 1
    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    if prctl is not None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    # It may have ended before it could be told.
    if os.getppid() != parent:
        os._exit(1)


def child(job, parent):
    end_with_parent(parent)
    os.setpgid(0, 0)
    say(id=job["id"], pid=os.getpid())
    resource.setrlimit(resource.RLIMIT_DATA, (job["memory"], job["memory"]))
    try:
        say(id=job["id"], done=True, blocked=render(job["source"], job["target"]))
    except MemoryError:
        say(id=job["id"], done=False, error="memory")
    except RecursionError:
        say(id=job["id"], done=False, error="depth")
    except Exception as error:
        say(id=job["id"], done=False, error=type(error).__name__)
    os._exit(0)


def reap(running):
    while running:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        say(id=running.pop(pid), gone=True)


def main():
    weasyprint.HTML(string="<h1>Warm</h1><p>x <b>y</b> <i>z</i> <code>c</code></p><table><tr><td>1</table>").write_pdf()
    say(ready=True, version=weasyprint.__version__)
    running = {}
    wake, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    pending = b""
    parent = os.getpid()
    while True:
        readable, _, _ = select.select([0, wake], [], [])
        if wake in readable:
            os.read(wake, 512)
        reap(running)
        if 0 not in readable:
            continue
        chunk = os.read(0, 65536)
        if not chunk:
            for pid in running:
                os.killpg(pid, signal.SIGKILL)
            return
        *lines, pending = (pending + chunk).split(b"\n")
        for line in lines:
            job = json.loads(line)
            pid = os.fork()
            if pid == 0:
                signal.set_wakeup_fd(-1)
                child(job, parent)
            running[pid] = job["id"]


main()
