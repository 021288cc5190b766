import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mountClient } from "./client";

const client = {
  frame: "/static/plugin-clients/a-b.html",
  title: "Countdown",
  kind: "countdown",
  styles: ".a{b:c}",
  data: { until: 5 },
};

function place(): HTMLElement {
  document.documentElement.lang = "de";
  document.body.innerHTML =
    '<div class="stoa-plugin-client"><div style="display:flow-root"><p>3 days</p><a href="#more">More</a></div>' +
    `<script type="application/json">${JSON.stringify(client)}</script></div>`;
  const [found] = document.getElementsByClassName("stoa-plugin-client");
  if (!(found instanceof HTMLElement)) throw new Error("no place");
  mountClient(found);
  return found;
}

function frameIn(page: HTMLElement): HTMLIFrameElement {
  const frame = page.querySelector("iframe");
  if (frame === null) throw new Error("no frame");
  return frame;
}

function send(source: Window | null, message: object): void {
  window.dispatchEvent(new MessageEvent("message", { source, data: { stoa: "client", ...message } }));
}

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

afterEach(() => vi.unstubAllGlobals());

// spec: plugins.blocks.client
test("a block is shown as the server has drawn it until its frame is ready", () => {
  const page = place();
  const frame = frameIn(page);
  expect([frame.getAttribute("sandbox"), frame.title]).toEqual(["allow-scripts", "Countdown"]);
  expect(frame.style.visibility).toBe("hidden");
  const told = vi.spyOn(frame.contentWindow!, "postMessage").mockImplementation(() => undefined);
  send(frame.contentWindow, { type: "ready" });
  const [block] = told.mock.calls[0] as unknown as [Record<string, unknown>];
  expect(block).toMatchObject({ kind: "countdown", data: { until: 5 }, locale: "de", reducedMotion: true });
  expect(block["html"]).toContain("3 days");
  expect(block["rules"]).toContain(":where(p){");
  send(frame.contentWindow, { type: "shown", height: 80 });
  expect([frame.style.visibility, frame.style.blockSize]).toEqual(["visible", "80px"]);
  expect((page.firstElementChild as HTMLElement).style.display).toBe("none");
});

test("a frame that fails or leaves its page is removed", () => {
  for (const end of [
    (frame: HTMLIFrameElement) => send(frame.contentWindow, { type: "failed", reason: "x is not defined" }),
    (frame: HTMLIFrameElement) => [1, 2].forEach(() => frame.dispatchEvent(new Event("load"))),
  ]) {
    const page = place();
    const frame = frameIn(page);
    send(frame.contentWindow, { type: "shown", height: 80 });
    end(frame);
    expect(page.querySelector("iframe")).toBeNull();
    expect((page.firstElementChild as HTMLElement).style.display).toBe("flow-root");
  }
});

test("a frame can follow only links of the block, after a press", () => {
  const page = place();
  const frame = frameIn(page);
  const followed = vi.fn();
  page.querySelector("a")?.addEventListener("click", followed);
  vi.stubGlobal("navigator", { userActivation: { isActive: false } });
  send(frame.contentWindow, { type: "follow", link: 0 });
  expect(followed).not.toHaveBeenCalled();
  vi.stubGlobal("navigator", { userActivation: { isActive: true } });
  send(frame.contentWindow, { type: "follow", link: 7 });
  send(window, { type: "follow", link: 0 });
  expect(followed).not.toHaveBeenCalled();
  send(frame.contentWindow, { type: "follow", link: 0 });
  expect(followed).toHaveBeenCalledOnce();
});
