import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { Providers } from "@/app/providers";
import { routes } from "@/app/router";
import { createAppStore } from "@/app/store";
import { sessionEnded } from "@/shared/session/session-slice";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const patience = { timeout: 10_000 };

afterEach(() => {
  vi.restoreAllMocks();
});

it("makes a site whose address follows its name, and opens it", async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["de-CH", "en"]);
  const { router } = renderApp("/new-site");
  await user.type(await screen.findByLabelText("Name of the site", {}, patience), "Café Nord");
  expect(screen.getByLabelText("Address")).toHaveValue("cafe-nord");
  expect(screen.getByLabelText("Currency")).toHaveValue("Swiss Franc (CHF)");
  await user.click(screen.getByRole("radio", { name: /Nocturne/ }));
  await user.click(screen.getByRole("button", { name: "Make the site" }));
  await screen.findByRole("button", { name: /now Café Nord/ }, patience);
  expect(router.state.location.pathname).toBe("/sites/site-new");
  expect(backEnd.madeSites).toEqual([{ title: "Café Nord", identifier: "cafe-nord", currency: "CHF", theme: "nocturne" }]);
});

it("says beside the address that it is taken, and keeps what was typed", async () => {
  const user = userEvent.setup();
  renderApp("/new-site");
  await user.type(await screen.findByLabelText("Name of the site", {}, patience), "Juniper");
  await user.click(screen.getByRole("button", { name: "Make the site" }));
  expect(await screen.findByText("This address is taken. Please choose another one.")).toBeVisible();
  expect(screen.getByLabelText("Name of the site")).toHaveValue("Juniper");
  expect(screen.getByLabelText("Address")).toHaveFocus();
});

it("says why somebody may make no site", async () => {
  backEnd.siteRefusal = "Sites are made here by people who own one.";
  renderApp("/new-site", "viewer");
  expect(await screen.findByText(/Sites are made here by people who own one/, {}, patience)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Make the site" })).toBeNull();
});

/** The admin as somebody finds it who is not signed in. */
function openSignedOut(address: string) {
  const store = createAppStore();
  store.dispatch(sessionEnded("none"));
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(
    <Providers store={store}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return router;
}

it("asks nobody for an address where people are invited", async () => {
  server.use(http.get("*/api/auth/sign-up", () => HttpResponse.json({ state: "closed" })));
  openSignedOut("/sign-up");
  expect(await screen.findByRole("heading", { name: "By invitation only" }, patience)).toBeVisible();
  expect(screen.queryByLabelText("E-mail")).toBeNull();
});

it("leads from the sign-in over a letter to an account of one's own", async () => {
  const user = userEvent.setup();
  const router = openSignedOut("/sign-in");
  await user.click(await screen.findByRole("link", { name: "Make one" }, patience));
  await screen.findByRole("heading", { name: "Make an account" }, patience);
  await user.type(screen.getByLabelText("E-mail"), "noor@example.com");
  await user.click(screen.getByRole("button", { name: "Send the letter" }));
  expect(await screen.findByText(/A letter is on its way/)).toBeVisible();

  await router.navigate("/welcome#token=used");
  expect(await screen.findByText("This link does not work", {}, patience)).toBeVisible();
  await router.navigate("/welcome#token=good");
  await user.type(await screen.findByLabelText("Your name", {}, patience), "Noor Idris");
  await user.type(screen.getByLabelText("New password"), "lanterns over the harbour");
  await user.click(screen.getByRole("button", { name: "Make the account" }));
  expect(await screen.findByRole("heading", { name: "New site" }, patience)).toBeVisible();
});
