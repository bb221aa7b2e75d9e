// What the accessibility tests ask of a page; made of functions of their own, apart from the page's.
window.accessible = (() => {
  const parse = (text) => {
    const numbers = text.match(/[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? [0, 0, 0, 0];
    const [r, g, b, a = 1] = text.startsWith("color(")
      ? [...numbers.slice(0, 3).map((v) => 255 * v), numbers[3] ?? 1]
      : numbers;
    return [r, g, b, a];
  };
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  const luminance = (color) => {
    const [r, g, b] = color.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (first, second) => {
    const [dark, light] = [luminance(first), luminance(second)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };

  /** The ground under an element and how opaque it is itself. */
  function ground(element) {
    const chain = [];
    for (let node = element; node; node = node.parentElement) chain.unshift(node);
    const styles = chain.map((node) => getComputedStyle(node));
    return {
      color: styles.reduce((under, style) => over(parse(style.backgroundColor), under), [255, 255, 255, 1]),
      opacity: styles.reduce((product, style) => product * Number(style.opacity), 1),
    };
  }

  const visible = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  const named = (element) => `${element.tagName} ${element.className} ${element.textContent.trim().slice(0, 30)}`;
  const hidden = ".svm-spoken, .spoken, .katex-mathml, script, style, noscript, option, template";
  const disabled = ":disabled, [aria-disabled=true]";

  /** Texts whose contrast is below what their size needs. */
  function faintTexts(root = document.body) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const faint = [];
    let count = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.textContent.trim() || element.closest(`${hidden}, ${disabled}`) || !visible(element)) continue;
      const style = getComputedStyle(element);
      const { color, opacity } = ground(element);
      const [r, g, b, a] = parse(style.color);
      const ratio = contrast(over([r, g, b, a * opacity], color), color);
      const large =
        parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
      count++;
      if (ratio < (large ? 3 : 4.5)) faint.push(`${ratio.toFixed(2)}: ${named(element)}`);
    }
    return { count, faint };
  }

  /** Borders of controls, accents of sliders and boxes, and focus rings that do not stand out from their ground. */
  function faintControls() {
    const faint = [];
    let count = 0;
    const check = (what, text, element) => {
      const { color, opacity } = ground(element.parentElement);
      const [r, g, b, a] = parse(text);
      const ratio = contrast(over([r, g, b, a * opacity], color), color);
      count++;
      if (ratio < 3) faint.push(`${what} ${ratio.toFixed(2)}: ${named(element)}`);
    };
    for (const element of document.querySelectorAll("button, input, select, .svm-handle")) {
      if (!visible(element) || element.matches(disabled)) continue;
      const style = getComputedStyle(element);
      const native = element.matches("[type=range], [type=checkbox], [type=radio]");
      const bordered =
        parseFloat(style.borderTopWidth) > 0 && !["none", "inset", "outset"].includes(style.borderTopStyle);
      if (!native && bordered) check("border", style.borderTopColor, element); // inset and outset are the browser's own
      if (native && style.accentColor !== "auto") check("accent", style.accentColor, element);
    }
    return { count, faint };
  }

  /** What Tab must reach; of a group of radio buttons, its chosen one. */
  function stops() {
    const all = [...document.querySelectorAll("a[href], button, input, select, summary, iframe, [tabindex='0']")];
    return all.filter(
      (element) => visible(element) && !element.disabled && (element.type !== "radio" || element.checked),
    );
  }

  /** Is it seen that this element has the focus? */
  function showsFocus(element) {
    const style = getComputedStyle(element);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
  }

  /** All that is told, and the values of all controls; how many frames were drawn is told to tests only. */
  function told() {
    const controls = [...document.querySelectorAll("input, select")];
    return (
      document.body.innerHTML.replace(/data-frames="\d+"/g, "") +
      controls.map((control) => `${control.value} ${control.checked}`)
    );
  }

  function painted() {
    return [...document.querySelectorAll("canvas")].filter(visible).map((canvas) => canvas.toDataURL());
  }

  let before;

  /** Keep what is told and seen, for `changed`; what was still to be spoken of before it is not. */
  function remember() {
    for (const { svmView } of document.querySelectorAll(".svm-scene")) clearTimeout(svmView?.clock);
    before = { told: told(), painted: painted().join() };
  }

  /** Is anything else told or seen than was remembered? */
  function changed() {
    return told() !== before.told || painted().join() !== before.painted;
  }

  /** Whether an element, or what it stands in, is there for those who listen only. */
  function onlySpoken(element) {
    for (let node = element; node; node = node.parentElement)
      if (getComputedStyle(node).clipPath === "inset(50%)") return true;
    return false;
  }

  /** Elements that stand out of the window to the side, and texts cut by their box. */
  function cut() {
    const found = [];
    for (const element of document.querySelectorAll("body *")) {
      if (!visible(element) || element.closest(hidden) || onlySpoken(element)) continue;
      const { left, right, width } = element.getBoundingClientRect();
      const scrolls = element.parentElement.closest(".svm-key");
      if (
        width &&
        (left < -1 || right > innerWidth + 1) &&
        !(scrolls && getComputedStyle(scrolls).overflowX === "auto")
      ) {
        found.push(`outside: ${named(element)}`);
      }
      if (getComputedStyle(element).overflowX === "hidden" && element.scrollWidth > element.clientWidth + 1)
        found.push(`cut: ${named(element)}`);
    }
    return found;
  }

  return { changed, contrast, cut, faintControls, faintTexts, parse, remember, showsFocus, stops };
})();
