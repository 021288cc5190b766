import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const grave = new Set(["serious", "critical"]);

/** Finds nothing on the page that axe calls serious or critical. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const findings = violations
    .filter(({ impact }) => grave.has(impact ?? ""))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  expect(findings).toEqual([]);
}
