import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { server } from "@/testing/server";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };
const rows = async () =>
  within(await screen.findByRole("list", { name: "Reviews" }, patience)).getAllByRole("listitem");

// spec: order.reviews-request.open
it("publishes several reviews", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/reviews");
  expect(await rows()).toHaveLength(2);
  expect(screen.getByRole("tab", { name: "Awaiting (2)" })).toBeVisible();
  for (const box of screen.getAllByRole("checkbox")) await user.click(box);
  await user.click(within(screen.getByRole("toolbar")).getByRole("button", { name: "Publish" }));
  expect(await screen.findByText("2 reviews published")).toBeVisible();
  expect(await screen.findByText("No reviews awaiting approval")).toBeVisible();
  expect(backEnd.productReviews.filter(({ state }) => state === "PUBLISHED")).toHaveLength(3);
});

it("searches reviews by product, rejects one, and has accessible ratings", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/reviews?query=bowl");
  const [first, ...others] = await rows();
  expect(others).toHaveLength(0);
  expect(within(first!).getByRole("img", { name: "2 out of 5 stars" })).toBeVisible();
  await user.click(within(first!).getByRole("button", { name: "Reject" }));
  expect(await screen.findByText("1 review rejected")).toBeVisible();
});

it("replies in the name of the shop", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/reviews?folder=published");
  const [first] = await rows();
  await user.click(within(first!).getByRole("button", { name: "Reply" }));
  await user.click(screen.getByLabelText("Reply"));
  await user.paste("Thank you.");
  await user.click(screen.getByRole("button", { name: "Save reply" }));
  expect(await screen.findByText("Reply saved")).toBeVisible();
  expect(await screen.findByText("Thank you.")).toBeVisible();
});

it("shows errors with a retry button", async () => {
  server.use(http.get("*/api/v1/websites/:websiteId/product-reviews", () => new HttpResponse(null, { status: 503 })));
  renderApp("/sites/w-juniper/reviews");
  expect(await screen.findByRole("button", { name: "Try again" }, patience)).toBeVisible();
});
