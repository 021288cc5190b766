import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { NotFoundError } from "@/shared/errors/not-found-error";
import { renderApp } from "@/testing/render-app";

// spec: editor.not-found-error
it("shows the path that has no screen", async () => {
  renderApp("/sites/w-juniper/no-such/screen");
  const path = "/sites/w-juniper/no-such/screen";
  expect(await screen.findByText(`There is no screen at ${path}.`, {}, { timeout: 10_000 })).toBeVisible();
  expect(screen.getByRole("navigation", { name: "Site" })).toBeVisible();
  expect(new NotFoundError(path).path).toBe(path);
  expect(screen.getByRole("link", { name: "Go to home" })).toHaveAttribute("href", expect.stringMatching(/\/$/));
});
