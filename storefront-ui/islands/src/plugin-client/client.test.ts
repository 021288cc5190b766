import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mountClient } from "./client";
import { rulesOf } from "./look";

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

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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

test("a table keeps its width and its cells their alignment", () => {
  const drawn = document.createElement("div");
  drawn.innerHTML =
    '<section style="width:400px"><table style="width:400px"><tr><th style="text-align:start">Monday</th></tr></table></section>';
  document.body.append(drawn);
  const wide = rulesOf(drawn);
  expect(wide).toMatch(/:where\(table\)\{[^}]*width:100%\}/);
  expect(wide).toMatch(/:where\(th\)\{[^}]*text-align:start/);
  expect(wide).not.toMatch(/:where\(section\)\{[^}]*width:/);
  drawn.querySelector("table")!.style.width = "145px";
  expect(rulesOf(drawn)).not.toContain("width:100%");
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

/** A block that is shown in its frame, with the place of the frame in the window and what a press on its link does. */
function shownBlock(): { frame: HTMLIFrameElement; box: DOMRect; follow: () => void; followed: () => void } {
  const page = place();
  const frame = frameIn(page);
  const box = new DOMRect(0, 100, 300, 80);
  frame.getBoundingClientRect = () => box;
  send(frame.contentWindow, { type: "shown", height: 80 });
  const followed = vi.fn();
  page.querySelector("a")?.addEventListener("click", followed);
  frame.focus();
  return { frame, box, followed, follow: () => send(frame.contentWindow, { type: "follow", link: 0 }) };
}

const press = (isActive: boolean) => vi.stubGlobal("navigator", { userActivation: { isActive } });

test("a frame can follow only links of the block, after a press in it", () => {
  const { frame, follow, followed } = shownBlock();
  press(false);
  follow();
  press(true);
  send(frame.contentWindow, { type: "follow", link: 7 });
  send(window, { type: "follow", link: 0 });
  frame.blur();
  follow();
  expect(followed).not.toHaveBeenCalled();
  frame.focus();
  follow();
  expect(followed).toHaveBeenCalledOnce();
});

test("a press elsewhere on the page follows nothing", () => {
  const { follow, followed } = shownBlock();
  const button = document.createElement("button");
  document.body.append(button);
  button.focus();
  press(true);
  follow();
  expect(followed).not.toHaveBeenCalled();
});

test("a press follows one link", () => {
  vi.useFakeTimers();
  const { follow, followed } = shownBlock();
  press(true);
  follow();
  follow();
  vi.advanceTimersByTime(4900);
  follow();
  expect(followed).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(200);
  follow();
  expect(followed).toHaveBeenCalledTimes(2);
});

test("a frame that the visitor does not see follows nothing", () => {
  const { frame, box, follow, followed } = shownBlock();
  press(true);
  for (const [top, height] of [
    [-90, 80],
    [innerHeight + 1, 80],
    [100, 0],
  ] as const) {
    Object.assign(box, { y: top, height });
    follow();
  }
  Object.assign(box, { y: 100, height: 80 });
  frame.style.visibility = "hidden";
  follow();
  expect(followed).not.toHaveBeenCalled();
  frame.style.visibility = "visible";
  follow();
  expect(followed).toHaveBeenCalledOnce();
});
