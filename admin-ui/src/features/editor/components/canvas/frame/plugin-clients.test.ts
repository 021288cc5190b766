import { afterEach, expect, it } from "vitest";
import { endClients, showClients } from "./plugin-clients";

const client = {
  frame: "/static/plugin-clients/a-b.html",
  title: "Countdown",
  kind: "countdown",
  styles: "",
  data: null,
};

afterEach(() => {
  endClients();
  document.body.replaceChildren();
});

// spec: plugins.blocks.client
it("shows blocks with a script in frames of the editor's host", () => {
  document.body.innerHTML =
    '<div class="stoa-plugin-client"><div style="display: flow-root"><p>3 days</p></div>' +
    `<script type="application/json">${JSON.stringify(client)}</script></div>`;
  showClients("https://editor.example");
  showClients("https://editor.example");
  const frames = [...document.querySelectorAll("iframe")];
  expect(frames.map(({ src }) => src)).toEqual(["https://editor.example/admin/block-frames/stoa.test/a-b.html"]);
  expect(frames[0]?.getAttribute("sandbox")).toBe("allow-scripts");
  endClients();
  expect(document.querySelector("iframe")).toBeNull();
  expect(document.querySelector("p")).toBeVisible();
});
