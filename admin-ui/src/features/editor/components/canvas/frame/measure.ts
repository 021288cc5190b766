import type { Box, PageLayout } from "./messages";
import { foreignArea } from "./own-parts";

export function boxOf(element: Element): Box {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + window.scrollX, y: y + window.scrollY, width, height };
}

function withClass(parent: Element, name: string): Element[] {
  return [...parent.children].filter((child) => child.classList.contains(name));
}

/**
 * Boxes of the sections, columns and blocks of the edited document, and of the theme areas beside it. Look-alike
 * elements in plugin output are ignored.
 */
export function measure(page: Document): PageLayout {
  const rightToLeft = getComputedStyle(page.documentElement).direction === "rtl";
  const layout: PageLayout = { rightToLeft, sections: [], columns: [], blocks: [], areas: [] };
  for (const area of page.querySelectorAll("[data-area-id]")) {
    const id = foreignArea(area);
    if (id !== null) layout.areas.push({ id, ...boxOf(area) });
  }
  for (const section of page.querySelectorAll("[data-section-id]")) {
    if (foreignArea(section) !== null) continue;
    const sectionId = section.getAttribute("data-section-id") ?? "";
    layout.sections.push({ id: sectionId, ...boxOf(section) });
    withClass(section, "stoa-row").forEach((row, rowIndex) => {
      withClass(row, "stoa-col").forEach((column, columnIndex) => {
        layout.columns.push({ sectionId, row: rowIndex, column: columnIndex, ...boxOf(column) });
        for (const block of column.children) {
          const id = block.getAttribute("data-block-id");
          if (id !== null) layout.blocks.push({ id, ...boxOf(block) });
        }
      });
    });
  }
  return layout;
}
