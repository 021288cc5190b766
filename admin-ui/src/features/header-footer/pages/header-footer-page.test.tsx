import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };
const address = "/sites/w-juniper/header-footer";

vi.setConfig({ testTimeout: 60_000 });

async function open() {
  renderApp(address, "owner");
  await screen.findByRole("form", { name: "Header and footer" }, patience);
  return { user: userEvent.setup() };
}

/** Announces something and saves it as the draft. */
async function announce(user: ReturnType<typeof userEvent.setup>, text: string) {
  const form = screen.getByRole("form", { name: "Header and footer" });
  const field = within(form).getAllByRole("textbox", { name: "Text" })[0]!;
  await user.clear(field);
  await user.type(field, text);
  await user.click(await screen.findByRole("button", { name: "Save" }, patience));
  await waitFor(() => expect(lastDraft().header.announcementBar.text).toBe(text), patience);
}

function lastDraft() {
  const { versions, worked } = backEnd.headerFooter;
  return versions[worked - 1]!;
}

const textField = () => within(screen.getByRole("form", { name: "Header and footer" })).getAllByRole("textbox", { name: "Text" })[0]!;
const button = (name: string) => screen.getByRole("button", { name });

it("saves a draft, which visitors see once it is published", async () => {
  const { user } = await open();
  expect(button("Publish")).toBeDisabled();
  await announce(user, "Open on Sunday");
  expect(backEnd.headerFooter.published.header.announcementBar.text).toBe("");
  await waitFor(() => expect(button("Publish")).toBeEnabled(), patience);
  await user.click(button("Publish"));
  expect(await screen.findByText("Published. Visitors see it now.", {}, patience)).toBeVisible();
  expect(backEnd.headerFooter.published.header.announcementBar.text).toBe("Open on Sunday");
  expect(button("Publish")).toBeDisabled();
});

it("undoes and redoes saved changes, and gives a draft up", async () => {
  const { user } = await open();
  await announce(user, "one");
  await announce(user, "two");
  await waitFor(() => expect(button("Undo")).toBeEnabled(), patience);
  await user.click(button("Undo"));
  await waitFor(() => expect(textField()).toHaveValue("one"), patience);
  await user.click(button("Redo"));
  await waitFor(() => expect(textField()).toHaveValue("two"), patience);
  await user.click(button("Discard draft"));
  await waitFor(() => expect(textField()).toHaveValue(""), patience);
  await user.click(button("Undo"));
  await waitFor(() => expect(textField()).toHaveValue("two"), patience);
});

it("lists what header and footer were, looks at a version and brings one back", async () => {
  const { user } = await open();
  await announce(user, "one");
  await announce(user, "two");
  await user.click(button("History"));
  const drawer = await screen.findByRole("dialog", {}, patience);
  const entries = await within(drawer).findAllByRole("listitem", {}, patience);
  expect(entries.map((entry) => within(entry).queryAllByText(/^Changed|^As it was/).map(({ textContent }) => textContent).join())).toEqual([
    "Changed announcement bar",
    "Changed announcement bar",
    "As it was at the beginning",
  ]);
  await user.click(within(entries[1]!).getByRole("button", { name: "Bring back" }));
  await waitFor(() => expect(textField()).toHaveValue("one"), patience);
  expect(backEnd.headerFooter.versions).toHaveLength(4);
  await user.click(button("History"));
  const again = await screen.findByRole("dialog", {}, patience);
  const first = (await within(again).findAllByRole("listitem", {}, patience)).at(-1)!;
  await user.click(within(first).getByRole("button", { name: "Look at it" }));
  expect(await screen.findByText("This is an earlier version.", {}, patience)).toBeVisible();
});

it("tells of somebody who was faster", async () => {
  const { user } = await open();
  await announce(user, "one");
  backEnd.headerFooter = { ...backEnd.headerFooter, revision: 9 };
  await waitFor(() => expect(button("Undo")).toBeEnabled(), patience);
  await user.click(button("Undo"));
  expect(await screen.findByText(/Somebody else has changed header and footer/, {}, patience)).toBeVisible();
});

it("takes a logo from the library, with its description and heights", async () => {
  const { user } = await open();
  const logo = backEnd.assets.find(({ kind }) => kind === "picture")!;
  await user.click(button("Choose picture"));
  const picker = await screen.findByRole("dialog", {}, patience);
  await user.click(await within(picker).findByRole("button", { name: new RegExp(logo.filename) }, patience));
  await user.type(await screen.findByRole("textbox", { name: "Description of the logo" }, patience), "A kiln");
  const height = screen.getByRole("textbox", { name: "Height in pixels" });
  await user.type(height, "900");
  await user.click(button("Save"));
  expect(await screen.findByText("Enter a height of 1 to 400 pixels", {}, patience)).toBeVisible();
  await user.clear(height);
  await user.type(height, "64");
  await user.click(button("Save"));
  await waitFor(() => expect(lastDraft().header.logo).toEqual({ assetId: logo.id, altText: "A kiln", desktopHeight: 64, mobileHeight: null }), patience);

  await user.click(button("Remove"));
  await user.click(await screen.findByRole("button", { name: "Save" }, patience));
  await waitFor(() => expect(lastDraft().header.logo.assetId).toBeNull(), patience);
});
