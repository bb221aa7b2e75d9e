// What every view is: one element in the page, drawn once a frame, told to a screen reader when all has come to rest.
// And the entry of a scene, what anywidget asks for; a page without Jupyter calls it the same way.

import { DROPPED, onceBytesArrive } from "../talk/bytes.js";
import { element, oncePerFrame, tell } from "../draw/elements.js";
import { heightAround, shapeOf, unitOf } from "../draw/room.js";
import { Dress, bringStyles, watchTheme } from "../draw/theme.js";
import { Explanations } from "../parts/explained.js";
import { FullScreen } from "../parts/full_screen.js";
import { hideStills } from "../parts/still_picture.js";

const SPEAK_AFTER = 500; // ms of rest before a screen reader is told of a change

/** Kinds of view `build()` their element, `root`, and `draw()` it; those with a plane have its canvas speak. */
export class View {
  constructor(session, host) {
    this.session = session;
    this.host = host;
    this.id = "svm" + Math.random().toString(36).slice(2, 9);
    this.frames = 0;
    this.redraw = oncePerFrame(() => this.drawOrTell());
    this.notice = element("div", { class: "svm-notice", role: "alert", hidden: true });
    this.summary = element("p", { class: "svm-spoken", role: "status" });
    this.fullScreen = new FullScreen(this.redraw);
    this.build();
    this.explanations = new Explanations(this.root, this.id);
    this.dress = new Dress(this.root);
    this.root.svmView = this; // for tests, and for whoever looks in the console
    host.append(this.root);
    this.stops = [session.subscribe(() => this.changed()), watchTheme(this.redraw), this.watchRoom()];
    this.changed();
  }

  /** Draw anew whenever there is another room; returns the function that stops it. */
  watchRoom() {
    const observer = new ResizeObserver(this.redraw);
    observer.observe(this.host);
    addEventListener("resize", this.redraw);
    this.fullScreen.serve(this.root);
    return () => {
      observer.disconnect();
      removeEventListener("resize", this.redraw);
      this.fullScreen.dispose();
    };
  }

  /** The session has news. */
  changed() {
    this.redraw();
  }

  /** The look in the room that there is, which the root element takes. */
  look() {
    const { model } = this.session;
    const table = model.get("look");
    const options = model.get("options");
    const whole = this.fullScreen.on;
    const size = whole ? "lecture" : options.size;
    this.root.classList.toggle("svm-large", size === "lecture"); // the page around makes room for it
    const { width, shape, height } = this.takeRoom(size);
    const look = this.dress.look(
      table,
      { ...options, size },
      unitOf(table.stage, size, { shape, height }, width),
      whole,
    );
    this.width = width;
    this.room = `${size} ${width} ${shape} ${height}`;
    this.root.dataset.shape = shape;
    this.root.style.setProperty("--svm-height", height === null ? "auto" : `${Math.floor(height)}px`);
    this.fullScreen.show(look);
    return look;
  }

  /** {width, shape, height} of the scene where it stands; the bar of a lecture is in its column, or else above it. */
  takeRoom(size) {
    const { root, fullScreen } = this;
    const width = root.clientWidth;
    const lecture = root.closest(".svm-lecture");
    const room = fullScreen.on ? innerHeight : heightAround(lecture ?? root);
    const fills = size === "lecture";
    const of = { more: this.showsMore };
    const whole = shapeOf(width, room, fills, of);
    const beside = fills && whole.shape === "wide";
    if (width) lecture?.classList.toggle("svm-beside", beside); // and not by a scene that stands by
    const bar = beside ? null : lecture?.querySelector(".svm-scene-bar");
    return { width, ...(bar ? shapeOf(width, room - bar.offsetHeight, fills, of) : whole) };
  }

  /** Is there more to see than one plane? */
  get showsMore() {
    return true;
  }

  /** Does the lecture around it hide something of this name until its answer is revealed? */
  hides(name) {
    return Boolean(this.root.closest(`.svm-lecture[data-hides~="${name}"]`));
  }

  /** Draw; where that fails, say so beside the picture. */
  drawOrTell() {
    try {
      bringStyles(this.root, this.session.model.get("_css"));
      this.draw();
      this.explanations.refresh();
    } catch (error) {
      console.error(error);
      this.showNotice({ kind: "error", text: `The picture could not be drawn: ${error.message}.` });
    }
  }

  /** A frame has been drawn to its end. */
  drawn() {
    this.root.dataset.frames = ++this.frames;
  }

  /** {kind, text} beside the picture, or nothing. */
  showNotice(notice) {
    this.notice.hidden = !notice;
    if (!notice) return;
    tell(this.notice, notice.text);
    this.notice.dataset.kind = notice.kind;
  }

  /** Once nothing has changed for a while, speak what `textOf()` says. */
  speakLater(textOf) {
    clearTimeout(this.clock);
    this.firstWords ??= textOf();
    this.clock = setTimeout(() => this.speak(textOf()), SPEAK_AFTER);
  }

  speak(text, more = "") {
    const { canvas } = this.plane.stage;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", text + more);
    tell(this.summary, text + more);
    this.entitle(text);
  }

  /** A page that has this scene only says what it shows, once that is something else than it began with. */
  entitle(text) {
    const { model } = this.session;
    const heading = model.get("heading");
    this.another ||= text !== this.firstWords;
    if (this.another)
      model.get("entitle")?.(
        text,
        heading?.replace("{}", () => this.shownName),
      );
  }

  /** What stands in the heading of a page for {}. */
  get shownName() {
    return "";
  }

  dispose() {
    this.stops.forEach((stop) => stop());
    this.redraw.cancel();
    clearTimeout(this.clock);
    this.root.remove();
  }
}

/**
 * One session for all views of a model. `heard` is the trait by which Python speaks, `watched` are those that change by
 * themselves.
 */
export const sceneOf =
  (SessionType, ViewType, { heard = "answer", watched = [] } = {}) =>
  () => {
    let session = null;
    const waiting = new Set(); // views that are shown once the session begins
    const begin = (model) => {
      session = new SessionType(model);
      model.on(`change:${heard}`, () => session.hear());
      for (const name of ["options", "look", ...watched]) model.on(`change:${name}`, () => session.announce());
      for (const show of waiting) show();
    };
    const shown = (el) => {
      const view = new ViewType(session, el);
      const clocks = hideStills(session.model.get("options").id);
      return () => {
        clocks.forEach((clock) => clearTimeout(clock));
        view.dispose();
      };
    };
    return {
      initialize({ model }) {
        const stop = onceBytesArrive(model, () => begin(model));
        return () => {
          stop();
          session?.dispose();
        };
      },
      render({ el }) {
        if (session) return shown(el);
        const dropped = element("p", { role: "alert" }, DROPPED);
        let end = () => dropped.remove();
        const show = () => {
          end();
          end = shown(el);
        };
        el.append(dropped);
        waiting.add(show);
        return () => {
          waiting.delete(show);
          end();
        };
      },
    };
  };
