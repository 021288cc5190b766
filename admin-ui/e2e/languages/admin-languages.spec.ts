import { expect, test, type Browser, type Page } from "@playwright/test";
import type { paths } from "@stoa/api/schema";
import { callApi, expectAccessible, signIn, type SignedIn } from "../support/admin.ts";
import { owner, viewer, type SignIn } from "../support/environment.ts";

type Pages = paths["/api/v1/websites/{websiteId}/pages"]["get"]["responses"][200]["content"]["application/json"];
type People =
  paths["/api/v1/websites/{websiteId}/contributors"]["get"]["responses"][200]["content"]["application/json"];

const administrator = 1;

interface Person {
  page: Page;
  signedIn: SignedIn;
}

/** Signs in with a browser of its own. */
async function personIn(browser: Browser, who: SignIn): Promise<Person> {
  const page = await (await browser.newContext()).newPage();
  return { page, signedIn: await signIn(page, who) };
}

async function speak({ page, signedIn }: Person, language: string | null): Promise<void> {
  const answer = await callApi(page, "PUT", "/api/v1/account/language", { language }, signedIn.accessToken);
  expect(answer.status, "the language is stored").toBe(204);
}

/** Gives the roles of a contributor; returns the previous ones. */
async function giveRoles({ page, signedIn }: Person, email: string, roles: number[]): Promise<number[]> {
  const address = `/api/v1/websites/${signedIn.website.id}/contributors`;
  const { body } = await callApi(page, "GET", address, null, signedIn.accessToken);
  const found = (body as People).contributors.find((person) => person.email === email);
  if (found === undefined) throw new Error(`${email} is no contributor`);
  const answer = await callApi(page, "PUT", `${address}/${found.id}`, { roles }, signedIn.accessToken);
  expect(answer.status, "the roles are changed").toBeLessThan(300);
  return found.roles;
}

test("the language of the admin follows a person to a second browser", async ({ browser }) => {
  const one = await personIn(browser, owner);
  try {
    await one.page.goto("/admin/account");
    await one.page.getByRole("combobox", { name: "Language of the admin" }).click();
    await one.page.getByRole("option", { name: "Deutsch" }).click();
    await expect(one.page.getByRole("heading", { level: 1, name: "Ihr Konto" })).toBeVisible();
    await one.page.reload();
    await expect(one.page.getByRole("heading", { level: 1, name: "Ihr Konto" })).toBeVisible();

    const other = await personIn(browser, owner);
    await other.page.goto(other.signedIn.screen(""));
    await expect(other.page.locator("html")).toHaveAttribute("lang", "de");
    await other.page.goto("/admin/account");
    const choice = other.page.getByRole("combobox", { name: "Sprache der Verwaltung" });
    await expect(choice).toHaveText("Deutsch");
    await choice.click();
    await other.page.getByRole("option", { name: "Wie im Browser" }).click();
    await expect(other.page.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
  } finally {
    await speak(one, null);
  }
});

test("two people edit a page at once, in German and in Arabic", async ({ browser }) => {
  const ada = await personIn(browser, owner);
  const before = await giveRoles(ada, viewer.email, [administrator]);
  const nur = await personIn(browser, viewer);
  try {
    await speak(ada, "de");
    await speak(nur, "ar");
    const list = `/api/v1/websites/${ada.signedIn.website.id}/pages`;
    const { body } = await callApi(ada.page, "GET", list, null, ada.signedIn.accessToken);
    const contact = (body as Pages).pages.find(({ urlId }) => urlId === "contact");
    if (contact === undefined) throw new Error("the demo has no contact page");
    for (const { page, signedIn } of [ada, nur]) await page.goto(signedIn.screen(`pages/${contact.id}/edit`));

    await expect(nur.page.locator("html")).toHaveAttribute("dir", "rtl");
    const german = ada.page.getByRole("textbox", { name: "SEO-Titel" });
    const arabic = nur.page.getByRole("textbox", { name: "عنوان SEO" });
    const described = nur.page.getByRole("textbox", { name: "وصف SEO" });
    const [original, description] = [await german.inputValue(), await described.inputValue()];
    await german.fill("Kontakt");
    await expect(arabic).toHaveValue("Kontakt");
    await described.fill("اكتب إلينا");
    await expect(ada.page.getByRole("textbox", { name: "SEO-Beschreibung" })).toHaveValue("اكتب إلينا");
    await expectAccessible(nur.page);
    await german.fill(original);
    await described.fill(description);
    await expect(arabic).toHaveValue(original);
    await expect(ada.page.getByRole("textbox", { name: "SEO-Beschreibung" })).toHaveValue(description);

    // The main screens in the mirror image.
    for (const path of ["", "pages", "products", "orders", "settings"]) {
      await nur.page.goto(nur.signedIn.screen(path));
      await expect(nur.page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectAccessible(nur.page);
      const surplus = await nur.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(surplus, `${path} needs no scrolling sideways`).toBe(0);
    }
    // Arrows back point to where lines begin, also to that of a report.
    await nur.page.goto(nur.signedIn.screen("analytics/errors/none"));
    const arrow = nur.page.getByRole("link", { name: "كل أخطاء النصوص البرمجية" }).locator("svg");
    await expect(arrow).toHaveCSS("transform", "matrix(-1, 0, 0, 1, 0, 0)");
  } finally {
    await speak(ada, null);
    await speak(nur, null);
    await giveRoles(ada, viewer.email, before);
  }
});
