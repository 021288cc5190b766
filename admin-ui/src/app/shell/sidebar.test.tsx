import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { renderApp } from "@/testing/render-app";

it.each([
  ["/orders/o-0", "Orders"],
  ["/pages/trash", "Pages"],
  ["/collections/pg-3/items", "Pages"],
  ["/items/it-0", "Pages"],
  ["/settings/cookies", "Settings"],
])("marks the current entry: %s", async (path, label) => {
  renderApp(`/sites/w-juniper${path}`);
  const navigation = within(await screen.findByRole("navigation", { name: "Site" }, { timeout: 10_000 }));
  const marked = navigation.getAllByRole("link").filter((link) => link.getAttribute("aria-current") === "page");
  expect(marked.map(({ textContent }) => textContent)).toEqual([label]);
});

async function openSidebar(path: string) {
  const app = renderApp(`/sites/w-juniper${path}`);
  const navigation = within(await screen.findByRole("navigation", { name: "Site" }, { timeout: 10_000 }));
  return {
    ...app,
    user: userEvent.setup(),
    navigation,
    fold: (name: string) => navigation.getByRole("button", { name }),
  };
}

it("collapses its groups and stores their state", async () => {
  const { user, navigation, fold, view } = await openSidebar("");
  expect(navigation.getByRole("link", { name: "Orders" })).toBeVisible();
  expect(fold("Site")).toHaveAttribute("aria-expanded", "false");
  expect(navigation.queryByRole("link", { name: "Settings" })).toBeNull();
  await user.click(fold("Selling"));
  await user.click(fold("Site"));
  expect(fold("Selling")).toHaveAttribute("aria-expanded", "false");
  expect(navigation.queryByRole("link", { name: "Orders" })).toBeNull();
  expect(navigation.getByRole("link", { name: "Settings" })).toBeVisible();
  view.unmount();

  const again = await openSidebar("");
  expect(again.fold("Selling")).toHaveAttribute("aria-expanded", "false");
  expect(again.fold("Site")).toHaveAttribute("aria-expanded", "true");
});

it("expands the group of the current screen, and lets it be collapsed", async () => {
  const { user, navigation, fold, router } = await openSidebar("/settings");
  expect(fold("Site")).toHaveAttribute("aria-expanded", "true");
  await user.click(fold("Site"));
  expect(fold("Site")).toHaveAttribute("aria-expanded", "false");
  await act(() => router.navigate("/sites/w-juniper/orders"));
  await act(() => router.navigate("/sites/w-juniper/settings"));
  expect(await navigation.findByRole("link", { name: "Settings", current: "page" })).toBeVisible();
});
