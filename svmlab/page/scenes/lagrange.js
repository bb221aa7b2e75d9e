// A constrained problem: the entry of the page. The module's default export is what anywidget asks for.

import { ProblemSession } from "../talk/problem_session.js";
import { hideStills } from "../parts/still_picture.js";
import { LagrangeView } from "./lagrange_view.js";

export default () => {
  let session = null;
  return {
    initialize({ model }) {
      session = new ProblemSession(model);
      model.on("change:problem", () => session.hear());
      for (const name of ["options", "look"]) model.on(`change:${name}`, () => session.announce());
      return () => session.dispose();
    },
    render({ el }) {
      const view = new LagrangeView(session, el);
      const clocks = hideStills(session.model.get("options").id);
      return () => {
        clocks.forEach((clock) => clearTimeout(clock));
        view.dispose();
      };
    },
  };
};
