import { expect, type Locator, type Page } from "@playwright/test";
import { boxInFrame, type ScreenBox } from "./empty-page.ts";

const slack = 2;

export function canvasOf(page: Page): Locator {
  return page.getByRole("group", { name: "Canvas" });
}

/** The rectangle drawn around what is selected. */
export function markOf(page: Page): Locator {
  return canvasOf(page).locator("> div").filter({ has: page.getByRole("button", { name: /^Delete / }) });
}

/** What that is dragged by. */
export function handleOf(page: Page): Locator {
  return markOf(page).getByRole("button", { name: /^Drag / });
}

/** Takes what is selected by its handle with the mouse, and goes a little way. */
export async function pickUp(page: Page): Promise<void> {
  const position = { x: 8, y: 15 };
  await handleOf(page).hover({ position });
  const handle = await handleOf(page).boundingBox();
  if (handle === null) throw new Error("the handle is not drawn");
  await page.mouse.down();
  await page.mouse.move(handle.x + position.x + 12, handle.y + position.y + 10, { steps: 3 });
}

/** Takes what has the focus by the keyboard. */
export async function pickUpByKey(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Space");
  await expect(page.getByRole("status").getByText(`Picked up ${name}`)).toBeAttached();
  // Keys are listened to a moment later, by a timer; those of a person come later still.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
}

export function dropLine(page: Page): Locator {
  return page.getByTestId("drop-line");
}

/** How far apart the edges are; what is not drawn yet is farther than any distance, so that a poll asks again. */
function farthest(one: ScreenBox | null, other: ScreenBox, edges: (keyof ScreenBox)[]): number {
  if (one === null) return Number.POSITIVE_INFINITY;
  return Math.max(...edges.map((edge) => Math.abs(one[edge] - other[edge])));
}

/** The mark of what is selected lies on it, all around. */
export async function expectMarkOn(page: Page, block: Locator): Promise<void> {
  const apart = async () => farthest(await markOf(page).boundingBox(), await boxInFrame(page, block), ["x", "y", "width", "height"]);
  await expect.poll(apart, "how far the mark is from what is selected").toBeLessThanOrEqual(slack);
}

/** The line of the drop runs along a column, from its one side to the other. */
export async function expectLineAlong(page: Page, column: Locator): Promise<void> {
  const apart = async () => farthest(await dropLine(page).boundingBox(), await boxInFrame(page, column), ["x", "width"]);
  await expect.poll(apart, "how far the line is from the column").toBeLessThanOrEqual(slack);
}

/** The words of all blocks of the page in the order of the page. */
export async function expectWords(blocks: Locator, words: string[]): Promise<void> {
  await expect.poll(async () => (await blocks.allInnerTexts()).map((text) => text.trim())).toEqual(words);
}
