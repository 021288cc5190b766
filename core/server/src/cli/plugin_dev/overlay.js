// Shows errors of the plugin on the pages of `stoa plugin dev`, and loads them again when a new build runs.
(() => {
  const PAUSE = 100;
  const STYLE = `
    section { position: fixed; inset: auto 0 0 0; max-height: 60vh; overflow: auto; z-index: 2147483647;
      background: #1c1917; color: #fafaf9; font: 14px/1.5 ui-monospace, monospace; padding: 16px 20px;
      border-top: 4px solid #dc2626; }
    section[data-kind="log"] { border-color: #d97706; }
    h2 { font: 600 15px/1.4 system-ui, sans-serif; margin: 0 0 8px; }
    pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
    output { position: fixed; inset: auto 12px 12px auto; z-index: 2147483647; padding: 6px 12px; border-radius: 6px;
      background: #1c1917; color: #fafaf9; font: 13px system-ui, sans-serif; }`;
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  const failed = [];
  let generation;
  let last;
  let shown = "";

  function element(name, text) {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
  }

  function panel(kind, title, text) {
    const section = document.createElement("section");
    section.dataset.kind = kind;
    section.setAttribute("role", "alert");
    section.append(element("h2", title), element("pre", text));
    return section;
  }

  function show(status) {
    const parts = [element("style", STYLE)];
    if (status.problem) {
      parts.push(panel("problem", status.problem.title, status.problem.text));
    } else if (status.log.length > 0) {
      parts.push(panel("log", "The plugin failed", status.log.join("\n")));
    }
    if (status.findings.length > 0) {
      parts.push(panel("log", "The plugin has mistakes", status.findings.join("\n")));
    }
    if (failed.length > 0) {
      parts.push(panel("log", "The script of a block failed", failed.join("\n")));
    }
    if (status.building) {
      parts.push(element("output", "Building the plugin …"));
    }
    root.replaceChildren(...parts);
  }

  async function look() {
    try {
      const answer = await fetch("/__stoa-dev/status", { cache: "no-store" });
      const text = await answer.text();
      if (text !== shown) {
        const status = JSON.parse(text);
        if (generation !== undefined && generation !== status.generation) {
          location.reload();
          return;
        }
        generation = status.generation;
        shown = text;
        last = status;
        show(status);
      }
    } catch {
      // The command was ended.
    }
    setTimeout(look, PAUSE);
  }

  // Told by the script of the page that shows blocks in frames.
  document.addEventListener("stoa:client-failed", ({ detail }) => {
    failed.push(detail);
    if (last) show(last);
  });
  document.documentElement.append(host);
  look();
})();
