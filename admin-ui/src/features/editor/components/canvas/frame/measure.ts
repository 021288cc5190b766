import type { Box, PageLayout } from "./messages";

function boxOf(element: Element): Box {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + window.scrollX, y: y + window.scrollY, width, height };
}

function withClass(parent: Element, name: string): Element[] {
  return [...parent.children].filter((child) => child.classList.contains(name));
}

/** Where sections, columns and blocks stand. Elements that merely look alike, in what a plugin drew, are not counted. */
export function measure(page: Document): PageLayout {
  const rightToLeft = getComputedStyle(page.documentElement).direction === "rtl";
  const layout: PageLayout = { rightToLeft, sections: [], columns: [], blocks: [] };
  for (const section of page.querySelectorAll("[data-section-id]")) {
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
