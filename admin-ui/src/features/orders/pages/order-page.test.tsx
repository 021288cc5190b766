import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { write } from "@/testing/write";

const patience = { timeout: 10_000 };

it("fulfils an order with tracking", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/orders/o-0");
  await user.click(await screen.findByRole("button", { name: "Mark as fulfilled" }, patience));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByLabelText("Carrier"), "USPS");
  await user.type(within(dialog).getByLabelText("Tracking number"), "9400");
  await user.click(within(dialog).getByRole("button", { name: "Fulfill order" }));
  expect(await screen.findByText("USPS · 9400", {}, patience)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Mark as fulfilled" })).toBeNull();
  expect(document.activeElement).not.toBe(document.body);
  expect(backEnd.orders[0]?.fulfillmentStatus).toBe("FULFILLED");
});

it("takes the tracking of an order of which nothing has to be shipped", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post("*/orders/:id/fulfill", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(backEnd.orders[0]);
    }),
  );
  backEnd.orders = backEnd.orders.map((order) => ({
    ...order,
    items: order.items.map((item) => ({ ...item, sendableQuantity: 0 })),
  }));
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/orders/o-0");
  await user.click(await screen.findByRole("button", { name: "Mark as fulfilled" }, patience));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("Nothing has to be shipped. Tracking is optional.")).toBeVisible();
  await user.type(dialog.getByLabelText("Tracking number"), "9400");
  await user.click(dialog.getByRole("button", { name: "Fulfill order" }));
  await waitFor(() => expect(sent).toEqual([{ items: [], notifyCustomer: true, trackingNumber: "9400" }]));
});

it("shows at an amount why it cannot be refunded", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/orders/o-0");
  await user.click(await screen.findByRole("button", { name: "Refund" }, patience));
  const dialog = within(await screen.findByRole("dialog"));
  const amount = dialog.getByLabelText("Another amount");
  const submit = () => dialog.getByRole("button", { name: /^Refund \$/ });
  await user.type(amount, "abc");
  expect(await dialog.findByText("Enter an amount")).toBeVisible();
  await user.clear(amount);
  await write(user, amount, "100000");
  expect(await dialog.findByText(/^At most \$[\d.,]+ can be refunded$/)).toBeVisible();
  expect(submit()).toBeDisabled();
  await user.clear(amount);
  await user.type(amount, "1,50");
  expect(submit()).toHaveTextContent("Refund $1.50");
  expect(submit()).toBeEnabled();
});

it("asks for no tracking for a pickup order, and marks it as ready", async () => {
  const user = userEvent.setup();
  const pickup = { lines: ["118 Foundry Alley"], instructions: "" };
  backEnd.orders = backEnd.orders.map((order) => ({ ...order, pickup }));
  renderApp("/sites/w-juniper/orders/o-0");
  await user.click(await screen.findByRole("button", { name: "Mark as fulfilled" }, patience));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("Choose the items that are ready for pickup.")).toBeVisible();
  expect(dialog.queryByLabelText("Carrier")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Fulfill order" }));
  expect(await screen.findByRole("heading", { name: "Ready for pickup" }, patience)).toBeVisible();
  expect(screen.queryByText("Shipped without tracking")).toBeNull();
});

// spec: multilingual.orders.open
it("shows ticked boxes and days of the checkout in words", async () => {
  const answers = [
    { fieldId: "terms", label: "I agree to the terms", value: "Yes", kind: "checkbox" as const },
    { fieldId: "day", label: "Day of delivery", value: "2026-12-24", kind: "date" as const },
    { fieldId: "odd", label: "Another day", value: "2026-12-+4", kind: "date" as const },
    { fieldId: "none", label: "Day of the party", value: "2026-13-45", kind: "date" as const },
    { fieldId: "door", label: "Door code", value: "Yes" },
  ];
  backEnd.orders = backEnd.orders.map((order) => ({ ...order, answers }));
  renderApp("/sites/w-juniper/orders/o-0");
  expect(await screen.findByText("December 24, 2026", {}, patience)).toBeVisible();
  expect(screen.getAllByText("Yes")).toHaveLength(2);
  // What is no day is shown as it was entered.
  expect(screen.getByText("2026-12-+4")).toBeVisible();
  expect(screen.getByText("2026-13-45")).toBeVisible();
});

it("shows the subscription and its interval", async () => {
  const plan = {
    id: "sub-1",
    billingPeriod: { value: 2, unit: "MONTH" as const },
    numBillingCycles: 6,
    soldOnce: false,
    percentageDiscount: 0,
    revision: 1,
    words: "every 2 months for 1 year",
  };
  const items = backEnd.orders[0]?.items.map((item) => ({ ...item, quantity: 1, plan })) ?? [];
  backEnd.orders = backEnd.orders.map((order) => ({ ...order, items }));
  renderApp("/sites/w-juniper/orders/o-0");
  const shown = await screen.findAllByText(/^1 × .* · Subscribed, every 2 months for 1 year/, {}, patience);
  expect(shown[0]).toBeVisible();
});

it("shows in the dialog why an order cannot be fulfilled", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/orders/o-1");
  await user.click(await screen.findByRole("button", { name: "Mark as fulfilled" }, patience));
  backEnd.orders = backEnd.orders.map((order) => ({ ...order, fulfillmentStatus: "CANCELED" }));
  await user.click(await screen.findByRole("button", { name: "Fulfill order" }));
  expect(await screen.findByText(/cannot be fulfilled/, {}, patience)).toBeVisible();
});

it("rejects an invalid tracking link before the request", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/orders/o-0");
  await user.click(await screen.findByRole("button", { name: "Mark as fulfilled" }, patience));
  await write(user, screen.getByLabelText("Tracking link"), "javascript:alert(1)");
  await user.click(screen.getByRole("button", { name: "Fulfill order" }));
  expect(await screen.findByText(/Links must be formatted/)).toBeVisible();
  expect(backEnd.orders[0]?.fulfillmentStatus).toBe("PENDING");
});

it("fulfils an order partially", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/orders/o-0");
  await user.click(await screen.findByRole("button", { name: "Mark as fulfilled" }, patience));
  const dialog = await screen.findByRole("dialog");
  const mugs = within(dialog).getByLabelText("Quantity of Stoneware mug");
  await user.clear(mugs);
  await user.type(mugs, "1");
  await user.click(within(dialog).getByRole("button", { name: "Fulfill order" }));
  expect(await screen.findByText("1 × Stoneware mug, 1 × Juniper black tea", {}, patience)).toBeVisible();
  expect(screen.getByRole("button", { name: "Mark as fulfilled" })).toBeVisible();
});

it("offers only quantities that can still be shipped, and links to the customer", async () => {
  const user = userEvent.setup();
  backEnd.orders = backEnd.orders.map((order) => ({
    ...order,
    items: order.items.map((item) => ({ ...item, sendableQuantity: item.id === "i-1" ? 1 : 0 })),
  }));
  renderApp("/sites/w-juniper/orders/o-0");
  await user.click(await screen.findByRole("button", { name: "Mark as fulfilled" }, patience));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByLabelText("Quantity of Stoneware mug")).toHaveValue(1);
  expect(dialog.getByText("of 1")).toBeVisible();
  expect(dialog.queryByLabelText("Quantity of Juniper black tea")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  const about = await screen.findByRole("link", { name: "View customer" });
  expect(about).toHaveAttribute(
    "href",
    `/sites/w-juniper/customers?query=${encodeURIComponent(backEnd.orders[0]?.customerEmail ?? "")}`,
  );
});

it("refunds a line with the server's amount", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/orders/o-0");
  await user.click(await screen.findByRole("button", { name: "Refund" }, patience));
  const dialog = await screen.findByRole("dialog");
  const mugs = within(dialog).getByLabelText("Quantity of Stoneware mug");
  await user.clear(mugs);
  await user.type(mugs, "1");
  await user.click(await within(dialog).findByRole("button", { name: "Refund $24.00" }, patience));
  expect(await screen.findByRole("heading", { name: "Refunds" }, patience)).toBeVisible();
  expect(backEnd.orders[0]?.paymentStatus).toBe("PARTIALLY_REFUNDED");
});

it("refunds everything, and requests no further preview", async () => {
  const user = userEvent.setup();
  const sent: string[] = [];
  server.events.on("request:start", ({ request }) => {
    if (request.url.includes("/refund")) sent.push(request.url.split("/").at(-1) ?? "");
  });
  renderApp("/sites/w-juniper/orders/o-0");
  await user.click(await screen.findByRole("button", { name: "Refund" }, patience));
  await user.click(await screen.findByRole("button", { name: "Refund everything" }));
  await user.click(await screen.findByRole("button", { name: "Refund $61.60" }, patience));
  await expect.poll(() => backEnd.orders[0]?.paymentStatus, patience).toBe("REFUNDED");
  await expect.poll(() => screen.queryByRole("button", { name: "Refund" })).toBeNull();
  server.events.removeAllListeners();
  expect(sent.at(-1)).toBe("refund");
});

it("adds a tag per comma-separated word, and keeps refused ones", async () => {
  const user = userEvent.setup();
  const refusal = { type: "about:blank", title: "", status: 400, code: "validation-failed", detail: "No more tags." };
  server.use(
    http.post("*/orders/o-0/tags", async ({ request }) => {
      const { tag } = (await request.json()) as { tag: string };
      if (tag === "late") return HttpResponse.json(refusal, { status: 400 });
      const [order] = backEnd.orders;
      order!.tags = [...order!.tags, tag];
      return HttpResponse.json(order);
    }),
  );
  renderApp("/sites/w-juniper/orders/o-0");
  const field = await screen.findByLabelText("Add tag", {}, patience);
  await user.type(field, "vip, gift ,{Enter}");
  const tags = within(screen.getByRole("list", { name: "Tags of this order" }));
  expect(await tags.findByText("gift", {}, patience)).toBeVisible();
  expect(tags.getByText("vip")).toBeVisible();
  await expect.poll(() => field.getAttribute("value")).toBe("");
  await user.type(field, "new, late{Enter}");
  expect(await screen.findByText("No more tags.", {}, patience)).toBeVisible();
  expect(field).toHaveValue("late");
});

it("cancels an order that was not shipped", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/orders/o-0");
  await user.click(await screen.findByRole("button", { name: "More actions" }, patience));
  await user.click(await screen.findByRole("menuitem", { name: "Cancel order" }));
  await user.click(await screen.findByRole("button", { name: "Cancel order" }));
  await expect.poll(() => backEnd.orders[0]?.fulfillmentStatus, patience).toBe("CANCELED");
});

it("saves a note with its author", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/orders/o-0");
  await write(user, await screen.findByLabelText("Note for your team", {}, patience), "Wrap it twice");
  await user.click(screen.getByRole("button", { name: "Add note" }));
  expect(await screen.findByText("Wrap it twice", {}, patience)).toBeVisible();
  expect(screen.getAllByText(/Robin Hale/).length).toBeGreaterThan(0);
});

it("filters donations", async () => {
  renderApp("/sites/w-juniper/orders?type=donation");
  expect(await screen.findByText("Donation", {}, patience)).toBeVisible();
  expect(screen.getAllByRole("row")).toHaveLength(2);
});

it("shows the donor and the message", async () => {
  renderApp("/sites/w-juniper/orders/o-5");
  expect(await screen.findByRole("heading", { name: "Donation" }, patience)).toBeVisible();
  expect(screen.getByText("“For the kiln.”")).toBeVisible();
});
