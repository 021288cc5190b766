import { expect, it } from "vitest";
import { screens } from "./screens";

const labels = screens.groups.map(({ label, screens }) => [label, ...screens.map((screen) => screen.label)]);

it("collects the screens of the features in the order of the sidebar", () => {
  expect(labels).toEqual([
    [null, "Home", "Analytics"],
    [
      "Website",
      "Pages",
      "Navigation",
      "Header and footer",
      "Redirects",
      "Assets",
      "Design",
      "Templates",
      "Experiments",
    ],
    expect.arrayContaining(["Selling", "Orders", "Products", "Inventory"]),
    ["People", "Customers", "Comments", "Form submissions", "Mailing lists", "Sent e-mails"],
    ["Site", "Plugins", "Contributors", "Activity log", "Settings", "Plan"],
  ]);
  expect(screens.creations.map(({ title }) => title)).toEqual([
    "New page",
    "New folder",
    "New collection",
    "Add product",
    "New discount",
    "New price list",
    "New shipping zone",
    "New tax",
  ]);
});

it("has a place of its own for each screen, and a known screen above each further one", () => {
  const all = screens.groups.flatMap((group) => group.screens);
  const places = all.map(({ group, order }) => `${String(group)} ${order}`);
  expect(new Set(places).size).toBe(places.length);
  const known = all.map(({ label }) => label);
  for (const { below } of screens.further) expect(known).toContain(below);
});
