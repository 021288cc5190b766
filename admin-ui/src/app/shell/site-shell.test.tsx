import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { renderApp } from "@/testing/render-app";

it("moves the focus to a screen when the element that opened it is unmounted", async () => {
  renderApp("/sites/w-juniper/taxes");
  const [opener] = await screen.findAllByRole("link", { name: "Add tax" }, { timeout: 10_000 });
  expect(document.activeElement).toBe(document.body);
  await userEvent.click(opener!);
  await screen.findByRole("heading", { name: "New tax" }, { timeout: 10_000 });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
});
