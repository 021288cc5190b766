// What the script of a block works with: `stoa.block`, a promise of the block as the server has drawn it, and its data.
(() => {
  const tell = (message) => parent.postMessage({ stoa: "client", ...message }, "*");
  const root = document.createElement("div");
  let start;
  const block = new Promise((resolve) => (start = resolve));
  const fail = (reason) => tell({ type: "failed", reason: String(reason?.message ?? reason) });
  // Without an error it is a notice of the browser, such as one on observers of sizes.
  addEventListener("error", ({ error }) => error && fail(error));
  addEventListener("unhandledrejection", ({ reason }) => fail(reason));
  const height = () => Math.ceil(root.getBoundingClientRect().height);
  const show = ({ html, styles, kind, look, rules, locale, direction, data, reducedMotion }) => {
    document.documentElement.lang = locale;
    document.documentElement.dir = direction;
    for (const [name, value] of Object.entries(look)) document.documentElement.style.setProperty(name, value);
    const style = document.createElement("style");
    style.textContent = rules + styles;
    document.head.append(style);
    root.className = `stoa-block stoa-block-${kind}`;
    root.innerHTML = html;
    // The page follows those links that the server has drawn.
    const links = [...root.querySelectorAll("a[href]")];
    addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (link === null) return;
      event.preventDefault();
      if (links.includes(link)) tell({ type: "follow", link: links.indexOf(link) });
    });
    document.body.append(root);
    new ResizeObserver(() => tell({ type: "height", height: height() })).observe(root);
    start(Object.freeze({ root, data, locale, direction, reducedMotion }));
    // After what the script does at once.
    setTimeout(() => tell({ type: "shown", height: height() }));
  };
  addEventListener("message", ({ source, data }) => {
    if (source === parent && data?.stoa === "block" && !root.isConnected) show(data);
  });
  Object.defineProperty(globalThis, "stoa", { value: Object.freeze({ block }) });
  tell({ type: "ready" });
})();
