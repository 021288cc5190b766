import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { orphanedEditsChanged } from "../slice";

const patience = { timeout: 10_000 };

async function openWithRefused() {
  const user = userEvent.setup();
  const { store } = renderApp("/sites/w-juniper/pages/pg-0/edit");
  await screen.findByLabelText("Title", {}, patience);
  act(
    () =>
      void store.dispatch(
        orphanedEditsChanged("pg-0", [
          { client: "earlier", message: "You may not change this page.", words: "All that I wrote" },
        ]),
      ),
  );
  const alert = screen.getByText(/could not be saved/).closest<HTMLElement>("[role=alert]");
  if (alert === null) throw new Error("nothing is said");
  return { user, store, alert: within(alert) };
}

it("shows refused edits of an earlier visit, and copies their text", async () => {
  const { user, alert } = await openWithRefused();
  expect(alert.getByText(/You may not change this page/)).toBeVisible();
  expect(alert.getByRole("group", { name: "Unsaved text" })).toHaveTextContent("All that I wrote");
  await user.click(alert.getByRole("button", { name: "Copy text" }));
  expect(await screen.findByText("Text copied.")).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe("All that I wrote");
});

it("discards them after confirmation", async () => {
  const { user, alert, store } = await openWithRefused();
  await user.click(alert.getByRole("button", { name: "Discard" }));
  await user.click(
    within(await screen.findByRole("dialog", { name: "Discard these changes?" })).getByRole("button", {
      name: "Discard",
    }),
  );
  await waitFor(() => expect(store.getState().editor.open?.orphanedEdits).toEqual([]));
  expect(screen.queryByText(/could not be saved/)).toBeNull();
});

it("resumes the long poll on retry after a refusal", async () => {
  server.use(
    http.get("*/pages/pg-0/operations", () =>
      HttpResponse.json(
        { type: "about:blank", title: "No", status: 403, code: "denied", detail: "You may not read this page." },
        { status: 403, headers: { "content-type": "application/problem+json" } },
      ),
    ),
  );
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/pages/pg-0/edit");
  await screen.findByText("Not saved", {}, patience);
  server.resetHandlers();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await user.type(screen.getByLabelText("Title"), "!");
  await waitFor(() => expect(screen.queryByText("Not saved")).toBeNull(), patience);
  expect(await screen.findByText(/Draft saved/, {}, patience)).toBeVisible();
});
