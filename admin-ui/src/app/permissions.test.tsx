import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

async function navigationLabels(): Promise<string[]> {
  const navigation = await screen.findByRole("navigation", { name: "Site" }, patience);
  for (const folded of within(navigation).queryAllByRole("button", { expanded: false })) await userEvent.click(folded);
  return within(navigation)
    .getAllByRole("link")
    .map((link) => link.textContent ?? "");
}

it("shows a viewer only the screens the role may read", async () => {
  renderApp("/sites/w-juniper", "viewer");
  expect(await navigationLabels()).toEqual(["Home", "Pages", "Navigation", "Redirects", "Assets", "Experiments"]);
});

it("offers an administrator everything", async () => {
  renderApp("/sites/w-juniper");
  expect(await navigationLabels()).toContain("Orders");
  expect(await navigationLabels()).toContain("Settings");
});

it("explains to a viewer that orders are not part of the role", async () => {
  renderApp("/sites/w-juniper/orders/o-0", "viewer");
  expect(await screen.findByText("No access", {}, patience)).toBeVisible();
  expect(screen.queryByRole("button", { name: /fulfil/i })).toBeNull();
});

it("shows a viewer the editor without save, publish or edit controls", async () => {
  renderApp("/sites/w-juniper/pages/pg-0/edit", "viewer");
  expect(await screen.findByText("View only", {}, patience)).toBeVisible();
  const actions = screen
    .getAllByRole("button")
    .map((button) => button.getAttribute("aria-label") ?? button.textContent);
  expect(actions.filter((name) => /save|publish|add|remove|undo|discard/i.test(name ?? ""))).toEqual([]);
  expect(screen.getByLabelText("Title")).toBeDisabled();
});

it("shows an administrator the publish button", async () => {
  renderApp("/sites/w-juniper/pages/pg-0/edit");
  expect(await screen.findByRole("button", { name: "Publish" }, patience)).toBeVisible();
  expect(screen.queryByText("View only")).toBeNull();
});

it("rejects a site that the user is not a member of", async () => {
  renderApp("/sites/w-kissaten", "viewer");
  expect(
    await screen.findByText("You are not a contributor to this site, or it does not exist.", {}, patience),
  ).toBeVisible();
});
