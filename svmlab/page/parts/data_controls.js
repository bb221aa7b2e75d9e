// The controls of the data: a menu, how many points and classes, their noise, and the seed with a button to draw again.

import { drawingRule } from "../words/typed.js";
import { element, setAside } from "../draw/elements.js";
import { DataPictures } from "./data_pictures.js";
import { Menu } from "./menu.js";
import { Slider } from "./slider.js";
import { TypedValue } from "./typed_value.js";

export class DataControls {
  /** All of them go into `host`; `controls` are those of the session. */
  constructor(host, controls, id) {
    this.controls = controls;
    const { seed, ...drawn } = controls.menus.drawn;
    const choose = (name) => controls.choose(name);
    this.menu = new Menu("data", `${id}-data`, choose);
    this.pictures = new DataPictures(`${id}-data`, (name) => controls.pictured(name), choose);
    this.data = element("div", { class: "svm-data" }, this.menu.label, this.pictures.button, this.pictures.node);
    this.sliders = Object.entries(drawn).map(([name, range]) => {
      const moved = (value) => controls.draw({ [name]: value });
      return { name, range, slider: drawingSlider(`${id}-${name}`, range, moved) };
    });
    this.seed = new SeedControl(`${id}-seed`, seed, (value) => controls.draw({ seed: value }));
    host.append(this.data, ...this.sliders.map(({ slider }) => slider.node), this.seed.node);
  }

  show(look) {
    const { controls, seed } = this;
    const { values, dataSet, dataSets } = controls;
    this.menu.show(dataSets, values.data);
    this.pictures.show(dataSets, values.data, look);
    setAside(this.data, !controls.isKept("data"));
    for (const { name, range, slider } of this.sliders) {
      slider.node.hidden = !dataSet.used.includes(name);
      setAside(slider.node, !controls.isKept(name));
      if (!slider.node.hidden) slider.show(range, values[name]);
    }
    seed.node.hidden = !dataSet.used.includes("seed");
    setAside(seed.node, !controls.isKept("seed"));
    seed.typed.show(values.seed);
  }
}

function drawingSlider(id, drawn, moved) {
  const { label } = drawn;
  const rule = { name: label, ...drawingRule(drawn) };
  const text = rule.whole ? String : (value) => String(Number(value.toPrecision(3)));
  return new Slider({ id, name: label, label, rule, text, ticks: false, moved });
}

class SeedControl {
  constructor(id, drawn, set) {
    const { label, low, high } = drawn;
    const around = (seed) => low + ((seed - low + high - low + 1) % (high - low + 1));
    const step = (by) => set(around(this.typed.value + by));
    const rule = { name: label, ...drawingRule(drawn) };
    this.typed = new TypedValue({ id, label, rule, text: String, typed: set, stepped: step });
    const again = element(
      "button",
      {
        type: "button",
        class: "svm-button",
        title: "Draw the sample of the next seed",
        "data-lm-suppress-shortcuts": "true",
      },
      "another sample",
    );
    again.addEventListener("click", () => step(1));
    const name = element("label", { class: "svm-label", for: id }, label);
    const head = element("div", { class: "svm-head" }, name, this.typed.node);
    this.node = element("div", { class: "svm-control svm-seed" }, head, again, this.typed.refusal);
  }
}
