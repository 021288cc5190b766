import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { backEnd, problem, type Area } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const patience = { timeout: 15_000 };

const area = (id: string, label: string, more: Partial<Area> = {}): Area => ({
  id,
  label,
  columns: 12,
  isInTheme: true,
  pageId: null,
  isPublished: false,
  hasUnpublishedChanges: false,
  ...more,
});

function open(areas: Area[], who: "owner" | "viewer" = "owner", at = "/areas") {
  backEnd.areas = areas;
  return { person: userEvent.setup(), ...renderApp(`/sites/w-juniper/pages${at}`, who) };
}

const rowOf = async (label: string) => (await screen.findByRole("link", { name: label }, patience)).closest("tr")!;
const pathOf = ({ router }: { router: { state: { location: { pathname: string } } } }) =>
  router.state.location.pathname;

test("lists areas with their public status, including those the theme has no place for", async () => {
  open([
    area("footer", "Footer"),
    area("side", "Side", { pageId: "p1" }),
    area("top", "Top", { pageId: "p2", isPublished: true, hasUnpublishedChanges: true }),
    area("old", "Old foot", { pageId: "p3", isPublished: true, isInTheme: false }),
  ]);
  expect(await rowOf("Footer")).toHaveTextContent("Empty");
  expect(await rowOf("Side")).toHaveTextContent("Draft");
  expect(await rowOf("Top")).toHaveTextContent("Unpublished changes");
  expect(await rowOf("Old foot")).toHaveTextContent("Not in this theme; stored for themes that have it");
});

test("opens an area by keyboard and edits it like a page, without page-only controls", async () => {
  const app = open([area("footer", "Footer")]);
  const link = await screen.findByRole("link", { name: "Footer" }, patience);
  link.focus();
  await app.person.keyboard("{Enter}");
  expect(await screen.findByText("Nothing in this area yet", undefined, patience)).toBeVisible();
  await waitFor(() => expect(pathOf(app)).toBe("/sites/w-juniper/pages/pg-area-footer/edit"));
  expect(screen.getByRole("heading", { level: 1, name: "Footer" })).toBeVisible();
  expect(screen.getByRole("link", { name: "All areas" })).toHaveAttribute("href", "/sites/w-juniper/pages/areas");
  expect(screen.getByText(/Its blocks are shown on every page/)).toBeVisible();
  expect(screen.queryByLabelText("SEO title")).toBeNull();
  expect(backEnd.areas[0]?.pageId).toBe("pg-area-footer");
});

test("shows why an area could not be opened, with a retry", async () => {
  const refusal = problem(409, "conflict", "Someone else just opened this area. Open it again.");
  server.use(
    http.post(
      "*/areas/footer/open",
      () => HttpResponse.json(refusal, { status: 409, headers: { "Content-Type": "application/problem+json" } }),
      { once: true },
    ),
  );
  const app = open([area("footer", "Footer")], "owner", "/areas/footer");
  const alert = await screen.findByRole("alert", undefined, patience);
  expect(alert).toHaveTextContent("Someone else just opened this area");
  await app.person.click(within(alert).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(pathOf(app)).toBe("/sites/w-juniper/pages/pg-area-footer/edit"), patience);
});

test("an unknown area links back to the list", async () => {
  open([area("footer", "Footer")], "owner", "/areas/header");
  expect(await screen.findByText("No such area", undefined, patience)).toBeVisible();
  expect(screen.getByRole("link", { name: "All areas" })).toHaveAttribute("href", "/sites/w-juniper/pages/areas");
});

test("unpublishes an area after confirmation", async () => {
  const taken: unknown[] = [];
  server.use(
    http.put("*/pages/p2/status", async ({ request }) => {
      taken.push([request.headers.get("If-Match"), await request.json()]);
      backEnd.areas = [area("top", "Top", { pageId: "p2" })];
      return HttpResponse.json({});
    }),
  );
  const { person } = open([area("top", "Top", { pageId: "p2", isPublished: true, standing: "as-1" })]);
  await person.click(await screen.findByRole("button", { name: "Unpublish Top" }, patience));
  const question = await screen.findByRole("dialog", { name: "Unpublish “Top”?" });
  expect(taken).toEqual([]);
  await person.click(within(question).getByRole("button", { name: "Unpublish" }));
  await waitFor(async () => expect(await rowOf("Top")).toHaveTextContent("Draft"));
  expect(taken).toEqual([['"as-1"', { status: "draft" }]]);
});

test("does not unpublish a version that the person has not seen", async () => {
  server.use(
    http.put("*/pages/p2/status", () => {
      backEnd.areas = [area("top", "Top", { pageId: "p2" })];
      return HttpResponse.json(
        problem(412, "revision-stale", "Someone saved a newer version. Reload the page first."),
        {
          status: 412,
          headers: { "content-type": "application/problem+json" },
        },
      );
    }),
  );
  const { person } = open([area("top", "Top", { pageId: "p2", isPublished: true, standing: "as-1" })]);
  await person.click(await screen.findByRole("button", { name: "Unpublish Top" }, patience));
  const question = await screen.findByRole("dialog", { name: "Unpublish “Top”?" });
  await person.click(within(question).getByRole("button", { name: "Unpublish" }));
  expect(await screen.findByText(/Someone else has just changed this area/)).toBeVisible();
  await waitFor(async () => expect(await rowOf("Top")).toHaveTextContent("Draft"));
  expect(screen.queryByText("Visitors can no longer see it")).toBeNull();
});

test("shows the loading, empty and error states of the list", async () => {
  server.use(http.get("*/areas", async () => void (await delay("infinite")), { once: true }));
  const waiting = open([]);
  expect(await screen.findByRole("heading", { name: "Areas" }, patience)).toBeVisible();
  expect(screen.queryByText("No areas")).toBeNull();
  waiting.view.unmount();

  const empty = open([]);
  expect(await screen.findByText("No areas", undefined, patience)).toBeVisible();
  empty.view.unmount();

  server.use(http.get("*/areas", () => HttpResponse.error()));
  const { person } = open([area("footer", "Footer")]);
  const again = await screen.findByRole("button", { name: "Try again" }, patience);
  server.resetHandlers();
  await person.click(again);
  expect(await screen.findByRole("link", { name: "Footer" }, patience)).toBeVisible();
});

test("viewers see empty areas and cannot unpublish", async () => {
  const app = open([area("footer", "Footer"), area("top", "Top", { pageId: "p2", isPublished: true })], "viewer");
  await app.person.click(await screen.findByRole("link", { name: "Footer" }, patience));
  expect(await screen.findByText("This area is empty.", undefined, patience)).toBeVisible();
  expect(backEnd.areas[0]?.pageId).toBeNull();
  await app.person.click(screen.getByRole("link", { name: "All areas" }));
  await screen.findByRole("link", { name: "Top" }, patience);
  expect(screen.queryByRole("button", { name: "Unpublish Top" })).toBeNull();
});

test("the page list links to the areas if there are any", async () => {
  const without = open([], "owner", "");
  await screen.findByRole("link", { name: "Trash" }, patience);
  expect(screen.queryByRole("link", { name: "Areas" })).toBeNull();
  without.view.unmount();
  open([area("footer", "Footer")], "owner", "");
  expect(await screen.findByRole("link", { name: "Areas" }, patience)).toHaveAttribute(
    "href",
    "/sites/w-juniper/pages/areas",
  );
});
