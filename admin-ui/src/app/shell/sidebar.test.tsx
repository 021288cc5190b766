import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderApp } from "@/testing/render-app";

it.each([
  ["/orders/o-0", "Orders"],
  ["/pages/trash", "Pages"],
  ["/collections/pg-3/items", "Pages"],
  ["/items/it-0", "Pages"],
  ["/settings/cookies", "Settings"],
])("marks where %s belongs", async (path, label) => {
  renderApp(`/sites/w-juniper${path}`);
  const navigation = within(await screen.findByRole("navigation", { name: "Site" }, { timeout: 10_000 }));
  const marked = navigation.getAllByRole("link").filter((link) => link.getAttribute("aria-current") === "page");
  expect(marked.map(({ textContent }) => textContent)).toEqual([label]);
});
