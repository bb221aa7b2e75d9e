// Three Gaussian classes: the entry of the page. The module's default export is what anywidget asks for.

import { GaussianSession } from "../talk/gaussian_session.js";
import { hideStills } from "../parts/still_picture.js";
import { GaussianView } from "./gaussian_view.js";

export default () => {
  let session = null;
  return {
    initialize({ model }) {
      session = new GaussianSession(model);
      model.on("change:answer", () => session.hear());
      for (const name of ["options", "look"]) model.on(`change:${name}`, () => session.announce());
      return () => session.dispose();
    },
    render({ el }) {
      const view = new GaussianView(session, el);
      const clocks = hideStills(session.model.get("options").id);
      return () => {
        clocks.forEach((clock) => clearTimeout(clock));
        view.dispose();
      };
    },
  };
};
