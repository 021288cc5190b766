import { expect, it } from "vitest";
import type { Operation, RuledDraft, Rules } from "@/shared/document-rules/rules";
import { blocksOf } from "@/shared/page-document/document";
import { compiledRules } from "@/testing/page-log";
import { changeBlockSettings, changeSectionSettings, moveBlock } from "../document/operations";
import { applySteps, changedParts, type EditDraft } from "./edit-draft";

const settings = { tone: "default", width: "normal", padding: "medium" } as const;
const text = (id: string) => ({ id, kind: "text", settings: { html: "a" } });
const draft: EditDraft = {
  page: { title: "A" },
  document: {
    version: 1,
    sections: ["one", "two", "three"].map((id) => ({
      id,
      settings,
      rows: [{ id: `${id}-row`, columns: [{ span: 12, blocks: [text(`${id}-block`), text(`${id}-below`)] }] }],
    })),
  },
};

/** Rules that copy each section they receive, and record the sections and blocks. */
function watched() {
  const asked: string[][] = [];
  const rules: Rules = {
    apply: <D extends RuledDraft>(given: D) => {
      const answer = structuredClone(given) as unknown as EditDraft;
      asked.push([...answer.document.sections, ...blocksOf(answer.document)].map(({ id }) => id));
      return { draft: answer as unknown as D, steps: [] };
    },
    difference: () => [],
    compare: () => [],
    join: (step) => step,
  };
  return { asked, rules };
}

function after(operations: Operation[]) {
  const { asked, rules } = watched();
  const made = applySteps(rules, draft, [operations]).draft;
  const kept = made.document.sections
    .filter((section, index) => section === draft.document.sections[index])
    .map(({ id }) => id);
  return { asked: asked[0], kept, made };
}

const ids = ["one", "two", "three"];
const setting = (id: string) => ({ op: "set", id, path: ["settings", "html"], value: "b" });

it("passes only changed parts to the rules, and keeps all other objects", () => {
  expect(after([setting("two-block")])).toEqual({ asked: ["two", "two-block"], kept: ["one", "three"], made: draft });
  expect(after([setting("one"), setting("three-row")])).toEqual({
    asked: ["one", "three"],
    kept: ["two"],
    made: draft,
  });
  expect(after([{ op: "setPage", path: ["title"], value: "B" }, setting("gone")])).toEqual({
    asked: [],
    kept: ids,
    made: draft,
  });
});

it("passes the whole page if parts are added, moved or removed", () => {
  const { asked, kept } = after([setting("two-block"), { op: "removeBlock", id: "one-block" }]);
  expect(asked?.slice(0, 4)).toEqual([...ids, "one-block"]);
  expect(kept).toEqual([]);
});

it.each([
  ["a block's words", changeBlockSettings(draft.document, "two-below", { html: "b" })],
  [
    "words in two sections",
    changeBlockSettings(changeBlockSettings(draft.document, "one-block", { html: "b" }), "three-below", {}),
  ],
  ["a section's tone", changeSectionSettings(draft.document, "two", { ...settings, tone: "dark" })],
  ["the order of blocks", moveBlock(draft.document, "two-block", { rowId: "two-row", column: 0, index: 2 })],
])("compares and applies %s with the same result as on the whole page", async (_, document) => {
  const rules = await compiledRules();
  const wanted = { page: { title: "B" }, document };
  const operations = rules.difference(...changedParts(draft, wanted));
  expect(operations).toEqual(rules.difference(draft, wanted));
  const made = applySteps(rules, draft, [operations]);
  expect(made).toEqual(rules.apply(draft, [operations]));
  expect(made.draft).toEqual(wanted);
});
