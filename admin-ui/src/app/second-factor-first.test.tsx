import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { websiteChanged } from "@/shared/session/session-slice";
import { appCode } from "@/features/account/fake-answers";
import { password } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

it("redirects a user without a second factor to the account page and back to the site", async () => {
  const user = userEvent.setup();
  const { store, router } = renderApp("/sites/w-juniper/contributors");
  act(() => void store.dispatch(websiteChanged({ id: "w-juniper", secondFactorRequired: true })));
  expect(await screen.findByText("Set up two-step sign-in first", {}, patience)).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Go to your account" }));
  await user.click(await screen.findByRole("button", { name: "Set up" }, patience));
  let dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Your password"), password);
  await user.click(dialog.getByRole("button", { name: "Continue" }));
  dialog = within(await screen.findByRole("dialog", { name: "Scan this code with your app" }, patience));
  await user.type(dialog.getByLabelText(/^Code/), appCode);
  await user.click(dialog.getByRole("button", { name: "Turn on" }));
  expect(await screen.findByText("aaaa-bbbb-cccc-dddd", {}, patience)).toBeVisible();
  expect(store.getState().session).toMatchObject({ account: { hasSecondFactor: true } });
  await act(() => router.navigate("/sites/w-juniper/contributors"));
  expect(await screen.findByRole("button", { name: "Invite" }, patience)).toBeVisible();
});
