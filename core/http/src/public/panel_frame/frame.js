// What the page of a panel talks to the admin with: `stoa.call(method, input)` and `stoa.context`, both promises.
(() => {
  const waiting = new Map();
  let last = 0;
  let start;
  let isShown = false;
  const context = new Promise((resolve) => (start = resolve));
  const tell = (message) => parent.postMessage(message, "*");
  const show = (html) => {
    isShown = true;
    document.body.append(document.createRange().createContextualFragment(html));
    const height = () => tell({ stoa: "height", height: Math.ceil(document.body.getBoundingClientRect().height) });
    new ResizeObserver(height).observe(document.body);
    tell({ stoa: "shown" });
  };
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || typeof data !== "object" || data === null) return;
    if (data.stoa === "context") {
      document.documentElement.lang = data.context.locale;
      document.documentElement.dir = data.context.direction;
      document.documentElement.dataset.theme = data.context.theme;
      start(data.context);
    }
    if (data.stoa === "page" && !isShown) show(data.html);
    const call = data.stoa === "answer" ? waiting.get(data.id) : undefined;
    if (call === undefined) return;
    waiting.delete(data.id);
    if (typeof data.error === "string") call.reject(new Error(data.error));
    else call.resolve(data.result);
  });
  const call = (method, input = {}) =>
    new Promise((resolve, reject) => {
      const id = (last += 1);
      waiting.set(id, { resolve, reject });
      tell({ stoa: "call", id, method: String(method), input });
    });
  Object.defineProperty(globalThis, "stoa", { value: Object.freeze({ call, context }) });
  tell({ stoa: "ready" });
})();
