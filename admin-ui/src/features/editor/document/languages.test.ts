import { expect, it } from "vitest";
import { documentIn, type PageDocument } from "@/shared/page-document/document";
import { findBlock, findSection } from "./find";
import { changeLanguages, isShownIn, replaceInLanguage, ruleOf } from "./languages";
import { sameStructure } from "./structure";

const settings = { tone: "default", width: "normal", padding: "medium" } as const;
const block = { id: "a", kind: "text", settings: { html: "<p>Hours</p>" } };
const page: PageDocument = {
  version: 1,
  sections: [{ id: "s", settings, rows: [{ id: "r", columns: [{ span: 12, blocks: [block] }] }] }],
};
const blocksOf = (document: PageDocument) => document.sections[0]!.rows[0]!.columns[0]!.blocks;

it("hides a block and a section in languages, and shows them in all again", () => {
  const hidden = changeLanguages(changeLanguages(page, "a", "except", ["fr"]), "s", "only", ["de", "en"]);
  expect(findBlock(hidden, "a")?.block.languages).toEqual({ except: ["fr"] });
  expect(findSection(hidden, "s")?.section.languages).toEqual({ only: ["de", "en"] });
  expect(documentIn(JSON.parse(JSON.stringify(hidden)))).toEqual(hidden);
  expect(sameStructure(page, hidden)).toBe(false);
  expect(changeLanguages(changeLanguages(hidden, "a", "except", []), "s", "all", [])).toEqual(page);
  expect(changeLanguages(page, "missing", "only", ["fr"])).toEqual(page);
});

it("replaces a block in a language by a copy that only this language shows", () => {
  const [replaced, copyId] = replaceInLanguage(page, { type: "block", id: "a" }, "fr");
  expect(blocksOf(replaced)).toEqual([
    { ...block, languages: { except: ["fr"] } },
    { ...block, id: copyId, languages: { only: ["fr"] } },
  ]);
  const shown = (tag: string) => blocksOf(replaced).filter((part) => isShownIn(part, tag)).length;
  expect([shown("en"), shown("fr")]).toEqual([1, 1]);
  const [again] = replaceInLanguage(replaced, { type: "block", id: "a" }, "de");
  expect(findBlock(again, "a")?.block.languages).toEqual({ except: ["fr", "de"] });
  const [ofSection, sectionId] = replaceInLanguage(page, { type: "section", id: "s" }, "fr");
  expect(findSection(ofSection, sectionId)?.section.languages).toEqual({ only: ["fr"] });
});

it("replaces a block in one of the only languages that show it", () => {
  const restricted = changeLanguages(page, "a", "only", ["fr", "de"]);
  const [replaced] = replaceInLanguage(restricted, { type: "block", id: "a" }, "fr");
  expect(ruleOf(findBlock(replaced, "a")!.block)).toEqual({ rule: "only", tags: ["de"] });
});
