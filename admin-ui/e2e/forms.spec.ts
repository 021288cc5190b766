import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/admin.ts";
import { command, frameName, onEmptyPage } from "./support/draft-pages.ts";
import { siteUrl } from "./support/environment.ts";

test("a form is built, submitted by a visitor and read by the owner", async ({ page, context }) => {
  await onEmptyPage(page, async ({ screen }, { fullUrl }) => {
    await command(page, "Add Form");
    const settings = page.getByRole("tablist", { name: "Settings" });
    await expect(settings.getByRole("tab")).toHaveText(["Build", "Storage", "Advanced", "Captcha", "Disclaimer"]);
    await page.getByRole("textbox", { name: "Form name" }).fill("Commissions");
    await page.getByRole("button", { name: "Add field" }).click();
    await page.getByRole("textbox", { name: "Label", exact: true }).fill("Your website");
    await page.getByRole("combobox", { name: "Kind" }).click();
    await page.getByRole("option", { name: "Web address" }).click();
    await expect(page.frameLocator(frameName).getByLabel("Your website")).toBeVisible();
    await settings.getByRole("tab", { name: "Disclaimer" }).click();
    // `check` looks at the switch at once; on a busy machine it shows the new state a moment later.
    const agreement = page.getByRole("switch", { name: "Require agreement" });
    await agreement.click();
    await expect(agreement).toBeChecked();
    await settings.getByRole("tab", { name: "Advanced" }).click();
    await page.getByRole("textbox", { name: "Confirmation message", exact: true }).fill("We will write back.");
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

interface Chosen {
  tab: string;
  /** Switches that are off by default. */
  on?: string[];
  /** Switches that are on by default. */
  off?: string[];
  texts?: Record<string, string>;
}

const chosen: Chosen[] = [
  { tab: "Build", texts: { "Form name": "Commissions", "Button label": "Ask for an offer" } },
  { tab: "Storage", texts: { Address: "kiln@stoa.example", "Webhook URL": "https://hooks.example/1" } },
  {
    tab: "Advanced",
    on: ["Open in a pop-up"],
    texts: {
      "Redirect after sending": "/thanks",
      "Confirmation message": "We will write back.",
      "Content below the confirmation message": "See you soon",
      "Pop-up button label": "Write to the kiln",
    },
  },
  { tab: "Captcha", off: ["Spam protection"] },
  {
    tab: "Disclaimer",
    on: ["Require agreement"],
    texts: { "Disclaimer below the button": "We keep your words for a year", "Checkbox label": "So be it." },
  },
];

// spec: form.settings.tabs.open
test("settings on each tab of a form are kept after a reload", async ({ page }) => {
  await onEmptyPage(page, async () => {
    const panel = page.getByRole("complementary", { name: "Settings" });
    // Fields with page suggestions are comboboxes.
    const text = (name: string) =>
      panel.getByRole("textbox", { name, exact: true }).or(panel.getByRole("combobox", { name, exact: true }));
    const choice = (name: string) => panel.getByRole("switch", { name });
    const list = panel.getByRole("combobox", { name: "Mailing list" });
    const listName = `Commissions ${String(Date.now())}`;

    await command(page, "Add Form");
    await panel.getByRole("button", { name: "Add field" }).click();
    await text("Label").fill("Cups");
    for (const { tab, on = [], off = [], texts = {} } of chosen) {
      await panel.getByRole("tab", { name: tab }).click();
      if (tab === "Storage") {
        await panel.getByRole("button", { name: "Add address" }).click();
        await panel.getByRole("button", { name: "Create a list" }).click();
        const dialog = page.getByRole("dialog", { name: "Create a mailing list" });
        await dialog.getByRole("textbox").fill(listName);
        await dialog.getByRole("button", { name: "Create" }).click();
        await expect(list).toHaveText(listName);
      }
      for (const name of on) await choice(name).check();
      for (const name of off) await choice(name).uncheck();
      for (const [name, value] of Object.entries(texts)) await text(name).fill(value);
    }
    await expect(page.getByRole("status").getByText("Draft saved")).toBeVisible();

    await page.reload();
    await page.getByRole("navigation", { name: "Outline of the page" }).getByRole("button", { name: /^Form/ }).click();
    await expect(
      panel.getByRole("group", { name: "Fields" }).getByRole("button", { name: "Cups", exact: true }),
    ).toBeVisible();
    for (const { tab, on = [], off = [], texts = {} } of chosen) {
      await panel.getByRole("tab", { name: tab }).click();
      if (tab === "Storage") await expect(list).toHaveText(listName);
      for (const name of on) await expect(choice(name)).toBeChecked();
      for (const name of off) await expect(choice(name)).not.toBeChecked();
      for (const [name, value] of Object.entries(texts)) {
        const kept = () =>
          text(name).evaluate((field) => ("value" in field ? String(field.value) : (field.textContent ?? "")));
        await expect.poll(kept, name).toBe(value);
      }
    }
  });
});
