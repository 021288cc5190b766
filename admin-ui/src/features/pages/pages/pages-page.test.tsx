import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

async function open(who: "owner" | "viewer" = "owner") {
  renderApp("/sites/w-juniper/pages", who);
  const tree = await screen.findByRole("list", { name: "Main navigation" }, { timeout: 5000 });
  return { tree, person: userEvent.setup() };
}

test("pages are moved by the keyboard and saved at once", async () => {
  const { tree, person } = await open();
  const rows = within(tree).getAllByRole("button", { name: /^Actions for / });
  const second = rows[1];
  if (second === undefined) throw new Error("there is one row alone");
  second.focus();
  const title = (second.getAttribute("aria-label") ?? "").replace("Actions for ", "");
  await person.keyboard("{Alt>}{ArrowUp}{/Alt}");
  await waitFor(() => expect(backEnd.layout.revision).toBe(4));
  const first = within(screen.getByRole("list", { name: "Main navigation" })).getAllByRole("listitem")[0];
  expect(first).toHaveTextContent(title);
});

test("who may only look sees the tree without its controls", async () => {
  await open("viewer");
  expect(screen.queryByRole("button", { name: "New page" })).toBeNull();
  expect(screen.getByText("View only")).toBeVisible();
});

// spec: enum.content-status
test("the list says where each page stands", async () => {
  const statuses = [
    ["scheduled", "Scheduled"],
    ["needs-review", "Needs Review"],
    ["draft", "Draft"],
    ["private", "Private"],
  ] as const;
  statuses.forEach(([status], index) => Object.assign(backEnd.pages[index] ?? {}, { status }));
  const titles = backEnd.pages.slice(0, statuses.length).map(({ title }) => title);
  await open();
  statuses.forEach(([, label], index) => {
    const row = screen.getByRole("button", { name: `Actions for ${titles[index]}` }).closest("li");
    expect(within(row as HTMLElement).getAllByText(label)[0]).toBeVisible();
  });
});

test("a draft that could not be published on time says why, in the list and on its settings", async () => {
  Object.assign(backEnd.pages[1] ?? {}, { publishFailure: { failedOn: Date.UTC(2026, 6, 20, 9), messages: ["Text cannot be blank."] } });
  await open();
  const row = screen.getByRole("button", { name: `Actions for ${backEnd.pages[1]?.title}` }).closest("li") as HTMLElement;
  expect(within(row).getByText("Not published")).toBeVisible();
  expect(within(row).getByText(/Not published on .* Text cannot be blank\./)).toBeVisible();
  cleanup();
  renderApp("/sites/w-juniper/pages/pg-1/settings", "owner");
  expect(await screen.findByText(/Text cannot be blank\. Put it right in the editor/, undefined, { timeout: 5000 })).toBeVisible();
});

test("the address of a page alone leads to its settings", async () => {
  renderApp("/sites/w-juniper/pages/pg-1", "owner");
  expect(await screen.findByLabelText("Who may open it", undefined, { timeout: 5000 })).toBeVisible();
});

// spec: content.member-only-label
test("a page for members alone says so", async () => {
  Object.assign(backEnd.pages[1] ?? {}, { access: "members" });
  renderApp("/sites/w-juniper/pages/pg-1/settings", "owner");
  expect(await screen.findByText("This page available only site members", undefined, { timeout: 5000 })).toBeVisible();
});

// spec: enum.collection-view-modes
test("a blog and a store are shown in one of three ways, or as the theme does", async () => {
  const blog = backEnd.pages.find(({ kind }) => kind === "blog");
  if (blog === undefined) throw new Error("there is no blog");
  const sent: unknown[] = [];
  server.events.on("request:start", ({ request }) => {
    if (request.method === "PUT") void request.clone().json().then((body) => sent.push(body));
  });
  renderApp(`/sites/w-juniper/pages/${blog.id}/settings`, "owner");
  const person = userEvent.setup();
  await person.click(await screen.findByLabelText("Shows what is in it as", undefined, { timeout: 5000 }));
  const offered = (await screen.findAllByRole("option")).map((option) => option.textContent?.split(":")[0]);
  expect(offered).toEqual(["The theme shows it", "List", "Grid", "Product"]);
  await person.click(screen.getByRole("option", { name: /^Product/ }));
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ viewMode: "product" }));
});

test("a page with a place for comments is closed on its settings, one without says nothing of them", async () => {
  const person = userEvent.setup();
  const { view } = renderApp("/sites/w-juniper/pages/pg-1/settings", "owner");
  await person.click(await screen.findByLabelText("Visitors can comment", undefined, { timeout: 5000 }));
  await waitFor(() => expect(backEnd.discussion.closed).toBe(true));
  view.unmount();
  backEnd.discussion.placed = false;
  renderApp("/sites/w-juniper/pages/pg-1/settings", "owner");
  expect(await screen.findByLabelText("Who may open it", undefined, { timeout: 5000 })).toBeVisible();
  expect(screen.queryByText("Visitors can comment")).toBeNull();
});

test("a blog is deleted with what lies in it, which the question says", async () => {
  const blog = backEnd.pages.find(({ kind }) => kind === "blog");
  Object.assign(blog ?? {}, { itemCount: 12 });
  const gone: string[] = [];
  server.use(http.delete("*/api/v1/websites/:website/pages/:page", ({ params }) => (gone.push(String(params["page"])), new HttpResponse(null, { status: 204 }))));
  const { person } = await open();
  await person.click(screen.getByRole("button", { name: `Actions for ${blog?.title}` }));
  await person.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const question = await screen.findByRole("dialog", { name: `Delete “${blog?.title}”?` });
  expect(within(question).getByText(/all 12 posts in it go along/)).toBeVisible();
  await person.click(within(question).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Put into the trash")).toBeVisible();
  expect(gone).toEqual([blog?.id]);
});
