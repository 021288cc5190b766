import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { leftBehindChanged } from "../slice";

const patience = { timeout: 10_000 };

async function openWithRefused() {
  const user = userEvent.setup();
  const { store } = renderApp("/sites/w-juniper/pages/pg-0/edit");
  await screen.findByLabelText("Title", {}, patience);
  act(() => void store.dispatch(leftBehindChanged("pg-0", [{ client: "earlier", message: "You may not change this page.", words: "All that I wrote" }])));
  const alert = screen.getByText(/could not be saved/).closest<HTMLElement>("[role=alert]");
  if (alert === null) throw new Error("nothing is said");
  return { user, store, alert: within(alert) };
}

it("says what an earlier visit left that is not taken, and copies its words", async () => {
  const { user, alert } = await openWithRefused();
  expect(alert.getByText(/You may not change this page/)).toBeVisible();
  expect(alert.getByRole("group", { name: "What was written" })).toHaveTextContent("All that I wrote");
  await user.click(alert.getByRole("button", { name: "Copy the words" }));
  expect(await screen.findByText("The words are on the clipboard.")).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe("All that I wrote");
});

it("drops it after asking", async () => {
  const { user, alert, store } = await openWithRefused();
  await user.click(alert.getByRole("button", { name: "Drop them" }));
  await user.click(within(await screen.findByRole("dialog", { name: "Drop these changes?" })).getByRole("button", { name: "Drop them" }));
  await waitFor(() => expect(store.getState().editor.open?.leftBehind).toEqual([]));
  expect(screen.queryByText(/could not be saved/)).toBeNull();
});

it("goes on hearing what others do when a refusal is over and somebody tries again", async () => {
  server.use(http.get("*/pages/pg-0/operations", () => HttpResponse.json({ type: "about:blank", title: "No", status: 403, code: "denied", detail: "You may not read this page." }, { status: 403, headers: { "content-type": "application/problem+json" } })));
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/pages/pg-0/edit");
  await screen.findByText("Not saved", {}, patience);
  server.resetHandlers();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await user.type(screen.getByLabelText("Title"), "!");
  await waitFor(() => expect(screen.queryByText("Not saved")).toBeNull(), patience);
  expect(await screen.findByText(/Draft saved/, {}, patience)).toBeVisible();
});
