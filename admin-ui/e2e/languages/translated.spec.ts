import { expect, test, type Page } from "@playwright/test";
import { owner } from "../support/environment.ts";

const screens = [
  "",
  "pages",
  "products",
  "orders",
  "customers",
  "discounts",
  "settings",
  "header-footer",
  "design",
  "settings/languages",
  "settings/translations",
  "checkout",
];

/** What a screen shows while something of it loads, in any language. */
const placeholders = "main :is(.MuiSkeleton-root, .MuiLinearProgress-indeterminate)";

/** Labels that their element cuts, what is outside the window, and how far the screen scrolls to the side. */
async function misfits(page: Page): Promise<{ beyond: number; cut: string[]; outside: string[] }> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const said = (element: Element) => (element.textContent ?? "").trim().slice(0, 60);
    const isClipped = (element: Element): boolean => {
      const parent = element.parentElement;
      if (parent === null || parent === document.body) return false;
      return getComputedStyle(parent).overflowX !== "visible" || isClipped(parent);
    };
    const labels = [
      ...document.querySelectorAll<HTMLElement>("main button, main h1, main h2, main h3, main th, legend"),
    ];
    const cut = labels.filter((label) => {
      const words = document.createRange();
      words.selectNodeContents(label);
      const [box, text] = [label.getBoundingClientRect(), words.getBoundingClientRect()];
      return isShown(label) && box.width > 1 && (text.left < box.left - 1 || text.right > box.right + 1);
    });
    const parts = [
      ...document.querySelectorAll<HTMLElement>("main a, main button, main input, main p, main h1, main h2"),
    ];
    const outside = parts.filter((part) => {
      const { left, right, width: own } = part.getBoundingClientRect();
      return own > 1 && (left < -1 || right > width + 1) && isShown(part) && !isClipped(part);
    });
    const beyond = Math.max(0, document.documentElement.scrollWidth - window.innerWidth);
    return { beyond, cut: cut.map(said), outside: outside.map(said) };
  });
}

const languages = [
  { locale: "de-DE", dir: "ltr", email: "E-Mail", password: "Passwort", signIn: "Anmelden" },
  { locale: "ar-EG", dir: "rtl", email: "البريد الإلكتروني", password: "كلمة المرور", signIn: "تسجيل الدخول" },
];

for (const { locale, dir, email, password, signIn } of languages) {
  test.describe(locale, () => {
    test.use({ locale, viewport: { width: 390, height: 844 } });

    test("the screens fit a phone, and no label is cut", async ({ page }) => {
      await page.goto("/admin/");
      await expect(page.locator("html")).toHaveAttribute("dir", dir);
      await page.getByLabel(email).fill(owner.email);
      await page.getByLabel(password).fill(owner.password);
      await page.getByRole("button", { name: signIn, exact: true }).click();
      await expect(page).toHaveURL(/\/admin\/sites\//);
      const site = new URL(page.url()).pathname.split("/").slice(0, 4).join("/");
      for (const screen of screens) {
        await page.goto(`${site}/${screen}`);
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
        await expect(page).toHaveURL(new RegExp(`^[^?]*${site}/${screen}`));
        await expect(page.locator(placeholders).filter({ visible: true })).toHaveCount(0);
        expect.soft(await misfits(page), screen).toEqual({ beyond: 0, cut: [], outside: [] });
      }
    });
  });
}
