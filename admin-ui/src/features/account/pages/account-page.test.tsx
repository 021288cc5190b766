import { render, screen, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { Providers } from "@/app/providers";
import { routes } from "@/app/router";
import { createAppStore } from "@/app/store";
import { sessionEnded } from "@/shared/session/session-slice";
import { appCode } from "../fake-answers";
import { backEnd, password } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

/** Renders the app at an address, signed out. */
function renderSignedOut(address: string) {
  const store = createAppStore();
  store.dispatch(sessionEnded("none"));
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(
    <Providers store={store}>
      <RouterProvider router={router} />
    </Providers>,
  );
}

/** Replaces the value of a field. */
async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}

it("asks for the password before two-step sign-in is set up", async () => {
  const user = userEvent.setup();
  renderApp("/account");
  await user.click(await screen.findByRole("button", { name: "Set up" }, patience));
  await fill(user, screen.getByLabelText("Your password"), "a guess");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByText("This is not your current password.")).toBeVisible();
});

it("sets two-step sign-in up and shows the recovery codes once", async () => {
  const user = userEvent.setup();
  renderApp("/account");
  await user.click(await screen.findByRole("button", { name: "Set up" }, patience));
  await fill(user, screen.getByLabelText("Your password"), password);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByText("GEZD GNBV GY3T QOJQ", {}, patience)).toBeVisible();
  await fill(user, screen.getByLabelText("Code"), appCode);
  await user.click(screen.getByRole("button", { name: "Turn on" }));
  expect(await screen.findByText("aaaa-bbbb-cccc-dddd", {}, patience)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "I have saved them" }));
  expect(await screen.findByRole("button", { name: "Turn off" }, patience)).toBeVisible();
});

it("turns two-step sign-in off with both factors", async () => {
  const user = userEvent.setup();
  backEnd.secondFactorSince = 1_780_000_000_000;
  renderApp("/account");
  await user.click(await screen.findByRole("button", { name: "Turn off" }, patience));
  const dialog = within(await screen.findByRole("dialog"));
  await fill(user, dialog.getByLabelText("Your password"), password);
  await fill(user, dialog.getByLabelText("Code"), "000000");
  await user.click(dialog.getByRole("button", { name: "Turn off" }));
  expect(await dialog.findByText(/This code is wrong/)).toBeVisible();
  await fill(user, dialog.getByLabelText("Code"), appCode);
  await user.click(dialog.getByRole("button", { name: "Turn off" }));
  expect(await screen.findByRole("button", { name: "Set up" }, patience)).toBeVisible();
});

it("lists sessions and ends those on other devices", async () => {
  const user = userEvent.setup();
  renderApp("/account");
  expect(await screen.findByText("This device", {}, patience)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Sign out Chrome on Android" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Sign out" }));
  expect(await screen.findByText("Signed out", {}, patience)).toBeVisible();
  expect(backEnd.signIns.map(({ id }) => id)).toEqual(["sgn-here"]);
});

it("asks for a code after the password if two-step sign-in is on", async () => {
  const user = userEvent.setup();
  backEnd.secondFactorSince = 1_780_000_000_000;
  renderSignedOut("/sign-in");
  await fill(user, await screen.findByLabelText("E-mail", {}, patience), "owner@stoa.example");
  await fill(user, screen.getByLabelText("Password"), password);
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await fill(user, await screen.findByLabelText("Code", {}, patience), "000000");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByText(/This code is wrong/)).toBeVisible();
  await fill(user, screen.getByLabelText("Code"), appCode);
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByRole("navigation", { name: "Site" }, patience)).toBeVisible();
});

it("requests a password reset", async () => {
  const user = userEvent.setup();
  renderSignedOut("/sign-in");
  await user.click(await screen.findByRole("link", { name: "Forgot your password?" }, patience));
  await screen.findByRole("button", { name: "Send e-mail" }, patience);
  await fill(user, screen.getByLabelText("E-mail"), "owner@stoa.example");
  await user.click(screen.getByRole("button", { name: "Send e-mail" }));
  expect(await screen.findByText(/we have sent it an e-mail/, {}, patience)).toBeVisible();
});

it("sets a new password with the link from an e-mail", async () => {
  const user = userEvent.setup();
  renderSignedOut("/reset-password#token=good");
  await fill(user, await screen.findByLabelText("New password", {}, patience), "a long sentence");
  await user.click(screen.getByRole("button", { name: "Change password" }));
  expect(await screen.findByRole("link", { name: "Sign in" }, patience)).toBeVisible();
});
