import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { write } from "@/testing/write";

const patience = { timeout: 10_000 };

it("lists discounts with effect and usage", async () => {
  renderApp("/sites/w-juniper/discounts");
  const row = await screen.findByRole("row", { name: /Welcome/ }, patience);
  for (const text of ["WELCOME10", "10% off", "3 of 50", "Active"]) expect(within(row).getByText(text)).toBeVisible();
});

it("shows a capped usage count without a limit, and filters automatic discounts", async () => {
  const user = userEvent.setup();
  const [welcome] = backEnd.discounts;
  if (welcome === undefined) throw new Error("no discount");
  const summer = {
    ...welcome,
    id: "d-summer",
    label: "Summer",
    code: null,
    usageLimit: null,
    usedCount: 1000,
    moreUsed: true,
  };
  backEnd.discounts = [welcome, summer];
  renderApp("/sites/w-juniper/discounts?code=no");
  const row = await screen.findByRole("row", { name: /Summer/ }, patience);
  expect(within(row).getByText("1,000+")).toBeVisible();
  expect(screen.queryByRole("row", { name: /Welcome/ })).toBeNull();
  await user.click(screen.getByRole("combobox", { name: "Type" }));
  await user.click(await screen.findByRole("option", { name: "Free shipping" }));
  expect(await screen.findByText("No discounts found", {}, patience)).toBeVisible();
});

it("creates a discount and shows errors at their fields", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/discounts/new");
  await write(user, await screen.findByLabelText("Name", {}, patience), "Spring");
  await write(user, screen.getByLabelText("Code"), "WELCOME10");
  await user.clear(screen.getByLabelText("Percentage"));
  await user.type(screen.getByLabelText("Percentage"), "abc");
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText("Enter a percentage up to 100")).toBeVisible();
  await user.clear(screen.getByLabelText("Percentage"));
  await user.type(screen.getByLabelText("Percentage"), "12.5");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Another discount has this code.")).toBeVisible();
  await user.clear(screen.getByLabelText("Code"));
  await write(user, screen.getByLabelText("Code"), "SPRING");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Discount created", {}, patience)).toBeVisible();
  expect(backEnd.discounts[0]).toMatchObject({
    code: "SPRING",
    rateBasisPoints: 1250,
    appliesTo: "order",
    usageLimit: null,
  });
});

it("creates free delivery for orders with a product", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/discounts/new");
  await write(user, await screen.findByLabelText("Name", {}, patience), "Mugs go free");
  await user.type(screen.getByLabelText("Code"), "MUGS");
  await user.click(screen.getByRole("combobox", { name: "Type" }));
  await user.click(await screen.findByRole("option", { name: "Free shipping" }));
  await user.click(screen.getByRole("combobox", { name: "Eligible orders" }));
  await user.click(await screen.findByRole("option", { name: "Orders with specific products" }));
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText("Choose at least one product")).toBeVisible();
  await user.click(screen.getByRole("combobox", { name: "Products" }));
  const [first] = await screen.findAllByRole("option", {}, patience);
  await user.click(first ?? document.body);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Discount created", {}, patience)).toBeVisible();
  const made = backEnd.discounts.find(({ code }) => code === "MUGS");
  expect(made).toMatchObject({ kind: "free-shipping", appliesTo: "products" });
  expect(made?.targetIds).toHaveLength(1);
});

it("deletes a discount after confirmation", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/discounts/d-welcome");
  await user.click(await screen.findByRole("button", { name: "Delete" }, patience));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("No discounts yet", {}, patience)).toBeVisible();
});

it("limits a discount to named customers", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/discounts/d-welcome");
  await user.click(await screen.findByRole("switch", { name: "Specific customers only" }, patience));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Enter the email address of at least one customer.")).toBeVisible();
  await user.type(screen.getByLabelText("E-mail addresses"), "ada@example.com{Enter}eve@example.com");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Discount saved", {}, patience)).toBeVisible();
  expect(backEnd.discounts[0]?.customers).toEqual(["ada@example.com", "eve@example.com"]);
});
