import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

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

// spec: content.member-only-label
test("a page for members alone says so", async () => {
  Object.assign(backEnd.pages[1] ?? {}, { access: "members" });
  renderApp("/sites/w-juniper/pages/pg-1/settings", "owner");
  expect(await screen.findByText("This page available only site members", undefined, { timeout: 5000 })).toBeVisible();
});
