import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { write } from "@/testing/write";

const patience = { timeout: 10_000 };
const homePage = () => backEnd.pages.find(({ id }) => id === "pg-0")!;

async function openChanged() {
  Object.assign(homePage(), {
    publishedRevision: homePage().revision,
    hasUnpublishedChanges: true,
    status: "published",
    isPublished: true,
  });
  const user = userEvent.setup();
  const app = renderApp("/sites/w-juniper/pages/pg-0/edit");
  await screen.findByLabelText("Title", {}, patience);
  const choose = async (title: string) => {
    await user.click(screen.getByRole("button", { name: "Schedule and review" }));
    await user.click(await screen.findByRole("menuitem", { name: title }));
  };
  return { user, choose, ...app };
}

it("schedules publication including unsaved edits", async () => {
  const { user, choose } = await openChanged();
  await user.type(screen.getByLabelText("Title"), "!");
  await choose("Publish later");
  const dialog = within(await screen.findByRole("dialog", {}, patience));
  expect(dialog.getByRole("button", { name: "Schedule" })).toBeDisabled();
  fireEvent.change(dialog.getByLabelText("Publish on"), { target: { value: "2030-05-01T09:30" } });
  await user.click(dialog.getByRole("button", { name: "Schedule" }));
  await waitFor(
    () =>
      expect(homePage()).toMatchObject({
        title: "Home!",
        status: "scheduled",
        publishOn: new Date("2030-05-01T09:30").getTime(),
      }),
    patience,
  );
  expect(await screen.findByText(/^Goes live May 1, 2030/, {}, patience)).toBeVisible();
  await choose("Cancel schedule");
  await waitFor(() => expect(homePage().status).toBe("published"), patience);
  expect(await screen.findByText("Draft saved", {}, patience)).toBeVisible();
});

it("shows in the dialog why a time is refused", async () => {
  server.use(
    http.put("*/pages/pg-0/status", () =>
      HttpResponse.json(
        { type: "about:blank", title: "Someone saved a newer version", status: 412, code: "revision-stale" },
        { status: 412, headers: { "Content-Type": "application/problem+json" } },
      ),
    ),
  );
  const { user, choose } = await openChanged();
  await choose("Publish later");
  const dialog = within(await screen.findByRole("dialog", {}, patience));
  fireEvent.change(dialog.getByLabelText("Publish on"), { target: { value: "2030-05-01T09:30" } });
  await user.click(dialog.getByRole("button", { name: "Schedule" }));
  expect(await dialog.findByText(/Someone else has just changed the status of this page/, {}, patience)).toBeVisible();
  expect(homePage().status).toBe("published");
});

it("requests review from the command palette, and links to the page settings", async () => {
  const { user, router } = await openChanged();
  await user.keyboard("{Control>}k{/Control}");
  await write(user, await screen.findByRole("combobox", { name: "Search" }, patience), "request review");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(homePage().status).toBe("needs-review"), patience);
  expect(await screen.findByText("Waiting for review", {}, patience)).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Page settings" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/sites/w-juniper/pages/pg-0/settings"), patience);
});

it("selects the block that prevents publishing", async () => {
  server.use(
    http.post("*/pages/pg-0/publish", () =>
      HttpResponse.json(
        {
          type: "about:blank",
          title: "Some values are invalid",
          status: 400,
          code: "validation-failed",
          detail: "Text is needed.",
          errors: { "b-story.html": "Text is needed." },
        },
        { status: 400, headers: { "Content-Type": "application/problem+json" } },
      ),
    ),
  );
  const { user } = await openChanged();
  await user.type(screen.getByLabelText("Title"), "!");
  await user.click(screen.getByRole("button", { name: "Publish" }));
  expect(await screen.findByText("Text is needed.", {}, patience)).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Text", level: 2 }, patience)).toBeVisible();
});
