import { render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { RenderBoundary } from "./render-boundary";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

// spec: editor.render-error
it("renders its fallback after an error, and reports it", () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  const marked = vi.spyOn(performance, "mark");
  const error = new Error("no settings");
  const Broken = (): never => {
    throw error;
  };
  render(
    <>
      <RenderBoundary name="inspector" fallback="Could not be shown">
        <Broken />
      </RenderBoundary>
      <p>Its neighbour</p>
    </>,
  );
  expect(screen.getByText("Could not be shown")).toBeVisible();
  expect(screen.getByText("Its neighbour")).toBeVisible();
  expect(reported).toHaveBeenCalledExactlyOnceWith(error);
  expect(marked).toHaveBeenCalledWith("render-error", { detail: { part: "inspector" } });
});
