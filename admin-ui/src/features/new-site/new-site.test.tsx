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
import { write } from "@/testing/write";

const patience = { timeout: 10_000 };

afterEach(() => {
  vi.restoreAllMocks();
});

it("creates a site whose address follows its name, and opens it", async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["de-CH", "en"]);
  const { router } = renderApp("/new-site");
  await write(user, await screen.findByLabelText("Name of the site", {}, patience), "Café Nord");
  expect(screen.getByLabelText("Address")).toHaveValue("cafe-nord");
  expect(screen.getByLabelText("Language")).toHaveValue("German (Switzerland)");
  expect(screen.getByLabelText("Currency")).toHaveValue("Swiss Franc (CHF)");
  await user.click(screen.getByRole("radio", { name: /Nocturne/ }));
  await user.click(screen.getByRole("button", { name: "Create site" }));
  await screen.findByRole("button", { name: /now Café Nord/ }, patience);
  expect(router.state.location.pathname).toBe("/sites/site-new");
  expect(backEnd.madeSites).toEqual([
    { title: "Café Nord", identifier: "cafe-nord", language: "de-CH", currency: "CHF", theme: "nocturne" },
  ]);
});

it("shows that the address is taken, and keeps the input", async () => {
  const user = userEvent.setup();
  renderApp("/new-site");
  await write(user, await screen.findByLabelText("Name of the site", {}, patience), "Juniper");
  await user.click(screen.getByRole("button", { name: "Create site" }));
  expect(await screen.findByText("This address is taken. Please choose another one.")).toBeVisible();
  expect(screen.getByLabelText("Name of the site")).toHaveValue("Juniper");
  expect(screen.getByLabelText("Address")).toHaveFocus();
});

it("shows why the user may not create a site", async () => {
  backEnd.siteRefusal = "Only people who own a site can create sites here.";
  renderApp("/new-site", "viewer");
  expect(await screen.findByText(/Only people who own a site can create sites here/, {}, patience)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Create site" })).toBeNull();
});

/** Opens the admin signed out. */
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

it("hides sign-up if accounts need an invitation", async () => {
  server.use(http.get("*/api/auth/sign-up", () => HttpResponse.json({ state: "closed" })));
  openSignedOut("/sign-up");
  expect(await screen.findByRole("heading", { name: "By invitation only" }, patience)).toBeVisible();
  expect(screen.queryByLabelText("E-mail")).toBeNull();
});

it("signs up by e-mail", async () => {
  const user = userEvent.setup();
  const router = openSignedOut("/sign-in");
  await user.click(await screen.findByRole("link", { name: "Create one" }, patience));
  await screen.findByRole("heading", { name: "Create an account" }, patience);
  await write(user, screen.getByLabelText("E-mail"), "noor@example.com");
  await user.click(screen.getByRole("button", { name: "Send e-mail" }));
  expect(await screen.findByText(/We have sent you an e-mail/)).toBeVisible();

  await router.navigate("/welcome#token=used");
  expect(await screen.findByText("This link does not work", {}, patience)).toBeVisible();
  await router.navigate("/welcome#token=good");
  await write(user, await screen.findByLabelText("Your name", {}, patience), "Noor Idris");
  await write(user, screen.getByLabelText("New password"), "lanterns over the harbour");
  await user.click(screen.getByRole("button", { name: "Create account" }));
  expect(await screen.findByRole("heading", { name: "New site" }, patience)).toBeVisible();
});
