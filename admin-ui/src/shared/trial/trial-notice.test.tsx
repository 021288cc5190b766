import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

it("shows the remaining days, and offers one extension of seven days", async () => {
  backEnd.trial = { onTrial: true, ended: false, daysLeft: 3, endsOn: 1, mayExtend: true, keptUntil: 2 };
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/settings");
  expect(await screen.findByText("The trial of this site ends in 3 days.", {}, patience)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Extend by 7 days" }));
  expect(await screen.findByText("The trial of this site ends in 10 days.", {}, patience)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Extend by 7 days" })).toBeNull();
});

it("renders nothing if the site is not on trial", async () => {
  renderApp("/sites/w-juniper/settings");
  expect(await screen.findByLabelText("Title", {}, patience)).toBeVisible();
  expect(screen.queryByText(/The trial of this site/)).toBeNull();
});
