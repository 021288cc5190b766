import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

it("duplicates a site with permission, and shows progress", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/settings/duplicate");
  expect(
    await screen.findByText("Duplicating is off for this site. Turn it on above first.", {}, patience),
  ).toBeVisible();
  await user.click(screen.getByRole("switch", { name: "This site may be duplicated" }));
  await user.type(await screen.findByRole("textbox", { name: "Address" }, patience), "second");
  await user.click(screen.getByRole("button", { name: "Duplicate this site" }));
  expect(await screen.findByText("25 % done", {}, patience)).toBeVisible();
  expect(screen.getByRole("button", { name: "Duplicate this site" })).toBeDisabled();
  backEnd.copies = backEnd.copies.map((copy) => ({ ...copy, status: "done" as const, done: 4, websiteId: "site_new" }));
  await waitFor(
    () =>
      expect(screen.getByRole("link", { name: "Open the new site" })).toHaveAttribute(
        "href",
        expect.stringContaining("sites/site_new"),
      ),
    patience,
  );
});
