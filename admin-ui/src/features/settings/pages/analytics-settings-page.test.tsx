import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

// spec: analytics.privacy.open
it("counts without cookies at first, and saves what is counted", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/settings/analytics");
  expect(await screen.findByRole("radio", { name: "Without cookies" }, { timeout: 15_000 })).toBeChecked();
  await user.click(screen.getByRole("radio", { name: "With a cookie" }));
  await user.click(screen.getByLabelText("Pages that are not counted"));
  await user.paste("/team\n\n /drafts/* ");
  await user.click(screen.getByRole("switch", { name: "Collect script errors" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(backEnd.websiteSettings.analytics).toEqual({
      isEnabled: true,
      mode: "identifier",
      excludedPaths: ["/team", "/drafts/*"],
      measuresSpeed: true,
      reportsScriptErrors: false,
    }),
  );
});

it("leads to the page of the site on which a browser is left out, while visits are counted", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/settings/analytics");
  const link = await screen.findByRole("link", { name: "Leave out this browser" }, { timeout: 15_000 });
  expect(link.getAttribute("href")).toMatch(/^https?:\/\/[^/]+\/~visits$/);
  expect(link).toHaveAccessibleDescription("Your own visits count, too. You can leave out each browser that you use.");
  await user.click(screen.getByRole("switch", { name: "Count visits" }));
  expect(screen.queryByRole("link", { name: "Leave out this browser" })).not.toBeInTheDocument();
});
