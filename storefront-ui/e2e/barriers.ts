import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const grave = new Set(["serious", "critical"]);
/** Called moderate, yet whoever listens to a page goes through it by its headings and landmarks. */
const ways = new Set(["heading-order", "landmark-unique"]);

/** Nothing fades or moves any more but what turns without end: half-faded text has no contrast yet. */
async function expectAtRest(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const ends = animation.effect?.getComputedTiming().endTime;
      return animation.playState !== "running" || ends === Infinity;
    }),
  );
}

/** Finds nothing on the page that axe calls serious or critical, no level of headings left out, no landmark named twice. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectAtRest(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const findings = violations
    .filter(({ id, impact }) => grave.has(impact ?? "") || ways.has(id))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  expect(findings).toEqual([]);
}
