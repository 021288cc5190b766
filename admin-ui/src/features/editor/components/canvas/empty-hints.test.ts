import { expect, it } from "vitest";
import { hintsInWords } from "./empty-hints";

it("says the hints of empty blocks in other words, and leaves the rest of the page", () => {
  const html =
    '<p>Write some text.</p><p class="stoa-block-empty" style="border:1px dashed">Choose R&amp;D.</p><p class="other">Choose R&amp;D.</p>';
  const say = (english: string) => (english === "Choose R&D." ? "F&E wählen." : english);
  expect(hintsInWords(html, say)).toBe(html.replace("Choose R&amp;D.", "F&amp;E wählen."));
  expect(hintsInWords(html, null)).toBe(html);
});
