import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const grave = new Set(["serious", "critical"]);

/** Nothing fades or moves any more but what turns without end: half-faded text has no contrast yet. */
async function expectAtRest(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const ends = animation.effect?.getComputedTiming().endTime;
      return animation.playState !== "running" || ends === Infinity;
    }),
  );
}

/** Finds nothing on the page that axe calls serious or critical. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectAtRest(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const findings = violations
    .filter(({ impact }) => grave.has(impact ?? ""))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  expect(findings).toEqual([]);
}
