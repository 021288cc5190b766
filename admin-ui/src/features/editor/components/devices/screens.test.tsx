import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderApp } from "@/testing/render-app";
import { desktopMinWidth, mobileMaxWidth } from "./screens";

const patience = { timeout: 20_000 };

/** A browser with this window width. */
function stubWidth(width: number) {
  const holds = (query: string) => {
    const least = Number(/min-width:\s*([\d.]+)px/.exec(query)?.[1] ?? 0);
    const most = Number(/max-width:\s*([\d.]+)px/.exec(query)?.[1] ?? Infinity);
    return query.includes("width") && width >= least && width <= most;
  };
  const real = window.matchMedia;
  vi.spyOn(window, "matchMedia").mockImplementation((query) => Object.assign(real(query), { matches: holds(query) }));
}

afterEach(() => {
  vi.restoreAllMocks();
});

// spec: editor.breakpoints
it.each([
  [mobileMaxWidth, 432, "phone"],
  [desktopMinWidth, 433, "desktop"],
])("shows the page correctly on a screen of %i pixels", async (width, expected, device) => {
  expect(width).toBe(expected);
  stubWidth(width);
  renderApp("/sites/w-juniper/pages/pg-0/edit");
  await screen.findByTitle("Preview of the page", {}, patience);
  expect(document.querySelector("[data-device]")).toHaveAttribute("data-device", device);
});
