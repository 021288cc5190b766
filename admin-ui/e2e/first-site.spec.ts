import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/admin.ts";
import { OwnServer } from "./support/own-server.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

// spec: website.creation.open
test("an empty server: first account, site and page", async ({ page }) => {
  test.slow();
  const server = await OwnServer.make("nothing");
  try {
    await page.goto(server.origin);
    await expect(page.getByText(/No account exists yet/)).toBeVisible();
    await expectAccessible(page);
    await page.goto(await server.firstLink());
    await page.getByLabel("Your name").fill("Noor Idris");
    await page.getByLabel("E-mail").fill("noor@example.com");
    await page.getByLabel("New password").fill("lanterns over the harbour");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create account" }).click();

    await page.getByLabel("Name of the site").fill("Harbour Lights");
    await expect(page.getByLabel("Address")).toHaveValue("harbour-lights");
    await page.getByRole("radio", { name: /Gazette/ }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create site" }).click();
    await expect(page).toHaveURL(/\/admin\/sites\//);
    await expect(page.getByText("harbour-lights.localhost").first()).toBeVisible();

    await page.goto(`http://harbour-lights.localhost:${server.port}/`);
    await expect(page.locator("body")).toHaveAttribute("data-theme", "gazette");
    await expect(page).toHaveTitle(/Harbour Lights/);
  } finally {
    await server.end();
  }
});
