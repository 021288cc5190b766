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

/** The second page of the site, which takes each status it is given. */
async function open(change: object = {}) {
  Object.assign(backEnd.pages[1] ?? {}, change);
  renderApp("/sites/w-juniper/pages/pg-1/settings", "owner");
  await screen.findByLabelText("Who may open it", undefined, { timeout: 15_000 });
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
      Object.assign(backEnd.pages[1] ?? {}, { status: body.status, publishOn: body.publishOn ?? null, isPublished, standing: "as-2" });
      return HttpResponse.json(backEnd.pages[1]);
    }),
  );
});

test("a draft is published at a time that somebody chooses", async () => {
  const person = await open({ hasUnpublishedChanges: true });
  await person.click(screen.getByRole("button", { name: "Publish later" }));
  const question = await screen.findByRole("dialog", { name: "Publish later" });
  expect(within(question).getByRole("button", { name: "Schedule" })).toBeDisabled();
  await person.type(within(question).getByLabelText("Publish on"), "2030-03-01T09:00");
  await person.click(within(question).getByRole("button", { name: "Schedule" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([{ body: { status: "scheduled", publishOn: new Date(2030, 2, 1, 9).getTime() }, seen: '"as-1"' }]);
  expect(await screen.findByText(/The draft is published on/)).toBeVisible();
});

test("a draft waits for review, and waits no longer", async () => {
  const person = await open({ hasUnpublishedChanges: true });
  await person.click(screen.getByRole("button", { name: "Ask for review" }));
  expect(await screen.findByText("The draft waits for somebody who may publish it.")).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Wait no longer" }));
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ status: "needs-review" }, { status: "published" }]));
  expect(sent.map(({ seen }) => seen)).toEqual(['"as-1"', '"as-2"']);
});

test("what was published is taken back", async () => {
  const person = await open({ hasUnpublishedChanges: false });
  await person.click(screen.getByRole("button", { name: "Unpublish" }));
  expect(await screen.findByText("Nothing of it is published.")).toBeVisible();
  expect(sent[0]?.body).toEqual({ status: "draft" });
});

test("a change over what somebody else did says so, and shows how the page stands now", async () => {
  const person = await open({ hasUnpublishedChanges: false });
  server.use(
    http.put("*/pages/pg-1/status", () => {
      Object.assign(backEnd.pages[1] ?? {}, { status: "scheduled", publishOn: Date.UTC(2030, 2, 1), standing: "as-3" });
      return refused(412, "revision-stale", "Somebody has saved a newer version. Reload it first.");
    }),
  );
  await person.click(screen.getByRole("button", { name: "Unpublish" }));
  expect(await screen.findByText(/Somebody else has just changed how it stands/)).toBeVisible();
  expect(await screen.findByText(/The draft is published on/)).toBeVisible();
});

test("a page becomes the home page, or says why it cannot", async () => {
  const person = await open({ hasUnpublishedChanges: false });
  server.use(http.post("*/pages/pg-1/home", () => refused(409, "conflict", "Only a page that is published can be the home page.")));
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
