"""One LibreOffice for one document.

Starts soffice on a profile of its own, warms it up, says so, and waits for one line of JSON that names a document. The
protocol is a line of JSON each way; the end of the input ends both processes.
"""

import ctypes
import json
import os
import signal
import subprocess
import sys
import threading
import time

import uno
import unohelper
from com.sun.star.awt import XCallback
from com.sun.star.beans import PropertyValue
from com.sun.star.lang import DisposedException

START_SECONDS = 60


def say(**message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def value(name, content):
    held = PropertyValue()
    held.Name = name
    held.Value = content
    return held


def url(path):
    return uno.systemPathToFileUrl(path)


def end_with_parent(parent):
    """However this process ends, the office ends with it (Linux; elsewhere it ends with our input)."""
    PR_SET_PDEATHSIG = 1
    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    if prctl is not None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    # It may have ended before it could be told.
    if os.getppid() != parent:
        os._exit(1)


def start(program, profile, pipe):
    parent = os.getpid()
    flags = ["--headless", "--invisible", "--norestore", "--nologo", "--nodefault", "--nolockcheck", "--nofirststartwizard"]
    office = subprocess.Popen(
        [program, *flags, "-env:UserInstallation=" + url(profile), "--accept=pipe,name=%s;urp;" % pipe],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: end_with_parent(parent),
    )
    return office


def connect(office, pipe):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    address = "uno:pipe,name=%s;urp;StarOffice.ComponentContext" % pipe
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        try:
            return resolver.resolve(address)
        except Exception:
            if office.poll() is not None:
                sys.exit(3)
            time.sleep(0.02)
    sys.exit(4)


def link_of(path):
    try:
        return os.readlink(path)
    except OSError:
        return None


def unlink_sockets(office):
    """Takes the office's sockets away from /tmp, where those of one that is killed stay for ever: nobody else is to connect,
    and who is connected stays so (Linux)."""
    open_files = "/proc/%d/fd" % office.pid
    try:
        links = {link_of(os.path.join(open_files, name)) for name in os.listdir(open_files)}
        with open("/proc/%d/net/unix" % office.pid) as table:
            sockets = [line.split(maxsplit=7) for line in table]
        for fields in sockets:
            if len(fields) == 8 and "socket:[%s]" % fields[6] in links and fields[7].startswith("/"):
                os.unlink(fields[7].rstrip("\n"))
    except OSError:
        pass


# Nothing in a document runs, and no link in it is followed.
LOAD = (
    value("Hidden", True),
    value("ReadOnly", True),
    value("MacroExecutionMode", 0),
    value("UpdateDocMode", 0),
    value("RepairPackage", False),
)


class Work(unohelper.Base, XCallback):
    """Work for LibreOffice's main thread, which does nothing else until it is done.

    Otherwise the main thread meanwhile makes the windows that a document with comments would have on a screen, for which
    an office without one has no files, and brings itself down.
    """

    def __init__(self, work):
        self.work = work
        self.result = None
        self.error = None
        self.ended = threading.Event()

    def notify(self, _data):
        try:
            self.result = self.work()
        except Exception as error:
            self.error = error
        self.ended.set()


def on_main_thread(context, office, work):
    callback = Work(work)
    context.ServiceManager.createInstanceWithContext("com.sun.star.awt.AsyncCallback", context).addCallback(callback, None)
    while not callback.ended.wait(0.5):
        if office.poll() is not None:
            raise DisposedException()
    if callback.error is not None:
        raise callback.error
    return callback.result


def pdf_filter(document):
    for service, name in (
        ("com.sun.star.sheet.SpreadsheetDocument", "calc_pdf_Export"),
        ("com.sun.star.presentation.PresentationDocument", "impress_pdf_Export"),
        ("com.sun.star.drawing.DrawingDocument", "draw_pdf_Export"),
    ):
        if document.supportsService(service):
            return name
    return "writer_pdf_Export"


def convert(desktop, source, target, load_filter):
    document = desktop.loadComponentFromURL(url(source), "_blank", 0, LOAD + (value("FilterName", load_filter),))
    if document is None:
        return False
    document.storeToURL(url(target), (value("FilterName", pdf_filter(document)),))
    return True


def warm_up(desktop, folder):
    """A small document through both filters, with the usual fonts: what comes first is what costs."""
    document = desktop.loadComponentFromURL("private:factory/swriter", "_blank", 0, (value("Hidden", True),))
    text = document.Text
    cursor = text.createTextCursor()
    for font in ("Liberation Serif", "Liberation Sans", "DejaVu Sans", "Carlito", "Noto Sans"):
        for weight in (100.0, 150.0):
            cursor.setPropertyValue("CharFontName", font)
            cursor.setPropertyValue("CharWeight", weight)
            text.insertString(cursor, "Some words 123 \u00e4\u00f6\u00fc \u2014 \u201cx\u201d ", False)
    table = document.createInstance("com.sun.star.text.TextTable")
    table.initialize(2, 2)
    text.insertTextContent(cursor, table, False)
    source = os.path.join(folder, "warm.docx")
    document.storeToURL(url(source), (value("FilterName", "MS Word 2007 XML"),))
    document.close(True)
    target = os.path.join(folder, "warm.pdf")
    warm = desktop.loadComponentFromURL(url(source), "_blank", 0, LOAD)
    warm.storeToURL(url(target), (value("FilterName", "writer_pdf_Export"),))
    warm.close(True)
    os.remove(source)
    os.remove(target)


def end_when_orphaned(office):
    """The service's end closes our input; a document that is being converted must not outlive it."""

    def wait():
        lines.append(sys.stdin.readline())
        arrived.set()
        sys.stdin.read()
        office.kill()
        os.kill(os.getpid(), signal.SIGKILL)

    lines, arrived = [], threading.Event()
    threading.Thread(target=wait, daemon=True).start()
    return lines, arrived


def answers(desktop):
    try:
        return desktop.supportsService("com.sun.star.frame.Desktop")
    except Exception:
        return False


def main(program, profile, pipe):
    office = start(program, profile, pipe)
    lines, arrived = end_when_orphaned(office)
    context = connect(office, pipe)
    desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
    # Before anything that takes long: an office that is killed before this leaves them.
    unlink_sockets(office)
    on_main_thread(context, office, lambda: warm_up(desktop, profile))
    say(ready=True)
    arrived.wait()
    if not lines[0]:
        office.kill()
        return
    job = json.loads(lines[0])
    work = lambda: convert(desktop, job["source"], job["target"], job["filter"])
    try:
        done = on_main_thread(context, office, work)
    except Exception:
        done = False
    # What is thrown while it goes down is not always that it went down.
    say(**({"done": done} if done or answers(desktop) else {"crashed": True}))
    # Ending by itself, the office would clear away its document, and take the time for that from the next one: both
    # processes are killed when there is time for it.
    threading.Event().wait()


main(*sys.argv[1:4])
