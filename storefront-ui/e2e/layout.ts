import { expect, type Page } from "@playwright/test";

/** Labels that their element cuts, and what is outside the viewport, after scripts have run. */
async function misfits(page: Page): Promise<{ beyond: number; cut: string[]; outside: string[] }> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const said = (element: Element) =>
      `${element.tagName.toLowerCase()}: ${(element.textContent ?? "").trim().slice(0, 60)}`;
    /** Whether an ancestor scrolls or clips its content, such as a carousel. */
    const isClipped = (element: Element): boolean => {
      const parent = element.parentElement;
      if (parent === null || parent === document.body) return false;
      return getComputedStyle(parent).overflowX !== "visible" || isClipped(parent);
    };
    const labels = [
      ...document.querySelectorAll<HTMLElement>("button, .stoa-button, label, legend, h1, h2, h3, th, summary"),
    ];
    /** Texts of an element, without those for screen readers alone. */
    const textsIn = (element: Element): Text[] => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const isHidden = node.parentElement?.closest(".stoa-hidden, .visually-hidden") != null;
        if (!isHidden && node instanceof Text && node.data.trim() !== "") texts.push(node);
      }
      return texts;
    };
    const cut = labels.filter((label) => {
      const isHiddenFromSight = label.clientWidth <= 1 || getComputedStyle(label).display === "inline";
      if (!isShown(label) || isHiddenFromSight) return false;
      const box = label.getBoundingClientRect();
      return textsIn(label).some((text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        const { left, right, width: own } = range.getBoundingClientRect();
        return own > 0 && (left < box.left - 1 || right > box.right + 1);
      });
    });
    const parts = [
      ...document.body.querySelectorAll<HTMLElement>(
        "a, button, input, select, textarea, img, p, h1, h2, h3, li, label",
      ),
    ];
    const outside = parts.filter((part) => {
      const { left, right, width: own } = part.getBoundingClientRect();
      return own > 1 && (left < -1 || right > width + 1) && isShown(part) && !isClipped(part);
    });
    const beyond = Math.max(0, document.documentElement.scrollWidth - window.innerWidth);
    return { beyond, cut: cut.map(said), outside: outside.map(said) };
  });
}

/** Expects no cut label, nothing outside the viewport, and no scrolling to the side. */
export async function expectToFit(page: Page, where = page.url()): Promise<void> {
  expect.soft(await misfits(page), where).toEqual({ beyond: 0, cut: [], outside: [] });
}
