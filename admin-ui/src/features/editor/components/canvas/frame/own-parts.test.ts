import { afterEach, expect, it } from "vitest";
import { measure } from "./measure";
import { editArea, ownElement } from "./own-parts";

const section = (id: string, block: string) =>
  `<section data-section-id="${id}"><div class="stoa-row"><div class="stoa-col"><div data-block-id="${block}">${block}</div></div></div></section>`;

afterEach(() => {
  editArea(null);
  document.body.replaceChildren();
});

/** Layout of a page with an area in its footer; the area has a section with the same id as one of the page. */
function measured(edited: string | null) {
  document.body.innerHTML = `<div data-area-id="top">${section("s1", "hours")}</div>${section("s1", "hero")}`;
  editArea(edited);
  const { sections, blocks, areas } = measure(document);
  return { sections: sections.length, blocks: blocks.map(({ id }) => id), areas: areas.map(({ id }) => id) };
}

it("excludes theme areas from the layout of a page", () => {
  expect(measured(null)).toEqual({ sections: 1, blocks: ["hero"], areas: ["top"] });
  expect(ownElement('[data-section-id="s1"]')).toHaveTextContent("hero");
});

it("includes the edited area", () => {
  document.body.innerHTML = "";
  expect(measured("top").areas).toEqual([]);
  expect(ownElement('[data-section-id="s1"]')).toHaveTextContent("hours");
});
