import { expect, type Locator, type Page } from "@playwright/test";
import { boxInFrame, type ScreenBox } from "./draft-pages.ts";

const slack = 2;

export function canvasOf(page: Page): Locator {
  return page.getByRole("group", { name: "Canvas" });
}

/** The outline of the selection. */
function outlineOf(page: Page): Locator {
  return canvasOf(page)
    .locator("> div")
    .filter({ has: page.getByRole("button", { name: /^Delete / }) });
}

/** Its drag handle. */
export function handleOf(page: Page): Locator {
  return outlineOf(page).getByRole("button", { name: /^Drag / });
}

/** Starts dragging the selection by its handle with the mouse. */
export async function pickUp(page: Page): Promise<void> {
  const position = { x: 8, y: 15 };
  await handleOf(page).hover({ position });
  const handle = await handleOf(page).boundingBox();
  if (handle === null) throw new Error("the handle is not drawn");
  await page.mouse.down();
  await page.mouse.move(handle.x + position.x + 12, handle.y + position.y + 10, { steps: 3 });
}

/** Picks up the focused element by keyboard. */
export async function pickUpByKey(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Space");
  await expect(page.getByRole("status").getByText(`Picked up ${name}`)).toBeAttached();
  // The next key is listened to from a timer that this one has set: a timer that is set now runs after it.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

export function dropLine(page: Page): Locator {
  return page.getByTestId("drop-line");
}

/** The largest distance between edges; infinite if an element is not rendered yet, so that a poll retries. */
function farthest(one: ScreenBox | null, other: ScreenBox, edges: (keyof ScreenBox)[]): number {
  if (one === null) return Number.POSITIVE_INFINITY;
  return Math.max(...edges.map((edge) => Math.abs(one[edge] - other[edge])));
}

/** The outline of the selection is on the block, on all sides. */
export async function expectOutlineOn(page: Page, block: Locator): Promise<void> {
  const apart = async () =>
    farthest(await outlineOf(page).boundingBox(), await boxInFrame(page, block), ["x", "y", "width", "height"]);
  await expect.poll(apart, "how far the mark is from what is selected").toBeLessThanOrEqual(slack);
}

/** The drop line spans a column from side to side. */
export async function expectLineAlong(page: Page, column: Locator): Promise<void> {
  const apart = async () =>
    farthest(await dropLine(page).boundingBox(), await boxInFrame(page, column), ["x", "width"]);
  await expect.poll(apart, "how far the line is from the column").toBeLessThanOrEqual(slack);
}

/** The texts of all blocks of the page, in page order. */
export async function expectTexts(blocks: Locator, words: string[]): Promise<void> {
  await expect.poll(async () => (await blocks.allInnerTexts()).map((text) => text.trim())).toEqual(words);
}
