// A live scene: the plane, below it roles and sliders, beside it its numbers and what is known of a point, in one element.

import { covers, pointReport, summary } from "../math/machine.js";
import { meaningOf } from "../words/meanings.js";
import { changeText } from "../words/overlays.js";
import { nextText } from "../words/path_events.js";
import { headingText, sceneText, statusPhrases } from "../words/status.js";
import { Session } from "../talk/session.js";
import { element, tell } from "../draw/elements.js";
import { withHues } from "../draw/theme.js";
import { doubtText } from "../parts/certificate.js";
import { EDIT_HINT, noMachineText, noticeBeside } from "../parts/edit_bar.js";
import { explainedWord } from "../parts/explained.js";
import { draftText, spoken } from "../parts/inspector.js";
import { StagedView } from "./staged_view.js";
import { sceneOf } from "./view.js";

export const WATCHED = ["selected", "lines", "overlays"]; // traits of every scene with a plane that change by themselves
const HINT = "Point at a training point, click it, or walk with the arrow keys";
const DRAG = "; drag it to another place.";
const STRIP_FROM = 55; // widths of the type of text from which errors are drawn over the slider of C
const IN_SIGHT = 2; // of the phrases of the status: the margin

export class SceneView extends StagedView {
  get showsMore() {
    return false;
  }

  showErrorCurves(look) {
    const { root, session, slider, strip } = this;
    if (!strip) return;
    const wide = root.dataset.shape === "wide" && this.width >= STRIP_FROM * look.type.text;
    session.drawErrors(wide && root.classList.contains("svm-large"));
    const drawn = session.drawsErrors && session.mayDrawErrors;
    slider.node.classList.toggle("svm-curved", drawn);
    if (drawn) strip.show({ curves: session.errorCurves, look, left: !this.hides("left_out") });
  }

  get hint() {
    return HINT + (this.session.mayMove ? DRAG : ".");
  }

  placeOf(i) {
    return this.session.placeOf(i);
  }

  /** Canvases first: once a word of the page has changed, text in a canvas would lay out all of it within the frame. */
  draw() {
    const { session } = this;
    const { machine } = session;
    if (session.C === undefined) return;
    const palette = this.look();
    this.plane.stage.measure();
    this.circulation.stage.measure();
    const look = this.huedLook(palette, machine);
    if (!session.solution) {
      this.showSetting(palette);
      this.drawAlone(palette);
      return;
    }
    const { solution, certificate } = session.shown;
    const picture = this.picture(solution, look, palette);
    const drawn = this.plane.draw(picture);
    if (drawn) {
      this.circulation.show(machine, solution, look);
      this.drawMore(palette);
    }
    this.showSetting(palette);
    this.showDoubt(certificate);
    tell(this.title, `${machine.title}, ${statusPhrases(machine, solution)[0]}`);
    this.roles.show(machine, solution, look);
    if (!drawn) return;
    this.showOverlays(picture);
    const { draft, hovered, selected } = picture;
    this.showTools(palette, selected);
    this.root.classList.toggle("svm-chosen", selected >= 0);
    if (draft) this.showDraft(draft, hovered, selected);
    else this.showPoint(machine, solution, hovered, selected);
    this.withdrawal.show();
    this.showStatus(machine, solution, certificate);
    this.foldWhereShort();
    this.drawn();
  }

  /** What the plane is to show. */
  picture(solution, look, palette) {
    const { session } = this;
    const { machine, draft, added, selected, lines } = session;
    const overlays = new Set(session.overlays);
    return {
      machine,
      solution,
      look,
      palette,
      lines,
      selected,
      draft,
      added,
      overlays,
      faded: Boolean(session.error),
      hovered: this.hand.hovered < session.points.m ? this.hand.hovered : -1,
      placeOf: (i) => session.placeOf(i),
      brought: this.roles.broughtOut(machine, solution),
      areas: overlays.has("alpha") && !draft,
      before: this.pictureBefore(machine, solution),
    };
  }

  /** Sliders, menus and what is to be said of all. */
  showSetting(palette) {
    const { session } = this;
    this.sizeSwitch.show(session.model.get("options").size);
    this.slider.show(session.range, session.C);
    this.slider.permit(!session.stands);
    this.showErrorCurves(palette);
    this.dataControls.show(palette);
    this.kernelControls.show();
    this.root.classList.toggle("svm-alone", !session.solution);
    this.showNotice(noticeBeside(session));
  }

  showDoubt(certificate) {
    const doubt = this.session.error ? "" : doubtText(certificate);
    this.doubt.hidden = !doubt;
    tell(this.doubt, doubt);
  }

  /** Nothing of the column is below it: the circulation is folded where there is no room, once in each room. */
  foldWhereShort() {
    const { root, about, circulation } = this;
    const below = root.closest('[style*="--svm-bar-height"]')?.style.getPropertyValue("--svm-bar-height"); // in a lecture
    const room = `${root.className} ${this.room} ${below}`; // chosen or not, large or not
    if (this.measuredIn === room) return;
    if (this.folded) {
      circulation.node.open = true; // which draws it, to be measured then
      this.folded = false;
      return;
    }
    this.measuredIn = room;
    if (!circulation.node.open || root.dataset.shape !== "wide") return;
    this.folded = about.scrollHeight > about.clientHeight + 1;
    if (this.folded) circulation.node.open = false;
  }

  /** What was in the picture before, with a name, or null. */
  pictureBefore(machine, solution) {
    this.before.see(machine, solution, this.press);
    const { shown, pinned } = this.before;
    return shown && { ...shown, name: pinned ? "pinned" : "before" };
  }

  showOverlays(picture) {
    const { machine, solution, overlays } = picture;
    this.zoomHand.show();
    this.lifted.show(picture);
    const { change, pinned } = this.before;
    const told = change ? changeText(change, Boolean(pinned)) : "";
    this.switches.show({ machine, solution, overlays, change: told, pinned: Boolean(pinned) });
  }

  /** An error stands over the picture, which it is about, and anything else beside it. */
  showNotice(told) {
    const notice = told?.kind === "note" && this.hides("note") ? null : told;
    super.showNotice(notice);
    const place = notice?.kind === "error" ? this.field : this.note;
    if (notice && this.notice.parentElement !== place) place.append(this.notice);
  }

  /** There has been no machine yet: the points, if any, and over them why. */
  drawAlone(look) {
    const { draft, live } = this.session;
    this.editBar.node.hidden = true;
    this.fileBar.node.hidden = !live;
    if (!draft) return;
    this.title.textContent = draft.plane.title;
    if (!this.plane.drawAlone({ draft, look, hovered: -1, selected: -1, placeOf: (i) => this.session.placeOf(i) }))
      return;
    this.status.replaceChildren(noMachineText(draft));
    this.speakLater(() => `${draft.plane.title}: ${noMachineText(draft)}.`);
    this.drawn();
  }

  /** Each class as it looks among those that a point can have. */
  huedLook(palette, machine) {
    if (this.hued?.palette !== palette || this.hued.machine !== machine) {
      this.hued = { palette, machine, look: withHues(palette, machine?.hues) };
    }
    return this.hued.look;
  }

  /** For scenes that show more than the plane. */
  drawMore() {}

  showPoint(machine, solution, hovered, selected) {
    const words = this.session.model.get("words");
    this.card.show(
      machine,
      solution,
      selected >= 0 ? selected : hovered,
      words,
      this.editBar.on ? EDIT_HINT : this.hint,
    );
    const text = selected >= 0 && !this.hides("left_out") ? this.session.leftOutText(machine) : "";
    if (text) this.card.append(element("p", { class: "svm-left-out" }, text));
    if (hovered >= 0) {
      this.tip.show(machine, solution, hovered, this.plane.toPixels(this.placeOf(hovered)));
    } else this.tip.hide();
    this.listbox.show(
      selected,
      machine.m,
      selected < 0 ? "" : spoken(machine, pointReport(machine, solution, selected), words),
    );
  }

  /** A point of those that could not be trained. */
  showDraft(draft, hovered, selected) {
    this.card.showDraft(draft, selected >= 0 ? selected : hovered, EDIT_HINT);
    this.tip.hide();
    this.listbox.show(selected, draft.m, selected < 0 ? "" : Object.values(draftText(draft, selected)).join(". "));
  }

  showTools(look, selected) {
    const { live, mayMove: may, editor, points, conversation } = this.session;
    const busy = conversation.outstanding("edit");
    this.editBar.show({ may, editor, look, selected, m: points.m, busy });
    this.fileBar.node.hidden = this.editBar.node.hidden || !live;
    this.planeHost.classList.toggle("svm-editing", this.editBar.on);
  }

  showStatus(machine, solution, certificate) {
    if (this.session.draft) {
      this.status.replaceChildren(noMachineText(this.session.draft));
      const text = `${machine.title}: ${noMachineText(this.session.draft)}.`;
      this.speakLater(() => text);
      return;
    }
    const hidden = this.hides("left_out");
    const leftOut = hidden ? null : this.session.leftOutTotal(machine, solution);
    const { errors, m } = summary(machine, solution);
    this.errors.show(errors, hidden ? "?" : this.session.leftOutCount(solution), m);
    const phrases = [...statusPhrases(machine, solution), ...(leftOut ? [leftOut] : [])];
    const heard = (k) => (k === IN_SIGHT ? null : "svm-spoken"); // roles, numbers and title show the others
    const told = (text, k) => (k === IN_SIGHT ? explainedWord(text, meaningOf("margin")) : text);
    const key = phrases.join();
    if (this.said.dataset.key !== key) {
      this.said.dataset.key = key; // a word in it that has the focus keeps it
      this.said.replaceChildren(...phrases.map((text, k) => element("span", { class: heard(k) }, told(text, k))));
    }
    this.certificate.show(certificate);
    tell(this.path, this.pathText(machine, solution));
    if (this.said.parentElement !== this.status)
      this.status.replaceChildren(this.said, this.certificate.node, this.path);
    this.status.classList.toggle("svm-stale", !this.session.current);
    this.speakLater(() => sceneText(machine, solution, certificate, leftOut));
  }

  /** The next event along the path, or that the path is being computed. */
  pathText(machine, { C, absent }) {
    const { whole, awaitsPath } = this.session;
    const whose = absent === undefined ? "" : `with point ${absent} in, `; // the path is that of all points
    if (whole && covers(whole, C)) return whose + nextText(machine, whole, C);
    return awaitsPath ? "computing the path for every C …" : "\u00a0"; // the line stays, so that nothing jumps
  }

  /** As in every view; a page that was opened by a link may begin with something else than what stands in it. */
  entitle(text) {
    const { machine, model, solution, began } = this.session;
    const [entitle, heading] = [model.get("entitle"), model.get("heading")];
    if (entitle && solution !== began.solution)
      entitle(text, heading && machine ? headingText(heading, machine) : null);
  }
}

export default sceneOf(Session, SceneView, { watched: WATCHED });
