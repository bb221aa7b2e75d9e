"""A host that drops bytes: the scene says so, asks for its numbers as text, and is live once they have come."""

from browsing import DRAWN_OUT, becomes, new_page

MODEL = "const modelOf = (values) => ({"
ON_AND_OFF = "save_changes() {}, on() {}, off() {},"
# A model from which bytes are gone, and what Python would do for it stands in ``answer``.
DROPPING = """const modelOf = (whole) => {
    const without = (value) => {
      if (value === null || typeof value !== "object") return value;
      if (Array.isArray(value)) return value.map(without);
      const kept = Object.entries(value).filter(([, inner]) => inner?.base64 === undefined);
      return Object.fromEntries(kept.map(([name, inner]) => [name, without(inner)]));
    };
    const values = without(whole);
    const heard = {};
    window.asked = [];
    window.answer = () => {
      Object.assign(values, whole);
      for (const name of Object.keys(whole)) for (const act of heard[`change:${name}`] ?? []) act();
    };
    return plainModel(values, heard);
  };
  const plainModel = (values, heard) => ({"""
LISTENING = """save_changes() { asked.push(values.as_text); },
    on: (name, act) => (heard[name] ??= new Set()).add(act),
    off: (name, act) => heard[name]?.delete(act),"""


def test_the_scene_says_that_its_numbers_were_dropped_and_asks_for_them_as_text(exported, browser, tmp_path):
    text = exported("MarginExplorer").read_text(encoding="utf-8")
    assert text.count(MODEL) == text.count(ON_AND_OFF) == 1
    file = tmp_path / "dropping.html"
    file.write_text(text.replace(MODEL, DROPPING).replace(ON_AND_OFF, LISTENING), encoding="utf-8")
    with new_page(browser, offline=True) as page:
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(file.as_uri())
        said = page.get_by_role("alert").filter(has_text="dropped the numbers of the scene")
        said.wait_for()
        assert page.evaluate("asked") == [True]
        assert page.locator(".svm-scene").count() == 0
        page.evaluate("answer()")
        scene = page.locator(".svm-scene[data-frames]")
        scene.wait_for()
        scene.evaluate(DRAWN_OUT)
        assert said.count() == 0
        becomes(page, "document.querySelector('.svm-scene').svmView.session.machine.m === 40")
        assert errors == []
