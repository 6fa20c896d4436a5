"""Fixtures for what only a browser shows: a fresh server, headless Chromium, and a page.

Chromium is found by name on the path. Without it these tests are skipped, unless the environment
says ``BROWSER_TESTS=required``.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import TextIO
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 60  # seconds, for a machine under load


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


def find_chromium() -> str | None:
    """Where Chromium is, by the usual names."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@pytest.fixture(scope="session")
def browser():
    """Headless Chromium, one for all tests."""
    executable = find_chromium()
    if executable is None:
        if os.environ.get("BROWSER_TESTS") == "required":
            pytest.fail("BROWSER_TESTS=required, but no Chromium is on the path")
        pytest.skip("no Chromium on the path; install the package chromium to run this test")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=executable, args=list(FLAGS))
        yield opened
        opened.close()


@pytest.fixture
def open_page(browser) -> Iterator[Callable]:
    """``open_page(url, **context)``: a page in a profile of its own.

    When the test ends, it fails if a page wrote an error to the console, threw one, or asked
    another host for anything. Keywords are those of Playwright's ``new_context``, such as
    ``viewport`` and ``color_scheme``.
    """
    contexts, complaints = [], []

    def open_it(url: str, **context):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 720}} | context)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        host = urlsplit(url).netloc

        def on_request(request):
            parts = urlsplit(request.url)
            if parts.scheme not in ("data", "blob", "file") and parts.netloc != host:
                complaints.append(f"asked another host: {request.url}")

        page.on("request", on_request)
        page.on("pageerror", lambda error: complaints.append(f"threw: {error}"))

        def on_console(said):
            # Opened by a page's address, Streamlit looks for its server below that address first.
            if said.type == "error" and "/_stcore/" not in said.location["url"]:
                complaints.append(f"console: {said.text}")

        page.on("console", on_console)
        page.goto(url)
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert not complaints


@contextmanager
def server(script: Path) -> Iterator[str]:
    """A fresh Streamlit server that runs a script, on a free port: its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = {
        "server.port": port,
        "server.address": "127.0.0.1",
        "server.headless": "true",
        "server.fileWatcherType": "none",
        "browser.gatherUsageStats": "false",
    }
    command = [sys.executable, "-m", "streamlit", "run", str(script)]
    command += [f"--{name}={value}" for name, value in options.items()]
    paths = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    environment = os.environ | {"PYTHONPATH": paths}
    with TemporaryFile("w+") as log:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT
        )
        try:
            _wait_for(f"http://127.0.0.1:{port}", process, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait()


def _wait_for(address: str, process: subprocess.Popen, log: TextIO) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if process.poll() is not None:
            log.seek(0)
            raise RuntimeError(f"the server stopped: {log.read()}")
        try:
            urlopen(f"{address}/_stcore/health", timeout=1).close()
            return
        except (URLError, OSError):
            time.sleep(0.1)
    raise TimeoutError(f"no server at {address} within {PATIENCE} seconds")


@pytest.fixture
def fresh_app() -> Iterator[str]:
    """The address of the app on a server that nobody has visited yet."""
    with server(ROOT / "app.py") as address:
        yield address


@pytest.fixture
def changed_app(tmp_path) -> Iterator[Callable[[str], str]]:
    """``changed_app(change)``: the address of the app on a server that runs this Python text first.

    It is run once, before the first visit.
    """
    with ExitStack() as running:

        def start(change: str) -> str:
            (tmp_path / "pages").symlink_to(ROOT / "pages")
            (tmp_path / "change.py").write_text(change, "utf-8")
            script = tmp_path / "app.py"
            path = str(ROOT / "app.py")
            script.write_text(
                f"import runpy\nimport change\nrunpy.run_path({path!r}, run_name='__main__')\n",
                "utf-8",
            )
            return running.enter_context(server(script))

        yield start


@pytest.fixture(scope="session")
def app() -> Iterator[str]:
    """The address of the app, on one server for all tests."""
    with server(ROOT / "app.py") as address:
        yield address


@pytest.fixture(scope="module")
def serve(tmp_path_factory) -> Iterator[Callable[[str], str]]:
    """``serve(script)``: the address of a server that runs this Python text as its app."""
    running = []

    def start(script: str) -> str:
        path = tmp_path_factory.mktemp("app") / "app.py"
        path.write_text(script, "utf-8")
        running.append(server(path))
        return running[-1].__enter__()

    yield start
    for context in running:
        context.__exit__(None, None, None)
