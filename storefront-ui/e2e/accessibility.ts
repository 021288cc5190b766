import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const grave = new Set(["serious", "critical"]);
/** Rated moderate, but screen reader users navigate by headings and landmarks. */
const ways = new Set(["heading-order", "landmark-unique"]);

/** Waits until all finite animations have ended: half-faded text fails the contrast check. */
async function expectAtRest(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const ends = animation.effect?.getComputedTiming().endTime;
      return animation.playState !== "running" || ends === Infinity;
    }),
  );
}

/** No serious or critical axe violation on the page, no skipped heading level, no duplicate landmark name. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectAtRest(page);
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
  // Otherwise what is found in each frame is put together in a page that is opened for it.
  const { violations } = await axe.setLegacyMode(page.frames().length === 1).analyze();
  const findings = violations
    .filter(({ id, impact }) => grave.has(impact ?? "") || ways.has(id))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  expect(findings).toEqual([]);
}
