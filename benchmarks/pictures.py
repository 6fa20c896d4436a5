"""How fast the pictures follow: the token view beside `st.html` spans, and the step player.

    python benchmarks/pictures.py

One run in headless Chromium prints every figure, medians in milliseconds. The texts are read and
encoded before the click; turning tokens into what the browser gets is part of it, for both.
"""

import argparse
import sys
from datetime import date
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import FLAGS, find_chromium, server

SIZES = (10_000, 50_000, 200_000)
GOALS = {10_000: 200, 50_000: 300, 200_000: 700}
SPANS_AT_MOST = 50_000  # beyond, spans only prove what is clear already

APP = '''
import html
import streamlit as st
from bpe import BPETokenizer
from bpe.corpus import weigh
from bpe.encoder import MergeTable
from bpe.leaders import contests
from bpe.samples import CORPORA
from ui.step_player import player_data, step_player
from ui.token_view import token_text, token_view

st.set_page_config(layout="wide")

@st.cache_resource
def tokenizer():
    tok = BPETokenizer(split="gpt2")
    tok.train(CORPORA["chapter"].text(), 2_000)
    return tok

@st.cache_resource
def prepared(count, turn):
    """A text with this many tokens; every turn another one."""
    tok = tokenizer()
    text = CORPORA["languages" if turn % 2 else "novels"].text()
    text = (text[1000 * turn :] + text) * (1 + 8 * count // len(text))
    tokens = tokenizer().tokens(text[: 8 * count])[:count]
    return text.encode()[: tokens[-1].end].decode(errors="ignore"), tokens

by = st.query_params["by"]
if by == "typing":
    text = st.text_area("text", CORPORA["chapter"].text()[:2_000])
    token_view(token_text(tokenizer(), text, tokenizer().tokens(text)), key="view")
    st.stop()

if by == "player":
    text = CORPORA["languages"].text()
    text = "".join(text[i : i + 60] for i in range(0, len(text), len(text) // 20))
    text = text.encode()[:2_000].decode(errors="ignore")
    tok = BPETokenizer()
    corpus = weigh(text)
    tok.learn(corpus, tok.steps(corpus, 256 + 500))
    none = MergeTable.of_merges({}, 256)
    leading = list(contests(corpus, tok.history, none, leading=6))
    step_player(player_data(tok, text, corpus, leading), key="player", k=0)
    st.stop()

count = int(st.query_params["count"])
turn = st.session_state.get("turn", 0)
st.button("next", on_click=lambda: st.session_state.update(turn=turn + 1))
text, tokens = prepared(count, turn % 6)
if by == "view":
    token_view(token_text(tokenizer(), text, tokens), key="view", show_ids=False)
else:
    data = text.encode()
    colours = ("#E7B464", "#CAEAFE", "#7AC7A6", "#F9F39B", "#82B7E4", "#FACBE3")
    spans = "".join(
        f"<span style='background:{colours[i % 6]}'>"
        f"{html.escape(data[token.start : token.end].decode(errors='replace'))}</span>"
        for i, token in enumerate(tokens)
    )
    st.html(f"<div style='height: 420px; overflow: auto' id='turn-{turn}'>{spans}</div>")
'''

# What tells that something new is painted.
SHOWN = {
    "view": """() => {
      const host = document.querySelector("[data-testid=stBidiComponentIsolated]");
      const ground = host?.shadowRoot?.querySelector(".text .bpe-ground")?.firstChild;
      return ground ? ground.data.slice(0, 500) : null;
    }""",
    "spans": """() => document.querySelector("[id^=turn-]")?.id ?? null""",
}

WATCH = """async ([read, act]) => {
  const shown = new Function(`return (${read})`)();
  const frame = () => new Promise(requestAnimationFrame);
  const before = shown();
  const start = performance.now();
  new Function(act)();
  while (shown() === null || shown() === before) await frame();
  await frame();
  await frame();
  return performance.now() - start;
}"""

CLICK = """
[...document.querySelectorAll("button")].find((button) => button.innerText === "next").click();
"""

SCROLL = """async () => {
  const host = document.querySelector("[data-testid=stBidiComponentIsolated]");
  const box = host.shadowRoot.querySelector(".text");
  const frame = () => new Promise(requestAnimationFrame);
  const times = [];
  let last = await frame();
  for (let i = 0; i < 100; i++) {
    box.scrollTop += i % 10 === 9 ? 40_000 : 300;
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  return Math.max(...times.slice(1));
}"""

# Each step is one key; all that it changes is changed before the next frame.
STEPS = """async () => {
  const host = document.querySelector("[data-testid=stBidiComponentIsolated]");
  const player = host.shadowRoot.querySelector(".player .text");
  const times = [];
  for (let step = 0; step < 500; step++) {
    await new Promise(requestAnimationFrame);
    const start = performance.now();
    player.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    times.push(performance.now() - start);
  }
  return times;
}"""


def clicks(page: Page, address: str, by: str, count: int, rounds: int) -> float:
    """Milliseconds from click to painted; before, each text is prepared once."""
    page.goto(f"{address}/?by={by}&count={count}")
    page.wait_for_function(SHOWN[by])
    for _ in range(6):
        page.evaluate(WATCH, [SHOWN[by], CLICK])
    return median(page.evaluate(WATCH, [SHOWN[by], CLICK]) for _ in range(rounds))


def typing(page: Page, address: str, rounds: int) -> float:
    """Milliseconds from the key that hands over the text to painted."""
    page.goto(f"{address}/?by=typing")
    page.wait_for_function(SHOWN["view"])
    area = page.get_by_label("text", exact=True)
    times = []
    for _ in range(rounds + 1):
        area.press("Control+Home")
        page.keyboard.type("x")
        before = page.evaluate(SHOWN["view"])
        start = perf_counter()
        page.keyboard.press("Control+Enter")
        page.wait_for_function(f"(before) => ({SHOWN['view']})() !== before", arg=before)
        times.append(1000 * (perf_counter() - start))
    return median(times[1:])


def steps(page: Page, address: str) -> list[float]:
    """Milliseconds of script for each of 500 steps of the player on a text of 2 KB."""
    page.goto(f"{address}/?by=player")
    page.get_by_role("button", name="Predict").wait_for()
    page.wait_for_timeout(1_000)
    page.evaluate(STEPS)  # scripts are compiled now
    page.reload()
    page.get_by_role("button", name="Predict").wait_for()
    page.wait_for_timeout(1_000)
    return page.evaluate(STEPS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each (default: 5)")
    rounds = parser.parse_args().rounds
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        script = Path(folder) / "app.py"
        script.write_text(APP, "utf-8")
        print(f"python benchmarks/pictures.py ({date.today()})")
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.set_default_timeout(120_000)
        # Servers of their own: Python looks through all that an earlier visit left in the caches.
        with server(script) as address:
            print(f"one character more in 2 KB: {typing(page, address, rounds):.0f}, goal 250")
            taken = sorted(steps(page, address))
            print(
                f"script of a player's step: {median(taken):.1f}, goal 2; "
                f"of 95 in 100 steps at most {taken[len(taken) * 95 // 100]:.1f}"
            )
        with server(script) as address:
            print(f"{'tokens':>8} {'view':>8} {'goal':>6} {'spans':>8} {'spans / view':>13}")
            for count in SIZES:
                view = clicks(page, address, "view", count, rounds)
                line = f"{count:>8,} {view:>8.0f} {GOALS[count]:>6}"
                if count <= SPANS_AT_MOST:
                    spans = clicks(page, address, "spans", count, rounds)
                    line += f" {spans:>8.0f} {spans / view:>13.1f}"
                print(line, flush=True)
            page.goto(f"{address}/?by=view&count={SIZES[-1]}")
            page.wait_for_function(SHOWN["view"])
            longest = page.evaluate(SCROLL)
            print(f"longest frame, scrolling {SIZES[-1]:,} tokens: {longest:.0f}, goal 100")
        browser.close()


if __name__ == "__main__":
    main()
