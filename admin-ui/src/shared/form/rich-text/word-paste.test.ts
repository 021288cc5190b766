import { expect, test } from "vitest";
import { listsOfWord } from "./word-paste";

const entry = (sign: string, text: string, level = 1) =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}</p>`;

function shapeOf(html: string): string {
  const page = new DOMParser().parseFromString(listsOfWord(html), "text/html");
  for (const element of page.body.querySelectorAll("*"))
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  return page.body.innerHTML.replaceAll("<span></span>", "").replace(/<!--.*?-->/g, "");
}

test("converts bullet paragraphs to nested lists", () => {
  const pasted = `<p class=MsoNormal>Before</p>${entry("·", "Mugs")}${entry("o", "Oat", 2)}${entry("·", "Bowls")}<p class=MsoNormal>Between</p>${entry("1.", "Throw")}${entry("2.", "Fire")}`;
  expect(shapeOf(pasted)).toBe(
    "<p>Before</p><ul><li>Mugs<ul><li>Oat</li></ul></li><li>Bowls</li></ul><p>Between</p><ol><li>Throw</li><li>Fire</li></ol>",
  );
});

test("does not change content from other sources", () => {
  const html = "<p>· not a list</p><ul><li>One</li></ul>";
  expect(listsOfWord(html)).toBe(html);
});
