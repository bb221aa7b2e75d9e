// The page around a scene: it says when the scene stands, and when its kernel is no longer there.
{
  const main = document.querySelector("main");
  const waiting = document.querySelector(".demo-waiting");
  const ended = document.getElementById("demo-ended");
  const data = document.getElementById("jupyter-config-data");
  const kernel = data && JSON.parse(data.textContent).kernelId;
  const address = `{{ base }}api/kernels/${kernel}`;

  const stands = () => main.querySelector(".jupyter-widgets, .svm-scene, .demo-message[role=alert]");
  const watch = new MutationObserver(() => {
    if (!stands()) return;
    waiting.remove();
    watch.disconnect();
  });
  if (stands()) waiting.remove();
  else watch.observe(main, { childList: true, subtree: true });

  const say = (title, words) => {
    if (!ended.hidden) return;
    ended.innerHTML = `<h2></h2><p></p><p class="demo-ways"><button type="button">Start again</button>
      <a href="{{ base }}">All scenes</a></p>`;
    ended.querySelector("h2").textContent = title;
    ended.querySelector("p").textContent = words;
    ended.querySelector("button").addEventListener("click", () => location.reload());
    ended.hidden = false;
    main.inert = true;
    ended.querySelector("button").focus();
  };

  let unheard = 0;
  const check = async () => {
    try {
      const reply = await fetch(address, { cache: "no-store" });
      unheard = 0;
      if (reply.ok) return true;
      say("This scene has ended", "Nobody touched it for {{ times.rest }}, its page was out of sight, or its computation " +
        "stopped. What you see is its last picture; starting again begins it afresh.");
    } catch {
      if (++unheard < 3) return true;  // a network that stutters is no end
      say("The demo does not answer", "It was stopped, or this device lost its network. What you see is its last picture.");
    }
    return false;
  };
  const again = async () => { if (await check()) setTimeout(again, {{ times.every }} * 1000); };
  if (kernel) again();

  // In a lecture the page keys, as a presenter's remote has them, go to the scene before or after, in the same size.
  const LECTURE = "#lecture";
  addEventListener("keydown", (event) => {
    const rel = { PageDown: "next", PageUp: "prev" }[event.key];
    const modified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    const lecture = document.querySelector(".svm-lecture"); // has scenes of its own
    if (!rel || modified || lecture || !main.querySelector(".svm-scene.svm-large")) return;
    event.preventDefault();
    event.stopPropagation();
    const link = document.querySelector(`nav a[rel=${rel}]`);
    if (link) location.href = link.href + LECTURE;
  }, { capture: true });
  const enlarge = new MutationObserver(() => {
    const view = main.querySelector(".svm-scene")?.svmView;
    if (!view) return;
    enlarge.disconnect();
    view.session.setSize?.("lecture");
  });
  if (location.hash === LECTURE) enlarge.observe(main, { childList: true, subtree: true });

  addEventListener("pagehide", () => kernel && navigator.sendBeacon(`{{ base }}voila/api/shutdown/${kernel}`));
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
}
