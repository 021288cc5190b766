import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { backEnd, problem } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

interface Sent {
  body: unknown;
  seen: string | null;
}

const sent: Sent[] = [];

/** Opens the site's second page; its status requests are stored. */
async function open(change: object = {}) {
  Object.assign(backEnd.pages[1] ?? {}, change);
  renderApp("/sites/w-juniper/pages/pg-1/settings", "owner");
  await screen.findByLabelText("Who can open it", undefined, { timeout: 15_000 });
  return userEvent.setup();
}

const refused = (status: number, code: string, detail: string) =>
  HttpResponse.json(problem(status, code, detail), { status, headers: { "Content-Type": "application/problem+json" } });

beforeEach(() => {
  sent.length = 0;
  server.use(
    http.put("*/pages/pg-1/status", async ({ request }) => {
      const body = (await request.json()) as { status: string; publishOn?: number };
      sent.push({ body, seen: request.headers.get("If-Match") });
      const isPublished = body.status !== "draft";
      Object.assign(backEnd.pages[1] ?? {}, {
        status: body.status,
        publishOn: body.publishOn ?? null,
        isPublished,
        standing: "as-2",
      });
      return HttpResponse.json(backEnd.pages[1]);
    }),
  );
});

test("schedules the publication of a draft", async () => {
  const person = await open({ hasUnpublishedChanges: true });
  await person.click(screen.getByRole("button", { name: "Publish later" }));
  const question = await screen.findByRole("dialog", { name: "Publish later" });
  expect(within(question).getByRole("button", { name: "Schedule" })).toBeDisabled();
  await person.type(within(question).getByLabelText("Publish on"), "2030-03-01T09:00");
  await person.click(within(question).getByRole("button", { name: "Schedule" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([
    { body: { status: "scheduled", publishOn: new Date(2030, 2, 1, 9).getTime() }, seen: '"as-1"' },
  ]);
  expect(await screen.findByText(/The draft is published on/)).toBeVisible();
});

test("requests review of a draft, and withdraws the request", async () => {
  const person = await open({ hasUnpublishedChanges: true });
  await person.click(screen.getByRole("button", { name: "Request review" }));
  expect(await screen.findByText("The draft is waiting for review.")).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Withdraw review request" }));
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([{ status: "needs-review" }, { status: "published" }]),
  );
  expect(sent.map(({ seen }) => seen)).toEqual(['"as-1"', '"as-2"']);
});

test("unpublishes a page", async () => {
  const person = await open({ hasUnpublishedChanges: false });
  await person.click(screen.getByRole("button", { name: "Unpublish" }));
  expect(await screen.findByText("Not published.")).toBeVisible();
  expect(sent[0]?.body).toEqual({ status: "draft" });
});

test("reports a conflict and shows the current status", async () => {
  const person = await open({ hasUnpublishedChanges: false });
  server.use(
    http.put("*/pages/pg-1/status", () => {
      Object.assign(backEnd.pages[1] ?? {}, { status: "scheduled", publishOn: Date.UTC(2030, 2, 1), standing: "as-3" });
      return refused(412, "revision-stale", "Someone saved a newer version. Reload the page first.");
    }),
  );
  await person.click(screen.getByRole("button", { name: "Unpublish" }));
  expect(await screen.findByText(/Someone else has just changed the status of this page/)).toBeVisible();
  expect(await screen.findByText(/The draft is published on/)).toBeVisible();
});

test("sets the home page, or shows why it cannot", async () => {
  const person = await open({ hasUnpublishedChanges: false });
  server.use(
    http.post("*/pages/pg-1/home", () =>
      refused(409, "conflict", "Only a page that is published can be the home page."),
    ),
  );
  await person.click(screen.getByRole("button", { name: "Make home page" }));
  expect(await screen.findByText("Only a page that is published can be the home page.")).toBeVisible();
  server.use(
    http.post("*/pages/pg-1/home", () => {
      Object.assign(backEnd.pages[1] ?? {}, { isHome: true });
      return HttpResponse.json(backEnd.pages[1]);
    }),
  );
  await person.click(screen.getByRole("button", { name: "Make home page" }));
  expect(await screen.findByText("This is the home page now")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Make home page" })).toBeNull());
});
