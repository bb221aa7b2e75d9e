// The article of a notebook, cut into slides of 1280 by 720 by what fits on them.
(async () => {
  const WIDTH = 1280,
    HEIGHT = 720;
  const deck = document.querySelector(".slides");
  const article = document.getElementById("article").content;

  const isHeading = (node) => /^H[1-3]$/.test(node.tagName);
  const begins = (node) => node.matches("p:has(> strong:first-child)") && /^(Predict|Exercise)/.test(node.textContent);

  /** The parts of the article in one row: texts in their paragraphs, answers as slides of their own. */
  function parts() {
    const row = [];
    for (const cell of article.querySelectorAll(".cell:not([data-slide=skip])")) {
      for (const part of cell.children) {
        for (const node of part.matches(".text") ? [...part.children] : [part]) row.push(...opened(node));
      }
    }
    return row;
  }

  function opened(node) {
    if (node.tagName !== "DETAILS") return [node];
    const [summary, ...rest] = node.childNodes;
    const answer = document.createElement("div");
    answer.className = "answer";
    answer.append(...rest);
    const label = document.createElement("p");
    label.className = "label";
    label.textContent = summary.textContent;
    answer.prepend(label);
    return [answer];
  }

  let heading = "";
  function newSlide(named = true) {
    const slide = document.createElement("section");
    slide.className = "slide";
    if (named && heading) {
      const above = document.createElement("p");
      above.className = "above";
      above.innerHTML = heading;
      slide.append(above);
    }
    deck.append(slide);
    return slide;
  }

  const overflows = (slide) => slide.scrollHeight > slide.clientHeight + 1;
  const isEmpty = (slide) => ![...slide.children].some((node) => !node.matches(".above"));
  const holdsOnlyHeading = (slide) => [...slide.children].every((node) => node.matches(".above") || isHeading(node));

  /** Smaller type where a part alone is too tall; at last it scrolls. */
  function shrink(slide) {
    for (const size of [0.92, 0.84, 0.76, 0.7]) {
      if (!overflows(slide)) return;
      slide.style.fontSize = `${size}em`;
    }
    if (!overflows(slide)) return;
    slide.style.fontSize = "0.84em";
    slide.classList.add("scrolls");
    slide.tabIndex = 0;
  }

  /** Put the parts on slides; a part that does not fit begins the next one, and takes its heading along. */
  function lay(row) {
    let slide = null,
      full = true;
    for (const node of row) {
      if (isHeading(node)) heading = node.innerHTML.replace(/<a class="anchor-link".*?<\/a>/, "");
      const alone = node.matches("figure, .answer");
      const opens = begins(node) || alone;
      if (full || isHeading(node) || node.matches(".scene") || (opens && !holdsOnlyHeading(slide))) {
        slide = newSlide(!isHeading(node));
        full = false;
      }
      slide.append(node);
      if (node.matches(".scene")) slide.classList.add("whole");
      if (!alone && overflows(slide) && !isEmpty(slide)) {
        const before = slide;
        before.removeChild(node);
        const rest = [];
        while (before.lastElementChild && isHeading(before.lastElementChild))
          rest.unshift(before.removeChild(before.lastElementChild));
        if (isEmpty(before)) {
          // nothing but its heading stood before it
          before.append(...rest, node);
          shrink(before);
          continue;
        }
        slide = newSlide(!rest.length);
        slide.append(...rest, node);
      }
      if (overflows(slide) && !node.matches(".scene")) shrink(slide);
      full = node.matches(".scene");
    }
  }

  // Measured as it will be seen: formulas set, fonts and pictures there. Scenes begin when they are first shown.
  svmlabFormulas(article);
  for (const frame of article.querySelectorAll("iframe")) {
    frame.dataset.page = frame.srcdoc;
    frame.removeAttribute("srcdoc");
  }
  const row = parts();
  document.body.classList.add("measuring");
  const trial = newSlide();
  trial.append(...row);
  await Promise.all([...trial.querySelectorAll("img")].map((image) => image.decode().catch(() => {})));
  await document.fonts.ready;
  svmlabFit(trial);
  trial.remove();
  lay(row);
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
  addEventListener("message", ({ source, data }) => {
    // a scene has another height
    const frame =
      data?.svmlabHeight && [...deck.querySelectorAll("iframe")].find((one) => one.contentWindow === source);
    if (!frame) return;
    source.onscroll = () => tellMore(frame);
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
    postMessage: false,
    postMessageEvents: false,
    viewDistance: 1,
  });
  reveal.on("slidechanged", show);
  reveal.on("ready", show);
  await reveal.initialize();
  document.body.dataset.ready = "true";
})();
