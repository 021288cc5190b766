import { expect, it } from "vitest";
import type { Operation, RuledDraft, Rules } from "@/shared/document-rules/rules";
import { applied, type EditDraft } from "./ruled-draft";

const settings = { tone: "default", width: "normal", padding: "medium" };
const draft: EditDraft = {
  page: { title: "A" },
  document: {
    version: 1,
    sections: ["one", "two", "three"].map((id) => ({
      id,
      settings,
      rows: [{ id: `${id}-row`, columns: [{ span: 12, blocks: [{ id: `${id}-block`, kind: "text", settings: {} }] }] }],
    })),
  },
};

/** Rules that give each section they are asked about anew, and tell which these were. */
function watched() {
  const asked: string[][] = [];
  const rules: Rules = {
    apply: <D extends RuledDraft>(given: D) => {
      const answer = structuredClone(given) as unknown as EditDraft;
      asked.push(answer.document.sections.map(({ id }) => id));
      return { draft: answer as unknown as D, steps: [] };
    },
    difference: () => [],
    compare: () => [],
    join: (step) => step,
  };
  return { asked, rules };
}

function sectionsAfter(operations: Operation[]) {
  const { asked, rules } = watched();
  const { sections } = applied(rules, draft, [operations]).draft.document;
  const kept = sections.filter((section, index) => section === draft.document.sections[index]).map(({ id }) => id);
  return { asked: asked[0], kept, ids: sections.map(({ id }) => id) };
}

const ids = ["one", "two", "three"];
const setting = (id: string) => ({ op: "set", id, path: ["settings", "html"], value: "a" });

it("gives the rules the sections alone in which settings change, and keeps the others", () => {
  expect(sectionsAfter([setting("two-block")])).toEqual({ asked: ["two"], kept: ["one", "three"], ids });
  expect(sectionsAfter([setting("one"), setting("three-row")])).toEqual({ asked: ["one", "three"], kept: ["two"], ids });
  expect(sectionsAfter([{ op: "setPage", path: ["title"], value: "B" }, setting("gone")])).toEqual({ asked: [], kept: ids, ids });
});

it("gives the rules the whole page where something is added, moved or taken out", () => {
  expect(sectionsAfter([setting("two-block"), { op: "removeBlock", id: "one-block" }])).toEqual({ asked: ids, kept: [], ids });
});
