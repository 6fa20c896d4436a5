"""Imports run one way: pages, then ui, then bpe; and inside bpe from the top down."""

import ast
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def modules(folder):
    """The modules of a folder by dotted name."""
    found = {}
    for path in sorted((ROOT / folder).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts).removesuffix(".__init__")] = path
    return found


def imports(path, known=()):
    """All that a file imports, at the top or inside functions, as dotted names.

    ``from bpe import orders`` is an import of ``bpe.orders`` where that is one of the ``known``
    modules.
    """
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path.name} imports relatively"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name for name in names if name in known}
            if not names <= set(known):
                found.add(node.module)
    return found


BPE = modules("bpe")
GRAPH = {
    name: {found for found in imports(path, BPE) if found.split(".")[0] == "bpe"}
    for name, path in BPE.items()
}

# Each layer may import those before it, and its own modules as long as there is no cycle.
LAYERS = [
    {
        "reference",
        "pieces",
        "lexing",
        "splitting",
        "chunks",
        "alphabets",
        "corpus",
        "segmentation",
        "lookup",
        "encoder",
        "chunk_encoder",
        "seeds",
        "ranks",
        "trainer",
        "leaders",
        "samples",
    },
    {"formats"},
    {"tokenizer"},
    {
        "orders",
        "long_orders",
        "wrong_ways",
        "search",
        "shortest",
        "measure",
        "price",
        "scripts",
        "parallel",
        "report",
        "partings",
        "boundaries",
        "vocabularies",
        "reachability",
    },
    {"__main__"},
]


def layer_of(name):
    part = name.split(".")[1]
    layer = next((i for i, layer in enumerate(LAYERS) if part in layer), None)
    assert layer is not None, f"{name} has no place in LAYERS; give it one"
    return layer


def packages(names):
    return {name.split(".")[0] for name in names}


@pytest.mark.parametrize("name", BPE)
def test_the_core_knows_nothing_of_the_app(name):
    found = packages(imports(BPE[name]))
    assert not found & {"streamlit", "altair", "pandas", "ui", "pages", "app", "tests"}
    assert found <= {*sys.stdlib_module_names, "numpy", "regex", "fontTools", "tqdm", "bpe"}


def test_the_reference_needs_nothing():
    assert packages(imports(BPE["bpe.reference"])) <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("name", [name for name in BPE if name != "bpe"])
def test_imports_run_down_the_layers(name):
    for found in GRAPH[name] - {"bpe"}:
        assert layer_of(found) <= layer_of(name), f"{name} imports {found}"
    assert "bpe" not in GRAPH[name], f"{name} imports the package's face; name the module"


def test_no_module_imports_itself_by_a_detour():
    order = list(TopologicalSorter(GRAPH).static_order())
    assert order.index("bpe.reference") < order.index("bpe.tokenizer") < order.index("bpe")


@pytest.mark.parametrize(("folder", "forbidden"), [("ui", {"pages", "app"}), ("pages", {"app"})])
def test_the_app_imports_downwards(folder, forbidden):
    for name, path in modules(folder).items():
        assert not packages(imports(path)) & (forbidden | {"tests"}), name


def test_pages_do_not_import_each_other():
    for name, path in modules("pages").items():
        assert "pages" not in packages(imports(path)), name
