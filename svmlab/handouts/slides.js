// The article of a notebook, cut into slides of 1280 by 720 by what it means: an idea with its formula, a question whose
// answer and picture come at a key, a picture beside its reading, a live scene. Code, long prints and exercises stay on the
// page.
(async () => {
  const WIDTH = 1280,
    HEIGHT = 720,
    LINES = 9; // of print beside a question
  const deck = document.querySelector(".slides");
  const article = document.getElementById("article").content;

  /** What a part of the article is to a slide; undefined for what stays on the page. */
  function kindOf(node) {
    if (/^H[1-3]$/.test(node.tagName)) return "heading";
    if (node.matches("details")) return "answer";
    if (node.matches("figure.scene")) return "scene";
    if (node.matches("figure")) return "picture";
    if (node.matches("pre.code, blockquote")) return undefined; // a note for readers of a source stays, too
    if (node.matches(".output"))
      return !node.querySelector("table") && node.textContent.trim().split("\n").length <= LINES ? "print" : undefined;
    if (node.matches("p:has(> strong:first-child)") && /^(Predict|Look back|Exercise)/.test(node.textContent))
      return "question";
    return "words";
  }

  /** The parts of a cell; what a page folds, a slide reveals with the answer. */
  function laidOut(cell) {
    return [...cell.children].flatMap((part) => (part.matches(".folded") ? [...part.children].slice(1) : [part]));
  }

  /** The parts of the article in one row, texts in their paragraphs, each with its kind. */
  function parts() {
    const row = [];
    for (const cell of article.querySelectorAll(".cell:not([data-slide=skip])"))
      for (const part of laidOut(cell))
        for (const node of part.matches(".text, .output:has(> details)") ? [...part.children] : [part]) {
          const kind = kindOf(node);
          if (kind) row.push({ kind, node, formula: Boolean(node.querySelector(".katex-display")) });
        }
    return row;
  }

  /** An answer that opened by itself on the page is read out on a slide. */
  function opened(details) {
    const [, ...rest] = details.childNodes;
    const answer = document.createElement("div");
    answer.className = "answer";
    answer.append(...rest);
    return answer;
  }

  /** One slide while it is made: the words on it, and the picture beside or below them. */
  class Slide {
    constructor(heading, first) {
      this.element = document.createElement("section");
      this.element.className = "slide";
      this.words = document.createElement("div");
      this.words.className = "words";
      this.body = document.createElement("div");
      this.body.className = "body";
      this.body.append(this.words);
      this.element.append(first ? heading : above(heading), this.body);
      deck.append(this.element);
      this.asks = this.shown = this.told = false;
    }

    add(node) {
      this.words.append(node);
    }

    /** Words after an answer belong to it. */
    addRead(node) {
      this.add(this.told ? this.revealed(node) : node);
    }

    /** What comes at a key: all of a slide at once. */
    revealed(node) {
      node.classList.add("fragment");
      node.dataset.fragmentIndex = 0;
      return node;
    }

    answer(node) {
      this.told = true;
      this.addRead(node);
    }

    /** A picture, beside the words or below them; alone it has the slide. */
    show(figure, place) {
      this.shown = true;
      this.element.classList.remove("beside", "below");
      this.element.classList.add(place);
      this.body.append(this.asks ? this.revealed(figure) : figure);
    }

    hide(figure) {
      this.shown = false;
      this.element.classList.remove("beside", "below");
      figure.classList.remove("fragment");
      figure.remove();
    }

    get overflows() {
      const room = this.element.getBoundingClientRect().top + HEIGHT - 30; // the padding below
      const ends = [...this.body.children].map((node) => node.getBoundingClientRect().bottom);
      const wide = [...this.words.querySelectorAll(".katex-display")].some(
        (one) => one.scrollWidth > 1.1 * one.clientWidth,
      );
      return wide || Math.max(...ends) > room + 1 || this.words.scrollWidth > this.words.clientWidth + 1;
    }

    /** Whether all stays on the slide with this, too; it is taken back where not. */
    takes(change, undo, least = 0.88) {
      change();
      if (this.fits(least)) return true;
      undo();
      this.fits(1);
      return false;
    }

    /** Set the type as large as lets everything stand on the slide, not below a share of the usual; whether it does. */
    fits(least) {
      for (const size of [1, 0.94, 0.88, 0.82, 0.76, 0.7].filter((one) => one >= least)) {
        this.element.style.fontSize = `${size}em`;
        if (!this.overflows) return true;
      }
      return false;
    }

    /** Let the last words go that no question, answer or formula needs, until the rest fits; return what found no room. */
    close() {
      while (!this.fits(0.82)) {
        const spare = [...this.words.children].filter((node) => node.dataset.spare).at(-1);
        if (!spare) break;
        spare.remove();
      }
      const figure = this.fits(0.7) ? null : this.body.querySelector("figure");
      if (figure) this.hide(figure);
      if (!this.fits(0.7)) this.element.classList.add("scrolls");
      return figure;
    }
  }

  function above(heading) {
    const line = document.createElement("p");
    line.className = "above";
    line.innerHTML = heading.innerHTML;
    return line;
  }

  /** The slides of a section, one part after the other. */
  class Section {
    constructor(heading) {
      heading.querySelector(".anchor-link")?.remove();
      this.heading = heading;
      this.slides = [];
    }

    get last() {
      return this.slides.at(-1);
    }

    begin() {
      this.slides.push(new Slide(this.heading, !this.slides.length));
      return this.last;
    }

    /** Words on the last slide where they may stand there and fit, else on a new one. */
    write(node, may, add = (slide) => slide.add(node)) {
      const slide = this.last;
      if (
        !slide ||
        !may(slide) ||
        !slide.takes(
          () => add(slide),
          () => node.remove(),
        )
      )
        add(this.begin());
    }

    put({ kind, node }, next) {
      if (kind === "scene") this.scene(node);
      else if (kind === "picture") this.picture(node);
      else if (kind === "question") this.question(node);
      else if (kind === "answer") this.answer(node);
      else if (kind === "print") this.read(node);
      else this.tell(node, !node.querySelector(".katex-display") && !next?.formula);
    }

    scene(figure) {
      const slide = this.begin();
      slide.whole = true;
      slide.element.classList.add("whole");
      slide.element.append(figure);
    }

    question(node) {
      this.write(node, (slide) => !slide.whole && !slide.asks && !slide.shown);
      this.last.asks = true;
    }

    /** The answer of a question, which a slide does not hide behind a line of its own. */
    answer(details) {
      if (this.last?.asks && !this.last.told) this.last.answer(opened(details));
    }

    /** Let something stand on the last slide if there is room; else it stays on the page. */
    read(node) {
      if (this.last && !this.last.whole)
        this.last.takes(
          () => this.last.addRead(node),
          () => node.remove(),
        );
    }

    /** Words that a formula needs stand with it; others after a question, a picture or a scene are its reading. */
    tell(node, spare) {
      if (spare && this.last && (this.last.asks || this.last.shown || this.last.whole)) {
        this.read(node);
        return;
      }
      if (spare) node.dataset.spare = true;
      this.write(node, (slide) => !slide.whole && !slide.asks && !slide.shown);
    }

    picture(figure) {
      const image = figure.querySelector("img");
      const wide = image.naturalWidth > 1.6 * image.naturalHeight;
      const free = this.last && !this.last.whole && !this.last.shown;
      const taken = (place) =>
        this.last.takes(
          () => this.last.show(figure, place),
          () => this.last.hide(figure),
          0.76,
        );
      if (free && taken(wide ? "below" : "beside")) return;
      if (!figure.matches(".still")) this.begin().show(figure, wide ? "below" : "beside"); // sliders that cannot move
    }

    close() {
      if (!this.last) this.begin();
      for (const slide of this.slides.filter((one) => !one.whole)) {
        const figure = slide.close();
        if (!figure) continue;
        const next = this.begin();
        next.show(figure, "below");
        slide.element.after(next.element);
      }
      this.nameSlides();
    }

    /** A slide has the name of its section in its address: its number depends on how a browser sets the text. */
    nameSlides() {
      const name = this.heading.id;
      this.heading.removeAttribute("id");
      [...deck.querySelectorAll("section.slide:not([id])")].forEach((slide, k) => {
        slide.id = k ? `${name}-${k + 1}` : name;
      });
    }
  }

  function lay(row) {
    let section = null;
    for (const [n, part] of row.entries()) {
      if (part.kind === "heading") {
        section?.close();
        section = /\bExercises\b/.test(part.node.textContent) ? null : new Section(part.node);
      } else section?.put(part, row[n + 1]);
    }
    section?.close();
  }

  // Measured as it will be seen: formulas set, fonts and pictures there. Scenes begin when they are first shown.
  svmlabFormulas(article);
  for (const frame of article.querySelectorAll("iframe")) {
    frame.dataset.page = frame.srcdoc;
    frame.removeAttribute("srcdoc");
  }
  const row = parts();
  document.body.classList.add("measuring");
  const trial = document.createElement("section");
  trial.className = "slide";
  trial.append(...row.map((part) => part.node));
  deck.append(trial);
  await Promise.all([...trial.querySelectorAll("img")].map((image) => image.decode().catch(() => {})));
  await document.fonts.ready;
  trial.remove();
  lay(row);
  svmlabFit(deck);
  document.body.classList.remove("measuring");

  const show = ({ currentSlide }) => {
    for (const frame of currentSlide.querySelectorAll("iframe[data-page]")) {
      frame.srcdoc = frame.dataset.page;
      delete frame.dataset.page;
    }
  };
  /** Say whether a scene goes on below its frame. */
  const tellMore = (frame) => {
    const {
      scrollY,
      innerHeight,
      document: { documentElement },
    } = frame.contentWindow;
    frame.closest(".scene").classList.toggle("hides", documentElement.scrollHeight - innerHeight - scrollY > 8);
  };
  addEventListener("message", ({ data }) => {
    const frame = svmlabFrame(data);
    if (!frame) return;
    frame.contentWindow.onscroll = () => tellMore(frame);
    tellMore(frame);
  });
  for (const scene of deck.querySelectorAll(".scene")) {
    const more = document.createElement("p");
    more.className = "more";
    more.textContent = "More below: scroll here ↓";
    scene.append(more);
  }
  // Keys go to the slides again as soon as the pointer leaves a scene.
  for (const frame of deck.querySelectorAll("iframe")) frame.addEventListener("mouseleave", () => window.focus());
  const reveal = new Reveal(document.querySelector(".reveal"), {
    width: WIDTH,
    height: HEIGHT,
    margin: 0.01,
    minScale: 0.1,
    maxScale: 4,
    center: false,
    hash: true,
    transition: "none",
    backgroundTransition: "none",
    slideNumber: "c/t",
    scrollActivationWidth: null,
    pdfSeparateFragments: false,
    postMessage: false,
    postMessageEvents: false,
    viewDistance: 1,
  });
  reveal.on("slidechanged", show);
  reveal.on("ready", show);
  await reveal.initialize();
  document.body.dataset.ready = "true";
})();
