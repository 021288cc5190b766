import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

// spec: money.regional-switch
test("sets the number format of amounts", async () => {
  const before = backEnd.websiteSettings.useCLDRMoneyFormat;
  renderApp("/sites/w-juniper/settings", "owner");
  const person = userEvent.setup();
  const choice = await screen.findByRole(
    "switch",
    { name: "Format amounts for the language of the site" },
    { timeout: 15_000 },
  );
  await person.click(choice);
  await waitFor(() => expect(backEnd.websiteSettings.useCLDRMoneyFormat).toBe(!before));
});
