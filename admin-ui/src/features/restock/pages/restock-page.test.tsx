import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const patience = { timeout: 10_000 };

// spec: restock.groups.get, restock.signups.get
it("shows the number of waiting people, and notifies those whose product is back", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/restock");
  expect(await screen.findByText("3 people are waiting to be notified", {}, patience)).toBeVisible();
  const gone = screen.getByRole("row", { name: /20 oz/ });
  expect(within(gone).getByText("2")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Notify all back in stock" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("1 e-mail will be sent. Notified customers are removed from the list.")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("1 e-mail is being sent")).toBeVisible();
  expect(backEnd.signUps.filter(({ notifiedOn }) => notifiedOn !== null)).toHaveLength(1);
});

it("reports products without notification because they are hidden or sold out again", async () => {
  const user = userEvent.setup();
  server.use(
    http.post("*/notifications/restock/send/all", async ({ request }) => {
      const { sendRequests } = (await request.json()) as { sendRequests: unknown[] };
      return HttpResponse.json({ queued: 0, failed: sendRequests }, { status: 202 });
    }),
  );
  renderApp("/sites/w-juniper/restock");
  await user.click(await screen.findByRole("button", { name: "Notify all back in stock" }, patience));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Send" }));
  expect(
    await screen.findByText(
      /^0 e-mails are being sent. Not notified, because the product is hidden or sold out again: Hearth Mug/,
      {},
      patience,
    ),
  ).toBeVisible();
});

it("searches and sorts requests", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/restock");
  await screen.findByRole("row", { name: /10 oz/ }, patience);
  await user.type(screen.getByRole("searchbox", { name: "Search product or SKU" }), "mug-20");
  await waitFor(() => expect(screen.queryByRole("row", { name: /10 oz/ })).toBeNull(), patience);
  await user.click(within(screen.getByRole("row", { name: /20 oz/ })).getByRole("link"));
  await user.click(await screen.findByRole("button", { name: "E-mail address" }, patience));
  await user.click(screen.getByRole("button", { name: "E-mail address" }));
  expect(screen.getByRole("columnheader", { name: "E-mail address" })).toHaveAttribute("aria-sort", "descending");
  await waitFor(() => {
    const rows = screen.getAllByRole("row").slice(1);
    expect(rows.map((row) => row.textContent?.slice(0, 3))).toEqual(["bob", "ada"]);
  }, patience);
  await user.type(screen.getByRole("searchbox", { name: "Search e-mail address" }), "nobody");
  expect(await screen.findByText("No sign-ups found", {}, patience)).toBeVisible();
});

it("does not offer notifications for sold-out products", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/restock");
  expect(
    await screen.findByRole("button", { name: /^Notify customers about Hearth Mug, 10 oz/ }, patience),
  ).toBeVisible();
  expect(screen.queryByRole("button", { name: "Notify customers about Hearth Mug, 20 oz" })).toBeNull();
  await user.click(within(await screen.findByRole("row", { name: /20 oz/ }, patience)).getByRole("link"));
  const row = await screen.findByRole("row", { name: /bob@example\.com/ }, patience);
  expect(within(row).getByText("Waiting")).toBeVisible();
});

it("saves notification settings", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/restock/settings");
  await user.click(await screen.findByLabelText("Send automatically", {}, patience));
  await user.clear(screen.getByLabelText("Low stock"));
  await user.type(screen.getByLabelText("Low stock"), "2");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Settings saved", {}, patience)).toBeVisible();
  expect(backEnd.storeSettings).toMatchObject({
    lowStockThreshold: 2,
    restock: { sendAutomatically: true, enabled: true },
  });
});

it("shows that loading failed, and retries", async () => {
  const user = userEvent.setup();
  let fails = true;
  server.use(
    http.get("*/notifications/restock/groups", ({ request }) => {
      const isBack = new URL(request.url).searchParams.get("back") === "true";
      return fails && isBack ? new HttpResponse(null, { status: 503 }) : undefined;
    }),
  );
  renderApp("/sites/w-juniper/restock");
  expect(await screen.findByText(/What is back in stock could not be loaded/, {}, patience)).toBeVisible();
  fails = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: "Notify all back in stock" }, patience)).toBeVisible();
});
