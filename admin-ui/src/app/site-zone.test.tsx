import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { formatMoment } from "@/shared/i18n/format";
import { websiteChanged } from "@/shared/session/session-slice";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

it("shows times in the zone of the site, and outside of sites in that of the browser", async () => {
  const order = backEnd.orders.find(({ id }) => id === "o-0");
  if (order === undefined) throw new Error("there is no such order");
  order.createdOn = Date.UTC(2026, 11, 31, 12, 30);
  const here = formatMoment(order.createdOn);
  const { store, router } = renderApp("/sites/w-juniper/orders/o-0");
  act(() => void store.dispatch(websiteChanged({ id: "w-juniper", timeZone: "Pacific/Chatham" })));
  expect(await screen.findByText(/^Jan 1, 2027, 2:15\sAM GMT\+13:45$/, {}, patience)).toBeVisible();
  await act(() => router.navigate("/account"));
  expect(formatMoment(order.createdOn)).toBe(here);
});
