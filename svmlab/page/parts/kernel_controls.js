// The controls of the kernel: a menu, and a slider for each parameter that it has.

import { rangeOf } from "../math/stops.js";
import { significant } from "../words/format.js";
import { parameterRule } from "../words/typed.js";
import { setAside } from "../draw/elements.js";
import { Menu } from "./menu.js";
import { Slider } from "./slider.js";

export class KernelControls {
  /** The menu goes into `menus`, the sliders into `sliders`; `controls` are those of the session. */
  constructor(menus, sliders, controls, id) {
    this.controls = controls;
    this.menu = new Menu("kernel", `${id}-kernel`, (kernel) => controls.setKernel({ kernel }));
    menus.append(this.menu.label);
    this.sliders = Object.entries(controls.menus.parameters).map(([name, parameter]) => {
      const moved = (value) => controls.setKernel({ [name]: value });
      return { name, range: rangeOf(parameter), slider: parameterSlider(`${id}-${name}`, parameter, moved) };
    });
    sliders.append(...this.sliders.map(({ slider }) => slider.node));
  }

  show() {
    const { controls } = this;
    const { values, parameters, kernels } = controls;
    this.menu.show(kernels, values.kernel);
    setAside(this.menu.label, !controls.isKept("kernel"));
    for (const { name, range, slider } of this.sliders) {
      slider.node.hidden = !parameters.includes(name);
      setAside(slider.node, !controls.isKept(name));
      if (!slider.node.hidden) slider.show(range, values[name]);
    }
  }
}

function parameterSlider(id, parameter, moved) {
  const { symbol, label } = parameter;
  const rule = parameterRule(parameter);
  return new Slider({
    id,
    name: symbol,
    label: rule.positive ? `${label}, logarithmic scale` : label,
    rule: { name: symbol, ...rule },
    text: rule.whole ? String : significant,
    grows: true,
    moved,
  });
}
