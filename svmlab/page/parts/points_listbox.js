// The plane as those who hear it know it: a list box of points, whose one option is the chosen one.

import { element, tell } from "../draw/elements.js";

export class PointsListbox {
  /** `id` of the view; the help that it is described by has the id with "-h" behind. */
  constructor(id, label) {
    this.option = element("div", { id: `${id}-o`, role: "option", class: "svm-spoken", "aria-selected": "false" });
    this.node = element(
      "div",
      {
        class: "svm-plane",
        role: "listbox",
        tabindex: 0,
        "data-lm-suppress-shortcuts": "true",
        "aria-label": label,
        "aria-describedby": `${id}-h`,
      },
      this.option,
    );
  }

  /** Which of `size` points is chosen, -1 for none, and what is said of it. */
  show(selected, size, text) {
    const { node, option } = this;
    tell(option, text);
    option.setAttribute("aria-selected", String(selected >= 0));
    option.setAttribute("aria-posinset", selected + 1);
    option.setAttribute("aria-setsize", size);
    if (selected >= 0) node.setAttribute("aria-activedescendant", option.id);
    else node.removeAttribute("aria-activedescendant");
  }
}
