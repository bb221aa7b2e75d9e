"""A page that runs scenes from disk on a model of a few lines, as an export does: nothing but what is in the file."""

import base64
import json

from svmlab.explorers import modules
from svmlab.explorers.bounds import BoundsScene
from svmlab.explorers.lagrange import LagrangeScene
from svmlab.explorers.scene import Scene
from svmlab.explorers.three_gaussians import ThreeGaussiansScene

STATE = (
    "look", "words", "options", "machine", "solution", "path", "left_out", "withdrawal", "answer", "selected",
    "draft", "editor",
)  # fmt: skip
BOUNDS_STATE = (*STATE, "verdicts", "bounds", "report", "limit", "shown")
LAGRANGE_STATE = ("look", "options", "presets", "preset", "problem")
SCENE = STATE, modules.joined(), modules.stylesheet()
BOUNDS = BOUNDS_STATE, modules.joined("bounds.js"), modules.stylesheet("bounds.css")
LAGRANGE = LAGRANGE_STATE, modules.joined("lagrange.js"), modules.stylesheet("lagrange.css")
LAB_STATE = ("look", "options", "setting", "exact", "noise", "along", "draws", "answer")
LAB = LAB_STATE, modules.joined("three_gaussians.js"), modules.stylesheet("lagrange.css", "three_gaussians.css")
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>svmlab</title>
<meta name="viewport" content="width=device-width">
<style>{style} html {{ color-scheme: light dark }}</style><main></main>
<script type="application/json" id="state">{state}</script>
<script type="text/plain" id="module">{module}</script>
<script type="module">
const revive = value =>
    Array.isArray(value) ? value.map(revive)
    : value === null || typeof value !== "object" ? value
    : "base64" in value ? new DataView(Uint8Array.from(atob(value.base64), c => c.charCodeAt(0)).buffer)
    : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, revive(inner)]));
const text = id => document.getElementById(id).textContent;
const source = URL.createObjectURL(new Blob([text("module")], {{ type: "text/javascript" }}));
const {{ default: scene }} = await import(source);
for (const state of JSON.parse(text("state"))) {{
    const values = {{ ...revive(state), live: false }};
    const model = {{
        get: name => values[name],
        set(name, value) {{ values[name] = value; }},
        send() {{ throw new Error("nobody to send to"); }},
        save_changes() {{}}, on() {{}}, off() {{}},
    }};
    const widget = scene();
    widget.initialize({{ model }});
    const el = document.createElement("div");
    document.querySelector("main").append(el);
    widget.render({{ model, el }});
}}
</script></html>"""


def packed(value):
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode()}
    if isinstance(value, dict):
        return {key: packed(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [packed(inner) for inner in value]
    return value


def page(*scenes):
    """Return the page as HTML; all scenes are of one kind."""
    kinds = {LagrangeScene: LAGRANGE, ThreeGaussiansScene: LAB, BoundsScene: BOUNDS, Scene: SCENE}
    names, module, css = next(kinds[kind] for kind in kinds if isinstance(scenes[0], kind))
    state = [packed({name: getattr(scene, name) for name in names}) for scene in scenes]
    return PAGE.format(style=css, module=module, state=json.dumps(state).replace("</", "<\\/"))
