import { expect, test } from "@playwright/test";
import { expectAccessible } from "./admin.ts";
import { command, frameName, onEmptyPage } from "./empty-page.ts";
import { siteUrl } from "./environment.ts";

test("a form is built, answered by a visitor and read by the owner", async ({ page, context }) => {
  await onEmptyPage(page, async ({ screen }, { fullUrl }) => {
    await command(page, "Add Form");
    const settings = page.getByRole("tablist", { name: "Settings" });
    await expect(settings.getByRole("tab")).toHaveText(["Build", "Storage", "Advanced", "Captcha", "Disclaimer"]);
    await page.getByRole("textbox", { name: "Name of the form" }).fill("Commissions");
    await page.getByRole("button", { name: "Add field" }).click();
    await page.getByRole("textbox", { name: "Label", exact: true }).fill("Your website");
    await page.getByRole("combobox", { name: "Kind" }).click();
    await page.getByRole("option", { name: "Web address" }).click();
    await expect(page.frameLocator(frameName).getByLabel("Your website")).toBeVisible();
    await settings.getByRole("tab", { name: "Disclaimer" }).click();
    await page.getByRole("switch", { name: "It must be agreed to" }).check();
    await settings.getByRole("tab", { name: "Advanced" }).click();
    await page.getByRole("textbox", { name: "Text after sending" }).fill("We will write back.");
    await expectAccessible(page);
    await command(page, "Publish");
    await expect(page.getByText("Visitors see this page now.")).toBeVisible();

    const visitor = await context.newPage();
    await visitor.goto(`${siteUrl}${fullUrl}`);
    await visitor.getByLabel("First name").fill("Ada");
    await visitor.getByLabel("Last name").fill("Byron");
    await visitor.getByLabel(/^Email/).fill("ada@example.com");
    await visitor.getByLabel(/^Subject/).fill("A tea set");
    await visitor.getByLabel(/^Message/).fill("Would you make one with eight cups?");
    await visitor.getByLabel("Your website").fill("javascript:alert(1)");
    await visitor.getByRole("button", { name: "Send" }).click();
    await expect(visitor.getByText("Enter an address that starts with https://.")).toBeVisible();
    await expect(visitor.getByText("I agree. is required.")).toBeVisible();
    await expectAccessible(visitor);
    await visitor.getByLabel("Your website").fill("https://byron.example");
    await visitor.getByRole("checkbox", { name: "I agree." }).check();
    await visitor.getByRole("button", { name: "Send" }).click();
    await expect(visitor.getByText("We will write back.")).toBeVisible();
    await visitor.close();

    const inbox = await context.newPage();
    await inbox.goto(screen("forms"));
    await inbox.getByRole("combobox", { name: "Form" }).click();
    await inbox.getByRole("option", { name: /Commissions/ }).click();
    await expectAccessible(inbox);
    await inbox.getByRole("link", { name: /Ada Byron/ }).click();
    await expect(inbox.getByRole("link", { name: "https://byron.example" })).toBeVisible();
    await expect(inbox.getByText("Would you make one with eight cups?")).toBeVisible();
    await expectAccessible(inbox);
    await inbox.getByRole("button", { name: "Spam" }).click();
    await expect(inbox.getByRole("button", { name: "Not spam" })).toBeVisible();
  });
});
