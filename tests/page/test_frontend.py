"""The page's functions in Node against numbers that Python computes its own way."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from page_fixtures import all_fixtures, jsonable

from svmlab.page import modules

JS = Path(__file__).parent / "js"


@pytest.fixture(scope="session")
def node_environment(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    module, fixtures = folder / "scene.mjs", folder / "fixtures.json"
    module.write_text(modules.joined(), encoding="utf-8")
    for entry in modules.ENTRIES[1:]:
        (folder / Path(entry).with_suffix(".mjs").name).write_text(modules.joined(entry), encoding="utf-8")
    fixtures.write_text(json.dumps(all_fixtures(), default=jsonable), encoding="utf-8")
    return {**os.environ, "SVMLAB_MODULE": module.as_uri(), "SVMLAB_FIXTURES": str(fixtures)}


@pytest.mark.node
@pytest.mark.xdist_group("functions of the page")
@pytest.mark.parametrize("script", sorted(JS.glob("*.test.mjs")), ids=lambda path: path.stem)
def test_the_page_computes_what_python_computes(script, node, node_environment):
    run = subprocess.run(
        [node, "--test", "--test-reporter=spec", str(script)],
        env=node_environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    assert re.search(r"pass [1-9]", run.stdout), run.stdout
